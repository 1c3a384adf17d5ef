"""A Sheet as Markdown. Text from rulesets is escaped, so that it is read literally."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from rulewright.docgen.sheet import (
    Block,
    Card,
    Cards,
    Change,
    Gallery,
    Index,
    Paragraph,
    Picture,
    Section,
    Sheet,
    Table,
    homes_of,
    key_to_doubts,
)

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")
_LEADING = re.compile(r"^(\s*)([-+]|\d+[.)])(\s)")


def escape(text: str) -> str:
    """Text that Markdown prints as it is, on one line."""
    text = _SPECIAL.sub(r"\\\1", " ".join(text.split("\n")))
    return _LEADING.sub(r"\1\\\2\3", text)


def render(sheet: Sheet, *, provenance: bool = False, heading: str = "", pictures: str | None = None) -> str:
    """The whole sheet; `provenance` adds source files, lines and numbered rules after each paragraph.

    Pictures are told by their captions, or linked to where `pictures` says their files lie: `{id}` is the picture's id.
    """
    lines = [f"# {escape(sheet.title)}" + (f" – {escape(heading)}" if heading else ""), ""]
    if sheet.subtitle:
        lines.extend([escape(sheet.subtitle), ""])
    writer = _Writer(provenance, pictures, sheet.labels, homes_of(sheet))
    for section in sheet.sections:
        lines.extend(writer.section(section, 2))
    if sheet.footer:
        lines.extend(["---", "", f"*{escape(sheet.footer)}*", ""])
    return "\n".join(lines).rstrip() + "\n"


def render_cards(cards: Cards, *, heading: str = "") -> str:
    """A list of all cards and tiles."""
    lines = [f"# {escape(cards.title)}" + (f" – {escape(heading)}" if heading else ""), ""]
    writer = _Writer(False, None, cards.labels, {})
    for kind, group in groupby(cards.cards, key=lambda card: card.kind):
        lines.extend([f"## {escape(kind)}", ""])
        same = list(group)
        for card in same:
            lines.extend(_card(card, writer))
        lines.extend(writer.key_to_doubts([line for card in same for line in card.lines]))
    lines.extend(["---", "", f"*{escape(cards.footer)}*", ""])
    return "\n".join(lines).rstrip() + "\n"


def _card(card: Card, writer: _Writer) -> Iterator[str]:
    facts = ", ".join(f"{escape(name)} {escape(value)}".strip() for name, value in card.facts)
    yield f"**{escape(card.name)}** × {card.copies}" + (f" ({facts})" if facts else "")
    yield ""
    for line in card.lines:
        yield from writer.block(line)


class _Writer:
    def __init__(self, provenance: bool, pictures: str | None, labels: dict[str, str], homes: dict[str, str]) -> None:
        self.homes = homes
        self.provenance = provenance
        self.pictures = pictures
        self.labels = labels

    def section(self, section: Section, level: int) -> Iterator[str]:
        if section.title:
            yield f'{"#" * level} <a id="{_anchor(section.id)}"></a>{escape(section.title)}'
            yield ""
        if section.lead:
            yield escape(section.lead)
            yield ""
        as_list = section.kind == "components"
        for block in section.blocks:
            if as_list and isinstance(block, Paragraph):
                yield from self.item(block, "- ", "")
            else:
                yield from self.any(block)
        if as_list:
            yield ""
        yield from self.key_to_doubts(section.blocks)
        for inner in section.sections:
            yield from self.section(inner, level + 1)

    def key_to_doubts(self, blocks: Sequence[Block]) -> Iterator[str]:
        """What the signs in these blocks mean, below them."""
        if key := key_to_doubts(blocks, self.labels):
            yield escape(key)
            yield ""

    def any(self, block: Block) -> Iterator[str]:
        match block:
            case Table():
                yield from _table(block)
            case Picture():
                yield from self.picture(block)
            case Gallery(pictures=pictures) if self.pictures is None:
                yield from (f"- {_told(picture)}" for picture in pictures)
                yield ""
            case Gallery(pictures=pictures):
                for picture in pictures:
                    yield from self.picture(picture)
            case Change():
                yield from self.change(block)
            case Index():
                yield from self.index(block)
            case Paragraph():
                yield from self.block(block)

    def picture(self, picture: Picture) -> Iterator[str]:
        if self.pictures is not None:
            yield f"![{escape(picture.alt)}]({self.pictures.format(id=picture.id)})"
            yield ""

    def index(self, index: Index) -> Iterator[str]:
        """Terms of one letter in a line; a term is linked to the section where it is told first."""
        for letter, entries in index.letters:
            told = (f"[{escape(one.term)}](#{_anchor(self.homes.get(one.anchors[0], ''))})" for one in entries)
            yield f"**{escape(letter)}** " + " · ".join(told)
            yield ""

    def change(self, change: Change) -> Iterator[str]:
        """What a rule says now under its name, and what it said before below."""
        first, *others = change.after or [Paragraph(self.labels["gone"])]
        for paragraph in (replace(first, label=change.label, note=""), *others):
            yield from self.block(paragraph)
        if change.before:
            yield f"*{escape(self.labels['before'])}*"
            yield ""
            for paragraph in change.before:
                yield from self.block(paragraph)

    def text(self, paragraph: Paragraph) -> str:
        text = escape(paragraph.text)
        if paragraph.label:
            note = f" ({escape(paragraph.note)})" if paragraph.note else ""
            if paragraph.is_opening:
                text = f"**{escape(paragraph.label)}** {text}"
            elif note:
                text = f"**{escape(paragraph.label)}**{note}. {text}"
            else:
                text = f"**{escape(paragraph.label)}.** {text}"
            text = text.rstrip()
        origin = paragraph.origin
        if origin is not None:
            if origin.sign:
                text += " " + escape(origin.sign)
            if self.provenance:
                notes = [*origin.sources, f"{origin.file}:{origin.line}" if origin.file else ""]
                text += f" <sub>{escape(', '.join(note for note in notes if note))}</sub>"
        return text

    def block(self, paragraph: Paragraph) -> Iterator[str]:
        text = self.text(paragraph)
        if text:
            yield text
            yield ""
        yield from self.items(paragraph, "")
        if paragraph.items:
            yield ""

    def items(self, paragraph: Paragraph, indent: str) -> Iterator[str]:
        for number, item in enumerate(paragraph.items, start=1):
            yield from self.item(item, f"{number}. " if paragraph.ordered else "- ", indent)

    def item(self, paragraph: Paragraph, bullet: str, indent: str) -> Iterator[str]:
        yield f"{indent}{bullet}{self.text(paragraph)}".rstrip()
        yield from self.items(paragraph, indent + " " * len(bullet))


def _told(picture: Picture) -> str:
    """A picture in words."""
    name = picture.caption.split(" (")[0]
    if not picture.caption or picture.alt in (picture.caption, name):
        return escape(picture.caption or picture.alt)
    return f"**{escape(picture.caption)}.** {escape(picture.alt.removeprefix(picture.caption).lstrip(', '))}"


def _anchor(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name.lower()).strip("-")


def _table(table: Table) -> Iterator[str]:
    yield "| " + " | ".join(escape(header) for header in table.headers) + " |"
    yield "|" + " --- |" * len(table.headers)
    for row in table.rows:
        yield "| " + " | ".join(escape(cell) for cell in row) + " |"
    yield ""
