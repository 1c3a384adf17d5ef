"""`rulewright bench`: the keys people compare by, both players' lengths, and a clear word where yardsticks lack."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.interpreter import bench, starts

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "benchmarks" / "table.toml"
KEYS = ["kb-core", "connect-four", "hex-11", "othello", "breakthrough", "tic-tac-toe"]


def test_the_core_rows_have_the_agreed_keys_and_ratios() -> None:
    rows = [row for row in bench.read_table(TABLE) if not row.is_full]
    assert [row.name for row in rows] == KEYS
    assert [row.required for row in rows] == [0.5, 0.2, 0.2, 0.25, 0.15, 0.15]


def test_json_has_a_rate_of_both_and_their_ratio() -> None:
    result = CliRunner().invoke(main, ["bench", "connect-four", "tic-tac-toe", "--json", "--seconds", "0.05"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.output)
    assert list(data) == ["connect-four", "tic-tac-toe"]
    for row in data.values():
        assert row["ours"] > 0 and row["yardstick"] > 0
        assert row["ratio"] == pytest.approx(row["ours"] / row["yardstick"])
    assert data["tic-tac-toe"]["length"] == pytest.approx(data["tic-tac-toe"]["yardstick_length"], rel=0.05)


@pytest.mark.parametrize("name", KEYS)
def test_both_play_games_of_the_same_length(name: str) -> None:
    games = {"tic-tac-toe": 20000, "connect-four": 6000, "breakthrough": 2000, "kb-core": 150}.get(name, 400)
    row = next(row for row in bench.read_table(TABLE) if row.name == name)
    found = bench.lengths(row, TABLE.parent / "yardsticks", games)
    assert found.difference < 0.04, found


def test_lengths_over_a_number_of_games() -> None:
    result = CliRunner().invoke(main, ["bench", "tic-tac-toe", "--games", "500", "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["tic-tac-toe"]["games"] == 500


def test_starts_are_measured_and_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(starts.subprocess, "run", lambda call, **_: called.append(call[3:]))
    result = CliRunner().invoke(main, ["bench", "--starts", "--json", "--require"])
    assert result.exit_code == 0, result.output
    limits = {name: row["most"] for name, row in json.loads(result.output).items()}
    assert limits == {"check-kingdom-builder": 1.0, "check-kingsburg": 1.0, "help": 0.12}
    assert ["check", "kingsburg", "--with", "extra_buildings,governors,kings_army"] in called
    assert len(called) == 3 * 8


def test_a_start_that_takes_too_long_is_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starts, "_seconds", lambda call: 1.25 if "kingsburg" in call else 0.05)
    result = CliRunner().invoke(main, ["bench", "--starts", "--require"])
    assert result.exit_code == 1
    assert [line.endswith("too slow") for line in result.output.splitlines()] == [False, True, False]


def test_an_unknown_row_is_a_wrong_call() -> None:
    result = CliRunner().invoke(main, ["bench", "chess"])
    assert result.exit_code == 2
    assert "There is no benchmark `chess`" in result.output


def test_without_yardsticks_the_command_says_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "find_table", lambda: None)
    result = CliRunner().invoke(main, ["bench"])
    assert result.exit_code == 1
    assert "clone of the repository" in result.output


def test_a_folder_without_benchmarks_has_no_table(tmp_path: Path) -> None:
    assert bench.find_table(tmp_path) is None
    assert bench.find_table(ROOT) == TABLE


def test_how_strong_a_bot_is() -> None:
    result = CliRunner().invoke(main, ["bench", "tic-tac-toe", "--bots", "greedy,random", "--games", "20", "--json"])
    found = json.loads(result.output)
    assert (found["game"], found["one"], found["other"], found["games"]) == ("tic-tac-toe", "greedy", "random", 20)
    assert found["share"] >= 0.8
    wrong = CliRunner().invoke(main, ["bench", "tic-tac-toe", "--bots", "gredy"])
    assert wrong.exit_code == 2 and "did you mean greedy?" in wrong.output
