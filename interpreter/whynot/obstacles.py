"""What keeps statements from being done: the same look ahead that decides what is offered."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import program as p
from rulewright.dsl.diagnostics import RulesError
from rulewright.interpreter.whynot.meanings import DEEPEST, Found, Meanings, Scope
from rulewright.interpreter.whynot.reason import Reason


class Obstacles(Meanings):
    """Looks for the first thing in the way of statements."""

    def obstacle(self, stmts: Sequence[p.Stmt], scope: Scope, depth: int = 0) -> Found | None:
        """The first thing that keeps these from being done: the same look ahead that decides what is offered."""
        for stmt in stmts:
            try:
                found, scope, goes_on = self._look(stmt, scope, depth)
            except (KeyError, RulesError, AssertionError):
                return None
            if found is not None or not goes_on:
                return found
        return None

    def _look(self, stmt: p.Stmt, scope: Scope, depth: int) -> tuple[Found | None, Scope, bool]:
        match stmt:
            case p.Needs():
                if not self.value(stmt.test, scope):
                    expr, inner = self.false(stmt.test, scope)
                    return Found(Reason.NEEDS, expr, inner, stmt=stmt), scope, False
            case p.Limit():
                slot = self.machine.layout.slots.get(f"used:{stmt.period}:{stmt.span.start}")
                mine = 1 if stmt.in_all or scope.you is None else 1 << scope.you
                if slot is not None and self.S[slot.base] & mine:
                    return Found(Reason.LIMIT, None, scope, stmt.span, stmt=stmt), scope, False
            case p.Let():
                scope = scope.bound(stmt.var, self.value(stmt.value, scope))
            case p.Set():
                pass
            case p.Transfer():
                return self._look_at_transfer(stmt, scope), scope, stmt.mode is p.Mode.PAY
            case p.Choose():
                return self._look_at_choice(stmt, scope), scope, False
            case p.CallAction() if depth < DEEPEST:
                path = (*scope.path, stmt.action.words.name)
                inner = Scope({}, {}, scope.you, scope.this, stmt.action.words, path=path)
                for (_prep, var), arg in zip(stmt.action.params, stmt.args, strict=True):
                    inner = self.bind(inner, var, arg, scope)
                return self.obstacle(stmt.action.body, inner, depth + 1), scope, True
            case p.Step() | p.Must() if depth < DEEPEST:
                return self.obstacle(stmt.body, scope, depth + 1), scope, True
            case p.If():
                branch = stmt.then if self.value(stmt.test, scope) else stmt.otherwise
                return self.obstacle(branch, scope, depth + 1), scope, False
            case _:
                return None, scope, False
        return None, scope, True

    def _look_at_transfer(self, stmt: p.Transfer, scope: Scope) -> Found | None:
        if stmt.mode is not p.Mode.PAY or self._can_pay(stmt.amount, scope):
            return None
        return Found(Reason.UNAFFORDABLE, None, scope, stmt.span, stmt=stmt)

    def _can_pay(self, amount: p.Amount, scope: Scope) -> bool:
        match amount:
            case p.Units():
                return bool(self._held(amount.unit, scope) - amount.unit.low >= self.value(amount.number, scope))
            case p.AnyUnits():
                held = sum(self._held(unit, scope) for unit in amount.units)
                return bool(held >= self.value(amount.number, scope))
            case p.Bundle():
                return bool(self.machine.namespace["can_pay"](self.S, self.value(amount.value, scope), scope.you))
            case p.Both():
                return all(self._can_pay(part, scope) for part in amount.parts)
            case p.OneOf():
                return any(self._can_pay(part, scope) for part in amount.parts)
            case _:
                return True

    def _held(self, unit: p.Unit, scope: Scope) -> int:
        base = self.machine.layout.slots[f"unit:{unit.words.name}"].base
        you = scope.you or 0
        size = self.machine.program.side_size
        return int(self.S[base + {p.Per.PLAYER: you, p.Per.SIDE: you // size}.get(unit.per, 0)])

    def _look_at_choice(self, stmt: p.Choose, scope: Scope) -> Found | None:
        if stmt.otherwise is not None or stmt.at_random:
            return None
        part = stmt.parts[0]
        found = self.elements(part.source, scope)
        if not found:
            return Found(Reason.NO_OPTION, part.source, scope, stmt=stmt)
        if len(stmt.parts) == 1 and part.quantity == "one":
            for item in found:
                inner = scope.bound(part.var, item)
                if all(self.value(w, inner) for w in stmt.where):
                    return None
            return Found(Reason.NO_OPTION, stmt.where[0], scope, stmt=stmt)
        return None
