"""The formatter on texts of shipped declarations, carelessly written: meaning and comments stay, twice is once."""

import random
import re
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.nodes import Module
from rulewright.dsl.source import SourceFile
from rulewright.dsl.syntax.format import format_text
from rulewright.dsl.syntax.parse import _chunks, parse

RULESETS = Path(__file__).parents[2] / "rulesets"
HEADS = ("game", "variant", "expansion", "examples", "library", "together")


def declarations() -> list[str]:
    """Every declaration that ships, without the long ones."""
    found = set()
    for path in sorted(RULESETS.rglob("*.rules")):
        text = path.read_text("utf-8")
        for start, end, nested in _chunks(text):
            chunk = text[start:end].rstrip()
            if not nested and len(chunk) < 1500 and not chunk.startswith(HEADS):
                found.add("\n".join(line for line in chunk.split("\n") if line.strip() and line.lstrip()[0] != "#"))
    return sorted(found)


DECLARATIONS = declarations()


def read(text: str) -> Module:
    report = Report()
    module = parse(SourceFile("x.rules", text), report)
    assert module is not None and report.ok
    return module


def careless(text: str, rng: random.Random) -> str:
    """The same rules with other blanks, blank lines and comments."""
    out = []
    width = rng.choice((1, 2, 3, 4, 8))
    for line in text.split("\n"):
        body = line.lstrip(" ")
        indent = (len(line) - len(body)) // 2 * width
        drawn = body.startswith((":", "|"))
        if not drawn:
            parts = re.findall(r'"[^"]*"|[^"]+|"', body.rstrip())
            body = "".join(
                x if x.startswith('"') else re.sub(r" (?=\S)", " " * rng.choice((1, 1, 2, 5)), x) for x in parts
            )
        if not drawn and rng.random() < 0.1:
            body += rng.choice(("", " ", "    ")) + f"# {rng.randrange(100)} {rng.choice('abc')}"
        if rng.random() < 0.1:
            out.append(" " * rng.choice((0, indent)) + f"# alone {rng.randrange(100)}")
        out += [""] * rng.choice((0, 0, 0, 0, 1, 3))
        out.append(" " * indent + body + " " * rng.choice((0, 0, 1, 3)))
    return "\n".join(out) + "\n" * rng.choice((0, 1, 3))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(DECLARATIONS), min_size=1, max_size=5), st.randoms(use_true_random=False))
def test_meaning_and_comments_stay_and_twice_is_once(parts: list[str], rng: random.Random) -> None:
    text = "game any\n  language 1\n  players 2\n\n" + "\n".join(parts)
    written = careless(text, rng)
    done = format_text(written)
    assert read(done) == read(written) == read(text)
    assert format_text(done) == done
    comments = [re.sub(r'"[^"]*"', "", line).partition("#")[2].strip() for line in written.split("\n") if "#" in line]
    kept = [re.sub(r'"[^"]*"', "", line).partition("#")[2].strip() for line in done.split("\n") if "#" in line]
    assert kept == comments
