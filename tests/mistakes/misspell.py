"""One use of a name, misspelt: which uses there are in a text, and how a pen slips."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lark import Lark, Token, Tree
from tests.mistakes.shelf import header, shipped

from rulewright.dsl.check.expressions import DIRECTIONS, PRIMITIVES, WORDS
from rulewright.dsl.explain import keywords, library
from rulewright.dsl.plurals import plural
from rulewright.dsl.syntax.parse import _chunks
from rulewright.dsl.syntax.table import from_grammar

# Where a NAME declares something: the how-manyeth NAME of the rule. Everywhere else it is a use.
DECLARES = {
    **dict.fromkeys(
        (
            *("game", "expansion", "variant", "library", "number", "option", "memory", "dice", "board", "map", "zone"),
            *("define_line", "define_block", "def_let", "action", "setup", "rule_block", "rule_line", "score_block"),
            *("score_line", "field", "param", "one_binder", "step_block", "step_line", "binder", "binder_ranked"),
            *("binder_choice", "let", "some_where", "none_where", "every_has", "part_in", "match", "legend_entry"),
        ),
        (0,),
    ),
    "sides": (0,),
    "instance": (1,),
    "put_in_place_of": (2,),
    "noun": (0, 1),
    "groups": tuple(range(9)),
    "counter": (1,),
    # An event may bind names of the author's own.
    "event": (0,),
    "event_prep": (0,),
}
DECLARED_LISTS = ("kind_line", "member")
FIXED = {"slots", "faces", "times"}


@dataclass(frozen=True)
class Use:
    """A name at a place in a shipped file."""

    path: Path
    start: int
    name: str

    @property
    def line(self) -> int:
        return shipped()[self.path].count("\n", 0, self.start) + 1


@cache
def _parser() -> Lark:
    return from_grammar()


@cache
def things() -> frozenset[str]:
    """The names of pieces, counters, components and their designs: what an event can be about."""
    found = set()
    for text in shipped().values():
        for tree in _trees(text):
            for inner in tree.iter_subtrees():
                names = [str(x) for x in inner.children if isinstance(x, Token) and x.type == "NAME"]
                if inner.data == "noun":
                    found.update(names)
                elif inner.data == "instance":
                    found.add(names[1])
    return frozenset(found)


def _trees(text: str) -> Iterator[Tree[Token]]:
    for start, end, _nested in _chunks(text):
        yield _parser().parse(text[start:end].rstrip() + "\n")


def _names(tree: Tree[Token]) -> Iterator[Token]:
    """The names that are used, not declared, in a tree."""
    rule = str(tree.data)
    seen = 0
    for child in tree.children:
        if isinstance(child, Token):
            if child.type == "NAME":
                if seen not in DECLARES.get(rule, ()) or (rule == "event" and str(child) in things()):
                    yield child
                seen += 1
        elif child is not None and not (rule in DECLARED_LISTS and child.data == "names"):
            yield from _names(child)


def _is_table(tree: Tree[Token]) -> bool:
    return any(t.data == "table_rows" for t in tree.iter_subtrees())


@cache
def uses(path: Path) -> tuple[Use, ...]:
    """Every use of a name of four or more letters, tables and examples left out: their words may be the author's."""
    text = shipped()[path]
    found = []
    for start, end, _nested in _chunks(text):
        chunk = text[start:end].rstrip() + "\n"
        tree = _parser().parse(chunk)
        if chunk.startswith("example") or _is_table(tree):
            continue
        for token in _names(tree):
            if len(token) >= 4 and token not in FIXED and token.start_pos is not None:
                found.append(Use(path, start + token.start_pos, str(token)))
    return tuple(found)


@cache
def words() -> frozenset[str]:
    """Everything that a slip must not hit by chance."""
    found = {*keywords(), *library(), *WORDS, *DIRECTIONS, *PRIMITIVES}
    for text in shipped().values():
        for tree in _trees(text):
            found.update(str(t) for t in tree.scan_values(lambda v: isinstance(v, Token) and v.type == "NAME"))
    return frozenset({*found, *map(plural, found)})


def slip(name: str, rng: random.Random) -> str:
    """A letter changed, dropped, doubled, or swapped with its neighbour."""
    at = rng.randrange(len(name))
    match rng.randrange(4):
        case 0:
            return name[:at] + rng.choice(string.ascii_lowercase) + name[at + 1 :]
        case 1:
            return name[:at] + name[at + 1 :]
        case 2:
            return name[:at] + name[at] + name[at:]
        case _:
            at = min(at, len(name) - 2)
            return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def misspelling(seed: int) -> tuple[Use, str]:
    """A use of a shipped name, and what somebody wrote instead of it."""
    rng = random.Random(seed)
    files = [path for path in shipped() if header(path).kind != "examples" and uses(path)]
    use = rng.choice(uses(rng.choice(files)))
    while (wrong := slip(use.name, rng)) in words() or not wrong.isidentifier():
        pass
    return use, wrong
