"""How often one bot beats another: honest bounds, every game by default, and a table that the command keeps itself."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.interpreter import strength as s


def found(share: float, games: int) -> s.Strength:
    return s.Strength("greedy", "random", 2, games, share, 0.5)


def test_bounds_are_those_of_wilson() -> None:
    """By hand: 10 wins of 10 leave 1 / (1 + 1.96² / 10) = 0.7225; 5 of 10 leave 0.5 ± 0.2634."""
    assert found(1.0, 10).bounds == pytest.approx((0.7225, 1.0), abs=0.0005)
    assert found(0.5, 10).bounds == pytest.approx((0.2366, 0.7634), abs=0.0005)


def test_a_row_replaces_the_one_of_the_same_game_and_bots(tmp_path: Path) -> None:
    path = tmp_path / "bots.md"
    path.write_text("# Bots\n\nHow strong?\n\n", "utf-8")
    s.into_table(path, [found(0.5, 10).row("pig"), found(1.0, 10).row("hex")])
    s.into_table(path, [found(0.9, 20).row("pig")])
    head, *rows = path.read_text("utf-8").partition(s.HEAD[0])[2].splitlines()[1:]
    assert path.read_text("utf-8").startswith("# Bots\n\nHow strong?\n\n")
    assert head == s.HEAD[1] and len(rows) == 2 and rows[0] == found(0.9, 20).row("pig")
    assert rows[1].startswith("| hex | 2 | greedy against random | 10 | 100% |")


def test_a_share_out_of_reach_fails_and_a_budget_ends_it() -> None:
    call = ["bench", "pig", "--bots", "random,random", "--require"]
    assert CliRunner().invoke(main, [*call, "--games", "30", "--least", "0.95"]).exit_code == 1
    result = CliRunner().invoke(main, [*call, "--games", "100000", "--budget", "0.05", "--least", "0.2"])
    assert result.exit_code == 0 and "| pig | 2 | random against random |" in result.output


def test_without_a_name_every_game_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s, "strength", lambda game, one, other, games, **_: s.Strength(one, other, 2, games, 0.5, 0.1))
    output = CliRunner().invoke(main, ["bench", "--bots", "greedy,random"]).output
    for game in ("tic-tac-toe", "hex", "kingsburg", "kingdom-builder", "royal-wedding", "oh-hell"):
        assert f"| {game} | 2 | greedy against random | 20 | 50% |" in output


@pytest.mark.parametrize("call", [("pig:x", "--bots", "random,random"), ("pig", "-o", "x"), ("pig", "--bots", "a,b,c")])
def test_a_wrong_call_says_so(call: tuple[str, ...]) -> None:
    assert CliRunner().invoke(main, ["bench", *call]).exit_code == 2
