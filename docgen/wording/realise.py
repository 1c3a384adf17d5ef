"""From plans to sentences: what both languages share.

A `Frame` is a noun phrase taken apart (head in both numbers, determiner, what follows), so that a language can say one,
each, none or any of it. Acts become verb phrases in a form (imperative, infinitive, third person) and are gathered into
lines; a line is one or more sentences, with a list below it where one sentence would grow too long.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import pointed, put_in
from rulewright.docgen.wording.lexicon import Lexicon, NounForms, Reads
from rulewright.docgen.wording.plan import Act, Acts, Chosen, Cond, Noun, Np, Person, Phrase, Rel, Thing, Value
from rulewright.docgen.wording.scope import walk
from rulewright.docgen.wording.terms import is_single
from rulewright.dsl.plurals import plural
from rulewright.dsl.types import T, Type


class Form(Enum):
    """How a verb stands: an order to the reader, after another verb, or said of a third."""

    IMP = "imp"
    INF = "inf"
    THIRD = "third"


@dataclass(slots=True)
class Line:
    """Sentences, under a label where a step has a name, with a list below."""

    text: str = ""
    items: list[Line] = field(default_factory=list)
    label: str | None = None
    ordered: bool = False
    key: str | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """`det` is "", the, your, their, that, those or own (with `owner`); `fixed` is said as it is.

    A `loose` phrase has a singular of its own, so that one of it needs no `one of the`.
    """

    one: str = ""
    many: str = ""
    det: str = ""
    post: str = ""
    gender: str = "m"
    mass: bool = False
    single: bool = False
    owner: str = ""
    fixed: str | None = None
    place: bool = False
    plural: bool = True
    order: int = 0
    loose: bool = False


_HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}")
BOTH = re.compile(r"⟦([^|⟧]*)\|([^⟧]*)⟧")
LONG = 22
# Marks an act that is told as a clause of its own, with its own subject, among orders to the reader.
CLAUSE = "\ue003"


def common_end(one: str, many: str) -> tuple[str, str, str]:
    """Both numbers of a phrase without the words they end in alike, and those words."""
    ones, manys = one.split(" "), many.split(" ")
    post: list[str] = []
    while len(ones) > 1 and len(manys) > 1 and ones[-1] == manys[-1]:
        post.insert(0, ones.pop())
        manys.pop()
    return " ".join(ones), " ".join(manys), " ".join(post)


def is_count(number: Any) -> bool:
    """Whether a number counts a set that a sentence can name."""
    return isinstance(number, w.Count) and isinstance(number.source, (w.Group, Phrase)) and not is_single(number.source)


def is_state(noun: Noun) -> bool:
    """Whether a word is one of the few that a field was declared with, such as ready or used."""
    return noun.kind == "member" and "." in noun.home


def with_pronoun(parts: Sequence[Cond]) -> Sequence[Cond]:
    """`you have 3 pawns and they form a line`: a set that was just counted is spoken of by a pronoun."""
    match parts:
        case (w.Counted(source=w.Group(noun=noun) as source) as counted, w.Stated(phrase=phrase) as stated):
            if phrase.args and phrase.args[0][1] == source:
                they = (phrase.args[0][0], w.It(noun, many=True))
                return (counted, replace(stated, phrase=replace(phrase, args=(they, *phrase.args[1:]))))
    return parts


def set_key(noun: Noun, value: Any, change: str) -> str:
    """The key of a template for setting a slot to a value, or adding to it."""
    if change in ("add", "drop"):
        return f"{noun.name}.{change}"
    match value:
        case w.Flag(noun=same, negated=True) if same == noun:
            return f"{noun.name}.other"
        case w.Group(noun=member):
            return f"{noun.name}.{member.name}"
        case w.Sure(value=truth):
            return f"{noun.name}.{'yes' if truth else 'no'}"
        case w.Nothing():
            return f"{noun.name}.none"
        case _:
            return noun.name


def is_own(test: Cond) -> bool:
    """Whether a condition is about the element itself, so that it belongs to its noun."""
    match test:
        case w.Stands(subject=w.It()) | w.Compared(left=w.It()) | w.Compared(left=w.Attribute(owner=w.It())):
            return True
        case _:
            return False


def is_negative(filter_: w.Filter | w.Such) -> bool:
    test = filter_ if isinstance(filter_, w.Filter) else filter_.test
    return bool(getattr(test, "negated", False))


def on_which(test: Any) -> w.Exists | None:
    """`some pawn on it`, without the `on it`: what a relative clause says after `on which`."""
    match test:
        case w.Exists(source=w.Group(filters=filters) as group) if filters:
            last = filters[-1]
            if isinstance(last, w.Filter) and last.rel is Rel.ON and not last.negated and isinstance(last.target, w.It):
                return replace(test, source=replace(group, filters=filters[:-1]))
    return None


_TURNED = {"less": "more", "more": "less", "at_least": "at_most", "at_most": "at_least", "is": "is"}


def against_you(test: Any) -> tuple[Noun, str] | None:
    """`p's coins is more than your coins`, whichever comes first: the unit, and how they stand to you."""
    match test:
        case w.Compared(left=w.Held(unit=unit, owner=w.It()), op=op, right=w.Held(unit=same, owner=Person.YOU)):
            return (unit, op) if unit == same and op in _TURNED else None
        case w.Compared(left=w.Held(unit=unit, owner=Person.YOU), op=op, right=w.Held(unit=same, owner=w.It())):
            return (unit, _TURNED[op]) if unit == same and op in _TURNED else None
    return None


def made_of(np: Any) -> Noun | None:
    """The piece that a set is made of, wherever it is named in it."""
    return next((n.noun for n in walk(np) if isinstance(n, w.Group) and n.noun.kind == "piece"), None)


def parted_choice(act: Act) -> tuple[Act, Noun, list[Cond]] | None:
    """An act whose chosen thing has conditions: the act without them, the thing's noun, and the conditions."""
    for part in fields(act):
        chosen = getattr(act, part.name)
        if not isinstance(chosen, Chosen) or chosen.quantity != "one":
            continue
        source = chosen.source
        such = [f for f in source.filters if isinstance(f, w.Such)] if isinstance(source, (w.Group, Phrase)) else []
        tests = [*(f.test for f in such), *chosen.where]
        its = [node.noun for node in walk(tuple(tests)) if isinstance(node, w.It)]
        if len(tests) > 1 and its:
            if such and isinstance(source, (w.Group, Phrase)):
                source = replace(source, filters=tuple(f for f in source.filters if f not in such))
            bare = replace(chosen, source=source, where=())
            changed: dict[str, Any] = {part.name: bare}
            return replace(act, **changed), its[0], tests
    return None


def unrepeated(posts: Sequence[str], lead: str) -> list[str]:
    """Relative clauses in a row that open alike open once."""
    made: list[str] = []
    for post in posts:
        again = bool(made) and post.startswith(lead) and posts[len(made) - 1].startswith(lead)
        made.append(post.removeprefix(lead) if again else post)
    return made


def paragraphs(sentences: Sequence[str]) -> list[str]:
    """Short sentences in a row stand together."""
    made: list[str] = []
    for text in sentences:
        if made and words_in(made[-1]) + words_in(text) <= LONG + 4:
            made[-1] += " " + text
        else:
            made.append(text)
    return made


def words_in(text: str) -> int:
    return len(text.split())


class Realiser(ABC):
    """One language. The subclasses hold the grammar; this class holds the order in which a plan is read.

    `is_aid` words an aid to memory instead of a sheet: in French, orders in the infinitive.
    """

    MOST = 33
    PLACE_WORDS: tuple[str, ...] = ()
    CLAUSE_WORDS: tuple[str, ...] = ()

    def __init__(self, lexicon: Lexicon) -> None:
        self.lex = lexicon
        self.is_aid = False

    # ---- noun phrases

    def number(self, text: str, plural: bool) -> str:
        """What follows a noun may hold both numbers, as ⟦is|are⟧, until it is known how many are meant."""
        return BOTH.sub(r"\2" if plural else r"\1", text)

    def frame(self, np: Np | Value | Any) -> Frame:
        """A phrase taken apart."""
        match np:
            case w.Group():
                return self.filtered(self.group(np), np.filters[1:] if np.noun.kind == "one" else np.filters)
            case Phrase():
                return self.filtered(self.phrase(np), np.filters)
            case w.That(noun=noun, order=order, many=many, near=near):
                forms = self.head(noun)
                det = "these" if near and many else "this" if near else "those" if many else "that"
                return Frame(forms.one, forms.many, det, gender=forms.gender, single=not many, plural=many, order=order)
            case w.It(noun=noun, many=many):
                forms = self.head(noun)
                return Frame(forms.one, forms.many, "it", gender=forms.gender, single=True, plural=many)
            case w.Someone(person=person):
                return Frame(fixed=self.person(person), single=True, plural=False)
            case Chosen(source=source, quantity=quantity):
                said = self.each(source) if quantity == "each" else self.one(source)
                return Frame(fixed=said, single=True, plural=False, gender=self.frame(source).gender)
            case w.Joined(parts=parts, word=word):
                return self.joined(parts, word)
            case w.Group() | w.Cells() | w.Pick() | w.Ranked() | w.Attribute() | w.Derived() | w.Choice() | w.Nothing():
                return self.other(np)
            case _:
                return Frame(fixed=self.value(np), single=True, plural=False)

    def joined(self, parts: Sequence[Any], word: str) -> Frame:
        if not parts:
            return self.frame(w.Nothing())
        if len(parts) == 1:
            return self.frame(parts[0])
        frames = [self.frame(part) for part in parts]
        if all(isinstance(part, w.Group) and part.noun.kind == "cells_member" for part in parts):
            return self.either_cells([part for part in parts if isinstance(part, w.Group)])
        if word == "or" and all(f.fixed is None and not (f.det or f.post or f.single or f.mass) for f in frames):
            ones, manys = self.series([f.one for f in frames], word), self.series([f.many for f in frames], word)
            return Frame(ones, manys, gender=frames[0].gender)
        texts = [self.said(frame) for frame in frames]
        return Frame(fixed=self.series(texts, word), plural=True, gender=frames[0].gender)

    def head(self, noun: Noun) -> NounForms:
        """The noun as the head of a phrase."""
        if noun.kind in ("cells_member", "cells_kindgroup"):
            return self.cells_of(noun)
        if noun.kind == "zone":
            zone = self.lex.program.zones.get(noun.name)
            if zone is not None:
                return self.lex.noun(Noun("component", zone.component))
        if noun.kind == "supply":
            return self.lex.noun(Noun("piece", noun.name))
        if noun.kind == "chosen":
            return self.lex.noun(Noun(noun.home, noun.name))
        return self.lex.noun(noun)

    def filtered(self, frame: Frame, filters: Sequence[w.Filter | w.Such]) -> Frame:
        for at, first in enumerate(filters):
            if isinstance(first, w.Filter) and first.rel is Rel.ON and not first.negated and frame.fixed is None:
                target = first.target
                plain = isinstance(target, w.Group) and not target.filters and target.noun.kind.startswith("cells_")
                if plain and isinstance(target, w.Group) and frame.one == self.lex.noun(Noun("cell", "")).one:
                    forms = self.head(target.noun)
                    frame = replace(frame, one=forms.one, many=forms.many, gender=forms.gender)
                    return self.filtered(frame, [*filters[:at], *filters[at + 1 :]])
        # What a thing is comes before what it is not, so that the one is never read into the other.
        posts: list[str] = []
        for filter_ in sorted(filters, key=is_negative):
            state = self.state(filter_.test) if isinstance(filter_, w.Such) else None
            if state is not None and frame.fixed is None:
                frame = self.in_state(frame, state)
            else:
                posts.append(self.filter_text(filter_, frame))
        if not posts:
            return frame
        if frame.fixed is not None and not frame.place:
            frame = replace(frame, post="")
        return replace(frame, post=(frame.post + " " + self.chain(posts)).strip())

    def state(self, test: Any) -> Noun | None:
        """The word of a field that is one of a few words: a tile whose side is ready is a ready tile."""
        match test:
            case w.Compared(left=w.Attribute(owner=w.It()), op="is", right=w.Group(noun=noun)) if is_state(noun):
                return noun
            case w.Flag(noun=Noun(kind="field" | "cellfield") as noun, owner=w.It(), negated=False):
                return noun if self.lex.phrase("flag", noun.name) is None else None
            case _:
                return None

    def at(self, zone: Any) -> str | None:
        """Where a zone's things lie, where the catalogue says it in its own way: `on that tile`."""
        if not isinstance(zone, w.Group):
            return None
        entry = self.lex.entry("at", zone.noun.name)
        if entry is None:
            return None
        text = entry if isinstance(entry, str) else entry["text"]
        if isinstance(zone.owner, w.It) and isinstance(entry, dict) and "it" in entry:
            text = entry["it"]
        return str(text).replace("{x}", self.holder(zone.owner))

    def holder(self, owner: Any) -> str:
        if isinstance(owner, Person):
            return self.whom(owner)
        return self.the(owner) if owner is not None else ""

    def is_hand(self, zone: Any) -> bool:
        """Whether a zone is somebody's hand, into which things are drawn."""
        found = self.lex.program.zones.get(zone.noun.name) if isinstance(zone, w.Group) else None
        return found is not None and found.shape == "hand" and isinstance(zone.owner, Person)

    def is_only_stock(self, zone: Any) -> bool:
        """Whether there is no other deck or bag that such things could be drawn from."""
        zones = self.lex.program.zones
        found = zones.get(zone.noun.name) if isinstance(zone, w.Group) else None
        stocks = [z for z in zones.values() if z.shape in ("deck", "bag") and found and z.component == found.component]
        return found in stocks and len(stocks) == 1

    def taken(self, act: w.PutAct) -> Any | None:
        """What a player takes: things that come into the only zone where that player could keep them."""
        zones = self.lex.program.zones
        there = zones.get(act.zone.noun.name) if isinstance(act.zone, w.Group) else None
        things = act.things.source if isinstance(act.things, Chosen) else act.things
        source = things.source if isinstance(things, w.Pick) else things
        here = zones.get(source.noun.name) if isinstance(source, w.Group) and source.noun.kind == "zone" else None
        if there is None or here is None or there.per.value not in ("player", "side") or here.per == there.per:
            return None
        kept = [zone for zone in zones.values() if zone.component == there.component and zone.per == there.per]
        return act.things if len(kept) == 1 else None

    def is_heap(self, np: Any) -> bool:
        """Whether things lie in no order, so that the first of them is any one."""
        found = self.lex.program.zones.get(np.noun.name) if isinstance(np, w.Group) else None
        return found is not None and not found.ordered

    def things_in(self, zone: Any) -> str:
        """All that lies in a zone."""
        return self.the(replace(zone, noun=Noun("zone", zone.noun.name), single=False))

    def is_people(self, noun: Noun) -> bool:
        """Whether a memory holds a player."""
        memory = self.lex.program.memories.get(noun.name)
        return memory is not None and memory.type.elem.t in (T.PLAYER, T.SIDE)

    def is_middle(self, cell: tuple[int, int], noun: Noun) -> bool:
        """Whether a cell is the middle one of its board."""
        board = self.lex.program.boards.get(noun.name)
        return (
            board is not None and cell == (board.rows // 2, board.columns // 2) and board.rows * board.columns % 2 == 1
        )

    def is_several(self, noun: Noun) -> bool:
        """Whether a field counts things, as its plural name says: `crowns`."""
        return noun.kind in ("field", "cellfield") and plural(noun.name.removesuffix("s")) == noun.name

    def pile(self, np: Any) -> w.Group | None:
        """The pile in which some things lie on one another, so that the last is on top; None for other things."""
        if not isinstance(np, w.Group) or np.filters:
            return None
        found = self.lex.program.zones.get(np.noun.name)
        stacked = found is not None and found.shape in ("deck", "pile")
        return replace(np, noun=Noun("place", np.noun.name), single=True) if stacked else None

    def phrase(self, np: Phrase) -> Frame:
        """A definition's phrase as a noun phrase: wrapped around its argument, about a known noun, or a place."""
        reads = self.lex.reads(np.function)
        forms = self.head(self.element(np))
        if reads is None:
            return self.unworded(np, forms)
        if reads.one is not None and reads.many is not None:
            one, many = self.fill(reads.one, np), self.fill(reads.many, np)
            det, one, many = self.split_det(one, many)
            one, many, post = common_end(one, many)
            single = np.single
            gender = reads.gender or forms.gender
            return Frame(one, many, det, post, gender, single=single, plural=not single, loose=not single)
        wrapped = self.wrapped(reads.text, np)
        if wrapped is not None:
            return wrapped
        text = self.fill(reads.text, np)
        first = text.split(" ", 1)[0].split("'")[0].lower()
        if first in self.PLACE_WORDS and not np.single:
            return Frame(forms.one, forms.many, "", text, forms.gender, place=True)
        return self.parsed(text, np, forms, reads)

    def element(self, np: Phrase) -> Noun:
        return self.type_noun(np.function.type)

    def type_noun(self, type_: Type) -> Noun:
        """The noun for an element of a type."""
        elem = type_.elem
        match elem.t:
            case T.CELL:
                return Noun("cell", elem.base)
            case T.THING | T.DESIGN:
                return Noun("component", elem.base)
            case T.MEMBER:
                return Noun("kind", elem.base)
            case T.SET | T.LIST:
                return Noun("group", "")
            case _:
                return Noun("basic", elem.t.value)

    def fill(self, template: str, np: Phrase) -> str:
        """The template with its holes filled by what the call gives, or by named numbers of the game."""
        args = dict(np.args)
        template = self.possessives(template, args, np)

        def hole(match: re.Match[str]) -> str:
            name, how = match.group(1), match.group(2)
            if name in args:
                return self.use(args[name], how)
            if name in ("cell", "cells"):
                own = self.element(np)
                cell = self.lex.noun(own if own.kind == "cell" else Noun("cell", ""))
                return cell.one if name == "cell" else cell.many
            if name in self.lex.program.memories:
                return self.the(w.Group(Noun("memory", name), single=True))
            number = self.number_named(name)
            if number is not None:
                return str(number)
            return self.lex.noun(Noun("named", name)).one

        return _HOLE.sub(hole, template)

    def number_named(self, name: str) -> int | None:
        from rulewright.docgen.wording.terms import constant

        function = self.lex.program.numbers.get(name)
        return constant(function.body, self.lex.program) if function is not None else None

    def use(self, np: Any, how: str | None) -> str:
        """A thing in the form a hole asks for."""
        match how:
            case "one":
                return self.one(np)
            case "each":
                return self.each(np)
            case "any":
                return self.any(np)
            case _:
                return self.the(np)

    def the(self, np: Np | Value | Any) -> str:
        """The thing, or the whole set."""
        return self.said(self.frame(np))

    # ---- values

    def value(self, value: Value | Any) -> str:
        match value:
            case w.Number(value=number):
                return self.figure(number)
            case w.Count(source=source):
                return self.number_of(source)
            case w.Held(unit=unit, owner=owner):
                return self.held(unit, owner)
            case w.Arith(op=op, args=args):
                return self.arith(op, [self.the(arg) for arg in args], args)
            case w.Gathered():
                return self.gathered(value)
            case w.Sure(value=truth):
                return self.yes_no(truth)
            case w.Span2(low=low, high=high):
                return self.span(self.the(low), self.the(high))
            case w.Units() | w.AnyUnits() | w.AllUnits() | w.Worth() | w.Together():
                return self.amount(value)
            case _ if type(value) in self.COND:
                return self.cond(value)
            case _:
                raise TypeError(f"no wording for {type(value).__name__}")

    def figure(self, number: int) -> str:
        return str(number).replace("-", "−")

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
        return self.clauses(parts, cond.word)

    def not_(self, cond: w.Not) -> str:
        return self.denied(self.cond(cond.test))

    def sure(self, cond: w.Sure) -> str:
        return self.always_or_never(cond.value)

    def quantified(self, cond: w.Quantified) -> str:
        from rulewright.docgen.wording.terms import conjuncts, relative, with_filter

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
        for test in tests:
            source = with_filter(source, relative(test))
        return self.exists(w.Exists(source, cond.kind == "no"))

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
                return self.cond(put_in(test, its[0], Chosen(source, "each" if kind == "every" else "one")))
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
        return self.empty(self.series(places, cond.word), negated.pop(), plural=cond.word == "and")

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

        def flush() -> None:
            made.extend(Line(text) for text in paragraphs(self.sentences(run)))
            run.clear()

        for act in acts:
            simple = self.vp(act, Form.IMP)
            if simple == "":
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

    def conditions_below(self, act: Act, noun: Noun, tests: Sequence[Cond]) -> list[Line]:
        """An act without the conditions on what is chosen for it, and those in a list below."""
        simple = self.vp(act, Form.IMP)
        assert simple is not None
        items = [Line(self.sentence(self.cond(pointed(test)))) for test in tests]
        return [Line(self.sentence(simple)), Line(self.colon(self.all_true(self.the(w.That(noun)))), items)]

    @abstractmethod
    def all_true(self, of: str) -> str: ...

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
        of = self.thing(target.owner) if target.owner is not None and not isinstance(target.owner, Person) else ""
        told = template.format(x=of, value=self.the(value) if not isinstance(value, w.Sure) else "")
        return self.inflected(told, form)

    def block(self, intro: str, acts: Acts, *, ordered: bool = False) -> list[Line]:
        """An introduction with its list, or with its only sentence."""
        lines = self.lines(acts)
        if len(lines) == 1 and not lines[0].items and lines[0].label is None:
            only = lines[0].text
            if words_in(intro) + words_in(only) <= LONG + 8 and only.count(". ") == 0:
                return [Line(self.sentence(intro + " " + self.lower(only.removesuffix("."))))]
        return [Line(self.colon(intro), lines, ordered=ordered and len(lines) > 1)]

    # ---- abstract: the grammar of a language

    @abstractmethod
    def thing(self, thing: Any) -> str: ...
    @abstractmethod
    def inflected(self, text: str, form: Form) -> str: ...
    @abstractmethod
    def in_state(self, frame: Frame, state: Noun) -> Frame: ...
    @abstractmethod
    def whom(self, person: Person) -> str: ...
    @abstractmethod
    def empty(self, place: str, empty: bool, *, plural: bool) -> str: ...
    @abstractmethod
    def group(self, np: w.Group) -> Frame: ...
    @abstractmethod
    def other(self, np: Np) -> Frame: ...
    @abstractmethod
    def cells_of(self, noun: Noun) -> NounForms: ...
    @abstractmethod
    def either_cells(self, parts: Sequence[w.Group]) -> Frame: ...
    @abstractmethod
    def unworded(self, np: Phrase, forms: NounForms) -> Frame: ...
    @abstractmethod
    def wrapped(self, template: str, np: Phrase) -> Frame | None: ...
    @abstractmethod
    def parsed(self, text: str, np: Phrase, forms: NounForms, reads: Reads) -> Frame: ...
    @abstractmethod
    def split_det(self, one: str, many: str) -> tuple[str, str, str]: ...
    @abstractmethod
    def possessives(self, template: str, args: dict[str, Any], np: Phrase) -> str: ...
    @abstractmethod
    def filter_text(self, filter_: w.Filter | w.Such, frame: Frame) -> str: ...
    @abstractmethod
    def chain(self, posts: Sequence[str]) -> str: ...
    @abstractmethod
    def said(self, frame: Frame) -> str: ...
    @abstractmethod
    def one(self, np: Any) -> str: ...
    @abstractmethod
    def each(self, np: Any) -> str: ...
    @abstractmethod
    def any(self, np: Any) -> str: ...
    @abstractmethod
    def counted(self, number: Any, np: Any) -> str: ...
    @abstractmethod
    def number_of(self, np: Any) -> str: ...
    @abstractmethod
    def person(self, person: Person) -> str: ...
    @abstractmethod
    def series(self, texts: Sequence[str], word: str) -> str: ...
    @abstractmethod
    def clauses(self, texts: Sequence[str], word: str) -> str: ...
    @abstractmethod
    def either_word(self, text: str) -> str: ...
    @abstractmethod
    def held(self, unit: Noun, owner: Any) -> str: ...
    @abstractmethod
    def arith(self, op: str, texts: Sequence[str], args: Sequence[Any]) -> str: ...
    @abstractmethod
    def gathered(self, value: w.Gathered) -> str: ...
    @abstractmethod
    def yes_no(self, value: bool) -> str: ...
    @abstractmethod
    def span(self, low: str, high: str) -> str: ...
    @abstractmethod
    def amount(self, amount: Any) -> str: ...
    @abstractmethod
    def denied(self, clause: str) -> str: ...
    @abstractmethod
    def always_or_never(self, value: bool) -> str: ...
    @abstractmethod
    def for_every(self, cond: w.Quantified) -> str: ...
    @abstractmethod
    def exists(self, cond: w.Exists) -> str: ...
    @abstractmethod
    def then(self, texts: Sequence[str]) -> str: ...
    @abstractmethod
    def sentence(self, text: str) -> str: ...
    @abstractmethod
    def colon(self, text: str) -> str: ...
    @abstractmethod
    def lower(self, text: str) -> str: ...
    @abstractmethod
    def clause(self, plan: w.ClausePlan) -> list[Line]: ...
    @abstractmethod
    def score(self, plan: w.ScorePlan) -> str: ...
    @abstractmethod
    def winner(self, plan: w.WinnerPlan) -> list[Line]: ...
    @abstractmethod
    def prompt(self, act: w.ChooseAct) -> str: ...
    @abstractmethod
    def finish(self, text: str) -> str: ...

    COND: dict[type, Callable[[Any, Any], str]] = {}  # noqa: RUF012 - each language has its own
    VP: dict[type, Callable[[Any, Any, Form], str | None]] = {}  # noqa: RUF012
    LINES: dict[type, Callable[[Any, Any], list[Line]]] = {}  # noqa: RUF012
    CLAUSE: dict[type, Callable[[Any, Any], list[Line]]] = {}  # noqa: RUF012


__all__ = ["LONG", "Chosen", "Form", "Frame", "Line", "Realiser", "Rel", "Thing", "words_in"]
