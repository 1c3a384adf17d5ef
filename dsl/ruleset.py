"""The Ruleset: every declaration in force, merged from a game and what was added to it, each with its origin.

Things stand in link order: library, games from the base on, expansions, variants; a replaced thing keeps the place of
the one it replaces. Namespaces: an instance lives in its component's (`find("tile", "farm")`), a table in `TABLES`,
anything else in `THINGS`. Tables and unnamed setups may occur several times under one name: their rows, and their
steps, add up in order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.source import Span
from rulewright.dsl.walk import canonical, walk

THINGS = ""
TABLES = "table "  # with a blank, so that no component can bear the name

Key = tuple[str, str]
Decl = TypeVar("Decl", bound=n.Thing)


def keys_of(decl: n.Thing) -> tuple[Key, ...]:
    """Namespace and name of what a declaration declares; a counter may declare several."""
    match decl:
        case n.InstanceDecl():
            return ((decl.kind, decl.name),)
        case n.TableDecl():
            return ((TABLES, decl.name),)
        case n.CounterDecl():
            return tuple((THINGS, noun.name) for noun in decl.nouns)
        case _:
            return ((THINGS, decl.name),)


@dataclass(frozen=True, slots=True)
class Patch:
    """A change by a later module.

    `kind` is set, replace, in_place_of, replace_step, extend, remove (of a row), agree (declared likewise) or use.
    """

    module: str
    span: Span = field(compare=False, repr=False)
    kind: str


def numbers_in(node: object) -> Iterator[str]:
    """The numbers of rules that are cited anywhere inside a node."""
    return (number for source in walk(node) if isinstance(source, n.Source) for number in source.refs)


@dataclass(frozen=True)
class Linked:
    """A declaration in force. `module` is the one that first declared it, `library X` for the library's.

    `partners` are the modules together with which it did so.

    Many rulesets that differ in one thing share the others, so what is worked out of a declaration is kept with it.
    """

    decl: n.Thing
    module: str
    patches: tuple[Patch, ...] = ()
    partners: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.decl.name

    @property
    def keys(self) -> tuple[Key, ...]:
        return keys_of(self.decl)

    @property
    def is_library(self) -> bool:
        return self.module.startswith("library ")

    @cached_property
    def step_names(self) -> frozenset[str]:
        """The names of all steps inside it."""
        return frozenset(x.name for x in walk(self.decl) if isinstance(x, n.StepStmt))

    @cached_property
    def texts(self) -> tuple[n.Text, ...]:
        """The author's own words inside it."""
        has_words = '"' in self.decl.span.text  # many have none, and need not be walked
        return tuple(x for x in walk(self.decl) if isinstance(x, n.Text)) if has_words else ()

    @cached_property
    def cited(self) -> frozenset[str]:
        """The numbers of rules that it cites."""
        return frozenset(numbers_in(self.decl))

    @cached_property
    def form(self) -> str:
        """What it says, wherever it stands, as JSON."""
        return _json(canonical(self.decl))


@dataclass(frozen=True, slots=True)
class Removal:
    """A name that is no longer declared, and who took it away. `kind` is remove, in_place_of or without."""

    namespace: str
    name: str
    module: str
    span: Span = field(compare=False, repr=False)
    kind: str


@dataclass(frozen=True, slots=True)
class ModuleInfo:
    """`kind` is library, game, expansion or variant; `together` are the modules with which it says something more."""

    kind: str
    name: str
    title: str | None
    path: str
    of: tuple[str, ...]
    requires: tuple[str, ...]
    written: str | None
    together: tuple[tuple[str, ...], ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True)
class Ruleset:
    """What is in force. `options` holds only the options that were given a value for this load."""

    name: str
    title: str
    notes: tuple[str, ...]
    players: tuple[int, ...]
    language: int
    match: tuple[int, str] | None
    things: tuple[Linked, ...]
    examples: tuple[tuple[n.ExampleDecl, str], ...]
    modules: tuple[ModuleInfo, ...]
    removed: tuple[Removal, ...]
    options: Mapping[str, n.Expr]
    _index: dict[Key, list[Linked]] = field(init=False, compare=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        for linked in self.things:
            for key in linked.keys:
                self._index.setdefault(key, []).append(linked)

    def find(self, namespace: str, name: str) -> Linked | None:
        """The first thing of that name; any noun of a counter finds its declaration."""
        found = self._index.get((namespace, name))
        return found[0] if found else None

    def all_of(self, namespace: str, name: str) -> tuple[Linked, ...]:
        """All of that name: several only for tables and unnamed setups."""
        return tuple(self._index.get((namespace, name), ()))

    def things_of(self, *types: type[Decl]) -> tuple[Linked, ...]:
        return tuple(linked for linked in self.things if isinstance(linked.decl, types))

    def decls(self, type_: type[Decl]) -> tuple[Decl, ...]:
        """The declarations of one class, in link order."""
        return tuple(linked.decl for linked in self.things if isinstance(linked.decl, type_))

    def instances_of(self, component: str) -> tuple[Linked, ...]:
        """The instances declared one by one; those of tables stand in the rows of `all_of(TABLES, component)`."""
        return tuple(x for x in self.things if isinstance(x.decl, n.InstanceDecl) and x.decl.kind == component)

    def names(self) -> Iterator[Key]:
        return iter(self._index)

    def seats(self, players: int, report: Report) -> bool:
        """Whether it is for so many players; an error that names what makes it so otherwise."""
        if players in self.players:
            return True
        added = [info.title or info.name for info in self.modules if info.kind in ("expansion", "variant")]
        what = f"{self.title or self.name}{' with ' * bool(added)}{' and '.join(added)}"
        *most, last = map(str, sorted(self.players))
        known = f"{', '.join(most)} or {last}" if most else last
        message = f"{what} is not for {players} player{'s' * (players != 1)}"
        report.error(Code.PLAYER_COUNT, None, message, help=f"it is for {known} players")
        return False

    def module(self, name: str) -> ModuleInfo | None:
        return next((info for info in self.modules if info.name == name), None)

    def removal(self, name: str) -> Removal | None:
        """Who took this name away, if anybody did: for "removed by …" in messages about unknown names."""
        return next((removal for removal in self.removed if removal.name == name), None)

    @cached_property
    def examples_citing(self) -> Mapping[str, tuple[tuple[n.ExampleDecl, str], ...]]:
        """The examples by the numbers of rules that they cite."""
        found: dict[str, list[tuple[n.ExampleDecl, str]]] = {}
        for case in self.examples:
            for number in dict.fromkeys(numbers_in(case[0])):
                found.setdefault(number, []).append(case)
        return {number: tuple(cases) for number, cases in found.items()}

    @cached_property
    def step_names(self) -> frozenset[str]:
        """The names of all steps inside the declarations."""
        return frozenset[str]().union(*(linked.step_names for linked in self.things))

    @cached_property
    def content_hash(self) -> str:
        """sha256 over the rules in force and the options given: equal rules hash equally wherever their files lie.

        Titles, notes, sources and examples are no rules and do not count.
        """
        options = [[name, canonical(value)] for name, value in sorted(self.options.items())]
        head = [1, self.name, list(self.players), self.language, canonical(self.match), options]
        things = ",".join(linked.form for linked in self.things)
        return hashlib.sha256(f"{_json(head)[:-1]},[{things}]]".encode()).hexdigest()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
