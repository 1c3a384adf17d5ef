"""English phrases of definitions, one and each and so many of a set, and what hangs on a noun."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.english.nouns import EnglishNouns
from rulewright.docgen.wording.english.text import AGAINST_YOU, AMOUNTS, IT, OPS, POINTING, PREP_IT, is_person_word
from rulewright.docgen.wording.frames import (
    Frame,
    against_you,
    any_one,
    is_count,
    is_given,
    is_line_of_cells,
    is_person,
    join,
    on_which,
    unrepeated,
)
from rulewright.docgen.wording.lexicon import NounForms, Reads
from rulewright.docgen.wording.plan import Noun, Person, Phrase, Rel
from rulewright.docgen.wording.scope import walk
from rulewright.dsl.plurals import plural


class EnglishFilters(EnglishNouns):
    """Phrases, quantities and filters in English."""

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
        if inner.fixed is not None or inner.det in ("the", "own", *POINTING) or inner.single:
            cell = self.head(self.element(np))
            return Frame(adjective + cell.one, adjective + cell.many, "", "of " + self.said(inner))
        return replace(inner, one=adjective + inner.one, many=adjective + inner.many)

    def parsed(self, text: str, np: Phrase, forms: NounForms, reads: Reads) -> Frame:
        """`the empty cells of …`: a determiner, adjectives and a known noun; else the text as it stands."""
        heads = {**self.lex.heads(), forms.many: forms.one}
        at = re.match(r"(the |your |their |)(.*)$", text)
        assert at is not None
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
        if frame.fixed is not None and isinstance(np, w.Joined) and np.word == "or":
            return self.series([self.one(part) for part in np.parts], "or")
        if frame.fixed is not None:
            return "one of " + self.said(frame)
        if not frame.det or (frame.loose and frame.det == "the"):
            return join("" if frame.mass else "a", frame.one, frame.post)
        return "one of " + self.said(replace(frame, plural=True))

    def each(self, np: Any) -> str:
        frame = self.frame(np)
        if frame.single:
            return self.said(frame)
        lying = isinstance(np, w.Group) and np.noun.kind == "zone" and bool(frame.post)
        loose = (frame.loose or lying) and frame.det == "the" and not frame.one.split(" ")[0].endswith("est")
        if frame.fixed is not None or (frame.det and not loose):
            return "each of " + self.said(frame)
        return join("each", frame.one, frame.post)

    def one_of(self, np: Any, quantity: str) -> str:
        one = self.one(np)
        return f"at least {one}" if quantity == "some" and one.startswith("one of ") else one

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
            if is_count(number):
                return join("1", frame.one, frame.post, "for", self.each(number.source))
            return join("as many", frame.many, frame.post, "as", text)
        if frame.fixed is not None or (frame.det and not (frame.loose and frame.det == "the")):
            return f"{text} of {self.said(replace(frame, plural=True))}"
        return join(text, frame.one if text == "1" or frame.mass else frame.many, frame.post)

    def number_of(self, np: Any) -> str:
        frame = self.frame(np)
        if frame.single and isinstance(np, Phrase):
            return "the size of " + self.said(frame)
        return "the number of " + self.said(replace(frame, plural=True) if not frame.single else frame)

    # ---- filters

    def filtered(self, frame: Frame, filters: Sequence[w.Filter | w.Such]) -> Frame:
        """Those who are not among the ones just named are the others."""
        for filter_ in filters:
            if (owner := self.owned_by(filter_)) is not None and frame.fixed is None and frame.det == "the":
                frame = replace(self.owned(frame, owner), post=frame.post)
                return super().filtered(frame, [one for one in filters if one is not filter_])
            known = isinstance(filter_, w.Filter) and filter_.rel is Rel.AMONG and filter_.negated
            if known and isinstance(filter_.target, w.That) and frame.fixed is None and not frame.det:  # type: ignore[union-attr]
                frame = replace(frame, one="other " + frame.one, many="other " + frame.many)
                return super().filtered(frame, [one for one in filters if one is not filter_])
        return super().filtered(frame, filters)

    def owned_by(self, filter_: w.Filter | w.Such) -> Person | None:
        """Whose things are meant, where they carry their owner."""
        match filter_:
            case w.Such(
                test=w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.Someone(person=who))
            ):
                return who if self.head(noun).one == "owner" else None
            case _:
                return None

    def filter_text(self, filter_: w.Filter | w.Such, frame: Frame) -> str:
        if isinstance(filter_, w.Such):
            said = self.relative(filter_.test)
            # `players struck by it with a pawn` would be struck with a pawn.
            person = bool(frame.post) and said.startswith("with a ") and is_person_word(frame.one.split(" ")[0])
            return "who ⟦has|have⟧ " + said.removeprefix("with ") if person else said
        target, neg = filter_.target, filter_.negated
        # `covered by the tile and not occupied`: after another participle it is told in the same way.
        told = "and not " if re.match(r"\w+ed by ", frame.post) else "that ⟦is|are⟧ not " if frame.post else "not "
        no = told if neg else ""
        spoken_of = self.any(target) if neg else self.one(target)
        match filter_.rel:
            case Rel.NEXT_TO:
                return f"{no}next to {spoken_of}"
            case Rel.ON:
                inner = self.frame(target)
                if inner.place:
                    return no + inner.post
                is_where = frame.one.endswith(inner.one) or inner.post.startswith("at most ")
                if inner.post and inner.one == self.cell_of(target) and is_where:
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
                    if target.noun.kind == "piece":
                        return "of ⟦another player|other players⟧"
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
            same = said[0].removeprefix("next to ")
            return f"{said[0]} but not on one" if said[1] == f"not on {same}" else " but ".join(said)
        if len(said) == 2 and said[0].startswith("next to ") and said[1].startswith("with "):
            # `a hut next to that mill with a cart` would be a mill with a cart.
            there = re.sub(r" (?:on it|there)$", " on ⟦it|them⟧", said[1].removeprefix("with "))
            return f"{said[0]} that ⟦has|have⟧ {there}"
        if len(said) == 3 and said[1].startswith("with "):
            return f"{said[0]} {said[1]} and {said[2]}"
        return " and ".join(said) if len(said) < 3 else ", ".join(said[:-1]) + ", and " + said[-1]

    def relative(self, test: Any) -> str:
        """A condition on the thing itself, after its noun."""
        if (rival := against_you(test)) is not None:
            unit, op = rival
            return f"with {self.against(op, self.head(unit))} you"
        told = self.by_field(test) or self.by_holding(test) or self.by_phrase(test)
        if told is not None:
            return told
        if (rest := on_which(test)) is not None:
            if not rest.negated and isinstance(rest.source, w.Group) and rest.source.noun.kind.startswith("cells_"):
                return "with " + self.one(rest.source)
            return f"{'in' if is_line_of_cells(test) else 'on'} which {self.cond(rest)}"
        said = re.sub(r"^such that there is (?=an? )", "with ", self.clause_about(self.cond(test)))
        persons = any(isinstance(node, w.It) and is_person(node.noun) for node in walk(test))
        return "for whom " + said.removeprefix("such that ") if persons and said.startswith("such that ") else said

    def against(self, op: str, forms: NounForms) -> str:
        """`fewer coins than`, `less gold than`."""
        more = AGAINST_YOU[op].format(forms.many)
        return more.replace("fewer", "less").replace("as many", "as much") if forms.mass else more

    def by_field(self, test: Any) -> str | None:
        """`whose rank is 3`, `without a colour`."""
        match test:
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.Attribute() as other) if (
                self.head(noun).one == self.head(other.noun).one or self.lex.phrase("is", noun.name) is not None
            ):
                return self.alike(noun, other)
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is" | "is_not" as op, right=w.Nothing()):
                return ("without a " if op == "is" else "with a ") + self.head(noun).one
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=right) if any_one(right):
                return "of the same " + self.head(noun).one
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.That(noun=kind) as other) if (
                self.head(noun).one == self.head(kind).one
            ):
                return "of " + self.the(other)
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.Someone(person=person)):
                if self.head(noun).one == "owner":
                    return f"that {self.person(person)} own"
                return f"whose {self.head(noun).one} {self.person(person)} are"
            case w.Compared(left=w.Attribute(noun=Noun(kind="field") as noun, owner=w.It()), op="is", right=right) if (
                is_given(right) and not re.search(r"\b(?!or\b)[a-z]", self.the(right))
            ):
                if noun.name == "face":
                    return f"that ⟦shows|show⟧ {self.the(right)}"
                return f"of {self.head(noun).one} {self.the(right)}"
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.That() as right) if (
                told := self.lex.phrase("is", noun.name)
            ):
                return told.replace("{x}", self.the(right))
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op=op, right=w.Number() as number) if (
                op in AMOUNTS and self.is_several(noun)
            ):
                return f"with {self.so_many(op, number, self.head(noun))}"
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op=op, right=right):
                return f"whose {self.head(noun).one} {OPS[op]} {self.the(right)}"
            case w.Compared(left=w.It(), op="is" | "is_not" as op, right=right):
                return f"that {OPS[op]} {self.the(right)}"
        return None

    def by_holding(self, test: Any) -> str | None:
        """`with at least 3 pawns`."""
        match test:
            case w.Compared(left=w.Held(unit=unit, owner=w.It()), op=op, right=right) if op in AMOUNTS:
                return "with " + self.so_many(op, right, self.head(unit))
            case w.Exists(source=w.Group(owner=w.It()) as source, negated=neg):
                frame = self.frame(source)
                if neg and frame.post == "on it":
                    # With the verb nothing that stands in between can be taken for what is bare.
                    return f"that ⟦has no {frame.one} on it|have no {frame.one} on them⟧"
                return ("with no " if neg else "with ") + self.bare(source, neg)
            case w.Counted(source=w.Group(owner=w.It()) as source, op=op, number=number):
                return "with " + self.so_many_of(op, number, source)
            case w.Supply(owner=w.It(), piece=piece, op=op, number=number):
                return "with " + self.left_over(piece, op, number) + " left in their supply"
            case w.Exists(source=Phrase(owner=w.It()) as source, negated=neg):
                frame = self.frame(source)
                if frame.fixed is None and frame.det == "their":
                    there = "on the board" * self.has_others_in_supply(source)
                    return join("with no" if neg else "with a", frame.many if neg else frame.one, frame.post, there)
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
        if clause.startswith(("they are ", "they have ")) and len(IT.findall(clause)) == 1:
            verb = "⟦is|are⟧" if clause.startswith("they are ") else "⟦has|have⟧"
            return f"who {verb} {clause.split(' ', 2)[2]}"
        if re.match(r"it (?:is|has) ", clause) and set(IT.findall(clause)[1:]) == {"its"}:
            return "that " + self.both_numbers(clause.removeprefix("it "))
        lone = len(IT.findall(clause)) == 1
        if lone and clause.startswith("it ") and not clause.startswith("it is not true"):
            return "that " + self.both_numbers(clause.removeprefix("it "))
        if lone and clause.startswith(("their ", "its ")):
            return "whose " + clause.split(" ", 1)[1]
        found = PREP_IT.findall(clause)
        if len(found) == 1 and len(IT.findall(clause)) == 1:
            return f"{found[0]} which {PREP_IT.sub('', clause, count=1)}"
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
        told = self.lex.phrase("is", noun.name)
        if told is not None:
            return told.replace("{x}", self.the(other.owner))
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
        text = AMOUNTS[op].format(self.the(number))
        return f"{text} {forms.one if number == w.Number(1) or forms.mass else forms.many}"

    def so_many_of(self, op: str, number: Any, source: Any) -> str:
        frame = self.frame(source)
        zone = isinstance(source, w.Group) and source.noun.kind == "zone"
        loose = frame.loose or zone or frame.det in ("your", "their", "its")
        bare = replace(frame, det="") if loose else frame
        if bare.fixed is not None or bare.det:
            return AMOUNTS[op].format(self.the(number)) + " of " + self.said(bare)
        return join(self.so_many(op, number, NounForms(bare.one, bare.many)), bare.post)

    def left_over(self, piece: Noun, op: str, number: Any) -> str:
        forms = self.head(piece)
        if op == "more" and number == w.Number(0):
            return f"a {forms.one}"
        return self.so_many(op, number, forms)
