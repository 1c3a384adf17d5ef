"""The quick reference: the turn, every rule, every card and tile in a line or two; no setup, no pictures."""

from __future__ import annotations

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
            *self.actions(),
            self.rules(),
            *self.designs(),
            self.scoring(),
            self.winner(),
        ]
        kept = [section for section in made if section is not None and section.blocks]
        silent = ("–", "0", "", self.say.say.yes_no(False))
        sheet.sections = [_compact(section, silent) if section.kind in _ONE_LINE else section for section in kept]
        sheet.sections = [section for section in sheet.sections if section.blocks]
        sheet.missing = tuple(sorted(self.say.missing))
        return sheet


def _compact(section: Section, silent: tuple[str, ...]) -> Section:
    """Each entry run into one paragraph, the values of a design in brackets before what it does."""
    told = [_run_on(block) for block in section.blocks if isinstance(block, Paragraph)]
    by_name = {paragraph.label: paragraph for paragraph in told if paragraph.label}
    for table in section.blocks:
        if not isinstance(table, Table):
            continue
        for row in table.rows:
            pairs = zip(table.headers[1:], row[1:], strict=True)
            facts = ", ".join(f"{head.lower()} {_inner(cell)}" for head, cell in pairs if cell not in silent)
            paragraph = by_name.get(row[0])
            if paragraph is None:
                told.append(Paragraph(f"{facts[:1].upper()}{facts[1:]}." if facts else "", row[0], origin=table.origin))
            elif facts:
                paragraph.text = f"({facts}) {paragraph.text}"
    section.blocks = list(told)
    return section


def _inner(cell: str) -> str:
    """A sentence in a cell, as part of another sentence."""
    return cell[:1].lower() + cell[1:].rstrip(".") if cell.endswith(".") else cell


def _run_on(paragraph: Paragraph) -> Paragraph:
    """A paragraph with its list in the same line, where the list is plain and short."""
    plain = all(not item.items and not item.label for item in paragraph.items)
    if not paragraph.items or not plain or len(paragraph.items) > 4:
        return paragraph
    text = " ".join(part for part in (paragraph.text, *(item.text for item in paragraph.items)) if part)
    return Paragraph(text, paragraph.label, [], False, paragraph.origin)
