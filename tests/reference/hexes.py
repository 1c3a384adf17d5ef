"""Hexes of a board with every other row moved to the right, by hand: plain sets of (row, column)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Cell = tuple[int, int]

SIZE = 20
LAND = frozenset((r, c) for r in range(SIZE) for c in range(SIZE))
# Of a row that is flush left, and of one that is moved: east, west, northwest, northeast, southwest, southeast.
STEPS = (
    ((0, 1), (0, -1), (-1, -1), (-1, 0), (1, -1), (1, 0)),
    ((0, 1), (0, -1), (-1, 0), (-1, 1), (1, 0), (1, 1)),
)
WAYS = range(6)
AXES = ((0, 1), (2, 5), (3, 4))  # each direction with its opposite


def step(cell: Cell, way: int) -> Cell | None:
    down, across = STEPS[cell[0] % 2][way]
    there = (cell[0] + down, cell[1] + across)
    return there if there in LAND else None


def beside(cell: Cell) -> set[Cell]:
    return {there for way in WAYS if (there := step(cell, way)) is not None}


def next_to(cells: Iterable[Cell]) -> set[Cell]:
    return set().union(*(beside(cell) for cell in cells))


def groups(cells: Iterable[Cell]) -> list[set[Cell]]:
    left, found = set(cells), []
    while left:
        group, fresh = set[Cell](), {left.pop()}
        while fresh:
            group |= fresh
            fresh = next_to(fresh) & left
            left -= fresh
        found.append(group)
    return found


def lines(cells: set[Cell], one: int, other: int) -> Iterator[list[Cell]]:
    """Every unbroken line along an axis, from its last cell one way to its last cell the other way."""
    for cell in cells:
        if step(cell, one) in cells:
            continue
        line = [cell]
        while (there := step(line[-1], other)) is not None and there in cells:
            line.append(there)
        yield line


def ends(cells: set[Cell], least: int) -> set[Cell]:
    """The cells just beyond both ends of every straight line of so many cells or more."""
    found = set()
    for one, other in AXES:
        for line in lines(cells, one, other):
            if len(line) >= least:
                found |= {step(line[0], one), step(line[-1], other)}
    return {cell for cell in found if cell is not None}


def is_line(cells: set[Cell]) -> bool:
    return any(len(line) == len(cells) for one, other in AXES for line in lines(cells, one, other))


def slide(cell: Cell, way: int, through: set[Cell]) -> Cell | None:
    """The last cell that is reached from a cell in one direction; None if it cannot leave."""
    here = cell
    while (there := step(here, way)) is not None and there in through:
        here = there
    return None if here == cell else here


def within_two(cell: Cell) -> set[Cell]:
    near = beside(cell)
    return near | next_to(near) | {cell}


def quadrant(cell: Cell) -> int:
    return cell[0] // 10 * 2 + cell[1] // 10
