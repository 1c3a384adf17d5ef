"""The Python names, held wrongly: each mistake is told in plain words, by one of four kinds of error."""

import copy
import json
import pickle
import random
import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from sample_games import NIM

import rulewright as rw
from rulewright.dsl.codes import Code

GAME = rw.load("tic-tac-toe")
START = GAME.new(seed=1)
ANY: Any = rw


def test_every_public_name_says_what_it_is_for() -> None:
    assert set(rw.__all__) <= set(dir(rw))
    for name in rw.__all__:
        assert getattr(rw, name).__doc__, name
    told = rw.__doc__ or ""
    used = set(re.findall(r"\brw\.(\w+)", told))
    assert used and used <= set(rw.__all__)
    assert {"load", "loads", "dumps", "loads_state", "replay"} <= used


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: ANY.load(None), "name of a game"),
        (lambda: ANY.loads(b"game x"), "text of the rules"),
        (lambda: ANY.parse(None), "text of the rules"),
        (lambda: ANY.load("hex", with_=3), "expansions and variants"),
        (lambda: ANY.load("hex", with_=[3]), "expansions and variants"),
        (lambda: ANY.load("hex", options=["swap"]), "options are given by name"),
        (lambda: ANY.load("hex", options={3: 1}), "options are given by name"),
        (lambda: GAME.new(players=ANY), "number of players"),
        (lambda: ANY.load("hex").new(players=2.5), "number of players"),
        (lambda: ANY.load("hex").new(seed="7"), "as seed"),
        (lambda: ANY.load("hex").new(names="ab"), "names are a list"),
        (lambda: ANY.agent(None), "name of an agent"),
        (lambda: ANY.dumps(3), "a state of a game"),
        (lambda: ANY.dump_log(START), "a log"),
        (lambda: ANY.replay(START), "a log"),
        (lambda: ANY.loads_state({}), "record as text"),
        (lambda: ANY.loads_state(rw.dumps(START), "hex"), "a game"),
        (lambda: ANY.Talk(GAME), "a state of the game"),
    ],
)
def test_a_wrong_kind_of_thing(wrong: Callable[[], object], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        wrong()


@pytest.mark.parametrize("move", [None, 3, b"[0,0]", ["[0,0]"], (), {}, 1.5])
def test_a_move_is_an_option_or_a_text(move: Any) -> None:
    for asked in (START.apply, START.why_not, START.copy().play):
        with pytest.raises(TypeError, match="a move"):
            asked(move)


def test_words_are_there_in_the_languages_that_there_are() -> None:
    with pytest.raises(ValueError, match="no words in 'de'; there are en, fr"):
        rw.Talk(START, "de")
    why = START.apply("[0,0]").why_not("[0,0]")
    told = {lang: rw.Talk(START, lang).why(why) for lang in ("en", "fr")}
    assert told["en"][0] == "“[0,0]”: that cell is not empty." and "classics/tic_tac_toe.rules:" in told["en"][1]
    assert told["fr"][0] == "« [0,0] » : cette case n’est pas vide."


def test_where_two_cells_are_spoken_of_each_goes_by_its_name() -> None:
    state = rw.load("breakthrough").new(seed=1)
    why = state.why_not("advance [1,0]; [4,4]")
    assert why is not None and why.chosen == "[4,4]" and set(why.known.values()) == {"[1,0]"}
    assert "[4,4] is not an empty cell straight in front of [1,0]" in rw.Talk(state).why(why)[0]
    assert "[4,4] n’est pas une case vide droit devant [1,0]" in rw.Talk(state, "fr").why(why)[0]


@pytest.mark.parametrize("chance", ["ab", 3, None, [0.5]])
def test_chance_is_numbers(chance: Any) -> None:
    with pytest.raises(TypeError, match="whole numbers"):
        START.apply("[0,0]", chance=chance)


@pytest.mark.parametrize("text", ["", "   ", ":", "player_1:", "player_9: [0,0]", "[", "[9,9]", "x" * 10_000, "\x00"])
def test_a_text_that_is_no_move(text: str) -> None:
    with pytest.raises(rw.IllegalMove) as error:
        START.apply(text)
    assert error.value.why == START.why_not(text)
    assert error.value.report.errors[0].code is Code.BAD_NOTATION
    assert len(str(error.value)) < 400 and "``" not in str(error.value)
    assert text not in START.legal()


@pytest.mark.parametrize("who", [2, -1, "anne", "9"])
def test_a_player_who_is_not_there(who: Any) -> None:
    for asked in (START.view, START.legal, START.log_for, START.player):
        with pytest.raises(ValueError, match=r"there is no player .*: they are "):
            asked(who)
    for asked in (START.view, START.legal, START.log_for, START.player):
        with pytest.raises(TypeError, match="player's number or name"):
            asked(1.5)  # type: ignore[arg-type]


def test_an_option_of_other_rules_or_of_another_moment() -> None:
    option = START.legal()[0]
    later = START.apply(option)
    with pytest.raises(rw.IllegalMove):
        later.apply(option)
    other = rw.load("hex").new(seed=1)
    foreign = next(x for x in other.legal() if x.text.endswith("[0,0]"))
    with pytest.raises(rw.IllegalMove) as error:
        START.apply(foreign)
    assert error.value.why.reason is rw.Reason.STALE
    assert option not in later.legal() and foreign not in START.legal()
    assert START.apply(GAME.new(seed=9).legal()[0]) == later  # the same option of the same rules


def test_a_forged_option() -> None:
    option = START.legal()[0]
    for value in (99, -1, None, "x", (0,)):
        forged = rw.Option(option.decision, option.player, value, START.legal(0))  # type: ignore[arg-type]
        assert forged not in START.legal()
    wrong = rw.Option(option.decision, 1, option.value, START.legal(0))  # type: ignore[arg-type]
    with pytest.raises(rw.IllegalMove):
        START.apply(wrong)


def test_at_the_end_nothing_is_asked() -> None:
    state = START
    for move in ("[0,0]", "[1,0]", "[0,1]", "[1,1]", "[0,2]"):
        state = state.apply(move)
    assert state.is_over and state.pending == () and list(state.legal()) == [] and len(state.legal(0)) == 0
    assert "[2,2]" not in state.legal()
    with pytest.raises(IndexError, match="there are none"):
        state.legal()[0]
    with pytest.raises(ValueError, match="nothing to draw from"):
        state.legal().sample(random.Random(1))
    with pytest.raises(rw.IllegalMove, match="the game is over"):
        state.apply("[2,2]")
    with pytest.raises(ValueError, match="5 moves were made: 6"):
        state.undo(6)
    assert state.undo(5) == START


def test_undo_at_the_start() -> None:
    assert START.undo(0) == START
    for steps, kind, told in ((1, ValueError, "no moves were made"), ("1", TypeError, "number of moves")):
        with pytest.raises(kind, match=told):
            START.undo(steps)  # type: ignore[arg-type]


def test_options_are_drawn_with_or_without_a_generator() -> None:
    assert START.legal().sample() in START.legal()
    assert START.legal().sample(random.Random(3)) == START.legal().sample(random.Random(3))
    with pytest.raises(TypeError, match=r"random\.Random"):
        START.legal().sample(7)  # type: ignore[arg-type]


def test_copies_of_every_kind() -> None:
    state = START.apply("[1,1]")
    for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state and hash(twin) == hash(state) and twin is not state
        assert twin.log == state.log and twin.undo() == START
        assert twin.apply("[0,0]") != twin
    assert pickle.loads(pickle.dumps(state.log)) == state.log == copy.deepcopy(state.log)
    assert copy.deepcopy(GAME) is GAME
    assert pickle.loads(pickle.dumps(GAME)).hash == GAME.hash
    nim = rw.loads(NIM)
    assert pickle.loads(pickle.dumps(nim.new(seed=1))) == nim.new(seed=1)
    for kept in (state.legal(), state.legal()[0]):
        with pytest.raises(TypeError, match="belong"):
            pickle.dumps(kept)
    assert START != 3 and {START: 1}[GAME.new(seed=1)] == 1


def test_one_text_names_several_expansions_as_on_the_command_line() -> None:
    assert rw.load("kingdom-builder", "nomads").hash == rw.load("kingdom-builder", ["nomads"]).hash


def test_states_of_several_threads_do_not_meddle() -> None:
    wanted = {seed: rw.play_out(GAME.new(seed=seed), _players(seed)) for seed in range(8)}
    found: dict[int, rw.State] = {}
    errors: list[BaseException] = []

    def play(seed: int) -> None:
        try:
            found[seed] = rw.play_out(GAME.new(seed=seed), _players(seed))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors and found == wanted


def _players(seed: int) -> list[rw.Agent]:
    return [rw.agent("random", seed), rw.agent("random", seed + 1)]


def test_too_few_agents() -> None:
    with pytest.raises(ValueError, match="2 agents are wanted"):
        rw.play_out(START, [rw.agent("random")])


def test_records_of_the_other_kind_and_of_other_rules() -> None:
    state = START.apply("[1,1]")
    with pytest.raises(rw.RulesError, match="this is a log") as error:
        rw.loads_state(rw.dump_log(state.log))
    assert "replay" in (error.value.report.errors[0].help or "")
    with pytest.raises(rw.RulesError, match="this is a saved state"):
        rw.load_log(rw.dumps(state))
    for wrong in (lambda game: rw.loads_state(rw.dumps(state), game), lambda game: rw.replay(state.log, game)):
        with pytest.raises(rw.RulesError) as error:
            wrong(rw.load("hex"))
        assert error.value.report.errors[0].code is Code.SAVE_MISMATCH


def test_a_record_changed_by_hand() -> None:
    """Every value of a saved state and of a log, replaced by others or taken out: read, or refused in plain words."""
    state = rw.loads(NIM).new(seed=1).apply("3")
    bare = state.copy().play("2", record=False)
    for text in (rw.dumps(state), rw.dumps(bare), rw.dump_log(state.log)):
        read = rw.replay if "rulewright-log" in text else rw.loads_state
        refused = 0
        for changed in _changes(json.loads(text)):
            try:
                found = read(json.dumps(changed), state.game)
                list(found.legal())
                found.view(0)
            except rw.RulesError as error:
                refused += 1
                assert not re.search(r"Input should|typing\.|validation|RW9\d\d", str(error)), str(error)
        assert refused > 50


def _changes(data: Any) -> Any:
    items = list(data.items()) if isinstance(data, dict) else list(enumerate(data))
    for key, value in items:
        for other in (None, -7, 10**30, "x", [], {}, [1, "x"], True, 1.5):
            changed = copy.deepcopy(data)
            changed[key] = other
            yield changed
        if isinstance(data, dict):
            yield {name: x for name, x in data.items() if name != key}
        if isinstance(value, dict | list) and value:
            for inner in _changes(value):
                changed = copy.deepcopy(data)
                changed[key] = inner
                yield changed
