"""Clauses, scores and the winner to plans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.acts import Statements
from rulewright.docgen.wording.aggregate import alike, together
from rulewright.docgen.wording.choices import DEEP
from rulewright.docgen.wording.constants import constant
from rulewright.docgen.wording.plan import Chosen, Noun, Person
from rulewright.docgen.wording.recognise import (
    about_it,
    is_one_sentence,
    is_round,
    mentions_it,
    named_object,
    piece_noun,
    told_noun,
)
from rulewright.docgen.wording.reshape import conjuncts, noun_of, relative, with_filter
from rulewright.docgen.wording.scope import Scope, mentions, walk
from rulewright.dsl import program as p
from rulewright.dsl.check.compile import every_node
from rulewright.dsl.program import Action, Expr, Function, Program, Var, Zone
from rulewright.dsl.types import T


class Planner(Statements):
    """Plans for one program.

    `named` says which actions are spoken of by name even though they have parameters, `at` of which zones it is said
    in words of their own where their things lie.
    """

    def __init__(
        self,
        program: Program,
        worded: Callable[[Function], bool],
        named: Callable[[Action], bool],
        at: Callable[[Zone], bool],
    ) -> None:
        super().__init__(program, worded, named, at)
        self.moving: set[str] = set()

    # ---- clauses

    def clause(self, clause: p.Clause, scope: Scope) -> w.ClausePlan:
        scope.spans.append(clause.span)
        return self.CLAUSE[type(clause)](self, clause, scope)

    def event(self, pattern: p.Pattern, scope: Scope) -> w.Event:
        actions = self.actions_named(pattern.event)
        action = actions[0] if actions else None
        places: list[tuple[str, w.Np]] = []
        for prep, var in pattern.binds:
            noun = told_noun(pattern.event, var, self.type_noun(var.type))
            scope.names[var.id] = w.That(noun, many=var.type.is_set or var.type.is_list)
            places.append((prep, w.Group(noun)))
        match pattern.object:
            case p.Piece() as piece:
                thing: Noun | None = piece_noun(piece)
            case p.Unit() as unit:
                thing = w.unit_noun(unit)
            case p.Component() as component:
                thing = Noun("component", component.name)
            case str() as name:
                thing = named_object(name)
            case None:
                thing = None
        if thing is None and action is not None and not pattern.is_step:
            told = {self.told_piece(one) for one in actions}
            thing = told.pop() if len(told) == 1 else Noun("basic", "piece")
        verb, during = pattern.event, pattern.during
        inner = next(iter(self.actions_named(during or "")), None)
        if verb in ("place", "move") and inner is not None and self.only_places(inner):
            # An action that is nothing but the placing lends it its verb.
            verb, action, during = inner.words.name, inner, None
        everybodys = action is not None and is_round(action)
        lasting = everybodys or (action is not None and not self.is_brief(action))
        moved = verb == "place" and thing is not None and self.is_moved(thing.name)
        return w.Event(
            pattern.actor, verb, pattern.is_step, action, thing, tuple(places), during, lasting, moved, everybodys
        )

    def is_moved(self, piece: str) -> bool:
        """Whether pieces of a kind are lifted and placed again somewhere in the game."""
        if not self.moving:
            nodes = every_node(self.program)
            self.moving = {node.piece.words.name for node in nodes if isinstance(node, p.Lift) and node.to == "hand"}
            self.moving.add("")
        return piece in self.moving

    def is_brief(self, action: Action) -> bool:
        """Whether an action is done in one act."""
        return not action.body or is_one_sentence(self.acts(action.body, Scope(depth=DEEP - 1)))

    def actions_named(self, name: str) -> list[Action]:
        """The action of a name; one that is told a piece stands there once for each piece it is told."""
        return [action for action in self.program.actions.values() if action.words.name == name]

    def only_places(self, action: Action) -> bool:
        """Whether an action is one placing or one move, and nothing else."""
        told = [stmt for stmt in action.body if not isinstance(stmt, p.Needs)]
        return len(told) == 1 and isinstance(told[0], (p.Place, p.Lift))

    def trigger(self, clause: p.Trigger, scope: Scope) -> w.ClausePlan:
        event = self.event(clause.pattern, scope)
        binds = [var for _, var in clause.pattern.binds]
        places = dict(zip((var.id for var in binds), event.places, strict=True))
        where, places = self.about_places(clause.where, binds, places, scope)
        used = {var.id for var in binds if mentions((clause.where, clause.body), var)}
        event = replace(event, places=tuple(place for key, place in places.items() if key in used))
        limit = w.LimitAct(clause.limit.period, clause.limit.in_all) if clause.limit is not None else None
        means = self.is_meaning(clause)
        return w.WhenPlan(clause.timing, event, where, self.acts(clause.body, scope), limit, is_meaning=means)

    def is_meaning(self, clause: p.Trigger) -> bool:
        """Whether a rule says what it is to lose a thing of a component: of itself that does nothing."""
        is_loss = clause.pattern.event == "lose" and isinstance(clause.pattern.object, p.Component)
        return clause.timing == "instead" and is_loss and clause.words.name in self.program.rules

    def about_places(
        self, where: Expr | None, binds: Sequence[Var], places: dict[int, tuple[str, w.Np]], scope: Scope
    ) -> tuple[w.Cond | None, dict[int, tuple[str, w.Np]]]:
        """A trigger's condition on the place of its event belongs to that place: `on a hex next to a wall`."""
        if where is None:
            return None, places
        if len(binds) != 1:
            return self.cond(where, scope), places
        var = binds[0]
        prep, np = places[var.id]
        inner = scope.inner()
        inner.names[var.id] = w.It(self.type_noun(var.type))
        rest: list[w.Cond] = []
        tests = zip(conjuncts(self.cond(where, inner)), conjuncts(self.cond(where, scope)), strict=True)
        for about, plain in tests:
            if about_it(about) or (isinstance(about, (w.Exists, w.Counted)) and mentions_it(about)):
                np = with_filter(np, relative(about))
            else:
                rest.append(plain)
        return together(rest), {**places, var.id: (prep, np)}

    def modifier(self, clause: p.Modifier, scope: Scope) -> w.ClausePlan:
        function = clause.function
        args: list[tuple[str, Any]] = []
        nouns: dict[int, Noun] = {}
        for var, param in zip(clause.binds, function.params, strict=True):
            nouns[var.id] = told_noun(function.words.name, param, self.type_noun(var.type))
        inner = scope.inner()
        # What is changed of a thing is changed of each such thing.
        every = "each" if function.type.t is T.NUMBER or function.type.t is T.BUNDLE else "one"
        for at, var in enumerate(function.params):
            fixed = clause.fixed[at] if at < len(clause.fixed) else None
            if fixed is not None:
                args.append((var.name, self.term(fixed, scope)))
            else:
                one = w.Group(told_noun(function.words.name, var, self.type_noun(var.type)))
                args.append((var.name, one if var.type.is_set else Chosen(one, every)))
        for var in clause.binds:
            inner.names[var.id] = w.That(nouns[var.id], many=var.type.is_set)
        what: Any
        before = None
        if function.is_number and not function.params:
            what = w.Group(Noun("number", function.words.name), single=True)
            before = constant(function.body, self.program)
            scope.spans.extend([function.words.span] if function.words.span is not None else [])
        else:
            what = w.Phrase(function, tuple(args), None, single=not (function.type.is_set or function.type.is_list))
            if function.type.t is T.TRUTH:
                what = w.Stated(what)
        where, what = self.restricted(clause, what, inner)
        amount = self.term(clause.amount, inner) if clause.amount is not None else None
        limit = w.LimitAct(clause.limit.period, clause.limit.in_all) if clause.limit is not None else None
        body = self.acts(clause.body, inner)
        during = self.reader_of(function) if body and function.type.t is T.NUMBER else None
        return w.ChangePlan(clause.word, what, amount, where, body, limit, before, during)

    def reader_of(self, function: Function) -> Action | None:
        """The one action that looks at a definition."""
        found = [
            action
            for action in self.program.actions.values()
            if any(isinstance(node, p.Call) and node.function is function for node in walk(action.body))
        ]
        return found[0] if len(found) == 1 else None

    def clauses(self, clauses: Sequence[p.Clause], scope: Scope) -> list[w.ClausePlan]:
        """Several clauses of one rule: what they say alike is said once."""
        made: list[w.ClausePlan] = []
        for clause in clauses:
            plan = self.clause(clause, scope.inner())
            joined = alike(made[-1], plan) if made else None
            if joined is not None:
                made[-1] = joined
            else:
                made.append(plan)
        return made

    def restricted(self, clause: p.Modifier, what: Any, scope: Scope) -> tuple[w.Cond | None, Any]:
        """A condition on the modified definition's own parameter belongs to that parameter's noun."""
        if clause.where is None:
            return None, what
        phrase = what.phrase if isinstance(what, w.Stated) else what
        if not isinstance(phrase, w.Phrase) or len(clause.binds) != 1:
            return self.cond(clause.where, scope), what
        if not isinstance(phrase.args[0][1], Chosen):
            test, phrase = self.identified(clause.where, phrase, scope)
            return test, w.Stated(phrase) if isinstance(what, w.Stated) else phrase
        var = clause.binds[0]
        group = phrase.args[0][1].source
        inner = scope.inner()
        inner.names[var.id] = w.It(self.type_noun(var.type))
        rest: list[w.Cond] = []
        for test in conjuncts(self.cond(clause.where, inner)):
            if about_it(test):
                group = with_filter(group, relative(test))
            else:
                rest.append(test)
        phrase = replace(phrase, args=((phrase.args[0][0], replace(phrase.args[0][1], source=group)),))
        what = w.Stated(phrase) if isinstance(what, w.Stated) else phrase
        return together(rest), what

    def identified(self, where: Expr, phrase: w.Phrase, scope: Scope) -> tuple[w.Cond | None, w.Phrase]:
        """`where area is your largest domain` names the area that a definition is changed for."""
        name, arg = phrase.args[0]
        rest: list[w.Cond] = []
        for test in conjuncts(self.cond(where, scope)):
            if isinstance(test, w.Compared) and test.op == "is" and isinstance(test.left, w.That) and test.left.many:
                arg = test.right
            else:
                rest.append(test)
        return together(rest), replace(phrase, args=((name, arg), *phrase.args[1:]))

    def always(self, clause: p.Always, scope: Scope) -> w.ClausePlan:
        return w.AlwaysPlan(self.acts(clause.body, scope))

    CLAUSE: ClassVar[dict[type, Callable[[Planner, Any, Scope], w.ClausePlan]]] = {
        p.Trigger: trigger,
        p.Modifier: modifier,
        p.Always: always,
    }

    # ---- scores and the winner

    def score(self, line: p.WorthLine, scope: Scope) -> w.ScorePlan:
        scope.spans.append(line.span)
        number: Any
        tally = None
        if line.kind == "each" and line.var is not None and line.source is not None:
            source = self.narrowed(line.var, line.source, line.where, scope)
            noun = noun_of(source, self.type_noun(line.var.type), self.program)
            scope.names[line.var.id] = w.It(noun)
            tally = w.Tally("each", source, None, None)
        elif line.kind == "of" and line.source is not None:
            tally = w.Tally("of", self.np(line.source, scope), None, None)
        elif line.kind == "every" and line.source is not None and line.every is not None:
            tally = w.Tally("every", self.np(line.source, scope), self.term(line.every, scope), None)
        elif line.kind == "if" and line.where is not None:
            tally = w.Tally("if", None, None, self.cond(line.where, scope))
        elif line.kind == "if" and line.source is not None:
            tally = w.Tally("if", None, None, self.cond(line.source, scope))
        number = self.term(line.number, scope)
        return w.ScorePlan(number, w.unit_noun(line.unit), tally)

    def winner(self, winner: p.Winner, scope: Scope) -> w.WinnerPlan:
        scope.spans.append(winner.span)
        noun = Noun("side", "") if winner.var.type.t is T.SIDE else Noun("basic", "player")
        inner = scope.inner(Person.THEY)
        inner.names[winner.var.id] = w.Someone(Person.THEY)
        where = self.cond(winner.where, inner) if winner.where is not None else None
        return w.WinnerPlan(noun, where, self.ranks(winner.ranks, inner))
