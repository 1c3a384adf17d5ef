"""`x's y` and `y of x`: what things, cells, players and definitions have."""



from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.expressions.names import Names
from rulewright.dsl.check.expressions.vocabulary import PRIMITIVES
from rulewright.dsl.check.symbols import (
    DefineSym,
    Scope,
    Symbol,
)
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.dsl.types import (
    NUMBER,
    SIDE,
    SUPPLY,
    T,
    Type,
    cell,
    cells,
    member,
    set_of,
    speak,
    spot_board,
    spot_component,
    thing,
)


class Properties(Names):
    """What belongs to something."""

    being_set: Span | None = None  # the place that a `set` changes, which may be one of each of several things

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
            return self.check(n.Apply(node.name, (node.arg,), node.span), scope, want)
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
            return self._of_one(field, owner, name, span)
        for symbol in self.find(name, scope):
            found = self._property_of(symbol, owner, args, span, scope)
            if found is not None:
                return self._of_one(found, owner, name, span)
        return self._no_property(owner, name, span, scope)

    def _of_one(self, found: p.Expr, owner: p.Expr, name: str, span: Span) -> p.Expr:
        """What each of several things has is no one value; only `set` speaks of all of them at once."""
        if not isinstance(found, p.Read) or found.key is not owner or not (owner.type.is_set or owner.type.is_list):
            return found
        if span == self.being_set:
            return found
        said = owner.span.text if "\n" not in owner.span.text else "these"
        self.report.error(
            Code.SEVERAL_FOR_ONE,
            span,
            f"`{said}` may be several, and `{name}` is asked of one",
            help=self._choosing_one(owner, name, said),
        )
        return self.error(span)

    def _choosing_one(self, owner: p.Expr, name: str, said: str) -> str:
        one = f"choose one, `choose x in {said}`, and say `x's {name}`"
        if isinstance(owner, p.Read) and owner.store is p.Store.ZONE:
            return f"{one}; if `{owner.name}` never holds more than one, declare it `at most 1`"
        return one

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
