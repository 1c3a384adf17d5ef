"""Saved games and logs: out, in, and what is refused at the door."""

import json
import random

import pytest
from sample_games import NIM

import rulewright as rw
from rulewright.dsl.codes import Code
from rulewright.interpreter import State


def midgame(name: str, players: int, moves: int) -> State:
    state, rng = rw.load(name).new(players, seed=11), random.Random(3)
    for _ in range(moves):
        state.play(state.legal().sample(rng))
    return state


@pytest.mark.parametrize(("name", "players"), [("hex", 2), ("goofspiel", 3), ("liars-dice", 3), ("oh-hell", 3)])
def test_a_state_comes_back_as_it_was(name: str, players: int) -> None:
    state = midgame(name, players, 20)
    again = rw.loads_state(rw.dumps(state))
    assert again == state and again.log == state.log and again.names == state.names
    assert again.undo(3) == state.undo(3)
    assert [again.log_for(k) for k in range(players)] == [state.log_for(k) for k in range(players)]
    assert rw.dumps(again) == rw.dumps(state)


def test_a_state_off_the_record_comes_back() -> None:
    state = midgame("hex", 2, 5).play("[0,0]" if "[0,0]" in midgame("hex", 2, 5).legal() else "[0,1]", record=False)
    assert rw.loads_state(rw.dumps(state)) == state


def test_a_log_is_played_again() -> None:
    state = midgame("oh-hell", 3, 40)
    assert rw.replay(state.log) == state
    assert rw.replay(rw.dump_log(state.log)) == state
    assert rw.replay(rw.load_log(rw.dump_log(state.log, indent=1))[:7]) == state.undo(33)


def test_rules_from_a_text_must_be_given() -> None:
    game = rw.loads(NIM)
    state = game.new(seed=1).apply("2")
    text = rw.dumps(state)
    assert rw.loads_state(text, game) == state
    assert refusal(text) is Code.SAVE_MISMATCH
    with pytest.raises(rw.RulesError) as error:
        rw.loads_state(text, rw.loads(NIM.replace("= 10", "= 9")))
    assert error.value.report.errors[0].code is Code.SAVE_MISMATCH


def refusal(text: str) -> Code:
    with pytest.raises(rw.RulesError) as error:
        rw.loads_state(text)
    return error.value.report.errors[0].code


def changed(**changes: object) -> str:
    return json.dumps(json.loads(rw.dumps(midgame("tic-tac-toe", 2, 3))) | changes)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", Code.SAVE_MALFORMED),
        ("[]", Code.SAVE_MALFORMED),
        ("[" * 100_000, Code.SAVE_MALFORMED),
        ('{"format": "rulewright-state", "version": 1}', Code.SAVE_MALFORMED),
        (changed(version=2), Code.SAVE_MALFORMED),
        (changed(extra=1), Code.SAVE_MALFORMED),
        (changed(slots=[]), Code.SAVE_MALFORMED),
        (changed(slots=["__import__('os')"]), Code.SAVE_MALFORMED),
        (changed(seed="seven"), Code.SAVE_MALFORMED),
        (changed(names=["a"]), Code.SAVE_MALFORMED),
        (changed(players=7), Code.PLAYER_COUNT),
        (changed(log=[]), Code.SAVE_MALFORMED),
        (changed(rules=json.loads(changed())["rules"] | {"hash": "0" * 64}), Code.SAVE_MISMATCH),
        (changed(rules=json.loads(changed())["rules"] | {"language": 9}), Code.SAVE_MISMATCH),
    ],
)
def test_what_is_refused(text: str, code: Code) -> None:
    assert refusal(text) is code


def test_a_replay_that_departs_is_named() -> None:
    log = json.loads(rw.dump_log(midgame("tic-tac-toe", 2, 3).log))
    log["log"][2] |= {"text": log["log"][0]["text"], "answer": log["log"][0]["answer"]}
    with pytest.raises(rw.RulesError) as error:
        rw.replay(json.dumps(log))
    assert error.value.report.errors[0].code is Code.REPLAY_DIVERGED
    assert "move 3" in str(error.value)
