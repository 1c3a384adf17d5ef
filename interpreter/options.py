"""The options of a decision, listed only if somebody lists them: counted, drawn from, looked up and read as text.

An option compares by decision, player and value. `Options` belong to the state as it was when they were asked for.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.dsl.types import T
from rulewright.interpreter.arguments import shown
from rulewright.interpreter.generate.context import Decision
from rulewright.interpreter.generate.layout import DOMAIN
from rulewright.interpreter.machine import Machine, Slots, part_types, same_rules
from rulewright.interpreter.notation import DECLINE, YES, Notation, Unreadable, folded, is_short_for, split
from rulewright.interpreter.runtime import bits, nth

_COUNTED = 16  # in a smaller set the drawn element is found by counting, in a dense larger one by trial
_ABSENT = object()
_NAMED = ("item", "branch", "effect", "usual", None)


class Option:
    """One thing a player may answer now: `state.apply` takes it, or its `text`."""

    __slots__ = ("_among", "decision", "player", "value")

    def __init__(self, decision: Decision, player: int, value: Any, among: Options) -> None:
        self.decision = decision
        self.player = player
        self.value = value
        self._among = among

    @property
    def answer(self) -> str:
        """The answer alone: `[3,4]`."""
        return self._among.text_of(self.value)

    @property
    def text(self) -> str:
        """The whole move: `anne: build [3,4]`."""
        return self._among.notation.move(self.decision, self.player, self.answer)

    @property
    def id(self) -> str:
        """The same for the same option of the same rules, whatever the names of the players."""
        return f"{self._among.key}:{_plain(self.value)}"

    @property
    def machine(self) -> Machine:
        """The machine that asks."""
        return self._among.notation.machine

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("an option belongs to its state: keep its text instead, which `apply` takes as well")

    def __deepcopy__(self, memo: dict[int, Any]) -> Option:
        return self

    @property
    def is_decline(self) -> bool:
        return self.value is None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Option):
            return NotImplemented
        mine, theirs = (self.decision.id, self.player), (other.decision.id, other.player)
        return mine == theirs and bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash((self.decision.id, self.player, self.value))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Option {self.text}>"


def _plain(value: Any) -> str:
    if value is None:
        return DECLINE
    if isinstance(value, tuple | list):
        return "(" + ",".join(_plain(x) for x in value) + ")"
    return str(int(value))


class Options:
    """What one player may answer to one decision: `len`, `in`, iteration, `[0]` and `sample` list no more than needed.

    A text is `in` it if it is an answer; iterating gives each `Option` with its `text` and its `id`.
    """

    __slots__ = ("_S", "_labels", "_listed", "_mask", "decision", "key", "notation", "player")

    def __init__(self, notation: Notation, S: Slots, decision: Decision, player: int) -> None:
        machine = notation.machine
        self.notation = notation
        self.decision = decision
        self.player = player
        self.key = machine.keys[decision.id]
        self._S = S
        self._labels: dict[Any, str] | None = None
        self._mask: int | None = S[DOMAIN] if decision.kind == "mask" else None
        self._listed: Sequence[Any] = () if self._mask is not None else machine.values(S, decision, player)

    def option(self, value: Any) -> Option:
        """The option with a value of the machine; it is not checked."""
        return Option(self.decision, self.player, value, self)

    # ---- without listing

    def __len__(self) -> int:
        return len(self._listed) if self._mask is None else self._mask.bit_count() + self.decision.can_decline

    def has(self, value: Any) -> bool:
        """Whether a value of the machine is one of the options."""
        if self._mask is None:
            return value in self._listed
        if value is None:
            return self.decision.can_decline
        return isinstance(value, int) and value >= 0 and bool(self._mask >> value & 1)

    def __contains__(self, item: object) -> bool:
        if isinstance(item, Option):
            same = (item.decision.id, item.player) == (self.decision.id, self.player)
            return same and same_rules(item.machine, self.notation.machine) and self.has(item.value)
        return isinstance(item, str) and self.find(item) is not None

    def pick(self, rng: random.Random) -> Any:
        """The value of a uniformly random option."""
        mask = self._mask
        if mask is None:
            return self._listed[int(rng.random() * len(self._listed))]
        count = mask.bit_count()
        if self.decision.can_decline and rng.random() * (count + 1) < 1:
            return None
        if count > _COUNTED and count * 8 > (length := mask.bit_length()):
            while True:
                position = int(rng.random() * length)
                if mask >> position & 1:
                    return position
        return nth(mask, int(rng.random() * count))

    def sample(self, rng: random.Random | None = None) -> Option:
        """A uniformly random option, of this generator or of chance; no list is made."""
        return self.option(self.pick(_generator(rng)))

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("options belong to their state: keep the state, or the options' texts")

    def __deepcopy__(self, memo: dict[int, Any]) -> Options:
        return self

    @property
    def unasked(self) -> Option | None:
        """What drivers answer without asking: the only option, or the usual one; never a secret one."""
        if self.decision.secret or not (self.decision.is_usual or len(self) == 1):
            return None
        return self[0]

    # ---- one by one

    def values(self) -> Iterator[Any]:
        if self._mask is None:
            yield from self._listed
            return
        yield from bits(self._mask)
        if self.decision.can_decline:
            yield None

    def __iter__(self) -> Iterator[Option]:
        return (self.option(value) for value in self.values())

    def __getitem__(self, index: int) -> Option:
        count = len(self)
        at = index + count if index < 0 else index
        if not 0 <= at < count:
            raise IndexError(_no_such(index, count))
        if self._mask is None:
            return self.option(self._listed[at])
        return self.option(None if at == self._mask.bit_count() else nth(self._mask, at))

    # ---- as text

    def text_of(self, value: Any) -> str:
        """The answer that means this value and no other option."""
        if self._mask is not None:
            text = self.notation.answer(self._S, self.decision, value)
            if value is None or self.decision.type.t is not T.THING:
                return text
            lower = bits(self._mask & ((1 << value) - 1))
            return _numbered(text, sum(self.notation.answer(self._S, self.decision, x) == text for x in lower))
        labels = self._all_labels()
        return labels[value] if value in labels else self.notation.answer(self._S, self.decision, value)

    def _all_labels(self) -> dict[Any, str]:
        if self._labels is None:
            counts: dict[str, int] = {}
            known: dict[tuple[int, str], dict[Any, None]] = {}
            self._labels = {}
            for value in self._listed:
                text = self._joint(value, known)
                same = folded(text)
                self._labels[value] = _numbered(text, counts.get(same, 0))
                counts[same] = counts.get(same, 0) + 1
        return self._labels

    def _joint(self, value: Any, known: dict[tuple[int, str], dict[Any, None]]) -> str:
        """An option of several parts, with things of one design told apart where they stand."""
        types = part_types(self.decision)
        if value is None or len(types) < 2 or self.decision.kind == "using":
            return self.notation.answer(self._S, self.decision, value)
        parts = []
        for k, (part, type_) in enumerate(zip(value, types, strict=True)):
            text = self.notation.value(self._S, part, type_)
            same = known.setdefault((k, text), {})
            same.setdefault(part)
            parts.append(_numbered(text, list(same).index(part) if type_.t is T.THING else 0))
        return "; ".join(parts)

    def texts(self) -> list[str]:
        return [self.text_of(value) for value in self.values()]

    def find(self, answer: str) -> Option | None:
        """The option that an answer (without player and action) means."""
        value = self._find(answer.strip())
        return None if value is _ABSENT else self.option(value)

    def _find(self, answer: str) -> Any:
        if answer == DECLINE:
            return None if self.has(None) else _ABSENT
        if self._mask is not None and self.decision.type.t is not T.THING:
            try:
                found = self.notation.meanings(self._S, answer, self.decision.type)
            except Unreadable:
                return _ABSENT
            return next((value for value in found if self.has(value)), _ABSENT)
        wanted = folded(answer)
        for value in self.values():
            if folded(self.text_of(value)) == wanted:
                return value
        if self.decision.type is None and wanted in YES:
            return next((value for value in self.values() if value is not None), _ABSENT)
        units = self.notation.program.units.values()
        short = [value for value in self.values() if is_short_for(wanted, self.text_of(value), units)]
        return short[0] if len(short) == 1 else _ABSENT

    def take(self, text: str) -> tuple[Option, str] | None:
        """The option that the beginning of a text means, and the rest of the text."""
        pieces = split(text, ";")
        size = max(1, len(part_types(self.decision)))
        if (found := self.find("; ".join(pieces[:size]))) is not None:
            return found, "; ".join(pieces[size:])
        if size > 1 and pieces[0] == DECLINE and (found := self.find(DECLINE)) is not None:
            return found, "; ".join(pieces[1:])
        if self.decision.type in _NAMED:
            flat = " ".join(text.split())
            for value in sorted(self.values(), key=lambda x: -len(self.text_of(x))):
                name = self.text_of(value)
                if flat.startswith(f"{name} ") or flat.startswith(f"{name};"):
                    return self.option(value), flat[len(name) :].lstrip("; ")
        return None

    def __repr__(self) -> str:
        return f"<{len(self)} options of {self.key} for {self.notation.names[self.player]}>"


class EveryonesOptions:
    """What all the players who must answer now may answer, one player after the other."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Options]) -> None:
        self.parts = tuple(parts)

    def __len__(self) -> int:
        return sum(len(part) for part in self.parts)

    def __iter__(self) -> Iterator[Option]:
        return (option for part in self.parts for option in part)

    def __contains__(self, item: object) -> bool:
        return any(item in part for part in self.parts)

    def __getitem__(self, index: int) -> Option:
        at = index + len(self) if index < 0 else index
        for part in self.parts:
            if 0 <= at < len(part):
                return part[at]
            at -= len(part)
        raise IndexError(_no_such(index, len(self)))

    def sample(self, rng: random.Random | None = None) -> Option:
        """A random option of the first who must answer."""
        if not self.parts:
            raise ValueError("there is nothing to draw from: nobody who was asked for must decide now")
        return self.parts[0].sample(rng)

    def __repr__(self) -> str:
        return f"<options of {len(self.parts)} players>"


def _generator(rng: random.Random | None) -> random.Random:
    if rng is None:
        return random.Random()
    if not isinstance(rng, random.Random):
        raise TypeError(f"a generator such as random.Random(7) is wanted, not {shown(rng)}")
    return rng


def _no_such(index: int, count: int) -> str:
    there = "there is one" if count == 1 else f"there are {count}" if count else "there are none"
    return f"there is no option {index}: {there}{', counted from 0' if count > 1 else ''}"


def _numbered(text: str, before: int) -> str:
    return text if before == 0 else f"{text}#{before + 1}"
