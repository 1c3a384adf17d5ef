"""Boards as bits. A cell is a position in an integer, a set of cells an integer; each row is followed by guard bits, so
that a shift never carries a cell from one row's end into the next row unseen.

Rows and columns count from 0. Of hexes, odd rows lie half a cell to the right; in a rhombus every row lies half a cell
further.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from rulewright.dsl.program import Board

NORTH, NORTHEAST, EAST, SOUTHEAST, SOUTH, SOUTHWEST, WEST, NORTHWEST = range(8)
NAMES = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_SQUARE = {
    NORTH: (-1, 0),
    NORTHEAST: (-1, 1),
    EAST: (0, 1),
    SOUTHEAST: (1, 1),
    SOUTH: (1, 0),
    SOUTHWEST: (1, -1),
    WEST: (0, -1),
    NORTHWEST: (-1, -1),
}
_RHOMBUS = {NORTH: (-1, 0), NORTHEAST: (-1, 1), EAST: (0, 1), SOUTH: (1, 0), SOUTHWEST: (1, -1), WEST: (0, -1)}
_EVEN = {NORTHEAST: (-1, 0), EAST: (0, 1), SOUTHEAST: (1, 0), SOUTHWEST: (1, -1), WEST: (0, -1), NORTHWEST: (-1, -1)}
_ODD = {NORTHEAST: (-1, 1), EAST: (0, 1), SOUTHEAST: (1, 1), SOUTHWEST: (1, 0), WEST: (0, -1), NORTHWEST: (-1, 0)}
GUARD = 1


def opposite(direction: int) -> int:
    return (direction + 4) % 8


class Geometry:
    """One board's bits and ways."""

    def __init__(self, board: Board) -> None:
        self.name = board.name
        self.rows, self.columns = board.rows, board.columns
        self.stride = board.columns + GUARD
        self.size = board.rows * self.stride
        self.is_offset = board.shape == "hexes" and board.form != "rhombus"
        self.is_square = board.shape == "squares"
        self.row_masks = [((1 << self.columns) - 1) << (r * self.stride) for r in range(self.rows)]
        self.valid = sum(self.row_masks)
        self.even, self.odd = sum(self.row_masks[0::2]), sum(self.row_masks[1::2])
        self.steps = self._steps(board)
        self.compass = tuple(sorted(self.steps))
        self.axes = tuple(d for d in self.compass if d < 4)
        self.beside = (
            (NORTH, EAST, SOUTH, WEST) if self.is_square else (EAST, WEST) if board.shape == "track" else self.compass
        )
        self.column_masks = [sum(1 << (r * self.stride + c) for r in range(self.rows)) for c in range(self.columns)]

    def _steps(self, board: Board) -> dict[int, tuple[tuple[int, int], tuple[int, int]]]:
        """Per direction: the step (rows, columns) from an even and from an odd row."""
        if board.shape == "track":
            return {EAST: ((0, 1), (0, 1)), WEST: ((0, -1), (0, -1))}
        if self.is_square:
            return {d: (s, s) for d, s in _SQUARE.items()}
        if not self.is_offset:
            return {d: (s, s) for d, s in _RHOMBUS.items()}
        return {d: (_EVEN[d], _ODD[d]) for d in _EVEN}

    # ---- places

    def position(self, dense: int) -> int:
        """The bit of a cell counted row by row without guards."""
        return dense // self.columns * self.stride + dense % self.columns

    def at(self, row: int, column: int) -> int:
        return row * self.stride + column

    def row_column(self, position: int) -> tuple[int, int]:
        return divmod(position, self.stride)

    def on_board(self, position: int) -> bool:
        return 0 <= position < self.size and bool(self.valid >> position & 1)

    def neighbour(self, position: int, direction: int) -> int | None:
        row, column = divmod(position, self.stride)
        dr, dc = self.steps[direction][row & 1]
        row, column = row + dr, column + dc
        return row * self.stride + column if 0 <= row < self.rows and 0 <= column < self.columns else None

    @cached_property
    def near(self) -> list[int]:
        """The neighbours of every position; nothing beside the board has any."""
        return [self.neighbours_of(k) if self.on_board(k) else 0 for k in range(self.size)]

    def neighbours_of(self, position: int) -> int:
        mask = 0
        for direction in self.beside:
            other = self.neighbour(position, direction)
            if other is not None:
                mask |= 1 << other
        return mask

    # ---- source of shifted sets; the result may carry bits outside the board until it is narrowed

    def shift_source(self, mask: str, direction: int) -> str:
        """One step of every cell, not yet narrowed to the board; `mask` is a name."""
        even, odd = self.steps[direction]
        d_even, d_odd = even[0] * self.stride + even[1], odd[0] * self.stride + odd[1]
        if d_even == d_odd:
            return _moved(mask, d_even)
        return f"({_moved(f'({mask} & {self.even:#x})', d_even)} | {_moved(f'({mask} & {self.odd:#x})', d_odd)})"

    def neighbours_source(self, mask: str) -> str:
        """The cells next to any of a set, narrowed to the board."""
        s = self.stride
        if not self.is_offset:
            deltas = [self.steps[d][0][0] * s + self.steps[d][0][1] for d in self.beside]
            return "(" + " | ".join(_moved(mask, d) for d in deltas) + f") & {self.valid:#x}"
        straight = " | ".join(_moved(mask, d) for d in (1, -1, s, -s))
        even, odd = f"({mask} & {self.even:#x})", f"({mask} & {self.odd:#x})"
        slant = f"{even} << {s - 1} | {even} >> {s + 1} | {odd} << {s + 1} | {odd} >> {s - 1}"
        return f"({straight} | {slant}) & {self.valid:#x}"

    def shift(self, mask: int, direction: int) -> int:
        """One step of every cell that stays on the board."""
        even, odd = self.steps[direction]
        d_even, d_odd = even[0] * self.stride + even[1], odd[0] * self.stride + odd[1]
        return (_shift(mask & self.even, d_even) | _shift(mask & self.odd, d_odd)) & self.valid


def spot_turns(geometry: Geometry, parts: int) -> tuple[int, ...]:
    """The ways a row of parts can point."""
    return geometry.beside if parts > 1 else geometry.beside[:1]


@lru_cache(maxsize=32)
def spot_cells(geometry: Geometry, parts: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """For every spot (turn * size + cell of the first part): the cells of its parts, and all of them as a set.

    The last entry belongs to the spot -1: a thing that lies nowhere covers nothing.
    """
    cells: list[tuple[int, ...]] = []
    for direction in spot_turns(geometry, parts):
        for position in range(geometry.size):
            row: list[int] = [position]
            while len(row) < parts and row[-1] >= 0:
                onward = geometry.neighbour(row[-1], direction) if geometry.on_board(row[-1]) else None
                row.append(-1 if onward is None else onward)
            cells.append(tuple(row) + (-1,) * (parts - len(row)))
    cells.append((-1,) * parts)
    return cells, [sum(1 << c for c in row) if all(geometry.on_board(c) for c in row) else 0 for row in cells]


def _moved(mask: str, delta: int) -> str:
    return f"{mask} << {delta}" if delta > 0 else f"{mask} >> {-delta}" if delta < 0 else mask


def _shift(mask: int, delta: int) -> int:
    return mask << delta if delta >= 0 else mask >> -delta
