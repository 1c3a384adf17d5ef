"""The generated sentences as comments of the text: `#=` lines above each declaration, made anew whenever rules change.

A reader of the rules has the plain words without anybody writing them twice. What stands in a `#=` line is never read
as rules; `rulewright fmt --sentences` writes them, and `check` says where they are out of step.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rulewright.docgen.edition import Edition
from rulewright.docgen.outline import Outline
from rulewright.docgen.sheet import Paragraph, Section
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.program import Program
from rulewright.dsl.source import SourceFile, Span

MARK = "#="
WIDTH = 120
_SHOWN = ("setup", "play", "action", "rules", "designs", "scoring", "winner")


def sentences(program: Program, lang: str, path: str | os.PathLike[str]) -> dict[int, list[str]]:
    """The sentences of each declaration of one file, by the declaration's line."""
    outline = Outline(program, Wording(program, lang), False, Edition())
    sheet = outline.sheet()
    told = [p for section in sheet.sections for p in _paragraphs(section) if is_rule(p, section)]
    for action in program.actions.values():
        if action.words.name not in outline.told_actions:
            outline.told_actions.add(action.words.name)
            key = f"action.{action.words.name}"
            told.extend(outline.paragraphs(outline.say.action(action), key, action.words))
    found: dict[int, list[str]] = {}
    for paragraph in told:
        origin = paragraph.origin
        if origin is not None and origin.line and os.path.abspath(origin.file) == os.path.abspath(path):
            found.setdefault(origin.line, []).extend(_lines(paragraph, ""))
    return found


def with_sentences(text: str, said: Mapping[int, Sequence[str]]) -> str:
    """The text with these sentences above its declarations, in place of those that stood there."""
    lines = text.split("\n")
    above = _by_declaration(lines, said)
    made: list[str] = []
    for number, line in enumerate(lines, start=1):
        if line.startswith(MARK):
            continue
        made.extend(comment for sentence in above.get(number, ()) for comment in _comments(sentence))
        made.append(line)
    return "\n".join(made)


def of_declarations(text: str, said: Mapping[int, Sequence[str]]) -> list[list[str]]:
    """The sentences of each declaration, in the order of the file: they stay right when lines are moved."""
    lines = text.split("\n")
    above = _by_declaration(lines, said)
    return [above.get(k, []) for k, line in enumerate(lines, start=1) if _is_declaration(line)]


def in_order(text: str, said: Sequence[Sequence[str]]) -> dict[int, Sequence[str]]:
    """Sentences of declarations, by line again."""
    numbers = [k for k, line in enumerate(text.split("\n"), start=1) if _is_declaration(line)]
    return dict(zip(numbers, said, strict=False))


def without_sentences(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith(MARK))


def has_sentences(text: str) -> bool:
    return any(line.startswith(MARK) for line in text.split("\n"))


def stale_lines(text: str, said: Mapping[int, Sequence[str]]) -> list[int]:
    """The lines of declarations whose sentences are not those that stand above them."""
    lines = text.split("\n")
    above = _by_declaration(lines, said)
    wrong: list[int] = []
    standing: list[str] = []
    for number, line in enumerate(lines, start=1):
        if line.startswith(MARK):
            standing.append(line)
        elif _is_declaration(line):
            if standing != [comment for sentence in above.get(number, ()) for comment in _comments(sentence)]:
                wrong.append(number)
            standing = []
    return wrong


def check_sentences(program: Program, path: str, report: Report) -> None:
    """Warns of declarations whose `#=` lines are out of step, in whichever language they are written."""
    file = SourceFile(path, Path(path).read_text("utf-8-sig").replace("\r\n", "\n"))
    if not has_sentences(file.text):
        return
    stale = {lang: stale_lines(file.text, sentences(program, lang, path)) for lang in ("en", "fr")}
    lang = min(stale, key=lambda lang: len(stale[lang]))
    starts = [0, *(match.end() for match in re.finditer("\n", file.text))]
    for number in stale[lang]:
        start = starts[number - 1]
        report.emit(
            Code.STALE_SENTENCE,
            Span(file, start, start + len(file.text[start:].split("\n")[0].rstrip())),
            "the sentence above this is not what the rule says now",
            help=f"make it anew with `rulewright fmt --sentences {lang} {path}`",
        )


def is_rule(paragraph: Paragraph, section: Section) -> bool:
    """Whether a paragraph tells a declaration: of an overview only the course of play does."""
    is_course = paragraph.origin is not None and paragraph.origin.rule == "play"
    return section.kind in _SHOWN or (section.kind == "overview" and is_course)


def _paragraphs(section: Section) -> Iterator[Paragraph]:
    yield from (block for block in section.blocks if isinstance(block, Paragraph))
    for inner in section.sections:
        yield from _paragraphs(inner)


def _lines(paragraph: Paragraph, indent: str) -> Iterator[str]:
    label = f"{paragraph.label}. " if paragraph.label and not paragraph.label.endswith(".") else ""
    yield f"{indent}{label}{paragraph.text}".rstrip()
    for item in paragraph.items:
        yield from _lines(item, indent + "- " if not indent else "  " + indent)


def _is_declaration(line: str) -> bool:
    return bool(re.match(r"[^\W\d]", line))


def _by_declaration(lines: Sequence[str], said: Mapping[int, Sequence[str]]) -> dict[int, list[str]]:
    """Sentences by the line that opens their declaration: the one at column 0, at or above the line they are of."""
    found: dict[int, list[str]] = {}
    for number in sorted(said):
        at = number
        while at > 1 and not _is_declaration(lines[at - 1]):
            at -= 1
        found.setdefault(at, []).extend(said[number])
    return found


def _comments(sentence: str) -> list[str]:
    indent = " " * (len(sentence) - len(sentence.lstrip(" -")))
    return textwrap.wrap(
        sentence,
        WIDTH,
        initial_indent=f"{MARK} ",
        subsequent_indent=f"{MARK} {indent}",
        break_long_words=False,
        break_on_hyphens=False,
    )
