"""Kingsburg with its three extensions refereed by hand, to hold the rules text against.

A referee is a generator: it yields who is asked and what they may answer, and is sent the answer. Chance it does not
make: what was rolled is handed to it after each answer. Both referees are compared at every decision.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from tests.reference.kingsburg_cards import ADVISORS, BUILDINGS, ENEMIES, GOODS, RANKS, Bundle, Enemy

PAID: dict[str, Bundle] = {  # by advisors who leave no choice
    "squire": (1, 0, 0),
    "builder": (0, 1, 0),
    "treasurer": (2, 0, 0),
    "huntress": (0, 1, 0),
    "smith": (0, 0, 1),
    "champion": (0, 0, 3),
    "inventor": (1, 1, 1),
    "wizard": (4, 0, 0),
    "king": (1, 1, 1),
    "lobbyist": (1, 1, 0),
}
OF_CHOICE = {"astronomer": 1, "duchess": 2, "queen": 2, "chancellor": 2}
ONE_OF = {"merchant": (0, 1), "huntress": (0, 2), "smith": (0, 1)}
SOLDIERS = {"sergeant": 1, "marshal": 2, "king": 1}


@dataclass(frozen=True, slots=True)
class Ask:
    """Who is asked, and every answer they may give."""

    player: int
    answers: Counter[str]


Asking = Generator[Ask, str, None]


@dataclass(slots=True, eq=False)
class Seat:
    """All that is somebody's."""

    number: int
    goods: list[int] = field(default_factory=lambda: [0, 0, 0])
    token: int = 0
    soldier: int = 0
    vp: int = 0
    built: set[str] = field(default_factory=set)
    dice: list[int] = field(default_factory=list)
    bonus: list[int] = field(default_factory=list)
    governor: str = ""
    army: list[int] = field(default_factory=list)
    spent: set[str] = field(default_factory=set)  # limits used up this season, or in the game
    has_built: bool = False
    recruits: int = 0
    earned: int = 0

    @property
    def total(self) -> int:
        return sum(self.dice) + sum(self.bonus)

    @property
    def held(self) -> int:
        return sum(self.goods)

    def gain(self, bundle: Sequence[int], sign: int = 1) -> None:
        self.goods = [have + sign * n for have, n in zip(self.goods, bundle, strict=True)]


@dataclass(frozen=True, slots=True)
class Clause:
    """Something of a player that waits for a moment. A gain comes first, unless another clause looks at it."""

    name: str
    does: Callable[[], Asking]
    holds: Callable[[], bool] = lambda: True
    is_gain: bool = False
    is_looked_at_by: str = ""


Waiting: TypeAlias = "Callable[[Table, str, Seat], list[Clause]]"


def mix(bundle: Iterable[int]) -> str:
    return " + ".join(f"{n} {name}" for n, name in zip(bundle, GOODS, strict=True) if n) or "nothing"


def one(good: int) -> str:
    return f"1 {GOODS[good]}"


def unmixed(answer: str) -> Bundle:
    found = Counter({name: int(n) for n, name in (x.split() for x in answer.split(" + ") if x != "nothing")})
    return found["gold"], found["wood"], found["stone"]


def mixes(n: int, most: Sequence[int] = (99, 99, 99)) -> list[str]:
    every = ((a, b, n - a - b) for a in range(n + 1) for b in range(n + 1 - a))
    return [mix(x) for x in every if all(k <= have for k, have in zip(x, most, strict=True))]


def placement(host: str, dice: Iterable[int], bonus: Iterable[int], used: Iterable[str]) -> str:
    group = [*(f"d{n}" for n in sorted(dice)), *(f"d{n}_no_owner" for n in sorted(bonus))]
    leans = " + ".join(sorted(used))
    return f"{host}; {{{', '.join(group)}}}" + (f" using {leans}" if leans else "")


def plain(answer: str) -> str:
    """An answer of the game with what belongs together in order: dice, permissions, buildings."""
    if answer.startswith("{"):
        return f"{{{', '.join(sorted(answer[1:-1].split(', ')))}}}"
    if "; {" not in answer:
        return answer
    host, _, rest = answer.partition("; {")
    group, _, leans = rest.partition("}")
    dice = [x.strip() for x in group.split(",")]
    used = leans.removeprefix(" using ").split(" + ") if leans else []
    own = [int(x[1:]) for x in dice if "_" not in x]
    return placement(host, own, [int(x[1]) for x in dice if "_" in x], used)


def payments(n: int) -> list[str]:
    return [f"pay#{k}" if k > 1 else "pay" for k in range(1, n + 1)]


def pick(answer: str) -> int:
    """Which of several payments: `pay`, `pay#2`."""
    return int(answer.partition("#")[2] or 1) - 1


class Table:
    """The referee's own table. `waiting` is what a player has that waits for a moment."""

    def __init__(self, extensions: Sequence[str], order: Sequence[int], pile: Sequence[str], waiting: Waiting) -> None:
        self.extensions = extensions
        self.waiting = waiting
        self.seats = [Seat(k) for k in range(len(order))]
        self.order = list(order)
        self.pile = list(pile)
        self.offers: list[list[str]] = []
        rows = "ABCDEFG" if "extra_buildings" in extensions else "BCDEF"
        self.board = {name: x for name, x in BUILDINGS.items() if x.row in rows}
        self.envoy: Seat | None = None
        self.chance: list[int] = []
        self.year, self.season = 1, ""
        self.guests: dict[str, list[Seat]] = {}
        self.blocked: set[str] = set()
        if "kings_army" in extensions:
            for seat in self.seats:
                seat.army = [0, 1, 1, 2, 3, 4]

    def round(self, first: Seat | None = None) -> list[Seat]:
        """The players in turn order, from the first or from somebody."""
        start = self.order.index(first.number) if first is not None else 0
        return [self.seats[k] for k in (*self.order[start:], *self.order[:start])]

    def roll(self, n: int = 1) -> list[int]:
        rolled, self.chance = self.chance[:n], self.chance[n:]
        assert len(rolled) == n, "the game rolled fewer dice"
        return [face + 1 for face in rolled]

    # ---- asking --------------------------------------------------------------------------------------------------

    def take_any(self, seat: Seat, n: int) -> Asking:
        seat.gain(unmixed((yield Ask(seat.number, Counter(mixes(n))))))

    def pay_any(self, seat: Seat, n: int) -> Asking:
        seat.gain(unmixed((yield Ask(seat.number, Counter(mixes(n, seat.goods))))), -1)

    def may(self, seat: Seat, name: str) -> Generator[Ask, str, bool]:
        return (yield Ask(seat.number, Counter([name, "-"]))) != "-"

    def usual(self, seat: Seat, name: str) -> Generator[Ask, str, bool]:
        return (yield Ask(seat.number, Counter([name, f"not {name}"]))) == name

    def moment(self, name: str) -> Asking:
        """Everybody in turn order does what waits for this moment, in the order they like."""
        for seat in self.round():
            clauses = self.waiting(self, name, seat)
            done = set[str]()
            while ready := [x for x in clauses if x.name not in done and x.holds()]:
                gains = [x for x in ready if x.is_gain and not self.is_looked_at(x, clauses, done)]
                if gains:
                    chosen = gains[0]
                    done.add(chosen.name)
                    if (yield from self.usual(seat, chosen.name)):
                        yield from chosen.does()
                    continue
                answer = yield Ask(seat.number, Counter([*(x.name for x in ready), "-"]))
                if answer == "-":
                    break
                done.add(answer)
                yield from next(x for x in ready if x.name == answer).does()

    def is_looked_at(self, gain: Clause, clauses: Sequence[Clause], done: set[str]) -> bool:
        return any(x.name == gain.is_looked_at_by and x.name not in done for x in clauses)

    # ---- years ---------------------------------------------------------------------------------------------------

    def play(self) -> Asking:
        if "governors" in self.extensions:
            kept = []
            for seat, offer in zip(self.seats, self.offers, strict=True):
                kept.append((yield Ask(seat.number, Counter(offer))))
            for seat, name in zip(self.seats, kept, strict=True):
                seat.governor = name
        for self.year in range(1, 6):
            yield from self.one_year()

    def one_year(self) -> Asking:
        yield from self.moment("year_start")
        yield from self.favour()
        yield from self.production("spring")
        most = max(len(x.built) for x in self.seats)
        for seat in self.seats:
            seat.vp += len(seat.built) == most
        yield from self.production("summer")
        needy = self.needy()
        self.envoy = needy[0] if len(needy) == 1 else None
        yield from self.production("autumn")
        for seat in self.round():
            yield from self.recruit(seat)
        yield from self.moment("recruiting_end")
        yield from self.winter()
        yield from self.moment("year_end")
        if self.year == 5:
            yield from self.moment("game_end")
            for seat in self.seats:
                seat.vp += sum(seat.army)
        yield from self.moment("last_of_year")

    def needy(self) -> list[Seat]:
        fewest = min(len(x.built) for x in self.seats)
        poor = [x for x in self.round() if len(x.built) == fewest]
        least = min(x.held for x in poor)
        return [x for x in poor if x.held == least]

    def favour(self) -> Asking:
        needy = self.needy()
        if len(needy) == 1 and needy[0].governor != "hermit":
            needy[0].bonus.append(0)
            return
        for seat in needy:
            yield from self.take_any(seat, 1)

    # ---- a season ------------------------------------------------------------------------------------------------

    def production(self, season: str) -> Asking:
        self.season, self.guests, self.blocked = season, {}, set()
        for seat in self.seats:
            seat.spent -= {"plus_two_token", "market"}
            seat.has_built, seat.earned, seat.recruits = False, 0, 0
        if len(self.seats) == 2:
            self.block()
        yield from self.moment("season_start")
        for seat in self.round():
            self.throw(seat)
        yield from self.moment("after_roll")
        yield from self.moment("after_rerolls")
        self.order.sort(key=lambda k: self.seats[k].total)
        yield from self.influence()
        yield from self.moment("influence_end")
        for host in sorted(RANKS, key=lambda x: (RANKS[x], x not in ADVISORS)):
            for seat in self.round():
                for _ in range(self.guests.get(host, []).count(seat)):
                    before = seat.goods[0]
                    yield from self.reward(seat, host)
                    seat.earned += max(0, seat.goods[0] - before)
        yield from self.moment("rewards_end")
        for seat in self.seats:
            seat.bonus = []
        for seat in self.round():
            yield from self.building_turn(seat)
        yield from self.moment("season_end")

    def throw(self, seat: Seat) -> None:
        seat.dice = self.roll(3)
        seat.bonus = self.roll(len(seat.bonus))

    def block(self) -> None:
        first, second = sum(self.roll(3)), self.roll(2)
        alone = sum(second) == first
        self.blocked = {ADVISORS[n - 1] for n in (first, *(second if alone else [sum(second)]))}

    def influence(self) -> Asking:
        playing = list(self.order)
        while playing:
            for number in list(playing):
                seat = self.seats[number]
                found = self.placements(seat)
                answer = (yield Ask(number, Counter([*found, "-"]))) if found else "-"
                if answer == "-":
                    playing.remove(number)
                    continue
                self.place(seat, *found[answer])

    def place(self, seat: Seat, host: str, dice: Sequence[int], bonus: Sequence[int], used: frozenset[str]) -> None:
        for n in dice:
            seat.dice.remove(n)
        for n in bonus:
            seat.bonus.remove(n)
        seat.token -= "plus_two_token" in used
        seat.spent |= used & {"plus_two_token", "market"}
        if "envoy_opens_a_door" in used:
            self.envoy = None
        self.guests.setdefault(host, []).append(seat)

    def placements(self, seat: Seat) -> dict[str, tuple[str, tuple[int, ...], tuple[int, ...], frozenset[str]]]:
        hosts = RANKS if seat.governor == "politician" else ADVISORS
        own = {x for n in range(1, len(seat.dice) + 1) for x in combinations(sorted(seat.dice), n)}
        extra = {x for n in range(len(seat.bonus) + 1) for x in combinations(sorted(seat.bonus), n)}
        found = {}
        for host in hosts:
            closed = bool(self.guests.get(host)) or host in self.blocked
            if closed and self.envoy is not seat:
                continue
            for dice in own:
                for bonus in extra:
                    for way in self.ways(seat, sum(dice) + sum(bonus), RANKS[host]):
                        used = frozenset(way | ({"envoy_opens_a_door"} if closed else set()))
                        found[placement(host, dice, bonus, used)] = (host, dice, bonus, used)
        return found

    def ways(self, seat: Seat, total: int, rank: int) -> list[set[str]]:
        """What a sum needs to reach a rank: nothing, one thing, or both; never more than it must."""
        token = seat.token > 0 and "plus_two_token" not in seat.spent
        market = "market" in seat.built and "market" not in seat.spent
        if total == rank:
            return [set()]
        if token and total + 2 == rank:
            return [{"plus_two_token"}]
        if market and abs(total - rank) == 1:
            return [{"market"}]
        return [{"plus_two_token", "market"}] if token and market and abs(total + 2 - rank) == 1 else []

    def reward(self, seat: Seat, host: str) -> Asking:
        seat.gain(PAID.get(host, (0, 0, 0)))
        seat.vp += host == "jester"
        if host in OF_CHOICE:
            yield from self.take_any(seat, OF_CHOICE[host])
        if host in ONE_OF:
            seat.gain(unmixed((yield Ask(seat.number, Counter(map(one, ONE_OF[host]))))))
        seat.token += host in ("astronomer", "duchess")
        seat.vp += 3 * (host == "queen")
        if host in SOLDIERS:
            seat.soldier += SOLDIERS[host]
            if "stable" in seat.built and (yield from self.may(seat, "stable")):
                seat.soldier += 1
        elif host == "alchemist":
            yield from self.exchange(seat)
        elif host == "smuggler" and (yield from self.may(seat, "pay")):
            seat.vp -= 1
            yield from self.take_any(seat, 3)

    def exchange(self, seat: Seat) -> Asking:
        """One resource for one of each other sort."""
        paid = [k for k in range(3) if seat.goods[k]]
        answer = yield Ask(seat.number, Counter([*payments(len(paid)), "pass"]))
        if answer != "pass":
            own = paid[pick(answer)]
            seat.gain([1 - 2 * (k == own) for k in range(3)])

    # ---- building ------------------------------------------------------------------------------------------------

    def cost(self, seat: Seat, name: str) -> Bundle:
        gold, wood, stone = BUILDINGS[name].cost
        gold -= "crane" in seat.built and BUILDINGS[name].column >= 3
        return (
            max(0, gold),
            max(0, wood - (seat.governor == "carpenter")),
            max(0, stone - (seat.governor == "sculptor")),
        )

    def buildable(self, seat: Seat) -> list[str]:
        return [
            name
            for name, x in self.board.items()
            if name not in seat.built
            and all(o in seat.built for o, y in self.board.items() if y.row == x.row and y.column < x.column)
            and all(n <= have for n, have in zip(self.cost(seat, name), seat.goods, strict=True))
        ]

    def building_turn(self, seat: Seat) -> Asking:
        behind = all(len(seat.built) < len(x.built) for x in self.seats if x is not seat)
        if (
            seat.governor == "architect"
            and behind
            and self.buildable(seat)
            and (yield from self.may(seat, "architect"))
        ):
            yield from self.construct(seat)
        if self.buildable(seat) and (yield from self.may(seat, "construct")):
            yield from self.construct(seat)
            again = self.envoy is seat and self.buildable(seat)
            if again and (yield from self.may(seat, "construct using envoy_builds_twice")):
                self.envoy = None
                yield from self.construct(seat)

    def construct(self, seat: Seat) -> Asking:
        name = yield Ask(seat.number, Counter(self.buildable(seat)))
        seat.gain(self.cost(seat, name), -1)
        seat.vp += BUILDINGS[name].points
        seat.built.add(name)
        seat.has_built = True
        for other in self.round(seat):
            taxes = other is not seat and other.governor == "tax_collector" and BUILDINGS[name].column == 4
            if taxes and (yield from self.may(other, "tax_collector")):
                yield from self.take_any(other, 1)

    # ---- soldiers ------------------------------------------------------------------------------------------------

    def recruit(self, seat: Seat) -> Asking:
        price = 1 if "barracks" in seat.built else 2
        while seat.held >= price and (yield from self.may(seat, "pay")):
            yield from self.pay_any(seat, price)
            seat.soldier += 1
            seat.recruits += 1
        center = "recruiting_center" in seat.built and seat.token > 0
        if center and (yield from self.may(seat, "recruiting_center")):
            while seat.token and (yield from self.may(seat, "pay")):
                seat.token -= 1
                seat.soldier += 1
                seat.recruits += 1

    def winter(self) -> Asking:
        yield from self.moment("winter_start")
        if "kings_army" in self.extensions:
            chosen = []
            for seat in self.seats:
                chosen.append((yield Ask(seat.number, Counter({f"army_{n}" for n in seat.army}))))
            for seat in self.round():
                worth = int(chosen[seat.number].removeprefix("army_"))
                yield from self.muster(seat, worth, halved=True)
                seat.army.remove(worth)
        else:
            (face,) = self.roll()
            for seat in self.round():
                yield from self.muster(seat, face, halved=False)
        yield from self.moment("before_reveal")
        yield from self.battle(ENEMIES[self.pile.pop()])
        for seat in self.seats:
            seat.soldier = 0

    def muster(self, seat: Seat, n: int, *, halved: bool) -> Asking:
        seat.soldier += n
        if "military_academy" not in seat.built:
            return
        yield Ask(seat.number, Counter(["military_academy"]))
        (face,) = self.roll()
        if (yield from self.may(seat, "pay")):
            seat.soldier += ((face + 1) // 2 if halved else face) - n

    def strength(self, seat: Seat, enemy: Enemy) -> int:
        modifiers = {
            "guard_tower": 1,
            "blacksmith": 1,
            "wizards_guild": 2,
            "palisade": 2 if enemy.family == "zombies" else 1,
            "stone_wall": 1,
            "fortress": 1,
            "church": enemy.family == "demons",
            "barricade": enemy.family == "goblins",
            "improvised_defenses": enemy.strength <= 5,
            "farm": -1,
        }
        return seat.soldier + sum(modifiers.get(name, 0) for name in seat.built)

    def battle(self, enemy: Enemy) -> Asking:
        strength = {x: self.strength(x, enemy) for x in self.seats}
        walls = {x for x in self.seats if "stone_wall" in x.built and strength[x] == enemy.strength}
        victors = [x for x in self.round() if strength[x] > enemy.strength or x in walls]
        for seat in victors:
            yield from self.win(seat, enemy.prize)
        best = max((strength[x] for x in victors), default=0)
        for seat in victors:
            seat.vp += strength[seat] == best
        for seat in self.round():
            if strength[seat] < enemy.strength:
                yield from self.lose(seat, enemy)

    def win(self, seat: Seat, prize: str) -> Asking:
        if prize == "any":
            yield from self.take_any(seat, 1)
        elif prize in GOODS:
            seat.goods[GOODS.index(prize)] += 1
        else:
            seat.vp += int(prize.removesuffix("vp") or 1)
        if "fortress" in seat.built and (yield from self.usual(seat, "fortress")):
            seat.vp += 1

    def lose(self, seat: Seat, enemy: Enemy) -> Asking:
        seat.goods = [max(0, have - n) for have, n in zip(seat.goods, enemy.lost, strict=True)]
        if enemy.lost_of_choice:
            yield from self.pay_any(seat, min(enemy.lost_of_choice, seat.held))
        seat.vp -= enemy.lost_points
        if enemy.is_lost_building and seat.governor == "damsel" and (yield from self.usual(seat, "damsel")):
            return
        if enemy.is_lost_building and seat.built:
            fallen = min(seat.built, key=lambda x: (-BUILDINGS[x].column, BUILDINGS[x].row))
            seat.built.remove(fallen)
            seat.vp -= BUILDINGS[fallen].points
