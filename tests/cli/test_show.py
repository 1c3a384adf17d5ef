"""`rulewright show`: every stage of a ruleset, readable, whole or one rule alone."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

BASE = """game tiny
  title "Tiny"
  language 1
  players 2

number goal_line = 5
kind colour: red, blue
counter point per player

play
  repeat 3 times, round

action round
  step gains, each player, gain 1 point

winner player with most points
"""
VARIANT = """variant quick of tiny
  title "Quick"

set goal_line to 3
extend kind colour
  green
extend action round after gains
  step bonus, each player, gain goal_line points
replace winner player with least points
"""


@pytest.fixture
def quick(tmp_path: Path) -> str:
    (tmp_path / "tiny.rules").write_text(BASE, "utf-8")
    path = tmp_path / "quick.rules"
    path.write_text(VARIANT, "utf-8")
    return str(path)


def shown(*words: str) -> str:
    run = CliRunner().invoke(main, ["show", *words])
    assert run.exit_code == 0, run.output
    return run.output


def test_a_rule_is_shown_with_its_changes_below_it(quick: str) -> None:
    lines = shown(quick, "goal_line").splitlines()
    assert lines[0].startswith("# tiny, ") and lines[0].endswith("tiny.rules:6:1")
    assert lines[1] == "number goal_line = 5"
    assert lines[2].startswith("# set by quick, ") and lines[2].endswith("quick.rules:4:1")
    assert lines[3] == "set goal_line to 3"


def test_a_replaced_rule_is_shown_once(quick: str) -> None:
    text = shown(quick, "winner")
    assert text.count("winner player with least points") == 1 and "most points" not in text
    assert "# replaced by quick, " in text


def test_what_was_extended_shows_the_extension(quick: str) -> None:
    assert "# extended by quick, " in shown(quick, "round") and "step bonus" in shown(quick, "round")


@pytest.mark.parametrize("stage", ["tree", "rules", "program", "python"])
def test_every_stage_shows_one_rule_and_all(quick: str, stage: str) -> None:
    one, everything = shown(quick, "--stage", stage, "round"), shown(quick, "--stage", stage)
    assert 0 < one.count("\n") < everything.count("\n")


def test_the_tree_as_json_and_its_schema(quick: str) -> None:
    assert [x["name"] for x in json.loads(shown(quick, "goal_line", "--stage", "tree", "--json"))] == ["goal_line"]
    assert "$defs" in json.loads(shown(quick, "--schema"))


def test_a_name_that_is_not_there_is_told(quick: str) -> None:
    run = CliRunner().invoke(main, ["show", quick, "goal_lime"])
    assert run.exit_code == 2 and "nothing called `goal_lime`" in run.output
    assert "did you mean `goal_line`?" in run.output


CARDS = """game cards
  language 1
  players 2

component card
  has rank: number, colour: number
deck stock of cards
table card from "cards.csv"
"""
SEALS = """kind colour: red, blue
component seal
  has colour: colour
  one for each c in colour, colour c
  copies 2
deck stock of seals
"""
END = """counter point per player
play
  repeat 2 times
    each player, turn
action turn
  gain 1 point
winner player with most points
"""


def test_the_rows_of_a_table_are_written_out_with_their_names(tmp_path: Path) -> None:
    (tmp_path / "cards.rules").write_text(CARDS + END, "utf-8")
    (tmp_path / "cards.csv").write_text("rank,colour\n7,10\n12,3\n", "utf-8")
    assert shown(str(tmp_path / "cards.rules"), "card").endswith(
        'table card from "cards.csv"\n'
        "  | name   | rank | colour |\n"
        "  | card_1 | 7    | 10     |\n"
        "  | card_2 | 12   | 3      |\n\n"
    )


def test_what_there_is_one_each_of_is_named(tmp_path: Path) -> None:
    path = tmp_path / "seals.rules"
    path.write_text("game seals\n  language 1\n  players 2\n\n" + SEALS + END, "utf-8")
    assert "copies 2\n  # seal_red, seal_blue\n" in shown(str(path), "seal")


def test_a_path_is_the_one_to_open_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "deep" / "down").mkdir(parents=True)
    (tmp_path / "deep" / "down" / "link").symlink_to(tmp_path / "games")
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "tiny.rules").write_text(BASE, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert shown("deep/down/link/tiny.rules", "goal_line").startswith("# tiny, games/tiny.rules:6:1\n")
    monkeypatch.chdir(tmp_path / "deep")
    assert shown("../games/tiny.rules", "goal_line").startswith("# tiny, ../games/tiny.rules:6:1\n")
