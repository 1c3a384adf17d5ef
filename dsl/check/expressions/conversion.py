"""What every expression goes through: entry, types wanted and given, the few implicit conversions, simple values."""


import re
from collections.abc import Callable
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.expressions.vocabulary import DIRECTIONS, WORDS
from rulewright.dsl.check.functions import Functions
from rulewright.dsl.check.symbols import (
    Scope,
    Symbols,
)
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.source import Span
from rulewright.dsl.types import (
    ERROR,
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
    speak,
    spot_board,
    thing,
)


class Conversion:
    """Where all expressions begin and end."""

    functions: Functions

    def __init__(self, program: p.Program, symbols: Symbols, report: Report) -> None:
        self.program = program
        self.symbols = symbols
        self.report = report
        self._vars = 0
        self._dispatch: dict[type, Callable[[Any, Scope, Type | None], p.Expr]] = {}

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
        if want.t is T.NUMBER and have.t is not T.NONE:
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
        elif want.t is T.TRUTH and have.t is not T.NONE:
            code = Code.SET_USED_AS_TRUTH if have.is_set else Code.NOT_A_TRUTH
            help_ = "write `some …` or `no …`" if have.is_set else "compare it, as in `… is 3`"
        elif want.t is T.PLAYER and have.t is not T.NONE:
            code, help_ = Code.NOT_A_PLAYER, "name a player: `you`, or one from `p in players`"
        elif have.t is T.NONE:
            help_ = "only what is declared with a `?` after its type may be none: `memory best: player?`"
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

    def _spot_cells(self, expr: p.Expr) -> p.Expr:
        return p.Apply(p.Prim.SPOT_CELLS, (expr,), cells(spot_board(expr.type)), expr.span)

    def _is_place_group(self, expr: p.Const) -> bool:
        """A group named by a plural (`hills`) is its cells; one named by an adjective stays a set of members."""
        return bool(expr.name) and str(expr.name).endswith("s")

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


def _one_cell(node: n.CellsLit, row: int, column: int) -> Span:
    """The place of one cell in a list of them."""
    found = re.search(rf"\[ *{row}, *{column} *\]", node.span.text)
    start, end = found.span() if found else (0, len(node.span.text))
    return Span(node.span.file, node.span.start + start, node.span.start + end)
