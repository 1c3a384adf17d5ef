"""Values of a state in the words of an example: the one notation of moves, with the example's own names of players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.dsl.types import Type
from rulewright.interpreter.notation import Notation
from rulewright.interpreter.testing.cast import Cast
from rulewright.interpreter.testing.stage import Stage, State


class Speaker:
    """Says what values are, for one cast on one stage."""

    def __init__(self, stage: Stage, cast: Cast) -> None:
        self.stage = stage
        self.cast = cast
        self.notation = Notation(stage, cast.all())

    def say(self, value: Any, type_: Type, S: State) -> str:
        """A value of this type; the elements of a set or list as examples write them, side by side."""
        text = self.notation.value(S, value, type_)
        if type_.is_set or type_.is_list:
            return text[1:-1] or "none"
        return text

    def bundle(self, amounts: Iterable[int]) -> str:
        units = self.stage.program.units.values()
        named = [f"{k} {unit.words.name}" for k, unit in zip(amounts, units, strict=False) if k]
        return " + ".join(named) or "nothing"
