"""What a caller hands to the Python names, checked at the door: a wrong kind of thing is told in plain words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def expect(value: object, kind: type[T] | tuple[type[T], ...], wanted: str) -> T:
    """The value if it is of this kind; else what is wanted, and what came instead."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if isinstance(value, kinds) and not (isinstance(value, bool) and bool not in kinds):
        return value
    raise TypeError(f"{wanted} is wanted, not {shown(value)}")


def expect_names(value: object, wanted: str) -> tuple[str, ...]:
    """Several texts; one text with commas stands for them, as on the command line."""
    if isinstance(value, str):
        return tuple(name.strip() for name in value.split(",") if name.strip())
    if not isinstance(value, Iterable):
        raise TypeError(f"{wanted} is wanted, not {shown(value)}")
    return tuple(expect(name, str, wanted) for name in value)


def expect_numbers(value: object, wanted: str) -> tuple[int, ...]:
    """Several whole numbers."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise TypeError(f"{wanted} is wanted, not {shown(value)}")
    return tuple(expect(number, int, wanted) for number in value)


def shown(value: object) -> str:
    """A value as a message names it: with its kind, and not at length."""
    if value is None:
        return "None"
    text = repr(value)
    text = text if len(text) <= 60 else f"{text[:59]}…"
    return text if type(value).__name__ in text else f"{text} ({type(value).__name__})"
