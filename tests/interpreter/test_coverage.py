"""Coverage of rules: what fired, what never did, and that a machine which is not watched holds nothing of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main
from rulewright.interpreter.game import loads
from rulewright.interpreter.generate.marks import Marks
from rulewright.interpreter.generate.module import generate
from rulewright.interpreter.testing.coverage import Coverage, Findings
from rulewright.interpreter.testing.suite import loads_suite

RULES = """game fair
  language 1
  players 2 to 3

kind ware: wood, stone
option rich: truth = no
number purse = 4 if rich otherwise 3
memory trusted: truth
counter coin per player = purse
counter point per player
define worth(n: number): number = n * 2 if trusted otherwise n
  reads "the worth of {n}"
define unused: number = 7
  reads "seven"

component prize
  has value: number
table prize
  | name | value |
  | cup  | 3     |
  | vase | 5     |
area shelf of prizes
hand won per player of prizes

setup
  put cup into shelf

play
  repeat 2 times
    each player, visit

action visit
  either
    buy
  or
    beg

action buy
  needs your coins is at least 2
  pay 2 coins
  gain worth(1) points
  if your coins is 0
    gain 1 point
  otherwise
    gain 2 points
  choose p in shelf where p is cup
  otherwise, gain 3 points
  put p into your won

action beg
  gain 1 coin

rule thrift: after you beg where your coins is at least 5, gain 1 point
rule kindness: increase worth(n) by 1 where your points is at least 50

score hoard: 1 point for each of your coins
score prizes_won: 1 point for each p in your won where p is vase

winner player with most points
"""
BUY = """
example "buying" shows buy
  given anne's coin is 2, shelf is cup
  when anne: buy cup
  then anne's point is 2
"""


def findings(text: str, games: int = 0) -> Findings:
    suite = loads_suite(text)
    assert suite.ok, [found.message for found in suite.report.errors]
    assert suite.ruleset is not None
    coverage = Coverage()
    coverage.declare(suite.ruleset)
    suite.stage_of = coverage.stage
    for outcome in suite.all():
        assert outcome.ok, outcome.diagnostics
    if games:
        assert coverage.play_modes(suite.ruleset, games) == []
    return Findings(coverage.units(lambda span: span.file.path == "<text>"), coverage.fired())


def gaps(found: Findings) -> set[tuple[int, str, str]]:
    return {(gap.span.line, gap.unit.kind, gap.unit.name) for gap in found.gaps()}


def line(words: str) -> int:
    return 1 + next(k for k, text in enumerate(RULES.splitlines()) if words in text)


@pytest.fixture(scope="module")
def bought() -> Findings:
    return findings(RULES + BUY)


@pytest.mark.parametrize(
    ("words", "kind", "name"),
    [
        ("repeat 2 times", "rule", "play"),
        ("action visit", "rule", "action visit"),
        ("action beg", "rule", "action beg"),
        ("rule thrift", "rule", "rule thrift"),
        ("rule kindness", "rule", "rule kindness"),
        ("score hoard", "rule", "score hoard"),
        ("score prizes_won", "rule", "score prizes_won"),
        ("if your coins is 0", "branch", "otherwise"),
        ("choose p in shelf", "branch", "otherwise"),
        ("define worth", "branch", "then"),
        ("number purse", "branch", "then"),
        ("define unused", "definition", "define unused"),
        ("| vase", "row", "prize vase"),
    ],
)
def test_what_one_example_leaves_out(bought: Findings, words: str, kind: str, name: str) -> None:
    assert (line(words), kind, name) in gaps(bought)


def test_nothing_else_is_left_out(bought: Findings) -> None:
    assert len(gaps(bought)) == 13


def test_what_stands_in_a_gap_is_not_listed_again(bought: Findings) -> None:
    assert not any(gap.span.line == line("gain 1 coin") for gap in bought.gaps())


def test_totals_count_every_kind(bought: Findings) -> None:
    totals = bought.totals()
    assert totals["row"] == (1, 2)
    assert totals["definition"] == (2, 3)  # worth and purse, which the supply leans on
    assert totals["score line"] == (0, 2)


def test_games_fill_gaps_and_try_every_option() -> None:
    left = gaps(findings(RULES + BUY, games=120))
    assert (line("number purse"), "branch", "then") not in left
    assert (line("action visit"), "rule", "action visit") not in left
    assert (line("score hoard"), "rule", "score hoard") not in left
    assert (line("rule kindness"), "rule", "rule kindness") in left
    assert (line("| vase"), "row", "prize vase") in left


def test_an_option_that_is_yes_is_tried_as_no() -> None:
    suite = loads_suite(RULES.replace("option rich: truth = no", "option rich: truth = yes"))
    assert suite.ruleset is not None
    coverage = Coverage()
    assert coverage.play_modes(suite.ruleset, 12) == []
    left = gaps(Findings(coverage.units(lambda _: True), coverage.fired()))
    assert (line("number purse"), "branch", "otherwise") not in left


def test_a_machine_that_is_not_watched_counts_nothing() -> None:
    program = loads(RULES).compiled(2).program
    assert "hit" not in generate(program).source
    assert "hits[" in generate(program, marks=Marks()).source


def test_a_watched_machine_plays_the_same_games() -> None:
    from rulewright.interpreter.simulate import Playouts

    program = loads(RULES).compiled(3).program
    plain, watched = Playouts(program), Playouts(program, Marks())
    assert [plain.row(1, k) for k in range(30)] == [watched.row(1, k) for k in range(30)]


# ---- the commands


def run(folder: Path, *words: str) -> Result:
    path = folder / "fair.rules"
    path.write_text(RULES + BUY, "utf-8")
    return CliRunner().invoke(main, [word.replace("GAME", str(path)) for word in words])


def test_the_table(tmp_path: Path) -> None:
    result = run(tmp_path, "test", "GAME", "--coverage")
    assert result.exit_code == 0
    assert "rows and things      1 of     2   50 %" in result.output
    assert f"{line('choose p in shelf'):5}  action buy: never otherwise: choose p in shelf" in result.output


def test_json(tmp_path: Path) -> None:
    found = json.loads(run(tmp_path, "test", "GAME", "--coverage", "--json").output)["coverage"]
    assert found["totals"]["row"] == {"fired": 1, "of": 2}
    assert {"file", "line", "column", "kind", "name", "within", "text"} == found["gaps"][0].keys()


def test_the_page_escapes_and_marks(tmp_path: Path) -> None:
    result = run(tmp_path, "test", "GAME", "--coverage", "-o", str(tmp_path / "out"))
    page = (tmp_path / "out" / "coverage.html").read_text("utf-8")
    assert result.exit_code == 0 and "coverage.html" in result.output
    assert f'<tr id="p1-{line("action beg")}" class="never">' in page
    assert f'<tr id="p1-{line("if your coins is 0")}" class="partly">' in page
    assert f'<tr id="p1-{line("pay 2 coins")}" class="fired">' in page


def test_simulate_counts_its_games(tmp_path: Path) -> None:
    result = run(tmp_path, "simulate", "GAME", "-n", "20", "--coverage")
    assert result.exit_code == 0, result.output
    assert "by 20 random games for 2" in result.output
    assert "rule kindness" in result.output


def test_options_that_belong_to_coverage(tmp_path: Path) -> None:
    assert run(tmp_path, "test", "GAME", "--games", "3").exit_code == 2
    assert run(tmp_path, "simulate", "GAME", "-n", "2", "--coverage", "--bots", "greedy").exit_code == 2
