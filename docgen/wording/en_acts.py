"""English sentences: acts, clauses, scores and the winner."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import pointed
from rulewright.docgen.wording.en import EnglishNouns, genitive, is_plural, join, undetermined
from rulewright.docgen.wording.lexicon import english_verb, spoken
from rulewright.docgen.wording.plan import Acts, Chosen, Noun, Person, Thing
from rulewright.docgen.wording.realise import CLAUSE, LONG, Form, Frame, Line, made_of, words_in
from rulewright.docgen.wording.terms import noun_of
from rulewright.dsl.plurals import plural
from rulewright.dsl.program import Component, Mode
from rulewright.dsl.types import T


class English(EnglishNouns):
    """The English realiser."""

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
            return f"{texts[0]}, then {texts[1]}"
        return ", ".join(texts[:-1]) + ", and then " + texts[-1]

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
            text += " " + self.chain([self.relative(test) for test in thing.where])
        if thing.possible:
            wishes = [self.wish(test) for test in thing.possible]
            text += ", if possible " + self.clauses(wishes, "and") + ("," if wishes[-1].startswith("such that") else "")
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
                    return f"a number from {self.the(span)}"
                return self.one(np)

    def wish(self, test: Any) -> str:
        return self.relative(test)

    def piece(self, act: Any, form: Form) -> str:
        forms = self.head(act.piece)
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
            return f"{verb} {self.piece(act, form)} {'in place of each' if where.many else 'in its place'}"
        if isinstance(where, w.Cells) and len(where.cells) > 1:
            return f"{verb} {self.head(act.piece).many} on {self.the(where)}"
        if frame.place and not frame.single:
            return f"{verb} {self.piece(act, form)} on each {join(frame.one, frame.post)}"
        return f"{verb} {self.piece(act, form)} on {self.each(where)}"

    def move(self, act: w.MoveAct, form: Form) -> str:
        what = self.piece_at(act.start, act.piece)
        return f"{self.verb(act.verb, form)} {what} to {self.thing(act.goal)}"

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
                if isinstance(act.owner, Person):
                    whose = self.my(form) if act.owner is Person.YOU else "their"
                return f"{self.verb('return', form)} {what} to {whose} supply"
            case _:
                return self.out_of_game(what, form)

    def put(self, act: w.PutAct, form: Form) -> str:
        if act.zone is None:
            return self.out_of_game(self.thing(act.things), form)
        if self.taken(act) is not None:
            return f"{self.verb('take', form)} {self.thing(act.things)}"
        return f"{self.verb('put', form)} {self.everything(act.things)} {self.into(act.zone)}"

    def everything(self, things: Thing) -> str:
        """A whole set, when all of it is moved."""
        frame = self.frame(things) if not isinstance(things, Chosen) else None
        bare = frame is not None and frame.fixed is None and not frame.det and frame.plural
        return f"all {self.thing(things)}" if bare else self.thing(things)

    def into(self, zone: Any) -> str:
        return self.at(zone) or "into " + self.the(zone)

    def lay(self, act: w.LayAct, form: Form) -> str:
        thing = self.thing(act.thing)
        where = spot_cells(act, self.lex.program.components)
        if where is None:
            return f"{self.verb('place', form)} {thing} on {self.thing(act.spot)}"
        room, number, tests = where
        so = f" so that {self.clauses([self.cond(pointed(test)) for test in tests], 'and')}" if tests else ""
        return f"{self.verb('place', form)} {thing} on {self.counted(number, room)}{so}"

    def out_of_game(self, what: str, form: Form) -> str:
        """What leaves comes last where it takes long to say."""
        verb = self.verb("remove", form)
        return f"{verb} {what} from the game" if words_in(what) <= 6 else f"{verb} from the game {what}"

    def draw(self, act: w.DrawAct, form: Form) -> str:
        only = act.number == w.Number(1)
        what = self.one(w.Group(act.what)) if only else self.counted(act.number, w.Group(act.what))
        draw = f"{self.verb('draw', form)} {what}"
        source = f"{draw} from {self.the(act.source)}"
        if self.is_hand(act.zone):
            return draw if self.is_only_stock(act.source) else source
        if self.at(act.zone) is not None:
            return f"{source} and {self.verb('put', form)} {'it' if only else 'them'} {self.at(act.zone)}"
        return f"{source} into {self.the(act.zone)}"

    def fill_up(self, act: w.FillAct, form: Form) -> str:
        what = self.head(act.what).many
        there = self.at(act.zone) or "in " + self.the(act.zone)
        source = self.the(act.source)
        return f"{self.verb('draw', form)} {what} from {source} until there are {self.the(act.number)} {there}"

    def again(self, act: w.AgainAct, form: Form) -> str:
        may = "you may" if form is Form.IMP else "may"
        match act.times:
            case None:
                return f"{may} do so again as often as {'they' if form is Form.THIRD else 'you'} like"
            case w.Number(value=1):
                return f"{may} do so once more"
            case times:
                return f"{may} do so up to {self.the(times)} more times"

    def transfer(self, act: w.TransferAct, form: Form) -> str:
        word = {Mode.GAIN: "gain", Mode.LOSE: "lose", Mode.PAY: "pay"}[act.mode]
        text = self.amount(act.amount)
        if form is Form.THIRD:
            text = text.replace("your choice", "their choice").replace("all your", "all their")
        return join(self.verb(word, form), text, self.tally(act.times) if act.times else "")

    def tally(self, tally: w.Tally) -> str:
        match tally.kind:
            case "each" | "of" if (things := self.things_counted(tally.source)) is not None:
                return f"for each of {things}"
            case "every" if (things := self.things_counted(tally.source)) is not None:
                return f"for every {self.the(tally.every)} of {things}"
            case "each" | "of" if tally.source is not None:
                frame = self.frame(tally.source)
                if frame.single:
                    return f"for each {self.unit_word(tally.source, 1)} in {self.said(frame)}"
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
            if words_in(thing) == 2 and self.frame(act.thing).single:
                return f"{self.verb('carry', form)} out {genitive(thing)} {self.head(act.field).one}"
            return f"{self.verb('carry', form)} out the {self.head(act.field).one} of {thing}"
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
            people = isinstance(value, (w.That, w.Pick)) and self.is_people(noun)
            return f"{CLAUSE}{self.the(value)} becomes {what}" if people else f"{CLAUSE}{what} is now {self.the(value)}"
        return f"{self.verb('set', form)} {what} to {self.the(value)}"

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
        return f"{self.verb('roll', form)} {self.thing(act.dice)}"

    def close_up(self, act: w.CloseUpAct, form: Form) -> str:
        things = self.things_in(act.zone)
        return f"{self.verb('slide', form)} {things} towards the first place to close any gaps"

    def shuffle(self, act: w.ShuffleAct, form: Form) -> str:
        return f"{self.verb('shuffle', form)} {self.the(act.zone)}"

    def show(self, act: w.ShowAct, form: Form) -> str:
        if isinstance(act.things, w.Group) and act.things.noun.kind == "chosen":
            return f"{self.verb('reveal', form)} the chosen {self.head(act.things.noun).many}"
        if act.to_all:
            return f"{self.verb('reveal', form)} {self.the(act.things)}"
        return f"secretly {self.verb('look', form)} at {self.the(act.things)}"

    def assemble(self, act: w.AssembleAct, form: Form) -> str:
        board = self.lex.noun(act.board).one
        turned = {True: ", each turned at random", False: ", without turning them", None: ""}[act.turned]
        return f"{self.verb('assemble', form)} the {board} from {self.the(act.maps)}{turned}"

    def order(self, act: w.OrderAct, form: Form) -> str | None:
        if act.at_random:
            return f"{self.verb('choose', form)} the order of play at random"
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
        if often and words_in(inner) < 9 and "," not in inner:
            return f"{you}may {inner}{often}"
        return f"{you}may,{often}, {inner}" if often else f"{you}may {inner}"

    def at_a_price(self, acts: Acts) -> str | None:
        """What may be done: `pay 2 coins to take a card`."""
        if len(acts) < 2 or not is_payment(acts[0]):
            return self.plain(acts, Form.INF)
        price, rest = self.plain(acts[:1], Form.INF), self.plain(acts[1:], Form.INF)
        return f"{price} to {rest}" if price is not None and rest is not None else None

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
        return f"{CLAUSE}{self.the(act.who)} {third}" if third is not None else None

    # ---- lines

    def if_lines(self, act: w.IfAct) -> list[Line]:
        made = self.block_if(f"if {self.cond(act.test)}", act.then)
        if act.otherwise:
            made += self.block_if("otherwise", act.otherwise)
        return made

    def block_if(self, intro: str, acts: Acts) -> list[Line]:
        inner = self.plain(acts, Form.IMP)
        if inner == "":
            return []
        if inner is not None and words_in(intro) + words_in(inner) <= LONG + 10:
            return [Line(self.sentence(f"{intro}, {inner}"))]
        return [Line(self.colon(intro), self.lines(acts))]

    def each_lines(self, act: w.EachAct) -> list[Line]:
        by = f", in order of {self.the(act.by)}" if act.by is not None else ""
        inner = self.plain(act.body, Form.IMP)
        each = self.each(act.source)
        if isinstance(act.source, w.Joined) and isinstance(act.source.parts[0], w.Span2):
            each = f"each number from {each}"
        intro = f"for {each}{by}"
        if inner is not None and words_in(intro) + words_in(inner) <= LONG + 10:
            return [Line(self.sentence(f"{intro}, {inner}"))]
        return [Line(self.colon(intro), self.lines(act.body))]

    def players_subject(self, act: w.PlayersAct) -> str:
        subject = "each player"
        if act.among is not None:
            frame = self.frame(act.among)
            if frame.det == "those":
                subject = join("each of those players", frame.post)
            elif frame.det == "that":
                subject = join("that player", frame.post)
            else:
                subject = self.each(act.among)
        if act.where is not None:
            subject += " " + self.relative(self.about_them(act.where))
        return subject

    def about_them(self, test: Any) -> Any:
        """A condition on `they`, as one on the player just named."""
        it = w.It(Noun("basic", "player"))
        match test:
            case w.Compared(left=w.Held() as held):
                return replace(test, left=replace(held, owner=it))
            case w.Exists(source=w.Group(owner=Person.THEY) as group):
                return replace(test, source=replace(group, owner=it), owner=None)
            case w.Counted(source=w.Group(owner=Person.THEY) as group):
                return replace(test, source=replace(group, owner=it))
            case w.Supply():
                return replace(test, owner=it)
            case _:
                return test

    def players_lines(self, act: w.PlayersAct) -> list[Line]:
        subject = self.players_subject(act)
        start = f", starting with {self.the(act.start)}" if act.start is not None else ""
        third = self.plain(act.third, Form.THIRD)
        if third is not None:
            return [Line(self.sentence(f"{subject} {third}" if not start else f"{subject}{start}, {third}"))]
        return [Line(self.colon(f"{subject}{start}, in turn order"), self.lines(act.body))]

    def repeat_lines(self, act: w.RepeatAct) -> list[Line]:
        until = self.until(act.until) if act.until is not None else None
        only = act.body[0] if len(act.body) == 1 else None
        if isinstance(only, w.PlayersAct) and only.is_turn and act.times is None:
            again = "play rounds again and again" if until is None else f"play rounds until {until}"
            who = self.players_subject(only)
            third = self.plain(only.third, Form.THIRD) or "takes a turn"
            start = f", starting with {self.the(only.start)}," if only.start is not None else ""
            turns = f"in each round, {who}{'' if is_turn(only) else ' in turn'}{start} {third}"
            return [Line(self.sentence(turns) + " " + self.sentence(again))]
        often = self.so_often(act, until)
        if often is not None:
            return [Line(self.sentence(often))]
        if act.times is not None:
            intro = f"do this {self.times(act.times)}"
            if not isinstance(act.times, w.Number):
                intro = f"do this as many times as {self.the(act.times).removeprefix('the number of times ')}"
            if act.test is not None:
                intro += f", as long as {self.cond(act.test)}"
        elif act.test is not None:
            intro = f"as long as {self.cond(act.test)}, repeat this"
        else:
            intro = f"repeat this until {until}"
        inner = self.plain(act.body, Form.IMP)
        if inner == "":
            return []
        if inner is not None and words_in(intro) + words_in(inner) <= LONG + 8:
            return [Line(self.sentence(f"{intro}: {inner}"))]
        lines = self.lines(act.body)
        return [Line(self.colon(intro), lines, ordered=len(lines) > 1)] if lines else []

    def so_often(self, act: w.RepeatAct, until: str | None) -> str | None:
        """`play 12 rounds`, `play rounds until …`, where what is repeated is called a thing."""
        call = act.body[0] if len(act.body) == 1 else None
        if not isinstance(call, w.CallAct) or call.args or act.test is not None:
            return None
        found = re.fullmatch(r"(\w+) an? ([\w ]+)", self.call(call, Form.IMP))
        if found is None:
            return None
        things = plural(found[2])
        if isinstance(act.times, w.Number):
            return f"{found[1]} {self.the(act.times)} {things}" if act.times.value > 1 else found[0]
        if act.times is not None:
            return f"{found[1]} as many {things} as {self.the(act.times)}"
        return f"{found[1]} {things} until {until}" if until is not None else None

    def times(self, times: Any) -> str:
        return {w.Number(1): "once", w.Number(2): "twice"}.get(times) or f"{self.the(times)} times"

    def until(self, test: Any) -> str:
        """A condition that things run into: nothing is left."""
        said = self.cond(test)
        gone = re.search(r"^there are no | (?:has|have) no ", said) and not re.search(
            r" left$|for whom|such that", said
        )
        return said + " left" if gone else said

    def may_lines(self, act: w.MayAct) -> list[Line]:
        often = ""
        if act.any_times:
            often = ", as often as you like"
        elif act.times is not None and act.times != w.Number(1):
            often = f", up to {self.times(act.times)}"
        return [Line(self.colon(f"you may do this{often}"), self.lines(act.body))]

    def must_lines(self, act: w.MustAct) -> list[Line]:
        return [Line(self.colon("you must do this"), self.lines(act.body))]

    def either_lines(self, act: w.EitherAct) -> list[Line]:
        items: list[Line] = []
        for branch in act.branches:
            lines = self.lines(branch)
            items.append(lines[0] if len(lines) == 1 else merged(lines))
        return [Line("Do one of these:", items)]

    def order_lines(self, act: w.AnyOrderAct) -> list[Line]:
        return [Line("Do these in any order, finishing one before you begin the next:", self.any_items(act.items))]

    def any_items(self, acts: Acts) -> list[Line]:
        items: list[Line] = []
        for act in acts:
            if isinstance(act, w.EachAct) and len(act.body) == 1 and isinstance(act.body[0], w.MayAct):
                inner = self.plain(act.body[0].body, Form.INF) or "do this"
                items.append(Line(self.sentence(f"for {self.each(act.source)}, you may {inner} once")))
                continue
            if isinstance(act, w.MayAct) and act.times is None and not act.any_times:
                inner2 = self.plain(act.body, Form.INF)
                if inner2 is not None:
                    items.append(Line(self.sentence(f"you may {inner2} once")))
                    continue
            items.extend(self.lines((act,)))
        return items

    def turns_lines(self, act: w.TurnsAct) -> list[Line]:
        until = "all of them have passed in succession" if act.until is None else self.cond(act.until)
        call = act.body[0] if len(act.body) == 1 else None
        if isinstance(call, w.CallAct) and call.action.words.name == "turn":
            return [Line(self.sentence(f"players take turns until {until}"))]
        return self.block(f"players take turns until {until}; on your turn,", act.body)

    def as_lines(self, act: w.AsAct) -> list[Line]:
        who = self.the(act.who)
        third = self.plain(act.body, Form.THIRD)
        if third is not None:
            return [Line(self.sentence(f"{who} {third}"))]
        return [Line(self.colon(f"{who} does this"), self.lines(act.body))]

    def step_lines(self, act: w.StepAct) -> list[Line]:
        if not act.body:
            return []
        name = self.lex.name(act.words, "step")
        lines = self.lines(act.body)
        label = name[:1].upper() + name[1:]
        if lines and all(line.label is None and not line.items for line in lines[:-1]) and lines[-1].label is None:
            return [replace_label(merged(lines), label, act.words.name)]
        return [Line("", lines, label, key=act.words.name)]

    def need_lines(self, act: w.NeedAct) -> list[Line]:
        return [Line(self.sentence(f"you can do this only if {self.cond(act.test)}"))]

    def limit_lines(self, act: w.LimitAct) -> list[Line]:
        who = "this can be done only" if act.in_all else "you can do this"
        return [Line(self.sentence(f"{who} {self.limit(act)}"))]

    def limit(self, act: w.LimitAct) -> str:
        period = self.period(act.period)
        return f"once per {period}, whoever does it" if act.in_all else f"once per {period}"

    def period(self, name: str) -> str:
        return self.lex.phrase("time", name) or self.lex.noun(Noun("action", name)).one

    def cannot_lines(self, act: w.CannotAct) -> list[Line]:
        return self.block_if("if you cannot", act.body)

    def secret_lines(self, act: w.ChooseAct) -> list[Line]:
        return [Line(self.sentence(f"at the same time, all players {self.choose(act, Form.INF)}"))]

    def choose_lines(self, act: w.ChooseAct) -> list[Line]:
        """A choice of several parts, its conditions in a sentence of their own."""
        where = act.parts[-1].where
        plain = replace(act, parts=(*act.parts[:-1], replace(act.parts[-1], where=())))
        tests = [self.cond(pointed(test)) for test in where]
        made = [Line(self.sentence(self.choose(plain, Form.IMP)))]
        if len(where) == 1 and words_in(tests[0]) > LONG and isinstance(where[0], w.Combined) and where[0].word == "or":
            items = [Line(self.sentence(self.cond(pointed(part)))) for part in where[0].parts]
            return [*made, Line(self.colon("this is allowed only if one of these holds"), items)]
        if len(tests) > 1 and sum(map(words_in, tests)) > LONG:
            items = [Line(self.sentence(test)) for test in tests]
            return [*made, Line(self.colon("this is allowed only if all of these hold"), items)]
        return [*made, Line(self.sentence(f"this is allowed only if {self.clauses(tests, 'and')}"))]

    def order_act_lines(self, act: w.OrderAct) -> list[Line]:
        if act.first is not None:
            return [Line(self.sentence(f"{self.the(act.first)} goes first"))]
        if isinstance(act.order, w.Ranked):
            directions = [self.rank_by(direction, value) for direction, value in act.order.ranks]
            return [Line(self.sentence(f"the order of play is now from {self.series(directions, 'then')}"))]
        return [Line(self.sentence(f"the order of play is now {self.the(act.order)}"))]

    def rank_by(self, direction: str, value: Any) -> str:
        text = self.the(value)
        for lead in ("their ", "its ", "the "):
            text = text.removeprefix(lead)
        text = text.removesuffix(" of them")
        return (
            f"the lowest {text} to the highest" if direction in ("by", "least") else f"the highest {text} to the lowest"
        )

    def lines(self, acts: Acts) -> list[Line]:
        """A secret choice is everyone's, so it has a sentence of its own."""
        made: list[Line] = []
        run: list[Any] = []
        for act in acts:
            if isinstance(act, w.ChooseAct) and act.secret:
                made += super().lines(tuple(run)) + self.secret_lines(act)
                run = []
            else:
                run.append(act)
        return made + super().lines(tuple(run))

    # ---- clauses

    def clause(self, plan: w.ClausePlan) -> list[Line]:
        return self.CLAUSE[type(plan)](self, plan)

    def event(self, event: w.Event, timing: str) -> str:
        """`when you place a pawn`, `at the end of the round`."""
        told = self.lex.phrase("event", f"{timing}.{event.verb}")
        if told is not None:
            return told
        if timing == "at" or event.is_step:
            said = self.lex.phrase("window", event.verb)
            step = self.lex.program.steps.get(event.verb)
            name = self.lex.name(step.words, "step") if step is not None else spoken(event.verb)
            if said is not None:
                return said if timing in ("at", "after") else f"before that, {said}"
            lead = {"at": "in", "after": "after", "before": "before"}.get(timing, "instead of")
            return f"{lead} the step “{name[:1].upper() + name[1:]}”"
        third = event.actor != "you"
        subject = {"you": "you", "opponent": "an opponent", "anyone": "a player"}.get(event.actor, "a player")
        forms = self.lex.verb(event.verb, event.action.words if event.action is not None else None)
        verb = forms.third if third else forms.base
        thing = ""
        if event.object is not None and event.object.kind == "this":
            thing = "this"
        elif event.object is not None:
            noun = self.head(event.object)
            plural = event.verb in ("gain", "lose", "pay") and event.object.kind in ("unit", "unitgroup")
            thing = noun.many if plural or noun.mass else "a " + noun.one
        places = " ".join(join(prep, self.one(np)) for prep, np in event.places)
        during = f"during “{self.lex.name(self.lex.words(Noun('action', event.during)))}”" if event.during else ""
        during = (self.lex.phrase("during", event.during) or during) if event.during else ""
        clause = join(subject, verb, thing, places, during)
        lead = {"after": "after" if event.lasting else "when", "before": "before", "instead": "whenever"}[timing]
        return f"{lead} {clause}"

    def when(self, plan: w.WhenPlan) -> list[Line]:
        lead = self.event(plan.event, plan.timing)
        if plan.where is not None:
            lead += (" and " if plan.timing == "after" and not plan.event.lasting else ", if ") + self.cond(plan.where)
        limit = f" ({self.limit(plan.limit)})" if plan.limit is not None else ""
        inner = self.plain(plan.body, Form.IMP)
        instead = ""
        if plan.timing == "instead":
            lead = lead.replace(" you ", " you would ", 1).replace(" a player ", " a player would ", 1)
            instead = " instead"
            if plan.body == (w.WordAct("stop"),):
                inner, instead = "nothing happens", ""
        if inner is not None and words_in(lead) + words_in(inner) <= LONG + 12:
            return [Line(self.sentence(f"{lead}, {inner}{instead}{limit}"))]
        return [
            Line(self.colon(f"{lead}, do this{instead}{limit}" if instead else lead + limit), self.lines(plan.body))
        ]

    def change(self, plan: w.ChangePlan) -> list[Line]:
        limit = f"{self.limit(plan.limit)}, " if plan.limit is not None else ""
        cost = self.plain(plan.body, Form.INF) if plan.body else None
        where = without_means(plan.where, plan.body)
        if cost is not None:
            lead = f"if {self.cond(where)}, {limit}" if where is not None else limit
            text = self.changed(replace(plan, where=None))
            if cost.startswith(CLAUSE):
                return [Line(self.sentence(f"{lead}you may use this: {text}; then {cost}"))]
            return [Line(self.sentence(f"{lead}you may {cost}; if you do, {text}"))]
        made = [Line(self.sentence(limit + self.changed(plan)))]
        return made + (self.lines(plan.body) if plan.body else [])

    def changed(self, plan: w.ChangePlan) -> str:
        """What a rule changes, and when."""
        if plan.word in ("allow", "forbid") and isinstance(plan.what, w.Stated):
            return self.permission(plan, self.cond(plan.what))
        where = f" if {self.cond(plan.where)}" if plan.where is not None else ""
        if plan.after is not None and plan.before is not None:
            name = undetermined(self.the(plan.what))
            told = f"the {name} is" if name.startswith("number of ") else f"{name}:"
            return f"{told} {self.figure(plan.after)} instead of {self.figure(plan.before)}{where}"
        return self.new_value(plan) + where

    def new_value(self, plan: w.ChangePlan) -> str:
        what, amount = self.the(plan.what), self.the(plan.amount) if plan.amount is not None else ""
        be = "are" if is_plural(undetermined(what)) else "is"
        more = plan.word == "increase"
        match plan.word:
            case "increase" | "reduce" if isinstance(plan.what, w.Phrase) and plan.what.function.type.is_set:
                reads = self.lex.reads(plan.what.function)
                called = reads.counted if reads is not None and reads.counted is not None else what
                return f"{self.the(gathered(plan.amount))} {'also' if more else 'do not'} count as {called}"
            case "increase" | "reduce" if isinstance(plan.amount, w.Units):
                return f"{what} {be} {amount} {'more' if more else 'less'}"
            case "increase" | "reduce" if isinstance(plan.amount, w.Number):
                return f"{what} {be} {amount} {'higher' if more else 'lower'}"
            case "increase" | "reduce":
                return f"{what} {'increases' if more else 'decreases'} by {amount}"
            case "change":
                return f"{what} {be} {amount} instead" + (f" of {plan.before}" if plan.before is not None else "")
            case "keep_least":
                return f"{what} {be} never less than {amount}"
            case "keep_most":
                return f"{what} {be} never more than {amount}"
            case _:
                return f"{what} {be} {'allowed' if plan.word == 'allow' else 'forbidden'}"

    def permission(self, plan: w.ChangePlan, clause: str) -> str:
        where = self.cond(plan.where) if plan.where is not None else None
        assert isinstance(plan.what, w.Stated)
        phrase = plan.what.phrase
        reads = self.lex.reads(phrase.function)
        if reads is not None and self.is_predicate(phrase, reads):
            counts = "also counts as" if plan.word == "allow" else "never counts as"
            subject = self.the(phrase.args[0][1])
            return f"{subject} {counts} {self.fill(reads.text, phrase)}" + (f" if {where}" if where else "")
        said = re.fullmatch(r"(\{\w+\}|[^{}]+?) is (.+)", reads.text) if reads is not None else None
        if said is not None:
            subject = self.the(phrase.args[0][1]) if said[1].startswith("{") else self.fill(said[1], phrase)
            count = "count" if subject in ("you", "they") else "counts"
            how = "also" if plan.word == "allow" else "never"
            return f"{subject} {how} {count} as {self.fill(said[2], phrase)}" + (f" if {where}" if where else "")
        if plan.word == "allow":
            return f"it is also enough that {where} (instead of: {clause})" if where else f"for you, {clause}"
        return f"it does not count that {clause} if {where}" if where else f"it never counts that {clause}"

    def always(self, plan: w.AlwaysPlan) -> list[Line]:
        only = plan.body[0] if len(plan.body) == 1 else None
        once = self.as_soon_as(only)
        if once is not None:
            return once
        if isinstance(only, w.PlayersAct):
            third = self.plain(only.third, Form.THIRD)
            if third is not None:
                return [Line(self.sentence(f"at any time, {self.players_subject(only)} {third}"))]
        if isinstance(only, w.IfAct) and not only.otherwise:
            inner = self.plain(only.then, Form.IMP)
            if inner is not None:
                return [Line(self.sentence(f"as soon as {self.cond(only.test)}, {inner}"))]
        return self.block("at any time,", plan.body)

    def as_soon_as(self, act: Any) -> list[Line] | None:
        """`as soon as one of your pawns is no longer next to …`: what each player does for each such thing."""
        found = one_filter(act)
        if found is None:
            return None
        source, filter_, body = found
        where = self.filter_text(filter_, Frame()).removeprefix("not ")
        verb = "is no longer" if filter_.negated else "is"
        return self.block_if(f"as soon as {self.one(source)} {verb} {where}", body)

    # ---- scores and the winner

    def score(self, plan: w.ScorePlan) -> str:
        amount = self.amount(w.Units(plan.number, plan.unit))
        if plan.tally is not None and plan.tally.kind == "each" and not isinstance(plan.number, w.Number):
            return self.sentence(f"{self.tally(plan.tally)}, {amount}")
        return self.sentence(join(amount, self.tally(plan.tally) if plan.tally is not None else ""))

    def winner(self, plan: w.WinnerPlan) -> list[Line]:
        noun = self.lex.noun(plan.noun).one
        if not plan.ranks:
            where = self.cond(plan.where) if plan.where is not None else "the game ends"
            return [Line(self.sentence(f"a {noun} wins if {where}"))]
        lead = f"the {noun} {self.rank(*plan.ranks[0])} wins"
        if plan.where is not None:
            lead = f"among those for whom it is true that {self.cond(plan.where)}, {lead}"
        made = [Line(self.sentence(lead))]
        for at, rank in enumerate(plan.ranks[1:]):
            tie = "if there is a tie" if at == 0 else "if there is still a tie"
            made.append(Line(self.sentence(f"{tie}, the tied {noun} {self.rank(*rank)} wins")))
        still = "still " if len(plan.ranks) > 1 else ""
        made.append(Line(self.sentence(f"if there is {still}a tie, the tied {noun}s share the victory")))
        return made

    def prompt(self, act: w.ChooseAct) -> str:
        return self.finish(self.choose(replace(act, secret=False), Form.IMP))

    COND = {  # noqa: RUF012
        w.Combined: EnglishNouns.combined,
        w.Not: EnglishNouns.not_,
        w.Compared: EnglishNouns.compared,
        w.Stands: EnglishNouns.stands,
        w.Exists: EnglishNouns.exists,
        w.Supply: EnglishNouns.supply,
        w.Counted: EnglishNouns.counted_cond,
        w.Stated: EnglishNouns.stated,
        w.Flag: EnglishNouns.flag,
        w.Quantified: EnglishNouns.quantified,
        w.Sure: EnglishNouns.sure,
    }
    VP = {  # noqa: RUF012
        w.PlaceAct: place,
        w.MoveAct: move,
        w.LiftAct: lift,
        w.PutAct: put,
        w.LayAct: lay,
        w.DrawAct: draw,
        w.FillAct: fill_up,
        w.AgainAct: again,
        w.AsAct: as_vp,
        w.TransferAct: transfer,
        w.ChooseAct: choose_or_lines,
        w.CallAct: call,
        w.UseAct: use_act,
        w.SetAct: set_act,
        w.RollAct: roll,
        w.ShuffleAct: shuffle,
        w.CloseUpAct: close_up,
        w.ShowAct: show,
        w.AssembleAct: assemble,
        w.OrderAct: order,
        w.WordAct: word,
        w.MayAct: may,
        w.MustAct: must,
        w.EitherAct: either,
    }
    LINES = {  # noqa: RUF012
        w.IfAct: if_lines,
        w.EachAct: each_lines,
        w.PlayersAct: players_lines,
        w.RepeatAct: repeat_lines,
        w.MayAct: may_lines,
        w.MustAct: must_lines,
        w.EitherAct: either_lines,
        w.AnyOrderAct: order_lines,
        w.TurnsAct: turns_lines,
        w.AsAct: as_lines,
        w.StepAct: step_lines,
        w.NeedAct: need_lines,
        w.LimitAct: limit_lines,
        w.CannotAct: cannot_lines,
        w.ChooseAct: choose_lines,
        w.OrderAct: order_act_lines,
    }
    CLAUSE = {w.WhenPlan: when, w.ChangePlan: change, w.AlwaysPlan: always}  # noqa: RUF012


def spot_cells(act: w.LayAct, components: Mapping[str, Component]) -> tuple[Any, w.Number, tuple[w.Cond, ...]] | None:
    """A thing laid on a spot for itself: the cells it is laid on, how many it covers, and under what conditions."""
    match act.spot:
        case Chosen(quantity="one", source=w.Derived(word="spots", args=(thing, w.Phrase() as room)), where=where):
            noun = thing.noun if isinstance(thing, (w.Group, w.That, w.It)) else None
            found = components.get(noun.name) if noun is not None else None
            return None if found is None else (room, w.Number(len(found.parts)), where)
        case _:
            return None


def one_filter(act: Any) -> tuple[Any, w.Filter, Acts] | None:
    """What is done for each of a set under one condition: the set without it, the condition, what is done."""
    each = act.body[0] if isinstance(act, w.PlayersAct) and act.among is None and len(act.body) == 1 else act
    match each:
        case w.EachAct(source=w.Group() | w.Phrase() as source, by=None, body=body):
            if len(source.filters) == 1 and isinstance(source.filters[0], w.Filter):
                return replace(source, filters=()), source.filters[0], body
    return None


def is_payment(act: w.Act) -> bool:
    return isinstance(act, w.TransferAct) and act.mode is Mode.PAY


def is_turn(act: w.PlayersAct) -> bool:
    """Whether what each player does is called a turn."""
    call = act.third[0] if len(act.third) == 1 else None
    return isinstance(call, w.CallAct) and call.action.words.name == "turn"


def fill_call(template: str, act: w.CallAct, said: Callable[[Any], str]) -> str:
    """An action's own sentence with what it is done to."""
    for (_, var), (_, arg) in zip(act.action.params, act.args, strict=True):
        template = template.replace("{" + var.name + "}", said(arg))
    return template


def without_means(where: w.Cond | None, body: Acts) -> w.Cond | None:
    """A condition without what the price that is paid says anyway: that one has that much."""
    paid = [act.amount for act in body if isinstance(act, w.TransferAct)]
    match where:
        case w.Compared(left=w.Held(unit=unit), op="at_least", right=number) if w.Units(number, unit) in paid:
            return None
        case _:
            return where


def gathered(amount: Any) -> Any:
    """All that is added or taken away: this and that, not this or that."""
    return replace(amount, word="and") if isinstance(amount, w.Joined) else amount


def toggles(target: w.Flag, value: Any) -> bool:
    """Whether a truth is set to its contrary."""
    return isinstance(value, w.Flag) and value.noun == target.noun and value.negated


def merged(lines: Sequence[Line]) -> Line:
    """Several lines as one, for an item of a list."""
    items = [item for line in lines for item in line.items]
    return Line(" ".join(line.text for line in lines if line.text), items)


def replace_label(line: Line, label: str, key: str) -> Line:
    return Line(line.text, line.items, label, line.ordered, key)


__all__ = ["English", "Frame"]
