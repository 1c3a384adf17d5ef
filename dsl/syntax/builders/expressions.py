"""Expressions and conditions."""

from __future__ import annotations

import re
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.source import Span
from rulewright.dsl.syntax.builders.chunk import Chunk
from rulewright.dsl.syntax.builders.parts import texts_of, yours

_CELL = re.compile(r"\[(-?\d+), *(-?\d+)\]")


class Expressions(Chunk):
    """What is meant."""

    def r_names(self, c: list[Any], s: Span) -> tuple[str, ...]:
        return texts_of(c)

    def r_exprs(self, c: list[Any], s: Span) -> Any:
        return tuple(c)

    def r_num(self, c: list[Any], s: Span) -> n.Num:
        return self._num(c[0])

    def r_cells(self, c: list[Any], s: Span) -> n.CellsLit:
        return n.CellsLit(tuple((int(r), int(k)) for r, k in _CELL.findall(c[0])), s)

    def r_name(self, c: list[Any], s: Span) -> n.Name:
        return n.Name(str(c[0]), s)

    def r_you(self, c: list[Any], s: Span) -> n.You:
        return n.You(s)

    def r_no(self, c: list[Any], s: Span) -> n.NoLit:
        return n.NoLit(s)

    def r_apply(self, c: list[Any], s: Span) -> n.Apply:
        return n.Apply(str(c[0]), c[1], s)

    def r_your(self, c: list[Any], s: Span) -> n.FieldOf:
        return n.FieldOf(n.You(s), str(c[0]), c[1] or (), s)

    def r_its(self, c: list[Any], s: Span) -> n.FieldOf:
        return n.FieldOf(None, str(c[0]), (), s)

    def r_field_of(self, c: list[Any], s: Span) -> n.FieldOf:
        return n.FieldOf(c[0], str(c[1]), c[2] or (), s)

    def r_of(self, c: list[Any], s: Span) -> n.Of:
        return n.Of(str(c[0]), c[1], s)

    def r_paren(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_listed(self, c: list[Any], s: Span) -> n.Listed:
        return n.Listed(tuple(c), s)

    def r_nothing_listed(self, c: list[Any], s: Span) -> n.Name:
        return n.Name("none", s)

    def r_range(self, c: list[Any], s: Span) -> n.RangeExpr:
        return n.RangeExpr(c[0], c[1], s)

    def r_amount(self, c: list[Any], s: Span) -> n.Amount:
        return n.Amount(c[0], str(c[1]), s)

    def r_any_of(self, c: list[Any], s: Span) -> n.AnyOf:
        return n.AnyOf(c[0], str(c[1]), s)

    def r_all_held(self, c: list[Any], s: Span) -> n.AllHeld:
        return n.AllHeld(str(c[0]), s)

    def r_or_(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("or", c[0], c[1], s)

    def r_and_(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("and", c[0], c[1], s)

    def r_add(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("add", c[0], c[1], s)

    def r_sub(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("sub", c[0], c[1], s)

    def r_mul(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("mul", c[0], c[1], s)

    def r_div(self, c: list[Any], s: Span) -> n.Binary:
        return n.Binary("div_" + str(c[2]), c[0], c[1], s)

    def r_not_(self, c: list[Any], s: Span) -> n.Unary:
        return n.Unary("not", c[0], s)

    def r_neg(self, c: list[Any], s: Span) -> n.Unary:
        return n.Unary("neg", c[0], s)

    def r_if_expr(self, c: list[Any], s: Span) -> n.IfExpr:
        return n.IfExpr(c[0], c[1], c[2], s)

    def r_is_(self, c: list[Any], s: Span) -> n.Compare:
        return n.Compare(c[1], c[0], c[2], s)

    def r_is_equal(self, c: list[Any], s: Span) -> str:
        return "is"

    def r_is_unequal(self, c: list[Any], s: Span) -> str:
        return "is_not"

    def r_is_at_least(self, c: list[Any], s: Span) -> str:
        return "at_least"

    def r_is_at_most(self, c: list[Any], s: Span) -> str:
        return "at_most"

    def r_is_more(self, c: list[Any], s: Span) -> str:
        return "more"

    def r_is_less(self, c: list[Any], s: Span) -> str:
        return "less"

    def r_is_in(self, c: list[Any], s: Span) -> n.Compare:
        return n.Compare("in", c[0], c[1], s)

    def r_is_not_in(self, c: list[Any], s: Span) -> n.Compare:
        return n.Compare("not_in", c[0], c[1], s)

    def r_is_next_to(self, c: list[Any], s: Span) -> n.Compare:
        return n.Compare("next_to", c[0], c[1], s)

    def r_is_not_next_to(self, c: list[Any], s: Span) -> n.Compare:
        return n.Compare("not_next_to", c[0], c[1], s)

    def r_next_to(self, c: list[Any], s: Span) -> n.Filter:
        return n.Filter("next_to", c[0], c[1], s)

    def r_not_next_to(self, c: list[Any], s: Span) -> n.Filter:
        return n.Filter("not_next_to", c[0], c[1], s)

    def r_on(self, c: list[Any], s: Span) -> n.Filter:
        return n.Filter("on", c[0], c[1], s)

    def r_except_(self, c: list[Any], s: Span) -> n.Filter:
        return n.Filter("except", c[0], c[1], s)

    def r_count(self, c: list[Any], s: Span) -> n.Count:
        return n.Count(c[0], s)

    def r_count_in(self, c: list[Any], s: Span) -> n.CountIn:
        return n.CountIn(str(c[0]), c[1], s)

    def r_some(self, c: list[Any], s: Span) -> n.Exists:
        return n.Exists(c[0], False, s)

    def r_none(self, c: list[Any], s: Span) -> n.Exists:
        return n.Exists(c[0], True, s)

    def r_you_have_some(self, c: list[Any], s: Span) -> n.Exists:
        return n.Exists(yours(c[0]), False, s)

    def r_you_have_no(self, c: list[Any], s: Span) -> n.Exists:
        return n.Exists(yours(c[0]), True, s)

    def r_some_in(self, c: list[Any], s: Span) -> n.ExistsIn:
        return n.ExistsIn(str(c[0]), c[1], False, s)

    def r_none_in(self, c: list[Any], s: Span) -> n.ExistsIn:
        return n.ExistsIn(str(c[0]), c[1], True, s)

    def r_some_where(self, c: list[Any], s: Span) -> n.Quantified:
        return n.Quantified("some", str(c[0]), c[1], c[2], s)

    def r_none_where(self, c: list[Any], s: Span) -> n.Quantified:
        return n.Quantified("no", str(c[0]), c[1], c[2], s)

    def r_every_has(self, c: list[Any], s: Span) -> n.Quantified:
        return n.Quantified("every", str(c[0]), c[1], c[2], s)

    def r_each(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("each", None, c[0], s)

    def r_the(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("the", None, c[0], s)

    def r_count_each(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("count", None, c[0], s)

    def r_sum_for(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("sum", c[0], c[1], s)

    def r_list_for(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("list", c[0], c[1], s)

    def r_most_for(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("most", c[0], c[1], s)

    def r_least_for(self, c: list[Any], s: Span) -> n.Collect:
        return n.Collect("least", c[0], c[1], s)

    def r_ranked(self, c: list[Any], s: Span) -> n.Ranked:
        return n.Ranked(c[0], c[1], s)

    def r_binder(self, c: list[Any], s: Span) -> n.Binder:
        return n.Binder(str(c[0]), c[1], c[2], (), s)

    def r_binder_ranked(self, c: list[Any], s: Span) -> n.Binder:
        return n.Binder(str(c[0]), c[1], c[2], c[3], s)

    def r_rank_with(self, c: list[Any], s: Span) -> Any:
        return tuple(c)

    def r_rank_by(self, c: list[Any], s: Span) -> Any:
        return (n.RankKey("by", c[0], s),)

    def r_most_key(self, c: list[Any], s: Span) -> n.RankKey:
        return n.RankKey("most", c[0], s)

    def r_least_key(self, c: list[Any], s: Span) -> n.RankKey:
        return n.RankKey("least", c[0], s)
