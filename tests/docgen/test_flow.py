"""The course of play as boxes: known by the names that the text has, with how often they come; and what leads to it."""

from __future__ import annotations

from docgen_games import compiled

from rulewright.docgen.outline import outline
from rulewright.docgen.pictures.flow import Box, tree
from rulewright.docgen.sheet import Paragraph
from rulewright.docgen.wording.words import Wording

TEXT = """game carts
  title "Carts"
  language 1
  players 2

kind season: spring, autumn
component cart
  copies 3
deck barn of carts
row yard of carts
counter point per player
memory leader: cart?

play
  repeat 3 times, round
action round
  for each c in yard, haul
  tidy spring
action haul
  step load, each player, gain 1 point
  step unload, each player, gain 2 points
action tidy t: season
  set leader to none
  step sweep, each player, gain 1 point
  step close, each player, gain 1 point
"""


def boxes(box: Box) -> list[tuple[str, list[str]]]:
    own = (box.lines[0], [one.lines[0] for one in box.parts])
    return [own, *(inner for part in box.parts if part.parts for inner in boxes(part))]


def course(text: str) -> list[tuple[str, list[str]]]:
    root = tree(Wording(compiled(text), "en"))
    assert root is not None
    return boxes(root)


def test_what_comes_several_times_says_so() -> None:
    told = dict(course(TEXT))
    assert told["Round, 3 times"] == ["Haul, for each cart", "Tidy spring"]
    assert told["Haul, for each cart"] == ["Load", "Unload"]


def test_what_comes_before_the_first_name_is_told() -> None:
    assert dict(course(TEXT))["Tidy spring"] == ["There is no leader any more", "Sweep", "Close"]


LADEN = """game carts
  title "Carts"
  language 1
  players 2

component cart
  copies 3
component crate
  copies 3
deck barn of carts
deck shed of crates
row yard of carts
row road of carts
area bed per cart of crates, at most 1
counter point per player

setup
  step first_carts
    repeat while some shed, harness
  step second_carts, draw 3 from barn into road
play
  repeat 3 times, round
action harness
  draw 1 from barn into yard
  for each c in yard
    draw 1 from shed into c's bed
    each player, gain 1 point
    each player, gain 2 points
    each player, gain 3 points
    each player, gain 4 points
    each player, gain 5 points
    each player, gain 6 points
action round
  for each c in yard where some crate in c's bed, haul
  put yard into box
  put road into yard
action haul
  step load, each player, gain 1 point
  step unload, each player, gain 2 points
"""


def test_a_frame_says_for_which_of_several_it_is() -> None:
    assert dict(course(LADEN))["Haul, for each cart with a crate in its bed"] == ["Load", "Unload"]


def test_a_row_that_takes_the_place_of_another_becomes_it() -> None:
    said = Wording(compiled(LADEN), "en").action(compiled(LADEN).actions["round"])
    told = " ".join(one.text for one in said.lines)
    assert "Remove from the game any carts left in the yard. The road becomes the new yard." in told


def test_a_step_of_the_setup_points_to_what_it_does_by_name() -> None:
    (setup,) = [section for section in outline(compiled(LADEN), "en").sections if section.kind == "setup"]
    told = {one.label: one.text for one in setup.blocks if isinstance(one, Paragraph)}
    assert told["First carts"] == "Repeat this until the shed is empty: harness (see “Harness”)."
    assert told["Second carts"].endswith("into the road.")
