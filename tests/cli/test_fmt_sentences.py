"""`fmt --sentences`: the generated sentence above each rule, kept in step and checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main

RULES = """variant shores of kingdom_builder
  title "Shores"

number shore_gold = 2

# Said by the author.
rule shore: after you erect on site where site is next to water, gain shore_gold gold

score castles_again: 1 gold for each of castles next to your settlements
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "shores.rules"
    path.write_text(RULES, "utf-8")
    return path


def run(*args: object) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(arg) for arg in args])
    return result.exit_code, result.output


def comments(file: Path) -> list[str]:
    return [line for line in file.read_text("utf-8").split("\n") if line.startswith("#=")]


def test_sentences_stand_above_their_rules_and_change_no_rule(file: Path) -> None:
    assert run("fmt", file, "--sentences", "en")[0] == 0
    lines = file.read_text("utf-8").split("\n")
    at = next(k for k, line in enumerate(lines) if line.startswith("rule shore"))
    assert lines[at - 1].startswith("#= Shore. ") and "2 gold" in lines[at - 1]
    assert lines[at - 2] == "# Said by the author."
    assert "\n".join(line for line in lines if not line.startswith("#=")) == RULES


def test_they_follow_the_rule_and_the_language(file: Path) -> None:
    run("fmt", file, "--sentences", "en")
    english = comments(file)
    file.write_text(file.read_text("utf-8").replace("shore_gold = 2", "shore_gold = 3"), "utf-8")
    run("fmt", file, "--sentences", "en")
    assert [line.replace("3 gold", "2 gold") for line in comments(file)] == english != comments(file)
    run("fmt", file, "--sentences", "fr")
    assert len(comments(file)) >= 2 and not set(comments(file)) & set(english)
    run("fmt", file, "--sentences", "none")
    assert not comments(file)


def test_once_is_enough(file: Path) -> None:
    run("fmt", file, "--sentences", "fr")
    once = file.read_text("utf-8")
    assert run("fmt", file, "--check", "--sentences", "fr") == (0, "")
    run("fmt", file)
    assert file.read_text("utf-8") == once


def test_check_tells_which_are_out_of_step(file: Path) -> None:
    run("fmt", file, "--sentences", "en")
    assert run("check", file, "--strict")[0] == 0
    file.write_text(file.read_text("utf-8").replace("shore_gold = 2", "shore_gold = 3"), "utf-8")
    status, output = run("check", file)
    assert status == 0 and output.count("stale-sentence") == 1 and "rule shore" in output
    assert run("check", file, "--strict")[0] == 1
    assert run("fmt", file, "--check", "--sentences", "en")[0] == 1
