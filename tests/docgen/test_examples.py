"""Examples drawn: what stood, what came, what may be, in the words of the sheet; only examples that hold."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright.docgen.examples import Examples, laid_last, results, scene_of
from rulewright.docgen.outline import outline
from rulewright.docgen.pictures.palette import letters
from rulewright.docgen.pictures.positions import picture, window
from rulewright.docgen.sheet import Picture, paragraphs_of, pictures_in, pictures_of
from rulewright.docgen.wording.words import Wording
from rulewright.docgen.writing import rows_by_place
from rulewright.interpreter import Suite, Transcript, load_suite
from rulewright.interpreter.testing.suite import loads_suite
from rulewright.interpreter.testing.transcript import Move

TEXT = """game stones
  title "Stones"
  language 1
  players 2

board field of squares, 5 by 5
piece stone per player, 9 in supply
counter point per player

play
  repeat 3 times
    each player, turn
action turn
  choose c in vacant next to your stones
  place a stone on c
action leap
  choose s in your stones
  lift a stone from s
  choose c in vacant
  place it on c
rule far: after you leap, gain 1 point
score spread: 2 point for each of your stones
winner player with most point

example "<b>beside</b> your own" shows turn
  given your stones at [2,2], anne's stones at [2,3]
  then you can turn [1,2], you cannot turn [2,3], you cannot turn [0,0]

example "one after the other" shows far
  given your stones at [2,2]
  when you: leap [2,2]; [4,4]
  then your point is 1, score(spread) is 2 points

example "this one is wrong" shows leap
  given your stones at [2,2]
  when you: leap [2,2]; [4,4]
  then your point is 5
"""


@pytest.fixture(scope="module")
def suite() -> Suite:
    made = loads_suite(TEXT)
    assert made.ok, made.report
    return made


def told(suite: Suite, number: int) -> Transcript:
    found = suite.told(number)
    assert found is not None
    return found


def test_what_is_allowed_and_refused(suite: Suite) -> None:
    scene = scene_of(told(suite, 0))
    assert scene is not None
    assert (scene.allowed, scene.refused) == ({7}, {13, 0})
    assert scene.pieces == {12: ("stone", 0), 13: ("stone", 1)}
    assert window(scene) == (0, 3, 0, 4)


def test_what_comes_and_goes(suite: Suite) -> None:
    found = told(suite, 1)
    scene = scene_of(found)
    assert scene is not None
    assert (scene.steps, scene.gone) == ({24: 1}, {12})
    assert results(Wording(found.program, "en"), found) == (["Spread: 2 points."], ["You have exactly 1 point."])


def test_only_examples_that_hold_are_drawn(suite: Suite) -> None:
    assert suite.told(2) is None
    assert Examples(suite).shown("leap") is None
    assert Examples(suite).shown("nothing") is None


def drawn(suite: Suite, authored: bool) -> list[Picture]:
    program = told(suite, 0).program
    sheet = outline(program, "en", authored=authored, examples=Examples(suite))
    return [one for one in pictures_of(sheet) if one.id.startswith("example")]


def test_the_caption_has_the_authors_line_if_wanted(suite: Suite) -> None:
    assert [one.caption for one in drawn(suite, True)] == [
        "Turn. <b>beside</b> your own.",
        "Far. One after the other. Spread: 2 points.",
    ]
    assert [one.caption for one in drawn(suite, False)] == [
        "Turn",
        "Far. Afterwards: you have exactly 1 point. Spread: 2 points.",
    ]


def test_the_key_tells_the_marks_of_the_sheet_before_its_first_picture(suite: Suite) -> None:
    sheet = outline(told(suite, 0).program, "en", examples=Examples(suite))
    leads = [(one.lead, any(picture.marks for picture in pictures_in(one))) for one in sheet.sections]
    keys = [lead for lead, _ in leads if lead]
    marks = {mark for one in drawn(suite, True) for mark in one.marks}
    assert marks == {"yours", "others", "step", "gone", "yes", "no", "edge"}
    assert len(keys) == 1 and next(lead for lead, is_marked in leads if is_marked) == keys[0]
    assert keys[0].startswith("How to read the examples. Dark pieces are yours. Light pieces belong to other players.")
    assert "letter" not in keys[0]


def test_hostile_titles_stay_text(suite: Suite) -> None:
    svg = drawn(suite, True)[0].svg
    assert "<b>" not in svg and "&lt;b&gt;beside" in svg


def test_a_board_too_wide_is_not_drawn(suite: Suite) -> None:
    found = told(suite, 0)
    scene = scene_of(found)
    assert scene is not None
    scene.allowed.clear()
    scene.refused.clear()
    scene.pieces.clear()
    assert picture(Wording(found.program, "en"), scene, "x", "x", "x") is None


def test_the_part_that_a_cell_lies_on_is_no_number_of_its_own() -> None:
    suite = load_suite("kingdom_builder")
    told = next(told for k in range(len(suite.cases)) if (told := suite.told(k)) is not None)
    assert all(ground.values and ground.numbers == () for ground in (*told.before, *told.after))


def test_rows_of_pictures_stay_near_their_texts() -> None:
    rows = rows_by_place([(4, "a"), (5, "b"), (6, "c"), (8, "d"), (10, "e")])
    assert [[name for _, name in row] for row in rows] == [["a", "b", "c"], ["d", "e"]]
    assert rows_by_place([]) == []


def test_what_was_laid_last_is_framed(suite: Suite) -> None:
    found = replace(told(suite, 0), moves=[Move(0, None, "action", cells) for cells in ((1, 2), (2, 3), (3,))])
    assert laid_last(found, {1, 2, 3}) == {2, 3}
    assert laid_last(replace(found, moves=[]), {1, 2}) == {1, 2}


def test_letters_of_pieces_are_none_of_the_cells() -> None:
    assert letters(["warrior", "wagon", "ship"], ["Wa", "S"]) == ["Wr", "Wg", "Sh"]
    assert letters(["carrière", "case de nomades", "canyon"]) == ["Ca", "Cn", "Cy"]


LAID = """game planks
  title "Planks"
  language 1
  players 2

kind wood: oak, elm
board yard of squares, 5 by 5
  cell has wood: wood?, knots: 0 to 3
component plank
  covers left and right, each with wood: wood, knots: 0 to 3
table plank
  | name  | left_wood | left_knots | right_wood | right_knots |
  | rough | oak       | 2          | elm        | 0           |
deck heap of planks
counter point per player

play
  repeat 3 times
    each player, lay rough
action lay d: plank
  choose s in spots(d, yard)
  place d on s
winner player with most point

example "a plank with knots" shows lay
  then you can lay rough; [1,1], [1,2]
"""


def test_what_may_be_laid_shows_its_numbers() -> None:
    (laying,) = told(loads_suite(LAID), 0).layings
    assert laying.numbers == (2, 0)


FLAGS = """game flags
  title "Flags"
  language 1
  players 2

kind ground
  meadow, marsh are soft
board land of hexes, 5 by 5
  cell has ground: ground?
piece stone per player, 9 in supply
piece flag per player, 9 in supply, counts as stone, covers around(here)
counter point per player

play
  repeat 3 times
    each player, turn
action turn
  if bold, gain 1 point
  if bold, gain 1 point
  choose c in vacant
  place a stone on c
action hoist
  choose c in vacant
  place a flag on c
define bold: truth = no your flags or (some your stones and your point is 0)
  reads "you are bold"
winner player with most point

example "a flag goes up" shows hoist
  given land is meadow, your stones at [4,4]
  when you: hoist [1,1]
  then count of your flags is 7
"""


def test_below_a_piece_in_a_hex_stand_the_letters_of_the_ground_and_the_number_of_its_move() -> None:
    found = told(loads_suite(FLAGS), 0)
    scene = scene_of(found)
    assert scene is not None
    drawn = picture(Wording(found.program, "en"), scene, "hoist", "", "")
    assert drawn is not None and "step" in drawn.marks and "Flag" not in drawn.svg
    # The stone stands above the letters of its meadow, a flag beside its number.
    assert '<text x="0.0" y="8.4"' in drawn.svg and '<text x="-3.7" y="8.4"' in drawn.svg
    assert "translate(3.7 6.2)" in drawn.svg


def test_what_is_true_in_several_cases_is_a_list_of_them() -> None:
    sheet = outline(told(loads_suite(FLAGS), 0).program, "en")
    (bold,) = (one for one in paragraphs_of(sheet) if one.label == "You are bold")
    assert bold.text == "in these cases:"
    assert [one.text for one in bold.items] == ["You have no flags.", "You have a stone and you have no points."]


def test_what_a_piece_covers_is_told_where_it_counts_as_another() -> None:
    sheet = outline(told(loads_suite(FLAGS), 0).program, "en")
    text = next(one.text for one in paragraphs_of(sheet) if one.label == "Counting as a stone")
    assert text.endswith("A flag covers the hexes within 1 step of its own hex and counts as a stone on each of them.")
