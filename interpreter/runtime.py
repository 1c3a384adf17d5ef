"""What generated code calls: bits of sets, floods, chance. Each function is small and pure unless it says otherwise.

The random generator is splitmix64: a 64-bit state, advanced by a fixed odd constant and mixed; `below(S, n)` gives a
number from 0 to n - 1 by multiplying the top 32 bits. Another back end that does the same gives the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import comb
from typing import Any

from rulewright.dsl.codes import Code

RNG, FORCED = 4, 8
_MASK = (1 << 64) - 1
FEW = 12


MAX_OPTIONS = 65_536
MAX_NUMBER = 10**9


class Budget(Exception):
    """Play went beyond what is allowed: by which code, in which words, with which way out."""

    def __init__(self, code: Code, message: str, help: str | None = None, chain: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.help = help
        self.chain = chain


def too_many(what: str) -> Budget:
    """A collection beyond what one choice or one loop may have."""
    return Budget(
        Code.BUDGET_COLLECTION,
        f"{what} more than {MAX_OPTIONS:,}",
        "ask for less at once: several choices one after the other, or a `where` on the first part",
    )


def overfull(zone: str, most: int) -> Budget:
    """More was put into a zone than fits in."""
    help_ = "let something leave it first, put fewer in, or say `needs` and how much room there must be"
    return Budget(Code.ZONE_FULL, f"`{zone}` holds at most {most}, and more is put into it", help_)


def too_many_named(option: str, named: int, zone: str, most: int) -> Budget:
    """An option names more things than the setup has room for."""
    message = f"`{option}` names {named}, and `{zone}` holds at most {most} at this table"
    way_out = (f"name at most {most}" if most else f"leave `{option}` out") + ", or lay out a table that has more room"
    return Budget(Code.OPTION_OUT_OF_RANGE, message, way_out)


class ForcedChance(Exception):
    """A chance was forced to something that cannot come out."""


class Trail:
    """Lies in the place of forced outcomes while a move is made, and writes down what came out."""

    __slots__ = ("drawn", "queue")

    def __init__(self, queue: tuple[int, ...] = ()) -> None:
        self.queue = queue
        self.drawn: list[int] = []

    def draw(self, S: list[Any], n: int) -> int:
        S[FORCED] = self.queue
        try:
            outcome = below(S, n)
            self.queue = S[FORCED]
        finally:
            S[FORCED] = self
        self.drawn.append(outcome)
        return outcome


class _Sets(dict[int, tuple[int, ...]]):
    """The positions in each set that was ever asked for; small sets come again and again, others are not kept."""

    KEPT, SIZE = 20_000, 24

    def __missing__(self, mask: int) -> tuple[int, ...]:
        out, rest = [], mask
        while rest:
            low = rest & -rest
            out.append(low.bit_length() - 1)
            rest ^= low
        found = tuple(out)
        if len(found) <= self.SIZE and len(self) < self.KEPT:
            self[mask] = found
        return found


bits: Callable[[int], tuple[int, ...]] = _Sets().__getitem__
"""The positions of a set, lowest first."""


def mask_of(positions: Iterable[int]) -> int:
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask


def nth(mask: int, n: int) -> int:
    """The position of the n-th cell of a set, counted from 0, lowest first."""
    while n:
        mask &= mask - 1
        n -= 1
    return (mask & -mask).bit_length() - 1


def only(mask: int) -> int:
    """The one element of a set; -1 if it is empty."""
    return mask.bit_length() - 1 if mask else -1


def first(mask: int) -> int:
    return (mask & -mask).bit_length() - 1 if mask else -1


def flood(seed: int, through: int, steps: int, around: Callable[[int], int]) -> int:
    """`seed`, and what of `through` is reached from it in so many steps."""
    reached = edge = seed
    while edge and steps:
        edge = around(edge) & through & ~reached
        reached |= edge
        steps -= 1
    return reached


def groups(area: int, around: Callable[[int], int]) -> tuple[int, ...]:
    """The connected parts of a set, in the order of their lowest cell."""
    out = []
    while area:
        group = area & -area
        while True:
            bigger = group | around(group) & area
            if bigger == group:
                break
            group = bigger
        out.append(group)
        area ^= group
    return tuple(out)


def best(items: Sequence[Any], key: Callable[[Any], Any]) -> list[Any]:
    """All the items with the highest key, in their order."""
    keys = [key(x) for x in items]
    if not keys:
        return []
    top = max(keys)
    return [x for x, k in zip(items, keys, strict=True) if k == top]


def below(S: list[Any], n: int) -> int:
    """Chance: a number from 0 to n - 1; advances the state's generator. Tests and replays may force what comes out."""
    forced: Any = S[FORCED]
    if forced:
        if isinstance(forced, Trail):
            return forced.draw(S, n)
        S[FORCED] = forced[1:]
        if not 0 <= forced[0] < n:
            raise ForcedChance(f"{forced[0]} is not one of {n} outcomes")
        return int(forced[0])
    z: int = (S[RNG] + 0x9E3779B97F4A7C15) & _MASK
    S[RNG] = z
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return ((z ^ (z >> 31)) >> 32) * n >> 32


def shuffled(S: list[Any], items: Sequence[int]) -> tuple[int, ...]:
    """The items in random order."""
    out = list(items)
    if S[FORCED]:
        for k in range(len(out) - 1, 0, -1):
            j = below(S, k + 1)
            out[k], out[j] = out[j], out[k]
        return tuple(out)
    x = S[RNG]
    for k in range(len(out) - 1, 0, -1):
        x = (x + 0x9E3779B97F4A7C15) & _MASK
        z = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        j = ((z ^ (z >> 31)) >> 32) * (k + 1) >> 32
        out[k], out[j] = out[j], out[k]
    S[RNG] = x
    return tuple(out)


def choose_some(S: list[Any], items: Sequence[int], number: int) -> list[int]:
    """So many different items at random, in the order drawn."""
    pool = list(items)
    return [pool.pop(below(S, len(pool))) for _ in range(min(number, len(pool)))]


def distinct(items: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(items))


def mixes(number: int, limits: Sequence[int]) -> list[tuple[int, ...]]:
    """All ways to take `number` units of several kinds, with so many of each at most."""
    out: list[tuple[int, ...]] = []

    def fill(at: int, left: int, taken: tuple[int, ...]) -> None:
        if at == len(limits) - 1:
            if left <= limits[at]:
                out.append((*taken, left))
                if len(out) > MAX_OPTIONS:
                    raise too_many("the ways to mix an amount are")
            return
        for k in range(min(left, limits[at]), -1, -1):
            fill(at + 1, left - k, (*taken, k))

    if limits:
        fill(0, number, ())
    return out


def subsets(items: Sequence[int], low: int, high: int) -> list[int]:
    """All subsets with so many elements, as masks; of small sets in the order of their elements, read as digits."""
    singles = [1 << x for x in items]
    if len(singles) <= FEW:
        every = [0]
        for single in singles:
            every += [mask | single for mask in every]
        return [mask for mask in every if low <= mask.bit_count() <= high]
    sizes = range(max(low, 0), min(high, len(singles)) + 1)
    if sum(comb(len(singles), size) for size in sizes) > MAX_OPTIONS:
        raise too_many("the subsets to choose from are")
    return [sum(found) for size in sizes for found in combinations(singles, size)]


# ---- numbers


def counted(low: int, high: int) -> range:
    """The numbers from one to another."""
    if high - low >= MAX_OPTIONS:
        raise too_many(f"the numbers from {low} to {high} are")
    return range(low, high + 1)


def times(a: int, b: int) -> int:
    return within(a * b, -MAX_NUMBER, MAX_NUMBER)


def divided_down(a: int, b: int) -> int:
    if b == 0:
        help_ = "say what happens when the divisor is 0, with `if … otherwise`"
        raise Budget(Code.NUMBER_OVERFLOW, "a division by 0", help_)
    return a // b


def divided_up(a: int, b: int) -> int:
    return -divided_down(-a, b)


def within(value: int, low: int, high: int) -> int:
    """The value, if it is one that fits."""
    if not low <= value <= high:
        shown = str(value) if abs(value) < 10**15 else "a far larger number"
        raise Budget(Code.NUMBER_OVERFLOW, f"{shown}, where only {low} to {high} fits", "keep it within its range")
    return value
