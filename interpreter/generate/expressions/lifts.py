"""A condition on one element becomes the set of all elements for which it holds."""

from __future__ import annotations

import re

from rulewright.dsl import program as p
from rulewright.dsl.types import T, Type
from rulewright.interpreter.generate.expressions.boards import Boards
from rulewright.interpreter.generate.expressions.calls import Calls
from rulewright.interpreter.generate.expressions.env import MISSING, Env
from rulewright.interpreter.generate.expressions.modifiers import FOLD_ORDER
from rulewright.interpreter.generate.expressions.shape import (
    conjuncts,
    is_at_hand,
    is_comparison,
    is_field_truth,
    is_var,
    mentions,
    part_of,
)
from rulewright.interpreter.generate.expressions.spots import Spots
from rulewright.interpreter.generate.expressions.text import bracket
from rulewright.interpreter.generate.layout import USING
from rulewright.interpreter.geometry import spot_turns

LIFTED = (T.CELL, T.SPOT, T.THING)


class Lifts(Calls, Spots, Boards):
    """Writes conditions as sets."""

    def lift(self, expr: p.Expr, var: p.Var, env: Env) -> str | None:
        """The cells (or things) `var` may be for the truth to hold; None if only a loop can tell."""
        if var.type.t is T.THING:
            return self._lift_printed(expr, var, env)
        valid = self._all(var.type)
        if var.type.t is T.SPOT and mentions(expr, var):
            spots = self._lift_spot(expr, var, env)
            if spots is not None:
                return spots
        if not mentions(expr, var):
            return f"({valid} if {self.source(expr, env)} else 0)"
        if is_field_truth(expr, var) and isinstance(expr, p.Read):
            yes, type_ = p.Const(True, expr.type, expr.span), Type(T.SET, of=var.type)
            cells = p.Read(p.Store.CELLS_WITH, expr.name, expr.owner, None, type_, expr.span, value=yes)
            return self._cells_with(cells, env)
        match expr:
            case p.Apply(prim=p.Prim.AND | p.Prim.OR):
                parts = [self.lift(a, var, env) for a in expr.args]
                if None in parts:
                    return None
                return "(" + (" & " if expr.prim is p.Prim.AND else " | ").join(str(x) for x in parts) + ")"
            case p.Apply(prim=p.Prim.NOT):
                inner = self.lift(expr.args[0], var, env)
                return None if inner is None else f"({valid} & ~{bracket(inner)})"
            case p.Apply(prim=p.Prim.IN) if var.type.t is T.CELL:
                return self._lift_in(expr, var, env)
            case p.Apply(prim=p.Prim.IS) if var.type.t is T.CELL:
                return self._lift_is(expr, var, env)
            case p.Apply(prim=p.Prim.AT_MOST | p.Prim.LESS) if var.type.t is T.CELL:
                return self._lift_count(expr, var, env)
            case p.Call() if expr.function.body is not None and not expr.function.lets:
                return self._lift_call(expr, var, env)
            case _:
                return None

    def narrowed(self, expr: p.Fold, domain: str, env: Env) -> tuple[str, list[p.Expr]]:
        """What is left of the things of a fold by what is printed on them, and the tests that only a loop can tell."""
        loops = []
        for test in conjuncts(expr.where) if expr.where is not None else ():
            mask = self._lift_printed(test, expr.var, env)
            if mask is None:
                loops.append(test)
            else:
                domain = f"({domain} & {mask})"
        return domain, loops

    def _lift_printed(self, expr: p.Expr, var: p.Var, env: Env) -> str | None:
        """The things on which is printed what is asked for."""
        for item, other in (expr.args, expr.args[::-1]) if is_comparison(expr) else ():
            if not (isinstance(item, p.Read) and item.store is p.Store.THING_FIELD and is_var(item.key, var)):
                continue
            component = self.program.components[item.owner]
            printed = component.fields[item.name]
            if printed.static and printed.type.t in (T.MEMBER, T.NUMBER, T.CELL) and is_at_hand(other, var):
                return self._things_with(self.static_field(component, printed), self.source(other, env))
        return None

    def _things_with(self, table: str, value: str) -> str:
        """The things that have a value in the table of a field that never changes."""
        found: dict[int, int] = {}
        for thing, printed in enumerate(self.tables[table][:-1]):
            found[printed] = found.get(printed, 0) | 1 << thing
        if re.fullmatch(r"-?\d+", value):
            return hex(found.get(int(value), 0))
        return f"{self.table(f'WITH_{table[2:]}', found)}.get({value}, 0)"

    def _all(self, type_: Type) -> str:
        if type_.t is T.SPOT:
            board, parts = self.spot_shape(type_)
            geometry = self.layout.geometry[board]
            return hex((1 << geometry.size * len(spot_turns(geometry, parts))) - 1)
        return hex(self.layout.geometry[type_.base].valid)

    def _lift_in(self, expr: p.Apply, var: p.Var, env: Env) -> str | None:
        item, group = expr.args
        if isinstance(item, p.Local) and item.var is var and group.type.is_set and not mentions(group, var):
            return self.source(group, env)
        if (
            isinstance(item, p.Read)
            and item.store is p.Store.CELL_FIELD
            and is_var(item.key, var)
            and group.type.is_set
            and not mentions(group, var)
        ):
            cells = p.Read(
                p.Store.CELLS_WITH, item.name, item.owner, None, Type(T.SET, of=var.type), item.span, value=group
            )
            return self._cells_with(cells, env)
        return None

    def _lift_is(self, expr: p.Apply, var: p.Var, env: Env) -> str | None:
        for item, other in (expr.args, expr.args[::-1]):
            if (
                isinstance(item, p.Read)
                and item.store is p.Store.CELL_FIELD
                and is_var(item.key, var)
                and not mentions(other, var)
            ):
                if f"with:{item.owner}.{item.name}" not in self.layout.slots:
                    return None
                cells = p.Read(
                    p.Store.CELLS_WITH, item.name, item.owner, None, Type(T.SET, of=var.type), item.span, value=other
                )
                return self._cells_with(cells, env)
            if is_var(item, var) and not mentions(other, var):
                return self.bit(var.type.base, self.source(other, env))
        return None

    def _lift_count(self, expr: p.Apply, var: p.Var, env: Env) -> str | None:
        """`count of X next to c is at least n`: neighbours added up bit by bit."""
        low, high = expr.args
        extent = self._lift_extent(expr, var, env)
        if extent is not None:
            return extent
        need = self.value(low, env)
        if (
            expr.prim is not p.Prim.AT_MOST
            or need is MISSING
            or not isinstance(high, p.Apply)
            or high.prim is not p.Prim.COUNT
        ):
            return None
        inner = high.args[0]
        if not (isinstance(inner, p.Apply) and inner.prim is p.Prim.COMMON):
            return None
        for area, near in (inner.args, inner.args[::-1]):
            single = near.args[0] if isinstance(near, p.Apply) and near.prim is p.Prim.NEXT_TO else None
            if not (isinstance(single, p.Apply) and single.prim is p.Prim.SINGLE and is_var(single.args[0], var)):
                continue
            if not mentions(area, var):
                ways = self.table(f"BESIDE_{var.type.base}", self._ways(var.type.base))
                valid = self.layout.geometry[var.type.base].valid
                return f"crowded({self.source(area, env)}, {need}, {ways}, {valid:#x})"
        return None

    def _lift_extent(self, expr: p.Apply, var: p.Var, env: Env) -> str | None:
        """`width(X or c) is at most n`: the cells that leave the set within so many rows or columns."""
        extent, limit = expr.args
        if expr.prim is not p.Prim.AT_MOST or not isinstance(extent, p.Apply) or mentions(limit, var):
            return None
        inner = extent.args[0] if extent.prim in (p.Prim.WIDTH, p.Prim.HEIGHT) else None
        if not (isinstance(inner, p.Apply) and inner.prim is p.Prim.UNION and len(inner.args) == 2):
            return None
        for area, single in (inner.args, inner.args[::-1]):
            is_cell = isinstance(single, p.Apply) and single.prim is p.Prim.SINGLE and is_var(single.args[0], var)
            if is_cell and not mentions(area, var):
                geometry = self.layout.geometry[var.type.base]
                kind = "rows" if extent.prim is p.Prim.HEIGHT else "columns"
                masks = geometry.row_masks if kind == "rows" else geometry.column_masks
                table = self.table(f"{kind.upper()}_{var.type.base}", tuple(masks))
                return f"{kind}_left({self.source(area, env)}, {self.source(limit, env)}, {table}, {geometry.stride})"
        return None

    def _lift_call(self, expr: p.Call, var: p.Var, env: Env) -> str | None:
        """A definition about the variable itself, or about the cell of one part of a spot."""
        inner = Env(you=self._point_of_view(expr, env))
        target: p.Var | None = None
        part: int | None = None
        for param, arg in zip(expr.function.params, expr.args, strict=True):
            if mentions(arg, var):
                part = part_of(arg, var)
                if target is not None or (part is None and not is_var(arg, var)):
                    return None
                target = param
                continue
            value = self.value(arg, env)
            if value is not MISSING and not isinstance(value, frozenset):
                inner.values[param.id] = value
            else:
                inner.names[param.id] = self.source(arg, env)
        if target is None or expr.function.body is None or expr.function.key in self._active:
            return None
        self._active.append(expr.function.key)
        lifted = self._lift_body(expr.function, target, inner)
        self._active.pop()
        return lifted if lifted is None or part is None else f"{self.back(var.type, part)}({lifted})"

    def _lift_body(self, function: p.Function, target: p.Var, env: Env) -> str | None:
        assert function.body is not None
        lifted = self.lift(function.body, target, env)
        for modifier in sorted(function.modifiers, key=lambda m: FOLD_ORDER[m.word]):
            for thing in self.copies(modifier.design, modifier):
                if lifted is not None:
                    lifted = self._lift_modifier(lifted, modifier, thing, function, target, env)
        return lifted

    def _lift_modifier(
        self, lifted: str, modifier: p.Modifier, thing: int, function: p.Function, target: p.Var, env: Env
    ) -> str | None:
        """What a modifier adds to, or takes from, the cells for which a truth holds."""
        if modifier.word not in ("allow", "forbid") or any(x is not None for x in modifier.fixed):
            return None
        inner = env.copy()
        inner.this = str(thing)
        bound = target
        for var, param in zip(modifier.binds, function.params, strict=True):
            if param is target:
                bound = var
            elif param.id in env.values:
                inner.values[var.id] = env.values[param.id]
            else:
                inner.names[var.id] = env.names[param.id]
        cells = self.lift(modifier.where, bound, inner) if modifier.where is not None else self._all(target.type)
        if cells is None:
            return None
        tests = [f"S[{USING}] & {1 << self.permission(modifier, thing)}"] if modifier.is_permission else []
        guard = self.in_play(modifier.design, inner, thing)
        tests += [guard] if guard is not None else []
        if tests:
            cells = f"({cells} if {' and '.join(tests)} else 0)"
        return f"({lifted} | {cells})" if modifier.word == "allow" else f"({lifted} & ~{bracket(cells)})"
