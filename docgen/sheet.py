"""The Sheet tree: what is printed, in one language, before any format.

A paragraph knows where its rule stands in the text (file, line, module), which numbered rules it comes from and how
sure they are, so that every format can show or hide it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    `is_case` says that the label is no name, but for how many players the text is; `is_list`, that the text only names
    what is told elsewhere; `is_opening`, that the label is the beginning of the sentence; `is_caveat`, that it says
    how sure others are; `is_remark`, that it is on all the lines before it. `place` is an anchor of its own, for what
    leads to a paragraph that is not the first of its rule.
    """

    text: str
    label: str | None = None
    items: list[Paragraph] = field(default_factory=list)
    ordered: bool = False
    origin: Provenance | None = None
    authored: bool = False
    note: str = ""
    is_case: bool = False
    is_list: bool = False
    is_opening: bool = False
    is_caveat: bool = False
    is_remark: bool = False
    place: str = field(default="", compare=False)

    @property
    def head(self) -> str:
        """The label with its note, as it is printed."""
        return f"{self.label} ({self.note})" if self.label and self.note else self.label or self.note


@dataclass(slots=True)
class Table:
    """A table of designs: their fields in columns. `places` are the anchors of rows that something leads to."""

    headers: list[str]
    rows: list[list[str]]
    origin: Provenance | None = None
    places: dict[int, str] = field(default_factory=dict, compare=False)


@dataclass(slots=True)
class Picture:
    """A drawing: `svg` is markup of our own making, `alt` says the same in words. `width` is in millimetres.

    `marks` are the signs in it that a key explains; one that `floats` may stand at the top or the foot of its page.
    `place` is its anchor, where something leads to it.
    """

    id: str
    svg: str
    alt: str
    caption: str = ""
    width: int = 80
    marks: frozenset[str] = frozenset()
    floats: bool = False
    place: str = field(default="", compare=False)


@dataclass(slots=True)
class Gallery:
    """Pictures side by side, so many to a row on paper; of so many blocks before them they are `about` the last."""

    pictures: list[Picture]
    columns: int = 4
    about: int = 0


@dataclass(slots=True)
class Change:
    """A rule as it was and as it is; empty where there was none, or is none any more."""

    label: str
    before: list[Paragraph]
    after: list[Paragraph]


@dataclass(frozen=True, slots=True)
class Entry:
    """A term of the index and the anchors of what tells of it, the first `own` being where it is told itself.

    The first `explained` are in bold: those places explain the term, and do not only use its name.
    """

    term: str
    anchors: tuple[str, ...]
    own: int = 0
    explained: int = 1

    @property
    def bold(self) -> int:
        """How many of the anchors are in bold."""
        return min(self.explained, self.own)


@dataclass(slots=True)
class Index:
    """Terms in the order of the sheet's language, under their first letters."""

    letters: list[tuple[str, list[Entry]]]


Block: TypeAlias = Paragraph | Table | Picture | Gallery | Change | Index


@dataclass(slots=True)
class Section:
    """A heading with what stands under it. `kind` is the section's role, the same in every language.

    `lead` says how to read the pictures from here on.
    """

    id: str
    kind: str
    title: str
    blocks: list[Block] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    lead: str = ""


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
    yield from with_sections(sheet.sections)


def with_sections(sections: Sequence[Section]) -> Iterator[Section]:
    """These sections and all inside them, parents before children."""
    stack = list(reversed(sections))
    while stack:
        section = stack.pop()
        yield section
        stack.extend(reversed(section.sections))


def paragraphs_of(sheet: Sheet) -> Iterator[Paragraph]:
    """Every paragraph, lists included."""

    for section in sections_of(sheet):
        for block in section.blocks:
            if isinstance(block, Paragraph):
                yield from _with_items(block)
            elif isinstance(block, Change):
                for paragraph in (*block.before, *block.after):
                    yield from _with_items(paragraph)


def _with_items(paragraph: Paragraph) -> Iterator[Paragraph]:
    yield paragraph
    for item in paragraph.items:
        yield from _with_items(item)


def anchor_of(paragraph: Paragraph) -> str:
    """The anchor of the rule a paragraph tells, empty if it tells none."""
    if paragraph.origin is None or not paragraph.origin.rule:
        return ""
    return "rule-" + re.sub(r"[^\w.-]+", "-", paragraph.origin.rule)


def doubts_in(blocks: Iterable[Block]) -> list[str]:
    """The doubts whose signs stand in these blocks, the gravest last."""
    found: set[str] = set()
    for block in blocks:
        match block:
            case Paragraph():
                found |= {mark for one in _with_items(block) for mark in (_signed(one.label or ""), _own_doubt(one))}
            case Table(rows=rows):
                found |= {_signed(cell) for row in rows for cell in row}
            case Picture(caption=caption):
                found.add(_signed(caption))
            case Gallery(pictures=pictures):
                found |= set(doubts_in(pictures))
            case Change(before=before, after=after):
                found |= set(doubts_in((*before, *after)))
            case _:
                pass
    return [mark for mark in SIGNS if mark in found]


def _own_doubt(paragraph: Paragraph) -> str:
    return paragraph.origin.doubt if paragraph.origin is not None else ""


def _signed(name: str) -> str:
    """The doubt whose sign stands behind a name."""
    return next((mark for mark, sign in SIGNS.items() if name.endswith(sign)), "")


def key_to_doubts(blocks: Iterable[Block], labels: Mapping[str, str]) -> str:
    """What the signs in these blocks mean; empty where there is none."""
    return " ".join(labels[f"doubt_{mark}"] for mark in doubts_in(blocks))


def homes_of(sheet: Sheet) -> dict[str, str]:
    """For each anchor the id of the section it stands in."""
    found: dict[str, str] = {}
    first = next(sections_of(sheet), None)
    if sheet.aside is not None and sheet.aside.place and first is not None:
        found[sheet.aside.place] = first.id
    for section in sections_of(sheet):
        for name in (section.id, *(name for block in section.blocks for name in _anchors(block))):
            if name:
                found.setdefault(name, section.id)
    return found


def _anchors(block: Block) -> Iterator[str]:
    match block:
        case Paragraph():
            yield anchor_of(block)
            yield from (one.place for one in _with_items(block))
        case Table(places=places):
            yield from places.values()
        case Gallery(pictures=pictures):
            yield from (one.place for one in pictures)
        case Picture():
            yield block.place
        case _:
            pass


def pictures_of(sheet: Sheet) -> Iterator[Picture]:
    """Every drawing."""
    if sheet.aside is not None:
        yield sheet.aside
    for chapter in sheet.sections:
        yield from pictures_in(chapter)


def pictures_in(chapter: Section) -> Iterator[Picture]:
    """Every drawing of a section and of those below it."""
    for section in with_sections([chapter]):
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
        if section.lead:
            yield section.lead
        for block in section.blocks:
            if isinstance(block, Table):
                yield from block.headers
                yield from (cell for row in block.rows for cell in row if cell)
            elif isinstance(block, Change) and block.label:
                yield block.label
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
