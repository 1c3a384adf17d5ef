"""The pytest plugin: what it collects, how items are named, what a failure shows, and that it costs others nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLUGIN = "rulewright.interpreter.testing.plugin"
VARIANT = """variant short of tic_tac_toe
  language 1

set in_a_row to 2

example "two are enough" shows three_in_a_row
  given x's marks at [0,0]
  when x: turn [0,1]
  then winners is x

example "one is enough" shows three_in_a_row
  when x: turn [0,1]
  then winners is x
"""


def pytest_run(folder: Path, *args: str) -> str:
    """What pytest prints in a folder that has the plugin and nothing else of this repository."""
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "src"), PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    command = [sys.executable, "-m", "pytest", "-p", PLUGIN, "-p", "no:cacheprovider", *args]
    run = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    return run.stdout + run.stderr


def test_examples_are_items(tmp_path: Path) -> None:
    (tmp_path / "short.rules").write_text(VARIANT, "utf-8")
    (tmp_path / "firewall.rules").write_text('allow all\nexample "no" of another tool\n', "utf-8")
    listed = pytest_run(tmp_path, "--collect-only", "-q")
    assert "short.rules::two are enough\nshort.rules::one is enough\n" in listed
    assert "firewall" not in listed
    out = pytest_run(tmp_path, "-q")
    assert "1 failed, 1 passed" in out
    assert "error[RW501] example-failed: `winners is x` does not hold" in out
    assert "short.rules:13:8" in out
    assert "Traceback" not in out
    assert "1 passed, 1 deselected" in pytest_run(tmp_path, "-q", "-k", "two")


def test_recorded_games_are_items(tmp_path: Path) -> None:
    head = "record of tic_tac_toe\nplayers 2\nseed 1\n"
    (tmp_path / "short.game").write_text(head, "utf-8")
    (tmp_path / "chess.game").write_text("[Event of another program]\n", "utf-8")
    out = pytest_run(tmp_path, "-q")
    assert "1 failed" in out and "where the record ends" in out
    assert "Traceback" not in out and "chess" not in out


def test_the_guard_leaves_files_alone(tmp_path: Path) -> None:
    (tmp_path / "short.rules").write_text(VARIANT, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nrulewright_collect = false\n", "utf-8")
    assert "no tests collected" in pytest_run(tmp_path, "--collect-only", "-q")


def test_wrong_rules_fail_every_item_with_the_report(tmp_path: Path) -> None:
    (tmp_path / "short.rules").write_text(VARIANT.replace("set in_a_row", "set in_a_line"), "utf-8")
    out = pytest_run(tmp_path, "-q")
    assert "2 failed" in out
    assert "there is no" in out and "in_a_line" in out


def test_fixtures_load_games_and_build_positions(tmp_path: Path) -> None:
    test = """
def test_position(rulewright_position):
    rulewright_position("tic_tac_toe").given("x's marks at [0,0], [1,1]").when("x: turn [2,2]").then("winners is x")

def test_game(rulewright_game):
    game = rulewright_game("tic_tac_toe")
    assert game is rulewright_game("tic_tac_toe")
    assert len(game.new(players=2, seed=1).legal()) > 0
"""
    (tmp_path / "test_it.py").write_text(test, "utf-8")
    assert "2 passed" in pytest_run(tmp_path, "-q")


def test_an_unrelated_run_loads_nothing_of_ours(tmp_path: Path) -> None:
    test = """
import sys

def test_it():
    heavy = ("lark", "pydantic", "hypothesis", "jinja2", "rulewright.dsl.nodes", "rulewright.interpreter.game")
    assert [name for name in heavy if name in sys.modules] == []
"""
    (tmp_path / "test_it.py").write_text(test, "utf-8")
    assert "1 passed" in pytest_run(tmp_path, "-q")


def test_the_plugin_brings_nothing_but_itself() -> None:
    """What it costs others is to load one file: the time is measured by benchmarks/plugin.py."""
    code = f"import pytest, sys; before = set(sys.modules); import {PLUGIN}; print(sorted(set(sys.modules) - before))"
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "src"))
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    packages = ["rulewright", "rulewright.interpreter", "rulewright.interpreter.testing", PLUGIN]
    assert run.stdout.strip() == str(packages)
