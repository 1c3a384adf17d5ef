"""English values and conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.english.filters import EnglishFilters
from rulewright.docgen.wording.english.text import (
    AGAINST_YOU,
    AMOUNTS,
    OPS,
    STATE,
    is_person_word,
    is_plural,
    ordinal,
    undetermined,
)
from rulewright.docgen.wording.frames import Frame, against_you, is_person, is_state, join, made_of, terms_of
from rulewright.docgen.wording.lexicon import NounForms, english_verb, spoken
from rulewright.docgen.wording.plan import Noun, Person, Phrase, Rel
from rulewright.docgen.wording.reshape import conjuncts, noun_of
from rulewright.dsl.types import T


class EnglishConditions(EnglishFilters):
    """Values and conditions in English."""

    # ---- values

    def held(self, unit: Noun, owner: Any) -> str:
        forms = self.head(unit)
        frame = self.owned(Frame(forms.one, forms.many, "the", mass=forms.mass), owner)
        return self.said(frame) if forms.mass else "the number of " + self.said(frame)

    def arith(self, op: str, texts: Sequence[str], args: Sequence[Any]) -> str:
        match op:
            case "add":
                return self.all_held(terms_of("add", args)) or " plus ".join(texts)
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

    def is_closed(self, sum_: w.Arith) -> bool:
        return sum_.op == "add" and self.all_held(terms_of("add", sum_.args)) is not None

    def all_held(self, terms: Sequence[Any]) -> str | None:
        """`that player's gold and wood together`: what one has of several things that are not counted one by one."""
        units = [term.unit for term in terms if isinstance(term, w.Held) and self.head(term.unit).mass]
        if len(units) < len(terms) or len({term.owner for term in terms}) > 1:
            return None
        first = self.held(units[0], terms[0].owner)
        return self.series([first, *(self.head(unit).one for unit in units[1:])], "and") + " together"

    def gathered(self, value: w.Gathered) -> str:
        each = self.said(replace(self.frame(value.source), plural=True))
        if isinstance(value.value, w.Attribute) and isinstance(value.value.owner, w.It):
            forms = self.head(value.value.noun)
            total = {
                "sum": f"the total {forms.one}",
                "most": f"the highest {forms.one}",
                "least": f"the lowest {forms.one}",
            }
            return f"{total.get(value.word, 'the ' + forms.many)} of {each}"
        everyone = self.of_all(value)
        people = self.head(value.source.noun).many if isinstance(value.source, w.Group) else ""
        if isinstance(everyone, w.Held):
            return f"the {self.head(everyone.unit).many} of all {people}"
        if everyone is not None:
            return self.the(everyone).replace(f" of {people}", f" of all {people}").removeprefix("the number of ")
        inner = self.the(value.value)
        if value.word == "union" and value.source == w.Group(Noun("basic", "direction")):
            return f"{inner}, in every direction"
        lead2 = {"sum": "the sum of", "most": "the highest of", "least": "the lowest of", "union": "all of"}
        lead = lead2.get(value.word, "the list of")
        return f"{lead} {self.told_of_each(value) or f'{inner} for {self.each(value.source)}'}"

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
                    if number.value == 1 and not forms.one[:1].isalpha():
                        text = "one"  # `one +2 token`: two figures side by side would be a sum
                    return f"{text} {forms.one if number.value == 1 else forms.many}"
                if isinstance(number, w.Attribute) and self.head(number.noun).many == forms.many:
                    frame = replace(self.frame(number), single=False, plural=True)
                    return self.said(frame)
                if (shown := self.at_most(number, forms)) is not None:
                    return shown
                if isinstance(number, w.That) and self.head(number.noun).many == forms.many:
                    return f"those {forms.many}"
                if isinstance(number, w.That) and text == "that number":
                    return f"{text} of {forms.many}"
                if text.startswith("the number of ") and not isinstance(number, (Phrase, w.Arith)):
                    return f"1 {forms.one} for each of {text.removeprefix('the number of ')}"
                so_many = "a number of " * (isinstance(number, w.Attribute) or text.startswith("half of "))
                return f"{so_many}{forms.many} equal to {text}"
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

    def at_most(self, number: Any, forms: NounForms) -> str | None:
        """The smaller of what a thing shows and something else: `that card's coins (at most …)`."""
        match number:
            case Phrase(function=function, args=((_, w.Attribute() as shown), (_, most))) if (
                function.words.name == "smaller" and self.head(shown.noun).many == forms.many
            ):
                frame = replace(self.frame(shown), single=False, plural=True)
                return f"{self.said(frame)} (at most {self.the(most)})"
        return None

    # ---- conditions

    def compared(self, cond: w.Compared) -> str:
        left, op, right = cond.left, cond.op, cond.right
        if op == "can_pay":
            return f"{self.the(left)} can pay {self.the(right)}"
        if isinstance(left, w.Held) and isinstance(right, w.Number) and op in AMOUNTS:
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
        if isinstance(left, w.Attribute) and isinstance(right, w.Group) and is_state(right.noun) and op in STATE:
            return f"{self.the(left.owner)} {STATE[op]} {self.lex.noun(right.noun).one}"
        if isinstance(left, w.Held) and isinstance(right, w.Held) and left.unit == right.unit and op in AGAINST_YOU:
            return self.has_against(left, op, right)
        if (told := self.by_catalogue(left, op, right)) is not None:
            return told
        if isinstance(left, w.Someone):
            return f"{self.the(left)} are {'not ' if op == 'is_not' else ''}{self.the(right)}"
        if isinstance(right, w.Someone) and op in ("is", "is_not"):
            be = "are" if op == "is" else "are not"
            return f"{self.the(right)} {be} {self.the(left)}"
        number = isinstance(left, (w.Count, w.Held, w.Arith)) or (
            isinstance(left, Phrase) and left.function.type.t is T.NUMBER
        )
        both = number and not isinstance(right, (w.Number, w.Joined, w.Nothing))
        verb = "equals" if both and op == "is" else OPS[op]
        subject = self.the(left)
        if subject == "they":
            verb = verb.replace("is", "are", 1)
        return f"{subject} {verb} {self.the(right)}"

    def by_catalogue(self, left: Any, op: str, right: Any) -> str | None:
        """A comparison as people or a catalogue put it: things that somebody has, a rank, a title that is held."""
        if isinstance(left, Phrase):
            if (holding := self.has_things(left, op, right)) is not None:
                return holding
            if op == "is" and isinstance(right, w.Number) and (ranked := self.ranked(left, right)) is not None:
                return ranked
            template = self.lex.phrase(op, left.function.words.name)
            return self.fill(template.replace("{value}", self.the(right)), left) if template is not None else None
        if isinstance(left, w.Group) and left.noun.kind == "memory" and isinstance(left.owner, Person):
            said = self.lex.phrase(op, left.noun.name)
            return f"{self.person(left.owner)} {said.replace('{value}', self.the(right))}" if said is not None else None
        if isinstance(left, w.Group) and left.noun.kind == "memory" and isinstance(right, w.Number):
            template = self.lex.phrase("ranked", left.noun.name if op == "is" else f"{left.noun.name}.{op}")
            return template.replace("{n}", ordinal(right.value)) if template is not None else None
        if isinstance(left, w.Attribute) and left.noun.name == "face" and op == "is":
            return f"{self.the(left.owner)} shows {self.the(right)}"
        holder, title = (left, right) if isinstance(left, w.Someone) else (right, left)
        if isinstance(holder, w.Someone) and isinstance(title, w.Group) and title.noun.kind == "memory":
            said = self.lex.phrase(op, title.noun.name)
            return f"{self.the(holder)} {said}" if said is not None else None
        return None

    def has_against(self, left: w.Held, op: str, right: w.Held) -> str:
        """`you have less gold than an opponent`."""
        forms = self.head(left.unit)
        subject, have = self.haver(left.owner)
        return f"{subject} {have} {self.against(op, forms)} {self.haver(right.owner)[0]}"

    def has_things(self, left: Phrase, op: str, right: Any) -> str | None:
        """`you have fewer cards than each opponent`, where a phrase gives a number as somebody's things."""
        who = left.args[0][1] if len(left.args) == 1 else None
        text = self.the(left)
        if not isinstance(who, (w.Someone, w.It)) or not is_plural(undetermined(text)) or op not in AGAINST_YOU:
            return None
        things = undetermined(text).removeprefix("number of ")
        subject, have = self.haver(who.person if isinstance(who, w.Someone) else who)
        if isinstance(right, w.Number):
            return f"{subject} {have} {self.so_many(op, right, NounForms(things.removesuffix('s'), things))}"
        if isinstance(right, Phrase) and right.function is left.function:
            return f"{subject} {have} {AGAINST_YOU[op].format(things)} {self.the(right.args[0][1])}"
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

    def one_has(self, has: str) -> str:
        """A catalogue's predicate of a player, said of one: `has the sceptre`."""
        return f"has {has[5:]}" if has.startswith("have ") else english_verb(has).third

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
            thing = "no " + self.said(replace(bare, plural=not self.at_most_one(source)))
            thing = thing if neg else join("a", bare.one, bare.post)
            return f"{subject} {have} {thing}"
        if frame.det in ("your", "their") and frame.fixed is None and not frame.single:
            subject, have = self.haver(Person.YOU if frame.det == "your" else Person.THEY)
            none = frame.one if self.at_most_one(source) else frame.many
            thing = join("no", none, frame.post) if neg else join("a", frame.one, frame.post)
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
        one = join(frame.one, frame.post)
        among = re.fullmatch(r"(.+?) among (.+)", one)
        if among is not None and re.search(r"s\b|dice", among[2]):
            return f"{among[2]} include at least one {among[1]}"
        return f"there is {'' if frame.mass else 'a '}{one}"

    def supply(self, cond: w.Supply) -> str:
        subject, have = self.haver(cond.owner)
        supply = self.said(self.owned(Frame("supply", det="the", single=True, plural=False), cond.owner))
        if not subject and self.are_supplies_apart:
            supply = "the common supply"
        if not subject:
            left = self.left_over(cond.piece, cond.op, cond.number)
            return f"there {'are' if left.startswith('no ') else 'is'} {left} left in {supply}"
        return f"{subject} {have} {self.left_over(cond.piece, cond.op, cond.number)} left in {supply}"

    def around_one(self, cond: w.Counted) -> str | None:
        """`a lake has exactly 6 of your boats next to it`: all of them next to one and the same."""
        match cond.source:
            case w.Group(
                owner=Person() as who,
                filters=(w.Filter(rel=Rel.NEXT_TO, target=w.Chosen(quantity="same") as target, negated=False),),
            ):
                frame = self.frame(w.Group(cond.source.noun))
                many = AMOUNTS[cond.op].format(self.the(cond.number))
                whose = "your" if who is Person.YOU else "their"
                return f"{self.one(target.source)} has {many} of {whose} {frame.many} next to it"
        return None

    def counted_cond(self, cond: w.Counted) -> str:
        if (around := self.around_one(cond)) is not None:
            return around
        whole = self.frame(cond.source)
        is_one = whole.single or (whole.fixed is not None and not is_plural(whole.fixed))
        if isinstance(cond.source, Phrase) and is_one:
            # A set told by one phrase: `your garden has exactly 9 cells`.
            forms = self.head(made_of(cond.source) or self.element(cond.source))
            return f"{self.said(whole)} has {self.so_many(cond.op, cond.number, forms)}"
        owner = cond.source.owner if isinstance(cond.source, w.Group) else None
        subject, have = self.haver(owner)
        many = self.so_many_of(cond.op, cond.number, cond.source)
        if subject and isinstance(owner, (Person, w.It)):
            return f"{subject} {have} {many}"
        if many.startswith("exactly 1 "):
            only = many.replace("exactly 1 ", "only one ", 1)
            # `only one player chose it`, and not that there is one who did.
            return re.sub(r"^(only one \w+) who (?!⟦)", r"\1 ", only) if " who " in only else f"there is {only}"
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

    def by_seat(self, choice: w.Choice) -> str | None:
        match choice.test:
            case w.Compared(op="is", right=w.Pick(which="first", source=w.Group(noun=noun))) if is_person(noun):
                then, otherwise = self.the(choice.then), self.the(choice.otherwise)
                return f"{then} for the first player, {otherwise} for the {'second' if self.is_duel else 'others'}"
        return None

    @property
    def is_duel(self) -> bool:
        return self.lex.program.players == 2

    def nobody(self, cond: w.Quantified) -> str | None:
        frame = self.frame(cond.source)
        if cond.kind != "no" or frame.fixed is not None:
            return None
        tests = list(conjuncts(cond.test))
        others = [test for test in tests if not is_not_you(test)]
        if len(tests) == 2 and len(others) == 1 and (rival := against_you(others[0])) is not None:
            return f"no other {frame.one} has {self.against(rival[1], self.head(rival[0]))} you"
        if (rival := against_you(cond.test)) is not None:
            return f"no {frame.one} has {self.against(rival[1], self.head(rival[0]))} you"
        match cond.test:
            case w.Exists(source=Phrase() as source, negated=False) if is_person_word(frame.one):
                if self.frame(source).fixed is not None:
                    return None
                return f"no {frame.one} has {self.one(source)}"
        return None

    def always_or_never(self, value: bool) -> str:
        return "in every case" if value else "in no case"

    def for_every(self, cond: w.Quantified) -> str:
        match cond.test:
            case w.Stands(subject=w.It(), rel=rel, target=target, negated=neg):
                return f"{self.each(cond.source)} is {self.filter_text(w.Filter(rel, target, neg), Frame())}"
            case w.Compared(left=w.It(), op=op, right=right):
                return f"{self.each(cond.source)} {OPS[op]} {self.the(right)}"
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op=op, right=right):
                return f"the {self.head(noun).one} of {self.each(cond.source)} {OPS[op]} {self.the(right)}"
            case _:
                return f"for {self.each(cond.source)}, {self.cond(cond.test)}"


def is_not_you(test: w.Cond) -> bool:
    """Whether a condition on one of several says that it is somebody else."""
    return isinstance(test, w.Compared) and test.op == "is_not" and test.right == w.Someone(Person.YOU)
