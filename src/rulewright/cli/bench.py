"""`rulewright bench`: our machine beside the hand-written yardsticks, in one run."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulewright.interpreter.bench import Measured, Row


@click.command("bench")
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--full", is_flag=True, help="Whole shipped games too.")
@click.option("--seconds", default=1.0, show_default=True, help="CPU seconds of each turn; five turns of each.")
@click.option("--games", type=click.IntRange(min=1), help="Compare mean lengths over this many games instead of rates.")
@click.option("--copies", "states", is_flag=True, help="What copies of a state cost in memory and time.")
@click.option("--starts", is_flag=True, help="CPU seconds of commands from a cold start instead of rates.")
@click.option("--bots", metavar="ONE,OTHER", help="How often one bot beats another; NAMES are games then, all if none.")
@click.option("--budget", default=math.inf, help="With --bots: no game is begun after so many CPU seconds.")
@click.option("--least", type=click.FloatRange(0, 1), help="With --bots: the share that --require wants.")
@click.option("-o", "output", metavar="FILE", help="With --bots: put the rows into the table of a Markdown file.")
@click.option("--require", is_flag=True, help="Exit with 1 if something is slower than required.")
def command(
    names: tuple[str, ...],
    as_json: bool,
    full: bool,
    seconds: float,
    games: int | None,
    states: bool,
    starts: bool,
    bots: str | None,
    budget: float,
    least: float | None,
    output: str | None,
    require: bool,
) -> None:
    """Measure random playouts against hand-written players of the same games.

    Each yardstick and our machine take five turns in one process; the best turn of each counts. NAMES picks some of the
    rows; without any, all are run.
    """
    from rulewright.interpreter.bench import chosen, find_table, read_table

    if bots is not None:
        path = Path(output) if output is not None else None
        least = least or 0.0
        if not _strength(names, bots, games or 20, budget, path, least=least, as_json=as_json) and require:
            sys.exit(1)
        return
    if output is not None or least is not None:
        raise click.UsageError("-o and --least belong to --bots")

    table = find_table()
    if table is None:
        raise click.ClickException(
            "The yardsticks are not installed with the package. Run this in a clone of the repository: they lie in its "
            "folder `benchmarks/`."
        )
    if starts:
        if not _starts(table, as_json) and require:
            sys.exit(1)
        return
    rows = read_table(table)
    for name in names:
        if name not in {row.name for row in rows}:
            raise click.UsageError(f"There is no benchmark `{name}`. There are: {', '.join(row.name for row in rows)}.")
    wanted = list(chosen(rows, names, full))
    if states:
        _copies(wanted if names else wanted[:1], as_json)
    elif games is not None:
        _lengths(wanted, table.parent / "yardsticks", games, as_json)
    elif not _rates(wanted, table.parent / "yardsticks", seconds, as_json) and require:
        sys.exit(1)


def _rates(rows: list[Row], folder: Path, seconds: float, as_json: bool) -> bool:
    """Prints the rates; are all of them enough?"""
    from rulewright.dsl.diagnostics import RulesError
    from rulewright.dsl.render import report_text
    from rulewright.interpreter.bench import measure

    found: dict[str, Measured] = {}
    if not as_json:
        click.echo(" " * 17 + " yardstick/s     ours/s   ratio  required   aim    length    ours")
    for row in rows:
        try:
            found[row.name] = measured = measure(row, folder, seconds)
        except RulesError as error:
            raise click.ClickException(f"{row.ruleset}: {report_text(error.report)}") from None
        if as_json:
            continue
        required = f"{measured.required:9.3f} {measured.aim or 0:5.2f}" if measured.required is not None else " " * 15
        click.echo(
            f"{row.name:16} {measured.yardstick:12.0f} {measured.ours:10.0f} {measured.ratio:7.3f} {required}   "
            f"{measured.yardstick_length:7.2f} {measured.length:7.2f}{'' if measured.is_enough else '  too slow'}"
        )
    if as_json:
        click.echo(json.dumps({name: measured.as_dict() for name, measured in found.items()}, indent=2))
    else:
        click.echo("Games per CPU second, the best of five turns; lengths are decisions in a game.")
    return all(measured.is_enough for measured in found.values())


def _starts(table: Path, as_json: bool) -> bool:
    """Prints how long commands take; are all of them fast enough?"""
    from rulewright.interpreter.starts import read_starts, start

    found = {one.name: start(one) for one in read_starts(table)}
    if as_json:
        click.echo(json.dumps({name: row.as_dict() for name, row in found.items()}, indent=2))
    else:
        for name, row in found.items():
            late = "" if row.is_enough else "  too slow"
            click.echo(f"{name:24} {row.seconds:6.3f} s of CPU time, at most {row.most:.2f}{late}")
    return all(row.is_enough for row in found.values())


def _lengths(rows: list[Row], folder: Path, games: int, as_json: bool) -> None:
    from rulewright.interpreter.bench import lengths

    found = {row.name: lengths(row, folder, games) for row in rows}
    if as_json:
        click.echo(json.dumps({name: row.as_dict() for name, row in found.items()}, indent=2))
        return
    click.echo(f"{'':16} {'yardstick':>10} {'ours':>8} {'apart':>8}   over {games} games")
    for name, row in found.items():
        click.echo(f"{name:16} {row.yardstick:10.3f} {row.ours:8.3f} {row.difference:8.2%}")


def _copies(rows: list[Row], as_json: bool) -> None:
    from rulewright.interpreter.bench import copies

    found = {row.name: copies(row) for row in rows}
    if as_json:
        click.echo(json.dumps({name: row.as_dict() for name, row in found.items()}, indent=2))
        return
    for name, row in found.items():
        click.echo(
            f"{name:16} {row.copies} copies take {row.megabytes:.0f} MB; a move {row.in_place:.1f} µs in place, "
            f"{row.apply:.1f} µs with a copy ({row.ratio:.2f} times)"
        )


def _strength(
    names: tuple[str, ...], bots: str, games: int, seconds: float, path: Path | None, *, least: float, as_json: bool
) -> bool:
    """Prints a row of a table for each game; can the first bot's share be what is wanted?

    A name may say for how many: `NAME:3`.
    """
    from rulewright.cli._setting import bots_of
    from rulewright.interpreter.game import load
    from rulewright.interpreter.strength import HEAD, into_table, strength

    one, other, *more = (*bots_of(bots), "random")
    if more[1:]:
        raise click.BadParameter("name two bots, such as greedy,random", param_hint="--bots")
    if not as_json:
        click.echo("\n".join(HEAD))
    is_enough = True
    for name in names or _shipped():
        game, _, count = name.partition(":")
        if count and not count.isdecimal():
            raise click.UsageError(f"`{count}` in {name} is no number of players: write {game}:3.")
        found = strength(load(game), one, other, games, players=int(count) if count else None, seconds=seconds)
        is_enough &= found.bounds[1] >= least
        click.echo(json.dumps({"game": game, **found.as_dict()}) if as_json else found.row(game))
        if path is not None:
            into_table(path, [found.row(game)])
    return is_enough


def _shipped() -> list[str]:
    """Every shipped game."""
    from rulewright.dsl.files import Shelf

    return sorted({found.name.replace("_", "-") for found in Shelf().shipped() if found.kind == "game"})
