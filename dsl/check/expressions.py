"""Expressions: names to symbols, types worked out, the few implicit conversions made visible.

The conversions, all total: a member or group of a kind where cells are wanted becomes the cells that carry it (if one
field of the board has that kind); an element where a set is wanted becomes a set of one; a zone that holds at most one
thing becomes that thing; a player becomes their side; a design becomes its things. Nothing else is implicit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check import habits as habit
from rulewright.dsl.check.functions import Functions
from rulewright.dsl.check.symbols import (
    DefineSym,
    GroupSym,
    MapsSym,
    MemberSym,
    NumberSym,
    OptionSym,
    Scope,
    Symbol,
    Symbols,
    UnitGroupSym,
)
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.places import word_span
from rulewright.dsl.source import Span
from rulewright.dsl.types import (
    BUNDLE,
    DIRECTION,
    ERROR,
    NONE,
    NUMBER,
    PLAYER,
    SIDE,
    SUPPLY,
    TRUTH,
    T,
    Type,
    cell,
    cells,
    list_of,
    member,
    set_of,
    speak,
    spot,
    spot_board,
    spot_component,
    thing,
)

DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
WORDS = (
    "players",
    "sides",
    "cells",
    "occupied",
    "compass",
    "axes",
    "yes",
    "none",
    "nobody",
    "everywhere",
    "this",
    "you",
    "box",
    "supply",
    "player",
    "side",
    "active_player",
    "turn_order",
)
PRIMITIVES = {
    "shift": p.Prim.SHIFT,
    "ray": p.Prim.RAY,
    "grow": p.Prim.GROW,
    "groups": p.Prim.GROUPS,
    "neighbours": p.Prim.NEXT_TO,
    "rows": p.Prim.ROWS,
    "columns": p.Prim.COLUMNS,
    "width": p.Prim.WIDTH,
    "height": p.Prim.HEIGHT,
    "parts": p.Prim.PARTS,
    "opposite": p.Prim.OPPOSITE,
    "distinct": p.Prim.DISTINCT,
    "union": p.Prim.UNION,
    "first": p.Prim.FIRST,
    "last": p.Prim.LAST,
    "top": p.Prim.LAST,
    "slot": p.Prim.POSITION,
    "you_can_pay": p.Prim.CAN_PAY,
    "spots": p.Prim.SPOTS,
}


def _one_cell(node: n.CellsLit, row: int, column: int) -> Span:
    """The place of one cell in a list of them."""
    found = re.search(rf"\[ *{row}, *{column} *\]", node.span.text)
    start, end = found.span() if found else (0, len(node.span.text))
    return Span(node.span.file, node.span.start + start, node.span.start + end)


class Expressions:
    """Checks expressions of one program."""

    def __init__(self, program: p.Program, symbols: Symbols, report: Report) -> None:
        self.program = program
        self.symbols = symbols
        self.report = report
        self.functions = Functions(self)
        self._vars = 0
        self._dispatch: dict[type, Callable[[Any, Scope, Type | None], p.Expr]] = {
            n.Num: self._num,
            n.CellsLit: self._cells,
            n.Name: self._name,
            n.You: self._you,
            n.NoLit: self._no,
            n.FieldOf: self._field_of,
            n.Of: self._of,
            n.Apply: self._apply,
            n.Binary: self._binary,
            n.Unary: self._unary,
            n.Compare: self._compare,
            n.Filter: self._filter,
            n.Count: self._count,
            n.CountIn: self._count_in,
            n.Exists: self._exists,
            n.ExistsIn: self._exists_in,
            n.Quantified: self._quantified,
            n.Collect: self._collect,
            n.Ranked: self._ranked,
            n.IfExpr: self._if,
            n.Listed: self._listed,
            n.RangeExpr: self._range,
            n.Amount: self._amount,
            n.AnyOf: self._no_value,
            n.AllHeld: self._no_value,
        }

    # ---- entry points

    def check(self, node: n.Expr, scope: Scope, want: Type | None = None) -> p.Expr:
        """The typed expression; converted to `want` if that is given and can be."""
        expr = self._dispatch[type(node)](node, scope, want)
        return expr if want is None else self.convert(expr, want, scope)

    def truth(self, node: n.Expr, scope: Scope) -> p.Expr:
        """A condition."""
        expr = self._dispatch[type(node)](node, scope, TRUTH)
        if expr.type.t in (T.TRUTH, T.ERROR):
            return expr
        if expr.type.is_set or expr.type.is_list:
            self.report.error(
                Code.SET_USED_AS_TRUTH,
                node.span,
                f"{speak(expr.type)} cannot be a condition",
                help="write `some …` if there must be at least one, `no …` if there must be none",
            )
        else:
            self.report.error(
                Code.NOT_A_TRUTH,
                node.span,
                f"{speak(expr.type)} cannot be a condition",
                help="compare it, as in `… is 3`",
            )
        return self.error(node.span)

    def number(self, node: n.Expr, scope: Scope) -> p.Expr:
        return self.check(node, scope, NUMBER)

    def var(self, name: str, type_: Type, span: Span, scope: Scope, *, per_player: bool = False) -> p.Var:
        """Declares a local variable. It may bear no declared name and not hide another variable."""
        if self.symbols.find(name) or name in WORDS or name in DIRECTIONS:
            self.report.error(
                Code.VARIABLE_SHADOWS_NAME,
                span,
                f"`{name}` is already the name of something in this game",
                help="give the variable a name of its own",
            )
        elif name in scope.variables:
            self.report.error(
                Code.VARIABLE_SHADOWS_NAME,
                span,
                f"`{name}` already stands for something here",
                help="choose another name",
            )
        made = p.Var(name, type_, self.fresh_id(), per_player)
        scope.variables[name] = made
        return made

    def fresh_id(self) -> int:
        """The number of a new variable: every variable of a program has its own."""
        self._vars += 1
        return self._vars

    def error(self, span: Span) -> p.Expr:
        """Stands for what could not be checked; agrees with everything, so that one mistake is reported once."""
        return p.Const(0, ERROR, span)

    # ---- conversion

    def convert(self, expr: p.Expr, want: Type, scope: Scope) -> p.Expr:
        """`expr` as a `want`, by one of the declared conversions, or a diagnostic."""
        converted = self.try_convert(expr, want)
        if converted is not None:
            return converted
        self._mismatch(expr, want)
        return self.error(expr.span)

    def _mismatch(self, expr: p.Expr, want: Type) -> None:
        have = expr.type
        code, help_ = Code.WRONG_TYPE, None
        if want.t is T.NUMBER:
            code = Code.NOT_A_NUMBER
            if have.is_set or have.is_list:
                help_ = "write `count of …` for how many there are"
            elif have.t is T.BUNDLE:
                help_ = "an amount such as `3 gold` is not a plain number"
        elif want.is_set and want.elem.t is T.CELL:
            code = Code.NOT_CELLS
            help_ = "name cells: `vacant`, `cells`, a piece, or `[0,0]` for the one at the top left"
            if have.elem.t is T.CELL:
                code, help_ = Code.MIXED_BOARDS, f"these are cells of {have.elem.base}, not of {want.elem.base}"
        elif want.t is T.TRUTH:
            code = Code.SET_USED_AS_TRUTH if have.is_set else Code.NOT_A_TRUTH
            help_ = "write `some …` or `no …`" if have.is_set else "compare it, as in `… is 3`"
        elif want.t is T.PLAYER:
            code, help_ = Code.NOT_A_PLAYER, "name a player: `you`, or one from `p in players`"
        elif want.t is T.THING and have.t is T.DESIGN and isinstance(expr, p.Const):
            help_ = f"there may be several: say which, `the x in ZONE where x is {expr.name or 'NAME'}`"
        self.report.error(code, expr.span, f"this is {speak(have)}, where {speak(want)} should stand", help=help_)

    def try_convert(self, expr: p.Expr, want: Type) -> p.Expr | None:
        have = expr.type
        if T.ERROR in (have.core.t, want.core.t) or self._fits(have, want):
            return expr
        if have.t is T.NONE:
            return p.Const(None, want, expr.span, "none") if want.maybe or want.is_set or want.is_list else None
        if want.is_set:
            return self._to_set(expr, want)
        if want.is_list:
            return self._to_list(expr, want)
        if self._at_most_one(expr) and self._fits(have.elem, want):
            return p.Apply(p.Prim.ONLY, (expr,), have.elem, expr.span)
        if have.t is T.PLAYER and want.t is T.SIDE:
            return p.Apply(p.Prim.SIDE_OF, (expr,), SIDE, expr.span)
        if have.t is T.DESIGN and want.t is T.THING and isinstance(expr, p.Const) and isinstance(expr.value, p.Design):
            design = expr.value
            if self.root(have.base) == self.root(want.base) and len(design.things) == 1:
                return p.Const(design.things[0], want, expr.span, design.words.name)
        return None

    def _fits(self, have: Type, want: Type) -> bool:
        if have == want or (have.t is T.NONE and want.maybe):
            return True
        if have.t is want.t:
            if have.t in (T.SET, T.LIST):
                return self._fits(have.elem, want.elem)
            if have.t is T.THING:
                return self.root(have.base) == self.root(want.base)
            if have.t in (T.CELL, T.MEMBER, T.ZONE, T.DESIGN, T.MAP, T.SPOT):
                return not want.base or have.base == want.base
            return True
        return False

    def root(self, component: str) -> str:
        found = self.program.components.get(component)
        return found.root if found else component

    def _at_most_one(self, expr: p.Expr) -> bool:
        if isinstance(expr, p.Read) and expr.store is p.Store.ZONE:
            return self.program.zones[expr.name].at_most == 1
        return False

    def _to_set(self, expr: p.Expr, want: Type) -> p.Expr | None:
        have, elem = expr.type, want.elem
        if have.t is T.SPOT and elem.t is T.CELL:
            return self._spot_cells(expr)
        if self._fits(have, elem):
            return p.Apply(p.Prim.SINGLE, (expr,), set_of(have), expr.span)
        if elem.t is T.CELL and have.elem.t is T.MEMBER:
            return self.cells_with(expr, elem.base)
        if have.is_list and self._fits(have.elem, elem):
            return p.Apply(p.Prim.DISTINCT, (expr,), set_of(elem), expr.span)
        if have.is_list and isinstance(expr, p.Apply) and expr.prim is p.Prim.LISTED:
            items = [self.try_convert(x, want) for x in expr.args]
            if all(x is not None for x in items):
                return self._union([x for x in items if x is not None], want, expr.span)
        if have.t is T.DESIGN and elem.t is T.THING and isinstance(expr, p.Const):
            mask = 0
            for k in expr.value.things:
                mask |= 1 << k
            return p.Const(mask, set_of(thing(have.base)), expr.span, expr.value.words.name)
        if have.is_set and have.elem.t is T.PLAYER and elem.t is T.SIDE:
            return p.Apply(p.Prim.SIDE_OF, (expr,), set_of(SIDE), expr.span)
        return None

    def _union(self, items: list[p.Expr], type_: Type, span: Span) -> p.Expr:
        whole = items[0]
        for item in items[1:]:
            whole = p.Apply(p.Prim.UNION, (whole, item), type_, span)
        return whole

    def _to_list(self, expr: p.Expr, want: Type) -> p.Expr | None:
        if expr.type.is_set and self._fits(expr.type.elem, want.elem):
            return p.Apply(p.Prim.LISTED, (expr,), list_of(expr.type.elem), expr.span)
        if self._fits(expr.type, want.elem):
            return p.Apply(p.Prim.LISTED, (expr,), list_of(expr.type), expr.span)
        return None

    def cells_with(self, expr: p.Expr, board: str) -> p.Expr | None:
        """The cells of a board that carry a member, or one of a group; the kind tells the board if none is named."""
        kind = expr.type.elem.base
        found = [
            f
            for b in self.program.boards.values()
            if not board or b.name == board
            for f in b.fields.values()
            if f.type.sure().elem == member(kind)
        ]
        if len(found) != 1:
            return None
        only = found[0]
        return p.Read(p.Store.CELLS_WITH, only.name, only.board, None, cells(only.board), expr.span, value=expr)

    # ---- simple ones

    def _num(self, node: n.Num, scope: Scope, want: Type | None) -> p.Expr:
        return p.Const(node.value, NUMBER, node.span)

    def _no(self, node: n.NoLit, scope: Scope, want: Type | None) -> p.Expr:
        return p.Const(False, TRUTH, node.span, "no")

    def _you(self, node: n.You, scope: Scope, want: Type | None) -> p.Expr:
        return self.me(scope, node.span)

    def me(self, scope: Scope, span: Span) -> p.Expr:
        if scope.you is None:
            self.report.error(
                Code.NO_OWNER,
                span,
                "nobody acts here, so `you` means nobody",
                help="put this inside `each player …`, or name the player",
            )
            return self.error(span)
        return p.Me(PLAYER, span) if isinstance(scope.you, p.Me) else scope.you

    def _cells(self, node: n.CellsLit, scope: Scope, want: Type | None) -> p.Expr:
        board = self._board_for(want, scope)
        if board is None:
            boards = " or ".join(f"`{name} on [0,0]`" for name in self.program.boards)
            help_ = f"name the board: {boards}" if boards else "declare a board first"
            message = "it is not clear on which board these cells are"
            self.report.error(Code.CANNOT_INFER, node.span, message, help=help_)
            return self.error(node.span)
        for row, column in node.cells:
            if not (0 <= row < board.rows and 0 <= column < board.columns):
                self.report.error(
                    Code.OUT_OF_RANGE,
                    _one_cell(node, row, column),
                    f"[{row},{column}] is not on {board.name}",
                    help=f"rows go from 0 to {board.rows - 1}, columns from 0 to {board.columns - 1}",
                )
                return self.error(node.span)
        positions = tuple(r * board.columns + c for r, c in node.cells)
        if len(positions) == 1 and not (want is not None and want.is_set):
            return p.Const(positions[0], cell(board.name), node.span)
        return p.Const(frozenset(positions), cells(board.name), node.span)

    def _board_for(self, want: Type | None, scope: Scope) -> p.Board | None:
        if want is not None and want.elem.t is T.CELL and want.elem.base:
            return self.program.boards[want.elem.base]
        if scope.board is not None:
            return self.program.boards[scope.board]
        if len(self.program.boards) == 1:
            return next(iter(self.program.boards.values()))
        return None

    # ---- names

    def _name(self, node: n.Name, scope: Scope, want: Type | None) -> p.Expr:
        if node.name in scope.variables:
            return self._variable(scope.variables[node.name], scope, node.span)
        word = self._word(node, scope, want)
        if word is not None:
            return word
        found = self.find(node.name, scope)
        if not found:
            return self.unknown(node.name, node.span, scope)
        alias = scope.aliases.get(node.name)
        if isinstance(alias, p.Read):
            return alias
        meanings = [e for e in (self._meaning(s, node, scope) for s in found) if e is not None]
        return self._best(meanings, node, want)

    def find(self, name: str, scope: Scope) -> tuple[Symbol, ...]:
        """What a name can mean here: a piece or zone given as a parameter goes before what is declared."""
        alias = scope.aliases.get(name)
        if isinstance(alias, p.Piece):
            return (alias,)
        if isinstance(alias, p.Read):
            return (self.program.zones[alias.name],)
        return self.symbols.find(name)

    def _variable(self, var: p.Var, scope: Scope, span: Span) -> p.Expr:
        return p.Local(var, var.type, span)

    def _best(self, meanings: list[p.Expr], node: n.Name, want: Type | None) -> p.Expr:
        if not meanings:
            self.report.error(
                Code.NOT_A_VALUE,
                node.span,
                f"`{node.name}` is nobody's here",
                help=f"say whose, `your {node.name}` or `p's {node.name}`; an amount has a number, `1 {node.name}`",
            )
            return self.error(node.span)
        if len(meanings) == 1:
            return meanings[0]
        if want is not None:
            exact = [m for m in meanings if self._fits(m.type, want)]
            fitting = exact or [m for m in meanings if self.try_convert(m, want) is not None]
            if len(fitting) == 1:
                return fitting[0]
            meanings = fitting or meanings
        kinds = sorted({speak(m.type) for m in meanings})
        self.report.error(
            Code.AMBIGUOUS_NAME,
            node.span,
            f"`{node.name}` could be {' or '.join(kinds)}",
            help="say more about which is meant",
        )
        return self.error(node.span)

    def is_known(self, name: str, scope: Scope) -> bool:
        """Whether a name means anything here."""
        return name in scope.variables or name in WORDS or name in DIRECTIONS or bool(self.find(name, scope))

    def unknown(self, name: str, span: Span, scope: Scope) -> p.Expr:
        candidates = [*self.symbols.names(), *scope.variables, *scope.aliases, *WORDS, *DIRECTIONS, *PRIMITIVES]
        bound = " and ".join(f"`{word}`" for word in scope.variables)
        otherwise = f"declare it; of the names made here there is {bound}" if bound else "declare it, or name another"
        message = f"there is nothing called `{name}`"
        self.unknown_name(Code.UNKNOWN_NAME, span, message, name, candidates, otherwise, habits=habit.VALUES)
        return self.error(span)

    def unknown_name(
        self,
        code: Code,
        span: Span,
        message: str,
        name: str,
        known: Iterable[str],
        otherwise: str | None = None,
        habits: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Reports a name that is not there, with the nearest of those that are and the place of the first.

        `habits` has what to say of words that are no slip of the pen.
        """
        if name in self.symbols.broken:
            return
        removal = self.symbols.removal(name)
        if removal is not None:
            self.report.error(
                Code.REMOVE_STILL_USED,
                word_span(span, name),
                f"`{name}` is used here, but `{removal.module}` takes it away",
                also=[(removal.span, "taken away here")],
                help=f"replace what still needs `{name}` too, or keep it",
                about=name,
            )
            return
        if name.lower() in habits:
            self.report.error(code, word_span(span, name), message, help=habits[name.lower()], about=name)
            return
        self.report.unknown(code, span, message, name, known, otherwise=otherwise, declared=self.symbols.place)

    def unknown_unit(self, name: str, span: Span) -> None:
        """Reports a name that counts nothing."""
        known = self.symbols.of(p.Unit, UnitGroupSym, p.Piece, p.Component)
        message = f"there is nothing called `{name}` to count"
        self.unknown_name(Code.UNKNOWN_UNIT, span, message, name, known, "declare it with `counter`")

    def _word(self, node: n.Name, scope: Scope, want: Type | None) -> p.Expr | None:
        span, name = node.span, node.name
        match name:
            case "players" | "player":
                return p.Apply(p.Prim.PLAYERS, (), set_of(PLAYER), span)
            case "sides" | "side":
                return p.Apply(p.Prim.SIDES, (), set_of(SIDE), span)
            case "yes":
                return p.Const(True, TRUTH, span, "yes")
            case "none" | "nobody":
                return p.Const(None, NONE if want is None else want, span, "none")
            case "everywhere":
                return p.Const(p.EVERYWHERE, NUMBER, span, "everywhere")
            case "active_player":
                return p.Apply(p.Prim.ACTIVE, (), PLAYER, span)
            case "turn_order":
                everybody = p.Apply(p.Prim.PLAYERS, (), set_of(PLAYER), span)
                return p.Apply(p.Prim.LISTED, (everybody,), list_of(PLAYER), span)
            case "supply":
                return p.Read(p.Store.SUPPLY, "", "", None, SUPPLY, span)
            case "this" if scope.this is not None:
                return p.This(scope.this, span)
            case "cells" | "occupied" | "compass" | "axes":
                return self._board_word(node, scope, want)
            case _ if name in DIRECTIONS:
                return p.Const(DIRECTIONS.index(name), DIRECTION, span, name)
            case _:
                return None

    def _board_word(self, node: n.Name, scope: Scope, want: Type | None) -> p.Expr:
        board = self._board_for(want, scope)
        if board is None:
            self.report.error(Code.CANNOT_INFER, node.span, f"`{node.name}` of which board?", help="name the board")
            return self.error(node.span)
        at = p.Const(board.name, Type(T.NONE, board.name), node.span)
        if node.name == "cells":
            return p.Apply(p.Prim.ALL_CELLS, (at,), cells(board.name), node.span)
        if node.name == "occupied":
            return p.Apply(p.Prim.OCCUPIED, (at,), cells(board.name), node.span)
        which = p.Const(node.name, Type(T.NONE, board.name), node.span)
        return p.Apply(p.Prim.DIRECTIONS, (at, which), list_of(DIRECTION), node.span)

    def _meaning(self, symbol: Symbol, node: n.Name, scope: Scope) -> p.Expr | None:
        """What a bare name stands for, None if it needs an owner that is not there."""
        span = node.span
        match symbol:
            case p.Board():
                at = p.Const(symbol.name, Type(T.NONE, symbol.name), span)
                return p.Apply(p.Prim.ALL_CELLS, (at,), cells(symbol.name), span)
            case p.Kind():
                return self._members(symbol, tuple(range(len(symbol.members))), span, symbol.words.name)
            case MemberSym():
                return p.Const(symbol.index, member(symbol.kind.words.name), span, symbol.kind.members[symbol.index])
            case GroupSym():
                return self._members(symbol.kind, symbol.kind.groups[symbol.name], span, symbol.name)
            case p.Component():
                mask = 0
                for k in symbol.things:
                    mask |= 1 << k
                return p.Const(mask, set_of(thing(symbol.name)), span, symbol.name)
            case p.Design():
                return p.Const(symbol, Type(T.DESIGN, symbol.component), span, symbol.words.name)
            case p.Map():
                return p.Const(symbol, Type(T.MAP, symbol.board), span, symbol.words.name)
            case MapsSym():
                return p.Apply(
                    p.Prim.LISTED,
                    tuple(p.Const(m, Type(T.MAP, m.board), span, m.words.name) for m in symbol.board.maps),
                    list_of(Type(T.MAP, symbol.board.name)),
                    span,
                )
            case OptionSym():
                return replace(symbol.value, span=span)
            case NumberSym():
                return self.functions.number(symbol, scope, span)
            case DefineSym():
                if symbol.decl.params:
                    return self._own_value(symbol, node, scope)
                return self.functions.call(symbol, (), scope, span)
            case p.Piece():
                return p.Read(p.Store.PIECES, symbol.words.name, "", None, cells(symbol.board), span)
            case _:
                return self._slot_of_all(symbol, node, scope)

    def _own_value(self, symbol: DefineSym, node: n.Name, scope: Scope) -> p.Expr | None:
        """`players with most holdings`: in a ranking a bare definition is each one's own."""
        if scope.its is None or len(symbol.decl.params) != 1:
            return None
        return self.functions.call(symbol, (scope.its,), scope, node.span)

    def _slot_of_all(self, symbol: Symbol, node: n.Name, scope: Scope) -> p.Expr | None:
        per = symbol.per if isinstance(symbol, p.Unit | p.Memory | p.Zone) else p.Per.GAME
        if per is p.Per.GAME:
            return self.slot(symbol, None, node.span)
        if scope.its is not None and scope.its.type.t is T.SIDE and per is p.Per.PLAYER and self.program.side_size > 1:
            return self._not_of_sides(node.name, node.span)
        if scope.its is not None and per in (p.Per.PLAYER, p.Per.SIDE):
            return self.slot(symbol, self.owner(scope.its, per), node.span)
        if isinstance(symbol, p.Zone):
            return p.Read(p.Store.ZONE, symbol.words.name, "", None, set_of(thing(symbol.component)), node.span)
        return None

    def _not_of_sides(self, name: str, span: Span) -> p.Expr:
        """Sides cannot be ranked by what each of their players has."""
        added = f"sum of p's {name} for each p in players where p's side is s"
        help_ = f"declare it `per side`, or add up what the players have: `s in sides with most ({added})`"
        self.report.error(Code.WRONG_TYPE, span, f"it is each player who has `{name}`, not each side", help=help_)
        return self.error(span)

    def _members(self, kind: p.Kind, indices: tuple[int, ...], span: Span, name: str) -> p.Expr:
        return p.Const(frozenset(indices), set_of(member(kind.words.name)), span, name)

    # ---- slots

    def slot(self, symbol: Symbol, key: p.Expr | None, span: Span) -> p.Expr | None:
        match symbol:
            case p.Unit():
                return p.Read(p.Store.UNIT, symbol.words.name, "", key, NUMBER, span)
            case p.Memory():
                return p.Read(p.Store.MEMORY, symbol.words.name, "", key, symbol.type, span)
            case p.Zone():
                elem = thing(symbol.component)
                return p.Read(
                    p.Store.ZONE, symbol.words.name, "", key, list_of(elem) if symbol.ordered else set_of(elem), span
                )
            case p.Piece():
                return p.Read(p.Store.PIECES, symbol.words.name, "", key, cells(symbol.board), span)
            case _:
                return None

    def owner(self, who: p.Expr, per: p.Per) -> p.Expr:
        """Who keeps a slot: of what each side has one, the player's side."""
        if per is p.Per.SIDE and who.type.t is T.PLAYER:
            return p.Apply(p.Prim.SIDE_OF, (who,), SIDE, who.span)
        return who

    def _somebody(self, who: p.Expr) -> p.Expr:
        """A player; of a side, one who plays for it."""
        return who if who.type.t is T.PLAYER else p.Apply(p.Prim.PLAYER_OF, (who,), PLAYER, who.span)

    def _field_of(self, node: n.FieldOf, scope: Scope, want: Type | None) -> p.Expr:
        part = self._part_field(node, scope)
        if part is not None:
            return part
        if node.owner is None:
            if scope.its is None:
                self.report.error(
                    Code.CANNOT_INFER, node.span, "it is not clear what `its` refers to", help="name it: `p's …`"
                )
                return self.error(node.span)
            owner = scope.its
        else:
            owner = self.check(node.owner, scope)
        return self.property(owner, node.name, node.args, node.span, scope, want)

    def _part_field(self, node: n.FieldOf, scope: Scope) -> p.Expr | None:
        """`d's left's colour`: a field of one part of a thing that covers several cells."""
        if not isinstance(node.owner, n.FieldOf) or node.owner.owner is None or node.owner.args:
            return None
        names = {part for c in self.program.components.values() for part in c.parts}
        if node.owner.name not in names:
            return None
        whole = self.check(node.owner.owner, scope)
        component = self.program.components.get(whole.type.base) if whole.type.t is T.THING else None
        if component is None or node.owner.name not in component.parts:
            return None
        return self._field(whole, f"{node.owner.name}_{node.name}", node.span)

    def _of(self, node: n.Of, scope: Scope, want: Type | None) -> p.Expr:
        if node.name in ("cells",):
            inner = self.check(node.arg, scope)
            return self._cells_of(inner, node.span, scope)
        if node.name in ("count", "size"):
            return self.counted(self.check(node.arg, scope), node.span)
        if self._is_function(node.name):
            return self._apply(n.Apply(node.name, (node.arg,), node.span), scope, want)
        owner = self.check(node.arg, scope)
        return self.property(owner, node.name, (), node.span, scope, want)

    def _cells_of(self, inner: p.Expr, span: Span, scope: Scope) -> p.Expr:
        if inner.type.elem.t is T.MEMBER:
            found = self.cells_with(inner, "")
            if found is not None:
                return found
        if inner.type.elem.t is T.CELL or inner.type.elem.t is T.ERROR:
            return inner
        if inner.type.t is T.SPOT:
            return self._spot_cells(inner)
        if inner.type.t is T.DESIGN:
            inner = self.try_convert(inner, thing(inner.type.base)) or inner
        if inner.type.t is T.THING and self._laid_on(inner.type.base) is not None:
            return p.Apply(p.Prim.LAID, (inner,), cells(str(self._laid_on(inner.type.base))), span)
        self.report.error(Code.NOT_CELLS, span, f"{speak(inner.type)} has no cells")
        return self.error(span)

    def _spot_cells(self, expr: p.Expr) -> p.Expr:
        return p.Apply(p.Prim.SPOT_CELLS, (expr,), cells(spot_board(expr.type)), expr.span)

    def _laid_on(self, component: str) -> str | None:
        """The board that things of a component are laid on: the one whose cells take the fields of its parts."""
        found = self.program.components.get(component)
        if found is None or not found.parts:
            return None
        lent = {
            name.removeprefix(f"{part}_")
            for part in found.parts
            for name in found.fields
            if name.startswith(f"{part}_")
        }
        boards = [b.name for b in self.program.boards.values() if lent & set(b.fields)] or list(self.program.boards)
        return boards[0] if boards else None

    def _is_function(self, name: str) -> bool:
        return name in PRIMITIVES or any(isinstance(s, DefineSym) and s.decl.params for s in self.symbols.find(name))

    def property(
        self, owner: p.Expr, name: str, args: tuple[n.Expr, ...], span: Span, scope: Scope, want: Type | None
    ) -> p.Expr:
        """`owner's name`: a field, a slot kept by the owner, or a definition about it."""
        if owner.type.elem.t is T.ERROR:
            return owner
        if self._at_most_one(owner):
            owner = p.Apply(p.Prim.ONLY, (owner,), owner.type.elem, owner.span)
        elif owner.type.is_list and owner.type.elem.t is T.THING:
            owner = self.convert(owner, set_of(owner.type.elem), scope)
        if owner.type.t is T.PLAYER:
            if name in ("side", "sides"):
                return p.Apply(p.Prim.SIDE_OF, (owner,), SIDE, span)
            if name in scope.variables and scope.variables[name].per_player:
                var = scope.variables[name]
                return p.Read(p.Store.SECRET, var.name, "", owner, var.type, span, value=p.Local(var, var.type, span))
        if owner.type.t in (T.PLAYER, T.SIDE) and name == "supply":
            return p.Read(p.Store.SUPPLY, "", "", owner, SUPPLY, span)
        if owner.type.t is T.SPOT and name in self.program.components[spot_component(owner.type)].parts:
            index = self.program.components[spot_component(owner.type)].parts.index(name)
            which = p.Const(index, NUMBER, span, name)
            return p.Apply(p.Prim.PART, (owner, which), cell(spot_board(owner.type)), span)
        field = self._field(owner, name, span)
        if field is not None:
            return field
        for symbol in self.find(name, scope):
            found = self._property_of(symbol, owner, args, span, scope)
            if found is not None:
                return found
        return self._no_property(owner, name, span, scope)

    def _field(self, owner: p.Expr, name: str, span: Span) -> p.Expr | None:
        elem = owner.type.elem
        if elem.t is T.CELL:
            cell_field = self.program.boards[elem.base].fields.get(name) if elem.base else None
            if cell_field is not None:
                return p.Read(p.Store.CELL_FIELD, name, elem.base, owner, cell_field.type, span)
        if elem.t is T.THING:
            component = self.program.components.get(elem.base)
            thing_field = component.fields.get(name) if component else None
            if thing_field is not None:
                return p.Read(p.Store.THING_FIELD, name, elem.base, owner, thing_field.type, span)
        return None

    def _property_of(
        self, symbol: Symbol, owner: p.Expr, args: tuple[n.Expr, ...], span: Span, scope: Scope
    ) -> p.Expr | None:
        if isinstance(symbol, DefineSym):
            return self._defined_property(symbol, owner, args, span, scope)
        if args:
            return None
        per = symbol.per if isinstance(symbol, p.Unit | p.Memory | p.Zone | p.Piece) else None
        if per is None:
            return None
        kind = owner.type.t
        if per is p.Per.PLAYER and kind is T.PLAYER:
            return self.slot(symbol, owner, span)
        if per is p.Per.SIDE and kind in (T.PLAYER, T.SIDE):
            return self.slot(symbol, self.owner(owner, per), span)
        key = symbol.key if isinstance(symbol, p.Memory | p.Zone) else ""
        if (per is p.Per.CELL and owner.type.elem.t is T.CELL) or (
            per is p.Per.MEMBER and owner.type.elem == member(key)
        ):
            return self.slot(symbol, owner, span)
        if per is p.Per.THING and owner.type.elem.t is T.THING and self.root(owner.type.elem.base) == self.root(key):
            return self.slot(symbol, owner, span)
        if per is p.Per.THING and owner.type.t is T.DESIGN and self.root(owner.type.base) == self.root(key):
            converted = self.try_convert(owner, thing(owner.type.base))
            return self.slot(symbol, converted, span) if converted is not None else None
        return None

    def _defined_property(
        self, symbol: DefineSym, owner: p.Expr, args: tuple[n.Expr, ...], span: Span, scope: Scope
    ) -> p.Expr | None:
        params = symbol.decl.params
        if len(params) == len(args) + 1:
            wanted = self.functions.resolve_type(params[0].type)
            first = self.try_convert(owner, wanted) if wanted is not None else None
            if first is not None:
                rest = tuple(self.check(a, scope) for a in args)
                return self.functions.call(symbol, (first, *rest), scope, span)
        if owner.type.t in (T.PLAYER, T.SIDE) and len(params) == len(args):
            inner = scope.inner()
            inner.you = self._somebody(owner)
            return self.functions.call(symbol, tuple(self.check(a, scope) for a in args), inner, span)
        return None

    def _no_property(self, owner: p.Expr, name: str, span: Span, scope: Scope) -> p.Expr:
        known = [*self.symbols.names(), *PRIMITIVES, "cells", "supply", "side"]
        elem = owner.type.elem
        known += self._fields(elem)
        fields = self._fields(elem)
        otherwise = "it has " + ", ".join(f"`{x}`" for x in fields) if 0 < len(fields) < 9 else None
        self.unknown_name(Code.UNKNOWN_FIELD, span, f"{speak(owner.type)} has no `{name}`", name, known, otherwise)
        return self.error(span)

    def _fields(self, elem: Type) -> list[str]:
        """What a thing or a cell carries."""
        if elem.t is T.THING and elem.base in self.program.components:
            return list(self.program.components[elem.base].fields)
        return list(self.program.boards[elem.base].fields) if elem.t is T.CELL and elem.base else []

    # ---- calls

    def _apply(self, node: n.Apply, scope: Scope, want: Type | None) -> p.Expr:
        for symbol in self.symbols.find(node.name):
            if isinstance(symbol, DefineSym):
                return self.functions.check_call(symbol, node.args, scope, node.span)
        if node.name in PRIMITIVES:
            return self.primitive(node, scope)
        if len(node.args) == 1:
            return (
                self._of(n.Of(node.name, node.args[0], node.span), scope, want)
                if not self._is_function(node.name)
                else self.error(node.span)
            )
        return self.unknown(node.name, node.span, scope)

    def primitive(self, node: n.Apply, scope: Scope) -> p.Expr:
        prim = PRIMITIVES[node.name]
        handler = {
            p.Prim.SHIFT: self._shift,
            p.Prim.RAY: self._ray,
            p.Prim.GROW: self._grow,
            p.Prim.UNION: self._union_of,
            p.Prim.PARTS: self._parts,
            p.Prim.OPPOSITE: self._opposite,
            p.Prim.CAN_PAY: self._can_pay,
            p.Prim.POSITION: self._position,
            p.Prim.SPOTS: self._spots,
        }.get(prim)
        if handler is not None:
            return handler(node, scope)
        if len(node.args) != 1:
            return self._arity(node, 1)
        arg = self.check(node.args[0], scope)
        if arg.type.elem.t is T.ERROR:
            return arg
        if prim in (p.Prim.GROUPS, p.Prim.NEXT_TO, p.Prim.ROWS, p.Prim.COLUMNS, p.Prim.WIDTH, p.Prim.HEIGHT):
            return self._geometry(prim, arg, node.span, scope)
        return self._picked(prim, arg, node)

    def _arity(self, node: n.Apply, wanted: int) -> p.Expr:
        self.report.error(
            Code.WRONG_ARGUMENT_COUNT,
            node.span,
            f"`{node.name}` takes {wanted} argument{'s' * (wanted != 1)}, here are {len(node.args)}",
        )
        return self.error(node.span)

    def as_cells(self, node: n.Expr, scope: Scope, board: str = "") -> p.Expr:
        expr = self.check(node, scope, None)
        if expr.type.is_set and expr.type.elem.t is T.CELL:
            return expr
        want = cells(board or (scope.board or "") or self.only_board())
        return self.convert(expr, want, scope)

    def only_board(self) -> str:
        """The name of the board, where there is just one; else no name."""
        return next(iter(self.program.boards)) if len(self.program.boards) == 1 else ""

    def _geometry(self, prim: p.Prim, arg: p.Expr, span: Span, scope: Scope) -> p.Expr:
        area = self.convert(
            arg, cells(arg.type.elem.base if arg.type.elem.t is T.CELL else scope.board or self.only_board()), scope
        )
        if area.type.elem.t is T.ERROR:
            return area
        result = {
            p.Prim.GROUPS: list_of(area.type),
            p.Prim.ROWS: list_of(area.type),
            p.Prim.COLUMNS: list_of(area.type),
            p.Prim.NEXT_TO: area.type,
            p.Prim.WIDTH: NUMBER,
            p.Prim.HEIGHT: NUMBER,
        }[prim]
        return p.Apply(prim, (area,), result, span)

    def _picked(self, prim: p.Prim, arg: p.Expr, node: n.Apply) -> p.Expr:
        if not (arg.type.is_set or arg.type.is_list):
            self.report.error(Code.NOT_A_SET, node.span, f"`{node.name}` needs a set, this is {speak(arg.type)}")
            return self.error(node.span)
        type_ = arg.type if prim is p.Prim.DISTINCT else arg.type.elem
        return p.Apply(prim, (arg,), type_, node.span)

    def _shift(self, node: n.Apply, scope: Scope) -> p.Expr:
        if len(node.args) not in (2, 3):
            return self._arity(node, 2)
        area = self.as_cells(node.args[0], scope)
        way = self.check(node.args[1], scope, DIRECTION)
        steps = self.number(node.args[2], scope) if len(node.args) == 3 else p.Const(1, NUMBER, node.span)
        return p.Apply(p.Prim.SHIFT, (area, way, steps), area.type, node.span)

    def _ray(self, node: n.Apply, scope: Scope) -> p.Expr:
        if len(node.args) != 3:
            return self._arity(node, 3)
        area = self.as_cells(node.args[0], scope)
        way = self.check(node.args[1], scope, DIRECTION)
        through = self.as_cells(node.args[2], scope, area.type.elem.base)
        return p.Apply(p.Prim.RAY, (area, way, through), area.type, node.span)

    def _grow(self, node: n.Apply, scope: Scope) -> p.Expr:
        if len(node.args) != 3:
            return self._arity(node, 3)
        seed = self.as_cells(node.args[0], scope)
        through = self.as_cells(node.args[1], scope, seed.type.elem.base)
        steps = self.number(node.args[2], scope)
        return p.Apply(p.Prim.GROW, (seed, through, steps), seed.type, node.span)

    def _union_of(self, node: n.Apply, scope: Scope) -> p.Expr:
        if len(node.args) != 1:
            return self._arity(node, 1)
        inner = self.check(node.args[0], scope)
        if inner.type.elem.t is T.ERROR:
            return inner
        if (
            isinstance(inner, p.Fold)
            and inner.over is p.Over.LIST
            and inner.value is not None
            and inner.value.type.is_set
        ):
            return p.Fold(
                p.Over.UNION, inner.var, inner.source, inner.where, inner.value, (), inner.value.type, node.span
            )
        if inner.type.is_list and inner.type.elem.is_set:
            return p.Apply(p.Prim.UNION, (inner,), inner.type.elem, node.span)
        if inner.type.is_list and inner.type.elem.is_list:
            return p.Apply(p.Prim.UNION, (inner,), inner.type.elem, node.span)
        self.report.error(Code.NOT_A_SET, node.span, f"`union` joins a list of sets, this is {speak(inner.type)}")
        return self.error(node.span)

    def _parts(self, node: n.Apply, scope: Scope) -> p.Expr:
        if len(node.args) != 2 or not isinstance(node.args[1], n.Name):
            return self._arity(node, 2)
        area = self.as_cells(node.args[0], scope)
        if area.type.elem.t is T.ERROR:
            return area
        name = node.args[1].name
        field = self.program.boards[area.type.elem.base].fields.get(name)
        if field is None:
            self.report.error(
                Code.UNKNOWN_FIELD,
                node.args[1].span,
                f"the cells of {area.type.elem.base} have no `{name}`",
                help="`parts(cells, field)` groups cells by one of their fields",
            )
            return self.error(node.span)
        which = p.Const(name, Type(T.NONE, field.board), node.args[1].span, name)
        return p.Apply(p.Prim.PARTS, (area, which), list_of(area.type), node.span)

    def _spots(self, node: n.Apply, scope: Scope) -> p.Expr:
        if len(node.args) != 2:
            return self._arity(node, 2)
        what = self.check(node.args[0], scope)
        board = self._laid_on(what.type.base) if what.type.t is T.THING else None
        if board is None:
            if what.type.elem.t is not T.ERROR:
                self.report.error(
                    Code.WRONG_TYPE,
                    node.args[0].span,
                    f"{speak(what.type)} covers no cells",
                    help="its component needs a line `covers PART and PART, each with FIELDS`",
                )
            return self.error(node.span)
        area = self.as_cells(node.args[1], scope, board)
        type_ = set_of(spot(board, what.type.base))
        return p.Apply(p.Prim.SPOTS, (what, area), type_, node.span)

    def _opposite(self, node: n.Apply, scope: Scope) -> p.Expr:
        if len(node.args) != 1:
            return self._arity(node, 1)
        return p.Apply(p.Prim.OPPOSITE, (self.check(node.args[0], scope, DIRECTION),), DIRECTION, node.span)

    def _can_pay(self, node: n.Apply, scope: Scope) -> p.Expr:
        if len(node.args) != 1:
            return self._arity(node, 1)
        price = self.check(node.args[0], scope, BUNDLE)
        return p.Apply(p.Prim.CAN_PAY, (price, self.me(scope, node.span)), TRUTH, node.span)

    def _position(self, node: n.Apply, scope: Scope) -> p.Expr:
        if len(node.args) != 1:
            return self._arity(node, 1)
        return p.Apply(p.Prim.POSITION, (self.check(node.args[0], scope),), NUMBER, node.span)

    # ---- operators

    def _binary(self, node: n.Binary, scope: Scope, want: Type | None) -> p.Expr:
        if node.op in ("and", "or"):
            return self._logic(node, scope, want)
        left, right = self.check(node.left, scope), self.check(node.right, scope)
        if T.BUNDLE in (left.type.t, right.type.t):
            return self._bundle_sum(node, left, right, scope)
        prim = {
            "add": p.Prim.ADD,
            "sub": p.Prim.SUB,
            "mul": p.Prim.MUL,
            "div_down": p.Prim.DIV_DOWN,
            "div_up": p.Prim.DIV_UP,
        }[node.op]
        left, right = self.convert(left, NUMBER, scope), self.convert(right, NUMBER, scope)
        if (
            prim in (p.Prim.DIV_DOWN, p.Prim.DIV_UP)
            and isinstance(right, p.Const)
            and right.value == 0
            and right.type == NUMBER
        ):
            self.report.error(Code.DIVISION_BY_ZERO, right.span, "this divides by zero", help="divide by 1 or more")
        return p.Apply(prim, (left, right), NUMBER, node.span)

    def _bundle_sum(self, node: n.Binary, left: p.Expr, right: p.Expr, scope: Scope) -> p.Expr:
        left, right = self.convert(left, BUNDLE, scope), self.convert(right, BUNDLE, scope)
        return p.Apply(p.Prim.ADD if node.op == "add" else p.Prim.SUB, (left, right), BUNDLE, node.span)

    def _logic(self, node: n.Binary, scope: Scope, want: Type | None) -> p.Expr:
        if want is not None and want.t is T.TRUTH:
            prim = p.Prim.AND if node.op == "and" else p.Prim.OR
            return p.Apply(prim, (self.truth(node.left, scope), self.truth(node.right, scope)), TRUTH, node.span)
        left = self._dispatch[type(node.left)](node.left, scope, want)
        right = self._dispatch[type(node.right)](node.right, scope, want)
        if T.ERROR in (left.type.t, right.type.t):
            return self.error(node.span)
        if left.type.t is T.TRUTH and right.type.t is T.TRUTH:
            return p.Apply(p.Prim.AND if node.op == "and" else p.Prim.OR, (left, right), TRUTH, node.span)
        if left.type.t is T.BUNDLE and right.type.t is T.BUNDLE and node.op == "and":
            return p.Apply(p.Prim.ADD, (left, right), BUNDLE, node.span)
        if node.op == "or":
            return self._either_set(left, right, node, want, scope)
        self.report.error(
            Code.NOT_A_TRUTH,
            node.span,
            "`and` joins conditions or amounts",
            help="to narrow a set write `on`; to join two sets write `or`",
        )
        return self.error(node.span)

    def _either_set(self, left: p.Expr, right: p.Expr, node: n.Binary, want: Type | None, scope: Scope) -> p.Expr:
        target = left.type if left.type.is_set else right.type if right.type.is_set else set_of(left.type)
        if want is not None and want.is_set and want.elem.t is T.CELL:
            target = want
        elif left.type.elem.t is T.MEMBER and right.type.elem.t is T.CELL:
            target = set_of(right.type.elem)
        elif right.type.elem.t is T.MEMBER and left.type.elem.t is T.CELL:
            target = set_of(left.type.elem)
        return p.Apply(
            p.Prim.UNION, (self.convert(left, target, scope), self.convert(right, target, scope)), target, node.span
        )

    def _unary(self, node: n.Unary, scope: Scope, want: Type | None) -> p.Expr:
        if node.op == "not":
            return p.Apply(p.Prim.NOT, (self.truth(node.arg, scope),), TRUTH, node.span)
        return p.Apply(p.Prim.NEG, (self.number(node.arg, scope),), NUMBER, node.span)

    def _compare(self, node: n.Compare, scope: Scope, want: Type | None) -> p.Expr:
        left = self._left_of(node, scope)
        if node.op in ("next_to", "not_next_to"):
            return self._is_next_to(left, node, scope)
        if node.op in ("in", "not_in"):
            found = self._is_in(left, node, scope)
        elif node.op in ("is", "is_not"):
            found = self._is(left, node, scope)
        else:
            found = self._ordered(left, node, scope)
        if node.op in ("not_in", "is_not"):
            return p.Apply(p.Prim.NOT, (found,), TRUTH, node.span)
        return found

    def _left_of(self, node: n.Compare, scope: Scope) -> p.Expr:
        """What is compared; of a name with several meanings, before `is in`, the one that can be among them."""
        if node.op not in ("in", "not_in") or not isinstance(node.left, n.Name) or node.left.name in scope.variables:
            return self.check(node.left, scope)
        if len(self.find(node.left.name, scope)) < 2:
            return self.check(node.left, scope)
        right = self.check(node.right, scope)
        if right.type.t is T.ERROR:
            return right
        return self._name(node.left, scope, set_of(right.type.elem))

    def _ordered(self, left: p.Expr, node: n.Compare, scope: Scope) -> p.Expr:
        right = self.check(node.right, scope, left.type if left.type.t is T.MEMBER else None)
        if left.type.t is not T.MEMBER:
            left, right = self.convert(left, NUMBER, scope), self.convert(right, NUMBER, scope)
        match node.op:
            case "at_least":
                return p.Apply(p.Prim.AT_MOST, (right, left), TRUTH, node.span)
            case "at_most":
                return p.Apply(p.Prim.AT_MOST, (left, right), TRUTH, node.span)
            case "more":
                return p.Apply(p.Prim.LESS, (right, left), TRUTH, node.span)
            case _:
                return p.Apply(p.Prim.LESS, (left, right), TRUTH, node.span)

    def _is(self, left: p.Expr, node: n.Compare, scope: Scope) -> p.Expr:
        right = self._right_of_is(left, node, scope)
        if T.ERROR in (left.type.t, right.type.t):
            return self.error(node.span)
        if left.type.t is T.THING and right.type.t is T.DESIGN and isinstance(right, p.Const):
            things = self._to_set(right, set_of(left.type))
            if things is not None:
                return p.Apply(p.Prim.IN, (left, things), TRUTH, node.span)
        if left.type.t is T.THING and right.type.t is T.MEMBER:
            return self._field_is(left, right, node)
        if right.type.t is T.NONE or (isinstance(right, p.Const) and right.value is None):
            return p.Apply(p.Prim.IS, (left, right), TRUTH, node.span)
        for a, b in ((left, right), (right, left)):
            converted = self.try_convert(a, b.type)
            if converted is not None:
                pair = (converted, b) if a is left else (b, converted)
                return p.Apply(p.Prim.IS, pair, TRUTH, node.span)
        self.report.error(
            Code.NEVER_EQUAL,
            node.span,
            f"{speak(left.type)} is never {speak(right.type)}",
            help="the two sides must be of one type",
        )
        return self.error(node.span)

    def _right_of_is(self, left: p.Expr, node: n.Compare, scope: Scope) -> p.Expr:
        want: Type | None = left.type if left.type.t not in (T.TRUTH,) else None
        if left.type.t is T.THING and isinstance(node.right, n.Name):
            return self._thing_word(left, node.right, scope)
        if isinstance(node.right, n.Name | n.CellsLit):
            return self._dispatch[type(node.right)](node.right, scope, want.sure() if want else None)
        return self.check(node.right, scope)

    def _thing_word(self, left: p.Expr, right: n.Name, scope: Scope) -> p.Expr:
        """After `t is`, a name is a design of t's component, a value of one of its fields, or a thing."""
        root = self.root(left.type.base)
        for symbol in self.symbols.find(right.name):
            if (
                isinstance(symbol, p.Design)
                and self.root(symbol.component) == root
                and right.name not in scope.variables
            ):
                return p.Const(symbol, Type(T.DESIGN, symbol.component), right.span, symbol.words.name)
            if isinstance(symbol, MemberSym) and self._field_for(left, symbol.kind.words.name) is not None:
                return p.Const(symbol.index, member(symbol.kind.words.name), right.span, right.name)
        return self.check(right, scope)

    def _field_for(self, owner: p.Expr, kind: str) -> p.ThingField | None:
        component = self.program.components.get(owner.type.base)
        fields = [f for f in component.fields.values() if f.type.sure() == member(kind)] if component else []
        return fields[0] if len(fields) == 1 else None

    def _field_is(self, left: p.Expr, right: p.Expr, node: n.Compare) -> p.Expr:
        field = self._field_for(left, right.type.base)
        if field is None:
            self.report.error(
                Code.NEVER_EQUAL, node.span, f"no one field of {speak(left.type)} holds {speak(right.type)}"
            )
            return self.error(node.span)
        read = p.Read(p.Store.THING_FIELD, field.name, left.type.base, left, field.type, left.span)
        return p.Apply(p.Prim.IS, (read, right), TRUTH, node.span)

    def _is_in(self, left: p.Expr, node: n.Compare, scope: Scope) -> p.Expr:
        right = self._right_of_in(left, node, scope)
        if T.ERROR in (left.type.t, right.type.t):
            return self.error(node.span)
        if left.type.t is T.DESIGN and right.type.elem.t is T.THING:
            things = set_of(right.type.elem)
            both = (self.convert(left, things, scope), self.convert(right, things, scope))
            common = p.Apply(p.Prim.COMMON, both, things, node.span)
            return p.Apply(p.Prim.SOME, (common,), TRUTH, node.span)
        if left.type.t is T.SPOT and right.type.elem.t is T.CELL:
            left = self._spot_cells(left)
        if left.type.is_set:
            return p.Apply(p.Prim.SUBSET, (left, self.convert(right, left.type, scope)), TRUTH, node.span)
        if right.type.is_list and self._fits(left.type.sure(), right.type.elem):
            return p.Apply(p.Prim.IN, (left, right), TRUTH, node.span)
        return p.Apply(p.Prim.IN, (left, self.convert(right, set_of(left.type), scope)), TRUTH, node.span)

    def _right_of_in(self, left: p.Expr, node: n.Compare, scope: Scope) -> p.Expr:
        want = left.type if left.type.is_set else set_of(left.type)
        if left.type.t is T.DESIGN:
            want = set_of(thing(left.type.base))
        if left.type.t is T.SPOT:
            want = cells(spot_board(left.type))
        if isinstance(node.right, n.Listed):
            items = tuple(
                self._right_of_is(left, n.Compare("is", node.left, item, node.span), scope) for item in node.right.items
            )
            sets = [self.try_convert(x, want) for x in items]
            if all(s is not None for s in sets):
                return self._union([s for s in sets if s is not None], want, node.right.span)
            if left.type.t is T.NUMBER:
                return p.Apply(p.Prim.LISTED, items, list_of(NUMBER), node.right.span)
        return self._dispatch[type(node.right)](node.right, scope, want)

    def _is_next_to(self, left: p.Expr, node: n.Compare, scope: Scope) -> p.Expr:
        board = left.type.elem.base if left.type.elem.t is T.CELL else ""
        other = self.as_cells(node.right, scope, board)
        if T.ERROR in (left.type.t, other.type.t):
            return self.error(node.span)
        around = p.Apply(p.Prim.NEXT_TO, (other,), other.type, node.right.span)
        if left.type.t is T.CELL:
            found: p.Expr = p.Apply(p.Prim.IN, (left, around), TRUTH, node.span)
        else:
            area = self.convert(left, other.type, scope)
            both = p.Apply(p.Prim.COMMON, (area, around), other.type, node.span)
            found = p.Apply(p.Prim.SOME, (both,), TRUTH, node.span)
        return p.Apply(p.Prim.NOT, (found,), TRUTH, node.span) if node.op == "not_next_to" else found

    def _filter(self, node: n.Filter, scope: Scope, want: Type | None) -> p.Expr:
        source = self.check(node.source, scope, None)
        cells_wanted = want is not None and want.is_set and want.elem.t is T.CELL
        if node.op in ("next_to", "not_next_to") or (cells_wanted and source.type.elem.t is T.MEMBER):
            board = want.elem.base if want is not None and cells_wanted else scope.board or self.only_board()
            if source.type.elem.t is not T.CELL:
                source = self.convert(source, cells(board), scope)
        if source.type.elem.t is T.ERROR:
            return source
        if node.op in ("next_to", "not_next_to"):
            other = self.as_cells(node.arg, scope, source.type.elem.base)
            around = p.Apply(p.Prim.NEXT_TO, (other,), other.type, node.arg.span)
            area = self.convert(source, set_of(source.type.elem), scope)
            prim = p.Prim.COMMON if node.op == "next_to" else p.Prim.EXCEPT
            return p.Apply(prim, (area, around), area.type, node.span)
        prim = p.Prim.COMMON if node.op == "on" else p.Prim.EXCEPT
        other = self._narrowing(source, node, scope)
        if source.type.elem.t is T.MEMBER and other.type.elem.t is T.CELL:
            source = self.convert(source, other.type, scope)
        if not (source.type.is_set or source.type.is_list):
            source = self.convert(source, set_of(source.type), scope)
        if source.type.is_list:
            source = self.convert(source, set_of(source.type.elem), scope)
        return p.Apply(prim, (source, self.convert(other, source.type, scope)), source.type, node.span)

    def _narrowing(self, source: p.Expr, node: n.Filter, scope: Scope) -> p.Expr:
        elem = source.type.elem
        other = self._dispatch[type(node.arg)](node.arg, scope, set_of(elem) if elem.t is not T.MEMBER else None)
        if elem.t is T.CELL and other.type.elem.t is T.MEMBER:
            return self.convert(other, set_of(elem), scope)
        return other

    def counted(self, source: p.Expr, span: Span) -> p.Expr:
        """`count of …`: of a set or list, or of the cells that have a member."""
        if isinstance(source, p.Const) and source.type.elem.t is T.MEMBER and self._is_place_group(source):
            source = self.cells_with(source, "") or source
        if source.type.is_set or source.type.is_list or source.type.elem.t is T.ERROR:
            return p.Apply(p.Prim.COUNT, (source,), NUMBER, span)
        if source.type.elem.t is T.MEMBER:
            found = self.cells_with(source, "")
            if found is not None:
                return p.Apply(p.Prim.COUNT, (found,), NUMBER, span)
        self.report.error(
            Code.NOT_A_SET, span, f"{speak(source.type)} cannot be counted", help="`count of` needs a set"
        )
        return self.error(span)

    def _count(self, node: n.Count, scope: Scope, want: Type | None) -> p.Expr:
        return self.counted(self.check(node.source, scope), node.span)

    def _exists(self, node: n.Exists, scope: Scope, want: Type | None) -> p.Expr:
        source = self.check(node.source, scope)
        if source.type.elem.t is T.MEMBER and not source.type.is_list:
            source = self.cells_with(source, scope.board or "") or source
        if source.type.maybe and not source.type.is_set:
            some: p.Expr = p.Apply(
                p.Prim.NOT,
                (p.Apply(p.Prim.IS, (source, p.Const(None, source.type, node.span)), TRUTH, node.span),),
                TRUTH,
                node.span,
            )
        elif source.type.is_set or source.type.is_list or source.type.elem.t is T.ERROR:
            some = p.Apply(p.Prim.SOME, (source,), TRUTH, node.span)
        elif source.type.t is T.NUMBER:
            some = p.Apply(p.Prim.LESS, (p.Const(0, NUMBER, node.span), source), TRUTH, node.span)
        else:
            self.report.error(Code.NOT_A_SET, node.span, f"`some` and `no` need a set, this is {speak(source.type)}")
            return self.error(node.span)
        return p.Apply(p.Prim.NOT, (some,), TRUTH, node.span) if node.negated else some

    def held(self, name: str, source: n.Expr, span: Span, scope: Scope) -> p.Expr:
        """`pawn in your supply`: how many; `card in your hand`: which."""
        where = self.check(source, scope)
        if where.type.elem.t is T.ERROR:
            return where
        for symbol in self.find(name, scope):
            if where.type.t is T.SUPPLY and isinstance(symbol, p.Piece) and isinstance(where, p.Read):
                return self._supply(symbol, where, span)
            if isinstance(symbol, p.Component | p.Design):
                things = self._meaning(symbol, n.Name(name, span), scope)
                target = set_of(where.type.elem)
                if things is not None and where.type.elem.t is T.THING:
                    return p.Apply(
                        p.Prim.COMMON,
                        (self.convert(where, target, scope), self.convert(things, target, scope)),
                        target,
                        span,
                    )
        return self.unknown(name, span, scope)

    def _supply(self, piece: p.Piece, where: p.Read, span: Span) -> p.Expr:
        """How many of a piece are in a supply: that of a player, of a side, or of the game."""
        key = where.key if piece.per is not p.Per.GAME else None
        if key is not None and key.type.t is T.SIDE and piece.per is p.Per.PLAYER:
            whose = f"each player has a supply of {piece.words.name}, not each side"
            self.report.error(Code.WRONG_TYPE, span, whose, help=f"declare `piece {piece.words.name} per side`")
            return self.error(span)
        key = self.owner(key, piece.per) if key is not None else None
        return p.Read(p.Store.SUPPLY, piece.words.name, "", key, NUMBER, span)

    def _count_in(self, node: n.CountIn, scope: Scope, want: Type | None) -> p.Expr:
        found = self.held(node.name, node.source, node.span, scope)
        return found if found.type.t in (T.NUMBER, T.ERROR) else p.Apply(p.Prim.COUNT, (found,), NUMBER, node.span)

    def _exists_in(self, node: n.ExistsIn, scope: Scope, want: Type | None) -> p.Expr:
        if not self.find(node.name, scope) and node.name not in scope.variables:
            found = self.unknown(node.name, node.span, scope)
        else:
            found = self.held(node.name, node.source, node.span, scope)
        if found.type.t is T.NUMBER:
            some: p.Expr = p.Apply(p.Prim.LESS, (p.Const(0, NUMBER, node.span), found), TRUTH, node.span)
        else:
            some = p.Apply(p.Prim.SOME, (found,), TRUTH, node.span)
        return p.Apply(p.Prim.NOT, (some,), TRUTH, node.span) if node.negated else some

    # ---- binders

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

    def _is_place_group(self, expr: p.Const) -> bool:
        """A group named by a plural (`hills`) is its cells; one named by an adjective stays a set of members."""
        return bool(expr.name) and str(expr.name).endswith("s")

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
