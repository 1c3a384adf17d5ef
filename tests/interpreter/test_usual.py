"""Gains that may be left: decisions of the machine, which drivers answer without asking."""

import random

import rulewright as rw
from rulewright.interpreter.agents import agent, play_out, playout
from rulewright.interpreter.options import Options
from rulewright.interpreter.simulate import Playouts
from rulewright.interpreter.state import State
from rulewright.interpreter.testing.suite import loads_suite

GAME = """\
game gifts
  title "Gifts"
  language 1
  players 2

counter coin per player
component helper
  optional
helper baker: after you rest, gain 1 coin
area household per player of helpers, in play, one of each

play
  repeat 3 times
    each player, rest

action rest
  choose k in (1 to 2)

winner player with most coins
"""
WHOLE = """
example "one coin is left" shows baker
  given seed is 1
  when player_1: rest 1
  when player_1: not baker
  when player_2: rest 2
  when player_1: rest 1
  then player_1's coins is 1, player_2's coins is 1
"""


def options_of(state: State) -> Options:
    found = state.legal(state.pending[0].player)
    assert isinstance(found, Options)
    return found


def test_a_gain_is_a_decision_with_a_usual_answer() -> None:
    state = rw.loads(GAME).new(2, 1).apply("rest 1")
    options = options_of(state)
    assert options.texts() == ["baker", "not baker"]
    unasked = options.unasked
    assert unasked is not None and unasked.answer == "baker"
    assert state.apply(unasked).scores() != state.apply("not baker").scores()


def test_the_log_marks_what_nobody_need_have_been_asked() -> None:
    state = rw.loads(GAME).new(2, 1).apply("rest 1")
    assert state.apply("baker").log[-1].is_forced
    left = state.apply("not baker")
    assert not left.log[-1].is_forced
    assert left.log[-1].text == "player_1: not baker"
    assert rw.replay(left.log) == left


def test_bots_and_playouts_take_it() -> None:
    state = rw.loads(GAME).new(2, 1)
    for name in ("random", "greedy", "mcts:20"):
        assert play_out(state, [agent(name, 1), agent(name, 2)]).scores() == (3, 3)
    slots = list(state.slots)
    playout(state.machine, slots, random.Random(1))
    assert [slots[state.machine.layout.slots["unit:coin"].base + k] for k in (0, 1)] == [3, 3]


def test_simulated_games_take_it() -> None:
    playouts = Playouts(rw.loads(GAME).compiled(2).program)
    assert [row.scores for row in playouts.rows(0, 0, 3)] == [{"coin": (3, 3)}] * 3


def test_in_a_whole_game_of_an_example_it_is_left_by_name() -> None:
    suite = loads_suite(GAME + WHOLE, "gifts.rules")
    assert [str(x) for k in suite.own_cases() for x in suite.run(k).diagnostics] == []
