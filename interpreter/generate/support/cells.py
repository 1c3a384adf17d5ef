"""Sets of cells and lists: joined, moved, measured. Every function is pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulewright.interpreter.generate.layout import NONE


def union(masks: Iterable[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def head(items: Sequence[Any], nothing: Any = NONE) -> Any:
    return items[0] if items else nothing


def last(items: Sequence[Any], nothing: Any = NONE) -> Any:
    return items[-1] if items else nothing


def add_up(bundles: Iterable[Sequence[int]], size: int) -> tuple[int, ...]:
    total = [0] * size
    for bundle in bundles:
        for k, amount in enumerate(bundle):
            total[k] += amount
    return tuple(total)


def ray(area: int, step: Callable[[int], int], through: int) -> int:
    """What of `through` is met going one way from a set until something else is met."""
    area = step(area) & through
    out = area
    while area:
        area = step(area) & through
        out |= area
    return out


def spread(reached: int, edge: int, new: int, through: int, around: Callable[[int], int]) -> tuple[int, int]:
    """What is reached, and the cells next to it, after new cells have joined a set that is spread through."""
    reached |= new
    while new:
        near = around(new)
        edge |= near
        new = near & through & ~reached
        reached |= new
    return reached, edge


def shift_many(step: Callable[[int], int], area: int, steps: int) -> int:
    for _ in range(steps):
        if not area:
            break
        area = step(area)
    return area


def crowded(area: int, need: int, ways: Sequence[Callable[[int], int]], valid: int) -> int:
    """The cells with at least `need` neighbours in a set: neighbours added up bit by bit, all cells at once."""
    if need <= 0:
        return valid
    at_least = [valid] + [0] * need
    for step in ways:
        moved = step(area)
        for k in range(need, 0, -1):
            at_least[k] |= at_least[k - 1] & moved
    return at_least[need]


def width_of(mask: int, stride: int) -> int:
    """From the first to the last column that a set touches."""
    row_bits, squashed = (1 << stride) - 1, 0
    while mask:
        squashed |= mask & row_bits
        mask >>= stride
    return squashed.bit_length() - ((squashed & -squashed).bit_length() - 1) if squashed else 0


def height_of(mask: int, stride: int) -> int:
    if not mask:
        return 0
    return (mask.bit_length() - 1) // stride - ((mask & -mask).bit_length() - 1) // stride + 1


def rows_left(mask: int, limit: int, rows: Sequence[int], stride: int) -> int:
    """The cells of all rows that leave a set within `limit` rows."""
    if not mask:
        return union(rows) if limit > 0 else 0
    low, high = ((mask & -mask).bit_length() - 1) // stride, (mask.bit_length() - 1) // stride
    return union(rows[max(0, high - limit + 1) : max(0, low + limit)]) if high - low < limit else 0


def columns_left(mask: int, limit: int, columns: Sequence[int], stride: int) -> int:
    """The cells of all columns that leave a set within `limit` columns."""
    if not mask:
        return union(columns) if limit > 0 else 0
    squashed, row_bits = 0, (1 << stride) - 1
    while mask:
        squashed |= mask & row_bits
        mask >>= stride
    low, high = (squashed & -squashed).bit_length() - 1, squashed.bit_length() - 1
    return union(columns[max(0, high - limit + 1) : max(0, low + limit)]) if high - low < limit else 0


def rotated(order: Sequence[int], first: int) -> tuple[int, ...]:
    """The same round, begun by another."""
    if first not in order:
        return tuple(order)
    k = order.index(first)
    return (*order[k:], *order[:k])


def look_up(S: list[Any], first: int, span: int, bit: int, low: int) -> int:
    """The value of a cell's field: of the sets of cells kept for each value, the one the cell lies in."""
    for k in range(span):
        if S[first + k] & bit:
            return k + low
    return NONE
