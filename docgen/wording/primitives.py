"""Primitives to plans: unions, filters, neighbours, numbers, and what covers several cells."""

from __future__ import annotations

from rulewright.docgen.wording.constants import Constants, constant
from rulewright.docgen.wording.plan import (
    Arith,
    Attribute,
    Choice,
    Count,
    Derived,
    Filter,
    Gathered,
    Group,
    Joined,
    Nothing,
    Noun,
    Np,
    Number,
    Person,
    Pick,
    Rel,
    Someone,
    Span2,
    Sure,
    Units,
)
from rulewright.docgen.wording.reshape import Term, as_np, is_single, whole, with_filter
from rulewright.docgen.wording.scope import Scope
from rulewright.dsl import program as p
from rulewright.dsl.program import Expr, Prim
from rulewright.dsl.types import T


class Primitives(Constants):
    """What a primitive makes of its arguments."""

    # ---- primitives that make terms

    def union(self, expr: p.Apply, scope: Scope) -> Term:
        parts: list[Term] = []
        for arg in expr.args:
            term = self.term(arg, scope)
            parts.extend(term.parts if isinstance(term, Joined) and term.word == "or" else [term])
        parts = [part for part in parts if part != Nothing()]
        return parts[0] if len(parts) == 1 else Joined(tuple(parts), "or")

    def common(self, expr: p.Apply, scope: Scope) -> Term:
        np = self.np(expr.args[0], scope)
        for arg in expr.args[1:]:
            np = self.filtered(np, arg, False, scope)
        return np

    def except_(self, expr: p.Apply, scope: Scope) -> Term:
        np = self.np(expr.args[0], scope)
        for arg in expr.args[1:]:
            np = self.filtered(np, arg, True, scope)
        return np

    def filtered(self, np: Np, arg: Expr, not_: bool, scope: Scope) -> Np:
        if isinstance(arg, p.Apply) and arg.prim is Prim.NEXT_TO:
            return with_filter(np, Filter(Rel.NEXT_TO, self.np(arg.args[-1], scope), not_))
        target = self.np(arg, scope)
        if isinstance(np, Group) and np.noun.kind == "zone" and isinstance(target, Group) and not target.filters:
            zone = self.program.zones.get(np.noun.name)
            if zone is not None and target.noun == Noun("component", zone.component) and not not_:
                return np
        if isinstance(target, Group) and target.noun.kind == "cell" and target.owner is None and not not_:
            for one in target.filters:
                np = with_filter(np, one)
            return np
        same = isinstance(np, Group) and isinstance(target, Group) and np.noun == target.noun
        rel = Rel.AMONG if same or arg.type.elem.t is not T.CELL else Rel.ON
        return with_filter(np, Filter(rel, target, not_))

    def next_to(self, expr: p.Apply, scope: Scope) -> Term:
        if len(expr.args) == 1:
            return Derived("next_to", (self.term(expr.args[0], scope),), self.type_noun(expr.type))
        return with_filter(self.np(expr.args[0], scope), Filter(Rel.NEXT_TO, self.np(expr.args[1], scope)))

    def arith(self, expr: p.Apply, scope: Scope) -> Term:
        if (value := constant(expr, self.program)) is not None:
            return Number(value)
        return Arith(expr.prim.value, tuple(self.term(arg, scope) for arg in expr.args))

    def count(self, expr: p.Apply, scope: Scope) -> Term:
        return Count(self.np(expr.args[0], scope))

    def pick(self, expr: p.Apply, scope: Scope) -> Term:
        source = self.np(expr.args[0], scope)
        if expr.prim is Prim.ONLY and is_single(source):
            return source
        return Pick("top" if expr.prim is Prim.LAST and self.is_stack(expr.args[0]) else expr.prim.value, source)

    def is_stack(self, expr: Expr) -> bool:
        """Whether things lie on each other, so that the last one is on top."""
        zone = self.program.zones.get(expr.name) if isinstance(expr, p.Read) and expr.store is p.Store.ZONE else None
        return zone is not None and zone.shape in ("deck", "pile")

    def listed(self, expr: p.Apply, scope: Scope) -> Term:
        if expr.type.elem.t is T.MAP and all(isinstance(arg, p.Const) for arg in expr.args):
            board = self.program.boards.get(expr.type.elem.base)
            if board is not None and len(board.maps) == len(expr.args):
                return Group(Noun("part", board.name))
        if len(expr.args) == 1:
            return self.term(expr.args[0], scope)
        return Joined(tuple(self.term(arg, scope) for arg in expr.args), "and")

    def range_(self, expr: p.Apply, scope: Scope) -> Term:
        return Span2(self.term(expr.args[0], scope), self.term(expr.args[1], scope))

    def distinct(self, expr: p.Apply, scope: Scope) -> Term:
        """A list as a set says nothing; the different values of a list do."""
        inner = self.term(expr.args[0], scope)
        return Derived("distinct", (inner,), self.type_noun(expr.type)) if isinstance(inner, Gathered) else inner

    def derived(self, expr: p.Apply, scope: Scope) -> Term:
        args = tuple(whole(self.field_or_term(arg, scope)) for arg in expr.args if not is_board(arg))
        return Derived(expr.prim.value, args, self.type_noun(expr.type))

    def field_or_term(self, arg: Expr, scope: Scope) -> Term:
        if isinstance(arg, p.Const) and arg.type.t is T.NONE and isinstance(arg.value, str):
            return Group(Noun("cellfield", arg.value, arg.type.base), single=True)
        return self.term(arg, scope)

    def basic(self, expr: p.Apply, scope: Scope) -> Term:
        match expr.prim:
            case Prim.PLAYERS:
                return Group(Noun("basic", "player"))
            case Prim.SIDES:
                return Group(Noun("side", ""))
            case Prim.ALL_CELLS:
                return Group(Noun("cell", expr.type.elem.base))
            case Prim.DIRECTIONS:
                return Group(Noun("basic", "direction"))
            case Prim.SIDE_OF:
                who = self.owner(expr.args[0], scope)
                if isinstance(who, Person):
                    return Someone(who)
                if self.program.side_size == 1 and who is not None:
                    # Where everybody plays alone, a side is its player.
                    return as_np(who)
                return Attribute(Noun("side", ""), as_np(who or Nothing()))
            case _:
                return Group(Noun("basic", "active"), single=True)

    def same(self, expr: p.Apply, scope: Scope) -> Term:
        return self.term(expr.args[0], scope)

    def player_of(self, expr: p.Apply, scope: Scope) -> Term:
        """Where everybody plays alone, a side is its player."""
        side = self.term(expr.args[0], scope)
        if self.program.side_size == 1 or isinstance(side, Someone):
            return side
        return Derived("player_of", (side,), Noun("basic", "player"))

    def amount_of(self, expr: p.Apply, scope: Scope) -> Term:
        return Derived(expr.prim.value, tuple(self.term(arg, scope) for arg in expr.args), Noun("basic", "number"))

    def bundle(self, expr: p.Apply, scope: Scope) -> Term:
        unit = expr.args[0].name if isinstance(expr.args[0], p.Const) else None
        return Units(self.term(expr.args[1], scope), Noun("unit", unit or ""))

    def truth_term(self, expr: p.Apply, scope: Scope) -> Term:
        return Choice(self.cond(expr, scope), Sure(True), Sure(False))


def is_board(expr: Expr) -> bool:
    """Whether an argument only says which board is meant."""
    return isinstance(expr, p.Const) and expr.type.t is T.NONE and expr.value == expr.type.base
