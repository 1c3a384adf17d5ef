"""Refusals: the first thing that stands against a move, and where it is written."""

import pytest
from sample_games import NIM, OFFERS

import rulewright as rw
from rulewright.dsl.codes import Code
from rulewright.interpreter import Reason, WhyNot


def refused(game: str, moves: str, text: str, options: dict[str, object] | None = None) -> WhyNot:
    loaded = rw.loads(game, options=options) if "\n" in game else rw.load(game)
    state = loaded.new(seed=1, names=["anne", "bruno"])
    for move in moves.split("|") if moves else []:
        state = state.apply(move)
    why = state.why_not(text)
    assert why is not None
    with pytest.raises(rw.IllegalMove) as error:
        state.apply(text)
    assert error.value.why == why
    return why


@pytest.mark.parametrize(
    ("game", "moves", "text", "reason", "rule", "condition"),
    [
        (NIM, "", "anne: take 4", Reason.NOT_AMONG, "take", "(1 to most)"),
        (NIM, "3|3|3", "take 2", Reason.CONDITION, "take", "q is at most stick"),
        (NIM, "", "-", Reason.CANNOT_DECLINE, "take", None),
        (NIM, "", "bruno: take 1", Reason.NOT_YOUR_TURN, None, None),
        (NIM, "3|3|3|1", "take 1", Reason.OVER, None, None),
        (OFFERS, "", "turn buy", Reason.NEEDS, "buy", "your gold is at least 2"),
        (OFFERS, "", "buy", Reason.NEEDS, "buy", "your gold is at least 2"),
        ("tic-tac-toe", "[1,1]", "turn [1,1]", Reason.NOT_AMONG, "turn", "vacant"),
        ("connect-four", "", "drop [0,0]", Reason.EXCLUDED, "landing", "shift(vacant, north)"),
        ("othello", "", "[0,0]", Reason.NOT_AMONG, "moves", "flanked(p's discs, theirs(p))"),
        (
            "breakthrough",
            "[1,0]; [2,0]|[6,0]; [5,0]|[2,0]; [3,0]|[5,0]; [4,0]",
            "advance [3,0]; [4,0]",
            Reason.NOT_AMONG,
            "advance",
            "ahead(start) or slant(start) except your pawns",
        ),
        ("breakthrough", "", "advance [5,5]; [6,5]", Reason.NOT_AMONG, "advance", "your pawns"),
    ],
)
def test_the_reason(game: str, moves: str, text: str, reason: Reason, rule: str | None, condition: str | None) -> None:
    why = refused(game, moves, text)
    assert (why.reason, why.rule, why.condition) == (reason, rule, condition)
    if reason is not Reason.OVER:
        assert why.where is not None
        assert ".rules:" in why.where or "<text>:" in why.where


@pytest.mark.parametrize(
    ("game", "text", "near"),
    [
        ("tic-tac-toe", "turn [9,9]", ()),
        ("goofspiel", "auction bid_99", ("bid_9",)),
        ("goofspiel", "ann: auction bid_9", ("anne",)),
        (OFFERS, "wrok", ("work",)),
    ],
)
def test_what_cannot_be_read(game: str, text: str, near: tuple[str, ...]) -> None:
    why = refused(game, "", text)
    assert why.is_unreadable
    assert set(near) <= set(why.near)


def test_an_action_that_is_not_being_asked() -> None:
    why = rw.load("kingdom-builder").new(2, seed=4).why_not("build [4,7]")
    assert why is not None
    assert (why.reason, why.rule, why.near) == (Reason.NOT_ASKED, "turn", ("settle",))
    assert str(why).startswith("`build [4,7]`: this is not what is asked for now (turn) (") and "`settle`?" in str(why)


def test_a_wish_that_another_option_fulfils() -> None:
    game = rw.load("kingdom-builder")
    state = game.new(2, seed=4)
    state = state.apply("settle")
    state = state.apply(state.legal()[0])
    whys = [state.why_not(f"build [{r},{c}]") for r in range(20) for c in range(20)]
    found = [why for why in whys if why is not None and why.reason is Reason.NOT_PREFERRED]
    assert found and {(why.rule, why.number) for why in found} == {("adjoining", 1)}


def test_a_legal_move_has_no_reason_against_it() -> None:
    state = rw.load("breakthrough").new(seed=1)
    assert all(state.why_not(option) is None for option in state.legal())


def test_the_error_says_it_all() -> None:
    with pytest.raises(rw.IllegalMove) as error:
        rw.loads(OFFERS).new(seed=1).apply("buy")
    assert error.value.report.errors[0].code is Code.ILLEGAL_MOVE
    assert "your gold is at least 2" in str(error.value)
