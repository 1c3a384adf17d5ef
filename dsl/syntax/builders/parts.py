"""Halves of nodes on their way up the tree, and small helpers of the builders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.source import Span
from rulewright.dsl.syntax.reader import Word

STATEMENTS = (
    n.ChooseStmt,
    n.LetStmt,
    n.SetStmt,
    n.GainStmt,
    n.LoseStmt,
    n.PayStmt,
    n.CallStmt,
    n.MayStmt,
    n.MustStmt,
    n.NeedsStmt,
    n.LimitStmt,
    n.StepStmt,
    n.IfStmt,
    n.OtherwiseStmt,
    n.ForEachStmt,
    n.EachPlayerStmt,
    n.RepeatStmt,
    n.EitherStmt,
    n.AnyOrderStmt,
    n.SecretStmt,
    n.TakeTurnsStmt,
    n.AsStmt,
    n.TextStmt,
)
CLAUSES = (n.TriggerClause, n.ModifierClause, n.AlwaysClause)


class MapRow:
    def __init__(self, text: str, span: Span) -> None:
        self.text = text
        self.span = span


class Legend:
    def __init__(self, entries: tuple[tuple[str, n.Expr], ...]) -> None:
        self.entries = entries


class WithLine:
    def __init__(self, assigns: tuple[n.Assign, ...]) -> None:
        self.assigns = assigns


class WorthLine:
    def __init__(self, worth: n.Worth, source: n.Source | None) -> None:
        self.worth = worth
        self.source = source


class Result:
    def __init__(self, value: n.Expr, source: n.Source | None) -> None:
        self.value = value
        self.source = source


def string_of(word: Word) -> str:
    return str(word)[1:-1]


def text_of(word: Word | None) -> str | None:
    return None if word is None else str(word)


def texts_of(words: Iterable[Word]) -> tuple[str, ...]:
    return tuple(str(word) for word in words)


def those(types: Any, items: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(x for x in items if isinstance(x, types))


def leading(type_: Any, items: Sequence[Any]) -> tuple[tuple[Any, ...], list[Any]]:
    k = next((i for i, x in enumerate(items) if not isinstance(x, type_)), len(items))
    return tuple(items[:k]), list(items[k:])


def first(items: Iterable[Any]) -> Any:
    return next((x for x in items if x is not None), None)


def flat(items: Sequence[Any]) -> list[Any]:
    return [y for x in items for y in (x if isinstance(x, tuple) else (x,))]


def rules_in(body: tuple[n.Stmt, ...]) -> tuple[n.Stmt, ...]:
    return tuple(x for x in body if not isinstance(x, n.TextStmt))


def texts_in(body: tuple[n.Stmt, ...]) -> tuple[n.Text, ...]:
    return tuple(x.text for x in body if isinstance(x, n.TextStmt))


def yours(source: n.Expr) -> n.Expr:
    """`you have no tiles` means `no your tiles`."""
    match source:
        case n.Name(name, span):
            return n.FieldOf(n.You(span), name, (), span)
        case n.Filter(op, inner, arg, span):
            return n.Filter(op, yours(inner), arg, span)
        case _:
            return source


def with_source(stmt: Any, source: n.Source | None) -> Any:
    if source is None:
        return stmt
    if isinstance(stmt, tuple):
        return (*stmt[:-1], with_source(stmt[-1], source))
    parts = {f: getattr(stmt, f) for f in stmt.__dataclass_fields__}
    return type(stmt)(**(parts | {"source": source}))


def numbers_between(first: str, last: str) -> list[str]:
    """`KB-010` to `KB-013`: the numbers after the first, up to and with the last."""
    m, k = re.fullmatch(r"(.*?)(\d+)", first), re.fullmatch(r"(.*?)(\d+)", last)
    if m is None or k is None or m[1] != k[1] or int(k[2]) < int(m[2]):
        return [last]
    width = len(m[2])
    return [f"{m[1]}{i:0{width}}" for i in range(int(m[2]) + 1, int(k[2]) + 1)]
