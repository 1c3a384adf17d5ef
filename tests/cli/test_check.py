"""`rulewright check` of a file looks at all that it says, also at what counts only together with others."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.check import command
from rulewright.cli.main import main

GAME = """\
game coins
  title "Coins"
  language 1
  players 2

number reward = 1
counter coin per player

play
  repeat 3 times
    each player, gain reward coins

winner player with most coins
"""
RICH = """\
expansion rich of coins
  title "Rich"

number bonus = 2
score extra: bonus coins for each of your coins
"""
LUCKY = """\
expansion lucky of coins
  title "Lucky"

together with rich
  set bonuss to 3
"""


def _checked(folder: Path, *args: str) -> str:
    for name, text in {"coins": GAME, "rich": RICH, "lucky": LUCKY}.items():
        place = folder if name == "coins" else folder / "expansions" / name
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{name}.rules").write_text(text, "utf-8")
    return CliRunner().invoke(command, args).output


def test_what_counts_together_with_another_is_checked_with_it(tmp_path: Path) -> None:
    said = _checked(tmp_path, str(tmp_path / "expansions" / "lucky" / "lucky.rules"))
    assert "`bonuss`" in said and "lucky.rules:5:7" in said and "did you mean `bonus`?" in said
    assert said.count("error[") == 1


def test_a_game_does_not_answer_for_combinations_that_nobody_asked_for(tmp_path: Path) -> None:
    assert "no problems" in _checked(tmp_path, str(tmp_path / "coins.rules"), "--with", "rich")


@pytest.mark.parametrize(
    "call",
    [("hex", "--set", "size=99"), ("hex", "--with", "nomads"), ("kingsburg", "--with", "early_workshops")],
    ids=" ".join,
)
def test_a_wrong_call_is_none_of_the_rules_faults(call: tuple[str, ...]) -> None:
    assert CliRunner().invoke(main, ["check", *call]).exit_code == 2


@pytest.mark.parametrize("call", [("build", "pig", "-o"), ("docs", "pig", "-o")], ids=" ".join)
def test_a_folder_that_cannot_be_made_is_a_wrong_call(call: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    result = CliRunner().invoke(main, [*call, str(tmp_path / "file" / "within")])
    assert result.exit_code == 2 and str(tmp_path / "file") in result.output
