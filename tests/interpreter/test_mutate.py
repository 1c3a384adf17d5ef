"""Mutants: what is broken, that a seed always breaks it alike, and who notices."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.cli.main import main
from rulewright.interpreter.testing.mutate import Mutation, Trial
from rulewright.interpreter.testing.suite import loads_suite

SEEDS = range(1, 41)
RULES = """game shop
  language 1
  players 2

kind ware: wood, stone, cloth
memory stock: ware = wood
counter coin per player = 3
counter point per player

play
  repeat 3 times
    each player, buy

action buy
  needs your coin is at least 2
  pay 2 coins
  gain 5 points

rule bonus
  after you buy
    gain 1 point

winner player with most points
"""
EXAMPLES = """
example "buying" shows buy
  given anne's coin is 2
  when anne: buy
  then anne's point is 6, anne's coin is 0

example "too dear" shows buy
  given anne's coin is 1
  then anne cannot buy
"""


def mutation(text: str) -> Mutation:
    suite = loads_suite(text)
    assert suite.ok, [found.message for found in suite.report.errors]
    return Mutation(suite)


@pytest.fixture(scope="module")
def trials() -> list[Trial]:
    return list(mutation(RULES + EXAMPLES).trials(SEEDS))


def test_a_seed_breaks_the_rules_alike_whatever_else_is_tried(trials: list[Trial]) -> None:
    assert [trial.seed for trial in trials] == list(SEEDS)
    for again in mutation(RULES + EXAMPLES).trials([7, 3]):
        before = trials[again.seed - 1]
        assert (again.mutant.change, again.noticed_by) == (before.mutant.change, before.noticed_by)
        assert again.mutant.ruleset.content_hash == before.mutant.ruleset.content_hash


def test_every_mutant_differs_and_every_way_is_drawn() -> None:
    broken = mutation(RULES + EXAMPLES)
    mutants = [mutant for seed in SEEDS if (mutant := broken.mutant(seed)) is not None]
    assert {mutant.way for mutant in mutants} == {"number", "comparison", "member", "condition", "rule"}
    assert all(mutant.ruleset.content_hash != broken.ruleset.content_hash for mutant in mutants)


def test_examples_notice_what_they_show_and_nothing_else(trials: list[Trial]) -> None:
    fate = {(t.mutant.change, t.mutant.span.line): t.noticed_by for t in trials}
    assert fate["bonus removed", 19] == "example “buying”"
    survivors = {line for (_, line), noticed in fate.items() if noticed is None}
    assert 6 in survivors, "nothing shows the stock"
    assert not survivors & {17, 19}


def test_without_examples_only_check_notices() -> None:
    assert {trial.noticed_by for trial in mutation(RULES).trials(SEEDS[:10])} <= {None, "check"}


def test_the_library_is_never_broken() -> None:
    broken = mutation(RULES)
    assert {mutant.span.file.path for seed in SEEDS if (mutant := broken.mutant(seed)) is not None} == {"<text>"}


def test_the_command_lists_survivors_with_their_place(tmp_path: Path, trials: list[Trial]) -> None:
    path = tmp_path / "shop.rules"
    path.write_text(RULES + EXAMPLES, "utf-8")
    result = CliRunner().invoke(main, ["mutate", str(path), "--seeds", "1-12"])
    assert result.exit_code == 0, result.output
    assert " of 12 breakages noticed (" in result.output
    survivors = [trial for trial in trials[:12] if trial.noticed_by is None]
    assert survivors, "choose other seeds"
    for trial in survivors:
        assert f"survived: {path}:{trial.mutant.span.line}: {trial.mutant.change} (seed {trial.seed})" in result.output
    assert result.output.count("survived: ") == len(survivors)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer on this system")
def test_rules_that_never_end_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = mutation(RULES + EXAMPLES)
    broken.seconds = 1

    def forever(_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(broken, "_failing", forever)
    noticed = {trial.noticed_by for trial in broken.trials([1])}
    assert noticed == {"an example that does not end within 1 s"}


def test_wrong_seeds_are_a_wrong_call() -> None:
    for words in ("x", "5-1", ""):
        assert CliRunner().invoke(main, ["mutate", "tic-tac-toe", "--seeds", words]).exit_code == 2


def test_equivalents_are_listed_with_their_reason(tmp_path: Path, trials: list[Trial]) -> None:
    path = tmp_path / "shop.rules"
    path.write_text(RULES + EXAMPLES, "utf-8")
    survivor = next(trial for trial in trials if trial.noticed_by is None)
    listing = tmp_path / "equivalent.toml"
    words = f'line = "{survivor.mutant.line}"\nchange = "{survivor.mutant.change}"\nreason = "nobody buys so often"\n'
    listing.write_text(f"[[equivalent]]\n{words}", "utf-8")
    seeds = f"{survivor.seed}-{survivor.seed}"
    result = CliRunner().invoke(main, ["mutate", str(path), "--seeds", seeds])
    assert result.output.startswith("0 of 1 breakages noticed")
    assert "the same as before: nobody buys so often: " in result.output
    listing.write_text("[[equivalent]]\nline = 3\n", "utf-8")
    assert CliRunner().invoke(main, ["mutate", str(path), "--seeds", seeds]).exit_code == 1
