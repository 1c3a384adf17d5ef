"""Kingsburg in every combination of its extensions: what is kept, how long it lasts, and what nobody may know."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

import rulewright as rw
from rulewright.interpreter import Game, State

EXTENSIONS = ("extra_buildings", "governors", "kings_army")
SUBSETS = [subset for k in range(4) for subset in combinations(EXTENSIONS, k)]
SEASONS = {(str(year), season) for year in range(1, 6) for season in ("spring", "summer", "autumn")}


@cache
def game(subset: tuple[str, ...]) -> Game:
    return rw.load("kingsburg", subset)  # type: ignore[no-any-return]


def moments(subset: tuple[str, ...], players: int, seed: int) -> Iterator[State]:
    """Every state of a random game, the last one over."""
    rng = random.Random(seed)
    state = game(subset).new(players, seed=seed)
    yield state
    while not state.is_over:
        state = state.apply(state.legal().sample(rng))
        yield state


def held(state: State, zone: str) -> list[list[str]]:
    """The names of what lies in a zone, for each that there is of it, as the referee knows them."""
    layout, notation = state.machine.layout, state.origin.notation
    slot, root = layout.slots[f"zone:{zone}"], state.machine.root(state.machine.program.zones[zone].component)
    content = [state.slots[slot.base + k] for k in range(slot.count)]
    things = [x if isinstance(x, tuple) else [k for k in range(x.bit_length()) if x >> k & 1] for x in content]
    return [[notation.thing(state.slots, k, root) for k in found] for found in things]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("subset", SUBSETS, ids="+".join)
def test_fifteen_seasons_five_battles_and_nothing_lost(subset: tuple[str, ...], players: int) -> None:
    seasons, enemies, fought = set(), 5, 0
    buildings = 28 if "extra_buildings" in subset else 20
    for state in moments(subset, players, seed=players):
        if any(x.key.endswith("influence") for x in state.pending):
            memories = state.view()["memories"]
            seasons.add((memories["this_year"], memories["now"]))
        dice = [x for zone in ("cup", "spare_dice", "desk", "neutral") for found in held(state, zone) for x in found]
        assert len(dice) == 3 * players + 12
        provinces = zip(held(state, "unbuilt"), held(state, "province"), strict=True)
        assert all(len(set(here) | set(there)) == len(here) + len(there) == buildings for here, there in provinces)
        left = len(held(state, "enemy_pile")[0])
        fought, enemies = fought + (left < enemies), left
        if "kings_army" in subset:
            assert all(len(army) in (6 - fought, 5 - fought) for army in held(state, "army"))
    assert seasons == SEASONS and fought == 5 and enemies == 0
    if "kings_army" in subset:
        assert [len(army) for army in held(state, "army")] == [1] * players
    if "governors" in subset:
        assert [len(court) for court in held(state, "court")] == [1] * players


def known_to(state: State, player: int) -> str:
    """All that is shown or told to a player, and all that is asked."""
    asked = [x.text for x in state.legal(player)] if player in {x.player for x in state.pending} else []
    return json.dumps([state.view(player), state.log_for(player), asked], default=str)


@pytest.mark.parametrize("players", [2, 5])
def test_what_nobody_may_know(players: int) -> None:
    components = game(EXTENSIONS).new(players).machine.program.components
    names = {kind: {d.words.name for d in components[kind].designs} for kind in ("enemy", "governor")}
    for seed in range(2):
        peeked: list[set[str]] = [set() for _ in range(players)]
        for number, state in enumerate(moments(EXTENSIONS, players, seed)):
            pile, invader = held(state, "enemy_pile")[0], set(held(state, "invader")[0])
            kept = {name for court in held(state, "court") for name in court}
            for player in range(players):
                if pile and may_look(state, player):
                    peeked[player].add(pile[-1])
                if number % 7 and not any(x.is_secret for x in state.pending):
                    continue
                told = known_to(state, player)
                offered = set() if kept else set(held(state, "offer")[player])
                allowed = invader | peeked[player] | kept | offered
                assert not [x for x in (names["enemy"] | names["governor"]) - allowed if f'"{x}"' in told]
                others_answers_are_unknown(state, player)


def may_look(state: State, player: int) -> bool:
    """Whether a player is with an advisor, or has a governor, that shows the next enemy."""
    guests = state.view()["memories"]["guests"]
    advisors = [d.words.name for d in state.machine.program.components["advisor"].designs]
    shown = [str(guests[k]) for k, name in enumerate(advisors) if name in ("marshal", "queen")]
    return state.names[player] in "".join(shown) or "explorer" in held(state, "court")[player]


def others_answers_are_unknown(state: State, player: int) -> None:
    """While all choose in secret, what another has chosen is not in the log."""
    if any(x.is_secret for x in state.pending):
        answered = state.players - len(state.pending)
        latest = state.log_for(player)[-answered:] if answered else []
        assert [entry["answer"] for entry in latest if entry["player"] != player] == [None] * sum(
            entry["player"] != player for entry in latest
        )
