"""English noun phrases: owners, zones, memories, what primitives make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.english.text import (
    AN,
    BEST,
    POINTING,
    SAME_NOUN,
    THAT_THAT,
    genitive,
    is_plural,
    undetermined,
)
from rulewright.docgen.wording.frames import CLAUSE, Frame, is_person, join, made_of
from rulewright.docgen.wording.lexicon import NounForms, spoken
from rulewright.docgen.wording.plan import Noun, Np, Person, Phrase
from rulewright.docgen.wording.realise import Realiser
from rulewright.dsl.program import EVERYWHERE
from rulewright.dsl.types import T


class EnglishNouns(Realiser):
    """Noun phrases in English."""

    LAID_OUT = re.compile(r"(.+), and (lay them out .+)")

    CLAUSE_WORDS = ("a ", "an ", "at least ", "the ", "your ", "no ", "there ", "you ")

    PLACE_WORDS = (
        *("just", "beyond", "next", "exactly", "as", "within", "at", "in", "on", "from", "along", "between"),
        *("opposite", "inside", "outside", "around", "behind"),
    )

    # ---- text

    def finish(self, text: str) -> str:
        """The indefinite article before a vowel, and no doubled words."""
        text = text.replace(CLAUSE, "")
        text = THAT_THAT.sub(r"\1hat this ", self.number(text, False))
        text = re.sub(r" +([,.;:])", r"\1", re.sub(r"  +", " ", text))
        text = BEST.sub(lambda best: ("The " if best[1] == "A" else "the ") + best[2], SAME_NOUN.sub(r"\2", text))
        return AN.sub(r"\1n ", text).replace("'", "’")

    def series(self, texts: Sequence[str], word: str) -> str:
        if len(texts) < 2:
            return "".join(texts)
        return ", ".join(texts[:-1]) + f" {word} " + texts[-1]

    def clauses(self, texts: Sequence[str], word: str) -> str:
        if len(texts) == 2:
            # `that cell is empty or is not …`: the same thing is named once.
            subject = re.match(r"(?:that|the|this) [a-z]+(?: [a-z]+)? (?=is )", texts[0])
            if subject is not None and texts[1].startswith(subject[0]):
                return f"{texts[0]} {word} {texts[1].removeprefix(subject[0])}"
        if len(texts) < 3:
            return f" {word} ".join(texts)
        return ", ".join(texts[:-1]) + f", {word} " + texts[-1]

    def either_word(self, text: str) -> str:
        return "either " + text

    # ---- noun phrases

    def person(self, person: Person) -> str:
        return "you" if person is Person.YOU else "they"

    def whom(self, person: Person) -> str:
        return "you" if person is Person.YOU else "them"

    def in_state(self, frame: Frame, state: Noun) -> Frame:
        word = self.lex.noun(state).one
        return replace(frame, one=f"{word} {frame.one}", many=f"{word} {frame.many}")

    def owned(self, frame: Frame, owner: Any) -> Frame:
        """A phrase with its owner in front of it, or after it where the owner is long."""
        match owner:
            case None:
                return frame
            case Person.YOU:
                return replace(frame, det="your")
            case Person.THEY:
                return replace(frame, det="their")
            case w.It(noun=noun):
                return replace(frame, det="their" if is_person(noun) else "its")
            case w.That():
                return replace(frame, det="own", owner=genitive(self.the(owner)))
            case w.Group(noun=Noun(kind="basic" | "side")) if not owner.single:
                return replace(frame, det="own", owner=genitive(self.one(owner)))
            case _:
                return replace(frame, det="the", post=(frame.post + " of " + self.the(owner)).strip())

    def group(self, np: w.Group) -> Frame:
        noun = np.noun
        if noun.kind == "one":
            first = np.filters[0]
            assert isinstance(first, w.Filter)
            return self.frame(first.target)
        forms = self.head(noun)
        frame = Frame(forms.one, forms.many, "", "", forms.gender, forms.mass, np.single, plural=not np.single)
        match noun.kind:
            case "supply":
                frame = replace(
                    frame, post="in " + self.said(self.owned(Frame("supply", single=True, plural=False), np.owner))
                )
                return replace(frame, det="the")
            case "zone":
                return self.zone_things(np, forms)
            case "place":
                return self.owned(replace(frame, det="the", plural=False, single=True), np.owner)
            case "memory" if not np.single:
                return self.owned(self.remembered(noun, forms), np.owner)
            case "chosen":
                who = "you" if np.owner in (None, Person.YOU) else "they"
                return replace(frame, det="the", post=f"{who} chose", single=True, plural=False)
            case "member" | "design" | "direction" | "map" | "named" | "choice" | "memory" | "board" | "number":
                return self.named(np, forms, frame)
            case "kind" | "kindgroup" | "cellfield" | "field" if np.single:
                return self.owned(replace(frame, det="the"), np.owner)
            case "piece" if noun.name in self.only_ones and isinstance(np.owner, Person) and not np.filters:
                return self.owned(replace(frame, single=True, plural=False), np.owner)
            case _:
                return self.owned(replace(frame, det="the") if np.single else frame, np.owner)

    def named(self, np: w.Group, forms: NounForms, frame: Frame) -> Frame:
        if np.noun.kind in ("member", "direction", "named") or forms.proper:
            return Frame(fixed=forms.one, single=True, plural=False)
        if np.noun.kind in ("design", "map"):
            return Frame(fixed=forms.one[:1].upper() + forms.one[1:], single=True, plural=False)
        return self.owned(replace(frame, det="the"), np.owner)

    def remembered(self, noun: Noun, forms: NounForms) -> Frame:
        """A remembered set: by its own name where that is a plural, else its name as an adjective."""
        memory = self.lex.program.memories.get(noun.name)
        if memory is None or self.lex.entry("noun", noun.name) is not None:
            return Frame(forms.one, forms.many, "the")
        if noun.name.endswith("s"):
            return Frame(forms.one, forms.one, "the")
        elem = self.lex.noun(self.type_noun(memory.type))
        return Frame(f"{forms.one} {elem.one}", f"{forms.one} {elem.many}", "the")

    def zone_things(self, np: w.Group, forms: NounForms) -> Frame:
        """What lies in a zone: by the zone's own name where that is a plural, else the things in it."""
        zone = self.lex.noun(np.noun)
        base = spoken(self.lex.words(np.noun).name)
        entry = self.lex.entry("things", np.noun.name)
        if entry is not None and entry.get("those"):
            return Frame(entry["one"], self.lex.plural_of(entry), "those", single=np.single, plural=not np.single)
        if entry is not None:
            return self.owned(
                Frame(entry["one"], self.lex.plural_of(entry), "the", single=np.single, plural=not np.single), np.owner
            )
        if zone.one == forms.one:
            return self.owned(Frame(forms.one, forms.many, "the", single=np.single, plural=not np.single), np.owner)
        if forms.many.split()[-1] == base.split()[-1]:
            singular = base[: len(base) - len(base.split()[-1])] + forms.one.split()[-1]
            return self.owned(Frame(singular, base, "the", single=np.single, plural=not np.single), np.owner)
        at = self.at(np, lying=True)
        if at is not None:
            return Frame(forms.one, forms.many, "the", at, single=np.single, plural=not np.single)
        if np.owner is None and self.is_per_player(np.noun):
            place = "players' " + zone.many
        else:
            place = self.said(self.owned(Frame(zone.one, zone.many, "the", single=True, plural=False), np.owner))
        return Frame(forms.one, forms.many, "the", "in " + place, single=np.single, plural=not np.single)

    def is_per_player(self, noun: Noun) -> bool:
        zone = self.lex.program.zones.get(noun.name)
        return zone is not None and zone.per.value in ("player", "side")

    def cells_of(self, noun: Noun) -> NounForms:
        forms = self.lex.noun(noun)
        if forms.place:
            return forms
        cell = self.lex.noun(Noun("cell", self.board_of(noun)))
        word = forms.one
        if noun.kind == "cells_kindgroup" and word.endswith("s"):
            return NounForms(word.removesuffix("s"), word)
        return NounForms(f"{word} {cell.one}", f"{word} {cell.many}")

    def board_of(self, noun: Noun) -> str:
        """The board whose cells carry a kind."""
        for board in self.lex.program.boards.values():
            if any(f.type.elem.base == noun.home for f in board.fields.values()):
                return board.name
        return ""

    def headed_once(self, names: Sequence[str]) -> list[str]:
        """`grass hex` or `sand hex` is `grass` or `sand hex`."""
        *others, last = names
        head = " " + last.rsplit(" ", 1)[-1]
        same = " " in last and all(name.endswith(head) for name in others)
        return [*(name.removesuffix(head) for name in others), last] if same else list(names)

    def either_cells(self, parts: Sequence[w.Group]) -> Frame:
        cell = self.lex.noun(Noun("cell", self.board_of(parts[0].noun)))
        names = self.series([self.lex.noun(part.noun).one for part in parts], "or")
        return Frame(f"{names} {cell.one}", f"{names} {cell.many}")

    def other(self, np: Np) -> Frame:
        match np:
            case w.Cells(cells=(cell,), noun=noun) if self.is_middle(cell, noun):
                middle = self.lex.phrase("middle", noun.name) or "the middle cell"
                return Frame(fixed=middle, single=True, plural=False)
            case w.Cells(cells=cells, noun=noun):
                names = self.series([f"[{r},{c}]" for r, c in cells], "and") + " (row, column, counted from 0)"
                return Frame(fixed=names, single=len(cells) == 1, plural=len(cells) > 1)
            case w.Pick(which=which, source=source, ranks=ranks):
                return self.pick(which, source, ranks)
            case w.Ranked(source=source, ranks=ranks):
                frame = self.frame(source)
                if frame.fixed is not None:
                    return replace(frame, fixed=join(frame.fixed, self.ranking(ranks)))
                frame = replace(frame, det=frame.det or "the", loose=frame.loose or not frame.det)
                return replace(frame, post=(frame.post + " " + self.ranking(ranks)).strip())
            case w.Attribute(noun=noun, owner=owner):
                forms = self.head(noun)
                frame = Frame(forms.one, forms.many, single=True, plural=self.is_several(noun))
                if isinstance(owner, w.Someone):
                    return self.owned(frame, owner.person)
                if isinstance(owner, (w.It, w.That)):
                    return self.owned(frame, owner)
                return replace(frame, det="the", post="of " + self.the(owner))
            case w.Derived():
                return self.derived(np)
            case w.Choice(test=test, then=then, otherwise=otherwise):
                text = f"{self.the(then)} if {self.cond(test)}, otherwise {self.the(otherwise)}"
                return Frame(fixed=text, single=True, plural=False)
            case _:
                return Frame(fixed="none", single=True, plural=False)

    def pick(self, which: str, source: Np, ranks: Sequence[tuple[str, Any]]) -> Frame:
        frame = self.frame(source)
        if which == "first" and frame.fixed is None and self.is_heap(source):
            alike = self.is_common_dice(source) and frame.det == "the" and not frame.post
            one = "a " + frame.one if alike else "one of " + self.said(replace(frame, plural=True))
            return Frame(fixed=one, single=True, plural=False)
        if frame.fixed is not None or frame.det in POINTING:
            word = {"first": "the first of ", "last": "the last of ", "top": "the top of "}.get(which, "")
            whole = "them" if word and frame.det == "those" else self.said(frame)
            return Frame(fixed=word + whole, single=True, plural=False)
        lead = {"first": "first ", "last": "last ", "top": "top "}.get(which, "")
        if which == "top" and (pile := self.pile(source)) is not None:
            top = f"top {frame.one}"
            return Frame(top, top, "the", f"of {self.the(pile)}", single=True, plural=False)
        post = (frame.post + " " + self.ranking(ranks)).strip() if ranks else frame.post
        one = lead + frame.one
        det = "the" if not frame.det else frame.det
        return replace(frame, one=one, many=one, det=det, post=post, single=True, plural=False)

    def ranking(self, ranks: Sequence[tuple[str, Any]]) -> str:
        """`with the most gold and, if tied, with the fewest cards`."""
        texts = [self.rank(direction, value) for direction, value in ranks]
        return texts[0] + "".join(f" and, among those tied, {text}" for text in texts[1:])

    def rank(self, direction: str, value: Any) -> str:
        """`with the most gold`, `whose largest group has the most cells`."""
        most = direction == "most"
        match value:
            case w.Held(unit=unit):
                forms = self.head(unit)
                return f"with the {'most' if most else 'least' if forms.mass else 'fewest'} {forms.many}"
            case w.Count(source=source) if self.frame(source).fixed is None and not self.frame(source).single:
                frame = replace(self.frame(source), det="", single=False, plural=True)
                return f"with the {'most' if most else 'fewest'} {self.said(frame)}"
            case w.Count(source=source):
                whole, unit_word = undetermined(self.the(source)), self.head(made_of(source) or Noun("cell", "")).many
                return f"whose {whole} has the {'most' if most else 'fewest'} {unit_word}"
        if isinstance(value, Phrase) and (told := self.ranked_by(direction, value)) is not None:
            return told
        if isinstance(value, w.Attribute) and isinstance(value.owner, w.Group) and value.owner.noun.kind == "chosen":
            thing, field = self.head(value.owner.noun).one, self.head(value.noun).one
            return f"who chose the {thing} with the {'highest' if most else 'lowest'} {field}"
        if isinstance(value, w.Attribute) and self.is_member(value.noun):
            return f"in the {'last' if most else 'first'} {self.head(value.noun).one}"
        text = undetermined(self.the(value)).removesuffix(" of them").removesuffix(" of they")
        if isinstance(value, Phrase) and is_plural(text):
            return f"with the {'most' if most else 'fewest'} {text.removeprefix('number of ')}"
        return f"with the {'highest' if most else 'lowest'} {text}{' first' * (direction == 'by')}"

    def ranked_by(self, direction: str, value: Phrase) -> str | None:
        """What the author calls who has most, or least, of what a definition says."""
        told = self.lex.phrase("rank", f"{value.function.words.name}.{direction}")
        return self.fill(told, value) if told is not None else None

    def is_member(self, noun: Noun) -> bool:
        """Whether a field holds one of a row of words, which have an order but no size."""
        component = self.lex.program.components.get(noun.home)
        found = component.fields.get(noun.name) if component is not None else None
        return found is not None and found.type.t is T.MEMBER

    def derived(self, np: w.Derived) -> Frame:
        args = np.args
        texts = [self.the(arg) for arg in args]
        cell = self.head(np.noun)
        a = texts[0] if texts else ""
        match np.word:
            case "occupied":
                return Frame("occupied " + cell.one, "occupied " + cell.many)
            case "next_to":
                return Frame(cell.one, cell.many, "the", "next to " + self.one(args[0]))
            case "groups":
                inner = self.frame(args[0])
                return Frame("connected group", "connected groups", "", "of " + self.said(inner))
            case "shift":
                steps = args[2] if len(args) > 2 else w.Number(1)
                way = f"to the {texts[1]}" if isinstance(args[1], w.Group) else f"in {texts[1]}"
                far = "next" if steps == w.Number(1) else self.counted(steps, w.Group(np.noun))
                lead = f"the {cell.one} {far} {way} of {a}" if far != "next" else f"the next {cell.one} {way} of {a}"
                return Frame(fixed=lead, single=True, plural=False)
            case "ray":
                return Frame(texts[2], texts[2], fixed=f"the line of {texts[2]} from {a} in {texts[1]}", plural=False)
            case "grow":
                reach = "" if args[2] == w.Number(EVERYWHERE) else f" within {texts[2]} steps"
                return Frame(fixed=f"all of {texts[1]} connected to {a}{reach}", plural=True)
            case "parts":
                return Frame(self.head(args[1].noun).one, self.head(args[1].noun).many, "the", "of " + a, loose=True)  # type: ignore[union-attr]
            case "rows":
                return Frame("row", "rows", "the" if a else "", "of " + a, loose=True)
            case "columns":
                return Frame("column", "columns", "the" if a else "", "of " + a, loose=True)
            case "width" | "height":
                return Frame(fixed=f"the {np.word} of {a}", single=True, plural=False)
            case "opposite":
                return Frame(fixed=f"the direction opposite to {a}", single=True, plural=False)
            case "distinct":
                return Frame("different value", "different values", "", "among " + a)
            case _:
                return self.laid_out(np, texts, cell)

    def laid_out(self, np: w.Derived, texts: Sequence[str], cell: NounForms) -> Frame:
        """The primitives of rows, and of things that cover several cells."""
        a = texts[0] if texts else ""
        match np.word:
            case "spots":
                return Frame("spot", "spots", "", join("for", a, "on", texts[1] if len(texts) > 1 else ""))
            case "part":
                return Frame(fixed=f"the part “{texts[1]}” of {a}", single=True, plural=False)
            case "spot_cells":
                return Frame(cell.one, cell.many, "the", "of " + a)
            case "laid":
                return Frame(cell.one, cell.many, "the", "covered by " + a)
            case "player_of":
                return Frame("player", "players", "", "of " + a)
            case "position":
                return Frame(fixed=f"{genitive(a)} place in its row", single=True, plural=False)
            case _:
                return Frame(fixed=f"the {spoken(np.word)} of {self.series(texts, 'and')}", plural=False)
