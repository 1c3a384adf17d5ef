"""`rulewright check` of a file looks at all that it says, also at what counts only together with others."""

from pathlib import Path

from click.testing import CliRunner

from rulewright.cli.check import command

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
