"""Kingsburg's buildings, enemies and advisors, typed by hand and not read from the ruleset."""

from __future__ import annotations

from dataclasses import dataclass

GOODS = ("gold", "wood", "stone")
Bundle = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Building:
    row: str
    column: int
    cost: Bundle
    points: int


@dataclass(frozen=True, slots=True)
class Enemy:
    family: str
    strength: int
    lost: Bundle  # of each sort
    lost_of_choice: int
    lost_points: int
    is_lost_building: bool
    prize: str


_ROWS = """
A sawmill 0 2 1 1, quarry 1 1 2 2, goldsmith 2 2 2 3, mint 6 1 1 5
B statue 2 0 0 3, chapel 3 0 1 5, church 3 1 2 7, cathedral 5 0 3 9
C inn 1 1 0 0, market 2 2 0 1, farm 2 3 1 2, merchants_guild 3 1 2 4
D guard_tower 1 0 1 1, blacksmith 1 2 0 2, barracks 2 2 1 4, wizards_guild 3 2 2 6
E palisade 0 2 0 0, stable 1 1 1 2, stone_wall 2 0 2 2, fortress 3 0 2 4
F barricade 0 1 0 0, crane 0 1 1 1, town_hall 2 1 1 2, embassy 2 2 2 4
G improvised_defenses 0 0 1 0, recruiting_center 1 1 0 1, training_camp 1 2 0 2, military_academy 2 1 1 3
"""

# Lost gold, wood, stone, of choice; lost points and buildings; the prize.
_ENEMIES = """
barbarians_I_2 0 0 0 1 0 1 gold
goblins_I_2 0 1 1 0 1 1 wood
goblins_I_3 1 0 0 0 0 1 stone
orcs_I_3 0 0 0 2 1 0 gold
zombies_I_4 0 0 0 0 2 0 vp
goblins_II_3 0 2 2 0 1 1 wood
goblins_II_4 2 0 0 0 0 1 stone
orcs_II_4 0 0 0 2 0 1 gold
barbarians_II_5 0 0 0 2 1 0 gold
zombies_II_5 0 0 0 0 2 0 vp
goblins_III_4 0 3 3 0 1 1 wood
goblins_III_5 3 0 0 0 0 1 stone
orcs_III_5 0 0 0 2 0 1 gold
demons_III_6 2 1 1 0 1 0 vp
zombies_III_6 0 0 0 0 2 0 vp
goblins_IV_5 0 4 4 0 1 1 wood
goblins_IV_6 4 0 0 0 0 1 stone
demons_IV_6 0 0 0 4 0 1 gold
orcs_IV_7 0 0 0 2 0 1 any
zombies_IV_7 0 0 0 0 2 0 vp
barbarians_V_7 0 0 0 0 8 0 vp
barbarians_V_8 0 0 0 0 0 1 vp
demons_V_8 0 0 0 0 2 1 2vp
demons_V_9 0 0 0 0 0 1 2vp
dragons_V_9 0 0 0 0 5 0 3vp
"""


def _buildings() -> dict[str, Building]:
    found = {}
    for line in _ROWS.split("\n")[1:-1]:
        row, rest = line.split(" ", 1)
        for column, text in enumerate(rest.split(", "), 1):
            name, *numbers = text.split()
            gold, wood, stone, points = map(int, numbers)
            found[name] = Building(row, column, (gold, wood, stone), points)
    return found


def _enemies() -> dict[str, Enemy]:
    found = {}
    for line in _ENEMIES.split("\n")[1:-1]:
        name, *numbers, prize = line.split()
        gold, wood, stone, choice, points, building = map(int, numbers)
        family, _, strength = name.split("_")
        found[name] = Enemy(family, int(strength), (gold, wood, stone), choice, points, building == 1, prize)
    return found


BUILDINGS = _buildings()
ENEMIES = _enemies()
ADVISORS = (
    *("jester", "squire", "builder", "merchant", "sergeant", "alchemist", "astronomer", "treasurer", "huntress"),
    *("marshal", "smith", "duchess", "champion", "smuggler", "inventor", "wizard", "queen", "king"),
)
RANKS = {name: rank for rank, name in enumerate(ADVISORS, 1)} | {"lobbyist": 5, "chancellor": 10}
