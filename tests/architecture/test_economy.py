"""The economy of the language: its grammar, its words and what of it is written in Python, counted and kept small.

Every word of the grammar, every construct and every primitive must serve at least two families of games, or say here
why it stays. `pytest -s tests/architecture/test_economy.py` prints the table of constructs by family.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from rulewright.dsl import nodes as n
from rulewright.dsl.check.expressions import PRIMITIVES, WORDS
from rulewright.dsl.check.verbs import BUILT_IN, PLAIN
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.source import SourceFile
from rulewright.dsl.syntax.parse import parse
from rulewright.dsl.syntax.table import from_grammar, grammar_text
from rulewright.dsl.walk import walk

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


# Likewise for words of the grammar and for constructs.
WORDS_THAT_STAY = {
    **dict.fromkeys(("conflicts", "requires", "together", "use", "without"), "how modules go together in any game"),
    "once": "limits on what may be done: abilities, windows, house rules in any game",
    "library": "the header of the library itself",
    "written": "the language of an author, whatever the game",
    "source": "said of every rule by whoever has a numbered rulebook",
    **dict.fromkeys(("made", "map"), "as assemble"),
    "always": "what must hold after every change: checks, captures, losses",
    "must": "a duty among things done in any order: every action-point turn",
    "an": "the article before a vowel",
    **dict.fromkeys(("because", "happened", "did", "happen", "using"), "what an example can say of any game"),
    **dict.fromkeys(("change", "keep", "forbid"), "the modifiers are one set of six; house rules need each"),
    "have": "`you have no tiles`, beside `no your tiles`: people say it so",
    "opponent": "`each opponent`, beside `each player in opponents`: people say it so",
    "interchangeable": "equal dice, cards or cubes are one option: every game with many equal things",
    "optional": "effects that are each a `may`: cards and buildings in general",
    "sides": "teams: partnership games",
}
CONSTRUCTS_THAT_STAY = {
    "AlwaysClause": "as always",
    "AnyOrderStmt": "as must",
    "MustStmt": "as must",
    "Limit": "as once",
    "LimitStmt": "as once",
    "AnyOf": "a payment or gain of mixed choice: resource games",
    "MadeOf": "as assemble",
    "RangeExpr": "numbers from a to b",
    "Ranked": "the best by a definition, without naming them",
    "RemoveDecl": "one of the five patches",
    "ReplaceStepDecl": "one of the five patches",
    "UseDecl": "taking a module apart",
    "TogetherDecl": "what two expansions say only together",
    "SidesDecl": "as sides",
    "TableRow": "tables written in the text, beside those in files",
    "TableCell": "as TableRow",
    "TextStmt": "a note among statements",
    "OtherwiseStmt": "joined to its `if` or `choose` when read: never left in a tree",
}
FOLDERS = {
    "classics": ["classics"],
    "hex land": ["kingdom_builder", "benchmarks"],
    "dice and buildings": ["kingsburg"],
    "dominoes": ["kingdomino", "queendomino", "royal_wedding"],
}


def files_of(family: str) -> list[Path]:
    return [f for name in FOLDERS[family] for f in sorted((ROOT / "rulesets" / name).rglob("*.rules"))]


def families() -> dict[str, str]:
    """The text of each family's rulesets, comments and sources left out."""
    out = {}
    for family in FOLDERS:
        text = "\n".join(f.read_text("utf-8") for f in files_of(family))
        out[family] = re.sub(r"#[^\n]*|source [A-Z][^\n]*|\"[^\"\n]*\"", "", text)
    return out


def constructs() -> dict[str, set[str]]:
    """Every class of nodes, with the families whose texts have one."""
    found: dict[str, set[str]] = defaultdict(set)
    for family in FOLDERS:
        for file in files_of(family):
            module = parse(SourceFile(file.name, file.read_text("utf-8")), Report())
            assert module is not None, file
            for node in walk(module):
                found[type(node).__name__].add(family)
    for cls in vars(n).values():
        if isinstance(cls, type) and cls.__module__ == n.__name__ and hasattr(cls, "__dataclass_fields__"):
            found.setdefault(cls.__name__, set())
    return dict(found)


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


def test_every_word_of_the_grammar_serves_two_families_or_says_why() -> None:
    texts = families()
    users = {w: [f for f, text in texts.items() if re.search(rf"\b{w}\b", text)] for w in grammar_words()}
    lonely = {word: found for word, found in users.items() if len(found) < 2 and word not in {*WORDS_THAT_STAY, *STAYS}}
    assert not lonely, lonely


def test_every_construct_serves_two_families_or_says_why() -> None:
    table = constructs()
    for name, users in sorted(table.items()):
        print(f"{name:18}", *(f"{family if family in users else '-':20}" for family in FOLDERS))
    lonely = {name for name, users in table.items() if len(users) < 2}
    assert lonely <= CONSTRUCTS_THAT_STAY.keys(), lonely - CONSTRUCTS_THAT_STAY.keys()
