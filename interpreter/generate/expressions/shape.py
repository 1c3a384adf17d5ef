"""Questions about an expression that its shape alone answers."""

from __future__ import annotations

from typing import Any, TypeGuard

from rulewright.dsl import program as p
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T


def same(left: p.Expr | None, right: p.Expr | None) -> bool:
    """Whether two expressions are the same variable or both `you`."""
    if isinstance(left, p.Local) and isinstance(right, p.Local):
        return left.var is right.var
    return isinstance(left, p.Me) and isinstance(right, p.Me)


def same_pieces(left: p.Expr, right: p.Expr) -> bool:
    if not (isinstance(left, p.Read) and isinstance(right, p.Read) and left.name == right.name):
        return False
    return left.store is right.store is p.Store.PIECES and same(left.key, right.key)


def is_field_truth(expr: p.Expr, var: p.Var) -> bool:
    """Whether an expression is a yes-or-no field of the cell `var`."""
    is_field = isinstance(expr, p.Read) and expr.store is p.Store.CELL_FIELD and expr.type.t is T.TRUTH
    return is_field and isinstance(expr, p.Read) and is_var(expr.key, var)


def may_be_none(expr: p.Expr) -> bool:
    """Whether an expression may stand for nothing at all: the only card of an empty hand, and what is read of it."""
    if isinstance(expr, p.Apply) and expr.prim in (p.Prim.ONLY, p.Prim.FIRST, p.Prim.LAST):
        return True
    if isinstance(expr, p.Read) and expr.store is p.Store.THING_FIELD and expr.key is not None:
        return expr.type.maybe or may_be_none(expr.key)
    return expr.type.maybe


def mentions(expr: Any, var: p.Var) -> bool:
    """Whether a variable occurs in an expression."""
    return any(isinstance(x, p.Local) and x.var.id == var.id for x in walk(expr))


def is_var(expr: Any, var: p.Var) -> bool:
    return isinstance(expr, p.Local) and expr.var.id == var.id


def is_comparison(expr: p.Expr) -> TypeGuard[p.Apply]:
    return isinstance(expr, p.Apply) and expr.prim is p.Prim.IS


def is_at_hand(expr: p.Expr, var: p.Var) -> bool:
    """Whether an expression is only read, which cannot fail, and is the same whatever `var` is."""
    picks = (p.Prim.ONLY, p.Prim.FIRST, p.Prim.LAST)
    plain = (p.Const, p.Local, p.Me, p.This, p.Read)
    parts = (x for x in walk(expr) if isinstance(x, p.Expr))
    return not mentions(expr, var) and all(
        isinstance(x, plain) or (isinstance(x, p.Apply) and x.prim in picks) for x in parts
    )


def conjuncts(expr: p.Expr) -> list[p.Expr]:
    """All that must hold for a truth to hold."""
    if isinstance(expr, p.Apply) and expr.prim is p.Prim.AND:
        return [part for arg in expr.args for part in conjuncts(arg)]
    return [expr]


def part_of(expr: p.Expr, var: p.Var) -> int | None:
    """Which part of the spot `var` an expression names, if it does."""
    match expr:
        case p.Apply(prim=p.Prim.PART, args=(inner, p.Const(value=index))) if is_var(inner, var):
            return int(index)
        case _:
            return None


def unsupported(what: str, node: Any) -> RulesError:
    """This version cannot play something that checks; said at its place."""
    report = Report()
    report.error(Code.NOT_YET_SUPPORTED, node.span, f"{what} cannot be played yet")
    return RulesError(report)
