"""HTML, PDF and Markdown of sheets and cards: complete, literal whatever the text, and the same bytes every time."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from docgen_games import ENGLISH, FRENCH, sample

from rulewright.docgen.cards import cards
from rulewright.docgen.formats import html, md, pdf
from rulewright.docgen.outline import outline
from rulewright.docgen.pictures.palette import ink_on, letters
from rulewright.docgen.reference import reference
from rulewright.docgen.sheet import Card, Cards, Change, Paragraph, Picture, Section, Sheet, Table, pictures_of
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
