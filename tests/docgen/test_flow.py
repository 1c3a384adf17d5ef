"""The course of play as boxes: known by the names that the text has, with how often they come."""

from __future__ import annotations

from docgen_games import compiled

from rulewright.docgen.pictures.flow import Box, tree
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
