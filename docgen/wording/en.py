"""English: noun phrases, conditions and values. The sentences themselves are in `en_acts`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.lexicon import NounForms, Reads, spoken
from rulewright.docgen.wording.plan import Noun, Np, Person, Phrase, Rel
from rulewright.docgen.wording.realise import (
    CLAUSE,
    Frame,
    Realiser,
    against_you,
    is_count,
    is_state,
    made_of,
    on_which,
    unrepeated,
)
from rulewright.docgen.wording.scope import walk
from rulewright.docgen.wording.terms import noun_of
from rulewright.dsl.plurals import plural
from rulewright.dsl.program import EVERYWHERE

_OPS = {
    "is": "is",
    "is_not": "is not",
    "less": "is less than",
    "at_most": "is at most",
    "more": "is more than",
    "at_least": "is at least",
}
_POINTING = ("that", "those", "this", "these")
_STATE = {"is": "is", "is_not": "is not"}
_AMOUNTS = {
    "is": "exactly {}",
    "is_not": "any number but {} of",
    "less": "fewer than {}",
    "at_most": "at most {}",
    "more": "more than {}",
    "at_least": "at least {}",
}
_AGAINST_YOU = {
    "is": "as many {} as",
    "less": "fewer {} than",
    "at_most": "no more {} than",
    "more": "more {} than",
    "at_least": "at least as many {} as",
}
_AN = re.compile(r"\b([Aa]) (?=(?:[aeiou]|[AEIO][a-z]|8|11\b|18\b))(?!(?:one\b|once\b|uni[^nm]|use|usu|eu))")
_IT = re.compile(r"\b(?:it|its|they|them|their)\b")
_PREP_IT = re.compile(r"(?: and)? (next to|in|on|from|to|toward|under|at) it\b(?! is)")
_THAT_THAT = re.compile(r"\b([Tt])hat that (?!is\b|are\b)")


class EnglishNouns(Realiser):
    """Noun phrases, values and conditions in English."""

    CLAUSE_WORDS = ("a ", "an ", "the ", "your ", "no ", "there ", "you ")
    PLACE_WORDS = (
        *("just", "beyond", "next", "exactly", "as", "within", "at", "in", "on", "from", "along", "between"),
        *("opposite", "inside", "outside", "around", "behind"),
    )

    # ---- text

    def finish(self, text: str) -> str:
        """The indefinite article before a vowel, and no doubled words."""
        text = text.replace(CLAUSE, "")
        text = _THAT_THAT.sub(r"\1hat this ", self.number(text, False))
        text = re.sub(r" +([,.;:])", r"\1", re.sub(r"  +", " ", text))
        return _AN.sub(r"\1n ", text).replace("'", "’")

    def series(self, texts: Sequence[str], word: str) -> str:
        if len(texts) < 2:
            return "".join(texts)
        return ", ".join(texts[:-1]) + f" {word} " + texts[-1]

    def clauses(self, texts: Sequence[str], word: str) -> str:
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
        if entry is not None:
            return self.owned(
                Frame(entry["one"], self.lex.plural_of(entry), "the", single=np.single, plural=not np.single), np.owner
            )
        if forms.many.split()[-1] == base.split()[-1]:
            singular = base[: len(base) - len(base.split()[-1])] + forms.one.split()[-1]
            return self.owned(Frame(singular, base, "the", single=np.single, plural=not np.single), np.owner)
        at = self.at(np)
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

    def either_cells(self, parts: Sequence[w.Group]) -> Frame:
        cell = self.lex.noun(Noun("cell", self.board_of(parts[0].noun)))
        names = self.series([self.lex.noun(part.noun).one for part in parts], "or")
        return Frame(f"{names} {cell.one}", f"{names} {cell.many}")

    def other(self, np: Np) -> Frame:
        match np:
            case w.Cells(cells=(cell,), noun=noun) if self.is_middle(cell, noun):
                return Frame(fixed="the middle cell", single=True, plural=False)
            case w.Cells(cells=cells, noun=noun):
                names = self.series([f"[{r},{c}]" for r, c in cells], "and")
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
            return Frame(fixed="one of " + self.said(replace(frame, plural=True)), single=True, plural=False)
        if frame.fixed is not None or frame.det in _POINTING:
            word = {"first": "the first of ", "last": "the last of ", "top": "the top of "}.get(which, "")
            return Frame(fixed=word + self.said(frame), single=True, plural=False)
        lead = {"first": "first ", "last": "last ", "top": "top "}.get(which, "")
        if which == "top" and (pile := self.pile(source)) is not None:
            top = f"top {frame.one}"
            return Frame(top, top, "the", f"of {self.the(pile)}", single=True, plural=False)
        post = (frame.post + " " + self.ranking(ranks)).strip() if ranks else frame.post
        one = lead + frame.one
        det = "the" if not frame.det else frame.det
        return replace(frame, one=one, many=one, det=det, post=post, single=True, plural=False)

    def ranking(self, ranks: Sequence[tuple[str, Any]]) -> str:
        """`with the most gold, then the fewest cards`."""
        texts = [self.rank(direction, value) for direction, value in ranks]
        return texts[0] + "".join(", then " + text.removeprefix("with ") for text in texts[1:])

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
        text = undetermined(self.the(value)).removesuffix(" of them").removesuffix(" of they")
        if isinstance(value, Phrase) and is_plural(text):
            return f"with the {'most' if most else 'fewest'} {text.removeprefix('number of ')}"
        return f"with the {'highest' if most else 'lowest'} {text}{' first' * (direction == 'by')}"

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
                return Frame("group", "groups", "", "of " + self.said(inner))
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
                return Frame(self.head(args[1].noun).one, self.head(args[1].noun).many, "the", "of " + a)  # type: ignore[union-attr]
            case "rows":
                return Frame("row", "rows", "the" if a else "", "of " + a)
            case "columns":
                return Frame("column", "columns", "the" if a else "", "of " + a)
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
                return Frame(fixed=f"the place of {a} in its row", single=True, plural=False)
            case _:
                return Frame(fixed=f"the {spoken(np.word)} of {self.series(texts, 'and')}", plural=False)

    # ---- phrases of definitions

    def unworded(self, np: Phrase, forms: NounForms) -> Frame:
        name = self.lex.noun(Noun("named", np.function.words.name)).one
        things = [self.the(arg) for _, arg in np.args]
        post = "of " + self.series(things, "and") if things else ""
        frame = Frame(name, name, "the", post, single=np.single, plural=not np.single)
        return self.owned(frame, np.owner) if np.owner is Person.YOU and not things else frame

    def wrapped(self, template: str, np: Phrase) -> Frame | None:
        """`free {area}`: adjectives before an argument."""
        match = re.fullmatch(r"((?:[a-z-]+ )+)\{(\w+)\}", template)
        args = dict(np.args)
        if (
            match is None
            or match.group(2) not in args
            or np.single
            or match.group(1).startswith(("the ", "in ", "on "))
        ):
            return None
        inner, adjective = self.frame(args[match.group(2)]), match.group(1)
        if inner.fixed is not None or inner.det in ("the", "own", *_POINTING) or inner.single:
            cell = self.head(self.element(np))
            return Frame(adjective + cell.one, adjective + cell.many, "", "of " + self.said(inner))
        return replace(inner, one=adjective + inner.one, many=adjective + inner.many)

    def parsed(self, text: str, np: Phrase, forms: NounForms, reads: Reads) -> Frame:
        """`the empty cells of …`: a determiner, adjectives and a known noun; else the text as it stands."""
        match = re.match(r"(the |your |their |)((?:[\w-]+ ){0,3}?)([\w-]+)(?= |$|,)", text)
        heads = {**self.lex.heads(), forms.many: forms.one}
        at = re.match(r"(the |your |their |)(.*)$", text)
        assert at is not None and match is not None
        det, rest = at.group(1).strip(), at.group(2)
        words = rest.split(" ")
        if det == "the" and not np.single and " each " in rest and forms.one in words:
            at_noun = words.index(forms.one)
            lead, post = " ".join(words[:at_noun]), " ".join(words[at_noun + 1 :])
            return Frame(join(lead, forms.one), join(lead, forms.many), "the", post)
        for index, word in enumerate(words[:5]):
            if word in heads and not np.single:
                lead = " ".join(words[:index]) + (" " if index else "")
                post = " ".join(words[index + 1 :])
                return Frame(lead + heads[word], lead + word, det, post)
            if word in ("of", "that", "in", "on", "from", "who", "with", "to", "next"):
                break
        several = np.function.type.is_list
        return Frame(fixed=text, single=np.single or (det == "the" and not several), plural=not np.single)

    def split_det(self, one: str, many: str) -> tuple[str, str, str]:
        for det in ("the", "your", "their"):
            if many.startswith(det + " "):
                return det, one.removeprefix(det + " "), many.removeprefix(det + " ")
        return "", re.sub(r"^an? ", "", one), many

    def possessives(self, template: str, args: dict[str, Any], np: Phrase) -> str:
        """`the stones of {p}` is `your stones` where p is you, and `your` is `their` where you are they."""
        if np.owner is Person.THEY or isinstance(np.owner, (w.It, w.That)):
            template = re.sub(r"\byour\b", "their", re.sub(r"\byou\b", "they", template))
        for name, arg in args.items():
            if isinstance(arg, w.It) and not is_person(arg.noun):
                template = re.sub(r"\b[Tt]he ([^{}]+?) of \{" + name + r"\}", r"its \1", template)
            if not isinstance(arg, (w.Someone, w.It)) or (isinstance(arg, w.It) and not is_person(arg.noun)):
                continue
            you = isinstance(arg, w.Someone) and arg.person is Person.YOU
            det = "your" if you else "their"
            hole = re.escape("{" + name + "}")
            made = re.sub(rf"\b[Tt]he ([^{{}}]+?) of {hole}", rf"{det} \1", template)
            if made != template and you:
                made = re.sub(r"\btheir\b", "your", made)
            made = re.sub(rf"\b(both|all|two|three) (\w+) of {hole}", rf"\1 {det} \2", made)
            template = re.sub(rf"(?<=\w) {hole}", " you" if you else " them", made)
            if not you:
                template = re.sub(rf"{hole} is\b", "they are", template)
            else:
                template = re.sub(rf"{hole} is\b", "you are", template)
        return template

    # ---- one, each, any, so many

    def said(self, frame: Frame) -> str:
        if frame.fixed is not None:
            return join(frame.fixed, frame.post)
        word = frame.many if frame.plural and not frame.mass else frame.one
        if frame.det == "it":
            return "it" if not (is_person_word(frame.one) or frame.plural) else "they"
        if frame.det == "that" and frame.order:
            return join("the", "first" if frame.order == 1 else "second", word, frame.post)
        det = frame.owner if frame.det == "own" else frame.det
        return self.number(join(det, word, frame.post), frame.plural and not frame.mass)

    def one(self, np: Any) -> str:
        frame = self.frame(np)
        if frame.single:
            return self.said(frame)
        if frame.fixed is not None:
            return "one of " + self.said(frame)
        if not frame.det or (frame.loose and frame.det == "the"):
            return join("" if frame.mass else "a", frame.one, frame.post)
        return "one of " + self.said(replace(frame, plural=True))

    def each(self, np: Any) -> str:
        frame = self.frame(np)
        if frame.single:
            return self.said(frame)
        loose = frame.loose and frame.det == "the"
        if frame.fixed is not None or (frame.det and not loose):
            return "each of " + self.said(frame)
        return join("each", frame.one, frame.post)

    def any(self, np: Any) -> str:
        """After a negation: `not next to any of your pawns`."""
        frame = self.frame(np)
        if frame.single or frame.mass:
            return self.said(frame)
        if frame.fixed is not None or frame.det:
            return "any of " + self.said(frame)
        return join("a", frame.one, frame.post)

    def counted(self, number: Any, np: Any) -> str:
        frame, text = self.frame(np), self.the(number)
        if not isinstance(number, w.Number) and frame.fixed is None and not frame.det:
            there = f"there are {self.said(replace(self.frame(number.source), det=''))}" if is_count(number) else text
            return join("as many", frame.many, frame.post, "as", there)
        if frame.fixed is not None or (frame.det and not (frame.loose and frame.det == "the")):
            return f"{text} of {self.said(replace(frame, plural=True))}"
        return join(text, frame.one if text == "1" or frame.mass else frame.many, frame.post)

    def number_of(self, np: Any) -> str:
        frame = self.frame(np)
        if frame.single and isinstance(np, Phrase):
            return "the size of " + self.said(frame)
        return "the number of " + self.said(replace(frame, plural=True) if not frame.single else frame)

    # ---- filters

    def filter_text(self, filter_: w.Filter | w.Such, frame: Frame) -> str:
        if isinstance(filter_, w.Such):
            return self.relative(filter_.test)
        target, neg = filter_.target, filter_.negated
        no = ("that ⟦is|are⟧ not " if frame.post else "not ") if neg else ""
        spoken_of = self.any(target) if neg else self.one(target)
        match filter_.rel:
            case Rel.NEXT_TO:
                return f"{no}next to {spoken_of}"
            case Rel.ON:
                inner = self.frame(target)
                if inner.place:
                    return no + inner.post
                if inner.post and inner.one == self.cell_of(target) and frame.one.endswith(inner.one):
                    return no + inner.post
                if isinstance(target, w.Group) and target.noun.kind == "memory":
                    return self.remembered_as(target, neg)
                if isinstance(target, w.Derived) and target.word == "occupied":
                    return "that ⟦is|are⟧ empty" if neg else "that ⟦is|are⟧ occupied"
                if isinstance(target, w.Group) and target.noun.kind == "piece" and self.is_cell_frame(frame):
                    return f"{no}occupied by {spoken_of}"
                return f"{no}on {spoken_of}"
            case Rel.AMONG:
                if isinstance(filter_.target, w.Group) and filter_.target.noun.kind == "one":
                    return ""
                if neg and isinstance(target, w.Group) and isinstance(target.owner, Person) and not target.filters:
                    return f"other than {'yours' if target.owner is Person.YOU else 'theirs'}"
                return f"other than {self.the(target)}" if neg else f"among {self.the(target)}"

    def remembered_as(self, target: w.Group, neg: bool) -> str:
        """One of a remembered set, by the catalogue's own clause where it has one."""
        said = self.lex.phrase("not_in" if neg else "in", target.noun.name)
        return said or f"that ⟦is|are⟧ {'not ' * neg}one of {self.the(target)}"

    def is_cell_frame(self, frame: Frame) -> bool:
        return self.lex.noun(Noun("cell", "")).one in frame.one.split()

    def cell_of(self, target: Any) -> str:
        return self.head(self.element(target)).one if isinstance(target, Phrase) else ""

    def chain(self, posts: Sequence[str]) -> str:
        said = unrepeated([post for post in posts if post], "such that ")
        if len(said) == 2 and said[1].startswith("not ") and not said[0].startswith("not "):
            return " but ".join(said)
        return " and ".join(said) if len(said) < 3 else ", ".join(said[:-1]) + ", and " + said[-1]

    def relative(self, test: Any) -> str:
        """A condition on the thing itself, after its noun."""
        if (rival := against_you(test)) is not None:
            unit, op = rival
            return f"with {_AGAINST_YOU[op].format(self.head(unit).many)} you"
        told = self.by_field(test) or self.by_holding(test) or self.by_phrase(test)
        if told is not None:
            return told
        if (rest := on_which(test)) is not None:
            return "on which " + self.cond(rest)
        said = self.clause_about(self.cond(test))
        persons = any(isinstance(node, w.It) and is_person(node.noun) for node in walk(test))
        return "for whom " + said.removeprefix("such that ") if persons and said.startswith("such that ") else said

    def by_field(self, test: Any) -> str | None:
        """`whose rank is 3`, `without a colour`."""
        match test:
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.Attribute() as other) if (
                self.head(noun).one == self.head(other.noun).one
            ):
                return self.alike(noun, other)
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is" | "is_not" as op, right=w.Nothing()):
                return ("without a " if op == "is" else "with a ") + self.head(noun).one
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.That(noun=kind) as other) if (
                self.head(noun).one == self.head(kind).one
            ):
                return "of " + self.the(other)
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.Someone(person=person)):
                return f"whose {self.head(noun).one} {self.person(person)} are"
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op=op, right=right):
                return f"whose {self.head(noun).one} {_OPS[op]} {self.the(right)}"
            case w.Compared(left=w.It(), op="is" | "is_not" as op, right=right):
                return f"that {_OPS[op]} {self.the(right)}"
        return None

    def by_holding(self, test: Any) -> str | None:
        """`with at least 3 pawns`."""
        match test:
            case w.Compared(left=w.Held(unit=unit, owner=w.It()), op=op, right=right) if op in _AMOUNTS:
                return "with " + self.so_many(op, right, self.head(unit))
            case w.Exists(source=w.Group(owner=w.It()) as source, negated=neg):
                return ("with no " if neg else "with ") + self.bare(source, neg)
            case w.Counted(source=w.Group(owner=w.It()) as source, op=op, number=number):
                return "with " + self.so_many_of(op, number, source)
            case w.Supply(owner=w.It(), piece=piece, op=op, number=number):
                return "with " + self.left_over(piece, op, number) + " left in their supply"
            case w.Exists(source=Phrase(owner=w.It()) as source, negated=neg):
                frame = self.frame(source)
                if frame.fixed is None and frame.det == "their":
                    return join("with no" if neg else "with a", frame.many if neg else frame.one, frame.post)
        return None

    def by_phrase(self, test: Any) -> str | None:
        """What a definition or a flag calls the thing."""
        match test:
            case w.Stated(phrase=phrase, negated=neg) if phrase.args and isinstance(phrase.args[0][1], w.It):
                reads = self.lex.reads(phrase.function)
                if reads is not None and self.is_predicate(phrase, reads):
                    return ("not " if neg else "") + self.fill(reads.text, phrase)
            case w.Flag(noun=noun, owner=w.It(), negated=neg):
                said = self.lex.phrase("flag", noun.name)
                return said if said and not neg else f"that ⟦is|are⟧ {'not ' * neg}{self.lex.noun(noun).one}"
            case w.Stands(subject=w.Attribute(noun=noun, owner=w.It()), rel=rel, target=target, negated=neg):
                where = self.filter_text(w.Filter(rel, target, neg), Frame())
                return f"whose {self.head(noun).one} is {where}"
        return None

    def clause_about(self, clause: str) -> str:
        """A clause on a thing, hung on its noun by the pronoun that stands for it, if it has one."""
        if clause.startswith(("they are ", "they have ")) and len(_IT.findall(clause)) == 1:
            verb = "⟦is|are⟧" if clause.startswith("they are ") else "⟦has|have⟧"
            return f"who {verb} {clause.split(' ', 2)[2]}"
        lone = len(_IT.findall(clause)) == 1
        if lone and clause.startswith("it ") and not clause.startswith("it is not true"):
            return "that " + self.both_numbers(clause.removeprefix("it "))
        if lone and clause.startswith(("their ", "its ")):
            return "whose " + clause.split(" ", 1)[1]
        found = _PREP_IT.findall(clause)
        if len(found) == 1 and len(_IT.findall(clause)) == 1:
            return f"{found[0]} which {_PREP_IT.sub('', clause, count=1)}"
        return "such that " + clause

    def both_numbers(self, predicate: str) -> str:
        """What one thing is, and what several are: `is a coin` and `are coins`."""
        verb, _, rest = predicate.partition(" ")
        many = {"is": "are", "has": "have", "does": "do"}.get(verb)
        if many is None:
            return f"⟦{verb}|{verb.removesuffix('s')}⟧ {rest}"
        found = re.fullmatch(r"(not )?an? ((?:[\w-]+ )*)([\w-]+)", rest)
        if verb == "is" and found is not None:
            heads = {one: many for many, one in self.lex.heads().items()}
            things = found[2] + heads.get(found[3], plural(found[3]))
            return f"⟦is {rest}|are {found[1] or ''}{things}⟧"
        return f"⟦{verb}|{many}⟧ {rest}"

    def alike(self, noun: Noun, other: w.Attribute) -> str:
        """`of the same colour as that card`, `of that card's colour`."""
        if noun != other.noun:
            return "of " + self.the(other)
        same = f"of the same {self.head(noun).one}"
        return same if isinstance(other.owner, w.It) else f"{same} as {self.the(other.owner)}"

    def bare(self, source: w.Group, many: bool) -> str:
        frame = replace(self.frame(source), det="")
        if many:
            return self.said(replace(frame, plural=not source.single))
        return join("a", frame.one, frame.post)

    def so_many(self, op: str, number: Any, forms: NounForms) -> str:
        if op in ("is", "at_most") and number == w.Number(0):
            return "no " + forms.many
        if (op, number) in (("more", w.Number(0)), ("at_least", w.Number(1))):
            return "any " + forms.many if forms.mass else "at least 1 " + forms.one
        text = _AMOUNTS[op].format(self.the(number))
        return f"{text} {forms.one if number == w.Number(1) or forms.mass else forms.many}"

    def so_many_of(self, op: str, number: Any, source: Any) -> str:
        frame = self.frame(source)
        zone = isinstance(source, w.Group) and source.noun.kind == "zone"
        loose = frame.loose or zone or frame.det in ("your", "their", "its")
        bare = replace(frame, det="") if loose else frame
        if bare.fixed is not None or bare.det:
            return _AMOUNTS[op].format(self.the(number)) + " of " + self.said(bare)
        return join(self.so_many(op, number, NounForms(bare.one, bare.many)), bare.post)

    def left_over(self, piece: Noun, op: str, number: Any) -> str:
        forms = self.head(piece)
        if op == "more" and number == w.Number(0):
            return f"a {forms.one}"
        return self.so_many(op, number, forms)

    # ---- values

    def held(self, unit: Noun, owner: Any) -> str:
        forms = self.head(unit)
        frame = self.owned(Frame(forms.one, forms.many, "the", mass=forms.mass), owner)
        return self.said(frame) if forms.mass else "the number of " + self.said(frame)

    def arith(self, op: str, texts: Sequence[str], args: Sequence[Any]) -> str:
        match op:
            case "add":
                return " plus ".join(texts)
            case "sub":
                return " minus ".join(texts)
            case "mul":
                if args[0] == w.Number(2):
                    return "twice " + texts[1]
                return " times ".join(texts)
            case "div_down" | "div_up":
                way = "down" if op == "div_down" else "up"
                share = "half of" if args[1] == w.Number(2) else f"{texts[0]} divided by {texts[1]}"
                return f"half of {texts[0]}, rounded {way}" if share == "half of" else f"{share}, rounded {way}"
            case _:
                return "minus " + texts[0]

    def gathered(self, value: w.Gathered) -> str:
        each = self.said(replace(self.frame(value.source), plural=True))
        if isinstance(value.value, w.Attribute) and isinstance(value.value.owner, w.It):
            forms = self.head(value.value.noun)
            lead = {
                "sum": f"the total {forms.one}",
                "most": f"the highest {forms.one}",
                "least": f"the lowest {forms.one}",
            }
            return f"{lead.get(value.word, 'the ' + forms.many)} of {each}"
        inner = self.the(value.value)
        if value.word == "union" and value.source == w.Group(Noun("basic", "direction")):
            return f"{inner}, in every direction"
        lead2 = {"sum": "the sum of", "most": "the highest of", "least": "the lowest of", "union": "all of"}
        return f"{lead2.get(value.word, 'the list of')} {inner} for {self.each(value.source)}"

    def all_true(self, of: str) -> str:
        return f"all of this must be true of {of}"

    def yes_no(self, value: bool) -> str:
        return "yes" if value else "no"

    def span(self, low: str, high: str) -> str:
        return f"{low} to {high}"

    def amount(self, amount: Any) -> str:
        match amount:
            case w.Units(number=number, noun=noun):
                forms = self.head(noun)
                text = self.the(number)
                if isinstance(number, w.Number):
                    return f"{text} {forms.one if number.value == 1 else forms.many}"
                if isinstance(number, w.Attribute) and self.head(number.noun).many == forms.many:
                    frame = replace(self.frame(number), single=False, plural=True)
                    return self.said(frame)
                if text.startswith("the number of ") and not isinstance(number, Phrase):
                    return f"1 {forms.one} for each of {text.removeprefix('the number of ')}"
                return f"{forms.many} equal to {text}"
            case w.AnyUnits(number=number, noun=noun):
                one = number == w.Number(1)
                forms = self.lex.noun(Noun("unitgroup", noun.name.removesuffix("s")))
                return f"{self.the(number)} {forms.one if one else forms.many} of your choice"
            case w.AllUnits(nouns=nouns):
                if nouns[0].kind == "unitgroup":
                    return f"all your {spoken(nouns[0].name)}"
                return self.series([f"all your {self.head(noun).many}" for noun in nouns], "and")
            case w.Worth(value=value):
                return self.the(value)
            case w.Together(parts=parts, word=word):
                texts = [self.amount(part) for part in parts]
                if word == "and" and isinstance(parts[-1], w.Together):
                    texts[-1] = "either " + texts[-1]
                return self.series(texts, word)
            case _:
                return self.the(amount)

    # ---- conditions

    def compared(self, cond: w.Compared) -> str:
        left, op, right = cond.left, cond.op, cond.right
        if op == "can_pay":
            return f"{self.the(left)} can pay {self.the(right)}"
        if isinstance(left, w.Held) and isinstance(right, w.Number) and op in _AMOUNTS:
            subject, have = self.haver(left.owner)
            if subject:
                return f"{subject} {have} {self.so_many(op, right, self.head(left.unit))}"
        if isinstance(right, w.Nothing) or isinstance(left, w.Nothing):
            what = left if isinstance(right, w.Nothing) else right
            frame = self.frame(what)
            if frame.fixed is None and frame.one:
                return f"there is {'no' if op == 'is' else 'a'} {join(frame.one, frame.post)}"
        said = self.predicate(left, right)
        if said is not None and op in ("is", "is_not"):
            return said if op == "is" else self.denied(said)
        if isinstance(left, w.Attribute) and isinstance(right, w.Group) and is_state(right.noun) and op in _STATE:
            return f"{self.the(left.owner)} {_STATE[op]} {self.lex.noun(right.noun).one}"
        if isinstance(left, w.Held) and isinstance(right, w.Held) and left.unit == right.unit and op in _AGAINST_YOU:
            return self.has_against(left, op, right)
        if isinstance(left, Phrase) and (holding := self.has_things(left, op, right)) is not None:
            return holding
        if isinstance(left, Phrase) and op == "is" and isinstance(right, w.Number):
            ranked = self.ranked(left, right)
            if ranked is not None:
                return ranked
        if isinstance(left, w.Someone):
            return f"{self.the(left)} are {'not ' if op == 'is_not' else ''}{self.the(right)}"
        if isinstance(right, w.Someone) and op in ("is", "is_not"):
            be = "are" if op == "is" else "are not"
            return f"{self.the(right)} {be} {self.the(left)}"
        return f"{self.the(left)} {_OPS[op]} {self.the(right)}"

    def has_against(self, left: w.Held, op: str, right: w.Held) -> str:
        """`you have less gold than an opponent`."""
        forms = self.head(left.unit)
        subject, have = self.haver(left.owner)
        more = _AGAINST_YOU[op].format(forms.many)
        if forms.mass:
            more = more.replace("fewer", "less").replace("as many", "as much")
        return f"{subject} {have} {more} {self.haver(right.owner)[0]}"

    def has_things(self, left: Phrase, op: str, right: Any) -> str | None:
        """`you have fewer cards than each opponent`, where a phrase gives a number as somebody's things."""
        who = left.args[0][1] if len(left.args) == 1 else None
        text = self.the(left)
        if not isinstance(who, (w.Someone, w.It)) or not is_plural(undetermined(text)) or op not in _AGAINST_YOU:
            return None
        things = undetermined(text).removeprefix("number of ")
        subject, have = self.haver(who.person if isinstance(who, w.Someone) else who)
        if isinstance(right, w.Number):
            return f"{subject} {have} {self.so_many(op, right, NounForms(things.removesuffix('s'), things))}"
        if isinstance(right, Phrase) and right.function is left.function:
            return f"{subject} {have} {_AGAINST_YOU[op].format(things)} {self.the(right.args[0][1])}"
        return None

    def ranked(self, phrase: Phrase, number: w.Number) -> str | None:
        """A number that a phrase calls a rank: `you rank 1st in it`."""
        template = self.lex.phrase("ranked", phrase.function.words.name)
        if template is None:
            return None
        return self.fill(template.replace("{n}", ordinal(number.value)), phrase)

    def predicate(self, left: Any, right: Any) -> str | None:
        if isinstance(right, w.Group) and right.noun.kind == "member":
            return self.lex.phrase("predicate", f"{right.noun.home}.{right.noun.name}", right.noun.name)
        return None

    def haver(self, owner: Any) -> tuple[str, str]:
        match owner:
            case Person.YOU:
                return "you", "have"
            case Person.THEY:
                return "they", "have"
            case w.It(noun=noun):
                return ("they", "have") if is_person(noun) else ("it", "has")
            case None:
                return "", ""
            case w.Group(single=False):
                return self.one(owner), "has"
            case _:
                return self.the(owner), "has"

    def is_cell(self, np: Any) -> bool:
        """Whether a phrase speaks of cells, not of what stands on them."""
        if isinstance(np, (w.That, w.It)):
            return np.noun.kind.startswith("cell")
        noun = noun_of(np, Noun("cell", ""), self.lex.program)
        return noun.kind.startswith("cell")

    def stands(self, cond: w.Stands) -> str:
        if cond.rel is Rel.ON and isinstance(cond.subject, (w.That, w.It)) and self.is_cell(cond.subject):
            memory = isinstance(cond.target, w.Group) and cond.target.noun.kind == "memory"
            if self.is_cell(cond.target) and not self.frame(cond.target).place and not memory:
                return f"{self.the(cond.subject)} is {'not ' if cond.negated else ''}{self.as_predicate(cond.target)}"
        if not cond.negated and cond.rel is not Rel.NEXT_TO and not self.frame(cond.subject).single:
            return self.all_stand(cond)
        where = self.filter_text(w.Filter(cond.rel, cond.target, cond.negated), Frame())
        be = "are" if isinstance(cond.subject, w.Someone) else "is"
        frame = self.frame(cond.subject)
        subject = self.said(frame) if frame.single else self.one(cond.subject)
        if cond.rel is Rel.AMONG:
            where = ("not " if cond.negated else "") + (
                "in " + self.the(cond.target)
                if isinstance(cond.target, w.Group) and cond.target.noun.kind in ("place", "memory")
                else "one of " + self.the(cond.target)
            )
        if frame.single or not cond.negated:
            return f"{subject} {be} {where}"
        return f"none of {self.said(frame)} is {where.removeprefix('not ')}"

    def as_predicate(self, target: Any) -> str:
        """What a cell is: an adjective alone where there is no more to it."""
        frame = self.frame(target)
        cell = " " + self.lex.noun(Noun("cell", "")).one
        plain = frame.fixed is None and not frame.det and not frame.post and frame.one.endswith(cell)
        return frame.one.removesuffix(cell) if plain else self.one(target)

    def empty(self, place: str, empty: bool, *, plural: bool) -> str:
        return f"{place} {'are' if plural else 'is'} {'empty' if empty else 'not empty'}"

    def all_stand(self, cond: w.Stands) -> str:
        """Every one of several: `those cells are all free cells`."""
        subject, target = self.the(cond.subject), self.frame(cond.target)
        if self.is_cell(cond.subject) and self.is_cell(cond.target) and not target.place:
            return f"{subject} are all {self.said(replace(target, plural=True))}"
        where = self.filter_text(w.Filter(cond.rel, cond.target, False), Frame())
        return f"{subject} are all {where}"

    def exists(self, cond: w.Exists) -> str:
        source, neg = cond.source, cond.negated
        place = self.place_of(cond)
        if place is not None:
            return self.empty(place, neg, plural=False)
        frame = self.frame(source)
        if cond.owner is not None:
            subject, have = self.haver(cond.owner)
            bare = replace(frame, det="")
            thing = "no " + self.said(replace(bare, plural=True)) if neg else join("a", bare.one, bare.post)
            return f"{subject} {have} {thing}"
        if frame.det in ("your", "their") and frame.fixed is None and not frame.single:
            subject, have = self.haver(Person.YOU if frame.det == "your" else Person.THEY)
            thing = join("no", frame.many, frame.post) if neg else join("a", frame.one, frame.post)
            return f"{subject} {have} {thing}"
        if frame.fixed is not None or frame.det not in ("", "the") or frame.single:
            whole = self.said(frame)
            if frame.single:
                return f"there is {'no ' if neg else ''}{whole}"
            return f"there {'are none' if neg else 'is one'} of {whole}"
        if neg:
            return (
                f"there are no {join(frame.many, frame.post)}"
                if not frame.mass
                else f"there is no {join(frame.one, frame.post)}"
            )
        return f"there is {'' if frame.mass else 'a '}{join(frame.one, frame.post)}"

    def supply(self, cond: w.Supply) -> str:
        subject, have = self.haver(cond.owner)
        supply = self.said(self.owned(Frame("supply", det="the", single=True, plural=False), cond.owner))
        if not subject:
            left = self.left_over(cond.piece, cond.op, cond.number)
            return f"there {'are' if left.startswith('no ') else 'is'} {left} left in {supply}"
        return f"{subject} {have} {self.left_over(cond.piece, cond.op, cond.number)} left in {supply}"

    def counted_cond(self, cond: w.Counted) -> str:
        owner = cond.source.owner if isinstance(cond.source, w.Group) else None
        subject, have = self.haver(owner)
        many = self.so_many_of(cond.op, cond.number, cond.source)
        if subject and isinstance(owner, (Person, w.It)):
            return f"{subject} {have} {many}"
        if many.startswith("exactly 1 "):
            return f"there is {many.replace('exactly 1 ', 'only one ', 1)}"
        be = "is" if cond.number == w.Number(1) else "are"
        return f"there {be} {many}"

    def stated(self, cond: w.Stated) -> str:
        phrase = cond.phrase
        reads = self.lex.reads(phrase.function)
        if reads is None:
            clause = f"“{spoken(phrase.function.words.name)}” holds"
            return self.denied(clause) if cond.negated else clause
        if self.is_predicate(phrase, reads):
            subject = phrase.args[0][1]
            be = "are" if isinstance(subject, w.Someone) else "is"
            return f"{self.the(subject)} {be} {'not ' if cond.negated else ''}{self.fill(reads.text, phrase)}"
        if cond.negated and reads.no is not None:
            return self.fill(reads.no, phrase)
        text = self.fill(reads.text, phrase)
        return self.denied(text) if cond.negated else text

    def flag(self, cond: w.Flag) -> str:
        said = self.lex.phrase("flag", cond.noun.name)
        no = self.lex.phrase("no_flag", cond.noun.name)
        if said is not None:
            return (no or self.denied(said)) if cond.negated else said
        name = self.lex.noun(cond.noun).one
        if cond.noun.kind in ("field", "cellfield") and cond.owner is not None:
            return f"{self.holder(cond.owner)} is {'not ' * cond.negated}{name}"
        owner = "" if cond.owner is None or isinstance(cond.owner, Person) else f" for {self.the(cond.owner)}"
        return f"“{name}” has {'not ' if cond.negated else ''}been noted{owner}"

    def denied(self, clause: str) -> str:
        if " can " in clause:
            return clause.replace(" can ", " cannot ", 1)
        for verb in (" is ", " are ", " has been "):
            if clause.count(verb) == 1 and ", or " not in clause:
                return clause.replace(verb, verb + "not ")
        return "it is not true that " + clause

    def always_or_never(self, value: bool) -> str:
        return "in every case" if value else "in no case"

    def for_every(self, cond: w.Quantified) -> str:
        match cond.test:
            case w.Stands(subject=w.It(), rel=rel, target=target, negated=neg):
                return f"{self.each(cond.source)} is {self.filter_text(w.Filter(rel, target, neg), Frame())}"
            case w.Compared(left=w.It(), op=op, right=right):
                return f"{self.each(cond.source)} {_OPS[op]} {self.the(right)}"
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op=op, right=right):
                return f"the {self.head(noun).one} of {self.each(cond.source)} {_OPS[op]} {self.the(right)}"
            case _:
                return f"for {self.each(cond.source)}, {self.cond(cond.test)}"


def is_person(noun: Noun) -> bool:
    return noun.kind == "side" or noun == Noun("basic", "player")


def is_person_word(word: str) -> bool:
    return word in ("player", "team", "side")


def undetermined(text: str) -> str:
    return re.sub(r"^(their|its|the|your) ", "", text)


def is_plural(text: str) -> bool:
    """Whether a phrase of the author's counts things: `buildings`, `number of crowns in …`."""
    head = text.split(" ", 1)[0].rstrip(",")
    return text.startswith("number of ") or (head.endswith("s") and not head.endswith(("ss", "us", "is")))


def ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def genitive(text: str) -> str:
    return text + ("'" if text.endswith("s") else "'s")


def join(*parts: str) -> str:
    return " ".join(part for part in parts if part)
