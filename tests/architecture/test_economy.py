"""The economy of the language: its grammar, its words and what of it is written in Python, counted and kept small.

Every word of the grammar and every primitive must serve at least two families of games, or say here why it stays.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.dsl.check.expressions import PRIMITIVES, WORDS
from rulewright.dsl.check.verbs import BUILT_IN, PLAIN
from rulewright.dsl.syntax.table import from_grammar, grammar_text

ROOT = Path(__file__).parents[2]
GRAMMAR_LINES = 350
GRAMMAR_WORDS = 165
PRIMITIVE_WORDS = 56

# Words that fewer than two families need today, each with the reason it stays.
STAYS = {
    "assemble": "boards made of drawn parts are a family of their own (any modular map)",
    "made": "as assemble",
    "turned": "as assemble",
    "legend": "drawn maps serve every board with printed ground",
    "map": "as legend",
    "parts": "areas by a field of their cells: any map with regions",
    "covers": "footprints: dominoes, polyominoes, buildings of several cells",
    "spots": "as covers",
    "match": "several games in a row: most card games",
    "lift": "half of every `move`; alone where something is judged between taking up and putting down",
    "reroll": "`roll` again, as players say it",
    "see": "a private look: memory, spying and deduction games",
    "slot": "a price by place: every sliding market",
    "width": "a frame that a growing area must fit: most tile-laying games",
    "height": "as width",
    "win": "a game that is decided by one event: connection, capture and race games",
    "stop": "leaving an action early, where no condition around the rest would read as well",
}


def families() -> dict[str, str]:
    """The text of each family's rulesets, comments and sources left out."""
    folders = {
        "classics": ["classics"],
        "hex land": ["kingdom_builder", "benchmarks"],
        "dice and buildings": ["kingsburg"],
        "dominoes": ["kingdomino", "queendomino", "royal_wedding"],
    }
    out = {}
    for family, names in folders.items():
        files = [f for name in names for f in sorted((ROOT / "rulesets" / name).rglob("*.rules"))]
        text = "\n".join(f.read_text("utf-8") for f in files)
        out[family] = re.sub(r"#[^\n]*|source [A-Z][^\n]*|\"[^\"\n]*\"", "", text)
    return {name: text for name, text in out.items() if text.strip()}


def grammar_words() -> set[str]:
    body = re.sub(r"//.*", "", grammar_text())
    return set(re.findall(r'"([a-z]+)"', body))


def test_the_grammar_is_small_and_has_no_conflict() -> None:
    from_grammar(strict=True)
    lines = [line for line in grammar_text().splitlines() if line.strip()]
    print(f"grammar: {len(lines)} lines, {len(grammar_words())} words")
    assert len(lines) <= GRAMMAR_LINES
    assert len(grammar_words()) <= GRAMMAR_WORDS


def test_what_is_written_in_python_is_little() -> None:
    words = {*PRIMITIVES, *WORDS, *BUILT_IN, *PLAIN} - {"player", "side"}  # singulars of players and sides
    print(f"primitive words: {len(words)}: {', '.join(sorted(words))}")
    assert len(words) <= PRIMITIVE_WORDS


def test_every_primitive_serves_two_families_or_says_why() -> None:
    texts = families()
    library = "\n".join(f.read_text("utf-8") for f in sorted((ROOT / "dsl" / "library").glob("*.rules")))
    lonely = []
    for word in sorted({*PRIMITIVES, *BUILT_IN, *PLAIN}):
        users = [name for name, text in texts.items() if re.search(rf"\b{word}\b", text)]
        if len(users) < 2 and not re.search(rf"\b{word}\b", library) and word not in STAYS:
            lonely.append(f"{word} ({', '.join(users) or 'nobody'})")
    assert not lonely, lonely
