"""The index: what a term is called, which pages it has, and which of them are bold."""

from __future__ import annotations

import pytest
from docgen_games import ENGLISH, FRENCH, HEAD, PLAY, compiled

from rulewright.docgen.index import FEWEST, index_of, patterns_of
from rulewright.docgen.outline import outline
from rulewright.docgen.sheet import Entry, Paragraph, Section, Sheet, paragraphs_of
from rulewright.docgen.wording.words import Wording

FILLING = [Paragraph("Nothing.", f"Filler {n}") for n in range(FEWEST)]


def indexed(lang: str, *sections: Section, subjects: list[tuple[str, ...]] | None = None) -> dict[str, Entry]:
    sheet = Sheet(lang, "t", 2, "", [*sections, Section("rules", "rules", "Rules", list(FILLING))])
    made = index_of(sheet, subjects or [], lang)
    assert made is not None
    return {entry.term: entry for _, entries in made.letters for entry in entries}


def play(*texts: str) -> Section:
    return Section("play", "play", "Play", [Paragraph(text, place=f"p{n}") for n, text in enumerate(texts)])


@pytest.mark.parametrize(
    ("lang", "term", "texts", "found"),
    [
        ("en", "Free hexes", ("On a free hex.", "Two free hexes.", "A hex, free."), ["p0", "p1"]),
        ("en", "Neediest players", ("The neediest player.", "A needy player."), ["p0"]),
        ("fr", "Cases libres", ("Une case libre.", "Des cases libres."), ["p0", "p1"]),
        ("fr", "Tour", ("Un demi-tour.", "Une tour."), ["p1"]),
    ],
)
def test_a_term_is_found_in_both_numbers_and_not_in_compounds(
    lang: str, term: str, texts: tuple[str, ...], found: list[str]
) -> None:
    glossary = Section("glossary", "glossary", "Glossary", [Paragraph("Meaning.", term, place="here")])
    assert list(indexed(lang, play(*texts), glossary)[term].anchors) == ["here", *found]


def test_a_name_of_several_words_is_found_where_a_text_points_to_it() -> None:
    rules = Section("more", "rules", "More", [Paragraph("Nothing.", "The oven!")])
    entries = indexed("en", play("See “The oven!”.", "The oven! Hot."), rules)
    assert list(entries["Oven!"].anchors)[1:] == ["p0"]


@pytest.mark.parametrize(
    ("lang", "label", "term"),
    [
        ("en", "Your farm card is not yet sold", "Farm card, not yet sold"),
        ("fr", "Votre carte n’est pas encore vendue", "Carte, pas encore vendue"),
    ],
)
def test_a_truth_stands_under_its_noun(lang: str, label: str, term: str) -> None:
    meaning = Paragraph("si rien.", label, is_opening=True)
    assert term in indexed(lang, Section("glossary", "glossary", "G", [meaning]))


def test_only_one_counts_as_an_article_alone() -> None:
    rules = [Paragraph("Rien.", "Une seule carte"), Paragraph("Rien.", "Une carte rouge")]
    assert {"Une seule carte", "Carte rouge"} <= set(indexed("fr", Section("more", "rules", "M", list(rules))))


def test_the_bold_page_is_where_things_are_told_and_not_where_their_other_name_is() -> None:
    designs = Section("designs-oven", "designs", "Ovens", [Paragraph("Bake.", "Kiln", place="kiln")])
    other = Paragraph("Also: stove.", "Kiln", place="also", is_list=True)
    ready = Section("setup", "setup", "Setup", [Paragraph("Take it.", "Oven", place="ready")])
    glossary = Section(
        "glossary", "glossary", "Glossary", [other, Paragraph("All yours.", "Your ovens", place="yours")]
    )
    entries = indexed("en", ready, designs, glossary, subjects=[("ovens", "oven"), ("kiln",), ("pot", "pots")])
    assert entries["Kiln"].anchors == ("kiln", "also") and entries["Kiln"].bold == 1
    assert entries["Ovens"].anchors[:2] == ("designs-oven", "yours") and entries["Ovens"].bold == 2
    assert entries["Ovens"].anchors[2] == "ready"


def test_a_noun_is_not_found_behind_an_article_of_another_gender() -> None:
    say = Wording(compiled(HEAD + PLAY), "fr", [FRENCH])
    assert dict(patterns_of(say))["tour"].startswith(r"(?<!\bce )")


PRICED = """
define cost(c: cell): number = 1 + count of pawns on c
  reads "the cost of {c}"
action settle
  choose c in vacant
  pay cost(c) coins
  gain 1 berry
play
  repeat 3 times
    each player, settle
rule rebate: reduce cost(c) by 1 where your coins is more than 5
rule harvest: after you gain berries, gain 1 coin
rule idle: after you gain nuts, gain 1 coin
winner player with most coin
"""


def test_an_action_points_to_rules_about_its_prices_and_gains() -> None:
    sheet = outline(compiled(HEAD + PRICED), "en", [ENGLISH])
    told = " ".join(paragraph.text for paragraph in paragraphs_of(sheet))
    assert "See also “Rebate”." in told and "See also “Harvest”." in told and "“Idle”" not in told


@pytest.mark.parametrize(
    ("asked", "meaning"),
    [
        ("pawns", "Pieces on hexes that are linked side by side; a single one on its own is a group too."),
        ("cells of moss", "Hexes that are linked side by side; a single hex is a group too."),
    ],
)
def test_a_group_is_of_pieces_or_of_cells(asked: str, meaning: str) -> None:
    scored = f"score herds: 1 coin for each of groups of {asked}\nwinner player with most coin\n"
    sheet = outline(compiled(HEAD + PLAY + scored), "en", [ENGLISH])
    assert meaning in [paragraph.text for paragraph in paragraphs_of(sheet)]
