"""The quick reference: the turn, every rule, every card and tile in a line or two; no setup, no pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.docgen.designs import inner, lowered
from rulewright.docgen.edition import Edition
from rulewright.docgen.lint import LIMITS, sentences
from rulewright.docgen.outline import Outline
from rulewright.docgen.sheet import Gallery, Paragraph, Section, Sheet, Table
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Component, Modifier, Program, Words

_ONE_LINE = ("designs", "rules", "scoring")
MOST_ITEMS = 4


def reference(program: Program, lang: str, edition: Edition | None = None) -> Sheet:
    """What players look up during play, in as few words as the rules allow."""
    return _Reference(program, Wording(program, lang, aid=True), False, edition or Edition()).sheet()


class _Reference(Outline):
    def sheet(self) -> Sheet:
        sheet = self.blank()
        rules = self.rules()
        made = [
            self.flow("play", self.say.body(self.program.play), self.program.play),
            *self.actions(self.say.body(self.program.play).actions),
            rules,
            *self.actions(self.called_by_rules()),
            *rules.sections,
            *self.designs(),
            self.scoring(),
            self.winner(),
        ]
        rules.sections = []
        kept = [section for section in made if section is not None and not is_drawn_only(section)]
        for section in kept:
            if section.kind in _ONE_LINE:
                self.compact(section)
        sheet.sections = kept
        sheet.sections = [section for section in sheet.sections if section.blocks]
        sheet.missing = tuple(sorted(self.say.missing))
        return sheet

    def standing(self) -> Iterator[Paragraph]:
        yield from ()

    def first_state(self, component: Component) -> list[Paragraph]:
        return []

    def read_so(self, component: Component) -> list[Paragraph]:
        return []

    def add_changeable(self, made: list[Paragraph], changes: Sequence[Modifier]) -> None:
        """Cards and tiles that change something stand in front of who looks something up."""

    def home_of(self, module: str) -> str:
        return ""

    def noted(self, note: str, words: Words) -> str:
        """Who looks something up has it in hand, and need not be told where it is from."""
        return note

    def compact(self, section: Section) -> None:
        """Each entry run into one paragraph; a table as a line for each row, pictures left out."""
        made: list[Paragraph] = []
        for block in section.blocks:
            if isinstance(block, Paragraph):
                made.append(_run_on(block, self.say.say.finish("; "), self.say.lang))
            elif isinstance(block, Table):
                made.extend(self.row(block, row) for row in block.rows)
        section.blocks = list(made)

    def row(self, table: Table, row: list[str]) -> Paragraph:
        """A row of a table in a line, under its name if it has one."""
        pairs = list(zip(table.headers, row, strict=True))
        name = pairs.pop(0)[1] if table.headers[0] == self.label("name") else None
        silent = ("–", "0", "", self.say.say.yes_no(False))
        facts = ""
        for head, cell in pairs:
            if cell in silent:
                continue
            is_told = cell.endswith(".")
            said = f"{lowered(head)}{':' * is_told} {inner(cell)}" if head != self.label("copies") else f"×\u00a0{cell}"
            facts += ("; " if is_told else ", ") * bool(facts) + said
        text = self.say.say.finish(f"{facts[:1].upper()}{facts[1:]}.") if facts else ""
        return Paragraph(text, name, origin=table.origin)


def is_drawn_only(section: Section) -> bool:
    """Whether a section of things shows them in pictures alone: those lie on the table."""
    told = [block.origin for block in section.blocks if isinstance(block, Paragraph)]
    is_shown = any(isinstance(block, Gallery) for block in section.blocks)
    says_nothing = all(origin is not None and origin.rule.startswith("component.") for origin in told)
    return section.kind == "designs" and is_shown and says_nothing


def _run_on(paragraph: Paragraph, semicolon: str, lang: str) -> Paragraph:
    """A paragraph with its list in the same line, lists within it included."""
    if not paragraph.items:
        return paragraph
    items = [_run_on(item, semicolon, lang) for item in paragraph.items]
    if any(item.items for item in items) or len(items) > MOST_ITEMS:
        return paragraph
    texts = [f"{item.label}: {_lower(item.text)}" if item.label else item.text for item in items]
    if not paragraph.text.endswith(":"):
        text = " ".join(part for part in (paragraph.text, *texts) if part)
    elif len(texts) == 1:
        text = f"{paragraph.text} {_lower(texts[0])}"
        if max(len(sentence.split()) for sentence in sentences(text)) >= LIMITS[lang]:
            return paragraph
    else:
        text = f"{paragraph.text} {semicolon.join(_lower(one).removesuffix('.') for one in texts)}."
        if len(text.split()) >= LIMITS[lang] or any(". " in one for one in texts):
            text = " ".join((paragraph.text, *(f"• {one}" for one in texts)))
    return replace(paragraph, text=text, items=[], ordered=False)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]
