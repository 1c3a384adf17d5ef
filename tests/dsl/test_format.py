"""The formatter: only blanks change, meaning never, and twice is once."""

import random
import re
from pathlib import Path

import pytest

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.nodes import Module
from rulewright.dsl.source import SourceFile
from rulewright.dsl.syntax.format import format_text, spaced
from rulewright.dsl.syntax.parse import parse

ROOT = Path(__file__).parents[2]
FILES = sorted(path for folder in ("rulesets", "dsl/library") for path in (ROOT / folder).rglob("*.rules"))
NAMES = [str(path.relative_to(ROOT)) for path in FILES]


def read(text: str) -> Module | None:
    return parse(SourceFile("x.rules", text), Report())


@pytest.mark.parametrize("name", NAMES)
def test_shipped_files_keep_their_meaning_and_format_once(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    done = format_text(text)
    assert read(done) == read(text)
    assert format_text(done) == done
    assert [line for line in re.findall(r"#.*", done)] == [line.rstrip() for line in re.findall(r"#.*", text)]


def shaken(text: str, rng: random.Random) -> str:
    """The same rules, carelessly written: other indentation, doubled blanks, blank lines, blanks at the ends."""
    out = []
    width = rng.choice((1, 2, 3, 4))
    nested = "together with" in text  # what stands under it is cut at two blanks
    for line in text.split("\n"):
        body = line.lstrip(" ")
        indent = (len(line) - len(body)) // 2 * (2 if nested else width)
        if body and not body.startswith((":", "#", "|")):
            body = "".join(
                piece if piece.startswith('"') else re.sub(r" (?=\S)", lambda _: rng.choice((" ", " ", "  ")), piece)
                for piece in re.findall(r'"[^"]*"|[^"]+|"', body.rstrip())
            )
        out.append(" " * indent + body + rng.choice(("", "", " ")) if body else "")
        if not line and rng.random() < 0.3:
            out.append("")
    return "\n".join(out)


@pytest.mark.parametrize("name", NAMES)
def test_careless_texts_keep_their_meaning_and_format_once(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    meant = read(text)
    assert meant is not None
    for seed in range(3 if len(text) < 40_000 else 1):
        careless = shaken(text, random.Random(seed))
        done = format_text(careless)
        assert read(done) == meant, (name, seed)
        assert format_text(done) == done, (name, seed)


@pytest.mark.parametrize(
    ("careless", "canonical"),
    [
        (
            "define f( s:cells,n :number ):cells=grow(s,cells,n-1)",
            "define f(s: cells, n: number): cells = grow(s, cells, n - 1)",
        ),
        ("counter mouse/mice (f)  per player:  0 to 9=3", "counter mouse/mice (f) per player: 0 to 9 = 3"),
        ("number half = width/2 rounded down", "number half = width / 2 rounded down"),
        ("number half = 7/2 rounded down", "number half = 7 / 2 rounded down"),
        ("memory depth: -3 to 4", "memory depth: -3 to 4"),
        ("change cost by -1", "change cost by -1"),
        ("set x to y -1", "set x to y -1"),
        ("given p's pawns at [1, 2] ,[0,-1]", "given p's pawns at [1,2], [0,-1]"),
        ("choose c in(1 to 3)", "choose c in (1 to 3)"),
        ('reads  "two  blanks, (kept )"', 'reads "two  blanks, (kept )"'),
        ("when anne :take {a ,b} ;-", "when anne: take {a, b}; -"),
    ],
)
def test_blanks_between_words(careless: str, canonical: str) -> None:
    assert spaced(careless) == canonical
    assert spaced(canonical) == canonical


def test_a_whole_file() -> None:
    careless = """

game  tiny   # a small one
    title "Tiny"
    language 1


number  a = 1
number long_name  =  2      source X-1
number b = 3

score one: 1 point
score three:   3 points
# about the turn
action turn
     # choose first
     choose c in vacant
     if some c,pass      # odd
play
     turn
table  card
   | name | points |
   | "a b" | 1 |


"""
    canonical = """game tiny    # a small one
  title "Tiny"
  language 1

number a         = 1
number long_name = 2        source X-1
number b         = 3

score one:   1 point
score three: 3 points

# about the turn
action turn
  # choose first
  choose c in vacant
  if some c, pass        # odd

play
  turn

table card
  | name  | points |
  | "a b" | 1      |
"""
    assert format_text(careless) == canonical
    assert format_text(canonical) == canonical


def test_letters_of_maps_stay_where_they_are() -> None:
    text = "map m of land\n  legend a b\n  : a a\n  :  a a\n"
    assert format_text(text) == text


def test_a_bracket_over_two_lines() -> None:
    text = "define f: cells = union(a,\n  b)\n"
    assert format_text(text) == "define f: cells = union(a,\n    b)\n"
