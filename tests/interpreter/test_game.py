"""Loading games, beginning them, and what is refused."""

import subprocess
import sys
from pathlib import Path

import pytest
from sample_games import ENDLESS, NIM

import rulewright as rw
from rulewright.dsl.codes import Code


def codes(error: pytest.ExceptionInfo[rw.RulesError]) -> list[Code]:
    return [diagnostic.code for diagnostic in error.value.report.errors]


def test_a_shipped_game_by_name() -> None:
    game = rw.load("tic-tac-toe")
    assert (game.name, game.title, game.players) == ("tic_tac_toe", "Tic-tac-toe", (2,))
    state = game.new(players=2, seed=7)
    assert [x.name for x in state.pending] == ["player_1"]
    assert state.pending[0].rule == "turn"
    assert state.pending[0].span is not None and state.pending[0].span.text.startswith("choose")


def test_a_game_from_a_file_and_from_a_text(tmp_path: Path) -> None:
    path = tmp_path / "nim.rules"
    path.write_text(NIM, "utf-8")
    assert rw.load(path).hash == rw.loads(NIM).hash


def test_options_are_part_of_the_rules() -> None:
    game = rw.loads(NIM, options={"most": 2})
    assert len(game.new(seed=1).legal()) == 2
    assert game.hash != rw.loads(NIM).hash


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: rw.load("tic-tac-toad"), Code.UNKNOWN_GAME),
        (lambda: rw.loads(NIM).new(players=9), Code.PLAYER_COUNT),
        (lambda: rw.loads(NIM, options={"least": 1}), Code.UNKNOWN_OPTION),
        (lambda: rw.loads(NIM.replace("stick - q", "stcik - q")), Code.UNKNOWN_NAME),
    ],
)
def test_what_is_wrong_is_a_rules_error(call: object, code: Code) -> None:
    with pytest.raises(rw.RulesError) as error:
        call()  # type: ignore[operator]
    assert code in codes(error)


@pytest.mark.parametrize("names", [["anne"], ["anne", "anne"], ["anne", "7"], ["anne", "b: c"]])
def test_names_of_players_must_fit(names: list[str]) -> None:
    with pytest.raises(ValueError, match=r"name|called"):
        rw.loads(NIM).new(players=2, names=names)


def test_names_give_the_number_of_players() -> None:
    state = rw.loads(NIM).new(names=["anne", "bruno", "chloé"], seed=1)
    assert state.players == 3
    assert str(state.legal()[0]) == "anne: take 1"


def test_the_same_seed_gives_the_same_game() -> None:
    game = rw.load("goofspiel")
    assert game.new(3, seed=5) == game.new(3, seed=5)
    assert game.new(3, seed=5) != game.new(3, seed=6)


def test_rules_that_never_come_to_a_decision_are_stopped() -> None:
    state = rw.loads(ENDLESS).new(seed=1)
    with pytest.raises(rw.RulesError) as error:
        state.apply("1")
    assert codes(error) == [Code.BUDGET_STEPS]
    assert "after turn" in str(error.value)
    assert len(state.legal()) == 2


def test_the_package_is_light_until_it_is_used() -> None:
    code = (
        "import sys, rulewright.interpreter, rulewright\n"
        "print([name for name in ('lark', 'pydantic') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True)
    assert run.stdout == "[]\n"


def test_the_facade_knows_its_names() -> None:
    for name in dir(rw):
        assert getattr(rw, name) is not None or name.startswith("__")


FAIR = """
game fair
  language 1
  players 2

option prizes: cards = none
number stalls_open = 1
component card
  copies 1
card cake
card cup
card ribbon
deck stock of cards, seen by all
area table of cards, at most stalls
counter point per player
memory guests: 0 to 9 = 1
define stalls: number = guests + stalls_open
  reads "the stalls"

setup
  step lay, put prizes into table

play
  each player, take_one

action take_one
  choose c in stock
  put c into table

winner player with most points
"""


def test_an_option_names_no_more_than_there_is_room_for_in_play() -> None:
    assert rw.loads(FAIR, options={"prizes": "cake,cup"}).new(seed=1).pending
    with pytest.raises(rw.RulesError) as error:
        rw.loads(FAIR, options={"prizes": "cake,cup,ribbon"}).new(seed=1)
    assert codes(error) == [Code.OPTION_OUT_OF_RANGE]
    assert "`prizes` names 3, and `table` holds at most 2" in str(error.value)


def test_a_full_zone_takes_nothing_more() -> None:
    state = rw.loads(FAIR, options={"prizes": "cake,cup"}).new(seed=1)
    with pytest.raises(rw.RulesError) as error:
        state.apply(next(iter(state.legal())))
    assert codes(error) == [Code.ZONE_FULL]
    assert "`table` holds at most 2" in str(error.value)
