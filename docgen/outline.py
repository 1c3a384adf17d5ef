"""Program -> Sheet: which sections there are, what stands in them and where each paragraph comes from.

An action has a place of its own only if some sentence calls it by name; the others are told where they are called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.docgen.designs import lowered
from rulewright.docgen.edition import Edition, told_counts
from rulewright.docgen.explained import explanations
from rulewright.docgen.givens import Givens
from rulewright.docgen.index import add_index, order
from rulewright.docgen.index import headed as headless
from rulewright.docgen.lint import lint_text
from rulewright.docgen.pictures import flow
from rulewright.docgen.pictures.boards import gallery
from rulewright.docgen.sheet import Block, Gallery, Paragraph, Section, Sheet, paragraphs_of, with_sections
from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.lexicon import Catalogue
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.scope import Scope
from rulewright.docgen.wording.words import Said, Wording
from rulewright.docgen.writing import all_places, in_library, text_of
from rulewright.dsl.program import (
    Action,
    Board,
    Call,
    CallAction,
    Design,
    Function,
    Lift,
    Mode,
    Modifier,
    Per,
    Place,
    PlaceThing,
    Plain,
    Program,
    Repeat,
    Rule,
    Set,
    Step,
    Stmt,
    Store,
    Transfer,
    Trigger,
    Unit,
    Units,
)
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T

if TYPE_CHECKING:
    from rulewright.docgen.examples import Examples

SEVERAL_STEPS = 3  # from so many on it is said that they come in order
FEW_WORDS = 68  # an action told in no more needs no section of its own
MOST_CHANGING = 6  # what changes an action is named there while it is no more than these


def outline(
    program: Program,
    lang: str,
    catalogues: Iterable[Catalogue] | None = None,
    *,
    authored: bool = True,
    edition: Edition | None = None,
    examples: Examples | None = None,
    indexed: bool = True,
) -> Sheet:
    """The rule sheet of a program in a language; `authored` adds the author's own summaries and notes."""
    made = Outline(program, Wording(program, lang, catalogues), authored, edition or Edition(), examples)
    made.indexed = indexed
    return made.sheet()


class Outline(Givens):
    """The whole rule sheet: a method for each section, in the order in which a reader needs them."""

    indexed = True

    def sheet(self) -> Sheet:
        """Every section that has something to say."""
        sheet = self.blank()
        sheet.aside = flow.picture(self.say)
        setup = self.flow("setup", self.say.setup(), self.program.setup)
        playing = self.flow("play", self.say.body(self.program.play), self.program.play)
        if setup is not None:
            setup.sections = self.actions(self.say.body(self.program.setup).actions)
            self.point_to(setup)
        if playing is not None:
            playing.sections = self.actions(self.say.body(self.program.play).actions)
        rules = self.rules()
        rules.sections = [*self.actions(self.called_by_rules()), *rules.sections]
        overview = self.overview(playing)
        if playing is not None and self.names_effects(playing):
            playing.blocks[:0] = self.whose_effects()
        made: list[Section | None] = [
            overview,
            self.components(),
            self.maps(),
            setup,
            playing,
            rules,
            *self.designs(),
            self.scoring(),
            self.winner(),
        ]
        sheet.sections = [section for section in made if section is not None and (section.blocks or section.sections)]
        glossary = self.glossary(" ".join(map(text_of, paragraphs_of(sheet))))
        tell_conditions(rules, glossary, sheet.sections)
        sheet.sections += [glossary] if glossary.blocks else []
        self.spell_out(sheet)
        self.explain(sheet)
        if self.indexed:
            add_index(sheet, [self.say])
        sheet.missing = tuple(sorted(self.say.missing))
        return sheet

    def point_to(self, setup: Section) -> None:
        """What a step of the setup does by name is told elsewhere: the step says under which head."""
        told = {section.id.removeprefix("action-"): section.title for section in setup.sections}
        for step in (stmt for stmt in self.program.setup if isinstance(stmt, Step)):
            here = next((one for one in setup.blocks if is_step(one, self.say.name(step.words, "step"))), None)
            called = (action.words.name for action in self.say.body((step,)).actions)
            title = next((told[name] for name in called if name in told), None)
            if isinstance(here, Paragraph) and here.text.endswith(".") and not here.items and title:
                here.text = self.label("see_there", text=here.text[:-1], name=title)

    def spell_out(self, sheet: Sheet) -> None:
        """What is printed as a short sign is named in full where it is first told: `victory points (VP)`."""
        for unit in self.program.units.values():
            entry = self.say.lexicon.entry("noun", unit.words.name)
            full = entry.get("long") if isinstance(entry, Mapping) else None
            sign = self.say.noun(w.unit_noun(unit), 2)
            told = (one for one in paragraphs_of(sheet) if re.search(rf"\b{re.escape(sign)}\b", one.text))
            first = next(told, None) if full else None
            if first is not None:
                first.text = re.sub(rf"\b{re.escape(sign)}\b", f"{full} ({sign})", first.text, count=1)

    # ---- sections

    def overview(self, playing: Section | None) -> Section:
        """What play is, what counts and who wins; the title has said for how many it is."""
        section = self.section("overview")
        if list(self.edition.counts or (self.program.players,)) != list(self.program.player_range):
            section.blocks.append(Paragraph(self.players_text(), origin=self.origin("players", None)))
        if self.program.side_size > 1:
            section.blocks.extend(self.teams())
        if self.program.match is not None:
            section.blocks.append(Paragraph(self.label("match", n=self.program.match[0])))
        course = playing.blocks if playing is not None else []
        if playing is not None and playing.sections and len(course) == 1 and is_plain(course[0]):
            # What is told here is not told again there.
            section.blocks.extend(course)
            playing.blocks = []
        counted = self.what_counts()
        if counted:
            text = self.label("what_counts", list=self.say.say.series(counted, "and"))
            section.blocks.append(Paragraph(text, origin=self.origin("overview", None)))
        if self.program.winner is not None:
            said = self.paragraphs(self.say.winner(self.program.winner), "overview", self.program.winner.words)
            section.blocks.extend(said[:1])
        return section

    def teams(self) -> Iterator[Paragraph]:
        """How many play together, and what they have in common."""
        yield Paragraph(self.label("teams", n=self.program.side_size))
        nouns = [Noun("board", board.name) for board in self.program.boards.values() if board.per is Per.SIDE]
        nouns += [Noun("piece", piece.words.name) for piece in self.program.pieces.values() if piece.per is Per.SIDE]
        nouns += [Noun("unit", unit.words.name) for unit in self.program.units.values() if unit.per is Per.SIDE]
        zones = [z for z in self.program.zones.values() if z.per is Per.SIDE and z.in_play]
        nouns += [Noun("component", zone.component) for zone in zones]
        said = [self.say.noun(noun, self.how_many(noun)) for noun in nouns]
        titles = [memory.words.name for memory in self.program.memories.values() if memory.type.sure().t is T.SIDE]
        said += [figure for name in titles if (figure := self.say.figure(name)) is not None]
        if said:
            yield Paragraph(self.label("teams_share", list=self.say.say.series(said, "and")))

    def how_many(self, noun: Noun) -> int:
        """One of a thing that there is one of, else several."""
        piece = self.program.pieces.get(noun.name) if noun.kind == "piece" else None
        if piece is None or piece.supply is None:
            return 1 if noun.kind == "board" else 2
        return 1 if self.fixed(piece.supply)[0] == 1 and not self.is_gained(piece.words.name) else 2

    def players_text(self) -> str:
        counts = self.program.player_range
        shown = self.edition.counts or (self.program.players,)
        if len(counts) > 1 and list(shown) != list(counts):
            n = told_counts(shown, self.say)
            return self.label("for_these", all=told_counts(counts, self.say), n=n)
        if len(counts) == 1:
            return self.label("players_one") if counts[0] == 1 else self.label("players_exactly", n=counts[0])
        if list(counts) == list(range(counts[0], counts[-1] + 1)):
            return self.label("players_range", low=counts[0], high=counts[-1])
        return self.label("players_some", list=self.say.say.series([str(n) for n in counts], "or"))

    def what_counts(self) -> list[str]:
        """The names of the scores, and of the components that are worth something."""
        names = [self.say.name(score.words, "score") for score in self.program.scores.values() if score.lines]
        worth = [c for c in self.program.components.values() if any(design.worths for design in c.designs)]
        nouns = [self.say.noun(Noun("component", component.name), 2) for component in worth]
        return [*(name[:1].lower() + name[1:] for name in names), *nouns]

    def components(self) -> Section:
        section = self.section("components")
        items: list[Paragraph] = []
        for board in self.program.boards.values():
            if self.say.lexicon.is_unlisted(board.name):
                continue
            key = self.for_each("board", board.per) or "board"
            cells = self.say.noun(Noun("cell", board.name), 2)
            name = self.say.noun(Noun("board", board.name))
            text = self.label(key, name=name, rows=board.rows, columns=board.columns, cells=cells)
            if board.part and board.maps:
                parts, size = len(board.maps), {"rows": board.part_rows, "columns": board.part_columns}
                nouns = self.say.noun(Noun("part", board.name), parts)
                text = self.label("board_parts", n=parts, nouns=nouns, cells=cells, used=board.parts, name=name, **size)
            items.append(Paragraph(text, origin=self.origin(f"board.{board.name}", board.words)))
        items.extend(self.piece(piece) for piece in self.program.pieces.values())
        items.extend(self.counters())
        items.extend(self.titles())
        for component in self.program.components.values():
            items.extend(self.stock(component))
        items.extend(self.figures())
        section.blocks = list(items)
        return section

    def maps(self) -> Section | None:
        """The boards, or the maps they are made of, drawn."""
        section = self.section("maps")
        for board in self.program.boards.values():
            drawn = gallery(self.say, board)
            if drawn:
                section.blocks.extend([*self.put_together(board), *drawn])
        return section if section.blocks else None

    def put_together(self, board: Board) -> Iterator[Paragraph]:
        """How a board is made of its parts; of one that is drawn empty, how its rows and columns are counted."""
        values = {
            "the": self.say.say.finish(self.say.say.the(w.Group(Noun("board", board.name), single=True))),
            "cells": self.say.noun(Noun("cell", board.name), 2),
            "rows": board.rows,
            "columns": board.columns,
        }
        key = "grid"
        if board.maps and not board.part:
            return
        if board.part:
            down = board.rows // board.part_rows
            key = "in_rows" if down > 1 else "side_by_side"
            values |= {"n": len(board.maps), "used": board.parts, "down": down, "across": board.parts // down}
            values["parts"] = self.say.noun(Noun("part", board.name), len(board.maps))
            values["The"] = self.say.title_of(str(values["the"]))
        elif board.rows == 1:
            key = "track"
        yield Paragraph(self.label(key, **values), origin=self.origin(f"maps.{board.name}", board.words))

    def flow(self, kind: str, said: Said, body: Iterable[Stmt]) -> Section | None:
        section = self.section(kind)
        told = self.noted_steps(self.paragraphs(said, kind, None), body)
        if kind == "setup":
            # What the author says before anything is done is read before what lies ready, too.
            first = next((at for at, one in enumerate(told) if not one.authored), 0)
            section.blocks.extend([*told[:first], *self.laid_ready(told), *told[first:]])
        else:
            section.blocks.extend(told)
        if kind == "play" and told and self.ends_after(body):
            over = self.label("over")
            if is_plain(told[-1]):
                told[-1].text = f"{told[-1].text} {over}"
            else:
                told.append(Paragraph(over, origin=self.origin(kind, None)))
        return section if section.blocks else None

    def ends_after(self, body: Iterable[Stmt]) -> bool:
        """Whether a game is over once something has been repeated a number of times."""
        *_, last = body
        return isinstance(last, Repeat) and last.times is not None

    def laid_ready(self, steps: list[Paragraph]) -> list[Paragraph]:
        """What lies ready before the first step, as a step of its own where steps have names."""
        made = list(self.prepared())
        if not made or not any(step.label for step in steps):
            return made
        text = " ".join(paragraph.text for paragraph in made)
        return [Paragraph(text, self.label("prepared"), origin=all_places(made))]

    def noted_steps(self, told: list[Paragraph], body: Iterable[Stmt]) -> list[Paragraph]:
        """Paragraphs with what the author adds to their steps; a step that does nothing is told by its note alone."""
        at = 0
        for step in (stmt for stmt in body if isinstance(stmt, Step)):
            key, name = f"step.{step.words.name}", self.say.name(step.words, "step")
            here = next((place for place, one in enumerate(told) if one.label == name), None)
            notes = self.extras(key, step.words)
            if here is not None:
                at = here + 1
                told[here:at] = [replace(told[here], items=[*told[here].items, *notes])]
            elif notes:
                text = " ".join(note.text for note in notes)
                told.insert(at, Paragraph(text, name, authored=True, origin=self.origin(key, step.words)))
                at += 1
        return told

    def actions(self, waiting: list[Action]) -> list[Section]:
        """These actions and those they call by name, each once in a sheet, callers before those they call."""
        made: list[Section] = []
        calls: dict[str, list[str]] = {"": [action.words.name for action in waiting]}
        shown: dict[str, list[str]] = {}
        while waiting:
            action = waiting.pop(0)
            if action.words.name in self.told_actions or not action.body:
                continue
            self.told_actions.add(action.words.name)
            key = f"action.{action.words.name}"
            section = self.section("action", self.say.name(action.words, "action"), action.words.name)
            said = self.say.action(action)
            section.blocks.extend(self.summary(key, action.words))
            told = self.noted_steps(self.paragraphs(said, key, action.words), action.body)
            told = unheaded(self.with_effects(told, action, said), section.title)
            told = self.pointing(told, action.body)
            if len([one for one in told if one.label]) >= SEVERAL_STEPS:
                origin = self.origin(key, action.words, self.declared(action.words))
                told = [Paragraph(self.label("steps_in_order"), None, told, ordered=True, origin=origin)]
            section.blocks.extend([*told, *self.remarks(key, action.words)])
            names = [action.words.name, *self.steps_of(action), *self.told_within(action, said)]
            shown[section.id] = [name for name in names if self.is_on_board(name)]
            made.extend([section] if section.blocks else [])
            calls[action.words.name] = [one.words.name for one in said.actions]
            waiting = [*said.actions, *waiting]
        made = self.run_in(made, calls, shown)
        for section in made:
            self.illustrate(section, shown[section.id], 2)
        return made

    def with_effects(self, told: list[Paragraph], action: Action, said: Said) -> list[Paragraph]:
        """What an action says, and which effects it brings about, behind the last plain sentences."""
        effects = " ".join(self.waiting_for(action, said))
        if not effects:
            return told
        at = next((at for at in reversed(range(len(told))) if is_plain(told[at])), None)
        if at is None:
            origin = self.origin(f"action.{action.words.name}", action.words)
            return [*told, Paragraph(effects, origin=origin)]
        return [*told[:at], replace(told[at], text=f"{told[at].text} {effects}"), *told[at + 1 :]]

    def pointing(self, told: list[Paragraph], body: object) -> list[Paragraph]:
        """Paragraphs with the rules that change what they speak of, or wait for what is gained or lost there."""
        made = list(told)
        for rule, words in self.concerned(body):
            spoken = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.I)
            at = next((at for at, one in enumerate(made) if is_plain(one) and spoken.search(one.text)), None)
            if at is not None:
                see = self.label("see_rules", names=self.label("quoted", name=self.say.name(rule.words, "rule")))
                made[at] = replace(made[at], text=f"{made[at].text} {see}")
        return made

    def concerned(self, body: object) -> Iterator[tuple[Rule, list[str]]]:
        """The rules that change a value that is used here, or wait for a gain or loss here, with the words for it."""
        nodes = list(walk(body))
        used = {node.function.words.name: node.function for node in nodes if isinstance(node, Call)}
        moved = [(node.mode.value, unit) for node in nodes if isinstance(node, Transfer) for unit in units_of(node)]
        for rule in self.program.rules.values():
            changed = [m.function for m in self.modifiers if m.design is None and m.words.name == rule.words.name]
            stems = [stem for one in changed if one.words.name in used for stem in self.stem(one)]
            waits = [clause.pattern for clause in rule.clauses if isinstance(clause, Trigger)]
            units = [one.object for one in waits if isinstance(one.object, Unit) and (one.event, one.object) in moved]
            nouns = [self.say.noun(w.unit_noun(unit), number) for unit in units for number in (2, 1)]
            if stems or nouns:
                yield rule, stems or nouns

    def stem(self, function: Function) -> Iterator[str]:
        """The words of a definition in front of what it is asked about, without the article: `price under`."""
        reads = self.say.lexicon.reads(function)
        if reads is not None and not reads.plain and function.params and (said := reads.text.partition("{")[0].strip()):
            yield headless(said, self.say.lang)[0]

    def names_effects(self, section: Section) -> bool:
        """Whether a section says anywhere which effects apply."""
        told = [text_of(one) for part in with_sections([section]) for one in part.blocks if isinstance(one, Paragraph)]
        keys = ("effects_altering", "effects_before", "effects_now")
        leads = [self.label(key, names="\n").partition("\n")[0] for key in keys]
        return any(lead in text for lead in leads for text in told)

    def waiting_for(self, action: Action, said: Said) -> Iterator[str]:
        """The effects of cards, tiles and the like that wait for an action or change what it looks at.

        They are named where those of steps are told so.
        """
        events = {action.words.name, *self.told_within(action, said)}
        changing = self.changing(action.body)
        altering: list[str] = []
        before: list[str] = []
        now: list[str] = []
        for component in self.program.components.values():
            if not any(c.pattern.is_step for design in component.designs for c in triggers(design)):
                continue
            for design in component.designs:
                waiting = [clause for clause in triggers(design) if not clause.pattern.is_step]
                found = [one for one in waiting if (one.pattern.during or one.pattern.event) in events]
                name = self.say.name(design.words, "design")
                names = before if all(one.timing == "before" for one in found) else now
                names.extend([name] if found else [])
                altering.extend([name] if design.words.name in changing else [])
        for key, names in (("effects_altering", altering), ("effects_before", before), ("effects_now", now)):
            if names:
                listed = self.say.say.series(list(dict.fromkeys(names)), "and")
                yield self.say.say.sentence(self.label(key, names=listed))

    def changing(self, body: object) -> set[str]:
        """The designs that change what is looked at here; none where they are too many to be named."""
        looked_at = self.looked_at(body)
        found = {m.design.words.name for m in self.modifiers if m.design is not None and m.function.key in looked_at}
        return found if len(found) <= MOST_CHANGING else set()

    def looked_at(self, body: object) -> set[str]:
        """The definitions that are looked at here, in other definitions and in what rules change of them too."""
        found: set[str] = set()
        waiting = [body]
        while waiting:
            for node in walk(waiting.pop()):
                if isinstance(node, Call) and node.function.key not in found:
                    found.add(node.function.key)
                    ruled = [m for m in self.modifiers if m.design is None and m.function is node.function]
                    waiting += [node.function.body, *((one.where, one.amount) for one in ruled)]
        return found

    def run_in(self, made: list[Section], calls: dict[str, list[str]], shown: dict[str, list[str]]) -> list[Section]:
        """Short actions that one other alone calls stand under their names in its section, not in one of their own.

        An action that has a sentence or a point of a list for itself stands in its place, the others at the end.
        """
        elsewhere = {action.words.name for action in self.called_by_rules()}
        by_name = {section.id.removeprefix("action-"): section for section in made}
        own: dict[str, int] = {}
        for name, section in reversed(list(by_name.items())):
            callers = [caller for caller, called in calls.items() if name in called]
            home = by_name.get(callers[0]) if len(callers) == 1 else None
            if self.is_said_by_name(self.program.actions[name], section):
                made.remove(section)
                continue
            if home is None or name in elsewhere or not is_short(section):
                continue
            told = [block for block in section.blocks if isinstance(block, Paragraph)]
            named = headed(section.title, told)
            if not replaced(home.blocks, self.say.order(self.program.actions[name]), named):
                at = own.setdefault(home.id, len(home.blocks))
                if any(isinstance(block, Paragraph) and has_named(block) for block in home.blocks[:at]):
                    # Among named steps it would be taken for one more of them.
                    continue
                home.blocks[at:at] = [named]
            shown[home.id].extend(shown[section.id])
            made.remove(section)
        return made

    def is_on_board(self, name: str) -> bool:
        """Whether an action or a step itself puts something on a board or takes it off."""
        bodies: list[Any] = [a.body for a in self.program.actions.values() if a.words.name == name]
        steps = (node for a in self.program.actions.values() for node in walk(tuple(a.body)) if isinstance(node, Step))
        bodies += [step.body for step in steps if step.words.name == name]
        return any(isinstance(node, Place | Lift | PlaceThing) for body in bodies for node in walk(tuple(body)))

    def is_about_board(self, rule: Rule) -> bool:
        """Whether a rule speaks of cells, or waits for something to be put on a board or taken off."""
        waits = [clause.pattern.event for clause in rule.clauses if isinstance(clause, Trigger)]
        changed = [m.function for m in self.modifiers if m.words.name == rule.words.name]
        types = [type_.elem for f in changed for type_ in (f.type, *(var.type for var in f.params))]
        is_moved = any(event in ("place", "move", "lift") or self.is_on_board(event) for event in waits)
        return is_moved or any(T.CELL in (one.t, one.elem.t) for one in types) or len(waits) < len(rule.clauses)

    def is_said_by_name(self, action: Action, section: Section) -> bool:
        """Whether an action does no more than its name says: `take a card` is to gain one."""
        only = section.blocks[0] if len(section.blocks) == 1 else None
        if not isinstance(only, Paragraph) or only.label or only.items or only.authored:
            return False
        return self.say.says_no_more(self.say.order(action), only.text)

    def steps_of(self, action: Action) -> list[str]:
        """The names of an action's steps that are no actions of their own."""
        names = [node.words.name for node in walk(tuple(action.body)) if isinstance(node, Step)]
        return [name for name in names if name not in self.program.actions]

    def told_within(self, action: Action, said: Said) -> list[str]:
        """The names of actions that are told where this one calls them."""
        found = [node.action for node in walk(tuple(action.body)) if isinstance(node, CallAction)]
        return list(dict.fromkeys(one.words.name for one in found if one not in said.actions))

    def called_by_rules(self) -> list[Action]:
        """Actions that rules and designs call by name."""
        found: list[Action] = []
        for rule in self.program.rules.values():
            for clause in rule.clauses:
                found.extend(self.say.clause(clause).actions)
        for component in self.program.components.values():
            for design in component.designs:
                found.extend(self.say.body(design.body).actions)
                for clause in design.clauses:
                    found.extend(self.say.clause(clause).actions)
        return found

    def rules(self) -> Section:
        section = self.section("rules")
        section.blocks.extend(self.standing())
        tracking = self.section("tracking")
        for rule in self.program.rules.values():
            key = f"rule.{rule.words.name}"
            made = self.summary(key, rule.words)
            for clause in rule.clauses:
                made.extend(self.paragraphs(self.say.clause(clause), key, rule.words))
            changes = [m for m in self.modifiers if m.design is None and m.words.name == rule.words.name]
            made.extend(self.paragraphs(self.say.clauses(changes), key, rule.words))
            self.add_changeable(made, changes)
            made.extend(self.remarks(key, rule.words))
            if self.is_victory(rule):
                self.labelled(self.victories, rule.words, "rule", made)
            else:
                self.labelled(tracking if self.only_notes(rule) else section, rule.words, "rule", made)
        won = [name for name, rule in self.program.rules.items() if self.is_victory(rule)]
        shown = [name for name, rule in self.program.rules.items() if name not in won and self.is_about_board(rule)]
        self.illustrate(section, shown, 6)
        self.illustrate(self.victories, won, 4)
        section.sections = [tracking] if tracking.blocks else []
        return section

    def add_changeable(self, made: list[Paragraph], changes: Sequence[Modifier]) -> None:
        """That cards, tiles or the like may change what a rule's condition asks, where no glossary says so."""
        asked = [node.function for one in changes for node in walk((one.where,)) if isinstance(node, Call)]
        readings = [(function, self.say.lexicon.reads(function)) for function in dict.fromkeys(asked)]
        texts = [text for one, reads in readings if reads is not None and reads.plain for text in self.changed_by(one)]
        if texts and made and is_plain(made[-1]):
            made[-1] = replace(made[-1], text=" ".join([made[-1].text, *texts]))

    def is_victory(self, rule: Rule) -> bool:
        """Whether all that a rule does is to let somebody win, where nothing else says who does."""
        if self.program.winner is not None:
            return False
        done = [clause.body for clause in rule.clauses if isinstance(clause, Trigger)]
        wins = [len(body) == 1 and isinstance(body[0], Plain) and body[0].word.value == "win" for body in done]
        return bool(wins) and len(done) == len(rule.clauses) and all(wins)

    def only_notes(self, rule: Rule) -> bool:
        """Whether all that a rule does is to remember something for another rule, other than who holds a title."""
        clauses = [clause for clause in rule.clauses if isinstance(clause, Trigger)]
        done = [stmt for clause in clauses for stmt in clause.body]
        if not done or len(clauses) < len(rule.clauses):
            return False
        return all(
            isinstance(stmt, Set)
            and stmt.target.store is Store.MEMORY
            and stmt.target.type.sure().t not in (T.TRUTH, T.PLAYER, T.SIDE)
            for stmt in done
        )

    def scoring(self) -> Section:
        section = self.section("scoring")
        for score in self.program.scores.values():
            key = f"score.{score.words.name}"
            made = list(self.extras(key, score.words))
            for line in score.lines:
                made.extend(self.paragraphs(self.say.score(line), key, score.words))
            self.labelled(section, score.words, "score", made)
        section.blocks.extend(self.worth())
        self.illustrate(section, self.program.scores, 4)
        return section

    def worth(self) -> Iterator[Paragraph]:
        """That cards, tiles and the like count too, and which of them have done so before the end."""
        for component in self.program.components.values():
            worth = [design for design in component.designs if design.worths]
            if not worth:
                continue
            noun = Noun("component", component.name)
            early = [d for d in component.designs if not d.worths and self.gives(d)]
            names = [self.label("quoted", name=self.say.name(one.words, "design")) for one in early]
            zones = [z for z in self.program.zones.values() if z.in_play and z.component == component.name]
            is_common = not zones or any(zone.per is Per.GAME for zone in zones)
            number = 1 if is_common else 2
            texts = [self.label("worth" if is_common else "worth_yours", noun=self.say.noun(noun, number))]
            texts += [self.label("worth_early", list=self.say.say.series(names, "and"))] if early else []
            origin = self.origin(f"component.{component.name}", component.words, self.declared(component.words))
            yield Paragraph(" ".join(texts), self.say.title_of(self.say.noun(noun, 2)), origin=origin)

    def gives(self, design: Design) -> bool:
        """Whether a design lets somebody gain what is counted."""
        return any(isinstance(node, Transfer) and node.mode is Mode.GAIN for node in walk(design.clauses))

    def winner(self) -> Section | None:
        if self.program.winner is None:
            if self.victories.blocks and self.may_be_drawn():
                origin = self.origin("play", None)
                self.victories.blocks.append(Paragraph(self.label("draw"), origin=origin))
            return self.victories
        section = self.section("winner")
        said = self.say.winner(self.program.winner)
        section.blocks.extend(self.paragraphs(said, "winner", self.program.winner.words))
        return section

    def may_be_drawn(self) -> bool:
        """Whether play can end on a full board with nobody having won."""
        ends = [stmt.until for stmt in self.program.play if isinstance(stmt, Repeat) and stmt.until is not None]
        plans = [self.say.planner.cond(end, Scope()) for end in ends]
        vacant = (plan.source for plan in plans if isinstance(plan, w.Exists) and plan.negated)
        return any(isinstance(one, w.Phrase) and self.is_library(one.function) for one in vacant)

    def glossary(self, text: str) -> Section:
        """What a text's words and phrases mean, where the meaning can be said in one plain sentence."""
        section = self.section("glossary")
        seen: dict[str, None] = {}
        shown: list[str] = []
        told: list[tuple[str, str] | None] = [None]
        spoken = self.say.spoken_of()
        for function in self.program.functions.values():
            if function.words.name in seen or self.is_library(function) or function.words.name not in spoken:
                continue
            seen[function.words.name] = None
            entry = self.say.definition(function)
            if entry in told:
                section.blocks.extend(self.remarked(function) if entry is None else ())
                continue
            told.append(entry)
            if entry is not None and not any(lint_text(part, self.say.lang) for part in entry):
                term, meaning = entry
                origin = self.origin(f"define.{function.words.name}", function.words, self.declared(function.words))
                notes = [note.text for note in self.remarks(f"define.{function.words.name}", function.words)]
                is_truth = function.type.t is T.TRUTH
                added = [*self.changed_by(function), *notes]
                cases = [Paragraph(case) for case in self.say.cases(function)] if is_truth and not added else []
                meaning = lowered(self.label("in_these_cases")) if cases else " ".join([meaning, *added])
                section.blocks.append(Paragraph(meaning, term, cases, origin=origin, is_opening=is_truth))
                shown.extend([function.words.name] if is_about_cells(function) else [])
        section.blocks.extend(self.meanings(text))
        told_there = [block.text for block in section.blocks if isinstance(block, Paragraph)]
        section.blocks.extend(explanations(self, [text, *told_there]))
        for name, others in self.say.lexicon.other_names():
            section.blocks.append(Paragraph(self.label("also", names=others), self.say.title_of(name), is_list=True))
        section.blocks.sort(key=lambda one: order(one.label or "", self.say.lang) if isinstance(one, Paragraph) else ())
        self.illustrate(section, shown, 4)
        return section

    def remarked(self, function: Function) -> Iterator[Paragraph]:
        """What the author remarks on a phrase that no plain sentence explains."""
        term = self.say.explained(function)
        for note in self.remarks(f"define.{function.words.name}", function.words):
            yield replace(note, label=term)

    def changed_by(self, function: Function) -> list[str]:
        """That cards, tiles or whatever else has designs may change what a phrase means, where several of them do."""
        homes = {
            component.name: sum(m.design is design for m in self.modifiers for design in component.designs)
            for component in self.program.components.values()
            if any(m.design in component.designs and m.function is function for m in self.modifiers)
        }
        made = [self.label("changeable", things=self.say.noun(Noun("component", name), 2)) for name in homes]
        ruled = [m.words for m in self.modifiers if m.design is None and m.function is function]
        rules = dict.fromkeys(self.say.name(words, "rule") for words in ruled if words.name in self.program.rules)
        names = self.say.say.series([self.label("quoted", name=name) for name in rules], "and")
        return [*made, *([self.label("see_rules", names=names)] if rules else [])]

    def is_library(self, function: Function) -> bool:
        span = function.words.span
        return span is not None and in_library(span)


def tell_conditions(rules: Section, glossary: Section, sections: Sequence[Section]) -> None:
    """A condition of which the special rules alone speak is explained before the first of them, not in the glossary."""
    others = [one for one in [*sections, glossary] if one is not rules]
    for meaning in [one for one in glossary.blocks if isinstance(one, Paragraph) and one.is_opening]:
        term = (meaning.label or "").casefold()
        used = [at for at, one in enumerate(rules.blocks) if isinstance(one, Paragraph) and term in said_of(one)]
        elsewhere = (block for one in with_sections(others) for block in one.blocks if block is not meaning)
        if not used or any(isinstance(one, Paragraph) and term in said_of(one) for one in elsewhere):
            continue
        glossary.blocks.remove(meaning)
        for at, block in enumerate(rules.blocks):
            if isinstance(block, Gallery) and at - block.about < used[0] < at:
                rules.blocks[at] = replace(block, about=block.about + 1)
        rules.blocks.insert(used[0], meaning)


def said_of(paragraph: Paragraph) -> str:
    """The words of a paragraph, in small letters."""
    return text_of(paragraph).casefold()


def units_of(transfer: Transfer) -> list[Unit]:
    """What is gained, lost or paid."""
    return [node.unit for node in walk(transfer.amount) if isinstance(node, Units)]


def triggers(design: Design) -> list[Trigger]:
    """What a design waits for."""
    return [clause for clause in design.clauses if isinstance(clause, Trigger)]


def headed(title: str, told: list[Paragraph]) -> Paragraph:
    """Paragraphs of an action under its name, as one where they are sentences alone; what has a name stands below."""
    *before, last = told
    if before and last.authored and not any(one.authored for one in before):
        whole = headed(title, before)
        return replace(whole, items=[*whole.items, last], ordered=False)
    if len(told) == 1:
        return replace(last, label=title)
    plain = [one for one in told if one.label is None]
    named = [one for one in told if one.label is not None]
    is_sentences = all(not one.items for one in (plain if named else plain[:-1]))
    if is_sentences and told[: len(plain)] == plain and not any(one.authored for one in told):
        text = " ".join(one.text for one in plain if one.text)
        items, ordered = (named, False) if named else (last.items, last.ordered)
        return Paragraph(text, title, items, ordered, all_places(told))
    return Paragraph("", title, told, origin=all_places(told))


def replaced(blocks: list[Any], text: str, named: Paragraph) -> bool:
    """Whether a paragraph or a point of an ordered list said no more than this; then what is named stands there."""
    for at, block in enumerate(blocks):
        if not isinstance(block, Paragraph):
            continue
        if block.text == text and not block.label and not block.items:
            blocks[at] = named
            return True
        if block.ordered and replaced(block.items, text, named):
            block.origin = all_places([named, replace(block, items=[])])
            return True
    return False


def has_named(block: Paragraph) -> bool:
    """Whether a paragraph is a named step, or the list of such steps in their order."""
    return bool(block.label) or (block.ordered and any(item.label for item in block.items))


def is_short(section: Section) -> bool:
    """Whether a section says little enough to stand in another one's."""
    told = [block for block in section.blocks if isinstance(block, Paragraph)]
    is_flat = not any(one.label and one.items for one in told)
    return bool(told) and is_flat and sum(len(text_of(one).split()) for one in told if not one.authored) <= FEW_WORDS


def is_about_cells(function: Function) -> bool:
    """Whether a definition can be seen on a board: it speaks of cells, or of no thing at all."""
    types = [one for type_ in (function.type, *(var.type for var in function.params)) for one in (type_, type_.elem)]
    return not function.params or any(T.CELL in (one.t, one.elem.t) for one in types)


def unheaded(told: list[Paragraph], title: str) -> list[Paragraph]:
    """Paragraphs of a section without a name that repeats its heading."""
    return [replace(one, label=None) if one.label == title and one.text else one for one in told]


def is_step(block: Block, name: str) -> bool:
    """Whether a block tells the step of that name."""
    return isinstance(block, Paragraph) and block.label == name


def is_plain(block: Block) -> bool:
    """Whether a block is sentences alone."""
    return isinstance(block, Paragraph) and not block.items and not block.label
