"""How the machine of random playouts draws its options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from rulewright.interpreter import runtime


def picks(chance: Random) -> dict[str, Any]:
    """How fused code draws options: always from this one generator, found under `chance` to be seeded for each game."""
    rnd = chance.random

    def pick(mask: int, random: Callable[[], float] = rnd) -> int:
        """A uniformly random element of a set: by trial where the set is dense, else by counting."""
        count = mask.bit_count()
        if count > 12:
            length = mask.bit_length()
            if count * 6 > length:
                while True:
                    position = int(random() * length)
                    if mask >> position & 1:
                        return position
        k = int(random() * count)
        while k:
            mask &= mask - 1
            k -= 1
        return (mask & -mask).bit_length() - 1

    few: dict[int, tuple[int, ...]] = {}

    def pick_few(mask: int, random: Callable[[], float] = rnd) -> int:
        """The same, where all there is are so few elements that the sets of them are soon known."""
        positions = few.get(mask)
        if positions is None:
            positions = few[mask] = runtime.bits(mask)
        return positions[int(random() * len(positions))]

    def pick_or_none(mask: int) -> int | None:
        return pick(mask) if rnd() * (mask.bit_count() + 1) >= 1 else None

    def pick_from(options: Sequence[Any], random: Callable[[], float] = rnd) -> Any:
        return options[int(random() * len(options))]

    def pick_pair(
        S: list[Any],
        first: int,
        second: Callable[[list[Any], int], int],
        bound: int,
        options: Callable[[list[Any]], Sequence[Any]],
    ) -> Any:
        """A uniformly random pair (x, y), y among `second(x)`: x is kept as often as it has partners of `bound`."""
        for _ in range(64):
            x = pick(first)
            partners = second(S, x)
            count = partners.bit_count()
            if count and rnd() * bound < count:
                return x, pick(partners)
        every = options(S)
        return pick_from(every) if every else None

    some = {"pick": pick, "pick_few": pick_few, "pick_or_none": pick_or_none}
    return {"chance": chance, **some, "pick_from": pick_from, "pick_pair": pick_pair}
