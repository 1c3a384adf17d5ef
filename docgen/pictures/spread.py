"""How numbers of many games are spread, as a picture: a row of bars for each seat over one axis, its mean marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulewright.docgen.stencil import fill

_MOST_BARS = 40
_LEFT, _WIDTH, _HEIGHT, _GAP = 70.0, 520.0, 46.0, 22.0
_STEPS = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Seat:
    """What one row shows: how often each number came."""

    name: str
    counted: Mapping[int, int]

    @property
    def mean(self) -> float:
        return sum(value * count for value, count in self.counted.items()) / sum(self.counted.values())


@dataclass(frozen=True, slots=True)
class Bar:
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Row:
    """A seat as it is drawn."""

    name: str
    told: str
    base: float
    mean: float
    bars: tuple[Bar, ...]


def spread(what: str, seats: Sequence[Seat]) -> str:
    """The picture of one number, such as the gold of each seat at the end."""
    low = min(min(seat.counted) for seat in seats)
    high = max(max(seat.counted) for seat in seats)
    size = _round_step((high - low + 1) / _MOST_BARS)
    first = low // size * size
    bins = (high - first) // size + 1
    heaps = [
        [sum(n for value, n in s.counted.items() if (value - first) // size == k) for k in range(bins)] for s in seats
    ]
    tallest = max(max(heap) for heap in heaps)
    wide = _WIDTH / bins

    def place(value: float) -> float:
        return _LEFT + (value - first) / size * wide

    rows = []
    for number, (seat, heap) in enumerate(zip(seats, heaps, strict=True)):
        base = (number + 1) * (_HEIGHT + _GAP)
        tall = [_HEIGHT * count / tallest for count in heap]
        bars = tuple(Bar(_LEFT + k * wide, base - h, max(wide - 1, 1), h) for k, h in enumerate(tall) if h)
        rows.append(Row(seat.name, f"{seat.mean:.1f}", base, place(seat.mean + size / 2), bars))
    step = max(_round_step(bins * size / 8), size)
    ticks = [(place(value), str(value)) for value in range(-(-first // step) * step, first + bins * size, step)]
    alt = f"{what}: " + "; ".join(f"{row.name} {row.told}" for row in rows)
    bottom = rows[-1].base + 32
    return fill("svg/spread.svg.j2", what=what, rows=rows, ticks=ticks, alt=alt, left=_LEFT, wide=_WIDTH, bottom=bottom)


def _round_step(least: float) -> int:
    """The smallest of 1, 2, 5, 10, 20 … that is at least so much."""
    power = 1
    while True:
        for step in _STEPS:
            if step * power >= least:
                return step * power
        power *= 10
