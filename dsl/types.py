"""The types of the language. A type is small, frozen and compares by value.

Some types name one thing (a cell of one board, a player, a member of one kind, a thing of one component); a set or a
list is of such a type. Cells of different boards, members of different kinds and units of different counters never mix.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from rulewright.dsl.plurals import plural


class T(Enum):
    """What a type is made of."""

    TRUTH = "truth"
    NUMBER = "number"
    CELL = "cell"
    DIRECTION = "direction"
    PLAYER = "player"
    SIDE = "side"
    MEMBER = "member"
    THING = "thing"
    DESIGN = "design"
    MAP = "map"
    SPOT = "spot"
    BUNDLE = "bundle"
    SET = "set"
    LIST = "list"
    ZONE = "zone"
    PIECE = "piece"
    SUPPLY = "supply"
    EFFECT = "effect"
    NONE = "none"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Type:
    """`base` names the board, kind or component; `of` is the element of a set or list; `maybe` admits none."""

    t: T
    base: str = ""
    of: Type | None = None
    maybe: bool = False

    @property
    def is_set(self) -> bool:
        return self.t is T.SET

    @property
    def is_list(self) -> bool:
        return self.t is T.LIST

    @property
    def elem(self) -> Type:
        """The element of a set or list; any other type is its own element."""
        return self.of if self.of is not None else self

    @property
    def core(self) -> Type:
        """The innermost element: of a list of sets of cells, a cell."""
        return self.of.core if self.of is not None else self

    def sure(self) -> Type:
        """The same without none."""
        return replace(self, maybe=False) if self.maybe else self


TRUTH = Type(T.TRUTH)
NUMBER = Type(T.NUMBER)
DIRECTION = Type(T.DIRECTION)
PLAYER = Type(T.PLAYER)
SIDE = Type(T.SIDE)
BUNDLE = Type(T.BUNDLE)
EFFECT = Type(T.EFFECT)
NONE = Type(T.NONE)
ERROR = Type(T.ERROR)
SUPPLY = Type(T.SUPPLY)


def cell(board: str) -> Type:
    return Type(T.CELL, board)


def member(kind: str) -> Type:
    return Type(T.MEMBER, kind)


def thing(component: str) -> Type:
    return Type(T.THING, component)


def set_of(elem: Type) -> Type:
    return Type(T.SET, of=elem.sure())


def list_of(elem: Type) -> Type:
    return Type(T.LIST, of=elem)


def spot(board: str, component: str) -> Type:
    """A way to lay a thing of a component on a board."""
    return Type(T.SPOT, f"{board}/{component}")


def spot_board(type_: Type) -> str:
    return type_.base.split("/")[0]


def spot_component(type_: Type) -> str:
    return type_.base.split("/")[-1]


def cells(board: str) -> Type:
    return set_of(cell(board))


def speak(type_: Type) -> str:
    """A type in the reader's words."""
    match type_.t:
        case T.SET:
            return _several(type_.elem)
        case T.LIST:
            return f"a list of {_several(type_.elem)}"
        case T.MEMBER | T.THING:
            return f"one {_noun(type_)}"
        case T.CELL:
            return "a cell" if not type_.base else f"a cell of {type_.base}"
        case T.PLAYER | T.SIDE | T.DIRECTION:
            return f"a {type_.t.value}"
        case T.BUNDLE:
            return "an amount"
        case T.TRUTH:
            return "yes or no"
        case T.NUMBER:
            return "a number"
        case T.SPOT:
            return "a spot"
        case T.DESIGN:
            return f"a sort of {type_.base}"
        case T.ERROR:
            return "something unknown"
        case _:
            return str(type_.t.value)


def _noun(type_: Type) -> str:
    """The word for a member or thing; a kind that a field makes for itself is spoken of by the field."""
    return type_.base.rpartition(".")[2]


def _several(type_: Type) -> str:
    match type_.t:
        case T.CELL:
            return "cells" if not type_.base else f"cells of {type_.base}"
        case T.MEMBER | T.THING:
            return plural(_noun(type_))
        case T.PLAYER | T.SIDE | T.DIRECTION | T.NUMBER:
            return plural(type_.t.value)
        case T.SET:
            return f"sets of {_several(type_.elem)}"
        case _:
            return f"things, each {speak(type_)}"
