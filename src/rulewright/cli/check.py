"""`rulewright check`: is a ruleset good, for every number of players it is for?"""

from __future__ import annotations

import gc
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli._setting import is_colored, setting_of, status_of

if TYPE_CHECKING:
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.ruleset import Ruleset
    from rulewright.interpreter.setting import Setting


@click.command("check")
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option("--with", "with_", multiple=True, metavar="A,B", help="Add expansions and variants.")
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="Set an option of the game.")
@click.option("--players", type=click.IntRange(min=1), help="For this number only; for every allowed one if not said.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
@click.option("--annotations", is_flag=True, help="Print annotations for GitHub's checks instead of text.")
def command(
    games: tuple[str, ...],
    with_: tuple[str, ...],
    options: tuple[str, ...],
    players: int | None,
    strict: bool,
    as_json: bool,
    annotations: bool,
) -> None:
    """Check rulesets: read, link and type-check them.

    The status is 1 if there are errors (with --strict, also if there are warnings), 2 if a game or expansion that was
    asked for is not there.
    """
    from rulewright.dsl.render import github, report_dict, report_text

    gc.disable()  # a command that ends in a second need not look for garbage among trees that it keeps
    reports = {game: _report(game, with_, options, players) for game in games}
    if as_json:
        data = [{"game": game, **report_dict(report)} for game, report in reports.items()]
        click.echo(json.dumps(data[0] if len(data) == 1 else data, indent=2))
    elif annotations:
        for diagnostic in (diagnostic for report in reports.values() for diagnostic in report):
            click.echo(github(diagnostic))
    else:
        for game, report in reports.items():
            lead = f"{game}: " if not list(report) else f"{game}:\n"
            click.echo(lead + report_text(report, color=is_colored(sys.stdout)))
    found = [error for report in reports.values() for error in report.errors]
    if status := status_of(found) or int(strict and any(report.warnings for report in reports.values())):
        raise click.exceptions.Exit(status)


def _report(game: str, with_: tuple[str, ...], options: tuple[str, ...], players: int | None) -> Report:
    from rulewright.dsl.check.compile import Compiled
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.pipeline import load_ruleset, partners

    setting = setting_of(game, with_, options, players)
    report = Report()
    ruleset = load_ruleset(game, setting.with_, dict(setting.options), report=report)
    if ruleset is None or not report.ok:
        return report
    if players is not None and not ruleset.seats(players, report):
        return report
    for count in ruleset.players if players is None else (players,):
        Compiled(ruleset, count, report)
    if report.ok:
        _check_sentences(ruleset, setting, report)
    _check_catalogues(ruleset, report)
    for others in partners(ruleset, game):
        report.extend(_report(game, (*with_, *others), options, players))
    return report


def _check_catalogues(ruleset: Ruleset, report: Report) -> None:
    folders = [Path(info.path).parent for info in ruleset.modules if info.kind != "library"]
    if any((folder / "locale").is_dir() for folder in folders):
        from rulewright.docgen.wording.catalogues import check_catalogues

        check_catalogues(folders, report)


def _check_sentences(ruleset: Ruleset, setting: Setting, report: Report) -> None:
    """The `#=` lines of the files in use, where there are any. A file by itself tells what it means alone."""
    for info in ruleset.modules:
        path = Path(info.path)
        if info.kind == "library" or not path.is_file() or "\n#=" not in path.read_text("utf-8-sig"):
            continue
        from rulewright.cli._setting import program_of
        from rulewright.docgen.sentences import check_sentences

        check_sentences(program_of(replace(setting, game=str(path), with_=(), players=None)), info.path, report)
