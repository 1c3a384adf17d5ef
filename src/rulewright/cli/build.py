"""`rulewright build`: the main job in one go, from the rules to a folder that can be read, printed and trusted."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli._setting import game_options, setting_of
from rulewright.cli.docs import KINDS, loaded, order_of, print_all

if TYPE_CHECKING:
    from rulewright.docgen.publish import Chapter, Link
    from rulewright.dsl.program import Program
    from rulewright.interpreter import Suite
    from rulewright.interpreter.simulate import Setting, Summary

GAMES = 200


@click.command("build")
@game_options
@click.option("-o", "--output", "folder", metavar="DIR", help="Where to put it; out/GAME if not said.")
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="Of the PDF.")
@click.option("--games", default=GAMES, show_default=True, type=click.IntRange(min=1), help="Random games for balance.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same games.")
def command(
    game: str,
    with_: tuple[str, ...],
    options: tuple[str, ...],
    players: int | None,
    folder: str | None,
    paper: str,
    games: int,
    seed: int,
) -> None:
    """Check a game, run its examples, play it, print its rules and report its balance.

    Everything lands in one folder, and its index.html links it all. The status is 1 if an example does not hold.
    """
    from rulewright.docgen.publish import Chapter, Link, chapters_of, index
    from rulewright.interpreter import load_suite

    setting = setting_of(game, with_, options, players)
    say_time = _clock()
    ruleset, program = loaded(setting)
    say_time(f"checked {ruleset.title}")
    target = Path(folder) if folder is not None else Path("out") / ruleset.name
    target.mkdir(parents=True, exist_ok=True)
    chapters: list[Chapter] = []
    suite = load_suite(setting.game, setting.with_, dict(setting.options))
    held, examples = _examples(suite, setting)
    chapters.append(Chapter("Examples", text=examples))
    say_time("ran the examples")
    order = order_of(setting, ruleset, program, suite, KINDS, paper=paper)
    printed = list(print_all(order, target))
    say_time(f"printed {len(printed)} papers")
    links = [*_played(setting, program, seed, target), *_graph(program, target)]
    played = Chapter("Play", links)
    say_time("played a game")
    summary = _balance(setting, program, games, seed)
    told = json.dumps({**summary.as_dict(), "seed": seed}, indent=2)
    (target / "balance.json").write_text(told + "\n", "utf-8")
    chapters = [
        *chapters_of(printed, target),
        played,
        Chapter("Balance", [Link("As data", (("balance.json", "JSON"),))], _told(summary), _drawn(summary)),
        *chapters,
    ]
    say_time(f"played {games} games for balance")
    (target / "index.html").write_text(index(order, chapters), "utf-8")
    click.echo(f"open {target / 'index.html'}")
    if not held:
        raise click.exceptions.Exit(1)


def _clock() -> Callable[[str], None]:
    """Tells on the error stream what is done, and how long it took."""
    before = time.perf_counter()

    def tell(text: str) -> None:
        nonlocal before
        now = time.perf_counter()
        click.echo(f"{text} ({now - before:.1f} s)", err=True)
        before = now

    return tell


def _examples(suite: Suite, setting: Setting) -> tuple[bool, str]:
    """Whether all hold, and a line about each that does not."""
    from rulewright.dsl.render import frame
    from rulewright.interpreter.testing.suite import own_batches

    batches = own_batches(suite, setting.game, setting.with_)
    outcomes = [outcome for batch in batches for outcome in batch.suite.all(batch.numbers)]
    failed = [outcome for outcome in outcomes if not outcome.ok]
    for outcome in failed:
        click.echo(f"example “{outcome.title}” does not hold", err=True)
        click.echo("\n".join(frame(found, color=False) for found in outcome.diagnostics), err=True)
    lines = [f"{len(outcomes) - len(failed)} of {len(outcomes)} examples hold."] if outcomes else ["No examples."]
    lines += [f"not held: {outcome.title}" for outcome in failed]
    return not failed, "\n".join(lines)


def _played(setting: Setting, program: Program, seed: int, folder: Path) -> list[Link]:
    """The record of one game by random players, with its scores."""
    from rulewright.docgen.publish import Link
    from rulewright.interpreter import agent, load, play_out

    game = load(setting.game, with_=list(setting.with_), options=dict(setting.options))
    state = game.new(players=program.players, seed=seed)
    state = play_out(state, [agent("random", seed + seat) for seat in range(program.players)])
    winners = ", ".join(state.names[seat] for seat in state.winners) or "nobody"
    lines = [str(state.log), "", f"won by {winners}"]
    (folder / "game.txt").write_text("\n".join(lines) + "\n", "utf-8")
    about = f"{len(state.log)} decisions, won by {winners.replace('_', ' ')}"
    return [Link("A random game, move by move", (("game.txt", "text"),), about)]


def _graph(program: Program, folder: Path) -> list[Link]:
    """The state machine as a picture."""
    from rulewright.docgen.publish import Link
    from rulewright.interpreter.graph import machine_graph, svg

    (folder / "machine.svg").write_text(svg(machine_graph(program)), "utf-8")
    return [Link("The state machine", (("machine.svg", "SVG"),))]


def _balance(setting: Setting, program: Program, games: int, seed: int) -> Summary:
    from rulewright.dsl.diagnostics import RulesError
    from rulewright.interpreter.simulate import Summary, simulate

    summary = Summary(program.players, program.side_size)
    try:
        for rows in simulate(setting, games, seed=seed, program=program):
            for row in rows:
                summary.add(row)
    except RulesError as error:
        click.echo(f"warning: {error}", err=True)
    return summary


def _drawn(summary: Summary) -> tuple[str, ...]:
    """How the scores of the games are spread, seat by seat; without scores, how long the games were."""
    from rulewright.docgen.pictures.spread import Seat, spread

    if not summary.games:
        return ()
    if not summary.scores:
        return (spread("decisions in a game", [Seat("", summary.length.counted)]),)
    return tuple(
        spread(
            f"{name.replace('_', ' ')} at the end",
            [Seat(f"seat {seat}", one.counted) for seat, one in enumerate(seats, 1)],
        )
        for name, seats in summary.scores.items()
    )


def _told(summary: Summary) -> str:
    if not summary.games:
        return "No game came to an end."
    wins = [summary.wins[seat] / summary.games for seat in range(summary.players)]
    spread = 1.96 * (max(wins) * (1 - max(wins)) / summary.games) ** 0.5
    lines = [
        f"{summary.games} games by {summary.players} random players, {summary.length.mean:.0f} decisions in each.",
        f"Wins by seat: {', '.join(f'{share:.0%}' for share in wins)} (give or take {spread:.0%}).",
    ]
    for name, seats in summary.scores.items():
        means = ", ".join(f"{one.mean:.1f}" for one in seats)
        lows = [one.low for one in seats if one.low is not None]
        highs = [one.high for one in seats if one.high is not None]
        ends = f"; lowest {min(lows)}, highest {max(highs)}" if lows and highs else ""
        lines.append(f"Mean {name.replace('_', ' ')} by seat: {means}{ends}.")
    lines.append(
        f"No winner in {summary.draws / summary.games:.0%}, a shared win in {summary.shared / summary.games:.0%}."
    )
    return "\n".join(lines)
