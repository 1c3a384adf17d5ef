"""French: noun phrases, conditions and values. The sentences themselves are in `fr_acts`.

Articles that the grammar puts in carry a mark until the text is finished, so that `de` and `à` contract with them and
never with a pronoun. What follows a noun may hold both numbers, as ⟦est|sont⟧, until it is known how many are meant.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.en import is_person, join
from rulewright.docgen.wording.lexicon import NounForms, Reads, french_plural, regular_plural, spoken
from rulewright.docgen.wording.plan import Noun, Np, Person, Phrase, Rel
from rulewright.docgen.wording.realise import (
    CLAUSE,
    Frame,
    Realiser,
    against_you,
    is_count,
    is_state,
    made_of,
    on_which,
    unrepeated,
)
from rulewright.docgen.wording.terms import noun_of
from rulewright.dsl.program import EVERYWHERE

MARK = "\ue000"
AGAIN = "\ue002"
NB, NNB = "\u00a0", "\u202f"
_VOWELS = "aeiouàâäéèêëîïôöùûüœæAEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆ"
_ELIDED = re.compile(r"\b([Dd]|[Nn]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu|[Ss]|[Jj])e (?=(\w+))")
_ARTICLE = re.compile(rf"\b([Ll])[ea]{MARK} (?=(\w+))")
_THIS_ONE = re.compile(r"\bcel(?:le|ui)-ci\b")
_PREP_THIS = re.compile(r"(?: et)? (à côté de|sur|dans|vers|de) cel(?:le|ui)-ci\b")
COUNTED = re.compile(rf"^(?:le{MARK}?|son|votre) nombre de (?:les{MARK} )?")

_POINTING = ("that", "those", "this", "these")
_WORTH = {
    "is": "est de {}",
    "is_not": "n'est pas de {}",
    "less": "est de moins de {}",
    "at_most": "est d'au plus {}",
    "more": "est de plus de {}",
    "at_least": "est d'au moins {}",
}
_AGAINST = {
    "is": "est égal à {}",
    "is_not": "n'est pas égal à {}",
    "less": "reste en dessous de {}",
    "at_most": "ne dépasse pas {}",
    "more": "dépasse {}",
    "at_least": "atteint au moins {}",
}
_AMOUNTS = {
    "is": "exactement {}",
    "is_not": "un autre nombre que {}",
    "less": "moins de {}",
    "at_most": "au plus {}",
    "more": "plus de {}",
    "at_least": "au moins {}",
}

_AGAINST_YOU = {
    "is": "autant de {}",
    "less": "moins de {}",
    "at_most": "au plus autant de {}",
    "more": "plus de {}",
    "at_least": "au moins autant de {}",
}


def agree(adjective: str, gender: str, plural: bool) -> str:
    """A regular adjective; invariable where it ends in a comma or holds several words with a complement."""
    word, space, rest = adjective.partition(" ")
    if gender == "f" and not word.endswith("e"):
        word = word[:-1] + "ve" if word.endswith("f") else word[:-1] + "se" if word.endswith("eux") else word + "e"
    if plural:
        word = french_plural(word)
    return word + space + rest


class FrenchNouns(Realiser):
    """Noun phrases, values and conditions in French."""

    MOST = 40
    CLAUSE_WORDS = ("un ", "une ", "le ", "la ", "les ", "l'", "l’", "vos ", "votre ", "il ", "aucun", "vous ")
    PLACE_WORDS = (
        *("juste", "à", "au", "aux", "dans", "sur", "en", "entre"),
        *("exactement", "jusqu", "devant", "derrière", "autour", "hors"),
    )

    # ---- text

    def finish(self, text: str) -> str:
        """Contractions, elisions, typography."""
        text = self.number(text, False).replace(AGAIN, "").replace(CLAUSE, "")
        text = re.sub(r" +([,.])", r"\1", re.sub(r"  +", " ", text))
        text = re.sub(rf"\b([Dd])e des{MARK} ", r"\1e ", text)
        text = re.sub(rf"\b([Dd])e les{MARK}", r"\1es", text)
        text = re.sub(rf"\bà les{MARK}", "aux", text)
        text = re.sub(rf"\b([Dd])e le{MARK} (?=(\w+))", self._de_le, text)
        text = re.sub(rf"\bà le{MARK} (?=(\w+))", self._a_le, text)
        text = _ARTICLE.sub(lambda m: f"{m[1]}'" if self.opens(m[2]) else m[0], text)
        text = text.replace(MARK, "")
        text = _ELIDED.sub(lambda m: m[1] + "'" if self.opens(m[2]) else m[0], text)
        text = re.sub(r"\b([Ss])i (ils?)\b", r"\1'\2", text)
        text = re.sub(r"[ \u00a0\u202f]*([;!?])", NNB + r"\1", text)
        text = re.sub(r"[ \u00a0\u202f]*:(?!\w)", NB + ":", text)
        text = re.sub(r"«[ \u00a0]*", "«" + NB, re.sub(r"[ \u00a0]*»", NB + "»", text))
        return text.replace("'", "’")

    def _de_le(self, match: re.Match[str]) -> str:
        d = match[1]
        return f"{d}e l'" if self.opens(match[2]) else f"{d}u "

    def _a_le(self, match: re.Match[str]) -> str:
        return "à l'" if self.opens(match[1]) else "au "

    def opens(self, word: str) -> bool:
        """Whether a word begins with a vowel sound."""
        if word[:1] in "hH":
            return word.lower() not in (self.lex.entry("words", "aspirated") or ())
        return word == "y" or (word[:1] in _VOWELS and word.lower() not in ("onze", "onzième", "oui"))

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
            case _:
                return self.owned(replace(frame, det="the") if np.single else frame, np.owner)

    def named(self, np: w.Group, forms: NounForms, frame: Frame) -> Frame:
        if np.noun.kind == "direction":
            return replace(frame, det="the", plural=False, single=True)
        if np.noun.kind in ("member", "named") or forms.proper:
            return Frame(fixed=forms.one, single=True, plural=False, gender=forms.gender)
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
            return self.owned(replace(made, single=np.single, plural=not np.single), np.owner)
        if zone.one == forms.many or (zone.many == forms.many and np.noun.name.endswith("s")):
            made = Frame(forms.one, forms.many, "the", gender=forms.gender, single=np.single, plural=not np.single)
            return self.owned(made, np.owner)
        place = self.owned(Frame(zone.one, zone.many, "the", gender=zone.gender, single=True, plural=False), np.owner)
        post = self.at(np) or "de " + self.said(place)
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
                return Frame(fixed="la case du milieu", single=True, plural=False, gender="f")
            case w.Cells(cells=cells):
                names = self.series([f"[{r},{c}]" for r, c in cells], "et")
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
        if which == "first" and frame.fixed is None and self.is_heap(source):
            whole = self.said(replace(frame, plural=True, post=""))
            text = self.number(join("une" if f else "un", "de", whole, frame.post), False)
            return Frame(fixed=text, single=True, plural=False, gender=frame.gender)
        if which == "top" and (pile := self.pile(source)) is not None:
            top = f"{frame.one} du dessus"
            return replace(frame, one=top, many=top, det="the", post="de " + self.the(pile), single=True, plural=False)
        if frame.fixed is not None or frame.det in _POINTING:
            lead = f"{'la' if f else 'le'}{MARK} {ordinal} de " if ordinal else ""
            return Frame(fixed=lead + self.said(frame), single=True, plural=False, gender=frame.gender)
        post = join(frame.post, self.ranking(ranks)) if ranks else frame.post
        one = join(ordinal, frame.one)
        det = frame.det or "the"
        return replace(frame, one=one, many=one, det=det, post=post, single=True, plural=False)

    def ranking(self, ranks: Sequence[tuple[str, Any]]) -> str:
        texts = [self.rank(direction, value) for direction, value in ranks]
        return texts[0] + "".join(", puis " + text.removeprefix("qui ⟦a|ont⟧ ") for text in texts[1:])

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
            return f"{has} {more} de {COUNTED.sub('', text)}"
        great = ("la plus grande" if direction == "most" else "la plus petite", "le plus grand")
        if frame.fixed is None and frame.one:
            le = great[0] if frame.gender == "f" else great[1] if direction == "most" else "le plus petit"
            return f"{has} {le} {join(frame.one, frame.post)}"
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
                return Frame("groupe", "groupes", "", "de " + a)
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
                return Frame("ligne", "lignes", "the", "de " + a, "f")
            case "columns":
                return Frame("colonne", "colonnes", "the", "de " + a, "f")
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

    # ---- phrases of definitions

    def unworded(self, np: Phrase, forms: NounForms) -> Frame:
        noun = self.lex.noun(Noun("named", np.function.words.name))
        things = [self.the(arg) for _, arg in np.args]
        post = "de " + self.series(things, "et") if things else ""
        frame = Frame(noun.one, noun.many, "the", post, noun.gender, single=np.single, plural=not np.single)
        return self.owned(frame, np.owner) if np.owner is Person.YOU and not things else frame

    def wrapped(self, template: str, np: Phrase) -> Frame | None:
        """`{area} libre`: adjectives after an argument."""
        match = re.fullmatch(r"\{(\w+)\} ([\w-]+)", template)
        args = dict(np.args)
        if match is None or match.group(1) not in args or np.single:
            return None
        inner, adjective = self.frame(args[match.group(1)]), match.group(2)
        if inner.fixed is not None or inner.det in ("the", *_POINTING) or inner.single:
            cell = self.head(self.element(np))
            one, many = (
                f"{word} {agree(adjective, cell.gender, n)}" for word, n in ((cell.one, False), (cell.many, True))
            )
            return Frame(one, many, "", "de " + self.said(inner), cell.gender)
        one, many = (
            f"{word} {agree(adjective, inner.gender, n)}" for word, n in ((inner.one, False), (inner.many, True))
        )
        return replace(inner, one=one, many=many)

    def parsed(self, text: str, np: Phrase, forms: NounForms, reads: Reads) -> Frame:
        det, rest = "", text
        for article in ("les ", "le ", "la ", "l'", "l’", "vos ", "votre ", "ses "):
            if text.startswith(article):
                rest = text.removeprefix(article)
                det = {"vos ": "your", "votre ": "your", "ses ": "their"}.get(article, "the")
                break
        heads = {**self.lex.heads(), forms.many: forms.one}
        words = rest.split(" ")
        if words[0] in heads and not np.single:
            post = " ".join(words[1:])
            gender = self.gender_of(heads[words[0]]) or reads.gender or forms.gender
            return Frame(heads[words[0]], words[0], det, post, gender)
        gender = reads.gender or ("f" if text.startswith("la ") else "m")
        if (det == "the" and not text.startswith("les ")) or text.startswith("votre "):
            return Frame(rest, rest, det, "", gender, single=True, plural=False)
        return Frame(fixed=marked(text), single=np.single, plural=not np.single, gender=gender)

    def gender_of(self, one: str) -> str | None:
        for layer in self.lex.layers:
            for entry in layer.get("noun", {}).values():
                if isinstance(entry, dict) and entry.get("one") == one:
                    return str(entry.get("gender", "m"))
        return None

    def split_det(self, one: str, many: str) -> tuple[str, str, str]:
        for article, det in (("les ", "the"), ("vos ", "your"), ("ses ", "their")):
            if many.startswith(article):
                return det, re.sub(r"^(la |le |l'|l’|une |un )", "", one), many.removeprefix(article)
        return "", re.sub(r"^(une |un )", "", one), re.sub(r"^des ", "", many)

    def possessives(self, template: str, args: dict[str, Any], np: Phrase) -> str:
        if np.owner is Person.THEY or isinstance(np.owner, (w.It, w.That)):
            template = re.sub(r"\bvos\b", "ses", re.sub(r"\bvotre\b", "son", template))
        for name, arg in args.items():
            if isinstance(arg, w.It) and not is_person(arg.noun):
                template = re.sub(r"\b[Ll]e ([^{}]+?) de \{" + name + r"\}", r"son \1", template)
            if not isinstance(arg, (w.Someone, w.It)) or (isinstance(arg, w.It) and not is_person(arg.noun)):
                continue
            you = isinstance(arg, w.Someone) and arg.person is Person.YOU
            hole = re.escape("{" + name + "}")
            many, one = ("vos", "votre") if you else ("ses", "son")
            thing = r"((?!plus\b)[^{}\s]+(?: [^{}\s]+){0,2})"
            made = re.sub(rf"\b[Ll]es {thing} de {hole}", rf"{many} \1", template)
            made = re.sub(rf"\b[Ll]e {thing} de {hole}", rf"{one} \1", made)
            made = re.sub(rf"\b[Ll]a {thing} de {hole}", rf"{'votre' if you else 'sa'} \1", made)
            if made != template and you:
                made = re.sub(r"\bses\b", "vos", re.sub(r"\b(son|sa)\b", "votre", made))
            for one_has, you_have in (("a", "avez"), ("est", "êtes")):
                made = re.sub(rf"{hole} {one_has}\b", f"vous {you_have}" if you else f"il {one_has}", made)
            template = re.sub(rf"\bde {hole}", "de vous" if you else "de lui", made)
        return template

    # ---- one, each, any, so many

    def det(self, frame: Frame, plural: bool, word: str) -> str:
        f = frame.gender == "f"
        match frame.det:
            case "the":
                return ("les" if plural else "la" if f else "le") + MARK
            case "your":
                return "vos" if plural else "votre"
            case "their":
                return "ses" if plural else "sa" if f and not self.opens(word.split(" ")[0]) else "son"
            case "that" | "those" | "this" | "these":
                if plural:
                    return "ces"
                return "cette" if f else "cet" if self.opens(word.split(" ")[0]) else "ce"
            case "none":
                return ""
            case _:
                if frame.mass:
                    return "de la" + MARK if f else "de le" + MARK
                return "des" + MARK if plural else "une" if f else "un"

    def said(self, frame: Frame) -> str:
        if frame.fixed is not None:
            return self.number(join(frame.fixed, frame.post), frame.plural)
        plural = frame.plural and not frame.mass
        word = frame.many if plural else frame.one
        if frame.det == "it" and frame.plural:
            return "elles" if frame.gender == "f" else "ils"
        if frame.det == "it":
            return "celle-ci" if frame.gender == "f" else "celui-ci"
        if frame.det == "that" and frame.order:
            f = frame.gender == "f"
            nth = ("première" if f else "premier") if frame.order == 1 else ("seconde" if f else "second")
            return join(("la" if f else "le") + MARK, nth, word, frame.post)
        return self.number(join(self.det(frame, plural, word), word, frame.post), plural)

    def one(self, np: Any) -> str:
        frame = self.frame(np)
        if frame.single:
            return self.said(frame)
        un = "une" if frame.gender == "f" else "un"
        if frame.fixed is not None:
            return self.number(f"{un} de {self.said(replace(frame, post=''))} {frame.post}".strip(), False)
        if not frame.det or (frame.loose and frame.det == "the"):
            if frame.mass:
                return self.said(replace(frame, plural=False))
            return self.number(join(un, frame.one, frame.post), False)
        whole = self.said(replace(frame, plural=True, post=""))
        return self.number(join(un, "de", whole, frame.post), False)

    def each(self, np: Any) -> str:
        frame = self.frame(np)
        if frame.single:
            return self.said(frame)
        if frame.fixed is not None or (frame.det and not (frame.loose and frame.det == "the")):
            chacun = "chacune" if frame.gender == "f" else "chacun"
            whole = self.said(replace(frame, plural=True, post=""))
            return self.number(join(chacun, "de", whole, frame.post), False)
        return self.number(join("chaque", frame.one, frame.post), False)

    def any(self, np: Any) -> str:
        return self.one(np)

    def counted(self, number: Any, np: Any) -> str:
        frame, text = self.frame(np), self.the(number)
        if not isinstance(number, w.Number) and frame.fixed is None and not frame.det:
            if is_count(number):
                text = f"il y a de {self.said(replace(self.frame(number.source), det='none'))}"
            return self.number(join("autant de", frame.many, frame.post, "que", text), True)
        if frame.fixed is not None or (frame.det and not (frame.loose and frame.det == "the")):
            return f"{text} de {self.said(replace(frame, plural=True))}"
        single = text in ("0", "1") or frame.mass
        return self.number(join(text, frame.one if single else frame.many, frame.post), not single)

    def number_of(self, np: Any) -> str:
        frame = self.frame(np)
        if frame.single and isinstance(np, Phrase):
            return f"la{MARK} taille de " + self.said(frame)
        frame = replace(frame, plural=True) if not frame.single else frame
        if not frame.det and frame.fixed is None:
            frame = replace(frame, det="none")
        return f"le{MARK} nombre de " + self.said(frame)

    # ---- filters

    def filter_text(self, filter_: w.Filter | w.Such, frame: Frame) -> str:
        if isinstance(filter_, w.Such):
            return self.relative(filter_.test, frame)
        target, neg, f = filter_.target, filter_.negated, frame.gender == "f"
        no = "qui ⟦n'est|ne sont⟧ pas " if neg else ""
        match filter_.rel:
            case Rel.NEXT_TO:
                return f"{no}à côté de {self.one(target)}"
            case Rel.ON:
                inner = self.frame(target)
                if inner.place:
                    return no + inner.post
                cell = self.head(self.element(target)).one if isinstance(target, Phrase) else ""
                if inner.post and inner.one == cell and frame.one.split(" ")[0] == inner.one:
                    return no + inner.post
                if isinstance(target, w.Derived) and target.word == "occupied":
                    word = "vide" if neg else "occupé"
                    return f"⟦{agree(word, frame.gender, False)}|{agree(word, frame.gender, True)}⟧"
                if isinstance(target, w.Group) and target.noun.kind == "memory":
                    verb = "qui ⟦ne fait|ne font⟧ pas partie" if neg else "qui ⟦fait|font⟧ partie"
                    said = self.lex.phrase("not_in" if neg else "in", target.noun.name)
                    return said or f"{verb} de {self.the(target)}"
                cell = self.lex.noun(Noun("cell", "")).one
                if isinstance(target, w.Group) and target.noun.kind == "piece" and frame.one.split(" ")[0] == cell:
                    held = f"⟦{agree('occupé', frame.gender, False)}|{agree('occupé', frame.gender, True)}⟧"
                    return f"{no}{held} par {self.one(target)}"
                return f"{no}sur {self.one(target)}"
            case Rel.AMONG:
                if neg and isinstance(target, w.Group) and isinstance(target.owner, Person) and not target.filters:
                    theirs = "les vôtres" if target.owner is Person.YOU else "les siennes" if f else "les siens"
                    return f"⟦autre|autres⟧ que {theirs}"
                return f"⟦autre|autres⟧ que {self.the(target)}" if neg else f"parmi {self.the(target)}"

    def chain(self, posts: Sequence[str]) -> str:
        said = [post for post in posts if post]
        for lead in ("pour ⟦laquelle|lesquelles⟧ ", "pour ⟦lequel|lesquels⟧ "):
            said = unrepeated(said, lead)
        if len(said) == 2 and said[1].startswith("qui ⟦n") and not said[0].startswith("qui ⟦n"):
            return " mais ".join(said)
        return self.series(said, "et")

    def relative(self, test: Any, frame: Frame) -> str:
        if (rival := against_you(test)) is not None:
            unit, op = rival
            return f"qui ⟦a|ont⟧ {_AGAINST_YOU[op].format(self.head(unit).many)} que vous"
        told = self.by_field(test, frame) or self.by_holding(test, frame) or self.by_phrase(test, frame)
        if told is not None:
            return told
        which = "⟦laquelle|lesquelles⟧" if frame.gender == "f" else "⟦lequel|lesquels⟧"
        if (rest := on_which(test)) is not None:
            return f"sur {which} {self.cond(rest)}"
        return self.clause_about(self.cond(test), which)

    def by_field(self, test: Any, frame: Frame) -> str | None:
        """`whose rank is 3`, `without a colour`."""
        match test:
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.Attribute() as other) if (
                self.head(noun).one == self.head(other.noun).one
            ):
                return self.alike(noun, other)
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is" | "is_not" as op, right=w.Nothing()):
                forms = self.head(noun)
                un = "une" if forms.gender == "f" else "un"
                return f"sans {forms.one}" if op == "is" else f"avec {un} {forms.one}"
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.That(noun=kind) as other) if (
                self.head(noun).one == self.head(kind).one
            ):
                return "de " + self.the(other)
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.Someone(person=person)):
                be = "êtes" if person is Person.YOU else "est"
                forms = self.head(noun)
                return f"dont {self.person(person)} {be} {'la' if forms.gender == 'f' else 'le'}{MARK} {forms.one}"
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op=op, right=right):
                forms = self.head(noun)
                subject = ("la" if forms.gender == "f" else "le") + MARK + " " + forms.one
                return f"dont {subject} {self.comparison(op, right)}"
            case w.Compared(left=w.It(), op="is" | "is_not" as op, right=right):
                return f"qui ⟦{'est|sont' if op == 'is' else 'n’est pas|ne sont pas'}⟧ {self.the(right)}"
        return None

    def by_holding(self, test: Any, frame: Frame) -> str | None:
        """`with at least 3 pawns`."""
        match test:
            case w.Compared(left=w.Held(unit=unit, owner=w.It()), op=op, right=right) if op in _AMOUNTS:
                return self.with_or_without(op, right, self.head(unit))
            case w.Exists(source=w.Group(owner=w.It()) as source, negated=neg):
                bare = replace(self.frame(source), det="")
                un = "une" if bare.gender == "f" else "un"
                return join("sans", bare.one, bare.post) if neg else join("avec", un, bare.one, bare.post)
            case w.Counted(source=w.Group(owner=w.It()) as source, op=op, number=number):
                bare = self.frame(source)
                return join(self.with_or_without(op, number, NounForms(bare.one, bare.many, bare.gender)), bare.post)
            case w.Supply(owner=w.It(), piece=piece, op=op, number=number):
                return self.with_or_without(op, number, self.head(piece)) + " dans sa réserve"
            case w.Exists(source=Phrase(owner=w.It()) as source, negated=neg):
                bare = self.frame(source)
                if bare.fixed is None and bare.det == "their":
                    un = "une" if bare.gender == "f" else "un"
                    return join("sans" if neg else f"avec {un}", bare.one, bare.post)
        return None

    def by_phrase(self, test: Any, frame: Frame) -> str | None:
        """What a definition or a flag calls the thing."""
        match test:
            case w.Stated(phrase=phrase, negated=neg) if phrase.args and isinstance(phrase.args[0][1], w.It):
                reads = self.lex.reads(phrase.function)
                if reads is not None and self.is_predicate(phrase, reads):
                    return ("qui ⟦n'est|ne sont⟧ pas " if neg else "") + self.fill(reads.text, phrase)
            case w.Flag(noun=noun, owner=w.It(), negated=neg):
                said = self.lex.phrase("flag", noun.name)
                word = f"⟦{self.adjective(noun, frame.gender, False)}|{self.adjective(noun, frame.gender, True)}⟧"
                return said if said and not neg else ("qui ⟦n'est|ne sont⟧ pas " if neg else "") + word
            case w.Stands(subject=w.Attribute(noun=noun, owner=w.It()), rel=rel, target=target, negated=neg):
                forms = self.head(noun)
                subject = ("la" if forms.gender == "f" else "le") + MARK + " " + forms.one
                where = self.filter_text(w.Filter(rel, target, False), Frame(gender=forms.gender))
                return f"dont {subject} {'ne est pas' if neg else 'est'} {where}"
        return None

    def article(self, phrase: str) -> str:
        """The definite article of a phrase, by its first noun."""
        first = next((word for word in phrase.split(" ") if self.gender_of(word) is not None), phrase.split(" ")[0])
        one = self.lex.heads().get(first)
        if one is not None and one != first:
            return f"les{MARK}"
        return ("la" if self.gender_of(first) == "f" else "le") + MARK

    def alike(self, noun: Noun, other: w.Attribute) -> str:
        """`de la même couleur que cette case`, `de la couleur de cette carte`."""
        if noun != other.noun:
            return "de " + self.the(other)
        forms = self.head(noun)
        same = f"{'de la' if forms.gender == 'f' else 'du'} même {forms.one}"
        return same if isinstance(other.owner, w.It) else f"{same} que {self.the(other.owner)}"

    def clause_about(self, clause: str, which: str) -> str:
        """A clause on a thing, hung on its noun by the pronoun that stands for it, if it has one."""
        person = re.match(r"il (est|a) ", clause)
        if person is not None and not _THIS_ONE.search(clause):
            verb = "⟦est|sont⟧" if person[1] == "est" else "⟦a|ont⟧"
            return f"qui {verb} {clause[person.end() :]}"
        this = re.match(r"cel(?:le|ui)-ci (n['’]|ne )?(est|a) ", clause)
        if this is not None and len(_THIS_ONE.findall(clause)) == 1:
            return "qui " + both_numbers(bool(this[1]), this[2], clause[this.end() :])
        this = re.match(r"cel(?:le|ui)-ci ", clause)
        if this is not None and len(_THIS_ONE.findall(clause)) == 1:
            return "qui " + clause[this.end() :]
        own = re.match(r"(?:son|sa|ses) (.*)", clause)
        if own is not None and not _THIS_ONE.search(clause):
            return f"dont {self.article(own[1])} {own[1]}"
        found = _PREP_THIS.findall(clause)
        if len(found) != 1 or len(_THIS_ONE.findall(clause)) != 1:
            return f"pour {which} {clause}"
        rest = _PREP_THIS.sub("", clause, count=1)
        if found[0] == "de" and rest.startswith("il y a"):
            return f"pour {which} {clause}"
        if found[0] == "de":
            return f"dont {rest}"
        if found[0].endswith(" de") and "lequel" in which:
            return f"{found[0].removesuffix('de')}⟦duquel|desquels⟧ {rest}"
        if found[0].endswith(" de"):
            return f"{found[0].removesuffix('de')}⟦de laquelle|desquelles⟧ {rest}"
        return f"{found[0]} {which} {rest}"

    def with_or_without(self, op: str, number: Any, forms: NounForms) -> str:
        if op in ("is", "at_most") and number == w.Number(0):
            return "sans " + forms.one
        return "avec " + self.so_many(op, number, forms)

    def so_many(self, op: str, number: Any, forms: NounForms) -> str:
        f = forms.gender == "f"
        if (op, number) in (("more", w.Number(0)), ("at_least", w.Number(1))):
            return f"au moins {'une' if f else 'un'} {forms.one}"
        if op == "is" and number == w.Number(1):
            return f"{'une seule' if f else 'un seul'} {forms.one}"
        few = isinstance(number, w.Number) and abs(number.value) < 2
        return f"{_AMOUNTS[op].format(self.the(number))} {forms.one if few or forms.mass else forms.many}"

    def comparison(self, op: str, right: Any) -> str:
        """The verb of a comparison with its object."""
        if isinstance(right, w.Number):
            return _WORTH[op].format(self.the(right))
        if isinstance(right, (w.Count, w.Held, w.Arith, w.Gathered)) or op not in ("is", "is_not"):
            return _AGAINST[op].format(self.the(right))
        return ("est " if op == "is" else "ne est pas ") + self.the(right)

    # ---- values

    def held(self, unit: Noun, owner: Any) -> str:
        forms = self.head(unit)
        frame = self.owned(Frame(forms.one, forms.many, "the", gender=forms.gender, mass=forms.mass), owner)
        return self.said(frame) if forms.mass else f"le{MARK} nombre de " + self.said(frame)

    def arith(self, op: str, texts: Sequence[str], args: Sequence[Any]) -> str:
        match op:
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
        if value.word == "union" and value.source == w.Group(Noun("basic", "direction")):
            return f"{self.the(value.value)}, dans toutes les directions"
        lead = {"sum": f"la{MARK} somme de", "most": f"le{MARK} maximum de", "least": f"le{MARK} minimum de"}
        return f"{lead.get(value.word, f'la{MARK} liste de')} {self.the(value.value)} pour {self.each(value.source)}"

    def all_true(self, of: str) -> str:
        return f"tout ceci doit être vrai pour {of}"

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
                counted = f"le{MARK} nombre de "
                if text.startswith(counted) and not isinstance(number, Phrase):
                    return f"1 {forms.one} par élément parmi {text.removeprefix(counted)}"
                return f"autant de {forms.many} que {text}"
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
        if isinstance(left, w.Held) and isinstance(right, w.Number) and op in _AMOUNTS and left.owner is not None:
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
        if isinstance(left, w.Held) and isinstance(right, w.Held) and left.unit == right.unit and op in _AGAINST_YOU:
            subject, have, _ = self.haver(left.owner)
            more = _AGAINST_YOU[op].format(self.head(left.unit).many)
            return f"{subject} {have} {more} que {self.haver(right.owner)[0]}"
        if isinstance(left, Phrase) and (holding := self.has_things(left, op, right)) is not None:
            return holding
        if isinstance(left, Phrase) and op == "is" and isinstance(right, w.Number):
            template = self.lex.phrase("ranked", left.function.words.name)
            if template is not None:
                return self.fill(template.replace("{n}", "1er" if right.value == 1 else f"{right.value}e"), left)
        if isinstance(left, w.Someone) or isinstance(right, w.Someone):
            who, what2 = (left, right) if isinstance(left, w.Someone) else (right, left)
            you = isinstance(who, w.Someone) and who.person is Person.YOU
            be = ("êtes" if you else "est") if op == "is" else ("ne êtes pas" if you else "ne est pas")
            return f"{self.the(who)} {be} {self.the(what2)}"
        return f"{self.the(left)} {self.comparison(op, right)}"

    def has_things(self, left: Phrase, op: str, right: Any) -> str | None:
        """`vous avez moins de cartes que chaque adversaire`, où une tournure compte les choses de quelqu'un."""
        who = left.args[0][1] if len(left.args) == 1 else None
        reads = self.lex.reads(left.function)
        found = re.fullmatch(r"le nombre de ([\w-]+) de \{\w+\}", reads.text) if reads is not None else None
        if not isinstance(who, (w.Someone, w.It)) or found is None or op not in _AGAINST_YOU:
            return None
        owner = who.person if isinstance(who, w.Someone) else who
        one = self.lex.heads().get(found[1], found[1])
        if isinstance(right, w.Number):
            return self.has(owner, op, right, NounForms(one, found[1], self.gender_of(one) or "m"))
        if isinstance(right, Phrase) and right.function is left.function:
            subject, have, _ = self.haver(owner)
            return f"{subject} {have} {_AGAINST_YOU[op].format(found[1])} que {self.the(right.args[0][1])}"
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
        frame = self.frame(source)
        none = "aucune" if frame.gender == "f" else "aucun"
        one = "une" if frame.gender == "f" else "un"
        if cond.owner is not None and frame.fixed is None:
            subject, have, have_not = self.haver(cond.owner)
            what = self.number(join(frame.one, frame.post), False)
            return f"{subject} {have_not} {none} {what}" if neg else f"{subject} {have} {one} {what}"
        if frame.det in ("your", "their") and frame.fixed is None and not frame.single:
            subject, have, have_not = self.haver(Person.YOU if frame.det == "your" else Person.THEY)
            has = f"{have_not} {none}" if neg else f"{have} {one}"
            return self.number(f"{subject} {has} {join(frame.one, frame.post)}", False)
        if frame.fixed is not None or frame.det not in ("", "the") or frame.single:
            whole = self.said(frame)
            if frame.single:
                return f"il n'y a pas {whole}" if neg else f"il y a {whole}"
            return f"il n'y a {none} de {whole}" if neg else f"il y a {one} de {whole}"
        what = self.number(join(frame.one, frame.post), False)
        if frame.mass:
            return f"il n'y a pas de {what}" if neg else f"il y a {self.said(replace(frame, plural=False))}"
        return f"il n'y a {none} {what}" if neg else f"il y a {one} {what}"

    def supply(self, cond: w.Supply) -> str:
        forms = self.head(cond.piece)
        to = {Person.YOU: "vous ", Person.THEY: "lui "}.get(cond.owner, "") if isinstance(cond.owner, Person) else ""
        supply = self.said(self.owned(Frame("réserve", det="the", gender="f", single=True, plural=False), cond.owner))
        if cond.op in ("is", "at_most") and cond.number == w.Number(0):
            none = "aucune" if forms.gender == "f" else "aucun"
            return f"il ne {to}reste {none} {forms.one} dans {supply}"
        return f"il {to}reste {self.so_many(cond.op, cond.number, forms)} dans {supply}"

    def counted_cond(self, cond: w.Counted) -> str:
        source = cond.source
        frame = self.frame(source)
        if isinstance(source, w.Group) and source.noun.kind == "zone" and frame.post.startswith("de "):
            frame = replace(frame, post="dans " + frame.post.removeprefix("de "))
        owner = source.owner if isinstance(source, w.Group) else None
        forms = NounForms(frame.one, frame.many, frame.gender)
        if isinstance(owner, Person) and frame.fixed is None:
            return self.number(join(self.has(owner, cond.op, cond.number, forms), frame.post), True)
        if frame.fixed is not None or (frame.det and not frame.loose):
            if cond.op == "is" and cond.number == w.Number(1):
                seul = "une seule" if frame.gender == "f" else "un seul"
                return (
                    f"il n'y a que {seul} de {self.said(frame)}"
                    if frame.fixed is not None
                    else self.number(join(f"il y a {seul}", frame.one, frame.post), False)
                )
            return f"il y a {_AMOUNTS[cond.op].format(self.the(cond.number))} de {self.said(frame)}"
        few = isinstance(cond.number, w.Number) and abs(cond.number.value) < 2
        return self.number(join("il y a", self.so_many(cond.op, cond.number, forms), frame.post), not few)

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
        return "il est faux que " + clause

    def always_or_never(self, value: bool) -> str:
        return "dans tous les cas" if value else "jamais"

    def for_every(self, cond: w.Quantified) -> str:
        match cond.test:
            case w.Stands(subject=w.It(), rel=rel, target=target, negated=neg):
                where = self.filter_text(w.Filter(rel, target, False), self.frame(cond.source))
                return f"{self.each(cond.source)} {'ne est pas' if neg else 'est'} {where}"
            case w.Compared(left=w.It(), op=op, right=right):
                return f"{self.each(cond.source)} {self.comparison(op, right)}"
            case _:
                return f"pour {self.each(cond.source)}, {self.cond(cond.test)}"


def both_numbers(no: bool, verb: str, rest: str) -> str:
    """Ce qu'est une chose et ce que sont plusieurs: `est un jeton` et `sont des jetons`."""
    one, many = {"est": ("est", "sont"), "a": ("a", "ont")}[verb]
    if no:
        one, many = f"n'{one}", f"ne {many}" if many == "sont" else f"n'{many}"
    found = re.fullmatch(r"(pas )?une? ([\w -]+)", rest)
    if verb == "est" and found is not None:
        return f"⟦{one} {rest}|{many} {found[1] or ''}des{MARK} {regular_plural(found[2], 'fr')}⟧"
    return f"⟦{one}|{many}⟧ {rest}"


def marked(text: str) -> str:
    """A phrase that begins with an article, ready to contract with what comes before it."""
    return re.sub(r"^(le|la|les) ", rf"\1{MARK} ", text)
