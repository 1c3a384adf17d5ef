"""A change in the rules changes exactly the paragraphs that say where they come from, in both languages."""

from __future__ import annotations

import pytest
from docgen_games import ENGLISH, FRENCH, HEAD, compiled

from rulewright.docgen.outline import outline
from rulewright.docgen.sheet import Paragraph, Sheet, sections_of

TEXT = (
    HEAD
    + """
play
  repeat
    each player, turn
  until last
action turn
  step settle
    repeat builds times while some pawn in your supply, build on moss
  step move
    may relocate to lake
rule finish: after you build where no pawn in your supply, set last to yes
rule line: after you place a pawn where has_line(your pawns, in_a_row), win
tile oven: build on (moss or sand)
tile cart: relocate to lake
score lakes: 2 coin for each of lakes next to your pawns
score rocks: 1 coin for each of rocks next to your pawns
winner player with most coin
"""
)
MUTATIONS = [
    ("number builds   = 3", "number builds   = 4"),
    ("number in_a_row = 3", "number in_a_row = 5"),
    ("tile oven: build on (moss or sand)", "tile oven: build on (moss or rock)"),
    ("score lakes: 2 coin", "score lakes: 3 coin"),
    ("score rocks: 1 coin for each of rocks", "score rocks: 1 coin for each of towers"),
    ("after you build where no pawn in your supply", "after you build where no your tiles"),
    ("winner player with most coin", "winner player with least coin"),
]


def blocks(sheet: Sheet) -> list[tuple[str, Paragraph]]:
    """The paragraphs of the first level, with their sections."""
    return [(s.id, block) for s in sections_of(sheet) for block in s.blocks if isinstance(block, Paragraph)]


def flat(paragraph: Paragraph) -> str:
    return " ".join([paragraph.label or "", paragraph.text, *map(flat, paragraph.items)])


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("old", "new"), MUTATIONS, ids=[old for old, _ in MUTATIONS])
def test_what_changes_is_what_stems_from_the_changed_line(old: str, new: str, lang: str) -> None:
    assert TEXT.count(old) == 1
    line = TEXT[: TEXT.index(old)].count("\n") + 1
    catalogue = [ENGLISH if lang == "en" else FRENCH]
    before = blocks(outline(compiled(TEXT), lang, catalogue))
    after = blocks(outline(compiled(TEXT.replace(old, new)), lang, catalogue))
    assert [where for where, _ in before] == [where for where, _ in after]
    changed = [one for (_, one), (_, two) in zip(before, after, strict=True) if flat(one) != flat(two)]
    assert changed
    for paragraph in changed:
        assert paragraph.origin is not None
        assert line in {at for _, at in paragraph.origin.lines}, flat(paragraph)
