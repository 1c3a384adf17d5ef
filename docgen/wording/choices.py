"""Choices and calls to plans: a choice is told by the act that first uses it, a short action by its own sentence."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.amounts import Amounts
from rulewright.docgen.wording.constants import constant
from rulewright.docgen.wording.plan import Act, Acts, Chosen, Noun, Thing
from rulewright.docgen.wording.recognise import is_one_sentence, pointing, renamed, told_noun
from rulewright.docgen.wording.reshape import chosen_where, conjuncts, noun_of
from rulewright.docgen.wording.scope import Fresh, Scope, walk
from rulewright.dsl import program as p
from rulewright.dsl.check.compile import every_node
from rulewright.dsl.program import Action, Expr, Function, Program, Stmt, Var, Zone
from rulewright.dsl.types import T

# How deep calls of actions are read through.
DEEP = 4
# Acts that are as short as the name of an action that holds nothing else.
PLAIN = (w.PlaceAct, w.MoveAct, w.LiftAct, w.PutAct, w.TransferAct, w.MayAct, w.CallAct)


class Choices(Amounts):
    """Choices and calls."""

    def __init__(
        self,
        program: Program,
        worded: Callable[[Function], bool],
        named: Callable[[Action], bool],
        at: Callable[[Zone], bool],
    ) -> None:
        super().__init__(program, worded)
        self.named = named
        self.at = at
        self.told = 0
        self.idle: dict[str, bool] = {}
        self.pieces: dict[str, Noun | None] = {}
        self.waited = waited_for(program)
        self.homes = homes_of_calls(program)

    STMT: ClassVar[dict[type, Callable[[Any, Any, Sequence[Stmt], Scope], Acts]]]

    @abstractmethod
    def acts(self, body: Sequence[Stmt], scope: Scope) -> Acts: ...
    @abstractmethod
    def let(self, stmt: p.Let, rest: Sequence[Stmt], scope: Scope) -> Acts: ...

    def joined_choice(self, stmt: p.Choose, rest: Sequence[Stmt], scope: Scope) -> tuple[list[Act], int] | None:
        """The choice told by the act that follows it; None where no act describes every part of it."""
        trial = scope.inner()
        trial.spans = []
        fresh = self.fresh_parts(stmt, trial)
        skip = 0
        while skip < len(rest) and isinstance(rest[skip], p.Let):
            self.let(rest[skip], rest[skip + 1 :], trial)  # type: ignore[arg-type]
            skip += 1
        acts: list[Act] = []
        used = skip
        for next_stmt in rest[skip : skip + 2]:
            if all(f.said for f in fresh):
                break
            if isinstance(next_stmt, (p.Choose, p.If, p.Needs)):
                break
            trial.spans.append(next_stmt.span)
            acts.extend(self.STMT[type(next_stmt)](self, next_stmt, (), trial))
            used += 1
        if not all(f.said and not f.spoilt for f in fresh) or any(isinstance(a, w.IfAct) for a in acts):
            return None
        if [f.turn for f in fresh] != sorted(f.turn for f in fresh):
            return None
        scope.spans.extend(trial.spans)
        for part, known in zip(stmt.parts, fresh, strict=True):
            scope.names[part.var.id] = self.pointer(known.noun, scope)
        for key, bound in trial.names.items():
            scope.names.setdefault(key, bound)
        acts.extend(self.cannot(stmt, scope))
        return acts, used

    def fresh_parts(self, stmt: p.Choose, scope: Scope) -> list[Fresh]:
        parts: list[Chosen] = []
        fresh: list[Fresh] = []
        nouns: list[Noun] = []
        known = scope.inner()
        for part in stmt.parts:
            parts.append(self.chosen(part, known))
            noun = noun_of(parts[-1].source, self.type_noun(part.var.type), self.program)
            nouns.append(told_noun("choose", part.var, noun))
            known.names[part.var.id] = w.That(nouns[-1], many=part.var.type.is_set)
        last = len(parts) - 1
        inner = scope.inner()
        for at, part in enumerate(stmt.parts):
            many = part.var.type.is_set or part.var.type.is_list
            it = at == last and not many and not pointing(nouns, at)
            inner.names[part.var.id] = w.It(nouns[at]) if it else w.That(nouns[at], pointing(nouns, at), many)
        where = [test for expr in stmt.where for test in conjuncts(self.cond(expr, inner))]
        possible = tuple(test for expr in stmt.possible for test in conjuncts(self.cond(expr, inner)))
        for at, part in enumerate(stmt.parts):
            chosen = parts[at]
            if at == last:
                chosen = replace(chosen_where(chosen, where), possible=possible)
            if nouns[at].home.startswith("choose."):
                chosen = replace(chosen, noun=nouns[at])
            fresh.append(Fresh(chosen, nouns[at]))
            scope.names[part.var.id] = fresh[-1]
        return fresh

    def pointer(self, noun: Noun, scope: Scope) -> w.That:
        return w.That(noun)

    def chosen(self, part: p.Part, scope: Scope) -> Chosen:
        number = self.term(part.number, scope) if part.number is not None else None
        inner = scope.inner()
        for key, bound in scope.names.items():
            if isinstance(bound, Fresh):
                inner.names[key] = w.That(bound.noun)
        return Chosen(self.np(part.source, inner), part.quantity, number)

    def cannot(self, stmt: p.Choose, scope: Scope) -> list[Act]:
        return [] if stmt.otherwise is None else [w.CannotAct(self.acts(stmt.otherwise, scope.inner()))]

    def thing(self, expr: Expr, scope: Scope) -> Thing:
        """What an act is done to: a choice not yet told is told here."""
        while isinstance(expr, p.Apply) and expr.prim is p.Prim.SINGLE:
            expr = expr.args[0]
        if isinstance(expr, p.Local):
            bound = scope.names.get(expr.var.id)
            if isinstance(bound, Fresh) and not bound.said:
                bound.said = True
                self.told += 1
                bound.turn = self.told
                scope.names[expr.var.id] = w.That(bound.noun)
                return bound.chosen
        return self.np(expr, scope)

    def choose(self, stmt: p.Choose, rest: Sequence[Stmt], scope: Scope) -> Acts:
        trial = scope.inner()
        fresh = self.fresh_parts(stmt, trial)
        nouns = [known.noun for known in fresh]
        for at, part in enumerate(stmt.parts):
            many = part.quantity in ("some", "up_to") or constant(part.number, self.program) not in (None, 1)
            scope.names[part.var.id] = w.That(nouns[at], pointing(nouns, at), many)
        parts = tuple(known.chosen for known in fresh)
        return (w.ChooseAct(parts, at_random=stmt.at_random), *self.cannot(stmt, scope))

    def call_action(self, stmt: p.CallAction, rest: Sequence[Stmt], scope: Scope) -> Acts:
        action = stmt.action
        given = "|" in action.key
        plain = (not action.params and not given) or not action.body or self.named(action) or scope.depth >= DEEP
        if plain and (short := self.in_its_place(stmt, scope)) is not None:
            return short
        if plain or any(isinstance(node, p.CallAction) and node.action is action for node in walk(action.body)):
            return self.by_name(stmt, scope)
        inner = scope.called()
        fresh: list[tuple[Var, int]] = []
        for (_, var), arg in zip(action.params, stmt.args, strict=True):
            while isinstance(arg, p.Apply) and arg.prim is p.Prim.SINGLE:
                arg = arg.args[0]
            bound = scope.names.get(arg.var.id) if isinstance(arg, p.Local) else None
            if isinstance(bound, Fresh) and isinstance(arg, p.Local):
                inner.names[var.id] = replace(bound)
                fresh.append((arg.var, var.id))
            else:
                inner.names[var.id] = self.term(arg, scope)
        told = {key: inner.names[key] for _, key in fresh}
        acts = self.acts(action.body, inner)
        if not is_one_sentence(acts) and not given:
            return self.by_name(stmt, scope)
        for var, key in fresh:
            before = scope.names[var.id]
            inside = told[key]
            assert isinstance(before, Fresh) and isinstance(inside, Fresh)
            before.said, before.spoilt, before.turn = inside.said, inside.spoilt, inside.turn
            scope.names[var.id] = inner.names[key] if inside.said else before
        return tuple(renamed(acts, action))

    def in_its_place(self, stmt: p.CallAction, scope: Scope) -> Acts | None:
        """An action told where it is called: one plain act that one rule alone speaks of, and nothing waits for."""
        action = stmt.action
        if action.params or scope.depth >= DEEP or not self.is_done_once(action):
            return None
        acts = self.acts(action.body, scope.called())
        told = [act for act in acts if not isinstance(act, w.NeedAct)]
        return acts if len(told) == 1 and isinstance(told[0], PLAIN) else None

    def is_done_once(self, action: Action) -> bool:
        """Whether one rule alone speaks of an action: nothing else does it, and nothing waits for it."""
        homes = self.homes.get(action.key, set())
        is_known = self.named(action) or "|" in action.key or action.words.name in self.waited
        return not is_known and len(homes) == 1 and "play" not in homes

    def by_name(self, stmt: p.CallAction, scope: Scope) -> Acts:
        args: list[tuple[str | None, Any]] = []
        for (prep, _), arg in zip(stmt.action.params, stmt.args, strict=True):
            args.append((prep, self.thing(arg, scope) if arg.type.t is not T.NUMBER else self.term(arg, scope)))
        if not args and self.is_idle(stmt.action):
            return ()
        piece = self.told_piece(stmt.action) if not args and scope.depth < DEEP else None
        return (w.CallAct(stmt.action, tuple(args), piece),)

    def is_idle(self, action: Action) -> bool:
        """Whether an action holds nothing but steps that other rules wait for."""
        if action.key not in self.idle:
            # While it is being found out, an action that comes back to itself is taken to do something.
            self.idle[action.key] = False
            self.idle[action.key] = bool(action.body) and not self.acts(action.body, Scope(depth=DEEP - 1))
        return self.idle[action.key]

    def told_piece(self, action: Action) -> Noun | None:
        """The piece an action is about, where its sentence names one."""
        if action.key not in self.pieces:
            self.pieces[action.key] = None  # while it is being found out: an action may come back to itself
            acts = [act for act in self.acts(action.body, Scope(depth=DEEP - 1)) if not isinstance(act, w.NeedAct)]
            if len(acts) == 1 and isinstance(acts[0], w.PlaceAct | w.MoveAct):
                self.pieces[action.key] = acts[0].piece
        return self.pieces[action.key]


def waited_for(program: Program) -> set[str]:
    """The names of actions that triggers wait for or limits count by: these are spoken of by name."""
    clauses = [clause for rule in program.rules.values() for clause in rule.clauses]
    for component in program.components.values():
        clauses.extend(clause for design in component.designs for clause in design.clauses)
    patterns = [clause.pattern for clause in clauses if isinstance(clause, p.Trigger)]
    names = {name for pattern in patterns for name in (pattern.event, pattern.during) if name}
    return names | {node.period for node in every_node(program) if isinstance(node, p.Limit)}


def homes_of_calls(program: Program) -> dict[str, set[str]]:
    """For each action, by its key, the actions and designs that call it; what else calls is one more home."""
    found: dict[str, set[str]] = {}
    bodies: list[tuple[str, Any]] = [("setup", program.setup), ("play", program.play)]
    bodies += [(f"action {action.key}", action.body) for action in program.actions.values()]
    bodies += [(f"rule {rule.words.name}", tuple(rule.clauses)) for rule in program.rules.values()]
    for component in program.components.values():
        for design in component.designs:
            bodies.append((f"{component.name} {design.words.name}", (design.body, design.clauses)))
    for home, body in bodies:
        for node in walk(body):
            if isinstance(node, p.CallAction):
                found.setdefault(node.action.key, set()).add(home)
    return found
