"""What a house rule or an example can name in a game, sort by sort, as the game's own text writes it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulewright.dsl import nodes as n

if TYPE_CHECKING:
    from rulewright.dsl.program import Component, Program
    from rulewright.dsl.ruleset import Ruleset

SORTS = (
    *("numbers", "options", "kinds", "boards", "maps", "pieces", "counters", "zones", "memories", "components"),
    *("actions", "setup steps", "steps", "definitions", "rules", "scores"),
)
_MARGIN, _WIDTH = " " * 16, 118


def names_of(ruleset: Ruleset, program: Program) -> dict[str, list[str]]:
    """The sorts that a game has, each with its names; cards and tiles under the name of their component."""
    found: dict[str, list[str]] = {sort: [] for sort in SORTS}
    for linked in ruleset.things:
        if not linked.is_library:
            for sort, name in _written(linked.decl):
                found[sort].append(name)
    for component in program.components.values():
        found[f"{component.name}:"] = things_of(component)
    return {sort: names for sort, names in found.items() if names}


def things_of(component: Component) -> list[str]:
    """The names of a component's things; those that only have a number behind its name, in one go."""
    names = [design.words.name for design in component.designs]
    numbered = [f"{component.name}_{k}" for k in range(1, len(names) + 1)]
    return [f"{names[0]} to {names[-1]}"] if len(names) > 2 and names == numbered else names


def names_text(title: str, names: dict[str, list[str]]) -> str:
    lines = [f"{title}: what a house rule or an example can name"]
    for sort, words in names.items():
        text = textwrap.fill(" · ".join(words), _WIDTH, initial_indent=_MARGIN, subsequent_indent=_MARGIN)
        head = f"  {sort}"
        lines.append(head + text[len(head) :] if len(head) < len(_MARGIN) else f"{head}\n{text}")
    return "\n".join(lines)


def _written(decl: n.Thing) -> Iterator[tuple[str, str]]:
    """The sort of a declaration, and its names with what they are of."""
    match decl:
        case n.ActionDecl():
            yield "actions", " ".join([decl.name, *(_param(param) for param in decl.params)])
            yield from (("steps", step) for step in _steps(decl.body))
        case n.PlayDecl():
            yield from (("steps", step) for step in _steps(decl.body))
        case n.SetupDecl():
            yield from (("setup steps", step) for step in _steps(decl.body))
        case n.CounterDecl():
            yield from (("counters", _per(noun.name, decl.per)) for noun in decl.nouns)
        case _ if type(decl) in _ONE:
            sort, told = _ONE[type(decl)]
            yield sort, told(decl)


def _kind(decl: n.KindDecl) -> str:
    return _with(decl.name, [name for member in decl.members for name in member.names])


def _define(decl: n.DefineDecl) -> str:
    params = ", ".join(f"{param.name}: {param.type.span.text}" for param in decl.params)
    return f"{decl.name}({params})" if params else decl.name


_ONE: dict[type[Any], tuple[str, Callable[[Any], str]]] = {
    n.NumberDecl: ("numbers", lambda decl: f"{decl.name} = {decl.value.span.text}"),
    n.OptionDecl: ("options", lambda decl: f"{decl.name} = {decl.default.span.text}"),
    n.KindDecl: ("kinds", _kind),
    n.BoardDecl: ("boards", lambda decl: _per(decl.name, decl.per)),
    n.MapDecl: ("maps", lambda decl: decl.name),
    n.PieceDecl: ("pieces", lambda decl: _per(decl.name, decl.per)),
    n.ZoneDecl: ("zones", lambda decl: f"{decl.shape} {_per(decl.name, decl.per)}"),
    n.MemoryDecl: ("memories", lambda decl: f"{_per(decl.name, decl.per)}: {decl.type.span.text}"),
    n.ComponentDecl: ("components", lambda decl: _with(decl.name, [field.name for field in decl.fields])),
    n.DefineDecl: ("definitions", _define),
    n.RuleDecl: ("rules", lambda decl: decl.name),
    n.ScoreDecl: ("scores", lambda decl: decl.name),
}


def _with(name: str, inner: list[str]) -> str:
    return f"{name} ({', '.join(inner)})" if inner else name


def _per(name: str, per: str | None) -> str:
    return f"{name} per {per}" if per else name


def _param(param: n.Param) -> str:
    return f"{param.prep} {param.name}" if param.prep else param.name


def _steps(body: tuple[n.Stmt, ...]) -> Iterator[str]:
    for stmt in body:
        if isinstance(stmt, n.StepStmt):
            yield stmt.name
        yield from _steps(tuple(getattr(stmt, "body", ())))
