"""The examples by which newcomers' rules are judged: the games as they are do not stand them; our solutions, run as
examples beside this file, do. What newcomers handed in, and how much of it counts with the language as it is now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.newcomers.judge import judged, ours, ways

from rulewright.interpreter.testing.suite import loads_suite

HERE = Path(__file__).parent
SETS = ("first", "second", "third")
HANDED_IN = {"third": "second", "fourth": "third"}  # the trials of which we have what was handed in, and their rules
GAMES = ("kingdom_builder", "kingsburg", "queendomino")


@pytest.mark.parametrize("rules", SETS)
def test_there_are_21_rules_as_in_the_protocol(rules: str) -> None:
    protocol = (HERE.parents[1] / "docs" / "newcomers.md").read_text("utf-8")
    told = protocol.split(f"## The rules, {rules} set")[1].split("\n## ")[0]
    assert len(list((HERE / rules).glob("*.rules"))) == 21 == len(re.findall(r"^\d+\. .*\.$", told, re.M))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rules", SETS)
def test_the_game_without_the_rules_stands_none_of_them(rules: str, game: str) -> None:
    """All seven in one text, so that the game is made once; what an example shows may not be there."""
    text = f'variant unchanged of {game}\n  title "Unchanged"\n'
    for number in range(1, 8):
        examples = ours(rules, game, number).replace("ours: ", f"{number}: ")
        text += "\n" + re.sub(r'(?m)^(example ".*") shows .*', r"\1", examples)
    suite = loads_suite(text, f"{game}.rules")
    assert suite.ok, suite.report.errors
    failed = {suite.cases[k][0].title[0] for k in suite.own_cases() if suite.run(k).diagnostics}
    assert failed == set("1234567")


def test_a_move_may_be_answered_in_other_ways() -> None:
    example = 'example "x"\n  when you: a b\n  # or when you: a c\n  # or when you: a d\n  then x is 1\n  when you: e\n'
    told = [re.findall(r"^  when you: (.*)", way, re.M) for way in ways(example)]
    assert told == [["a b", "e"], ["a c", "e"], ["a d", "e"]]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("trial", HANDED_IN)
def test_what_was_handed_in_counts_now(trial: str, game: str) -> None:
    found = dict(judged(HANDED_IN[trial], game, HERE / "handed_in" / trial / game))
    counted = [number for number, wrong in found.items() if not wrong]
    print(f"{trial} trial, {game}: {len(counted)} of {len(found)} count")
    assert counted == [1, 2, 3, 4, 5, 6, 7], found
