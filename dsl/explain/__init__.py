"""The long story of a diagnostic or of a word: pages beside this file, the library's own text, the grammar.

A page is `RW201.md`: a heading with number, name and title of its code, what it means, why it is so, and under
`## Wrong` and `## Right` an example each, in a fenced block of `rules` (of `sh`, where the call itself is wrong; of
`python`, where play is). An example of several files has a block for each, with the file's name. All are tested.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from rulewright.dsl.codes import Code
from rulewright.dsl.files import library_folder, rules_in, shipped_folder

_FENCE = re.compile(r"```(\w+)([^\n]*)\n(.*?)\n```", re.DOTALL)
_WORD = re.compile(r"(?m)^((?:define|action) (\w+)[^\n]*)\n((?:[ \t]+[^\n]*\n?)*)")
_RULE = re.compile(r"(?m)^\s*[!?]?(?:\w+:|\|) .*$")


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


def library() -> dict[str, Entry]:
    """Every word of the library."""
    found: dict[str, Entry] = {}
    for path in rules_in(library_folder()):
        for line, name, under in _WORD.findall(path.read_text("utf-8")):
            signature, _, meaning = line.removeprefix("define ").partition(" = ")
            reads = re.search(r'reads "([^"]*)"', under)
            found[name] = Entry(name, signature, meaning or under.strip(), reads.group(1) if reads else None)
    return found


def forms(word: str) -> list[str]:
    """The lines of the grammar in which a word of the language stands."""
    text = (files("rulewright.dsl.syntax") / "grammar.lark").read_text("utf-8")
    return [" ".join(line.split()) for line in _RULE.findall(text) if f'"{word}"' in line.partition("//")[0]]


def keywords() -> set[str]:
    """Every word of the language."""
    text = (files("rulewright.dsl.syntax") / "grammar.lark").read_text("utf-8")
    return {word for line in text.splitlines() for word in re.findall(r'"([a-z]+)"', line.partition("//")[0])}


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
