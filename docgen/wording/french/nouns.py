"""French noun phrases: owners, zones, memories, what primitives make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.frames import CLAUSE, Frame, is_person, join, made_of
from rulewright.docgen.wording.french.text import (
    AGAIN,
    ARTICLE,
    COUNTED,
    ELIDED,
    MARK,
    NB,
    NNB,
    POINTING,
    VOWELS,
    agree,
    of_all,
)
from rulewright.docgen.wording.lexicon import NounForms
from rulewright.docgen.wording.plan import Noun, Np, Person
from rulewright.docgen.wording.realise import Realiser
from rulewright.dsl.program import EVERYWHERE, Per

# What may follow a number that is not what it counts.
_NO_NOUNS = "à|au|aux|avec|dans|de|des|du|en|et|mais|ou|par|pas|pour|puis|que|qui|sans|si|sur"


class FrenchNouns(Realiser):
    """Noun phrases in French."""

    MOST = 40

    LAID_OUT = re.compile(r"(.+), et (formez-en .+)")

    CLAUSE_WORDS = (
        *("un ", "une ", "au moins ", "le ", "la ", "les ", "l'", "l’"),
        *("vos ", "votre ", "il ", "aucun", "vous "),
    )

    PLACE_WORDS = (
        *("juste", "à", "au", "aux", "dans", "sur", "en", "entre"),
        *("exactement", "jusqu", "devant", "derrière", "autour", "hors"),
    )

    # ---- text

    def finish(self, text: str) -> str:
        """Contractions, elisions, typography."""
        text = self.number(text, False).replace(AGAIN, "").replace(CLAUSE, "")
        text = re.sub(r" +([,.])", r"\1", re.sub(r"  +", " ", text))
        text = re.sub(rf"\bdans la limite de le{MARK}? nombre de ", f"dans la limite de les{MARK} ", text)
        text = re.sub(r" : cel(?:ui|(le))-ci ", lambda m: f" : {'elle' if m[1] else 'il'} ", text)
        if MARK in text:
            text = self._contracted(text).replace(MARK, "")
        text = ELIDED.sub(lambda m: m[1] + "'" if self.opens(m[2]) else m[0], text)
        text = re.sub(r"\b([Ss])i (ils?)\b", r"\1'\2", text)
        text = re.sub(r"(?<!\()[ \u00a0\u202f]*([;!?])", NNB + r"\1", text)
        text = re.sub(r"[ \u00a0\u202f]*:(?!\w)", NB + ":", text)
        text = re.sub(r"«[ \u00a0]*", "«" + NB, re.sub(r"[ \u00a0]*»", NB + "»", text))
        return text.replace("'", "’")

    def _contracted(self, text: str) -> str:
        """`de` and `à` with the articles after them, and articles before a vowel."""
        text = re.sub(rf"\b([Dd])e des{MARK} ", r"\1e ", text)
        text = re.sub(rf"\b([Dd])e les{MARK}", r"\1es", text)
        text = re.sub(rf"\bà les{MARK}", "aux", text)
        text = re.sub(rf"\b([Dd])e le{MARK} (?=(\w+))", self._de_le, text)
        text = re.sub(rf"\bà le{MARK} (?=(\w+))", self._a_le, text)
        return ARTICLE.sub(lambda m: f"{m[1]}'" if self.opens(m[2]) else m[0], text)

    def _de_le(self, match: re.Match[str]) -> str:
        d = match[1]
        return f"{d}e l'" if self.opens(match[2]) else f"{d}u "

    def _a_le(self, match: re.Match[str]) -> str:
        return "à l'" if self.opens(match[1]) else "au "

    def opens(self, word: str) -> bool:
        """Whether a word begins with a vowel sound."""
        if word[:1] in "hH":
            return word.lower() not in (self.lex.entry("words", "aspirated") or ())
        return word == "y" or (word[:1] in VOWELS and word.lower() not in ("onze", "onzième", "oui"))

    def series(self, texts: Sequence[str], word: str) -> str:
        word = {"and": "et", "or": "ou", "then": "puis"}.get(word, word)
        if len(texts) < 2:
            return "".join(texts)
        return ", ".join(texts[:-1]) + f" {word} " + texts[-1]

    def clauses(self, texts: Sequence[str], word: str) -> str:
        word = {"and": "et", "or": "ou"}[word]
        if len(texts) < 3:
            return f" {word}{AGAIN} ".join(texts)
        return f",{AGAIN} ".join(texts[:-1]) + f" {word}{AGAIN} " + texts[-1]

    def under(self, conjunction: str, clause: str) -> str:
        """A clause under a conjunction, which French says again before each clause that is joined to it."""
        again = {"si": "si", "où": "où"}.get(conjunction.rsplit(" ", 1)[-1], "que")
        return f"{conjunction} {clause}".replace(AGAIN, " " + again)

    def either_word(self, text: str) -> str:
        return text

    # ---- noun phrases

    def person(self, person: Person) -> str:
        return "vous" if person is Person.YOU else "il"

    def whom(self, person: Person) -> str:
        return "vous" if person is Person.YOU else "lui"

    def in_state(self, frame: Frame, state: Noun) -> Frame:
        one, many = (self.adjective(state, frame.gender, plural) for plural in (False, True))
        return replace(frame, one=f"{frame.one} {one}", many=f"{frame.many} {many}")

    def adjective(self, state: Noun, gender: str, plural: bool) -> str:
        return agree(self.lex.phrase("adjective", state.name) or self.lex.noun(state).one, gender, plural)

    def owned(self, frame: Frame, owner: Any) -> Frame:
        match owner:
            case None:
                return frame
            case Person.YOU:
                return replace(frame, det="your")
            case Person.THEY | w.It():
                return replace(frame, det="their")
            case w.Group() if not owner.single and is_person(owner.noun):
                return replace(frame, det="the", post=join(frame.post, "de", self.one(owner)))
            case _:
                return replace(frame, det="the", post=join(frame.post, "de", self.the(owner)))

    def group(self, np: w.Group) -> Frame:
        noun = np.noun
        if noun.kind == "one":
            first = np.filters[0]
            assert isinstance(first, w.Filter)
            return self.frame(first.target)
        if noun.kind == "memory" and not np.single and self.lex.entry("things", noun.name) is not None:
            return self.owned(self.remembered(noun), np.owner)
        forms = self.head(noun)
        frame = Frame(forms.one, forms.many, "", "", forms.gender, forms.mass, np.single, plural=not np.single)
        match noun.kind:
            case "supply":
                supply = self.said(self.owned(Frame("réserve", gender="f", single=True, plural=False), np.owner))
                return replace(frame, det="the", post="dans " + supply)
            case "zone":
                return self.zone_things(np, forms)
            case "place":
                return self.owned(replace(frame, det="the", plural=False, single=True), np.owner)
            case "memory" if not np.single:
                return self.owned(self.remembered(noun), np.owner)
            case "chosen":
                who = "vous avez" if np.owner in (None, Person.YOU) else "il a"
                chosen = "choisie" if forms.gender == "f" else "choisi"
                return replace(frame, det="the", post=f"que {who} {chosen}", single=True, plural=False)
            case "member" | "design" | "direction" | "map" | "named" | "choice" | "memory" | "board" | "number":
                return self.named(np, forms, frame)
            case "piece" if noun.name in self.only_ones and isinstance(np.owner, Person) and not np.filters:
                return self.owned(replace(frame, single=True, plural=False), np.owner)
            case _:
                return self.owned(replace(frame, det="the") if np.single else frame, np.owner)

    def only_one(self, piece: Noun, owner: Any) -> str | None:
        """`votre château`, where somebody has one of it and never more; None for other pieces."""
        if not isinstance(owner, Person) or piece.name not in self.only_ones:
            return None
        forms = self.head(piece)
        yours = "votre" if owner is Person.YOU else "sa" if forms.gender == "f" and not self.opens(forms.one) else "son"
        return f"{yours} {forms.one}"

    def joined(self, parts: Sequence[Any], word: str) -> Frame:
        frame = super().joined(parts, word)
        cell = self.lex.noun(Noun("cell", ""))
        if frame.fixed is not None:
            texts = [self.said(self.frame(part)) for part in parts]
            ends = {re.sub(r"^.*?(?= de (?!.* de ))", "", text) for text in texts}
            end = ends.pop() if len(ends) == 1 else ""
            if end and all(text != end for text in texts):
                # `la première et la dernière ligne du plateau`: what all of them are of is said once.
                bare = [text.removesuffix(end) for text in texts[:-1]]
                return replace(frame, fixed=self.series([*bare, texts[-1]], word))
            return frame
        # `case constructible ou de montagne`: the head is said once.
        one, many = (
            re.sub(rf"(?<=\w)(, | ou | et ){noun} ", r"\1", text)
            for noun, text in ((cell.one, frame.one), (cell.many, frame.many))
        )
        return replace(frame, one=one, many=many)

    def named(self, np: w.Group, forms: NounForms, frame: Frame) -> Frame:
        if np.noun.kind == "direction":
            return replace(frame, det="the", plural=False, single=True)
        if np.noun.kind in ("member", "named") or forms.proper:
            return Frame(fixed=forms.one, single=True, plural=False, gender=forms.gender)
        if np.noun.kind == "design" and re.search(r" \d+$", forms.one):
            return Frame(forms.one, forms.many, "the", gender=forms.gender, single=True, plural=False)
        if np.noun.kind in ("design", "map"):
            return Frame(fixed=forms.one[:1].upper() + forms.one[1:], single=True, plural=False, gender=forms.gender)
        return self.owned(replace(frame, det="the"), np.owner)

    def remembered(self, noun: Noun) -> Frame:
        memory = self.lex.program.memories.get(noun.name)
        entry = self.lex.entry("things", noun.name)
        if entry is not None:
            return Frame(entry["one"], self.lex.plural_of(entry), "the", gender=entry.get("gender", "m"))
        forms = self.lex.noun(noun)
        elem = self.lex.noun(self.type_noun(memory.type)) if memory is not None else forms
        return Frame(elem.one, elem.many, "the", f"de la liste « {forms.one} »", elem.gender)

    def zone_things(self, np: w.Group, forms: NounForms) -> Frame:
        zone = self.lex.noun(np.noun)
        entry = self.lex.entry("things", np.noun.name)
        if entry is not None:
            made = Frame(entry["one"], self.lex.plural_of(entry), "the", gender=entry.get("gender", forms.gender))
            if entry.get("those"):
                return replace(made, det="those", single=np.single, plural=not np.single)
            return self.owned(replace(made, single=np.single, plural=not np.single), np.owner)
        if zone.one in (forms.one, forms.many) or (zone.many == forms.many and np.noun.name.endswith("s")):
            made = Frame(forms.one, forms.many, "the", gender=forms.gender, single=np.single, plural=not np.single)
            return self.owned(made, np.owner)
        place = self.owned(Frame(zone.one, zone.many, "the", gender=zone.gender, single=True, plural=False), np.owner)
        whole = self.said(place)
        if np.owner is None and self.lex.program.zones[np.noun.name].per in (Per.PLAYER, Per.SIDE):
            whole = f"{'toutes' if zone.gender == 'f' else 'tous'} les {zone.many}"
        there = self.at(np, lying=True)
        post = there if there is not None else "de " + whole
        if post.startswith("sur "):
            post = f"⟦{agree('posé', forms.gender, False)}|{agree('posé', forms.gender, True)}⟧ {post}"
        return Frame(forms.one, forms.many, "the", post, forms.gender, single=np.single, plural=not np.single)

    def cells_of(self, noun: Noun) -> NounForms:
        cell = self.lex.noun(Noun("cell", noun.home))
        if noun.kind == "cells_kindgroup":
            entry = self.lex.entry("adjective", noun.name)
            if entry is not None:
                return NounForms(
                    f"{cell.one} {agree(entry, cell.gender, False)}",
                    f"{cell.many} {agree(entry, cell.gender, True)}",
                    cell.gender,
                )
        forms = self.lex.noun(noun)
        if forms.place:
            return forms
        return NounForms(f"{cell.one} de {forms.one}", f"{cell.many} de {forms.one}", cell.gender)

    def either_cells(self, parts: Sequence[w.Group]) -> Frame:
        cell = self.lex.noun(Noun("cell", ""))
        names = self.series(["de " + self.lex.noun(part.noun).one for part in parts], "ou")
        return Frame(f"{cell.one} {names}", f"{cell.many} {names}", gender=cell.gender)

    def other(self, np: Np) -> Frame:
        match np:
            case w.Cells(cells=(cell,), noun=noun) if self.is_middle(cell, noun):
                middle = self.lex.phrase("middle", noun.name) or "la case du milieu"
                return Frame(fixed=middle, single=True, plural=False, gender="f")
            case w.Cells(cells=cells):
                names = self.series([f"[{r},{c}]" for r, c in cells], "et") + " (ligne, colonne, à partir de 0)"
                return Frame(fixed=names, single=len(cells) == 1, plural=len(cells) > 1, gender="f")
            case w.Pick(which=which, source=source, ranks=ranks):
                return self.pick(which, source, ranks)
            case w.Ranked(source=source, ranks=ranks):
                frame = self.frame(source)
                if frame.fixed is not None:
                    return replace(frame, fixed=join(frame.fixed, self.ranking(ranks)))
                post, loose = join(frame.post, self.ranking(ranks)), frame.loose or not frame.det
                return replace(frame, det=frame.det or "the", post=post, loose=loose)
            case w.Attribute(noun=noun, owner=owner):
                forms = self.head(noun)
                several = self.is_several(noun)
                frame = Frame(forms.one, forms.many, gender=forms.gender, single=True, plural=several)
                if isinstance(owner, w.Someone):
                    return self.owned(frame, owner.person)
                if isinstance(owner, w.It):
                    return self.owned(frame, owner)
                return replace(frame, det="the", post="de " + self.the(owner))
            case w.Derived():
                return self.derived(np)
            case w.Choice(test=test, then=then, otherwise=otherwise):
                text = f"{self.the(then)} {self.under('si', self.cond(test))}, sinon {self.the(otherwise)}"
                return Frame(fixed=text, single=True, plural=False)
            case _:
                return Frame(fixed="rien", single=True, plural=False)

    def pick(self, which: str, source: Np, ranks: Sequence[tuple[str, Any]]) -> Frame:
        frame = self.frame(source)
        f = frame.gender == "f"
        ordinal = {"first": "première" if f else "premier", "last": "dernière" if f else "dernier"}.get(which, "")
        if (which == "first" or not (ordinal or ranks)) and frame.fixed is None and self.is_heap(source):
            whole = join("de", self.said(replace(frame, plural=True, post="")))
            if self.is_common_dice(source) and frame.det == "the" and not frame.post:
                whole = frame.one
            text = self.number(join("une" if f else "un", whole, of_all(frame.post)), False)
            return Frame(fixed=text, single=True, plural=False, gender=frame.gender)
        if which == "top" and (pile := self.pile(source)) is not None:
            top = f"{frame.one} du dessus"
            return replace(frame, one=top, many=top, det="the", post="de " + self.the(pile), single=True, plural=False)
        if frame.fixed is not None or frame.det in POINTING:
            lead = f"{'la' if f else 'le'}{MARK} {ordinal} de " if ordinal else ""
            return Frame(fixed=lead + self.said(frame), single=True, plural=False, gender=frame.gender)
        best = self.ranking(ranks) if ranks else ""
        post = join(frame.post, best)
        one = join(ordinal, frame.one)
        if best.startswith("de ") and (told := re.match(r"(.+?) (?=que )", one)):
            one, post = f"{told[1]} {best} {one[told.end() :]}", frame.post
        det = frame.det or "the"
        return replace(frame, one=one, many=one, det=det, post=post, single=True, plural=False)

    def counted_words(self, words: Sequence[str]) -> int:
        """`3 pièces d'or au lieu de 5`: the noun stands next to its number."""
        text = " ".join(words)
        heads = self.lex.heads()
        told = (noun.replace("'", "’") for noun in {*heads, *heads.values()})
        known = [noun.count(" ") + 1 for noun in told if re.match(rf"{re.escape(noun)}(?![\w’-])", text)]
        first = words[0].rstrip(".,:;") if words else ""
        return max(known, default=int(first.isalpha() and not re.fullmatch(_NO_NOUNS, first)))

    def gender_of(self, one: str) -> str | None:
        for layer in self.lex.layers:
            for entry in layer.get("noun", {}).values():
                if isinstance(entry, dict) and entry.get("one") == one:
                    return str(entry.get("gender", "m"))
        return None

    def article(self, phrase: str) -> str:
        """The definite article of a phrase, by its first noun."""
        first = next((word for word in phrase.split(" ") if self.gender_of(word) is not None), phrase.split(" ")[0])
        one = self.lex.heads().get(first)
        if one is not None and one != first:
            return f"les{MARK}"
        return ("la" if self.gender_of(first) == "f" else "le") + MARK

    def ranking(self, ranks: Sequence[tuple[str, Any]]) -> str:
        texts = [self.rank(direction, value) for direction, value in ranks]
        return texts[0] + "".join(" et, à égalité, " + text.removeprefix("qui ⟦a|ont⟧ ") for text in texts[1:])

    def rank(self, direction: str, value: Any) -> str:
        """`qui a le plus d'or`, `dont le plus grand groupe compte le plus de cases`."""
        more = "le plus" if direction == "most" else "le moins"
        has = "qui ⟦a|ont⟧"
        match value:
            case w.Held(unit=unit):
                return f"{has} {more} de {self.head(unit).many}"
            case w.Count(source=source) if self.frame(source).fixed is None and not self.frame(source).single:
                frame = replace(self.frame(source), det="none", single=False, plural=True)
                return f"{has} {more} de {self.said(frame)}"
            case w.Count(source=source):
                whole = re.sub(r"^(?:son|sa|ses) (.*)", lambda m: f"{self.article(m[1])} {m[1]}", self.the(source))
                unit_word = self.head(made_of(source) or Noun("cell", "")).many
                return f"dont {whole} compte {more} de {unit_word}"
        frame = self.frame(value)
        text = self.said(replace(frame, det="the"))
        if COUNTED.match(text):
            return f"{has} {more} de {re.sub(r' de (?=(?:son|sa|ses) )', ' dans ', COUNTED.sub('', text))}"
        great = ("la plus grande" if direction == "most" else "la plus petite", "le plus grand")
        le = great[0] if frame.gender == "f" else great[1] if direction == "most" else "le plus petit"
        told = self.lex.phrase("rank", f"{value.noun.name}.{direction}") if isinstance(value, w.Attribute) else None
        if told is not None:
            return told
        if isinstance(value, w.Attribute) and isinstance(value.owner, w.Group) and value.owner.owner is not None:
            holder = self.frame(value.owner)
            post = re.sub(r"^que il a (?=choisi)", "", holder.post)
            return f"dont {self.said(replace(holder, det='the', post=post))} a {le} {frame.one}"
        part = re.fullmatch(r"(\w+) de (?:son|sa) ([^()]+?)( \(.*\))?", join(frame.one, frame.post))
        if frame.fixed is None and part is not None:
            return f"dont {self.article(part[2])} {part[2]} a {le} {part[1]}{part[3] or ''}"
        if frame.fixed is None and frame.one:
            return f"{has} {le} {join(frame.one, frame.post)}"
        own = re.fullmatch(r"(?:son|sa) (.+)", text)
        if own is not None:
            return f"{has} {le} {own[1]}"
        return f"{has} {great[0]} valeur pour {text}"

    def derived(self, np: w.Derived) -> Frame:
        args = np.args
        texts = [self.the(arg) for arg in args]
        cell = self.head(np.noun)
        a = texts[0] if texts else ""
        match np.word:
            case "occupied":
                return Frame(f"{cell.one} occupée", f"{cell.many} occupées", gender=cell.gender)
            case "next_to":
                return Frame(cell.one, cell.many, "the", "à côté de " + self.one(args[0]), cell.gender)
            case "groups":
                return Frame("groupe", "groupes", "", f"d'un seul tenant de {a}")
            case "shift":
                steps = args[2] if len(args) > 2 else w.Number(1)
                way = f"vers {texts[1]}"
                far = f"{cell.one} voisine" if steps == w.Number(1) else f"{cell.one} à {self.the(steps)} pas"
                return Frame(fixed=f"la{MARK} {far} de {a} {way}", single=True, plural=False, gender="f")
            case "ray":
                text = f"la{MARK} ligne de {texts[2]} qui part de {a} vers {texts[1]}"
                return Frame(fixed=text, plural=False, gender="f")
            case "grow":
                reach = "" if args[2] == w.Number(EVERYWHERE) else f" à {texts[2]} pas au plus"
                return Frame(
                    fixed=f"l'ensemble formé par {texts[1]} en lien avec {a}{reach}", single=True, plural=False
                )
            case "parts":
                forms = self.head(args[1].noun)  # type: ignore[union-attr]
                return Frame(forms.one, forms.many, "the", "de " + a, forms.gender)
            case "rows":
                return Frame("ligne horizontale", "lignes horizontales", "the", "de " + a, "f", loose=True)
            case "columns":
                return Frame("colonne", "colonnes", "the", "de " + a, "f", loose=True)
            case "width" | "height":
                word = "largeur" if np.word == "width" else "hauteur"
                return Frame(word, word, "the", "de " + a, "f", single=True, plural=False)
            case "opposite":
                return Frame("direction", "directions", "the", "opposée à " + a, "f", single=True, plural=False)
            case "distinct":
                return Frame("valeur différente", "valeurs différentes", "", "parmi " + a, "f")
            case _:
                return self.laid_out(np, texts, cell)

    def laid_out(self, np: w.Derived, texts: Sequence[str], cell: NounForms) -> Frame:
        """The primitives of rows, and of things that cover several cells."""
        a = texts[0] if texts else ""
        match np.word:
            case "spots":
                return Frame(
                    "emplacement", "emplacements", "", join("pour", a, "sur", texts[1] if len(texts) > 1 else "")
                )
            case "part":
                return Frame("partie", "parties", "the", f"« {texts[1]} » de {a}", "f", single=True, plural=False)
            case "spot_cells":
                return Frame(cell.one, cell.many, "the", "de " + a, cell.gender)
            case "laid":
                return Frame(cell.one, cell.many, "the", "que recouvre " + a, cell.gender)
            case "player_of":
                return Frame("joueur", "joueurs", "", "de " + a)
            case "position":
                return Frame("place", "places", "the", "de " + a, "f", single=True, plural=False)
            case _:
                return Frame(
                    "valeur", "valeurs", "the", "de " + self.series(texts, "et"), "f", single=True, plural=False
                )
