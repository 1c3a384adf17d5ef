"""What holds for every shipped game at every moment, tried at moments of random games.

Saving and loading changes nothing; the log leads to the same state, and so does taking a move back; what is listed can
be played and what is not listed is refused with a reason; what is hidden from a player makes no difference to their
eyes.
"""

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright.dsl.types import T, Type
from rulewright.interpreter import Game, Options, Reason, State
from rulewright.interpreter.machine import part_types
from rulewright.interpreter.runtime import bits

RULESETS = Path(__file__).parents[2] / "rulesets"
CLASSICS = sorted(path.stem for path in (RULESETS / "classics").glob("*.rules"))
BIG = sorted(path.stem for path in RULESETS.glob("*/*.rules") if path.stem == path.parent.name)
ENOUGH = settings(
    max_examples=6, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

moments = st.tuples(st.integers(0, 2**32), st.integers(0, 120))


@cache
def game(name: str) -> Game:
    return rw.load(name)  # type: ignore[no-any-return]


def reached(name: str, moment: tuple[int, int]) -> State:
    """A random game so many moves on; one move before its end if it is shorter."""
    seed, moves = moment
    rng = random.Random(seed)
    state = game(name).new(game(name).players[seed % len(game(name).players)], seed=seed)
    for _ in range(moves):
        after = state.apply(state.legal().sample(rng))
        if after.is_over:
            break
        state = after
    return state


@pytest.fixture(params=[*CLASSICS, *BIG])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@given(moment=moments)
@ENOUGH
def test_saving_and_loading_changes_nothing(name: str, moment: tuple[int, int]) -> None:
    state = reached(name, moment)
    again = rw.loads_state(rw.dumps(state), game(name))
    assert again == state and again.log == state.log
    assert [option.text for option in again.legal()] == [option.text for option in state.legal()]
    option = state.legal().sample(random.Random(moment[0]))
    assert again.apply(option.text) == state.apply(option)


@given(moment=moments)
@ENOUGH
def test_the_log_leads_to_the_same_state(name: str, moment: tuple[int, int]) -> None:
    state = reached(name, moment)
    assert rw.replay(state.log) == state
    assert rw.replay(rw.dump_log(state.log), game(name)) == state


@given(moment=moments)
@ENOUGH
def test_a_move_can_be_taken_back(name: str, moment: tuple[int, int]) -> None:
    state = reached(name, moment)
    before = state.copy()
    after = state.apply(state.legal().sample(random.Random(moment[0])))
    assert after.undo() == state == before


@given(moment=moments)
@ENOUGH
def test_what_is_listed_can_be_played(name: str, moment: tuple[int, int]) -> None:
    state = reached(name, moment)
    before = state.copy()
    for pending in state.pending:
        options = state.legal(pending.player)
        assert isinstance(options, Options)
        texts = options.texts()
        assert len(set(texts)) == len(texts) == len(options)
        rng = random.Random(moment[0])
        for option in rng.sample(list(options), min(10, len(options))):
            assert option in options and options.find(option.answer) == option
            assert state.why_not(option) is None
            assert state.apply(option) == state.apply(option.text)
    assert state == before


@given(moment=moments)
@ENOUGH
def test_what_is_not_listed_is_refused_with_a_reason(name: str, moment: tuple[int, int]) -> None:
    state = reached(name, moment)
    rng = random.Random(moment[0])
    pending = state.pending[0]
    options = state.legal(pending.player)
    assert isinstance(options, Options)
    others = [text for text in unlisted(state, options, rng) if options.find(text) is None]
    for text in rng.sample(others, min(25, len(others))):
        why = state.why_not(f"{pending.name}: {text}")
        assert why is not None, text
        assert why.reason not in (Reason.UNREADABLE, Reason.STALE, Reason.NOT_OFFERED), (text, why)
        assert why.span is not None
        with pytest.raises(rw.IllegalMove):
            state.apply(f"{pending.name}: {text}")


def unlisted(state: State, options: Options, rng: random.Random) -> Iterator[str]:
    """Answers of the right kind, with each part taken from all there is of its type."""
    types, decision = part_types(options.decision), options.decision
    if not types or decision.kind == "using":
        return
    known = options.sample(rng).value
    if known is None:
        return
    parts = known if len(types) > 1 else (known,)
    for k, type_ in enumerate(types):
        for value in everything(state, type_):
            changed = (*parts[:k], value, *parts[k + 1 :])
            answer = changed if len(types) > 1 else value
            if not options.has(answer):
                yield state.origin.notation.answer_value(state.slots, decision, answer)


def everything(state: State, type_: Type) -> list[Any]:
    program = state.machine.program
    match type_.t:
        case T.CELL:
            return bits(state.machine.layout.geometry[type_.base].valid)
        case T.THING:
            return list(program.components[type_.base].things)
        case T.MEMBER:
            return list(range(len(program.kinds[type_.base].members)))
        case T.PLAYER:
            return list(range(state.players))
        case T.NUMBER:
            return list(range(12))
        case _:
            return []


@given(moment=moments)
@ENOUGH
def test_what_is_hidden_makes_no_difference(name: str, moment: tuple[int, int]) -> None:
    state = reached(name, moment)
    rng = random.Random(moment[0])
    deciders = {x.player for x in state.pending}
    for player in (*range(state.players), None):
        other = state.redraw(player, rng)
        assert other.view(player) == state.view(player)
        if player in deciders:
            assert [x.text for x in other.legal(player)] == [x.text for x in state.legal(player)]
            wrong = f"{state.names[player or 0]}: [99,99]"
            assert other.why_not(wrong) == state.why_not(wrong)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_seed_decides_the_whole_game(name: str, seed: int) -> None:
    players = min(game(name).players)

    def once() -> State:
        agents = [rw.agent("random", seed + k) for k in range(players)]
        state: State = rw.play_out(game(name).new(players, seed=seed), agents)
        return state

    one, other = once(), once()
    assert one.is_over and one == other and one.log == other.log and one.scores() == other.scores()
