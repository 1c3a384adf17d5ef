"""English: clauses, scores, the winner."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.english.acts import EnglishActs
from rulewright.docgen.wording.english.conditions import EnglishConditions
from rulewright.docgen.wording.english.lines import EnglishLines
from rulewright.docgen.wording.english.text import is_plural, undetermined
from rulewright.docgen.wording.frames import CLAUSE, LONG, Form, Frame, Line, alike, join, rename, words_in
from rulewright.docgen.wording.lexicon import spoken
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.scope import walk
from rulewright.docgen.wording.telling import gathered, one_filter, without_means
from rulewright.dsl.types import T


class English(EnglishLines):
    """The English realiser: clauses, scores, the winner, and the tables of what is said how."""

    most_words = 35
    BEING = "is"

    # ---- clauses

    def clause(self, plan: w.ClausePlan) -> list[Line]:
        return self.CLAUSE[type(plan)](self, plan)

    def meaning(self, np: Any) -> str:
        if isinstance(np, w.Joined) and np.word == "and" and any(map(self.is_bare, np.parts)):
            alls = [("all your " if self.is_own_cells(part) else "all ") * self.is_bare(part) for part in np.parts]
            return self.series([all_ + self.the(part) for all_, part in zip(alls, np.parts, strict=True)], "and")
        return super().meaning(np)

    def event(self, event: w.Event, timing: str) -> str:
        """`when you place a pawn`, `at the end of the round`."""
        told = self.lex.phrase("event", f"{timing}.{event.verb}")
        if told is not None:
            return told
        if timing == "at" or event.is_step:
            said = self.at_moment(event.verb)
            step = self.lex.program.steps.get(event.verb)
            name = self.lex.name(step.words, "step") if step is not None else spoken(event.verb)
            if said is not None:
                return said if timing in ("at", "after") else f"before that, {said}"
            lead = {"at": "in", "after": "after", "before": "before"}.get(timing, "instead of")
            return f"{lead} the step “{name[:1].upper() + name[1:]}”"
        if event.is_round:
            lead = {"after": "after", "before": "before", "instead": "instead of"}[timing]
            return f"{lead} each {self.period(event.verb)}"
        third = event.actor != "you"
        subject = {"you": "you", "opponent": "an opponent", "anyone": "a player"}.get(event.actor, "a player")
        forms, event = self.filled(self.verb_of(event), event)
        verb = forms.third if third else forms.base
        thing = ""
        if event.object is not None and event.object.kind == "this":
            thing = "this"
        elif event.object is not None:
            noun = self.head(event.object)
            plural = event.verb in ("gain", "lose", "pay") and event.object.kind in ("unit", "unitgroup")
            thing = noun.many if plural or noun.mass else "a " + noun.one
        places = " ".join(join(prep, self.one(np)) for prep, np in event.places)
        if event.moved:
            verb = verb if places else f"{verb} or {self.lex.verb('move').third if third else 'move'}"
            places = join(places, "or move one there") if places else ""
        during = f"while {'they' if third else 'you'} {self.lex.verb(event.during).base}" if event.during else ""
        during = (self.lex.phrase("during", event.during) or during) if event.during else ""
        clause = join(subject, verb, thing, places, during)
        lead = {"after": "after" if event.lasting else "when", "before": "before", "instead": "whenever"}[timing]
        return f"{lead} {clause}"

    def as_moment(self, name: str) -> str | None:
        """`at the end of the round` for a step that is called “End of the round”; None where a name is no moment."""
        if name.startswith(("start of ", "end of ")):
            return f"at the {name}"
        return name if name.startswith(("at ", "after ", "before ", "when ")) else None

    def moment(self, lead: str, plan: w.WhenPlan) -> str | None:
        """`at the end of summer`, `at the start of year 3`: the moment and which of several it is, in one."""
        if plan.timing != "at":
            return None
        match plan.where:
            case w.Compared(left=w.Group(noun=Noun(kind="memory") as when), op="is", right=right):
                name = self.lex.noun(when).one
                before = lead.removesuffix(f"the {name}").removesuffix(f"each {name}")
                if isinstance(right, w.Number) and before != lead:
                    return f"{before}{name} {right.value}"
                if isinstance(right, w.Group) and right.noun.kind == "member" and before != lead:
                    return before + self.lex.noun(right.noun).one
        return None

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
        return plan.timing == "at" and self.event(plan.event, "at").endswith((f"each {period}", f"the {period}"))

    def when_it_comes(self, plan: w.WhenPlan) -> str:
        """What a clause waits for, and under which condition."""
        moments = [self.event(event, timing) for timing, event in ((plan.timing, plan.event), *plan.also)]
        lead = self.series(moments, "and")
        moment = self.moment(lead, plan)
        if moment is not None or plan.where is None:
            return moment or lead
        where = self.cond(plan.where)
        same = re.fullmatch(r"you have (an? [\w ]+)", where)
        where = "you have one" if same is not None and lead.endswith(f" {same[1]}") else where
        return lead + (" and " if plan.timing == "after" and not plan.event.lasting else ", if ") + where

    def in_cases(self, lead: str, plan: w.WhenPlan) -> str | None:
        """What is done if one or both of two conditions hold, or if one still holds; None for anything else."""
        if (ways := self.both_ways(plan)) is not None:
            both, one = ways
            return self.sentence(f"{lead}, {one}; if both are true, {both} instead")
        if (ways := self.first_and_still(plan)) is not None:
            first, then = ways
            return self.sentence(f"{lead}, {first}") + " " + self.sentence(f"if this is still the case, {then}")
        return None

    def happening(self, plan: w.WhenPlan) -> list[Line]:
        """What a clause waits for, and what it does then."""
        lead = self.when_it_comes(plan)
        if (told := self.in_cases(lead, plan)) is not None:
            return [Line(told)]
        inner = self.plain(plan.body, Form.IMP)
        near = next((node.noun for node in walk(plan.body) if isinstance(node, w.That) and node.near), None)
        if near is not None and lead.endswith(" this") and inner is not None:
            # What the rule stands on is named once.
            lead = f"{lead} {self.head(near).one}"
            inner = inner.replace(f"this {self.head(near).one}", "it")
        elif near is not None and inner is not None and lead.endswith(f" this {self.head(near).one}"):
            inner = inner.replace(f"this {self.head(near).one}", "it")
        gains = plan.event.object if plan.event.verb == "gain" and plan.event.actor == "you" else None
        if gains is not None and inner is not None and gains.kind == "unit":
            # What comes on top of the same is more of it.
            unit = self.head(gains)
            inner = re.sub(rf"^gain (\d+) (?=(?:{unit.one}|{unit.many})$)", r"gain \1 more ", inner)
        instead = ""
        if plan.is_meaning:
            lead = lead.replace("whenever ", "when ", 1)
            inner = self.plain(plan.body, Form.IMP)
        elif plan.timing == "instead":
            lead = lead.replace(" you ", " you would ", 1).replace(" a player ", " a player would ", 1)
            instead = " instead"
            if plan.body == (w.WordAct("stop"),):
                inner, instead = f"{'you do' if plan.event.actor == 'you' else 'that does'} not", ""
                inner += " happen" * inner.startswith("that")
        if inner is not None and words_in(lead) + words_in(inner) <= LONG + 12:
            return [Line(self.sentence(f"{lead}, {inner}{instead}"))]
        if plan.offer is not None:
            return [Line(self.colon(f"{lead}, you may do this instead"), self.lines(plan.offer))]
        below = self.lines(plan.body)
        if plan.timing != "instead" and plan.where is None and (told := self.told_on(lead, below)) is not None:
            return [Line(told)]
        if not instead and len(below) == 1 and below[0].label is None:
            # One line under a head is part of it.
            only = self.lower(below[0].text).rstrip(".:")
            if below[0].items or ". " not in below[0].text:
                whole = f"{lead}, {only}"
                if words_in(whole) < self.most_words:
                    return [Line(self.colon(whole) if below[0].items else self.sentence(whole), below[0].items)]
        return [Line(self.colon(f"{lead}, do this{instead}" if instead else lead), below)]

    def change(self, plan: w.ChangePlan) -> list[Line]:
        limit = f"{self.limit(plan.limit)}, " if plan.limit is not None else ""
        cost = self.plain(plan.body, Form.INF) if plan.body else None
        where = without_means(plan.where, plan.body)
        if cost is not None:
            lead = f"if {self.cond(where)}, {limit}" if where is not None else limit
            text = self.changed(replace(plan, where=None))
            if cost.startswith(CLAUSE):
                return [Line(self.sentence(f"{lead}you may use this: {text}; then {cost}"))]
            if (np := self.paid_for(plan)) is not None:
                lead = f"when you choose {self.one(np)}, {lead}"
            elif plan.during is not None:
                done = self.lex.verb(plan.during.words.name, plan.during.words).base
                lead = f"{limit}when you {done}, {lead.removesuffix(limit)}"
            for thing in re.findall(r"\bthis [a-z]+(?: [a-z]+)?(?= is )|\bthe [a-z]+'?’?[a-z]* ?[a-z]*(?=, $)", lead):
                cost = cost.replace(thing, "it")
            return [Line(self.sentence(f"{lead}you may {cost}") + " " + self.sentence(f"if you do, {text}"))]
        made = [Line(self.sentence(limit + self.changed(plan)))]
        return made + (self.lines(plan.body) if plan.body else [])

    def changed(self, plan: w.ChangePlan) -> str:
        """What a rule changes, and when."""
        if plan.word in ("allow", "forbid") and isinstance(plan.what, w.Stated):
            return self.permission(plan, self.cond(plan.what))
        where = f" if {self.cond(plan.where)}" if plan.where is not None else ""
        if isinstance(plan.what, w.Group) and plan.after is not None and plan.before is not None:
            told = self.lex.phrase(plan.word, plan.what.noun.name)
            if told is not None:
                told = told.replace("{after}", str(plan.after)).replace("{before}", str(plan.before))
                return self.inflected(told, Form.IMP) + where
        if plan.never is not None:
            than, least = plan.never
            where += f", but never {than} than {self.the(least)}"
        if plan.after is not None and plan.before is not None:
            name = undetermined(self.the(plan.what))
            told = f"the {name} is" if name.startswith("number of ") else f"{name}:"
            return f"{told} {self.figure(plan.after)} instead of {self.figure(plan.before)}{where}"
        return self.new_value(plan) + where

    def new_value(self, plan: w.ChangePlan) -> str:
        what, amount = self.the(plan.what), self.the(plan.amount) if plan.amount is not None else ""
        if isinstance(plan.what, w.Phrase):
            told = self.lex.phrase(plan.word, plan.what.function.words.name)
            if told is not None:
                told = told.replace("{amount}", amount.removeprefix("the number of "))
                return self.inflected(self.fill(told, plan.what), Form.IMP)
        if isinstance(plan.what, w.Phrase) and plan.what.function.type.t is T.NUMBER:
            what = self.counted_as(plan.what)
        be = "are" if is_plural(undetermined(what)) and not what.startswith("the number of ") else "is"
        more = plan.word == "increase"
        match plan.word:
            case "increase" | "reduce" if isinstance(plan.what, w.Phrase) and plan.what.function.type.is_set:
                called = self.as_these([self.counted_as(one) for one in (plan.what, *plan.also)])
                one = self.frame(gathered(plan.amount)).single
                count = f"also count{'s' * one}" if more else f"{'does' if one else 'do'} not count"
                return f"{self.the(gathered(plan.amount))} {count} as {called}"
            case "increase" | "reduce" if isinstance(plan.amount, w.Units):
                return f"{what} {be} {amount} {'more' if more else 'less'}"
            case "increase" if plan.rather is not None:
                most, test = plan.rather
                return f"{what} {be} {amount} higher, or {self.the(most)} higher if {self.cond(test)}"
            case "increase" | "reduce" if isinstance(plan.amount, w.Choice):
                way = "higher" if more else "lower"
                then, otherwise = self.the(plan.amount.then), self.the(plan.amount.otherwise)
                return f"{what} {be} {then} {way} if {self.cond(plan.amount.test)}, otherwise {otherwise} {way}"
            case "increase" | "reduce" if isinstance(plan.amount, w.Number):
                return f"{what} {be} {amount} {'higher' if more else 'lower'}"
            case "increase" | "reduce":
                return f"{what} {'increases' if more else 'decreases'} by {amount}"
            case "change":
                if plan.before is None:
                    return f"{what} {be} instead {amount}"
                return f"{what} {be} {amount}{',' * (',' in amount)} instead of {plan.before}"
            case "keep_least":
                return f"{what} {be} never less than {amount}"
            case "keep_most":
                return f"{what} {be} never more than {amount}"
            case _:
                return f"{what} {be} {'allowed' if plan.word == 'allow' else 'forbidden'}"

    def as_these(self, names: list[str]) -> str:
        """`free hexes to build on or to move to`: what several names begin with is said once."""
        words = [name.split(" ") for name in names]
        shared = alike(words[0], words[1]) if len(names) == 2 else 0
        if shared < 2 or any(len(one) == shared for one in words):
            return self.series(names, "or as")
        return join(*words[0][:shared], self.series([" ".join(one[shared:]) for one in words], "or"))

    def on_own(self, covered: str, thing: Noun) -> str:
        """`its own hex`: the cell of what covers others, where `it` would be misread."""
        return re.sub(r"\b(of|from|to) it$", rf"\1 its own {self.lex.noun(Noun('cell', '')).one}", covered)

    def counted_as(self, phrase: Any) -> str:
        """What something is said to count as."""
        reads = self.lex.reads(phrase.function)
        if reads is not None and phrase.function.type.t is T.TRUTH:
            return self.fill(reads.counted or reads.text, phrase)
        if reads is not None and reads.counted is not None:
            return self.fill(reads.counted, phrase)
        return self.the(phrase)

    def permission(self, plan: w.ChangePlan, clause: str) -> str:
        where = self.cond(plan.where) if plan.where is not None else None
        assert isinstance(plan.what, w.Stated)
        phrase = plan.what.phrase
        reads = self.lex.reads(phrase.function)
        if where is not None and (told := self.said_of(plan, where)) is not None:
            return self.fill(told, phrase)
        told = self.lex.phrase(plan.word, phrase.function.words.name)
        if told is not None:
            return self.fill(told, phrase) + (f" if {where}" if where else "")
        if reads is not None and self.is_predicate(phrase, reads):
            counts = "also counts as" if plan.word == "allow" else "never counts as"
            subject = self.picked(phrase.args[0][1], plan)
            others = [self.counted_as(one.phrase) for one in plan.also if isinstance(one, w.Stated)]
            called = self.series(list(dict.fromkeys([self.counted_as(phrase), *others])), "and as")
            return f"{subject} {counts} {called}" + (f" if {where}" if where else "")
        told = reads.counted if reads is not None and plan.word == "allow" else None
        if told is not None:
            return self.fill(told, phrase) + (f" if {where}" if where else "")
        said = re.fullmatch(r"(\{\w+\}|[^{}]+?) is (.+)", reads.text) if reads is not None else None
        if said is not None:
            subject = self.picked(phrase.args[0][1], plan) if said[1].startswith("{") else self.fill(said[1], phrase)
            count = "count" if subject in ("you", "they") else "counts"
            # Where something is paid for it, `if you do` says already that it comes on top.
            how = "" if plan.body else "also" if plan.word == "allow" else "never"
            return f"{join(subject, how, count)} as {self.fill(said[2], phrase)}" + (f" if {where}" if where else "")
        if plan.word == "allow":
            return f"it is also enough that {where} (instead of: {clause})" if where else f"for you, {clause}"
        return f"it does not count that {clause} if {where}" if where else f"it never counts that {clause}"

    def picked(self, np: Any, plan: w.ChangePlan) -> str:
        """What a permission is for: `that card`, where it was said that it is used when one is chosen."""
        source = self.paid_for(plan)
        return f"that {self.head(source.noun).one}" if source is not None else self.the(np)

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
        made = self.block_if(f"as soon as {self.one(source)} {verb} {where}", body)
        frame, cell = self.frame(source), self.lex.noun(Noun("cell", "")).one
        if frame.fixed is None and cell not in frame.one.split():
            # What the set is called is said again, and not that it is a cell.
            for line in made:
                rename(line, f"that {cell}", f"that {frame.one}")
        return made

    # ---- scores and the winner

    def score(self, plan: w.ScorePlan) -> str:
        amount = self.amount(w.Units(plan.number, plan.unit))
        if plan.tally is not None and plan.tally.kind == "each" and not isinstance(plan.number, w.Number):
            return self.sentence(f"{self.tally(plan.tally)}, {amount}")
        return self.sentence(join(amount, self.tally(plan.tally) if plan.tally is not None else ""))

    def winner(self, plan: w.WinnerPlan) -> list[Line]:
        noun = self.lex.noun(plan.noun).one
        if not plan.ranks:
            told = self.relative(self.about_them(plan.where)) if plan.where is not None else "who is left"
            if told.startswith(("with ", "who ", "whose ")):
                return [Line(self.sentence(f"the {noun} {told} wins"))]
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
        w.Combined: EnglishConditions.combined,
        w.Not: EnglishConditions.not_,
        w.Compared: EnglishConditions.compared,
        w.Stands: EnglishConditions.stands,
        w.Exists: EnglishConditions.exists,
        w.Supply: EnglishConditions.supply,
        w.Counted: EnglishConditions.counted_cond,
        w.Stated: EnglishConditions.stated,
        w.Flag: EnglishConditions.flag,
        w.Quantified: EnglishConditions.quantified,
        w.Sure: EnglishConditions.sure,
    }

    VP = {  # noqa: RUF012
        w.PlaceAct: EnglishActs.place,
        w.MoveAct: EnglishActs.move,
        w.LiftAct: EnglishActs.lift,
        w.PutAct: EnglishActs.put,
        w.LayAct: EnglishActs.lay,
        w.DrawAct: EnglishActs.draw,
        w.FillAct: EnglishActs.fill_up,
        w.AgainAct: EnglishActs.again,
        w.AsAct: EnglishActs.as_vp,
        w.TransferAct: EnglishActs.transfer,
        w.ChooseAct: EnglishActs.choose_or_lines,
        w.CallAct: EnglishActs.call,
        w.UseAct: EnglishActs.use_act,
        w.SetAct: EnglishActs.set_act,
        w.RollAct: EnglishActs.roll,
        w.ShuffleAct: EnglishActs.shuffle,
        w.CloseUpAct: EnglishActs.close_up,
        w.ShowAct: EnglishActs.show,
        w.AssembleAct: EnglishActs.assemble,
        w.OrderAct: EnglishActs.order,
        w.WordAct: EnglishActs.word,
        w.MayAct: EnglishActs.may,
        w.RepeatAct: EnglishActs.repeat,
        w.MustAct: EnglishActs.must,
        w.EitherAct: EnglishActs.either,
    }

    LINES = {  # noqa: RUF012
        w.IfAct: EnglishLines.if_lines,
        w.EachAct: EnglishLines.each_lines,
        w.PlayersAct: EnglishLines.players_lines,
        w.RepeatAct: EnglishLines.repeat_lines,
        w.MayAct: EnglishLines.may_lines,
        w.MustAct: EnglishLines.must_lines,
        w.EitherAct: EnglishLines.either_lines,
        w.AnyOrderAct: EnglishLines.order_lines,
        w.TurnsAct: EnglishLines.turns_lines,
        w.AsAct: EnglishLines.as_lines,
        w.StepAct: EnglishLines.step_lines,
        w.NeedAct: EnglishLines.need_lines,
        w.LimitAct: EnglishLines.limit_lines,
        w.CannotAct: EnglishLines.cannot_lines,
        w.ChooseAct: EnglishLines.choose_lines,
        w.LayAct: EnglishLines.lay_lines,
        w.OrderAct: EnglishLines.order_act_lines,
    }

    CLAUSE = {w.WhenPlan: when, w.ChangePlan: change, w.AlwaysPlan: always}  # noqa: RUF012
