"""English acts as verb phrases, and the sentences they are joined to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import pointed
from rulewright.docgen.wording.english.conditions import EnglishConditions
from rulewright.docgen.wording.english.text import genitive
from rulewright.docgen.wording.frames import CLAUSE, LONG, Form, Frame, join, made_of, words_in
from rulewright.docgen.wording.lexicon import english_verb
from rulewright.docgen.wording.plan import Acts, Chosen, Noun, Person, Thing
from rulewright.docgen.wording.reshape import noun_of
from rulewright.docgen.wording.telling import fill_call, is_payment, spot_cells, toggles
from rulewright.dsl.program import Mode, Zone
from rulewright.dsl.types import T

FAR_APART = 10  # what is put and where may stand so many words apart


class EnglishActs(EnglishConditions):
    """Verb phrases in English."""

    # ---- text

    def sentence(self, text: str) -> str:
        text = self.finish(text.strip())
        if text[:1].islower():
            text = text[:1].upper() + text[1:]
        return text if text.endswith((".", ":", "!", "?")) else text + "."

    def colon(self, text: str) -> str:
        return self.sentence(text.rstrip(".:, ") + ":")

    def lower(self, text: str) -> str:
        first = text.split(" ", 1)[0]
        return text if first.isupper() and len(first) > 1 else text[:1].lower() + text[1:]

    def then(self, texts: Sequence[str]) -> str:
        if len(texts) <= 1:
            return "".join(texts)
        if any(text.startswith(CLAUSE) for text in texts):
            return "; ".join(texts)
        if len(texts) == 2:
            if texts[0].startswith("pay ") and texts[1].startswith("gain "):
                return f"{texts[0]} to {texts[1]}"
            return self.named_once(f"{texts[0]}, then {texts[1]}")
        return self.named_once(", ".join(texts[:-1]) + ", and then " + texts[-1])

    def named_once(self, text: str) -> str:
        """What a sentence names again without naming another thing in between is `it`."""
        nouns = sorted({*self.lex.heads().values()}, key=len, reverse=True)
        found = list(re.finditer(rf"\bthat ({'|'.join(map(re.escape, nouns))})\b(['’]s)?", text)) if nouns else []
        made, at, last, of_another = "", 0, "", False
        for match in found:
            if match[1] == last and not of_another:
                made += text[at : match.start()] + ("its" if match[2] else "it")
                at = match.end()
            last = match[1]
            # After `the price under that hut`, `it` could be the price.
            of_another = re.search(r"\bthe [a-z]+ (?:of|under) $", text[: match.start()]) is not None
            # After `that hut's coins`, `it` could be the coins.
            of_another = of_another or (match[2] is not None and text[match.end() :].find(", then ") > 0)
        return self.them(self.once_chosen(made + text[at:]))

    def once_chosen(self, text: str) -> str:
        """`the card they chose` is `that card` when the sentence names it again."""
        found = re.search(r"\bthe ([a-z]+(?: [a-z]+)?) they chose\b", text)
        if found is None:
            return text
        return text[: found.end()] + text[found.end() :].replace(found[0], f"that {found[1]}")

    def them(self, text: str) -> str:
        """Several things that a sentence has just named are `them`."""
        found = re.search(rf"\b(of )?those ({'|'.join(map(re.escape, self.lex.heads()))})\b", text)
        is_named = found is not None and re.search(rf"\b{re.escape(found[2])}\b", text[: found.start()])
        return text if found is None or not is_named else text.replace(found[0], f"{found[1] or ''}them", 1)

    # ---- what is acted on

    def verb(self, name: str, form: Form) -> str:
        forms = self.lex.verb(name)
        return forms.third if form is Form.THIRD else forms.base

    def my(self, form: Form) -> str:
        return "their" if form is Form.THIRD else "your"

    def thing(self, thing: Thing | Any) -> str:
        """What an act is done to, told in full where it is chosen here."""
        if not isinstance(thing, Chosen):
            return self.the(thing)
        np = thing.source
        text = self.quantity(thing, np)
        if thing.where:
            said = self.chain([self.relative(test) for test in thing.where])
            if text.startswith("one of the ") and said.startswith("that ⟦"):
                # `a card in the row that has no coin on it`: the relative clause is about that one alone.
                frame = self.frame(np)
                text = join("a", frame.one, frame.post)
            text += " " + self.number(said, False)
        if thing.possible:
            wishes = [self.wish(test) for test in thing.possible]
            one = "one " * wishes[0].startswith(("whose ", "that "))
            text += ", if possible " + one + self.clauses(wishes, "and")
            text += "," * wishes[-1].startswith("such that")
        return text

    def quantity(self, chosen: Chosen, np: Any) -> str:
        match chosen.quantity:
            case "each":
                return self.each(np)
            case "all":
                return self.the(np)
            case "some":
                frame = self.frame(np)
                return ("one or more of " if frame.det or frame.fixed else "one or more ") + self.said(frame)
            case "up_to":
                return "up to " + self.counted(chosen.number, np)
            case "exactly":
                return self.counted(chosen.number, np)
            case _:
                if isinstance(np, w.Span2) or (isinstance(np, w.Joined) and isinstance(np.parts[0], w.Span2)):
                    span = np if isinstance(np, w.Span2) else np.parts[0]
                    number = self.head(chosen.noun).one if chosen.noun is not None else "number"
                    return f"a {number} from {self.the(span)}"
                if isinstance(np, w.Joined) and all(isinstance(part, w.Number) for part in np.parts):
                    return self.series([self.the(part) for part in np.parts], "or")
                return self.one(np)

    def wish(self, test: Any) -> str:
        return re.sub(r"^such that there is (?=an? )", "with ", self.relative(test))

    def piece(self, act: Any, form: Form) -> str:
        forms = self.head(act.piece)
        whose = "their" if act.owner is Person.THEY else "your"
        if isinstance(act.owner, Person) and act.piece.name in self.only_ones:
            return f"{whose} {forms.one}"
        if isinstance(act, w.PlaceAct) and act.supplied and act.verb == "place" and isinstance(act.owner, Person):
            return f"a {forms.one} from {whose} supply"
        if act.owner is None or isinstance(act.owner, Person):
            return "a " + forms.one
        return self.one(w.Group(act.piece, act.owner))

    # ---- verb phrases

    def place(self, act: w.PlaceAct, form: Form) -> str:
        verb = self.verb(act.verb, form)
        if act.again:
            return f"{self.verb('put', form)} it on {self.thing(act.where)}"
        where = act.where
        if isinstance(where, Chosen):
            many = where.quantity != "one"
            return f"{verb} {self.piece(act, form)} on {'each of ' * many}{self.thing(where)}".replace(
                "each of each", "each"
            )
        frame = self.frame(where)
        if isinstance(where, w.That) and where.noun.kind == "piece":
            return f"{verb} {self.piece(act, form)} {'in place of each of them' if where.many else 'in its place'}"
        if isinstance(where, w.Cells) and len(where.cells) > 1:
            return f"{verb} {self.head(act.piece).many} on {self.the(where)}"
        if frame.place and not frame.single:
            return f"{verb} {self.piece(act, form)} on each {join(frame.one, frame.post)}"
        return f"{verb} {self.piece(act, form)} on {self.each(where)}"

    def move(self, act: w.MoveAct, form: Form) -> str:
        what = self.piece_at(act.start, act.piece)
        goal = self.thing(act.goal)
        if act.piece.name in self.only_ones:
            goal = goal.replace(f"next to that {self.head(act.piece).one}", "next to it")
        return f"{self.verb(act.verb, form)} {what} to {goal}"

    def piece_at(self, where: Thing, piece: Noun) -> str:
        """The piece that stands somewhere, by its own name where the place is told by it."""
        np = where.source if isinstance(where, Chosen) else where
        if noun_of(np, Noun("", ""), self.lex.program) == piece:
            return self.thing(where)
        frame = self.frame(np)
        if isinstance(np, w.That):
            return f"any {self.head(piece).one} on {self.the(np)}"
        if isinstance(where, Chosen) or frame.single or frame.fixed is not None:
            return f"the {self.head(piece).one} on {self.thing(where)}"
        return f"every {self.head(piece).one} on {self.thing(where)}"

    def lift(self, act: w.LiftAct, form: Form) -> str:
        what = self.piece_at(act.where, act.piece)
        match act.to:
            case "hand":
                return f"{self.verb('take', form)} {what}"
            case "supply":
                many = not isinstance(act.where, Chosen) and not self.frame(act.where).single
                whose = f"{'their' if many else 'its'} owner's"
                np = act.where.source if isinstance(act.where, Chosen) else act.where
                mine = np.owner if isinstance(np, w.Group) else None
                if mine is Person.YOU:
                    whose = self.my(form)
                elif mine is Person.THEY:
                    whose = "their"
                elif isinstance(act.owner, Person):
                    whose = self.my(form) if act.owner is Person.YOU else "their"
                # Whoever is told to take something of another's takes which they like.
                is_pick = isinstance(act.where, Chosen) and act.where.quantity == "one" and form is Form.IMP
                picked = " of your choice" if is_pick and Person.YOU not in (mine, act.owner) else ""
                return f"{self.verb('return', form)} {what}{picked} to {whose} supply"
            case _:
                return self.out_of_game(what, form)

    def put(self, act: w.PutAct, form: Form) -> str:
        if act.zone is None:
            left = self.what_is_left(act.things)
            if left is not None:
                return f"{self.verb('remove', form)} from the game {left}"
            return self.out_of_game(self.thing(act.things), form)
        if act.cell is not None:
            return f"{self.verb('place', form)} {self.thing(act.things)} on {self.the(act.cell)}"
        if isinstance(act.zone, w.Group) and (row := self.row_moved_up(act)) is not None:
            return f"{CLAUSE}{self.the(row)} becomes the new {self.head(act.zone.noun).one}"
        if self.taken(act) is not None:
            there = self.kept_at(act)
            several = not isinstance(act.things, Chosen) and not self.frame(act.things).single
            laid = f" and {self.verb('put', form)} {'them' if several else 'it'} {there}" if there else ""
            return f"{self.verb('take', form)} {self.thing(act.things)}{laid}"
        here, there = self.frame(act.things), self.into(act.zone, act.onto)
        if not isinstance(act.things, Chosen) and here.post.startswith("on ") and there.startswith("on "):
            what = self.said(replace(here, post=""))
            origin, goal = f"from {here.post[3:]}", f"to {there[3:]}"
            # The goal would be heard as part of a clause that the origin ends with.
            ways = (goal, origin) if words_in(origin) > words_in(goal) + 2 else (origin, goal)
            return join(self.verb("move", form), what, *ways)
        wishes = [self.wish(test) for test in act.things.possible] if isinstance(act.things, Chosen) else []
        if isinstance(act.things, Chosen) and wishes and wishes[-1].startswith(("such that", "with ")):
            there = self.put(replace(act, things=replace(act.things, possible=())), form)
            return f"{there}, if possible one {self.clauses(wishes, 'and')}"
        things = self.everything(act.things)
        if isinstance(act.things, w.Group) and self.at_most_one(act.zone) and here.fixed is None and here.det:
            # Where there is room for one alone, there is but one to be put.
            things = self.said(replace(here, plural=False))
        is_one = isinstance(act.things, Chosen) and act.things.quantity == "one"
        if words_in(things) > FAR_APART and there.startswith("face up") and is_one:
            return f"{self.verb('choose', form)} {things} and {self.verb('put', form)} it {there}"
        if words_in(things) > FAR_APART and there.startswith("face up"):
            return f"{self.verb('put', form)} {there} {things}"
        if isinstance(act.things, w.Group) and here.plural and not here.single:
            # What has just been named need not be named again.
            there = re.sub(rf"\bthe (\w+) of {re.escape(things)}(?![\w’'])", r"their \1", there)
        return f"{self.verb('put', form)} {things} {there}"

    def what_is_left(self, things: Thing) -> str | None:
        """All that may still lie in a place when it is cleared; None for anything else."""
        if not isinstance(things, w.Group) or things.noun.kind != "zone" or things.single or things.filters:
            return None
        frame = self.frame(things)
        is_there = frame.fixed is None and frame.det == "the" and frame.post.startswith("in ")
        return f"any {frame.many} left {frame.post}" if is_there else None

    def everything(self, things: Thing) -> str:
        """A whole set, when all of it is moved."""
        frame = self.frame(things) if not isinstance(things, Chosen) else None
        bare = frame is not None and frame.fixed is None and not frame.det and frame.plural
        return f"all {self.thing(things)}" if bare else self.thing(things)

    def lies(self, zone: w.Group) -> str:
        """Where things of a zone lie: `in your hand`, `in front of you`."""
        return self.at(zone) or f"in {self.the(zone)}"

    def into(self, zone: Any, onto: Chosen | None = None) -> str:
        said = self.at(zone, onto)
        if said is not None:
            return said
        if self.is_hidden_pile(zone):
            return "face down on top of " + self.the(zone)
        return "into " + self.the(zone)

    def lay(self, act: w.LayAct, form: Form) -> str | None:
        thing = self.thing(act.thing)
        where = spot_cells(act, self.lex.program.components)
        if where is None:
            return f"{self.verb('place', form)} {thing} on {self.thing(act.spot)}"
        room, number, tests = where
        so = f" so that {self.clauses([self.cond(pointed(test)) for test in tests], 'and')}" if tests else ""
        told = f"{self.verb('place', form)} {thing} on {self.counted(number, room)}{so}"
        return told if words_in(told) <= self.MOST else None

    def out_of_game(self, what: str, form: Form) -> str:
        """What leaves comes last where it takes long to say."""
        verb = self.verb("remove", form)
        return f"{verb} {what} from the game" if words_in(what) <= 6 else f"{verb} from the game {what}"

    def draw(self, act: w.DrawAct, form: Form) -> str:
        only = act.number == w.Number(1)
        what = self.drawn(act)
        # Dice are not drawn, as cards and tiles are.
        source_zone = act.source.noun.name if isinstance(act.source, w.Group) else ""
        zone = self.lex.program.zones.get(source_zone)
        verb = self.verb("take" if zone is not None and zone.dice is not None else "draw", form)
        draw = f"{verb} {what}"
        source = f"{draw}{self.drawn_from(act.source)}"
        if self.is_hand(act.zone):
            return draw if self.is_only_stock(act.source) else source
        if self.at(act.zone) is not None:
            if self.is_only_stock(act.source):
                source = draw
            return f"{source} and {self.verb('put', form)} {'it' if only else 'them'} {self.at(act.zone)}"
        row = self.lex.program.zones.get(act.zone.noun.name) if isinstance(act.zone, w.Group) else None
        if row is not None and row.sorted_by is not None:
            lay = "lays" if form is Form.THIRD else "lay"
            self.laid_in_order.add(row.words.name)
            out = f"{lay} {'it' if only else 'them'} out{self.face_up(row)}"
            return f"{source} and {out} as {self.the(act.zone)}, {self.laid_by(row)}"
        into = self.into(act.zone).replace(" on top of ", " into ")
        if into.startswith("face down"):
            return f"{source} and {self.verb('put', form)} {'it' if only else 'them'} {into}"
        return f"{source} {into}"

    def drawn_from(self, source: Any) -> str:
        if isinstance(source, w.Choice):
            one, other = self.the(source.then), self.the(source.otherwise)
            return f": from {one} if {self.cond(source.test)}, otherwise from {other},"
        return f" from {self.the(source)}"

    def fill_up(self, act: w.FillAct, form: Form) -> str:
        what = self.head(act.what).many
        there = self.at(act.zone) or "in " + self.the(act.zone)
        source = self.the(act.source)
        draw = f"{self.verb('draw', form)} {what} from {source}"
        zone = self.lex.program.zones.get(act.zone.noun.name) if isinstance(act.zone, w.Group) else None
        if zone is not None and zone.slots is not None:
            put = f"{self.verb('put', form)} them{self.face_up(zone)} {there}"
            return f"{draw} and {put} until all {self.the(act.number)} places are filled or {source} is empty"
        return f"{draw} until there are {self.the(act.number)} {there}"

    def face_up(self, zone: Zone) -> str:
        """That what is drawn unseen lies open from then on."""
        return " face up" * (zone.seen == "all")

    def laid_by(self, zone: Zone) -> str:
        """In which order things are laid out: `the lowest number first`."""
        field = self.sorting(zone)
        return f"the lowest {self.head(field).one} first" if field is not None else "in order"

    def again(self, act: w.AgainAct, form: Form) -> str:
        may = CLAUSE + "you may" if form is Form.IMP else "may"
        if act.placed is not None and isinstance(act.times, w.Number):
            more = "one more" if act.times.value == 1 else f"up to {self.the(act.times)} more"
            return f"{may} {self.verb('place', form)} {more} in the same way"
        match act.times:
            case None:
                return f"{may} do so again as often as {'they' if form is Form.THIRD else 'you'} like"
            case w.Number(value=1):
                return f"{may} do so once more{self.with_another(act)}"
            case times:
                return f"{may} do so up to {self.the(times)} more times{self.with_another(act)}"

    def with_another(self, act: w.AgainAct) -> str:
        """That what is done again may be done to another piece."""
        is_free = act.anew is not None and act.anew.name not in self.only_ones
        return f", with the same {self.head(act.anew).one} or with another" if act.anew and is_free else ""

    def transfer(self, act: w.TransferAct, form: Form) -> str:
        word = {Mode.GAIN: "gain", Mode.LOSE: "lose", Mode.PAY: "pay"}[act.mode]
        text = self.amount(act.amount)
        if self.is_stocked(act):
            return f"{self.verb('add', form)} {text} to {self.my(form)} supply"
        number = act.amount.number if isinstance(act.amount, w.Units) else None
        if act.mode is Mode.PAY and isinstance(number, w.Phrase):
            text = re.sub(r"^[\w ]+? equal to (?=the (?:price|cost)\b)", "", text)
        if form is Form.THIRD:
            text = text.replace("your choice", "their choice").replace("all your", "all their")
        text = join(self.verb(word, form), text, self.tally(act.times) if act.times else "")
        if act.instead is not None:
            text += f"{',' * (',' in text)} instead of {self.amount(act.instead)}"
        return text

    def tally(self, tally: w.Tally) -> str:
        match tally.kind:
            case "each" | "of" if (things := self.things_counted(tally.source)) is not None:
                return f"for each of {things}"
            case "every" if (things := self.things_counted(tally.source)) is not None:
                return f"for every {self.the(tally.every)} of {things}"
            case "each" | "of" if tally.source is not None:
                frame = self.frame(tally.source)
                if frame.single:
                    whole, yours = self.said(frame), "your " + self.unit_word(tally.source)
                    if f"of {yours}" in whole:
                        # `the row with the most of your stones`: those of others do not count there.
                        return f"for each of {yours} in {whole.replace(f'of {yours}', 'of them')}"
                    return f"for each {self.unit_word(tally.source, 1)} in {whole}"
                return "for " + self.each(tally.source)
            case "every" if tally.source is not None:
                frame = self.frame(tally.source)
                whole = self.said(frame)
                if frame.single:
                    return f"for every {self.the(tally.every)} {self.unit_word(tally.source)} in {whole}"
                return f"for every {self.the(tally.every)} {'of ' if frame.det and not frame.single else ''}{whole}"
            case "if" if tally.test is not None:
                return "if " + self.cond(tally.test)
            case _:
                return "times " + self.the(tally.source)

    def things_counted(self, source: Any) -> str | None:
        """What a number counts, where a set is wanted: `your coins` for the number of your coins."""
        match source:
            case w.Joined(parts=(w.Held(unit=unit, owner=owner),)):
                forms = self.head(unit)
                return self.said(self.owned(Frame(forms.one, forms.many, "the", mass=forms.mass), owner))
            case w.Phrase(function=function) if function.type.t is T.NUMBER:
                return self.the(source).removeprefix("the number of ")
            case _:
                return None

    def times(self, times: Any) -> str:
        return {w.Number(1): "once", w.Number(2): "twice"}.get(times) or f"{self.the(times)} times"

    def unit_word(self, np: Any, number: int = 2) -> str:
        """What a set told by one phrase is counted in: the pieces it is made of, else its cells."""
        forms = self.head(made_of(np) or (self.element(np) if isinstance(np, w.Phrase) else Noun("cell", "")))
        return forms.one if number == 1 else forms.many

    def choose_or_lines(self, act: w.ChooseAct, form: Form) -> str | None:
        if form is Form.IMP and len(act.parts) > 1 and act.parts[-1].where and not act.secret:
            return None
        return self.choose(act, form)

    def choose(self, act: w.ChooseAct, form: Form) -> str:
        parts = self.series([self.thing(part) for part in act.parts], "and")
        if act.secret:
            return f"secretly {self.verb('choose', form)} {parts}"
        if (bag := self.bag_of(act)) is not None:
            place = self.the(w.Group(Noun("place", bag.noun.name), single=True))
            return f"{self.verb('draw', form)} a {self.head(bag.noun).one} at random from {place}"
        if act.at_random and words_in(parts) > 4:
            return f"{self.verb('choose', form)} at random {parts}"
        return f"{self.verb('choose', form)} {parts}{' at random' * act.at_random}"

    def call(self, act: w.CallAct, form: Form) -> str:
        forms = self.lex.verb(act.action.words.name, act.action.words)
        text = forms.third if form is Form.THIRD else forms.base
        if "{" in text:
            return fill_call(text, act, self.thing)
        for prep, arg in act.args:
            text = join(text, prep or "", self.thing(arg))
        if act.piece is not None and " " not in text:
            text = join(text, "a", self.head(act.piece).one)
        return text

    def use_act(self, act: w.UseAct, form: Form) -> str:
        if act.field is not None:
            thing = self.thing(act.thing)
            told = self.lex.phrase("do", act.field.name)
            if told is not None:
                return self.inflected(told.replace("{x}", thing), form)
            if words_in(thing) == 2 and self.frame(act.thing).single:
                return f"{self.verb('carry', form)} out {genitive(thing)} {self.head(act.field).one}"
            return f"{self.verb('carry', form)} out the {self.head(act.field).one} of {thing}"
        if (told := self.done_with(act)) is not None:
            return self.inflected(told, form)
        if isinstance(act.thing, w.It):
            return f"{self.verb('carry', form)} out its effect"
        return f"{self.verb('carry', form)} out the effect of {self.thing(act.thing)}"

    def set_act(self, act: w.SetAct, form: Form) -> str:
        target, value = act.target, act.value
        noun = target.noun if isinstance(target, (w.Flag, w.Group, w.Attribute)) else None
        told = self.set_by_template(act, form)
        if told is not None:
            return told
        if isinstance(target, w.Flag):
            return self.set_flag(target, value, form)
        what = self.the(target)
        match act.change:
            case "raise" | "lower":
                word = "increase" if act.change == "raise" else "reduce"
                return f"{self.verb(word, form)} {what} by {self.the(value)}"
            case "add" if isinstance(value, w.Someone):
                return f"{self.verb('join', form)} {what}"
            case "add":
                return f"{self.verb('add', form)} {self.the(value)} to {what}"
            case "drop":
                return f"{self.verb('remove', form)} {self.the(value)} from {what}"
        if isinstance(value, w.Nothing) and isinstance(target, w.Group) and not target.single:
            return f"{self.verb('forget', form)} {what}"
        if isinstance(value, w.Nothing) and noun is not None and noun.kind == "memory":
            return f"there is no {self.lex.noun(noun).one} any more"
        if isinstance(value, w.Nothing):
            return f"{self.verb('clear', form)} {what}"
        if isinstance(value, w.Someone) and noun is not None:
            return f"{self.verb('become', form)} the {self.lex.noun(noun).one}"
        if isinstance(target, w.Group) and noun is not None and noun.kind == "memory":
            people = isinstance(value, (w.That, w.Pick, w.Phrase)) and self.is_people(noun)
            return f"{CLAUSE}{self.the(value)} becomes {what}" if people else f"{CLAUSE}{what} is now {self.the(value)}"
        return f"{self.verb('set', form)} {what} to {self.the(value)}"

    def dealt(self, things: str, rest: str, single: Sequence[str], one_left: bool) -> tuple[str, str]:
        """`one of your dice` to `3, one to 6 and the remaining one to 4`."""
        left = "the remaining one" if one_left else "each remaining one of them"
        first, *more = single
        others = [*(f"one to {n}" for n in more), f"{left} to {rest}"]
        return f"one of {things}", self.series([first, *others], "and")

    def set_flag(self, target: w.Flag, value: Any, form: Form) -> str:
        if isinstance(value, w.Sure):
            said = self.cond(replace(target, negated=not value.value))
            if self.lex.phrase("flag", target.noun.name) is not None:
                return said
        if toggles(target, value):
            return f"“{self.lex.noun(target.noun).one}” changes from yes to no or back"
        return f"note that “{self.lex.noun(target.noun).one}” is {self.the(value)}"

    def inflected(self, text: str, form: Form) -> str:
        """A template that begins with a verb; `= ` marks one that is a clause already."""
        if text.startswith("= "):
            return CLAUSE + text.removeprefix("= ")
        return english_verb(text).third if form is Form.THIRD else text

    def roll(self, act: w.RollAct, form: Form) -> str:
        return f"{self.verb('reroll' if act.again else 'roll', form)} {self.thing(act.dice)}"

    def close_up(self, act: w.CloseUpAct, form: Form) -> str:
        things = self.things_in(act.zone)
        return f"{self.verb('slide', form)} {things} towards the first place to close any gaps"

    def shuffle(self, act: w.ShuffleAct, form: Form) -> str:
        return f"{self.verb('shuffle', form)} {self.the(act.zone)}"

    def show(self, act: w.ShowAct, form: Form) -> str:
        if isinstance(act.things, w.Group) and act.things.noun.kind == "chosen":
            return f"{self.verb('reveal', form)} the chosen {self.head(act.things.noun).many}"
        if act.to_all:
            stays = " and leave it there" * self.is_on_top(act.things)
            return f"{self.verb('reveal', form)} {self.the(act.things)}{stays}"
        return f"secretly {self.verb('look', form)} at {self.the(act.things)}"

    def assemble(self, act: w.AssembleAct, form: Form) -> str:
        board = self.lex.noun(act.board).one
        at_random = ", turning each by half a turn or not, at random" if act.half else ", turning each at random"
        turned = {True: at_random, False: ", without turning them", None: ""}[act.turned]
        maps = "them" if isinstance(act.maps, w.That) and act.maps.many else self.the(act.maps)
        return f"{self.verb('assemble', form)} the {board} from {maps}{turned}"

    def order(self, act: w.OrderAct, form: Form) -> str | None:
        if act.at_random:
            return f"{self.verb('choose', form)} the turn order at random"
        if act.first is not None:
            return None
        return None

    def word(self, act: w.WordAct, form: Form) -> str:
        match act.word:
            case "win":
                return self.verb("win", form) + " the game" if form is not Form.IMP else "you win the game"
            case "end":
                return "the game ends at once"
            case "stop":
                return self.verb("stop", form)
            case _:
                return self.verb("pass", form)

    def may(self, act: w.MayAct, form: Form) -> str | None:
        inner = self.at_a_price(act.body)
        if inner is None:
            return None
        often = ""
        if act.any_times:
            often = " as often as you like" if form is not Form.THIRD else " as often as they like"
        elif act.times is not None and act.times != w.Number(1):
            often = f" up to {self.times(act.times)}"
        you = "you " if form is Form.IMP else ""
        if form is Form.THIRD:
            inner = inner.replace("your choice", "their choice")
        if often and words_in(inner) < 9 and "," not in inner and not is_payment(act.body[0]):
            return f"{you}may {inner}{often}"
        return f"{you}may,{often}, {inner}" if often else f"{you}may {inner}"

    def at_a_price(self, acts: Acts) -> str | None:
        """What may be done: `pay 2 coins to take a card`."""
        if len(acts) < 2 or not is_payment(acts[0]):
            return self.plain(acts, Form.INF)
        price, rest = self.plain(acts[:1], Form.INF), self.plain(acts[1:], Form.INF)
        return f"{price} to {rest}" if price is not None and rest is not None else None

    def repeat(self, act: w.RepeatAct, form: Form) -> str | None:
        """`gain 1 coin as many times as you …`: so often as something else was done."""
        if not isinstance(act.times, w.Phrase) or act.test is not None or act.until is not None:
            return None
        often = self.the(act.times)
        inner = self.plain(act.body, form)
        if inner is None or not often.startswith("the number of times "):
            return None
        return f"{inner} as many times as {often.removeprefix('the number of times ')}"

    def must(self, act: w.MustAct, form: Form) -> str | None:
        inner = self.plain(act.body, Form.INF)
        if inner is None:
            return None
        return f"{'you ' if form is Form.IMP else ''}must {inner}"

    def either(self, act: w.EitherAct, form: Form) -> str | None:
        parts = [self.plain(branch, form) for branch in act.branches]
        if any(part is None for part in parts) or len(parts) > 2:
            return None
        said = [part for part in parts if part is not None]
        text = "either " + " or ".join(said)
        return text if words_in(text) <= LONG and not any("," in part for part in said) else None

    def as_vp(self, act: w.AsAct, form: Form) -> str | None:
        """Somebody else's act among the reader's own."""
        third = self.plain(act.body, Form.THIRD) if form is Form.IMP else None
        return CLAUSE + self.named_once(f"{self.the(act.who)} {third}") if third is not None else None
