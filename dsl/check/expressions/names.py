"""Names to what they mean: variables, words of the language, symbols; and the slots in which values are kept."""


from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check import habits as habit
from rulewright.dsl.check.expressions.conversion import Conversion
from rulewright.dsl.check.expressions.vocabulary import DIRECTIONS, PRIMITIVES, WORDS
from rulewright.dsl.check.symbols import (
    DefineSym,
    GroupSym,
    MapsSym,
    MemberSym,
    NumberSym,
    OptionSym,
    Scope,
    Symbol,
    UnitGroupSym,
)
from rulewright.dsl.codes import Code
from rulewright.dsl.places import word_span
from rulewright.dsl.plurals import singulars
from rulewright.dsl.source import Span
from rulewright.dsl.types import (
    DIRECTION,
    NONE,
    NUMBER,
    PLAYER,
    SIDE,
    SUPPLY,
    TRUTH,
    T,
    Type,
    cells,
    list_of,
    member,
    set_of,
    speak,
    thing,
)


class Names(Conversion):
    """Finds out what a name means where it stands."""

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
        cups = {s.component for s in found if isinstance(s, p.Zone) and s.shape == "dice"}  # a cup may be called `die`
        meant = [s for s in found if not (isinstance(s, p.Component | p.Design) and _component(s) in cups)]
        meanings = [e for e in (self._meaning(s, node, scope) for s in meant) if e is not None]
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
        removal = next(filter(None, map(self.symbols.removal, (name, *singulars(name)))), None)
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
                admits = want is not None and (want.maybe or want.is_set or want.is_list)
                return p.Const(None, want if want is not None and admits else NONE, span, "none")
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


def _component(symbol: p.Component | p.Design) -> str:
    return symbol.name if isinstance(symbol, p.Component) else symbol.component
