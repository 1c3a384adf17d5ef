"""Things in zones: put, drawn, shuffled, compared; what players pay with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from rulewright.dsl import program as p
from rulewright.interpreter import runtime
from rulewright.interpreter.generate.layout import NONE, Layout, in_sight

Put: TypeAlias = Callable[[list[Any], int, int, int], None]
OnZone: TypeAlias = Callable[[list[Any], int, int], None]


def zones_of(layout: Layout) -> dict[str, Any]:
    program = layout.program
    zones = list(program.zones.values())
    bases = [layout.slots[f"zone:{z.words.name}"].base for z in zones]
    names: dict[str, Any] = {}
    puts: dict[str, Put] = {}
    for index, root in enumerate(layout.roots):
        puts[root] = _putter(layout, root, zones, bases)
        names[f"put_{index}"] = puts[root]
        names[f"look_{index}"] = look = _looker(layout, root)
        names[f"look_at_one_{index}"] = _one_looker(look)
    putters = [puts[program.components[z.component].root] for z in zones]
    shuffle_zone = _shuffler(layout, zones, bases)
    renew = _renewer(layout, zones, bases, putters, shuffle_zone)
    draw = _drawer(zones, bases, putters, renew)
    return names | {"shuffle_zone": shuffle_zone, "draw": draw, "slot_of": _slot_finder(zones, bases), "renew": renew}


def _slots_of(layout: Layout, what: str, zones: list[p.Zone]) -> list[int]:
    """For each zone, where `what` is kept of the things it can hold."""
    return [layout.slots[f"{what}:{layout.program.components[z.component].root}"].base for z in zones]


def _shuffler(layout: Layout, zones: list[p.Zone], bases: list[int]) -> OnZone:
    ordered = [z.ordered for z in zones]
    seen_of = _slots_of(layout, "seen", zones)

    def shuffle_zone(S: list[Any], zone: int, key: int) -> None:
        at = bases[zone] + key
        if ordered[zone]:
            S[at] = runtime.shuffled(S, S[at])
        seen = seen_of[zone]
        for thing in S[at] if ordered[zone] else runtime.bits(S[at]):
            S[seen + thing] = 0

    return shuffle_zone


def _renewer(layout: Layout, zones: list[p.Zone], bases: list[int], putters: list[Put], shuffle_zone: OnZone) -> OnZone:
    ids = {z.words.name: k for k, z in enumerate(zones)}
    feeders = [[ids[f] for f in z.feeders] for z in zones]
    plain = [z.ordered and z.slots is None and z.sorted_by is None for z in zones]
    where_of, seen_of = _slots_of(layout, "where", zones), _slots_of(layout, "seen", zones)

    def renew(S: list[Any], zone: int, key: int) -> None:
        """An empty deck takes what lies in the zones it is refilled from, shuffled."""
        for feeder in feeders[zone]:
            at = bases[feeder]
            things = S[at] if zones[feeder].ordered else tuple(runtime.bits(S[at]))
            if not things:
                continue
            if plain[zone] and plain[feeder] and not S[bases[zone] + key]:
                where, seen = where_of[zone], seen_of[zone]
                code = zone << 20 | (bases[zone] + key)
                for thing in things:
                    S[where + thing] = code
                    S[seen + thing] = 0
                S[at] = ()
                S[bases[zone] + key] = runtime.shuffled(S, things)
                return
            for thing in things:
                putters[zone](S, thing, zone, key)
            shuffle_zone(S, zone, key)
            return

    return renew


def _drawer(zones: list[p.Zone], bases: list[int], putters: list[Put], renew: OnZone) -> Callable[..., None]:
    ordered = [z.ordered for z in zones]
    blind = [z.shape == "bag" for z in zones]

    def draw(S: list[Any], number: int, source: int, source_key: int, goal: int, key: int) -> None:
        at = bases[source] + source_key
        put = putters[source]
        for _ in range(number):
            if not S[at]:
                renew(S, source, source_key)
            pool = S[at]
            if not pool:
                return
            if ordered[source]:
                thing = pool[-1]
            else:
                things = runtime.bits(pool)
                thing = things[runtime.below(S, len(things))] if blind[source] else things[0]
            put(S, thing, goal, key)

    return draw


def _slot_finder(zones: list[p.Zone], bases: list[int]) -> Callable[[list[Any], int], int]:
    def slot_of(S: list[Any], thing: int) -> int:
        for k, zone in enumerate(zones):
            if zone.slots is not None and thing in S[bases[k]]:
                return int(S[bases[k]].index(thing))
        return NONE

    return slot_of


def _putter(layout: Layout, root: str, zones: list[p.Zone], bases: list[int]) -> Put:
    where = layout.slots[f"where:{root}"].base
    seen = layout.slots[f"seen:{root}"].base
    ordered = [z.ordered for z in zones]
    slotted = [z.slots is not None and z.sorted_by is None for z in zones]
    sort_keys = [_sort_key(layout, z) for z in zones]
    hidden = [z.seen == "nobody" for z in zones]

    def put(S: list[Any], thing: int, zone: int, key: int) -> None:
        """Takes a thing from where it lies and lays it into a zone; -1 is out of the game."""
        if thing < 0:
            return
        old = S[where + thing]
        if old >= 0:
            at, kind = old & 0xFFFFF, old >> 20
            if slotted[kind]:
                S[at] = tuple(NONE if x == thing else x for x in S[at])
            elif ordered[kind]:
                S[at] = tuple(x for x in S[at] if x != thing)
            else:
                S[at] &= ~(1 << thing)
        if zone < 0:
            S[where + thing] = -1
            if old >= 0:  # whoever saw it there knows that it is gone
                S[seen + thing] |= in_sight(layout.program, zones[kind], at - bases[kind])
            return
        at = bases[zone] + key
        S[where + thing] = zone << 20 | at
        if hidden[zone]:
            S[seen + thing] = 0
        if slotted[zone]:
            row = list(S[at])
            if NONE not in row:
                raise runtime.overfull(zones[zone].words.name, len(row))
            row[row.index(NONE)] = thing
            S[at] = tuple(row)
        elif ordered[zone]:
            S[at] = (*S[at], thing)
            values = sort_keys[zone]
            if values is not None:
                S[at] = tuple(sorted(S[at], key=values.__getitem__))
        else:
            S[at] |= 1 << thing

    return put


def _sort_key(layout: Layout, zone: p.Zone) -> list[Any] | None:
    if not isinstance(zone.sorted_by, p.Read):
        return None
    component = layout.program.components[zone.component]
    values: list[Any] = [0] * layout.roots[component.root]
    for other in layout.program.components.values():
        if other.root == component.root:
            for design in other.designs:
                for thing in design.things:
                    values[thing] = design.values.get(zone.sorted_by.name, 0)
    return values


def _looker(layout: Layout, root: str) -> Callable[[list[Any], int], Any]:
    """How a set of things looks: designs and changing fields, so that equal sets are told to be equal."""
    design_of = [0] * layout.roots[root]
    for component in layout.program.components.values():
        if component.root == root:
            for design in component.designs:
                for thing in design.things:
                    design_of[thing] = id(design)
    bases = [s.base for name, s in layout.slots.items() if name.startswith(f"thing:{root}.")]

    def look(S: list[Any], things: int) -> Any:
        return tuple(sorted((design_of[t], *(S[b + t] for b in bases)) for t in runtime.bits(things)))

    return look


def _one_looker(look: Callable[[list[Any], int], Any]) -> Callable[[list[Any], int], Any]:
    return lambda S, thing: look(S, 1 << thing) if thing >= 0 else None


def amounts(layout: Layout) -> dict[str, Any]:
    program = layout.program
    units = list(program.units.values())
    bases = [layout.slots[f"unit:{u.words.name}"].base for u in units]
    size = program.side_size

    def at(k: int, player: int) -> int:
        per = units[k].per
        return bases[k] + (player if per is p.Per.PLAYER else player // size if per is p.Per.SIDE else 0)

    def can_pay(S: list[Any], price: Sequence[int], player: int) -> bool:
        return all(not amount or S[at(k, player)] - units[k].low >= amount for k, amount in enumerate(price))

    def move_bundle(S: list[Any], bundle: Sequence[int], player: int, sign: int) -> None:
        for k, amount in enumerate(bundle):
            if amount:
                S[at(k, player)] = min(units[k].high, max(units[k].low, S[at(k, player)] + sign * amount))

    return {"can_pay": can_pay, "move_bundle": move_bundle}
