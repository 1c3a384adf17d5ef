"""Arithmetic, logic, comparisons, filters, and what there is of something."""



from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.expressions.calls import Calls
from rulewright.dsl.check.symbols import (
    MemberSym,
    Scope,
)
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.dsl.types import (
    BUNDLE,
    NUMBER,
    TRUTH,
    T,
    Type,
    cells,
    list_of,
    member,
    set_of,
    speak,
    spot_board,
    thing,
)


class Operators(Calls):
    """What is worked out from two sides."""

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
        if left.type == right.type == NUMBER:
            help_ = "compare it, `is …`, `is at least …`, or name several: `is in (1, 2)`"
            self.report.error(Code.NOT_A_SET, node.right.span, "this is one number, which holds nothing", help=help_)
            return self.error(node.span)
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
