"""Kingdom Builder with Nomads, Crossroads and Capitol refereed by hand, hex by hex, to hold the rules text against.

A referee is a generator: it yields who is asked and what they may answer, and is sent the answer. Chance it does not
make: which card was drawn it reads off the view of the game beside it. Both are compared at every decision.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.reference.hexes import LAND, SIZE, WAYS, Cell, beside, ends, is_line, next_to, slide, step
from tests.reference.kingdom_gold import BUILDABLE, PLAIN, Ending

View = dict[str, Any]
CREWS = {"wagon": "wagon", "lighthouse": "ship"}
ON_ITS_OWN_TERRAIN = {
    "farm": "grass",
    "oasis": "desert",
    "garden": "flowers",
    "foresters_lodge": "forest",
    "monastery": "canyon",
}


@dataclass(frozen=True, slots=True)
class Ask:
    """Who is asked, and every answer they may give; copies of a card or tile are not told apart."""

    player: int
    answers: Counter[str]


Asking = Generator[Ask, str, None]


@dataclass(slots=True)
class Seat:
    """All that is somebody's."""

    pieces: dict[str, set[Cell]] = field(
        default_factory=lambda: {name: set() for name in ("settlement", "warrior", "wagon", "ship", "city_hall")}
    )
    supply: Counter[str] = field(
        default_factory=lambda: Counter(settlement=40, warrior=2, wagon=1, ship=1, city_hall=1)
    )
    tiles: Counter[tuple[str, str]] = field(default_factory=Counter)
    nomads: Counter[tuple[str, str]] = field(default_factory=Counter)
    homes: set[Cell] = field(default_factory=set)
    visited: set[Cell] = field(default_factory=set)
    hand: list[str] = field(default_factory=list)
    played: str | None = None
    has_built_with_it: bool = False
    gold: int = 0

    @property
    def own(self) -> set[Cell]:
        return set().union(*self.pieces.values())


def told(cell: Cell) -> str:
    return f"[{cell[0]},{cell[1]}]"


def read(answer: str) -> list[Cell]:
    return [(int(r), int(c)) for r, c in re.findall(r"\[(\d+),(\d+)\]", answer)]


def plain(name: str) -> str:
    return re.sub(r"#\d+", "", name)


class Table:
    """The referee's own table. `look` shows the game beside it as one of the players sees it."""

    def __init__(self, players: int, look: Callable[[int], View]) -> None:
        self.look = look
        view = look(0)
        rows = view["boards"]["land"]["fields"]["terrain"]
        self.terrain = {(r, c): rows[r][c] for r, c in LAND}
        self.seats = [Seat() for _ in range(players)]
        self.names = view["players"]
        self.walls = set[Cell]()
        self.walls_left = view["supplies"].get("wall", 0)
        self.stock = {cell: 2 for cell, name in self.terrain.items() if name not in (*PLAIN, "castle", "nomad_camp")}
        zones = view["zones"]
        self.camps = {read(k)[0]: v["things"][0]["name"] for k, v in zones.get("camp", {}).items()}
        self.cards = [
            plain(x) for zone in ("goals_in_use", "tasks_in_use") for x in zones.get(zone, {"things": []})["things"]
        ]
        self.capitols = {tuple(x) for x in view["boards"]["land"]["pieces"].get("capitol", ())}
        self.deck = 25 - players
        self.discard = Counter[str]()
        self.is_ending = False
        self.is_red = dict.fromkeys(("families", "shepherds", "ambassadors"), False) | {
            x: True for x in self.cards if x in ("families", "shepherds", "ambassadors")
        }
        for who in range(players):
            shown = self.played_of(who)  # the first player has shown the card already
            self.seats[who].hand = [shown] if shown else self.hand_of(who)

    # ---- what the board says -------------------------------------------------------------------------------------

    def of(self, *names: str) -> set[Cell]:
        return {cell for cell, name in self.terrain.items() if name in names}

    def taken(self) -> set[Cell]:
        return set().union(*(seat.own for seat in self.seats)) | self.walls

    def free(self, area: Iterable[Cell]) -> set[Cell]:
        """Empty, and not beside anybody's warrior."""
        warriors = set().union(*(seat.pieces["warrior"] for seat in self.seats))
        return set(area) - self.taken() - next_to(warriors)

    def land(self) -> set[Cell]:
        return self.free(self.of(*BUILDABLE))

    def hand_of(self, who: int) -> list[str]:
        things = self.look(who)["zones"]["hand"][self.names[who]]["things"]
        return sorted(plain(x).removeprefix("terrain_card_") for x in things)

    def played_of(self, who: int) -> str | None:
        things = self.look(0)["zones"]["played"][self.names[who]]["things"]
        return plain(things[0]).removeprefix("terrain_card_") if things else None

    # ---- the game ------------------------------------------------------------------------------------------------

    def play(self) -> Asking:
        while not self.is_ending:
            for who in range(len(self.seats)):
                yield from self.turn(who)

    def turn(self, who: int) -> Asking:
        seat = self.seats[who]
        if len(seat.hand) == 1:
            seat.played = seat.hand.pop()
        has_settled = False
        while True:
            has_settled |= not seat.supply["settlement"]
            items = [] if has_settled else ["settle"]
            items += [f"use {name}" for name, n in self.ready(seat.tiles) for _ in range(n) if self.can_use(who, name)]
            items += [
                f"spend {name}" for name, n in self.ready(seat.nomads) for _ in range(n) if self.can_spend(who, name)
            ]
            if not items:
                break
            answer = plain((yield Ask(who, Counter(items + ["-"] * has_settled))))
            if answer == "-":
                break
            verb, _, name = answer.partition(" ")
            if verb == "settle":
                has_settled = True
                yield from self.settle(who)
            elif verb == "use":
                seat.tiles.subtract([(name, "ready")])
                seat.tiles[name, "used"] += 1
                yield from self.use(who, name)
            else:
                yield from self.spend(who, name)
                seat.nomads.subtract([(name, "ready")])
        yield from self.finish(who)

    def ready(self, held: Counter[tuple[str, str]]) -> list[tuple[str, int]]:
        return sorted((name, n) for (name, side), n in held.items() if side == "ready" and n)

    def finish(self, who: int) -> Asking:
        seat = self.seats[who]
        seat.nomads = Counter({(name, "ready"): n for (name, side), n in seat.nomads.items() if side == "fresh" and n})
        self.discard.update([*seat.hand, *([seat.played] if seat.played else [])])
        seat.hand, seat.played, seat.has_built_with_it = [], None, False
        self.draw(who)
        ready = Counter[tuple[str, str]]()
        for (name, _), n in seat.tiles.items():
            ready[name, "ready"] += n
        seat.tiles = ready
        if seat.tiles["crossroads", "ready"]:
            yield Ask(who, Counter(["crossroads"]))
            self.draw(who)

    def draw(self, who: int) -> None:
        self.shuffle_if_empty()
        if self.deck:
            self.deck -= 1
            self.seats[who].hand.append("?")

    def shuffle_if_empty(self) -> None:
        if not self.deck:
            self.deck, self.discard = self.discard.total(), Counter()

    # ---- the terrain card ----------------------------------------------------------------------------------------

    def ground(self, name: str | None) -> set[Cell]:
        return self.of(name) if name else set()

    def is_undecided(self, seat: Seat) -> bool:
        return bool(seat.hand) and not seat.has_built_with_it and not self.free(self.ground(seat.played))

    def choose_card(self, who: int, cards: list[str]) -> Asking:
        seat = self.seats[who]
        answer = yield Ask(who, Counter(f"terrain_card_{card}" for card in set(cards)))
        seat.played = plain(answer).removeprefix("terrain_card_")
        seat.hand.remove(seat.played)

    def need_terrain(self, who: int) -> Asking:
        """Whoever has two cards chooses now; a card whose terrain is full leaves the game for a new one."""
        seat = self.seats[who]
        if self.is_undecided(seat):
            useful = [card for card in seat.hand if self.free(self.of(card))]
            yield from self.choose_card(who, useful or seat.hand)
        if self.free(self.ground(seat.played)) or not self.deck + self.discard.total():
            return
        before = self.all_cards()
        seat.played = self.played_of(who)
        zones = self.look(0)["zones"]
        self.deck = zones["terrain_deck"]["count"]
        self.discard = Counter(plain(x).removeprefix("terrain_card_") for x in zones["terrain_discard"]["things"])
        assert self.all_cards() < before
        assert self.free(self.ground(seat.played)) or not self.deck + self.discard.total()

    def all_cards(self) -> int:
        held = sum(len(seat.hand) + bool(seat.played) for seat in self.seats)
        return self.deck + self.discard.total() + held

    # ---- building and moving -------------------------------------------------------------------------------------

    def settle(self, who: int) -> Asking:
        seat, built = self.seats[who], set[Cell]()
        for _ in range(3):
            if seat.supply["settlement"]:
                before = seat.own
                yield from self.build_as_played(who)
                built |= seat.own - before
        if self.is_red["families"] and len(built) == 3 and is_line(built):
            seat.gold += 2

    def build_as_played(self, who: int) -> Asking:
        seat = self.seats[who]
        yield from self.need_terrain(who)
        yield from self.build(who, self.ground(seat.played))
        seat.has_built_with_it = True

    def build(self, who: int, area: Iterable[Cell], piece: str = "settlement") -> Asking:
        free = self.free(area)
        if not free:
            return
        cell = yield from self.choose_site(who, free)
        yield from self.erect(who, piece, [cell])

    def choose_site(self, who: int, free: set[Cell]) -> Generator[Ask, str, Cell]:
        seat = self.seats[who]
        near = free & next_to(seat.own)
        answers = Counter(told(cell) for cell in near or free)
        if near:
            outposts = seat.nomads["outpost", "ready"]
            answers.update({f"{told(cell)} using outpost": outposts for cell in free - near if outposts})
        answer = yield Ask(who, answers)
        if "using" in answer:
            seat.nomads.subtract([("outpost", "ready")])
        return read(answer)[0]

    def erect(self, who: int, piece: str, cells: list[Cell]) -> Asking:
        seat = self.seats[who]
        seat.supply.subtract([piece])
        seat.pieces[piece] |= set(cells)
        yield from self.arrive(who, cells, is_built=True)
        if not seat.supply["settlement"]:
            self.is_ending = True

    def move(self, who: int, piece: str, start: Cell, site: Cell) -> Asking:
        self.seats[who].pieces[piece] ^= {start, site}
        yield from self.arrive(who, [site])

    def arrive(self, who: int, cells: list[Cell], is_built: bool = False) -> Asking:
        """Tiles are taken, gold is earned; then tiles are lost."""
        seat = self.seats[who]
        for cell in cells:
            for place in sorted(beside(cell)):
                if self.stock.get(place) and place not in seat.visited:
                    self.stock[place] -= 1
                    seat.tiles[self.terrain[place], "fresh"] += 1
                    seat.visited.add(place)
                    seat.homes.add(place)
                if (tile := self.camps.pop(place, None)) is not None:
                    yield from self.receive(who, tile)
            if is_built:
                self.earn(who, cell)
        yield from self.lose_tiles()

    def receive(self, who: int, tile: str) -> Asking:
        seat = self.seats[who]
        seat.nomads[tile, "fresh"] += 1
        if tile == "treasure":
            yield Ask(who, Counter([tile]))
            seat.nomads[tile, "fresh"] -= 1
            seat.gold += 3

    def earn(self, who: int, cell: Cell) -> None:
        seat = self.seats[who]
        empty = LAND - self.taken()
        if self.is_red["shepherds"] and not beside(cell) & empty & self.of(self.terrain[cell]):
            seat.gold += 2
        others = set().union(*(other.own for other in self.seats if other is not seat))
        if self.is_red["ambassadors"] and beside(cell) & others:
            seat.gold += 1

    def lose_tiles(self) -> Asking:
        for who, seat in enumerate(self.seats):
            for home in sorted(seat.homes - next_to(seat.own)):
                seat.homes.remove(home)
                name = self.terrain[home]
                held = Counter({key: n for key, n in seat.tiles.items() if key[0] == name and n})
                yield Ask(who, Counter({name: held.total()}))
                seen = Counter((x["name"], x["side"]) for x in self.things(who, "tiles") if x["name"] == name)
                gone = held - seen
                assert gone.total() == 1 and not seen - held
                seat.tiles -= gone

    def things(self, who: int, zone: str) -> list[dict[str, str]]:
        found = self.look(0)["zones"].get(zone, {}).get(self.names[who], {"things": []})["things"]
        return [{**x, "name": plain(x["name"])} for x in found]

    # ---- tiles ---------------------------------------------------------------------------------------------------

    def can_use(self, who: int, name: str) -> bool:
        seat = self.seats[who]
        has_one, can_move = seat.supply["settlement"] > 0, bool(seat.pieces["settlement"])
        if name in ON_ITS_OWN_TERRAIN or name == "tower":
            return has_one and bool(self.free(self.area_of(name)))
        if name in CREWS or name == "barracks":
            return bool(self.ways_to_lead(who, name))
        tests: dict[str, Callable[[], Any]] = {
            "oracle": lambda: has_one,
            "fort": lambda: has_one and self.deck + self.discard.total(),
            "tavern": lambda: has_one and self.tavern_sites(seat),
            "village": lambda: has_one and self.village_sites(seat),
            "barn": lambda: can_move,
            "harbor": lambda: can_move and self.free(self.of("water")),
            "paddock": lambda: self.jumps(seat),
            "caravan": lambda: self.slides(seat),
            "city_hall": lambda: seat.supply["city_hall"] and self.hall_sites(seat),
            "quarry": lambda: self.walls_left and self.may_quarry(seat),
            "crossroads": lambda: False,
        }
        return bool(tests[name]())

    def use(self, who: int, name: str) -> Asking:
        seat = self.seats[who]
        if name in ON_ITS_OWN_TERRAIN or name == "tower":
            yield from self.build(who, self.area_of(name))
        elif name == "oracle":
            yield from self.build_as_played(who)
        elif name == "fort":
            yield from self.fort(who)
        elif name in ("tavern", "village"):
            sites = self.tavern_sites(seat) if name == "tavern" else self.village_sites(seat)
            answer = yield Ask(who, Counter(map(told, sites)))
            yield from self.erect(who, "settlement", read(answer))
        elif name == "barn":
            yield from self.need_terrain(who)
            yield from self.relocate(who, self.ground(seat.played))
        elif name == "harbor":
            yield from self.relocate(who, self.of("water"))
        elif name in ("paddock", "caravan"):
            moves = self.jumps(seat) if name == "paddock" else self.slides(seat)
            yield from self.choose_move(who, "settlement", moves)
        elif name == "city_hall":
            answer = yield Ask(who, Counter(map(told, self.hall_sites(seat))))
            centre = read(answer)[0]
            yield from self.erect(who, "city_hall", sorted(beside(centre) | {centre}))
        elif name == "quarry":
            yield from self.quarry(who)
        else:
            yield from self.lead(who, name)

    def area_of(self, name: str) -> set[Cell]:
        if name == "tower":
            return {(r, c) for r, c in self.of(*BUILDABLE) if {r, c} & {0, SIZE - 1}}
        return self.of(ON_ITS_OWN_TERRAIN[name])

    def tavern_sites(self, seat: Seat) -> set[Cell]:
        return ends(seat.own, 3) & self.land()

    def village_sites(self, seat: Seat) -> set[Cell]:
        return {cell for cell in self.land() if len(beside(cell) & seat.own) >= 3}

    def jumps(self, seat: Seat) -> list[tuple[Cell, Cell]]:
        land, found = self.land(), []
        for start in seat.pieces["settlement"]:
            for way in WAYS:
                over = step(start, way)
                site = step(over, way) if over else None
                if site in land:
                    found.append((start, site))
        return found

    def slides(self, seat: Seat) -> list[tuple[Cell, Cell]]:
        land = self.land()
        pairs = [(start, slide(start, way, land)) for start in seat.pieces["settlement"] for way in WAYS]
        return [(start, site) for start, site in pairs if site is not None]

    def hall_sites(self, seat: Seat) -> list[Cell]:
        land = self.land()
        return [
            centre
            for centre in land
            if len(around := beside(centre) | {centre}) == 7 and around <= land and around & next_to(seat.own)
        ]

    def choose_move(
        self, who: int, piece: str, moves: Collection[tuple[Cell, Cell]], more: tuple[str, ...] = ()
    ) -> Asking:
        answer = yield Ask(who, Counter([*(f"{told(a)}; {told(b)}" for a, b in moves), *more]))
        if answer != "-":
            start, site = read(answer)
            yield from self.move(who, piece, start, site)

    def relocate(self, who: int, area: set[Cell]) -> Asking:
        seat = self.seats[who]
        if not self.free(area):
            return
        answer = yield Ask(who, Counter(map(told, seat.pieces["settlement"])))
        start = read(answer)[0]
        seat.pieces["settlement"].remove(start)
        site = yield from self.choose_site(who, self.free(area))
        seat.pieces["settlement"].add(site)
        yield from self.arrive(who, [site])

    def fort(self, who: int) -> Asking:
        self.shuffle_if_empty()
        self.deck -= 1
        zones = self.look(0)["zones"]
        lying = [plain(x).removeprefix("terrain_card_") for x in zones["fort_card"]["things"]]
        seen = Counter(plain(x).removeprefix("terrain_card_") for x in zones["terrain_discard"]["things"])
        card = lying[0] if lying else next(iter(seen - self.discard))
        yield from self.build(who, self.of(card))
        self.discard[card] += 1

    # ---- walls ---------------------------------------------------------------------------------------------------

    def wall_sites(self, seat: Seat, card: str | None) -> set[Cell]:
        return self.free(self.ground(card)) & next_to(seat.own)

    def may_quarry(self, seat: Seat) -> bool:
        cards = [seat.played, *(seat.hand if self.is_undecided(seat) else ())]
        return any(self.wall_sites(seat, x) for x in cards) or not any(self.free(self.ground(x)) for x in cards)

    def quarry(self, who: int) -> Asking:
        seat = self.seats[who]
        if self.is_undecided(seat) and (cards := [x for x in seat.hand if self.wall_sites(seat, x)]):
            yield from self.choose_card(who, cards)
        yield from self.need_terrain(who)
        for is_first in (True, False):
            sites = self.wall_sites(seat, seat.played)
            if not sites or not self.walls_left:
                return
            answer = yield Ask(who, Counter([*map(told, sites), *([] if is_first else ["-"])]))
            if answer == "-":
                return
            self.walls.add(read(answer)[0])
            self.walls_left -= 1

    # ---- crews ---------------------------------------------------------------------------------------------------

    def ground_of(self, piece: str) -> set[Cell]:
        return (
            self.of("water") if piece == "ship" else self.of(*BUILDABLE, *(("mountain",) if piece == "wagon" else ()))
        )

    def steps(self, seat: Seat, piece: str) -> list[tuple[Cell, Cell]]:
        free = self.free(self.ground_of(piece))
        return [(start, site) for start in seat.pieces[piece] for site in beside(start) & free]

    def ways_to_lead(self, who: int, name: str) -> list[str]:
        seat, piece = self.seats[who], CREWS.get(name, "warrior")
        ways = []
        if seat.supply[piece] and self.free(self.ground_of(piece)):
            ways.append("post")
        if piece != "warrior" and self.steps(seat, piece):
            ways.append("lead")
        if seat.pieces[piece]:
            ways.append("recall")
        return ways

    def lead(self, who: int, name: str) -> Asking:
        seat, piece = self.seats[who], CREWS.get(name, "warrior")
        way = yield Ask(who, Counter(self.ways_to_lead(who, name)))
        if way == "post":
            yield from self.build(who, self.ground_of(piece), piece)
        elif way == "recall":
            answer = yield Ask(who, Counter(map(told, seat.pieces[piece])))
            seat.pieces[piece].remove(read(answer)[0])
            seat.supply[piece] += 1
            yield from self.lose_tiles()
        else:
            yield from self.go(who, piece, 3)

    def go(self, who: int, piece: str, most: int) -> Asking:
        """Step after step, as many as wanted but one at least."""
        seat = self.seats[who]
        for k in range(most):
            moves = self.steps(seat, piece)
            before = {**seat.pieces, piece: set(seat.pieces[piece])}
            if not moves:
                return
            yield from self.choose_move(who, piece, moves, ("-",) if k else ())
            if seat.pieces == before:
                return

    # ---- nomad tiles ---------------------------------------------------------------------------------------------

    def can_spend(self, who: int, name: str) -> bool:
        seat = self.seats[who]
        if name.startswith("donation_"):
            return seat.supply["settlement"] > 0 and bool(self.free(self.of(name.removeprefix("donation_"))))
        if name == "resettlement":
            return bool(self.steps(seat, "settlement"))
        return name == "sword" and any(x.pieces["settlement"] for x in self.seats if x is not seat)

    def spend(self, who: int, name: str) -> Asking:
        seat = self.seats[who]
        if name == "resettlement":
            yield from self.go(who, "settlement", 4)
        elif name == "sword":
            yield from self.strike(who)
        else:
            for _ in range(3):
                if seat.supply["settlement"]:
                    yield from self.build(who, self.of(name.removeprefix("donation_")))

    def strike(self, who: int) -> Asking:
        for other in self.seats:
            if other is not self.seats[who] and other.pieces["settlement"]:
                answer = yield Ask(who, Counter(map(told, other.pieces["settlement"])))
                other.pieces["settlement"].remove(read(answer)[0])
                other.supply["settlement"] += 1
                yield from self.lose_tiles()

    # ---- what is to be compared ----------------------------------------------------------------------------------

    def ending(self) -> Ending:
        return Ending(self.terrain, [seat.own for seat in self.seats], self.walls, self.capitols)
