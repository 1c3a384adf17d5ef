"""Cells as integers: neighbours, shifts, rays, groups, lines; sets beside pieces that are kept up to date."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import program as p
from rulewright.interpreter.generate.expressions.env import MISSING, Env, View
from rulewright.interpreter.generate.expressions.functions import Functions
from rulewright.interpreter.generate.expressions.shape import same, same_pieces
from rulewright.interpreter.generate.expressions.text import _SIMPLE, bracket
from rulewright.interpreter.geometry import Geometry


class Boards(Functions):
    """Writes what is asked of boards."""

    def around(self, board: str) -> str:
        """The function that gives the cells next to a set."""
        name = f"around_{board}"
        if name not in self.functions:
            self.functions[name] = (
                name,
                [f"def {name}(m):", f"    return {self.layout.geometry[board].neighbours_source('m')}"],
            )
        return name

    def _next_to(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        board = inner.type.elem.base
        geometry = self.layout.geometry[board]
        near = f"NEAR_{board}"
        if isinstance(inner, p.Apply) and inner.prim is p.Prim.SINGLE:
            self.table(near, geometry.near)
            return f"{near}[{self.source(inner.args[0], env)}]"
        view = self._view_of(inner, env)
        if view is not None:
            return view
        return f"{self.around(board)}({self.source(inner, env)})"

    def _view_of(self, inner: p.Expr, env: Env) -> str | None:
        """The cells next to one owner's pieces are kept up to date beside the pieces themselves."""
        if not (isinstance(inner, p.Read) and inner.store is p.Store.PIECES and inner.key is not None):
            return None
        pieces = self.counting(inner.name)
        if len(pieces) != 1 or pieces[0].per is p.Per.GAME:
            return None
        name = f"near:{inner.name}"
        if name not in self.layout.slots:
            owners = self.layout.slots[f"pieces:{inner.name}"].count
            self.layout.add(name, owners, 0)
            self.views.setdefault(inner.name, []).append(View("near", name))
        return self.slot(name, self._key(inner.key, env))

    def _reach_view(self, expr: p.Apply, env: Env) -> str | None:
        """One owner's pieces connected with a fixed place, kept up to date as pieces come and go."""
        seed, through, steps = expr.args
        if self.value(steps, env) != p.EVERYWHERE or not isinstance(seed, p.Apply) or seed.prim is not p.Prim.COMMON:
            return None
        for pieces, place in (seed.args, seed.args[::-1]):
            if not (same_pieces(pieces, through) and isinstance(place, p.Call) and len(place.args) == 1):
                continue
            assert isinstance(pieces, p.Read)
            if not same(place.args[0], pieces.key) or len(self.counting(pieces.name)) != 1:
                continue
            if self.is_static(place.function) and not place.function.uses_you:
                return self._reach_slot(pieces, place, env)
        return None

    def _reach_slot(self, pieces: p.Read, place: p.Call, env: Env) -> str:
        key = self._key(pieces.key, env)
        table = self._tabulate(place.function, {}, [(place.function.params[0], str(key))], None)
        assert table is not None
        name = f"reach:{pieces.name}:{place.function.key}"
        if name not in self.layout.slots:
            owners = self.layout.slots[f"pieces:{pieces.name}"].count
            self.layout.add(name, owners, 0)
            self.layout.add(f"edge:{name}", owners, 0)
            self.views.setdefault(pieces.name, []).append(View("reach", name, f"edge:{name}", table.split("[")[0]))
        return self.slot(name, key)

    def _shift(self, expr: p.Apply, env: Env, *, narrow: bool = True) -> str:
        area, way, steps = expr.args
        geometry = self.geometry(area.type)
        direction, count = self.value(way, env), self.value(steps, env)
        if direction is MISSING or count is MISSING:
            table = self.table(f"SHIFT_{geometry.name}", [self._shifter(geometry, d) for d in range(8)])
            one = f"{table}[{self.source(way, env)}]({self.source(area, env)})"
            if count == 1:
                return one
            return f"shift_many({table}[{self.source(way, env)}], {self.source(area, env)}, {self.source(steps, env)})"
        if direction not in geometry.steps:
            return "0"
        source = self.source(area, env)
        for k in range(count):
            source = self._one_step(geometry, source, direction)
            if narrow or k < count - 1:
                source = f"({source} & {geometry.valid:#x})"
        return source if narrow else f"({source})"

    def _one_step(self, geometry: Any, source: str, direction: int) -> str:
        """A set moved by one step, not yet narrowed to the board; worked out in a function where it is needed twice."""
        text = str(geometry.shift_source("m", direction))
        if text.count("m") == 1 or _SIMPLE.fullmatch(source):
            return text.replace("m", bracket(source))
        name = f"step_{geometry.name}_{direction}"
        self.functions.setdefault(name, (name, [f"def {name}(m):", f"    return {text}"]))
        return f"{name}({source})"

    def _shifter(self, geometry: Geometry, direction: int) -> Callable[[int], int]:
        if direction not in geometry.steps:
            return lambda m: 0
        return lambda m: geometry.shift(m, direction)

    def _ray(self, expr: p.Apply, env: Env) -> str:
        area, way, through = expr.args
        geometry = self.geometry(area.type)
        direction = self.value(way, env)
        if direction is MISSING:
            table = self.table(f"SHIFT_{geometry.name}", [self._shifter(geometry, d) for d in range(8)])
            return f"ray({self.source(area, env)}, {table}[{self.source(way, env)}], {self.source(through, env)})"
        if direction not in geometry.steps:
            return "0"
        name = f"ray_{geometry.name}_{direction}"
        if name not in self.functions:
            step = geometry.shift_source("x", direction)
            self.functions[name] = (
                name,
                [
                    f"def {name}(x, through):",
                    f"    x = ({step}) & through",
                    "    out = x",
                    "    while x:",
                    f"        x = ({step}) & through",
                    "        out |= x",
                    "    return out",
                ],
            )
        return f"{name}({self.source(area, env)}, {self.source(through, env)})"

    def _grow(self, expr: p.Apply, env: Env) -> str:
        seed, through, steps = expr.args
        board = seed.type.elem.base
        view = self._reach_view(expr, env)
        if view is not None:
            return view
        sets = f"{self.source(seed, env)}, {self.source(through, env)}"
        return f"flood({sets}, {self.source(steps, env)}, {self.around(board)})"

    def _groups(self, expr: p.Apply, env: Env) -> str:
        return f"groups({self.source(expr.args[0], env)}, {self.around(expr.args[0].type.elem.base)})"

    def _parts(self, expr: p.Apply, env: Env) -> str:
        area, which = expr.args
        assert isinstance(which, p.Const)
        board = self.program.boards[area.type.elem.base]
        slot = self.layout.slots[f"with:{board.name}.{which.value}"]
        if board.per is not p.Per.GAME:
            span = board.fields[which.value].high - board.fields[which.value].low + 1
            start = f"{slot.base}+{self.side(env.you)}*{span}"
            whole = f"S[{start}:{start}+{span}]"
        else:
            whole = f"S[{slot.base}:{slot.base + slot.count}]"
        return f"[z for z in [y & {bracket(self.source(area, env))} for y in {whole}] if z]"

    def _occupied(self, expr: p.Apply, env: Env) -> str:
        assert isinstance(expr.args[0], p.Const)
        board = self.program.boards[expr.args[0].value]
        return self.slot(f"occupied:{board.name}", self.side(env.you) if board.per is not p.Per.GAME else None)

    def _all_cells(self, expr: p.Apply, env: Env) -> str:
        assert isinstance(expr.args[0], p.Const)
        return hex(self.layout.geometry[expr.args[0].value].valid)

    def _rows(self, expr: p.Apply, env: Env) -> str:
        return self._lines(expr, env, "ROWS", self.geometry(expr.args[0].type).row_masks)

    def _columns(self, expr: p.Apply, env: Env) -> str:
        return self._lines(expr, env, "COLUMNS", self.geometry(expr.args[0].type).column_masks)

    def _lines(self, expr: p.Apply, env: Env, stem: str, masks: list[int]) -> str:
        inner = expr.args[0]
        name = self.table(f"{stem}_{inner.type.elem.base}", tuple(masks))
        if isinstance(inner, p.Apply) and inner.prim is p.Prim.ALL_CELLS:
            return name
        return f"[z for z in [y & {bracket(self.source(inner, env))} for y in {name}] if z]"

    def _extent(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        geometry = self.geometry(inner.type)
        name = "height" if expr.prim is p.Prim.HEIGHT else "width"
        return f"{name}_of({self.source(inner, env)}, {geometry.stride})"

    def _opposite(self, expr: p.Apply, env: Env) -> str:
        return f"({self.source(expr.args[0], env)} + 4) % 8"

    def _directions(self, expr: p.Apply, env: Env) -> str:
        return self.literal(self._apply_value(expr, env), expr.type)

    def _ways(self, board: str) -> tuple[Callable[[int], int], ...]:
        geometry = self.layout.geometry[board]
        return tuple(self._shifter(geometry, d) for d in geometry.beside)
