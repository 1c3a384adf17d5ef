"""`rulewright simulate`: many games, and what they say about the rules."""

from __future__ import annotations

import csv
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

import click

from rulewright.cli._setting import bots_of, game_options, program_of, refuse, seated, setting_of

if TYPE_CHECKING:
    from rulewright.dsl.program import Program
    from rulewright.interpreter.simulate import Row, Setting, Summary

_STOPPED = 130


@click.command("simulate")
@game_options
@click.option("-n", "--games", default=1000, show_default=True, type=click.IntRange(min=1), help="How many games.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same games.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=0), help="Processes; 0: one per core.")
@click.option("--bots", default="random", show_default=True, help="Who plays each seat: random, greedy, flat, mcts.")
@click.option("--rows", "path", metavar="FILE", help="Write a row per game: CSV if FILE ends in .csv, else JSON Lines.")
@click.option("--coverage", "with_coverage", is_flag=True, help="Say which rules never fired in these games.")
@click.option("-o", "folder", metavar="DIR", help="With --coverage: the annotated rules as HTML.")
@click.option("--json", "as_json", is_flag=True, help="Print the statistics as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    with_: tuple[str, ...],
    options: tuple[str, ...],
    players: int | None,
    games: int,
    seed: int,
    jobs: int,
    bots: str,
    path: str | None,
    with_coverage: bool,
    folder: str | None,
    as_json: bool,
) -> None:
    """Play many games by bots and print statistics.

    Every game has its own seed, so that the rows are the same whatever the number of jobs. Ctrl-C keeps the games that
    are done. `--rows -` writes JSON Lines to the standard output and the statistics to the other.
    With `--coverage` the games are played once more and counted: which rules, branches and rows never fired?
    """
    from dataclasses import replace

    from rulewright.dsl.diagnostics import RulesError
    from rulewright.interpreter.simulate import Summary, simulate

    setting = replace(setting_of(game, with_, options, players), bots=bots_of(bots))
    if with_coverage and not setting.is_random:
        raise click.UsageError("--coverage counts games of random bots only")
    if folder is not None and not with_coverage:
        raise click.UsageError("-o belongs to --coverage")
    program = program_of(setting)
    setting = replace(setting, bots=seated(setting.bots, program.players))
    summary = Summary(program.players, program.side_size)
    start = time.perf_counter()
    batches = simulate(setting, games, seed=seed, jobs=jobs or os.cpu_count() or 1, program=program)
    try:
        with _writer(path, program.players) as write, _progress(games) as advance, _gentle_stop() as is_stopped:
            for rows in batches:
                for row in rows:
                    summary.add(row)
                    write(row)
                advance(len(rows))
                if is_stopped():
                    break
    except RulesError as error:
        click.echo(f"{summary.games} games were played before this:", err=True)
        refuse(error.report)
    finally:
        batches.close()
    seconds = time.perf_counter() - start
    if as_json:
        click.echo(json.dumps({**summary.as_dict(), "seed": seed, "seconds": seconds}), err=path == "-")
    else:
        click.echo(_text(f"{program.title}, {','.join(setting.bots)}", summary, games, seconds), err=path == "-")
    if summary.games < games:
        ctx.exit(_STOPPED)
    if with_coverage:
        _cover(setting, program, games, seed, folder, as_json=as_json)


def _cover(setting: Setting, program: Program, games: int, seed: int, folder: str | None, *, as_json: bool) -> None:
    """The same games once more, counted."""
    from pathlib import Path

    from rulewright.cli._coverage import Watcher

    watcher = Watcher()
    watcher.count(setting, program, games, seed)
    if as_json:
        click.echo(json.dumps(watcher.data()))
    heading = f"{program.title} by {games} random games for {program.players}"
    watcher.show(heading, Path(folder) if folder is not None else None, quiet=as_json)


def _text(title: str, summary: Summary, wanted: int, seconds: float) -> str:
    length = summary.length
    lines = [
        f"{title}, {summary.players} players: {summary.games} games in {seconds:.1f} s, "
        f"{summary.games / max(seconds, 1e-9):.0f} a second"
    ]
    if summary.games < wanted:
        lines.append(f"stopped after {summary.games} of {wanted} games")
    if not summary.games:
        return "\n".join(lines)
    lines.append(f"decisions    mean {length.mean:.2f}  sd {length.deviation:.2f}  {length.low} to {length.high}")
    lines.append("")
    names = list(summary.scores)
    lines.append("seat     wins" + "".join(f"  {name + ' mean':>14}    sd   min   max" for name in names))
    for seat in range(summary.players):
        line = f"{seat + 1:4} {summary.wins[seat] / summary.games:8.1%}"
        for name in names:
            spread = summary.scores[name][seat]
            line += f"  {spread.mean:14.2f} {spread.deviation:5.1f} {spread.low!s:>5} {spread.high!s:>5}"
        lines.append(line)
    lines.append("")
    lines.append(f"no winner {summary.draws / summary.games:.1%}, shared {summary.shared / summary.games:.1%}")
    return "\n".join(lines)


# ---- rows


@contextmanager
def _writer(path: str | None, players: int) -> Iterator[Callable[[Row], None]]:
    """Writes rows, whole lines at a time."""
    if path is None:
        yield lambda row: None
    elif path == "-":
        yield _lines(sys.stdout)
    else:
        try:
            stream = open(path, "w", encoding="utf-8", newline="")  # noqa: SIM115
        except OSError as error:
            raise click.BadParameter(f"cannot write {path}: {error.strerror}", param_hint="--rows") from None
        with stream:
            yield _table(stream, players) if path.casefold().endswith(".csv") else _lines(stream)


def _lines(stream: TextIO) -> Callable[[Row], None]:
    def write(row: Row) -> None:
        stream.write(json.dumps(row.as_dict(), separators=(",", ":")) + "\n")

    return write


def _table(stream: TextIO, players: int) -> Callable[[Row], None]:
    """CSV: winners as seats from 1 with blanks between; a column for each counter and seat."""
    out = csv.writer(stream, lineterminator="\n")
    is_first = True

    def write(row: Row) -> None:
        nonlocal is_first
        if is_first:
            columns = [f"{name}_{seat + 1}" for name in row.scores for seat in range(players)]
            out.writerow(["game", "seed", "length", "winners", *columns])
            is_first = False
        scores: list[Any] = [value for values in row.scores.values() for value in values]
        out.writerow([row.game, row.seed, row.length, " ".join(str(k + 1) for k in row.winners), *scores])

    return write


# ---- on the way


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on the error stream, if somebody looks."""
    if not sys.stderr.isatty():
        yield lambda number: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=games)
        yield lambda number: progress.advance(task, number)


@contextmanager
def _gentle_stop() -> Iterator[Callable[[], bool]]:
    """The first Ctrl-C asks to stop after the batch in hand; the second stops at once."""
    stopped = False

    def ask(_number: int, _frame: object) -> None:
        nonlocal stopped
        if stopped:
            raise KeyboardInterrupt
        stopped = True

    try:
        before = signal.signal(signal.SIGINT, ask)
    except ValueError:  # not the main thread: nobody can interrupt it
        yield lambda: False
        return
    try:
        yield lambda: stopped
    finally:
        signal.signal(signal.SIGINT, before)
