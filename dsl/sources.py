"""Which numbered rule stands where: every `source` of a linked ruleset, the examples that prove it, and the gaps.

A number is a prefix and digits, `AB-017`. A gap is a number between the lowest and the highest cited with its prefix
that nothing lists: neither the rules and examples in force, nor a `source` of the modules beside them, nor the
`SOURCES.md` of the game. Not every number was ever given out: where more than `LONGEST_GAP` in a row are missing, or
all up to the next round number, at which a new chapter begins, there is no gap. A prefix that no `SOURCES.md` of the
game names is another game's, and the numbers borrowed from it need not be complete.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from rulewright.dsl import nodes as n
from rulewright.dsl.files import rules_in
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.source import Span
from rulewright.dsl.walk import walk

LONGEST_GAP = 9
CHAPTER = 10
LISTING = "SOURCES.md"

_NUMBER = re.compile(r"([A-Za-z][A-Za-z0-9_]*-)(\d+)")
_LISTED = re.compile(rf"{_NUMBER.pattern}(?:\s+to\s+{_NUMBER.pattern})?")
_SOURCE = re.compile(r"\bsource ([^\n\"#]+)")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a number is cited, in the declaration or example of that name."""

    name: str
    span: Span = field(compare=False)
    marks: tuple[str, ...]


@dataclass(slots=True)
class Cited:
    """A number with the declarations that cite it, and the examples that cite it or show what cites it."""

    number: str
    places: list[Place] = field(default_factory=list)
    examples: list[Place] = field(default_factory=list)

    @property
    def marks(self) -> tuple[str, ...]:
        """Every mark it bears, in the order met."""
        return tuple(dict.fromkeys(mark for place in (*self.places, *self.examples) for mark in place.marks))


@dataclass(frozen=True, slots=True)
class Sources:
    cited: tuple[Cited, ...]
    gaps: tuple[str, ...]


def sources_of(ruleset: Ruleset) -> Sources:
    """The numbers of a ruleset in order, and those that are missing between them."""
    found: dict[str, Cited] = {}
    numbers_of: dict[str, list[str]] = {}
    for linked in ruleset.things:
        if linked.is_library:
            continue
        for source in sources_in(linked.decl):
            for number in source.refs:
                _add(found.setdefault(number, Cited(number)).places, linked.name, source.span, source.marks)
                for _, name in linked.keys:
                    numbers_of.setdefault(name, []).append(number)
    for example, _ in ruleset.examples:
        for source in sources_in(example):
            for number in source.refs:
                _add(found.setdefault(number, Cited(number)).examples, example.title, example.span, source.marks)
        for number in (number for name in example.shows for number in numbers_of.get(name, ())):
            _add(found[number].examples, example.title, example.span, ())
    return Sources(tuple(found[number] for number in sorted(found, key=_order)), _gaps(found, _listed(ruleset)))


def sources_in(decl: object) -> Iterator[n.Source]:
    return (node for node in walk(decl) if isinstance(node, n.Source))


def _add(places: list[Place], name: str, span: Span, marks: tuple[str, ...]) -> None:
    """Once for each line; an example once, however often it says a number."""
    if all(
        (place.name, place.span.file.path, place.span.line) != (name, span.file.path, span.line) for place in places
    ):
        places.append(Place(name, span, marks))


def _order(number: str) -> tuple[str, int, str]:
    parts = _NUMBER.fullmatch(number)
    return (parts[1], int(parts[2]), number) if parts else (number, -1, number)


# ---- gaps


@dataclass(slots=True)
class _Listed:
    """Numbers by prefix; `own` are the prefixes that the listings name, all if there is no listing."""

    numbers: dict[str, set[int]] = field(default_factory=dict)
    own: set[str] | None = None

    def add(self, text: str) -> set[str]:
        prefixes = set()
        for prefix, number in _numbers(text):
            self.numbers.setdefault(prefix, set()).add(number)
            prefixes.add(prefix)
        return prefixes


def _gaps(cited: Iterable[str], listed: _Listed) -> tuple[str, ...]:
    known: dict[str, dict[int, str]] = {}
    for parts in filter(None, map(_NUMBER.fullmatch, cited)):
        if listed.own is None or parts[1] in listed.own:
            known.setdefault(parts[1], {})[int(parts[2])] = parts[2]
    gaps: list[str] = []
    for prefix, numbers in sorted(known.items()):
        low, high = min(numbers), max(numbers)
        width = max(map(len, numbers.values()))
        there = sorted({*numbers, *(k for k in listed.numbers.get(prefix, ()) if low <= k <= high)})
        for before, after in pairwise(there):
            if after - before - 1 <= LONGEST_GAP and after % CHAPTER:
                gaps += [f"{prefix}{k:0{width}}" for k in range(before + 1, after)]
    return tuple(gaps)


def _listed(ruleset: Ruleset) -> _Listed:
    """The numbers in the listing of each game and in its other modules."""
    homes = dict.fromkeys(Path(info.path).parent.resolve() for info in ruleset.modules if info.kind != "library")
    listed = _Listed()
    for home in filter(Path.is_dir, homes):
        for text in filter(None, (_read(folder / LISTING) for folder in (home, *home.parents[:2]))):
            listed.own = (listed.own or set()) | listed.add(text)
        for path in _modules_beside(home):
            for text in _SOURCE.findall(_read(path)) if path.suffix == ".rules" else [_read(path)]:
                listed.add(text)
    return listed


def _modules_beside(home: Path) -> Iterator[Path]:
    yield from rules_in(home)
    for folder in (home / "expansions", home / "variants", home / "examples"):
        yield from rules_in(folder, deep=True)
    for pattern in ("data/*.csv", "expansions/**/*.csv", "variants/**/*.csv"):
        yield from sorted(home.glob(pattern))


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="ignore")
    except OSError:
        return ""


def _numbers(text: str) -> Iterator[tuple[str, int]]:
    """The numbers that a text names; `A-1 to A-4` names four, but a long range is a remark on all there are."""
    for prefix, first, other, last in _LISTED.findall(text):
        yield prefix, int(first)
        if other == prefix:
            few = int(last) - int(first) <= LONGEST_GAP
            yield from ((prefix, k) for k in (range(int(first) + 1, int(last) + 1) if few else [int(last)]))
