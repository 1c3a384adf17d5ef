"""What every writer of expressions needs: names, constants worked out beforehand, literals, loops."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.check.compile import every_node
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.types import T, Type
from rulewright.interpreter.generate.expressions.env import MISSING, Env, View
from rulewright.interpreter.generate.expressions.prims import FOLDED
from rulewright.interpreter.generate.expressions.text import bracket
from rulewright.interpreter.generate.layout import NONE, ORDER, Layout
from rulewright.interpreter.generate.marks import Marks
from rulewright.interpreter.geometry import Geometry
from rulewright.interpreter.runtime import Budget, bits


class Writer:
    """The state of writing one program, and what is common to all expressions."""

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
        self._fresh = 0
        self._active: list[str] = []
        self._values: dict[str, Any] = {}
        self._long: set[str] = set()
        self._dispatch: dict[type, Callable[[Any, Env], str]] = {}
        self._prims: dict[p.Prim, Callable[[p.Apply, Env], str]] = {}

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
        operation = FOLDED.get(expr.prim)
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

    def bit(self, board: str, position: str) -> str:
        geometry = self.layout.geometry[board]
        return f"{self.table(f'BIT_{board}', [1 << k for k in range(geometry.size)])}[{position}]"

    def elements(self, expr: p.Expr, env: Env) -> str:
        """What a loop goes through: the elements of a set or list, in the language's order."""
        # An order that nothing changes is known without a state: tables are made before there is one.
        order = f"S[{ORDER}]" if self.order_changes else f"range({self.program.players})"
        if isinstance(expr, p.Apply) and expr.prim is p.Prim.PLAYERS:
            return order
        source = self.source(expr, env)
        if expr.type.is_list:
            return source
        if re.fullmatch(r"\d+|0x[0-9a-f]+", source):
            return str(bits(int(source, 0)))
        if expr.type.elem.t is T.PLAYER:
            return f"[q for q in {order} if {bracket(source)} >> q & 1]"
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

    def geometry(self, type_: Type) -> Geometry:
        return self.layout.geometry[type_.elem.base]
