"""Hypothesis over rulesets: legal play from any seed, and a failure that prints as an example to paste."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.stateful import run_state_machine_as_test

from rulewright.interpreter import agent, load, play_out
from rulewright.interpreter.state import State
from rulewright.interpreter.testing.as_example import NAMES, as_example
from rulewright.interpreter.testing.properties import game_machine, states
from rulewright.interpreter.testing.suite import load_suite

ROOT = Path(__file__).parents[2]
SHIPPED = [
    ("tic_tac_toe", 2, ()),
    ("goofspiel", 3, ()),
    ("liars_dice", 3, ()),
    ("oh_hell", 4, ()),
    ("kingdomino", 3, ()),
    ("queendomino", 3, ()),
    ("royal_wedding", 4, ()),
    ("kingdom_builder", 2, ("nomads", "crossroads")),
    ("kingsburg", 3, ()),
]
QUIET = settings(max_examples=8, deadline=None, database=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize(("name", "players", "with_"), SHIPPED, ids=[name for name, _, _ in SHIPPED])
def test_a_game_can_be_pasted_as_an_example(name: str, players: int, with_: tuple[str, ...], tmp_path: Path) -> None:
    state = load(name, with_).new(players, 11, NAMES[:players])
    played = play_out(state, [agent("random", seat) for seat in range(players)], limit=150)
    path = tmp_path / "pasted.rules"
    open_end = "" if played.is_over else "  then count of options is at least 1\n"
    path.write_text(f"examples of {name}\n\n{as_example(played)}{open_end}", "utf-8")
    suite = load_suite(path)
    assert suite.ok, suite.report.errors
    (outcome,) = [suite.run(k) for k in suite.cases_in(path)]
    assert outcome.ok, outcome.diagnostics


@QUIET
@given(states("othello", max_moves=20))
def test_states_are_reached_by_legal_play(state: State) -> None:
    discs = sum(
        state.slots[slot.base + k].bit_count() for slot in [state.machine.layout.slots["pieces:disc"]] for k in (0, 1)
    )
    assert discs >= 4 and (state.is_over or len(state.legal()) > 0)


def test_a_machine_plays_with_invariants() -> None:
    run_state_machine_as_test(game_machine("tic_tac_toe"), settings=QUIET)


BROKEN = """
from hypothesis import settings
from hypothesis.stateful import invariant
from rulewright.testing import game_machine

class Machine(game_machine("tic_tac_toe")):
    @invariant()
    def nobody_takes_the_middle(self):
        assert hasattr(self, "state") is False or "[1,1]" not in str(self.state.log)

TestMachine = Machine.TestCase
TestMachine.settings = settings(
    database=None, deadline=None, derandomize=True, max_examples=20, stateful_step_count=8
)
"""


def test_a_failure_prints_as_an_example(tmp_path: Path) -> None:
    (tmp_path / "test_broken.py").write_text(BROKEN, "utf-8")
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "src"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_broken.py"]
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    expected = (
        'example "found by Hypothesis"\\n  given 2 players, seed is 0, turn_order is (anne, bruno)\\n'
        "  when anne: turn [1,1]\\n  # then: say here what should hold"
    ).replace("\\n", "\n")
    plain = "\n".join(line.removeprefix("E   ").removeprefix("    ") for line in run.stdout.splitlines())
    assert expected in plain, run.stdout
