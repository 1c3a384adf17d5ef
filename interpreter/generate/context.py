"""Where a statement stands, and what writing statements leaves behind: decisions that are asked, routines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.dsl import program as p
from rulewright.interpreter.generate.blocks import Block
from rulewright.interpreter.generate.expressions import Env

Writer = Callable[[Sequence[str], str | None, Block], None]
"""Writes a routine's body, given the names of its parameters and of `you`, and the block that leaves it."""


@dataclass(slots=True)
class Ctx:
    """Where a statement stands: its names, where `stop` and `pass` lead, and the actions around it."""

    env: Env
    stop: Block
    passing: Callable[[], None] | None = None
    actions: tuple[str, ...] = ()
    decline: Block | None = None
    lifted: str | None = None

    def inner(self) -> Ctx:
        return replace(self, env=self.env.copy())


@dataclass(slots=True)
class Routine:
    """What is written once and jumped to from several places: an action, a clause that can come round.

    `frame` stands for all its variables where it can come back to itself: they are put aside while it does.
    """

    words: p.Words
    entry: Block
    you: str | None
    params: tuple[str, ...]
    back: str
    number: int
    frame: str | None
    write: Writer
    is_clause: bool = False


@dataclass(slots=True)
class Decision:
    """What the machine asks at one place. Filled by `choices`."""

    id: int
    kind: str
    stmt: Any
    actions: tuple[str, ...]
    resume: int
    can_decline: bool
    options: str | None = None
    labels: tuple[str, ...] = ()
    type: Any = None
    secret: bool = False
    captured: dict[str, Any] = field(default_factory=dict)
    given: dict[int, p.Expr] = field(default_factory=dict)

    @property
    def is_usual(self) -> bool:
        """Whether its first option is what nearly everybody takes, so that drivers take it unless told otherwise."""
        return bool(self.type == "usual")
