"""Any stage as indented text, to see what became of the words of a ruleset: a node a line, its parts under it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type, speak

_NAMED = (p.Board, p.Kind, p.Unit, p.Memory, p.Zone, p.Piece, p.Component, p.Design, p.Function, p.Action)
_HIDDEN = ("span", "row_spans", "words", "member_words")


def dump(node: Any, label: str = "", depth: int = 0) -> Iterator[str]:
    """The lines of a node; what is declared elsewhere in a program is only named."""
    lead = "  " * depth + (f"{label}: " if label else "")
    if isinstance(node, tuple | list):
        if not node or all(_is_plain(x) for x in node):
            yield f"{lead}({', '.join(_plain(x) for x in node)})"
            return
        yield lead.rstrip() or "  " * depth + "…"
        for item in node:
            yield from dump(item, "", depth + 1)
    elif isinstance(node, dict):
        yield lead.rstrip()
        for key, value in node.items():
            yield from dump(value, str(key), depth + 1)
    elif _is_plain(node) or (depth and isinstance(node, _NAMED)):
        yield lead + _plain(node)
    else:
        yield from _dataclass(node, lead, depth)


def _dataclass(node: Any, lead: str, depth: int) -> Iterator[str]:
    inline: list[tuple[str, Any]] = []
    under: list[tuple[str, Any]] = []
    for name in (f.name for f in fields(node) if f.name not in _HIDDEN):
        value = getattr(node, name)
        if value is None or value == () or value == [] or value == {}:
            continue
        (inline if _is_plain(value) else under).append((name, value))
    named = f" {node.words.name}" if isinstance(getattr(node, "words", None), p.Words) else ""
    said = "".join(f" {name}={_plain(value)}" for name, value in inline)
    yield f"{lead}{type(node).__name__}{named}{said}"
    for name, value in under:
        yield from dump(value, name, depth + 1)


def _is_plain(value: Any) -> bool:
    return not isinstance(value, tuple | list | dict) and (not is_dataclass(value) or isinstance(value, Type | p.Var))


def _plain(value: Any) -> str:
    match value:
        case Type():
            return f"<{speak(value)}>"
        case p.Var():
            return f"{value.name}<{speak(value.type)}>"
        case Enum():
            return str(value.value)
        case Span():
            return str(value)
        case str():
            return value if value.isidentifier() else repr(value)
        case frozenset():
            return "{" + ", ".join(map(str, sorted(value))) + "}"
        case _ if isinstance(value, _NAMED):
            return f"{type(value).__name__} {value.words.name}"
        case _:
            return str(value)
