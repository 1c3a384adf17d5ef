"""Noun phrases and values, as far as the languages agree: a plan is read here, and worded by the grammar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import put_in
from rulewright.docgen.wording.constants import constant
from rulewright.docgen.wording.frames import BOTH, Frame, common_end, is_negative, is_person, is_state
from rulewright.docgen.wording.grammar import Grammar
from rulewright.docgen.wording.lexicon import NounForms
from rulewright.docgen.wording.plan import Chosen, Noun, Np, Person, Phrase, Rel, Value
from rulewright.docgen.wording.scope import walk
from rulewright.dsl.plurals import plural
from rulewright.dsl.program import Mode, Per
from rulewright.dsl.types import T, Type

_HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}")
# What so long a phrase belongs to is told with its place first.
LONG_POST = 7

_SUMS, _SHARES = ("add", "sub"), ("div_down", "div_up")
_LOOSER: dict[tuple[str, int | None], tuple[str, ...]] = {
    ("mul", None): (*_SUMS, *_SHARES),
    ("div_down", None): (*_SUMS, *_SHARES, "mul"),
    ("div_up", None): (*_SUMS, *_SHARES, "mul"),
    ("sub", 1): _SUMS,
    ("neg", None): _SUMS,
}
"""What needs brackets inside what, at which place."""


class Phrases(Grammar):
    """Noun phrases and values."""

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
            case w.That(noun=noun, called=called) if called:
                return Frame(fixed=called, single=True, plural=False, gender=self.head(noun).gender)
            case w.That(noun=noun, order=order, many=many, near=near):
                forms = self.head(noun)
                # Numbers that a catalogue names for what they count need no `first` and `second`.
                order = 0 if noun.home and self.lex.entry("noun", noun.home) is not None else order
                det = "these" if near and many else "this" if near else "those" if many else "that"
                return Frame(forms.one, forms.many, det, gender=forms.gender, single=not many, plural=many, order=order)
            case w.It(noun=noun, many=many):
                forms = self.head(noun)
                return Frame(forms.one, forms.many, "it", gender=forms.gender, single=True, plural=many)
            case w.Someone(person=person):
                return Frame(fixed=self.person(person), single=True, plural=False)
            case Chosen(source=source, quantity=quantity):
                said = self.each(source) if quantity == "each" else self.one_of(source, quantity)
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
            ones = self.series(self.headed_once([f.one for f in frames]), word)
            manys = self.series(self.headed_once([f.many for f in frames]), word)
            return Frame(ones, manys, gender=frames[0].gender)
        texts = [self.said(frame) for frame in frames]
        return Frame(fixed=self.series(texts, word), plural=True, gender=frames[0].gender)

    def headed_once(self, names: Sequence[str]) -> list[str]:
        """Names of which all have one head, without it in all but one; here they have none in common."""
        return list(names)

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
        if len(frame.post.split()) >= LONG_POST and all(is_beside(one) for one in filters):
            # Behind so long a phrase nobody could tell what is next to what.
            return replace(frame, post=f"{self.chain(posts)}, {frame.post}")
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

    def at(self, zone: Any, onto: Chosen | None = None, *, lying: bool = False) -> str | None:
        """Where a zone's things come to lie, where the catalogue says it in its own way: `face up on that tile`.

        For where they are `lying` it may leave out how they came: `on that tile`.
        """
        if not isinstance(zone, w.Group):
            return None
        entry = self.lex.entry("at", zone.noun.name)
        if entry is None:
            return None
        text = entry if isinstance(entry, str) else entry["text"]
        if isinstance(zone.owner, w.It) and isinstance(entry, dict) and "it" in entry:
            text = entry["it"]
        elif lying and isinstance(entry, dict) and "lies" in entry:
            text = entry["lies"]
        return str(text).replace("{x}", self.thing(onto) if onto is not None else self.holder(zone.owner))

    def holder(self, owner: Any) -> str:
        if isinstance(owner, Person):
            return self.whom(owner)
        return self.the(owner) if owner is not None else ""

    def is_stocked(self, act: w.TransferAct) -> bool:
        """Whether what is gained are pieces, which go into a supply."""
        is_piece = isinstance(act.amount, w.Units) and act.amount.noun.kind in ("piece", "supply")
        return is_piece and act.mode is Mode.GAIN and act.times is None

    def is_hidden_pile(self, zone: Any) -> bool:
        """Whether things are put onto a pile face down."""
        name = zone.noun.name if isinstance(zone, w.Group) and zone.noun.kind == "place" else ""
        pile = self.lex.program.zones.get(name)
        return pile is not None and pile.shape == "pile" and pile.seen == "nobody"

    def bag_of(self, act: w.ChooseAct) -> w.Group | None:
        """The bag from which one thing is chosen at random, which is to draw it."""
        match act.parts[0]:
            case Chosen(w.Group(Noun(kind="zone", name=name), None, ()) as bag, "one") if len(act.parts) == 1:
                zone = self.lex.program.zones.get(name)
                return bag if act.at_random and zone is not None and zone.shape == "bag" else None
            case _:
                return None

    def is_hand(self, zone: Any) -> bool:
        """Whether a zone is somebody's hand, into which things are drawn."""
        found = self.lex.program.zones.get(zone.noun.name) if isinstance(zone, w.Group) else None
        return found is not None and found.shape == "hand" and isinstance(zone.owner, Person)

    def is_stock(self, zone: Any) -> bool:
        """Whether things are drawn from a zone unseen, and not taken from a heap that lies open."""
        found = self.lex.program.zones.get(zone.noun.name) if isinstance(zone, w.Group) else None
        return found is None or found.shape in ("deck", "bag", "pile")

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

    def row_moved_up(self, act: w.PutAct) -> Any | None:
        """A whole row that comes where another has just been cleared away, both there for all."""
        zones = self.lex.program.zones
        there = zones.get(act.zone.noun.name) if isinstance(act.zone, w.Group) else None
        here = zones.get(act.things.noun.name) if isinstance(act.things, w.Group) else None
        if not act.cleared or there is None or here is None:
            return None
        rows = all(zone.shape == "row" and zone.per.value == "game" and zone.slots is None for zone in (here, there))
        return w.Group(Noun("place", here.words.name), single=True) if rows else None

    def kept_at(self, act: w.PutAct) -> str | None:
        """How what a player takes lies there, where the catalogue says it; dice lie as they are."""
        zone = self.lex.program.zones.get(act.zone.noun.name) if isinstance(act.zone, w.Group) else None
        return self.at(act.zone, act.onto) if zone is not None and zone.dice is None else None

    def is_heap(self, np: Any) -> bool:
        """Whether things lie in no order, so that the first of them is any one."""
        found = self.lex.program.zones.get(np.noun.name) if isinstance(np, w.Group) else None
        return found is not None and not found.ordered

    def is_common_dice(self, np: Any) -> bool:
        """Whether things are the dice of a supply for all, any of which is as good as another."""
        found = self.lex.program.zones.get(np.noun.name) if isinstance(np, w.Group) else None
        return found is not None and found.dice is not None and found.per is Per.GAME

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

    def at_most_one(self, np: Any) -> bool:
        """Whether things lie where there is room for one alone."""
        is_zone = isinstance(np, w.Group) and np.noun.kind in ("zone", "place")
        zone = self.lex.program.zones.get(np.noun.name) if is_zone else None
        return zone is not None and zone.at_most == 1

    def pile(self, np: Any) -> w.Group | None:
        """The pile in which some things lie on one another, so that the last is on top; None for other things."""
        if not isinstance(np, w.Group) or np.filters:
            return None
        found = self.lex.program.zones.get(np.noun.name)
        stacked = found is not None and found.shape in ("deck", "pile")
        return replace(np, noun=Noun("place", np.noun.name), single=True) if stacked else None

    def phrase(self, np: Phrase) -> Frame:
        """A definition's phrase as a noun phrase: wrapped around its argument, about a known noun, or a place."""
        self.spoken.add(np.function.words.name)
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
        self.spoken.add(np.function.words.name)
        template = self.possessives(template, args, np)

        def hole(match: re.Match[str]) -> str:
            name, how = match.group(1), match.group(2)
            if name in args:
                return self.use(args[name], how)
            if name in ("cell", "cells"):
                own = self.element(np)
                cell = self.lex.noun(own if own.kind == "cell" else Noun("cell", ""))
                return cell.one if name == "cell" else cell.many
            function = self.lex.program.functions.get(name)
            reads = self.lex.reads(function) if function is not None and not function.params else None
            if reads is not None:
                self.spoken.add(name)
                return reads.text
            if name in self.lex.program.memories:
                return self.the(w.Group(Noun("memory", name), single=True))
            number = self.number_named(name)
            if number is not None:
                return str(number)
            return self.lex.noun(Noun("named", name)).one

        return _HOLE.sub(hole, template)

    def of_all(self, value: w.Gathered) -> Any:
        """The sum of what each player has, as what all players have; None for any other sum."""
        source, its = value.source, [node for node in walk(value.value) if isinstance(node, w.It)]
        if not isinstance(source, w.Group) or not is_person(source.noun) or source.filters or source.owner:
            return None
        if value.word != "sum" or len(its) != 1:
            return None
        return put_in(value.value, its[0], w.Group(source.noun))

    def told_of_each(self, value: w.Gathered) -> str | None:
        """What is added up, as that of each thing: `the worth of each card`; None where no phrase says it."""
        its = [node for node in walk(value.value) if isinstance(node, w.It)]
        if not isinstance(value.value, Phrase) or len(its) != 1:
            return None
        return self.the(put_in(value.value, its[0], Chosen(value.source, "each")))

    def number_named(self, name: str) -> int | None:
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

    def one_of(self, np: Any, quantity: str) -> str:
        """One of a set, in a condition: `some` is any that will do, `same` one and the same for all that is said."""
        return self.one(np)

    def is_bare(self, np: Any) -> bool:
        """Whether a set is told without an article, so that a sentence may mean some of it."""
        frame = self.frame(np) if isinstance(np, w.Group) else None
        return frame is not None and frame.fixed is None and not frame.det

    def is_own_cells(self, np: Any) -> bool:
        """Whether cells are told without their owner on a board that everybody has of their own."""
        board = next(iter(self.lex.program.boards.values()), None)
        owned = board is not None and board.per.value in ("player", "side") and len(self.lex.program.boards) == 1
        return owned and isinstance(np, w.Group) and np.noun.kind.startswith("cell") and np.owner is None

    def meaning(self, np: Any) -> str:
        """What a definition stands for: the thing, or the whole set."""
        return self.the(np)

    # ---- values

    def operand(self, op: str, at: int, arg: Any) -> str:
        """One side of a sum or product, in brackets where it would else be read with the other side."""
        text = self.the(arg)
        looser = _LOOSER.get((op, at)) or _LOOSER.get((op, None), ())
        return f"({text})" if isinstance(arg, w.Arith) and arg.op in looser and not self.is_closed(arg) else text

    def is_closed(self, sum_: w.Arith) -> bool:
        """Whether the words for a sum can be read one way only."""
        return False

    def value(self, value: Value | Any) -> str:
        match value:
            case w.Number(value=number):
                return self.figure(number)
            case w.Count(source=source):
                return self.number_of(source)
            case w.Held(unit=unit, owner=owner):
                return self.held(unit, owner)
            case w.Arith(op=op, args=args):
                return self.arith(op, [self.operand(op, at, arg) for at, arg in enumerate(args)], args)
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


def is_beside(filter_: w.Filter | w.Such) -> bool:
    """Whether a filter says what something is next to."""
    return isinstance(filter_, w.Filter) and filter_.rel is Rel.NEXT_TO and not filter_.negated
