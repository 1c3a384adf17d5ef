"""French acts as verb phrases, and the sentences they are joined to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import pointed
from rulewright.docgen.wording.frames import CLAUSE, LONG, Form, Frame, join, made_of, words_in
from rulewright.docgen.wording.french.conditions import FrenchConditions
from rulewright.docgen.wording.french.text import COUNTED, MARK, VOWELS, agree, subjunctive
from rulewright.docgen.wording.lexicon import NounForms, VerbForms
from rulewright.docgen.wording.plan import Acts, Chosen, Noun, Person, Thing
from rulewright.docgen.wording.reshape import noun_of
from rulewright.docgen.wording.telling import fill_call, is_payment, spot_cells, toggles
from rulewright.dsl.program import Mode, Zone
from rulewright.dsl.types import T


class FrenchActs(FrenchConditions):
    """Verb phrases in French."""

    # ---- text

    def sentence(self, text: str) -> str:
        text = self.finish(self.referred(text.strip()))
        text = text[:1].upper() + text[1:]
        return text if text.endswith((".", ":", "!", "?")) else text + "."

    def referred(self, text: str) -> str:
        """One thing that a sentence points at again is said by a pronoun: `payez le prix de cette carte, prenez-la`."""
        pointed = re.findall(rf"\b(?:ce|cet|cette) ({self.nouns})(?![\w-])", text)
        twice = rf"\b(le|la){MARK} ([^,]+? que il a choisie?)\b(.*?)\bretire du jeu \1{MARK} \2\b"
        text = re.sub(twice, rf"\1{MARK} \2\3\1 retire du jeu", text)
        text = self.named_once(text)
        be = r"(?:est|ne est|n'est|a|ne a)\b"
        twice = rf"\b(ce|cet|cette) ([\w-]+)( {be} [^,;:.]*? (?:ou|et) (?:si|que)) \1 \2(?= {be})"
        text = re.sub(twice, lambda m: f"{m[1]} {m[2]}{m[3]} {'elle' if m[1] == 'cette' else 'il'}", text)
        genders = {one: self.gender_of(one) for one in pointed}
        for one, gender in genders.items():
            if list(genders.values()).count(gender) == 1:
                text = self.by_pronoun(text, one, "la" if gender == "f" else "le")
        return self.by_head(text, pointed)

    def named_once(self, text: str) -> str:
        """What a sentence has told apart from others is pointed at when it is named again: `prenez cette carte`."""
        which = rf"\b(le|la){MARK}? ([\w-]+) (?:dont|que|qui) [^,;:]+?(?=[,;:]| et |$)"
        first = re.search(which, text)
        again = re.search(which, text[first.end() :]) if first is not None else None
        if first is None or again is None or self.finish(first[0]) != self.finish(again[0]):
            return text
        at = first.end() + again.start()
        return text[:at] + self.pointing(again[1], again[2]) + text[at + len(again[0]) :]

    def by_head(self, text: str, pointed: Sequence[str]) -> str:
        """What was named in full is pointed at by its first word: `chaque jeton de départ … ce jeton`."""
        for one in {one for one in pointed if " " in one}:
            head = one.split(" ")[0]
            many = next((many for many, single in self.lex.heads().items() if single == one), one)
            named = len(re.findall(rf"\b(?:{re.escape(one)}|{re.escape(many)})(?![\w-])", text))
            if named > 1 and named == len(re.findall(rf"\b{re.escape(head)}[sx]?(?![\w-])", text)):
                first = re.search(rf"\b(?:{re.escape(one)}|{re.escape(many)})(?![\w-])", text)
                assert first is not None
                again = rf"\b(ce|cet|cette) {re.escape(one)}(?![\w-])"
                text = text[: first.end()] + re.sub(again, rf"\1 {head}", text[first.end() :])
        return text

    def pointing(self, article: str, word: str) -> str:
        return f"{'cette' if article == 'la' else 'cet' if self.opens(word) else 'ce'} {word}"

    def by_pronoun(self, text: str, one: str, it: str) -> str:
        many = next((many for many, single in self.lex.heads().items() if single == one), one)
        that = rf"(?:ce|cet|cette) {re.escape(one)}(?![\w-])(?! (?:que|qui|dont)\b)"
        before = rf"chaque {re.escape(one)}\b|\bune?(?: seule?)? {re.escape(one)}\b"
        first = re.search(rf"(?:{that}|{before}|\w+ de (?:vos|ses|les{MARK}) {re.escape(many)}\b)", text)
        if first is None:
            return text
        head, rest = text[: first.end()], text[first.end() :]
        again = list(re.finditer(that, rest))
        between = rest[: again[-1].start()].split(",")[-1] if again else ""
        named = re.findall(rf"\bune? ({self.nouns})(?![\w-])", head)
        named += re.findall(rf"\bde l[ea]{MARK} ({self.nouns})(?![\w-])", between)
        if any(other != one and self.gender_of(other) == self.gender_of(one) for other in named):
            return text
        player = self.lex.noun(Noun("basic", "player")).one
        if (one == player or player not in text) and not re.search(r"\bil (?!y\b)\w", text):
            thing = rf"\b(le|la|les){MARK} ([\w’-]+(?: de [\w’-]+)?) de {that}"
            rest = re.sub(thing, lambda m: f"{self.possessive(m[1], m[2])} {m[2]}", rest)
            rest = re.sub(rf"\bl'effet de {that}", "son effet", rest)
        rest = re.sub(rf"\b({'|'.join(PUTTING)})z( du jeu)? {that}", rf"\1z-{it}\2", rest)
        rest = re.sub(rf"\b({'|'.join(TO_PUT)})( du jeu)? {that}", rf"{it} \1\2", rest)
        rest = re.sub(rf"\b(?<!le )({'|'.join(PUTS)})( du jeu)? {that}", rf"{it} \1\2", rest)
        if not self.is_aid:
            rest = re.sub(rf"\b({'|'.join(PUTTING)})z (?:sur|dans) {that}(?= \d)", r"\1z-y", rest)
        rest = re.sub(rf"\b({'|'.join(TO_PUT)}) (?:sur|dans) {that}(?= \d)", r"y \1", rest)
        known = rf"\bque (vous|il) (avez|a) (\w+é) {that}"
        return re.sub(known, rf"que \1 l'\2 \3{'e' * (it == 'la')}", head + rest)

    @cached_property
    def nouns(self) -> str:
        """Every noun of the game, the longest first, for looking through a text."""
        ones = sorted({one for one in self.lex.heads().values() if one}, key=len, reverse=True)
        return "|".join(map(re.escape, ones))

    def possessive(self, article: str, word: str) -> str:
        return "ses" if article == "les" else "sa" if article == "la" and not self.opens(word) else "son"

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
        fixed = [re.match(rf"(fixez|fixer|fixe) (le|la){MARK} ([\w-]+) (?=de )", text) for text in texts]
        told = list(texts)
        for at, (one, two) in enumerate(pairwise(fixed), start=1):
            if one is not None and two is not None and one[0] == two[0]:
                told[at] = f"{two[1]} {'celle' if two[2] == 'la' else 'celui'} {texts[at][two.end() :]}"
        return ", ".join(told[:-1]) + ", puis " + told[-1]

    # ---- what is acted on

    def form(self, forms: VerbForms, form: Form) -> str:
        if self.is_aid and form is Form.IMP:
            return re.sub(r"\bses\b", "vos", re.sub(r"\b(?:son|sa)\b", "votre", forms.base))
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
            said = self.chain([self.relative(test, frame) for test in thing.where])
            # `une de vos cartes assorties`: of several that are alike in it.
            is_said_of_all = text.startswith(("un de ", "une de ")) and said.startswith(("⟦", "qui ⟦ne porte|"))
            text += " " + self.number(said, is_said_of_all)
        if thing.possible:
            wishes = [self.number(self.wish(test, frame), False) for test in thing.possible]
            one = ("une " if frame.gender == "f" else "un ") * bool(re.match(r"(?:dont|qui|que|où)\b", wishes[0]))
            text += ", si possible " + one + self.clauses(wishes, "and")
            text += "," * wishes[-1].startswith("de sorte")
        return text

    def wish(self, test: Any, frame: Frame) -> str:
        if isinstance(test, w.Stands) and isinstance(test.subject, w.It):
            return self.filter_text(w.Filter(test.rel, test.target, test.negated), frame)
        said = self.relative(test, frame)
        # What something of it has is said of it: `dont le bac a une place libre`.
        said = re.sub(r"^pour ⟦[^⟧]*⟧ il y a (une? .+) de s(on|a) (\S+)$", self.dont, said)
        said = re.sub(r"^pour ⟦[^⟧]*⟧ ", "de sorte que ", said)
        return said.replace("de sorte que il y a ", "de sorte que il y ait ")

    def dont(self, found: re.Match[str]) -> str:
        article = "la" if self.gender_of(found[3]) == "f" else "le"
        return f"dont {article}{MARK} {found[3]} a {found[1]}"

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
                    low, high = np.parts[0].low, np.parts[0].high
                    forms = self.head(chosen.noun) if chosen.noun is not None else None
                    f = forms is not None and forms.gender == "f"
                    number = f"{'une' if f else 'un'} {forms.one if forms is not None else 'nombre'}"
                    if not isinstance(high, w.Number):
                        return f"{number} {'comprise' if f else 'compris'} entre {self.the(low)} et {self.the(high)}"
                    return f"{number} de {self.the(np.parts[0])}"
                if isinstance(np, w.Joined) and all(isinstance(part, w.Number) for part in np.parts):
                    return self.series([self.the(part) for part in np.parts], "ou")
                return self.one(np)

    def piece(self, act: Any) -> str:
        forms = self.head(act.piece)
        un = "une" if forms.gender == "f" else "un"
        if (only := self.only_one(act.piece, act.owner)) is not None:
            return only
        if isinstance(act, w.PlaceAct) and act.supplied and act.verb == "place" and isinstance(act.owner, Person):
            return f"{un} {forms.one} de {'votre' if act.owner is Person.YOU else 'sa'} réserve"
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
                from_ = act.where.source if isinstance(act.where, Chosen) else act.where
                owner = getattr(from_, "owner", None) if not isinstance(act.owner, Person) else act.owner
                if isinstance(from_, w.Phrase) and isinstance(owner, Person):
                    owner = act.owner
                if isinstance(owner, (w.That, w.It)):
                    # Whoever is told to take something of another's takes which they like.
                    is_pick = isinstance(act.where, Chosen) and act.where.quantity == "one" and form is Form.IMP
                    return f"{self.verb('return', form)} {what}{' de votre choix' * is_pick} dans sa réserve"
                if isinstance(owner, Person):
                    yours = owner is Person.YOU and form is not Form.THIRD
                    return f"{self.verb('return', form)} {what} dans {'votre' if yours else 'sa'} réserve"
                where = f"dans la réserve de {'leur' if many else 'son'} propriétaire"
                if re.search(r" (?:que|qui|dont) ", what):
                    return f"{self.verb('return', form)} {where} {what}"
                return f"{self.verb('return', form)} {what} {where}"
            case _:
                return self.out_of_play(self.verb("remove", form), what)

    def out_of_play(self, verb: str, what: str) -> str:
        """`retirez ce pion du jeu`, but a long thing comes last."""
        is_short = words_in(what) < 4 and not re.search(r"\b(?:de|que|qui|dont)\b|,", what)
        return f"{verb} {what} du jeu" if is_short else f"{verb} du jeu {what}"

    def put(self, act: w.PutAct, form: Form) -> str:
        word = "remove" if act.zone is None else "take" if self.taken(act) is not None else "put"
        where = "du jeu" if act.zone is None else "" if word == "take" else self.into(act.zone, act.onto)
        if act.cell is not None:
            return f"{self.verb('place', form)} {self.thing(act.things)} sur {self.the(act.cell)}"
        if isinstance(act.zone, w.Group) and (row := self.row_moved_up(act)) is not None:
            return f"{CLAUSE}{self.the(row)} devient {renewed(self.head(act.zone.noun))}"
        if isinstance(act.things, w.It):
            return join(self.with_clitic(word, self.head(act.things.noun).gender, form), where)
        if act.zone is None:
            what = self.what_is_left(act.things) or self.everything(act.things)
            return self.out_of_play(self.verb("remove", form), what)
        if word == "take":
            there = self.kept_at(act)
            kept = self.frame(act.things.source if isinstance(act.things, Chosen) else act.things)
            laid = f" et {self.with_clitic('put', kept.gender or 'm', form)} {there}" if there is not None else ""
            return f"{self.verb('take', form)} {self.everything(act.things)}{laid}"
        here, there = self.frame(act.things), self.into(act.zone, act.onto)
        post = self.number(here.post, here.plural and not here.single)
        if not isinstance(act.things, Chosen) and re.match(r"posée?s? sur ", post) and there.startswith("sur "):
            what = self.said(replace(here, post=f"de {post.split(' sur ', 1)[1]}"))
            return f"{self.verb('move', form)} {what} {there}"
        things = self.everything(act.things) if act.onto is None else self.thing(act.things)
        if isinstance(act.things, w.Group) and self.at_most_one(act.zone) and here.fixed is None and here.det:
            # Where there is room for one alone, there is but one to be put.
            things = self.said(replace(here, plural=False))
        place = self.into(act.zone, act.onto)
        if words_in(things) > 7 and words_in(place) < 8:
            return f"{self.verb('put', form)} {place} {things.removesuffix(',')}"
        if isinstance(act.things, w.Group) and here.plural and not here.single:
            # What has just been named need not be named again.
            place = re.sub(rf"\bl[ae]{MARK}? (\w+) de {re.escape(things)}(?![\w’'])", r"leur \1", place)
        return f"{self.verb('put', form)} {things} {place}"

    def with_clitic(self, word: str, gender: str, form: Form) -> str:
        """`mettez-la`, `la mettre`, `la met`."""
        pronoun, verb = "la" if gender == "f" else "le", self.verb(word, form)
        if form is Form.IMP and not self.is_aid:
            return f"{verb}-{pronoun}"
        return f"l'{verb}" if self.opens(verb) else f"{pronoun} {verb}"

    def what_is_left(self, things: Thing) -> str | None:
        """All that may still lie in a place when it is cleared; None for anything else."""
        if not isinstance(things, w.Group) or things.noun.kind != "zone" or things.single or things.filters:
            return None
        frame = self.frame(things)
        if frame.fixed is not None or frame.det != "the" or not frame.post.startswith("de "):
            return None
        place = self.the(replace(things, noun=Noun("place", things.noun.name), single=True))
        return f"les{MARK} {frame.many} {agree('resté', frame.gender, True)} dans {place}"

    def everything(self, things: Thing) -> str:
        frame = self.frame(things.source if isinstance(things, Chosen) else things)
        tous = "toutes" if frame.gender == "f" else "tous"
        if isinstance(things, Chosen):
            each = things.quantity == "each" and not (things.where or things.possible)
            if not each or frame.fixed is not None or not frame.det or frame.single:
                return self.thing(things)
            return f"{tous} {self.said(replace(frame, plural=True))}"
        if frame.fixed is not None or frame.det or not frame.plural:
            return self.thing(things)
        return f"{tous} {self.said(replace(frame, det='the'))}"

    def lies(self, zone: w.Group) -> str:
        """Where things of a zone lie: `dans votre main`, `devant vous`."""
        return self.at(zone) or f"dans {self.the(zone)}"

    def into(self, zone: Any, onto: Chosen | None = None) -> str:
        said = self.at(zone, onto)
        if said is not None:
            return said
        name = zone.noun.name if isinstance(zone, w.Group) and zone.noun.kind == "place" else ""
        pile = self.lex.program.zones.get(name)
        if pile is not None and pile.shape == "pile" and pile.seen == "nobody":
            return "face cachée sur " + self.the(zone)
        return "dans " + self.the(zone)

    def lay(self, act: w.LayAct, form: Form) -> str | None:
        thing = self.thing(act.thing)
        where = spot_cells(act, self.lex.program.components)
        if where is None:
            return f"{self.verb('place', form)} {thing} sur {self.thing(act.spot)}"
        room, number, tests = where
        said = self.clauses([self.cond(pointed(test)) for test in tests], "and")
        so = self.under(", de sorte que", subjunctive(said) or said)
        told = f"{self.verb('place', form)} {thing} sur {self.counted(number, room)}{so * bool(tests)}"
        return told if words_in(told) <= self.MOST else None

    def draw(self, act: w.DrawAct, form: Form) -> str:
        only = act.number == w.Number(1)
        what = self.drawn(act)
        verb = self.verb("draw" if self.is_stock(act.source) else "take", form)
        draw = f"{verb} {what}"
        source = f"{draw}{self.drawn_from(act.source)}"
        if words_in(what) > 6:
            source = f"{verb}{self.drawn_from(act.source)} {what}"
        if self.is_hand(act.zone):
            return draw if self.is_only_stock(act.source) else source
        pronoun = ("la" if self.head(act.what).gender == "f" else "le") if only else "les"
        row = self.lex.program.zones.get(act.zone.noun.name) if isinstance(act.zone, w.Group) else None
        if row is not None and row.sorted_by is not None:
            make = {Form.IMP: "formez-en", Form.INF: "en former", Form.THIRD: "en forme"}
            self.laid_in_order.add(row.words.name)
            made = f"{make[Form.INF if self.is_aid and form is Form.IMP else form]} {self.the(act.zone)}"
            return f"{source} et {made},{self.face_up(row)}, {self.laid_by(row)}"
        put = f"{pronoun} {self.verb('put', form)}"
        if form is Form.IMP and not self.is_aid:
            put = f"{self.verb('put', form)}-{pronoun}"
        hidden = ", face cachée," * self.is_hidden_pile(act.zone)
        return f"{source} et {put}{hidden} {self.into(act.zone)}"

    def drawn_from(self, source: Any) -> str:
        if isinstance(source, w.Choice):
            one, other = self.the(source.then), self.the(source.otherwise)
            return f" : dans {one} {self.under('si', self.cond(source.test))}, sinon dans {other},"
        return f" dans {self.the(source)}"

    def fill_up(self, act: w.FillAct, form: Form) -> str:
        what = f"des{MARK} {self.head(act.what).many} dans {self.the(act.source)}"
        there = f"{self.the(act.number)} {self.into(act.zone)}"
        draw = f"{self.verb('draw', form)} {what}"
        zone = self.lex.program.zones.get(act.zone.noun.name) if isinstance(act.zone, w.Group) else None
        if zone is None or zone.slots is None:
            return f"{draw} jusqu'à ce qu'il y en ait {there}"
        places = self.lex.noun(Noun("basic", "spot"))
        full = f"les {self.the(act.number)} {places.many} soient {agree('occupé', places.gender, True)}"
        empty = f"{self.the(act.source)} soit vide"
        put = "les mettre" if self.is_aid or form is Form.INF else "les met"
        if form is Form.IMP and not self.is_aid:
            put = f"{self.verb('put', form)}-les"
        return f"{draw} et {put}{self.face_up(zone)} {self.into(act.zone)} jusqu'à ce que {full} ou que {empty}"

    def face_up(self, zone: Zone) -> str:
        """That what is drawn unseen lies open from then on."""
        return " face visible" * (zone.seen == "all")

    def laid_by(self, zone: Zone) -> str:
        """In which order things are laid out: `par numéro croissant`."""
        assert zone.sorted_by is not None
        field = self.sorting(zone)
        if field is None:
            return "dans l'ordre"
        forms = self.head(field)
        return f"par {forms.one} {agree('croissant', forms.gender, False)}"

    def again(self, act: w.AgainAct, form: Form) -> str:
        if act.placed is not None and isinstance(act.times, w.Number):
            return self.one_more(act.placed, act.times, form)
        may = "peut recommencer" if form is Form.THIRD else f"{CLAUSE * (form is Form.IMP)}vous pouvez recommencer"
        if act.times is None:
            return f"{may} autant de fois {'qu’il le veut' if form is Form.THIRD else 'que vous voulez'}"
        often = "une fois" if act.times == w.Number(1) else f"jusqu'à {self.times(act.times)}"
        return f"{may} {often}{self.with_another(act)}"

    def one_more(self, placed: Noun, times: w.Number, form: Form) -> str:
        """That more pieces may be placed as the one just told."""
        may = "peut" if form is Form.THIRD else f"{CLAUSE * (form is Form.IMP)}vous pouvez"
        one = "une autre" if self.head(placed).gender == "f" else "un autre"
        more = one if times.value == 1 else f"jusqu'à {self.the(times)} autres"
        return f"{may} en {self.verb('place', Form.INF)} {more} de la même façon"

    def with_another(self, act: w.AgainAct) -> str:
        """That what is done again may be done to another piece."""
        if act.anew is None or act.anew.name in self.only_ones:
            return ""
        forms = self.head(act.anew)
        same, other = ("la même", "une autre") if forms.gender == "f" else ("le même", "un autre")
        return f", avec {same} {forms.one} ou avec {other}"

    def transfer(self, act: w.TransferAct, form: Form) -> str:
        word = {Mode.GAIN: "gain", Mode.LOSE: "lose", Mode.PAY: "pay"}[act.mode]
        text = self.amount(act.amount)
        if self.is_stocked(act):
            return f"{self.verb('add', form)} à {'sa' if form is Form.THIRD else 'votre'} réserve {text}"
        number = act.amount.number if isinstance(act.amount, w.Units) else None
        if act.mode is Mode.PAY and isinstance(number, w.Phrase):
            text = re.sub(rf"^un nombre de [\w ]+? égal à (?=le{MARK}? (?:prix|coût)\b)", "", text)
        if form is Form.THIRD:
            text = text.replace("de votre choix", "de son choix").replace("tous vos", "tous ses")
            text = text.replace("toutes vos", "toutes ses").replace("votre", "son")
        text = join(self.verb(word, form), text, self.tally(act.times) if act.times else "")
        if act.instead is not None:
            text += f"{',' * (',' in text)} à la place de {self.amount(act.instead)}"
        return text

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
                frame = Frame(forms.one, forms.many, "the", gender=forms.gender, plural=True)
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
        return "une fois" if times == w.Number(1) else f"{self.the(times)} fois"

    def unit_word(self, np: Any, number: int = 2) -> str:
        forms = self.head(made_of(np) or (self.element(np) if isinstance(np, w.Phrase) else Noun("cell", "")))
        return forms.one if number == 1 else forms.many

    def choose_or_lines(self, act: w.ChooseAct, form: Form) -> str | None:
        tested = form is Form.IMP and act.parts[-1].where and not act.secret
        if tested and (len(act.parts) > 1 or words_in(self.choose(act, form)) > self.MOST - 6):
            return None
        return self.choose(act, form)

    def choose(self, act: w.ChooseAct, form: Form) -> str:
        parts = self.series([self.thing(part) for part in act.parts], "et")
        if act.secret:
            return f"{self.verb('choose', form)} en secret {parts}"
        if (bag := self.bag_of(act)) is not None:
            forms, place = self.head(bag.noun), self.the(w.Group(Noun("place", bag.noun.name), single=True))
            one = f"{'une' if forms.gender == 'f' else 'un'} {forms.one}"
            return f"{self.verb('draw_lots', form)} {one} au hasard dans {place}"
        if act.at_random and words_in(parts) > 4:
            return f"{self.verb('draw_lots', form)} au hasard {parts}"
        return f"{self.verb('draw_lots' if act.at_random else 'choose', form)} {parts}{' au hasard' * act.at_random}"

    def call(self, act: w.CallAct, form: Form) -> str:
        text = self.form(self.lex.verb(act.action.words.name, act.action.words), form)
        if "{" in text:
            return fill_call(text, act, self.thing)
        for prep, arg in act.args:
            text = join(text, PREPS.get(prep or "", ""), self.thing(arg))
        if act.piece is not None and " " not in text:
            forms = self.head(act.piece)
            text = join(text, "une" if forms.gender == "f" else "un", forms.one)
        return text

    def use_act(self, act: w.UseAct, form: Form) -> str:
        if act.field is not None:
            told = self.lex.phrase("do", act.field.name)
            if told is not None:
                return self.inflected(told.replace("{x}", self.thing(act.thing)), form)
            forms = self.head(act.field)
            article = ("la" if forms.gender == "f" else "le") + MARK
            return f"{self.verb('apply', form)} {article} {forms.one} de {self.thing(act.thing)}"
        if (told := self.done_with(act)) is not None:
            return self.inflected(told, form)
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
            case "deal" if isinstance(value, w.Joined) and isinstance(target, w.Attribute):
                rest, *single = (self.the(part) for part in value.parts)
                one, others = self.dealt(self.the(target.owner), rest, single, self.leaves_one(target.owner, single))
                return f"{self.verb('fix', form)} la{MARK} {self.head(target.noun).one} de {one} à {others}"
        if isinstance(value, w.Nothing) and isinstance(target, w.Group) and not target.single:
            return f"{self.verb('erase', form)} {what}"
        if isinstance(value, w.Nothing) and noun is not None and noun.kind == "memory":
            return f"il n'y a plus de {self.lex.noun(noun).one}"
        if isinstance(value, w.Nothing):
            return f"{self.verb('erase', form)} {what}"
        if isinstance(value, w.Someone) and noun is not None:
            return f"{self.verb('become', form)} {self.said(Frame(self.lex.noun(noun).one, '', 'the', plural=False))}"
        if isinstance(target, w.Group) and noun is not None and noun.kind == "memory":
            if isinstance(value, (w.That, w.Pick, w.Phrase)) and self.is_people(noun):
                return f"{CLAUSE}{self.the(value)} devient {what}"
            forms = self.lex.noun(noun)
            said = self.not_again(self.the(value), forms.one.split(" ")[0], forms.gender)
            return f"{CLAUSE}{what} est désormais {'de ' * isinstance(value, w.Number)}{said}"
        return f"{self.verb('fix', form)} {what} à {self.the(value)}"

    def dealt(self, things: str, rest: str, single: Sequence[str], one_left: bool) -> tuple[str, str]:
        """`un de vos dés` à `3, celle d'un autre à 6 et celle du dernier à 4`."""
        left = "du dernier" if one_left else "de chacun de ceux qui restent"
        first, *more = single
        others = [*(f"celle de un autre à {n}" for n in more), f"celle {left} à {rest}"]
        return f"un de {things}", self.series([first, *others], "et")

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
        return f"{self.verb('reroll' if act.again else 'roll', form)} {self.thing(act.dice)}"

    def close_up(self, act: w.CloseUpAct, form: Form) -> str:
        things = self.things_in(act.zone)
        return f"{self.verb('do', form)} glisser {things} vers le premier emplacement pour combler les vides"

    def shuffle(self, act: w.ShuffleAct, form: Form) -> str:
        return f"{self.verb('shuffle', form)} {self.the(act.zone)}"

    def show(self, act: w.ShowAct, form: Form) -> str:
        if isinstance(act.things, w.Group) and act.things.noun.kind == "chosen":
            forms = self.head(act.things.noun)
            return f"{self.verb('reveal', form)} les{MARK} {forms.many} {agree('choisi', forms.gender, True)}"
        if act.to_all and isinstance(act.things, w.It):
            return self.with_clitic("reveal", self.head(act.things.noun).gender, form)
        if act.to_all:
            stays = ""
            if self.is_on_top(act.things):
                stays = f" et {self.with_clitic('leave', self.frame(act.things).gender, form)} là"
            return f"{self.verb('reveal', form)} {self.the(act.things)}{stays}"
        return f"{self.verb('look', form)} en secret {self.the(act.things)}"

    def assemble(self, act: w.AssembleAct, form: Form) -> str:
        forms = self.lex.noun(act.board)
        board = self.said(Frame(forms.one, forms.many, "the", gender=forms.gender, single=True, plural=False))
        half = ", en tournant ou non chacun d'un demi-tour, au hasard"
        at_random = half if act.half else ", en orientant chacun au hasard"
        turned = {True: at_random, False: ", sans les tourner", None: ""}[act.turned]
        return f"{self.verb('assemble', form)} {board} avec {self.the(act.maps)}{turned}"

    def order(self, act: w.OrderAct, form: Form) -> str | None:
        return f"{self.verb('draw_lots', form)} l'ordre de jeu au hasard" if act.at_random else None

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
        may, inner = f"{CLAUSE * (form is Form.IMP)}vous pouvez", reflexive(inner)
        if form is Form.THIRD:
            may, inner = "peut", inner.replace("de votre choix", "de son choix")
        if often and words_in(inner) < 9 and "," not in inner and " pour " not in inner:
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

    def repeat_vp(self, act: w.RepeatAct, form: Form) -> str | None:
        """`piochez une carte autant de fois que vous avez gagné`."""
        inner = self.plain(act.body, form) if isinstance(act.times, w.Phrase) and act.test is None else None
        often = re.match(rf"le{MARK}? nombre de fois que ", self.the(act.times)) if inner else None
        if often is None or inner is None or ", " in inner:
            return None
        return f"{inner} autant de fois que {self.the(act.times)[often.end() :]}"

    def as_vp(self, act: w.AsAct, form: Form) -> str | None:
        third = self.plain(act.body, Form.THIRD) if form is Form.IMP else None
        return f"{CLAUSE}{self.the(act.who)} {third}" if third is not None else None


# What one does with a thing that can be said by a pronoun: as an order without its last letter, as an infinitive, and
# as what another does.
PUTTING = ("joue", "retire", "remette", "mette", "prene", "pose", "déplace", "ajoute", "lance", "relance", "paye")

TO_PUT = (
    "jouer",
    "retirer",
    "remettre",
    "mettre",
    "prendre",
    "poser",
    "déplacer",
    "ajouter",
    "lancer",
    "relancer",
    "payer",
)

PUTS = ("joue", "retire", "remet", "met", "prend", "pose", "déplace", "lance", "relance", "paie")

PREPS = {"on": "sur", "to": "vers", "from": "depuis", "with": "avec", "into": "dans"}


def once(infinitive: str) -> str:
    """`utiliser une fois chacune de vos plaquettes`: before a long object, so that it is said of nothing else."""
    said = re.sub(r"^(\w+) (?=chacune? de )", r"\1 une fois ", infinitive)
    return said if said != infinitive else f"{infinitive} une fois"


def reflexive(infinitive: str) -> str:
    """`vous devez vous établir`: the reader's own pronoun."""
    return re.sub(r"^(s'|se )", "vous ", infinitive)


def renewed(noun: NounForms) -> str:
    """`la nouvelle ligne`, `le nouveau plateau`, `le nouvel étal`."""
    if noun.gender == "f":
        return f"la nouvelle {noun.one}"
    return f"le {'nouvel' if noun.one[0] in VOWELS else 'nouveau'} {noun.one}"
