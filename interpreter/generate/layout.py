"""The layout of a state: one flat list. Fixed places first, then every slot of the program, then the machine's own.

Sets are integers, ordered zones are tuples, none is -1. A state is plain data: copying the list copies it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.types import T, Type
from rulewright.interpreter.geometry import Geometry

NODE, WHO, DOMAIN, ANSWER, RNG, ORDER, ACTIVE, WINNERS, FORCED, USING, PENDING, SECRETS, KNOWN, STEPS = range(14)
FRAMES, CLAUSE = 14, 15  # what was put aside by what came back to itself; the number of the clause that is carried out
HEAD = 16
NONE = -1
GAMES = "match:games"  # how many games of a match are over


@dataclass(slots=True)
class Slot:
    """A run of `count` places beginning at `base`, each starting with `start`."""

    name: str
    base: int
    count: int
    start: Any


@dataclass(slots=True)
class Layout:
    program: p.Program
    geometry: dict[str, Geometry] = field(default_factory=dict)
    slots: dict[str, Slot] = field(default_factory=dict)
    size: int = HEAD
    roots: dict[str, int] = field(default_factory=dict)
    zone_ids: dict[str, int] = field(default_factory=dict)
    begun: list[Any] | None = None

    @property
    def sides(self) -> int:
        return self.program.players // self.program.side_size

    def add(self, name: str, count: int, start: Any) -> Slot:
        slot = Slot(name, self.size, count, start)
        self.slots[name] = slot
        self.size += count
        return slot

    def initial(self) -> list[Any]:
        """A state before setup: supplies, counters and decks as they begin, once the machine has worked them out.

        A field that the game changes begins with what is printed on the thing.
        """
        if self.begun is not None:
            return self.begun[:]
        players = self.program.players
        state: list[Any] = [0] * self.size
        state[:HEAD] = [-1, 0, 0, 0, 0, tuple(range(players)), 0, -1, None, 0, 0, (), 0, 0, (), -1]
        for slot in self.slots.values():
            state[slot.base : slot.base + slot.count] = [slot.start] * slot.count
        for component in self.program.components.values():
            for design in component.designs:
                for name, printed in design.values.items():
                    changing = self.slots.get(f"thing:{component.name}.{name}")
                    if changing is not None and printed is not None:
                        for thing in design.things:
                            state[changing.base + thing] = int(printed) if isinstance(printed, bool) else printed
        return state

    def keys(self, per: p.Per, key: str) -> int:
        """How many instances a slot has."""
        match per:
            case p.Per.GAME:
                return 1
            case p.Per.PLAYER:
                return self.program.players
            case p.Per.SIDE:
                return self.sides
            case p.Per.CELL:
                return self.geometry[key].size
            case p.Per.MEMBER:
                return len(self.program.kinds[key].members)
            case p.Per.THING:
                return self.roots[self.program.components[key].root]


def lay_out(program: p.Program) -> Layout:
    """The layout of a program."""
    layout = Layout(program)
    for board in program.boards.values():
        layout.geometry[board.name] = Geometry(board)
    for component in program.components.values():
        highest = max((k for d in component.designs for k in d.things), default=-1) + 1
        layout.roots[component.root] = max(layout.roots.get(component.root, 0), highest)
    for unit in program.units.values():
        layout.add(f"unit:{unit.words.name}", layout.keys(unit.per, ""), 0)
    for memory in program.memories.values():
        layout.add(
            f"memory:{memory.words.name}", layout.keys(memory.per, memory.key), start_value(memory.type, memory.low)
        )
    for piece in program.pieces.values():
        owners = layout.keys(piece.per, "")
        layout.add(f"pieces:{piece.words.name}", owners, 0)
        layout.add(f"supply:{piece.words.name}", owners, 0)
    for board in program.boards.values():
        _lay_out_board(layout, board)
    for number, zone in enumerate(program.zones.values()):
        layout.zone_ids[zone.words.name] = number
        layout.add(f"zone:{zone.words.name}", layout.keys(zone.per, zone.key), _empty(zone))
    for root, count in layout.roots.items():
        layout.add(f"where:{root}", count, -1)
        layout.add(f"seen:{root}", count, 0)
    for component in program.components.values():
        if component.root == component.name:
            _lay_out_things(layout, component)
    if program.match is not None:
        layout.add(GAMES, 1, 0)
    return layout


def _lay_out_board(layout: Layout, board: p.Board) -> None:
    """What lies where on a board, and each field of its cells: a set of cells for each value, where they are few."""
    owners = layout.keys(board.per, "")
    layout.add(f"occupied:{board.name}", owners, 0)
    for field_ in board.fields.values():
        span = field_.high - field_.low + 1
        if field_.type.sure().t in (T.MEMBER, T.NUMBER, T.TRUTH) and span <= 64:
            layout.add(f"with:{board.name}.{field_.name}", span * owners, 0)
            continue
        layout.add(f"field:{board.name}.{field_.name}", owners, (NONE,) * layout.geometry[board.name].size)


def _lay_out_things(layout: Layout, component: p.Component) -> None:
    """Where the things of a component are laid, and those of their fields that change."""
    count = layout.roots[component.root]
    if component.parts:
        layout.add(f"laid:{component.root}", count, -1)
    for field_ in component.fields.values():
        if not field_.static:
            start = start_value(field_.type, field_.low) if field_.default is None else field_.default
            layout.add(f"thing:{component.name}.{field_.name}", count, int(start) if isinstance(start, bool) else start)


def _empty(zone: p.Zone) -> Any:
    if zone.slots is not None and zone.sorted_by is None:
        return (NONE,) * zone.slots
    return () if zone.ordered else 0


def start_value(type_: Type, low: int) -> Any:
    """What a slot holds before anything is put there."""
    if type_.maybe:
        return NONE
    if type_.is_list:
        return ()
    if type_.t in (T.NUMBER,):
        return low if low > 0 else 0
    return 0


def in_sight(program: p.Program, zone: p.Zone, key: int) -> int:
    """The players who can see whatever lies in one instance of a zone, as bits."""
    if zone.seen == "all":
        return (1 << program.players) - 1
    if zone.seen != "owner":
        return 0
    if zone.per is p.Per.PLAYER:
        return 1 << key
    size = program.side_size
    return ((1 << size) - 1) << key * size if zone.per is p.Per.SIDE else 0
