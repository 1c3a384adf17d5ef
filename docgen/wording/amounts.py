"""Amounts to plans: what is gained, lost or paid, and how often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.constants import constant
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.recognise import piece_noun
from rulewright.docgen.wording.reshape import as_np
from rulewright.docgen.wording.scope import Scope
from rulewright.docgen.wording.terms import Terms
from rulewright.dsl import program as p
from rulewright.dsl.program import Expr


class Amounts(Terms):
    """Amounts."""

    def times(self, expr: Expr, scope: Scope) -> w.Tally:
        """What an amount is multiplied by, as `for each`, `for every` or `if`."""
        if isinstance(expr, p.Apply) and expr.prim is p.Prim.COUNT:
            return w.Tally("of", self.np(expr.args[0], scope), None, None)
        if isinstance(expr, p.Fold) and expr.over is p.Over.COUNT:
            return w.Tally("each", as_np(self.narrowed(expr.var, expr.source, expr.where, scope)), None, None)
        if isinstance(expr, p.Apply) and expr.prim is p.Prim.DIV_DOWN:
            counted = self.term(expr.args[0], scope)
            source = counted.source if isinstance(counted, w.Count) else as_np(counted)
            return w.Tally("every", source, self.term(expr.args[1], scope), None)
        if isinstance(expr, p.Cond) and constant(expr.otherwise, self.program) == 0:
            return w.Tally("if", None, None, self.cond(expr.test, scope))
        return w.Tally("times", as_np(self.term(expr, scope)), None, None)

    def amount(self, amount: p.Amount, scope: Scope) -> w.Amount:
        return self.AMOUNT[type(amount)](self, amount, scope)

    def units(self, amount: p.Units, scope: Scope) -> w.Amount:
        return w.Units(self.term(amount.number, scope), w.unit_noun(amount.unit))

    def any_units(self, amount: p.AnyUnits, scope: Scope) -> w.Amount:
        return w.AnyUnits(self.term(amount.number, scope), Noun("unitgroup", amount.group))

    def all_units(self, amount: p.AllUnits, scope: Scope) -> w.Amount:
        if len(amount.units) > 1:
            return w.AllUnits((Noun("unitgroup", amount.name),))
        return w.AllUnits(tuple(w.unit_noun(unit) for unit in amount.units))

    def piece_units(self, amount: p.PieceUnits, scope: Scope) -> w.Amount:
        return w.Units(self.term(amount.number, scope), piece_noun(amount.piece))

    def thing_units(self, amount: p.ThingUnits, scope: Scope) -> w.Amount:
        return w.Units(self.term(amount.number, scope), Noun("component", amount.component.name))

    def bundle_amount(self, amount: p.Bundle, scope: Scope) -> w.Amount:
        return w.Worth(self.term(amount.value, scope))

    def both(self, amount: p.Both, scope: Scope) -> w.Amount:
        return w.Together(tuple(self.amount(part, scope) for part in amount.parts), "and")

    def one_of(self, amount: p.OneOf, scope: Scope) -> w.Amount:
        return w.Together(tuple(self.amount(part, scope) for part in amount.parts), "or")

    AMOUNT: ClassVar[dict[type, Callable[[Amounts, Any, Scope], w.Amount]]] = {
        p.Units: units,
        p.AnyUnits: any_units,
        p.AllUnits: all_units,
        p.PieceUnits: piece_units,
        p.ThingUnits: thing_units,
        p.Bundle: bundle_amount,
        p.Both: both,
        p.OneOf: one_of,
    }
