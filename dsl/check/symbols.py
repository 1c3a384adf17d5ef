"""Symbols: what a name can mean. A name may have several meanings of different kinds; the wanted type decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.parts import names_of
from rulewright.dsl.places import word_span
from rulewright.dsl.plurals import plural, singulars
from rulewright.dsl.ruleset import Removal
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type


@dataclass(frozen=True, slots=True)
class MemberSym:
    kind: p.Kind
    index: int


@dataclass(frozen=True, slots=True)
class GroupSym:
    kind: p.Kind
    name: str


@dataclass(frozen=True, slots=True)
class DefineSym:
    decl: n.DefineDecl
    module: str


@dataclass(frozen=True, slots=True)
class NumberSym:
    decl: n.NumberDecl
    module: str


@dataclass(frozen=True, slots=True)
class OptionSym:
    name: str
    value: p.Expr


@dataclass(frozen=True, slots=True)
class UnitGroupSym:
    name: str
    units: tuple[p.Unit, ...]


@dataclass(frozen=True, slots=True)
class MapsSym:
    """All the maps a board can be made of, by the noun of its parts."""

    board: p.Board


Symbol: TypeAlias = (
    p.Board
    | p.Kind
    | MemberSym
    | GroupSym
    | p.Unit
    | UnitGroupSym
    | p.Memory
    | p.Zone
    | p.Piece
    | p.Component
    | p.Design
    | DefineSym
    | NumberSym
    | OptionSym
    | p.Map
    | MapsSym
)


@dataclass(slots=True)
class Symbols:
    """Every declared name with all it can mean; plural and singular are one name."""

    table: dict[str, list[Symbol]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    """Names whose declaration was refused: that was told, what follows from it need not be."""
    declarations: Sequence[n.Decl] = ()
    removal: Callable[[str], Removal | None] = lambda name: None

    def add(self, name: str, symbol: Symbol, plural_name: str | None = None, *, counts: bool = False) -> None:
        names = {name}
        if counts:
            names.add(plural_name or plural(name))
        for spelled in names:
            found = self.table.setdefault(spelled, [])
            if symbol not in found:
                found.append(symbol)

    def find(self, name: str) -> tuple[Symbol, ...]:
        return tuple(self.table.get(name, ()))

    def of(self, *kinds: type) -> Iterable[str]:
        """The names that can mean something of these kinds."""
        return [name for name, found in self.table.items() if any(isinstance(s, kinds) for s in found)]

    def place(self, name: str) -> Span | None:
        """Where a name is declared, looked up only when a message needs it."""
        wanted = {name, *singulars(name)}
        for decl in self.declarations:
            members = [x for member in decl.members for x in member.names] if isinstance(decl, n.KindDecl) else []
            found = next((x for x in (*names_of(decl), *members) if x in wanted), None)
            if found is not None and not isinstance(decl, n.TableDecl):
                return word_span(decl.span, found)
        return None

    def names(self) -> Iterable[str]:
        return self.table.keys()


@dataclass(slots=True)
class Scope:
    """What names mean at one place: local variables, who `you` is, whose rule runs, and what `its` refers to."""

    variables: dict[str, p.Var] = field(default_factory=dict)
    you: p.Expr | None = None
    this: Type | None = None
    its: p.Expr | None = None
    board: str | None = None
    lifted: p.Piece | None = None
    aliases: dict[str, p.Piece | p.Read] = field(default_factory=dict)

    def inner(self) -> Scope:
        """A scope for a block: what it declares ends with it."""
        return replace(self, variables=dict(self.variables))
