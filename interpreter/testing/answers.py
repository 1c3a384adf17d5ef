"""Answers of an example against the options of a decision: which of them can a written answer mean?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.types import BUNDLE, PLAYER, T, Type, spot_board, spot_component
from rulewright.interpreter.generate.context import Decision
from rulewright.interpreter.generate.layout import DOMAIN
from rulewright.interpreter.machine import part_types
from rulewright.interpreter.notation import DECLINE, YES, is_short_for, unit_names
from rulewright.interpreter.runtime import bits
from rulewright.interpreter.testing.scene import Scene
from rulewright.interpreter.testing.stage import State
from rulewright.interpreter.testing.things import Things


class Answers:
    """Reads answers in one state."""

    def __init__(self, scene: Scene, S: State) -> None:
        self.scene = scene
        self.S = S
        self.things = Things(scene, S, S)
        self._read: dict[tuple[int, Type], tuple[n.Expr, Any]] = {}
        self._unit_names = {x for u in scene.stage.program.units.values() for x in unit_names(u)}

    # ---- options

    def options(self, decision: Decision, who: int) -> list[Any]:
        """All options of a decision; None declines."""
        if decision.kind == "mask":
            return [*bits(self.S[DOMAIN]), *([None] if decision.can_decline else [])]
        return list(self.scene.stage.values(self.S, decision, who))

    def part(self, decision: Decision, option: Any, number: int) -> Any:
        """One part of an option."""
        if option is None:
            return None
        value = option[0] if decision.kind == "using" else option
        return value[number] if len(part_types(decision)) > 1 else value

    def uses(self, decision: Decision, option: Any) -> set[str]:
        """The permissions that an option leans on, by name."""
        numbers = decision.captured.get("bits", ())
        used = option[1] if option is not None else 0
        return {label for number, label in zip(numbers, decision.labels, strict=True) if used >> number & 1}

    def say(self, decision: Decision, value: Any, number: int = 0) -> str:
        """A part of an option as an example would write it."""
        notation, types = self.scene.speaker.notation, part_types(decision)
        if value is None:
            return DECLINE
        return notation.value(self.S, value, types[number]) if types else notation.answer_value(self.S, decision, value)

    def _spot(self, type_: Type, value: int) -> tuple[int, ...]:
        parts = len(self.scene.stage.program.components[spot_component(type_)].parts)
        return self.scene.stage.spots(spot_board(type_), parts)[value]

    # ---- matching

    def meant(self, answer: n.Answer, decision: Decision, number: int, who: int) -> Callable[[Any], bool]:
        """Tells whether an answer can mean a value of this part; `card(2)` means the second of equal things."""
        copy = self._copy(answer, decision, number)
        if copy is None:
            return lambda value: self.matches(answer, decision, value, number)
        name, nth = copy
        parts = dict.fromkeys(self.part(decision, option, number) for option in self.options(decision, who))
        equal = [value for value in parts if self.matches(name, decision, value, number)]
        return lambda value: value in equal[nth - 1 : nth]

    def _copy(self, answer: n.Answer, decision: Decision, number: int) -> tuple[n.Answer, int] | None:
        """The name and the number in `card(2)`, where no set is chosen."""
        types, node = part_types(decision), answer.items[0] if len(answer.items) == 1 else None
        is_single = number < len(types) and not types[number].is_set and not types[number].is_list
        match node:
            case n.Apply(name=name, args=(n.Num(value=nth),)) if is_single and nth:
                found = self.scene.stage.compiled.expressions.symbols.find(name)
                if any(isinstance(symbol, p.Design) for symbol in found):
                    return n.Answer(answer.kind, (n.Name(name, node.span),), answer.span), nth
        return None

    def matches(self, answer: n.Answer, decision: Decision, value: Any, number: int) -> bool:
        """Whether an answer can mean this part of an option."""
        if answer.kind == "decline" or value is None:
            return answer.kind == "decline" and value is None
        types = part_types(decision)
        if not types:
            return self._special(answer, decision, decision.type, value)
        type_ = types[number]
        if type_.is_set or type_.is_list:
            return self._all(items_of(answer), type_.elem, list(value) if type_.is_list else list(bits(value)))
        return len(answer.items) == 1 and self._one(answer.items[0], type_, value)

    def are_things(self, items: Sequence[n.Expr], type_: Type, value: Any) -> bool:
        """Whether things are those named, in this order if they have one; `none` is an empty place."""
        if type_.is_set:
            return self._all(items, type_.elem, list(bits(value)))
        return len(items) == len(value) and all(
            thing < 0 if isinstance(item, n.Name) and item.name == "none" else self._one(item, type_.elem, thing)
            for item, thing in zip(items, value, strict=True)
        )

    def _all(self, items: Sequence[n.Expr], elem: Type, values: list[Any]) -> bool:
        """Whether items and values can be paired off."""
        if len(items) != len(values):
            return False
        if not items:
            return True
        return any(
            self._one(items[0], elem, value) and self._all(items[1:], elem, values[:k] + values[k + 1 :])
            for k, value in enumerate(values)
        )

    def _one(self, node: n.Expr, type_: Type, value: Any) -> bool:
        if type_.t is T.THING and isinstance(node, n.Name):
            return self._is_thing(node, type_, value)
        if type_.t is T.SPOT:
            geometry = self.scene.stage.layout.geometry[spot_board(type_)]
            wanted = tuple(geometry.at(r, c) for r, c in node.cells) if isinstance(node, n.CellsLit) else ()
            return self._spot(type_, value) == wanted
        if type_.t in (T.PLAYER, T.SIDE):
            seat = int(self._worth(node, PLAYER))
            return bool(value == (seat // self.scene.stage.program.side_size if type_.t is T.SIDE else seat))
        return bool(self._worth(node, type_.sure()) == value)

    def _worth(self, node: n.Expr, type_: Type) -> Any:
        """The value of an expression, worked out once however many options it is held against."""
        key = (id(node), type_)
        if key not in self._read:
            self._read[key] = (node, self.scene.read(node, self.S, type_))
        return self._read[key][1]

    def _is_thing(self, node: n.Name, type_: Type, value: int) -> bool:
        root = self.scene.stage.program.components[type_.base].root
        dice = self.scene.speaker.notation.dice(self.S, node.name, root)
        if dice is not None:
            return value in dice
        named = self.things.named(node, type_.base)
        if not named and self.scene.names.try_check(node) is None:
            self.scene.names.check(node)
        return value in named

    def _special(self, answer: n.Answer, decision: Decision, type_: Any, value: Any) -> bool:
        node = answer.items[0] if len(answer.items) == 1 else None
        if isinstance(type_, tuple) and node is not None:
            if isinstance(node, n.Name) and node.name in self._unit_names:
                return self._is_short_for(node.name, decision, value)
            return self._is_amount(node, type_, value)
        if isinstance(node, n.Num):
            return bool(type_ == "branch" and node.value == value + 1)
        word = " ".join(answer.span.text.split())
        return word == self.say(decision, value) or (type_ is None and word in YES)

    def _is_short_for(self, word: str, decision: Decision, value: Any) -> bool:
        """Whether `gold` means this amount; it must not mean another one offered besides."""
        units = self.scene.stage.program.units.values()
        offered = range(len(decision.type[1])) if decision.type[0] == "amount" else (value,)
        fitting = [x for x in offered if is_short_for(word, self.say(decision, x), units)]
        return fitting == [value]

    def _is_amount(self, node: n.Expr, type_: tuple[Any, ...], value: Any) -> bool:
        bundle = self._worth(node, BUNDLE)
        if type_[0] == "mix":
            units: Iterable[p.Unit] = type_[1]
            same = all(bundle[unit.index] == k for unit, k in zip(units, value, strict=True))
            return same and sum(bundle) == sum(value)
        return bool(tuple(bundle) == self._bundle(type_[1][value]))

    def _bundle(self, amount: p.Amount) -> tuple[int, ...]:
        total = [0] * len(self.scene.stage.program.units)
        for part in amount.parts if isinstance(amount, p.Both) else (amount,):
            if isinstance(part, p.Units):
                total[part.unit.index] += int(self.scene.value(part.number, self.S))
        return tuple(total)


def items_of(answer: n.Answer) -> list[n.Expr]:
    """The elements of an answer that is a set: in braces, in brackets, or several cells in a row."""
    if answer.kind == "subset":
        return [one for item in answer.items for one in _cells(item)]
    node = answer.items[0]
    return list(node.items) if isinstance(node, n.Listed) else _cells(node)


def _cells(node: n.Expr) -> list[n.Expr]:
    return [n.CellsLit((one,), node.span) for one in node.cells] if isinstance(node, n.CellsLit) else [node]
