"""Marks in generated code: how often each stretch of the rules ran. A machine has none unless it is asked for.

A mark is one more line of the generated source that counts; its key is the place in the rules and the part played there
(a statement that ran, a branch that was taken). Keys do not depend on the program, so machines of several player counts
and expansions count together.
"""

from __future__ import annotations

from typing import Any

from rulewright.dsl.source import Span

Key = tuple[str, int, int, str]


def key_of(node: Any, role: str = "ran") -> Key:
    """The place of a node in the rules and what happens there."""
    span: Span = node.span
    return (*span.key, role)


class Marks:
    """Counters by place; `hits` is the list that generated code counts in."""

    def __init__(self) -> None:
        self.hits: list[int] = []
        self._numbers: dict[Key, int] = {}

    def count(self, key: Key) -> int:
        number = self._numbers.get(key)
        return 0 if number is None else self.hits[number]

    def line(self, node: Any, role: str = "ran") -> str:
        """A line of code that counts one more."""
        return f"hits[{self._number(key_of(node, role))}] += 1"

    def value(self, node: Any, role: str, source: str) -> str:
        """An expression that counts one more when it is worked out."""
        return f"hit({self._number(key_of(node, role))}, {source})"

    def add(self, node: Any, role: str = "ran") -> None:
        """Counts what happens outside the generated code."""
        self.hits[self._number(key_of(node, role))] += 1

    def hit(self, number: int, value: Any) -> Any:
        self.hits[number] += 1
        return value

    def _number(self, key: Key) -> int:
        if key not in self._numbers:
            self._numbers[key] = len(self.hits)
            self.hits.append(0)
        return self._numbers[key]

    @property
    def names(self) -> dict[str, Any]:
        """What generated code calls the counters."""
        return {"hits": self.hits, "hit": self.hit}
