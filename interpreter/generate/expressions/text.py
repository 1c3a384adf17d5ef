"""Python text: brackets, names, counts of constants."""

from __future__ import annotations

import re
from hashlib import sha256

from rulewright.dsl.types import Type

_SIMPLE = re.compile(r"-?\w+|⟪\w+⟫|S\[[\w+⟪⟫]+\]|0x[0-9a-f]+")


def bracket(source: str) -> str:
    """The same code as one operand."""
    return (
        source
        if _SIMPLE.fullmatch(source) or (source.startswith("(") and source.endswith(")") and closed(source))
        else f"({source})"
    )


def closed(source: str) -> bool:
    """Whether the first bracket closes only at the end."""
    depth = 0
    for k, char in enumerate(source):
        depth += (char == "(") - (char == ")")
        if depth == 0 and k < len(source) - 1:
            return False
    return True


def first_of(items: str, type_: Type) -> str:
    """The first of a Python list, or none of its type: an empty set, or -1."""
    return f"({items} or [0])[0]" if type_.is_set else f"head({items})"


def popcount(source: str) -> str:
    """How many elements a set has; a constant is counted here."""
    if re.fullmatch(r"\d+|0x[0-9a-f]+", source):
        return str(int(source, 0).bit_count())
    return f"{bracket(source)}.bit_count()"


def identifier(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "_", name.lower())


def is_small(source: str) -> bool:
    """Whether it is a number, not 0, by which nothing is multiplied far beyond its range."""
    return re.fullmatch(r"[1-9]\d{0,3}", source) is not None


def hash_text(text: str) -> int:
    """A number for a text that is the same in every run."""
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")
