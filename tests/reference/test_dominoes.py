"""Random games of the domino family against a referee written by hand: every option, every state, the end.

That a domino is lost exactly when it fits nowhere, that nothing appears or vanishes, who is asked when and what they
may answer follows from the two agreeing at every decision. RULEWRIGHT_DOMINO_GAMES sets how many games of each sort.
"""

import os
import random
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from tests.reference.dominoes import Setting, Table

import rulewright as rw
from rulewright.interpreter import Game, State

GAMES = int(os.environ.get("RULEWRIGHT_DOMINO_GAMES", "1"))
BOTH = ("domino", "old_domino")


def kingdomino(players: int, **other: Any) -> Setting:
    line = 3 if players == 3 else 4
    rounds = 6 if players == 2 else 12
    told = {"kings": 2 if players == 2 else 1, "line": line, "rounds": rounds, "removed": 48 - line * rounds, "size": 5}
    return Setting(players, is_queendomino=False, coins=0, **(told | other))


def queendomino(players: int) -> Setting:
    return Setting(players, size=7 if players == 2 else 5, kings=2 if players == 2 else 1, line=4, rounds=12)


def wedding(players: int) -> Setting:
    small = players <= 4
    size, line, rounds = (7, 4, 24) if small else (5, 8, 12)
    return Setting(players, size=size, kings=1, line=line, rounds=rounds, boxes=BOTH)


SORTS: dict[str, tuple[str, tuple[str, ...], Setting]] = {
    **{f"kingdomino-{n}": ("kingdomino", (), kingdomino(n)) for n in (2, 3, 4)},
    "mighty_duel": ("kingdomino", ("mighty_duel",), kingdomino(2, size=7, rounds=12, removed=0)),
    "long_lines": ("kingdomino", ("long_lines",), kingdomino(3, line=4, removed=0)),
    "bonuses": (
        "kingdomino",
        ("harmony", "middle_kingdom"),
        kingdomino(4, bonuses=("harmony", "middle_kingdom")),
    ),
    "all_for_two": (
        "kingdomino",
        ("harmony", "middle_kingdom", "mighty_duel"),
        kingdomino(2, size=7, rounds=12, removed=0, bonuses=("harmony", "middle_kingdom")),
    ),
    **{f"queendomino-{n}": ("queendomino", (), queendomino(n)) for n in (2, 3, 4)},
    **{f"wedding-{n}": ("royal_wedding", (), wedding(n)) for n in range(3, 9)},
    **{
        f"teams-{n}": (
            "royal_wedding",
            ("royal_wedding_teams",),
            Setting(n, size=7, kings=1, line=8, rounds=12, team=2, boxes=BOTH),
        )
        for n in (6, 8)
    },
}


@cache
def game(name: str, with_: tuple[str, ...]) -> Game:
    return rw.load(name, with_=list(with_))  # type: ignore[no-any-return]


@pytest.mark.parametrize("sort", SORTS)
def test_random_games_agree_with_a_referee_by_hand(sort: str) -> None:
    name, with_, setting = SORTS[sort]
    for seed in range(GAMES):
        Match(game(name, with_), setting, seed).play()


class Match:
    """One random game, and the same game by hand."""

    def __init__(self, game: Game, setting: Setting, seed: int) -> None:
        self.state: State = game.new(setting.players, seed=seed)
        self.view = self.state.view()
        self.setting, self.rng = setting, random.Random(seed)
        self.table = Table(setting, lambda: self.view)

    def play(self) -> None:
        referee = self.table.play()
        ask = next(referee)
        while True:
            pending = self.state.pending[0]
            answers = Counter(re.sub(r"#\d+", "", option.answer) for option in self.state.legal())
            assert (pending.player, answers) == (ask.player, ask.answers), pending.key
            self.compare()
            option = self.state.legal().sample(self.rng)
            self.state = self.state.apply(option)
            self.view = self.state.view()
            try:
                ask = referee.send(option.answer)
            except StopIteration:
                break
        self.finish()

    def compare(self) -> None:
        told, seen = self.table.seen(), self.seen()
        for key, value in told.items():
            assert seen[key] == value, key
        self.conserve()

    def conserve(self) -> None:
        """Every domino lies somewhere: boxes, removed, lines, kingdoms, discarded; so does every tile and figure."""
        zones, table = self.view["zones"], self.table
        piles = [zones[z]["count"] for z in ("domino_box", "unused_pile", "line", "next_line")]
        laid = sum(len(side.cells) for side in table.sides) // 2
        boxes = len(self.setting.boxes)
        other = zones["old_box"]["count"] if boxes > 1 else 0
        assert sum(piles) + other + laid + len(table.discarded) == 48 * boxes
        assert zones["unused_pile"]["count"] == self.setting.removed
        if self.setting.is_queendomino:
            assert sum(side.all_knights for side in table.sides) <= 22
            assert sum(side.towers for side in table.sides) <= 15
            if table.queen is not None:
                assert table.sides[table.queen].towers == max(side.towers for side in table.sides)

    def seen(self) -> dict[str, Any]:
        view, zones = self.view, self.view["zones"]
        board = view["boards"]["kingdom"]
        told: dict[str, Any] = {
            "line": zones["line"]["things"],
            "next_line": zones["next_line"]["things"],
            "kings": {d: int(held["things"][0].removeprefix("king_")) - 1 for d, held in zones["seat"].items()},
            "cells": {side: cells(board, side) for side in board["fields"]["landscape"]},
        }
        if self.setting.is_queendomino:
            builders = zones["builders"]
            told |= {
                "slots": {k: b["name"] for k, b in zip(builders["slots"], builders["things"], strict=True)},
                "queen": view["memories"]["queens_host"],
                "dragon": view["memories"]["dragons_slot"],
                "coins": view["counters"]["coin"],
                "towers": view["counters"]["tower"],
                "reserve": view["supplies"]["knight"],
                "knights": {side: sorted(map(tuple, at)) for side, at in board["pieces"]["knight"].items()},
                "city": {side: city(held["things"]) for side, held in zones["city"].items()},
            }
        return told

    def finish(self) -> None:
        assert self.state.is_over
        table, points = self.table, list(self.view["counters"]["point"].values())
        assert points == [sum(table.points(side).values()) for side in table.sides]
        assert self.state.winners == table.winners()
        for seat, side in enumerate(table.sides):
            lines = Counter[str]()
            for line in self.state.scores(explain=True):
                if line.player // self.setting.team == seat:
                    lines[line.rule] += line.amount
            assert {k: v for k, v in lines.items() if v} == {k: v for k, v in table.points(side).items() if v}


def cells(board: dict[str, Any], side: str) -> dict[tuple[int, int], tuple[str, int]]:
    lands, crowns = (board["fields"][name][side] for name in ("landscape", "crowns"))
    return {
        (r, c): (land, int(crowns[r][c]))
        for r, row in enumerate(lands)
        for c, land in enumerate(row)
        if land not in (None, "none")
    }


def city(things: list[dict[str, str]]) -> list[tuple[tuple[int, int], str]]:
    found = []
    for thing in things:
        row, column = map(int, re.findall(r"\d+", thing["site"]))
        found.append(((row, column), thing["name"]))
    return sorted(found)
