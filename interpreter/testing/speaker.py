"""Values of a state in the words of an example: cells as `[r,c]`, things by their design, players by their name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.types import T, Type
from rulewright.interpreter.geometry import NAMES
from rulewright.interpreter.runtime import bits
from rulewright.interpreter.testing.cast import Cast
from rulewright.interpreter.testing.stage import Stage, State


class Speaker:
    """Says what values are, for one cast on one stage."""

    def __init__(self, stage: Stage, cast: Cast) -> None:
        self.stage = stage
        self.cast = cast
        self._designs: dict[str, dict[int, p.Design]] = {}

    def say(self, value: Any, type_: Type, S: State) -> str:
        """A value of this type."""
        if type_.is_set or type_.is_list:
            return self._several(value, type_, S)
        if type_.t is T.TRUTH:
            return "yes" if value else "no"
        if value is None or (value == -1 and type_.t not in (T.NUMBER, T.BUNDLE)):
            return "none"
        match type_.t:
            case T.CELL:
                row, column = self.stage.layout.geometry[type_.base].row_column(value)
                return f"[{row},{column}]"
            case T.PLAYER:
                return self.cast.called(value)
            case T.SIDE:
                return self.cast.called(value * self.stage.program.side_size)
            case T.MEMBER:
                return str(self.stage.program.kinds[type_.base].members[value])
            case T.THING:
                return self.thing(value, type_.base, S)
            case T.DIRECTION:
                return NAMES[value]
            case T.BUNDLE:
                return self.bundle(tuple(value))
            case T.MAP:
                return str(self.stage.program.boards[type_.base].maps[value].words.name)
            case _:
                return str(value)

    def _several(self, value: Any, type_: Type, S: State) -> str:
        items: Iterable[Any] = value if isinstance(value, tuple | list) else bits(value or 0)
        return ", ".join(self.say(item, type_.elem, S) for item in items) or "none"

    def thing(self, thing: int, component: str, S: State) -> str:
        """A thing by its design, a die by the face it shows."""
        root = self.stage.program.components[component].root
        faces = self.stage.layout.slots.get(f"thing:{root}.face")
        if faces is not None:
            return f"d{S[faces.base + thing]}"
        design = self.design_of(thing, root)
        return design.words.name if design is not None else f"{root} {thing}"

    def design_of(self, thing: int, root: str) -> p.Design | None:
        if root not in self._designs:
            self._designs[root] = {
                k: design
                for component in self.stage.program.components.values()
                if component.root == root
                for design in component.designs
                for k in design.things
            }
        return self._designs[root].get(thing)

    def bundle(self, amounts: Iterable[int]) -> str:
        units = self.stage.program.units.values()
        named = [f"{k} {unit.words.name}" for k, unit in zip(amounts, units, strict=False) if k]
        return " + ".join(named) or "nothing"
