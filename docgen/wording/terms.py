"""Expressions to plans: noun phrases, values and conditions.

A set is planned as a head noun with filters wherever it can be, so that a language may say one of it, each of it or
none of it. A definition that has a phrase is named by it; one without is read through. Every class of expression and
every primitive has its row in a table here, and a test holds the tables complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, ClassVar

from rulewright.docgen.wording.conditions import DEEPEST, Conditions
from rulewright.docgen.wording.constants import Constants, constant
from rulewright.docgen.wording.plan import (
    Attribute,
    Choice,
    Compared,
    Cond,
    Count,
    Gathered,
    Group,
    Held,
    It,
    Joined,
    Nothing,
    Noun,
    Np,
    Number,
    Owner,
    Person,
    Phrase,
    Pick,
    Ranked,
    Someone,
    Such,
    Sure,
    That,
)
from rulewright.docgen.wording.primitives import Primitives
from rulewright.docgen.wording.reshape import Term, as_np, conjuncts, noun_of, relative, whole, with_filter
from rulewright.docgen.wording.scope import Fresh, Later, Scope
from rulewright.dsl import program as p
from rulewright.dsl.program import Expr, Fold, Function, Over, Prim, Rank, Store, Var
from rulewright.dsl.types import T


class Terms(Conditions):
    """The planner of expressions for one program. `worded` says which definitions have a phrase to name them by."""

    # ---- entry points

    def term(self, expr: Expr, scope: Scope) -> Term:
        """An expression as a noun phrase or value; a truth becomes a choice between yes and no only if it must."""
        return self.EXPR[type(expr)](self, expr, scope)

    def np(self, expr: Expr, scope: Scope) -> Np:
        return as_np(self.term(expr, scope))

    def owner(self, key: Expr | None, scope: Scope) -> Owner | None:
        if key is None:
            return None
        if isinstance(key, p.Me):
            return scope.person
        if isinstance(key, p.Apply) and key.prim is Prim.SIDE_OF and isinstance(key.args[0], p.Me):
            return scope.person
        np = self.np(key, scope)
        if isinstance(np, Someone):
            return np.person
        return np if isinstance(np, (Group, Phrase, That, It, Pick, Attribute)) else Pick("only", np)

    def local(self, expr: p.Local, scope: Scope) -> Term:
        bound = scope.names.get(expr.var.id)
        match bound:
            case None:
                return That(self.type_noun(expr.type), many=expr.type.is_set or expr.type.is_list)
            case Fresh():
                bound.spoilt = True
                return That(bound.noun)
            case Later():
                if bound.said and bound.pointer is not None:
                    return bound.pointer
                bound.said = True
                return self.term(bound.value, bound.scope)
            case _:
                return bound

    def me(self, expr: p.Me, scope: Scope) -> Term:
        return Someone(scope.person)

    def this(self, expr: p.This, scope: Scope) -> Term:
        return That(self.type_noun(expr.type), near=True)

    def read(self, expr: p.Read, scope: Scope) -> Term:
        owner = self.owner(expr.key, scope)
        match expr.store:
            case Store.UNIT:
                return Held(Noun("unit", expr.name), owner)
            case Store.PIECES:
                return Group(Noun("piece", expr.name), owner)
            case Store.SUPPLY:
                return Group(Noun("supply", expr.name), owner)
            case Store.ZONE:
                zone = self.program.zones.get(expr.name)
                single = zone is not None and zone.at_most == 1
                return Group(Noun("zone", expr.name), owner, single=single)
            case Store.MEMORY:
                many = expr.type.is_set or expr.type.is_list
                return Group(Noun("memory", expr.name), owner, single=not many)
            case Store.SECRET:
                return self.chosen_secretly(expr, owner, scope)
            case Store.CELL_FIELD | Store.THING_FIELD:
                of = owner if owner is not None else Noun("cell", expr.owner)
                holder = Someone(of) if isinstance(of, Person) else Group(of) if isinstance(of, Noun) else of
                kind = "cellfield" if expr.store is Store.CELL_FIELD else "field"
                return Attribute(Noun(kind, expr.name, expr.owner), holder)
            case Store.CELLS_WITH:
                return self.cells_with(expr, scope)

    def chosen_secretly(self, expr: p.Read, owner: Owner | None, scope: Scope) -> Term:
        """What a player chose in secret: the card they chose."""
        bound = scope.names.get(expr.value.var.id) if isinstance(expr.value, p.Local) else None
        if isinstance(bound, Group):
            return replace(bound, owner=owner)
        noun = self.type_noun(expr.type)
        return Group(Noun("chosen", noun.name, noun.kind), owner, single=True)

    def cells_with(self, expr: p.Read, scope: Scope) -> Term:
        """The cells that carry a value: `grass` reads as the cells of grass."""
        value = self.term(expr.value, scope) if expr.value is not None else Nothing()
        match value:
            case Group(noun=Noun(kind="member" | "kindgroup" as kind, name=name, home=home)):
                return Group(Noun("cells_" + kind, name, home))
            case Joined(parts=parts):
                nouns = [q.noun for q in parts if isinstance(q, Group) and q.noun.kind == "member"]
                if len(nouns) == len(parts):
                    return Joined(tuple(Group(Noun("cells_member", n.name, n.home)) for n in nouns), "or")
        head = Noun("cell", expr.owner)
        field = Attribute(Noun("cellfield", expr.name, expr.owner), It(head))
        if isinstance(value, Group) and value.noun.kind == "kind":
            return Group(head, None, (Such(Compared(field, "is_not", Nothing())),))
        return Group(head, None, (Such(Compared(field, "is", value)),))

    def apply(self, expr: p.Apply, scope: Scope) -> Term:
        return self.PRIM[expr.prim](self, expr, scope)

    def call(self, expr: p.Call, scope: Scope) -> Term:
        function = expr.function
        if function.is_number and function.body is not None:
            value = constant(function.body, self.program)
            if value is not None:
                self.noted(function, scope)
                return Number(value)
        if self.is_settled(function):
            return self.term(function.body, self.entered(expr, scope))  # type: ignore[arg-type]
        if not self.worded(function) and function.body is not None and scope.depth < DEEPEST:
            self.noted(function, scope)
            return self.term(function.body, self.entered(expr, scope))
        return self.phrase(expr, scope)

    def is_settled(self, function: Function) -> bool:
        """Whether a definition only chooses by an option that is set: what it chose is told in its place."""
        body = function.body
        return not function.params and isinstance(body, p.Cond) and constant(body.test, self.program) is not None

    def noted(self, function: Function, scope: Scope) -> None:
        """Remembers that a sentence says what a declaration says."""
        if function.words.span is not None:
            scope.spans.append(function.words.span)

    def entered(self, expr: p.Call, scope: Scope) -> Scope:
        """The scope in which a definition is read through."""
        inner = scope.called()
        if expr.you is not None and not isinstance(expr.you, p.Me):
            inner.person = Person.THEY
        for var, arg in zip(expr.function.params, expr.args, strict=True):
            inner.names[var.id] = self.term(arg, scope) if arg.type.t is not T.TRUTH else Later(arg, scope)
        for var, value in expr.function.lets:
            inner.names[var.id] = Later(value, inner)
        return inner

    def phrase(self, expr: p.Call, scope: Scope) -> Phrase:
        function = expr.function
        args: list[tuple[str, Term]] = []
        for var, arg in zip(function.params, expr.args, strict=True):
            if arg.type.t is T.TRUTH:
                args.append((var.name, Sure(True)))
            else:
                args.append((var.name, whole(self.term(arg, scope))))
        owner = self.owner(expr.you, scope) if expr.you is not None else None
        many = expr.type.is_set or expr.type.is_list
        return Phrase(function, tuple(args), owner, single=not many)

    def fold(self, expr: Fold, scope: Scope) -> Term:
        source = self.narrowed(expr.var, expr.source, expr.where, scope)
        head = noun_of(source, self.type_noun(expr.var.type), self.program)
        inner = scope.inner()
        inner.names[expr.var.id] = It(head)
        match expr.over:
            case Over.EACH:
                return Ranked(source, self.ranks(expr.ranks, inner)) if expr.ranks else source
            case Over.THE:
                return Pick("the", source, self.ranks(expr.ranks, inner))
            case Over.COUNT:
                return Count(source)
            case Over.SUM | Over.LIST | Over.MOST | Over.LEAST | Over.UNION:
                value = self.term(expr.value, inner) if expr.value is not None else It(head)
                return Gathered(expr.over.value, value, source)
            case Over.SOME | Over.NO | Over.EVERY:
                return source

    def ranks(self, ranks: Iterable[Rank], scope: Scope) -> tuple[tuple[str, Term], ...]:
        return tuple((rank.direction, self.term(rank.value, scope)) for rank in ranks)

    def narrowed(self, var: Var, source: Expr, where: Expr | None, scope: Scope) -> Np:
        """`x in S where C` as a set, each condition on x becoming a filter."""
        np = self.np(source, scope)
        if where is None:
            return np
        head = noun_of(np, self.type_noun(var.type), self.program)
        inner = scope.inner()
        inner.names[var.id] = It(head)
        for test in conjuncts(self.cond(where, inner)):
            np = self.of_kind(np, test) or with_filter(np, relative(test))
        return np

    def of_kind(self, np: Np, test: Cond) -> Np | None:
        """Cells whose field is this or that member are cells of this or that: `each red or blue hex`."""
        match np, test:
            case Group(noun=Noun(kind="cell" | "cells_kindgroup"), filters=()), Compared(
                left=Attribute(noun=Noun(kind="cellfield"), owner=It()), op="is", right=right
            ):
                parts = right.parts if isinstance(right, Joined) else (right,)
                nouns = [part.noun for part in parts if isinstance(part, Group) and part.noun.kind == "member"]
                cells = tuple(Group(Noun("cells_member", noun.name, noun.home)) for noun in nouns)
                if nouns and len(cells) == len(parts):
                    return cells[0] if len(cells) == 1 else Joined(cells, "or")
        return None

    def choice(self, expr: p.Cond, scope: Scope) -> Term:
        if (value := constant(expr, self.program)) is not None:
            return Number(value)
        test = self.cond(expr.test, scope)
        if isinstance(test, Sure):
            return self.term(expr.then if test.value else expr.otherwise, scope)
        return Choice(test, self.term(expr.then, scope), self.term(expr.otherwise, scope))

    EXPR: ClassVar[dict[type, Callable[[Terms, Any, Scope], Term]]] = {
        p.Const: Constants.const,
        p.Local: local,
        p.Me: me,
        p.This: this,
        p.Read: read,
        p.Apply: apply,
        p.Call: call,
        p.Fold: fold,
        p.Cond: choice,
    }

    PRIM: ClassVar[dict[Prim, Callable[[Terms, p.Apply, Scope], Term]]] = {
        **dict.fromkeys(
            (Prim.AND, Prim.OR, Prim.NOT, Prim.IS, Prim.IS_NOT, Prim.LESS, Prim.AT_MOST), Primitives.truth_term
        ),
        **dict.fromkeys((Prim.IN, Prim.SUBSET, Prim.SOME, Prim.CAN_PAY), Primitives.truth_term),
        **dict.fromkeys((Prim.ADD, Prim.SUB, Prim.MUL, Prim.DIV_DOWN, Prim.DIV_UP, Prim.NEG), Primitives.arith),
        Prim.UNION: Primitives.union,
        Prim.COMMON: Primitives.common,
        Prim.EXCEPT: Primitives.except_,
        Prim.NEXT_TO: Primitives.next_to,
        Prim.COUNT: Primitives.count,
        **dict.fromkeys((Prim.ONLY, Prim.FIRST, Prim.LAST), Primitives.pick),
        Prim.LISTED: Primitives.listed,
        Prim.RANGE: Primitives.range_,
        Prim.DISTINCT: Primitives.distinct,
        **dict.fromkeys((Prim.SHIFT, Prim.RAY, Prim.GROW, Prim.GROUPS, Prim.PARTS, Prim.OCCUPIED), Primitives.derived),
        **dict.fromkeys((Prim.SPOTS, Prim.PART, Prim.SPOT_CELLS, Prim.LAID), Primitives.derived),
        Prim.PLAYER_OF: Primitives.player_of,
        **dict.fromkeys(
            (Prim.ROWS, Prim.COLUMNS, Prim.WIDTH, Prim.HEIGHT, Prim.OPPOSITE, Prim.POSITION), Primitives.derived
        ),
        **dict.fromkeys(
            (Prim.ALL_CELLS, Prim.DIRECTIONS, Prim.PLAYERS, Prim.SIDES, Prim.SIDE_OF, Prim.ACTIVE), Primitives.basic
        ),
        Prim.BUNDLE: Primitives.bundle,
        Prim.AMOUNT_OF: Primitives.amount_of,
        Prim.SINGLE: Primitives.same,
    }
