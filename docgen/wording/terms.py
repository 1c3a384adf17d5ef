"""Expressions to plans: noun phrases, values and conditions.

A set is planned as a head noun with filters wherever it can be, so that a language may say one of it, each of it or
none of it. A definition that has a phrase is named by it; one without is read through. Every class of expression and
every primitive has its row in a table here, and a test holds the tables complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeAlias

from rulewright.docgen.wording.plan import (
    Arith,
    Attribute,
    Cells,
    Choice,
    Chosen,
    Combined,
    Compared,
    Cond,
    Count,
    Counted,
    Derived,
    Exists,
    Filter,
    Flag,
    Gathered,
    Group,
    Held,
    It,
    Joined,
    Not,
    Nothing,
    Noun,
    Np,
    Number,
    Owner,
    Person,
    Phrase,
    Pick,
    Quantified,
    Ranked,
    Rel,
    Someone,
    Span2,
    Stands,
    Stated,
    Such,
    Supply,
    Sure,
    That,
    Units,
    Value,
)
from rulewright.docgen.wording.scope import Fresh, Later, Scope
from rulewright.dsl import program as p
from rulewright.dsl.fold import constant as fixed
from rulewright.dsl.plurals import plural
from rulewright.dsl.program import EVERYWHERE, Expr, Fold, Function, Over, Prim, Program, Rank, Store, Var
from rulewright.dsl.types import T, Type

Term: TypeAlias = Np | Value
_CONDS = (Combined, Not, Compared, Stands, Exists, Supply, Counted, Stated, Flag, Quantified)
_VALUES = (Number, Count, Held, Arith, Gathered, Sure, Span2, Units)
_DEEP = 6


def as_np(term: Term) -> Np:
    """A term where a thing is meant; a value stands for itself as a list of one."""
    return Joined((term,), "and") if isinstance(term, _VALUES) else term  # type: ignore[return-value]


def phrase_noun(phrase: Phrase, program: Program) -> Noun | None:
    """The piece or component that the author's phrase is about: `the discs that …` are discs, not cells."""
    before = ""
    for word in (phrase.function.words.reads or "").replace("{", " {").split()[:6]:
        for table, kind in ((program.pieces, "piece"), (program.components, "component")):
            for name, thing in table.items():
                if word in (name, thing.words.plural or plural(name)):
                    return Noun(kind, name)
        gathers = word == "of" and before.removesuffix("s") in ("line", "chain", "group", "pair", "set")
        if (
            word in ("of", "that", "next", "on", "with", "without", "from", "in", "for") and not gathers
        ) or word.startswith("{"):
            break
        before = word
    return None


def noun_of(np: Term, otherwise: Noun, program: Program | None = None) -> Noun:
    """The noun a set is spoken of by."""
    match np:
        case Phrase(function=function) if program is not None:
            kin = (
                Noun("reads", function.words.name) if function.type.is_list and function.type.elem.is_set else otherwise
            )
            return phrase_noun(np, program) or kin
        case Group(noun=Noun(kind="zone" | "memory")):
            return otherwise
        case Group(noun=Noun(kind="one"), filters=(Filter(target=target), *_)):
            return noun_of(target, otherwise, program)
        case Derived(word="parts", args=(_, Group(noun=noun))):
            return noun
        case Derived(word="rows" | "columns" | "groups" as word):
            return Noun("basic", word.removesuffix("s"))
        case Group(noun=noun) | That(noun=noun) | It(noun=noun):
            return noun
        case Joined(parts=(first, *_)):
            return noun_of(first, otherwise, program)
        case Ranked(source=source) | Pick(source=source):
            return noun_of(source, otherwise, program)
        case _:
            return otherwise


def is_single(np: Term) -> bool:
    """Whether a phrase names one thing."""
    match np:
        case Group(single=single) | Phrase(single=single):
            return single
        case That(many=many):
            return not many
        case It() | Someone() | Pick() | Attribute():
            return True
        case _:
            return False


def with_filter(np: Np, filter_: Filter | Such) -> Np:
    """The set narrowed."""
    match np:
        case Group() | Phrase():
            return replace(np, filters=(*np.filters, filter_))
        case Ranked():
            return replace(np, source=with_filter(np.source, filter_))
        case _:
            return Group(Noun("one", ""), None, (Filter(Rel.AMONG, np), filter_))


class Terms:
    """The planner of expressions for one program. `worded` says which definitions have a phrase to name them by."""

    def __init__(self, program: Program, worded: Callable[[Function], bool]) -> None:
        self.program = program
        self.worded = worded

    # ---- entry points

    def term(self, expr: Expr, scope: Scope) -> Term:
        """An expression as a noun phrase or value; a truth becomes a choice between yes and no only if it must."""
        return self.EXPR[type(expr)](self, expr, scope)

    def np(self, expr: Expr, scope: Scope) -> Np:
        return as_np(self.term(expr, scope))

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

    # ---- nouns

    def type_noun(self, type_: Type) -> Noun:
        """The noun for an element of a type."""
        elem = type_.elem
        match elem.t:
            case T.CELL | T.SPOT:
                return Noun("cell", elem.base)
            case T.THING | T.DESIGN:
                return Noun("component", elem.base)
            case T.MEMBER:
                return Noun("kind", elem.base)
            case T.SIDE:
                return Noun("side", "")
            case T.MAP:
                return Noun("part", elem.base)
            case T.SET | T.LIST:
                return Noun("group", "")
            case _:
                return Noun("basic", elem.t.value)

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

    # ---- expressions

    def const(self, expr: p.Const, scope: Scope) -> Term:
        type_, value = expr.type, expr.value
        if value is None or type_.t is T.NONE:
            return Nothing()
        if isinstance(value, (p.Design, p.Map)):
            kind = "design" if isinstance(value, p.Design) else "map"
            return Group(Noun(kind, value.words.name, type_.base), single=True)
        if type_.t is T.NUMBER:
            return Number(EVERYWHERE if expr.name == "everywhere" else int(value))
        if type_.t is T.TRUTH:
            return Sure(bool(value))
        if expr.name is not None and type_.t in (T.SET, T.LIST) and type_.elem.t in (T.MEMBER, T.THING, T.DESIGN):
            if type_.elem.t is not T.MEMBER:
                return Group(Noun("component", expr.name if expr.name in self.program.components else type_.elem.base))
            return self.kind_group(expr.name, type_.elem.base)
        if type_.t in (T.SET, T.LIST):
            return self.many_consts(expr)
        return self.one_const(value, type_, expr.name)

    def kind_group(self, name: str, kind: str) -> Term:
        if name == kind:
            return Group(Noun("kind", kind))
        return Group(Noun("kindgroup", name, kind))

    def many_consts(self, expr: p.Const) -> Term:
        elem = expr.type.elem
        values = list(elements(expr.value))
        if elem.t is T.CELL:
            return Cells(tuple(self.coordinates(v, elem.base) for v in values), Noun("cell", elem.base))
        if elem.t is T.DIRECTION and len(values) > 3:
            return Group(Noun("basic", "direction"))
        if not values:
            return Nothing()
        parts = tuple(self.one_const(v, elem, None) for v in values)
        return parts[0] if len(parts) == 1 else Joined(parts, "and" if elem.t is T.THING else "or")

    def one_const(self, value: Any, type_: Type, name: str | None) -> Term:
        match type_.t:
            case T.CELL:
                return Cells((self.coordinates(value, type_.base),), Noun("cell", type_.base))
            case T.NUMBER:
                return Number(int(value))
            case T.MEMBER:
                kind = self.program.kinds.get(type_.base)
                label = kind.members[value] if kind is not None and isinstance(value, int) else name or str(value)
                return Group(Noun("member", label, type_.base), single=True)
            case T.THING | T.DESIGN:
                return Group(Noun("design", name or self.design_name(value, type_), type_.base), single=True)
            case T.DIRECTION:
                return Group(Noun("direction", name or str(value)), single=True)
            case T.MAP:
                return Group(Noun("map", name or str(value), type_.base), single=True)
            case T.BUNDLE:
                return self.bundle_const(value)
            case _:
                return Group(Noun("named", name or str(value)), single=True)

    def bundle_const(self, value: Any) -> Term:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        units = {unit.index: name for name, unit in self.program.units.items()}
        parts: list[Term] = [Units(Number(n), Noun("unit", units.get(u, str(u)))) for u, n in items if n]
        return Joined(tuple(parts), "and") if len(parts) != 1 else parts[0]

    def design_name(self, value: Any, type_: Type) -> str:
        component = self.program.components.get(type_.base)
        if component is None or not isinstance(value, int):
            return str(value)
        for design in component.designs:
            if design.index == value if type_.t is T.DESIGN else value in design.things:
                return design.words.name
        return component.name

    def coordinates(self, value: Any, board: str) -> tuple[int, int]:
        if isinstance(value, tuple):
            return int(value[0]), int(value[1])
        found = self.program.boards.get(board) or next(iter(self.program.boards.values()), None)
        return divmod(int(value), found.columns) if found is not None else (0, int(value))

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
        if not self.worded(function) and function.body is not None and scope.depth < _DEEP:
            return self.term(function.body, self.entered(expr, scope))
        return self.phrase(expr, scope)

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
        self.noted(function, scope)
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
                return Someone(who) if isinstance(who, Person) else Attribute(Noun("side", ""), as_np(who or Nothing()))
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
        if isinstance(right, Sure) and isinstance(left, _CONDS):
            return left if right.value is (op == "is") else negated(left)
        if isinstance(left, _CONDS) or isinstance(right, _CONDS):
            left = left if not isinstance(left, _CONDS) else Choice(left, Sure(True), Sure(False))
            right = right if not isinstance(right, _CONDS) else Choice(right, Sure(True), Sure(False))
        told = isinstance(right, (That, It)) and not isinstance(left, (That, It))
        if op in _FLIP and ((isinstance(left, Number) and not isinstance(right, Number)) or told):
            left, right, op = right, left, _FLIP[op]
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
        if not self.worded(function) and function.body is not None and scope.depth < _DEEP:
            return self.cond(function.body, self.entered(expr, scope))
        return Stated(self.phrase(expr, scope))

    def flag(self, expr: p.Read, scope: Scope) -> Cond:
        owner = self.owner(expr.key, scope)
        return Flag(Noun(_SLOTS.get(expr.store, "var"), expr.name, expr.owner), owner)

    EXPR: ClassVar[dict[type, Callable[[Terms, Any, Scope], Term]]] = {
        p.Const: const,
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
        **dict.fromkeys((Prim.AND, Prim.OR, Prim.NOT, Prim.IS, Prim.IS_NOT, Prim.LESS, Prim.AT_MOST), truth_term),
        **dict.fromkeys((Prim.IN, Prim.SUBSET, Prim.SOME, Prim.CAN_PAY), truth_term),
        **dict.fromkeys((Prim.ADD, Prim.SUB, Prim.MUL, Prim.DIV_DOWN, Prim.DIV_UP, Prim.NEG), arith),
        Prim.UNION: union,
        Prim.COMMON: common,
        Prim.EXCEPT: except_,
        Prim.NEXT_TO: next_to,
        Prim.COUNT: count,
        **dict.fromkeys((Prim.ONLY, Prim.FIRST, Prim.LAST), pick),
        Prim.LISTED: listed,
        Prim.RANGE: range_,
        Prim.DISTINCT: distinct,
        **dict.fromkeys((Prim.SHIFT, Prim.RAY, Prim.GROW, Prim.GROUPS, Prim.PARTS, Prim.OCCUPIED), derived),
        **dict.fromkeys((Prim.SPOTS, Prim.PART, Prim.SPOT_CELLS, Prim.LAID), derived),
        Prim.PLAYER_OF: player_of,
        **dict.fromkeys((Prim.ROWS, Prim.COLUMNS, Prim.WIDTH, Prim.HEIGHT, Prim.OPPOSITE, Prim.POSITION), derived),
        **dict.fromkeys((Prim.ALL_CELLS, Prim.DIRECTIONS, Prim.PLAYERS, Prim.SIDES, Prim.SIDE_OF, Prim.ACTIVE), basic),
        Prim.BUNDLE: bundle,
        Prim.AMOUNT_OF: amount_of,
        Prim.SINGLE: same,
    }


_FLIP = {"is": "is", "is_not": "is_not", "less": "more", "at_most": "at_least"}
_OPPOSITE = {
    "is": "is_not",
    "is_not": "is",
    "less": "at_least",
    "at_least": "less",
    "more": "at_most",
    "at_most": "more",
}
_SLOTS = {Store.MEMORY: "memory", Store.THING_FIELD: "field", Store.CELL_FIELD: "cellfield"}


def whole(term: Term) -> Term:
    """All the cells of a board, as an argument, are the board."""
    if isinstance(term, Group) and term.noun.kind == "cell" and term.noun.name and not term.filters and not term.owner:
        return Group(Noun("board", term.noun.name), single=True)
    return term


def is_board(expr: Expr) -> bool:
    """Whether an argument only says which board is meant."""
    return isinstance(expr, p.Const) and expr.type.t is T.NONE and expr.value == expr.type.base


def elements(value: Any) -> Iterable[Any]:
    """The members of a constant set: a mask of bits, or any collection."""
    if isinstance(value, int):
        return (i for i in range(value.bit_length()) if value >> i & 1)
    return value if isinstance(value, (tuple, list)) else sorted(value)


def counted(test: Compared) -> Cond:
    """A comparison of a count says how many there are."""
    if isinstance(test.left, Count) and test.op in _OPPOSITE:
        source = test.left.source
        if isinstance(source, Group) and source.noun.kind == "supply":
            return Supply(Noun("piece", source.noun.name), source.owner, test.op, test.right)
        if isinstance(test.right, (Count, Held, Arith, Gathered)):
            return test
        if test.right == Number(0) and test.op in ("is", "at_most", "more", "is_not"):
            owner = source.owner if isinstance(source, Group) and isinstance(source.owner, Person) else None
            return Exists(source, test.op in ("is", "at_most"), owner)
        return Counted(source, test.op, test.right)
    if isinstance(test.left, Group) and test.left.noun.kind == "supply":
        return Supply(Noun("piece", test.left.noun.name), test.left.owner, test.op, test.right)
    return test


def negated(test: Cond) -> Cond:
    """The contrary of a condition, said as directly as it can be."""
    match test:
        case Sure(value=value):
            return Sure(not value)
        case Not(test=inner):
            return inner
        case Compared(op=op) | Counted(op=op) | Supply(op=op) if op in _OPPOSITE:
            return replace(test, op=_OPPOSITE[op])
        case Stands() | Exists() | Stated() | Flag():
            return replace(test, negated=not test.negated)
        case Combined(parts=parts, word=word):
            return Combined(tuple(negated(part) for part in parts), "or" if word == "and" else "and")
        case Quantified(kind="some"):
            return replace(test, kind="no")
        case Quantified(kind="no"):
            return replace(test, kind="some")
        case _:
            return Not(test)


def one_of_values(parts: Sequence[Cond]) -> Cond | None:
    """`its rank is 1 or its rank is 2` as `its rank is 1 or 2`."""
    tests = [part for part in parts if isinstance(part, Compared) and part.op == "is"]
    if len(tests) < len(parts) or len(tests) < 2 or not isinstance(tests[0].left, Attribute):
        return None
    if any(test.left != tests[0].left for test in tests):
        return None
    return replace(tests[0], right=Joined(tuple(test.right for test in tests), "or"))


def flat(test: Cond, word: str) -> tuple[Cond, ...]:
    return test.parts if isinstance(test, Combined) and test.word == word else (test,)


def conjuncts(test: Cond) -> tuple[Cond, ...]:
    return flat(test, "and")


def relative(test: Cond) -> Filter | Such:
    """A condition on the element itself, as a filter where it is one."""
    if isinstance(test, Stands) and isinstance(test.subject, It):
        return Filter(test.rel, test.target, test.negated)
    return Such(test)


def chosen_where(chosen: Chosen, tests: Iterable[Cond]) -> Chosen:
    """The choice with conditions on its element made part of its noun phrase."""
    source, rest = chosen.source, list(chosen.where)
    for test in tests:
        narrow = relative(test)
        if isinstance(narrow, Filter) and isinstance(source, (Group, Phrase)):
            source = with_filter(source, narrow)
        else:
            rest.append(test)
    return replace(chosen, source=source, where=tuple(rest))


_ARITH: dict[Prim, Callable[..., int]] = {
    Prim.ADD: lambda *xs: sum(xs),
    Prim.SUB: lambda a, b: a - b,
    Prim.MUL: lambda a, b: a * b,
    Prim.DIV_DOWN: lambda a, b: a // b,
    Prim.DIV_UP: lambda a, b: -(-a // b),
    Prim.NEG: lambda a: -a,
    Prim.IS: lambda a, b: int(a == b),
    Prim.IS_NOT: lambda a, b: int(a != b),
    Prim.LESS: lambda a, b: int(a < b),
    Prim.AT_MOST: lambda a, b: int(a <= b),
}


def constant(expr: Expr | None, program: Program) -> int | None:
    """The value of a number that this game, with these players, fixes; None where play decides."""
    match expr:
        case p.Const(value=bool() | int() as value):
            return int(value)
        case p.Call(function=Function(is_number=True, body=body)):
            return constant(body, program)
        case p.Apply(prim=Prim.COUNT, args=(p.Apply(prim=Prim.PLAYERS),)):
            return program.players or None
        case p.Apply(prim=prim, args=args) if prim in _ARITH:
            values = [constant(arg, program) for arg in args]
            known = [value for value in values if value is not None]
            if len(known) < len(values) or (prim in (Prim.DIV_DOWN, Prim.DIV_UP) and not known[-1]):
                return None
            return _ARITH[prim](*known)
        case p.Cond(test=test, then=then, otherwise=otherwise):
            asked = constant(test, program)
            return None if asked is None else constant(then if asked else otherwise, program)
        case p.Apply(prim=Prim.SOME | Prim.COUNT | Prim.NOT):
            value = fixed(expr, program.players)
            return None if value is None else int(value)
        case _:
            return None
