"""The reader against Lark, from whose table it reads: the same trees, and the same refusals."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from lark import Lark, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.indenter import DedentError

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.source import SourceFile
from rulewright.dsl.syntax.builders import Builder
from rulewright.dsl.syntax.parse import _chunks, parse
from rulewright.dsl.syntax.reader import BadDedent, Unreadable, reader
from rulewright.dsl.syntax.table import from_grammar, worked_out

SHIPPED = sorted((Path(__file__).parents[2] / "rulesets").rglob("*.rules"))
BROKEN = 40


@cache
def lark() -> Lark:
    return from_grammar()


@cache
def declarations(path: Path) -> tuple[str, ...]:
    text = path.read_text("utf-8")
    return tuple(text[start:end].rstrip() + "\n" for start, end, _ in _chunks(text))


def plain(tree: Any) -> Any:
    """What Lark read, as the reader gives it: a rule, its parts, and where they begin and end."""
    if not isinstance(tree, Tree):
        return tree
    start, end = (None, None) if tree.meta.empty else (tree.meta.start_pos, tree.meta.end_pos)
    return tree.data, [plain(child) for child in tree.children], start, end


def read(text: str) -> Any:
    return reader().read(text, lambda rule, parts, start, end: (rule, parts, start, end))


def test_the_stored_table_is_that_of_the_grammar() -> None:
    stored = json.loads((files("rulewright.dsl.syntax") / "table.json").read_text("utf-8"))
    assert stored == json.loads(json.dumps(worked_out())), "renew it: python -m rulewright.dsl.syntax.table"


def test_every_rule_has_a_builder() -> None:
    rules = (rule for rule in reader().rules if not rule.is_list and not (rule.one_is_itself and len(rule.kept) == 1))
    assert sorted(rule.makes for rule in rules if not hasattr(Builder, "r_" + rule.makes)) == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_it_reads_what_lark_reads(path: Path) -> None:
    for text in declarations(path):
        assert read(text) == plain(lark().parse(text))


def broken(text: str, rng: random.Random) -> str:
    """A word left out, doubled, or put in the place of another; or the indentation of a line changed."""
    words = list(re.finditer(r"\w+|[^\w\s]|(?<=\n) +", text))
    one, other = rng.choice(words), rng.choice(words)
    put = rng.choice(("", f"{one.group()} {one.group()}", other.group(), "?", "   "))
    return text[: one.start()] + put + text[one.end() :]


def refused_by_lark(text: str) -> tuple[int, str, frozenset[str]] | str | None:
    try:
        lark().parse(text)
    except DedentError:
        return "dedent"
    except UnexpectedToken as error:
        return error.token.start_pos or 0, error.token.type, frozenset(error.accepts)
    except UnexpectedCharacters as error:
        return error.pos_in_stream or 0, "", frozenset()
    return None


def refused(text: str) -> tuple[int, str, frozenset[str]] | str | None:
    try:
        read(text)
    except BadDedent:
        return "dedent"
    except Unreadable as error:
        return error.at, error.kind, error.expected if error.kind else frozenset()
    return None


@pytest.mark.parametrize("seed", range(BROKEN))
def test_it_refuses_what_lark_refuses(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        text = broken(rng.choice(declarations(rng.choice(SHIPPED))), rng)
        assert refused(text) == refused_by_lark(text), text


def test_a_reserved_word_is_a_whole_word() -> None:
    report = Report()
    parse(SourceFile("x.rules", "examples ofchess\n"), report)
    assert [error.span.start for error in report.errors if error.span] == [9]
