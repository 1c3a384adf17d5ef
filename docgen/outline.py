"""Program -> Sheet: which sections there are, what stands in them and where each paragraph comes from.

An action has a place of its own only if some sentence calls it by name; the others are told where they are called.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulewright.docgen.edition import Edition
from rulewright.docgen.lint import lint_text
from rulewright.docgen.pictures import flow
from rulewright.docgen.pictures.boards import gallery
from rulewright.docgen.sheet import Paragraph, Provenance, Section, Sheet, Table
from rulewright.docgen.wording.lexicon import Catalogue
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.realise import Line
from rulewright.docgen.wording.words import Said, Wording, modifiers_of
from rulewright.dsl.program import (
    Action,
    CallAction,
    Component,
    Design,
    Function,
    Modifier,
    Per,
    Piece,
    Program,
    Step,
    Stmt,
    Words,
)
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import Span
from rulewright.dsl.types import T

PRINTED = (T.NUMBER, T.MEMBER, T.BUNDLE, T.EFFECT, T.TRUTH)


def outline(
    program: Program,
    lang: str,
    catalogues: Iterable[Catalogue] | None = None,
    *,
    authored: bool = True,
    edition: Edition | None = None,
) -> Sheet:
    """The rule sheet of a program in a language; `authored` adds the author's own summaries and notes."""
    return Outline(program, Wording(program, lang, catalogues), authored, edition or Edition()).sheet()


class Outline:
    """One sheet in the making: a method for each section."""

    def __init__(self, program: Program, say: Wording, authored: bool, edition: Edition) -> None:
        self.program = program
        self.say = say
        self.authored = authored
        self.edition = edition
        self.named: dict[str, Action] = {}
        self.modifiers = modifiers_of(program)

    def sheet(self) -> Sheet:
        """Every section that has something to say."""
        sheet = self.blank()
        made = [
            self.overview(),
            self.components(),
            self.maps(),
            self.flow("setup", self.program.setup),
            self.playing(),
            *self.actions(),
            self.rules(),
            *self.designs(),
            self.scoring(),
            self.winner(),
            self.glossary(),
        ]
        sheet.sections = [section for section in made if section is not None and (section.blocks or section.sections)]
        sheet.missing = tuple(sorted(self.say.missing))
        return sheet

    def blank(self) -> Sheet:
        """A sheet without sections: title, combination, footer and the words that formats need."""
        program, title = self.program, self.say.title()
        together = self.edition.combination(self.say)
        players = self.label("for_players", n=program.players)
        parts = (title, together[:1].lower() + together[1:], players[:1].lower() + players[1:])
        footer = self.label(
            "footer", what=", ".join(part for part in parts if part), hash=program.hash[:12], n=self.edition.language
        )
        labels = {key: self.label(key) for key in FORMAT_WORDS}
        subtitle = ", ".join(part for part in (together, parts[2] if together else players) if part)
        return Sheet(self.say.lang, title, program.players, program.hash, [], footer, (), subtitle, labels)

    # ---- pieces of a sheet

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

    def paragraph(self, line: Line, origin: Provenance | None = None) -> Paragraph:
        items = [self.paragraph(item, None) for item in line.items]
        return Paragraph(line.text, line.label, items, line.ordered, origin)

    def paragraphs(self, said: Said, rule: str, words: Words | None) -> list[Paragraph]:
        for action in said.actions:
            self.named.setdefault(action.words.name, action)
        origin = self.origin(rule, words, said.spans)
        return [self.paragraph(line, origin) for line in said.lines]

    def extras(self, key: str, words: Words) -> list[Paragraph]:
        """The author's own summary and note, as extra lines."""
        if not self.authored:
            return []
        texts = [self.say.lexicon.text(key, words.summary), self.say.lexicon.text(f"{key}.note", words.note)]
        return [Paragraph(text, authored=True, origin=self.origin(key, words)) for text in texts if text]

    # ---- sections

    def overview(self) -> Section:
        section = self.section("overview")
        counts = self.program.player_range
        if len(counts) == 1:
            text = self.label("players_exactly", n=counts[0])
        elif list(counts) == list(range(counts[0], counts[-1] + 1)):
            text = self.label("players_range", low=counts[0], high=counts[-1])
        else:
            text = self.label("players_some", list=self.say.say.series([str(n) for n in counts], "or"))
        section.blocks.append(Paragraph(text))
        if self.program.side_size > 1:
            section.blocks.append(Paragraph(self.label("teams", n=self.program.side_size)))
        if self.program.match is not None:
            section.blocks.append(Paragraph(self.label("match", n=self.program.match[0])))
        return section

    def components(self) -> Section:
        section = self.section("components")
        items: list[Paragraph] = []
        for board in self.program.boards.values():
            key = "board_each" if board.per in (Per.PLAYER, Per.SIDE) else "board"
            cells = self.say.noun(Noun("cell", board.name), 2)
            name = self.say.noun(Noun("board", board.name))
            text = self.label(key, name=name, rows=board.rows, columns=board.columns, cells=cells)
            items.append(Paragraph(text, origin=self.origin(f"board.{board.name}", board.words)))
        items.extend(self.piece(piece) for piece in self.program.pieces.values())
        for component in self.program.components.values():
            count = sum(design.copies for design in component.designs) or len(component.things)
            if count:
                noun = self.say.noun(Noun("component", component.name), count)
                text = self.label("piece_all", n=count, nouns=noun)
                items.append(Paragraph(text, origin=self.origin(f"component.{component.name}", component.words)))
        section.blocks = list(items)
        return section

    def piece(self, piece: Piece) -> Paragraph:
        number = self.say.constant(piece.supply) if piece.supply is not None else None
        noun = Noun("piece", piece.words.name)
        each = piece.per in (Per.PLAYER, Per.SIDE)
        if number is None:
            text = self.label("piece_some_each" if each else "piece_some", nouns=self.say.noun(noun, 2))
        else:
            text = self.label("piece_each" if each else "piece_all", n=number, nouns=self.say.noun(noun, number))
        return Paragraph(text, origin=self.origin(f"piece.{piece.words.name}", piece.words))

    def maps(self) -> Section | None:
        """The boards, or the maps they are made of, drawn."""
        section = self.section("maps")
        found = [gallery(self.say, board) for board in self.program.boards.values()]
        section.blocks.extend(one for one in found if one is not None)
        return section if section.blocks else None

    def playing(self) -> Section | None:
        section = self.flow("play", self.program.play)
        drawn = flow.picture(self.say)
        if section is not None and drawn is not None:
            section.blocks.append(drawn)
        return section

    def flow(self, kind: str, body: Sequence[Stmt]) -> Section | None:
        if not body:
            return None
        section = self.section(kind)
        section.blocks.extend(self.paragraphs(self.say.body(body), kind, None))
        return section

    def actions(self) -> list[Section]:
        """The actions that sentences call by name, each once, callers before those they call."""
        made: list[Section] = []
        waiting = list(self.named.values())
        seen: set[str] = set()
        self.actions_from_rules(waiting)
        while waiting:
            action = waiting.pop(0)
            if action.words.name in seen or not action.body:
                continue
            seen.add(action.words.name)
            name = self.say.name(action.words, "action")
            section = self.section("action", name, action.words.name)
            said = self.say.action(action)
            section.blocks.extend(self.extras(f"action.{action.words.name}", action.words))
            section.blocks.extend(self.paragraphs(said, f"action.{action.words.name}", action.words))
            made.append(section)
            waiting = [*said.actions, *waiting]
        return made

    def actions_from_rules(self, waiting: list[Action]) -> None:
        """Actions that only rules, designs or triggers call by name."""
        for rule in self.program.rules.values():
            for clause in rule.clauses:
                waiting.extend(self.say.clause(clause).actions)
        for component in self.program.components.values():
            for design in component.designs:
                waiting.extend(self.say.body(design.body).actions)
                for clause in design.clauses:
                    waiting.extend(self.say.clause(clause).actions)

    def rules(self) -> Section:
        section = self.section("rules")
        for rule in self.program.rules.values():
            key = f"rule.{rule.words.name}"
            made = list(self.extras(key, rule.words))
            for clause in rule.clauses:
                made.extend(self.paragraphs(self.say.clause(clause), key, rule.words))
            for modifier in self.modifiers:
                if modifier.design is None and modifier.words.name == rule.words.name:
                    made.extend(self.paragraphs(self.say.clause(modifier), key, rule.words))
            self.labelled(section, rule.words, "rule", made)
        return section

    def labelled(self, section: Section, words: Words, kind: str, made: list[Paragraph]) -> None:
        """Paragraphs under the name of what they tell; short ones as one."""
        if not made:
            return
        name = self.say.name(words, kind)
        if all(paragraph.label is None and not paragraph.items for paragraph in made[:-1]) and not made[-1].label:
            plain = [paragraph for paragraph in made if not paragraph.authored]
            if len(plain) == len(made) and sum(len(p.text.split()) for p in made) <= 40:
                text = " ".join(paragraph.text for paragraph in made)
                section.blocks.append(Paragraph(text, name, made[-1].items, made[-1].ordered, made[-1].origin))
                return
        section.blocks.append(Paragraph("", name, made, origin=made[-1].origin))

    def designs(self) -> list[Section]:
        made: list[Section] = []
        for component in self.program.components.values():
            section = self.section(
                "designs", self.say.title_of(self.say.noun(Noun("component", component.name), 2)), component.name
            )
            self.told(section, component)
            table = self.field_table(component)
            if table is not None:
                section.blocks.append(table)
            made.append(section)
        return made

    def told(self, section: Section, component: Component) -> None:
        """What each design does; once for all where they all do the same."""
        said = [(design, self.design(component, design)) for design in component.designs]
        texts = {"\n".join(text_of(one) for one in made) for _, made in said}
        if len(said) > 1 and len(texts) == 1 and "" not in texts:
            section.blocks.extend(said[0][1])
            return
        for design, made in said:
            self.labelled(section, design.words, "design", made)

    def design(self, component: Component, design: Design) -> list[Paragraph]:
        key = f"design.{component.name}.{design.words.name}"
        made = list(self.extras(key, design.words))
        if design.body:
            made.extend(self.paragraphs(self.say.body(design.body), key, design.words))
        for clause in design.clauses:
            made.extend(self.paragraphs(self.say.clause(clause), key, design.words))
        for modifier in self.modifiers_on(design):
            made.extend(self.paragraphs(self.say.clause(modifier), key, design.words))
        for worth in design.worths:
            made.extend(self.paragraphs(self.say.score(worth), key, design.words))
        return made

    def modifiers_on(self, design: Design) -> list[Modifier]:
        return [modifier for modifier in self.modifiers if modifier.design is design]

    def field_table(self, component: Component) -> Table | None:
        """The fields of the designs, one row for all that are equal; their names where they have names of their own."""
        fields = component.fields
        names = [name for name, f in fields.items() if f.static and f.type.t in PRINTED]
        if not names or not component.designs:
            return None
        own = any(not design.words.name.startswith(component.name + "_") for design in component.designs)
        headers = [self.label("name")] if own else []
        headers += [self.say.title_of(self.say.noun(Noun("field", name, component.name))) for name in names]
        rows: dict[tuple[str, ...], int] = {}
        for design in component.designs:
            first = (self.say.name(design.words, "design"),) if own else ()
            row = (*first, *(self.cell(component, name, design.values.get(name)) for name in names))
            rows[row] = rows.get(row, 0) + design.copies
        several = any(count > 1 for count in rows.values())
        if several:
            headers.append(self.label("copies"))
        body = [[*row, str(count)] if several else list(row) for row, count in rows.items()]
        return narrowed(Table(headers, body, self.origin(f"component.{component.name}", component.words)), own)

    def cell(self, component: Component, name: str, value: Any) -> str:
        type_ = component.fields[name].type
        if value is None or value == ():
            return "–"
        match type_.t:
            case T.MEMBER if isinstance(value, int) and type_.base in self.program.kinds:
                return self.say.noun(Noun("member", self.program.kinds[type_.base].members[value], type_.base))
            case T.BUNDLE:
                return self.say.bundle(value)
            case T.EFFECT:
                return " ".join(line.text for line in self.say.body(value).lines)
            case T.TRUTH:
                return self.say.say.yes_no(bool(value))
            case _:
                return str(value)

    def scoring(self) -> Section:
        section = self.section("scoring")
        for score in self.program.scores.values():
            key = f"score.{score.words.name}"
            made = list(self.extras(key, score.words))
            for line in score.lines:
                made.extend(self.paragraphs(self.say.score(line), key, score.words))
            self.labelled(section, score.words, "score", made)
        return section

    def winner(self) -> Section | None:
        if self.program.winner is None:
            return None
        section = self.section("winner")
        said = self.say.winner(self.program.winner)
        section.blocks.extend(self.paragraphs(said, "winner", self.program.winner.words))
        return section

    def glossary(self) -> Section:
        """What the author's phrases mean, where the meaning can be said in one plain sentence."""
        section = self.section("glossary")
        seen: set[str] = set()
        for function in self.program.functions.values():
            if function.words.name in seen or self.is_library(function):
                continue
            seen.add(function.words.name)
            entry = self.say.definition(function)
            if entry is not None and not any(lint_text(part, self.say.lang) for part in entry):
                term, text = entry
                origin = self.origin(f"define.{function.words.name}", function.words)
                section.blocks.append(Paragraph(text, term, origin=origin))
        return section

    def is_library(self, function: Function) -> bool:
        span = function.words.span
        return span is not None and "/library/" in span.file.path.replace("\\", "/")


FORMAT_WORDS = ("contents", "search", "no_match", "sources", "unverified", "before", "now", "new", "gone")


def text_of(paragraph: Paragraph) -> str:
    """A paragraph with all that stands below it, as plain text."""
    return " ".join([paragraph.label or "", paragraph.text, *(text_of(item) for item in paragraph.items)]).strip()


def narrowed(table: Table, named: bool) -> Table | None:
    """A table without the columns that only repeat the name, or say nothing at all; None if no column is left."""
    if not named:
        return table
    kept = [
        at
        for at in range(len(table.headers))
        if at == 0 or any(row[at] not in ("–", "") and row[at].lower() != row[0].lower() for row in table.rows)
    ]
    if len(kept) < 2:
        return None
    return Table([table.headers[at] for at in kept], [[row[at] for at in kept] for row in table.rows], table.origin)


def steps_of(body: Sequence[Stmt]) -> list[Step]:
    """The named steps of a block, in order."""
    return [stmt for stmt in body if isinstance(stmt, Step)]


def calls_in(body: Sequence[Stmt]) -> list[Action]:
    """The actions a block calls, in order."""
    return [node.action for node in walk(tuple(body)) if isinstance(node, CallAction)]
