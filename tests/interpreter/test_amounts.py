"""Amounts as people say them: a counter's bare name for an answer, scores that take points away."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.interpreter.testing.suite import loads_suite

GAME = """game fair
  language 1
  players 2

counter coin, hat per player are goods
counter point per player: -20 to 20

component prize
  copies 1
area won per player of prizes, in play
prize scarf: -1 point for each of your coins

play
  repeat 2 times
    each player, turn

action turn
  gain 1 coin or 1 hat
action bet
  gain 1 coin or 2 coins or 1 hat
action wish
  gain any 2 goods
action buy
  pay any 1 good to gain 3 points

score hatless: -3 points if your hats is 0

winner player with most points
"""


def outcome(*lines: str) -> rw.Diagnostic | None:
    """The first complaint about one example of the fair; None if it holds."""
    text = GAME + '\nexample "tried" shows turn\n' + "".join(f"  {line}\n" for line in lines)
    suite = loads_suite(text, "fair.rules")
    assert suite.ok, suite.report.errors
    return next(iter(suite.run(0).diagnostics), None)


@pytest.mark.parametrize(
    ("move", "claim"),
    [
        ("turn hat", "your hats is 1"),
        ("turn hats", "your hats is 1"),
        ("turn 1 hat", "your hats is 1"),
        ("bet hat", "your hats is 1, your coins is 0"),
        ("wish coin", "your coins is 2, your hats is 0"),
    ],
)
def test_a_bare_name_answers_for_the_amount(move: str, claim: str) -> None:
    assert outcome(f"when you: {move}", f"then {claim}") is None


def test_a_payment_too() -> None:
    assert outcome("given your coins is 1, your hats is 1", "when you: buy hat", "then your coins is 1") is None


def test_a_name_that_could_mean_two_amounts_is_refused() -> None:
    found = outcome("when you: bet coin", "then your coins is 1")
    assert found is not None and "cannot choose `coin`" in found.message
    assert found.help == "the options are 1 coin, 2 coin, 1 hat"


def test_the_same_answers_serve_in_play() -> None:
    state = rw.loads(GAME).new(players=2, seed=1)
    assert state.apply("hats") == state.apply("1 hat")
    assert state.why_not("hats") is None


def test_points_are_taken_away() -> None:
    assert outcome("then your score(hatless) is -3, your score is -3") is None
    assert outcome("given your hats is 1", "then your score(hatless) is 0") is None


def test_a_thing_takes_points_away() -> None:
    assert outcome("given your won is scarf, your coins is 2, your hats is 1", "then your score(scarf) is -2") is None
