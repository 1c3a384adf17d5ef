"""From plans to sentences: what both languages share.

A `Frame` is a noun phrase taken apart (head in both numbers, determiner, what follows), so that a language can say one,
each, none or any of it. Acts become verb phrases in a form (imperative, infinitive, third person) and are gathered into
lines; a line is one or more sentences, with a list below it where one sentence would grow too long.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import pointed, put_in
from rulewright.docgen.wording.constants import constant, number_given
from rulewright.docgen.wording.frames import (
    CLAUSE,
    LONG,
    Form,
    Line,
    is_own,
    paragraphs,
    parted_choice,
    set_key,
    with_pronoun,
    words_in,
)
from rulewright.docgen.wording.lexicon import Reads, VerbForms
from rulewright.docgen.wording.phrases import Phrases
from rulewright.docgen.wording.plan import Act, Acts, Chosen, Cond, Noun, Np, Person, Phrase
from rulewright.docgen.wording.reshape import conjuncts, relative, with_filter
from rulewright.docgen.wording.scope import walk
from rulewright.docgen.wording.telling import both_or_one
from rulewright.dsl.check.compile import every_node
from rulewright.dsl.plurals import plural
from rulewright.dsl.program import OrderPlayers, Per, PieceUnits, Read, Zone

# From how many named acts on a list is easier to follow than sentences.
SEVERAL = 5


class Realiser(Phrases):
    """One language: its subclasses hold the grammar, this class the order in which conditions and acts are read."""

    # A sentence that grows as long as this is told as a head with a list.
    most_words: int
    # The verbs of what a value is.
    BEING: str

    def counted_words(self, words: Sequence[str]) -> int:
        """How many of the words after a number are said before what stood in its place."""
        return 0

    # ---- zones

    def sorting(self, zone: Zone) -> Noun | None:
        """The field by which a zone is kept in order, where it is one."""
        by = zone.sorted_by
        return Noun("field", by.name, zone.component) if isinstance(by, Read) else None

    def is_on_top(self, things: Any) -> bool:
        """Whether something is looked at where it lies, on top of a deck."""
        return isinstance(things, w.Pick) and things.which == "top"

    def drawn_and_laid(self, acts: Acts) -> tuple[str, str] | None:
        """What is drawn from one deck or another and then laid out, for a sentence each; None for anything else."""
        told = [act for act in acts if not self.is_silent(act)]
        act = told[0] if len(told) == 1 else None
        if not isinstance(act, w.DrawAct) or not isinstance(act.source, w.Choice):
            return None
        found = self.LAID_OUT.fullmatch(self.vp(act, Form.IMP) or "")
        return (found[1], found[2]) if found is not None else None

    # ---- pieces

    @cached_property
    def only_ones(self) -> frozenset[str]:
        """The pieces of which every player has one and never more, so that one speaks of `your cart`."""
        program = self.lex.program
        parents = {piece.counts_as for piece in program.pieces.values()}
        gained = {node.piece.words.name for node in every_node(program) if isinstance(node, PieceUnits)}
        return frozenset(
            name
            for name, piece in program.pieces.items()
            if piece.per in (Per.PLAYER, Per.SIDE) and piece.supply is not None and name not in parents | gained
            if constant(piece.supply, program) == 1
        )

    @cached_property
    def are_supplies_apart(self) -> bool:
        """Whether players have supplies of their own beside a common one."""
        stocked = {piece.per is Per.GAME for piece in self.lex.program.pieces.values() if piece.supply is not None}
        return len(stocked) == 2

    def has_others_in_supply(self, np: Phrase) -> bool:
        """Whether a set of cells is called by the pieces on them, of which there are others in a supply."""
        called = self.frame(np).many
        stocked = [name for name, piece in self.lex.program.pieces.items() if piece.supply is not None]
        return any(self.lex.noun(Noun("piece", name)).many == called for name in stocked)

    def verb_of(self, event: w.Event) -> VerbForms:
        """The verb of what is waited for; what is done to pieces of a kind may have a verb of its own."""
        own = f"{event.verb}.{event.object.name}" if event.object is not None else ""
        if event.action is None and self.lex.entry("verb", own) is not None:
            return self.lex.verb(own)
        return self.lex.verb(event.verb, event.action.words if event.action is not None else None)

    def filled(self, forms: VerbForms, event: w.Event) -> tuple[VerbForms, w.Event]:
        """The verb of what is waited for, with any thing where its sentence names what it is done to."""
        for prep, var in event.action.params if event.action is not None else ():
            hole = "{" + var.name + "}"
            if hole not in forms.base:
                continue
            told = next((np for name, np in event.places if name == (prep or "")), w.Group(self.type_noun(var.type)))
            many = var.type.is_set or var.type.is_list
            said = self.the(w.That(self.type_noun(var.type), many=True)) if many else self.one(told)
            forms = VerbForms(*(form.replace(hole, said) for form in (forms.base, forms.third, forms.you)))
            rest = tuple(place for place in event.places if place[0] != (prep or ""))
            event = replace(event, places=rest, object=event.object if prep else None)
        return forms, event

    def at_moment(self, step: str) -> str | None:
        """When a step comes, by a catalogue's phrase or by its name, if that is a moment: `after the roll`."""
        said = self.lex.phrase("window", step)
        declared = self.lex.program.steps.get(step)
        if said is not None or declared is None:
            return said
        name = self.lex.name(declared.words, "step")
        return self.as_moment(name[:1].lower() + name[1:])

    # ---- conditions

    def cond(self, cond: Cond) -> str:
        """A condition as a clause."""
        return self.COND[type(cond)](self, cond)

    def combined(self, cond: w.Combined) -> str:
        empty = self.emptiness(cond)
        if empty is not None:
            return empty
        parts = [self.cond(part) for part in with_pronoun(cond.parts)]
        if cond.word == "and":
            inner = [isinstance(part, w.Combined) and part.word == "or" for part in cond.parts]
            parts = [self.either_word(text) if mixed else text for text, mixed in zip(parts, inner, strict=True)]
        if cond.word == "or" and any(isinstance(part, w.Combined) for part in cond.parts):
            parts[:-1] = [f"{part}," for part in parts[:-1]]
        return self.clauses(parts, cond.word)

    def not_(self, cond: w.Not) -> str:
        return self.denied(self.cond(cond.test))

    def sure(self, cond: w.Sure) -> str:
        return self.always_or_never(cond.value)

    def quantified(self, cond: w.Quantified) -> str:
        source = cond.source
        tests = list(conjuncts(cond.test))
        if cond.kind == "some" and len(tests) > 1:
            own = [test for test in tests if is_own(test)]
            tests = [test for test in tests if test not in own]
            for test in own:
                source = with_filter(source, relative(test))
        told = self.directly(cond.kind, source, tests[0]) if len(tests) == 1 else None
        if told is not None:
            return told
        if cond.kind == "every":
            return self.for_every(cond)
        if (rival := self.nobody(cond)) is not None:
            return rival
        for test in tests:
            source = with_filter(source, relative(test))
        return self.exists(w.Exists(source, cond.kind == "no"))

    def by_seat(self, choice: w.Choice) -> str | None:
        """`north for the first player, west for the others`, where a language has a way to say it."""
        return None

    def nobody(self, cond: w.Quantified) -> str | None:
        """`no opponent has fewer coins than you`, where a language has a way to say it."""
        return None

    def directly(self, kind: str, source: Np, test: Cond) -> str | None:
        """`you have a pawn on each edge`: the element named where the condition speaks of it, if that is once."""
        its = [node for node in walk(test) if isinstance(node, w.It)]
        if kind == "no" or len(its) != 1 or any(isinstance(node, w.Such) for node in walk(test)):
            return None
        match test:
            case w.Exists(source=w.Group(owner=w.It())) | w.Counted(source=w.Group(owner=w.It())) if kind == "some":
                owned = put_in(test, its[0], source)
                return self.cond(replace(owned, owner=source) if isinstance(test, w.Exists) else owned)
            case w.Exists(source=Phrase(owner=w.It())):
                return None
            case w.Exists(negated=False) | w.Counted() | w.Stated(negated=False) | w.Compared():
                some = "same" if isinstance(test, w.Counted) else "one" if isinstance(test, w.Exists) else "some"
                return self.cond(put_in(test, its[0], Chosen(source, "each" if kind == "every" else some)))
            case _:
                return None

    def emptiness(self, cond: w.Combined) -> str | None:
        """`the deck or the discard is not empty`, told once for both; None where it is not about that."""
        places: list[str] = []
        negated: set[bool] = set()
        for part in cond.parts:
            place = self.place_of(part) if isinstance(part, w.Exists) else None
            if place is None or not isinstance(part, w.Exists):
                return None
            places.append(place)
            negated.add(part.negated)
        if len(negated) > 1:
            return None
        if cond.word == "or" and True not in negated:
            return self.left_in_one(cond, places)
        return self.empty(self.series(places, cond.word), negated.pop(), plural=cond.word == "and")

    def left_in_one(self, cond: w.Combined, places: Sequence[str]) -> str:
        """That at least one of several places is not empty."""
        return self.empty(self.series(places, "or"), False, plural=False)

    def place_of(self, cond: w.Exists) -> str | None:
        """The zone that a condition calls empty or not."""
        source = cond.source
        if not isinstance(source, w.Group) or source.noun.kind != "zone" or source.filters:
            return None
        if self.is_own_name(source.noun) or self.lex.entry("at", source.noun.name) is not None:
            return None
        return self.the(replace(source, noun=Noun("place", source.noun.name), single=True))

    def is_own_name(self, noun: Noun) -> bool:
        """Whether a zone is called by what lies in it: `your tiles`."""
        zone = self.lex.program.zones.get(noun.name)
        if zone is None or self.lex.entry("things", noun.name) is not None:
            return zone is not None
        return noun.name.split("_")[-1] == plural(zone.component).split("_")[-1]

    def is_predicate(self, phrase: Phrase, reads: Reads) -> bool:
        """Whether a phrase speaks of its first argument without naming it."""
        if not phrase.args:
            return False
        named = re.search(r"\{" + re.escape(phrase.args[0][0]) + r"\b", reads.text)
        return named is None and not reads.text.startswith(self.CLAUSE_WORDS)

    # ---- acts to lines

    def lines(self, acts: Acts) -> list[Line]:
        """Acts as sentences, gathered while they are short."""
        made: list[Line] = []
        run: list[str] = []
        if (listed := self.sequence(acts)) is not None:
            return listed

        limit = acts[0] if len(acts) > 1 else None
        if isinstance(limit, w.LimitAct) and not limit.in_all:
            # How often an action may be done stands before what it is.
            first, *rest = self.lines(acts[1:])
            if first.label is None and not first.ordered:
                return [replace(first, text=self.sentence(f"{self.limit(limit)}, {self.lower(first.text)}")), *rest]

        def flush() -> None:
            made.extend(Line(text) for text in paragraphs(self.sentences(run)))
            run.clear()

        for act in acts:
            simple = self.vp(act, Form.IMP)
            if simple == "" or self.is_silent(act):
                continue
            if simple is not None and words_in(simple) > self.MOST and (parted := parted_choice(act)) is not None:
                flush()
                made.extend(self.conditions_below(*parted))
            elif simple is not None and not isinstance(act, (w.PlayersAct,)):
                run.append(simple)
            else:
                flush()
                made.extend(self.LINES[type(act)](self, act))
        flush()
        return made

    def sequence(self, acts: Acts) -> list[Line] | None:
        """Many short acts, most of them called by name, are a list to tick off."""
        called = [act for act in acts if isinstance(act, w.CallAct)]
        told = [self.vp(act, Form.IMP) for act in acts] if len(called) >= SEVERAL else [None]
        if any(text is None for text in told) or any(words_in(text or "") > LONG for text in told):
            return None
        items = [Line(self.sentence(text)) for text in told if text]
        return [Line(self.colon(self.in_this_order()), items, ordered=True)]

    def only_sentence(self, acts: Acts) -> str | None:
        """Acts that make one sentence, as the end of another; None where they make more."""
        lines = self.lines(acts)
        if len(lines) != 1 or lines[0].items or lines[0].label is not None or ". " in lines[0].text:
            return None
        return self.lower(lines[0].text.removesuffix(".")) if not lines[0].text.endswith(":") else None

    def conditions_below(self, act: Act, noun: Noun, tests: Sequence[Cond]) -> list[Line]:
        """An act without the conditions on what is chosen for it, and those in a list below."""
        simple = self.vp(act, Form.IMP)
        assert simple is not None
        items = [Line(self.sentence(self.cond(pointed(test)))) for test in tests]
        return [Line(self.sentence(simple)), Line(self.colon(self.all_true(self.the(w.That(noun)))), items)]

    def sentences(self, run: Sequence[str]) -> list[str]:
        """Short orders joined two by two or three by three."""
        made: list[str] = []
        held: list[str] = []
        for text in run:
            if held and (text.startswith(CLAUSE) or held[-1].startswith(CLAUSE)):
                made.append(self.sentence(self.then(held)))
                held = []
            if held and (sum(map(words_in, held)) + words_in(text) > LONG or len(held) == 3):
                made.append(self.sentence(self.then(held)))
                held = []
            held.append(text)
        if held:
            made.append(self.sentence(self.then(held)))
        return made

    def plain(self, acts: Acts, form: Form) -> str | None:
        """Acts as one verb phrase, if they are short enough for one."""
        parts = [self.vp(act, form) for act in acts]
        if not parts or any(part is None for part in parts) or len(parts) > 3:
            return None
        said = [part for part in parts if part]
        text = self.then(said)
        return text if words_in(text) <= LONG + 6 else None

    def vp(self, act: Act, form: Form) -> str | None:
        """An act as a verb phrase; None where it needs sentences of its own."""
        made = self.VP.get(type(act))
        return made(self, act, form) if made is not None else None

    def set_by_template(self, act: w.SetAct, form: Form) -> str | None:
        """What setting a slot means at the table, in the catalogue's words; "" where other phrases say it anyway."""
        target, value = act.target, act.value
        if not isinstance(target, (w.Flag, w.Group, w.Attribute)):
            return None
        template = self.lex.phrase("set", set_key(target.noun, value, act.change), target.noun.name)
        if not template:
            return template
        if act.change == "deal" and isinstance(value, w.Joined) and target.owner is not None:
            rest, *single = (self.the(part) for part in value.parts)
            one, others = self.dealt(self.the(target.owner), rest, single, self.leaves_one(target.owner, single))
            return self.inflected(template.format(x=one, value=others), form)
        of = self.thing(target.owner) if target.owner is not None and not isinstance(target.owner, Person) else ""
        told = template.format(x=of, value=self.the(value) if not isinstance(value, w.Sure) else "")
        return self.inflected(told, form)

    def leaves_one(self, things: Any, told: Sequence[str]) -> bool:
        """Whether beside those things that are told one by one there is exactly one more."""
        count = number_given(things.function, self.lex.program) if isinstance(things, Phrase) else None
        return count == len(told) + 1

    def at_first(self, act: w.SetAct) -> str | None:
        """How it stands before play, where that is told in other words than how it comes to stand so again."""
        noun = act.target.noun if isinstance(act.target, w.Group) else None
        told = self.lex.phrase("set", f"{noun.name}.start") if noun is not None else None
        return self.inflected(told, Form.IMP) if told is not None else None

    def said_of(self, plan: w.ChangePlan, where: str) -> str | None:
        """A permission in a catalogue's words, with what its condition says of the one thing it speaks of.

        The hole `{n:is}` takes what is said of `n`: `1 more than its rank` where `that sum is 1 more than its rank`.
        """
        phrase = plan.what.phrase if isinstance(plan.what, w.Stated) else None
        told = self.lex.phrase(plan.word, f"{phrase.function.words.name}.is") if phrase is not None else None
        hole = re.search(r"\{(\w+):is\}", told or "")
        param = dict(phrase.args).get(hole[1]) if hole is not None and phrase is not None else None
        if told is None or hole is None or not isinstance(param, Chosen) or not isinstance(param.source, w.Group):
            return None
        said = re.fullmatch(rf"{re.escape(self.the(w.That(param.source.noun)))} (?:{self.BEING}) (.+)", where)
        return told.replace(hole[0], said[1]) if said is not None else None

    def paid_for(self, plan: w.ChangePlan) -> w.Group | None:
        """What a permission that has a price is used for: the one thing that is chosen."""
        phrase = plan.what.phrase if isinstance(plan.what, w.Stated) else None
        match phrase.args[0][1] if phrase is not None and phrase.args else None:
            case Chosen(quantity="one", source=w.Group(filters=()) as source) if plan.body:
                return source
        return None

    def done_with(self, act: w.UseAct) -> str | None:
        """What doing what a thing says is called, where a catalogue says it of its component."""
        noun = act.thing.noun if isinstance(act.thing, (w.Group, w.That)) else None
        told = self.lex.phrase("do", noun.name) if noun is not None and noun.kind == "component" else None
        return told.replace("{x}", self.thing(act.thing)) if told is not None else None

    def drawn(self, act: w.DrawAct) -> str:
        """What is drawn, by what things are called where they lie."""
        source = act.source.noun.name if isinstance(act.source, w.Group) else ""
        only = act.number == w.Number(1)
        if self.lex.entry("things", source) is not None and not only:
            return f"{self.the(act.number)} {self.frame(w.Group(Noun('zone', source))).many}"
        return self.one(w.Group(act.what)) if only else self.counted(act.number, w.Group(act.what))

    @cached_property
    def is_order_told(self) -> bool:
        """Whether the rules change in which order players act."""
        return any(isinstance(node, OrderPlayers) for node in every_node(self.lex.program))

    def in_turn_order(self, act: w.PlayersAct) -> bool:
        """Whether it must be said in which order all players do something: each a whole action, one after the other."""
        return act.is_turn and act.among is None and act.where is None and act.start is None and self.is_order_told

    def both_ways(self, plan: w.WhenPlan) -> tuple[str, str] | None:
        """What is done if both of two conditions hold and if one of them does, where a sentence says it."""
        ways = both_or_one(plan)
        told = [self.plain(way, Form.IMP) for way in ways] if ways is not None else []
        return (told[0], told[1]) if len(told) == 2 and told[0] is not None and told[1] is not None else None

    def effects_now(self, act: w.StepAct) -> str:
        """What takes effect at a step that does nothing of itself, by name."""
        found = [self.lex.name(self.lex.words(noun), "design") for noun in act.heard]
        names = [name[:1].upper() + name[1:] for name in found]
        return (self.lex.phrase("label", "effects_now") or "{names}").format(names=self.series(names, "and"))

    def told_on(self, lead: str, lines: Sequence[Line]) -> str | None:
        """What is done when something comes about, in a few plain sentences; None where it takes more."""
        if any(line.items or line.label is not None for line in lines) or not 0 < len(lines) < 3:
            return None
        first, *rest = [line.text for line in lines]
        text = " ".join([self.sentence(f"{lead}, {self.lower(first)}"), *rest])
        longest = max(map(words_in, re.split(r"(?<=\.) ", text)))
        return text if words_in(text) <= LONG * 3 and longest < self.most_words else None

    def first_and_still(self, plan: w.WhenPlan) -> tuple[str, str] | None:
        """What a clause does at first, and what then if its condition still holds; None for anything else."""
        *first, last = plan.body or (None,)
        if not first or not isinstance(last, w.IfAct) or last.otherwise or last.test != plan.where:
            return None
        told, then = self.plain(tuple(first), Form.IMP), self.plain(last.then, Form.IMP)
        return (told, then) if told is not None and then is not None else None

    def is_silent(self, act: Act) -> bool:
        """Whether a catalogue leaves an act unsaid, for everybody or for each player: other phrases tell of it."""
        match act:
            case w.SetAct():
                return self.set_by_template(act, Form.IMP) == ""
            case w.PlayersAct(body=body):
                return bool(body) and all(map(self.is_silent, body))
            case _:
                return False

    def block(self, intro: str, acts: Acts, *, ordered: bool = False) -> list[Line]:
        """An introduction with its list, or with its only sentence."""
        lines = self.lines(acts)
        if len(lines) == 1 and not lines[0].items and lines[0].label is None:
            only = lines[0].text
            if words_in(intro) + words_in(only) <= LONG + 8 and only.count(". ") == 0:
                return [Line(self.sentence(intro + " " + self.lower(only.removesuffix("."))))]
        return [Line(self.colon(intro), lines, ordered=ordered and len(lines) > 1)]
