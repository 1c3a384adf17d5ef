"""One sheet for several numbers of players: the same once, the different for each number."""

from __future__ import annotations

from docgen_games import compiled

from rulewright.docgen.counts import merged
from rulewright.docgen.outline import outline
from rulewright.docgen.sheet import Paragraph, Section, Sheet, sections_of
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


def told(numbers: list[int]) -> str:
    return f"with {'/'.join(map(str, sorted(numbers)))}"


def one_sheet(text: str) -> Sheet:
    return merged({n: outline(compiled(text, n), "en") for n in (2, 3, 4)}, told)


def texts(sheet: Sheet, kind: str) -> list[str]:
    blocks = [b for s in sections_of(sheet) if s.kind == kind for b in s.blocks]
    return [text_of(block) for block in blocks if isinstance(block, Paragraph)]


def test_what_differs_is_told_for_each_number() -> None:
    sheet = one_sheet(TEXT)
    (play,) = texts(sheet, "play")
    assert play.startswith("With 2 ") and "6" in play.split("With 3/4 ")[0] and "4" in play.split("With 3/4 ")[1]
    assert texts(sheet, "action") == texts(outline(compiled(TEXT, 2), "en"), "action")


def test_what_never_differs_is_told_once() -> None:
    same = TEXT.replace("6 if count of players is 2 otherwise 4", "5")
    assert one_sheet(same).sections == outline(compiled(same, 2), "en").sections


def test_a_section_for_some_numbers_says_so() -> None:
    def sheet(*ids: str) -> Sheet:
        return Sheet("en", "x", 2, "", [Section(id_, "action", id_, [Paragraph("Same.")]) for id_ in ids])

    made = merged({2: sheet("a", "b"), 3: sheet("a", "c", "b"), 4: sheet("a", "c", "b")}, told)
    assert [section.id for section in made.sections] == ["a", "c", "b"]
    assert [text_of(b) for b in made.sections[1].blocks if isinstance(b, Paragraph)] == ["With 3/4.", "Same."]


def test_steps_and_what_stands_between_them_keep_their_order() -> None:
    steps = "  step sowing, gain 1 apple\n  shake\n  step rest, lose 1 apple\naction shake\n  gain 3 apples\n"
    text = TEXT.replace("  gain 2 apples\n", steps)
    assert texts(one_sheet(text), "action") == texts(outline(compiled(text, 2), "en"), "action")
