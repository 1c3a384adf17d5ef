"""Truths to plans: comparisons, standing, counting, there being some, and what a definition states."""

from __future__ import annotations

from typing import Any

from rulewright.docgen.wording.plan import (
    Attribute,
    Choice,
    Combined,
    Compared,
    Cond,
    Exists,
    Flag,
    Group,
    It,
    Joined,
    Noun,
    Np,
    Number,
    Person,
    Quantified,
    Rel,
    Someone,
    Stands,
    Stated,
    Supply,
    Sure,
    That,
)
from rulewright.docgen.wording.primitives import Primitives
from rulewright.docgen.wording.reshape import CONDS, counted, flat, negated, noun_of, one_of_values
from rulewright.docgen.wording.scope import Later, Scope
from rulewright.dsl import program as p
from rulewright.dsl.program import Expr, Fold, Over, Prim, Store
from rulewright.dsl.types import T

# How deep definitions without a phrase are read through.
DEEPEST = 6


class Conditions(Primitives):
    """Conditions."""

    def cond(self, expr: Expr, scope: Scope) -> Cond:
        """A truth as a condition."""
        match expr:
            case p.Const(value=value):
                return Sure(bool(value))
            case p.Apply():
                return self.truth(expr, scope)
            case p.Fold():
                return self.quantified(expr, scope)
            case p.Call():
                return self.stated(expr, scope)
            case p.Read():
                return self.flag(expr, scope)
            case p.Cond(test=test, then=then, otherwise=otherwise):
                yes, no = self.cond(then, scope), self.cond(otherwise, scope)
                asked = self.cond(test, scope)
                first = asked if yes == Sure(True) else Combined((asked, yes), "and")
                if no == Sure(False):
                    return first
                return Combined((first, Combined((negated(asked), no), "and")), "or")
            case p.Local(var=var):
                bound = scope.names.get(var.id)
                if isinstance(bound, Later):
                    return self.cond(bound.value, bound.scope)
                return Flag(Noun("var", var.name), None)
            case _:
                return Flag(Noun("var", "this"), None)

    # ---- conditions

    def truth(self, expr: p.Apply, scope: Scope) -> Cond:
        args = expr.args
        match expr.prim:
            case Prim.AND | Prim.OR:
                parts: list[Cond] = []
                for arg in args:
                    parts.extend(flat(self.cond(arg, scope), expr.prim.value))
                settled = Sure(expr.prim is Prim.OR)
                parts = [part for part in parts if part != Sure(expr.prim is Prim.AND)]
                if settled in parts or not parts:
                    return settled if parts else Sure(expr.prim is Prim.AND)
                if expr.prim is Prim.OR and (same := one_of_values(parts)) is not None:
                    return same
                return parts[0] if len(parts) == 1 else Combined(tuple(parts), expr.prim.value)
            case Prim.NOT:
                return negated(self.cond(args[0], scope))
            case Prim.IS | Prim.IS_NOT | Prim.LESS | Prim.AT_MOST:
                return self.compared(expr, scope)
            case Prim.IN | Prim.SUBSET:
                return self.among(self.np(args[0], scope), args[1], scope)
            case Prim.NEXT_TO:
                return Stands(self.np(args[0], scope), Rel.NEXT_TO, self.np(args[1], scope))
            case Prim.SOME:
                return self.exists(self.np(args[0], scope), False)
            case Prim.CAN_PAY:
                return Compared(Someone(scope.person), "can_pay", self.term(args[0], scope))
            case _:
                return Flag(Noun("var", expr.prim.value), None)

    def among(self, subject: Np, group: Expr, scope: Scope) -> Cond:
        if isinstance(group, p.Apply) and group.prim is Prim.NEXT_TO and len(group.args) == 1:
            return Stands(subject, Rel.NEXT_TO, self.np(group.args[0], scope))
        target = self.np(group, scope)
        if isinstance(target, Joined) and not isinstance(subject, (That, It)):
            return Compared(subject, "is", target)
        return Stands(subject, Rel.ON if group.type.elem.t is T.CELL else Rel.AMONG, target)

    def exists(self, np: Np, not_: bool) -> Cond:
        match np:
            case Group(noun=Noun(kind="supply", name=name), owner=owner):
                return Supply(Noun("piece", name), owner, "at_most" if not_ else "more", Number(0))
            case Group(owner=Person() as owner):
                return Exists(np, not_, owner)
            case _:
                return Exists(np, not_)

    def compared(self, expr: p.Apply, scope: Scope) -> Cond:
        left, right = (
            self.cond_or_term(arg, scope) if arg.type.t is T.TRUTH else self.term(arg, scope) for arg in expr.args
        )
        op = expr.prim.value
        if isinstance(right, Sure) and isinstance(left, CONDS):
            return left if right.value is (op == "is") else negated(left)
        if isinstance(left, CONDS) or isinstance(right, CONDS):
            left = left if not isinstance(left, CONDS) else Choice(left, Sure(True), Sure(False))
            right = right if not isinstance(right, CONDS) else Choice(right, Sure(True), Sure(False))
        told = isinstance(right, (That, It)) and not isinstance(left, (That, It))
        if op in _FLIP and ((isinstance(left, Number) and not isinstance(right, Number)) or told):
            left, right, op = right, left, _FLIP[op]
        if op in ("is", "is_not") and is_its_field(right) and isinstance(left, That) and left.noun.kind == "basic":
            left, right = right, left
        return counted(Compared(left, op, right))

    def cond_or_term(self, expr: Expr, scope: Scope) -> Any:
        return self.cond(expr, scope)

    def quantified(self, expr: Fold, scope: Scope) -> Cond:
        source = self.np(expr.source, scope)
        head = noun_of(source, self.type_noun(expr.var.type), self.program)
        inner = scope.inner()
        inner.names[expr.var.id] = It(head)
        test = expr.where if expr.where is not None else expr.value
        if test is None:
            return Exists(source, expr.over is Over.NO)
        return Quantified(expr.over.value, source, self.cond(test, inner))

    def stated(self, expr: p.Call, scope: Scope) -> Cond:
        function = expr.function
        if not self.worded(function) and function.body is not None and scope.depth < DEEPEST:
            return self.cond(function.body, self.entered(expr, scope))
        return Stated(self.phrase(expr, scope))

    def flag(self, expr: p.Read, scope: Scope) -> Cond:
        owner = self.owner(expr.key, scope)
        return Flag(Noun(_SLOTS.get(expr.store, "var"), expr.name, expr.owner), owner)


_FLIP = {"is": "is", "is_not": "is_not", "less": "more", "at_most": "at_least"}


_SLOTS = {Store.MEMORY: "memory", Store.THING_FIELD: "field", Store.CELL_FIELD: "cellfield"}


def is_its_field(term: object) -> bool:
    """Whether a term is a value of the thing that a condition is about."""
    return isinstance(term, Attribute) and isinstance(term.owner, It)
