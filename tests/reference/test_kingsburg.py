"""Random games of Kingsburg against a referee written by hand: every option, every state, the winners.

RULEWRIGHT_KINGSBURG_GAMES sets how many games of each sort.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from tests.reference.kingsburg import Seat, Table, plain
from tests.reference.kingsburg_cards import BUILDINGS
from tests.reference.kingsburg_effects import waiting

import rulewright as rw
from rulewright.interpreter import Game, Option, State

GAMES = int(os.environ.get("RULEWRIGHT_KINGSBURG_GAMES", "1"))
EXTENSIONS = ("extra_buildings", "governors", "kings_army")
SUBSETS = [subset for k in range(4) for subset in combinations(EXTENSIONS, k)]
RICH = str(Path(__file__).with_name("rich_start.rules"))


@cache
def game(subset: tuple[str, ...], is_rich: bool) -> Game:
    return rw.load("kingsburg", [*subset, RICH] if is_rich else subset)  # type: ignore[no-any-return]


@pytest.mark.parametrize("is_rich", [False, True], ids=["poor", "rich"])
@pytest.mark.parametrize("subset", SUBSETS, ids=lambda subset: "+".join(subset) or "base")
def test_random_games_agree_with_a_referee_by_hand(subset: tuple[str, ...], is_rich: bool) -> None:
    for seed in range(GAMES):
        players = 2 + (seed + len(subset) + is_rich) % 4
        Match(game(subset, is_rich), subset, players, seed, is_rich).play()


class Match:
    """One random game, and the same game by hand. What can be built mostly is, the further to the right the better."""

    def __init__(self, game: Game, subset: tuple[str, ...], players: int, seed: int, is_rich: bool) -> None:
        self.state: State = game.new(players, seed=seed)
        self.rng = random.Random(seed)
        view = self.state.view()
        self.names = view["players"]
        order = [self.names.index(x) for x in view["order"]]
        self.table = Table(subset, order, held(self.state, "enemy_pile")[0], waiting)
        if "governors" in subset:
            self.table.offers = held(self.state, "offer")
        if is_rich:
            for seat in self.table.seats:
                seat.goods, seat.token = [12, 12, 12], 2

    def play(self) -> None:
        referee = self.table.play()
        ask = next(referee)
        while True:
            pending = next(x for x in self.state.pending if x.player == ask.player or not x.is_secret)
            options = list(self.state.legal(pending.player))
            answers = Counter(plain(option.answer) for option in options)
            assert (pending.player, answers) == (ask.player, ask.answers), pending.key
            self.compare()
            option = self.choose(options)
            self.state = self.state.apply(option)
            self.table.chance += self.state.log[-1].chance
            try:
                ask = referee.send(plain(option.answer))
            except StopIteration:
                break
            assert not self.table.chance, "the game rolled more dice"
        self.finish()

    def choose(self, options: list[Option]) -> Option:
        answers = {option.answer: option for option in options}
        if self.rng.random() < 0.8:
            if "construct" in answers:
                return answers["construct"]
            if all(name in BUILDINGS for name in answers):
                right = max(BUILDINGS[name].column for name in answers)
                return self.rng.choice([x for name, x in answers.items() if BUILDINGS[name].column == right])
            if self.state.pending[0].key.endswith("enlist"):
                return answers["-"] if "-" in answers else self.rng.choice(options)
        return self.rng.choice(options)

    def compare(self) -> None:
        table, view = self.table, self.state.view()
        zones, counters = view["zones"], view["counters"]
        assert [self.names.index(x) for x in view["order"]] == table.order
        assert view["memories"]["envoy"] == (self.names[table.envoy.number] if table.envoy is not None else "none")
        assert (view["memories"]["this_year"], zones["enemy_pile"]["count"]) == (str(table.year), len(table.pile))
        for seat in table.seats:
            name = self.names[seat.number]
            found = [counters[x][name] for x in ("gold", "wood", "stone", "token", "soldier", "vp")]
            assert found == [*seat.goods, seat.token, seat.soldier, seat.vp], name
            assert set(zones["province"][name]["things"]) == seat.built, name
            if "army" in zones:
                assert Counter(zones["army"][name]["things"]) == Counter(f"army_{n}" for n in seat.army), name
            if any(x.key.endswith("/influence") for x in self.state.pending):
                self.compare_dice(seat, zones["cup"][name]["things"])

    def compare_dice(self, seat: Seat, cup: list[dict[str, str]]) -> None:
        shown = Counter(x["name"] for x in cup)
        assert shown == Counter([*(f"d{n}" for n in seat.dice), *(f"d{n}_no_owner" for n in seat.bonus)])

    def finish(self) -> None:
        assert self.state.is_over
        self.compare()
        ranks = [(x.vp, x.held, len(x.built)) for x in self.table.seats]
        assert self.state.winners == tuple(k for k, rank in enumerate(ranks) if rank == max(ranks))


def held(state: State, zone: str) -> list[list[str]]:
    """What lies in a zone that not everybody sees, as the game knows it."""
    slot, root = state.machine.layout.slots[f"zone:{zone}"], state.machine.program.zones[zone].component
    content = [state.slots[slot.base + k] for k in range(slot.count)]
    things = [x if isinstance(x, tuple) else [k for k in range(x.bit_length()) if x >> k & 1] for x in content]
    return [[state.origin.notation.thing(state.slots, k, root) for k in found] for found in things]
