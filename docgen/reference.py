"""The quick reference: the turn, every rule, every card and tile in a line or two; no setup, no pictures."""

from __future__ import annotations

from dataclasses import replace

from rulewright.docgen.designs import inner
from rulewright.docgen.edition import Edition
from rulewright.docgen.outline import Outline
from rulewright.docgen.sheet import Paragraph, Section, Sheet, Table
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Program

_ONE_LINE = ("designs", "rules", "scoring")


def reference(program: Program, lang: str, edition: Edition | None = None) -> Sheet:
    """What players look up during play, in as few words as the rules allow."""
    return _Reference(program, Wording(program, lang, aid=True), False, edition or Edition()).sheet()


class _Reference(Outline):
    def sheet(self) -> Sheet:
        sheet = self.blank()
        made = [
            self.flow("play", self.program.play),
            *self.actions(self.say.body(self.program.play).actions),
            self.rules(),
            *self.actions(self.called_by_rules()),
            *self.designs(),
            self.scoring(),
            self.winner(),
        ]
        kept = [section for section in made if section is not None]
        sheet.sections = [_compact(section) if section.kind in _ONE_LINE else section for section in kept]
        sheet.sections = [section for section in sheet.sections if section.blocks]
        sheet.missing = tuple(sorted(self.say.missing))
        return sheet


def _compact(section: Section) -> Section:
    """Each entry run into one paragraph; a table as a line for each row, pictures left out."""
    made: list[Paragraph] = []
    for block in section.blocks:
        if isinstance(block, Paragraph):
            made.append(_run_on(block))
        elif isinstance(block, Table):
            for row in block.rows:
                pairs = zip(block.headers, row, strict=True)
                facts = ", ".join(f"{head.lower()} {inner(cell)}" for head, cell in pairs)
                made.append(Paragraph(f"{facts[:1].upper()}{facts[1:]}.", origin=block.origin))
    section.blocks = list(made)
    return section


def _run_on(paragraph: Paragraph) -> Paragraph:
    """A paragraph with its list in the same line, where the list is plain and short."""
    plain = all(not item.items and not item.label for item in paragraph.items)
    if not paragraph.items or not plain or len(paragraph.items) > 4:
        return paragraph
    text = " ".join(part for part in (paragraph.text, *(item.text for item in paragraph.items)) if part)
    return replace(paragraph, text=text, items=[], ordered=False)
