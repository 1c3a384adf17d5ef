"""Recorded games: replayed, diverging at the first move that differs, recorded anew."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

RULES = """game mill
  language 1
  players 2 to 3

number rounds = 3
counter flour per player
counter coin per player = 2
memory fair: truth

play
  repeat rounds times
    each player, turn

action turn
  either
    grind
  or
    sell

action grind
  gain 2 flour

action sell
  needs your flour is at least 1
  pay 1 flour
  gain 3 coins

rule thirst: after you grind where your flour is at least 4, lose 1 flour

winner player with most coins
"""


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mill.rules").write_text(RULES, "utf-8")
    assert run(tmp_path, "test", "mill.rules", "--record").exit_code == 0
    return tmp_path


def run(folder: Path, *words: str) -> Result:
    known = {"mill.rules": str(folder / "mill.rules"), "recorded": str(folder / "recorded")}
    return CliRunner().invoke(main, [known.get(word, word) for word in words])


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "mill.rules"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_a_game_without_records_gets_one_for_the_fewest_and_one_for_the_most(folder: Path) -> None:
    assert sorted(path.name for path in (folder / "recorded").iterdir()) == ["mill_2.game", "mill_3.game"]
    assert run(folder, "test", "mill.rules").output == "ok     mill: 0 examples\nok     recorded: 2 games\n"


def test_what_leaves_play_as_it_was_leaves_records_good(folder: Path) -> None:
    change(folder, "number rounds = 3", '# more\nnumber rounds = 3\ndefine idle: number = 1\n  reads "one"')
    assert run(folder, "test", "mill.rules").exit_code == 0


def test_a_changed_amount_is_found_at_the_first_move_with_the_rule(folder: Path) -> None:
    change(folder, "gain 3 coins", "gain 4 coins")
    result = run(folder, "test", "mill.rules")
    assert result.exit_code == 1
    assert "` becomes 6, recorded is: becomes 5" in result.output
    assert "`coin` is changed by sell" in result.output
    lines = (folder / "recorded" / "mill_2.game").read_text("utf-8").splitlines()
    first = next(line for line in lines if "| sell |" in line).split()[0]
    assert f"mill_2.game, move {first}, player" in result.output


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("number rounds = 3", "number rounds = 2", "the game is over, where turn was decided"),
        ("number rounds = 3", "number rounds = 4", "where the record ends"),
        ("flour is at least 1", "flour is at least 0", "there are 2 options where there was no choice"),
        ("counter coin per player = 2", "counter coin per player = 3", "coin"),
    ],
)
def test_other_divergences(folder: Path, old: str, new: str, told: str) -> None:
    change(folder, old, new)
    if "at least 0" in new:
        change(folder, "  pay 1 flour\n", "  lose 1 flour\n")
    result = run(folder, "test", "mill.rules")
    assert result.exit_code == 1 and told in result.output


def test_records_are_made_anew_by_one_command(folder: Path) -> None:
    change(folder, "gain 3 coins", "gain 4 coins")
    assert "moves" in run(folder, "test", "mill.rules", "--record").output
    assert run(folder, "test", "mill.rules").exit_code == 0


def test_a_head_alone_is_recorded(folder: Path) -> None:
    path = folder / "recorded" / "more.game"
    path.write_text("record of mill\nplayers 2\nseed 9\n", "utf-8")
    assert run(folder, "test", "mill.rules").exit_code == 1  # the game goes on where the record ends
    run(folder, "test", "recorded", "--record")
    assert "ok     recorded: 3 games\n" in run(folder, "test", "mill.rules").output


def test_json_and_a_single_file(folder: Path) -> None:
    path = folder / "recorded" / "mill_3.game"
    found = json.loads(run(folder, "test", str(path), "--json").output)
    assert found["recorded"] == [{"file": str(path), "ok": True, "diagnostics": []}]


def test_a_broken_record_is_told_with_its_line(folder: Path) -> None:
    path = folder / "recorded" / "mill_3.game"
    path.write_text(path.read_text("utf-8").replace("seed 1", "sead 1"), "utf-8")
    result = run(folder, "test", str(path))
    assert result.exit_code == 1 and "mill_3.game:3: this is no line of a record: sead 1" in result.output
