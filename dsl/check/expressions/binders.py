"""What goes through a set: quantifiers, sums, rankings; lists, ranges, amounts, and one value or another."""


from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.expressions.operators import Operators
from rulewright.dsl.check.symbols import (
    Scope,
)
from rulewright.dsl.codes import Code
from rulewright.dsl.types import (
    BUNDLE,
    ERROR,
    NONE,
    NUMBER,
    TRUTH,
    T,
    Type,
    list_of,
    set_of,
    speak,
    thing,
)


class Binders(Operators):
    """What is worked out from each of many."""

    def bound(self, source: n.Expr, scope: Scope) -> p.Expr:
        """The set a binder goes through: cells with a kind's member where the name of the member is written."""
        expr = self.check(source, scope)
        if expr.type.is_set or expr.type.is_list or expr.type.elem.t is T.ERROR:
            if (
                expr.type.is_set
                and expr.type.elem.t is T.MEMBER
                and isinstance(expr, p.Const)
                and expr.name not in self.program.kinds
            ):
                as_cells = self.cells_with(expr, scope.board or "")
                return as_cells if as_cells is not None and self._is_place_group(expr) else expr
            return expr
        if expr.type.t is T.MEMBER:
            found = self.cells_with(expr, scope.board or "")
            if found is not None:
                return found
        if expr.type.t in (T.DESIGN,):
            return self.convert(expr, set_of(thing(expr.type.base)), scope)
        help_ = "name several things: `vacant`, `your NAME`, `(1 to 3)`, `(a, b)`"
        message = f"this is {speak(expr.type)}, not a set to go through"
        self.report.error(Code.NOT_A_SET, source.span, message, help=help_)
        return self.error(source.span)

    def _quantified(self, node: n.Quantified, scope: Scope, want: Type | None) -> p.Expr:
        inner = scope.inner()
        source = self.bound(node.source, scope)
        var = self.var(node.var, source.type.elem, node.span, inner)
        where = self.truth(node.where, inner)
        over = {"some": p.Over.SOME, "no": p.Over.NO, "every": p.Over.EVERY}[node.kind]
        return p.Fold(over, var, source, where, None, (), TRUTH, node.span)

    def binder(self, node: n.Binder, scope: Scope) -> tuple[p.Var, p.Expr, p.Expr | None, tuple[p.Rank, ...], Scope]:
        inner = scope.inner()
        source = self.bound(node.source, scope)
        var = self.var(node.var, source.type.elem, node.span, inner)
        where = self.truth(node.where, inner) if node.where is not None else None
        ranks = tuple(p.Rank(k.direction, self.rank_value(k.value, var, inner)) for k in node.rank)
        return var, source, where, ranks, inner

    def rank_value(self, value: n.Expr, var: p.Var, scope: Scope) -> p.Expr:
        """What things are ranked by, said of each of them as `its`."""
        inner = scope.inner()
        inner.its = p.Local(var, var.type, value.span)
        if var.type.t in (T.PLAYER, T.SIDE):
            inner.you = self._somebody(inner.its)
        expr = self.check(value, inner)
        if expr.type.t in (T.NUMBER, T.MEMBER, T.ERROR):
            return expr
        if expr.type.is_set or expr.type.is_list:
            return p.Apply(p.Prim.COUNT, (expr,), NUMBER, expr.span)
        return self.convert(expr, NUMBER, inner)

    def _collect(self, node: n.Collect, scope: Scope, want: Type | None) -> p.Expr:
        var, source, where, ranks, inner = self.binder(node.binder, scope)
        over = p.Over[node.kind.upper()]
        elem = source.type.elem
        if node.value is None:
            sorted_ = any(r.direction == "by" for r in ranks)
            type_ = {
                p.Over.EACH: list_of(elem) if sorted_ or source.type.is_list else set_of(elem),
                p.Over.THE: elem,
                p.Over.COUNT: NUMBER,
            }[over]
            return p.Fold(over, var, source, where, None, ranks, type_, node.span)
        value = self.check(node.value, inner)
        if over in (p.Over.SUM, p.Over.MOST, p.Over.LEAST) and value.type.t is not T.BUNDLE:
            if value.type.is_set or value.type.is_list:
                value = p.Apply(p.Prim.COUNT, (value,), NUMBER, value.span)
            value = self.convert(value, NUMBER, inner)
        type_ = list_of(value.type) if over is p.Over.LIST else value.type
        return p.Fold(over, var, source, where, value, ranks, type_, node.span)

    def _ranked(self, node: n.Ranked, scope: Scope, want: Type | None) -> p.Expr:
        source = self.bound(node.source, scope)
        inner = scope.inner()
        var = p.Var("its", source.type.elem, self.fresh_id())
        ranks = tuple(p.Rank(k.direction, self.rank_value(k.value, var, inner)) for k in node.rank)
        return p.Fold(p.Over.EACH, var, source, None, None, ranks, set_of(source.type.elem), node.span)

    def _if(self, node: n.IfExpr, scope: Scope, want: Type | None) -> p.Expr:
        test = self.truth(node.test, scope)
        then, other = self.check(node.then, scope, want), self.check(node.otherwise, scope, want)
        if then.type.t is T.NONE or (isinstance(then, p.Const) and then.value is None):
            then = self.convert(p.Const(None, NONE, then.span), other.type, scope)
        elif other.type.t is T.NONE or (isinstance(other, p.Const) and other.value is None):
            other = self.convert(p.Const(None, NONE, other.span), then.type, scope)
        elif self.try_convert(other, then.type) is not None:
            other = self.convert(other, then.type, scope)
        else:
            then = self.convert(then, other.type, scope)
        return p.Cond(test, then, other, then.type, node.span)

    def _listed(self, node: n.Listed, scope: Scope, want: Type | None) -> p.Expr:
        elem = want.elem if want is not None and (want.is_set or want.is_list) else None
        items = [self._dispatch[type(x)](x, scope, elem) for x in node.items]
        if elem is not None and elem.t is not T.CELL:
            items = [self.try_convert(x, elem) or x for x in items]
        types = [x.type for x in items if x.type.elem.t is not T.ERROR]
        first = types[0] if types else ERROR
        for item in items:
            if self.try_convert(item, first) is None:
                self.report.error(
                    Code.WRONG_TYPE,
                    item.span,
                    f"this is {speak(item.type)}, the first in the list is {speak(first)}",
                    help="a list holds one type",
                )
        made = p.Apply(p.Prim.LISTED, tuple(items), list_of(first), node.span)
        if want is not None and want.is_set:
            return self.try_convert(made, want) or made
        return made

    def _range(self, node: n.RangeExpr, scope: Scope, want: Type | None) -> p.Expr:
        return p.Apply(
            p.Prim.RANGE, (self.number(node.low, scope), self.number(node.high, scope)), list_of(NUMBER), node.span
        )

    def _amount(self, node: n.Amount, scope: Scope, want: Type | None) -> p.Expr:
        """`3 gold` as a value: a bundle of one unit."""
        number = self.number(node.number, scope)
        for symbol in self.symbols.find(node.unit):
            if isinstance(symbol, p.Unit):
                return p.Apply(
                    p.Prim.BUNDLE,
                    (p.Const(symbol, Type(T.NONE, "unit"), node.span, symbol.words.name), number),
                    BUNDLE,
                    node.span,
                )
        self.unknown_unit(node.unit, node.span)
        return self.error(node.span)

    def _no_value(self, node: Any, scope: Scope, want: Type | None) -> p.Expr:
        self.report.error(
            Code.NOT_A_VALUE,
            node.span,
            "this amount leaves a choice open, so it is not a value",
            help="use it after `gain`, `lose` or `pay`",
        )
        return self.error(node.span)
