"""Kingdom Builder with every set of its expansions: nothing appears or vanishes, nothing stands where it may not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

import rulewright as rw
from rulewright.interpreter import Game, State

EXPANSIONS = ("nomads", "crossroads", "capitol")
SUBSETS = [subset for k in range(4) for subset in combinations(EXPANSIONS, k)]
TABLES = [
    (subset, players)
    for subset in SUBSETS
    for players in ((2, 3, 4, 5) if {"nomads", "crossroads"} & set(subset) else (2, 3, 4))
]
TOTALS = {"settlement": 40, "warrior": 2, "wagon": 1, "ship": 1, "city_hall": 7, "wall": 25, "capitol": 2}
BUILDABLE = {"grass", "canyon", "desert", "flowers", "forest"}
STANDS_ON = {
    "settlement": BUILDABLE | {"water", "mountain"},
    "warrior": BUILDABLE,
    "wagon": BUILDABLE | {"mountain"},
    "ship": {"water"},
    "city_hall": BUILDABLE,
    "wall": BUILDABLE,
    "capitol": {"castle"},
}
# What is kept in sight of the rules all game; of the other things some leave the game and never come back.
ZONES = {
    "terrain_card": ("terrain_deck", "terrain_discard", "hand", "played", "fort_card"),
    "location_tile": ("spare_tiles", "stock", "tiles"),
    "nomad_tile": ("nomad_bag", "camp", "nomads"),
    "goal": ("goal_deck", "goals_in_use"),
    "task": ("task_deck", "tasks_in_use"),
}
KEPT = ("goal", "task")


@cache
def game(subset: tuple[str, ...]) -> Game:
    return rw.load("kingdom-builder", subset)  # type: ignore[no-any-return]


def moments(subset: tuple[str, ...], players: int) -> Iterator[State]:
    """Every state of a random game, the last one over."""
    rng = random.Random(players)
    state = game(subset).new(players, seed=players)
    yield state
    while not state.is_over:
        state = state.apply(state.legal().sample(rng))
        yield state


def cells(state: State, name: str) -> list[int]:
    """The slots of a name, each a set of cells as bits."""
    slot = state.machine.layout.slots[name]
    return [state.slots[slot.base + k] for k in range(slot.count)]


def things(state: State, component: str) -> list[int]:
    """Whatever lies in the zones of a component, once for each time it lies there."""
    found: list[int] = []
    for zone in ZONES[component]:
        slot = state.machine.layout.slots.get(f"zone:{zone}")
        for k in range(slot.count if slot is not None else 0):
            assert slot is not None
            held = state.slots[slot.base + k]
            found += held if isinstance(held, tuple) else [n for n in range(held.bit_length()) if held >> n & 1]
    return found


def pieces(state: State) -> list[str]:
    return [name for name in TOTALS if f"pieces:{name}" in state.machine.layout.slots]


def check_pieces(state: State) -> None:
    together = 0
    lifted = 0
    terrains = state.machine.program.kinds["terrain"].members
    ground = cells(state, "with:land.terrain")
    for name in pieces(state):
        allowed = sum(ground[k] for k, terrain in enumerate(terrains) if terrain in STANDS_ON[name])
        for where, left in zip(cells(state, f"pieces:{name}"), cells(state, f"supply:{name}"), strict=True):
            assert not where & together, f"{name} shares a cell"
            assert not where & ~allowed, f"{name} stands where it may not"
            together |= where
            in_supply = 7 * left if name == "city_hall" else left
            lifted += TOTALS[name] - where.bit_count() - in_supply
    assert together == cells(state, "occupied:land")[0]
    assert lifted == any(x.key.endswith("relocate#2") for x in state.pending)


def check_tiles(state: State) -> None:
    """Every tile in front of a player has a hex that it came from, next to one of the player's settlements."""
    if any(x.span.text.startswith("choose t in your tiles") or x.key.endswith("relocate#2") for x in state.pending):
        return
    for owned, homes, visited in zip(
        cells(state, "zone:tiles"), cells(state, "memory:homes"), cells(state, "memory:visited"), strict=True
    ):
        assert owned.bit_count() == homes.bit_count() and not homes & ~visited


@pytest.mark.parametrize(("subset", "players"), TABLES, ids=[f"{'+'.join(subset)}-{n}" for subset, n in TABLES])
def test_nothing_appears_or_vanishes(subset: tuple[str, ...], players: int) -> None:
    components = game(subset).new(players).machine.program.components
    before: dict[str, set[int]] = {}
    for state in moments(subset, players):
        check_pieces(state)
        check_tiles(state)
        for component in ZONES:
            if component not in components:
                continue
            found = things(state, component)
            held = set(found)
            assert len(found) == len(held), f"a {component} lies twice"
            assert held <= before.get(component, held), f"a {component} came back"
            if component in KEPT:
                assert len(held) == len(components[component].things)
            before[component] = held
    scores = list(state.scores())
    assert cells(state, "memory:ending") == [1] and len(state.winners) == scores.count(max(scores))
