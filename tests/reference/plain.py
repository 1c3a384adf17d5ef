"""What filters and definitions mean, written as plainly as possible: sets of cells are Python sets of (row, column),
every condition is asked cell by cell, geometry comes from coordinates. No speed, no cleverness; the machine must agree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.types import T

Cell = tuple[int, int]
Cells = frozenset[Cell]

NAMES = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
SQUARE = {0: (-1, 0), 1: (-1, 1), 2: (0, 1), 3: (1, 1), 4: (1, 0), 5: (1, -1), 6: (0, -1), 7: (-1, -1)}
AXIAL = {2: (1, 0), 1: (1, -1), 7: (0, -1), 6: (-1, 0), 5: (-1, 1), 3: (0, 1)}  # of offset rows: (q, r)
SLANTED = {2: (1, 0), 6: (-1, 0), 0: (0, -1), 4: (0, 1), 1: (1, -1), 5: (-1, 1)}  # of a rhombus: (q, r)


NOTHING: tuple[Cells] = (frozenset(),)  # the first of no rows
ORDER = (("change",), ("increase", "reduce"), ("keep_least",), ("keep_most",), ("allow",), ("forbid",))


@dataclass
class Position:
    """What stands where: pieces by name and owner, field values by board, field, owner of the board, and cell."""

    pieces: dict[tuple[str, int], set[Cell]] = field(default_factory=dict)
    fields: dict[tuple[str, str, int], dict[Cell, int]] = field(default_factory=dict)


class Geometry:
    """Neighbours from coordinates."""

    def __init__(self, board: p.Board) -> None:
        self.rows, self.columns = board.rows, board.columns
        self.kind = "square" if board.shape == "squares" else "rhombus" if board.form == "rhombus" else "hex"
        self.cells: Cells = frozenset((r, c) for r in range(self.rows) for c in range(self.columns))
        self.compass = sorted({"square": SQUARE, "rhombus": SLANTED, "hex": AXIAL}[self.kind])
        self.axes = [d for d in self.compass if d < 4]
        self.beside = [0, 2, 4, 6] if self.kind == "square" else self.compass

    def step(self, cell: Cell, direction: int) -> Cell | None:
        r, c = cell
        if self.kind == "square":
            dr, dc = SQUARE[direction]
            there = (r + dr, c + dc)
        elif self.kind == "rhombus":
            if direction not in SLANTED:
                return None
            dq, dr = SLANTED[direction]
            there = (r + dr, c + dq)
        else:
            if direction not in AXIAL:
                return None
            dq, dr = AXIAL[direction]
            q, row = c - (r - (r & 1)) // 2 + dq, r + dr
            there = (row, q + (row - (row & 1)) // 2)
        return there if there in self.cells else None

    def around(self, cell: Cell) -> Cells:
        return frozenset(x for d in self.beside if (x := self.step(cell, d)) is not None)


class Plain:
    """Evaluates expressions in a position."""

    def __init__(self, program: p.Program, position: Position) -> None:
        self.program = program
        self.position = position
        self.boards = {b.name: Geometry(b) for b in program.boards.values()}

    def value(self, expr: Any, env: dict[int, Any], you: int | None = None) -> Any:
        match expr:
            case p.Const():
                return self._const(expr)
            case p.Local():
                return env[expr.var.id]
            case p.Me():
                return you
            case p.Cond():
                return self.value(expr.then if self.value(expr.test, env, you) else expr.otherwise, env, you)
            case p.Read():
                return self._read(expr, env, you)
            case p.Call():
                inner = {v.id: self.value(a, env, you) for v, a in zip(expr.function.params, expr.args, strict=True)}
                who = self.value(expr.you, env, you) if expr.you is not None else None
                for var, value in expr.function.lets:
                    inner[var.id] = self.value(value, inner, who)
                return self._modified(expr.function, self.value(expr.function.body, inner, who), inner, who)
            case p.Fold():
                return self._fold(expr, env, you)
            case p.Apply():
                return self._apply(expr, env, you)
            case _:
                raise AssertionError(expr)

    def _modified(self, function: p.Function, value: Any, env: dict[int, Any], you: int | None) -> Any:
        """`change`, then every `increase` and `reduce`, then the bounds, then `allow`, then `forbid`."""
        for word in ORDER:
            for modifier in function.modifiers:
                assert modifier.design is None and not modifier.is_permission
                if modifier.word not in word:
                    continue
                given = zip(modifier.binds, function.params, strict=True)
                inner = {**env, **{bound.id: env[param.id] for bound, param in given}}
                pairs = zip(function.params, modifier.fixed, strict=True)
                fits = all(x is None or env[param.id] == self.value(x, inner, you) for param, x in pairs)
                if fits and (modifier.where is None or self.value(modifier.where, inner, you)):
                    amount = self.value(modifier.amount, inner, you) if modifier.amount is not None else None
                    value = self._changed(modifier.word, value, amount)
        return value

    def _changed(self, word: str, value: Any, amount: Any) -> Any:
        is_set = isinstance(value, frozenset)
        match word:
            case "change":
                return amount
            case "increase":
                return value | amount if is_set else value + amount
            case "reduce":
                return value - amount
            case "keep_least":
                return max(value, amount)
            case "keep_most":
                return min(value, amount)
            case _:
                return word == "allow"

    def _const(self, expr: p.Const) -> Any:
        if isinstance(expr.value, frozenset) and expr.type.elem.t is T.CELL:
            columns = self.boards[expr.type.elem.base].columns
            return frozenset(divmod(d, columns) for d in expr.value)
        if expr.type.t is T.CELL and isinstance(expr.value, int):
            return divmod(expr.value, self.boards[expr.type.base].columns)
        if expr.value is None and expr.type.is_set:
            return frozenset()
        return expr.value

    def _read(self, expr: p.Read, env: dict[int, Any], you: int | None) -> Any:
        if expr.store is p.Store.PIECES:
            owner = self.value(expr.key, env, you) if expr.key is not None else None
            alike = [x.words.name for x in self.program.pieces.values() if expr.name in (x.words.name, x.counts_as)]
            found = [s for (n, o), s in self.position.pieces.items() if n in alike and owner in (None, o)]
            return frozenset(c for s in found for c in s)
        values = self.position.fields[expr.owner, expr.name, self._whose(expr.owner, you)]
        if expr.store is p.Store.CELL_FIELD:
            return values.get(self.value(expr.key, env, you), -1)
        assert expr.store is p.Store.CELLS_WITH
        wanted = self.value(expr.value, env, you)
        wanted = wanted if isinstance(wanted, frozenset) else frozenset([wanted])
        return frozenset(c for c, v in values.items() if v in wanted)

    def _whose(self, board: str, you: int | None) -> int:
        """Whose copy of a board is meant: everybody has one of their own, or all share one."""
        return 0 if self.program.boards[board].per is p.Per.GAME or you is None else you

    def _fold(self, expr: p.Fold, env: dict[int, Any], you: int | None) -> Any:
        source = self.value(expr.source, env, you)
        items = list(source) if isinstance(source, list | tuple) else sorted(source)
        kept = [x for x in items if expr.where is None or self.value(expr.where, {**env, expr.var.id: x}, you)]
        values = [self.value(expr.value, {**env, expr.var.id: x}, you) for x in kept] if expr.value is not None else []
        if expr.ranks:
            keys = [
                tuple(
                    (1 if r.direction == "most" else -1) * self.value(r.value, {**env, expr.var.id: x}, you)
                    for r in expr.ranks
                )
                for x in kept
            ]
            kept = [x for x, k in zip(kept, keys, strict=True) if k == max(keys)]
        match expr.over:
            case p.Over.SOME:
                return bool(kept)
            case p.Over.NO:
                return not kept
            case p.Over.EVERY:
                return len(kept) == len(items)
            case p.Over.EACH:
                return tuple(kept) if expr.type.is_list else frozenset(kept)
            case p.Over.THE:
                return kept[0] if kept else frozenset()
            case p.Over.COUNT:
                return len(kept)
            case p.Over.SUM:
                return sum(values)
            case p.Over.UNION:
                return frozenset(c for v in values for c in v)
            case p.Over.LIST:
                return tuple(values)
            case p.Over.MOST:
                return max(values, default=0)
            case _:
                return min(values, default=0)

    def _apply(self, expr: p.Apply, env: dict[int, Any], you: int | None) -> Any:
        if expr.prim is p.Prim.ALL_CELLS:
            return self.boards[expr.args[0].value].cells  # type: ignore[union-attr]
        if expr.prim is p.Prim.OCCUPIED:
            board = self.program.boards[expr.args[0].value]  # type: ignore[union-attr]
            shared = board.per is p.Per.GAME
            return frozenset(c for (_, who), s in self.position.pieces.items() if shared or who == you for c in s)
        if expr.prim is p.Prim.DIRECTIONS:
            board = self.boards[expr.args[0].value]  # type: ignore[union-attr]
            return tuple(board.axes if expr.args[1].value == "axes" else board.compass)  # type: ignore[union-attr]
        if expr.prim is p.Prim.PLAYERS:
            return frozenset(range(self.program.players))
        args = [self.value(a, env, you) for a in expr.args]
        geometry = self.boards.get(expr.args[0].type.core.base) if expr.args else None
        return self._prim(expr.prim, args, geometry)

    def _prim(self, prim: p.Prim, a: list[Any], g: Any) -> Any:  # noqa: C901
        match prim:
            case p.Prim.AND:
                return a[0] and a[1]
            case p.Prim.OR:
                return a[0] or a[1]
            case p.Prim.NOT:
                return not a[0]
            case p.Prim.IS:
                return a[0] == a[1]
            case p.Prim.LESS:
                return a[0] < a[1]
            case p.Prim.AT_MOST:
                return a[0] <= a[1]
            case p.Prim.ADD:
                return a[0] + a[1]
            case p.Prim.SUB:
                return a[0] - a[1]
            case p.Prim.MUL:
                return a[0] * a[1]
            case p.Prim.IN:
                return a[0] in a[1]
            case p.Prim.SUBSET:
                return a[0] <= a[1]
            case p.Prim.UNION:
                parts = a if len(a) == 2 else a[0]  # areas join into one; lists of areas follow each other
                joined = [x for part in parts for x in part]
                return tuple(joined) if any(isinstance(part, tuple) for part in parts) else frozenset(joined)
            case p.Prim.COMMON:
                return a[0] & a[1]
            case p.Prim.EXCEPT:
                return a[0] - a[1]
            case p.Prim.COUNT:
                return len(a[0])
            case p.Prim.SOME:
                return bool(a[0])
            case p.Prim.SINGLE:
                return frozenset([a[0]])
            case p.Prim.FIRST:
                return (a[0] or NOTHING)[0] if isinstance(a[0], tuple) else min(a[0])
            case p.Prim.LAST:
                return (a[0] or NOTHING)[-1] if isinstance(a[0], tuple) else max(a[0])
            case p.Prim.SIDE_OF:
                return a[0] // self.program.side_size
            case p.Prim.OPPOSITE:
                return (a[0] + 4) % 8
            case p.Prim.NEXT_TO:
                return frozenset(x for c in a[0] for x in g.around(c))
            case p.Prim.SHIFT:
                return self._shift(a[0], a[1], a[2], g)
            case p.Prim.RAY:
                return self._ray(a[0], a[1], a[2], g)
            case p.Prim.GROW:
                return self._grow(a[0], a[1], a[2], g)
            case p.Prim.GROUPS:
                return self._groups(a[0], g)
            case p.Prim.ROWS:
                rows = (frozenset(x for x in a[0] if x[0] == r) for r in range(g.rows))
                return tuple(row for row in rows if row)
            case p.Prim.COLUMNS:
                columns = (frozenset(x for x in a[0] if x[1] == c) for c in range(g.columns))
                return tuple(column for column in columns if column)
            case p.Prim.WIDTH:
                return max((c for _, c in a[0]), default=-1) - min((c for _, c in a[0]), default=0) + 1
            case p.Prim.HEIGHT:
                return max((r for r, _ in a[0]), default=-1) - min((r for r, _ in a[0]), default=0) + 1
            case _:
                raise AssertionError(prim)

    def _shift(self, area: Cells, way: int, steps: int, g: Geometry) -> Cells:
        for _ in range(steps):
            area = frozenset(x for c in area if (x := g.step(c, way)) is not None)
        return area

    def _ray(self, area: Cells, way: int, through: Cells, g: Geometry) -> Cells:
        out = set()
        for cell in area:
            here = g.step(cell, way)
            while here is not None and here in through:
                out.add(here)
                here = g.step(here, way)
        return frozenset(out)

    def _grow(self, seed: Cells, through: Cells, steps: int, g: Geometry) -> Cells:
        reached = seed
        for _ in range(min(steps, g.rows * g.columns)):
            wider = reached | frozenset(x for c in reached for x in g.around(c) if x in through)
            if wider == reached:
                break
            reached = wider
        return reached

    def _groups(self, area: Cells, g: Geometry) -> tuple[Cells, ...]:
        left, out = set(area), []
        while left:
            group = self._grow(frozenset([min(left)]), area, 10**6, g)
            out.append(group)
            left -= group
        return tuple(out)
