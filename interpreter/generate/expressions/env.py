"""What names stand for where an expression is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl import program as p

MISSING = object()


@dataclass(slots=True)
class View:
    """A set kept up to date beside a player's pieces: the cells next to them, or those of them reached from a place."""

    kind: str
    slot: str
    edge: str = ""
    seed: str = ""


@dataclass(slots=True)
class Env:
    """What variables are called in the source, or their constant values; who `you` is."""

    names: dict[int, str] = field(default_factory=dict)
    values: dict[int, Any] = field(default_factory=dict)
    you: str | None = None
    this: str | None = None
    held: dict[int, str] = field(default_factory=dict)
    """Expressions, by identity, that were worked out before under a name."""
    given: dict[int, p.Expr] = field(default_factory=dict)
    """What parameters stand for, as it was written where the action was called: for whoever words a prompt."""

    def copy(self) -> Env:
        return Env(dict(self.names), dict(self.values), self.you, self.this, dict(self.held), self.given)
