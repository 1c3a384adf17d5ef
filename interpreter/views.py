"""What each player may see, from the visibility of zones, and the same state with all the rest drawn afresh.

A thing is seen by everybody in a zone seen by all, by its owner in a zone seen by the owner, and besides by whoever was
shown it. Counters, memories, boards and pieces are open. Pending secret answers and the generator are never shown.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl import program as p
from rulewright.dsl.types import SIDE, T
from rulewright.interpreter.generate.context import Decision
from rulewright.interpreter.generate.layout import ACTIVE, FORCED, NONE, ORDER, PENDING, RNG, SECRETS, in_sight
from rulewright.interpreter.machine import Machine, Slots, part_types
from rulewright.interpreter.runtime import bits, mask_of

if TYPE_CHECKING:
    from rulewright.interpreter.notation import Notation
    from rulewright.interpreter.state import State

_Place = tuple[p.Zone, int, int] | None  # a zone, which of them, where in it; None is out of the game


# ---- who sees a thing


def seen_by(machine: Machine, S: Slots, root: str, thing: int) -> int:
    """The players who can see a thing, as bits. Things that no zone ever holds lie open on the table."""
    shown = int(S[machine.layout.slots[f"seen:{root}"].base + thing])
    where = S[machine.layout.slots[f"where:{root}"].base + thing]
    if where < 0:
        zones = machine.program.zones.values()
        return shown if any(machine.root(zone.component) == root for zone in zones) else (1 << machine.players) - 1
    zone = list(machine.program.zones.values())[where >> 20]
    key = (where & 0xFFFFF) - machine.layout.slots[f"zone:{zone.words.name}"].base
    return shown | in_sight(machine.program, zone, key)


def sights(state: State) -> list[int]:
    """For every thing the players who can see it, as bits."""
    machine, roots = state.machine, state.machine.layout.roots
    return [seen_by(machine, state.slots, root, x) for root, count in roots.items() for x in range(count)]


def visible_to(machine: Machine, S: Slots, decision: Decision, value: Any) -> int:
    """The players who can see every thing that an answer names, as bits."""
    mask = (1 << machine.players) - 1
    for root, thing in _things_in(machine, decision, value):
        if thing >= 0:
            mask &= seen_by(machine, S, root, thing)
    return mask


def _things_in(machine: Machine, decision: Decision, value: Any) -> Iterator[tuple[str, int]]:
    if decision.kind == "using":
        value = value[0]
    types = part_types(decision)
    parts: Sequence[Any] = value if len(types) > 1 else (value,)
    if decision.type == "item":
        item = decision.stmt.items[value[0]]
        types, parts = ((item.var.type,), (value[1],)) if isinstance(item, p.ForEach) else ((), ())
    for type_, part in zip(types, parts, strict=False):
        if type_.core.t is T.THING:
            things = bits(part) if type_.is_set else part if type_.is_list else (part,)
            for thing in things:
                yield machine.root(type_.core.base), thing


# ---- the view

# Zones of these are told of even when they are empty.
OWNED = (p.Per.PLAYER, p.Per.SIDE)


def view(state: State, player: int | None) -> dict[str, Any]:
    """All that a player may see, as plain data: names, numbers and cells as `[row, column]`."""
    machine, S, notation = state.machine, state.slots, state.origin.notation
    mine = 0 if player is None else 1 << player
    return {
        "game": machine.program.name,
        "players": list(state.names),
        "you": None if player is None else state.names[player],
        "is_over": state.is_over,
        "winners": [state.names[k] for k in state.winners],
        "order": [state.names[k] for k in S[ORDER]],
        "active": state.names[S[ACTIVE]],
        "pending": [{"player": x.name, "decision": x.key, "is_secret": x.is_secret} for x in state.pending],
        "own_secret": _own_secret(state, player),
        "boards": {board.name: _board(machine, S, notation, board) for board in machine.program.boards.values()},
        "supplies": _per(machine, S, notation, "supply", machine.program.pieces.values()),
        "counters": _per(machine, S, notation, "unit", machine.program.units.values()),
        "memories": _memories(machine, S, notation),
        "zones": {
            name: _zone(machine, S, notation, zone, mine) for name, zone in machine.program.zones.items()
        },
    }


def _own_secret(state: State, player: int | None) -> str | None:
    """What the player has already chosen in a secret choice that goes on."""
    decision, S = state.machine.asked(state.slots), state.slots
    if player is None or decision is None or not decision.secret or S[PENDING] >> player & 1:
        return None
    return state.origin.notation.answer(S, decision, S[SECRETS][player])


def _owners(notation: Notation, per: p.Per, count: int) -> list[str] | None:
    """The names of the owners of a slot; None where there is one for all."""
    if per is p.Per.PLAYER:
        return list(notation.names)
    if per is p.Per.SIDE:
        return [notation.value([], k, SIDE) for k in range(count)]
    return None


def _instances(
    machine: Machine, S: Slots, notation: Notation, declared: p.Zone | p.Memory, count: int
) -> Sequence[str] | None:
    """The names of what a slot is kept by: players, sides, cells, members, things; None where there is one for all."""
    match declared.per:
        case p.Per.CELL:
            return [notation.cell(declared.key, k) for k in range(count)]
        case p.Per.MEMBER:
            return machine.program.kinds[declared.key].members
        case p.Per.THING:
            return _things_by_name(machine, S, notation, declared.key)
        case per:
            return _owners(notation, per, count)


def _board(machine: Machine, S: Slots, notation: Notation, board: p.Board) -> dict[str, Any]:
    geometry, layout = machine.layout.geometry[board.name], machine.layout
    fields: dict[str, Any] = {}
    owners = _owners(notation, board.per, layout.keys(board.per, ""))
    for name, cell_field in board.fields.items():
        grids = [_grid(machine, S, notation, board, cell_field, k) for k in range(layout.keys(board.per, ""))]
        fields[name] = grids[0] if owners is None else dict(zip(owners, grids, strict=True))
    pieces: dict[str, Any] = {}
    for piece in machine.program.pieces.values():
        if piece.board == board.name:
            slot = layout.slots[f"pieces:{piece.words.name}"]
            cells = [[list(geometry.row_column(k)) for k in bits(S[slot.base + i])] for i in range(slot.count)]
            named = _owners(notation, piece.per, slot.count)
            pieces[piece.words.name] = cells[0] if named is None else dict(zip(named, cells, strict=True))
    return {"rows": board.rows, "columns": board.columns, "fields": fields, "pieces": pieces}


def _grid(machine: Machine, S: Slots, notation: Notation, board: p.Board, cell_field: p.CellField, owner: int) -> Any:
    """A field of every cell, row by row."""
    geometry, slots = machine.layout.geometry[board.name], machine.layout.slots
    values: list[Any] = [NONE] * geometry.size
    kept = slots.get(f"with:{board.name}.{cell_field.name}")
    if kept is not None:
        span = cell_field.high - cell_field.low + 1
        for k in range(span):
            for position in bits(S[kept.base + owner * span + k]):
                values[position] = cell_field.low + k
    else:
        values = list(S[slots[f"field:{board.name}.{cell_field.name}"].base + owner])
    type_ = cell_field.type.sure()
    return [
        [
            None if (value := values[geometry.at(row, column)]) == NONE else notation.value(S, value, type_)
            for column in range(geometry.columns)
        ]
        for row in range(geometry.rows)
    ]


def _per(machine: Machine, S: Slots, notation: Notation, kind: str, declared: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for item in declared:
        slot = machine.layout.slots[f"{kind}:{item.words.name}"]
        values = S[slot.base : slot.base + slot.count]
        owners = _owners(notation, item.per, slot.count)
        out[item.words.name] = values[0] if owners is None else dict(zip(owners, values, strict=True))
    return out


def _memories(machine: Machine, S: Slots, notation: Notation) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for memory in machine.program.memories.values():
        slot = machine.layout.slots[f"memory:{memory.words.name}"]
        values = [notation.value(S, x, memory.type) for x in S[slot.base : slot.base + slot.count]]
        keys = _instances(machine, S, notation, memory, slot.count)
        out[memory.words.name] = values[0] if keys is None else dict(zip(keys, values, strict=True))
    return out


def _zone(machine: Machine, S: Slots, notation: Notation, zone: p.Zone, mine: int) -> Any:
    """How many things lie there, which of them are seen (None is a thing that is not), and in a row in which slots."""
    slot = machine.layout.slots[f"zone:{zone.words.name}"]
    root = machine.root(zone.component)
    seen = machine.layout.slots[f"seen:{root}"].base
    found = []
    for key in range(slot.count):
        sight = in_sight(machine.program, zone, key)
        is_open = sight == (1 << machine.players) - 1 or bool(sight & mine)
        held = S[slot.base + key]
        things = [x for x in held if x >= 0] if isinstance(held, tuple) else bits(held)
        everybody = (1 << machine.players) - 1
        names = [
            _thing(machine, S, notation, root, x) if is_open or S[seen + x] & mine or S[seen + x] == everybody else None
            for x in things
        ]
        if not is_open and not (zone.ordered and zone.sorted_by is None):
            names.sort(key=lambda name: (name is None, str(name)))
        lying: dict[str, Any] = {"count": len(things), "things": names}
        if zone.slots is not None and isinstance(held, tuple):
            lying["slots"] = [k for k, x in enumerate(held) if x >= 0]
        found.append(lying)
    keys = _instances(machine, S, notation, zone, slot.count)
    if keys is None:
        return found[0]
    told = dict(zip(keys, found, strict=True))
    return told if zone.per in OWNED else {key: held for key, held in told.items() if held["count"]}


def _things_by_name(machine: Machine, S: Slots, notation: Notation, component: str) -> list[str]:
    """The things of a component by name, copies told apart as in options."""
    root, told, names = machine.root(component), Counter[str](), []
    for thing in range(machine.layout.roots[root]):
        name = notation.thing(S, thing, root)
        told[name] += 1
        names.append(name if told[name] == 1 else f"{name}#{told[name]}")
    return names


def _thing(machine: Machine, S: Slots, notation: Notation, root: str, thing: int) -> Any:
    """A thing by name, with those of its fields that change."""
    name = notation.thing(S, thing, root)
    component = machine.program.components[root]
    changing = {
        field.name: notation.value(S, S[machine.layout.slots[f"thing:{root}.{field.name}"].base + thing], field.type)
        for field in component.fields.values()
        if f"thing:{root}.{field.name}" in machine.layout.slots and field.name != "face"
    }
    return {"name": name, **changing} if changing else name


# ---- the same to a player's eyes


def redrawn(state: State, player: int | None, rng: random.Random) -> Slots:
    """A copy of the slots in which everything that the player cannot see is drawn afresh."""
    machine = state.machine
    S = state.slots[:]
    S[RNG] = rng.getrandbits(64)
    S[FORCED] = None
    for component in dict.fromkeys(zone.component for zone in machine.program.zones.values()):
        _redeal(machine, S, component, player, rng)
    _redraw_secrets(machine, S, player, rng)
    return S


def _redeal(machine: Machine, S: Slots, component: str, player: int | None, rng: random.Random) -> None:
    """Shuffles the unseen things of one component among the places where they lie, out of the game too.

    What comes of it depends on what is seen and on the generator alone, never on how the things lie now.
    """
    layout, root = machine.layout, machine.root(component)
    seen = layout.slots[f"seen:{root}"].base
    mine = 0 if player is None else 1 << player
    everybody = (1 << machine.players) - 1
    places: list[_Place] = []
    things: list[int] = []
    for zone in machine.program.zones.values():
        if zone.component != component:
            continue
        slot = layout.slots[f"zone:{zone.words.name}"]
        for key in range(slot.count):
            sight = in_sight(machine.program, zone, key)
            if sight & mine or sight == everybody:
                continue
            held = S[slot.base + key]
            lying = enumerate(held if isinstance(held, tuple) else bits(held))
            known = [(S[seen + x], k, x) for k, x in lying if x >= 0]
            unseen = [x for x in known if not x[0] & mine and x[0] != everybody]
            for _, index, thing in unseen if isinstance(held, tuple) else sorted(unseen):
                places.append((zone, key, index))
                things.append(thing)
    for thing in _put_away(machine, S, component) if places else ():
        if not S[seen + thing] & mine and S[seen + thing] != everybody:
            places.append(None)
            things.append(thing)
    shown = [S[seen + thing] for thing in things]
    drawn = rng.sample(sorted(things), len(things))
    _lay(machine, S, root, places, things, drawn)
    for thing, known in zip(drawn, shown, strict=True):
        S[seen + thing] = known
    _reroll(machine, S, root, places, drawn, rng)


def _put_away(machine: Machine, S: Slots, component: str) -> list[int]:
    """The things of a component out of the game that nobody could tell from what lies hidden: those without marks."""
    layout, root = machine.layout, machine.root(component)
    if any(name.startswith(f"thing:{root}.") for name in layout.slots):
        return []
    where = layout.slots[f"where:{root}"].base
    return [x for x in machine.program.components[component].things if S[where + x] < 0]


def _lay(
    machine: Machine,
    S: Slots,
    root: str,
    places: Sequence[_Place],
    old: Sequence[int],
    new: Sequence[int],
) -> None:
    layout = machine.layout
    where = layout.slots[f"where:{root}"].base
    put = machine.namespace[f"put_{list(layout.roots).index(root)}"]
    lifted = mask_of(old)
    sorted_places: dict[tuple[int, int], int] = {}
    for place, thing in zip(places, new, strict=True):
        if place is None:
            S[where + thing] = NONE
            continue
        zone, key, index = place
        at = layout.slots[f"zone:{zone.words.name}"].base + key
        if isinstance(S[at], tuple):
            S[at] = (*S[at][:index], thing, *S[at][index + 1 :])
        elif zone.ordered is False:
            S[at] = (S[at] & ~lifted) | _kept(S, at, lifted, places, new, zone, key)
        S[where + thing] = layout.zone_ids[zone.words.name] << 20 | at
        if zone.sorted_by is not None:
            sorted_places[layout.zone_ids[zone.words.name], key] = thing
    for (number, key), thing in sorted_places.items():
        put(S, thing, number, key)


def _kept(
    S: Slots,
    at: int,
    lifted: int,
    places: Sequence[_Place],
    new: Sequence[int],
    zone: p.Zone,
    key: int,
) -> int:
    pairs = zip(places, new, strict=True)
    return mask_of(thing for place, thing in pairs if place is not None and place[0] is zone and place[1] == key)


def _reroll(
    machine: Machine,
    S: Slots,
    root: str,
    places: Sequence[_Place],
    things: Sequence[int],
    rng: random.Random,
) -> None:
    """Dice out of sight may show anything."""
    faces = machine.layout.slots.get(f"thing:{root}.face")
    if faces is None:
        return
    for place, thing in zip(places, things, strict=True):
        if place is not None and place[0].faces:
            S[faces.base + thing] = 1 + rng.randrange(place[0].faces)


def _redraw_secrets(machine: Machine, S: Slots, player: int | None, rng: random.Random) -> None:
    decision = machine.asked(S)
    if decision is None or not decision.secret:
        return
    answers = list(S[SECRETS])
    for k in range(machine.players):
        if k != player and not S[PENDING] >> k & 1 and answers[k] != NONE:
            options = machine.values(S, decision, k)
            if options:
                answers[k] = options[rng.randrange(len(options))]
    S[SECRETS] = tuple(answers)
