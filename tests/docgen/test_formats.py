"""HTML, PDF and Markdown of sheets and cards: complete, literal whatever the text, and the same bytes every time."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
import typst
from docgen_games import ENGLISH, FRENCH, sample

from rulewright.docgen.cards import cards
from rulewright.docgen.formats import html, md, pdf
from rulewright.docgen.outline import outline
from rulewright.docgen.pictures.palette import ink_on, letters
from rulewright.docgen.reference import reference
from rulewright.docgen.sheet import (
    SIGNS,
    Card,
    Cards,
    Change,
    Index,
    Paragraph,
    Picture,
    Provenance,
    Section,
    Sheet,
    Table,
    pictures_of,
    sections_of,
)
from rulewright.docgen.writing import FORMAT_WORDS

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></script>",
    '#import "@preview/x:1.0.0"; $x^2$ *bold* _it_ `raw` @ref <label> \\ [ ]',
    "{{ 7 * 7 }} {% raw %}",
    "x" * 300,
    "שלום עולם",
    "🎲 😀",
    "a & b &amp; c",
]
LABELS = {key: key for key in FORMAT_WORDS}
TEXT = """
tile oven: build on (moss or sand)
tile cart: relocate to lake
score lakes: 2 coin for each of lakes next to your pawns
winner player with most coin
"""


def hostile_sheet(text: str) -> Sheet:
    inner = Paragraph(text, text, [Paragraph(text)], True)
    change = Change(text, [Paragraph(text)], [Paragraph(text, authored=True)])
    section = Section("s", "rules", text, [inner, Table([text, text], [[text, text]]), change])
    return Sheet("en", text, 2, "", [section], text, (), text, LABELS)


class _Reader(HTMLParser):
    """The text of a page, and the tags in it."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert not any(name.startswith("on") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:16])
def test_html_prints_hostile_text_literally(text: str) -> None:
    reader = _Reader()
    reader.feed(html.render(hostile_sheet(text)))
    assert "img" not in reader.tags
    assert sum(text in part for part in reader.texts) >= 6
    assert html.render(hostile_sheet(text)).count("<script>") == 1


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:16])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pdf_takes_any_text(text: str, paper: str) -> None:
    made = pdf.render(hostile_sheet(text), paper=paper)
    assert made.startswith(b"%PDF-")
    assert pdf.render(hostile_sheet(text), paper=paper) == made


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:16])
def test_cards_take_any_text(text: str) -> None:
    deck = Cards("en", text, text, [Card(text, text, [(text, text)], [Paragraph(text, text)], 10, text)], LABELS)
    assert pdf.page_count(pdf.render_cards(deck, heading=text)) == 4
    reader = _Reader()
    reader.feed(html.render_cards(deck, heading=text))
    assert sum(text in part for part in reader.texts) >= 10
    assert "img" not in reader.tags and "script" not in reader.tags
    assert text[:1] in md.render_cards(deck)


@pytest.fixture(scope="module", params=["en", "fr"])
def sheet(request: pytest.FixtureRequest) -> Sheet:
    catalogue = ENGLISH if request.param == "en" else FRENCH
    return outline(sample(TEXT), request.param, [catalogue])


def test_a_page_stands_alone(sheet: Sheet) -> None:
    page = html.render(sheet)
    assert not re.search(r'(src|href)="(?!#)', page)
    assert "@import" not in page and "url(" not in page
    assert f'<html lang="{sheet.lang}">' in page


def test_links_within_a_page_lead_somewhere(sheet: Sheet) -> None:
    page = html.render(sheet)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'<a[^>]* href="#([^"]+)"', page)) <= set(ids)


def test_pictures_have_words_and_ids_of_their_own(sheet: Sheet) -> None:
    found = list(pictures_of(sheet))
    assert found
    assert all(picture.alt for picture in found)
    assert len({picture.id for picture in found}) == len(found)


def test_the_same_sheet_gives_the_same_bytes(sheet: Sheet) -> None:
    assert pdf.render(sheet) == pdf.render(sheet)
    assert html.render(sheet) == html.render(sheet)


def test_a_pdf_is_tagged_and_says_its_language(sheet: Sheet) -> None:
    made = pdf.render(sheet)
    assert b"/MarkInfo" in made and b"/StructTreeRoot" in made
    assert f"/Lang ({sheet.lang})".encode() in made or f"/Lang({sheet.lang})".encode() in made
    assert b"/CreationDate" not in made


def test_a_reference_and_cards_are_made() -> None:
    program = sample(TEXT)
    assert pdf.page_count(pdf.render(reference(program, "en"), layout="reference", heading="x")) <= 2
    deck = cards(program, "en")
    assert {"Oven", "Cart"} <= {card.name for card in deck.cards}


def test_letters_tell_names_apart() -> None:
    names = ["grass", "canyon", "forest", "flowers", "farm", "fort", "f", "grass"]
    made = letters(names)
    assert len(set(made)) == len(names)
    assert made[1] == "C"


def test_ink_can_be_read() -> None:
    assert (ink_on("#ffffff"), ink_on("#000000")) == ("#000000", "#ffffff")


def test_a_picture_of_ours_is_not_escaped() -> None:
    sheet = Sheet("en", "t", 2, "", [Section("s", "s", "S", [Picture("p", "<svg></svg>", "alt")])], labels=LABELS)
    assert "<svg></svg>" in html.render(sheet)


def asked(monkeypatch: pytest.MonkeyPatch, sheet: Sheet, selector: str, **options: Any) -> list[Any]:
    """What stands under a label in the finished document."""
    found: list[Any] = []

    def query(main: str, *, root: str, sys_inputs: dict[str, str], **_: object) -> bytes:
        told = typst.query(main, selector, field="value", root=root, sys_inputs=sys_inputs, ignore_system_fonts=True)
        found[:] = json.loads(told)
        return b"/Type /Page\n"

    monkeypatch.setattr(pdf, "typst", type("Typst", (), {"compile": staticmethod(query), "TypstError": Exception}))
    pdf.render(sheet, **options)
    return found


def doubted(mark: str) -> Paragraph:
    return Paragraph("Build.", "Oven", origin=Provenance("x", marks=(mark,)))


DOUBTED = {
    "a paragraph": [doubted("likely")],
    "a list": [Paragraph("Do this:", items=[doubted("likely")])],
    "a table": [Table(["name"], [["Oven (~)"]])],
    "a row as a line": [Paragraph("Gold 3.", "Oven (~)")],
    "a change": [Change("Oven", [], [doubted("likely")])],
}


# A reference has no tables, whose rows are lines in it, and no changes.
LINES = ("a paragraph", "a list", "a row as a line")


@pytest.mark.parametrize(
    ("where", "layout"),
    [
        (a, b)
        for a in DOUBTED
        for b in ("sheet", "reference", "changes")
        if b != "reference" or a not in ("a table", "a change")
    ],
)
def test_what_a_sign_means_stands_on_its_page(where: str, layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    labels = LABELS | {f"doubt_{mark}": f"{sign} is {mark}" for mark, sign in SIGNS.items()}
    filler = [Paragraph(f"Sentence {n}.") for n in range(150)]
    kind = "designs" if layout == "reference" else "rules"
    sections = [Section("a", kind, "A", [*filler]), Section("b", kind, "B", [*DOUBTED[where]])]
    sheet = Sheet("en", "t", 2, "", sections, "footer", labels=labels)
    for made in (html.render(sheet, layout=layout), md.render(sheet).replace("\\", "")):
        assert made.count("(~) is likely") == 1
        assert "(*) is invented" not in made
    keys = asked(monkeypatch, sheet, "<doubt-key>", layout=layout, heading="x")
    assert [key["signs"] for key in keys] == [["(~)"]]
    if layout == "sheet":
        assert keys[0]["page"] > 1


def test_cards_say_what_their_signs_mean() -> None:
    labels = LABELS | {f"doubt_{mark}": f"{sign} is {mark}" for mark, sign in SIGNS.items()}
    told = Card("tile", "Oven", [], [doubted("invented")], 1, "Tile")
    deck = Cards("en", "t", "f", [*[Card("tile", "Cart", [("a", "b")], [], 9, "Tile")], told], labels)
    assert [html.key_on(page, labels) for page in html.paged(deck)] == ["", "(*) is invented"]
    for made in (html.render_cards(deck), md.render_cards(deck).replace("\\", "")):
        assert "(*) is invented" in made and "(~) is likely" not in made


@pytest.mark.parametrize("layout", ["sheet", "reference", "changes"])
@pytest.mark.parametrize("kind", ["rules", "designs", "setup", "components"])
def test_no_point_of_a_list_is_lost(kind: str, layout: str, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = Paragraph("Deep.", place="deep")
    points = [Paragraph("First:", items=[deep]), *(Paragraph(f"Point {n}.") for n in range(6))]
    block = Paragraph("Do this:", "Oven", points)
    sheet = Sheet("en", "t", 2, "", [Section("a", kind, "A", [block, Paragraph("Gold.", "Cart")])], labels=LABELS)
    assert asked(monkeypatch, sheet, "<deep>", layout=layout, heading="x") == ["deep"]


def test_each_term_of_an_index_leads_to_its_own_paragraph(sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    index = next(b for section in sections_of(sheet) for b in section.blocks if isinstance(b, Index))
    entries = [entry for _, some in index.letters for entry in some]
    page = html.render(sheet)
    places = dict.fromkeys(anchor for entry in entries for anchor in entry.anchors)
    for anchor in places:
        assert page.count(f' id="{anchor}"') == 1
        if not any(section.id == anchor for section in sections_of(sheet)):
            assert asked(monkeypatch, sheet, f"<{anchor}>") == [anchor]
