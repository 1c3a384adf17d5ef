"""One notation of moves, for logs, examples, the terminal and refusals; written and read here.

`player: action answer; answer`. Cells are `[r,c]` from 0, things go by their design, dice by their face (`d5`), sets
stand in braces, amounts are `2 gold + 1 wood`, declining is `-`, leaving a usual gain `not NAME`; actions, steps,
rules, members and players go by name. Where two options would read the same the second is marked `#2`, the third `#3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.plurals import plural
from rulewright.dsl.suggest import nearest
from rulewright.dsl.types import T, Type, spot_board, spot_component
from rulewright.interpreter.generate.context import Decision
from rulewright.interpreter.geometry import NAMES, spot_cells
from rulewright.interpreter.machine import Machine, Slots, part_types
from rulewright.interpreter.runtime import bits, mask_of

DECLINE = "-"
WITHOUT = "not"  # what is usually taken is left by its name, so that `-` speaks of what is asked
_CELL = re.compile(r"\[\s*(\d+)\s*,\s*(\d+)\s*\]")
_CELLS = re.compile(r"\[\s*\d+\s*,\s*\d+\s*\](\s*,?\s*\[\s*\d+\s*,\s*\d+\s*\])*")
_DIE = re.compile(r"[a-z]+(\d+)((?:_no_\w+?)*)")
_NUMBERED = re.compile(r"(.*?)#(\d+)", re.DOTALL)
_PLAYER = re.compile(r"\s*([^\W\d][\w ]*?)\s*:\s*(.*)", re.DOTALL)
YES = ("yes", "take", "accept")


class Unreadable(ValueError):
    """A text that names nothing; `near` are names like it."""

    def __init__(self, text: str, wanted: str, near: Sequence[str] = ()) -> None:
        hint = f"; did you mean {', '.join(f'`{x}`' for x in near)}?" if near else ""
        super().__init__(f"`{text}` is not {wanted}{hint}")
        self.text = text
        self.near = tuple(near)


# ---- texts


def split_player(text: str) -> tuple[str | None, str]:
    """`anne: build [1,2]` -> anne and the rest."""
    m = _PLAYER.fullmatch(text)
    return (m[1], m[2].strip()) if m else (None, text.strip())


def split(text: str, mark: str) -> list[str]:
    """The parts of a text between marks that stand in no bracket."""
    parts, depth, start = [], 0, 0
    for k, char in enumerate(text):
        depth += (char in "[{(") - (char in "]})")
        if char == mark and depth <= 0:
            parts.append(text[start:k].strip())
            start = k + 1
    return [*parts, text[start:].strip()]


def folded(text: str) -> str:
    """What two texts share if they say the same: blanks do not matter, nor the order in a set or an amount."""
    text = " ".join(text.split()).casefold()
    pieces = []
    for piece in split(text, ";"):
        if piece.startswith("{") and piece.endswith("}"):
            piece = "{" + ", ".join(sorted(x.replace(" ", "") for x in split(piece[1:-1], ",") if x)) + "}"
        elif "+" in piece:
            piece = " + ".join(sorted(split(piece, "+")))
        pieces.append(re.sub(r"\s*([,\[\]])\s*", r"\1", piece))
    return "; ".join(pieces)


def unit_names(unit: p.Unit) -> tuple[str, str]:
    """One of a counter, and several."""
    return unit.words.name, unit.words.plural or plural(unit.words.name)


def is_short_for(word: str, amount: str, units: Iterable[p.Unit]) -> bool:
    """Whether a counter's bare name stands for an amount of nothing else, as people answer: `gold` for `1 gold`."""
    number, _, name = amount.partition(" ")
    return number.isdigit() and any(x.words.name == name and word in unit_names(x) for x in units)


def lead(stmts: Sequence[p.Stmt]) -> str:
    """The word by which a stretch of rules is offered: its first action, step or change."""
    for stmt in stmts:
        match stmt:
            case p.CallAction():
                return stmt.action.words.name
            case p.Step():
                return stmt.name
            case p.Transfer():
                return stmt.mode.value
            case p.Do():
                return "do"
            case p.If():
                return lead(stmt.then)
            case p.Must() | p.May():
                return lead(stmt.body)
            case p.Plain():
                return stmt.word.value
            case _:
                continue
    return ""


def default_names(players: int) -> tuple[str, ...]:
    return tuple(f"player_{k + 1}" for k in range(players))


class Notation:
    """Writes and reads the answers of one machine's decisions."""

    def __init__(self, machine: Machine, names: Sequence[str]) -> None:
        self.machine = machine
        self.program = machine.program
        self.layout = machine.layout
        self.names = tuple(names)

    # ---- writing

    def move(self, decision: Decision, player: int, answer: str) -> str:
        """A whole move as one line."""
        action = f"{decision.actions[-1]} " if decision.actions else ""
        return f"{self.names[player]}: {action}{answer}"

    def answer(self, S: Slots, decision: Decision, value: Any) -> str:
        """One option, not yet told apart from others that read the same."""
        if value is None:
            return DECLINE
        if decision.kind == "using":
            value, used = value
            return self.answer_value(S, decision, value) + self._using(decision, used)
        return self.answer_value(S, decision, value)

    def _using(self, decision: Decision, used: int) -> str:
        numbers = decision.captured.get("bits", ())
        names = [label for number, label in zip(numbers, decision.labels, strict=False) if used >> number & 1]
        return f" using {' + '.join(names)}" if names else ""

    def answer_value(self, S: Slots, decision: Decision, value: Any) -> str:
        types = part_types(decision)
        if len(types) > 1:
            return "; ".join(self.value(S, v, t) for v, t in zip(value, types, strict=True))
        if types:
            return self.value(S, value, types[0])
        return self._special(S, decision, value)

    def _special(self, S: Slots, decision: Decision, value: Any) -> str:
        match decision.type:
            case ("mix", units):
                return self._amounts((k, unit) for k, unit in zip(value, units, strict=True))
            case ("amount", parts):
                return amount_text(parts[value])
            case "branch":
                return lead(decision.stmt.branches[value]) or str(value + 1)
            case "item":
                return self._item(S, decision, value)
            case "effect":
                return str(decision.labels[value])
            case "usual":
                return str(decision.labels[value]) if value >= 0 else f"{WITHOUT} {decision.labels[~value]}"
            case _:
                return lead(getattr(decision.stmt, "body", ())) or "yes"

    def _item(self, S: Slots, decision: Decision, value: tuple[int, Any]) -> str:
        item = decision.stmt.items[value[0]]
        if not isinstance(item, p.ForEach):
            return lead(item.body) or str(value[0] + 1)
        first = item.body[0]
        word = lead(first.body) if isinstance(first, p.May | p.Must) else lead(item.body)
        bound = self.value(S, value[1], item.var.type)
        return f"{word} {bound}" if word else bound

    def _amounts(self, amounts: Iterable[tuple[int, p.Unit]]) -> str:
        return " + ".join(f"{k} {unit.words.name}" for k, unit in amounts if k) or "nothing"

    def value(self, S: Slots, value: Any, type_: Type) -> str:
        """Any value of the machine."""
        if type_.is_set or type_.is_list:
            items = bits(value) if isinstance(value, int) else value
            inner = ", ".join(self.value(S, x, type_.elem) for x in items)
            return f"{{{inner}}}" if type_.is_set else f"({inner})"
        if type_.t is T.TRUTH:
            return "yes" if value else "no"
        if value is None or (value == -1 and (type_.maybe or type_.t not in (T.NUMBER, T.BUNDLE))):
            return "none"
        match type_.t:
            case T.CELL:
                return self.cell(type_.base, value)
            case T.SPOT:
                board = spot_board(type_)
                return ", ".join(self.cell(board, k) for k in self._spot(type_)[value])
            case T.THING:
                return self.thing(S, value, self.machine.root(type_.base))
            case T.BUNDLE:
                return self._amounts(zip(value, self.program.units.values(), strict=False))
            case _:
                words = self._words(type_)
                return words[value] if words is not None and 0 <= value < len(words) else str(value)

    def _words(self, type_: Type) -> Sequence[str] | None:
        """The names of all values of a type that has names."""
        match type_.t:
            case T.PLAYER:
                return self.names
            case T.SIDE:
                return self._sides
            case T.MEMBER:
                return self.program.kinds[type_.base].members
            case T.DIRECTION:
                return NAMES
            case T.MAP:
                return [m.words.name for m in self.program.boards[type_.base].maps]
            case T.DESIGN:
                return [d.words.name for d in self.program.components[type_.base].designs]
            case _:
                return None

    @cached_property
    def _sides(self) -> tuple[str, ...]:
        if self.program.side_size == 1:
            return self.names
        return tuple(f"{self.program.side_word}_{k + 1}" for k in range(self.layout.sides))

    def cell(self, board: str, position: int) -> str:
        row, column = self.layout.geometry[board].row_column(position)
        return f"[{row},{column}]"

    def _spot(self, type_: Type) -> Any:
        parts = len(self.program.components[spot_component(type_)].parts)
        cells, _masks = spot_cells(self.layout.geometry[spot_board(type_)], parts)
        return cells

    def thing(self, S: Slots, thing: int, root: str) -> str:
        """A thing by its design; a die by the face it shows, and by what it lacks that other dice have."""
        faces = self.layout.slots.get(f"thing:{root}.face")
        if faces is not None:
            return f"d{S[faces.base + thing]}" + "".join(
                f"_no_{name}" for name, base in self._lackable(root) if S[base + thing] == -1
            )
        design = self.machine.design_of[root].get(thing)
        return design.words.name if design is not None else f"{root}_{thing}"

    def _lackable(self, root: str) -> list[tuple[str, int]]:
        """The fields of a component that may be none, and where they are kept."""
        fields = self.program.components[root].fields.values() if root in self.program.components else ()
        return [(x.name, self.layout.slots[f"thing:{root}.{x.name}"].base) for x in fields if x.type.maybe]

    # ---- reading

    def player(self, text: str) -> int:
        """The player of this name."""
        if text in self.names:
            return self.names.index(text)
        if text.isdigit() and 1 <= int(text) <= len(self.names):
            return int(text) - 1
        raise Unreadable(text, "a player", nearest(text, self.names))

    def read(self, S: Slots, decision: Decision, text: str) -> list[tuple[Any, ...]]:
        """What an answer can mean, option or not: for each way to read it, a value for each part."""
        types = part_types(decision)
        pieces = split(text, ";")
        if len(pieces) != len(types):
            raise Unreadable(text, f"an answer of {len(types)} part{'s' * (len(types) != 1)}")
        ways: list[tuple[Any, ...]] = [()]
        for piece, type_ in zip(pieces, types, strict=True):
            found = self.meanings(S, piece, type_)
            ways = [(*way, value) for way in ways for value in found][:256]
        return ways

    def meanings(self, S: Slots, text: str, type_: Type) -> list[Any]:
        """The values of a type that a text can mean, the likeliest first."""
        text = text.strip()
        if type_.is_set or type_.is_list:
            return self._several(S, text, type_)
        if text == "none" and type_.maybe:
            return [-1]
        match type_.t:
            case T.CELL:
                return [self._read_cell(text, type_.base)]
            case T.SPOT:
                return self._read_spot(text, type_)
            case T.THING:
                return self._read_thing(S, text, self.machine.root(type_.base))
            case T.NUMBER:
                if re.fullmatch(r"-?\d{1,15}", text):
                    return [int(text)]
                raise Unreadable(text, "a number")
            case T.TRUTH:
                if text in ("yes", "no"):
                    return [int(text == "yes")]
                raise Unreadable(text, "yes or no")
            case _:
                words = self._words(type_) or ()
                if text in words:
                    return [list(words).index(text)]
                raise Unreadable(text, f"a {type_.base or type_.t.value}", nearest(text, words))

    def _several(self, S: Slots, text: str, type_: Type) -> list[Any]:
        inner = text[1:-1] if text[:1] + text[-1:] in ("{}", "()") else text
        ways: list[tuple[Any, ...]] = [()]
        for item in split(inner, ",") if inner.strip() else []:
            found = self.meanings(S, item, type_.elem)
            ways = [(*way, x) for way in ways for x in found if type_.is_list or x not in way][:256]
        if not ways:
            raise Unreadable(text, "a set of different things")
        return list(dict.fromkeys(ways if type_.is_list else (mask_of(way) for way in ways)))

    def _read_cell(self, text: str, board: str) -> int:
        m = _CELL.fullmatch(text)
        geometry = self.layout.geometry[board]
        if m is None:
            raise Unreadable(text, "a cell such as [3,4]")
        row, column = int(m[1]), int(m[2])
        if row >= geometry.rows or column >= geometry.columns:
            last = f"[{geometry.rows - 1},{geometry.columns - 1}]"
            raise Unreadable(text, f"a cell of {board}, which goes from [0,0] to {last}")
        return geometry.at(row, column)

    def _read_spot(self, text: str, type_: Type) -> list[Any]:
        if _CELLS.fullmatch(text) is None:
            raise Unreadable(text, "cells such as [3,4], [3,5]")
        wanted = tuple(self._read_cell(m[0], spot_board(type_)) for m in _CELL.finditer(text))
        found = [k for k, cells in enumerate(self._spot(type_)) if cells is not None and tuple(cells) == wanted]
        if not found:
            raise Unreadable(text, f"a place for a {spot_component(type_)}")
        return found

    def _read_thing(self, S: Slots, text: str, root: str) -> list[Any]:
        m = _NUMBERED.fullmatch(text)
        name = m[1] if m else text
        found = self.dice(S, name, root)
        if found is None:
            designs = self.machine.design_of[root]
            found = [k for k in range(self.layout.roots[root]) if k in designs and designs[k].words.name == name]
        if not found:
            names = {d.words.name for d in self.machine.design_of[root].values()}
            raise Unreadable(text, f"a {root}", nearest(name, names))
        return found

    def dice(self, S: Slots, text: str, root: str) -> list[int] | None:
        """The dice that `d4` or `d4_no_owner` can mean; None where the text names no die."""
        faces, die = self.layout.slots.get(f"thing:{root}.face"), _DIE.fullmatch(text)
        if faces is None or die is None:
            return None
        lacks = [base for field, base in self._lackable(root) if field in die[2].split("_no_")]
        count = self.layout.roots[root]
        return [k for k in range(count) if S[faces.base + k] == int(die[1]) and all(S[x + k] == -1 for x in lacks)]


def amount_text(amount: p.Amount) -> str:
    """An amount of the rules: as numbers and units where it is so simple, else as written."""
    match amount:
        case p.Units(number=p.Const(value=value)):
            return f"{value} {amount.unit.words.name}"
        case p.Both():
            return " + ".join(amount_text(part) for part in amount.parts)
        case _:
            return " ".join(amount.span.text.split())


__all__ = [
    "DECLINE",
    "YES",
    "Notation",
    "Unreadable",
    "amount_text",
    "default_names",
    "folded",
    "lead",
    "split",
    "split_player",
]
