"""Calls of definitions, and the primitives about areas, spots and payments."""



from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.expressions.properties import Properties
from rulewright.dsl.check.expressions.vocabulary import PRIMITIVES
from rulewright.dsl.check.symbols import (
    DefineSym,
    Scope,
)
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.dsl.types import (
    BUNDLE,
    DIRECTION,
    NUMBER,
    TRUTH,
    T,
    Type,
    cells,
    list_of,
    set_of,
    speak,
    spot,
)


class Calls(Properties):
    """What is worked out from arguments."""

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
