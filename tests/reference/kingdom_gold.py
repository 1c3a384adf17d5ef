"""Gold of Kingdom Builder by hand: every card, task, castle and capitol, for everybody at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from tests.reference.hexes import AXES, LAND, SIZE, Cell, beside, groups, lines, next_to, quadrant, within_two

BUILDABLE = ("grass", "canyon", "desert", "flowers", "forest")
PLAIN = (*BUILDABLE, "water", "mountain")


@dataclass(frozen=True, slots=True)
class Ending:
    """The board at the end: terrains, where everybody's settlements and what counts as such stand, walls, capitols."""

    terrain: dict[Cell, str]
    own: list[set[Cell]]
    walls: set[Cell]
    capitols: set[Cell]

    def of(self, *names: str) -> set[Cell]:
        return {cell for cell, name in self.terrain.items() if name in names}

    @property
    def landmarks(self) -> set[Cell]:
        return {cell for cell, name in self.terrain.items() if name not in PLAIN}

    @property
    def taken(self) -> set[Cell]:
        return set().union(*self.own) | self.walls


def beside_but_not_on(name: str) -> Callable[[Ending, int], int]:
    def count(end: Ending, who: int) -> int:
        there = end.of(name)
        return sum(1 for cell in end.own[who] - there if beside(cell) & there)

    return count


def merchants(end: Ending, who: int) -> int:
    linked = set[Cell]()
    for group in groups(end.own[who]):
        reached = next_to(group) & end.landmarks
        if len(reached) > 1:
            linked |= reached
    return 4 * len(linked)


def lords(end: Ending, who: int) -> int:
    gold = 0
    for part in range(4):
        counts = [sum(1 for cell in cells if quadrant(cell) == part) for cells in end.own]
        ranking = sorted(set(counts), reverse=True)
        gold += {0: 12, 1: 6}.get(ranking.index(counts[who]), 0)
    return gold


def farmers(end: Ending, who: int) -> int:
    return 3 * min(sum(1 for cell in end.own[who] if quadrant(cell) == part) for part in range(4))


def rows(end: Ending, who: int) -> Counter[int]:
    return Counter(row for row, _ in end.own[who])


def edges(end: Ending, who: int) -> list[int]:
    own = end.own[who]
    tests: list[Callable[[Cell], bool]] = [
        lambda x: x[0] == 0,
        lambda x: x[0] == SIZE - 1,
        lambda x: x[1] == 0,
        lambda x: x[1] == SIZE - 1,
    ]
    return [sum(1 for cell in own if test(cell)) for test in tests]


def home_country(end: Ending, who: int) -> bool:
    """A whole area of one terrain: nothing free in it, nobody else's; walls do not matter."""
    own = end.own[who]
    areas = [area for name in PLAIN for area in groups(end.of(name))]
    return any(area & own and not area - own - end.walls for area in areas)


def road(end: Ending, who: int) -> bool:
    return any(len(line) >= 7 for one, other in AXES[1:] for line in lines(end.own[who], one, other))


def surrounded(end: Ending, who: int, places: set[Cell]) -> bool:
    return any(len(beside(cell) & end.own[who]) == 6 for cell in places)


GOALS: dict[str, Callable[[Ending, int], int]] = {
    "fishermen": beside_but_not_on("water"),
    "miners": beside_but_not_on("mountain"),
    "workers": lambda end, who: len(end.own[who] & next_to(end.landmarks)),
    "merchants": merchants,
    "discoverers": lambda end, who: len(rows(end, who)),
    "knights": lambda end, who: 2 * max(rows(end, who).values(), default=0),
    "hermits": lambda end, who: len(groups(end.own[who])),
    "citizens": lambda end, who: max((len(group) for group in groups(end.own[who])), default=0) // 2,
    "farmers": farmers,
    "lords": lords,
}
TASKS: dict[str, tuple[int, Callable[[Ending, int], bool]]] = {
    "home_country": (5, home_country),
    "fortress": (6, lambda end, who: surrounded(end, who, end.own[who])),
    "road": (7, road),
    "place_of_refuge": (8, lambda end, who: surrounded(end, who, end.landmarks)),
    "advance": (9, lambda end, who: max(edges(end, who)) >= 7),
    "compass_points": (10, lambda end, who: min(edges(end, who)) >= 1),
}


def gold(end: Ending, who: int, cards: list[str]) -> dict[str, int]:
    """What everything pays at the end; cards that pay while you play pay nothing then."""
    assert set(end.terrain) == LAND
    paid = {name: GOALS[name](end, who) for name in cards if name in GOALS}
    paid |= {name: TASKS[name][0] * TASKS[name][1](end, who) for name in cards if name in TASKS}
    paid["castles"] = 3 * len(end.of("castle") & next_to(end.own[who]))
    paid["capitols"] = sum(len(within_two(cell) & end.own[who]) for cell in end.capitols)
    return {name: amount for name, amount in paid.items() if amount}
