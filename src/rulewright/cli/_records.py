"""Recorded games in `rulewright test`: which belong to what was asked for, replaying them, recording them anew."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli._setting import is_colored, refuse

if TYPE_CHECKING:
    from rulewright.dsl.diagnostics import Diagnostic
    from rulewright.dsl.ruleset import Ruleset

Replayed = list[tuple[Path, "Diagnostic | None"]]


def paths_of(names: Iterable[str], rulesets: Iterable[Ruleset]) -> list[Path]:
    """The records of games, folders and files by name; all that ship if there are none."""
    from rulewright.interpreter.testing.record_file import records_in, records_of, shipped_records

    named = [Path(name) for name in names]
    if not named:
        return shipped_records()
    found = [path for path in named if is_record_path(path)]
    found += [path for folder in named if folder.is_dir() for path in records_in(folder)]
    found += [path for ruleset in rulesets for path in records_of(ruleset)]
    return list(dict.fromkeys(path.resolve() for path in found))


def is_record_path(path: Path) -> bool:
    from rulewright.interpreter.testing.recorded import SUFFIX

    return path.suffix == SUFFIX and path.is_file()


def replay_all(names: Iterable[str], rulesets: Iterable[Ruleset]) -> Replayed:
    """Replays the records of what was asked for; a record that cannot be read ends the command."""
    from rulewright.dsl.diagnostics import RulesError

    try:
        return _replay_each(paths_of(names, rulesets))
    except RulesError as error:
        refuse(error.report)
        raise AssertionError from None  # not reached


def _replay_each(paths: Iterable[Path]) -> Replayed:
    from rulewright.dsl.diagnostics import RulesError
    from rulewright.interpreter.testing.record_file import read
    from rulewright.interpreter.testing.recorded import replay

    found: Replayed = []
    for path in paths:
        try:
            found.append((path, replay(read(path))))
        except RulesError as error:
            found.append((path, error.report.errors[0]))
    return found


def show(replayed: Replayed) -> None:
    """One line for all that come out as recorded; the first move of each that does not."""
    from rulewright.dsl.render import frame

    failed = [(path, found) for path, found in replayed if found is not None]
    if replayed:
        count = f"{len(replayed)} game{'s' * (len(replayed) != 1)}"
        told = f"{len(failed)} of {count} diverge" if failed else count
        click.echo(f"{'FAILED' if failed else 'ok    '} recorded: {told}")
    for _path, found in failed:
        click.echo("\n" + frame(found, color=is_colored(sys.stdout)) + "\n")


def data(replayed: Replayed) -> list[dict[str, Any]]:
    from rulewright.dsl.render import as_dict

    return [
        {"file": str(path), "ok": found is None, "diagnostics": [] if found is None else [as_dict(found)]}
        for path, found in replayed
    ]


def record_all(names: tuple[str, ...]) -> None:
    """Records anew what is recorded; a game that has no record yet gets two."""
    from rulewright.dsl.diagnostics import RulesError
    from rulewright.interpreter.testing.record_file import read_head, records_of, wanted, write
    from rulewright.interpreter.testing.recorded import make

    rulesets = [_ruleset(name) for name in names if not Path(name).is_dir() and not is_record_path(Path(name))]
    try:
        records = [read_head(path) for path in paths_of(names, rulesets)]
        records += [record for ruleset in rulesets if not records_of(ruleset) for record in wanted(ruleset)]
        for record in records:
            made = make(record)
            write(made)
            click.echo(f"recorded {made.path}: {len(made.moves)} moves")
    except RulesError as error:
        refuse(error.report)


def _ruleset(name: str) -> Ruleset:
    from rulewright.interpreter.testing.suite import load_suite

    suite = load_suite(name)
    if not suite.ok or suite.ruleset is None:
        refuse(suite.report)
    assert suite.ruleset is not None
    return suite.ruleset
