"""`rulewright docs` and `rulewright build`: files, index, exit status."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main


def run(*args: str) -> Result:
    return CliRunner().invoke(main, list(args))


def links(page: Path) -> set[str]:
    return set(re.findall(r'href="([^"#]+)"', page.read_text("utf-8")))


def test_docs_prints_what_is_asked_for(tmp_path: Path) -> None:
    result = run("docs", "tic-tac-toe", "-o", str(tmp_path), "--kind", "sheet,reference", "--lang", "fr")
    assert result.exit_code == 0, result.output
    files = {path.name for path in tmp_path.iterdir() if path.is_file()}
    wanted = {f"{kind}.fr.{ext}" for kind in ("sheet", "reference") for ext in ("html", "pdf", "md")}
    assert files == {*wanted, "index.html"}
    assert links(tmp_path / "index.html") == wanted


def test_docs_of_a_variant_tells_what_changes(tmp_path: Path) -> None:
    rules = tmp_path / "longer.rules"
    rules.write_text('variant longer of connect_four\n  title "Longer"\nset in_a_row to 5\n', "utf-8")
    result = run("docs", str(rules), "-o", str(tmp_path / "out"), "--kind", "changes", "--lang", "en", "--format", "md")
    assert result.exit_code == 0, result.output
    text = (tmp_path / "out" / "changes.en.md").read_text("utf-8")
    assert "5 instead of 4 of your discs form an unbroken straight line" in text


PAIRS = """\
game pairs
  title "Pairs"
  language 1
  players 2 to 4
board field of squares, 4 by 4
piece post per player, 9 in supply
counter coin per player
play
  repeat 5 times
    each player, turn
action turn
  if count of players is 2, gain 3 coins
  choose c in vacant
  place a post on c
winner player with most coins
"""


def test_what_is_for_some_numbers_of_players_says_so_in_every_paper(tmp_path: Path) -> None:
    """Without `--players` a reference and a page of changes are for all numbers; with it, for that one alone."""
    (tmp_path / "pairs.rules").write_text(PAIRS, "utf-8")
    more = 'variant more of pairs\n  title "More"\nreplace action turn\n  if count of players is 4, gain 2 coins\n'
    rules = tmp_path / "more.rules"
    rules.write_text(f"{more}  choose c in vacant\n  place a post on c\n", "utf-8")

    def printed(kind: str, *args: str) -> str:
        out = tmp_path / "out"
        result = run("docs", str(rules), "-o", str(out), "--kind", kind, "--lang", "en", "--format", "md", *args)
        assert result.exit_code == 0, result.output
        return (out / f"{kind}.en.md").read_text("utf-8")

    for kind in ("reference", "changes"):
        text = printed(kind)
        assert re.search(r"with 4 players\W+gain 2 coins|gain 2 coins \(with 4 players\)", text, re.IGNORECASE), text
        assert "for 2\u00a0to\u00a04\u00a0players" in text
    assert "ain 2 coins" in printed("reference", "--players", "4")
    assert "coins" not in printed("reference", "--players", "3").split("Winning")[0]


@pytest.mark.parametrize(
    "args",
    [("--lang", "de"), ("--format", "doc"), ("--kind", "poster"), ("--set", "x"), ("--kind", "changes")],
    ids=lambda args: " ".join(args),
)
def test_a_wrong_call(args: tuple[str, ...], tmp_path: Path) -> None:
    assert run("docs", "tic-tac-toe", "-o", str(tmp_path), *args).exit_code == 2


def test_wrong_rules(tmp_path: Path) -> None:
    rules = tmp_path / "bad.rules"
    rules.write_text("game bad\n  players 2\nplay\n  nonsense\n", "utf-8")
    assert run("docs", str(rules), "-o", str(tmp_path / "out")).exit_code == 1


def test_a_template_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "html").mkdir()
    (tmp_path / "html" / "sheet.css").write_text("body { color: rebeccapurple }", "utf-8")
    call = ("--templates", str(tmp_path), "--lang", "en", "--format", "html")
    assert run("docs", "tic-tac-toe", "-o", str(tmp_path / "out"), *call).exit_code == 0
    assert "rebeccapurple" in (tmp_path / "out" / "sheet.en.html").read_text("utf-8")


def test_build_does_the_whole_job(tmp_path: Path) -> None:
    result = run("build", "tic-tac-toe", "-o", str(tmp_path), "--games", "20")
    assert result.exit_code == 0, result.output
    found = links(tmp_path / "index.html")
    assert {"sheet.en.pdf", "sheet.fr.html", "reference.en.md", "game.txt", "balance.json"} <= found
    assert all((tmp_path / name).is_file() for name in found)
    assert json.loads((tmp_path / "balance.json").read_text("utf-8"))["games"] == 20
