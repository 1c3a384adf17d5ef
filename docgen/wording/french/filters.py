"""French phrases of definitions, one and each and so many of a set, and what hangs on a noun."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.frames import (
    Frame,
    against_you,
    any_one,
    is_count,
    is_person,
    join,
    on_which,
    unrepeated,
)
from rulewright.docgen.wording.french.nouns import FrenchNouns
from rulewright.docgen.wording.french.text import (
    AGAINST,
    AGAINST_YOU,
    AMOUNTS,
    MARK,
    OF_THE,
    POINTING,
    PREP_THIS,
    THIS_ONE,
    WORTH,
    agree,
    both_numbers,
    marked,
)
from rulewright.docgen.wording.lexicon import NounForms, Reads
from rulewright.docgen.wording.plan import Noun, Person, Phrase, Rel
from rulewright.dsl.types import T


class FrenchFilters(FrenchNouns):
    """Phrases, quantities and filters in French."""

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
        is_shown = inner.fixed is None and inner.det in POINTING and inner.plural and not inner.single
        if not is_shown and (inner.fixed is not None or inner.det in ("the", *POINTING) or inner.single):
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
        known = self.gender_of(re.split("[ ’']", re.sub("^l[’']", "", reads.text))[0])
        gender = reads.gender or ("f" if reads.text.startswith("la ") else known or "m")
        if (det == "the" and not text.startswith("les ")) or text.startswith("votre "):
            return Frame(rest, rest, det, "", gender, single=True, plural=False)
        return Frame(fixed=marked(text), single=np.single, plural=not np.single, gender=gender)

    def split_det(self, one: str, many: str) -> tuple[str, str, str]:
        for article, det in (("les ", "the"), ("vos ", "your"), ("ses ", "their")):
            if many.startswith(article):
                return det, re.sub(r"^(la |le |l'|l’|une |un )", "", one), many.removeprefix(article)
        return "", re.sub(r"^(une |un )", "", one), re.sub(r"^des ", "", many)

    def possessives(self, template: str, args: dict[str, Any], np: Phrase) -> str:
        if np.owner is Person.THEY or isinstance(np.owner, (w.It, w.That)):
            template = re.sub(r"\bvos\b", "ses", re.sub(r"\bvotre\b", "son", template))
            template = re.sub(r"\bvous avez\b", "il a", re.sub(r"\bvous êtes\b", "il est", template))
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
            made = re.sub(rf"\bdes {thing} de {hole}", rf"de {many} \1", made)
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
        if frame.fixed is not None and isinstance(np, w.Joined) and np.word == "or":
            return self.series([self.one(part) for part in np.parts], "ou")
        if frame.fixed is not None:
            return join(un, "de", self.said(replace(frame, post="")), self.number(frame.post, frame.plural))
        if not frame.det or (frame.loose and frame.det == "the"):
            if frame.mass:
                return self.said(replace(frame, plural=False))
            return self.number(join(un, frame.one, frame.post), False)
        whole = self.said(replace(frame, plural=True, post=""))
        return join(un, "de", whole, self.number(frame.post, True))

    def use(self, np: Any, how: str | None) -> str:
        if how != "bare":
            return super().use(np, how)
        frame = self.frame(np)
        bare = frame.fixed is None and not frame.single and frame.det in ("", "the")
        return self.said(replace(frame, det="none", plural=True)) if bare else self.said(frame)

    def each(self, np: Any) -> str:
        frame = self.frame(np)
        if frame.single:
            return self.said(frame)
        if frame.fixed is not None or (frame.det and not (frame.loose and frame.det == "the")):
            chacun = "chacune" if frame.gender == "f" else "chacun"
            whole = self.said(replace(frame, plural=True, post=""))
            return join(chacun, "de", whole, self.number(frame.post, True))
        return self.number(join("chaque", frame.one, frame.post), False)

    def one_of(self, np: Any, quantity: str) -> str:
        frame = self.frame(np)
        if frame.single or quantity not in ("some", "same"):
            return self.one(np)
        if frame.loose or (not frame.det and frame.fixed is None):
            return self.one(np) if quantity == "some" else re.sub(r"^(une?) ", r"\1 même ", self.one(np))
        return f"au moins {self.one(np)}" if quantity == "some" else "l'" + self.one(np)

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
        if frame.det in ("", "the") and not frame.single and frame.fixed is None:
            frame = replace(frame, det="none")
        return f"le{MARK} nombre de " + self.said(frame)

    # ---- filters

    def filtered(self, frame: Frame, filters: Sequence[w.Filter | w.Such]) -> Frame:
        """What hangs on a noun, said in the noun itself where it can be: `autre joueur`, `dé bonus`."""
        match filters:
            case (w.Filter(rel=Rel.AMONG, target=w.That(many=True), negated=True), *rest) if frame.fixed is None:
                frame = replace(frame, one=f"autre {frame.one}", many=f"autres {frame.many}")
                return self.filtered(frame, tuple(rest))
        made = super().filtered(frame, filters)
        kind = re.fullmatch(rf"qui ⟦est une? ({re.escape(frame.one)} [^|]+)\|sont des{MARK}? ([^⟧]+)⟧", made.post)
        if kind is not None and made.fixed is None and frame.one:
            return replace(made, one=kind[1], many=kind[2], post="")
        if frame.post.startswith(("qui ", "que ", "dont ")) and re.match(
            r"(qui|que|dont|pour|sur) ", self.added(frame, made)
        ):
            return replace(made, post=f"{frame.post} et {self.added(frame, made)}")
        if frame.post.startswith("⟦posé") and (also := self.added(frame, made)):
            if also.startswith(("qui ", "que ", "dont ")):
                return replace(made, post=f"{frame.post} et {also}")
            return replace(made, post=f"{self.added(frame, made)} {frame.post}")
        return made

    def added(self, frame: Frame, made: Frame) -> str:
        return made.post.removeprefix(frame.post).strip() if made.post.startswith(frame.post) else ""

    def filter_text(self, filter_: w.Filter | w.Such, frame: Frame) -> str:
        if isinstance(filter_, w.Such):
            return self.relative(filter_.test, frame)
        target, neg = filter_.target, filter_.negated
        no = "qui ⟦n'est|ne sont⟧ pas " if neg else ""
        match filter_.rel:
            case Rel.NEXT_TO if isinstance(target, w.Joined) and len(target.parts) > 1 and self.frame(target).fixed:
                return f"{no}à côté {self.series(['de ' + self.one(part) for part in target.parts], 'ou')}"
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
                    return f"qui ⟦n'est|ne sont⟧ pas à {'vous' if target.owner is Person.YOU else 'lui'}"
                if not neg:
                    return f"parmi {self.the(target)}"
                them = "celles" if frame.gender == "f" else "ceux"
                same = rf"^les{MARK}? {re.escape(frame.many)} (?=(?:qui|que|dont|de)\b)"
                return f"⟦autre|autres⟧ que {re.sub(same, them + ' ', self.the(target))}"

    def chain(self, posts: Sequence[str]) -> str:
        said = sorted((post for post in posts if post), key=lambda post: not post.startswith("⟦non "))
        if len(said) > 1 and said[0].startswith("⟦non ") and not said[1].startswith("⟦non "):
            # `non prêt` follows its noun at once, whatever else is said of it.
            return f"{said[0]} {self.chain(said[1:])}"
        for lead in ("pour ⟦laquelle|lesquelles⟧ ", "pour ⟦lequel|lesquels⟧ "):
            said = unrepeated(said, lead)
        if len(said) == 2 and said[1].startswith("qui ⟦n") and not said[0].startswith("qui ⟦n"):
            both = all(re.match(r"(?:qui ⟦n'est\|ne sont⟧ pas )?(?:à côté|sur|dans|parmi)", post) for post in said)
            return f"{said[0]} mais {re.sub('^qui ⟦[^⟧]*⟧ ', '', said[1]) if both else said[1]}"
        if len(said) == 2 and said[0].startswith("à côté ") and re.match(r"avec une? ", said[1]):
            return f"{said[0]} où se trouve {said[1].removeprefix('avec ')}"
        if len(said) > 1 and re.match(r"où\b", said[-1]):
            # `où se trouve un jeton et où vous avez un pion`: what is alike is said alike.
            said = [re.sub(r"^avec (?=une? )", "où se trouve ", post) for post in said]
        return self.series(said, "et")

    def relative(self, test: Any, frame: Frame) -> str:
        if (rival := against_you(test)) is not None:
            unit, op = rival
            return f"qui ⟦a|ont⟧ {AGAINST_YOU[op].format(self.head(unit).many)} que vous"
        told = self.by_field(test, frame) or self.by_holding(test, frame) or self.by_phrase(test, frame)
        if told is not None:
            return told
        which = "⟦laquelle|lesquelles⟧" if frame.gender == "f" else "⟦lequel|lesquels⟧"
        if (rest := on_which(test)) is not None:
            said = self.cond(rest)
            there = re.match(r"il (?:y a (?=une? )|n'y a auc(?=une? ))", said)
            if there is not None:
                held = re.sub(r"^une? ", "", said[there.end() :]) if rest.negated else said[there.end() :]
                return f"{'sans' if rest.negated else 'avec'} {held}"
            return f"sur {which} {said}"
        return self.clause_about(self.cond(test), which)

    def is_label(self, np: Any) -> bool:
        """Whether a value is a sign rather than a word: the column III, the row B or C."""
        parts = np.parts if isinstance(np, w.Joined) else (np,)
        return all(
            isinstance(part, w.Group) and part.noun.kind == "member" and self.lex.noun(part.noun).one[:1].isupper()
            for part in parts
        )

    def by_field(self, test: Any, frame: Frame) -> str | None:
        """`whose rank is 3`, `without a colour`."""
        match test:
            case w.Compared(left=left, op="is" | "is_not", right=w.Attribute(owner=w.It()) as field) if not isinstance(
                left, (w.It, w.Attribute, w.Nothing, w.Someone)
            ):
                return self.by_field(replace(test, left=field, right=left), frame)
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.Attribute() as other) if (
                self.head(noun).one == self.head(other.noun).one
            ):
                return self.alike(noun, other)
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is" | "is_not" as op, right=w.Nothing()):
                forms = self.head(noun)
                un = "une" if forms.gender == "f" else "un"
                return f"sans {forms.one}" if op == "is" else f"avec {un} {forms.one}"
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=right) if any_one(right):
                return f"d'{'une' if self.head(noun).gender == 'f' else 'un'} même {self.head(noun).one}"
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.That(noun=kind) as other) if (
                self.head(noun).one == self.head(kind).one
            ):
                return "de " + self.the(other)
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.Someone(person=person)):
                told = self.lex.phrase("is", noun.name)
                if told is not None:
                    return re.sub(
                        r"⟦(\w+)\|(\w+)⟧ à (vous|lui)$", r"⟦\3 \1|\3 \2⟧", told.replace("{x}", self.whom(person))
                    )
                be = "êtes" if person is Person.YOU else "est"
                forms = self.head(noun)
                return f"dont {self.person(person)} {be} {'la' if forms.gender == 'f' else 'le'}{MARK} {forms.one}"
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op="is", right=w.That() as other) if (
                told := self.lex.phrase("is", noun.name)
            ) is not None:
                return told.replace("{x}", self.the(other))
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op=op, right=w.Number() as number) if (
                op in AMOUNTS and self.is_several(noun)
            ):
                return self.with_or_without(op, number, self.head(noun))
            case w.Compared(left=w.Attribute(noun=noun, owner=w.It()), op=op, right=right):
                forms = self.head(noun)
                subject = ("la" if forms.gender == "f" else "le") + MARK + " " + forms.one
                if op == "is" and self.is_label(right):
                    return f"de {subject} {self.the(right)}"
                return f"dont {subject} {self.comparison(op, right, forms.gender, forms.one, is_field=True)}"
            case w.Compared(left=w.It(), op="is" | "is_not" as op, right=right):
                return f"qui ⟦{'est|sont' if op == 'is' else 'n’est pas|ne sont pas'}⟧ {self.the(right)}"
        return None

    def by_holding(self, test: Any, frame: Frame) -> str | None:
        """`with at least 3 pawns`."""
        match test:
            case w.Compared(left=w.Held(unit=unit, owner=w.It(noun=holder)), op=op, right=right) if op in AMOUNTS:
                return self.with_or_without(op, right, self.head(unit), is_person(holder))
            case w.Exists(source=w.Group(owner=w.It(noun=holder)) as source, negated=neg):
                place = self.place_of(test)
                if place is not None and (own := re.match("(?:son|sa) ", place)):
                    there = f"dont {self.article(place[own.end() :])} {place[own.end() :]}"
                    return self.number(self.empty(there, neg, plural=False), False)
                bare = replace(self.frame(source), det="")
                un = "une" if bare.gender == "f" else "un"
                if bare.post == "dessus":
                    # What lies on a thing is borne by it.
                    return join(f"qui ⟦ne porte|ne portent⟧ auc{un}" if neg else f"qui ⟦porte|portent⟧ {un}", bare.one)
                have = "qui ⟦a|ont⟧" if self.is_someone_noun(holder) else "avec"
                return join("sans", bare.one, bare.post) if neg else join(have, un, bare.one, bare.post)
            case w.Counted(source=w.Group(owner=w.It()) as source, op=op, number=number):
                bare = self.frame(source)
                return join(self.with_or_without(op, number, NounForms(bare.one, bare.many, bare.gender)), bare.post)
            case w.Counted(source=w.It(noun=Noun(kind="group" | "basic" | "reads")), op=op, number=number):
                return "qui ⟦compte|comptent⟧ " + self.so_many(op, number, self.lex.noun(Noun("cell", "")))
            case w.Supply(owner=w.It(), piece=piece, op=op, number=number):
                return self.with_or_without(op, number, self.head(piece)) + " dans sa réserve"
            case w.Exists(source=Phrase(args=((_, w.It(noun=holder)),)) as source, negated=neg) if is_person(holder):
                bare = self.frame(source)
                if bare.fixed is None and bare.one and not re.search(r"\b(?:lui|ses?|son|sa)\b", bare.one + bare.post):
                    un = "une" if bare.gender == "f" else "un"
                    have = f"qui ⟦n'a auc{un}|n'ont auc{un}⟧" if neg else f"qui ⟦a|ont⟧ {un}"
                    return join(have, bare.one, bare.post)
            case w.Exists(source=Phrase(owner=w.It(noun=holder)) as source, negated=neg):
                bare = self.frame(source)
                if bare.fixed is None and bare.det == "their":
                    un = "une" if bare.gender == "f" else "un"
                    have = "qui ⟦a|ont⟧" if self.is_someone_noun(holder) else "avec"
                    there = "sur le plateau" * self.has_others_in_supply(source)
                    return join("sans" if neg else f"{have} {un}", bare.one, bare.post, there)
        return None

    def is_someone_noun(self, noun: Noun) -> bool:
        """Whether a noun stands for players, also where a definition lists them."""
        found = [f for f in self.lex.program.functions.values() if noun.kind == "reads" and f.words.name == noun.name]
        return is_person(noun) or any(function.type.elem.t is T.PLAYER for function in found)

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
                return said if said and not neg else word.replace("⟦", "⟦non ").replace("|", "|non ") if neg else word
            case w.Stands(subject=w.Attribute(noun=noun, owner=w.It()), rel=rel, target=target, negated=neg):
                forms = self.head(noun)
                subject = ("la" if forms.gender == "f" else "le") + MARK + " " + forms.one
                where = self.filter_text(w.Filter(rel, target, False), Frame(gender=forms.gender))
                return f"dont {subject} {'ne est pas' if neg else 'est'} {where}"
        return None

    def alike(self, noun: Noun, other: w.Attribute) -> str:
        """`de la même couleur que cette case`, `de la couleur de cette carte`."""
        told = self.lex.phrase("is", noun.name)
        if told is not None:
            return told.replace("{x}", self.the(other.owner))
        if noun != other.noun:
            return "de " + self.the(other)
        forms = self.head(noun)
        same = f"{'de la' if forms.gender == 'f' else 'du'} même {forms.one}"
        return same if isinstance(other.owner, w.It) else f"{same} que {self.the(other.owner)}"

    def clause_about(self, clause: str, which: str) -> str:
        """A clause on a thing, hung on its noun by the pronoun that stands for it, if it has one."""
        person = re.match(r"il (est|a) ", clause)
        if person is not None and not THIS_ONE.search(clause):
            verb = "⟦est|sont⟧" if person[1] == "est" else "⟦a|ont⟧"
            return f"qui {verb} {clause[person.end() :]}"
        this = re.match(r"cel(?:le|ui)-ci (n['’]|ne )?(est|a) ", clause)
        if this is not None and len(THIS_ONE.findall(clause)) == 1:
            return "qui " + both_numbers(bool(this[1]), this[2], clause[this.end() :])
        this = re.match(r"cel(?:le|ui)-ci ", clause)
        if this is not None and len(THIS_ONE.findall(clause)) == 1:
            return "qui " + clause[this.end() :]
        means = re.fullmatch(r"(vous pouvez|il peut) payer (?:son|sa) (.*)", clause)
        if means is not None and not THIS_ONE.search(clause):
            return f"dont {means[1]} payer {self.article(means[2])} {means[2]}"
        part = re.fullmatch(r"(.+) fait partie de ses (.+)", clause)
        if part is not None and not THIS_ONE.search(clause):
            return f"dont {part[1]} est un de les{MARK} {part[2]}"
        own = re.match(r"(?:son|sa|ses) (.*)", clause)
        if own is not None and not THIS_ONE.search(clause):
            return f"dont {self.article(own[1])} {own[1]}"
        some = re.fullmatch(r"(une? [\w ]+?) de (?:son|sa) (\w+) est (à côté .+)", clause)
        if some is not None:
            return f"dont {self.article(some[2])} {some[2]} a {some[1]} {some[3]}"
        found = PREP_THIS.findall(clause)
        if len(found) != 1 or len(THIS_ONE.findall(clause)) != 1:
            return f"pour {which} {clause}"
        rest = PREP_THIS.sub("", clause, count=1)
        if found[0] == "de" and rest.startswith("il y a"):
            return f"pour {which} {clause}"
        if found[0] == "de":
            return f"dont {rest}"
        if found[0] == "sur" and rest.endswith(" est"):
            return f"qui ⟦contient|contiennent⟧ {rest.removesuffix(' est')}"
        if found[0].endswith(" de") and "lequel" in which:
            return f"{found[0].removesuffix('de')}⟦duquel|desquels⟧ {rest}"
        if found[0].endswith(" de"):
            return f"{found[0].removesuffix('de')}⟦de laquelle|desquelles⟧ {rest}"
        return f"{found[0]} {which} {rest}"

    def with_or_without(self, op: str, number: Any, forms: NounForms, person: bool = False) -> str:
        if person and not (op in ("is", "at_most") and number == w.Number(0)):
            return "qui ⟦a|ont⟧ " + self.so_many(op, number, forms)
        if op in ("is", "at_most") and number == w.Number(0):
            return "sans " + forms.one
        return "avec " + self.so_many(op, number, forms)

    def so_many(self, op: str, number: Any, forms: NounForms) -> str:
        f = forms.gender == "f"
        if (op, number) in (("more", w.Number(0)), ("at_least", w.Number(1))):
            return f"au moins {'une' if f else 'un'} {forms.one}"
        if op == "is" and number == w.Number(1):
            return f"{'une seule' if f else 'un seul'} {forms.one}"
        figure = isinstance(number, w.Number)
        single = abs(number.value) < 2 if figure else forms.mass
        return f"{AMOUNTS[op].format(self.the(number))} {forms.one if single else forms.many}"

    def comparison(self, op: str, right: Any, gender: str = "m", subject: str = "", *, is_field: bool = False) -> str:
        """The verb of a comparison with its object; `subject` is the noun compared, which need not be said again."""
        if isinstance(right, w.Number) and is_field and op in ("is", "is_not"):
            # What is printed on a thing is a number; what is counted comes to one.
            return f"{'est' if op == 'is' else 'ne est pas'} {self.the(right)}"
        if isinstance(right, w.Number):
            return self.compare_words(WORTH[op], gender).format(self.the(right))
        other = self.not_again(self.the(right), subject, gender)
        if self.is_quantity(right) or op not in ("is", "is_not"):
            return self.compare_words(AGAINST[op], gender).format(other)
        return ("est " if op == "is" else "ne est pas ") + (self.quoted(right) or other)

    def quoted(self, np: Any) -> str | None:
        """A word that is one of a kind, as the value of something: `la saison est « automne »`."""
        parts = np.parts if isinstance(np, w.Joined) else (np,)
        nouns = [part.noun for part in parts if isinstance(part, w.Group) and part.noun.kind == "member"]
        entries = [self.lex.entry("noun", f"{noun.home}.{noun.name}", noun.name) for noun in nouns]
        # What has a gender is a noun; a word without one is an adjective, as *rouge*, and needs no quotation marks.
        if len(nouns) < len(parts) or not all(isinstance(entry, dict) and "gender" in entry for entry in entries):
            return None
        return self.series([f"« {self.the(part)} »" for part in parts], "ou")

    def not_again(self, text: str, subject: str, gender: str) -> str:
        """`celle de cette carte`: a noun that was just said is not said again."""
        if not subject:
            return text
        that = "celle" if gender == "f" else "celui"
        return re.sub(rf"^(?:le|la){MARK}? {re.escape(subject)} {OF_THE}", f"{that} ", text)

    def compare_words(self, template: str, gender: str) -> str:
        return re.sub(r"\{(\w+)\}", lambda m: agree(m[1], gender, False), template)

    def is_quantity(self, np: Any) -> bool:
        """Whether a value is a number, so that something is equal to it and not the same as it."""
        match np:
            case w.Count() | w.Held() | w.Arith() | w.Gathered():
                return True
            case Phrase(function=function):
                return function.type.t is T.NUMBER
            case w.Attribute(noun=Noun(kind="field", name=name, home=home)):
                component = self.lex.program.components.get(home)
                field = component.fields.get(name) if component is not None else None
                return field is not None and field.type.t is T.NUMBER
            case w.Group(noun=Noun(kind="memory", name=name)):
                memory = self.lex.program.memories.get(name)
                return memory is not None and memory.type.t is T.NUMBER
            case _:
                return False
