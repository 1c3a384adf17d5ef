"""What stands against a move, as data: the kind of reason, the rule, its condition and its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.source import Span

_SHOWN = 80


class Reason(Enum):
    """What kind of thing stands against a move; the value says it in a word of data, not in prose."""

    OVER = "over"
    NOT_YOUR_TURN = "not_your_turn"
    UNREADABLE = "unreadable"
    CANNOT_DECLINE = "cannot_decline"
    WRONG_NUMBER = "wrong_number"
    NOT_AMONG = "not_among"
    EXCLUDED = "excluded"
    CONDITION = "condition"
    NOT_PREFERRED = "not_preferred"
    NEEDS = "needs"
    LIMIT = "limit"
    UNAFFORDABLE = "unaffordable"
    NO_OPTION = "no_option"
    NOT_OFFERED = "not_offered"
    NOT_ASKED = "not_asked"
    STALE = "stale"


_SUMMARY = {
    Reason.OVER: "the game is over",
    Reason.NOT_YOUR_TURN: "it is not this player who decides now",
    Reason.UNREADABLE: "names nothing that could be chosen here",
    Reason.CANNOT_DECLINE: "this cannot be declined",
    Reason.WRONG_NUMBER: "not the number of things to choose",
    Reason.NOT_AMONG: "not among what is chosen from",
    Reason.EXCLUDED: "among what is left out of the choice",
    Reason.CONDITION: "a condition does not hold",
    Reason.NOT_PREFERRED: "another option fulfils what is asked for if possible",
    Reason.NEEDS: "what it needs does not hold",
    Reason.LIMIT: "it has been done as often as allowed",
    Reason.UNAFFORDABLE: "it cannot be paid for",
    Reason.NO_OPTION: "its choice would have no option",
    Reason.NOT_OFFERED: "not on offer now",
    Reason.NOT_ASKED: "this is not what is asked for now",
    Reason.STALE: "an option of another state",
}


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The first thing that stands against a move.

    `expr` is the condition that failed or the set the answer is not in; `number` counts the conditions of the choice
    from 1; `part` names the part of a joint choice; `words` are those of the rule, action or definition around it, and
    `path` names all of these on the way to it, with the rules that modify it. `known` are the cells that the condition
    speaks of, by the variable and as a move names them; `chosen` is the one that is judged.
    """

    reason: Reason
    text: str
    player: int | None = None
    decision: str | None = None
    expr: p.Expr | None = field(default=None, repr=False)
    number: int | None = None
    part: str | None = None
    words: p.Words | None = field(default=None, repr=False)
    span: Span | None = None
    near: tuple[str, ...] = ()
    stmt: Any = field(default=None, repr=False, compare=False)
    path: tuple[str, ...] = ()
    given: Mapping[int, p.Expr] = field(default_factory=dict, repr=False)
    known: Mapping[int, str] = field(default_factory=dict, repr=False)
    chosen: str | None = None

    @classmethod
    def stale(cls, text: str) -> WhyNot:
        return cls(Reason.STALE, text)

    @property
    def is_unreadable(self) -> bool:
        return self.reason is Reason.UNREADABLE

    @property
    def rule(self) -> str | None:
        """The name of the rule, action or definition."""
        return self.words.name if self.words is not None else None

    @property
    def where(self) -> str | None:
        """File, line and column."""
        return str(self.span) if self.span is not None else None

    @property
    def condition(self) -> str | None:
        """The failed condition as the author wrote it."""
        return " ".join(self.span.text.split()) if self.expr is not None and self.span is not None else None

    @property
    def quoted(self) -> str:
        """The move, as a message names it: not at length."""
        text = self.text.strip()
        short = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
        return f"`{short}`" if short else "an empty text"

    @property
    def summary(self) -> str:
        rule = f" ({self.rule})" if self.rule is not None else ""
        said = f": {self.condition}" if self.condition is not None else ""
        return f"{_SUMMARY[self.reason]}{rule}{said}"

    def __str__(self) -> str:
        """All of it in a line: the move, what stands against it, the rule, its condition, file and line."""
        where = f" ({self.where})" if self.where is not None else ""
        near = f"; did you mean {', '.join(f'`{x}`' for x in self.near)}?" if self.near else ""
        return f"{self.quoted}: {self.summary}{where}{near}"
