"""States: moves, options, copies, the log, chance, scores."""

import random
import tracemalloc

import pytest
from sample_games import NIM, OFFERS

import rulewright as rw
from rulewright.dsl.codes import Code
from rulewright.interpreter import EveryonesOptions, Options, State


def nim(**given: object) -> State:
    return rw.loads(NIM).new(names=["anne", "bruno"], seed=1, **given)  # type: ignore[no-any-return]


def test_a_move_leaves_the_old_state_valid() -> None:
    state = nim()
    after = state.apply("anne: take 3")
    assert state.legal()[0].player == 0
    assert after.legal()[0].player == 1
    assert [entry.text for entry in after.log] == ["anne: take 3"]
    assert len(state.log) == 0


@pytest.mark.parametrize("text", ["anne: take 2", "take 2", "2", " anne :  take   2 "])
def test_player_and_action_may_be_left_out(text: str) -> None:
    assert nim().apply(text) == nim().apply("anne: take 2")


def test_several_moves_in_one_text() -> None:
    state = rw.load("liars-dice").new(2, seed=3)
    who = state.pending[0].name
    after = state.apply(f"{who}: bid 3; 4")
    assert [entry.answer for entry in after.log] == ["bid", "3; 4"]
    secret = rw.load("goofspiel").new(names=["anne", "bruno"], seed=3)
    assert [e.text for e in secret.apply("anne: auction bid_9; bid_4").log] == [
        "anne: auction bid_9",
        "bruno: auction bid_4",
    ]


def test_options_are_counted_drawn_and_looked_up_without_a_list() -> None:
    options = rw.load("hex").new(seed=1).legal()
    assert isinstance(options, Options)
    assert len(options) == 121
    rng = random.Random(1)
    drawn = {options.sample(rng).answer for _ in range(2000)}
    assert drawn == set(options.texts())
    assert options[0].answer == "[0,0]" and options[-1].answer == "[10,10]"
    assert "[3,4]" in options and "[11,0]" not in options and "turn" not in options
    with pytest.raises(IndexError):
        options[121]


def test_ids_do_not_depend_on_names() -> None:
    game = rw.load("breakthrough")
    one = [option.id for option in game.new(seed=1).legal()]
    other = [option.id for option in game.new(seed=2, names=["white", "black"]).legal()]
    assert one == other
    assert len(set(one)) == len(one)


def test_secret_decisions_are_pending_together() -> None:
    state = rw.load("goofspiel").new(3, seed=1)
    assert [x.player for x in state.pending] == [0, 1, 2]
    assert all(x.is_secret for x in state.pending)
    options = state.legal()
    assert isinstance(options, EveryonesOptions)
    assert len(options) == 39 and len(list(options)) == 39
    state = state.apply(state.legal(1)[4])
    assert [x.player for x in state.pending] == [0, 2]
    assert len(state.legal(1)) == 0


def test_an_option_of_another_state_is_refused() -> None:
    state = nim()
    option = state.legal()[2]
    later = state.apply("3").apply("3").apply("3")
    with pytest.raises(rw.IllegalMove):
        later.apply(option)


def test_forced_decisions_are_yielded_and_marked() -> None:
    state = rw.loads(OFFERS).new(seed=1)
    assert state.legal().texts() == ["work"]  # type: ignore[union-attr]
    after = state.apply("work").apply("work").apply("buy")
    assert [entry.is_forced for entry in after.log] == [True, True, False]


def test_chance_is_written_down_and_can_be_forced() -> None:
    game = rw.load("liars-dice")
    state = game.new(2, seed=3).apply("bid 1; 2")
    doubt = state.apply("doubt")
    rolled = doubt.log[-1].chance
    assert len(rolled) == 9
    forced = state.apply("doubt", chance=[5] * 9)
    assert forced.log[-1].chance == (5,) * 9 == forced.log[-1].given
    faces = [d for cup in range(2) for d in forced.view(cup)["zones"]["cup"][forced.names[cup]]["things"]]
    assert set(faces) == {"d6"}
    assert rw.replay(forced.log) == forced
    with pytest.raises(rw.RulesError) as error:
        state.apply("doubt", chance=[6])
    assert error.value.report.errors[0].code is Code.EXAMPLE_FORCED_CHANCE


def test_undo() -> None:
    state = nim()
    moved = state.apply("3").apply("2")
    assert moved.undo() == state.apply("3")
    assert moved.undo(2) == state
    assert moved.undo(0) == moved
    with pytest.raises(ValueError, match="only 2 moves"):
        moved.undo(3)


def test_equal_states_are_equal_however_they_came_about() -> None:
    game = rw.load("tic-tac-toe")
    one = game.new(seed=1).apply("[0,0]").apply("[1,1]").apply("[2,2]")
    other = rw.load("tic-tac-toe").new(seed=1).apply("[2,2]").apply("[1,1]").apply("[0,0]")
    assert one == other and hash(one) == hash(other) and one.log != other.log
    assert one != one.apply("[0,1]")


def test_winners_and_scores() -> None:
    state = nim()
    for move in "3331":
        state = state.apply(move)
    assert state.is_over and state.winners == (0,) and state.pending == () and len(state.legal()) == 0
    assert state.scores() == (6, 4)
    assert rw.load("othello").new(seed=1).apply("[2,3]").scores() == (4, 1)


def test_scores_are_explained() -> None:
    state = rw.load("kingdomino").new(2, seed=2)
    state = rw.play_out(state, [rw.agent("random", 1), rw.agent("random", 2)])
    lines = state.scores(explain=True)
    assert lines and all(line.span.line > 0 for line in lines)
    assert [sum(line.amount for line in lines if line.player == k) for k in (0, 1)] == list(state.scores())


def test_moves_off_the_record() -> None:
    state, fast = nim(), nim()
    for move in "3331":
        state.play(move)
        fast.play(fast.legal()[int(move) - 1], record=False)
    assert state == fast
    assert state.is_recorded and not fast.is_recorded and len(fast.log) == 0
    with pytest.raises(ValueError, match="off the record"):
        fast.undo()


def test_many_live_copies_are_small() -> None:
    state = rw.load("kingdom-builder").new(4, seed=1)
    rng = random.Random(1)
    for _ in range(60):
        state.play(state.legal().sample(rng))
    option = state.legal()[0]
    tracemalloc.start()
    kept = [state.apply(option) for _ in range(200)]
    size = tracemalloc.get_traced_memory()[0] / len(kept)
    tracemalloc.stop()
    assert size * 10_000 < 300e6


ALIKE = """game bids
  language 1
  players 2

component coin
  has worth: number
  interchangeable
table coin
  | name   | worth | copies |
  | penny  | 1     | 3      |
  | guinea | 2     | 1      |
area purse per player of coins, one of each
counter point per player

play
  repeat 2 times, bid

action bid
  everyone secretly chooses c in your purse
  reveal c
  each player
    gain your c's worth points
    put your c into box

winner player with most points
"""


def test_of_equal_things_chosen_in_secret_one_is_an_option() -> None:
    state = rw.loads(ALIKE).new(names=["anne", "bruno"], seed=1)
    assert [option.answer for option in state.legal(0)] == ["penny", "guinea"]
    after = state.apply("anne: penny").apply("bruno: guinea")
    assert [option.answer for option in after.legal(0)] == ["penny", "guinea"]
    assert [option.answer for option in after.legal(1)] == ["penny"]
