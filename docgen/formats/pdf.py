"""A Sheet as PDF through typst. Texts go in as JSON data and never as markup, so hostile text is printed as it is.

Only the fonts that typst carries are used, nothing has a date and nothing is fetched: the same sheet gives the same
bytes anywhere. The document is tagged, and marked as accessible (PDF/UA) unless a text has a sign that the fonts lack.
"""

from __future__ import annotations

import json
import re
import tempfile
from bisect import bisect_left
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typst

from rulewright.docgen.formats.html import key_on, paged
from rulewright.docgen.sheet import (
    SIGNS,
    Block,
    Card,
    Cards,
    Change,
    Entry,
    Gallery,
    Index,
    Paragraph,
    Picture,
    Section,
    Sheet,
    Table,
    anchor_of,
    homes_of,
)
from rulewright.docgen.stencil import source

PAPERS = {"a4": "a4", "letter": "us-letter"}
Data = dict[str, Any]
# So many letters of one point, on average, stand in a line across the page.
LINE = 1215
# A figure stays with the word that it counts, and `ex` with `æquo`: no line is broken between them.
_KEPT = re.compile(r"(?<=\d) (?=[^\W\d])|(?<=\bex) (?=æquo\b)")
# The letters of a sheet, and those that it or its changes may be printed in to save a page.
SHEET_SIZES = (10.0, 9.75, 9.5, 9.25)
CHANGES_SIZES = (10.0, 9.5, 9.0)
# What a reference tries, the most readable first: columns of rules, points, and the share of its cards and tiles that
# get a line to themselves (of those that one line can hold).
SIZES = (
    *((2, 11.0, 1.0), (2, 10.5, 1.0), (2, 10.0, 1.0), (2, 9.5, 1.0), (2, 9.0, 1.0), (3, 9.0, 1.0), (3, 8.5, 1.0)),
    *((3, 8.0, 1.0), (3, 8.0, 0.9), (3, 8.0, 0.8), (3, 8.0, 0.6), (3, 8.0, 0.3), (3, 8.0, 0.0)),
)


def render(
    sheet: Sheet, *, heading: str = "", layout: str = "sheet", paper: str = "a4", templates: Path | None = None
) -> bytes:
    """The whole sheet, in slightly smaller letters if that saves a page; a `reference` shrinks until it fits two."""
    data = _sheet(sheet, heading, paper)
    data["contents"] = layout == "sheet"
    if layout != "reference":
        return _saving(data, CHANGES_SIZES if layout == "changes" else SHEET_SIZES, templates)
    tried: dict[tuple[int, float, float], bytes] = {}

    def compiled(choice: tuple[int, float, float]) -> bytes:
        columns, size, share = choice
        return _compiled("reference", {**data, "columns": columns, "size": size, "share": share}, templates)

    def is_too_long(choice: tuple[int, float, float]) -> bool:
        tried[choice] = compiled(choice)
        return page_count(tried[choice]) > 2

    sizes = [choice for choice in SIZES if choice[1] <= max(_one_line(sheet), SIZES[-1][1])]
    best = sizes[min(bisect_left(sizes, True, key=lambda choice: not is_too_long(choice)), len(sizes) - 1)]
    return tried.get(best) or compiled(best)


def _saving(data: Data, sizes: Sequence[float], templates: Path | None) -> bytes:
    """In the usual letters, or in slightly smaller ones where the last page then is not needed."""
    made = _compiled("sheet", data | {"size": sizes[0]}, templates)
    pages = page_count(made)
    for size in sizes[1:] if pages > 1 else ():
        smaller = _compiled("sheet", data | {"size": size}, templates)
        if page_count(smaller) < pages:
            return smaller
    return made


def _one_line(sheet: Sheet) -> float:
    """The largest letters, in points, that leave (almost) all cards and tiles in one line that small letters would."""
    told = [b for s in sheet.sections if s.kind == "designs" for b in s.blocks if isinstance(b, Paragraph) and b.label]
    lengths = [len(f"{one.head}. {one.text}") for one in told if not one.items]
    short = sorted(length for length in lengths if length * SIZES[-1][1] <= LINE)
    return LINE / short[len(short) * 19 // 20 - 1] if len(short) > 1 else SIZES[0][1]


def render_cards(cards: Cards, *, heading: str = "", paper: str = "a4", templates: Path | None = None) -> bytes:
    """Nine cards to a page with cut marks, each page followed by the backs."""
    paging = paged(cards)
    pages = [[_card(card) for card in page] for page in paging]
    data: Data = {"title": cards.title, "heading": heading, "lang": cards.lang, "footer": cards.footer, "pages": pages}
    data["signs"] = _signs(cards.labels)
    data["keys"] = [key_on(page, cards.labels) for page in paging]
    return _compiled("cards", {**data, "paper": PAPERS[paper]}, templates)


def page_count(pdf: bytes) -> int:
    """How many pages a document of ours has."""
    return pdf.count(b"/Type /Page\n") or pdf.count(b"/Type/Page/") or pdf.count(b"/Type/Page\n")


def _compiled(layout: str, data: Data, templates: Path | None) -> bytes:
    inputs = {"data": json.dumps(data, ensure_ascii=False, sort_keys=True)}
    with tempfile.TemporaryDirectory() as folder:
        for name in ("parts", layout):
            (Path(folder) / f"{name}.typ").write_text(source(f"typst/{name}.typ", templates), "utf-8")
        main = Path(folder) / f"{layout}.typ"
        try:
            made = typst.compile(
                str(main), root=folder, sys_inputs=inputs, ignore_system_fonts=True, pdf_standards="ua-1"
            )
        except typst.TypstError:
            made = typst.compile(str(main), root=folder, sys_inputs=inputs, ignore_system_fonts=True)
    assert isinstance(made, bytes)
    return made


# ---- data: plain values that typst reads


def _sheet(sheet: Sheet, heading: str, paper: str) -> Data:
    anchors = homes_of(sheet)
    return {
        "title": sheet.title,
        "heading": heading,
        "subtitle": sheet.subtitle,
        "lang": sheet.lang,
        "footer": sheet.footer,
        "labels": sheet.labels,
        "signs": _signs(sheet.labels),
        "paper": PAPERS[paper],
        "aside": _picture(sheet.aside) if sheet.aside is not None else None,
        "sections": [_section(section, anchors) for section in sheet.sections],
    }


def _signs(labels: dict[str, str]) -> dict[str, str]:
    """Each sign of doubt with what it means."""
    return {sign: labels[f"doubt_{mark}"] for mark, sign in SIGNS.items()}


def _section(section: Section, anchors: dict[str, str]) -> Data:
    return {
        "sort": section.kind,
        "title": section.title,
        "anchor": section.id,
        "lead": section.lead,
        "blocks": [_block(block, anchors) for block in section.blocks],
        "sections": [_section(inner, anchors) for inner in section.sections],
    }


def _block(block: Block, anchors: dict[str, str]) -> Data:
    kind = type(block).__name__
    match block:
        case Paragraph():
            # The first paragraph of a rule bears its anchor.
            name = anchor_of(block)
            is_first = anchors.pop(name, None) is not None
            anchor = block.place or (name if is_first else "")
            return {"kind": kind, **_paragraph(block), "anchor": anchor}
        case Table(headers=headers, rows=rows, places=places):
            kept = [[_KEPT.sub("\u00a0", cell) for cell in row] for row in rows]
            anchored = [places.get(at, "") for at in range(len(rows))]
            return {"kind": kind, "headers": headers, "rows": kept, "anchors": anchored}
        case Picture():
            return {"kind": kind, **_picture(block)}
        case Gallery(pictures=pictures, columns=columns, about=about):
            return {"kind": kind, "columns": columns, "about": about, "pictures": [_picture(one) for one in pictures]}
        case Index(letters=letters):
            made = [[letter, [_entry(one) for one in entries]] for letter, entries in letters]
            return {"kind": kind, "letters": made}
        case Change(label=label, before=before, after=after):
            sides = {"before": [_paragraph(one) for one in before], "after": [_paragraph(one) for one in after]}
            return {"kind": kind, "label": label, **sides}


def _entry(entry: Entry) -> list[Any]:
    return [entry.term, list(entry.anchors), entry.bold]


def _paragraph(paragraph: Paragraph) -> Data:
    return {
        "text": _KEPT.sub("\u00a0", paragraph.text),
        "label": paragraph.label,
        "note": paragraph.note,
        "opening": paragraph.is_opening,
        "caveat": paragraph.is_caveat,
        "anchor": paragraph.place,
        "authored": paragraph.authored,
        "ordered": paragraph.ordered,
        "sign": paragraph.origin.sign if paragraph.origin is not None else "",
        "items": [_paragraph(item) for item in paragraph.items],
    }


def _picture(picture: Picture) -> Data:
    caption = _KEPT.sub("\u00a0", picture.caption)
    data = {"svg": picture.svg, "alt": picture.alt, "caption": caption, "width": picture.width}
    data["height"] = _height(picture)
    return data | {"floats": picture.floats, "anchor": picture.place}


def _height(picture: Picture) -> float:
    """In millimetres, from the proportions of the drawing."""
    sizes = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', picture.svg)
    return picture.width * float(sizes[2]) / float(sizes[1]) if sizes is not None else 0.0


def _card(card: Card) -> Data:
    return {
        "sort": card.kind,
        "name": card.name,
        "facts": [list(fact) for fact in card.facts],
        "lines": [_paragraph(line) for line in card.lines],
        "back": card.back,
        "svg": card.svg,
        "alt": card.alt,
        "width": 46,
    }
