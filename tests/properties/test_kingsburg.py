"""Kingsburg in every combination of its extensions: what is kept, how long it lasts, and what nobody may know."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

import rulewright as rw
from rulewright.interpreter import Game, State

EXTENSIONS = ("extra_buildings", "governors", "kings_army")
SUBSETS = [subset for k in range(4) for subset in combinations(EXTENSIONS, k)]
SEASONS = [(str(year), season) for year in range(1, 6) for season in ("spring", "summer", "autumn")]

LOOKED_WITH = ("marshal", "queen")


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


def numbers(state: State, zone: str) -> list[list[int]]:
    """Which things lie in a zone, for each that there is of it."""
    slot = state.machine.layout.slots[f"zone:{zone}"]
    content = [state.slots[slot.base + k] for k in range(slot.count)]
    return [list(x) if isinstance(x, tuple) else [k for k in range(x.bit_length()) if x >> k & 1] for x in content]


def all_in(state: State, *zones: str) -> list[int]:
    return sorted(k for zone in zones for found in numbers(state, zone) for k in found)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("subset", SUBSETS, ids="+".join)
def test_fifteen_seasons_five_battles_and_nothing_lost(subset: tuple[str, ...], players: int) -> None:
    seasons: list[tuple[str, str]] = []
    piles = [5]
    buildings = (28 if "extra_buildings" in subset else 20) * players
    for state in moments(subset, players, seed=players):
        if any(x.key.endswith("influence") for x in state.pending):
            memories = state.view()["memories"]
            if seasons[-1:] != [now := (memories["this_year"], memories["now"])]:
                seasons.append(now)
        left = len(numbers(state, "enemy_pile")[0])
        if left != piles[-1]:
            piles.append(left)
        assert all_in(state, "cup", "spare_dice", "desk", "neutral") == list(range(3 * players + 12))
        assert all_in(state, "unbuilt", "province") == list(range(buildings))
        assert len(set(all_in(state, "enemy_pile", "invader"))) == left + len(numbers(state, "invader")[0])
        if "kings_army" in subset:
            assert all(len(army) in (6 - (5 - left), 5 - (5 - left)) for army in numbers(state, "army"))
            assert len(set(all_in(state, "army"))) == sum(map(len, numbers(state, "army")))
        if "governors" in subset:
            cards = all_in(state, "governor_deck", "offer", "court")
            assert len(set(cards)) == len(cards) and len(numbers(state, "governor_deck")[0]) == 24 - 3 * players
    assert seasons == SEASONS and piles == [5, 4, 3, 2, 1, 0]
    if "kings_army" in subset:
        assert [len(army) for army in numbers(state, "army")] == [1] * players
    if "governors" in subset:
        assert [len(court) for court in numbers(state, "court")] == [1] * players


def known_to(state: State, player: int) -> str:
    """All that is shown or told to a player, and all that is asked."""
    asked = [x.text for x in state.legal(player)] if player in {x.player for x in state.pending} else []
    return json.dumps([state.view(player), state.log_for(player), asked], default=str)


@pytest.mark.parametrize("subset", SUBSETS, ids="+".join)
def test_what_nobody_may_know(subset: tuple[str, ...]) -> None:
    players = 2 + len(subset)
    components = game(subset).new(players).machine.program.components
    secret = {d.words.name for kind in ("enemy", "governor") if kind in components for d in components[kind].designs}
    promised: list[set[str]] = [set() for _ in range(players)]
    peeked: list[set[str]] = [set() for _ in range(players)]
    stacked = held(game(subset).new(players, seed=players), "enemy_pile")[0]
    for number, state in enumerate(moments(subset, players, seed=players)):
        pile = held(state, "enemy_pile")[0]
        fought = set(stacked) - set(pile)
        kept = {name for court in held(state, "court") for name in court} if "governors" in subset else set()
        for player in range(players):
            if pile and visitor(state) == player:
                promised[player].add(pile[-1])
            if not still_waits(state, player):
                peeked[player] |= promised[player]
            explores = "governors" in subset and "explorer" in held(state, "court")[player]
            if pile and explores and state.view()["memories"]["now"] == "autumn":
                peeked[player].add(pile[-1])
            if number % 9 and not any(x.is_secret for x in state.pending):
                continue
            offered = set(held(state, "offer")[player]) if "governors" in subset and not kept else set()
            known = set(re.findall(r"[A-Za-z]\w+", known_to(state, player)))
            assert known & secret <= fought | peeked[player] | kept | offered
        if any(x.is_secret for x in state.pending):
            answers_are_unknown_to_others(state)


def visitor(state: State) -> int | None:
    """Who went to an advisor that shows the next enemy, by the last move."""
    last = state.log[-1] if state.log else None
    looks = last is not None and last.decision.endswith("/influence") and last.answer.split(";")[0] in LOOKED_WITH
    return last.player if last is not None and looks else None


def still_waits(state: State, player: int) -> bool:
    """Whether a player is with such an advisor, and nobody has been rewarded yet."""
    guests = state.view()["memories"]["guests"]
    shown = [str(guests[name]) for name in LOOKED_WITH]
    return state.names[player] in "".join(shown) and any(x.key.endswith("influence") for x in state.pending)


def answers_are_unknown_to_others(state: State) -> None:
    """While others still choose in secret, nobody can tell one answer of a player from another."""
    chooser = state.pending[0].player
    answers = list(state.legal(chooser))
    states = [state.apply(answers[0]), state.apply(answers[-1])]
    if all(any(x.is_secret for x in after.pending) for after in states):
        for player in range(state.players):
            told = [known_to(after, player) for after in states]
            assert (told[0] == told[1]) is (player != chooser or answers[0].text == answers[-1].text)


def test_what_is_done_in_the_open_is_told_to_all() -> None:
    told = [entry for state in moments((), 3, seed=1) if state.is_over for entry in state.log_for(0)]
    assert [x for x in told if x["decision"].endswith("/influence")] and all(x["answer"] is not None for x in told)
