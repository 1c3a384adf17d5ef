"""`rulewright test`: every example and recorded game of some games, or of all that ship."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli import _records
from rulewright.cli._coverage import Watcher
from rulewright.cli._setting import is_colored, refuse

if TYPE_CHECKING:
    from rulewright.interpreter.testing.scenario import Outcome
    from rulewright.interpreter.testing.suite import Batch


@click.command("test")
@click.argument("names", nargs=-1, metavar="[GAME-or-PATH]...")
@click.option("-k", "pattern", default="", metavar="WORDS", help="Only examples with these words in their title.")
@click.option("--coverage", "with_coverage", is_flag=True, help="Say which rules, branches and rows never fired.")
@click.option("--games", type=click.IntRange(min=0), default=0, metavar="N", help="With N random games besides.")
@click.option("-o", "folder", type=click.Path(path_type=Path), metavar="DIR", help="Write the coverage as HTML too.")
@click.option("--record", "is_recording", is_flag=True, help="Record the games anew, after a deliberate change.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(
    names: tuple[str, ...],
    pattern: str,
    with_coverage: bool,
    games: int,
    folder: Path | None,
    is_recording: bool,
    as_json: bool,
) -> None:
    """Run the examples of games, or of all that ship, and replay their recorded games.

    A GAME is a shipped ruleset's name; a path is a .rules or .game file or a folder of them. The status is 1 if an
    example does not hold or a game diverges. With --coverage, what neither the examples nor N random games made happen
    is listed; the games are dealt to every number of players and every value of each option.
    """
    if not with_coverage and (games or folder is not None):
        raise click.UsageError("--games and -o belong to --coverage")
    if is_recording:
        _records.record_all(names)
        return
    if not (names or pattern or with_coverage or as_json) and (jobs := os.cpu_count() or 1) > 1:
        raise click.exceptions.Exit(_everything(jobs))
    _refuse_strangers(names)
    watcher = Watcher(games) if with_coverage else None
    results = list(_results(names, pattern, watcher, quiet=as_json))
    rulesets = [batch.suite.ruleset for batch, _ in results if batch.suite.ruleset is not None]
    replayed = [] if pattern or watcher is not None else _records.replay_all(names, rulesets)
    if as_json:
        found = {} if watcher is None else {"coverage": watcher.data()}
        click.echo(json.dumps({**_data(results, replayed), **found}, indent=2))
    else:
        _records.show(replayed)
        if not replayed and not any(outcomes for _, outcomes in results):
            click.echo("no examples")
    if watcher is not None:
        by = f"its examples and {games} random games" if games else "its examples"
        watcher.show(f"{' '.join(names) or 'everything'} by {by}", folder, quiet=as_json)
    if not all(outcome.ok for _, outcomes in results for outcome in outcomes) or any(found for _, found in replayed):
        raise click.exceptions.Exit(1)


def _refuse_strangers(names: tuple[str, ...]) -> None:
    """A file that can hold neither examples nor a recorded game is a slip, and so is a folder without any that can."""
    from rulewright.dsl.files import is_path, rules_in
    from rulewright.interpreter.testing.record_file import records_in

    for name in names:
        path = Path(name)
        if path.is_dir() and not rules_in(path, deep=True) and not records_in(path):
            raise click.UsageError(f"There is no .rules or .game file in the folder {name}.")
        if is_path(name) and path.is_file() and path.suffix not in (".rules", ".game"):
            raise click.UsageError(f"{name} is neither a .rules nor a .game file.")


def _everything(jobs: int) -> int:
    """All that ships, a folder to a process, the largest first; what they print comes in the order of their names."""
    from rulewright.dsl.files import shipped_folder
    from rulewright.interpreter.testing.record_file import records_in
    from rulewright.interpreter.testing.suite import files_under

    work = {f: [*files_under(f), *records_in(f)] for f in sorted(shipped_folder().iterdir()) if f.is_dir()}
    sizes = {folder: sum(path.stat().st_size for path in paths) for folder, paths in work.items() if paths}
    with ThreadPoolExecutor(jobs) as pool:
        runs = {f: pool.submit(_in_a_process, f) for f in sorted(sizes, key=lambda folder: -sizes[folder])}
        status = 0
        for folder in sizes:
            done = runs[folder].result()
            click.echo(done.stdout, nl=False)
            click.echo(done.stderr, nl=False, err=True)
            status = max(status, done.returncode)
    return status


def _in_a_process(folder: Path) -> subprocess.CompletedProcess[str]:
    code = "from rulewright.cli.main import main; main()"
    call = [sys.executable, "-c", code, "test", str(folder)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(call, capture_output=True, encoding="utf-8", env=environment, check=False)


def _results(
    names: tuple[str, ...], pattern: str, watcher: Watcher | None, *, quiet: bool
) -> Iterator[tuple[Batch, list[Outcome]]]:
    """Runs batch after batch, watched if somebody watches."""
    for batch in _batches(names):
        batch.suite.check()
        if not batch.suite.ok:
            refuse(batch.suite.report)
        if watcher is not None:
            watcher.watch(batch.suite)
        chosen = [k for k in batch.numbers if pattern.casefold() in batch.suite.cases[k][0].title.casefold()]
        if pattern and not chosen:
            continue
        outcomes = list(batch.suite.all(chosen))
        if not quiet:
            _print(batch, outcomes)
        if watcher is not None:
            watcher.play(batch.suite)
        yield batch, outcomes


def _batches(games: tuple[str, ...]) -> Iterator[Batch]:
    """What to run, in order; a name runs the examples of that game or expansion alone."""
    from rulewright.dsl.files import is_path
    from rulewright.interpreter.testing.suite import Batch, batches, files_under, load_suite, shipped_files

    if not games:
        yield from batches(shipped_files())
    for game in games:
        path = Path(game)
        if path.is_dir():
            yield from batches(files_under(path))
        elif _records.is_record_path(path):
            continue
        elif is_path(game) and path.is_file():
            yield from batches([path])
        else:
            suite = load_suite(game)
            yield Batch(game, suite, tuple(suite.own_cases()))


def _print(batch: Batch, outcomes: list[Outcome]) -> None:
    from rulewright.dsl.render import frame

    failed = [outcome for outcome in outcomes if not outcome.ok]
    count = f"{len(outcomes)} example{'s' * (len(outcomes) != 1)}"
    verdict = f"{len(failed)} of {count} failed" if failed else count
    click.echo(f"{'FAILED' if failed else 'ok    '} {batch.name}: {verdict}")
    for outcome in failed:
        click.echo(f"\nexample “{outcome.title}”")
        click.echo("\n".join(frame(found, color=is_colored(sys.stdout)) for found in outcome.diagnostics) + "\n")


def _data(results: list[tuple[Batch, list[Outcome]]], replayed: _records.Replayed) -> dict[str, Any]:
    from rulewright.dsl.render import as_dict

    games = [
        {
            "name": batch.name,
            "ok": all(outcome.ok for outcome in outcomes),
            "examples": [
                {
                    "title": outcome.title,
                    "file": outcome.example.span.file.path,
                    "line": outcome.example.span.line,
                    "ok": outcome.ok,
                    "diagnostics": [as_dict(found) for found in outcome.diagnostics],
                }
                for outcome in outcomes
            ],
        }
        for batch, outcomes in results
    ]
    recorded = _records.data(replayed)
    return {"ok": all(x["ok"] for x in (*games, *recorded)), "games": games, "recorded": recorded}
