"""Constants, names of types and fixed numbers: what of an expression is known before play."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any

from rulewright.docgen.wording.plan import (
    Cells,
    Cond,
    Group,
    Joined,
    Nothing,
    Noun,
    Np,
    Number,
    Owner,
    Phrase,
    Sure,
    Units,
)
from rulewright.docgen.wording.reshape import Term
from rulewright.docgen.wording.scope import Scope, walk
from rulewright.dsl import program as p
from rulewright.dsl.check.compile import every_node
from rulewright.dsl.fold import constant as fixed
from rulewright.dsl.program import EVERYWHERE, Expr, Function, Prim, Program
from rulewright.dsl.types import T, Type


class Constants(ABC):
    """The nouns of types, and constants as plans; below it stand those who plan all other expressions."""

    def __init__(self, program: Program, worded: Callable[[Function], bool]) -> None:
        self.program = program
        self.worded = worded

    @abstractmethod
    def term(self, expr: Expr, scope: Scope) -> Term: ...
    @abstractmethod
    def np(self, expr: Expr, scope: Scope) -> Np: ...
    @abstractmethod
    def cond(self, expr: Expr, scope: Scope) -> Cond: ...
    @abstractmethod
    def owner(self, key: Expr | None, scope: Scope) -> Owner | None: ...
    @abstractmethod
    def entered(self, expr: p.Call, scope: Scope) -> Scope: ...
    @abstractmethod
    def phrase(self, expr: p.Call, scope: Scope) -> Phrase: ...

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


def elements(value: Any) -> Iterable[Any]:
    """The members of a constant set: a mask of bits, or any collection."""
    if isinstance(value, int):
        return (i for i in range(value.bit_length()) if value >> i & 1)
    return value if isinstance(value, (tuple, list)) else sorted(value)


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


def number_given(function: Function, program: Program) -> int | None:
    """How many things a definition takes by whose they are, where setup makes a fixed number the things of each player.

    None where that is not known.
    """
    match function.body:
        case p.Fold(
            over=p.Over.EACH,
            value=None,
            where=p.Apply(prim=Prim.IS, args=(p.Read(store=p.Store.THING_FIELD) as field, p.Local(var=owner))),
        ) if function.params and owner.id == function.params[0].id:
            pass
        case _:
            return None
    made = [node for node in every_node(program) if isinstance(node, p.Set) and is_same_field(node.target, field)]
    match made:
        case [p.Set(target=p.Read(key=p.Read(store=p.Store.ZONE, name=name, key=p.Me())), value=p.Me())]:
            is_first = any(node is made[0] for node in walk(tuple(program.setup)))
            return constant(program.zones[name].dice, program) if is_first else None
    return None


def is_same_field(target: Expr, field: p.Read) -> bool:
    """Whether what is set is a field of things, of whichever thing."""
    return isinstance(target, p.Read) and (target.store, target.name, target.owner) == (
        field.store,
        field.name,
        field.owner,
    )
