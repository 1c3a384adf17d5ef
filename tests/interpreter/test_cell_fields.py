"""Fields of cells: what they begin with, and conditions on them as sets."""

from __future__ import annotations

import rulewright as rw

TEXT = """game plots
  title "Plots"
  players 2

kind soil: grass, rock
board field of squares, 3 by 3
  cell has planted: truth, crops: 0 to 3, soil: soil = grass
piece stone per player, 9 in supply
counter point per player

play
  repeat
    each player, turn
  until no (each c in cells where not c's planted)

action turn
  choose c in grass where not c's planted and c's crops is 0
  place a stone on c
  set planted of c to yes
  set crops of c to 2

score planted: 1 point for each c in your stones where c's planted and c's crops is 2
winner player with most points
"""


def test_a_field_begins_with_its_default_no_or_its_lowest_number() -> None:
    state = rw.loads(TEXT).new(players=2, seed=1)
    assert len(state.legal()) == 9
    state = state.apply("[1,1]")
    assert "[1,1]" not in [option.answer for option in state.legal()]
    assert len(state.legal()) == 8


def test_a_truth_about_cells_is_a_set_of_them() -> None:
    state = rw.loads(TEXT).new(players=2, seed=1)
    while not state.is_over:
        state = state.apply(next(iter(state.legal())))
    assert state.standings() is not None
    assert len(state.log) == 9
    assert state.winners == (0,)
