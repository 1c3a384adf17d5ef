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
from rulewright.dsl.explain import keywords, library
from rulewright.dsl.pipeline import loads_ruleset
from rulewright.dsl.render import one_line
from rulewright.dsl.syntax.parse import _chunks
from rulewright.dsl.syntax.reader import reader
from rulewright.interpreter.testing.suite import load_suite

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


def constructs(text: str) -> set[str]:
    """The rules of the grammar with which a text is read."""
    found: set[str] = set()
    for start, end, _ in _chunks(text):
        reader().read(text[start:end].rstrip() + "\n", lambda rule, parts, start, end: found.add(rule))
    return found


# What no block of a page can show, and why; the manual tells of each in words.
NOT_SHOWN = {
    "library": "is no game",
    "table_file": "needs a second file",
    "map_line": "a part of `legend` and `map_row`",
}


def test_every_construct_of_the_grammar_has_an_example_in_the_manual() -> None:
    used = {name for block in BLOCKS if block.where.startswith("language.md") for name in constructs(block.text)}
    known = {rule.makes for rule in reader().rules if not rule.is_list and not rule.one_is_itself}
    print(f"{len(known)} constructs, {len(known & used)} of them in examples of the manual")
    assert sorted(known - used) == sorted(NOT_SHOWN)


def test_every_word_stands_in_the_manual() -> None:
    text = (DOCS / "language.md").read_text("utf-8")
    words = keywords() | set(library())
    assert sorted(word for word in words if not re.search(rf"\b{word}\b", text)) == []


def test_every_link_leads_somewhere() -> None:
    for path in (*DOCS.rglob("*.md"), DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text("utf-8")):
            if target.startswith("http"):
                continue
            name, _, anchor = target.partition("#")
            file = path.parent / name if name else path
            assert file.exists(), f"{path.name}: {target}"
            if anchor:
                headings = re.findall(r"(?m)^#+ (.+)$", file.read_text("utf-8"))
                assert anchor in {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}, (
                    f"{path.name}: {target}"
                )


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
def test_its_examples_hold(block: Block, tmp_path: Path) -> None:
    file = tmp_path / "block.rules"  # a file may ask for expansions, a text may not
    file.write_text(whole(block), "utf-8")
    suite = load_suite(str(file))
    assert suite.ok, "\n".join(map(one_line, suite.report))
    outcomes = list(suite.all(suite.own_cases()))
    assert outcomes
    wrong = [f"{x.title}: {one_line(d)}" for x in outcomes if not x.ok for d in x.diagnostics]
    assert not wrong, "\n".join(wrong)
