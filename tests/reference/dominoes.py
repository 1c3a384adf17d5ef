"""Kingdomino, Queendomino and the Royal Wedding refereed by hand, cell by cell, to hold the rules text against.

A referee is a generator: it yields who is asked and what they may answer, and is sent the answer. Chance it does not
make: what was drawn it reads off the view of the game beside it. `Table.seen` is all that lies on the table as the
referee knows it, in the words of a view, so that both can be compared at every decision.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RULESETS = Path(__file__).parents[2] / "rulesets"
CASTLE = (6, 6)
AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))
LANDSCAPES = ("wheat", "forest", "lake", "grassland", "swamp", "mountain", "town")
WORKSHOPS = ("bakery", "sawmill", "fishmonger", "weaving_shop", "magic_school", "foundry", "church")
PER_DOMAIN = dict(zip(WORKSHOPS, LANDSCAPES, strict=True))
FIXED = {
    "small_tavern": 3, "big_tavern": 2, "guardtower": 3, "fortified_castle": 2, "statue": 5,
    "safe_of_knights": 2, "safe_of_towers": 2,
}  # fmt: skip

Cell = tuple[int, int]
View = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Ask:
    """Who is asked, and every answer they may give; copies of a building are not told apart."""

    player: int
    answers: Counter[str]


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: the rules that differ from game to game."""

    players: int
    size: int
    kings: int
    line: int
    rounds: int
    removed: int = 0
    team: int = 1
    is_queendomino: bool = True
    boxes: tuple[str, ...] = ("domino",)
    coins: int = 7
    bonuses: tuple[str, ...] = ()


@dataclass(slots=True)
class Kingdom:
    """One side's kingdom and goods."""

    cells: dict[Cell, tuple[str, int]] = field(default_factory=dict)
    knights: set[Cell] = field(default_factory=set)
    reserve: int = 0
    coins: int = 0
    towers: int = 0
    city: dict[Cell, str] = field(default_factory=dict)

    def places(self, left: str, right: str, size: int) -> Iterator[tuple[Cell, Cell]]:
        """Every way to lay a domino: in any of four directions, one half matching, within the square."""
        taken = {CASTLE, *self.cells}
        for row in range(13):
            for column in range(13):
                for down, across in AROUND:
                    one, other = (row, column), (row + down, column + across)
                    if one in taken or other in taken or not all(0 <= x < 13 for x in other):
                        continue
                    if self._fits({*taken, one, other}, size) and (self._joins(one, left) or self._joins(other, right)):
                        yield one, other

    def _fits(self, cells: set[Cell], size: int) -> bool:
        return all(max(xs) - min(xs) < size for xs in zip(*cells, strict=True))

    def _joins(self, cell: Cell, landscape: str) -> bool:
        near = [(cell[0] + down, cell[1] + across) for down, across in AROUND]
        return any(x == CASTLE or (x in self.cells and self.cells[x][0] == landscape) for x in near)

    def domain(self, cell: Cell) -> frozenset[Cell]:
        found, left = {cell}, [cell]
        while left:
            row, column = left.pop()
            for near in ((row + down, column + across) for down, across in AROUND):
                if near not in found and near in self.cells and self.cells[near][0] == self.cells[cell][0]:
                    found.add(near)
                    left.append(near)
        return frozenset(found)

    def domains(self) -> list[tuple[str, frozenset[Cell]]]:
        """In the order of the landscapes, then from the top left."""
        found = {self.domain(cell) for cell in self.cells}
        named = [(self.cells[min(domain)][0], domain) for domain in found]
        return sorted(named, key=lambda x: (LANDSCAPES.index(x[0]), min(x[1])))

    def largest(self) -> int:
        return max((len(domain) for _, domain in self.domains()), default=0)

    def crowns(self) -> int:
        return sum(crowns for _, crowns in self.cells.values())

    @property
    def all_knights(self) -> int:
        return len(self.knights) + self.reserve

    def tax_bonus(self) -> int:
        names = Counter(self.city.values())
        return names["safe_of_knights"] * self.all_knights + names["safe_of_towers"] * self.towers


class Table:
    """One game: everything that lies on the table."""

    def __init__(self, setting: Setting, look: Callable[[], View]) -> None:
        self.setting, self.look = setting, look
        self.sides = [
            Kingdom(reserve=int(setting.is_queendomino), coins=setting.coins)
            for _ in range(setting.players // setting.team)
        ]
        self.dominoes = dict(_dominoes(setting))
        self.buildings = _table("queendomino/data/buildings.csv") if setting.is_queendomino else {}
        self.line: list[str] = []
        self.next_line: list[str] = []
        self.kings: dict[str, int] = {}  # on which domino whose king stands
        self.slots: list[str | None] = []
        self.queen: int | None = None
        self.dragon: int | None = None
        self.discarded: list[str] = []
        self.drawn = 0

    # ---- what lies there, in the words of a view

    def seen(self) -> View:
        names = [f"{'team' if self.setting.team > 1 else 'player'}_{k + 1}" for k in range(len(self.sides))]
        told: View = {
            "line": self.line,
            "next_line": self.next_line,
            "kings": self.kings,
            "cells": {n: s.cells for n, s in zip(names, self.sides, strict=True)},
        }
        if self.setting.is_queendomino:
            told |= {
                "slots": {k: b for k, b in enumerate(self.slots) if b is not None},
                "queen": "none" if self.queen is None else names[self.queen],
                "dragon": "none" if self.dragon is None else str(self.dragon),
                "coins": {n: s.coins for n, s in zip(names, self.sides, strict=True)},
                "towers": {n: s.towers for n, s in zip(names, self.sides, strict=True)},
                "reserve": {n: s.reserve for n, s in zip(names, self.sides, strict=True)},
                "knights": {n: sorted(s.knights) for n, s in zip(names, self.sides, strict=True)},
                "city": {n: sorted(s.city.items()) for n, s in zip(names, self.sides, strict=True)},
            }
        return told

    # ---- the game

    def play(self) -> Generator[Ask, str, None]:
        self.slots = self._builders()
        self.line = self._names("line")
        yield from self._draft()
        self.next_line = self._names("next_line")
        for number in range(self.setting.rounds):
            for domino in [d for d in self.line if d in self.kings]:
                yield from self._turn(domino, is_last=number == self.setting.rounds - 1)
            self._clean_up()

    def _draft(self) -> Generator[Ask, str, None]:
        waiting = Counter({k: self.setting.kings for k in range(self.setting.players)})
        order: list[int | None] = [None] * waiting.total()
        if self.setting.is_queendomino and self.setting.players == 2:
            first = self._pending()
            order = [first, 1 - first, 1 - first, first]
        for known in order:
            player = self._pending() if known is None else known
            assert waiting[player] > 0, "a king that was drawn already"
            waiting[player] -= 1
            yield from self._claim(player, self.line)

    def _claim(self, player: int, line: list[str], start: str = "") -> Generator[Ask, str, None]:
        """A king goes to a free domino, from the one it stands on if it stands on one."""
        free = [d for d in line if d not in self.kings]
        answer = yield Ask(player, Counter(free))
        self.kings.pop(start, None)
        self.kings[answer] = player

    def _turn(self, domino: str, *, is_last: bool) -> Generator[Ask, str, None]:
        player = self.kings[domino]
        side = self.sides[player // self.setting.team]
        laid = yield from self._lay(player, side, domino)
        if self.setting.is_queendomino:
            yield from self._levy(player, side, laid)
            yield from self._construct(player, side)
            yield from self._burn(player, side)
        if not is_last:
            yield from self._claim(player, self.next_line, domino)

    def _lay(self, player: int, side: Kingdom, domino: str) -> Generator[Ask, str, tuple[Cell, ...]]:
        (left, left_crowns), (right, right_crowns) = self.dominoes[domino]
        places = {_spot(one, other): (one, other) for one, other in side.places(left, right, self.setting.size)}
        if not places:
            self.line.remove(domino)
            self.discarded.append(domino)
            return ()
        one, other = places[(yield Ask(player, Counter(list(places))))]
        self.line.remove(domino)
        side.cells[one], side.cells[other] = (left, left_crowns), (right, right_crowns)
        return one, other

    def _levy(self, player: int, side: Kingdom, laid: tuple[Cell, ...]) -> Generator[Ask, str, None]:
        for _ in range(2):
            free = {_cell(cell): cell for cell in laid if cell not in side.knights}
            if not free or not side.reserve:
                return
            answer = yield Ask(player, Counter([*free, "-"]))
            if answer == "-":
                return
            side.reserve -= 1
            side.knights.add(free[answer])
            side.coins += len(side.domain(free[answer])) + side.tax_bonus()

    def _price(self, side: Kingdom, slot: int) -> int:
        has_queen = self.queen is not None and self.sides[self.queen] is side
        return max(0, slot - has_queen)

    def _construct(self, player: int, side: Kingdom) -> Generator[Ask, str, None]:
        sites = [cell for cell, (land, _) in side.cells.items() if land == "town" and cell not in side.city]
        slots = [k for k, b in enumerate(self.slots) if b is not None and self._price(side, k) <= side.coins]
        answers = Counter(f"{self.slots[k]}; {_cell(site)}" for k in slots for site in sites)
        if not answers:
            return
        answer = yield Ask(player, answers + Counter(["-"]))
        if answer == "-":
            return
        slot = self._taken(answer, slots)
        name = str(self.slots[slot])
        site = next(site for site in sites if answer.endswith(f"; {_cell(site)}"))
        side.coins -= self._price(side, slot)
        self.slots[slot] = None
        side.city[site] = name
        side.cells[site] = ("town", int(self.buildings[name]["crowns"]))
        figures = 22 - sum(s.all_knights for s in self.sides), 15 - sum(s.towers for s in self.sides)
        side.reserve += min(int(self.buildings[name]["knights"]), figures[0])
        gained = min(int(self.buildings[name]["towers"]), figures[1])
        side.towers += gained
        if gained and side.towers == max(s.towers for s in self.sides):
            self.queen = self.sides.index(side)

    def _taken(self, answer: str, slots: list[int]) -> int:
        """The slot that an answer means: of equal buildings the later ones are numbered, as in `statue#2`."""
        name, _, number = answer.partition("; ")[0].partition("#")
        return [k for k in slots if self.slots[k] == name][int(number or 1) - 1]

    def _burn(self, player: int, side: Kingdom) -> Generator[Ask, str, None]:
        has_queen = self.queen is not None and self.sides[self.queen] is side
        slots = [k for k, b in enumerate(self.slots) if b is not None]
        if self.dragon is not None or has_queen or not side.coins or not slots:
            return
        answer = yield Ask(player, Counter(str(self.slots[k]) for k in slots) + Counter(["-"]))
        if answer != "-":
            side.coins -= 1
            self.dragon = self._taken(answer, slots)
            self.slots[self.dragon] = None

    def _clean_up(self) -> None:
        self.dragon = None
        if self.setting.is_queendomino:
            left = [b for b in self.slots if b is not None]
            self.slots = self._builders()
            assert self.slots[: len(left)] == left, "the builders slide to the cheap end in their order"
            assert None not in self.slots[len(left) :] or not self.look()["zones"]["building_pile"]["count"]
        self.discarded += self.line
        self.line, self.next_line = self.next_line, self._names("next_line")

    # ---- what chance brought

    def _pending(self) -> int:
        view = self.look()
        return int(view["players"].index(view["pending"][0]["player"]))

    def _names(self, zone: str) -> list[str]:
        """A line as it was drawn; it must be in order, and from the box whose turn it is."""
        names = list(self.look()["zones"][zone]["things"])
        if names:
            box = self.setting.boxes[self.drawn % len(self.setting.boxes)]
            self.drawn += 1
            assert len(names) == self.setting.line and all(re.fullmatch(rf"{box}_\d+", name) for name in names)
            assert names == sorted(names, key=lambda name: int(name.rpartition("_")[2]))
        return names

    def _builders(self) -> list[str | None]:
        if not self.setting.is_queendomino:
            return []
        row: list[str | None] = [None] * 6
        held = self.look()["zones"]["builders"]
        for slot, thing in zip(held["slots"], held["things"], strict=True):
            row[slot] = thing["name"]
        return row

    # ---- the end

    def points(self, side: Kingdom) -> dict[str, int]:
        """Line by line."""
        domains = side.domains()
        has_queen = self.queen is not None and self.sides[self.queen] is side
        queens = max((d for _, d in domains), key=len) if has_queen and domains else frozenset()
        lands = sum(len(d) * (sum(side.cells[c][1] for c in d) + (d is queens)) for _, d in domains)
        told = {"landscapes": lands}
        if self.setting.is_queendomino:
            told["coins"] = side.coins // 3
        for name in side.city.values():
            per_domain = 2 * sum(land == PER_DOMAIN.get(name) for land, _ in domains)
            counted = {"travelling_castle": side.towers, "training_camp": side.all_knights}.get(name, 0)
            told[name] = told.get(name, 0) + per_domain + counted + FIXED.get(name, 0)
        if "harmony" in self.setting.bonuses:
            told["whole"] = 5 * (len(side.cells) + 1 == self.setting.size**2)
        if "middle_kingdom" in self.setting.bonuses:
            told["middle"] = 10 * self._is_centred(side)
        return told

    def _is_centred(self, side: Kingdom) -> bool:
        reach = self.setting.size // 2
        lines = list(zip(CASTLE, *side.cells, strict=True))
        return all((min(xs), max(xs)) == (c - reach, c + reach) for c, xs in zip(CASTLE, lines, strict=True))

    def winners(self) -> tuple[int, ...]:
        def rank(side: Kingdom) -> tuple[int, ...]:
            most = sum(self.points(side).values()), side.largest()
            return most if self.setting.is_queendomino else (*most, side.crowns())

        best = max(rank(side) for side in self.sides)
        size = self.setting.team
        return tuple(k for k in range(self.setting.players) if rank(self.sides[k // size]) == best)


def _cell(cell: Cell) -> str:
    return f"[{cell[0]},{cell[1]}]"


def _spot(one: Cell, other: Cell) -> str:
    return f"{_cell(one)}, {_cell(other)}"


def _table(path: str) -> dict[str, dict[str, str]]:
    lines = [line for line in (RULESETS / path).read_text("utf-8").splitlines() if not line.startswith("#")]
    rows = [{key.rstrip("?"): value for key, value in row.items()} for row in csv.DictReader(lines)]
    return {row.get("name") or row["value"]: row for row in rows}


def _dominoes(setting: Setting) -> Iterator[tuple[str, tuple[tuple[str, int], tuple[str, int]]]]:
    """Their halves: with Queendomino's box, the other box is called old."""
    boxes = [("old_domino", "kingdomino"), ("domino", "queendomino")]
    for box, game in boxes if setting.is_queendomino else [("domino", "kingdomino")]:
        for row in _table(f"{game}/data/{game}_dominoes.csv").values():
            left = row["left_landscape"], int(row["left_crowns"])
            yield f"{box}_{row['value']}", (left, (row["right_landscape"], int(row["right_crowns"])))
