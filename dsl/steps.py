"""Named steps inside a body, however deep: finding them, replacing one, putting statements before, after or in one.
Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import fields, replace
from typing import Any

from rulewright.dsl import nodes as n

Body = tuple[n.Stmt, ...]
SpanKey = tuple[str, int, int]
_BLOCKS = frozenset({"body", "then", "otherwise", "items", "branches"})


def steps_in(body: Body) -> Iterator[n.StepStmt]:
    """Every named step, in the order written."""
    for stmt in body:
        if isinstance(stmt, n.StepStmt):
            yield stmt
        for _, block in _blocks(stmt):
            yield from steps_in(block)


def replace_step(body: Body, name: str, step: n.StepStmt) -> Body:
    return _edit(body, name, lambda siblings, k: (*siblings[:k], step, *siblings[k + 1 :]))


def drop_step(body: Body, name: str) -> Body:
    return _edit(body, name, lambda siblings, k: (*siblings[:k], *siblings[k + 1 :]))


def insert(body: Body, place: tuple[str, str], added: Body, placed: Collection[SpanKey]) -> Body:
    """Put statements at a place; those that others put after the same step (`placed`) stay before the new ones."""
    where, name = place

    def at(siblings: Body, k: int) -> Body:
        if where == "in":
            step = siblings[k]
            assert isinstance(step, n.StepStmt)
            return (*siblings[:k], replace(step, body=append(step.body, added)), *siblings[k + 1 :])
        if where == "after":
            k += 1
            while k < len(siblings) and siblings[k].span.key in placed:
                k += 1
        return (*siblings[:k], *added, *siblings[k:])

    return _edit(body, name, at)


def append(body: Body, added: Body) -> Body:
    """To the end; into the block, if the body ends with things done in any order."""
    last = body[-1] if body else None
    if isinstance(last, n.AnyOrderStmt):
        return (*body[:-1], replace(last, items=last.items + added))
    return body + added


def _blocks(stmt: n.Stmt) -> Iterator[tuple[str, Body]]:
    for field in fields(stmt):
        value = getattr(stmt, field.name) if field.name in _BLOCKS else None
        if not isinstance(value, tuple):
            continue
        for block in value if field.name == "branches" else (value,):
            yield field.name, block


def _edit(body: Body, name: str, edit: Callable[[Body, int], Body]) -> Body:
    for k, stmt in enumerate(body):
        if isinstance(stmt, n.StepStmt) and stmt.name == name:
            return edit(body, k)
    return tuple(_inside(stmt, name, edit) for stmt in body)


def _inside(stmt: n.Stmt, name: str, edit: Callable[[Body, int], Body]) -> n.Stmt:
    changes: dict[str, Any] = {}
    for field, block in _blocks(stmt):
        edited = _edit(block, name, edit)
        if field == "branches":
            changes[field] = (*changes.get(field, ()), edited)
        else:
            changes[field] = edited
    return replace(stmt, **changes) if changes else stmt
