"""French sentences: acts, clauses, scores and the winner. Orders are in the *vous* form, aids in the infinitive."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import pointed
from rulewright.docgen.wording.en import join
from rulewright.docgen.wording.en_acts import (
    fill_call,
    gathered,
    is_payment,
    is_turn,
    merged,
    one_filter,
    replace_label,
    spot_cells,
    toggles,
    without_means,
)
from rulewright.docgen.wording.fr import COUNTED, MARK, FrenchNouns, agree
from rulewright.docgen.wording.lexicon import NounForms, VerbForms, regular_plural, spoken
from rulewright.docgen.wording.plan import Acts, Chosen, Noun, Person, Thing
from rulewright.docgen.wording.realise import CLAUSE, LONG, Form, Frame, Line, made_of, words_in
from rulewright.docgen.wording.terms import noun_of
from rulewright.dsl.program import Mode
from rulewright.dsl.types import T

_PREPS = {"on": "sur", "to": "vers", "from": "depuis", "with": "avec", "into": "dans"}


class French(FrenchNouns):
    """The French realiser."""

    # ---- text

    def sentence(self, text: str) -> str:
        text = self.finish(text.strip())
        text = text[:1].upper() + text[1:]
        return text if text.endswith((".", ":", "!", "?")) else text + "."

    def colon(self, text: str) -> str:
        return self.sentence(text.rstrip(" .:,") + " :")

    def lower(self, text: str) -> str:
        return text[:1].lower() + text[1:]

    def then(self, texts: Sequence[str]) -> str:
        if len(texts) <= 1:
            return "".join(texts)
        if any(text.startswith(CLAUSE) for text in texts):
            return " ; ".join(texts)
        if len(texts) == 2 and texts[0].startswith(("payez ", "payer ", "paie ")):
            gain = re.match(r"(gagnez|gagner|gagne) ", texts[1])
            if gain is not None:
                return f"{texts[0]} pour gagner {texts[1][gain.end() :]}"
        return ", ".join(texts[:-1]) + ", puis " + texts[-1]

    # ---- what is acted on

    def form(self, forms: VerbForms, form: Form) -> str:
        if self.is_aid and form is Form.IMP:
            return forms.base
        return {Form.IMP: forms.you, Form.INF: forms.base, Form.THIRD: forms.third}[form]

    def verb(self, name: str, form: Form) -> str:
        return self.form(self.lex.verb(name), form)

    def thing(self, thing: Thing | Any) -> str:
        if not isinstance(thing, Chosen):
            return self.the(thing)
        np = thing.source
        text = self.quantity(thing, np)
        frame = self.frame(np)
        if thing.where:
            text += " " + self.number(self.chain([self.relative(test, frame) for test in thing.where]), False)
        if thing.possible:
            wishes = [self.number(self.wish(test, frame), False) for test in thing.possible]
            text += ", si possible " + self.clauses(wishes, "and") + ("," if wishes[-1].startswith("de sorte") else "")
        return text

    def wish(self, test: Any, frame: Frame) -> str:
        if isinstance(test, w.Stands) and isinstance(test.subject, w.It):
            return self.filter_text(w.Filter(test.rel, test.target, test.negated), frame)
        said = re.sub(r"^pour ⟦[^⟧]*⟧ ", "de sorte que ", self.relative(test, frame))
        return said.replace("de sorte que il y a ", "de sorte que il y ait ")

    def quantity(self, chosen: Chosen, np: Any) -> str:
        match chosen.quantity:
            case "each":
                return self.each(np)
            case "all":
                return self.the(np)
            case "some":
                frame = self.frame(np)
                un = "une" if frame.gender == "f" else "un"
                return f"{un} ou plusieurs " + (
                    "de " + self.said(frame)
                    if frame.det or frame.fixed
                    else self.said(replace(frame, det="none", plural=True))
                )
            case "up_to":
                return "jusqu'à " + self.counted(chosen.number, np)
            case "exactly":
                return self.counted(chosen.number, np)
            case _:
                if isinstance(np, w.Joined) and isinstance(np.parts[0], w.Span2):
                    return f"un nombre de {self.the(np.parts[0])}"
                return self.one(np)

    def piece(self, act: Any) -> str:
        forms = self.head(act.piece)
        un = "une" if forms.gender == "f" else "un"
        if act.owner is None or isinstance(act.owner, Person):
            return f"{un} {forms.one}"
        return self.one(w.Group(act.piece, act.owner))

    # ---- verb phrases

    def place(self, act: w.PlaceAct, form: Form) -> str:
        verb = self.verb(act.verb, form)
        forms = self.head(act.piece)
        if act.again:
            pronoun = "la" if forms.gender == "f" else "le"
            put = self.lex.verb("place")
            if form is Form.IMP and not self.is_aid:
                return f"{put.you}-{pronoun} sur {self.thing(act.where)}"
            return f"{pronoun} {self.form(put, form)} sur {self.thing(act.where)}"
        where = act.where
        if isinstance(where, w.That) and where.noun.kind == "piece":
            each = "à la place de chacune" if forms.gender == "f" else "à la place de chacun"
            return f"{verb} {self.piece(act)} {each if where.many else 'à sa place'}"
        if isinstance(where, w.Cells) and len(where.cells) > 1:
            return f"{verb} des{MARK} {forms.many} sur {self.the(where)}"
        if isinstance(where, Chosen):
            return f"{verb} {self.piece(act)} sur {self.thing(where)}"
        return f"{verb} {self.piece(act)} sur {self.each(where)}"

    def move(self, act: w.MoveAct, form: Form) -> str:
        return f"{self.verb(act.verb, form)} {self.piece_at(act.start, act.piece)} sur {self.thing(act.goal)}"

    def piece_at(self, where: Thing, piece: Noun) -> str:
        np = where.source if isinstance(where, Chosen) else where
        if noun_of(np, Noun("", ""), self.lex.program) == piece:
            return self.thing(where)
        forms = self.head(piece)
        if isinstance(np, w.That):
            return f"{'toute' if forms.gender == 'f' else 'tout'} {forms.one} de {self.the(np)}"
        frame = self.frame(np)
        if isinstance(where, Chosen) or frame.single or frame.fixed is not None:
            article = ("la" if forms.gender == "f" else "le") + MARK
            return f"{article} {forms.one} de {self.thing(where)}"
        return f"chaque {forms.one} de {self.thing(where)}"

    def lift(self, act: w.LiftAct, form: Form) -> str:
        what = self.piece_at(act.where, act.piece)
        match act.to:
            case "hand":
                return f"{self.verb('take', form)} {what}"
            case "supply":
                many = not isinstance(act.where, Chosen) and not self.frame(act.where).single
                if isinstance(act.owner, Person):
                    yours = act.owner is Person.YOU and form is not Form.THIRD
                    return f"{self.verb('return', form)} {what} dans {'votre' if yours else 'sa'} réserve"
                return f"{self.verb('return', form)} {what} dans la réserve de {'leur' if many else 'son'} propriétaire"
            case _:
                return f"{self.verb('remove', form)} du jeu {what}"

    def put(self, act: w.PutAct, form: Form) -> str:
        word = "remove" if act.zone is None else "take" if self.taken(act) is not None else "put"
        where = "du jeu" if act.zone is None else "" if word == "take" else self.into(act.zone)
        if isinstance(act.things, w.It):
            return join(self.with_clitic(word, self.head(act.things.noun), form), where)
        if act.zone is None:
            return f"{self.verb('remove', form)} du jeu {self.thing(act.things)}"
        if word == "take":
            return f"{self.verb('take', form)} {self.thing(act.things)}"
        return f"{self.verb('put', form)} {self.everything(act.things)} {self.into(act.zone)}"

    def with_clitic(self, word: str, forms: NounForms, form: Form) -> str:
        """`mettez-la`, `la mettre`, `la met`."""
        pronoun, verb = "la" if forms.gender == "f" else "le", self.verb(word, form)
        if form is Form.IMP and not self.is_aid:
            return f"{verb}-{pronoun}"
        return f"l'{verb}" if self.opens(verb) else f"{pronoun} {verb}"

    def everything(self, things: Thing) -> str:
        frame = self.frame(things) if not isinstance(things, Chosen) else None
        if frame is None or frame.fixed is not None or frame.det or not frame.plural:
            return self.thing(things)
        return f"{'toutes' if frame.gender == 'f' else 'tous'} {self.said(replace(frame, det='the'))}"

    def into(self, zone: Any) -> str:
        return self.at(zone) or "dans " + self.the(zone)

    def lay(self, act: w.LayAct, form: Form) -> str:
        thing = self.thing(act.thing)
        where = spot_cells(act, self.lex.program.components)
        if where is None:
            return f"{self.verb('place', form)} {thing} sur {self.thing(act.spot)}"
        room, number, tests = where
        so = self.under(" de sorte que", self.clauses([self.cond(pointed(test)) for test in tests], "and"))
        return f"{self.verb('place', form)} {thing} sur {self.counted(number, room)}{so * bool(tests)}"

    def draw(self, act: w.DrawAct, form: Form) -> str:
        only = act.number == w.Number(1)
        what = self.one(w.Group(act.what)) if only else self.counted(act.number, w.Group(act.what))
        draw = f"{self.verb('draw', form)} {what}"
        source = f"{draw} dans {self.the(act.source)}"
        if self.is_hand(act.zone):
            return draw if self.is_only_stock(act.source) else source
        pronoun = ("la" if self.head(act.what).gender == "f" else "le") if only else "les"
        put = f"{pronoun} {self.verb('put', form)}"
        if form is Form.IMP and not self.is_aid:
            put = f"{self.verb('put', form)}-{pronoun}"
        return f"{source} et {put} {self.into(act.zone)}"

    def fill_up(self, act: w.FillAct, form: Form) -> str:
        what = f"des{MARK} {self.head(act.what).many} dans {self.the(act.source)}"
        there = f"{self.the(act.number)} {self.into(act.zone)}"
        return f"{self.verb('draw', form)} {what} jusqu'à ce qu'il y en ait {there}"

    def again(self, act: w.AgainAct, form: Form) -> str:
        may = "peut recommencer" if form is Form.THIRD else "vous pouvez recommencer"
        if act.times is None:
            return f"{may} autant de fois {'qu’il le veut' if form is Form.THIRD else 'que vous voulez'}"
        return f"{may} une fois" if act.times == w.Number(1) else f"{may} jusqu'à {self.times(act.times)}"

    def transfer(self, act: w.TransferAct, form: Form) -> str:
        word = {Mode.GAIN: "gain", Mode.LOSE: "lose", Mode.PAY: "pay"}[act.mode]
        text = self.amount(act.amount)
        if form is Form.THIRD:
            text = text.replace("de votre choix", "de son choix").replace("tous vos", "tous ses")
            text = text.replace("toutes vos", "toutes ses").replace("votre", "son")
        return join(self.verb(word, form), text, self.tally(act.times) if act.times else "")

    def tally(self, tally: w.Tally) -> str:
        match tally.kind:
            case "each" | "of" if (things := self.things_counted(tally.source)) is not None:
                return f"pour {things[0]} de {things[1]}"
            case "every" if (things := self.things_counted(tally.source)) is not None:
                return f"par tranche de {self.the(tally.every)} {things[1].removeprefix('vos ')}"
            case "each" | "of" if tally.source is not None:
                frame = self.frame(tally.source)
                if frame.single:
                    return f"pour chaque {self.unit_word(tally.source, 1)} de {self.said(frame)}"
                return "pour " + self.each(tally.source)
            case "every" if tally.source is not None:
                frame = self.frame(tally.source)
                lot = f"par tranche de {self.the(tally.every)}"
                if frame.single:
                    return f"{lot} {self.unit_word(tally.source)} de {self.said(frame)}"
                if not frame.det and frame.fixed is None:
                    return f"{lot} {self.said(replace(frame, det='none'))}"
                return f"{lot} de {self.said(frame)}" if frame.fixed is not None else f"{lot} parmi {self.said(frame)}"
            case "if" if tally.test is not None:
                return self.under("si", self.cond(tally.test))
            case _:
                return "multiplié par " + self.the(tally.source)

    def things_counted(self, source: Any) -> tuple[str, str] | None:
        """What a number counts, where a set is wanted: *chacune* and *vos pièces* for the number of your coins."""
        match source:
            case w.Joined(parts=(w.Held(unit=unit, owner=owner),)):
                forms = self.head(unit)
                frame = Frame(forms.one, forms.many, "the", gender=forms.gender, mass=forms.mass)
                return "chacune" if forms.gender == "f" else "chacun", self.said(self.owned(frame, owner))
            case w.Phrase(function=function) if function.type.t is T.NUMBER:
                text = re.sub(r"^votre nombre de ", "vos ", self.the(source))
                text = COUNTED.sub("", text)
                heads = [self.lex.heads().get(word.rstrip(",")) for word in text.split(" ")]
                gender = next((self.gender_of(head) for head in heads if head is not None), "m")
                return "chacune" if gender == "f" else "chacun", text
            case _:
                return None

    def times(self, times: Any) -> str:
        return {w.Number(1): "une fois", w.Number(2): "deux fois"}.get(times) or f"{self.the(times)} fois"

    def unit_word(self, np: Any, number: int = 2) -> str:
        forms = self.head(made_of(np) or (self.element(np) if isinstance(np, w.Phrase) else Noun("cell", "")))
        return forms.one if number == 1 else forms.many

    def choose_or_lines(self, act: w.ChooseAct, form: Form) -> str | None:
        if form is Form.IMP and len(act.parts) > 1 and act.parts[-1].where and not act.secret:
            return None
        return self.choose(act, form)

    def choose(self, act: w.ChooseAct, form: Form) -> str:
        parts = self.series([self.thing(part) for part in act.parts], "et")
        if act.secret:
            return f"{self.verb('choose', form)} en secret {parts}"
        if act.at_random and words_in(parts) > 4:
            return f"{self.verb('choose', form)} au hasard {parts}"
        return f"{self.verb('choose', form)} {parts}{' au hasard' * act.at_random}"

    def call(self, act: w.CallAct, form: Form) -> str:
        text = self.form(self.lex.verb(act.action.words.name, act.action.words), form)
        if "{" in text:
            return fill_call(text, act, self.thing)
        for prep, arg in act.args:
            text = join(text, _PREPS.get(prep or "", ""), self.thing(arg))
        if act.piece is not None and " " not in text:
            forms = self.head(act.piece)
            text = join(text, "une" if forms.gender == "f" else "un", forms.one)
        return text

    def use_act(self, act: w.UseAct, form: Form) -> str:
        if act.field is not None:
            forms = self.head(act.field)
            article = ("la" if forms.gender == "f" else "le") + MARK
            return f"{self.verb('apply', form)} {article} {forms.one} de {self.thing(act.thing)}"
        if isinstance(act.thing, w.It):
            return f"{self.verb('apply', form)} son effet"
        return f"{self.verb('apply', form)} l'effet de {self.thing(act.thing)}"

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
                word = "raise" if act.change == "raise" else "lower"
                return f"{self.verb(word, form)} {what} de {self.the(value)}"
            case "add" if isinstance(value, w.Someone):
                form = Form.INF if self.is_aid and form is Form.IMP else form
                verb = {Form.IMP: "ajoutez-vous", Form.INF: "vous ajouter", Form.THIRD: "s'ajoute"}[form]
                return f"{verb} à {what}"
            case "add":
                return f"{self.verb('add', form)} {self.the(value)} à {what}"
            case "drop":
                return f"{self.verb('remove', form)} {self.the(value)} de {what}"
        if isinstance(value, w.Nothing) and isinstance(target, w.Group) and not target.single:
            return f"{self.verb('erase', form)} {what}"
        if isinstance(value, w.Nothing) and noun is not None and noun.kind == "memory":
            return f"il n'y a plus de {self.lex.noun(noun).one}"
        if isinstance(value, w.Nothing):
            return f"{self.verb('erase', form)} {what}"
        if isinstance(value, w.Someone) and noun is not None:
            return f"{self.verb('become', form)} {self.said(Frame(self.lex.noun(noun).one, '', 'the', plural=False))}"
        if isinstance(target, w.Group) and noun is not None and noun.kind == "memory":
            if isinstance(value, (w.That, w.Pick)) and self.is_people(noun):
                return f"{CLAUSE}{self.the(value)} devient {what}"
            return f"{CLAUSE}{what} est désormais {'de ' * isinstance(value, w.Number)}{self.the(value)}"
        return f"{self.verb('fix', form)} {what} à {self.the(value)}"

    def set_flag(self, target: w.Flag, value: Any, form: Form) -> str:
        if isinstance(value, w.Sure):
            said = self.cond(replace(target, negated=not value.value))
            if self.lex.phrase("flag", target.noun.name) is not None:
                return said
        if toggles(target, value):
            return f"« {self.lex.noun(target.noun).one} » passe de oui à non ou inversement"
        return f"{self.verb('set', form)} « {self.lex.noun(target.noun).one} » : {self.the(value)}"

    def inflected(self, text: str, form: Form) -> str:
        """A template that begins with an infinitive; `= ` marks one that is a clause already."""
        if text.startswith("= "):
            return CLAUSE + text.removeprefix("= ")
        first, _, rest = text.partition(" ")
        return join(self.form(self.lex.infinitive(first), form), rest)

    def roll(self, act: w.RollAct, form: Form) -> str:
        return f"{self.verb('roll', form)} {self.thing(act.dice)}"

    def close_up(self, act: w.CloseUpAct, form: Form) -> str:
        things = self.things_in(act.zone)
        return f"{self.verb('do', form)} glisser {things} vers la première place pour combler les vides"

    def shuffle(self, act: w.ShuffleAct, form: Form) -> str:
        return f"{self.verb('shuffle', form)} {self.the(act.zone)}"

    def show(self, act: w.ShowAct, form: Form) -> str:
        if isinstance(act.things, w.Group) and act.things.noun.kind == "chosen":
            forms = self.head(act.things.noun)
            return f"{self.verb('reveal', form)} les{MARK} {forms.many} {agree('choisi', forms.gender, True)}"
        if act.to_all:
            return f"{self.verb('reveal', form)} {self.the(act.things)}"
        return f"{self.verb('look', form)} en secret {self.the(act.things)}"

    def assemble(self, act: w.AssembleAct, form: Form) -> str:
        forms = self.lex.noun(act.board)
        board = self.said(Frame(forms.one, forms.many, "the", gender=forms.gender, single=True, plural=False))
        turned = {True: ", en orientant chaque élément au hasard", False: ", sans les tourner", None: ""}[act.turned]
        return f"{self.verb('assemble', form)} {board} avec {self.the(act.maps)}{turned}"

    def order(self, act: w.OrderAct, form: Form) -> str | None:
        return f"{self.verb('choose', form)} l'ordre de jeu au hasard" if act.at_random else None

    def word(self, act: w.WordAct, form: Form) -> str:
        match act.word:
            case "win":
                return ("vous " if form is Form.IMP and not self.is_aid else "") + self.verb("win", form) + " la partie"
            case "end":
                return "la partie s'arrête aussitôt"
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
            often = ", autant de fois que vous voulez," if form is not Form.THIRD else ", autant de fois qu'il le veut,"
        elif act.times is not None and act.times != w.Number(1):
            often = f", jusqu'à {self.times(act.times)},"
        may, inner = "vous pouvez", reflexive(inner)
        if form is Form.THIRD:
            may, inner = "peut", inner.replace("de votre choix", "de son choix")
        if often and words_in(inner) < 9 and "," not in inner:
            return f"{may} {inner} {often.strip(', ')}"
        return f"{may}{often} {inner}"

    def at_a_price(self, acts: Acts) -> str | None:
        if len(acts) < 2 or not is_payment(acts[0]):
            return self.plain(acts, Form.INF)
        price, rest = self.plain(acts[:1], Form.INF), self.plain(acts[1:], Form.INF)
        return f"{price} pour {rest}" if price is not None and rest is not None else None

    def must(self, act: w.MustAct, form: Form) -> str | None:
        inner = self.plain(act.body, Form.INF)
        if inner is None:
            return None
        return f"doit {inner}" if form is Form.THIRD else f"vous devez {reflexive(inner)}"

    def either(self, act: w.EitherAct, form: Form) -> str | None:
        parts = [self.plain(branch, form) for branch in act.branches]
        if any(part is None for part in parts) or len(parts) > 2:
            return None
        said = [part for part in parts if part is not None]
        text = "soit " + ", soit ".join(said)
        if form is Form.IMP:
            text = " ou ".join(said)
        return text if words_in(text) <= LONG and not any("," in part for part in said) else None

    def as_vp(self, act: w.AsAct, form: Form) -> str | None:
        third = self.plain(act.body, Form.THIRD) if form is Form.IMP else None
        return f"{CLAUSE}{self.the(act.who)} {third}" if third is not None else None

    # ---- lines

    def if_lines(self, act: w.IfAct) -> list[Line]:
        made = self.block_if(self.under("si", self.cond(act.test)), act.then)
        if act.otherwise:
            made += self.block_if("sinon", act.otherwise)
        return made

    def block_if(self, intro: str, acts: Acts) -> list[Line]:
        inner = self.plain(acts, Form.IMP)
        if inner == "":
            return []
        if inner is not None and words_in(intro) + words_in(inner) <= LONG + 14:
            return [Line(self.sentence(f"{intro}, {inner}"))]
        return [Line(self.colon(intro), self.lines(acts))]

    def each_lines(self, act: w.EachAct) -> list[Line]:
        by = f", dans l'ordre croissant de {self.the(act.by)}" if act.by is not None else ""
        inner = self.plain(act.body, Form.IMP)
        each = self.each(act.source)
        if isinstance(act.source, w.Joined) and isinstance(act.source.parts[0], w.Span2):
            each = f"chaque nombre de {each}"
        intro = f"pour {each}{by}"
        if inner is not None and words_in(intro) + words_in(inner) <= LONG + 14:
            return [Line(self.sentence(f"{intro}, {inner}"))]
        return [Line(self.colon(intro), self.lines(act.body))]

    def players_subject(self, act: w.PlayersAct) -> str:
        subject = "chaque joueur"
        if act.among is not None:
            frame = self.frame(act.among)
            known = {"those": "chacun de ces joueurs", "that": "ce joueur"}.get(frame.det)
            subject = join(known, self.number(frame.post, False)) if known else self.each(act.among)
        if act.where is not None:
            them = self.about_them(act.where)
            subject += " " + self.number(self.relative(them, Frame(gender="m")), False)
        return subject

    def about_them(self, test: Any) -> Any:
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
        start = f", en commençant par {self.the(act.start)}" if act.start is not None else ""
        third = self.plain(act.third, Form.THIRD)
        if third is not None:
            return [Line(self.sentence(f"{subject} {third}" if not start else f"{subject}{start}, {third}"))]
        return [Line(self.colon(f"{subject}{start}, dans l'ordre du tour"), self.lines(act.body))]

    def repeat_lines(self, act: w.RepeatAct) -> list[Line]:
        until = self.until(act.until) if act.until is not None else None
        only = act.body[0] if len(act.body) == 1 else None
        if isinstance(only, w.PlayersAct) and only.is_turn and act.times is None:
            rounds = "jouez des manches" + (" sans fin" if until is None else " " + until)
            third = self.plain(only.third, Form.THIRD) or "joue son tour"
            start = f", en commençant par {self.the(only.start)}," if only.start is not None else ""
            turn = "" if is_turn(only) else " à son tour"
            who = self.players_subject(only)
            said = self.sentence(f"à chaque manche, {who}{turn}{start} {third}")
            return [Line(said + " " + self.sentence(rounds))]
        often = self.so_often(act, until)
        if often is not None:
            return [Line(self.sentence(often))]
        if act.times is not None:
            intro = f"faites ceci {self.times(act.times)}"
            if not isinstance(act.times, w.Number):
                often = re.sub(rf"^le{MARK}? nombre de fois que ", "", self.the(act.times))
                intro = f"faites ceci autant de fois que {often}"
            if act.test is not None:
                intro += ", " + self.under("tant que", self.cond(act.test))
        elif act.test is not None:
            intro = self.under("tant que", self.cond(act.test)) + ", répétez ceci"
        else:
            intro = f"répétez ceci {until}"
        inner = self.plain(act.body, Form.IMP)
        if inner == "":
            return []
        if inner is not None and words_in(intro) + words_in(inner) <= LONG + 12:
            return [Line(self.sentence(f"{intro} : {inner}"))]
        lines = self.lines(act.body)
        return [Line(self.colon(intro), lines, ordered=len(lines) > 1)] if lines else []

    def so_often(self, act: w.RepeatAct, until: str | None) -> str | None:
        """`jouez 12 manches`, `jouez des manches jusqu'au moment où …`."""
        call = act.body[0] if len(act.body) == 1 else None
        if not isinstance(call, w.CallAct) or call.args or act.test is not None:
            return None
        found = re.fullmatch(r"(\w+) une? ([\w ]+)", self.call(call, Form.IMP))
        if found is None:
            return None
        things = regular_plural(found[2], "fr")
        if isinstance(act.times, w.Number):
            return f"{found[1]} {self.the(act.times)} {things}" if act.times.value > 1 else found[0]
        if act.times is not None:
            return f"{found[1]} autant de {things} que {self.the(act.times)}"
        return f"{found[1]} des {things} {until}" if until is not None else None

    def until(self, test: Any) -> str:
        """`jusqu'au moment où`: nothing is left, so it is said with *plus*."""
        said = self.cond(test)
        if isinstance(test, (w.Exists, w.Quantified)):
            said = re.sub(r"(il n'y a|ne a|n'a) aucun", r"\1 plus aucun", said, count=1)
        return self.under("jusqu'au moment où", said)

    def may_lines(self, act: w.MayAct) -> list[Line]:
        often = ""
        if act.any_times:
            often = ", autant de fois que vous voulez"
        elif act.times is not None and act.times != w.Number(1):
            often = f", jusqu'à {self.times(act.times)}"
        return [Line(self.colon(f"vous pouvez faire ceci{often}"), self.lines(act.body))]

    def must_lines(self, act: w.MustAct) -> list[Line]:
        return [Line(self.colon("vous devez faire ceci"), self.lines(act.body))]

    def either_lines(self, act: w.EitherAct) -> list[Line]:
        items = [merged(self.lines(branch)) for branch in act.branches]
        return [Line(self.colon("faites l'une de ces choses"), items)]

    def order_lines(self, act: w.AnyOrderAct) -> list[Line]:
        intro = "faites ceci dans l'ordre de votre choix, en terminant une action avant de commencer la suivante"
        return [Line(self.colon(intro), self.any_items(act.items))]

    def any_items(self, acts: Acts) -> list[Line]:
        items: list[Line] = []
        for act in acts:
            if isinstance(act, w.EachAct) and len(act.body) == 1 and isinstance(act.body[0], w.MayAct):
                inner = self.plain(act.body[0].body, Form.INF) or "faire ceci"
                items.append(Line(self.sentence(f"pour {self.each(act.source)}, vous pouvez {inner} une fois")))
                continue
            if isinstance(act, w.MayAct) and act.times is None and not act.any_times:
                inner2 = self.plain(act.body, Form.INF)
                if inner2 is not None:
                    items.append(Line(self.sentence(f"vous pouvez {reflexive(inner2)} une fois")))
                    continue
            items.extend(self.lines((act,)))
        return items

    def turns_lines(self, act: w.TurnsAct) -> list[Line]:
        until = "jusqu'au moment où tous ont passé à la suite" if act.until is None else self.until(act.until)
        call = act.body[0] if len(act.body) == 1 else None
        lead = f"les joueurs jouent à tour de rôle {until}"
        if isinstance(call, w.CallAct) and call.action.words.name == "turn":
            return [Line(self.sentence(lead))]
        return [Line(self.sentence(lead)), *self.block("à votre tour,", act.body)]

    def as_lines(self, act: w.AsAct) -> list[Line]:
        third = self.plain(act.body, Form.THIRD)
        if third is not None:
            return [Line(self.sentence(f"{self.the(act.who)} {third}"))]
        return [Line(self.colon(f"{self.the(act.who)} fait ceci"), self.lines(act.body))]

    def step_lines(self, act: w.StepAct) -> list[Line]:
        if not act.body:
            return []
        name = self.lex.name(act.words, "step")
        lines = self.lines(act.body)
        label = self.finish(name[:1].upper() + name[1:])
        if lines and all(line.label is None and not line.items for line in lines[:-1]) and lines[-1].label is None:
            return [replace_label(merged(lines), label, act.words.name)]
        return [Line("", lines, label, key=act.words.name)]

    def need_lines(self, act: w.NeedAct) -> list[Line]:
        return [Line(self.sentence(self.under("vous ne pouvez le faire que si", self.cond(act.test))))]

    def limit_lines(self, act: w.LimitAct) -> list[Line]:
        if act.in_all:
            return [Line(self.sentence(f"cela se fait {self.limit(act)}"))]
        return [Line(self.sentence(f"vous pouvez le faire {self.limit(act)}"))]

    def limit(self, act: w.LimitAct) -> str:
        period = self.lex.phrase("time", act.period) or self.lex.noun(Noun("action", act.period)).one
        return f"une seule fois par {period}, tous joueurs confondus" if act.in_all else f"une fois par {period}"

    def cannot_lines(self, act: w.CannotAct) -> list[Line]:
        return self.block_if("si c'est impossible", act.body)

    def secret_lines(self, act: w.ChooseAct) -> list[Line]:
        return [Line(self.sentence(f"en même temps, chaque joueur {self.choose(act, Form.THIRD)}"))]

    def choose_lines(self, act: w.ChooseAct) -> list[Line]:
        where = act.parts[-1].where
        plain = replace(act, parts=(*act.parts[:-1], replace(act.parts[-1], where=())))
        tests = [self.cond(pointed(test)) for test in where]
        made = [Line(self.sentence(self.choose(plain, Form.IMP)))]
        if (
            len(where) == 1
            and words_in(tests[0]) > LONG + 4
            and isinstance(where[0], w.Combined)
            and where[0].word == "or"
        ):
            items = [Line(self.sentence(self.cond(pointed(part)))) for part in where[0].parts]
            return [*made, Line(self.colon("ce n'est permis que dans l'un de ces cas"), items)]
        if len(tests) > 1 and sum(map(words_in, tests)) > LONG + 4:
            items = [Line(self.sentence(test)) for test in tests]
            return [*made, Line(self.colon("ce n'est permis que si tout ceci est vrai"), items)]
        said = self.under("ce n'est permis que si", self.clauses(tests, "and"))
        return [*made, Line(self.sentence(said))]

    def order_act_lines(self, act: w.OrderAct) -> list[Line]:
        if act.first is not None:
            return [Line(self.sentence(f"{self.the(act.first)} commence"))]
        if isinstance(act.order, w.Ranked):
            by = [self.rank_by(direction, value) for direction, value in act.order.ranks]
            return [Line(self.sentence(f"l'ordre de jeu va désormais {self.series(by, 'then')}"))]
        return [Line(self.sentence(f"l'ordre de jeu est désormais {self.the(act.order)}"))]

    def rank_by(self, direction: str, value: Any) -> str:
        """`du plus petit total au plus grand`."""
        text = re.sub(rf"^(?:le{MARK}?|la{MARK}?|son|sa) ", "", self.the(value))
        f = self.article(text).startswith("la")
        less, more = ("petite", "grande") if f else ("petit", "grand")
        if direction == "most":
            less, more = more, less
        return f"{'de la' if f else 'du'} plus {less} {text} {'à la' if f else 'au'} plus {more}"

    def lines(self, acts: Acts) -> list[Line]:
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
        told = self.lex.phrase("event", f"{timing}.{event.verb}")
        if told is not None:
            return told
        if timing == "at" or event.is_step:
            step = self.lex.program.steps.get(event.verb)
            name = self.lex.name(step.words, "step") if step is not None else spoken(event.verb)
            said = self.lex.phrase("window", event.verb)
            if said is not None:
                return said if timing in ("at", "after") else f"juste avant, {said}"
            lead = {"at": "pendant", "after": "après", "before": "avant"}.get(timing, "au lieu de")
            return f"{lead} l'étape « {name[:1].upper() + name[1:]} »"
        forms = self.lex.verb(event.verb, event.action.words if event.action is not None else None)
        thing = self.event_object(event)
        places = " ".join(join(_PREPS.get(prep, ""), self.one(np)) for prep, np in event.places)
        during = ""
        if event.during:
            name = self.lex.name(self.lex.words(Noun("action", event.during)))
            during = self.lex.phrase("during", event.during) or f"pendant « {name} »"
        rest = join(thing, places, during)
        if event.actor == "you" and timing in ("before", "instead"):
            act = re.sub(r"\bses\b", "vos", re.sub(r"\b(?:son|sa)\b", "votre", reflexive(forms.base)))
            return join("avant de" if timing == "before" else "au lieu de", act, rest)
        subject = {"you": "vous", "opponent": "un adversaire"}.get(event.actor, "un joueur")
        verb = forms.you if event.actor == "you" else forms.third
        if event.actor == "you":
            verb = re.sub(r"^(\S+)-vous\b", r"vous \1", verb)
        if event.lasting and timing == "after" and event.action is not None:
            whose = "" if event.actor == "you" else f" de {subject}"
            return f"après l'action « {self.lex.name(event.action.words, 'action')} »{whose}"
        lead = {"after": "quand", "before": "juste avant le moment où", "instead": "à la place, quand"}[timing]
        return join(lead, subject, verb, rest)

    def event_object(self, event: w.Event) -> str:
        if event.object is None:
            return ""
        if event.object.kind == "this":
            return "ceci"
        if event.object.kind == "unitgroup":
            forms = self.lex.noun(Noun("unitgroup", event.object.name.removesuffix("s")))
            return f"des{MARK} {forms.many}"
        forms = self.head(event.object)
        if forms.mass:
            return "de " + ("la" if forms.gender == "f" else "le") + MARK + " " + forms.one
        if event.verb in ("gain", "lose", "pay") and event.object.kind == "unit":
            return f"des{MARK} {forms.many}"
        return f"{'une' if forms.gender == 'f' else 'un'} {forms.one}"

    def when(self, plan: w.WhenPlan) -> list[Line]:
        lead = self.event(plan.event, plan.timing)
        if plan.where is not None:
            lead += self.under(" et que" if lead.startswith("quand ") else ", si", self.cond(plan.where))
        limit = f" ({self.limit(plan.limit)})" if plan.limit is not None else ""
        inner = self.plain(plan.body, Form.IMP)
        if plan.timing == "instead" and plan.body == (w.WordAct("stop"),):
            inner = "rien ne se passe"
        if inner is not None and words_in(lead) + words_in(inner) <= LONG + 16:
            return [Line(self.sentence(f"{lead}, {inner}{limit}"))]
        return [Line(self.colon(f"{lead}{limit}"), self.lines(plan.body))]

    def change(self, plan: w.ChangePlan) -> list[Line]:
        limit = f"{self.limit(plan.limit)}, " if plan.limit is not None else ""
        cost = self.plain(plan.body, Form.INF) if plan.body else None
        where = without_means(plan.where, plan.body)
        if cost is not None:
            lead = f"{self.under('si', self.cond(where))}, {limit}" if where is not None else limit
            text = self.changed(replace(plan, where=None))
            if cost.startswith(CLAUSE):
                return [Line(self.sentence(f"{lead}vous pouvez en profiter : {text} ; ensuite, {cost}"))]
            return [Line(self.sentence(f"{lead}vous pouvez {reflexive(cost)} ; dans ce cas, {text}"))]
        made = [Line(self.sentence(limit + self.changed(plan)))]
        return made + (self.lines(plan.body) if plan.body else [])

    def changed(self, plan: w.ChangePlan) -> str:
        if plan.word in ("allow", "forbid") and isinstance(plan.what, w.Stated):
            return self.permission(plan)
        where = " " + self.under("si", self.cond(plan.where)) if plan.where is not None else ""
        if plan.after is not None and plan.before is not None:
            name = self.lex.noun(plan.what.noun).one if isinstance(plan.what, w.Group) else self.the(plan.what)
            told = f"le{MARK} {name} est de" if name.startswith("nombre de ") else f"{name} :"
            return f"{told} {self.figure(plan.after)} au lieu de {self.figure(plan.before)}{where}"
        return self.new_value(plan) + where

    def new_value(self, plan: w.ChangePlan) -> str:
        what, amount = self.the(plan.what), self.the(plan.amount) if plan.amount is not None else ""
        match plan.word:
            case "increase" | "reduce" if isinstance(plan.what, w.Phrase) and plan.what.function.type.is_set:
                does = "comptent aussi comme" if plan.word == "increase" else "ne comptent pas comme"
                reads = self.lex.reads(plan.what.function)
                called = reads.counted if reads is not None else None
                return (
                    f"{self.whole(gathered(plan.amount))} {does} {called or re.sub(rf'^(des|les){MARK}? ', '', what)}"
                )
            case "increase":
                return f"{what} augmente de {amount}"
            case "reduce":
                return f"{what} diminue de {amount}"
            case "change":
                return f"{what} vaut désormais {amount}"
            case "keep_least":
                return f"{what} ne descend jamais en dessous de {amount}"
            case "keep_most":
                return f"{what} ne dépasse jamais {amount}"
            case _:
                return f"{what} est {'permis' if plan.word == 'allow' else 'interdit'}"

    def whole(self, np: Any) -> str:
        """A whole set as a subject: `les cases vides`."""
        frame = self.frame(np)
        return self.said(replace(frame, det=frame.det or "the") if frame.fixed is None else frame)

    def permission(self, plan: w.ChangePlan) -> str:
        assert isinstance(plan.what, w.Stated)
        clause = self.cond(plan.what)
        where = self.under("si", self.cond(plan.where)) if plan.where is not None else None
        phrase = plan.what.phrase
        reads = self.lex.reads(phrase.function)
        if reads is not None and self.is_predicate(phrase, reads):
            counts = "compte aussi comme étant" if plan.word == "allow" else "ne compte jamais comme étant"
            return join(self.the(phrase.args[0][1]), counts, self.fill(reads.text, phrase), where or "")
        said = re.fullmatch(r"(\{\w+\}|[^{}]+?) est (.+)", reads.text) if reads is not None else None
        if said is not None:
            subject = self.the(phrase.args[0][1]) if said[1].startswith("{") else self.fill(said[1], phrase)
            counts = "comptez" if subject == "vous" else "compte"
            how = f"{counts} aussi" if plan.word == "allow" else f"ne {counts} jamais"
            return join(subject, how, "comme étant", self.fill(said[2], phrase), where or "")
        if plan.word == "allow" and plan.where is not None:
            return f"il suffit aussi d'avoir ceci : {self.cond(plan.where)} (au lieu de : {clause})"
        if plan.word == "allow":
            return f"pour vous, {clause}"
        if where:
            return f"on ne considère pas que {clause} {where}"
        return f"on ne considère jamais que {clause}"

    def always(self, plan: w.AlwaysPlan) -> list[Line]:
        only = plan.body[0] if len(plan.body) == 1 else None
        once = self.as_soon_as(only)
        if once is not None:
            return once
        if isinstance(only, w.PlayersAct):
            third = self.plain(only.third, Form.THIRD)
            if third is not None:
                return [Line(self.sentence(f"à tout moment, {self.players_subject(only)} {third}"))]
        if isinstance(only, w.IfAct) and not only.otherwise:
            inner = self.plain(only.then, Form.IMP)
            if inner is not None:
                return [Line(self.sentence(self.under("dès que", self.cond(only.test)) + f", {inner}"))]
        return self.block("à tout moment,", plan.body)

    def as_soon_as(self, act: Any) -> list[Line] | None:
        found = one_filter(act)
        if found is None:
            return None
        source, filter_, body = found
        where = self.number(self.filter_text(replace(filter_, negated=False), self.frame(source)), False)
        verb = "ne est plus" if filter_.negated else "est"
        return self.block_if(f"dès que {self.one(source)} {verb} {where}", body)

    # ---- scores and the winner

    def score(self, plan: w.ScorePlan) -> str:
        amount = self.amount(w.Units(plan.number, plan.unit))
        if plan.tally is not None and plan.tally.kind == "each" and not isinstance(plan.number, w.Number):
            return self.sentence(f"{self.tally(plan.tally)}, {amount}")
        return self.sentence(join(amount, self.tally(plan.tally) if plan.tally is not None else ""))

    def winner(self, plan: w.WinnerPlan) -> list[Line]:
        forms = self.lex.noun(plan.noun)
        f = forms.gender == "f"
        un, le, celui = ("une", "la", "celle") if f else ("un", "le", "celui")
        if not plan.ranks:
            where = self.cond(plan.where) if plan.where is not None else "la partie s'arrête"
            if f:
                where = re.sub(r"\bil (?=a\b|n)", "elle ", where)
            return [Line(self.sentence(self.under(f"{un} {forms.one} gagne si", where)))]
        lead = f"{le}{MARK} {forms.one} {self.rank(*plan.ranks[0])} gagne"
        if plan.where is not None:
            lead = f"{lead}, à condition que ce soit vrai : {self.cond(plan.where)}"
        made = [Line(self.sentence(lead))]
        for at, rank in enumerate(plan.ranks[1:]):
            tie = "en cas d'égalité" if at == 0 else "si l'égalité persiste"
            made.append(Line(self.sentence(f"{tie}, {celui} des ex æquo {self.rank(*rank)} gagne")))
        tie = "si l'égalité persiste" if len(plan.ranks) > 1 else "en cas d'égalité"
        made.append(Line(self.sentence(f"{tie}, les ex æquo partagent la victoire")))
        return made

    def prompt(self, act: w.ChooseAct) -> str:
        return self.finish(self.choose(replace(act, secret=False), Form.IMP))

    COND = {  # noqa: RUF012
        w.Combined: FrenchNouns.combined,
        w.Not: FrenchNouns.not_,
        w.Compared: FrenchNouns.compared,
        w.Stands: FrenchNouns.stands,
        w.Exists: FrenchNouns.exists,
        w.Supply: FrenchNouns.supply,
        w.Counted: FrenchNouns.counted_cond,
        w.Stated: FrenchNouns.stated,
        w.Flag: FrenchNouns.flag,
        w.Quantified: FrenchNouns.quantified,
        w.Sure: FrenchNouns.sure,
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


def reflexive(infinitive: str) -> str:
    """`vous devez vous établir`: the reader's own pronoun."""
    return re.sub(r"^(s'|se )", "vous ", infinitive)
