"""Expressions -> Python source. Sets of cells and things are integers: filters become `&`, `|` and `~` on whole sets.

Definitions are inlined where an argument is used once or is simple, else they become functions of the generated module,
specialised to their constant arguments; recursion on a constant number unrolls. Only checked nodes and integers reach
the source.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.check.compile import every_node
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T, Type, spot_board, spot_component
from rulewright.interpreter.generate.layout import ACTIVE, NONE, ORDER, USING, Layout
from rulewright.interpreter.generate.marks import Marks
from rulewright.interpreter.geometry import Geometry, opposite, spot_cells, spot_turns
from rulewright.interpreter.runtime import MAX_OPTIONS, Budget, bits, divided_down, divided_up, times

MISSING = object()
MAX_UNROLL = 64
MAX_INLINED = 4000
_SIMPLE = re.compile(r"-?\w+|⟪\w+⟫|S\[[\w+⟪⟫]+\]|0x[0-9a-f]+")


@dataclass(slots=True)
class View:
    """A set kept up to date beside a player's pieces: the cells next to them, or those of them reached from a place."""

    kind: str
    slot: str
    edge: str = ""
    seed: str = ""


@dataclass(slots=True)
class Env:
    """What variables are called in the source, or their constant values; who `you` is."""

    names: dict[int, str] = field(default_factory=dict)
    values: dict[int, Any] = field(default_factory=dict)
    you: str | None = None
    this: str | None = None
    held: dict[int, str] = field(default_factory=dict)
    """Expressions, by identity, that were worked out before under a name."""
    given: dict[int, p.Expr] = field(default_factory=dict)
    """What parameters stand for, as it was written where the action was called: for whoever words a prompt."""

    def copy(self) -> Env:
        return Env(dict(self.names), dict(self.values), self.you, self.this, dict(self.held), self.given)


class Expressions:
    """Writes the expressions of one program."""

    def __init__(self, layout: Layout, marks: Marks | None = None) -> None:
        self.layout = layout
        self.program = layout.program
        self.marks = marks
        self.functions: dict[str, tuple[str, list[str]]] = {}
        self.tables: dict[str, Any] = {}
        self.views: dict[str, list[View]] = {}
        self.tabulated: list[str] = []
        self.order_changes = any(isinstance(x, p.OrderPlayers) for x in every_node(layout.program))
        self._static: dict[str, bool] = {}
        self._permissions: dict[tuple[int, int], int] = {}
        self._depth = 0
        self._fresh = 0
        self._active: list[str] = []
        self._values: dict[str, Any] = {}
        self._long: set[str] = set()
        self._dispatch: dict[type, Callable[[Any, Env], str]] = {
            p.Const: self._const,
            p.Local: self._local,
            p.Me: self._me,
            p.This: self._this,
            p.Read: self._read,
            p.Apply: self._apply,
            p.Call: self._call,
            p.Fold: self._fold,
            p.Cond: self._cond,
        }
        self._prims: dict[p.Prim, Callable[[p.Apply, Env], str]] = {
            p.Prim.COUNT: self._count,
            p.Prim.SOME: self._some,
            p.Prim.IN: self._in,
            p.Prim.SUBSET: self._subset,
            p.Prim.UNION: self._union,
            p.Prim.COMMON: self._common,
            p.Prim.EXCEPT: self._except,
            p.Prim.ONLY: self._only,
            p.Prim.FIRST: self._first,
            p.Prim.LAST: self._last,
            p.Prim.LISTED: self._listed,
            p.Prim.RANGE: self._range,
            p.Prim.DISTINCT: self._distinct,
            p.Prim.NEXT_TO: self._next_to,
            p.Prim.SHIFT: self._shift,
            p.Prim.RAY: self._ray,
            p.Prim.GROW: self._grow,
            p.Prim.GROUPS: self._groups,
            p.Prim.PARTS: self._parts,
            p.Prim.OCCUPIED: self._occupied,
            p.Prim.ALL_CELLS: self._all_cells,
            p.Prim.ROWS: self._rows,
            p.Prim.COLUMNS: self._columns,
            p.Prim.WIDTH: self._extent,
            p.Prim.HEIGHT: self._extent,
            p.Prim.OPPOSITE: self._opposite,
            p.Prim.DIRECTIONS: self._directions,
            p.Prim.BUNDLE: self._bundle,
            p.Prim.CAN_PAY: self._can_pay,
            p.Prim.POSITION: self._position,
            p.Prim.SINGLE: self._single,
            p.Prim.PLAYERS: self._players,
            p.Prim.SIDES: self._sides,
            p.Prim.SIDE_OF: self._side_of,
            p.Prim.ACTIVE: self._active_player,
            p.Prim.IS: self._is,
            p.Prim.AND: self._and,
            p.Prim.OR: self._or,
            p.Prim.NOT: self._not,
            p.Prim.ADD: self._sum,
            p.Prim.SUB: self._sum,
            p.Prim.SPOTS: self._spots,
            p.Prim.PLAYER_OF: self._player_of,
            p.Prim.PART: self._part,
            p.Prim.SPOT_CELLS: self._spot_cells,
            p.Prim.LAID: self._laid,
        }

    # ---- entry points

    def source(self, expr: p.Expr, env: Env) -> str:
        if env.held and id(expr) in env.held:
            return env.held[id(expr)]
        value = self.value(expr, env)
        if value is not MISSING:
            return self.literal(value, expr.type)
        return self._dispatch[type(expr)](expr, env)

    def condition(self, expr: p.Expr, env: Env) -> str:
        return self.source(expr, env)

    def literal(self, value: Any, type_: Type) -> str:
        """A constant as source."""
        if value is None:
            return "()" if type_.is_list else "0" if type_.is_set else str(NONE)
        if isinstance(value, bool):
            return str(value)
        if isinstance(value, frozenset):
            if type_.elem.t is T.CELL:
                geometry = self.layout.geometry[type_.elem.base]
                return hex(sum(1 << geometry.position(d) for d in value))
            return str(sum(1 << v for v in value))
        if isinstance(value, int):
            if type_.t is T.CELL:
                return str(self.layout.geometry[type_.base].position(value))
            return hex(value) if value > 1 << 20 else str(value)
        if isinstance(value, tuple):
            return "(" + ", ".join(self.literal(v, type_.elem) for v in value) + ("," if len(value) == 1 else "") + ")"
        if isinstance(value, p.Map):
            return str(next(i for i, m in enumerate(self.program.boards[value.board].maps) if m is value))
        if isinstance(value, p.Design):
            return str(value.index)
        raise AssertionError(f"no literal for {value!r}")

    def value(self, expr: p.Expr, env: Env) -> Any:
        """The constant value of an expression, or MISSING. Directions and numbers fold; sets of cells do not."""
        match expr:
            case p.Const():
                return expr.value if not isinstance(expr.value, str) else MISSING
            case p.Local():
                return env.values.get(expr.var.id, MISSING)
            case p.Cond():
                test = self.value(expr.test, env)
                return MISSING if test is MISSING else self.value(expr.then if test else expr.otherwise, env)
            case p.Apply():
                return self._apply_value(expr, env)
            case p.Call() if (
                not expr.args
                and not expr.function.modifiers
                and not expr.function.lets
                and expr.function.body is not None
            ):
                if expr.function.key not in self._values:
                    self._values[expr.function.key] = MISSING
                    self._values[expr.function.key] = self.value(expr.function.body, Env())
                return self._values[expr.function.key]
            case _:
                return MISSING

    def _apply_value(self, expr: p.Apply, env: Env) -> Any:
        if expr.prim is p.Prim.DIRECTIONS and isinstance(expr.args[0], p.Const) and isinstance(expr.args[1], p.Const):
            geometry = self.layout.geometry[expr.args[0].value]
            return geometry.axes if expr.args[1].value == "axes" else geometry.compass
        if expr.prim is p.Prim.COUNT and isinstance(expr.args[0], p.Apply):
            if expr.args[0].prim is p.Prim.PLAYERS:
                return self.program.players
            if expr.args[0].prim is p.Prim.DIRECTIONS:
                return len(self._apply_value(expr.args[0], env))
        operation = _FOLDED.get(expr.prim)
        if operation is None or expr.type.t not in (T.NUMBER, T.TRUTH, T.DIRECTION):
            return MISSING
        if any(a.type.t not in (T.NUMBER, T.TRUTH, T.DIRECTION, T.MEMBER) for a in expr.args):
            return MISSING
        values = [self.value(a, env) for a in expr.args]
        if expr.prim in (p.Prim.AND, p.Prim.OR):
            short = expr.prim is p.Prim.OR
            if any(v is short for v in values):
                return short
            return MISSING if MISSING in values else not short
        if MISSING in values or None in values:
            return MISSING
        try:
            return operation(*values)
        except Budget as error:
            report = Report()
            report.error(error.code, expr.span, str(error), help=error.help)
            raise RulesError(report) from None

    def fresh(self, stem: str = "t") -> str:
        self._fresh += 1
        return f"{stem}{self._fresh}"

    def table(self, name: str, value: Any) -> str:
        """A constant of the generated module, by name."""
        self.tables.setdefault(name, value)
        return name

    # ---- leaves

    def _const(self, expr: p.Const, env: Env) -> str:
        return self.literal(expr.value, expr.type)

    def _local(self, expr: p.Local, env: Env) -> str:
        return env.names[expr.var.id]

    def _me(self, expr: p.Me, env: Env) -> str:
        assert env.you is not None
        return env.you

    def _this(self, expr: p.This, env: Env) -> str:
        assert env.this is not None
        return env.this

    def _cond(self, expr: p.Cond, env: Env) -> str:
        test = self.value(expr.test, env)
        if test is not MISSING:
            return self.source(expr.then if test else expr.otherwise, env)
        then, otherwise = self.source(expr.then, env), self.source(expr.otherwise, env)
        if self.marks is not None:
            then, otherwise = self.marks.value(expr, "then", then), self.marks.value(expr, "otherwise", otherwise)
        return f"({then} if {self.source(expr.test, env)} else {otherwise})"

    # ---- slots

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
        return zone is not None and zone.slots is not None and zone.sorted_by is None

    def _places_in(self, expr: p.Read, env: Env) -> str:
        """What lies in a zone, with its empty slots."""
        zone = self.program.zones[expr.name]
        slot = self.layout.slots[f"zone:{expr.name}"]
        if expr.key is None and zone.per is not p.Per.GAME:
            if zone.ordered:
                return f"tuple(x for z in S[{slot.base}:{slot.base + slot.count}] for x in z)"
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
        return f"({read} if {inner} >= 0 else 0)" if _may_be_none(expr.value) else read

    def _thing_field(self, expr: p.Read, env: Env) -> str:
        assert expr.key is not None
        component = self.program.components[expr.owner]
        thing_field = component.fields[expr.name]
        key = self.source(expr.key, env)
        if not thing_field.static:
            read = self.slot(f"thing:{component.root}.{expr.name}", key)
            return f"({read} if {key} >= 0 else {NONE})" if _may_be_none(expr.key) else read
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

    # ---- logic and numbers

    def _apply(self, expr: p.Apply, env: Env) -> str:
        special = self._prims.get(expr.prim)
        if special is not None:
            return special(expr, env)
        args = [self.source(a, env) for a in expr.args]
        return _INFIX[expr.prim](*args)

    def _sum(self, expr: p.Apply, env: Env) -> str:
        left, right = (self.source(a, env) for a in expr.args)
        sign = "+" if expr.prim is p.Prim.ADD else "-"
        if expr.type.t is T.BUNDLE:
            return f"tuple(a {sign} b for a, b in zip({left}, {right}))"
        return f"({left} {sign} {right})"

    def _and(self, expr: p.Apply, env: Env) -> str:
        parts = [a for a in expr.args if self.value(a, env) is not True]
        return "(" + " and ".join(self.source(a, env) for a in parts) + ")" if parts else "True"

    def _or(self, expr: p.Apply, env: Env) -> str:
        parts = [a for a in expr.args if self.value(a, env) is not False]
        return "(" + " or ".join(self.source(a, env) for a in parts) + ")" if parts else "False"

    def _not(self, expr: p.Apply, env: Env) -> str:
        return f"(not {self.source(expr.args[0], env)})"

    def _is(self, expr: p.Apply, env: Env) -> str:
        left, right = expr.args
        a, b = self.source(left, env), self.source(right, env)
        if left.type.t is T.TRUTH:
            return f"(bool({a}) == bool({b}))"
        return f"({a} == {b})"

    def _count(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        if isinstance(inner, p.Read) and self._has_gaps(inner):
            return f"sum(x >= 0 for x in {self._places_in(inner, env)})"
        source = self.source(inner, env)
        return f"len({source})" if inner.type.is_list else _popcount(source)

    def _some(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        if isinstance(inner, p.Read) and self._has_gaps(inner):
            return f"any(x >= 0 for x in {self._places_in(inner, env)})"
        return self.source(inner, env)

    # ---- sets

    def _in(self, expr: p.Apply, env: Env) -> str:
        item, group = expr.args
        x = self.source(item, env)
        if group.type.is_list:
            return f"({x} in {self.source(group, env)})"
        if item.type.t is T.CELL:
            inside = f"({bracket(self.source(group, env))} & {self.bit(item.type.base, x)})"
            return f"({x} >= 0 and {inside})" if item.type.maybe else inside
        return (
            f"({bracket(self.source(group, env))} >> {x} & 1)"
            if not item.type.maybe
            else f"({x} >= 0 and {bracket(self.source(group, env))} >> {x} & 1)"
        )

    def bit(self, board: str, position: str) -> str:
        geometry = self.layout.geometry[board]
        return f"{self.table(f'BIT_{board}', [1 << k for k in range(geometry.size)])}[{position}]"

    def _single(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        source = self.source(inner, env)
        if inner.type.t is T.CELL:
            value = self.value(inner, env)
            if value is not MISSING and value is not None:
                return hex(1 << self.layout.geometry[inner.type.base].position(value))
            single = self.bit(inner.type.base, source)
        else:
            single = f"(1 << {source})"
        return (
            f"({single} if {source} >= 0 else 0)"
            if inner.type.maybe or (isinstance(inner, p.Apply) and inner.prim is p.Prim.ONLY)
            else single
        )

    def _subset(self, expr: p.Apply, env: Env) -> str:
        left, right = (self.source(a, env) for a in expr.args)
        return f"(not {bracket(left)} & ~{bracket(right)})"

    def _union(self, expr: p.Apply, env: Env) -> str:
        if len(expr.args) == 1:
            inner = self.source(expr.args[0], env)
            return f"tuple(x for y in {inner} for x in y)" if expr.type.is_list else f"union({inner})"
        left, right = (self.source(a, env) for a in expr.args)
        if expr.type.is_list:
            return f"({left} + {right})"
        return f"({left} | {right})"

    def _common(self, expr: p.Apply, env: Env) -> str:
        return (
            f"({self._loose(expr.args[0], env)} & {self._loose(expr.args[1], env)})"
            if self._tight(expr)
            else (f"({self.source(expr.args[0], env)} & {self.source(expr.args[1], env)})")
        )

    def _tight(self, expr: p.Apply) -> bool:
        """Whether one side surely lies on the board, so that a shift on the other need not be narrowed."""
        return any(not (isinstance(a, p.Apply) and a.prim is p.Prim.SHIFT) for a in expr.args)

    def _loose(self, expr: p.Expr, env: Env) -> str:
        if isinstance(expr, p.Apply) and expr.prim is p.Prim.SHIFT:
            return self._shift(expr, env, narrow=False)
        return self.source(expr, env)

    def _except(self, expr: p.Apply, env: Env) -> str:
        if expr.type.is_list:
            return f"tuple(x for x in {self.source(expr.args[0], env)} if x not in {self.source(expr.args[1], env)})"
        return f"({self.source(expr.args[0], env)} & ~{bracket(self._loose(expr.args[1], env))})"

    def _only(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        source = self.source(inner, env)
        return f"last({source})" if inner.type.is_list else f"only({source})"

    def _first(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        if isinstance(inner, p.Apply) and inner.prim is p.Prim.PLAYERS:
            return f"S[{ORDER}][0]" if self.order_changes else "0"
        source = self.source(inner, env)
        return f"head({source})" if inner.type.is_list else f"first({source})"

    def _last(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        if isinstance(inner, p.Apply) and inner.prim is p.Prim.PLAYERS:
            return f"S[{ORDER}][-1]" if self.order_changes else str(self.program.players - 1)
        source = self.source(inner, env)
        return f"last({source})" if inner.type.is_list else f"only({source})"

    def _listed(self, expr: p.Apply, env: Env) -> str:
        if len(expr.args) == 1 and expr.args[0].type.is_set:
            return f"tuple({self.elements(expr.args[0], env)})"
        return "(" + ", ".join(self.source(a, env) for a in expr.args) + ("," if len(expr.args) == 1 else "") + ")"

    def _range(self, expr: p.Apply, env: Env) -> str:
        low, high = (self.source(a, env) for a in expr.args)
        ends = [self.value(a, env) for a in expr.args]
        if all(isinstance(end, int) for end in ends) and ends[1] - ends[0] < MAX_OPTIONS:
            return f"tuple(range({low}, {high} + 1))"
        return f"tuple(counted({low}, {high}))"

    def _distinct(self, expr: p.Apply, env: Env) -> str:
        source = self.source(expr.args[0], env)
        return f"mask_of({source})" if expr.type.is_set else f"distinct({source})"

    def elements(self, expr: p.Expr, env: Env) -> str:
        """What a loop goes through: the elements of a set or list, in the language's order."""
        if isinstance(expr, p.Apply) and expr.prim is p.Prim.PLAYERS:
            return f"S[{ORDER}]"
        source = self.source(expr, env)
        if expr.type.is_list:
            return source
        if re.fullmatch(r"\d+|0x[0-9a-f]+", source):
            return str(bits(int(source, 0)))
        if expr.type.elem.t is T.PLAYER:
            return f"[q for q in S[{ORDER}] if {bracket(source)} >> q & 1]"
        return f"bits({source})"

    def at_most(self, expr: p.Expr) -> int:
        """How many cells a set can have, as far as its shape tells."""
        geometry = self.layout.geometry[expr.type.core.base]
        whole = geometry.rows * geometry.columns
        match expr:
            case p.Apply(prim=p.Prim.SINGLE):
                return 1
            case p.Apply(prim=p.Prim.SHIFT | p.Prim.EXCEPT):
                return self.at_most(expr.args[0])
            case p.Apply(prim=p.Prim.UNION) if len(expr.args) == 2:
                return min(whole, sum(self.at_most(a) for a in expr.args))
            case p.Apply(prim=p.Prim.COMMON):
                return min(self.at_most(a) for a in expr.args)
            case p.Apply(prim=p.Prim.NEXT_TO):
                return min(whole, self.at_most(expr.args[0]) * len(geometry.beside))
            case p.Cond():
                return max(self.at_most(expr.then), self.at_most(expr.otherwise))
            case p.Fold(over=p.Over.UNION) if expr.value is not None and expr.source.type.elem.t is T.DIRECTION:
                return min(whole, self.at_most(expr.value) * len(geometry.compass))
            case p.Call() if expr.function.body is not None and expr.function.key not in self._active:
                self._active.append(expr.function.key)
                found = self.at_most(expr.function.body)
                self._active.pop()
                return found
            case p.Local() if expr.type.t is T.CELL:
                return 1
            case _:
                return whole

    # ---- boards

    def geometry(self, type_: Type) -> Geometry:
        return self.layout.geometry[type_.elem.base]

    def around(self, board: str) -> str:
        """The function that gives the cells next to a set."""
        name = f"around_{board}"
        if name not in self.functions:
            self.functions[name] = (
                name,
                [f"def {name}(m):", f"    return {self.layout.geometry[board].neighbours_source('m')}"],
            )
        return name

    def _next_to(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        board = inner.type.elem.base
        geometry = self.layout.geometry[board]
        near = f"NEAR_{board}"
        if isinstance(inner, p.Apply) and inner.prim is p.Prim.SINGLE:
            self.table(near, [geometry.neighbours_of(k) if geometry.on_board(k) else 0 for k in range(geometry.size)])
            return f"{near}[{self.source(inner.args[0], env)}]"
        view = self._view_of(inner, env)
        if view is not None:
            return view
        return f"{self.around(board)}({self.source(inner, env)})"

    def _view_of(self, inner: p.Expr, env: Env) -> str | None:
        """The cells next to one owner's pieces are kept up to date beside the pieces themselves."""
        if not (isinstance(inner, p.Read) and inner.store is p.Store.PIECES and inner.key is not None):
            return None
        pieces = self.counting(inner.name)
        if len(pieces) != 1 or pieces[0].per is p.Per.GAME:
            return None
        name = f"near:{inner.name}"
        if name not in self.layout.slots:
            owners = self.layout.slots[f"pieces:{inner.name}"].count
            self.layout.add(name, owners, 0)
            self.views.setdefault(inner.name, []).append(View("near", name))
        return self.slot(name, self._key(inner.key, env))

    def _reach_view(self, expr: p.Apply, env: Env) -> str | None:
        """One owner's pieces connected with a fixed place, kept up to date as pieces come and go."""
        seed, through, steps = expr.args
        if self.value(steps, env) != p.EVERYWHERE or not isinstance(seed, p.Apply) or seed.prim is not p.Prim.COMMON:
            return None
        for pieces, place in (seed.args, seed.args[::-1]):
            if not (_same_pieces(pieces, through) and isinstance(place, p.Call) and len(place.args) == 1):
                continue
            assert isinstance(pieces, p.Read)
            if not _same(place.args[0], pieces.key) or len(self.counting(pieces.name)) != 1:
                continue
            if self.is_static(place.function) and not place.function.uses_you:
                return self._reach_slot(pieces, place, env)
        return None

    def _reach_slot(self, pieces: p.Read, place: p.Call, env: Env) -> str:
        key = self._key(pieces.key, env)
        table = self._tabulate(place.function, {}, [(place.function.params[0], str(key))], None)
        assert table is not None
        name = f"reach:{pieces.name}:{place.function.key}"
        if name not in self.layout.slots:
            owners = self.layout.slots[f"pieces:{pieces.name}"].count
            self.layout.add(name, owners, 0)
            self.layout.add(f"edge:{name}", owners, 0)
            self.views.setdefault(pieces.name, []).append(View("reach", name, f"edge:{name}", table.split("[")[0]))
        return self.slot(name, key)

    def _shift(self, expr: p.Apply, env: Env, *, narrow: bool = True) -> str:
        area, way, steps = expr.args
        geometry = self.geometry(area.type)
        direction, count = self.value(way, env), self.value(steps, env)
        if direction is MISSING or count is MISSING:
            table = self.table(f"SHIFT_{geometry.name}", [self._shifter(geometry, d) for d in range(8)])
            one = f"{table}[{self.source(way, env)}]({self.source(area, env)})"
            if count == 1:
                return one
            return f"shift_many({table}[{self.source(way, env)}], {self.source(area, env)}, {self.source(steps, env)})"
        if direction not in geometry.steps:
            return "0"
        source = self.source(area, env)
        for k in range(count):
            source = self._one_step(geometry, source, direction)
            if narrow or k < count - 1:
                source = f"({source} & {geometry.valid:#x})"
        return source if narrow else f"({source})"

    def _one_step(self, geometry: Any, source: str, direction: int) -> str:
        """A set moved by one step, not yet narrowed to the board; worked out in a function where it is needed twice."""
        text = str(geometry.shift_source("m", direction))
        if text.count("m") == 1 or _SIMPLE.fullmatch(source):
            return text.replace("m", bracket(source))
        name = f"step_{geometry.name}_{direction}"
        self.functions.setdefault(name, (name, [f"def {name}(m):", f"    return {text}"]))
        return f"{name}({source})"

    def _shifter(self, geometry: Geometry, direction: int) -> Callable[[int], int]:
        if direction not in geometry.steps:
            return lambda m: 0
        return lambda m: geometry.shift(m, direction)

    def _ray(self, expr: p.Apply, env: Env) -> str:
        area, way, through = expr.args
        geometry = self.geometry(area.type)
        direction = self.value(way, env)
        if direction is MISSING:
            table = self.table(f"SHIFT_{geometry.name}", [self._shifter(geometry, d) for d in range(8)])
            return f"ray({self.source(area, env)}, {table}[{self.source(way, env)}], {self.source(through, env)})"
        if direction not in geometry.steps:
            return "0"
        name = f"ray_{geometry.name}_{direction}"
        if name not in self.functions:
            step = geometry.shift_source("x", direction)
            self.functions[name] = (
                name,
                [
                    f"def {name}(x, through):",
                    f"    x = ({step}) & through",
                    "    out = x",
                    "    while x:",
                    f"        x = ({step}) & through",
                    "        out |= x",
                    "    return out",
                ],
            )
        return f"{name}({self.source(area, env)}, {self.source(through, env)})"

    def _grow(self, expr: p.Apply, env: Env) -> str:
        seed, through, steps = expr.args
        board = seed.type.elem.base
        view = self._reach_view(expr, env)
        if view is not None:
            return view
        sets = f"{self.source(seed, env)}, {self.source(through, env)}"
        return f"flood({sets}, {self.source(steps, env)}, {self.around(board)})"

    def _groups(self, expr: p.Apply, env: Env) -> str:
        return f"groups({self.source(expr.args[0], env)}, {self.around(expr.args[0].type.elem.base)})"

    def _parts(self, expr: p.Apply, env: Env) -> str:
        area, which = expr.args
        assert isinstance(which, p.Const)
        board = self.program.boards[area.type.elem.base]
        slot = self.layout.slots[f"with:{board.name}.{which.value}"]
        if board.per is not p.Per.GAME:
            span = board.fields[which.value].high - board.fields[which.value].low + 1
            start = f"{slot.base}+{self.side(env.you)}*{span}"
            whole = f"S[{start}:{start}+{span}]"
        else:
            whole = f"S[{slot.base}:{slot.base + slot.count}]"
        return f"[z for z in [y & {bracket(self.source(area, env))} for y in {whole}] if z]"

    def _occupied(self, expr: p.Apply, env: Env) -> str:
        assert isinstance(expr.args[0], p.Const)
        board = self.program.boards[expr.args[0].value]
        return self.slot(f"occupied:{board.name}", self.side(env.you) if board.per is not p.Per.GAME else None)

    def _all_cells(self, expr: p.Apply, env: Env) -> str:
        assert isinstance(expr.args[0], p.Const)
        return hex(self.layout.geometry[expr.args[0].value].valid)

    # ---- spots: a turn and the cell of the first part, as one number; a set of spots is an integer too

    def spot_shape(self, type_: Type) -> tuple[str, int]:
        """The board, and how many parts lie in a row."""
        return spot_board(type_), len(self.program.components[spot_component(type_)].parts)

    def spot_tables(self, type_: Type) -> str:
        """The suffix of the tables of one shape of spot: cells of each part, and all cells as a set."""
        board, parts = self.spot_shape(type_)
        suffix = f"{board}_{parts}"
        if f"SPOT_{suffix}" not in self.tables:
            cells, masks = spot_cells(self.layout.geometry[board], parts)
            self.table(f"SPOT_{suffix}", cells)
            self.table(f"COVER_{suffix}", masks)
        return suffix

    def _spots(self, expr: p.Apply, env: Env) -> str:
        board, parts = self.spot_shape(expr.type.elem)
        name = f"spots_{board}_{parts}"
        if name not in self.functions:
            geometry = self.layout.geometry[board]
            lines = [f"def {name}(m):", "    out = 0"]
            for turn, direction in enumerate(spot_turns(geometry, parts)):
                lines.append("    x = m")
                for _ in range(parts - 1):
                    lines.append(f"    x = m & ({geometry.shift_source('x', opposite(direction))})")
                lines.append(f"    out |= x << {turn * geometry.size}" if turn else "    out |= x")
            self.functions[name] = (name, [*lines, "    return out"])
        return f"{name}({self.source(expr.args[1], env)})"

    def _part(self, expr: p.Apply, env: Env) -> str:
        suffix = self.spot_tables(expr.args[0].type)
        return f"SPOT_{suffix}[{self.source(expr.args[0], env)}][{self.source(expr.args[1], env)}]"

    def _spot_cells(self, expr: p.Apply, env: Env) -> str:
        return f"COVER_{self.spot_tables(expr.args[0].type)}[{self.source(expr.args[0], env)}]"

    def _laid(self, expr: p.Apply, env: Env) -> str:
        component = self.program.components[expr.args[0].type.base]
        suffix = self.spot_tables(Type(T.SPOT, f"{expr.type.elem.base}/{component.name}"))
        where = self.slot(f"laid:{component.root}", self.source(expr.args[0], env))
        return f"COVER_{suffix}[{where}]"

    def back(self, type_: Type, part: int) -> str:
        """The function that gives the spots whose part lies on a set of cells."""
        board, parts = self.spot_shape(type_)
        name = f"back_{board}_{parts}_{part}"
        if name not in self.functions:
            geometry = self.layout.geometry[board]
            lines = [f"def {name}(m):", "    out = 0"]
            for turn, direction in enumerate(spot_turns(geometry, parts)):
                lines.append("    x = m")
                for _ in range(part):
                    lines.append(f"    x = ({geometry.shift_source('x', opposite(direction))}) & {geometry.valid:#x}")
                lines.append(f"    out |= x << {turn * geometry.size}" if turn else "    out |= x")
            self.functions[name] = (name, [*lines, "    return out"])
        return name

    def _lift_spot(self, expr: p.Expr, var: p.Var, env: Env) -> str | None:
        """Truths about where the parts of a spot lie."""
        parts = self.spot_shape(var.type)[1]
        match expr:
            case p.Apply(prim=p.Prim.IN, args=(p.Apply(prim=p.Prim.PART, args=(inner, p.Const(value=index))), group)):
                if _is_var(inner, var) and not mentions(group, var):
                    return f"{self.back(var.type, index)}({self.source(group, env)})"
            case p.Apply(prim=p.Prim.SUBSET, args=(p.Apply(prim=p.Prim.SPOT_CELLS, args=(inner,)), group)):
                if _is_var(inner, var) and not mentions(group, var):
                    source = self.source(group, env)
                    return "(" + " & ".join(f"{self.back(var.type, k)}({source})" for k in range(parts)) + ")"
            case p.Apply(prim=p.Prim.SOME, args=(p.Apply(prim=p.Prim.COMMON, args=both),)):
                for area, group in (both, both[::-1]):
                    covers = isinstance(area, p.Apply) and area.prim is p.Prim.SPOT_CELLS and _is_var(area.args[0], var)
                    if covers and not mentions(group, var):
                        source = self.source(group, env)
                        return "(" + " | ".join(f"{self.back(var.type, k)}({source})" for k in range(parts)) + ")"
            case _:
                pass
        return None

    def _rows(self, expr: p.Apply, env: Env) -> str:
        return self._lines(expr, env, "ROWS", self.geometry(expr.args[0].type).row_masks)

    def _columns(self, expr: p.Apply, env: Env) -> str:
        return self._lines(expr, env, "COLUMNS", self.geometry(expr.args[0].type).column_masks)

    def _lines(self, expr: p.Apply, env: Env, stem: str, masks: list[int]) -> str:
        inner = expr.args[0]
        name = self.table(f"{stem}_{inner.type.elem.base}", tuple(masks))
        if isinstance(inner, p.Apply) and inner.prim is p.Prim.ALL_CELLS:
            return name
        return f"[z for z in [y & {bracket(self.source(inner, env))} for y in {name}] if z]"

    def _extent(self, expr: p.Apply, env: Env) -> str:
        inner = expr.args[0]
        geometry = self.geometry(inner.type)
        name = "height" if expr.prim is p.Prim.HEIGHT else "width"
        return f"{name}_of({self.source(inner, env)}, {geometry.stride})"

    def _opposite(self, expr: p.Apply, env: Env) -> str:
        return f"({self.source(expr.args[0], env)} + 4) % 8"

    def _directions(self, expr: p.Apply, env: Env) -> str:
        return self.literal(self._apply_value(expr, env), expr.type)

    # ---- players, amounts

    def _players(self, expr: p.Apply, env: Env) -> str:
        return str((1 << self.program.players) - 1)

    def _sides(self, expr: p.Apply, env: Env) -> str:
        return str((1 << self.layout.sides) - 1)

    def _side_of(self, expr: p.Apply, env: Env) -> str:
        inner = self.source(expr.args[0], env)
        if self.program.side_size == 1:
            return inner
        if expr.args[0].type.is_set:
            return f"mask_of(q // {self.program.side_size} for q in bits({inner}))"
        return f"{bracket(inner)} // {self.program.side_size}"

    def _player_of(self, expr: p.Apply, env: Env) -> str:
        inner = self.source(expr.args[0], env)
        return inner if self.program.side_size == 1 else f"{bracket(inner)} * {self.program.side_size}"

    def _active_player(self, expr: p.Apply, env: Env) -> str:
        return f"S[{ACTIVE}]"

    def _bundle(self, expr: p.Apply, env: Env) -> str:
        unit, number = expr.args
        assert isinstance(unit, p.Const)
        amounts = ["0"] * len(self.program.units)
        amounts[unit.value.index] = self.source(number, env)
        return "(" + ", ".join(amounts) + ",)"

    def _can_pay(self, expr: p.Apply, env: Env) -> str:
        price, who = (self.source(a, env) for a in expr.args)
        return f"can_pay(S, {price}, {who})"

    def _position(self, expr: p.Apply, env: Env) -> str:
        return f"slot_of(S, {self.source(expr.args[0], env)})"

    # ---- definitions

    def _call(self, expr: p.Call, env: Env) -> str:
        function = expr.function
        if function.body is None:
            raise self._unbounded(expr)
        you = self._point_of_view(expr, env)
        constants: dict[int, Any] = {}
        rest: list[tuple[p.Var, str]] = []
        for var, arg in zip(function.params, expr.args, strict=True):
            value = self.value(arg, env)
            if value is not MISSING and (isinstance(value, int) or value is None) and var.type.t is not T.CELL:
                constants[var.id] = value
            else:
                rest.append((var, self.source(arg, env)))
        if self._active.count(function.key) > MAX_UNROLL or (function.key in self._active and not constants):
            raise self._unbounded(expr)
        table = self._tabulate(function, constants, rest, you)
        if table is not None:
            return table
        if (
            not function.lets
            and not function.modifiers
            and function.key not in self._long
            and all(self._inlinable(function, v, s) for v, s in rest)
        ):
            source = self._inlined(function, Env({v.id: s for v, s in rest}, constants, you))
            if len(source) < MAX_INLINED:
                return source
            self._long.add(function.key)
        return self._as_function(function, constants, rest, you)

    def _inlined(self, function: p.Function, inner: Env) -> str:
        assert function.body is not None
        self._active.append(function.key)
        try:
            return self.source(function.body, inner)
        finally:
            self._active.pop()

    def _point_of_view(self, expr: p.Call, env: Env) -> str | None:
        """Who `you` is inside a definition; -1 where nobody acts, so that only what arguments decide is looked at."""
        if expr.you is None:
            return None
        return "-1" if isinstance(expr.you, p.Me) and env.you is None else self.source(expr.you, env)

    def is_static(self, function: p.Function) -> bool:
        """Whether a definition looks at nothing but its arguments and the board's shape."""
        if function.key not in self._static:
            self._static[function.key] = False
            body = (function.body, *(v for _, v in function.lets))
            self._static[function.key] = not function.modifiers and not any(self._moving(x) for x in walk(body))
        return self._static[function.key]

    def _moving(self, node: Any) -> bool:
        if isinstance(node, p.Call):
            return not self.is_static(node.function)
        if isinstance(node, p.Apply) and node.prim in (p.Prim.FIRST, p.Prim.LAST, p.Prim.PLAYERS):
            return self.order_changes
        changing = (p.Prim.OCCUPIED, p.Prim.ACTIVE, p.Prim.CAN_PAY, p.Prim.POSITION, p.Prim.PARTS)
        return isinstance(node, p.Read | p.This) or (isinstance(node, p.Apply) and node.prim in changing)

    def _tabulate(
        self, function: p.Function, constants: dict[int, Any], rest: list[tuple[p.Var, str]], you: str | None
    ) -> str | None:
        """A definition that looks at nothing that changes is worked out once for every argument."""
        sizes = [self._domain_size(v.type) for v, _ in rest] + ([self.program.players] if you is not None else [])
        total = 1
        for size in sizes:
            total *= size or 10**9
        if not sizes or total > MAX_TABLE or function.key in self._active or not self.is_static(function):
            return None
        shape = ",".join(f"{v.name}={constants[v.id]}" for v in function.params if v.id in constants)
        name = f"T_{_identifier(function.words.name)}_{abs(hash_text(function.key + shape)) % 10**6}"
        if not any(line.startswith(f"{name} = ") for line in self.tabulated):
            keyed = [(v, f"k{i}") for i, (v, _) in enumerate(rest)]
            call = self._as_function(function, constants, keyed, "q" if you is not None else None)
            call = call.replace("(S", "(None", 1)
            for i in range(len(rest) - 1, -1, -1):
                call = f"[{call} for k{i} in range({sizes[i]})]"
            if you is not None:
                call = f"[{call} for q in range({self.program.players})]"
            self.tabulated.append(f"{name} = {call}")
        keys = ([you] if you is not None else []) + [source for _, source in rest]
        return name + "".join(f"[{key}]" for key in keys)

    def _domain_size(self, type_: Type) -> int | None:
        if type_.maybe:
            return None
        match type_.t:
            case T.CELL:
                return self.layout.geometry[type_.base].size
            case T.PLAYER:
                return self.program.players
            case T.MEMBER:
                return len(self.program.kinds[type_.base].members)
            case _:
                return None

    def _unbounded(self, expr: p.Call) -> RulesError:
        report = Report()
        report.error(
            Code.RECURSION_NOT_BOUNDED,
            expr.span,
            f"`{expr.function.words.name}` may call itself for ever",
            help="a definition may call itself only with a smaller number that is known before play, "
            "down to a case that stops",
        )
        return RulesError(report)

    def _inlinable(self, function: p.Function, var: p.Var, source: str) -> bool:
        if _SIMPLE.fullmatch(source) and len(source) < 40:
            return True
        uses = sum(isinstance(x, p.Local) and x.var is var for x in walk(function.body))
        in_loop = any(
            isinstance(x, p.Fold) and any(isinstance(y, p.Local) and y.var is var for y in walk(x))
            for x in walk(function.body)
        )
        return uses <= 1 and not in_loop

    def _as_function(
        self, function: p.Function, constants: dict[int, Any], rest: list[tuple[p.Var, str]], you: str | None
    ) -> str:
        shape = ",".join(f"{v.name}={constants[v.id]}" for v in function.params if v.id in constants)
        key = f"{function.key}({shape}){'y' if you is not None else ''}"
        if key not in self.functions:
            name = self.fresh(f"f_{_identifier(function.words.name)}_")
            params = ["S", *(["you"] if you is not None else []), *(f"a{v.id}" for v, _ in rest)]
            self.functions[key] = (name, [f"def {name}({', '.join(params)}):"])
            env = Env({v.id: f"a{v.id}" for v, _ in rest}, dict(constants), "you" if you is not None else None)
            self._active.append(function.key)
            body = self._function_body(function, env)
            self._active.pop()
            where = function.words.span
            comment = f"    # {function.words.name}" + (f", {where}" if where is not None else "")
            self.functions[key] = (name, [f"def {name}({', '.join(params)}):", comment, *body])
        name = self.functions[key][0]
        return f"{name}({', '.join(['S', *([you] if you is not None else []), *(s for _, s in rest)])})"

    def _function_body(self, function: p.Function, env: Env) -> list[str]:
        lines: list[str] = []
        for var, value in function.lets:
            lines.append(f"    a{var.id} = {self.source(value, env)}")
            env.names[var.id] = f"a{var.id}"
        assert function.body is not None
        if not function.modifiers:
            return [*lines, f"    return {self.source(function.body, env)}"]
        lines.append(f"    v = {self.source(function.body, env)}")
        for modifier in sorted(function.modifiers, key=lambda m: _FOLD_ORDER[m.word]):
            lines.extend(self._modify(function, modifier, env))
        return [*lines, "    return v"]

    def _modify(self, function: p.Function, modifier: p.Modifier, env: Env) -> list[str]:
        """A modifier of the game once; one of a design once for each of its copies that is in play."""
        things = self.copies(modifier.design, modifier)
        return [line for thing in things for line in self._modify_by(function, modifier, thing, env)]

    def _modify_by(self, function: p.Function, modifier: p.Modifier, thing: int, env: Env) -> list[str]:
        inner = env.copy()
        inner.this = self.this(modifier.design, thing, inner)
        tests: list[str] = []
        for bound, fixed, param in zip(modifier.binds, modifier.fixed, function.params, strict=True):
            if param.id in env.values:
                inner.values[bound.id] = env.values[param.id]
                here = self.literal(env.values[param.id], param.type)
            else:
                here = inner.names[bound.id] = env.names[param.id]
            if fixed is not None:
                owner = self._owner_test(modifier, inner, here, fixed)
                tests.append(owner if owner is not None else f"{here} == {self.source(fixed, inner)}")
        guard = self.in_play(modifier.design, inner, thing)
        if guard is not None:
            tests.insert(0, guard)
            if inner.you == "you":
                tests.insert(0, "you >= 0")
        if modifier.is_permission:
            tests.insert(0, f"S[{USING}] & {1 << self.permission(modifier, thing)}")
        if modifier.where is not None:
            tests.append(self.source(modifier.where, inner))
        change = self._change(modifier, function.type, inner, self._how_many(modifier, thing, inner))
        tests = [t for t in tests if t != "True"]
        lines = [change]
        if self.marks is not None and not modifier.is_permission:
            lines.append(self.marks.line(modifier))
        if not tests:
            return [f"    {line}" for line in lines]
        return [f"    if {' and '.join(tests)}:", *(f"        {line}" for line in lines)]

    def _owner_test(self, modifier: p.Modifier, env: Env, here: str, fixed: p.Expr) -> str | None:
        """`increase strength(you)`: the owner is whoever the value is asked of."""
        if isinstance(fixed, p.Me) and (modifier.design is not None or env.you is None):
            env.you = here
            return "True"
        return None

    def permission(self, modifier: p.Modifier, thing: int) -> int:
        """The number of a permission, counted in this program."""
        return self._permissions.setdefault((id(modifier), thing), len(self._permissions))

    def copies(self, design: p.Design | None, clause: Any) -> tuple[int, ...]:
        """The copies of a design for which a clause is written: one by one, or ALL at once where that says the same.

        Where everybody has one of each, nobody holds two copies; and a modifier that does not name `this` is counted.
        """
        if design is None:
            return (-1,)
        components = self.program.components
        root = components[design.component].root
        everybody = any(z.one_of_each and components[z.component].root == root for z in self.program.zones.values())
        alike = isinstance(clause, p.Modifier) and not any(isinstance(x, p.This) for x in walk(clause))
        return (ALL,) if len(design.things) > 1 and (everybody or alike) else design.things

    def this(self, design: p.Design | None, thing: int, env: Env) -> str:
        """The copy whose clause is carried out."""
        if thing != ALL or design is None:
            return str(thing)
        found = " | ".join(f"({slot} & {mask:#x})" for slot, mask in self._places(design, env, thing))
        return f"first({found})"

    def _places(self, design: p.Design, env: Env, thing: int) -> list[tuple[str, int]]:
        """The zones where a design's rules hold for you, as sets, and the copies looked for."""
        mask = sum(1 << k for k in design.things) if thing == ALL else 1 << thing
        root = self.program.components[design.component].root
        found = []
        for zone in self.program.zones.values():
            if zone.in_play and self.program.components[zone.component].root == root:
                key = {p.Per.GAME: None, p.Per.PLAYER: env.you, p.Per.SIDE: self.side(env.you)}.get(zone.per)
                slot = self.slot(f"zone:{zone.words.name}", key)
                if zone.slots is not None and zone.sorted_by is None:
                    slot = f"[x for x in {slot} if x >= 0]"
                found.append((f"mask_of({slot})" if zone.ordered else slot, mask))
        return found

    def in_play(self, design: p.Design | None, env: Env, thing: int) -> str | None:
        """Whether this copy of a design (or any) lies in a zone of yours, or of the game's, where its rules hold."""
        if design is None:
            return None
        found = [f"{slot} & {mask:#x}" for slot, mask in self._places(design, env, thing)]
        return "(" + " or ".join(found) + ")" if found else "False"

    def _how_many(self, modifier: p.Modifier, thing: int, env: Env) -> str | None:
        """Each copy in play adds its own: how many there are, where they are written as one."""
        counted = modifier.word in ("increase", "reduce") and not modifier.is_permission
        if thing != ALL or modifier.design is None or not counted:
            return None
        found = self._places(modifier.design, env, thing)
        return " + ".join(f"({slot} & {mask:#x}).bit_count()" for slot, mask in found) or None

    def _change(self, modifier: p.Modifier, type_: Type, env: Env, times: str | None) -> str:
        if modifier.word == "allow":
            return "v = True"
        if modifier.word == "forbid":
            return "v = False"
        assert modifier.amount is not None
        amount = self.source(modifier.amount, env)
        if times is not None and type_.t is T.NUMBER:
            amount = f"{bracket(amount)} * ({times})"
        elif times is not None and type_.t is T.BUNDLE:
            amount = f"[a * ({times}) for a in {amount}]"
        if modifier.word == "change":
            return f"v = {amount}"
        if type_.is_set:
            return f"v = v | {amount}" if modifier.word == "increase" else f"v = v & ~{bracket(amount)}"
        if type_.t is T.BUNDLE:
            sign = "+" if modifier.word == "increase" else "-"
            if modifier.word in ("keep_least", "keep_most"):
                return (
                    f"v = tuple({'max' if modifier.word == 'keep_least' else 'min'}(a, b) for a, b in zip(v, {amount}))"
                )
            return f"v = tuple(max(0, a {sign} b) for a, b in zip(v, {amount}))"
        match modifier.word:
            case "keep_least":
                return f"v = max(v, {amount})"
            case "keep_most":
                return f"v = min(v, {amount})"
            case word:
                return f"v = v {'+' if word == 'increase' else '-'} {amount}"

    # ---- folds

    def _fold(self, expr: p.Fold, env: Env) -> str:
        constant = self.value(expr.source, env)
        if isinstance(constant, tuple) and not expr.ranks and expr.source.type.elem.t is T.DIRECTION:
            return self._unrolled(expr, env, constant)
        if expr.over in (p.Over.EACH, p.Over.COUNT, p.Over.SOME, p.Over.NO, p.Over.EVERY) and not expr.ranks:
            lifted = self._lifted(expr, env)
            if lifted is not None:
                return lifted
        return self._looped(expr, env)

    def _unrolled(self, expr: p.Fold, env: Env, values: tuple[Any, ...]) -> str:
        parts: list[str] = []
        for value in values:
            inner = env.copy()
            inner.values[expr.var.id] = value
            test = self.source(expr.where, inner) if expr.where is not None else None
            if expr.over in (p.Over.SOME, p.Over.NO, p.Over.EVERY):
                parts.append(test or "True")
                continue
            body = self.source(expr.value, inner) if expr.value is not None else self.literal(value, expr.var.type)
            if test is not None and expr.over in (p.Over.UNION, p.Over.SUM):
                body = f"({body} if {test} else 0)"
            elif test is not None:
                return self._looped(expr, env)
            parts.append(body)
        match expr.over:
            case p.Over.SOME:
                return "(" + " or ".join(parts) + ")"
            case p.Over.NO:
                return "(not (" + " or ".join(parts) + "))"
            case p.Over.EVERY:
                return "(" + " and ".join(parts) + ")"
            case p.Over.UNION:
                return "(" + " | ".join(parts) + ")"
            case p.Over.SUM:
                return "(" + " + ".join(parts) + ")"
            case p.Over.LIST:
                return "(" + ", ".join(parts) + ",)"
            case p.Over.MOST | p.Over.LEAST:
                return f"{'max' if expr.over is p.Over.MOST else 'min'}({', '.join(parts)})"
            case _:
                return self._looped(expr, env)

    def _lifted(self, expr: p.Fold, env: Env) -> str | None:
        if expr.var.type.t not in (T.CELL, T.SPOT) or expr.source.type.is_list:
            return None
        domain = self.source(expr.source, env)
        if expr.where is not None:
            negate = expr.over is p.Over.EVERY
            mask = self.lift(expr.where, expr.var, env)
            if mask is None:
                return None
            domain = f"({domain} & ~{bracket(mask)})" if negate else f"({domain} & {mask})"
        match expr.over:
            case p.Over.EACH:
                return domain
            case p.Over.COUNT:
                return _popcount(domain)
            case p.Over.SOME:
                return f"({domain} != 0)"
            case _:
                return f"(not {domain})"

    def _where(self, expr: p.Fold, inner: Env) -> str:
        return self.source(expr.where, inner) if expr.where is not None else "True"

    def _looped(self, expr: p.Fold, env: Env) -> str:
        name = self.fresh("x")
        inner = env.copy()
        inner.names[expr.var.id] = name
        if expr.var.type.t is T.PLAYER and expr.var.name == "its":
            inner.names[expr.var.id] = name
        items = self.elements(expr.source, env)
        test = f" if {self.source(expr.where, inner)}" if expr.where is not None else ""
        if expr.ranks:
            return self._ranked(expr, inner, name, items, test)
        body = self.source(expr.value, inner) if expr.value is not None else name
        match expr.over:
            case p.Over.SOME:
                return f"any({self._where(expr, inner)} for {name} in {items})"
            case p.Over.NO:
                return f"(not any({self._where(expr, inner)} for {name} in {items}))"
            case p.Over.EVERY:
                return f"all({self._where(expr, inner)} for {name} in {items})"
            case p.Over.EACH:
                listed = f"[{name} for {name} in {items}{test}]"
                return f"tuple({listed})" if expr.type.is_list else f"mask_of({listed})"
            case p.Over.THE:
                return _first_of(f"[{name} for {name} in {items}{test}]", expr.type)
            case p.Over.COUNT:
                return f"sum(1 for {name} in {items}{test})"
            case p.Over.SUM:
                if expr.type.t is T.BUNDLE:
                    return f"add_up([{body} for {name} in {items}{test}], {len(self.program.units)})"
                return f"sum([{body} for {name} in {items}{test}])"
            case p.Over.LIST:
                return f"tuple([{body} for {name} in {items}{test}])"
            case p.Over.UNION:
                return f"union([{body} for {name} in {items}{test}])"
            case p.Over.MOST | p.Over.LEAST:
                return (
                    f"{'max' if expr.over is p.Over.MOST else 'min'}([{body} for {name} in {items}{test}], default=0)"
                )

    def _ranked(self, expr: p.Fold, env: Env, name: str, items: str, test: str) -> str:
        if expr.ranks[0].direction == "by":
            key = self.source(expr.ranks[0].value, env)
            return f"tuple(sorted([{name} for {name} in {items}{test}], key=lambda {name}: {key}))"
        keys = ", ".join(
            ("" if r.direction == "most" else "-") + bracket(self.source(r.value, env)) for r in expr.ranks
        )
        found = f"best([{name} for {name} in {items}{test}], lambda {name}: ({keys},))"
        if expr.over is p.Over.THE:
            return _first_of(found, expr.type)
        if expr.over is p.Over.COUNT:
            return f"len({found})"
        return f"tuple({found})" if expr.type.is_list else f"mask_of({found})"

    # ---- lifting: a truth about one cell becomes the set of cells for which it holds

    def lift(self, expr: p.Expr, var: p.Var, env: Env) -> str | None:
        """The cells `var` may be for the truth to hold; None if only a loop can tell."""
        valid = self._all(var.type)
        if var.type.t is T.SPOT and mentions(expr, var):
            spots = self._lift_spot(expr, var, env)
            if spots is not None:
                return spots
        if not mentions(expr, var):
            return f"({valid} if {self.source(expr, env)} else 0)"
        if _is_field_truth(expr, var) and isinstance(expr, p.Read):
            yes, type_ = p.Const(True, expr.type, expr.span), Type(T.SET, of=var.type)
            cells = p.Read(p.Store.CELLS_WITH, expr.name, expr.owner, None, type_, expr.span, value=yes)
            return self._cells_with(cells, env)
        match expr:
            case p.Apply(prim=p.Prim.AND | p.Prim.OR):
                parts = [self.lift(a, var, env) for a in expr.args]
                if None in parts:
                    return None
                return "(" + (" & " if expr.prim is p.Prim.AND else " | ").join(str(x) for x in parts) + ")"
            case p.Apply(prim=p.Prim.NOT):
                inner = self.lift(expr.args[0], var, env)
                return None if inner is None else f"({valid} & ~{bracket(inner)})"
            case p.Apply(prim=p.Prim.IN) if var.type.t is T.CELL:
                return self._lift_in(expr, var, env)
            case p.Apply(prim=p.Prim.IS) if var.type.t is T.CELL:
                return self._lift_is(expr, var, env)
            case p.Apply(prim=p.Prim.AT_MOST | p.Prim.LESS) if var.type.t is T.CELL:
                return self._lift_count(expr, var, env)
            case p.Call() if expr.function.body is not None and not expr.function.lets:
                return self._lift_call(expr, var, env)
            case _:
                return None

    def _all(self, type_: Type) -> str:
        if type_.t is T.SPOT:
            board, parts = self.spot_shape(type_)
            geometry = self.layout.geometry[board]
            return hex((1 << geometry.size * len(spot_turns(geometry, parts))) - 1)
        return hex(self.layout.geometry[type_.base].valid)

    def _lift_in(self, expr: p.Apply, var: p.Var, env: Env) -> str | None:
        item, group = expr.args
        if isinstance(item, p.Local) and item.var is var and group.type.is_set and not mentions(group, var):
            return self.source(group, env)
        if (
            isinstance(item, p.Read)
            and item.store is p.Store.CELL_FIELD
            and _is_var(item.key, var)
            and group.type.is_set
            and not mentions(group, var)
        ):
            cells = p.Read(
                p.Store.CELLS_WITH, item.name, item.owner, None, Type(T.SET, of=var.type), item.span, value=group
            )
            return self._cells_with(cells, env)
        return None

    def _lift_is(self, expr: p.Apply, var: p.Var, env: Env) -> str | None:
        for item, other in (expr.args, expr.args[::-1]):
            if (
                isinstance(item, p.Read)
                and item.store is p.Store.CELL_FIELD
                and _is_var(item.key, var)
                and not mentions(other, var)
            ):
                if f"with:{item.owner}.{item.name}" not in self.layout.slots:
                    return None
                cells = p.Read(
                    p.Store.CELLS_WITH, item.name, item.owner, None, Type(T.SET, of=var.type), item.span, value=other
                )
                return self._cells_with(cells, env)
            if _is_var(item, var) and not mentions(other, var):
                return self.bit(var.type.base, self.source(other, env))
        return None

    def _lift_count(self, expr: p.Apply, var: p.Var, env: Env) -> str | None:
        """`count of X next to c is at least n`: neighbours added up bit by bit."""
        low, high = expr.args
        extent = self._lift_extent(expr, var, env)
        if extent is not None:
            return extent
        need = self.value(low, env)
        if (
            expr.prim is not p.Prim.AT_MOST
            or need is MISSING
            or not isinstance(high, p.Apply)
            or high.prim is not p.Prim.COUNT
        ):
            return None
        inner = high.args[0]
        if not (isinstance(inner, p.Apply) and inner.prim is p.Prim.COMMON):
            return None
        for area, near in (inner.args, inner.args[::-1]):
            single = near.args[0] if isinstance(near, p.Apply) and near.prim is p.Prim.NEXT_TO else None
            if not (isinstance(single, p.Apply) and single.prim is p.Prim.SINGLE and _is_var(single.args[0], var)):
                continue
            if not mentions(area, var):
                ways = self.table(f"BESIDE_{var.type.base}", self._ways(var.type.base))
                valid = self.layout.geometry[var.type.base].valid
                return f"crowded({self.source(area, env)}, {need}, {ways}, {valid:#x})"
        return None

    def _lift_extent(self, expr: p.Apply, var: p.Var, env: Env) -> str | None:
        """`width(X or c) is at most n`: the cells that leave the set within so many rows or columns."""
        extent, limit = expr.args
        if expr.prim is not p.Prim.AT_MOST or not isinstance(extent, p.Apply) or mentions(limit, var):
            return None
        inner = extent.args[0] if extent.prim in (p.Prim.WIDTH, p.Prim.HEIGHT) else None
        if not (isinstance(inner, p.Apply) and inner.prim is p.Prim.UNION and len(inner.args) == 2):
            return None
        for area, single in (inner.args, inner.args[::-1]):
            is_cell = isinstance(single, p.Apply) and single.prim is p.Prim.SINGLE and _is_var(single.args[0], var)
            if is_cell and not mentions(area, var):
                geometry = self.layout.geometry[var.type.base]
                kind = "rows" if extent.prim is p.Prim.HEIGHT else "columns"
                masks = geometry.row_masks if kind == "rows" else geometry.column_masks
                table = self.table(f"{kind.upper()}_{var.type.base}", tuple(masks))
                return f"{kind}_left({self.source(area, env)}, {self.source(limit, env)}, {table}, {geometry.stride})"
        return None

    def _ways(self, board: str) -> tuple[Callable[[int], int], ...]:
        geometry = self.layout.geometry[board]
        return tuple(self._shifter(geometry, d) for d in geometry.beside)

    def _lift_call(self, expr: p.Call, var: p.Var, env: Env) -> str | None:
        """A definition about the variable itself, or about the cell of one part of a spot."""
        inner = Env(you=self._point_of_view(expr, env))
        target: p.Var | None = None
        part: int | None = None
        for param, arg in zip(expr.function.params, expr.args, strict=True):
            if mentions(arg, var):
                part = _part_of(arg, var)
                if target is not None or (part is None and not _is_var(arg, var)):
                    return None
                target = param
                continue
            value = self.value(arg, env)
            if value is not MISSING and not isinstance(value, frozenset):
                inner.values[param.id] = value
            else:
                inner.names[param.id] = self.source(arg, env)
        if target is None or expr.function.body is None or expr.function.key in self._active:
            return None
        self._active.append(expr.function.key)
        lifted = self._lift_body(expr.function, target, inner)
        self._active.pop()
        return lifted if lifted is None or part is None else f"{self.back(var.type, part)}({lifted})"

    def _lift_body(self, function: p.Function, target: p.Var, env: Env) -> str | None:
        assert function.body is not None
        lifted = self.lift(function.body, target, env)
        for modifier in sorted(function.modifiers, key=lambda m: _FOLD_ORDER[m.word]):
            for thing in self.copies(modifier.design, modifier):
                if lifted is not None:
                    lifted = self._lift_modifier(lifted, modifier, thing, function, target, env)
        return lifted

    def _lift_modifier(
        self, lifted: str, modifier: p.Modifier, thing: int, function: p.Function, target: p.Var, env: Env
    ) -> str | None:
        """What a modifier adds to, or takes from, the cells for which a truth holds."""
        if modifier.word not in ("allow", "forbid") or any(x is not None for x in modifier.fixed):
            return None
        inner = env.copy()
        inner.this = str(thing)
        bound = target
        for var, param in zip(modifier.binds, function.params, strict=True):
            if param is target:
                bound = var
            elif param.id in env.values:
                inner.values[var.id] = env.values[param.id]
            else:
                inner.names[var.id] = env.names[param.id]
        cells = self.lift(modifier.where, bound, inner) if modifier.where is not None else self._all(target.type)
        if cells is None:
            return None
        tests = [f"S[{USING}] & {1 << self.permission(modifier, thing)}"] if modifier.is_permission else []
        guard = self.in_play(modifier.design, inner, thing)
        tests += [guard] if guard is not None else []
        if tests:
            cells = f"({cells} if {' and '.join(tests)} else 0)"
        return f"({lifted} | {cells})" if modifier.word == "allow" else f"({lifted} & ~{bracket(cells)})"


MAX_TABLE = 8192
ALL = -2
_FOLD_ORDER = {"change": 0, "increase": 1, "reduce": 1, "keep_least": 2, "keep_most": 3, "allow": 4, "forbid": 5}
_INFIX: dict[p.Prim, Callable[..., str]] = {
    p.Prim.MUL: lambda a, b: f"({a} * {b})" if _is_small(a) or _is_small(b) else f"times({a}, {b})",
    p.Prim.DIV_DOWN: lambda a, b: f"({a} // {b})" if _is_small(b) else f"divided_down({a}, {b})",
    p.Prim.DIV_UP: lambda a, b: f"-(-{bracket(a)} // {b})" if _is_small(b) else f"divided_up({a}, {b})",
    p.Prim.NEG: lambda a: f"(-{a})",
    p.Prim.LESS: lambda a, b: f"({a} < {b})",
    p.Prim.AT_MOST: lambda a, b: f"({a} <= {b})",
}
_FOLDED: dict[p.Prim, Callable[..., Any]] = {
    p.Prim.ADD: lambda a, b: a + b,
    p.Prim.SUB: lambda a, b: a - b,
    p.Prim.MUL: times,
    p.Prim.DIV_DOWN: divided_down,
    p.Prim.DIV_UP: divided_up,
    p.Prim.NEG: lambda a: -a,
    p.Prim.IS: lambda a, b: a == b,
    p.Prim.LESS: lambda a, b: a < b,
    p.Prim.AT_MOST: lambda a, b: a <= b,
    p.Prim.NOT: lambda a: not a,
    p.Prim.AND: lambda a, b: a and b,
    p.Prim.OR: lambda a, b: a or b,
    p.Prim.OPPOSITE: opposite,
}


def _is_small(source: str) -> bool:
    """Whether it is a number, not 0, by which nothing is multiplied far beyond its range."""
    return re.fullmatch(r"[1-9]\d{0,3}", source) is not None


def hash_text(text: str) -> int:
    """A number for a text that is the same in every run."""
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")


def _same(left: p.Expr | None, right: p.Expr | None) -> bool:
    """Whether two expressions are the same variable or both `you`."""
    if isinstance(left, p.Local) and isinstance(right, p.Local):
        return left.var is right.var
    return isinstance(left, p.Me) and isinstance(right, p.Me)


def _same_pieces(left: p.Expr, right: p.Expr) -> bool:
    if not (isinstance(left, p.Read) and isinstance(right, p.Read) and left.name == right.name):
        return False
    return left.store is right.store is p.Store.PIECES and _same(left.key, right.key)


def bracket(source: str) -> str:
    """The same code as one operand."""
    return (
        source
        if _SIMPLE.fullmatch(source) or (source.startswith("(") and source.endswith(")") and _closed(source))
        else f"({source})"
    )


def _first_of(items: str, type_: Type) -> str:
    """The first of a Python list, or none of its type: an empty set, or -1."""
    return f"({items} or [0])[0]" if type_.is_set else f"head({items})"


def _popcount(source: str) -> str:
    """How many elements a set has; a constant is counted here."""
    if re.fullmatch(r"\d+|0x[0-9a-f]+", source):
        return str(int(source, 0).bit_count())
    return f"{bracket(source)}.bit_count()"


def _closed(source: str) -> bool:
    """Whether the first bracket closes only at the end."""
    depth = 0
    for k, char in enumerate(source):
        depth += (char == "(") - (char == ")")
        if depth == 0 and k < len(source) - 1:
            return False
    return True


def _identifier(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "_", name.lower())


def _is_field_truth(expr: p.Expr, var: p.Var) -> bool:
    """Whether an expression is a yes-or-no field of the cell `var`."""
    is_field = isinstance(expr, p.Read) and expr.store is p.Store.CELL_FIELD and expr.type.t is T.TRUTH
    return is_field and isinstance(expr, p.Read) and _is_var(expr.key, var)


def _may_be_none(expr: p.Expr) -> bool:
    """Whether an expression may stand for nothing at all: the only card of an empty hand, and what is read of it."""
    if isinstance(expr, p.Apply) and expr.prim in (p.Prim.ONLY, p.Prim.FIRST, p.Prim.LAST):
        return True
    if isinstance(expr, p.Read) and expr.store is p.Store.THING_FIELD and expr.key is not None:
        return expr.type.maybe or _may_be_none(expr.key)
    return expr.type.maybe


def mentions(expr: Any, var: p.Var) -> bool:
    """Whether a variable occurs in an expression."""
    return any(isinstance(x, p.Local) and x.var.id == var.id for x in walk(expr))


def _is_var(expr: Any, var: p.Var) -> bool:
    return isinstance(expr, p.Local) and expr.var.id == var.id


def _part_of(expr: p.Expr, var: p.Var) -> int | None:
    """Which part of the spot `var` an expression names, if it does."""
    match expr:
        case p.Apply(prim=p.Prim.PART, args=(inner, p.Const(value=index))) if _is_var(inner, var):
            return int(index)
        case _:
            return None


def unsupported(what: str, node: Any) -> RulesError:
    """This version cannot play something that checks; said at its place."""
    report = Report()
    report.error(Code.NOT_YET_SUPPORTED, node.span, f"{what} cannot be played yet")
    return RulesError(report)
