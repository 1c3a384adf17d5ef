"""Numbers, truths and sets: comparing, counting, joining, picking."""

from __future__ import annotations

from rulewright.dsl import program as p
from rulewright.dsl.types import T
from rulewright.interpreter.generate.expressions.boards import Boards
from rulewright.interpreter.generate.expressions.env import MISSING, Env
from rulewright.interpreter.generate.expressions.prims import INFIX
from rulewright.interpreter.generate.expressions.text import bracket, popcount
from rulewright.interpreter.generate.layout import ORDER
from rulewright.interpreter.runtime import MAX_OPTIONS


class Operators(Boards):
    """Writes operators."""

    def _apply(self, expr: p.Apply, env: Env) -> str:
        special = self._prims.get(expr.prim)
        if special is not None:
            return special(expr, env)
        args = [self.source(a, env) for a in expr.args]
        return INFIX[expr.prim](*args)

    def _sum(self, expr: p.Apply, env: Env) -> str:
        left, right = (self.source(a, env) for a in expr.args)
        sign = "+" if expr.prim is p.Prim.ADD else "-"
        if expr.type.t is T.BUNDLE:
            return f"tuple(a {sign} b for a, b in zip({left}, {right}))"
        return f"({left} {sign} {right})"

    def _and(self, expr: p.Apply, env: Env) -> str:
        parts = [a for a in expr.args if self.value(a, env) is not True]
        return "(" + " and ".join(self.source(a, env) for a in parts) + ")" if parts else "True"

    def _or(self, expr: p.Apply, env: Env) -> str:
        parts = [a for a in expr.args if self.value(a, env) is not False]
        return "(" + " or ".join(self.source(a, env) for a in parts) + ")" if parts else "False"

    def _not(self, expr: p.Apply, env: Env) -> str:
        return f"(not {self.source(expr.args[0], env)})"

    def _is(self, expr: p.Apply, env: Env) -> str:
        left, right = expr.args
        a, b = self.source(left, env), self.source(right, env)
        if left.type.t is T.TRUTH:
            return f"(bool({a}) == bool({b}))"
        return f"({a} == {b})"

    def _count(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        if isinstance(inner, p.Read) and self._has_gaps(inner):
            return f"sum(x >= 0 for x in {self._places_in(inner, env)})"
        source = self.source(inner, env)
        return f"len({source})" if inner.type.is_list else popcount(source)

    def _some(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        if isinstance(inner, p.Read) and self._has_gaps(inner):
            return f"any(x >= 0 for x in {self._places_in(inner, env)})"
        return self.source(inner, env)

    def _in(self, expr: p.Apply, env: Env) -> str:
        item, group = expr.args
        x = self.source(item, env)
        if group.type.is_list:
            return f"({x} in {self.source(group, env)})"
        if item.type.t is T.CELL:
            inside = f"({bracket(self.source(group, env))} & {self.bit(item.type.base, x)})"
            return f"({x} >= 0 and {inside})" if item.type.maybe else inside
        return (
            f"({bracket(self.source(group, env))} >> {x} & 1)"
            if not item.type.maybe
            else f"({x} >= 0 and {bracket(self.source(group, env))} >> {x} & 1)"
        )

    def _single(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        source = self.source(inner, env)
        if inner.type.t is T.CELL:
            value = self.value(inner, env)
            if value is not MISSING and value is not None:
                return hex(1 << self.layout.geometry[inner.type.base].position(value))
            single = self.bit(inner.type.base, source)
        else:
            single = f"(1 << {source})"
        return (
            f"({single} if {source} >= 0 else 0)"
            if inner.type.maybe or (isinstance(inner, p.Apply) and inner.prim is p.Prim.ONLY)
            else single
        )

    def _subset(self, expr: p.Apply, env: Env) -> str:
        left, right = (self.source(a, env) for a in expr.args)
        return f"(not {bracket(left)} & ~{bracket(right)})"

    def _union(self, expr: p.Apply, env: Env) -> str:
        if len(expr.args) == 1:
            inner = self.source(expr.args[0], env)
            return f"tuple(x for y in {inner} for x in y)" if expr.type.is_list else f"union({inner})"
        left, right = (self.source(a, env) for a in expr.args)
        if expr.type.is_list:
            return f"({left} + {right})"
        return f"({left} | {right})"

    def _common(self, expr: p.Apply, env: Env) -> str:
        return (
            f"({self._loose(expr.args[0], env)} & {self._loose(expr.args[1], env)})"
            if self._tight(expr)
            else (f"({self.source(expr.args[0], env)} & {self.source(expr.args[1], env)})")
        )

    def _tight(self, expr: p.Apply) -> bool:
        """Whether one side surely lies on the board, so that a shift on the other need not be narrowed."""
        return any(not (isinstance(a, p.Apply) and a.prim is p.Prim.SHIFT) for a in expr.args)

    def _loose(self, expr: p.Expr, env: Env) -> str:
        if isinstance(expr, p.Apply) and expr.prim is p.Prim.SHIFT:
            return self._shift(expr, env, narrow=False)
        return self.source(expr, env)

    def _except(self, expr: p.Apply, env: Env) -> str:
        if expr.type.is_list:
            return f"tuple(x for x in {self.source(expr.args[0], env)} if x not in {self.source(expr.args[1], env)})"
        whole, without = expr.args
        if isinstance(whole, p.Apply) and whole.prim is p.Prim.ALL_CELLS and _lies_on_board(without):
            return f"({self.source(whole, env)} ^ {self.source(without, env)})"
        return f"({self.source(whole, env)} & ~{bracket(self._loose(without, env))})"

    def _only(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        source = self.source(inner, env)
        return f"last({source}{self._of_none(inner)})" if inner.type.is_list else f"only({source})"

    def _of_none(self, listed: p.Expr) -> str:
        """What the first and last of an empty list are, where that is something: an empty set, an empty list."""
        elem = listed.type.elem
        return ", 0" if elem.is_set else ", ()" if elem.is_list else ""

    def _first(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        if isinstance(inner, p.Apply) and inner.prim is p.Prim.PLAYERS:
            return f"S[{ORDER}][0]" if self.order_changes else "0"
        if self._is_in_order(inner):
            return f"head({self.elements(inner, env)})"
        source = self.source(inner, env)
        return f"head({source}{self._of_none(inner)})" if inner.type.is_list else f"first({source})"

    def _last(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        if isinstance(inner, p.Apply) and inner.prim is p.Prim.PLAYERS:
            return f"S[{ORDER}][-1]" if self.order_changes else str(self.program.players - 1)
        if self._is_in_order(inner):
            return f"last({self.elements(inner, env)})"
        source = self.source(inner, env)
        return f"last({source}{self._of_none(inner)})" if inner.type.is_list else f"only({source})"

    def _is_in_order(self, expr: p.Expr) -> bool:
        """Whether these are players, in an order that the game may change."""
        return self.order_changes and expr.type.is_set and expr.type.elem.t is T.PLAYER

    def _listed(self, expr: p.Apply, env: Env) -> str:
        if len(expr.args) == 1 and expr.args[0].type.is_set:
            return f"tuple({self.elements(expr.args[0], env)})"
        return "(" + ", ".join(self.source(a, env) for a in expr.args) + ("," if len(expr.args) == 1 else "") + ")"

    def _range(self, expr: p.Apply, env: Env) -> str:
        low, high = (self.source(a, env) for a in expr.args)
        ends = [self.value(a, env) for a in expr.args]
        if all(isinstance(end, int) for end in ends) and ends[1] - ends[0] < MAX_OPTIONS:
            return f"tuple(range({low}, {high} + 1))"
        return f"tuple(counted({low}, {high}))"

    def _distinct(self, expr: p.Apply, env: Env) -> str:
        source = self.source(expr.args[0], env)
        return f"mask_of({source})" if expr.type.is_set else f"distinct({source})"


def _lies_on_board(expr: p.Expr) -> bool:
    """Whether a set is kept in the state as cells of its board: the others are then those in which the two differ."""
    if isinstance(expr, p.Apply):
        return expr.prim is p.Prim.OCCUPIED
    return isinstance(expr, p.Read) and expr.store is p.Store.PIECES
