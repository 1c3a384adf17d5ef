"""What Kingsburg's buildings and governors do at their moments, for the referee by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

from tests.reference.kingsburg import Ask, Asking, Clause, Seat, Table, one, payments, pick, unmixed
from tests.reference.kingsburg_cards import BUILDINGS, GOODS, RANKS


def waiting(table: Table, moment: str, seat: Seat) -> list[Clause]:
    """What a player has that waits for a moment, buildings first."""
    found = [make(table, seat) for name, make in BUILT.get(moment, {}).items() if name in seat.built]
    make = GOVERNORS.get(moment, {}).get(seat.governor)
    return [*found, make(table, seat)] if make is not None else found


def change(seat: Seat, **amounts: int) -> Callable[[], Asking]:
    """Gains, and payments below nothing."""

    def does() -> Asking:
        for name, n in amounts.items():
            if name in GOODS:
                seat.goods[GOODS.index(name)] += n
            else:
                setattr(seat, name, getattr(seat, name) + n)
        yield from ()

    return does


def bonus_die(seat: Seat) -> Callable[[], Asking]:
    def does() -> Asking:
        seat.bonus.append(0)
        yield from ()

    return does


# ---- buildings


def statue(table: Table, seat: Seat) -> Asking:
    shown = {*(f"d{n}" for n in seat.dice), *(f"d{n}_no_owner" for n in seat.bonus)}
    answer = yield Ask(seat.number, Counter(shown))
    dice = seat.bonus if "_" in answer else seat.dice
    dice[dice.index(int(answer[1]))] = table.roll()[0]


def reroll(table: Table, seat: Seat) -> Asking:
    table.throw(seat)
    yield from ()


def town_hall(table: Table, seat: Seat) -> Asking:
    prices = ["1 token"] * (seat.token > 0) + ["any 1 resource"] * (seat.held > 0)
    if (yield Ask(seat.number, Counter(prices))) == "1 token":
        seat.token -= 1
    else:
        yield from table.pay_any(seat, 1)
    seat.vp += 1


def workshop(name: str, paid: str, **amounts: int) -> Callable[[Table, Seat], Clause]:
    def make(table: Table, seat: Seat) -> Clause:
        def holds() -> bool:
            is_open = table.season == "summer" or "mint" in seat.built
            return is_open and seat.goods[GOODS.index(paid)] > 0

        return Clause(name, change(seat, **amounts), holds)

    return make


Makers = dict[str, Callable[[Table, Seat], Clause]]
BUILT: dict[str, Makers] = {
    "season_start": {
        "farm": lambda t, s: Clause("farm", bonus_die(s)),
        "merchants_guild": lambda t, s: Clause(
            "merchants_guild", change(s, gold=1), is_gain=True, is_looked_at_by="hermit"
        ),
    },
    "after_roll": {
        "statue": lambda t, s: Clause("statue", lambda: statue(t, s), lambda: len({*s.dice, *s.bonus}) == 1),
        "chapel": lambda t, s: Clause("chapel", lambda: reroll(t, s), lambda: s.total <= 7),
    },
    "season_end": {
        "inn": lambda t, s: Clause("inn", change(s, token=1), lambda: t.season == "summer", is_gain=True),
        "town_hall": lambda t, s: Clause("town_hall", lambda: town_hall(t, s), lambda: s.token + s.held > 0),
        "embassy": lambda t, s: Clause("embassy", change(s, vp=1), is_gain=True),
        "sawmill": workshop("sawmill", "wood", wood=-1, gold=2),
        "quarry": workshop("quarry", "stone", stone=-1, gold=3),
        "goldsmith": workshop("goldsmith", "gold", gold=-1, soldier=1, vp=1),
    },
    "recruiting_end": {
        "training_camp": lambda t, s: Clause("training_camp", change(s, soldier=1), lambda: s.soldier < 2),
    },
    "game_end": {
        "cathedral": lambda t, s: Clause("cathedral", change(s, vp=s.held // 2), is_gain=True),
    },
}

# ---- governors


def sorcerer(table: Table, seat: Seat) -> Clause:
    left = sorted(x for x in table.board if BUILDINGS[x].column == 1 and x not in seat.built)

    def does() -> Asking:
        gifts = {", ".join(x): x for n in (1, 2, 3) for x in combinations(left, n)}
        answer = yield Ask(seat.number, Counter(f"{{{x}}}" for x in gifts))
        seat.built |= set(gifts[answer[1:-1]])

    return Clause("sorcerer", does, lambda: table.year == 3 and len(left) > 0)


def banker(table: Table, seat: Seat) -> Asking:
    paid = [k for k in range(3) if seat.goods[k]]
    own = paid[pick((yield Ask(seat.number, Counter(payments(len(paid))))))]
    seat.goods[own] -= 1
    others = [one(k) for k in range(3) if k != own]
    seat.gain(unmixed((yield Ask(seat.number, Counter(others)))))


def philosopher(table: Table, seat: Seat) -> Asking:
    table.throw(seat)
    seat.vp += seat.total <= 10
    yield from ()


def trickster(table: Table, seat: Seat) -> Asking:
    twos = {*(f"d{n}" for n in seat.dice if n == 2), *(f"d{n}_no_owner" for n in seat.bonus if n == 2)}
    answer = yield Ask(seat.number, Counter(twos))
    dice = seat.bonus if "_" in answer else seat.dice
    dice[dice.index(2)] = int((yield Ask(seat.number, Counter(["1", "3"]))))


def priest(table: Table, seat: Seat) -> Asking:
    for each in table.round():
        if each.bonus:
            each.vp += 1
        else:
            each.bonus = table.roll()
    yield from ()


def prince(table: Table, seat: Seat) -> Asking:
    seat.dice = [3, 4, 6]
    yield from ()


def duke(table: Table, seat: Seat) -> Clause:
    def does() -> Asking:
        left = max((x for x, guests in table.guests.items() if seat in guests), key=RANKS.__getitem__)
        table.guests[left].remove(seat)
        table.guests["duchess"] = [seat]
        yield from ()

    def holds() -> bool:
        is_free = not table.guests.get("duchess") and "duchess" not in table.blocked
        return is_free and any(seat in guests for guests in table.guests.values())

    return Clause("duke", does, holds)


def minstrel(table: Table, seat: Seat) -> Clause:
    def worth() -> int:
        others = [x.vp for x in table.seats if x is not seat]
        return (max(others) > seat.vp) + (min(others) >= seat.vp)

    def does() -> Asking:
        seat.vp += worth()
        yield from ()

    return Clause("minstrel", does, lambda: worth() > 0)


def veteran(table: Table, seat: Seat) -> Asking:
    seat.soldier += 3
    seat.spent.add("veteran")
    yield from ()


GOVERNORS: dict[str, Makers] = {
    "year_start": {
        "damsel": lambda t, s: Clause("damsel", lambda: t.take_any(s, 1)),
        "sorcerer": sorcerer,
    },
    "season_start": {
        "banker": lambda t, s: Clause("banker", lambda: banker(t, s), lambda: s.held > 0),
        "explorer": lambda t, s: Clause("explorer", change(s), lambda: t.season == "autumn"),
        "fairy": lambda t, s: Clause("fairy", bonus_die(s), lambda: t.season == "summer"),
        "hermit": lambda t, s: Clause("hermit", lambda: t.take_any(s, 1), lambda: s.held == 0),
    },
    "after_roll": {
        "philosopher": lambda t, s: Clause("philosopher", lambda: philosopher(t, s), lambda: s.total <= 10),
        "trickster": lambda t, s: Clause("trickster", lambda: trickster(t, s), lambda: 2 in (*s.dice, *s.bonus)),
    },
    "after_rerolls": {
        "heiress": lambda t, s: Clause("heiress", change(s, gold=1), lambda: s.total >= 14, is_gain=True),
        "priest": lambda t, s: Clause("priest", lambda: priest(t, s), lambda: s.total <= 7),
        "prince": lambda t, s: Clause("prince", lambda: prince(t, s), lambda: s.total <= 8),
    },
    "influence_end": {"duke": duke},
    "rewards_end": {
        "peddler": lambda t, s: Clause("peddler", change(s, wood=1), lambda: s.earned >= 2, is_gain=True),
    },
    "season_end": {
        "preacher": lambda t, s: Clause("preacher", change(s, vp=1), lambda: any(not x.has_built for x in t.seats)),
    },
    "recruiting_end": {"captain": lambda t, s: Clause("captain", change(s, soldier=1), lambda: s.recruits >= 2)},
    "winter_start": {"general": lambda t, s: Clause("general", change(s, soldier=1))},
    "before_reveal": {
        "veteran": lambda t, s: Clause("veteran", lambda: veteran(t, s), lambda: "veteran" not in s.spent),
    },
    "year_end": {
        "miner": lambda t, s: Clause("miner", change(s, gold=1), is_gain=True),
        "carpenter": lambda t, s: Clause("carpenter", change(s, wood=1), is_gain=True),
        "sculptor": lambda t, s: Clause("sculptor", change(s, stone=1), is_gain=True),
    },
    "last_of_year": {"minstrel": minstrel},
}
