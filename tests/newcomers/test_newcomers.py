"""The examples by which newcomers' rules are judged: the games as they are do not stand them; our solutions, run as
examples beside this file, do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.newcomers.judge import complaints, ours

FILES = sorted(Path(__file__).parent.glob("*.rules"))


def test_there_are_21_rules_as_in_the_protocol() -> None:
    protocol = (Path(__file__).parents[2] / "docs" / "newcomers.md").read_text("utf-8")
    assert len(FILES) == 21 == len(re.findall(r"^\d+\. .*\.$", protocol.split("## The rules")[1].split("## ")[0], re.M))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_the_game_without_the_rule_does_not(path: Path) -> None:
    game, number = path.stem.rsplit("_", 1)
    text = f'variant unchanged of {game}\n  title "Unchanged"\n\n{ours(game, int(number))}'
    assert complaints(text, str(path)) != []
