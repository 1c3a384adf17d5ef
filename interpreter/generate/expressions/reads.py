"""What is read off the state: slots, zones, pieces, fields of cells and things."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.types import T, Type
from rulewright.interpreter.generate.expressions.env import MISSING, Env
from rulewright.interpreter.generate.expressions.shape import may_be_none
from rulewright.interpreter.generate.expressions.writer import Writer
from rulewright.interpreter.generate.layout import NONE


class Reads(Writer):
    """Writes what is read off the state."""

    def slot(self, name: str, key: str | None) -> str:
        slot = self.layout.slots[name]
        if key is None:
            return f"S[{slot.base}]"
        if key.isdigit():
            return f"S[{slot.base + int(key)}]"
        return f"S[{slot.base}+{key}]"

    def _key(self, expr: p.Expr | None, env: Env) -> str | None:
        return None if expr is None else self.source(expr, env)

    def _read(self, expr: p.Read, env: Env) -> str:
        match expr.store:
            case p.Store.UNIT:
                return self.slot(f"unit:{expr.name}", self._key(expr.key, env))
            case p.Store.MEMORY:
                return self.slot(f"memory:{expr.name}", self._key(expr.key, env))
            case p.Store.ZONE:
                return self._zone(expr, env)
            case p.Store.PIECES:
                return self._pieces(expr, env)
            case p.Store.SUPPLY:
                return self._supply(expr, env)
            case p.Store.CELLS_WITH:
                return self._cells_with(expr, env)
            case p.Store.CELL_FIELD:
                return self._cell_field(expr, env)
            case p.Store.THING_FIELD:
                return self._thing_field(expr, env)
            case p.Store.SECRET:
                return self._secret(expr, env)

    def _cell_field(self, expr: p.Read, env: Env) -> str:
        assert expr.key is not None
        board = self.program.boards[expr.owner]
        owner = self.side(env.you) if board.per is not p.Per.GAME else None
        key = self.source(expr.key, env)
        slot = self.layout.slots.get(f"with:{expr.owner}.{expr.name}")
        if slot is None:
            return f"{self.slot(f'field:{expr.owner}.{expr.name}', owner)}[{key}]"
        low = board.fields[expr.name].low
        span = board.fields[expr.name].high - low + 1
        first = str(slot.base) if owner is None else f"{slot.base}+{owner}*{span}"
        return f"look_up(S, {first}, {span}, {self.bit(board.name, key)}, {low})"

    def side(self, you: str | None) -> str | None:
        """The side of a player, as code."""
        if you is None or self.program.side_size == 1:
            return you
        return f"{you}//{self.program.side_size}"

    def _zone(self, expr: p.Read, env: Env) -> str:
        places = self._places_in(expr, env)
        return f"tuple(x for x in {places} if x >= 0)" if self._has_gaps(expr) else places

    def _has_gaps(self, expr: p.Expr) -> bool:
        """Whether an expression is a row of slots, which can be empty: an empty slot is not among its things."""
        zone = self.program.zones[expr.name] if isinstance(expr, p.Read) and expr.store is p.Store.ZONE else None
        return zone is not None and zone.slots is not None and zone.sorted_by is None and not _is_of_all(expr, zone)

    def _places_in(self, expr: p.Read, env: Env) -> str:
        """What lies in a zone, with its empty slots."""
        zone = self.program.zones[expr.name]
        slot = self.layout.slots[f"zone:{expr.name}"]
        if _is_of_all(expr, zone):
            if zone.ordered:  # each has an order of their own: all together are a set
                return f"mask_of([x for z in S[{slot.base}:{slot.base + slot.count}] for x in z if x >= 0])"
            return f"union(S[{slot.base}:{slot.base + slot.count}])"
        return self.slot(f"zone:{expr.name}", self._key(expr.key, env))

    def counting(self, name: str) -> list[p.Piece]:
        """A piece and those that count as it."""
        return [x for x in self.program.pieces.values() if x.words.name == name or x.counts_as == name]

    def _pieces(self, expr: p.Read, env: Env) -> str:
        found: list[str] = []
        for piece in self.counting(expr.name):
            slot = self.layout.slots[f"pieces:{piece.words.name}"]
            if expr.key is not None and piece.per is not p.Per.GAME:
                found.append(self.slot(f"pieces:{piece.words.name}", self._key(expr.key, env)))
            else:
                found.extend(f"S[{slot.base + k}]" for k in range(slot.count))
        return found[0] if len(found) == 1 else "(" + " | ".join(found) + ")"

    def _supply(self, expr: p.Read, env: Env) -> str:
        return self.slot(f"supply:{expr.name}", self._key(expr.key, env))

    def _cells_with(self, expr: p.Read, env: Env) -> str:
        assert expr.value is not None
        board = self.program.boards[expr.owner]
        low, high = board.fields[expr.name].low, board.fields[expr.name].high
        base = self.layout.slots[f"with:{expr.owner}.{expr.name}"].base - low
        owner = self.side(env.you) if board.per is not p.Per.GAME else None
        shift = f"+{owner}*{high - low + 1}" if owner is not None else ""
        value = self.value(expr.value, env)
        if isinstance(value, frozenset):
            return "(" + (" | ".join(f"S[{base + v}{shift}]" for v in sorted(value)) or "0") + ")"
        if value is not MISSING:
            return f"S[{base + value}{shift}]" if value is not None else "0"
        inner = self.source(expr.value, env)
        if expr.value.type.is_set:
            return f"union([S[{base}+k{shift}] for k in bits({inner})])"
        read = f"S[{base}+{inner}{shift}]"
        return f"({read} if {inner} >= 0 else 0)" if may_be_none(expr.value) else read

    def _thing_field(self, expr: p.Read, env: Env) -> str:
        assert expr.key is not None
        component = self.program.components[expr.owner]
        thing_field = component.fields[expr.name]
        key = self.source(expr.key, env)
        if not thing_field.static:
            read = self.slot(f"thing:{component.root}.{expr.name}", key)
            return f"({read} if {key} >= 0 else {NONE})" if may_be_none(expr.key) else read
        return f"{self.static_field(component, thing_field)}[{key}]"

    def static_field(self, component: p.Component, thing_field: p.ThingField) -> str:
        """The table of a field that never changes, by thing."""
        name = f"F_{component.root}_{thing_field.name}"
        if name not in self.tables:
            values: list[Any] = [NONE] * self.layout.roots[component.root]
            for other in self.program.components.values():
                if other.root == component.root:
                    for design in other.designs:
                        for thing in design.things:
                            values[thing] = self._plain(
                                design.values.get(thing_field.name, thing_field.default), thing_field.type
                            )
            absent: Any = 0 if thing_field.type.is_set else () if thing_field.type.is_list else NONE
            if thing_field.type.t is T.BUNDLE:
                absent = (0,) * len(self.program.units)
            self.tables[name] = (*values, absent)  # the last entry belongs to -1: the field of nothing
        return name

    def _plain(self, value: Any, type_: Type) -> Any:
        if value is None:
            return NONE
        if type_.t is T.CELL and isinstance(value, int):
            return self.layout.geometry[type_.base].position(value)
        return int(value) if isinstance(value, bool) else value

    def _secret(self, expr: p.Read, env: Env) -> str:
        """What one player chose in secret."""
        assert isinstance(expr.value, p.Local)
        who = self.source(expr.key, env) if expr.key is not None else env.you
        return f"{env.names[expr.value.var.id]}[{who}]"


def _is_of_all(expr: p.Expr, zone: p.Zone) -> bool:
    """Whether a zone that everybody has one of is read as what they all hold together."""
    return isinstance(expr, p.Read) and expr.key is None and zone.per is not p.Per.GAME
