"""`rulewright new`: what it writes checks, holds its examples, plays, prints and is in canonical form."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.dsl.files import Shelf
from rulewright.dsl.syntax.format import format_text

GAMES = sorted({found.name for found in Shelf().shipped() if found.kind == "game"})


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args), catch_exceptions=False)


def is_good(path: Path) -> None:
    check = run("check", str(path), "--strict")
    assert check.exit_code == 0, check.output
    assert format_text(path.read_text("utf-8")) == path.read_text("utf-8")
    simulated = run("simulate", str(path), "-n", "3")
    assert simulated.exit_code == 0, simulated.output


@pytest.mark.parametrize("board", ["squares", "hexes"])
def test_a_game_from_nothing(board: str, tmp_path: Path) -> None:
    result = run("new", "my-game", "--board", board, "-o", str(tmp_path))
    path = tmp_path / "my_game.rules"
    assert result.exit_code == 0 and str(path) in result.output
    assert 'title "My game"' in path.read_text("utf-8") and f"of {board}" in path.read_text("utf-8")
    is_good(path)
    tested = run("test", str(path))
    assert tested.exit_code == 0 and "2 examples" in tested.output
    played = run("play", str(path), "--auto", "--bots", "random", "--seed", "1")
    assert "The game is over." in played.output


@pytest.mark.parametrize("game", [game for game in GAMES if game != "kb_core"])
def test_a_variant_of_every_game(game: str, tmp_path: Path) -> None:
    assert run("new", "House rule", "--of", game, "-o", str(tmp_path)).exit_code == 0
    path = tmp_path / "house_rule.rules"
    assert f"variant house_rule of {game}\n" in path.read_text("utf-8")
    is_good(path)
    tested = run("test", str(path), "-k", "number is changed" if "set " in path.read_text("utf-8") else "as many play")
    assert tested.exit_code == 0, tested.output
    assert "1 example" in tested.output


def test_a_variant_changes_a_number(tmp_path: Path) -> None:
    run("new", "long-lines", "--of", "connect-four", "-o", str(tmp_path))
    text = (tmp_path / "long_lines.rules").read_text("utf-8")
    assert "set in_a_row to 5    # 4 in the game\n" in text
    assert "then in_a_row is 5\n" in text


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    run("new", "x", "-o", str(tmp_path))
    again = run("new", "x", "-o", str(tmp_path))
    assert again.exit_code == 2 and "is there already" in again.output


@pytest.mark.parametrize(
    ("arguments", "message"), [(("3d",), "cannot name a ruleset"), (("x", "--of", "chess"), "no game")]
)
def test_a_wrong_call(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    result = run("new", *arguments, "-o", str(tmp_path))
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())
    assert not list(tmp_path.iterdir())
