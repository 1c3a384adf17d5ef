"""The designs of components: what each does, what it carries, how many there are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import prod
from typing import Any

from rulewright.docgen.index import order
from rulewright.docgen.pictures import things
from rulewright.docgen.pictures.boards import legend, picture_id
from rulewright.docgen.pictures.layouts import layout, placing
from rulewright.docgen.pictures.palette import looks
from rulewright.docgen.sheet import Gallery, Paragraph, Picture, Section, Table
from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.writing import Writer, text_of
from rulewright.dsl.program import Component, Const, Design, Do, Modifier, Per, Set, Step, Store, This
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T

PRINTED = (T.NUMBER, T.MEMBER, T.BUNDLE, T.EFFECT, T.TRUTH)
SEVERAL_DESIGNS = 6  # so many in the order of the alphabet are so on purpose
SEVERAL_FACTS = 3  # from so many words on they stand in brackets without their headings


class Designs(Writer):
    """The sections of cards, tiles and whatever else has designs."""

    def apart(self, name: str) -> str | None:
        """What things are called where they stand beside others that count as such."""
        entry = self.say.lexicon.entry("noun", name)
        return str(entry["apart"]) if isinstance(entry, Mapping) and "apart" in entry else None

    def called(self, component: Component) -> str:
        """What the things of a component are called as a heading calls them."""
        return self.apart(component.name) or self.say.noun(Noun("component", component.name), 2)

    def designs(self) -> list[Section]:
        made: list[Section] = []
        for component in self.program.components.values():
            section = self.section("designs", self.say.title_of(self.called(component)), component.name)
            table = self.field_table(component)
            every = self.every_pairing(component, table) if table is not None else None
            if every is not None:
                section.blocks.append(every)
                table = None
            section.blocks.extend(self.extras(f"component.{component.name}", component.words))
            section.blocks.extend(self.choice_of_effects(component))
            section.blocks.extend(self.first_state(component))
            drawn = self.drawn(component)
            laid = layout(self.say, component, lambda one, placed, c=component: self.beside(c, one, placed))  # type: ignore[misc]
            section.blocks.extend([laid, *self.read_so(component)] if laid is not None and drawn is None else [])
            self.told(section, component, noted=drawn is None)
            if drawn is not None:
                section.blocks.extend([*self.key(component), drawn])
            elif not section.blocks and table is not None:
                lead = self.all_from(self.common_home(component), section)
                lead += [self.label("own_copies")] if self.is_own_set(component) else []
                section.blocks.extend([Paragraph(" ".join(lead), origin=table.origin)] if lead else [])
                section.blocks.append(table)
            section.blocks.extend(self.doubts(component))
            self.illustrate(section, [design.words.name for design in component.designs], 8)
            made.append(section)
        return made

    def read_so(self, component: Component) -> list[Paragraph]:
        """How a picture of rows and columns is read, so that left and right, above and below are known."""
        fields = placing(component)
        if len(fields) < 2:
            return []
        down, across = (self.say.noun(Noun("kind", component.fields[name].type.base), 2) for name in fields)
        origin = self.origin(f"component.{component.name}", component.words, self.declared(component.words))
        return [Paragraph(self.label("layout_read", down=down, across=across), origin=origin)]

    def doubts(self, component: Component) -> list[Paragraph]:
        """Which values of a component nobody vouches for."""
        names = [self.say.noun(Noun("field", name, component.name), 2) for name in component.doubted]
        if not names:
            return []
        several = [lowered(self.label("the_many", nouns=name)) for name in dict.fromkeys(names)]
        text = self.label("doubted", list=self.say.say.series(several, "and"), things=self.called(component))
        origin = self.origin(f"component.{component.name}", component.words, self.declared(component.words))
        return [Paragraph(text, origin=origin, is_caveat=True)]

    def owners(self, per: Per) -> int:
        """How many have one of what there is for each player, or each side."""
        sides = {Per.PLAYER: self.program.players, Per.SIDE: self.program.players // self.program.side_size}
        return sides.get(per, 1)

    def choice_of_effects(self, component: Component) -> list[Paragraph]:
        """That effects may be left unused, where a component says so."""
        does = any(design.clauses or self.modifiers_on(design) for design in component.designs)
        if not component.optional or not does:
            return []
        return [
            Paragraph(
                self.label("optional"),
                origin=self.origin(f"component.{component.name}", component.words, self.declared(component.words)),
            )
        ]

    def first_state(self, component: Component) -> list[Paragraph]:
        """How a thing lies at first, where it is later turned to another of its states."""
        made: list[Paragraph] = []
        for name, field in component.fields.items():
            kind = self.program.kinds.get(field.type.base)
            if field.static or kind is None or "." not in field.type.base or component.root != component.name:
                continue
            states = [w.Group(Noun("member", member, field.type.base), single=True) for member in kind.members]
            noun, thing = Noun("field", name, component.name), Noun("component", component.name)
            any_thing: Any = w.Chosen(w.Group(thing))
            if int(field.default or 0) == 1:
                continue
            first = w.Compared(w.Attribute(noun, any_thing), "is_not", states[1])
            where = self.where_set(component.name, name, 1)
            key = "at_first_then" if where else "at_first"
            text = self.label(key, is_not=self.say.say.cond(first), where=where)
            made.append(
                Paragraph(
                    text,
                    origin=self.origin(f"component.{component.name}", component.words, self.declared(component.words)),
                )
            )
        return made

    def where_set(self, component: str, field: str, value: int) -> str:
        """The name of the step, action or rule in which things come into a state; empty if there is none."""
        steps = [node for action in self.program.actions.values() for node in walk(action.body)]
        named = [("step", node.words, node.body) for node in steps if isinstance(node, Step)]
        named += [("action", action.words, action.body) for action in self.program.actions.values()]
        rules = self.program.rules.values()
        named += [("rule", rule.words, clause.body) for rule in rules for clause in rule.clauses]
        for kind, words, body in named:
            for node in walk(body):
                if not isinstance(node, Set) or not isinstance(node.value, Const) or node.value.value != value:
                    continue
                if (node.target.store, node.target.owner, node.target.name) == (Store.THING_FIELD, component, field):
                    return self.say.name(words, kind)
        return ""

    def every_pairing(self, component: Component, table: Table) -> Paragraph | None:
        """A table that holds every pairing of its columns' values, in a sentence; None for any other table."""
        columns = [list(dict.fromkeys(row[at] for row in table.rows)) for at in range(len(table.headers))]
        heads = list(table.headers)
        if heads[-1] == self.label("copies") and len(columns[-1]) == 1:
            heads.pop()
            columns.pop()
        if not columns or len(table.rows) < 9 or len(table.rows) != prod(map(len, columns)):
            return None
        if any(design.has_own_name for design in component.designs):
            return None
        told = [f"{head.lower()} ({self.spanned(values)})" for head, values in zip(heads, columns, strict=True)]
        key = "every_pairing" if len(told) > 1 else "every_value"
        return Paragraph(self.label(key, list=self.say.say.series(told, "and")), origin=table.origin)

    def spanned(self, values: list[str]) -> str:
        """`2 to 14` for numbers in a row, else all of them."""
        if all(value.isdigit() for value in values) and len(values) > 2:
            numbers = [int(value) for value in values]
            if numbers == list(range(numbers[0], numbers[-1] + 1)):
                return self.say.say.span(values[0], values[-1])
        return ", ".join(values)

    def drawn(self, component: Component) -> Gallery | None:
        """Things that cover cells, drawn, with their other values below."""
        pictures = []
        for design in component.designs:
            picture = things.picture(self.say, component, design)
            if picture is None:
                return None
            picture.caption = ", ".join(value for _, value in self.facts(component, design))
            if design.copies > 1:
                picture.caption = f"{picture.caption} (×\u00a0{design.copies})".strip()
            pictures.append(picture)
        if not pictures:
            return None
        return Gallery(pictures, columns=12)

    def key(self, component: Component) -> list[Picture]:
        """What the letters on a component's pictures stand for, where no board has told it."""
        told = {f.type.base for board in self.program.boards.values() if board.maps for f in board.fields.values()}
        kinds = [f.type.base for f in component.fields.values() if f.static and f.type.t is T.MEMBER]
        told |= self.told_kinds
        self.told_kinds |= {*kinds}
        dots = things.dots_of(self.say, component)
        return [
            legend(self.say, picture_id("key", component.name, kind), looks(self.say, kind), dots)
            for kind in dict.fromkeys(kinds)
            if kind not in told
        ]

    def counts(self, label: str, component: Component) -> Noun | None:
        """The field under a heading, where it counts things: `3 crates` and not `crates 3`."""
        nouns = (Noun("field", name, component.name) for name, f in component.fields.items() if f.type.t is T.NUMBER)
        return next((noun for noun in nouns if self.say.say.is_several(noun) and self.say.field(noun) == label), None)

    def facts(self, component: Component, design: Design) -> list[tuple[str, str]]:
        """The fixed values of a design that are not drawn, with their names."""
        drawn = tuple(f"{part}_" for part in things.parts_of(self.program, component))
        made: list[tuple[str, str]] = []
        for name, field in component.fields.items():
            value = design.values.get(name)
            is_said = field.static and field.type.t in PRINTED and not (drawn and name.startswith(drawn))
            if is_said and (value or field.type.t is T.MEMBER):
                label = self.say.field(Noun("field", name, component.name))
                made.append((label, self.cell(component, name, value)))
        return [(label, value) for label, value in made if value not in ("", "–")]

    def told(self, section: Section, component: Component, *, noted: bool) -> None:
        """What each design does; once for all where they all do the same. `noted` says what each carries as well."""
        said = [(design, self.design(component, design)) for design in self.in_order(component)]
        texts = {"\n".join(text_of(one) for one in made) for _, made in said}
        if len(said) > 1 and len(texts) == 1 and "" not in texts:
            section.blocks.extend([*self.all_alike(component, section), *said[0][1]])
            return
        if not any(made for _, made in said):
            return
        self.shared_home = self.common_home(component)
        lead = self.all_from(self.shared_home, section)
        counts = {design.copies for design in component.designs}
        lead += self.in_brackets(component, counted=len(counts) > 1, valued=noted)
        if len(counts) == 1 and max(counts) > 1:
            noun = self.say.noun(Noun("component", component.name), 1)
            own = self.label("own_set", noun=noun) if self.is_own_set(component) else ""
            lead.append(own or self.label("of_each", n=max(counts)))
        if lead:
            origin = self.origin(f"component.{component.name}", component.words, self.declared(component.words))
            section.blocks.append(Paragraph(" ".join(lead), origin=origin))
        shared = self.shared_facts(component) if noted else set()
        for design, made in said:
            facts = self.carried(component, design, shared) if noted else []
            if len(counts) > 1:
                facts.insert(0, f"×\u00a0{design.copies}")
            if not made and facts:
                key = f"design.{component.name}.{design.words.name}"
                made = [Paragraph("", origin=self.origin(key, design.words))]
            self.labelled(section, design.words, "design", made, ", ".join(facts))
        self.shared_home = ""

    def common_home(self, component: Component) -> str:
        """The module of all of several designs; empty if there is no such one."""
        homes = {design.words.module for design in component.designs}
        return homes.pop() if len(homes) == 1 and len(component.designs) > 1 else ""

    def all_from(self, module: str, section: Section) -> list[str]:
        """Where all designs of a section are from, unless its title says so."""
        home = self.home_of(module)
        return [self.label("all_from", title=home)] if home and home != section.title else []

    def in_order(self, component: Component) -> list[Design]:
        """The designs as they lie on the table, else as their author has them: by the alphabet in every language."""
        names = [design.words.name for design in component.designs]
        placed = placing(component)
        if placed:
            return sorted(component.designs, key=lambda one: [int(one.values.get(name) or 0) for name in placed])
        is_named = all(design.has_own_name for design in component.designs)
        if is_named and len(names) >= SEVERAL_DESIGNS and names == sorted(names):
            return sorted(component.designs, key=lambda one: order(self.say.name(one.words, "design"), self.say.lang))
        return list(component.designs)

    def all_alike(self, component: Component, section: Section) -> Iterator[Paragraph]:
        """Before what all designs of a component do: where they are from, that they do, and what they count as."""
        key, values = "all_alike", {"noun": self.say.noun(Noun("component", component.name))}
        if component.root != component.name and component.root in self.program.components:
            key = "all_alike_kin"
            values["root"] = self.say.say.finish(self.say.say.one(w.Group(Noun("component", component.root))))
        origin = self.origin(f"component.{component.name}", component.words, self.declared(component.words))
        lead = self.all_from(self.common_home(component), section)
        yield Paragraph(" ".join([*lead, self.label(key, **values)]), origin=origin)

    def is_own_set(self, component: Component) -> bool:
        """Whether each player has one of each design."""
        zones = [z for z in self.program.zones.values() if z.one_of_each and z.component == component.name]
        return len(zones) == 1 and zones[0].per in (Per.PLAYER, Per.SIDE)

    def beside(self, component: Component, design: Design, placed: tuple[str, ...]) -> list[str]:
        """The values of a design beside those that say where it lies."""
        heads = {self.say.field(Noun("field", name, component.name)) for name in placed}
        shown = [(label, value) for label, value in self.facts(component, design) if label not in heads]
        yes = self.say.say.yes_no(True)
        return [
            lowered(label) if value == yes else f"{value} {lowered(label)}" if value.isdigit() else inner(value)
            for label, value in shown
        ]

    def shared_facts(self, component: Component) -> set[tuple[str, str]]:
        """The values that all of several designs have."""
        every = [set(self.facts(component, one)) for one in component.designs]
        return set.intersection(*every) if len(every) > 1 else set()

    def carried(self, component: Component, design: Design, shared: set[tuple[str, str]]) -> list[str]:
        """`rank 6`, `price 2 wood`: the values of a design that its name does not say already."""
        made: list[str] = []
        bare, before = self.bare_labels(component), ""
        for label, value in self.worth_telling(component, design, shared):
            word = lowered(label)
            if label in bare and before in bare and " " not in f"{made[-1]}{value}":
                made[-1] += f" {value}"
            elif label in bare:
                made.append(inner(value))
            before = label
            if label in bare:
                continue
            counted = self.counts(label, component) if value.isdigit() else None
            if counted is not None:
                made.append(f"{value}\u00a0{self.say.noun(counted, int(value))}")
                continue
            made.append(word if value == self.say.say.yes_no(True) else f"{word} {inner(value)}")
        return made

    def worth_telling(
        self, component: Component, design: Design, shared: set[tuple[str, str]]
    ) -> list[tuple[str, str]]:
        """The values of a design that say more than its name does, and are not those of every other."""
        silent = (self.say.say.yes_no(False), "0")
        name = plain(self.say.name(design.words, "design"))
        facts = [fact for fact in self.facts(component, design) if fact not in shared]
        return [(label, value) for label, value in facts if value not in silent and plain(value) != name]

    def bare_labels(self, component: Component) -> list[str]:
        """The headings of words and prices that stand alone in brackets, where a component has several of them."""
        fields = [(name, f) for name, f in component.fields.items() if f.static and f.type.t in (T.MEMBER, T.BUNDLE)]
        labels = [self.say.field(Noun("field", name, component.name)) for name, _ in fields]
        return labels if len(labels) >= SEVERAL_FACTS else []

    def in_brackets(self, component: Component, *, counted: bool, valued: bool) -> list[str]:
        """What stands in brackets after the names: of how many it is told, what each carries, where it is from."""
        if not counted and not self.bare_labels(component):
            return []
        shared = self.shared_facts(component)
        facts = [fact for one in component.designs for fact in self.worth_telling(component, one, shared)]
        told = [lowered(self.label("how_many"))] if counted else []
        told += dict.fromkeys(lowered(label) for label, _ in facts) if valued else ()
        added = {design.words.module for design in component.designs} - {self.shared_home}
        told += [lowered(self.label("from_where"))] if any(self.home_of(module) for module in added) else []
        return [self.label("in_brackets", list=self.say.say.series(told, "and"))]

    def design(self, component: Component, design: Design) -> list[Paragraph]:
        key = f"design.{component.name}.{design.words.name}"
        made = self.summary(key, design.words)
        if design.body:
            made.extend(self.paragraphs(self.say.body(design.body), key, design.words))
        made.extend(self.paragraphs(self.say.clauses(design.clauses), key, design.words))
        made.extend(self.paragraphs(self.say.clauses(self.modifiers_on(design)), key, design.words))
        remark = self.unused(component, design)
        if made and remark:
            made[-1] = replace(made[-1], text=f"{made[-1].text} {remark}")
        for worth in design.worths:
            made.extend(self.paragraphs(self.say.score(worth), key, design.words))
        return [*remarked_once(made), *self.remarks(key, design.words)]

    def unused(self, component: Component, design: Design) -> str:
        """Of a thing that works without being used, unlike others of its kind: since when, or in the midst of what."""
        used = {
            node.thing.type.sure().base
            for action in self.program.actions.values()
            for node in walk(action.body)
            if isinstance(node, Do) and node.field is None
        }
        if design.body or not {component.name, component.root} & used:
            return ""
        changes = self.modifiers_on(design)
        if any(change.body or change.limit for change in changes):
            return self.label("in_the_midst")
        if any(isinstance(node, This) for part in (design.clauses, changes) for node in walk(part)):
            return ""
        noun = self.say.say.finish(self.say.say.the(w.Group(Noun("component", component.name), single=True)))
        return self.label("by_itself", thing=noun) if design.clauses or changes else ""

    def modifiers_on(self, design: Design) -> list[Modifier]:
        return [modifier for modifier in self.modifiers if modifier.design is design]

    def field_table(self, component: Component) -> Table | None:
        """The fields of the designs, one row for all that are equal; their names where they have names of their own."""
        fields = component.fields
        names = [name for name, f in fields.items() if f.static and f.type.t in PRINTED]
        if not names or not component.designs:
            return None
        own = any(design.has_own_name for design in component.designs)
        headers = [self.label("name")] if own else []
        headers += [self.say.field(Noun("field", name, component.name)) for name in names]
        rows: dict[tuple[str, ...], int] = {}
        for design in component.designs:
            sign = self.origin(f"design.{component.name}.{design.words.name}", design.words).sign
            first = (f"{self.say.name(design.words, 'design')} {sign}".rstrip(),) if own else ()
            row = (*first, *(self.cell(component, name, design.values.get(name)) for name in names))
            rows[row] = rows.get(row, 0) + design.copies
        if self.is_own_set(component):
            # What is counted is what each player has.
            owner = next(z.per for z in self.program.zones.values() if z.one_of_each and z.component == component.name)
            rows = {row: count // self.owners(owner) for row, count in rows.items()}
        several = any(count > 1 for count in rows.values())
        told = [at for at, name in enumerate(names, 1) if own and fields[name].type.t is T.MEMBER]
        kept = [at for at in range(len(headers)) if at not in told or not all(says(row[0], row[at]) for row in rows)]
        headers = [headers[at] for at in kept]
        if several:
            headers.append(self.label("copies"))
        lines = [([row[at] for at in kept], count) for row, count in rows.items()]
        body = [[*row, str(count)] if several else row for row, count in lines]
        return narrowed(
            Table(
                headers,
                body,
                self.origin(f"component.{component.name}", component.words, self.declared(component.words)),
            ),
            own,
        )

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


def says(name: str, word: str) -> bool:
    """Whether a name begins with a word, which then needs no column of its own."""
    return len(word) > 2 and name.lower().startswith(f"{word.lower()} ")


def remarked_once(told: list[Paragraph]) -> list[Paragraph]:
    """Lines that end with the same remark in brackets: it is a sentence of its own below them."""
    found = [re.search(r" \([^()]*\)\.$", one.text) for one in told]
    remarks = [match[0] if match is not None else "" for match in found]
    if len(told) < 2 or not remarks[0] or len(set(remarks)) > 1:
        return told
    lines = [replace(one, text=one.text.removesuffix(remarks[0]) + ".") for one in told]
    said = remarks[0][2:-2]
    return [*lines, replace(told[-1], text=f"{said[:1].upper()}{said[1:]}.", items=[], is_remark=True)]


def inner(text: str) -> str:
    """A sentence as part of another sentence."""
    return text[:1].lower() + text[1:].rstrip(".") if text.endswith(".") else text


def lowered(label: str) -> str:
    """A heading within a sentence; an abbreviation stays as it is."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


def plain(text: str) -> str:
    """The letters of a name alone, to see whether two names are one."""
    return re.sub(r"\W", "", text).lower()


def narrowed(table: Table, named: bool) -> Table | None:
    """A table without the columns that only repeat the name, or say nothing at all; None if no column is left."""
    if not named:
        return table
    kept = [
        at
        for at in range(len(table.headers))
        if at == 0 or any(row[at] not in ("–", "") and plain(row[at]) != plain(row[0]) for row in table.rows)
    ]
    if len(kept) < 2:
        return None
    return Table([table.headers[at] for at in kept], [[row[at] for at in kept] for row in table.rows], table.origin)
