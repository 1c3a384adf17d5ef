"""Definitions and numbers that nothing reads yet: they are checked like all others, and the program stays without them.

What is read is checked where it is first read, at the types it is read with; here each of the others is checked by
itself, with all that changes it.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.dsl import nodes as n
from rulewright.dsl.check.clauses import Clauses
from rulewright.dsl.check.logic import check_recursion
from rulewright.dsl.check.symbols import DefineSym, NumberSym
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.types import ERROR, T, Type


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


__all__ = ["check_unused"]
