"""Operations that are plain Python on both sides: as source, and worked out on constants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import program as p
from rulewright.interpreter.generate.expressions.text import bracket, is_small
from rulewright.interpreter.geometry import opposite
from rulewright.interpreter.runtime import divided_down, divided_up, times

INFIX: dict[p.Prim, Callable[..., str]] = {
    p.Prim.MUL: lambda a, b: f"({a} * {b})" if is_small(a) or is_small(b) else f"times({a}, {b})",
    p.Prim.DIV_DOWN: lambda a, b: f"({a} // {b})" if is_small(b) else f"divided_down({a}, {b})",
    p.Prim.DIV_UP: lambda a, b: f"-(-{bracket(a)} // {b})" if is_small(b) else f"divided_up({a}, {b})",
    p.Prim.NEG: lambda a: f"(-{a})",
    p.Prim.LESS: lambda a, b: f"({a} < {b})",
    p.Prim.AT_MOST: lambda a, b: f"({a} <= {b})",
}


FOLDED: dict[p.Prim, Callable[..., Any]] = {
    p.Prim.ADD: lambda a, b: a + b,
    p.Prim.SUB: lambda a, b: a - b,
    p.Prim.MUL: times,
    p.Prim.DIV_DOWN: divided_down,
    p.Prim.DIV_UP: divided_up,
    p.Prim.NEG: lambda a: -a,
    p.Prim.IS: lambda a, b: a == b,
    p.Prim.LESS: lambda a, b: a < b,
    p.Prim.AT_MOST: lambda a, b: a <= b,
    p.Prim.NOT: lambda a: not a,
    p.Prim.AND: lambda a, b: a and b,
    p.Prim.OR: lambda a, b: a or b,
    p.Prim.OPPOSITE: opposite,
}
