"""`rulewright simulate`: the same rows whatever the number of jobs, whole rows after Ctrl-C, sound statistics."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.interpreter import simulate as sim

ENDLESS = """game endless
  language 1
  players 2

board grid of squares, 2 by 2
counter point/points per player

play
  repeat
    each player, turn
  until some p in players where p's points is more than 99999999

action turn
  choose c in vacant
  gain 1 points
"""


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["simulate", *args])


def test_statistics_of_a_known_game() -> None:
    result = run("tic-tac-toe", "-n", "4000", "--json")
    assert result.exit_code == 0, result.output
    data = json.loads(result.output)
    assert data["games"] == 4000 and data["players"] == 2
    # Of random games the first wins 58.5 %, the second 28.8 %, 12.7 % are drawn.
    assert data["wins"][0] / 4000 == pytest.approx(0.585, abs=0.03)
    assert data["wins"][1] / 4000 == pytest.approx(0.288, abs=0.03)
    assert sum(data["wins"]) + data["draws"] == pytest.approx(4000)
    assert (data["length"]["min"], data["length"]["max"]) == (5, 9)
    assert data["length"]["mean"] == pytest.approx(7.63, abs=0.1)


def test_scores_of_the_counter_that_decides(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    result = run("oh-hell", "-n", "30", "--rows", str(path), "--players", "3")
    assert result.exit_code == 0, result.output
    assert "points mean" in result.output and "trick" not in result.output
    rows = list(csv.DictReader(path.read_text("utf-8").splitlines()))
    assert len(rows) == 30
    for row in rows:
        points = [int(row[f"points_{seat}"]) for seat in (1, 2, 3)]
        winners = [int(word) for word in row["winners"].split()]
        assert winners == [seat for seat in (1, 2, 3) if points[seat - 1] == max(points)]


def test_the_seed_decides(tmp_path: Path) -> None:
    first, again, other = (
        [line for line in run("goofspiel", "-n", "20", "--seed", seed, "--rows", "-").stdout.splitlines()]
        for seed in ("5", "5", "6")
    )
    assert first == again
    assert first != other
    assert len({json.loads(line)["seed"] for line in first}) == 20


@pytest.mark.parametrize("game", ["tic-tac-toe", "oh-hell"])
def test_one_and_two_jobs_give_the_same_rows(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sim, "BATCH", 0.002)
    setting = sim.Setting(game)
    alone, together = (list(chain(*sim.simulate(setting, 120, seed=3, jobs=jobs))) for jobs in (1, 2))
    assert alone == together
    assert [row.game for row in alone] == list(range(120))


def test_a_row_depends_on_its_own_number_alone() -> None:
    playouts = sim.Playouts(sim.program_of(sim.Setting("goofspiel")))
    rows = playouts.rows(1, 0, 12)
    assert [playouts.row(1, game) for game in reversed(range(12))] == rows[::-1]


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interruption_keeps_whole_rows(jobs: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    arguments = ["simulate", "connect-four", "-n", "10000000", "--jobs", jobs, "--rows", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "rulewright", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (path.exists() and path.stat().st_size):
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "of 10000000 games" in out and "Traceback" not in err
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [row["game"] for row in rows] == list(range(len(rows))) and rows
    assert f"stopped after {len(rows)} of" in out


@pytest.mark.skipif(os.name != "posix", reason="needs a clock of CPU time")
def test_a_game_that_never_ends_is_stopped(tmp_path: Path) -> None:
    path = tmp_path / "endless.rules"
    path.write_text(ENDLESS, "utf-8")
    result = run(str(path), "-n", "1")
    assert result.exit_code == 1
    assert "a random game went on for" in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess",), "there is no game called `chess`"),
        (("tic-tac-toe", "--players", "3"), "is not for 3"),
        (("tic-tac-toe", "--bots", "gredy"), "did you mean greedy?"),
        (("hex", "--set", "size"), "is not of the form option=value"),
        (("tic-tac-toe", "--rows", "no/such/folder/x.csv"), "cannot write"),
    ],
)
def test_a_wrong_call(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments, "-n", "1")
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())


def test_bots_without_a_seat_are_told_of() -> None:
    result = run("tic-tac-toe", "-n", "3", "--bots", "random,greedy,mcts")
    assert result.exit_code == 0
    assert "2 seats are free for those of --bots, so mcts will not play" in result.stderr
    assert result.stdout.startswith("Tic-tac-toe, random,greedy, 2 players")
    assert not run("tic-tac-toe", "-n", "3", "--bots", "random,greedy").stderr.count("will not play")


def test_options_change_the_game() -> None:
    small = json.loads(run("hex", "--set", "size=3", "-n", "50", "--json").output)
    assert small["length"]["max"] <= 9


def test_bots_play_each_seat_and_repeat() -> None:
    first, again = (run("tic-tac-toe", "-n", "12", "--bots", "mcts:60,random", "--rows", "-").stdout for _ in range(2))
    assert first == again
    rows = [json.loads(line) for line in first.splitlines()]
    assert sum(row["winners"] == [0] for row in rows) >= 8


def test_partners_who_win_together_share_nothing_with_others() -> None:
    summary = sim.Summary(6, side_size=2)
    summary.add(sim.Row(0, 1, 10, (0, 1), {}))
    assert summary.shared == 0
    summary.add(sim.Row(1, 2, 10, (0, 1, 4, 5), {}))
    assert summary.shared == 1 and summary.wins == [0.75, 0.75, 0, 0, 0.25, 0.25]
