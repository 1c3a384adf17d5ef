"""`rulewright sources`: where each numbered rule stands, which examples prove it, and which numbers are missing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from rulewright.cli._setting import refuse

if TYPE_CHECKING:
    from rulewright.dsl.ruleset import Ruleset
    from rulewright.dsl.sources import Cited, Place, Sources

LANGS = ("en", "fr")
Said: TypeAlias = Callable[["Cited"], dict[str, list[str]]]


@click.command("sources")
@click.argument("game")
@click.option("--with", "with_", multiple=True, metavar="A,B", help="Add expansions and variants.")
@click.option("--strict", is_flag=True, help="A number without an example or without a sentence is a gap too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(game: str, with_: tuple[str, ...], strict: bool, as_json: bool) -> None:
    """List the numbered rules that a game cites: where, in which examples, in which sentences, and the gaps.

    A gap is a number that neither the rules nor SOURCES.md name although its neighbours are there. The status is 1 if
    there is one. What a declaration merely names, such as a counter, has no sentence of its own.
    """
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.pipeline import load_ruleset
    from rulewright.dsl.sources import sources_of

    report = Report()
    names = [name.strip() for words in with_ for name in words.split(",") if name.strip()]
    ruleset = load_ruleset(game, names, {}, report=report)
    if ruleset is None or not report.ok:
        refuse(report)
        return
    found, said = sources_of(ruleset), _sentences(ruleset)
    bare = [cited.number for cited in found.cited if not cited.examples or not all(said(cited).values())]
    if as_json:
        click.echo(json.dumps(_data(found, said), indent=2, ensure_ascii=False))
    else:
        _print(found, said)
        for number in bare if strict else ():
            click.echo(f"gap: {number} has no example or no sentence")
    if found.gaps or (strict and bare):
        raise click.exceptions.Exit(1)


def _sentences(ruleset: Ruleset) -> Said:
    """For a number its sentences in each language, as the sheet for the fewest players prints them."""
    from rulewright.docgen.sourced import Sentences
    from rulewright.dsl.check.compile import Compiled
    from rulewright.dsl.diagnostics import Report

    report = Report()
    program = Compiled(ruleset, min(ruleset.players), report).program
    if not report.ok:
        refuse(report)
    sheets = {lang: Sentences(program, lang) for lang in LANGS}

    def said(cited: Cited) -> dict[str, list[str]]:
        lines = [(place.span.file.path, place.span.line) for place in cited.places]
        return {lang: sheet.of(cited.number, lines) for lang, sheet in sheets.items()}

    return said


def _print(found: Sources, said: Said) -> None:
    from rulewright.dsl.source import printable

    for cited in found.cited:
        click.echo(printable(" · ".join((cited.number, *cited.marks))))
        for place in cited.places:
            click.echo(f"  {printable(place.name)}  {_where(place)}")
        for place in cited.examples:
            click.echo(f"  example “{printable(place.name)}”  {_where(place)}")
        for lang, sentences in said(cited).items():
            for sentence in sentences:
                click.echo(f"  {lang}: {printable(sentence)}")
    shown = sum(1 for cited in found.cited if cited.examples)
    worded = sum(1 for cited in found.cited if all(said(cited).values()))
    counts = f"{shown} with an example, {worded} with a sentence in both languages"
    click.echo(f"{len(found.cited)} numbers, {counts}, {len(found.gaps)} missing")
    for gap in found.gaps:
        click.echo(f"gap: {gap} is neither in the rules nor in SOURCES.md")


def _where(place: Place) -> str:
    from rulewright.dsl.source import printable

    return f"{printable(place.span.file.path)}:{place.span.line}"


def _data(found: Sources, said: Said) -> dict[str, Any]:
    def places(items: list[Place]) -> list[dict[str, Any]]:
        return [{"name": x.name, "file": x.span.file.path, "line": x.span.line} for x in items]

    return {
        "ok": not found.gaps,
        "numbers": [
            {
                "number": cited.number,
                "marks": list(cited.marks),
                "rules": places(cited.places),
                "examples": places(cited.examples),
                "sentences": said(cited),
            }
            for cited in found.cited
        ],
        "gaps": list(found.gaps),
    }
