"""`rulewright show`: what becomes of a ruleset, stage by stage."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli._setting import game_options, program_of, refuse, ruleset_of, setting_of

if TYPE_CHECKING:
    from rulewright.dsl.nodes import Thing
    from rulewright.dsl.program import Design
    from rulewright.dsl.ruleset import Ruleset
    from rulewright.interpreter.generate.layout import Layout
    from rulewright.interpreter.setting import Setting

_KINDS = {
    "agree": "declared likewise",
    "extend": "extended",
    "in_place_of": "replaced",
    "replace": "replaced",
    "replace_step": "step replaced",
    "remove": "row removed",
    "use": "taken over",
}
STAGES = ("tree", "rules", "program", "python")
HEADS = (
    "the decision that is asked, -1 at the end",
    "who decides",
    "the options",
    "the answer",
    "the generator",
    "the turn order",
    "the active player",
    "the winners",
    "chance that is forced",
    "permissions in use",
    "who has yet to choose in secret",
    "the secret answers",
    "how often secrets came to light",
    "decisions so far",
    "what is put aside",
    "the clause that is carried out",
)


@click.command("show")
@game_options
@click.argument("rule", required=False)
@click.option("--stage", type=click.Choice(STAGES), default="rules", show_default=True, help="Which stage.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of the tree instead.")
@click.option("--json", "as_json", is_flag=True, help="Print the tree as JSON.")
def command(
    game: str,
    with_: tuple[str, ...],
    options: tuple[str, ...],
    players: int | None,
    rule: str | None,
    stage: str,
    schema: bool,
    as_json: bool,
) -> None:
    """Show what becomes of a ruleset at any stage.

    tree: the declarations as written; rules: what is in force and where each comes from; program: checked and typed;
    python: the code that plays. RULE shows one of them alone.
    """
    if schema:
        from rulewright.dsl.schema import json_schema

        click.echo(json.dumps(json_schema(), indent=2))
        return
    setting = setting_of(game, with_, options, players)
    lines = list(_lines(setting, stage, rule, as_json))
    if rule is not None and not lines:
        from rulewright.dsl.suggest import nearest

        near = nearest(rule, [x.name for x in ruleset_of(setting).things])
        meant = f"; did you mean {' or '.join(f'`{name}`' for name in near)}?" if near else ""
        raise click.BadParameter(f"nothing called `{rule}` is there at this stage{meant}", param_hint="RULE")
    click.echo("\n".join(lines))


def _lines(setting: Setting, stage: str, rule: str | None, as_json: bool) -> Iterator[str]:
    match stage:
        case "tree":
            yield from _tree(ruleset_of(setting), rule, as_json)
        case "rules":
            yield from _rules(ruleset_of(setting), rule, _designs(setting))
        case "program":
            yield from _program(setting, rule)
        case _:
            yield from _python(setting, rule)


def _tree(ruleset: Ruleset, rule: str | None, as_json: bool) -> Iterator[str]:
    """The declarations of the game and of what is added to it, without the library."""
    from rulewright.dsl.dump import dump
    from rulewright.dsl.schema import to_data

    found = [x.decl for x in ruleset.things if (x.name == rule if rule is not None else not x.is_library)]
    if as_json:
        yield json.dumps([to_data(decl) for decl in found], indent=2)
        return
    for decl in found:
        yield from dump(decl)


def _designs(setting: Setting) -> dict[str, list[Design]]:
    """The designs of each component; of rules that do not check there are none to name."""
    from rulewright.dsl.diagnostics import RulesError
    from rulewright.interpreter.simulate import program_of as checked

    try:
        return {name: component.designs for name, component in checked(setting).components.items()}
    except RulesError:
        return {}


def _rules(ruleset: Ruleset, rule: str | None, designs: dict[str, list[Design]]) -> Iterator[str]:
    """Each declaration in force as it was written, and below it the changes to it, each after where it comes from.

    A table that stands in a file of its own is written out.
    """
    for linked in ruleset.things:
        if linked.name != rule if rule is not None else linked.is_library:
            continue
        yield f"# {linked.module}, {linked.decl.span}"
        yield linked.decl.span.text.rstrip()
        yield from _written_out(linked.decl, designs)
        for patch in linked.patches:
            yield f"# {_KINDS.get(patch.kind, patch.kind)} by {patch.module}, {patch.span}"
            if not patch.span.text.endswith(linked.decl.span.text):  # else it is what stands above
                yield patch.span.text.rstrip()
        yield ""


def _written_out(decl: Thing, designs: dict[str, list[Design]]) -> Iterator[str]:
    """What a declaration does not say itself: the rows of a table's file, the names of what there is one each of."""
    from rulewright.dsl.nodes import ComponentDecl, TableDecl

    if isinstance(decl, TableDecl) and decl.file is not None:
        rows = [[cell.span.text for cell in row.cells] for row in decl.rows]
        if rows and "name" not in rows[0]:
            names = {design.words.span: design.words.name for design in designs.get(decl.name, ())}
            heads = ["name", *(names.get(row.span, "") for row in decl.rows[1:])]
            rows = [[head, *row] for head, row in zip(heads, rows, strict=True)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            yield f"  | {' | '.join(text.ljust(width) for text, width in zip(row, widths, strict=True))} |"
    elif isinstance(decl, ComponentDecl):
        own = [design.words.name for design in designs.get(decl.name, ()) if not design.has_own_name]
        if decl.one_each and own:
            yield f"  # {', '.join(own)}"


def _program(setting: Setting, rule: str | None) -> Iterator[str]:
    from rulewright.dsl.dump import dump

    program = program_of(setting)
    parts: list[tuple[str, dict[str, Any]]] = [
        (name, value) for name in program.__dataclass_fields__ if isinstance(value := getattr(program, name), dict)
    ]
    for part, things in parts:
        chosen = {name: x for name, x in things.items() if rule is None or rule in (name, _name(x))}
        if chosen:
            yield f"{part}:"
        for name, thing in chosen.items():
            yield from dump(thing, "" if _name(thing) else name, 0)
    if rule is None:
        yield from dump(program.setup, "setup")
        yield from dump(program.play, "play")
        yield from dump(program.winner, "winner")


def _name(thing: Any) -> str:
    return str(getattr(getattr(thing, "words", None), "name", ""))


def _python(setting: Setting, rule: str | None) -> Iterator[str]:
    """The generated source; of one rule, the functions with a comment that names it."""
    from rulewright.dsl.diagnostics import RulesError
    from rulewright.interpreter.generate.module import generate

    try:
        generated = generate(program_of(setting))
    except RulesError as error:
        refuse(error.report)
        return
    blocks = re.split(r"\n\n\n", generated.source.rstrip())
    if rule is not None:
        named = re.compile(rf"^\s*# {re.escape(rule)}(,|$)", re.MULTILINE)
        blocks = [block for block in blocks if named.search(block)]
    if blocks:
        yield from _slots(generated.layout, "\n".join(blocks))
    for block in blocks:
        yield block
        yield ""


def _slots(layout: Layout, source: str) -> Iterator[str]:
    """What the places of the state are that a source names."""
    used = {int(number) for number in re.findall(r"\bS\[(\d+)", source)}
    yield "# S is the state, a flat list; a function gives the next one, or None when somebody is asked. Places here:"
    yield from (f"# S[{k}] {name}" for k, name in enumerate(HEADS) if k in used)
    for slot in layout.slots.values():
        if used & set(range(slot.base, slot.base + slot.count)):
            last = f" to S[{slot.base + slot.count - 1}]" if slot.count > 1 else ""
            yield f"# S[{slot.base}]{last} {slot.name}"
    yield ""
