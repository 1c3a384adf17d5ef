"""The engine knows no game: no proper noun of one stands in its code, comments, templates or grammar."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = ("dsl", "interpreter", "docgen", "src/rulewright")
SUFFIXES = {".py", ".j2", ".lark", ".typ", ".rules"}

GAME_WORDS = frozenset(
    word
    for words in (
        "kingdom queendom kingdomino queendomino kingsburg domino king queen prince princess",
        "settlement quadrant terrain canyon desert meadow mountain swamp wheatfield",
        "nomad wagon warrior capitol crossroads castle paddock oracle tavern",
        "hermit fisherman fishermen merchant knight discoverer citizen shepherd farmer",
        "advisor adviser governor soldier goblin dragon demon zombie orc envoy",
        "jester squire architect alchemist astronomer treasurer",
    )
    for word in words.split()
)

# The parts of an identifier count as words: `knight_row`, `KnightRow` and `KNIGHTS` all mention one.
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def game_words(text: str) -> Iterator[tuple[int, str]]:
    """Each mention of a game, singular or plural, with its line."""
    for number, line in enumerate(text.splitlines(), start=1):
        for word in WORD.findall(line):
            lower = word.lower()
            if not GAME_WORDS.isdisjoint({lower, lower.removesuffix("s"), lower.removesuffix("es")}):
                yield number, word


def engine_files() -> list[Path]:
    # rglob does not enter the links in src/rulewright, so that no file is read twice.
    return sorted(p for folder in ENGINE for p in (ROOT / folder).rglob("*") if p.suffix in SUFFIXES and p.is_file())


def test_the_engine_names_no_game() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {word}"
        for path in engine_files()
        for number, word in game_words(path.read_text("utf-8"))
    ]
    assert not found, "game words in the engine:\n" + "\n".join(found)


def test_the_engine_is_found() -> None:
    names = {str(path.relative_to(ROOT)) for path in engine_files()}
    assert {"dsl/__init__.py", "interpreter/__init__.py", "docgen/__init__.py", "src/rulewright/cli/main.py"} <= names
    assert not any(name.startswith("src/rulewright/dsl/") for name in names)


@pytest.mark.parametrize("text", ["a knight", "Knights", "KNIGHT_ROW", "knight_row", "KnightRow", "dominoes"])
def test_a_mention_is_noticed(text: str) -> None:
    assert list(game_words(text))


@pytest.mark.parametrize("text", ["making", "kingpin", "architecture", "dominate", "Terraine"])
def test_a_longer_word_is_no_mention(text: str) -> None:
    assert not list(game_words(text))
