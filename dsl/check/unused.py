"""Definitions and numbers that nothing reads yet: they are checked like all others, and the program stays without them.

What is read is checked where it is first read, at the types it is read with; here each of the others is checked by
itself, with all that changes it. What no rule ever names is told: it has no place in play, whatever was meant by it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields, replace

from rulewright.dsl import nodes as n
from rulewright.dsl.check.clauses import Clauses
from rulewright.dsl.check.logic import check_recursion
from rulewright.dsl.check.symbols import DefineSym, NumberSym
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.plurals import plural
from rulewright.dsl.ruleset import Linked, Ruleset
from rulewright.dsl.types import ERROR, T, Type
from rulewright.dsl.walk import walk

_Named = n.NumberDecl | n.DefineDecl | n.CounterDecl | n.MemoryDecl | n.ZoneDecl | n.PieceDecl | n.OptionDecl
_KINDS: dict[type[n.Thing], str] = {
    n.NumberDecl: "number",
    n.DefineDecl: "definition",
    n.CounterDecl: "counter",
    n.MemoryDecl: "memory",
    n.ZoneDecl: "zone",
    n.PieceDecl: "piece",
    n.OptionDecl: "option",
}


def check_unused(ruleset: Ruleset, clauses: Clauses, report: Report) -> None:
    """Checks what nothing reads, then what may call itself for ever among all there is."""
    functions = clauses.e.functions
    unread = [
        (linked.decl, linked.module)
        for linked in ruleset.things
        if isinstance(linked.decl, n.NumberDecl | n.DefineDecl)
        and not linked.is_library
        and not functions.functions_of(linked.decl.name)
    ]
    with functions.aside():
        for decl, module in unread:
            if functions.functions_of(decl.name):
                continue
            if isinstance(decl, n.NumberDecl):
                functions.number_function(NumberSym(decl, module))
            else:
                _define(DefineSym(decl, module), clauses, report)
        clauses.attach()
        if report.ok:
            check_recursion(clauses.e.program, report)


def _define(symbol: DefineSym, clauses: Clauses, report: Report) -> None:
    """A definition for each board it could be about: it is sound if it is so for one of them."""
    before = report.size
    for board in clauses.e.program.boards or [""]:
        types = [_on(clauses.e.functions.resolve_type(param.type), board) for param in symbol.decl.params]
        if any(t.core.t in (T.ERROR, T.PIECE, T.SPOT, T.ZONE) for t in types):
            return
        kept = report.size
        clauses.e.functions.instance(symbol, tuple(types), board or None)
        if report.size == kept:
            report.keep(before)
            return


def _on(type_: Type | None, board: str) -> Type:
    """A parameter's type, its cells those of a board."""
    if type_ is None or type_.core.t is not T.CELL or type_.core.base:
        return type_ or ERROR
    return replace(type_, base=board) if type_.of is None else replace(type_, of=_on(type_.of, board))


# ---- what no rule names


def check_unnamed(ruleset: Ruleset, report: Report, built_on: Collection[str] = ()) -> None:
    """Tells what is declared and never named by a rule; what stands in modules that others are `built_on` is theirs."""
    own = [linked for linked in ruleset.things if not linked.is_library]
    named = [(linked, _words(linked)) for linked in own if not isinstance(linked.decl, n.ExampleDecl)]
    for linked in own:
        if not isinstance(linked.decl, _Named) or linked.module in built_on:
            continue
        others = [words for other, words in named if other is not linked]
        for name, said in _names(linked.decl):
            if not any(said & words for words in others):
                kind = _KINDS[type(linked.decl)]
                report.emit(
                    Code.UNUSED_DECLARATION,
                    linked.decl.span,
                    f"no rule names the {kind} `{name}`",
                    help="say in a rule what it is for, or take it away",
                )


def _names(decl: _Named) -> Iterator[tuple[str, set[str]]]:
    """What is declared, and the words that mean it."""
    match decl:
        case n.CounterDecl():
            for noun in decl.nouns:
                yield noun.name, {noun.name, noun.plural or plural(noun.name), decl.group or noun.name}
        case n.PieceDecl():
            yield decl.name, {decl.name, decl.noun.plural or plural(decl.name)}
        case _:
            yield decl.name, {decl.name}


def _words(linked: Linked) -> set[str]:
    """Every word of a declaration but its own name."""
    found: set[str] = set()
    for node in walk(linked.decl):
        if isinstance(node, n.Noun):
            continue
        for each in fields(node):  # type: ignore[arg-type]  # what `walk` gives are nodes
            if not (node is linked.decl and each.name == "name"):
                found.update(_texts(getattr(node, each.name)))
    return found


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _texts(part)


__all__ = ["check_unnamed", "check_unused"]
