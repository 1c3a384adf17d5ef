"""Rules that are easily played wrong: each has examples for and against, and one of them fails without the rule.

Which rules these are is listed in the `SOURCES.md` of a game, under a heading of its own.
"""

from __future__ import annotations

import re
from functools import cache

import pytest

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.files import Shelf, shipped_folder
from rulewright.dsl.loader import load_game
from rulewright.dsl.nodes import Module
from rulewright.dsl.ruleset import Ruleset
from rulewright.interpreter.testing.removal import examples_of, noticed_without
from rulewright.interpreter.testing.suite import load_suite

HEADING = "## Easily played wrong"
_NUMBER = re.compile(r"([A-Z]+-)(\d+)(?: to \1(\d+))?")


def marked() -> list[tuple[str, str]]:
    """Every number under the heading with its game, ranges spelled out."""
    found = []
    for listing in sorted(shipped_folder().glob("*/SOURCES.md")):
        _, _, rest = listing.read_text("utf-8").partition(HEADING)
        for prefix, first, last in _NUMBER.findall(rest.partition("\n## ")[0]):
            numbers = range(int(first), int(last or first) + 1)
            found += [(listing.parent.name, f"{prefix}{number:0{len(first)}}") for number in numbers]
    return found


@cache
def rules_with(game: str, *expansions: str) -> Ruleset:
    found = load_suite(game, expansions).ruleset
    assert found is not None
    return found


def home_of(game: str, number: str) -> tuple[Ruleset, list[Module]]:
    """The game with the one expansion or variant, or with all expansions, whose text and examples cite a number."""
    shipped = [found for found in Shelf().shipped() if found.of == (game,)]
    added = sorted(found.name for found in shipped if found.kind in ("expansion", "variant"))
    expansions = sorted(found.name for found in shipped if found.kind == "expansion")
    for with_ in ([], *([name] for name in added), expansions):
        rules = rules_with(game, *with_)
        if any(number in linked.cited for linked in rules.things) and examples_of(rules, number):
            return rules, load_game(game, with_, Report())
    raise AssertionError(f"nothing cites {number}")


@pytest.mark.parametrize(("game", "number"), marked())
def test_an_example_for_it_and_one_against_it(game: str, number: str) -> None:
    titles = {example.title for example, _ in examples_of(home_of(game, number)[0], number)}
    assert len(titles) >= 2, titles


@pytest.mark.parametrize(("game", "number"), marked())
def test_an_example_fails_without_it(game: str, number: str) -> None:
    rules, modules = home_of(game, number)
    assert noticed_without(rules, number, modules) is not None
