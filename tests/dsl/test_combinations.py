"""Whatever ships goes together as its headers say: every set of expansions, every variant with them, in every order."""

from __future__ import annotations

import re
from itertools import combinations, permutations
from pathlib import Path

import pytest

from rulewright.cli.list import shipped
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.files import Shelf
from rulewright.dsl.link import link
from rulewright.dsl.loader import load_game
from rulewright.dsl.pipeline import load_ruleset
from rulewright.dsl.ruleset import Ruleset

GAMES = shipped()
Combination = tuple[str, tuple[str, ...]]


def expansion_sets() -> list[Combination]:
    """Each game alone and with every set of its expansions."""
    return [
        (game, chosen)
        for game, about in GAMES.items()
        for size in range(len(about["expansions"]) + 1)
        for chosen in combinations(about["expansions"], size)
    ]


def with_variants() -> list[Combination]:
    """Each variant alone, and with all the expansions of its game."""
    pairs = [(game, variant) for game, about in GAMES.items() for variant in about["variants"]]
    alone = [(game, (*required(variant), variant)) for game, variant in pairs]
    fuller = [(game, (*GAMES[game]["expansions"], variant)) for game, variant in pairs if GAMES[game]["expansions"]]
    return [*alone, *fuller]


def required(variant: str) -> tuple[str, ...]:
    found = Shelf().candidates(variant.replace("-", "_"), ("variant",), exact=True)[0]
    line = re.search(r"^  requires (.+)$", found.path.read_text("utf-8"), re.MULTILINE)
    return tuple(name.strip() for name in line[1].split(",")) if line else ()


def told(combination: Combination) -> str:
    return "+".join((combination[0], *combination[1]))


def linked(game: str, added: tuple[str, ...]) -> Ruleset:
    report = Report()
    ruleset = load_ruleset(game, added, report=report)
    assert ruleset is not None and report.ok, [str(d) for d in report.errors]
    return ruleset


@pytest.mark.parametrize("combination", [*expansion_sets(), *with_variants()], ids=told)
def test_a_combination_checks_for_every_number_of_players(combination: Combination) -> None:
    ruleset = linked(*combination)
    for players in ruleset.players:
        report = Report()
        Compiled(ruleset, players, report)
        assert not report.diagnostics, [str(d) for d in report]


@pytest.mark.parametrize("combination", [c for c in [*expansion_sets(), *with_variants()] if len(c[1]) > 1], ids=told)
def test_the_order_of_naming_never_matters(combination: Combination) -> None:
    game, added = combination
    expected = linked(game, added)
    for order in permutations(added):
        ruleset = linked(game, order)
        assert ruleset == expected and ruleset.content_hash == expected.content_hash


def test_nor_does_the_order_of_the_modules() -> None:
    game = max(GAMES, key=lambda name: len(GAMES[name]["expansions"]))
    report = Report()
    modules = load_game(game, GAMES[game]["expansions"], report)
    expected = link(modules, {}, report)
    for order in (modules[::-1], modules[3:] + modules[:3]):
        assert link(order, {}, report) == expected and report.ok


def test_a_variant_can_be_given_wherever_a_game_can(tmp_path: Path) -> None:
    game = next(name for name, about in GAMES.items() if about["variants"]).replace("-", "_")
    file = tmp_path / "mine.rules"
    file.write_text(f'variant mine of {game}\n  title "Mine"\n', "utf-8")
    ruleset = linked(str(file), ())
    assert [info.kind for info in ruleset.modules if info.name in (game, "mine")] == ["game", "variant"]
