"""French values and conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.frames import Frame, is_person, is_state, join, made_of
from rulewright.docgen.wording.french.filters import FrenchFilters
from rulewright.docgen.wording.french.text import AGAIN, AGAINST_YOU, AMOUNTS, MARK, agree, subjunctive
from rulewright.docgen.wording.lexicon import NounForms, spoken
from rulewright.docgen.wording.plan import Noun, Person, Phrase, Rel
from rulewright.docgen.wording.reshape import noun_of


class FrenchConditions(FrenchFilters):
    """Values and conditions in French."""

    # ---- values

    def held(self, unit: Noun, owner: Any) -> str:
        forms = self.head(unit)
        frame = self.owned(Frame(forms.one, forms.many, "the", gender=forms.gender, mass=forms.mass), owner)
        if forms.mass:
            return self.said(frame)
        return f"le{MARK} nombre de " + self.said(replace(frame, det="none") if frame.det == "the" else frame)

    def arith(self, op: str, texts: Sequence[str], args: Sequence[Any]) -> str:
        match op:
            case "add" if all(isinstance(arg, w.Held) for arg in flat_sum(args)):
                return self.sum_held(flat_sum(args))
            case "add":
                return " plus ".join(texts)
            case "sub":
                return " moins ".join(texts)
            case "mul":
                if args[0] == w.Number(2):
                    return "le double de " + texts[1]
                return " multiplié par ".join(texts)
            case "div_down" | "div_up":
                way = "à l'unité inférieure" if op == "div_down" else "à l'unité supérieure"
                if args[1] == w.Number(2):
                    return f"la moitié de {texts[0]}, arrondie {way}"
                return f"{texts[0]} divisé par {texts[1]}, arrondi {way}"
            case _:
                return "moins " + texts[0]

    def is_closed(self, sum_: w.Arith) -> bool:
        return sum_.op == "add" and all(isinstance(arg, w.Held) for arg in flat_sum(sum_.args))

    def sum_held(self, parts: Sequence[Any]) -> str:
        """`l'or, le bois et les pierres de ce joueur`."""
        owner = next((part.owner for part in parts if not isinstance(part.owner, w.It)), parts[0].owner)
        heads = [self.head(part.unit) for part in parts]
        frames = [Frame(one.one, one.many, "the", gender=one.gender, mass=one.mass) for one in heads]
        if isinstance(owner, (Person, w.It)):
            return (
                f"la{MARK} somme de {self.series(['de ' + self.said(self.owned(f, owner)) for f in frames], 'et')[3:]}"
            )
        texts = self.series(["de " + self.said(frame) for frame in frames], "et")
        return f"la{MARK} somme {texts} de {self.the(owner)}"

    def gathered(self, value: w.Gathered) -> str:
        each = self.said(replace(self.frame(value.source), plural=True))
        if isinstance(value.value, w.Attribute) and isinstance(value.value.owner, w.It):
            forms = self.head(value.value.noun)
            best = agree("grand", forms.gender, False) if value.word == "most" else agree("petit", forms.gender, False)
            article = ("la" if forms.gender == "f" else "le") + MARK
            if value.word == "sum":
                return f"le{MARK} total des {forms.many} de {each}"
            if value.word in ("most", "least"):
                return f"{article} plus {best} {forms.one} parmi {each}"
            return f"les{MARK} {forms.many} de {each}"
        everyone = self.of_all(value)
        people = self.head(value.source.noun) if isinstance(value.source, w.Group) else None
        if people is not None and everyone is not None:
            of_all = f"de {'toutes' if people.gender == 'f' else 'tous'} les {people.many}"
            if isinstance(everyone, w.Held):
                return f"les{MARK} {self.head(everyone.unit).many} {of_all}"
            return re.sub(rf"\bde (?:[dl]es{MARK} )?{people.many}", of_all, self.the(everyone))
        if value.word == "union" and value.source == w.Group(Noun("basic", "direction")):
            return f"{self.the(value.value)}, dans toutes les directions"
        lead = {"sum": f"la{MARK} somme de", "most": f"le{MARK} maximum de", "least": f"le{MARK} minimum de"}
        of_each = self.told_of_each(value) or f"{self.the(value.value)} pour {self.each(value.source)}"
        return f"{lead.get(value.word, f'la{MARK} liste de')} {of_each}"

    def all_true(self, of: str) -> str:
        return f"{of} doit remplir toutes ces conditions"

    def yes_no(self, value: bool) -> str:
        return "oui" if value else "non"

    def span(self, low: str, high: str) -> str:
        return f"{low} à {high}"

    def amount(self, amount: Any) -> str:
        match amount:
            case w.Units(number=number, noun=noun):
                forms = self.head(noun)
                text = self.the(number)
                if isinstance(number, w.Number):
                    return f"{text} {forms.one if abs(number.value) < 2 else forms.many}"
                if isinstance(number, w.Attribute) and self.head(number.noun).many == forms.many:
                    return self.said(replace(self.frame(number), single=False, plural=True))
                if isinstance(number, w.That) and self.head(number.noun).many == forms.many:
                    return f"ces {forms.many}"
                if isinstance(number, w.That):
                    return f"{text} de {forms.many}"
                counted = f"le{MARK} nombre de "
                if text.startswith(counted) and isinstance(number, w.Count):
                    return f"1 {forms.one} pour {self.each(number.source)}"
                if text.startswith((f"les {forms.many} ", f"les{MARK} {forms.many} ")):
                    return text
                if isinstance(number, w.Arith) and number.op in ("add", "sub") and isinstance(number.args[0], w.Number):
                    return f"un nombre de {forms.many} égal à {text}"
                if isinstance(number, w.Arith) and number.op == "add":
                    text = ", plus ".join(self.the(part) for part in number.args)
                return f"un nombre de {forms.many} égal à {text}"
            case w.AnyUnits(number=number, noun=noun):
                forms = self.lex.noun(Noun("unitgroup", noun.name.removesuffix("s")))
                few = number == w.Number(1)
                return f"{self.the(number)} {forms.one if few else forms.many} de votre choix"
            case w.AllUnits(nouns=nouns):
                return self.series([self.all_of(noun) for noun in nouns], "et")
            case w.Worth(value=value):
                return self.the(value)
            case w.Together(parts=parts, word=word):
                texts = [self.amount(part) for part in parts]
                if word == "and" and isinstance(parts[-1], w.Together):
                    inner = parts[-1]
                    texts[-1] = ", ".join("soit " + self.amount(part) for part in inner.parts)
                return self.series(texts, word)
            case _:
                return self.the(amount)

    def all_of(self, noun: Noun) -> str:
        key = noun.name.removesuffix("s") if noun.kind == "unitgroup" else noun.name
        forms = self.lex.noun(Noun(noun.kind, key))
        if forms.mass:
            return f"{'toute' if forms.gender == 'f' else 'tout'} votre {forms.one}"
        return f"{'toutes' if forms.gender == 'f' else 'tous'} vos {forms.many}"

    # ---- conditions

    def compared(self, cond: w.Compared) -> str:
        left, op, right = cond.left, cond.op, cond.right
        if op == "can_pay":
            you = isinstance(left, w.Someone) and left.person is Person.YOU
            return f"{'vous pouvez' if you else 'il peut'} payer {self.the(right)}"
        if isinstance(left, w.Held) and isinstance(right, w.Number) and op in AMOUNTS and left.owner is not None:
            return self.has(left.owner, op, right, self.head(left.unit))
        if isinstance(right, w.Nothing) or isinstance(left, w.Nothing):
            frame = self.frame(left if isinstance(right, w.Nothing) else right)
            if frame.fixed is None and frame.one:
                what = join(frame.one, frame.post)
                if op == "is":
                    return f"il n'y a {'aucune' if frame.gender == 'f' else 'aucun'} {what}"
                return f"il y a {'une' if frame.gender == 'f' else 'un'} {what}"
        if isinstance(right, w.Group) and right.noun.kind == "member":
            said = self.lex.phrase("predicate", f"{right.noun.home}.{right.noun.name}", right.noun.name)
            if said is not None and op in ("is", "is_not"):
                return said if op == "is" else self.denied(said)
            if is_state(right.noun) and isinstance(left, w.Attribute) and op in ("is", "is_not"):
                of = self.frame(left.owner)
                word = self.adjective(right.noun, of.gender, False)
                return f"{self.said(of)} {'est' if op == 'is' else 'ne est pas'} {word}"
        if isinstance(left, w.Held) and isinstance(right, w.Held) and left.unit == right.unit and op in AGAINST_YOU:
            subject, have, _ = self.haver(left.owner)
            more = AGAINST_YOU[op].format(self.head(left.unit).many)
            return f"{subject} {have} {more} que {self.haver(right.owner)[0]}"
        if isinstance(left, Phrase) and (holding := self.has_things(left, op, right)) is not None:
            return holding
        if isinstance(left, Phrase) and op == "is" and isinstance(right, w.Number):
            template = self.lex.phrase("ranked", left.function.words.name)
            if template is not None:
                return self.fill(template.replace("{n}", self.ordinal(right.value, "m")), left)
        if isinstance(left, w.Someone) or isinstance(right, w.Someone):
            return self.is_someone(left, op, right)
        return self.measured(left, op, right)

    def is_someone(self, left: Any, op: str, right: Any) -> str:
        """`vous êtes le premier joueur`, `vous avez le pion noir`."""
        who, what2 = (left, right) if isinstance(left, w.Someone) else (right, left)
        you = isinstance(who, w.Someone) and who.person is Person.YOU
        name = what2.noun.name if isinstance(what2, w.Group) and what2.noun.kind == "memory" else ""
        has = self.lex.phrase("is" if op == "is" else "is_not", name) if op in ("is", "is_not") else None
        if has is not None:
            return f"{self.the(who)} {self.number(has, not you)}"
        be = ("êtes" if you else "est") if op == "is" else ("ne êtes pas" if you else "ne est pas")
        return f"{self.the(who)} {be} {self.the(what2)}"

    def one_has(self, has: str) -> str:
        """A catalogue's predicate of a player, said of one: `a le sceptre`."""
        return self.number(has, True)

    def measured(self, left: Any, op: str, right: Any) -> str:
        """A value against another."""
        if isinstance(left, w.Group) and left.noun.kind == "memory" and isinstance(right, w.Number):
            template = self.lex.phrase("ranked", left.noun.name if op == "is" else f"{left.noun.name}.{op}")
            if template is not None:
                return template.replace("{n}", self.ordinal(right.value, self.frame(left).gender))
        own = self.lex.phrase(op, left.function.words.name) if isinstance(left, Phrase) else None
        if own is not None:
            return self.fill(own.replace("{value}", self.the(right)), left)
        frame = self.frame(left)
        text = self.said(frame)
        longest = re.match(f"la{MARK}? longueur de (?=la{MARK}? plus longue )", text)
        if longest is not None and isinstance(right, w.Number):
            return f"{text[longest.end() :]} compte {self.so_many(op, right, self.made_of_cells(left))}"
        things = re.fullmatch("(?:nombre|quantité) d(?:e |['’])(.+)", frame.one) if frame.fixed is None else None
        if isinstance(right, w.Number) and things is not None and frame.det in ("your", "their") and op in AMOUNTS:
            first = things[1].split(" ")[0]
            one = self.lex.heads().get(first) or (first if self.gender_of(first) is not None else None)
            forms = NounForms(one or things[1], things[1], self.gender_of(one) or "m" if one else "m")
            who = Person.YOU if frame.det == "your" else Person.THEY
            done = re.fullmatch(r"([\w-]+) (\w+[éu])e?s?( .+)?", things[1])
            if done is not None and one is not None:
                subject, have, _ = self.haver(who)
                forms = NounForms(one, done[1], forms.gender)
                return f"{subject} {have} {done[2]} {self.so_many(op, right, forms)}{done[3] or ''}"
            return self.has(who, op, right, forms)
        if isinstance(left, w.Arith) and left.op == "add":
            parts = sorted(left.args, key=lambda part: not isinstance(part, w.That))
            sum_ = self.series(["de " + self.the(part) for part in parts], "et")
            return f"la{MARK} somme {sum_} {self.comparison(op, right, 'f', 'somme')}"
        subject = frame.one if frame.fixed is None else re.sub(rf"^(?:le|la|son|sa|votre){MARK}? ", "", text)
        head = re.split(" d[eu’]", subject)[0]
        return f"{text} {self.comparison(op, right, frame.gender, head, is_field=isinstance(left, w.Attribute))}"

    def ordinal(self, number: int, gender: str) -> str:
        return f"{number}ᵉ" if number != 1 else "1ʳᵉ" if gender == "f" else "1ᵉʳ"

    def has_things(self, left: Phrase, op: str, right: Any) -> str | None:
        """`vous avez moins de cartes que chaque adversaire`, où une tournure compte les choses de quelqu'un."""
        who = left.args[0][1] if len(left.args) == 1 else None
        reads = self.lex.reads(left.function)
        found = re.fullmatch(r"le nombre de ([\w-]+) de \{\w+\}", reads.text) if reads is not None else None
        if not isinstance(who, (w.Someone, w.It)) or found is None or op not in AGAINST_YOU:
            return None
        owner = who.person if isinstance(who, w.Someone) else who
        one = self.lex.heads().get(found[1], found[1])
        if isinstance(right, w.Number):
            return self.has(owner, op, right, NounForms(one, found[1], self.gender_of(one) or "m"))
        if isinstance(right, Phrase) and right.function is left.function:
            subject, have, _ = self.haver(owner)
            return f"{subject} {have} {AGAINST_YOU[op].format(found[1])} que {self.the(right.args[0][1])}"
        return None

    def has(self, owner: Any, op: str, number: Any, forms: NounForms) -> str:
        """`vous avez au moins 3 cartes`."""
        none = op in ("is", "at_most") and number == w.Number(0)
        subject, have, have_not = self.haver(owner)
        if none:
            return f"{subject} {have_not} {'aucune' if forms.gender == 'f' else 'aucun'} {forms.one}"
        return f"{subject} {have} {self.so_many(op, number, forms)}"

    def haver(self, owner: Any) -> tuple[str, str, str]:
        match owner:
            case Person.YOU:
                return "vous", "avez", "ne avez"
            case Person.THEY:
                return "il", "a", "ne a"
            case w.Group(single=False):
                return self.one(owner), "a", "ne a"
            case _:
                return self.the(owner), "a", "ne a"

    def is_cell(self, np: Any) -> bool:
        if isinstance(np, (w.That, w.It)):
            return np.noun.kind.startswith("cell")
        return noun_of(np, Noun("cell", ""), self.lex.program).kind.startswith("cell")

    def stands(self, cond: w.Stands) -> str:
        if cond.rel is Rel.ON and isinstance(cond.subject, (w.That, w.It)) and self.is_cell(cond.subject):
            memory = isinstance(cond.target, w.Group) and cond.target.noun.kind == "memory"
            if self.is_cell(cond.target) and not self.frame(cond.target).place and not memory:
                be = "ne est pas" if cond.negated else "est"
                return f"{self.the(cond.subject)} {be} {self.as_predicate(cond.target)}"
        frame = self.frame(cond.subject)
        if not cond.negated and cond.rel is not Rel.NEXT_TO and not frame.single:
            return self.all_stand(cond, frame)
        subject = self.said(frame) if frame.single else self.one(cond.subject)
        you = isinstance(cond.subject, w.Someone) and cond.subject.person is Person.YOU
        be = ("ne êtes pas" if you else "ne est pas") if cond.negated else ("êtes" if you else "est")
        if cond.rel is Rel.AMONG:
            verb = "ne fait pas partie" if cond.negated else "fait partie"
            return f"{subject} {verb} de {self.the(cond.target)}"
        if (missing := self.never_in(cond)) is not None:
            return f"{subject} {'êtes' if you else 'est'} {missing}"
        where = self.filter_text(w.Filter(cond.rel, cond.target, False), frame)
        if where.startswith("qui "):
            where = where.removeprefix("qui ")
            return self.number(
                f"{subject} {where if not cond.negated else where.replace('fait', 'ne fait pas')}", False
            )
        if not frame.single and cond.negated:
            aucun = "aucune" if frame.gender == "f" else "aucun"
            return f"{aucun} de {self.said(frame)} ne est {where}"
        return self.number(f"{subject} {be} {where}", False)

    def left_in_one(self, cond: w.Combined, places: Sequence[str]) -> str:
        things = [part.source for part in cond.parts if isinstance(part, w.Exists)]
        forms = self.head(things[0].noun) if isinstance(things[0], w.Group) else NounForms("chose", "choses", "f")
        un = "une" if forms.gender == "f" else "un"
        return f"il reste {un} {forms.one} {self.series([f'dans {place}' for place in places], 'ou')}"

    def never_in(self, cond: w.Stands) -> str | None:
        """What the catalogue calls whatever is not in a remembered set."""
        match cond.target:
            case w.Group(noun=Noun(kind="memory", name=name)) if cond.negated:
                return self.lex.phrase("not_in", name)
            case _:
                return None

    def as_predicate(self, target: Any) -> str:
        """Ce qu'est une case: l'adjectif seul s'il n'y a rien d'autre."""
        frame = self.frame(target)
        cell = self.lex.noun(Noun("cell", "")).one + " "
        plain = frame.fixed is None and not frame.det and not frame.post and frame.one.startswith(cell)
        return frame.one.removeprefix(cell) if plain else self.one(target)

    def empty(self, place: str, empty: bool, *, plural: bool) -> str:
        be = ("sont" if empty else "ne sont pas") if plural else ("est" if empty else "ne est pas")
        return f"{place} {be} {'vides' if plural else 'vide'}"

    def all_stand(self, cond: w.Stands, frame: Frame) -> str:
        """Chacune de plusieurs choses."""
        target, tous = self.frame(cond.target), "toutes" if frame.gender == "f" else "tous"
        if self.is_cell(cond.subject) and self.is_cell(cond.target) and not target.place:
            return f"{self.said(frame)} sont {tous} {self.said(replace(target, plural=True))}"
        if cond.rel is Rel.AMONG:
            return f"{self.said(frame)} font {tous} partie de {self.the(cond.target)}"
        where = self.filter_text(w.Filter(cond.rel, cond.target, False), frame).removeprefix("qui ")
        return self.number(f"{self.said(frame)} sont {tous} {where}", True)

    def exists(self, cond: w.Exists) -> str:
        source, neg = cond.source, cond.negated
        place = self.place_of(cond)
        if place is not None:
            return self.empty(place, neg, plural=False)
        frame = self.several(source)
        none = "aucune" if frame.gender == "f" else "aucun"
        one = "une" if frame.gender == "f" else "un"
        if cond.owner is not None and frame.fixed is None:
            subject, have, have_not = self.haver(cond.owner)
            if isinstance(source, w.Group) and source.owner == cond.owner:
                frame = self.frame(replace(source, owner=None))
            what = self.number(join(frame.one, frame.post), False)
            return f"{subject} {have_not} {none} {what}" if neg else f"{subject} {have} {one} {what}"
        if frame.det in ("your", "their") and frame.fixed is None and not frame.single:
            subject, have, have_not = self.haver(Person.YOU if frame.det == "your" else Person.THEY)
            has = f"{have_not} {none}" if neg else f"{have} {one}"
            return self.number(f"{subject} {has} {join(frame.one, frame.post)}", False)
        if frame.fixed is not None or frame.det not in ("", "the") or frame.single:
            whole = self.said(frame)
            if frame.single and frame.fixed is None and frame.post:
                what = self.number(join(frame.one, frame.post), False)
                return f"il n'y a {none} {what}" if neg else f"il y a {one} {what}"
            if frame.single:
                return f"il n'y a pas {whole}" if neg else f"il y a {whole}"
            return f"il n'y a {none} de {whole}" if neg else f"il y a {one} de {whole}"
        if isinstance(source, w.Group) and (told := self.of_such(source, neg)) is not None:
            return told
        if (told := self.beside(source, neg)) is not None:
            return told
        does = self.predicate_of(frame)
        if does is not None and is_person(noun_of(source, self.kind_of(source), self.lex.program)):
            does_not = re.sub(r"^a une? (?!seule?\b|même\b)", "a de ", does[1])
            return self.number(f"{none} {does[0]} ne {does_not}" if neg else f"{one} {does[0]} {does[1]}", False)
        what = self.number(join(frame.one, frame.post), False)
        if (told := other_than_you(what, none, one, neg)) is not None:
            return told
        if frame.mass:
            return f"il n'y a pas de {what}" if neg else f"il y a {self.said(replace(frame, plural=False))}"
        # Of what is not there, one speaks in the subjunctive: `aucun pion qui ne soit pas à vous`.
        denied = re.sub(r"\bqui n'est pas\b", "qui ne soit pas", what)
        lies = re.fullmatch(r"(.+) (posée?) (sur .+)", denied)
        if neg and lies is not None:
            return f"{none} {lies[1]} ne est {lies[2]} {lies[3]}"
        least = "au moins " * (" parmi " in what)
        return f"il n'y a {none} {denied}" if neg else f"il y a {least}{one} {what}"

    def by_seat(self, choice: w.Choice) -> str | None:
        match choice.test:
            case w.Compared(op="is", right=w.Pick(which="first", source=w.Group(noun=noun))) if is_person(noun):
                others = "le second" if self.lex.program.players == 2 else "les autres"
                then, otherwise = self.the(choice.then), self.the(choice.otherwise)
                return f"{then} pour le premier joueur, {otherwise} pour {others}"
        return None

    def several(self, source: Any) -> Frame:
        """A set whose things are counted, also where there can be but one of them."""
        frame = self.frame(source)
        if isinstance(source, w.Group) and source.noun.name in self.only_ones and not source.single:
            return replace(frame, single=False, plural=True)
        return frame

    def kind_of(self, source: Any) -> Noun:
        return self.element(source) if isinstance(source, Phrase) else Noun("", "")

    def of_such(self, source: w.Group, neg: bool) -> str | None:
        """`aucune carte de votre main n'est de rang 3`, `un joueur ne fait pas partie de ceux-là`."""
        if not source.filters or source.noun.kind == "one":
            return None
        base = self.frame(replace(source, filters=()))
        if base.fixed is not None or base.single:
            return None
        one = "une" if base.gender == "f" else "un"
        match source.filters:
            case (w.Filter(rel=Rel.AMONG, target=target, negated=True),) if not base.det and not neg:
                return f"{one} {base.one} ne fait pas partie de {self.the(target)}"
        rest = self.frame(source).post.removeprefix(base.post).strip()
        if base.det == "the" and base.post and re.match(r"d(?:e|u) ", rest):
            which = join(base.one, base.post)
            return self.number(f"auc{one} {which} ne est {rest}" if neg else f"{one} {which} est {rest}", False)
        return None

    def beside(self, source: Any, neg: bool) -> str | None:
        """`une case à 2 pas de celle-ci est à côté d'un pion`: of what is long enough to be misread else."""
        if not isinstance(source, Phrase) or len(source.filters) != 1:
            return None
        last, base = source.filters[0], self.frame(replace(source, filters=()))
        if not isinstance(last, w.Filter) or last.rel is not Rel.NEXT_TO or last.negated:
            return None
        if base.fixed is not None or base.single or not base.post or base.place:
            return None
        one = "une" if base.gender == "f" else "un"
        where = self.filter_text(last, base)
        which = self.number(join(base.one, base.post), False)
        return f"auc{one} {which} ne est {where}" if neg else f"{one} {which} est {where}"

    def predicate_of(self, frame: Frame) -> tuple[str, str] | None:
        """A noun and what its relative clause says of it, for a sentence: `joueur`, `a le plus de cartes`."""
        whole = self.number(join(frame.one, frame.post), False)
        found = re.fullmatch(r"(.+?) qui ((?:a|est) .+)", whole)
        if found is None or re.search(r"\b(?:qui|que(?! vous)|dont|où)\b", found[1]):
            return None
        return found[1], found[2]

    def supply(self, cond: w.Supply) -> str:
        forms = self.head(cond.piece)
        to = {Person.YOU: "vous ", Person.THEY: "lui "}.get(cond.owner, "") if isinstance(cond.owner, Person) else ""
        supply = self.said(self.owned(Frame("réserve", det="the", gender="f", single=True, plural=False), cond.owner))
        if cond.owner is None and self.are_supplies_apart:
            supply += " commune"
        only = self.only_one(cond.piece, cond.owner)
        if only is not None and (cond.op, cond.number) in (("more", w.Number(0)), ("at_least", w.Number(1))):
            return f"{only} est encore dans {supply}"
        if only is not None and cond.op in ("is", "at_most") and cond.number == w.Number(0):
            return f"{only} ne est plus dans {supply}"
        if cond.op in ("is", "at_most") and cond.number == w.Number(0):
            none = "aucune" if forms.gender == "f" else "aucun"
            return f"il ne {to}reste {none} {forms.one} dans {supply}"
        return f"il {to}reste {self.so_many(cond.op, cond.number, forms)} dans {supply}"

    def counted_cond(self, cond: w.Counted) -> str:
        source = cond.source
        frame = self.several(source)
        if isinstance(source, w.Group) and source.noun.kind == "zone" and frame.post.startswith("de "):
            frame = replace(frame, post="dans " + frame.post.removeprefix("de "))
        owner = source.owner if isinstance(source, w.Group) else None
        forms = NounForms(frame.one, frame.many, frame.gender)
        if isinstance(owner, Person) and frame.fixed is None:
            return self.number(join(self.has(owner, cond.op, cond.number, forms), frame.post), True)
        if frame.fixed is not None or (frame.det and not frame.loose):
            if cond.op == "is" and cond.number == w.Number(1):
                seul = "une seule" if frame.gender == "f" else "un seul"
                if frame.fixed is not None:
                    return f"il n'y a que {seul} de {self.said(frame)}"
                if (does := self.predicate_of(frame)) is not None:
                    return self.number(join(seul, *does), False)
                return self.number(join(f"il y a {seul}", frame.one, frame.post), False)
            if frame.single:
                return f"{self.said(frame)} compte {self.so_many(cond.op, cond.number, self.made_of_cells(source))}"
            if frame.det == "the" and frame.post:
                return self.number(join("il y a", self.so_many(cond.op, cond.number, forms), frame.post), True)
            return f"il y a {AMOUNTS[cond.op].format(self.the(cond.number))} de {self.said(frame)}"
        if cond.op == "is" and cond.number == w.Number(1) and (does := self.predicate_of(frame)) is not None:
            return join("une seule" if frame.gender == "f" else "un seul", *does)
        few = isinstance(cond.number, w.Number) and abs(cond.number.value) < 2
        return self.number(join("il y a", self.so_many(cond.op, cond.number, forms), frame.post), not few)

    def made_of_cells(self, source: Any) -> NounForms:
        """What a set that is spoken of as one is made of: pieces where it names them, else the cells of a board."""
        return self.head(made_of(source) or Noun("cell", ""))

    def stated(self, cond: w.Stated) -> str:
        phrase = cond.phrase
        reads = self.lex.reads(phrase.function)
        if reads is None:
            clause = f"« {spoken(phrase.function.words.name)} » est vrai"
            return self.denied(clause) if cond.negated else clause
        if self.is_predicate(phrase, reads):
            subject = phrase.args[0][1]
            be = "ne est pas" if cond.negated else "est"
            return f"{self.the(subject)} {be} {self.fill(reads.text, phrase)}"
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
        if cond.noun.kind in ("field", "cellfield") and cond.owner is not None and not isinstance(cond.owner, Person):
            frame = self.frame(cond.owner)
            word = self.adjective(cond.noun, frame.gender, False)
            return f"{self.said(frame)} {'ne est pas' if cond.negated else 'est'} {word}"
        return f"« {name} » {'ne est pas' if cond.negated else 'est'} noté"

    def denied(self, clause: str) -> str:
        for can in ("vous pouvez", "il peut"):
            if clause.startswith(can):
                return clause.replace(can, can.replace(" ", " ne ") + " pas", 1)
        if clause.count(" est ") == 1 and ", ou " not in clause:
            return clause.replace(" est ", " ne est pas ")
        some = re.match(r"(une?) (.+? )(?=(?:a|est) )", clause)
        if some is not None and " et" + AGAIN not in clause:
            return f"auc{some[1]} {some[2]}ne {clause[some.end() :]}"
        return "il est faux que " + (subjunctive(clause) or clause)

    def always_or_never(self, value: bool) -> str:
        return "dans tous les cas" if value else "jamais"

    def for_every(self, cond: w.Quantified) -> str:
        match cond.test:
            case w.Stands(subject=w.It(), rel=rel, target=target, negated=neg):
                where = self.filter_text(w.Filter(rel, target, False), self.frame(cond.source))
                return f"{self.each(cond.source)} {'ne est pas' if neg else 'est'} {where}"
            case w.Compared(left=w.It(), op=op, right=right):
                return f"{self.each(cond.source)} {self.comparison(op, right, self.frame(cond.source).gender)}"
            case _:
                return f"pour {self.each(cond.source)}, {self.cond(cond.test)}"


def other_than_you(what: str, none: str, one: str, neg: bool) -> str | None:
    """`aucun autre joueur n'a ...`: whoever is not you is another; and what you have done, you have done."""
    other = re.fullmatch(r"([\w-]+) qui n['’]est pas vous et qui ((?:a|est) .+)", what)
    if other is not None:
        return f"{none} autre {other[1]} ne {other[2]}" if neg else f"{one} autre {other[1]} {other[2]}"
    done = re.fullmatch(r"([\w-]+) que vous avez (\w+[éi])(e?)( [^,]+)?", what)
    if done is not None and " que " not in (done[4] or ""):
        have = "vous ne avez" if neg else "vous avez"
        return f"{have} {done[2]} {none if neg else one} {done[1]}{done[4] or ''}"
    idle = re.fullmatch(r"([\w-]+) qui (n['’](?:a|est) .+)", what)
    return f"{one} {idle[1]} {idle[2]}" if idle is not None and not neg else None


def flat_sum(args: Sequence[Any]) -> list[Any]:
    """What is added up, sums within the sum taken apart."""
    nested = (flat_sum(arg.args) if isinstance(arg, w.Arith) and arg.op == "add" else [arg] for arg in args)
    return [part for parts in nested for part in parts]
