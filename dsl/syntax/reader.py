"""Text -> what its words make, by the parse table.

Reading goes word by word. A state says which words may follow; a word either leads on to another state, or first lets
the last few things be put together by a rule of the grammar, the smallest first. What a rule makes is up to the caller
(`make`), who is given its parts and where they begin and end. `table` says where the table comes from.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any, NoReturn

Make = Callable[[str, list[Any], int | None, int | None], Any]
"""The name of a rule, its parts, and their extent in the text: None if they are all left out."""

LINE, INDENT, DEDENT, END = "_NL", "_INDENT", "_DEDENT", "$END"
OPEN, CLOSE = "LPAR", "RPAR"
_WORD, _SIGN = "WORD_", "SIGN_"


class Word(str):
    """A word or sign as it stands in the text, and where."""

    __slots__ = ("start",)

    start: int


class Unreadable(Exception):
    """No sentence of the language goes on like this.

    `kind` is that of the word at `at`, empty if the letters make none.
    """

    def __init__(self, at: int, kind: str, reading: _Reading) -> None:
        super().__init__(at, kind)
        self.at = at
        self.kind = kind
        self._reading = reading

    @property
    def expected(self) -> frozenset[str]:
        """The kinds of word that could have stood there."""
        return self._reading.accepted()


class BadDedent(Exception):
    """A line's indentation fits no block above it."""


class Rule:
    """How to put things together: so many of them, of which some are kept."""

    __slots__ = ("gives", "hands_on", "is_list", "keeps_all", "kept", "makes", "missing", "one_is_itself", "size")

    def __init__(
        self, size: int, gives: str, makes: str, kept: list[tuple[int, bool, int]], missing: int, one_is_itself: bool
    ) -> None:
        self.size = size
        self.gives = gives
        self.makes = makes
        self.kept = kept
        self.missing = missing
        self.one_is_itself = one_is_itself
        self.is_list = gives.startswith("_")  # which is part of another
        self.keeps_all = size == len(kept) and not missing and not any(is_list or gap for _, is_list, gap in kept)
        self.hands_on = one_is_itself and size == 1 and self.keeps_all

    def parts(self, things: list[Any]) -> list[Any]:
        """What is kept of the things taken; None stands for each optional part that is missing."""
        if self.keeps_all:
            return things
        found: list[Any] = []
        for place, is_list, missing in self.kept:
            if missing:
                found.extend([None] * missing)
            if not is_list:
                found.append(things[place])
            elif found:
                found.extend(things[place])
            else:
                found = things[place]  # a list grows at its end: nobody else holds it
        if self.missing:
            found.extend([None] * self.missing)
        return found


class Reader:
    """Reads texts by one table."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.rows: list[dict[str, int]] = table["rows"]
        self.rules = [Rule(**rule) for rule in table["rules"]]
        self.end: int = table["end"]
        self.kinds: dict[str, str] = table["literals"]
        self.patterns: dict[str, str] = table["patterns"]
        self.names: str = table["names"]
        self.skipped = f"(?>{'|'.join(table['ignored'])})*+"
        signs = sorted((text for text in self.kinds if not text.isalnum()), key=len, reverse=True)
        self.signs = "|".join(map(re.escape, signs))
        self.matchers: list[Callable[..., re.Match[str] | None] | None] = [None] * len(self.rows)
        self.handed_on: dict[tuple[int, int, str], int] = {}
        self.by_patterns: dict[tuple[str, ...], Callable[..., re.Match[str] | None]] = {}

    def matcher(self, state: int) -> Callable[..., re.Match[str] | None]:
        """What finds the next word in a state: the patterns of what may stand there, then any word or sign."""
        row = self.rows[state]
        found = self._matcher(tuple(name for name in self.patterns if name in row or name == LINE))
        self.matchers[state] = found
        return found

    def _matcher(self, names: tuple[str, ...]) -> Callable[..., re.Match[str] | None]:
        if names not in self.by_patterns:
            ways = [f"(?P<{name}>{self.patterns[name]})" for name in names]
            if self.names not in names:
                ways.append(f"(?P<{_WORD}>{self.patterns[self.names]})")
            ways.append(f"(?P<{_SIGN}>{self.signs})")
            self.by_patterns[names] = re.compile(f"{self.skipped}(?:{'|'.join(ways)})").match
        return self.by_patterns[names]

    def hand_on(self, below: int, state: int, kind: str) -> int:
        """The state after all rules that only hand on what there is: a name goes through a dozen of them."""
        here = state
        while (step := self.rows[here].get(kind, 0)) < 0 and self.rules[~step].hands_on:
            here = self.rows[below][self.rules[~step].gives]
        self.handed_on[below, state, kind] = here
        return here

    def kind_at(self, text: str, at: int) -> tuple[int, str]:
        """Where the next word stands and what it would be if anything could stand there; empty if it is no word."""
        found = self._matcher(tuple(self.patterns))(text, at)
        if found is None:
            blank = re.compile(self.skipped).match(text, at)
            return blank.end() if blank else at, ""
        kind = found.lastgroup or ""
        start, end = found.span(kind)
        return start, self.kinds.get(text[start:end], kind) if kind in (self.names, _SIGN) else kind

    def read(self, text: str, make: Make) -> Any:
        """What the whole text makes."""
        return _Reading(self, text, make).all()


class _Reading:
    """A text being read: the states passed through and, between them, the things made and their extents."""

    def __init__(self, reader: Reader, text: str, make: Make) -> None:
        self.reader = reader
        self.text = text
        self.make = make
        self.states = [0]
        self.things: list[Any] = []
        self.starts: list[int | None] = []
        self.end = 0  # of the last word taken, so of anything that is put together now
        self.indents = [0]

    def all(self) -> Any:
        reader, text, states, rows = self.reader, self.text, self.states, self.reader.rows
        kinds, names = reader.kinds, reader.names
        at = start = brackets = 0
        while True:
            state = states[-1]
            found = (reader.matchers[state] or reader.matcher(state))(text, at)
            if found is None:
                if reader.kind_at(text, at)[0] < len(text):
                    self.refuse(at)
                break
            kind = found.lastgroup or ""
            start, end = found.span(kind)
            word = Word(text[start:end])
            word.start = start
            if kind == _SIGN:
                kind = kinds[word]
            elif kind in (names, _WORD):
                kind = kinds.get(word, names)
                if kind not in rows[state]:
                    kind = names  # a word is reserved only where it can stand
            if kind == LINE:
                if not brackets:
                    self.line(word, end)
            elif kind not in rows[state]:
                self.refuse(at)
            else:
                self.feed(kind, word, start, end)
                brackets += (kind == OPEN) - (kind == CLOSE)
            at = end
        for _ in self.indents[1:]:
            self.feed(DEDENT, "", start, at)
        self.feed(END, "", start, at)
        return self.things[-1]

    def line(self, word: Word, end: int) -> None:
        """The end of a line, and the blocks that the next one opens or closes."""
        start, indents = word.start, self.indents
        self.feed(LINE, word, start, end)
        indent = len(word) - word.rindex("\n") - 1
        if indent > indents[-1]:
            indents.append(indent)
            self.feed(INDENT, "", start, end)
            return
        while indent < indents[-1]:
            indents.pop()
            self.feed(DEDENT, "", start, end)
        if indent != indents[-1]:
            raise BadDedent

    def feed(self, kind: str, thing: str, start: int, end: int) -> None:
        """Takes a word, after putting together all that ends before it."""
        states, rows, rules, handed_on = self.states, self.reader.rows, self.reader.rules, self.reader.handed_on
        while True:
            step = rows[states[-1]].get(kind)
            if step is None:
                raise Unreadable(start, kind, self)
            if step >= 0:
                states.append(step)
                self.things.append(thing)
                self.starts.append(start)
                self.end = end
                return
            rule = rules[~step]
            if rule.hands_on:
                way = states[-2], states[-1], kind
                states[-1] = handed_on.get(way) or self.reader.hand_on(*way)
            else:
                self.put_together(rule)
            if kind == END and states[-1] == self.reader.end:
                return

    def put_together(self, rule: Rule) -> None:
        states, things, starts = self.states, self.things, self.starts
        first = len(things) - rule.size
        start = starts[first] if rule.size else None
        if start is None:  # the first part is left out, or all are
            start = next((x for x in starts[first:] if x is not None), None)
        parts = rule.parts(things[first:])
        states[first + 1 :] = [self.reader.rows[states[first]][rule.gives]]
        starts[first:] = [start]
        if rule.is_list:
            things[first:] = [parts]
        elif rule.one_is_itself and len(parts) == 1:
            things[first:] = parts
        else:
            things[first:] = [self.make(rule.makes, parts, start, self.end if start is not None else None)]

    def refuse(self, at: int) -> NoReturn:
        """Nothing that may stand here begins with these letters."""
        start, kind = self.reader.kind_at(self.text, at)
        raise Unreadable(start, kind, self)

    def accepted(self) -> frozenset[str]:
        """The kinds of word that could have come instead."""
        kinds = (kind for kind in self.reader.rows[self.states[-1]] if kind.isupper())
        return frozenset(kind for kind in kinds if self.accepts(kind))

    def accepts(self, kind: str) -> bool:
        """Whether such a word could be taken, once all that ends before it is put together."""
        states, rows = list(self.states), self.reader.rows
        while (step := rows[states[-1]].get(kind)) is not None and step < 0:
            rule = self.reader.rules[~step]
            del states[len(states) - rule.size :]
            states.append(rows[states[-1]][rule.gives])
            if kind == END and states[-1] == self.reader.end:
                return True
        return step is not None


@cache
def reader() -> Reader:
    """The reader of the language; of an edited grammar, one whose table is worked out at once."""
    folder = files("rulewright.dsl.syntax")
    grammar = (folder / "grammar.lark").read_bytes()
    stored = folder / "table.json"
    table = json.loads(stored.read_bytes()) if stored.is_file() else {}
    if table.get("key") != hashlib.sha256(grammar).hexdigest():
        from rulewright.dsl.syntax.table import worked_out

        table = worked_out()
    return Reader(table)
