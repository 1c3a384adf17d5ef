"""Calls of definitions: inlined where that is short, specialised to constant arguments."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T
from rulewright.interpreter.generate.expressions.env import MISSING, Env
from rulewright.interpreter.generate.expressions.functions import Functions
from rulewright.interpreter.generate.expressions.text import _SIMPLE

MAX_UNROLL = 64
MAX_INLINED = 4000


class Calls(Functions):
    """Writes calls."""

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
