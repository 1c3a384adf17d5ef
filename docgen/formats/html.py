"""A Sheet as one HTML file: style, script and pictures inside, nothing fetched. The template escapes every text."""

from __future__ import annotations

from pathlib import Path

import markupsafe

from rulewright.docgen.sheet import Card, Cards, Paragraph, Picture, Sheet, anchor_of, key_to_doubts
from rulewright.docgen.stencil import fill, source


class _Anchors:
    """Ids for rules: the rule's own id at its first paragraph, so that a link to it lands there."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def link(self, paragraph: Paragraph) -> str:
        return anchor_of(paragraph)

    def make(self, paragraph: Paragraph) -> str:
        name = paragraph.place or anchor_of(paragraph)
        if not name or name in self.used:
            return ""
        self.used.add(name)
        return name


def where(paragraph: Paragraph) -> str:
    """Numbered rules, module, file and line of a paragraph."""
    origin = paragraph.origin
    if origin is None:
        return ""
    file = f"{Path(origin.file).name}:{origin.line}" if origin.file else ""
    return " · ".join(part for part in (origin.rule, ", ".join(origin.sources), origin.module, file) if part)


def _drawing(thing: Picture | Card) -> markupsafe.Markup:
    """Markup of our own templates, in which every text has been escaped."""
    return markupsafe.Markup(thing.svg)


def _own(name: str, folder: Path | None) -> markupsafe.Markup:
    return markupsafe.Markup(source(name, folder).rstrip())


def render(sheet: Sheet, *, heading: str = "", layout: str = "sheet", templates: Path | None = None) -> str:
    """The whole page. `layout` is sheet, reference or changes; `templates` a folder of the author's own."""
    return fill(
        "html/sheet.html.j2",
        templates,
        sheet=sheet,
        heading=heading,
        layout=layout,
        anchors=_Anchors(),
        where=where,
        key_to_doubts=key_to_doubts,
        drawing=_drawing,
        style=_own("html/sheet.css", templates),
        script=_own("html/sheet.js", templates),
    )


def render_cards(cards: Cards, *, heading: str = "", templates: Path | None = None) -> str:
    """Cards and tiles nine to a printed page, backs behind them."""
    return fill(
        "html/cards.html.j2",
        templates,
        cards=cards,
        heading=heading,
        pages=paged(cards),
        key_to_doubts=key_on,
        drawing=_drawing,
        style=_own("html/cards.css", templates),
    )


def key_on(page: list[Card], labels: dict[str, str]) -> str:
    """What the signs on these cards mean."""
    return key_to_doubts([line for card in page for line in card.lines], labels)


def paged(cards: Cards) -> list[list[Card]]:
    """Every copy of every card, nine to a page."""
    every = [card for card in cards.cards for _ in range(card.copies)]
    return [every[at : at + 9] for at in range(0, len(every), 9)]
