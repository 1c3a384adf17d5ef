"""Generic traversal of the Module tree: the only code that looks at nodes without knowing their class.

A node is any frozen dataclass of `nodes`; tuples are looked into; spans, texts, numbers and None are leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from rulewright.dsl import nodes as n
from rulewright.dsl.source import Span

Node = TypeVar("Node")
Canonical = str | int | None | list["Canonical"]


class _Fields(dict[type[Any], tuple[str, ...]]):
    """The names of a class's fields, looked up once; a class that is no node has none."""

    def __missing__(self, class_: type[Any]) -> tuple[str, ...]:
        self[class_] = names = tuple(f.name for f in fields(class_)) if is_dataclass(class_) else ()
        return names


_FIELDS = _Fields()


def children(node: object) -> list[object]:
    """The nodes directly under a node, in the order written."""
    found: list[object] = []
    for value in node if isinstance(node, tuple) else [getattr(node, name) for name in _FIELDS[type(node)]]:
        if isinstance(value, tuple):
            found.extend(children(value))
        elif _FIELDS[type(value)]:
            found.append(value)
    return found


def walk(node: object) -> Iterator[object]:
    """The node, and everything under it, each before what it holds."""
    waiting = children(node)[::-1] if isinstance(node, tuple) else [node]
    while waiting:
        top = waiting.pop()
        yield top
        waiting.extend(reversed(children(top)))


def move_spans(node: Node, to: Callable[[Span], Span]) -> Node:
    """The same tree, each of its spans replaced."""
    moved: Node = _moved(node, to)
    return moved


def _moved(value: Any, to: Callable[[Span], Span]) -> Any:
    if isinstance(value, Span):
        return to(value)
    if isinstance(value, tuple):
        return tuple(_moved(x, to) for x in value)
    names = _FIELDS[type(value)]
    return type(value)(*(_moved(getattr(value, name), to) for name in names)) if names else value


def canonical(value: object) -> Canonical:
    """Nested lists that are equal exactly when two trees say the same: without places, sources and file names."""
    match value:
        case Span() | n.Source():
            return None
        case n.TableDecl():
            return ["TableDecl", value.name, canonical(value.rows)]
        case bool():
            return int(value)
        case str() | int() | None:
            return value
        case tuple() | list():
            return [canonical(x) for x in value if not isinstance(x, Span)]
        case _:
            names = _FIELDS[type(value)]
            if not names:
                raise TypeError(f"no node: {value!r}")
            return [type(value).__name__, *(canonical(getattr(value, name)) for name in names if name != "span")]


def same(one: object, other: object) -> bool:
    """Do two trees say the same, wherever they stand and whatever they cite?"""
    return canonical(one) == canonical(other)


_NO_NAMES = frozenset(
    {"op", "direction", "shape", "form", "timing", "word", "how", "prep", "text", "title", "gender", "span"}
)
_KIND_IS_NAME = (n.InstanceDecl, n.ExtendDecl)


def names_in(node: object) -> Iterator[str]:
    """Every name that a tree mentions, whether it declares it or uses it, in the order written."""
    for part in walk(node):
        if isinstance(part, n.Text | n.Source):
            continue
        for name in _FIELDS[type(part)]:
            if name not in _NO_NAMES and (name != "kind" or isinstance(part, _KIND_IS_NAME)):
                yield from _strings(getattr(part, name))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _strings(inner)
