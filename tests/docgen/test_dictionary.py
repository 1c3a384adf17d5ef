"""docs/words.md is the dictionary: every entry of dsl/explain/words.md with what is printed for its example."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.cli.explain import _printed
from rulewright.dsl.explain import Word, library, words

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "words.md"
SECTION = re.compile(r"^(#{1,2}) (.+)$", re.MULTILINE)


def anchor(entry: Word) -> str:
    return re.sub(r"[^\w -]", "", ", ".join(entry.words)).replace(" ", "-")


def page() -> str:
    """The whole page."""
    entries = {", ".join(entry.words): entry for entry in words()}
    index = sorted((word, anchor(entry)) for entry in words() for word in entry.words)
    out = [
        "# Every word of the language",
        "What each word means, an example, and what is printed for it in English and French."
        " `rulewright explain WORD` says the same. The shorter examples belong to the game"
        " [Meadow](language.md#meadow)."
        " This page is made from `dsl/explain/words.md` by `pytest --update tests/docgen`.",
        " · ".join(f"[{word}](#{target})" for word, target in index),
    ]
    source = re.sub(r"```.*?```", "", (ROOT / "dsl" / "explain" / "words.md").read_text("utf-8"), flags=re.DOTALL)
    for level, title in SECTION.findall(source)[1:]:
        if level == "#" and title != "Meadow":
            out.append(f"## {title}")
        elif title in entries:
            out += told(entries[title])
    return "\n\n".join(out) + "\n"


def told(entry: Word) -> list[str]:
    found = [f"### {', '.join(entry.words)}", entry.meaning]
    declared = library()
    signatures = [f"`{declared[word].signature}`" for word in entry.words if word in declared]
    found += [", ".join(signatures)] if signatures else []
    found.append(f"```text\n{entry.example}```")
    for sentences in _printed(entry).values():
        found.append("\n".join(f"> {line}  " for line in sentences).rstrip())
    return found


def test_the_dictionary_is_in_step(request: pytest.FixtureRequest) -> None:
    made = page()
    if request.config.getoption("--update"):
        PAGE.write_text(made, "utf-8")
    assert PAGE.read_text("utf-8") == made, "run `pytest --update tests/docgen` and look at the difference"
