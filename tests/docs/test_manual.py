"""The manual stays true: every block of rules in docs/ is checked, and its examples hold.

A block that opens with `rules` is a whole game or variant. One that opens with `rules fragment` is added to the
game of the one block that opens with `rules base`, in docs/language.md.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.pipeline import loads_ruleset
from rulewright.dsl.render import one_line
from rulewright.interpreter.testing.suite import loads_suite

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r"^```rules(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One block of rules: where it stands, what it is, what it says."""

    where: str
    sort: str
    text: str


def blocks() -> list[Block]:
    found = []
    for path in sorted(DOCS.rglob("*.md")):
        text = path.read_text("utf-8")
        for m in _BLOCK.finditer(text):
            line = text.count("\n", 0, m.start()) + 1
            found.append(Block(f"{path.name}:{line}", m[1] or "whole", m[2]))
    return found


BLOCKS = blocks()
BASE = next((block.text for block in BLOCKS if block.sort == "base"), "")


def whole(block: Block) -> str:
    return f"{BASE}\n{block.text}" if block.sort == "fragment" else block.text


def test_there_is_one_base_and_no_unknown_sort() -> None:
    sorts = [block.sort for block in BLOCKS]
    assert sorts.count("base") == 1
    assert set(sorts) == {"whole", "fragment", "base"}


def test_no_block_escapes() -> None:
    """A fence that the pattern does not find, such as one with a stray space, would go unchecked."""
    fences = sum(path.read_text("utf-8").count("```rules") for path in DOCS.rglob("*.md"))
    assert fences == len(BLOCKS)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.where)
def test_the_block_is_sound(block: Block) -> None:
    report = Report()
    ruleset = loads_ruleset(whole(block), report=report, path=block.where)
    if ruleset is not None and report.ok:
        Compiled(ruleset, min(ruleset.players), report)
    assert ruleset is not None and report.ok, "\n".join(map(one_line, report))


@pytest.mark.parametrize(
    "block", [b for b in BLOCKS if re.search(r"^example ", b.text, re.MULTILINE)], ids=lambda block: block.where
)
def test_its_examples_hold(block: Block) -> None:
    suite = loads_suite(whole(block), block.where)
    assert suite.ok, "\n".join(map(one_line, suite.report))
    outcomes = list(suite.all(suite.own_cases()))
    assert outcomes
    wrong = [f"{x.title}: {one_line(d)}" for x in outcomes if not x.ok for d in x.diagnostics]
    assert not wrong, "\n".join(wrong)
