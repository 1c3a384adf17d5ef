"""English acts that need sentences of their own: conditions, loops, turns, steps."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import mapped, pointed
from rulewright.docgen.wording.english.acts import EnglishActs
from rulewright.docgen.wording.frames import CLAUSE, LONG, Form, Line, join, words_in
from rulewright.docgen.wording.plan import Acts, Noun, Person
from rulewright.docgen.wording.reshape import noun_of
from rulewright.docgen.wording.telling import field_numbered, is_number, is_turn, merged, replace_label, without_tests
from rulewright.dsl.plurals import plural

# A place that takes so many words to tell is told once.
LONG_PLACE = 5


class EnglishLines(EnglishActs):
    """Lines in English."""

    # ---- lines

    def if_lines(self, act: w.IfAct) -> list[Line]:
        if isinstance(act.test, w.Exists) and act.otherwise and self.plain(act.then, Form.IMP) is None:
            # What is said in a sentence comes first, so that nobody asks which `if` an `otherwise` belongs to.
            contrary = replace(act.test, negated=not act.test.negated)
            if len(act.otherwise) == 1 and self.plain(act.otherwise, Form.IMP):
                return self.block_if(f"if {self.cond(contrary)}", act.otherwise) + self.block_if("otherwise", act.then)
        made = self.block_if(f"if {self.cond(act.test)}", act.then)
        if act.otherwise:
            made += self.block_if("otherwise", act.otherwise)
        return made

    def block_if(self, intro: str, acts: Acts) -> list[Line]:
        if (parted := self.drawn_and_laid(acts)) is not None:
            first, second = parted
            return [Line(self.sentence(f"{intro}, {first}") + " " + self.sentence(second))]
        inner = self.plain(acts, Form.IMP)
        if inner == "":
            return []
        inner = there(intro, inner) if inner is not None else None
        if inner is not None and words_in(intro) + words_in(inner) <= LONG + 10:
            return [Line(self.sentence(f"{intro}, {inner}"))]
        return self.as_one(intro, acts)

    def as_one(self, intro: str, acts: Acts) -> list[Line]:
        """What happens under a condition or for each of a set: in the same sentence while that is short."""
        only = self.only_sentence(acts)
        if only is not None and words_in(intro) + words_in(only) <= LONG + 10:
            return [Line(self.sentence(f"{intro}, {only}"))]
        return [Line(self.colon(intro), self.lines(acts))]

    def in_this_order(self) -> str:
        return "in this order"

    def provided(self, cond: w.Cond) -> str:
        return f"if {self.cond(cond)}"

    def each_lines(self, act: w.EachAct) -> list[Line]:
        by = f", in order of {self.the(act.by)}" if act.by is not None else ""
        if isinstance(act.by, w.Attribute) and isinstance(act.by.owner, (w.It, w.That)):
            by = f", from {self.rank_by('by', act.by)}"
        inner = self.plain(act.body, Form.IMP)
        each = self.each(act.source)
        if isinstance(act.source, w.Joined) and isinstance(act.source.parts[0], w.Span2):
            each = f"each number from {each}"
        parts = act.source.parts if isinstance(act.source, w.Joined) else ()
        figures = [n.value for n in parts if isinstance(n, w.Number)]
        if len(figures) > 2 and figures == list(range(figures[0], figures[-1] - 1, -1)):
            each = f"each number from {figures[0]} down to {figures[-1]}"
        if figures and len(figures) == len(parts) and (field := field_numbered(act.body)) is not None:
            # The number is only looked for: it is called by what it numbers.
            name = self.head(field).one
            act = replace(act, body=mapped(act.body, lambda part: w.That(field) if is_number(part) else None))
            inner = self.plain(act.body, Form.IMP)
            inner = inner.replace(f"whose {name} is that {name}", f"of that {name}") if inner is not None else None
            each = each.replace("each number from", f"each {name} from")
        intro = f"for {each}{by}"
        if inner is not None and words_in(intro) + words_in(inner) <= LONG + 10:
            return [Line(self.sentence(f"{intro}, {self.told_of(inner, act.source)}"))]
        return self.as_one(intro, act.body)

    def of_each(self, text: str, source: Any) -> str:
        """What is done for each of a set: `gains the value of each of their cards`."""
        that = "that " + self.head(self.each_noun(source)).one
        found = re.fullmatch(rf"(.*) {re.escape(that)}['’]s (\w+)", text)
        return f"{found[1]} the {found[2]} of {self.each(source)}" if found else f"{text} for {self.each(source)}"

    def told_of(self, text: str, source: Any) -> str:
        """What is done for each of a set names it once, and is done with `it` after that."""
        that = "that " + self.head(self.each_noun(source)).one
        at = re.search(rf"\b{re.escape(that)}\b", text)
        if at is None:
            return text
        return text[: at.end()] + re.sub(rf"\b{re.escape(that)}\b(?!['’])", "it", text[at.end() :])

    def each_noun(self, source: Any) -> Noun:
        if isinstance(source, w.Group) and source.noun.kind == "zone":
            return Noun("component", self.lex.program.zones[source.noun.name].component)
        return noun_of(source, Noun("cell", ""), self.lex.program)

    def players_subject(self, act: w.PlayersAct) -> str:
        subject = "each player"
        if act.among is not None:
            frame = self.frame(act.among)
            if frame.det == "those":
                subject = join("each of those players", frame.post)
                if isinstance(act.among, w.Ranked):
                    subject = join("of those players, everyone", frame.post)
            elif frame.det == "that":
                subject = join("that player", frame.post)
            else:
                subject = self.each(act.among)
        if self.lex.program.players == 2:
            subject = re.sub(r"^each player other than .+", "the other player", subject)
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
            if self.in_turn_order(act):
                subject = f"in turn order, {subject}"
            if isinstance(act.among, w.Group) and act.among.noun.kind == "side" and self.lex.program.side_size > 1:
                third = re.sub(r"\btheir\b", "its", third)
            return [Line(self.sentence(f"{subject} {third}" if not start else f"{subject}{start}, {third}"))]
        each = act.third[0] if len(act.third) == 1 else None
        if isinstance(each, w.IfAct) and not each.otherwise and not start:
            done = self.plain(each.then, Form.THIRD)
            if done is not None:
                return [Line(self.sentence(f"{subject}, in turn order, {done} if {self.cond(each.test)}"))]
        inner = self.plain(each.body, Form.THIRD) if isinstance(each, w.EachAct) and each.by is None else None
        if isinstance(each, w.EachAct) and inner is not None and not start:
            return [Line(self.sentence(f"{subject} {self.of_each(inner, each.source)}"))]
        theirs = self.their_lines(act.third)
        intro = f"{subject}{start}{',' * bool(start)} does this, in turn order"
        return [Line(self.colon(intro), theirs or self.lines(act.body))]

    def their_lines(self, acts: Acts) -> list[Line] | None:
        """What another does in each case, in sentences with *they*; None where that is more than short cases."""
        made: list[Line] = []
        for act in acts:
            if not isinstance(act, w.IfAct):
                return None
            cases = [(f"if {self.cond(act.test)}", act.then)]
            cases += [("otherwise", act.otherwise)] if act.otherwise else []
            for lead, body in cases:
                does = self.plain(body, Form.INF)
                if does is None or CLAUSE in does or re.search(r"\byour?\b", does.replace("your choice", "")):
                    return None
                made.append(Line(self.sentence(f"{lead}, they {does.replace('your choice', 'their choice')}")))
        return made or None

    def repeat_lines(self, act: w.RepeatAct) -> list[Line]:
        until = self.until(act.until) if act.until is not None else None
        only = act.body[0] if len(act.body) == 1 else None
        if isinstance(only, w.PlayersAct) and only.is_turn and (act.times is None or isinstance(act.times, w.Number)):
            again = "play rounds again and again" if until is None else f"play rounds until {until}"
            again = again if act.times is None else f"play {self.the(act.times)} rounds"
            # What is noted in the middle of a round is looked at when it is over.
            again += ", then finish that round" if isinstance(act.until, w.Flag) else ""
            who = self.players_subject(only)
            third = self.plain(only.third, Form.THIRD) or "takes a turn"
            start = f", starting with {self.the(only.start)}," if only.start is not None else ""
            turns = f"in each round, {who}{'' if is_turn(only) else ' in turn'}{start} {third}"
            return [Line(self.sentence(again) + " " + self.sentence(turns))]
        often = self.so_often(act, until)
        if often is not None:
            return [Line(self.sentence(often))]
        if act.times is not None:
            intro = f"do this {self.times(act.times)}"
            if not isinstance(act.times, w.Number):
                intro = f"do this as many times as {self.the(act.times).removeprefix('the number of times ')}"
            if isinstance(act.test, w.Supply) and (act.test.op, act.test.number) == ("more", w.Number(0)):
                out = self.supply(replace(act.test, op="at_most"))
                intro += f", or until {out}"
            elif act.test is not None:
                intro += f", as long as {self.cond(act.test)}"
        elif isinstance(act.test, w.Exists) and not act.test.negated and self.place_of(act.test) is not None:
            intro = f"repeat this until {self.cond(replace(act.test, negated=True))}"
        elif isinstance(act.test, w.Flag | w.Stated) and act.test.negated:
            intro = f"repeat this until {self.cond(replace(act.test, negated=False))}"
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
        test = act.test
        if isinstance(test, w.Exists) and not test.negated and self.place_of(test) is not None and act.times is None:
            until, test = self.cond(replace(test, negated=True)), None
        if not isinstance(call, w.CallAct) or call.args or test is not None:
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
        idle = (w.WordAct("pass"),)
        for branch in act.branches:
            if branch != idle:
                lines = self.lines(branch)
                items.append(lines[0] if len(lines) == 1 else merged(lines))
        return [Line("You may do one of these:" if idle in act.branches else "Do one of these:", items)]

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
        start = f", starting with {self.the(act.start)}," if act.start is not None else ""
        until = "all of them have passed" if act.until is None else self.cond(act.until)
        order = "in turn order, " * (act.start is None)
        lead = f"{order}players take turns{start} until {until}"
        passed = [Line(self.sentence("whoever has passed takes no more turns"))] if act.until is None else []
        call = act.body[0] if len(act.body) == 1 else None
        if isinstance(call, w.CallAct) and call.action.words.name == "turn":
            return [Line(self.sentence(lead)), *passed]
        if passed and isinstance(call, w.MayAct) and call.times is None:
            inner = self.plain(call.body, Form.IMP)
            if inner is not None and not inner.startswith(CLAUSE):
                return [Line(self.sentence(f"{lead}; on your turn, {inner} or pass")), *passed]
        return [*self.block(f"{lead}; on your turn,", act.body), *passed]

    def as_lines(self, act: w.AsAct) -> list[Line]:
        who = self.the(act.who)
        third = self.plain(act.body, Form.THIRD)
        if third is not None:
            return [Line(self.sentence(self.named_once(f"{who} {third}")))]
        return [Line(self.colon(f"{who} does this"), self.lines(act.body))]

    def step_lines(self, act: w.StepAct) -> list[Line]:
        name = self.lex.name(act.words, "step")
        label = name[:1].upper() + name[1:]
        if not act.body:
            return [Line(self.sentence(self.effects_now(act)), label=label, is_list=True)]
        lines = self.lines(act.body)
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

    def lay_lines(self, act: w.LayAct) -> list[Line]:
        """A thing laid under conditions that take long to tell: they follow in a sentence of their own."""
        bare, tests = without_tests(act)
        only = self.clauses([self.cond(pointed(test)) for test in tests], "and")
        told = [self.sentence(self.lay(bare, Form.IMP) or ""), self.sentence(f"this is allowed only if {only}")]
        return [Line(" ".join(told))]

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
            order = self.series(directions, "then")
            return [Line(self.sentence(f"the turn order is now from {order}; tied players keep their order"))]
        return [Line(self.sentence(f"the turn order is now {self.the(act.order)}"))]

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


def there(intro: str, done: str) -> str:
    """`put it there`: where something is put, if that is the place that a condition has just told at length."""
    found = re.search(r" (on (?:the|that) .+)$", intro)
    if found is None or words_in(found[1]) < LONG_PLACE:
        return done
    short = re.sub(r"\bthe (\w+) of (?:the|those|your) [\w ]+$", r"their \1", found[1])
    place = next((one for one in (found[1], short) if done.endswith(f" {one}")), None)
    return done if place is None else done.removesuffix(place) + "there"
