"""`match 3 games adding points`: games in a row in which one counter goes on and everything else begins anew."""

import random

import pytest

import rulewright as rw
from rulewright.dsl.codes import Code
from rulewright.interpreter import State

PICKS = """
game picks
  title "Picks"
  language 1
  players 2
  match 3 games adding points

component card
  has worth: number
  one for each n in (1 to 6), worth n
deck stock of cards
hand held per player of cards, seen by owner
counter point per player
counter coin per player = 2

setup
  each player, draw 2 from stock into your held

play
  each player, pick

action pick
  choose c in your held
  gain (c's worth) points
  gain 1 coin
  put c into box

score coins: 1 point for each of your coins

winner player with most points then most coins
"""


def points(state: State) -> list[int]:
    return list(state.view(None)["counters"]["point"].values())


def test_points_go_on_and_the_rest_begins_anew() -> None:
    state, rng, picked = rw.loads(PICKS).new(seed=3), random.Random(3), [0, 0]
    for turn in range(6):
        assert not state.is_over
        player = turn % 2
        coins = list(state.view(None)["counters"]["coin"].values())
        assert coins == [2 + player, 2]  # two at the start of every game, one more once player 1 has picked
        option = state.legal().sample(rng)
        picked[player] += int(option.text.rpartition("_")[2])
        state = state.apply(option)
        over = 3 * ((turn + 1) // 2)  # three coins are three points at the end of each game
        assert points(state) == [picked[0] + over, picked[1] + over]
    assert state.is_over
    assert state.winners == tuple(k for k in (0, 1) if points(state)[k] == max(points(state)))


def test_equal_sums_share_a_match_whatever_breaks_ties_in_a_game() -> None:
    game = rw.loads(PICKS.replace("gain (c's worth) points", "gain 1 point"))
    state = game.new(seed=1)
    while not state.is_over:
        state = state.apply(state.legal().sample(random.Random(0)))
    assert state.winners == (0, 1) and points(state) == [12, 12]


def test_a_match_can_be_saved_replayed_and_taken_back_across_its_games() -> None:
    game, rng = rw.loads(PICKS), random.Random(8)
    state = game.new(seed=8)
    for _ in range(3):
        state = state.apply(state.legal().sample(rng))
    again = rw.loads_state(rw.dumps(state), game)
    assert again == state and rw.replay(state.log, game) == state
    assert state.apply(state.legal().sample(rng)).undo() == state


def test_a_match_needs_a_counter_that_players_have() -> None:
    with pytest.raises(rw.RulesError) as error:
        rw.loads(PICKS.replace("adding points", "adding medals")).new(seed=1)
    assert [d.code for d in error.value.report.errors] == [Code.UNKNOWN_UNIT]
    assert "medals" in str(error.value)
