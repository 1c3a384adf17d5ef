"""The value of one expression of a program in one state, outside play: for refusals, scores, examples and tests.

The expression becomes source by the very code that writes the machine, but nothing is added to the machine's layout:
sets that the machine keeps up to date beside the pieces are worked out afresh here. Sources are compiled once and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk
from rulewright.interpreter.generate.expressions import Env, Expressions
from rulewright.interpreter.generate.module import Generated

_NO_CONSTANTS: Mapping[int, Any] = {}


class _Plain(Expressions):
    """Writes expressions that look only at what is in the layout anyway."""

    def _view_of(self, inner: p.Expr, env: Env) -> str | None:
        return None

    def _reach_view(self, expr: p.Apply, env: Env) -> str | None:
        return None


class Evaluator:
    """Evaluates expressions for one machine. Values are those of the machine: sets are integers, none is -1."""

    def __init__(self, machine: Generated) -> None:
        self.machine = machine
        self._x = _Plain(machine.layout)
        self._namespace = dict(machine.namespace)
        self._known: dict[Any, tuple[p.Expr, Callable[..., Any]]] = {}

    def function(
        self, expr: p.Expr, variables: tuple[int, ...] = (), constants: Mapping[int, Any] = _NO_CONSTANTS
    ) -> Callable[..., Any]:
        """The expression as a function of the state, `you`, `this` and these variables, in this order."""
        fixed = tuple((k, v if isinstance(v, int) else id(v)) for k, v in sorted(constants.items()))
        key = (id(expr), variables, fixed)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = (expr, self._compile(expr, variables, constants))
        return known[1]

    def _compile(self, expr: p.Expr, variables: tuple[int, ...], constants: Mapping[int, Any]) -> Callable[..., Any]:
        x = self._x
        tables, functions = set(x.tables), set(x.functions)
        tabulated = len(x.tabulated)
        env = Env({k: f"v_{k}".replace("-", "m") for k in variables}, dict(constants), "you", "this")
        try:
            source = x.source(expr, env)
        except BaseException:
            for name in x.functions.keys() - functions:
                del x.functions[name]
            del x.tabulated[tabulated:]
            raise
        params = ", ".join(["S", "you", "this", *env.names.values()])
        self._namespace.update({name: x.tables[name] for name in x.tables.keys() - tables})
        lines = ["\n".join(x.functions[name][1]) for name in x.functions if name not in functions]
        lines += x.tabulated[tabulated:]
        name = x.fresh("value")
        lines.append(f"def {name}({params}):\n    return {source}")
        exec(compile("\n\n".join(lines), "<expression>", "exec"), self._namespace)
        found: Callable[..., Any] = self._namespace[name]
        return found

    def value(
        self,
        S: list[Any],
        expr: p.Expr,
        you: int | None = None,
        variables: Mapping[int, Any] | None = None,
        *,
        this: int | None = None,
        constants: Mapping[int, Any] = _NO_CONSTANTS,
    ) -> Any:
        """The value now. `variables` by number; only those that the expression names matter."""
        given = variables or {}
        named = tuple(dict.fromkeys(x.var.id for x in walk(expr) if isinstance(x, p.Local) and x.var.id in given))
        return self.function(expr, named, constants)(S, you, this, *(given[k] for k in named))


def evaluator(machine: Generated) -> Evaluator:
    """The evaluator of a machine, made once."""
    found = machine.namespace.get("__evaluator__")
    if found is None:
        found = machine.namespace["__evaluator__"] = Evaluator(machine)
    assert isinstance(found, Evaluator)
    return found


def evaluate(
    machine: Generated,
    S: list[Any],
    expr: p.Expr,
    you: int | None = None,
    variables: Mapping[int, Any] | None = None,
    *,
    this: int | None = None,
) -> Any:
    """The value of an expression in a state, for `you`, with these variables."""
    return evaluator(machine).value(S, expr, you, variables, this=this)
