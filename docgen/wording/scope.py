"""What the names of a rule stand for while it is put into words.

A chosen thing is described in full where it is first used and pointed back to afterwards ("an empty cell … that cell");
a named value likewise. A scope is one reading of a rule, from top to bottom, so it changes as it goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, TypeAlias

from rulewright.docgen.wording.plan import Chosen, Noun, Np, Person, That, Value
from rulewright.dsl.program import (
    Action,
    Board,
    Component,
    Design,
    Expr,
    Function,
    Local,
    Piece,
    Unit,
    Var,
    Words,
    Zone,
)
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type

_LEAVES = (Action, Board, Component, Design, Function, Piece, Unit, Var, Words, Zone, Type, Span)


@dataclass(slots=True)
class Fresh:
    """A choice not yet spoken of: the first act that uses it describes it."""

    chosen: Chosen
    noun: Noun
    said: bool = False
    spoilt: bool = False
    turn: int = 0


@dataclass(slots=True)
class Later:
    """A named value: described at its first mention, pointed to afterwards where `pointer` says how."""

    value: Expr
    scope: Scope
    pointer: That | None = None
    said: bool = False


Bound: TypeAlias = Fresh | Later | Np | Value


@dataclass(slots=True)
class Scope:
    """Names, and the person that `you` is; `known` are the truths that a memory surely holds at this point."""

    person: Person = Person.YOU
    names: dict[int, Bound] = field(default_factory=dict)
    depth: int = 0
    spans: list[Span] = field(default_factory=list)
    known: dict[str, bool] | None = None
    steps: dict[str, list[Span]] = field(default_factory=dict)

    def inner(self, person: Person | None = None) -> Scope:
        """A scope that knows what this one knows; what it binds stays inside."""
        return Scope(person or self.person, dict(self.names), self.depth, self.spans, steps=self.steps)

    def called(self) -> Scope:
        """The scope of a definition or action: the same person, no names yet."""
        return Scope(self.person, {}, self.depth + 1, self.spans, self.known, self.steps)


def walk(node: Any) -> Iterator[Any]:
    """Every node of an expression or statement, itself first; declarations it refers to are not entered."""
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif is_dataclass(node) and not isinstance(node, (*_LEAVES, type)):
        yield node
        for part in fields(node):
            yield from walk(getattr(node, part.name))


def mentions(node: Any, var: Var) -> int:
    """How often a name is used."""
    return sum(1 for part in walk(node) if isinstance(part, Local) and part.var.id == var.id)
