"""Constant values: what an expression is worth before any game is set up, if that can be said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.types import T

_BINARY: dict[p.Prim, Callable[[Any, Any], Any]] = {
    p.Prim.ADD: lambda a, b: a + b,
    p.Prim.SUB: lambda a, b: a - b,
    p.Prim.MUL: lambda a, b: a * b,
    p.Prim.DIV_DOWN: lambda a, b: a // b if b else None,
    p.Prim.DIV_UP: lambda a, b: -(-a // b) if b else None,
    p.Prim.IS: lambda a, b: a == b,
    p.Prim.LESS: lambda a, b: a < b,
    p.Prim.AT_MOST: lambda a, b: a <= b,
    p.Prim.AND: lambda a, b: a and b,
    p.Prim.OR: lambda a, b: a or b,
    p.Prim.UNION: lambda a, b: a | b,
}


MAX_CALLS = 150  # of definitions in one expression: one that calls itself must not keep anybody waiting
MAX_NUMBER = 10**9
_CALLS = -1  # where `bound` counts them; no variable has this number


def constant(expr: p.Expr | None, players: int, bound: dict[int, Any] | None = None) -> Any:
    """The value of an expression that depends on nothing but the number of players and `bound` variables, else None."""
    match expr:
        case p.Const():
            return expr.value
        case p.Local() if bound is not None:
            return bound.get(expr.var.id)
        case p.Cond():
            test = constant(expr.test, players, bound)
            if test is None:
                return None
            return constant(expr.then if test else expr.otherwise, players, bound)
        case p.Call() if expr.function.body is not None and not expr.function.modifiers and not expr.function.lets:
            args = [constant(a, players, bound) for a in expr.args]
            if None in args:
                return None
            calls = (bound or {}).get(_CALLS, [0])
            calls[0] += 1
            if calls[0] > MAX_CALLS:
                return None
            inner = {var.id: value for var, value in zip(expr.function.params, args, strict=True)}
            return constant(expr.function.body, players, {**inner, _CALLS: calls}) if len(inner) < 8 else None
        case p.Apply():
            return _apply(expr, players, bound)
        case _:
            return None


def _apply(expr: p.Apply, players: int, bound: dict[int, Any] | None) -> Any:
    if expr.prim in (p.Prim.COUNT, p.Prim.SOME):
        size = _size(expr.args[0], players, bound)
        return None if size is None else (size if expr.prim is p.Prim.COUNT else size > 0)
    if expr.prim in (p.Prim.SINGLE, p.Prim.DISTINCT) and expr.type.elem.t is T.THING:
        return _things(expr.args[0])
    if expr.prim in (p.Prim.NOT, p.Prim.NEG):
        value = constant(expr.args[0], players, bound)
        return None if value is None else (not value if expr.prim is p.Prim.NOT else -value)
    operation = _BINARY.get(expr.prim)
    if operation is None or len(expr.args) != 2:
        return None
    left, right = constant(expr.args[0], players, bound), constant(expr.args[1], players, bound)
    if expr.prim is p.Prim.AND and (left is False or right is False):
        return False
    if expr.prim is p.Prim.OR and (left is True or right is True):
        return True
    return None if left is None or right is None else _in_range(operation(left, right))


def _in_range(value: Any) -> Any:
    """Beyond the range of numbers nothing is told in advance: in play it is an error, and it may be huge."""
    return None if isinstance(value, int) and abs(value) > MAX_NUMBER else value


def _size(expr: p.Expr, players: int, bound: dict[int, Any] | None) -> int | None:
    """How many elements a set or list has that nothing in play can change."""
    match expr:
        case p.Apply(prim=p.Prim.PLAYERS):
            return players
        case p.Apply(prim=p.Prim.LISTED) if all(isinstance(arg, p.Const) for arg in expr.args):
            return len(expr.args)
        case p.Const(value=None):
            return 0
        case p.Const() if expr.type.is_set and expr.type.elem.t is T.THING:
            return int(expr.value).bit_count()
        case _:
            return None


def _things(expr: p.Expr) -> int | None:
    """The set of one thing, or of listed things, that are named outright."""
    listed = expr.args if isinstance(expr, p.Apply) and expr.prim is p.Prim.LISTED else (expr,)
    mask = 0
    for one in listed:
        if not isinstance(one, p.Const) or not isinstance(one.value, int):
            return None
        mask |= 1 << one.value
    return mask
