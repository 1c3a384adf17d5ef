"""`rulewright docs`: rule sheets, references, cards and changes on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli._setting import game_options, refuse, setting_of

if TYPE_CHECKING:
    from rulewright.docgen.publish import Order, Printed
    from rulewright.dsl.program import Program
    from rulewright.dsl.ruleset import Ruleset
    from rulewright.interpreter import Suite
    from rulewright.interpreter.setting import Setting

LANGUAGES, KINDS, FORMATS = ("en", "fr"), ("sheet", "reference", "cards", "changes"), ("html", "pdf", "md")


def _names(allowed: tuple[str, ...]) -> Callable[[click.Context, click.Parameter, str], tuple[str, ...]]:
    """Reads `a,b`; each name must be one of those allowed."""

    def read(_ctx: click.Context, _param: click.Parameter, value: str) -> tuple[str, ...]:
        names = tuple(dict.fromkeys(name.strip() for name in value.split(",") if name.strip()))
        wrong = [name for name in names if name not in allowed]
        if wrong or not names:
            raise click.BadParameter(f"`{', '.join(wrong)}` is none of {', '.join(allowed)}")
        return names

    return read


@click.command("docs")
@game_options
@click.option("-o", "--output", "folder", default="out", show_default=True, metavar="DIR", help="Where to print.")
@click.option("--lang", "langs", default="en,fr", show_default=True, callback=_names(LANGUAGES), help="Languages.")
@click.option(
    "--format", "formats", default="html,pdf,md", show_default=True, callback=_names(FORMATS), help="Formats."
)
@click.option("--kind", "kinds", default="sheet", show_default=True, callback=_names(KINDS), help="What to print.")
@click.option("--paper", type=click.Choice(("a4", "letter")), default="a4", show_default=True, help="Of the PDF.")
@click.option("--authored/--no-authored", default=True, help="With the authors' own summaries and notes, or without.")
@click.option("--templates", type=click.Path(exists=True, file_okay=False), help="A folder of templates of your own.")
def command(
    game: str,
    with_: tuple[str, ...],
    options: tuple[str, ...],
    players: int | None,
    folder: str,
    langs: tuple[str, ...],
    formats: tuple[str, ...],
    kinds: tuple[str, ...],
    paper: str,
    authored: bool,
    templates: str | None,
) -> None:
    """Print the rules of a game: sheets, a quick reference, cards to cut out, what a variant changes.

    The paper is for exactly the expansions, options and number of players that are given; without `--players` a sheet
    tells what differs with their number.
    """
    from rulewright.docgen.publish import chapters_of, index
    from rulewright.interpreter import load_suite

    setting = setting_of(game, with_, options, players)
    ruleset, program = loaded(setting)
    suite = load_suite(setting.game, setting.with_, dict(setting.options)) if "sheet" in kinds else None
    order = order_of(setting, ruleset, program, suite, kinds, paper=paper)
    if order.base is None and kinds == ("changes",):
        raise click.UsageError(f"{ruleset.title} is built on no other game: add a variant or expansion with `--with`")
    own = Path(templates) if templates is not None else None
    order = replace(order, langs=langs, formats=formats, authored=authored, templates=own)
    target = Path(folder)
    printed = list(print_all(order, target))
    (target / "index.html").write_text(index(order, chapters_of(printed, target)), "utf-8")
    click.echo(f"{len(printed) + 1} files in {target}: open {target / 'index.html'}")


def order_of(
    setting: Setting, ruleset: Ruleset, program: Program, suite: Suite | None, kinds: tuple[str, ...], *, paper: str
) -> Order:
    """Papers of these kinds, for one number of players if it was given, else for all; `suite` has what is drawn."""
    from rulewright.docgen.examples import Examples
    from rulewright.docgen.publish import Order

    base = base_of(setting, ruleset) if "changes" in kinds else None
    others = others_of(ruleset, program) if setting.players is None else ()
    examples = Examples(suite) if suite is not None else None
    return Order(ruleset, program, base, kinds=kinds, paper=paper, examples=examples, others=others)


def print_all(order: Order, folder: Path) -> Iterator[Printed]:
    """Prints, telling of every file on the error stream; what a catalogue lacks is told once for each language."""
    from rulewright.docgen.publish import publish

    told: set[str] = set()
    try:
        for printed in publish(order, folder):
            click.echo(f"  {printed.path.name}", err=True)
            if printed.missing and printed.lang not in told:
                told.add(printed.lang)
                lacking = ", ".join(sorted({key for _, key in printed.missing}))
                click.echo(f"  warning: no {printed.lang} words for {lacking}", err=True)
            yield printed
    except OSError as error:
        problem = f"cannot write {error.filename or folder}: {error.strerror}"
        raise click.BadParameter(problem, param_hint="--output") from None


def loaded(setting: Setting) -> tuple[Ruleset, Program]:
    """The ruleset and its program; if the rules are wrong, the problems are printed and the command ends."""
    from rulewright.cli._setting import program_of
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.pipeline import load_ruleset

    program = program_of(setting)
    report = Report()
    ruleset = load_ruleset(setting.game, setting.with_, dict(setting.options), report=report)
    if ruleset is None:
        refuse(report)
        raise AssertionError
    return ruleset, program


def others_of(ruleset: Ruleset, program: Program) -> tuple[Program, ...]:
    """The programs for the other numbers of players that a game is for."""
    from rulewright.dsl.check.compile import Compiled
    from rulewright.dsl.diagnostics import Report

    counts = [count for count in program.player_range if count != program.players]
    return tuple(Compiled(ruleset, count, Report()).program for count in counts)


def base_of(setting: Setting, ruleset: Ruleset) -> tuple[Ruleset, tuple[Program, ...]] | None:
    """What a variant, an expansion or a game built on another changes, for as many players; None if there is nothing.

    A variant is compared with its game and the expansions beside it. Where that game is not for so many players, it is
    taken for as many as it can be.
    """
    from rulewright.dsl.check.compile import Compiled
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.pipeline import load_ruleset

    games = [info for info in ruleset.modules if info.kind == "game"]
    added = any(info.kind in ("expansion", "variant") for info in ruleset.modules)
    if not added:
        games = games[:-1]
    if not games:
        return None
    kinds = {info.kind for info in ruleset.modules}
    beside = tuple(info.name for info in ruleset.modules if info.kind == "expansion") if "variant" in kinds else ()
    for options in (dict(setting.options), {}):
        report = Report()
        found = load_ruleset(Path(games[-1].path), beside, options, report=report)
        if found is not None and report.ok:
            wanted = [setting.players] if setting.players is not None else list(ruleset.players)
            counts = [count for count in wanted if count in found.players] or [max(found.players)]
            return found, tuple(Compiled(found, count, report).program for count in counts)
    return None
