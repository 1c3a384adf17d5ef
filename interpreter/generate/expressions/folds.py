"""`each`, `count of`, `sum of`, `some … where`: as whole sets where the condition can be lifted, else as a loop."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.types import T
from rulewright.interpreter.generate.expressions.env import Env
from rulewright.interpreter.generate.expressions.lifts import LIFTED, Lifts
from rulewright.interpreter.generate.expressions.text import bracket, first_of, popcount


class Folds(Lifts):
    """Writes folds."""

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
        if expr.var.type.t not in LIFTED or expr.source.type.is_list:
            return None
        domain = self.source(expr.source, env)
        if expr.var.type.t is T.THING and expr.over is not p.Over.EVERY:
            domain, loops = self.narrowed(expr, domain, env)
            if loops:
                return None
        elif expr.where is not None:
            negate = expr.over is p.Over.EVERY
            mask = self.lift(expr.where, expr.var, env)
            if mask is None:
                return None
            domain = f"({domain} & ~{bracket(mask)})" if negate else f"({domain} & {mask})"
        match expr.over:
            case p.Over.EACH:
                return domain
            case p.Over.COUNT:
                return popcount(domain)
            case p.Over.SOME:
                return f"({domain} != 0)"
            case _:
                return f"(not {domain})"

    def _items(self, expr: p.Fold, env: Env, inner: Env) -> tuple[str, str]:
        """What a loop goes through, and the test of each, if there is one."""
        if expr.var.type.t is not T.THING or expr.source.type.is_list or expr.over is p.Over.EVERY:
            return self.elements(expr.source, env), self.source(expr.where, inner) if expr.where is not None else ""
        whole = self.source(expr.source, env)
        domain, loops = self.narrowed(expr, whole, env)
        items = self.elements(expr.source, env) if domain == whole else f"bits({domain})"
        return items, " and ".join(bracket(self.source(test, inner)) for test in loops)

    def _looped(self, expr: p.Fold, env: Env) -> str:
        name = self.fresh("x")
        inner = env.copy()
        inner.names[expr.var.id] = name
        if expr.var.type.t is T.PLAYER and expr.var.name == "its":
            inner.names[expr.var.id] = name
        items, where = self._items(expr, env, inner)
        test = f" if {where}" if where else ""
        if expr.ranks:
            return self._ranked(expr, inner, name, items, test)
        body = self.source(expr.value, inner) if expr.value is not None else name
        match expr.over:
            case p.Over.SOME:
                return f"any({where or True} for {name} in {items})"
            case p.Over.NO:
                return f"(not any({where or True} for {name} in {items}))"
            case p.Over.EVERY:
                return f"all({where or True} for {name} in {items})"
            case p.Over.EACH:
                listed = f"[{name} for {name} in {items}{test}]"
                return f"tuple({listed})" if expr.type.is_list else f"mask_of({listed})"
            case p.Over.THE:
                return first_of(f"[{name} for {name} in {items}{test}]", expr.type)
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
            return first_of(found, expr.type)
        if expr.over is p.Over.COUNT:
            return f"len({found})"
        return f"tuple({found})" if expr.type.is_list else f"mask_of({found})"
