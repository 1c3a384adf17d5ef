"""The long story of a diagnostic or of a word: pages beside this file, and the library's own text.

A page is `RW201.md`: a heading with number, name and title of its code, what it means, why it is so, and under
`## Wrong` and `## Right` an example each, in a fenced block of `rules` (of `sh`, where the call itself is wrong; of
`python`, where play is). An example of several files has a block for each, with the file's name. All are tested.

The words stand in `words.md`: under a heading that names one word or a few, what it means and an example.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rulewright.dsl.check.expressions import DIRECTIONS, PRIMITIVES, WORDS
from rulewright.dsl.check.verbs import BUILT_IN, PLAIN
from rulewright.dsl.codes import Code
from rulewright.dsl.files import library_folder, rules_in, shipped_folder

_FENCE = re.compile(r"```(\w+)([^\n]*)\n(.*?)\n```", re.DOTALL)
_WORD = re.compile(r"(?m)^((?:define|action) (\w+)[^\n]*)\n((?:[ \t]+[^\n]*\n?)*)")


@dataclass(frozen=True, slots=True)
class Fence:
    """A block of a page: its language, what stands after it on the line (a file's name), and its text."""

    language: str
    argument: str
    text: str


@dataclass(frozen=True, slots=True)
class Page:
    """The page of a code. An example is its blocks; what cannot be shown has none."""

    code: Code
    text: str

    @property
    def wrong(self) -> tuple[Fence, ...]:
        return self._example("Wrong")

    @property
    def right(self) -> tuple[Fence, ...]:
        return self._example("Right")

    def _example(self, heading: str) -> tuple[Fence, ...]:
        _, _, after = self.text.partition(f"## {heading}\n")
        here, _, _ = after.partition("\n## ")
        return tuple(Fence(m[1], m[2].strip(), m[3] + "\n") for m in _FENCE.finditer(here))


def page(code: Code) -> Page | None:
    """The page of a code; None if it has none yet."""
    path = files("rulewright.dsl.explain") / f"{code.id}.md"
    return Page(code, path.read_text("utf-8")) if path.is_file() else None


def pages() -> Iterator[Page]:
    for code in Code:
        found = page(code)
        if found is not None:
            yield found


# ---- words


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the library, as the library declares it."""

    name: str
    signature: str
    meaning: str
    reads: str | None


@dataclass(frozen=True, slots=True)
class Word:
    """What is said of a word, or of a few that go together, and an example: a whole file, or a part of a small game."""

    words: tuple[str, ...]
    meaning: str
    example: str

    @property
    def whole(self) -> str:
        """The example with the game it belongs to."""
        return self.example if _HEADER.match(self.example) else f"{base_game()}\n{self.example}"

    @property
    def line(self) -> int:
        """The line of the whole with which the example begins."""
        return self.whole.count("\n") - self.example.count("\n") + 1


_HEADER = re.compile(r"(game|variant|expansion|examples|library) ")

_IN_EXAMPLES = ("winners", "options", "active", "seed")


@cache
def _words_text() -> str:
    return (files("rulewright.dsl.explain") / "words.md").read_text("utf-8")


@cache
def base_game() -> str:
    """The small game to which the shorter examples belong."""
    found = re.search(r"^```rules base\n(.*?)^```$", _words_text(), re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


@cache
def words() -> tuple[Word, ...]:
    """Every entry, in the order of the page."""
    pattern = re.compile(r"^## ([^\n]+)\n(.*?)^```rules\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return tuple(Word(tuple(m[1].split(", ")), " ".join(m[2].split()), m[3]) for m in pattern.finditer(_words_text()))


def entries(word: str) -> list[Word]:
    """What is said of a word."""
    return [entry for entry in words() if word in entry.words]


def library() -> dict[str, Entry]:
    """Every word of the library."""
    found: dict[str, Entry] = {}
    for path in rules_in(library_folder()):
        for line, name, under in _WORD.findall(path.read_text("utf-8")):
            signature, _, meaning = line.removeprefix("define ").partition(" = ")
            reads = re.search(r'reads "([^"]*)"', under)
            found[name] = Entry(name, signature, meaning or under.strip(), reads.group(1) if reads else None)
    return found


def keywords() -> set[str]:
    """Every word of the language: those of the grammar, those in its tokens, and those with a meaning of their own."""
    text = (files("rulewright.dsl.syntax") / "grammar.lark").read_text("utf-8")
    code = "\n".join(line.partition("//")[0] for line in text.splitlines())
    tokens = "".join(re.findall(r"(?m)^(?:ZONE|TIMING|ANYBODY|AT_RANDOM|IF_POSSIBLE|PREP|ROUND|SRC)\b.*$", code))
    fixed = {word for word in re.findall(r"(?<![\\\w])[a-z]{2,}(?!\w)", tokens)}
    spoken = {*BUILT_IN, *PLAIN, *WORDS, *DIRECTIONS, *PRIMITIVES, *_IN_EXAMPLES, "truth"}
    return {*re.findall(r'"([a-z]+)"', code), *fixed, *spoken}


def examples(word: str, limit: int = 3) -> list[tuple[str, str]]:
    """Short lines of the shipped rules in which a word stands, with their places."""
    seen: dict[str, str] = {}
    pattern = re.compile(rf"\b{re.escape(word)}\b")
    for path in rules_in(shipped_folder(), deep=True):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            code = re.sub(r'"[^"]*"', "", line.partition("#")[0])
            if pattern.search(code):
                shown = " ".join(re.sub(r"\s+source .*", "", line).split())
                seen.setdefault(shown, f"{path.name}:{number}")
    return sorted(((line, place) for line, place in seen.items()), key=lambda x: (len(x[0]), x))[:limit]
