"""The Sheet tree: what is printed, in one language, before any format.

A paragraph knows where its rule stands in the text (file, line, module), which numbered rules it comes from and how
sure they are, so that every format can show or hide it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

SIGNS = {"likely": "(~)", "unverified": "(?)", "invented": "(*)"}  # how each doubt is printed, the gravest last


def doubt(marks: Iterable[str]) -> str:
    """The gravest mark of what an author could not make sure of; empty if there is none."""
    found = set(marks)
    return next((mark for mark in reversed(SIGNS) if mark in found), "")


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a paragraph comes from. `rule` is a stable id such as `action.turn`."""

    rule: str
    module: str = ""
    file: str = ""
    line: int = 0
    sources: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    lines: tuple[tuple[str, int], ...] = ()

    @property
    def doubt(self) -> str:
        """How far its author could not make sure of it."""
        return doubt(self.marks)

    @property
    def sign(self) -> str:
        """What is printed for this doubt."""
        return SIGNS.get(self.doubt, "")


@dataclass(slots=True)
class Paragraph:
    """Sentences, under a label where a step or a design has a name, with a list below. `authored` is an extra line.

    `note` stands in brackets after the label: how many there are, what a design carries, which expansion it is from.
    """

    text: str
    label: str | None = None
    items: list[Paragraph] = field(default_factory=list)
    ordered: bool = False
    origin: Provenance | None = None
    authored: bool = False
    note: str = ""

    @property
    def head(self) -> str:
        """The label with its note, as it is printed."""
        return f"{self.label} ({self.note})" if self.label and self.note else self.label or self.note


@dataclass(slots=True)
class Table:
    """A table of designs: their fields in columns."""

    headers: list[str]
    rows: list[list[str]]
    origin: Provenance | None = None


@dataclass(slots=True)
class Picture:
    """A drawing: `svg` is markup of our own making, `alt` says the same in words. `width` is in millimetres.

    `marks` are the signs in it that a key explains; one that `floats` may stand at the top or the foot of its page.
    """

    id: str
    svg: str
    alt: str
    caption: str = ""
    width: int = 80
    marks: frozenset[str] = frozenset()
    floats: bool = False


@dataclass(slots=True)
class Gallery:
    """Pictures side by side, so many to a row on paper. `key` says how to read them."""

    pictures: list[Picture]
    columns: int = 4
    key: str = ""


@dataclass(slots=True)
class Change:
    """A rule as it was and as it is; empty where there was none, or is none any more."""

    label: str
    before: list[Paragraph]
    after: list[Paragraph]


@dataclass(frozen=True, slots=True)
class Entry:
    """A term of the index and the anchors of what tells of it, the first being its own place."""

    term: str
    anchors: tuple[str, ...]


@dataclass(slots=True)
class Index:
    """Terms in the order of the sheet's language, under their first letters."""

    letters: list[tuple[str, list[Entry]]]


Block: TypeAlias = Paragraph | Table | Picture | Gallery | Change | Index


@dataclass(slots=True)
class Section:
    """A heading with what stands under it. `kind` is the section's role, the same in every language."""

    id: str
    kind: str
    title: str
    blocks: list[Block] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)


@dataclass(slots=True)
class Sheet:
    """A whole rule sheet in one language for one combination. `labels` are the words that formats themselves need.

    `aside` is the course of play as a picture, to stand beside the first sections; `counts` are all the numbers of
    players that the game is for.
    """

    lang: str
    title: str
    players: int
    hash: str
    sections: list[Section] = field(default_factory=list)
    footer: str = ""
    missing: tuple[tuple[str, str], ...] = ()
    subtitle: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    aside: Picture | None = None
    added: str = ""
    counts: tuple[int, ...] = ()


@dataclass(slots=True)
class Card:
    """A card or tile to cut out: what it is, its name, its values, its rules. `back` is printed on the other side."""

    kind: str
    name: str
    facts: list[tuple[str, str]]
    lines: list[Paragraph]
    copies: int
    back: str
    svg: str = ""
    alt: str = ""


@dataclass(slots=True)
class Cards:
    """All cards and tiles of a game, to be printed nine to a page."""

    lang: str
    title: str
    footer: str
    cards: list[Card]
    labels: dict[str, str] = field(default_factory=dict)


def sections_of(sheet: Sheet) -> Iterator[Section]:
    """Every section, parents before children."""
    stack = list(reversed(sheet.sections))
    while stack:
        section = stack.pop()
        yield section
        stack.extend(reversed(section.sections))


def paragraphs_of(sheet: Sheet) -> Iterator[Paragraph]:
    """Every paragraph, lists included."""

    def below(paragraph: Paragraph) -> Iterator[Paragraph]:
        yield paragraph
        for item in paragraph.items:
            yield from below(item)

    for section in sections_of(sheet):
        for block in section.blocks:
            if isinstance(block, Paragraph):
                yield from below(block)
            elif isinstance(block, Change):
                for paragraph in (*block.before, *block.after):
                    yield from below(paragraph)


def anchor_of(paragraph: Paragraph) -> str:
    """The anchor of the rule a paragraph tells, empty if it tells none."""
    if paragraph.origin is None or not paragraph.origin.rule:
        return ""
    return "rule-" + re.sub(r"[^\w.-]+", "-", paragraph.origin.rule)


def homes_of(sheet: Sheet) -> dict[str, str]:
    """For each anchor the id of the section it stands in."""
    found: dict[str, str] = {}
    for section in sections_of(sheet):
        found.setdefault(section.id, section.id)
        for block in section.blocks:
            if isinstance(block, Paragraph) and anchor_of(block):
                found.setdefault(anchor_of(block), section.id)
    return found


def pictures_of(sheet: Sheet) -> Iterator[Picture]:
    """Every drawing."""
    if sheet.aside is not None:
        yield sheet.aside
    for section in sections_of(sheet):
        for block in section.blocks:
            if isinstance(block, Picture):
                yield block
            elif isinstance(block, Gallery):
                yield from block.pictures


def texts_of(sheet: Sheet) -> Iterator[str]:
    """Every printed text: titles, labels, sentences, cells of tables."""
    yield sheet.title
    if sheet.subtitle:
        yield sheet.subtitle
    for section in sections_of(sheet):
        yield section.title
        for block in section.blocks:
            if isinstance(block, Table):
                yield from block.headers
                yield from (cell for row in block.rows for cell in row if cell)
            elif isinstance(block, Change) and block.label:
                yield block.label
            elif isinstance(block, Gallery) and block.key:
                yield block.key
            elif isinstance(block, Index):
                yield from (entry.term for _, entries in block.letters for entry in entries)
    for picture in pictures_of(sheet):
        if picture.caption:
            yield picture.caption
    for paragraph in paragraphs_of(sheet):
        if paragraph.label or paragraph.note:
            yield paragraph.head
        if paragraph.text:
            yield paragraph.text
