"""Random games of all that ships: every set of a game's expansions, each of its variants, every number of players.

Usage: every_table.py [--games 200] [--jobs 0] [GAME…]. A line a table; the status is 1 if any game did not end well.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, combinations

from rulewright.dsl.diagnostics import RulesError
from rulewright.dsl.files import Found, Shelf
from rulewright.interpreter.simulate import Setting, Spread, ruleset_of, simulate


def with_required(variant: Found) -> tuple[str, ...]:
    """A variant and the expansions that its header asks for."""
    return (*re.findall(r"^  requires (\w+)", variant.path.read_text("utf-8"), re.MULTILINE), variant.name)


def tables(wanted: set[str]) -> Iterator[Setting]:
    """Every game, set of expansions or variant, and number of players."""
    shipped = list(Shelf().shipped())
    for game in sorted({x.name for x in shipped if x.kind == "game"}):
        if wanted and game not in wanted:
            continue
        of_game = [x for x in shipped if game in x.of]
        expansions = sorted({x.name for x in of_game if x.kind == "expansion"})  # a module may have several files
        subsets = chain.from_iterable(combinations(expansions, k) for k in range(len(expansions) + 1))
        for with_ in chain(subsets, (with_required(x) for x in of_game if x.kind == "variant")):
            for players in ruleset_of(Setting(game, with_)).players:
                yield Setting(game, with_, players=players)


def played(setting: Setting, games: int) -> tuple[Setting, str, bool]:
    """What so many games of one table amount to, and whether they all came to their end."""
    length, began = Spread(), time.process_time()
    try:
        for batch in simulate(setting, games):
            for row in batch:
                length.add(row.length)
    except RulesError as error:
        return setting, "; ".join(d.message for d in error.report.errors), False
    rate = length.count / (time.process_time() - began)
    return setting, f"{length.count} games of {length.mean:.0f} decisions, {rate:.0f} a second", True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("game", nargs="*")
    call = parser.parse_args()
    settings = list(tables({name.replace("-", "_") for name in call.game}))
    failures = 0
    with ProcessPoolExecutor(call.jobs or os.cpu_count()) as pool:
        for setting, story, is_good in pool.map(played, settings, [call.games] * len(settings)):
            failures += not is_good
            name = " + ".join((setting.game, *setting.with_))
            print(f"{name}, {setting.players} players: {'' if is_good else 'FAILED: '}{story}", flush=True)
    print(f"{len(settings)} tables of {call.games} games each, {failures} failed")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
