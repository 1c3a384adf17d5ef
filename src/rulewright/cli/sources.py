"""`rulewright sources`: where each numbered rule stands, which examples prove it, and which numbers are missing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli._setting import refuse

if TYPE_CHECKING:
    from rulewright.dsl.sources import Place, Sources


@click.command("sources")
@click.argument("game")
@click.option("--with", "with_", multiple=True, metavar="A,B", help="Add expansions and variants.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(game: str, with_: tuple[str, ...], as_json: bool) -> None:
    """List the numbered rules that a game cites, where and in which examples, and the gaps.

    A gap is a number that neither the rules nor SOURCES.md name although its neighbours are there. The status is 1 if
    there is one.
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
    found = sources_of(ruleset)
    if as_json:
        click.echo(json.dumps(_data(found), indent=2, ensure_ascii=False))
    else:
        _print(found)
    if found.gaps:
        raise click.exceptions.Exit(1)


def _print(found: Sources) -> None:
    from rulewright.dsl.source import printable

    for cited in found.cited:
        click.echo(printable(" · ".join((cited.number, *cited.marks))))
        for place in cited.places:
            click.echo(f"  {printable(place.name)}  {_where(place)}")
        for place in cited.examples:
            click.echo(f"  example “{printable(place.name)}”  {_where(place)}")
    shown = sum(1 for cited in found.cited if cited.examples)
    click.echo(f"{len(found.cited)} numbers, {shown} with an example, {len(found.gaps)} missing")
    for gap in found.gaps:
        click.echo(f"gap: {gap} is neither in the rules nor in SOURCES.md")


def _where(place: Place) -> str:
    from rulewright.dsl.source import printable

    return f"{printable(place.span.file.path)}:{place.span.line}"


def _data(found: Sources) -> dict[str, Any]:
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
            }
            for cited in found.cited
        ],
        "gaps": list(found.gaps),
    }
