"""French: clauses, scores, the winner. Orders are in the *vous* form, aids in the infinitive."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import pointed
from rulewright.docgen.wording.frames import CLAUSE, LONG, Form, Frame, Line, alike, join, words_in
from rulewright.docgen.wording.french.acts import PREPS, FrenchActs, reflexive
from rulewright.docgen.wording.french.conditions import FrenchConditions
from rulewright.docgen.wording.french.lines import FrenchLines
from rulewright.docgen.wording.french.text import AGAIN, MARK, SUPERLATIVE, subjunctive
from rulewright.docgen.wording.lexicon import spoken
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.scope import walk
from rulewright.docgen.wording.telling import gathered, one_filter, without_means
from rulewright.dsl.program import Mode
from rulewright.dsl.types import T


class French(FrenchLines):
    """The French realiser: clauses, scores, the winner, and the tables of what is said how."""

    most_words = 42
    BEING = "est|vaut"

    # ---- clauses

    def clause(self, plan: w.ClausePlan) -> list[Line]:
        return self.CLAUSE[type(plan)](self, plan)

    def all_own(self, np: Any) -> str:
        """`toutes vos cases avec un paysage`, where everybody has a board of their own."""
        said = self.meaning(np)
        return re.sub(rf"^(?:toutes )?les{MARK}? ", "toutes vos ", said) if self.is_own_cells(np) else said

    def event(self, event: w.Event, timing: str) -> str:
        told = self.lex.phrase("event", f"{timing}.{event.verb}")
        if told is not None:
            return told
        if timing == "at" or event.is_step:
            step = self.lex.program.steps.get(event.verb)
            name = self.lex.name(step.words, "step") if step is not None else spoken(event.verb)
            said = self.at_moment(event.verb)
            if said is not None:
                return said if timing in ("at", "after") else f"juste avant, {said}"
            lead = {"at": "pendant", "after": "après", "before": "avant"}.get(timing, "au lieu de")
            return f"{lead} l'étape « {name[:1].upper() + name[1:]} »"
        if event.is_round:
            lead = {"after": "après", "before": "avant", "instead": "à la place de"}[timing]
            return f"{lead} chaque {self.period(event.verb)}"
        forms = self.verb_of(event)
        is_any = all(isinstance(np, w.Group) and not np.filters for _, np in event.places)
        forms, event = self.filled(forms, event)
        thing = self.event_object(event)
        places = " ".join(join(PREPS.get(prep, ""), self.one(np)) for prep, np in event.places)
        if event.moved and places and event.actor == "you":
            places = join(places, "ou l'y déplacez")
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
            if not is_any:
                done = forms.base if event.actor != "you" else re.sub(r"\b(?:son|sa)\b", "votre", forms.base)
                has = "avez" if event.actor == "you" else "a"
                return join(f"quand {subject} {has} fini de {reflexive(done)}", rest)
            whose = "" if event.actor == "you" else f" de {subject}"
            return f"après l'action « {self.lex.name(event.action.words, 'action')} »{whose}"
        lead = {"after": "quand", "before": "juste avant le moment où", "instead": "à la place, quand"}[timing]
        if lead == "quand" and during.startswith("pendant "):
            return join(f"quand, {during},", subject, verb, thing, places)
        return join(lead, subject, verb, rest)

    def event_object(self, event: w.Event) -> str:
        if event.object is None:
            return ""
        if event.object.kind == "this":
            return self.the(w.That(Noun(event.object.home, event.object.name))) if event.object.home else "ceci"
        if event.object.kind == "unitgroup":
            forms = self.lex.noun(Noun("unitgroup", event.object.name.removesuffix("s")))
            return f"des{MARK} {forms.many}"
        forms = self.head(event.object)
        if forms.mass:
            return "de " + ("la" if forms.gender == "f" else "le") + MARK + " " + forms.one
        if event.verb in ("gain", "lose", "pay") and event.object.kind == "unit":
            return f"des{MARK} {forms.many}"
        return f"{'une' if forms.gender == 'f' else 'un'} {forms.one}"

    def about_this(self, plan: w.WhenPlan) -> w.Event:
        """What a trigger waits for, *this* called by the name that the rest of the sentence gives it."""
        near = next((part for part in walk(plan.body) if isinstance(part, w.That) and part.near), None)
        if near is None or plan.event.object is None or plan.event.object.kind != "this":
            return plan.event
        return replace(plan.event, object=Noun("this", near.noun.name, near.noun.kind))

    def when(self, plan: w.WhenPlan) -> list[Line]:
        if plan.body and all(map(self.is_silent, plan.body)):
            return []
        made = self.happening(plan)
        limit = self.limit(plan.limit) if plan.limit is not None else ""
        if limit and not self.is_once(plan):
            made[0].text = self.sentence(f"{limit}, {self.lower(made[0].text)}")
        return made

    def is_once(self, plan: w.WhenPlan) -> bool:
        """Whether a moment comes but once in each of the periods that a limit is for."""
        period = self.period(plan.limit.period) if plan.limit is not None else ""
        said = self.event(plan.event, "at") if plan.timing == "at" else ""
        return re.search(rf"\bde (?:chaque |la |l['’]){re.escape(period)}$", said) is not None and bool(period)

    def as_moment(self, name: str) -> str | None:
        """`à la fin de la manche` for a step called “Fin de la manche”; None where a name is no moment."""
        edge = re.match(r"(début|fin) d", name)
        if edge is not None:
            return f"{'au' if edge[1] == 'début' else 'à la'} {name}"
        return name if name.startswith(("à ", "tout à ", "après ", "avant ", "quand ")) else None

    def moment(self, lead: str, plan: w.WhenPlan) -> str | None:
        """`à la fin de l'été`, `au début de la 3e année`: the moment and which of several it is, in one."""
        if plan.timing != "at":
            return None
        match plan.where:
            case w.Compared(left=w.Group(noun=Noun(kind="memory") as when), op="is", right=right):
                forms = self.lex.noun(when)
                head = forms.one.split(" ")[0]
                before = re.fullmatch(rf"(.+ )de (?:la |l['’]|chaque ){head}", lead)
                article = ("la" if forms.gender == "f" else "le") + MARK
                if before is not None and isinstance(right, w.Number):
                    return f"{before[1]}de {article} {self.ordinal(right.value, forms.gender)} {head}"
                if before is not None and isinstance(right, w.Group) and right.noun.kind == "member":
                    one = self.lex.noun(right.noun)
                    return f"{before[1]}de {'la' if one.gender == 'f' else 'le'}{MARK} {one.one}"
        return None

    def when_it_comes(self, plan: w.WhenPlan) -> str:
        """What a clause waits for, and under which condition."""
        others = [self.event(event, timing) for timing, event in plan.also]
        lead = self.series([self.event(self.about_this(plan), plan.timing), *others], "et")
        moment = self.moment(lead, plan)
        if moment is not None or plan.where is None:
            return moment or lead
        where = self.cond(plan.where)
        same = re.fullmatch(r"vous avez (une?) ([\w ]+)", where)
        if same is not None and lead.endswith(f" {same[1]} {same[2]}"):
            where = f"vous en avez {same[1]}"
        join_by = ", si" if not lead.startswith("quand") else ", que" if AGAIN in where else " et que"
        return lead + self.under(join_by, where)

    def in_cases(self, lead: str, plan: w.WhenPlan) -> str | None:
        """What is done if one or both of two conditions hold, or if one still holds; None for anything else."""
        if (ways := self.both_ways(plan)) is not None:
            both, one = ways
            return self.sentence(f"{lead}, {one} ; si les deux conditions sont remplies, {both} à la place")
        if (ways := self.first_and_still(plan)) is not None:
            first, then = ways
            return self.sentence(f"{lead}, {first}") + " " + self.sentence(f"si c'est toujours le cas, {then}")
        return None

    def happening(self, plan: w.WhenPlan) -> list[Line]:
        """What a clause waits for, and what it does then."""
        lead = self.when_it_comes(plan)
        if (told := self.in_cases(lead, plan)) is not None:
            return [Line(told)]
        inner = self.plain(plan.body, Form.IMP)
        if inner is not None and is_more_of(plan):
            inner += " de plus"
        if plan.timing == "instead" and plan.body == (w.WordAct("stop"),):
            inner = self.undone(plan.event)
            lead = re.sub("^au lieu de ", "quand vous devez ", lead)
        if plan.offer is not None:
            rather = ""
            if plan.where is not None and lead.startswith("au lieu de "):
                lead, rather = "quand vous devez " + lead.removeprefix("au lieu de "), " plutôt"
            told = self.plain(plan.offer, Form.INF)
            if told is not None and words_in(lead) + words_in(told) <= LONG + 16:
                return [Line(self.sentence(f"{lead}, vous pouvez{rather} {reflexive(told)}"))]
            return [Line(self.colon(f"{lead}, vous pouvez faire{rather} ceci"), self.lines(plan.offer))]
        if plan.is_meaning:
            lead = re.sub("^au lieu de ", "quand vous devez ", lead)
        elif plan.timing == "instead" and plan.where is not None and lead.startswith("au lieu de "):
            lead = "quand vous devez " + lead.removeprefix("au lieu de ")
            does = re.match(r"(\w+ez(?:-\w+)?)(?= |$)", inner or "")
            if inner is not None and does is not None and CLAUSE not in inner and "puis" not in inner:
                return [Line(self.sentence(f"{lead}, {does[1]} plutôt{inner[does.end() :]}"))]
            intro = f"{lead}, {self.verb('do', Form.IMP)} ceci à la place"
            return [Line(self.colon(intro), self.lines(plan.body))]
        if inner is not None and words_in(lead) + words_in(inner) <= LONG + 16:
            return [Line(self.sentence(f"{lead}, {inner}"))]
        lines = self.lines(plan.body)
        if plan.timing != "instead" and plan.where is None and (told := self.told_on(lead, lines)) is not None:
            return [Line(told)]
        theirs = self.players_do(plan.body)
        if theirs and words_in(lead) + words_in(theirs) <= LONG + 16:
            return [Line(self.sentence(f"{lead}, {theirs}"))]
        only = plan.body[0] if len(plan.body) == 1 and len(lines) == 1 and lines[0].items else None
        if isinstance(only, w.EitherAct | w.PlayersAct):
            # A list is no list within a list of one.
            return [replace(lines[0], text=self.sentence(f"{lead}, {self.lower(lines[0].text)}"))]
        told = self.only_sentence(plan.body) if plan.timing != "instead" else None
        if told is not None and words_in(lead) + words_in(told) < self.most_words:
            return [Line(self.sentence(f"{lead}, {told}"))]
        return [Line(self.colon(f"{lead}"), lines)]

    def undone(self, event: w.Event) -> str:
        """That something does not take place: `vous n'en perdez aucun`."""
        thing = self.event_object(event)
        if event.actor != "you" or not thing.startswith(("un ", "une ")):
            return "cela n'a pas lieu"
        forms = self.lex.verb(event.verb, event.action.words if event.action is not None else None)
        return f"vous n'en {forms.you} auc{thing.split(' ')[0]}"

    def change(self, plan: w.ChangePlan) -> list[Line]:
        limit = f"{self.limit(plan.limit)}, " if plan.limit is not None else ""
        cost = self.plain(plan.body, Form.INF) if plan.body else None
        where = without_means(plan.where, plan.body)
        if cost is not None:
            lead = f"{self.under('si', self.cond(where))}, {limit}" if where is not None else limit
            text = self.changed(replace(plan, where=None))
            if cost.startswith(CLAUSE):
                return [Line(self.sentence(f"{lead}vous pouvez en profiter : {text} ; ensuite, {cost}"))]
            if (np := self.paid_for(plan)) is not None and self.names_it(plan):
                lead = f"quand vous choisissez {self.one(np)}, {lead}"
            elif plan.during is not None:
                done = self.lex.verb(plan.during.words.name, plan.during.words).you
                lead = f"{limit}quand vous {done}, {lead.removesuffix(limit)}"
            cost = self.named_twice(lead, cost)
            may = self.sentence(f"{lead}vous pouvez {reflexive(cost)}")
            return [Line(f"{may} {self.sentence(f'dans ce cas, {text}')}")]
        made = [Line(self.sentence(limit + self.changed(plan)))]
        return made + (self.lines(plan.body) if plan.body else [])

    def names_it(self, plan: w.ChangePlan) -> bool:
        """Whether what a permission says names the thing that it is for."""
        phrase = plan.what.phrase if isinstance(plan.what, w.Stated) else None
        told = self.lex.phrase(plan.word, phrase.function.words.name) if phrase is not None else None
        return told is not None and phrase is not None and "{" + phrase.args[0][0] + "}" in told

    def named_twice(self, lead: str, cost: str) -> str:
        """`si vous avez le sceptre, vous pouvez le rendre`: what was just named is a pronoun."""
        had = re.search(rf"\bvous avez ((?:le|la|les){MARK}? |l['’])([^,]+), $", lead)
        if had is None or f" {had[1]}{had[2]}" not in cost:
            return cost
        is_f = had[1].startswith("la") or self.gender_of(had[2].split(" ")[0]) == "f"
        pronoun = "les" if had[1].startswith("les") else "la" if is_f else "le"
        return f"{pronoun}{MARK} " + cost.replace(f" {had[1]}{had[2]}", "", 1)

    def changed(self, plan: w.ChangePlan) -> str:
        if plan.word in ("allow", "forbid") and isinstance(plan.what, w.Stated):
            return self.permission(plan)
        where = " " + self.under("si", self.cond(plan.where)) if plan.where is not None else ""
        if plan.after is not None and plan.before is not None:
            told_so = self.lex.phrase("change", plan.what.noun.name) if isinstance(plan.what, w.Group) else None
            if told_so is not None:
                after, before = self.figure(plan.after), self.figure(plan.before)
                return self.inflected(told_so.replace("{after}", after).replace("{before}", before), Form.IMP) + where
            name = self.lex.noun(plan.what.noun).one if isinstance(plan.what, w.Group) else self.the(plan.what)
            told = f"le{MARK} {name} est de" if name.startswith("nombre de ") else f"{name} :"
            return f"{told} {self.figure(plan.after)} au lieu de {self.figure(plan.before)}{where}"
        never = ""
        if plan.never is not None:
            than, least = plan.never
            bound = "minimum" if than == "less" else "maximum"
            never = f", avec un {bound} de {self.the(least)}"
        return self.new_value(plan) + where + never

    def as_none(self, names: list[str]) -> str:
        """`pas comme des cases libres où bâtir ou aller`: what two names begin with is said once."""
        words = [name.split(" ") for name in names]
        shared = alike(words[0], words[1]) if len(names) == 2 else 0
        if shared >= 3 and all(len(one) > shared for one in words):
            rest = self.series([" ".join(one[shared:]) for one in words], "ou")
            return f"pas comme {' '.join(words[0][:shared])} {rest}"
        return f"pas comme {names[0]}" if len(names) == 1 else " ".join(f"ni comme {name}" for name in names)

    def new_value(self, plan: w.ChangePlan) -> str:
        what, amount = self.the(plan.what), self.the(plan.amount) if plan.amount is not None else ""
        name = plan.what.function.words.name if isinstance(plan.what, w.Phrase) else ""
        if plan.word in ("change", "increase", "reduce") and (told := self.lex.phrase(plan.word, name)) is not None:
            told = told.replace("{amount}", amount)
            return self.inflected(self.fill(told, plan.what) if isinstance(plan.what, w.Phrase) else told, Form.IMP)
        match plan.word:
            case "increase" | "reduce" if isinstance(plan.what, w.Phrase) and plan.what.function.type.is_set:
                many = not self.frame(gathered(plan.amount)).single
                does = "comptent" if many else "compte"
                names = [self.counted_as(one) for one in (plan.what, *plan.also)]
                called = f"{does} aussi comme {self.series(names, 'et comme')}"
                if plan.word == "reduce":
                    called = f"ne {does} {self.as_none(names)}"
                return f"{self.whole(gathered(plan.amount))} {called}"
            case "increase" if plan.rather is not None:
                most, test = plan.rather
                return f"{what} augmente de {amount}, ou de {self.the(most)} {self.under('si', self.cond(test))}"
            case "increase" | "reduce" if isinstance(plan.amount, w.Choice):
                does = "augmente" if plan.word == "increase" else "diminue"
                then, otherwise = self.the(plan.amount.then), self.the(plan.amount.otherwise)
                return f"{what} {does} de {then} {self.under('si', self.cond(plan.amount.test))}, sinon de {otherwise}"
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

    def counted_as(self, phrase: Any) -> str:
        reads = self.lex.reads(phrase.function)
        if reads is not None and phrase.function.type.t is T.TRUTH:
            return self.fill(reads.text, phrase)
        called = reads.counted if reads is not None else None
        return called or re.sub(rf"^(des|les){MARK}? ", "", self.the(phrase))

    def whole(self, np: Any) -> str:
        """A whole set as a subject: `les cases vides`."""
        if isinstance(np, w.Joined) and np.word == "and" and all(isinstance(part, w.Group) for part in np.parts):
            return self.series([self.whole(part) for part in np.parts], "et")
        frame = self.frame(np)
        if frame.fixed is None and (best := SUPERLATIVE.fullmatch(frame.many)) is not None:
            frame = replace(frame, many=f"{best[1]} {best[2]}")
        return self.said(replace(frame, det=frame.det or "the") if frame.fixed is None else frame)

    def on_own(self, covered: str, thing: Noun) -> str:
        """`celle où elle se trouve`: the cell of what covers others, where `celle-ci` would be misread."""
        it = "elle" if self.head(thing).gender == "f" else "il"
        return re.sub(r"\b(celle|celui)-ci\b", rf"\1 où {it} se trouve", covered, count=1)

    def meaning(self, np: Any) -> str:
        if isinstance(np, (w.Group, w.Phrase, w.Ranked, w.Pick, w.Derived)):
            return self.whole(np)
        if isinstance(np, w.Joined) and np.word == "and" and any(map(self.is_bare, np.parts)):
            return self.series([self.all_own(part) for part in np.parts], "et")
        return self.the(np)

    def permission(self, plan: w.ChangePlan) -> str:
        assert isinstance(plan.what, w.Stated)
        clause = self.cond(plan.what)
        where = self.under("si", self.cond(plan.where)) if plan.where is not None else None
        phrase = plan.what.phrase
        reads = self.lex.reads(phrase.function)
        if plan.where is not None and (told := self.said_of(plan, self.cond(plan.where))) is not None:
            return self.fill(told, phrase)
        told = self.lex.phrase(plan.word, phrase.function.words.name)
        if told is not None:
            alike = [one.phrase for one in (plan.what, *plan.also) if isinstance(one, w.Stated)]
            if (chosen := self.paid_for(plan)) is not None:
                alike = [replace(one, args=((one.args[0][0], w.That(chosen.noun)), *one.args[1:])) for one in alike]
            found = [(self.lex.phrase(plan.word, one.function.words.name), one) for one in alike]
            texts = [self.fill(text, one) for text, one in found if text is not None]
            return join(self.series(list(dict.fromkeys(texts)), "et"), where or "")
        if reads is not None and self.is_predicate(phrase, reads):
            counts = "compte aussi" if plan.word == "allow" else "ne compte jamais"
            others = [self.counted_as(one.phrase) for one in plan.also if isinstance(one, w.Stated)]
            called = all_being([self.fill(reads.text, phrase), *others])
            subject = self.the(phrase.args[0][1])
            any_one = {"un": "n'importe quel", "une": "n'importe quelle"}
            if plan.word == "allow" and not where:
                subject = re.sub(r"^(une?) ", lambda m: any_one[m[1]] + " ", subject)
            return join(subject, counts, called, where or "")
        said = re.fullmatch(r"(\{\w+\}|[^{}]+?) est (.+)", reads.text) if reads is not None else None
        if said is not None:
            subject = self.the(phrase.args[0][1]) if said[1].startswith("{") else self.fill(said[1], phrase)
            counts = "comptez" if subject == "vous" else "compte"
            how = f"{counts} aussi" if plan.word == "allow" else f"ne {counts} jamais"
            return join(subject, how, as_being(self.fill(said[2], phrase)), where or "")
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
        frame = self.frame(source)
        where = self.number(self.filter_text(replace(filter_, negated=False), frame), False)
        verb = "ne est plus" if filter_.negated else "est"
        if filter_.negated and " ou de " not in where:
            where = re.sub(r"^à côté de (?=une? )", "à côté de auc", where)
        made = self.block_if(f"dès que {self.one(source)} {verb} {where}", body)
        cell = self.lex.noun(Noun("cell", "")).one
        if frame.fixed is None and self.is_cell(source) and frame.one != cell and cell not in frame.one:
            # What the set is called is said again, and not that it is a cell.
            this = self.pointing("la" if frame.gender == "f" else "le", frame.one)
            for line in made:
                line.text = re.sub(rf"\bcette {cell}(?! d[eu’])", this, line.text)
        return made

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
            if plan.where is not None:
                told = self.number(self.relative(self.about_them(plan.where), Frame(gender=forms.gender)), False)
                if told.startswith(("qui ", "dont ")):
                    return [Line(self.sentence(f"{le}{MARK} {forms.one} {told} gagne"))]
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
        made.append(Line(self.sentence(f"{tie}, la victoire est partagée")))
        return made

    def prompt(self, act: w.ChooseAct) -> str:
        if len(act.parts) > 1 and act.parts[-1].where:
            last = replace(act.parts[-1], where=())
            asked = self.choose(replace(act, secret=False, parts=(*act.parts[:-1], last)), Form.IMP)
            tests = self.clauses([self.cond(pointed(test)) for test in act.parts[-1].where], "and")
            return self.finish(self.under(f"{asked}, si", tests))
        only = act.parts[0]
        if isinstance(only.source, w.Derived) and only.source.word == "spots" and only.where:
            asked = self.choose(replace(act, secret=False, parts=(replace(only, where=()),)), Form.IMP)
            tests = self.clauses([self.cond(pointed(test)) for test in only.where], "and")
            return self.finish(self.under(f"{asked}, de sorte que", subjunctive(tests) or tests))
        return self.finish(self.choose(replace(act, secret=False), Form.IMP))

    COND = {  # noqa: RUF012
        w.Combined: FrenchConditions.combined,
        w.Not: FrenchConditions.not_,
        w.Compared: FrenchConditions.compared,
        w.Stands: FrenchConditions.stands,
        w.Exists: FrenchConditions.exists,
        w.Supply: FrenchConditions.supply,
        w.Counted: FrenchConditions.counted_cond,
        w.Stated: FrenchConditions.stated,
        w.Flag: FrenchConditions.flag,
        w.Quantified: FrenchConditions.quantified,
        w.Sure: FrenchConditions.sure,
    }

    VP = {  # noqa: RUF012
        w.PlaceAct: FrenchActs.place,
        w.MoveAct: FrenchActs.move,
        w.LiftAct: FrenchActs.lift,
        w.PutAct: FrenchActs.put,
        w.LayAct: FrenchActs.lay,
        w.DrawAct: FrenchActs.draw,
        w.FillAct: FrenchActs.fill_up,
        w.AgainAct: FrenchActs.again,
        w.AsAct: FrenchActs.as_vp,
        w.TransferAct: FrenchActs.transfer,
        w.ChooseAct: FrenchActs.choose_or_lines,
        w.CallAct: FrenchActs.call,
        w.UseAct: FrenchActs.use_act,
        w.SetAct: FrenchActs.set_act,
        w.RollAct: FrenchActs.roll,
        w.ShuffleAct: FrenchActs.shuffle,
        w.CloseUpAct: FrenchActs.close_up,
        w.ShowAct: FrenchActs.show,
        w.AssembleAct: FrenchActs.assemble,
        w.OrderAct: FrenchActs.order,
        w.WordAct: FrenchActs.word,
        w.MayAct: FrenchActs.may,
        w.MustAct: FrenchActs.must,
        w.EitherAct: FrenchActs.either,
        w.RepeatAct: FrenchActs.repeat_vp,
    }

    LINES = {  # noqa: RUF012
        w.IfAct: FrenchLines.if_lines,
        w.EachAct: FrenchLines.each_lines,
        w.PlayersAct: FrenchLines.players_lines,
        w.RepeatAct: FrenchLines.repeat_lines,
        w.MayAct: FrenchLines.may_lines,
        w.MustAct: FrenchLines.must_lines,
        w.EitherAct: FrenchLines.either_lines,
        w.AnyOrderAct: FrenchLines.order_lines,
        w.TurnsAct: FrenchLines.turns_lines,
        w.AsAct: FrenchLines.as_lines,
        w.StepAct: FrenchLines.step_lines,
        w.NeedAct: FrenchLines.need_lines,
        w.LimitAct: FrenchLines.limit_lines,
        w.CannotAct: FrenchLines.cannot_lines,
        w.ChooseAct: FrenchLines.choose_lines,
        w.LayAct: FrenchLines.lay_lines,
        w.OrderAct: FrenchLines.order_act_lines,
    }

    CLAUSE = {w.WhenPlan: when, w.ChangePlan: change, w.AlwaysPlan: always}  # noqa: RUF012


def is_more_of(plan: w.WhenPlan) -> bool:
    """Whether gaining something brings more of the same."""
    match plan:
        case w.WhenPlan(timing="after", body=(w.TransferAct(mode=Mode.GAIN, amount=w.Units(noun=noun), times=None),)):
            return plan.event.verb == "gain" and plan.event.object == noun and plan.event.actor == "you"
        case _:
            return False


def as_being(what: str) -> str:
    """`comme libre`, but `comme étant à côté`."""
    return f"comme {'étant ' * bool(re.match(r'(?:à|au|sur|dans|en|parmi|relié)', what))}{what}"


def all_being(texts: Sequence[str]) -> str:
    """Several such, what they begin with alike said once: `comme étant à côté d'un pion et d'une tour`."""
    if len(texts) > 1 and all(text.startswith("à côté d") for text in texts):
        return as_being(" et ".join([texts[0], *(text.removeprefix("à côté ") for text in texts[1:])]))
    return " et ".join(map(as_being, texts))
