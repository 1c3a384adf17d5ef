"""Random games of Kingdom Builder against a referee written by hand: every option, every state, all gold at the end.

RULEWRIGHT_KINGDOM_GAMES sets how many games of each sort.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from tests.reference.kingdom_builder import Table, plain
from tests.reference.kingdom_gold import gold

import rulewright as rw
from rulewright.interpreter import Game, State

GAMES = int(os.environ.get("RULEWRIGHT_KINGDOM_GAMES", "1"))
ALL = ("nomads", "crossroads", "capitol")
# What is played with, for how many, and the quadrants; None is any.
SORTS: dict[str, tuple[tuple[str, ...], int, str | None]] = {
    "base-2": ((), 2, None),
    "base-4": ((), 4, "barn,harbor,tower,oracle"),
    "nomads-3": (("nomads",), 3, "quarry,caravan,village,garden"),
    "crossroads-2": (
        ("crossroads",),
        2,
        "lighthouse_foresters_lodge,barracks_crossroads,city_hall_fort,monastery_wagon",
    ),
    "capitol-3": (("capitol",), 3, "oracle,paddock,harbor,tavern"),
    "quarry-2": (ALL, 2, "quarry,barracks_crossroads,barn,oracle"),
    "walls-3": (ALL, 3, "quarry,barracks_crossroads,city_hall_fort,caravan"),
    "crews-4": (ALL, 4, "harbor,lighthouse_foresters_lodge,monastery_wagon,village"),
    "all-5": (ALL, 5, None),
}


@cache
def game(with_: tuple[str, ...], quadrants: str | None) -> Game:
    options = {"quadrants": quadrants} if quadrants else {}
    return rw.load("kingdom-builder", with_, options=options)  # type: ignore[no-any-return]


@pytest.mark.parametrize("sort", SORTS)
def test_random_games_agree_with_a_referee_by_hand(sort: str) -> None:
    with_, players, quadrants = SORTS[sort]
    for seed in range(GAMES):
        Match(game(with_, quadrants), players, seed).play()


class Match:
    """One random game, and the same game by hand. Extra actions are taken more often than not."""

    def __init__(self, game: Game, players: int, seed: int) -> None:
        self.state: State = game.new(players, seed=seed)
        self.rng = random.Random(seed)
        self.views: dict[int, dict[str, Any]] = {}
        self.table = Table(players, self.look)

    def look(self, who: int) -> dict[str, Any]:
        if who not in self.views:
            self.views[who] = self.state.view(who)
        return self.views[who]

    def play(self) -> None:
        referee = self.table.play()
        ask = next(referee)
        while True:
            pending = self.state.pending[0]
            options = list(self.state.legal())
            answers = Counter(plain(option.answer) for option in options)
            assert (pending.player, answers) == (ask.player, ask.answers), pending.key
            self.compare()
            extra = [x for x in options if x.answer.startswith(("use", "spend"))]
            option = self.rng.choice(extra if extra and self.rng.random() < 0.7 else options)
            self.state = self.state.apply(option)
            self.views.clear()
            try:
                ask = referee.send(option.answer)
            except StopIteration:
                break
        self.finish()

    def compare(self) -> None:
        table, view = self.table, self.look(0)
        zones, land = view["zones"], view["boards"]["land"]["pieces"]
        assert (zones["terrain_deck"]["count"], cards(zones["terrain_discard"])) == (table.deck, +table.discard)
        assert {tuple(x) for x in land.get("wall", ())} == table.walls
        assert (view["memories"]["ending"] == "yes") == table.is_ending
        for who, seat in enumerate(table.seats):
            name = table.names[who]
            for piece, at in seat.pieces.items():
                if piece in land:
                    assert {tuple(x) for x in land[piece][name]} == at, piece
                    assert view["supplies"][piece][name] == seat.supply[piece], piece
            assert view["counters"]["gold"][name] == seat.gold
            for zone, held in (("tiles", seat.tiles), ("nomads", seat.nomads)):
                assert Counter((x["name"], x["side"]) for x in table.things(who, zone)) == +held, zone
            assert zones["hand"][name]["count"] == len(seat.hand)
            self.compare_cards(who)

    def compare_cards(self, who: int) -> None:
        """The card played, and the hand as its owner sees it: when it is their turn, and when something was drawn."""
        table, seat = self.table, self.table.seats[who]
        shown = self.look(0)["zones"]["played"][table.names[who]]["things"]
        assert [plain(x).removeprefix("terrain_card_") for x in shown] == ([seat.played] if seat.played else [])
        if "?" in seat.hand:
            seat.hand = table.hand_of(who)
        elif seat.hand and self.state.pending[0].player == who:
            assert table.hand_of(who) == sorted(seat.hand)

    def finish(self) -> None:
        assert self.state.is_over
        table = self.table
        totals = []
        for who, seat in enumerate(table.seats):
            lines = Counter[str]()
            for line in self.state.scores(explain=True):
                if line.player == who:
                    lines[line.rule] += line.amount
            paid = gold(table.ending(), who, table.cards)
            assert +lines == Counter(paid)
            totals.append(seat.gold + sum(paid.values()))
        assert list(self.state.scores()) == totals
        assert self.state.winners == tuple(k for k, total in enumerate(totals) if total == max(totals))


def cards(zone: dict[str, Any]) -> Counter[str]:
    return Counter(plain(x).removeprefix("terrain_card_") for x in zone["things"])
