"""`rulewright graph`: the state machine of a game as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli._setting import game_options, program_of, setting_of

if TYPE_CHECKING:
    from rulewright.dsl.program import Program
    from rulewright.interpreter.graph import Graph, Label


@click.command("graph")
@game_options
@click.option("-o", "--output", metavar="FILE", help="Where to write the picture; to the standard output if not said.")
@click.option("--lang", type=click.Choice(["en", "fr"]), help="Word the decisions; as the rules say it if not given.")
@click.option("--json", "as_json", is_flag=True, help="Nodes, arrows and frames as JSON instead of a picture.")
def command(
    game: str,
    with_: tuple[str, ...],
    options: tuple[str, ...],
    players: int | None,
    output: str | None,
    lang: str | None,
    as_json: bool,
) -> None:
    """Draw the state machine of a game as SVG.

    Round boxes are decisions, dashed ones chance; frames are actions and steps.
    """
    from rulewright.interpreter.graph import machine_graph, svg

    program = program_of(setting_of(game, with_, options, players))
    graph = machine_graph(program, _label(program, lang) if lang is not None else None)
    text = json.dumps(_data(graph), indent=2, ensure_ascii=False) + "\n" if as_json else svg(graph)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_text(text, "utf-8")
    except OSError as error:
        raise click.BadParameter(f"cannot write {output}: {error.strerror}", param_hint="--output") from None


def _label(program: Program, lang: str) -> Label:
    """Words for decisions, actions and steps in a language."""
    from rulewright.docgen.wording.words import Wording
    from rulewright.dsl import program as p

    say = Wording(program, lang)

    def label(thing: Any) -> str | None:
        try:
            match thing:
                case p.Choose() | p.Secret():
                    return say.prompt(thing)
                case p.Action():
                    return say.name(thing.words, "action")
                case p.Step():
                    return say.name(thing.words, "step")
        except (KeyError, AttributeError, StopIteration, TypeError, ValueError):
            return None
        return None

    return label


def _data(graph: Graph) -> dict[str, Any]:
    return {
        "title": graph.title,
        "nodes": [{"kind": n.kind, "text": n.text, "place": str(n.span) if n.span else None} for n in graph.nodes],
        "edges": [{"from": e.start, "to": e.end, "text": e.text} for e in graph.edges],
        "frames": [{"text": f.text, "first": f.first, "last": f.last, "depth": f.depth} for f in graph.frames],
    }
