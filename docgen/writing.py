"""What every sheet is written with: labels, sections, and paragraphs that know their rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, combinations, pairwise
from typing import TYPE_CHECKING

from rulewright.docgen.edition import Edition
from rulewright.docgen.pictures.boards import is_legend
from rulewright.docgen.pictures.positions import key_to
from rulewright.docgen.sheet import SIGNS, Gallery, Paragraph, Provenance, Section, Sheet, pictures_in, pictures_of
from rulewright.docgen.wording.frames import Line
from rulewright.docgen.wording.words import Said, Wording, modifiers_of
from rulewright.dsl.program import Action, Program, Words
from rulewright.dsl.source import Span

if TYPE_CHECKING:
    from rulewright.docgen.examples import Examples

# Sections whose paragraphs each tell of a thing for itself, and how many pictures stand in a row among them.
LISTED = ("rules", "designs", "scoring", "glossary", "winner")
IN_ROW = 3
FORMAT_WORDS = (
    *("contents", "search", "no_match", "sources", "before", "now", "new", "gone", "index_bold", "index_goes_on"),
    *(word for mark in SIGNS for word in (mark, f"doubt_{mark}")),
)


class Writer:
    """One sheet in the making. `named` gathers the actions that sentences call by name."""

    def __init__(
        self, program: Program, say: Wording, authored: bool, edition: Edition, examples: Examples | None = None
    ) -> None:
        self.program = program
        self.say = say
        self.authored = authored
        self.edition = edition
        self.named: dict[str, Action] = {}
        self.modifiers = modifiers_of(program)
        self.told_actions: set[str] = set()
        self.examples = examples
        self.shared_home = ""
        self.told_kinds: set[str] = set()
        self.shown_examples: set[str] = set()
        self.victories = self.section("winner")

    def blank(self) -> Sheet:
        """A sheet without sections: title, combination, footer and the words that formats need."""
        program, title = self.program, self.say.title()
        together = self.edition.combination(self.say)
        players = self.edition.players(self.say, program.players)
        briefly = self.edition.combination(self.say, short=True)
        parts = (title, briefly[:1].lower() + briefly[1:], players[:1].lower() + players[1:])
        footer = self.label(
            "footer", what=", ".join(part for part in parts if part), hash=program.hash[:12], n=self.edition.language
        )
        labels = {key: self.label(key) for key in FORMAT_WORDS}
        subtitle = self.edition.subtitle(self.say, program.players)
        made = Sheet(self.say.lang, title, program.players, program.hash, [], footer, (), subtitle, labels)
        made.added, made.counts = together, tuple(program.player_range)
        return made

    def label(self, key: str, **values: object) -> str:
        return self.say.label(key, **values)

    def section(self, kind: str, title: str | None = None, name: str = "") -> Section:
        return Section(f"{kind}-{name}" if name else kind, kind, title or self.label(kind))

    def origin(self, rule: str, words: Words | None, spans: Sequence[Span] = ()) -> Provenance:
        span = words.span if words is not None and words.span is not None else spans[0] if spans else None
        lines = dict.fromkeys((s.file.path, s.line) for s in spans)
        if words is None:
            return Provenance(rule, "", span.file.path if span else "", span.line if span else 0, lines=tuple(lines))
        return Provenance(
            rule,
            words.module,
            span.file.path if span is not None else "",
            span.line if span is not None else 0,
            words.source,
            words.marks,
            tuple(lines),
        )

    def declared(self, words: Words) -> list[Span]:
        """The place of a declaration, and those of the numbers that it names."""
        if words.span is None:
            return []
        named = (self.program.numbers.get(name) for name in re.findall(r"\w+", words.span.text))
        return [words.span, *(number.words.span for number in named if number is not None and number.words.span)]

    def paragraph(self, line: Line, origin: Provenance | None = None) -> Paragraph:
        items = [self.paragraph(item, None) for item in line.items]
        return Paragraph(line.text, line.label, items, line.ordered, origin, is_list=line.is_list)

    def paragraphs(self, said: Said, rule: str, words: Words | None) -> list[Paragraph]:
        for action in said.actions:
            self.named.setdefault(action.words.name, action)
        return [self.paragraph(line, self.origin(rule, words, said.places(line))) for line in said.lines]

    def extras(self, key: str, words: Words) -> list[Paragraph]:
        """The author's own summary and note, as extra lines."""
        return [*self.summary(key, words), *self.remarks(key, words)]

    def summary(self, key: str, words: Words) -> list[Paragraph]:
        """What the author says in short, before the rule itself."""
        return self.own_words(key, words, ((key, words.summary),))

    def remarks(self, key: str, words: Words) -> list[Paragraph]:
        """What the author remarks, after the rule itself."""
        return self.own_words(key, words, ((f"{key}.note", words.note),))

    def own_words(self, key: str, words: Words, told: Sequence[tuple[str, str | None]]) -> list[Paragraph]:
        if not self.authored:
            return []
        texts = [self.say.lexicon.text(where, text, words) for where, text in told]
        return [Paragraph(text, authored=True, origin=self.origin(key, words)) for text in texts if text]

    def labelled(self, section: Section, words: Words, kind: str, made: list[Paragraph], note: str = "") -> None:
        """Paragraphs under the name of what they tell; short ones as one."""
        if not made:
            return
        if len(made) > 1 and (made[-1].is_remark or (made[-1].authored and not made[0].authored)):
            # A remark stands below what it is on, and is no point of it.
            self.labelled(section, words, kind, made[:-1], note)
            section.blocks.append(made[-1])
            return
        name, note = self.say.name(words, kind), self.noted(note, words)
        origin = all_places(made)
        if all(paragraph.label is None and not paragraph.items for paragraph in made[:-1]) and not made[-1].label:
            plain = [paragraph for paragraph in made if not paragraph.authored]
            if len(plain) == len(made) and (len(made) == 1 or sum(len(p.text.split()) for p in made) <= 40):
                text = " ".join(paragraph.text for paragraph in made)
                last = made[-1]
                section.blocks.append(Paragraph(text, name, last.items, last.ordered, origin, note=note))
                return
        section.blocks.append(Paragraph("", name, made, origin=origin, note=note))

    def illustrate(self, section: Section, names: Iterable[str], most: int) -> None:
        """Examples of what a section tells, drawn: a row of them after what the last of the row shows."""
        if self.examples is None:
            return
        drawn = self.examples.pictures(self.say, names, most, self.shown_examples, authored=self.authored)
        places = {name: self.place_of(section, name) for name in drawn}
        ordered = sorted(drawn, key=lambda name: places[name])
        for row in reversed(rows_by_place([(places[name], name) for name in ordered])):
            about = row[-1][0] - row[0][0] + 1
            section.blocks.insert(row[-1][0], Gallery([drawn[name] for _, name in row], about=about))

    def place_of(self, section: Section, name: str) -> int:
        """Behind which block a picture of this stands: what tells of it under its name, or all that there is."""
        for at, block in enumerate(section.blocks, start=1):
            if isinstance(block, Paragraph) and block.origin and block.origin.rule.endswith(f".{name}") and block.label:
                return at if section.kind in LISTED else len(section.blocks)
        return len(section.blocks)

    def explain(self, sheet: Sheet) -> None:
        """The chapter of the first examples says how all are read: each mark of this sheet, and no other."""
        marks = {mark for picture in pictures_of(sheet) for mark in picture.marks}
        first = next((one for one in sheet.sections if any(picture.marks for picture in pictures_in(one))), None)
        home = next((one for one in sheet.sections if any(is_legend(picture) for picture in pictures_in(one))), None)
        if first is not None:
            text = key_to(self.say, marks, home.title if home is not None else "")
            first.lead = self.label("example_key", text=text)

    def noted(self, note: str, words: Words) -> str:
        """A note with the title of the expansion or variant that something is from, or of all that it takes."""
        homes = [words.module] * (words.module != self.shared_home) + list(words.partners)
        # Of `Extension 2: trains` the beginning is enough in brackets.
        titles = dict.fromkeys(self.home_of(module).split(":")[0].rstrip() for module in homes)
        home = self.say.say.series([title for title in titles if title], "and")
        return ", ".join(part for part in (note, home) if part)

    def home_of(self, module: str) -> str:
        """The title of the expansion or variant of that name, empty for the game itself."""
        titles = (self.edition.title_of(info, self.say) for info in self.edition.added if info.name == module)
        return next(titles, "")


def rows_by_place(placed: Sequence[tuple[int, str]]) -> list[Sequence[tuple[int, str]]]:
    """Pictures in rows: few, and each about texts that stand close together."""

    def rank(rows: Sequence[Sequence[tuple[int, str]]]) -> tuple[int, int, int, int]:
        # A full row takes the whole width: it stands below its texts, which should be no more than it has pictures.
        spans = [row[-1][0] - row[0][0] for row in rows]
        strewn = sum(len(row) == IN_ROW and span > IN_ROW for row, span in zip(rows, spans, strict=True))
        return strewn, len(rows), sum(spans), max(map(len, rows)) - min(map(len, rows))

    cuts = chain.from_iterable(combinations(range(1, len(placed)), count) for count in range(len(placed)))
    made = ([placed[start:end] for start, end in pairwise((0, *cut, len(placed)))] for cut in cuts)
    return min((rows for rows in made if all(len(row) <= IN_ROW for row in rows)), key=rank, default=[])


def text_of(paragraph: Paragraph) -> str:
    """A paragraph with all that stands below it, as plain text."""
    return " ".join([paragraph.head, paragraph.text, *(text_of(item) for item in paragraph.items)]).strip()


def all_places(made: Sequence[Paragraph]) -> Provenance | None:
    """The origin of paragraphs that are printed as one: that of the last, with the places of all."""
    last = made[-1].origin
    if last is None:
        return None
    lines = dict.fromkeys(place for paragraph in made if paragraph.origin for place in paragraph.origin.lines)
    return replace(last, lines=tuple(lines))


def in_library(span: Span) -> bool:
    """Whether a place is in the language's own library, whose words have phrases of their own."""
    return "/library/" in span.file.path.replace("\\", "/")
