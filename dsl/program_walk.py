"""Going through the Program tree: the only code that looks at its nodes without knowing their class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from rulewright.dsl import program as p

_NODES = (
    p.Const,
    p.Local,
    p.Me,
    p.This,
    p.Read,
    p.Apply,
    p.Call,
    p.Fold,
    p.Cond,
    p.Let,
    p.Set,
    p.Place,
    p.PlaceThing,
    p.Lift,
    p.Put,
    p.Draw,
    p.Transfer,
    p.Choose,
    p.Part,
    p.CallAction,
    p.Do,
    p.If,
    p.ForEach,
    p.EachPlayer,
    p.Repeat,
    p.May,
    p.Must,
    p.Either,
    p.AnyOrder,
    p.Secret,
    p.TakeTurns,
    p.As,
    p.Step,
    p.Needs,
    p.Limit,
    p.Shuffle,
    p.Show,
    p.RevealChoice,
    p.Assemble,
    p.OrderPlayers,
    p.Plain,
    p.Units,
    p.AnyUnits,
    p.AllUnits,
    p.PieceUnits,
    p.ThingUnits,
    p.Bundle,
    p.Both,
    p.OneOf,
    p.Rank,
    p.Trigger,
    p.Modifier,
    p.Always,
    p.WorthLine,
)
_CLASSES = frozenset(_NODES)
_LOOKED_INTO = _CLASSES | {tuple}
_LEFT_OUT = ("span", "type", "words", "function", "action", "design")


class _Names(dict[type[Any], tuple[str, ...]]):
    """The fields of a class that may hold further nodes, looked up once."""

    def __missing__(self, class_: type[Any]) -> tuple[str, ...]:
        self[class_] = names = tuple(f.name for f in fields(class_) if f.name not in _LEFT_OUT)
        return names


_NAMES = _Names()


def children(node: Any) -> Iterator[Any]:
    """The nodes directly inside a node; not the bodies of what it calls."""
    for name in _NAMES[node.__class__]:
        yield from _nodes_in(getattr(node, name))


def _nodes_in(value: Any) -> Iterator[Any]:
    if value.__class__ in _CLASSES:
        yield value
    elif value.__class__ is tuple:
        for item in value:
            yield from _nodes_in(item)


def walk(node: Any) -> Iterator[Any]:
    """A node and everything inside it."""
    stack = [node]
    while stack:
        top = stack.pop()
        class_ = top.__class__
        if class_ is tuple:
            stack.extend(top)
        elif class_ in _CLASSES:
            yield top
            values = [getattr(top, name) for name in _NAMES[class_]]
            stack.extend([value for value in values if value.__class__ in _LOOKED_INTO])
        elif top is node:
            yield top


def uses_you(node: Any) -> bool:
    """Whether a node looks at the player who acts."""
    return any(isinstance(x, p.Me) for x in walk(node))
