"""Which sentences say a numbered rule: those of the statement on the line that cites it, else of the whole rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.docgen.outline import outline
from rulewright.docgen.sheet import Paragraph, Sheet, sections_of
from rulewright.docgen.wording.frames import Line
from rulewright.docgen.wording.words import Wording
from rulewright.dsl import program as p
from rulewright.dsl.check.compile import every_node

Place = tuple[str, int]


class Sentences:
    """What one language prints for numbers, by the lines that cite them."""

    def __init__(self, program: p.Program, lang: str) -> None:
        self._say = Wording(program, lang)
        self._statements = _statements(program)
        self._by_number: dict[str, dict[str, None]] = {}
        self._by_line: dict[Place, dict[str, None]] = {}
        for paragraph in _paragraphs(outline(program, lang, authored=False)):
            self._add(paragraph)

    def _add(self, paragraph: Paragraph) -> None:
        origin, said = paragraph.origin, _joined(paragraph.label, paragraph.text)
        if origin is None or not said:
            return
        for number in origin.sources:
            self._by_number.setdefault(number, {})[said] = None
        self._by_line.setdefault((origin.file, origin.line), {})[said] = None

    def of(self, number: str, places: Iterable[Place]) -> list[str]:
        """What is printed for a number that is cited in these places."""
        found = {said: None for place in places for said in self._at(place)}
        return list(found or self._by_number.get(number, {}))

    def _at(self, place: Place) -> Iterator[str]:
        stmt = self._statements.get(place)
        if stmt is None:
            yield from self._by_line.get(place, {})
        else:
            yield from (said for line in self._say.body((stmt,)).lines for said in _told(line))


def _statements(program: p.Program) -> dict[Place, Any]:
    """The outermost statement that begins on each line."""
    found: dict[Place, Any] = {}
    for node in every_node(program):
        if isinstance(node, p.Stmt):
            place = (node.span.file.path, node.span.line)
            known = found.get(place)
            if known is None or len(node.span.text) > len(known.span.text):
                found[place] = node
    return found


def _told(line: Line) -> Iterator[str]:
    """A line and what is listed under it, sentence by sentence."""
    said = _joined(line.label, line.text)
    if said:
        yield said
    for item in line.items:
        yield from _told(item)


def _joined(label: str | None, text: str) -> str:
    return f"{label}: {text}" if label and text else text or label or ""


def _paragraphs(sheet: Sheet) -> Iterator[Paragraph]:
    for section in sections_of(sheet):
        for block in section.blocks:
            if isinstance(block, Paragraph):
                yield from _with_items(block)


def _with_items(paragraph: Paragraph) -> Iterator[Paragraph]:
    yield paragraph
    for item in paragraph.items:
        yield from _with_items(item)
