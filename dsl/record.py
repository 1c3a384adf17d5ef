"""Classes of plain data that are cheap to define. A start of the program defines two hundred of them; with the methods
that `dataclasses` writes out for each, that took as long as reading a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

Class = TypeVar("Class", bound=type[Any])

_COMPARED: dict[type[Any], tuple[str, ...]] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(class_: Class) -> Class:
    """A dataclass whose instances never change and are equal when their compared fields are.

    That nobody assigns to a field is for the type checker to see; it is not guarded while running.
    """
    made: Any = record(class_)
    made.__eq__, made.__hash__ = _equal, _hash
    found: Class = made
    return found


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def record(class_: Class) -> Class:
    """A dataclass whose instances are what they are: each is equal to itself only."""
    if class_.__doc__ is None:
        class_.__doc__ = class_.__name__  # else the signature is worked out and takes its place
    made: Any = dataclass(slots=True, eq=False, repr=False)(class_)
    made.__repr__ = _repr
    found: Class = made
    return found


def _compared(one: Any) -> tuple[Any, ...]:
    names = _COMPARED.get(one.__class__)
    if names is None:
        names = _COMPARED[one.__class__] = tuple(f.name for f in fields(one) if f.compare)
    return tuple([getattr(one, name) for name in names])


def _equal(one: Any, other: object) -> Any:
    return _compared(one) == _compared(other) if other.__class__ is one.__class__ else NotImplemented


def _hash(one: Any) -> int:
    return hash(_compared(one))


def _repr(one: Any) -> str:
    shown = (f"{f.name}={getattr(one, f.name)!r}" for f in fields(one) if f.repr)
    return f"{one.__class__.__qualname__}({', '.join(shown)})"
