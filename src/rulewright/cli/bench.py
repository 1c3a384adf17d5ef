"""`rulewright bench`: our machine beside the hand-written yardsticks, in one run."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pathlib import Path

    from rulewright.interpreter.bench import Measured, Row


@click.command("bench")
@click.argument("names", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--full", is_flag=True, help="Whole shipped games too.")
@click.option("--seconds", default=1.0, show_default=True, help="CPU seconds of each turn; five turns of each.")
@click.option("--games", type=click.IntRange(min=1), help="Compare mean lengths over this many games instead of rates.")
@click.option("--copies", "states", is_flag=True, help="What copies of a state cost in memory and time.")
@click.option("--starts", is_flag=True, help="CPU seconds of commands from a cold start instead of rates.")
@click.option("--bots", metavar="ONE,OTHER", help="How often one bot beats another; NAMES are games then.")
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
    require: bool,
) -> None:
    """Measure random playouts against hand-written players of the same games.

    Each yardstick and our machine take five turns in one process; the best turn of each counts. NAMES picks some of the
    rows; without any, all are run.
    """
    from rulewright.interpreter.bench import chosen, find_table, read_table

    if bots is not None:
        _strength(names, bots, games or 20, as_json)
        return

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


def _strength(names: tuple[str, ...], bots: str, games: int, as_json: bool) -> None:
    """NAMES may say for how many: `NAME:3`."""
    from rulewright.interpreter.game import load
    from rulewright.interpreter.strength import strength

    one, _, other = bots.partition(",")
    for name in names:
        game, _, players = name.partition(":")
        try:
            found = strength(load(game), one, other or "random", games, players=int(players) if players else None)
        except ValueError as error:
            raise click.UsageError(f"{name}: {error}") from None
        if as_json:
            click.echo(json.dumps({"game": game, **found.as_dict()}))
            continue
        click.echo(
            f"{game:16} for {found.players}: {found.one} wins {found.share:.1%} (± {found.spread:.1%}) of {games} games"
            f" against {found.other}, {found.seconds:.2f} s a game"
        )
