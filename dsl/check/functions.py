"""Definitions and named numbers: each is checked at the types it is called with, once.

A library word says `cells` without a board; it becomes a function of the board it is called with. What modifies a
definition is attached after everything else is checked (`clauses`), to every function made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check import habits
from rulewright.dsl.check.symbols import DefineSym, MapsSym, NumberSym, Scope
from rulewright.dsl.check.words import words_of
from rulewright.dsl.codes import Code
from rulewright.dsl.fold import constant
from rulewright.dsl.program_walk import uses_you, walk
from rulewright.dsl.source import Span
from rulewright.dsl.types import (
    BUNDLE,
    DIRECTION,
    EFFECT,
    NUMBER,
    PLAYER,
    SIDE,
    TRUTH,
    T,
    Type,
    cell,
    cells,
    list_of,
    member,
    set_of,
    thing,
)

if TYPE_CHECKING:
    from rulewright.dsl.check.expressions import Expressions

PLAIN_TYPES = {
    "truth": TRUTH,
    "number": NUMBER,
    "direction": DIRECTION,
    "player": PLAYER,
    "side": SIDE,
    "bundle": BUNDLE,
    "effect": EFFECT,
    "clause": EFFECT,
    "cell": cell(""),
    "cells": cells(""),
    "players": set_of(PLAYER),
    "sides": set_of(SIDE),
    "piece_kind": Type(T.PIECE),
    "zone": Type(T.ZONE),
    "spot": Type(T.SPOT),
}


class Functions:
    """The functions of one program."""

    def __init__(self, expressions: Expressions) -> None:
        self.e = expressions
        self.modified: dict[str, bool] = {}
        self._made: dict[str, p.Function] = {}

    # ---- types

    def resolve_type(self, ref: n.TypeRef, owner: str = "") -> Type | None:
        """The type a reference means; None (and a diagnostic) if nothing declares it."""
        match ref.kind:
            case "range":
                self._range(ref)
                return NUMBER
            case "one_of":
                return member(owner) if owner else None
            case _:
                inner = self._named(ref)
        if inner is None:
            return None
        if ref.kind == "set":
            return set_of(inner) if not inner.is_set else list_of(inner)
        if ref.kind == "list":
            return list_of(inner)
        if ref.kind == "maybe":
            return Type(inner.t, inner.base, inner.of, True)
        return inner

    def _range(self, ref: n.TypeRef) -> None:
        """`5 to 1` holds no number at all."""
        if ref.low is not None and ref.high is not None and ref.low > ref.high:
            message = f"no number goes from {ref.low} to {ref.high}"
            help_ = f"the lower one stands first: `{ref.high} to {ref.low}`"
            self.e.report.error(Code.OUT_OF_RANGE, ref.span, message, help=help_)

    def within(self, name: str, value: p.Expr | None, low: int, high: int) -> None:
        """Reports what something begins with, if its own range does not hold it."""
        number = constant(value, self.e.program.players) if value is not None and value.type == NUMBER else None
        if value is not None and number is not None and not low <= number <= high and low <= high:
            message = f"`{name}` cannot begin with {number}"
            self.e.report.error(Code.OUT_OF_RANGE, value.span, message, help=f"it goes from {low} to {high}")

    def _named(self, ref: n.TypeRef) -> Type | None:
        name = ref.names[0]
        if name in PLAIN_TYPES and name not in self.e.symbols.broken:
            return PLAIN_TYPES[name]
        for symbol in self.e.symbols.find(name):
            if isinstance(symbol, p.Kind):
                return member(symbol.words.name) if name == symbol.words.name else set_of(member(symbol.words.name))
            if isinstance(symbol, p.Component):
                one = thing(symbol.name)
                return one if name == symbol.name else set_of(one)
            if isinstance(symbol, MapsSym):
                part = Type(T.MAP, symbol.board.name)
                return part if name == symbol.board.part else list_of(part)
        self.e.unknown_name(
            Code.UNKNOWN_TYPE,
            ref.span,
            f"there is no type called `{name}`",
            name,
            [*PLAIN_TYPES, *self.e.symbols.of(p.Kind, p.Component)],
            otherwise="a type is `truth`, `number`, `1 to 6`, `cell`, `player`, or a kind or component",
            habits=habits.TYPES,
        )
        return None

    # ---- numbers

    def number(self, symbol: NumberSym, scope: Scope, span: Span) -> p.Expr:
        function = self.number_function(symbol)
        you = self._point_of_view(function, scope, span)
        return p.Call(function, (), you, function.type, span)

    def number_function(self, symbol: NumberSym) -> p.Function:
        name = symbol.decl.name
        if name in self._made:
            return self._made[name]
        function = p.Function(words_of(symbol.decl, symbol.module), (), NUMBER, False, name, is_number=True)
        self._made[name] = function
        function.body = self.e.check(symbol.decl.value, Scope(you=p.Me(PLAYER, symbol.decl.span)), NUMBER)
        function.uses_you = self.modified.get(name, False) or self._needs_you(function.body)
        self.e.program.numbers[name] = function
        return function

    # ---- definitions

    def check_call(self, symbol: DefineSym, args: tuple[n.Expr, ...], scope: Scope, span: Span) -> p.Expr:
        """A call as written: arguments are checked against the parameters."""
        params = symbol.decl.params
        if len(args) != len(params):
            takes = f"takes {len(params)} argument{'s' * (len(params) != 1)}"
            self.e.report.error(
                Code.WRONG_ARGUMENT_COUNT,
                span,
                f"`{symbol.decl.name}` {takes}, here {'is' if len(args) == 1 else 'are'} {len(args)}",
                also=[(symbol.decl.span, "declared here")],
            )
            return self.e.error(span)
        made: list[p.Expr] = []
        board = scope.board or ""
        for param, arg in zip(params, args, strict=True):
            want = self.resolve_type(param.type)
            if want is not None and want.elem.t is T.CELL and board and not want.elem.base:
                want = set_of(cell(board)) if want.is_set else cell(board)
            expr = self._argument(arg, want, scope)
            if expr.type.elem.t is T.CELL and not board:
                board = expr.type.elem.base
            made.append(expr)
        return self.call(symbol, tuple(made), scope, span)

    def _argument(self, arg: n.Expr, want: Type | None, scope: Scope) -> p.Expr:
        if want is None:
            return self.e.check(arg, scope)
        if want.elem.t is T.CELL and not want.elem.base and want.is_set:
            return self.e.as_cells(arg, scope)
        return self.e.check(arg, scope, want)

    def call(self, symbol: DefineSym, args: tuple[p.Expr, ...], scope: Scope, span: Span) -> p.Expr:
        if any(a.type.elem.t is T.ERROR for a in args):
            return self.e.error(span)
        converted = []
        for param, arg in zip(symbol.decl.params, args, strict=True):
            want = self.resolve_type(param.type)
            converted.append(
                arg
                if want is None or (want.elem.t is T.CELL and arg.type == want)
                else self.e.convert(arg, want, scope)
            )
        if any(a.type.elem.t is T.ERROR for a in converted):
            return self.e.error(span)
        function = self.instance(symbol, tuple(a.type for a in converted), scope.board)
        return p.Call(function, tuple(converted), self._point_of_view(function, scope, span), function.type, span)

    def _point_of_view(self, function: p.Function, scope: Scope, span: Span) -> p.Expr | None:
        if not function.uses_you:
            return None
        if scope.you is None:
            return None if function.is_number else self.e.me(scope, span)
        return self.e.me(scope, span)

    def instance(self, symbol: DefineSym, types: tuple[Type, ...], board: str | None) -> p.Function:
        """The function of a definition at these argument types."""
        decl = symbol.decl
        boards = [t.core.base for t in types if t.core.t is T.CELL and t.core.base]
        at = boards[0] if boards else board if self._mentions_board(decl) else None
        key = ":".join([decl.name, *dict.fromkeys([*boards, *([at] if at else [])])])
        if key in self._made:
            return self._made[key]
        scope = Scope(you=p.Me(PLAYER, decl.span), board=at)
        params = tuple(
            self.e.var(param.name, self._sharper(given, self.resolve_type(param.type)), param.span, scope)
            for param, given in zip(decl.params, types, strict=True)
        )
        declared = self.resolve_type(decl.type) or Type(T.ERROR)
        function = p.Function(
            words_of(decl, symbol.module),
            params,
            self._on_board(declared, at),
            self.modified.get(decl.name, False),
            key,
        )
        self._made[key] = function
        self.e.program.functions[key] = function
        lets = []
        for name, value in decl.lets:
            checked = self.e.check(value, scope)
            lets.append((self.e.var(name, checked.type, value.span, scope), checked))
        body = self._body(decl, declared, scope)
        function.lets = tuple(lets)
        function.body = body
        if declared.core.t is T.CELL and body.type.elem.t is not T.ERROR:
            function.type = body.type
        function.uses_you = function.uses_you or self._needs_you(body) or any(self._needs_you(v) for _, v in lets)
        return function

    def _body(self, decl: n.DefineDecl, declared: Type, scope: Scope) -> p.Expr:
        if declared.core.t is T.CELL and not declared.core.base:
            if declared.is_list:
                return self.e.check(decl.value, scope)
            want = cells(scope.board or self.e.only_board()) if declared.is_set else cell(scope.board or "")
            return self.e.check(decl.value, scope, want)
        if declared.t is T.TRUTH:
            return self.e.truth(decl.value, scope)
        return self.e.check(decl.value, scope, declared if declared.t is not T.ERROR else None)

    def _needs_you(self, body: p.Expr) -> bool:
        """Whether a definition looks at the player who acts: by name, or at a board of their own."""
        own = {b.name for b in self.e.program.boards.values() if b.per is not p.Per.GAME}
        return uses_you(body) or any(_looks_at(x, own) for x in walk(body))

    def _mentions_board(self, decl: n.DefineDecl) -> bool:
        return decl.type.names[:1] in (("cells",), ("cell",))

    def _sharper(self, given: Type, declared: Type | None) -> Type:
        if declared is None or given.core.t in (T.CELL, T.SPOT):
            return given
        return declared

    def _on_board(self, type_: Type, board: str | None) -> Type:
        if type_.core.t is not T.CELL or type_.core.base:
            return type_
        name = board or self.e.only_board()
        if type_.is_list:
            return list_of(cells(name))
        return cells(name) if type_.is_set else cell(name)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is made meanwhile is checked, and then forgotten: nothing in the program reads it."""
        program = self.e.program
        kept = dict(self._made), dict(program.functions), dict(program.numbers)
        yield
        self._made, program.functions, program.numbers = kept

    def functions_of(self, name: str) -> list[p.Function]:
        """Every function made from a definition or number of this name."""
        return [f for f in self._made.values() if f.words.name == name]


def _looks_at(node: object, boards: set[str]) -> bool:
    """Whether a node reads cells of one of these boards."""
    if isinstance(node, p.Read):
        return node.store in (p.Store.CELL_FIELD, p.Store.CELLS_WITH) and node.owner in boards
    if isinstance(node, p.Apply) and node.prim is p.Prim.OCCUPIED:
        return isinstance(node.args[0], p.Const) and node.args[0].value in boards
    return isinstance(node, p.Apply) and node.prim is p.Prim.PARTS and node.args[0].type.elem.base in boards
