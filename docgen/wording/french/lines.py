"""French acts that need sentences of their own: conditions, loops, turns, steps."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import mapped, pointed, put_in
from rulewright.docgen.wording.frames import CLAUSE, LONG, Form, Frame, Line, join, words_in
from rulewright.docgen.wording.french.acts import FrenchActs, once, reflexive
from rulewright.docgen.wording.french.text import MARK, SUPERLATIVE, agree, subjunctive
from rulewright.docgen.wording.lexicon import regular_plural
from rulewright.docgen.wording.plan import Acts, Noun, Person
from rulewright.docgen.wording.scope import walk
from rulewright.docgen.wording.telling import field_numbered, is_number, is_turn, merged, replace_label, without_tests

# Something put on what was named just before: `pour chaque pile, mettez sur cette pile 2 jetons`.
ON_IT = re.compile(r"(\w+ez) sur (?:ce|cet|cette) ([\w-]+) (?=\d)")

# A place that takes so many words to tell is told once.
LONG_PLACE = 5


class FrenchLines(FrenchActs):
    """Lines in French."""

    # ---- lines

    def if_lines(self, act: w.IfAct) -> list[Line]:
        if isinstance(act.test, w.Exists) and act.otherwise and self.plain(act.then, Form.IMP) is None:
            # What is said in a sentence comes first, so that nobody asks which `si` a `sinon` belongs to.
            contrary = self.under("si", self.cond(replace(act.test, negated=not act.test.negated)))
            if len(act.otherwise) == 1 and self.plain(act.otherwise, Form.IMP):
                return self.block_if(contrary, act.otherwise) + self.block_if("sinon", act.then)
        made = self.block_if(self.under("si", self.cond(act.test)), act.then)
        if act.otherwise:
            made += self.block_if("sinon", self.named_again(act))
        return made

    def named_again(self, act: w.IfAct) -> Acts:
        """What is done otherwise: where only one was spoken of, those that are several are named and not pointed at."""
        if not isinstance(act.test, w.Counted) or not isinstance(act.test.source, w.Phrase):
            return act.otherwise
        source = act.test.source
        those = next((node for node in walk(act.otherwise) if isinstance(node, w.That) and node.many), None)
        made: Acts = put_in(act.otherwise, those, source) if those is not None else act.otherwise
        return made

    def block_if(self, intro: str, acts: Acts) -> list[Line]:
        if (parted := self.drawn_and_laid(acts)) is not None:
            first, second = parted
            return [Line(self.sentence(f"{intro}, {first}") + " " + self.sentence(second))]
        inner = self.plain(acts, Form.IMP) or self.players_do(acts)
        if inner == "":
            return []
        inner = put_there(intro, inner) if inner is not None else None
        if inner is not None and words_in(self.referred(f"{intro}, {inner}")) <= LONG + 14:
            return [Line(self.sentence(f"{intro}, {inner}"))]
        return self.as_one(intro, acts)

    def as_one(self, intro: str, acts: Acts) -> list[Line]:
        only = self.only_sentence(acts)
        if only is not None and words_in(intro) + words_in(only) <= LONG + 14:
            return [Line(self.sentence(f"{intro}, {only}"))]
        return [Line(self.colon(intro), self.lines(acts))]

    def players_do(self, acts: Acts) -> str | None:
        """What players do, as a clause; None where it is more than that."""
        only = acts[0] if len(acts) == 1 else None
        if not isinstance(only, w.PlayersAct) or only.start is not None:
            return None
        third = self.plain(only.third, Form.THIRD)
        return f"{self.players_subject(only)} {third}" if third is not None else None

    def in_this_order(self) -> str:
        return "dans cet ordre"

    def provided(self, cond: w.Cond) -> str:
        return self.under("si", self.cond(cond))

    def each_lines(self, act: w.EachAct) -> list[Line]:
        by = f", dans l'ordre croissant de {self.the(act.by)}" if act.by is not None else ""
        if isinstance(act.by, w.Attribute) and isinstance(act.by.owner, w.It):
            forms = self.head(act.by.noun)
            by = f", par {forms.one} {agree('croissant', forms.gender, False)}"
        inner = self.plain(act.body, Form.IMP) or self.players_do(act.body)
        each = self.each(act.source)
        if isinstance(act.source, w.Joined) and all(isinstance(part, w.Number) for part in act.source.parts):
            if (field := field_numbered(act.body)) is not None:
                forms = self.head(field)
                act = replace(act, body=mapped(act.body, lambda part: w.That(field) if is_number(part) else None))
                inner = self.plain(act.body, Form.IMP)
                des = "chacune de les" if forms.gender == "f" else "chacun de les"
                each = f"{des}{MARK} {forms.many} {self.the(act.source)}, dans cet ordre"
            else:
                each = f"chacun des nombres {self.the(act.source)}"
        if isinstance(act.source, w.Joined) and isinstance(act.source.parts[0], w.Span2):
            each = f"chaque nombre de {each}"
        intro = f"pour {each}{by}"
        if inner is not None and (put := ON_IT.match(inner)) is not None and each.endswith(f" {put[2]}"):
            intro, inner = f"sur {each}{by}", f"{put[1]} {inner[put.end() :]}"
        if inner is not None and words_in(intro) + words_in(inner) <= LONG + 14:
            return [Line(self.sentence(f"{intro}, {inner}"))]
        return self.block(intro + ",", act.body)

    def players_subject(self, act: w.PlayersAct) -> str:
        subject = "chaque joueur"
        if act.among is not None:
            frame = self.frame(act.among)
            known = {"those": "chacun de ces joueurs", "that": "ce joueur"}.get(frame.det)
            subject = join(known, self.number(frame.post, False)) if known else self.each(act.among)
            if frame.fixed is None and known is None and (most := SUPERLATIVE.fullmatch(frame.many)) is not None:
                subject = f"{'chacune' if frame.gender == 'f' else 'chacun'} de les{MARK} {most[1]} {most[2]}"
            if isinstance(act.among, w.Ranked) and frame.det in ("the", "those"):
                best = self.number(frame.post, False)
                subject = f"le{MARK} {frame.one} {best} (ou chacun des ex æquo)"
                if frame.det == "those":
                    subject = f"parmi ces joueurs, celui {best} (ou chacun des ex æquo)"
        if self.lex.program.players == 2:
            subject = re.sub(r"^chaque joueur autre que .+", "l'autre joueur", subject)
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
            third += " une fois" * (is_turn(act) and " " not in third)
            if self.in_turn_order(act):
                subject = f"dans l'ordre de jeu, {subject}"
            return [Line(self.sentence(f"{subject} {third}" if not start else f"{subject}{start}, {third}"))]
        only = act.third[0] if len(act.third) == 1 else None
        if isinstance(only, w.EachAct) and only.by is None and (does := self.plain(only.body, Form.THIRD)):
            return [Line(self.sentence(f"pour {self.each(only.source)}, {subject} {does}"))]
        theirs = self.their_lines(act.third)
        if theirs is not None:
            return [Line(self.colon(f"{subject}{start}{',' * bool(start)} fait ceci, dans l'ordre de jeu"), theirs)]
        if act.among is None and act.where is None and not start:
            return [Line(self.colon("chacun à votre tour, dans l'ordre de jeu"), self.lines(act.body))]
        return [Line(self.colon(f"{subject}{start}, dans l'ordre de jeu"), self.lines(act.body))]

    def their_lines(self, acts: Acts) -> list[Line] | None:
        """What another does, in sentences with *il*; None where that is more than short cases."""
        made: list[Line] = []
        for act in acts:
            cases: list[tuple[str, Acts]] = [("", (act,))]
            if isinstance(act, w.IfAct):
                cases = [(self.under("si", self.cond(act.test)) + ", ", act.then)]
                cases += [("sinon, ", act.otherwise)] if act.otherwise else []
            elif isinstance(act, w.EachAct) and act.by is None:
                cases = [(f"pour {self.each(act.source)}, ", act.body)]
            for lead, body in cases:
                does = self.plain(body, Form.THIRD)
                if does is None or CLAUSE in does:
                    return None
                made += [Line(self.sentence(f"{lead}il {does}"))] if does else []
        return made or None

    def repeat_lines(self, act: w.RepeatAct) -> list[Line]:
        until = self.until(act.until) if act.until is not None else None
        only = act.body[0] if len(act.body) == 1 else None
        if isinstance(only, w.PlayersAct) and only.is_turn and act.times is None:
            rounds = (
                self.form(self.lex.infinitive("jouer"), Form.IMP)
                + " des manches"
                + (" sans fin" if until is None else " " + until)
            )
            # What is noted in the middle of a round is looked at when it is over.
            if isinstance(act.until, w.Flag):
                rounds += f", puis {self.verb('finish', Form.IMP)} cette manche"
            third = self.plain(only.third, Form.THIRD) or "joue son tour"
            third += " une fois" * (is_turn(only) and " " not in third)
            start = f", en commençant par {self.the(only.start)}," if only.start is not None else ""
            turn = "" if is_turn(only) else " à son tour"
            who = self.players_subject(only)
            said = self.sentence(f"à chaque manche, {who}{turn}{start} {third}")
            return [Line(said + " " + self.sentence(rounds))]
        often = self.so_often(act, until)
        if often is not None:
            return [Line(self.sentence(often))]
        if act.times is not None:
            intro = f"{self.do_this()} {self.times(act.times)}"
            if not isinstance(act.times, w.Number):
                often = re.sub(rf"^le{MARK}? nombre de fois que ", "", self.the(act.times))
                intro = f"{self.do_this()} autant de fois que {often}"
            if act.test is not None:
                intro += ", " + self.under("tant que", self.cond(act.test))
        elif act.test is not None:
            intro = self.under("tant que", self.cond(act.test)) + f", {self.verb('repeat', Form.IMP)} ceci"
        else:
            intro = f"{self.verb('repeat', Form.IMP)} ceci {until}"
        inner = self.plain(act.body, Form.IMP)
        if inner == "":
            return []
        if inner is not None and words_in(intro) + words_in(inner) <= LONG + 12:
            if act.times is None and act.test is not None:
                return [Line(self.sentence(f"{self.under('tant que', self.cond(act.test))}, {inner}"))]
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

    def do_this(self) -> str:
        return f"{self.verb('do', Form.IMP)} ceci"

    def until(self, test: Any) -> str:
        """`jusqu'au moment où`: nothing is left, so it is said with *plus*."""
        said = self.cond(test)
        if isinstance(test, (w.Exists, w.Quantified)):
            said = re.sub(r"(il n'y a|ne a|n'a) aucun", r"\1 plus aucun", said, count=1)
            said = re.sub(r"^(auc\S+ \w+ ne a) de ", r"\1 plus de ", said)
        wished = subjunctive(said)
        return self.under("jusqu'au moment où", said) if wished is None else f"jusqu'à ce que {wished}"

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
        idle = (w.WordAct("pass"),)
        items = [merged(self.lines(branch)) for branch in act.branches if branch != idle]
        may = "vous pouvez faire" if idle in act.branches else self.verb("choose", Form.IMP)
        return [Line(self.colon(f"{may} l'une de ces actions"), items)]

    def order_lines(self, act: w.AnyOrderAct) -> list[Line]:
        intro = f"{self.do_this()} dans l'ordre de votre choix, en terminant une action avant de commencer la suivante"
        return [Line(self.colon(intro), self.any_items(act.items))]

    def any_items(self, acts: Acts) -> list[Line]:
        items: list[Line] = []
        for act in acts:
            if isinstance(act, w.EachAct) and len(act.body) == 1 and isinstance(act.body[0], w.MayAct):
                inner = self.plain(act.body[0].body, Form.INF) or "faire ceci"
                items.append(Line(self.sentence(f"pour {self.each(act.source)}, vous pouvez {once(inner)}")))
                continue
            if isinstance(act, w.MayAct) and act.times is None and not act.any_times:
                inner2 = self.plain(act.body, Form.INF)
                if inner2 is not None:
                    items.append(Line(self.sentence(f"vous pouvez {once(reflexive(inner2))}")))
                    continue
            items.extend(self.lines((act,)))
        return items

    def turns_lines(self, act: w.TurnsAct) -> list[Line]:
        until = "jusqu'à ce que tous aient passé" if act.until is None else self.until(act.until)
        passed = [Line(self.sentence("un joueur qui a passé ne joue plus"))] if act.until is None else []
        call = act.body[0] if len(act.body) == 1 else None
        start = f", en commençant par {self.the(act.start)}," if act.start is not None else ""
        order = "dans l'ordre de jeu, " * (act.start is None)
        lead = f"{order}les joueurs jouent à tour de rôle{start} {until}"
        if isinstance(call, w.CallAct) and call.action.words.name == "turn":
            return [Line(self.sentence(lead)), *passed]
        if passed and isinstance(call, w.MayAct) and call.times is None:
            inner = self.plain(call.body, Form.IMP)
            if inner is not None and CLAUSE not in inner:
                turn = f"à votre tour, {inner} ou {self.verb('pass', Form.IMP)}"
                return [Line(self.sentence(f"{lead} ; {turn}")), *passed]
        return [Line(self.sentence(lead)), *self.block("à votre tour,", act.body), *passed]

    def as_lines(self, act: w.AsAct) -> list[Line]:
        third = self.plain(act.body, Form.THIRD)
        if third is not None:
            return [Line(self.sentence(f"{self.the(act.who)} {third}"))]
        return [Line(self.colon(f"{self.the(act.who)} fait ceci"), self.lines(act.body))]

    def step_lines(self, act: w.StepAct) -> list[Line]:
        name = self.lex.name(act.words, "step")
        label = self.finish(name[:1].upper() + name[1:])
        if not act.body:
            return [Line(self.sentence(self.effects_now(act)), label=label, is_list=True)]
        lines = self.lines(act.body)
        if lines and all(line.label is None and not line.items for line in lines[:-1]) and lines[-1].label is None:
            return [replace_label(merged(lines), label, act.words.name)]
        return [Line("", lines, label, key=act.words.name)]

    def need_lines(self, act: w.NeedAct) -> list[Line]:
        return [Line(self.sentence(self.under("ce n'est permis que si", self.cond(act.test))))]

    def limit_lines(self, act: w.LimitAct) -> list[Line]:
        if act.in_all:
            return [Line(self.sentence(f"cela se fait {self.limit(act)}"))]
        return [Line(self.sentence(f"vous pouvez le faire {self.limit(act)}"))]

    def limit(self, act: w.LimitAct) -> str:
        period = self.period(act.period)
        return f"une seule fois par {period}, tous joueurs confondus" if act.in_all else f"une fois par {period}"

    def period(self, name: str) -> str:
        return self.lex.phrase("time", name) or self.lex.noun(Noun("action", name)).one

    def cannot_lines(self, act: w.CannotAct) -> list[Line]:
        return self.block_if("si c'est impossible", act.body)

    def lay_lines(self, act: w.LayAct) -> list[Line]:
        """A thing laid under conditions that take long to tell: they follow in a sentence of their own."""
        bare, tests = without_tests(act)
        only = self.under("ce n'est permis que si", self.clauses([self.cond(pointed(test)) for test in tests], "and"))
        told = [self.sentence(self.lay(bare, Form.IMP) or ""), self.sentence(only)]
        return [Line(" ".join(told))]

    def secret_lines(self, act: w.ChooseAct) -> list[Line]:
        return [Line(self.sentence(f"chaque joueur, en même temps que les autres, {self.choose(act, Form.THIRD)}"))]

    def choose_lines(self, act: w.ChooseAct) -> list[Line]:
        where = act.parts[-1].where
        plain = replace(act, parts=(*act.parts[:-1], replace(act.parts[-1], where=())))
        tests = [self.cond(pointed(test)) for test in where]
        made = [Line(self.sentence(self.choose(plain, Form.IMP)))]
        either = where[0] if len(where) == 1 and isinstance(where[0], w.Combined) and where[0].word == "or" else None
        if either is not None and (
            words_in(tests[0]) > LONG + 4 or any(isinstance(p, w.Combined) for p in either.parts)
        ):
            items = [Line(self.sentence(self.cond(pointed(part)))) for part in either.parts]
            return [*made, Line(self.colon("ce n'est permis que dans l'un de ces cas"), items)]
        if len(tests) > 1 and sum(map(words_in, tests)) > LONG + 4:
            items = [Line(self.sentence(test)) for test in tests]
            return [*made, Line(self.colon("ce n'est permis que si toutes ces conditions sont remplies"), items)]
        said = self.under("ce n'est permis que si", self.clauses(tests, "and"))
        return [*made, Line(self.sentence(said))]

    def order_act_lines(self, act: w.OrderAct) -> list[Line]:
        if act.first is not None:
            return [Line(self.sentence(f"{self.the(act.first)} commence"))]
        if isinstance(act.order, w.Ranked):
            by = [self.rank_by(direction, value) for direction, value in act.order.ranks]
            order = f"l'ordre de jeu va désormais {self.series(by, 'then')}"
            return [Line(self.sentence(f"{order} ; les joueurs à égalité gardent leur ordre"))]
        return [Line(self.sentence(f"l'ordre de jeu est désormais {self.the(act.order)}"))]

    def rank_by(self, direction: str, value: Any) -> str:
        """`du plus petit total au plus grand`."""
        text = re.sub(rf"^(?:le{MARK}?|la{MARK}?|son|sa) ", "", self.the(value)).replace("nombre de ses ", "nombre de ")
        text = text.replace(" de ses ", f" de les{MARK} ")
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


def put_there(intro: str, done: str) -> str:
    """`mettez-y ces dés`: what is put where a condition has just told at length."""
    found = re.search(r" posée?s? (sur .+)$", intro)
    if found is None or words_in(found[1]) < LONG_PLACE:
        return done
    short = re.sub(rf"\bl[ae]{MARK}? (\w+) de (?:les|ces|vos){MARK}? [\w ]+$", r"leur \1", found[1])
    place = next((one for one in (found[1], short) if done.endswith(f" {one}")), None)
    put = re.fullmatch(r"(mettez|mettre) (.+)", done.removesuffix(f" {place}")) if place is not None else None
    if put is None:
        return done
    return f"mettez-y {put[2]}" if put[1] == "mettez" else f"y mettre {put[2]}"
