"""One sheet for several numbers of players: the same once, the different for each number."""

from __future__ import annotations

from collections.abc import Sequence

from docgen_games import compiled

from rulewright.docgen.counts import in_one, merged
from rulewright.docgen.edition import Edition
from rulewright.docgen.outline import outline
from rulewright.docgen.sheet import Block, Paragraph, Provenance, Section, Sheet, sections_of
from rulewright.docgen.writing import text_of

TEXT = """game harvest
  title "Harvest"
  language 1
  players 2 to 4
number rounds = 6 if count of players is 2 otherwise 4
counter apple per player
play
  repeat rounds times
    each player, pick
action pick
  gain 2 apples
winner player with most apples
"""


def told(numbers: Sequence[int], what: str = "", tail: str = "") -> str:
    return f"{what} with {'/'.join(map(str, sorted(numbers)))}".strip()


EDITION = Edition(counts=(2, 3, 4))


def one_sheet(text: str) -> Sheet:
    return merged({n: outline(compiled(text, n), "en", edition=EDITION) for n in EDITION.counts}, told)


def texts(sheet: Sheet, kind: str) -> list[str]:
    blocks = [b for s in sections_of(sheet) if s.kind == kind for b in s.blocks]
    return [text_of(block) for block in blocks if isinstance(block, Paragraph)]


def test_what_differs_is_told_for_each_number() -> None:
    sheet = one_sheet(TEXT)
    play = texts(sheet, "overview")[0]
    assert "4 rounds (6 with 2)" in play
    assert texts(sheet, "action") == texts(outline(compiled(TEXT, 2), "en"), "action")


def test_what_never_differs_is_told_once() -> None:
    same = TEXT.replace("6 if count of players is 2 otherwise 4", "5")
    assert one_sheet(same).sections == outline(compiled(same, 2), "en", edition=EDITION).sections


def test_a_section_for_some_numbers_says_so() -> None:
    def sheet(*ids: str) -> Sheet:
        return Sheet("en", "x", 2, "", [Section(id_, "action", id_, [Paragraph("Same.")]) for id_ in ids])

    made = merged({2: sheet("a", "b"), 3: sheet("a", "c", "b"), 4: sheet("a", "c", "b")}, told)
    assert [section.id for section in made.sections] == ["a", "c", "b"]
    assert [section.title for section in made.sections] == ["a", "c (with 3/4)", "b"]


def paragraphs(*texts: tuple[int, str]) -> list[tuple[list[int], Paragraph]]:
    return [([number], Paragraph(text)) for number, text in texts]


def test_a_figure_that_differs_stands_in_brackets_after_what_it_counts() -> None:
    assert in_one(paragraphs((2, "Draw 4 cards from the deck."), (3, "Draw 3 cards from the deck.")), told) == (
        "Draw 4 cards (3 with 3) from the deck."
    )
    assert in_one(paragraphs((2, "Play 6 rounds."), (3, "Play 12 rounds.")), told) == "Play 6 rounds (12 with 3)."
    assert in_one(paragraphs((2, "It fits into 5 by 5, or not."), (3, "It fits into 7 by 7, or not.")), told) == (
        "It fits into 5 by 5 (7 by 7 with 3), or not."
    )
    assert in_one(paragraphs((2, "2 kings for each player"), (3, "1 king for each player")), told) == (
        "2 kings for each player (1 king with 3)"
    )


def test_what_differs_in_more_than_a_few_words_is_told_apart() -> None:
    long = "Draw one card, look at it and keep it."
    assert in_one(paragraphs((2, "Draw 4 cards."), (3, long)), told) is None
    assert in_one(paragraphs((2, "Draw 4 cards. Stop."), (3, "Draw 4 cards.")), told) is None


def test_a_step_for_some_numbers_says_for_which() -> None:
    def sheet(text: str) -> Sheet:
        origin = Provenance("setup")
        steps: list[Block] = [Paragraph(text, "Unused", origin=origin)] if text else []
        return Sheet("en", "x", 2, "", [Section("setup", "setup", "Setup", steps)])

    (setup,) = merged({2: sheet("Draw 4 cards."), 3: sheet("Draw 2 cards."), 4: sheet("")}, told).sections
    assert [(b.head, b.text) for b in setup.blocks if isinstance(b, Paragraph)] == [
        ("Unused (with 2/3)", "Draw 4 cards (2 with 3).")
    ]


def test_steps_and_what_stands_between_them_keep_their_order() -> None:
    steps = "  step sowing, gain 1 apple\n  shake\n  step rest, lose 1 apple\naction shake\n  gain 3 apples\n"
    text = TEXT.replace("  gain 2 apples\n", steps)
    assert texts(one_sheet(text), "action") == texts(outline(compiled(text, 2), "en"), "action")
