"""`rulewright test`, `check` and `show`: what they print, and with which status they end."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from rulewright.cli.main import main

BAD = """variant odd of tic_tac_toe
  language 1

example "three are not enough" shows three_in_a_row
  given x's marks at [0,0], [0,1]
  when x: turn [0,2]
  then no winners
"""


def call(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


# ---- test


def test_a_game_by_its_name() -> None:
    result = call("test", "tic-tac-toe", "othello")
    ran = "ok     tic-tac-toe: 5 examples\nok     othello: 5 examples\nok     recorded: 2 games\n"
    assert (result.exit_code, result.output) == (0, ran)


def test_a_failing_example_is_shown_with_its_line_and_ends_with_1(tmp_path: Path) -> None:
    path = tmp_path / "odd.rules"
    path.write_text(BAD, "utf-8")
    result = call("test", str(path))
    assert result.exit_code == 1
    assert result.output.startswith("FAILED odd: 1 of 1 example failed\n")
    assert "example “three are not enough”" in result.output
    assert "7 |   then no winners" in result.output
    assert "rules that ran: turn (tic_tac_toe.rules:" in result.output
    data = json.loads(call("test", str(path), "--json").output)
    assert data["ok"] is False
    example = data["games"][0]["examples"][0]
    assert (example["title"], example["line"], example["ok"]) == ("three are not enough", 4, False)
    assert example["diagnostics"][0]["code"] == "RW501"


def test_a_game_without_examples_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "odd.rules"
    path.write_text(
        """game odd
  language 1
  players 2
board road of squares, 90 by 90
counter coin per player
play
  repeat 2 times
    each player, gain 1 coin
winner player with most coin
""",
        "utf-8",
    )
    result = call("test", str(path))
    assert result.exit_code == 1 and "error[RW" in result.output


def test_a_folder_and_words_of_a_title(tmp_path: Path) -> None:
    (tmp_path / "odd.rules").write_text(BAD, "utf-8")
    assert call("test", str(tmp_path)).exit_code == 1
    assert call("test", str(tmp_path), "-k", "no such title").output == "no examples\n"
    assert "1 example\n" in call("test", "tic_tac_toe", "-k", "FULL GRID").output


def test_a_game_that_is_not_there_is_a_wrong_call() -> None:
    result = call("test", "tic_tac_tow")
    assert result.exit_code == 2
    assert "did you mean `tic_tac_toe`?" in result.output


# ---- check


def test_check_a_good_game() -> None:
    result = call("check", "tic-tac-toe")
    assert (result.exit_code, result.output) == (0, "tic-tac-toe: no problems\n")


def test_check_tells_errors_as_text_and_as_data(tmp_path: Path) -> None:
    path = tmp_path / "odd.rules"
    path.write_text("variant odd of tic_tac_toe\n  language 1\n\nset in_a_rwo to 2\n", "utf-8")
    result = call("check", str(path))
    assert result.exit_code == 1
    assert "4 | set in_a_rwo to 2" in result.output
    data = json.loads(call("check", str(path), "--json").output)
    assert data["errors"] == 1 and data["diagnostics"][0]["labels"][0]["line"] == 4


def test_check_a_number_of_players_and_options() -> None:
    assert call("check", "hex", "--players", "2", "--set", "size=5").exit_code == 0
    result = call("check", "hex", "--players", "3")
    assert result.exit_code == 2 and "not for 3 players" in result.output
    assert call("check", "hex", "--set", "size=99").exit_code in (1, 2)


# ---- show


def test_show_each_stage() -> None:
    assert "action turn\n  choose c in vacant\n" in call("show", "tic_tac_toe", "turn").output
    assert "ActionDecl name=turn" in call("show", "tic_tac_toe", "turn", "--stage", "tree").output
    assert "Action turn key=turn" in call("show", "tic_tac_toe", "turn", "--stage", "program").output
    assert "# three_in_a_row, " in call("show", "tic_tac_toe", "three_in_a_row", "--stage", "python").output
    assert json.loads(call("show", "tic_tac_toe", "turn", "--stage", "tree", "--json").output)[0]["name"] == "turn"
    assert call("show", "tic_tac_toe", "nothing").exit_code == 2
    for stage in ("tree", "rules", "program", "python"):
        assert call("show", "tic_tac_toe", "--stage", stage).exit_code == 0


def test_show_the_schema() -> None:
    schema = json.loads(call("show", "tic_tac_toe", "--schema").output)
    assert schema["properties"]["node"]["const"] == "Module"
    assert "IfStmt" in schema["$defs"]
