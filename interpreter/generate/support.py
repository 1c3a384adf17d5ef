"""What generated code finds in its namespace: helpers bound to one program's layout. No game is known here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Any, TypeAlias

from rulewright.dsl import program as p
from rulewright.dsl.codes import Code
from rulewright.interpreter import runtime
from rulewright.interpreter.generate.layout import (
    FORCED,
    FRAMES,
    GAMES,
    KNOWN,
    NONE,
    RNG,
    SECRETS,
    STEPS,
    USING,
    Layout,
    in_sight,
)
from rulewright.interpreter.geometry import spot_cells

MAX_STEPS = 100_000
MAX_FRAMES = 500
MAX_ROUNDS = 200
Put: TypeAlias = Callable[[list[Any], int, int, int], None]
OnZone: TypeAlias = Callable[[list[Any], int, int], None]


def support(layout: Layout) -> dict[str, Any]:
    """The namespace of a generated module, without its tables and functions."""
    names: dict[str, Any] = {
        name: getattr(runtime, name)
        for name in (
            "bits",
            "mask_of",
            "nth",
            "only",
            "first",
            "flood",
            "groups",
            "best",
            "below",
            "shuffled",
            "choose_some",
            "distinct",
            "mixes",
            "subsets",
            "counted",
            "times",
            "divided_down",
            "divided_up",
            "within",
            "overfull",
            "too_many_named",
        )
    }
    names |= {
        "union": union,
        "head": head,
        "last": last,
        "ray": ray,
        "shift_many": shift_many,
        "crowded": crowded,
        "width_of": width_of,
        "height_of": height_of,
        "rotated": rotated,
        "tick": tick,
        "crowd": crowd,
        "push": push,
        "pop": pop,
        "settling": settling,
        "using": using,
        "merged": merged,
        "unlike": unlike,
        "reveal_secrets": reveal_secrets,
        "add_up": add_up,
        "spread": spread,
        "look_up": look_up,
        "rows_left": rows_left,
        "columns_left": columns_left,
    }
    names |= picks(Random(0))
    names |= _zones(layout)
    names |= _amounts(layout)
    names |= _boards(layout)
    names |= _layers(layout, names)
    names |= _matches(layout)
    names["__builtins__"] = {
        "range": range,
        "len": len,
        "tuple": tuple,
        "list": list,
        "sum": sum,
        "max": max,
        "min": min,
        "any": any,
        "all": all,
        "bool": bool,
        "sorted": sorted,
        "zip": zip,
        "None": None,
        "True": True,
        "False": False,
    }
    return names


# ---- games in a row


def _matches(layout: Layout) -> dict[str, Any]:
    """`next_game` begins the next game of a match afresh, but for the counter added up; no if it was the last."""
    if layout.program.match is None:
        return {}
    number, unit = layout.program.match
    games, counter = layout.slots[GAMES].base, layout.slots[f"unit:{unit.words.name}"]
    first, last = counter.base, counter.base + counter.count

    def next_game(S: list[Any]) -> bool:
        over = S[games] + 1
        if over >= number:
            return False
        kept = [(at, S[at]) for at in (RNG, FORCED, STEPS, *range(first, last))]
        S[:] = layout.initial()
        S[games] = over
        for at, value in kept:
            S[at] = value
        return True

    return {"next_game": next_game}


# ---- random playouts


def picks(chance: Random) -> dict[str, Any]:
    """How fused code draws options: always from this one generator, found under `chance` to be seeded for each game."""
    rnd = chance.random

    def pick(mask: int, random: Callable[[], float] = rnd) -> int:
        """A uniformly random element of a set: by trial where the set is dense, else by counting."""
        count = mask.bit_count()
        if count > 12:
            length = mask.bit_length()
            if count * 6 > length:
                while True:
                    position = int(random() * length)
                    if mask >> position & 1:
                        return position
        k = int(random() * count)
        while k:
            mask &= mask - 1
            k -= 1
        return (mask & -mask).bit_length() - 1

    few: dict[int, tuple[int, ...]] = {}

    def pick_few(mask: int, random: Callable[[], float] = rnd) -> int:
        """The same, where all there is are so few elements that the sets of them are soon known."""
        positions = few.get(mask)
        if positions is None:
            positions = few[mask] = runtime.bits(mask)
        return positions[int(random() * len(positions))]

    def pick_or_none(mask: int) -> int | None:
        return pick(mask) if rnd() * (mask.bit_count() + 1) >= 1 else None

    def pick_from(options: Sequence[Any], random: Callable[[], float] = rnd) -> Any:
        return options[int(random() * len(options))]

    def pick_pair(
        S: list[Any],
        first: int,
        second: Callable[[list[Any], int], int],
        bound: int,
        options: Callable[[list[Any]], Sequence[Any]],
    ) -> Any:
        """A uniformly random pair (x, y), y among `second(x)`: x is kept as often as it has partners of `bound`."""
        for _ in range(64):
            x = pick(first)
            partners = second(S, x)
            count = partners.bit_count()
            if count and rnd() * bound < count:
                return x, pick(partners)
        every = options(S)
        return pick_from(every) if every else None

    some = {"pick": pick, "pick_few": pick_few, "pick_or_none": pick_or_none}
    return {"chance": chance, **some, "pick_from": pick_from, "pick_pair": pick_pair}


# ---- sets and lists


def union(masks: Iterable[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def head(items: Sequence[Any], nothing: Any = NONE) -> Any:
    return items[0] if items else nothing


def last(items: Sequence[Any], nothing: Any = NONE) -> Any:
    return items[-1] if items else nothing


def add_up(bundles: Iterable[Sequence[int]], size: int) -> tuple[int, ...]:
    total = [0] * size
    for bundle in bundles:
        for k, amount in enumerate(bundle):
            total[k] += amount
    return tuple(total)


def ray(area: int, step: Callable[[int], int], through: int) -> int:
    """What of `through` is met going one way from a set until something else is met."""
    area = step(area) & through
    out = area
    while area:
        area = step(area) & through
        out |= area
    return out


def spread(reached: int, edge: int, new: int, through: int, around: Callable[[int], int]) -> tuple[int, int]:
    """What is reached, and the cells next to it, after new cells have joined a set that is spread through."""
    reached |= new
    while new:
        near = around(new)
        edge |= near
        new = near & through & ~reached
        reached |= new
    return reached, edge


def shift_many(step: Callable[[int], int], area: int, steps: int) -> int:
    for _ in range(steps):
        if not area:
            break
        area = step(area)
    return area


def crowded(area: int, need: int, ways: Sequence[Callable[[int], int]], valid: int) -> int:
    """The cells with at least `need` neighbours in a set: neighbours added up bit by bit, all cells at once."""
    if need <= 0:
        return valid
    at_least = [valid] + [0] * need
    for step in ways:
        moved = step(area)
        for k in range(need, 0, -1):
            at_least[k] |= at_least[k - 1] & moved
    return at_least[need]


def width_of(mask: int, stride: int) -> int:
    """From the first to the last column that a set touches."""
    row_bits, squashed = (1 << stride) - 1, 0
    while mask:
        squashed |= mask & row_bits
        mask >>= stride
    return squashed.bit_length() - ((squashed & -squashed).bit_length() - 1) if squashed else 0


def height_of(mask: int, stride: int) -> int:
    if not mask:
        return 0
    return (mask.bit_length() - 1) // stride - ((mask & -mask).bit_length() - 1) // stride + 1


def rows_left(mask: int, limit: int, rows: Sequence[int], stride: int) -> int:
    """The cells of all rows that leave a set within `limit` rows."""
    if not mask:
        return union(rows) if limit > 0 else 0
    low, high = ((mask & -mask).bit_length() - 1) // stride, (mask.bit_length() - 1) // stride
    return union(rows[max(0, high - limit + 1) : max(0, low + limit)]) if high - low < limit else 0


def columns_left(mask: int, limit: int, columns: Sequence[int], stride: int) -> int:
    """The cells of all columns that leave a set within `limit` columns."""
    if not mask:
        return union(columns) if limit > 0 else 0
    squashed, row_bits = 0, (1 << stride) - 1
    while mask:
        squashed |= mask & row_bits
        mask >>= stride
    low, high = (squashed & -squashed).bit_length() - 1, squashed.bit_length() - 1
    return union(columns[max(0, high - limit + 1) : max(0, low + limit)]) if high - low < limit else 0


def rotated(order: Sequence[int], first: int) -> tuple[int, ...]:
    """The same round, begun by another."""
    if first not in order:
        return tuple(order)
    k = order.index(first)
    return (*order[k:], *order[:k])


# ---- the machine


def tick(S: list[Any]) -> None:
    """Counts a turn of a loop that asks nobody."""
    S[STEPS] += 1
    if S[STEPS] > MAX_STEPS:
        raise runtime.Budget(
            Code.BUDGET_STEPS,
            f"a loop that has gone round {MAX_STEPS:,} times and asks nobody",
            "let something in the loop change what its `while` or `until` looks at",
        )


def crowd(options: Sequence[Any]) -> None:
    """Looks, while options are gathered, whether there are too many."""
    if len(options) > runtime.MAX_OPTIONS:
        raise runtime.too_many("the options of this choice are")


def push(S: list[Any], routine: int, values: tuple[Any, ...]) -> None:
    """Puts aside what a routine was doing, before it is begun again."""
    frames = S[FRAMES]
    if len(frames) >= MAX_FRAMES:
        raise runtime.Budget(Code.BUDGET_RECURSION, "", None, tuple(frame[0] for frame in frames))
    S[FRAMES] = (*frames, (routine, *values))


def pop(S: list[Any]) -> tuple[Any, ...]:
    """Takes up again what was put aside last."""
    frame: tuple[Any, ...] = S[FRAMES][-1]
    S[FRAMES] = S[FRAMES][:-1]
    return frame[1:]


def settling(rounds: int, rules: tuple[int, ...]) -> int:
    """Counts the rounds of `always` rules that still change something."""
    if rounds >= MAX_ROUNDS:
        raise runtime.Budget(Code.ALWAYS_MAY_LOOP, "", None, rules)
    return rounds + 1


def using(S: list[Any], options: Callable[[list[Any]], Sequence[Any]], available: int) -> tuple[Any, ...]:
    """Options with the smallest sets of permissions that each needs: first without any, then with one, with two, …"""
    found: list[tuple[Any, int]] = [(value, 0) for value in options(S)]
    held = runtime.bits(available)
    offered: dict[Any, list[int]] = {value: [0] for value, _ in found}
    for size in range(1, len(held) + 1):
        for combination in combinations(held, size):
            bits = runtime.mask_of(combination)
            S[USING] = bits
            for value in options(S):
                if not any(known & bits == known for known in offered.get(value, ())):
                    offered.setdefault(value, []).append(bits)
                    found.append((value, bits))
    S[USING] = 0
    return tuple(found)


def merged(
    S: list[Any], options: Sequence[Any], looks: Sequence[Callable[[list[Any], int], Any] | None]
) -> tuple[Any, ...]:
    """Options that differ only in which of equal things they take are one option."""
    seen: dict[Any, Any] = {}
    for option in options:
        parts = option if len(looks) > 1 else (option,)
        key = tuple(part if look is None else look(S, part) for part, look in zip(parts, looks, strict=True))
        seen.setdefault(key, option)
    return tuple(seen.values())


def unlike(S: list[Any], things: int, look: Callable[[list[Any], int], Any]) -> int:
    """Of things that look the same, one each."""
    seen: dict[Any, int] = {}
    for thing in runtime.bits(things):
        seen.setdefault(look(S, 1 << thing), thing)
    return runtime.mask_of(seen.values())


def reveal_secrets(S: list[Any]) -> None:
    """From now on everybody may know what was chosen in secret."""
    S[SECRETS] = ()
    S[KNOWN] += 1


# ---- zones


def _zones(layout: Layout) -> dict[str, Any]:
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


# ---- things that cover cells


def _layers(layout: Layout, names: dict[str, Any]) -> dict[str, Any]:
    """For each component that covers cells and each board: what lays a thing down."""
    out: dict[str, Any] = {}
    for index, root in enumerate(layout.roots):
        component = layout.program.components[root]
        for number, board in enumerate(layout.program.boards.values()):
            if component.parts:
                out[f"lay_{index}_{number}"] = _layer(layout, component, board, names[f"put_{index}"], names, number)
    return out


def _layer(
    layout: Layout, component: p.Component, board: p.Board, put: Any, names: dict[str, Any], number: int
) -> Callable[[list[Any], int, int, int], None]:
    cells, masks = spot_cells(layout.geometry[board.name], len(component.parts))
    laid = layout.slots[f"laid:{component.root}"].base
    occupied = layout.slots[f"occupied:{board.name}"].base
    seen, everybody = layout.slots[f"seen:{component.root}"].base, (1 << layout.program.players) - 1
    lent = []
    for k, name in enumerate(board.fields):
        for at, part in enumerate(component.parts):
            if f"{part}_{name}" in component.fields:
                values = _values(layout, component, f"{part}_{name}")
                lent.append((at, names[f"set_cell_{number}_{k}"], values))

    def lay(S: list[Any], thing: int, spot: int, owner: int) -> None:
        """Takes a thing from its zone and lays it on a spot; each part lends its fields to its cell."""
        put(S, thing, -1, 0)
        S[seen + thing] = everybody
        S[laid + thing] = spot
        S[occupied + owner] |= masks[spot]
        for at, set_cell, values in lent:
            set_cell(S, cells[spot][at], values[thing], owner)

    return lay


def _values(layout: Layout, component: p.Component, name: str) -> list[int]:
    values = [NONE] * layout.roots[component.root]
    for other in layout.program.components.values():
        if other.root == component.root:
            for design in other.designs:
                for thing in design.things:
                    values[thing] = design.values.get(name, NONE)
    return values


# ---- amounts


def _amounts(layout: Layout) -> dict[str, Any]:
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
                S[at(k, player)] = max(units[k].low, S[at(k, player)] + sign * amount)

    return {"can_pay": can_pay, "move_bundle": move_bundle}


# ---- boards


def _boards(layout: Layout) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for index, board in enumerate(layout.program.boards.values()):
        setters = []
        for k, cell_field in enumerate(board.fields.values()):
            setter = _setter(layout, board, cell_field)
            names[f"set_cell_{index}_{k}"] = setter
            setters.append((cell_field.name, setter))
        names[f"assemble_{index}"] = _assembler(layout, board, dict(setters))
    return names


def look_up(S: list[Any], first: int, span: int, bit: int, low: int) -> int:
    """The value of a cell's field: of the sets of cells kept for each value, the one the cell lies in."""
    for k in range(span):
        if S[first + k] & bit:
            return k + low
    return NONE


def _setter(layout: Layout, board: p.Board, cell_field: p.CellField) -> Callable[[list[Any], int, int, int], None]:
    masks = layout.slots.get(f"with:{board.name}.{cell_field.name}")
    span, low = cell_field.high - cell_field.low + 1, cell_field.low
    if masks is None:
        return _plain_setter(layout.slots[f"field:{board.name}.{cell_field.name}"].base)
    base = masks.base

    def set_cell(S: list[Any], position: int, value: int, owner: int) -> None:
        bit = 1 << position
        first = base + owner * span
        for k in range(first, first + span):
            if S[k] & bit:
                S[k] &= ~bit
        if value != NONE:
            S[first + value - low] |= bit

    return set_cell


def _plain_setter(base: int) -> Callable[[list[Any], int, int, int], None]:
    def set_cell(S: list[Any], position: int, value: int, owner: int) -> None:
        row = S[base + owner]
        S[base + owner] = (*row[:position], value, *row[position + 1 :])

    return set_cell


def _assembler(layout: Layout, board: p.Board, setters: dict[str, Any]) -> Callable[..., None]:
    geometry = layout.geometry[board.name]
    part_columns = board.part_columns if board.part else board.columns
    across = board.columns // part_columns if part_columns else 1
    slots = {name: layout.slots.get(f"with:{board.name}.{name}") for name in setters if name != "part"}
    shown = {name for m in board.maps for name, values in m.values.items() if any(v != NONE for v in values)}
    fields = [(name, slot.base) for name, slot in slots.items() if slot is not None and name in shown]
    part_base = layout.slots[f"with:{board.name}.part"].base if "part" in setters else -1
    drawn: dict[tuple[int, int], list[list[int]]] = {}

    def masks_of(number: int, turn: int) -> list[list[int]]:
        """The sets of cells of one map, by field and value, as if it lay at the top left."""
        if (number, turn) not in drawn:
            drawn[number, turn] = [_map_masks(board, geometry, board.maps[number], name, turn) for name, _ in fields]
        return drawn[number, turn]

    def assemble(S: list[Any], maps: Sequence[int], turns: Sequence[int] = ()) -> None:
        """Lays the maps side by side, each turned as told, or by chance as the board allows."""
        for index, (_name, base) in enumerate(fields):
            for k in range(len(masks_of(maps[0], 0)[index])):
                S[base + k] = 0
        for part, number in enumerate(maps):
            turn = turns[part] if part < len(turns) else board.turned[0]
            if not turns and len(board.turned) > 1:
                turn = board.turned[runtime.below(S, len(board.turned))]
            size = board.maps[number]
            offset = geometry.at(part // across * size.rows, part % across * size.columns)
            for (_name, base), masks in zip(fields, masks_of(number, turn), strict=True):
                for k, mask in enumerate(masks):
                    if mask:
                        S[base + k] |= mask << offset
            if part_base >= 0:
                row = (1 << size.columns) - 1
                S[part_base + part] = sum(row << geometry.at(r, 0) for r in range(size.rows)) << offset

    return assemble


def _map_masks(board: p.Board, geometry: Any, drawn: p.Map, name: str, turn: int) -> list[int]:
    cell_field = board.fields[name]
    masks = [0] * (cell_field.high - cell_field.low + 1)
    for k, value in enumerate(drawn.values.get(name, ())):
        r, c = divmod(k, drawn.columns)
        if turn == 180:
            r, c = drawn.rows - 1 - r, drawn.columns - 1 - c
        if value != NONE:
            masks[value - cell_field.low] |= 1 << geometry.at(r, c)
    return masks
