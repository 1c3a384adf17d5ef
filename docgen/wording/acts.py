"""Statements, clauses, scores and the winner to plans.

A choice is joined to the act that first uses it ("place a pawn on an empty cell"), a lift to the placing that follows
("move one of your pawns to …"), and a call of an action with parameters is read through, so that each call prints the
action's whole sentence with its own arguments, conditions included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import pointing_to, tidy, together
from rulewright.docgen.wording.plan import Act, Acts, Chosen, Noun, Person, Thing
from rulewright.docgen.wording.scope import Fresh, Later, Scope, mentions, walk
from rulewright.docgen.wording.terms import (
    Terms,
    as_np,
    chosen_where,
    conjuncts,
    constant,
    is_single,
    negated,
    noun_of,
    phrase_noun,
    relative,
    with_filter,
)
from rulewright.dsl import program as p
from rulewright.dsl.program import Action, Expr, Function, Program, Stmt, Var
from rulewright.dsl.types import T

_DEEP = 4


class Planner(Terms):
    """Plans for one program. `named` says which actions are spoken of by name even though they have parameters."""

    def __init__(self, program: Program, worded: Callable[[Function], bool], named: Callable[[Action], bool]) -> None:
        super().__init__(program, worded)
        self.named = named
        self.told = 0
        self.idle: dict[str, bool] = {}

    # ---- blocks

    def acts(self, body: Sequence[Stmt], scope: Scope) -> Acts:
        """A block, top to bottom; `scope` learns what the block binds."""
        made: list[Act] = []
        at = 0
        while at < len(body):
            stmt, rest = body[at], body[at + 1 :]
            at += 1
            scope.spans.append(stmt.span)
            if isinstance(stmt, p.Choose) and not stmt.at_random:
                joined = self.joined_choice(stmt, rest, scope)
                if joined is not None:
                    acts, used = joined
                    made.extend(acts)
                    at += used
                    continue
            made.extend(self.STMT[type(stmt)](self, stmt, rest, scope))
        return tidy(made)

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
            nouns.append(noun_of(parts[-1].source, self.type_noun(part.var.type), self.program))
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

    # ---- statements: each gets the statements after it, to see how its names are used

    def let(self, stmt: p.Let, rest: Sequence[Stmt], scope: Scope) -> Acts:
        noun = self.type_noun(stmt.var.type)
        if isinstance(stmt.value, p.Call):
            noun = phrase_noun(w.Phrase(stmt.value.function, ()), self.program) or noun
        many = stmt.var.type.is_set or stmt.var.type.is_list
        pointer = w.That(noun, many=many) if stmt.var.type.t is not T.NUMBER else None
        scope.names[stmt.var.id] = Later(stmt.value, scope.inner(), pointer)
        return ()

    def set_(self, stmt: p.Set, rest: Sequence[Stmt], scope: Scope) -> Acts:
        read = stmt.target
        target: Any = self.flag(read, scope) if read.type.t is T.TRUTH else self.term(read, scope)
        value, change = stmt.value, "set"
        value = regrouped(value, read)
        if isinstance(value, p.Apply) and value.prim in _CHANGES and same_slot(value.args[0], read):
            change = _CHANGES[value.prim]
            value = value.args[1]
        made = self.term(value, scope) if value.type.t is not T.TRUTH else self.cond_or_term(value, scope)
        return (w.SetAct(target, made, change),)

    def place(self, stmt: p.Place, rest: Sequence[Stmt], scope: Scope) -> Acts:
        where = self.thing(stmt.cells, scope)
        return (w.PlaceAct(piece_noun(stmt.piece), self.owner(stmt.owner, scope), where, again=stmt.lifted),)

    def lift(self, stmt: p.Lift, rest: Sequence[Stmt], scope: Scope) -> Acts:
        where = self.thing(stmt.cells, scope)
        return (w.LiftAct(piece_noun(stmt.piece), self.owner(stmt.owner, scope), where, stmt.to),)

    def zone(self, zone: p.Zone | None, key: Expr | None, scope: Scope) -> w.Np | None:
        if zone is None:
            return None
        return w.Group(Noun("place", zone.words.name), self.owner(key, scope), single=True)

    def put(self, stmt: p.Put, rest: Sequence[Stmt], scope: Scope) -> Acts:
        return (w.PutAct(self.thing(stmt.things, scope), self.zone(stmt.zone, stmt.key, scope)),)

    def place_thing(self, stmt: p.PlaceThing, rest: Sequence[Stmt], scope: Scope) -> Acts:
        return (w.LayAct(self.thing(stmt.thing, scope), self.thing(stmt.spot, scope)),)

    def draw(self, stmt: p.Draw, rest: Sequence[Stmt], scope: Scope) -> Acts:
        if constant(stmt.number, self.program) == 0:
            return ()
        source = self.zone(stmt.source, stmt.source_key, scope)
        zone = self.zone(stmt.zone, stmt.key, scope)
        assert source is not None and zone is not None
        what = Noun("component", stmt.source.component)
        return (w.DrawAct(self.term(stmt.number, scope), what, source, zone),)

    def transfer(self, stmt: p.Transfer, rest: Sequence[Stmt], scope: Scope) -> Acts:
        times = None
        if stmt.times is not None:
            times = self.times(stmt.times, scope)
        return (w.TransferAct(stmt.mode, self.amount(stmt.amount, scope), times),)

    def times(self, expr: Expr, scope: Scope) -> w.Tally:
        """What an amount is multiplied by, as `for each`, `for every` or `if`."""
        if isinstance(expr, p.Apply) and expr.prim is p.Prim.COUNT:
            return w.Tally("of", self.np(expr.args[0], scope), None, None)
        if isinstance(expr, p.Fold) and expr.over is p.Over.COUNT:
            return w.Tally("each", as_np(self.narrowed(expr.var, expr.source, expr.where, scope)), None, None)
        if isinstance(expr, p.Apply) and expr.prim is p.Prim.DIV_DOWN:
            counted = self.term(expr.args[0], scope)
            source = counted.source if isinstance(counted, w.Count) else as_np(counted)
            return w.Tally("every", source, self.term(expr.args[1], scope), None)
        if isinstance(expr, p.Cond) and constant(expr.otherwise, self.program) == 0:
            return w.Tally("if", None, None, self.cond(expr.test, scope))
        return w.Tally("times", as_np(self.term(expr, scope)), None, None)

    def amount(self, amount: p.Amount, scope: Scope) -> w.Amount:
        return self.AMOUNT[type(amount)](self, amount, scope)

    def units(self, amount: p.Units, scope: Scope) -> w.Amount:
        return w.Units(self.term(amount.number, scope), w.unit_noun(amount.unit))

    def any_units(self, amount: p.AnyUnits, scope: Scope) -> w.Amount:
        return w.AnyUnits(self.term(amount.number, scope), Noun("unitgroup", amount.group))

    def all_units(self, amount: p.AllUnits, scope: Scope) -> w.Amount:
        if len(amount.units) > 1:
            return w.AllUnits((Noun("unitgroup", amount.name),))
        return w.AllUnits(tuple(w.unit_noun(unit) for unit in amount.units))

    def piece_units(self, amount: p.PieceUnits, scope: Scope) -> w.Amount:
        return w.Units(self.term(amount.number, scope), piece_noun(amount.piece))

    def thing_units(self, amount: p.ThingUnits, scope: Scope) -> w.Amount:
        return w.Units(self.term(amount.number, scope), Noun("component", amount.component.name))

    def bundle_amount(self, amount: p.Bundle, scope: Scope) -> w.Amount:
        return w.Worth(self.term(amount.value, scope))

    def both(self, amount: p.Both, scope: Scope) -> w.Amount:
        return w.Together(tuple(self.amount(part, scope) for part in amount.parts), "and")

    def one_of(self, amount: p.OneOf, scope: Scope) -> w.Amount:
        return w.Together(tuple(self.amount(part, scope) for part in amount.parts), "or")

    AMOUNT: ClassVar[dict[type, Callable[[Planner, Any, Scope], w.Amount]]] = {
        p.Units: units,
        p.AnyUnits: any_units,
        p.AllUnits: all_units,
        p.PieceUnits: piece_units,
        p.ThingUnits: thing_units,
        p.Bundle: bundle_amount,
        p.Both: both,
        p.OneOf: one_of,
    }

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
        plain = (not action.params and not given) or not action.body or self.named(action) or scope.depth >= _DEEP
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

    def by_name(self, stmt: p.CallAction, scope: Scope) -> Acts:
        args: list[tuple[str | None, Any]] = []
        for (prep, _), arg in zip(stmt.action.params, stmt.args, strict=True):
            args.append((prep, self.thing(arg, scope) if arg.type.t is not T.NUMBER else self.term(arg, scope)))
        if not args and self.is_idle(stmt.action):
            return ()
        piece = self.told_piece(stmt.action) if not args and scope.depth < _DEEP else None
        return (w.CallAct(stmt.action, tuple(args), piece),)

    def is_idle(self, action: Action) -> bool:
        """Whether an action holds nothing but steps that other rules wait for."""
        if action.key not in self.idle:
            # While it is being found out, an action that comes back to itself is taken to do something.
            self.idle[action.key] = False
            self.idle[action.key] = bool(action.body) and not self.acts(action.body, Scope(depth=_DEEP - 1))
        return self.idle[action.key]

    def do(self, stmt: p.Do, rest: Sequence[Stmt], scope: Scope) -> Acts:
        field = Noun("field", stmt.field.name, stmt.field.component) if stmt.field is not None else None
        return (w.UseAct(self.thing(stmt.thing, scope), field),)

    def if_(self, stmt: p.If, rest: Sequence[Stmt], scope: Scope) -> Acts:
        test = self.cond(stmt.test, scope)
        fixed = int(test.value) if isinstance(test, w.Sure) else constant(stmt.test, self.program)
        if fixed is not None:
            return self.acts(stmt.then if fixed else stmt.otherwise, scope)
        then, otherwise = self.acts(stmt.then, scope.inner()), self.acts(stmt.otherwise, scope.inner())
        if not then:
            return (w.IfAct(negated(test), otherwise, ()),) if otherwise else ()
        if isinstance(test, w.Counted) and test.op == "is" and test.number == w.Number(1):
            noun = self.element_noun(test.source)
            then = pointing_to(then, w.That(noun, many=True), w.That(noun))
            then, otherwise = (
                pointing_to(then, test.source, w.That(noun)),
                pointing_to(otherwise, test.source, w.That(noun, many=True)),
            )
        return (w.IfAct(test, then, otherwise),)

    def element_noun(self, np: w.Np) -> Noun:
        """What one of a set is called."""
        zone = self.program.zones.get(np.noun.name) if isinstance(np, w.Group) and np.noun.kind == "zone" else None
        return (
            Noun("component", zone.component)
            if zone is not None
            else noun_of(np, Noun("basic", "player"), self.program)
        )

    def for_each(self, stmt: p.ForEach, rest: Sequence[Stmt], scope: Scope) -> Acts:
        if is_roll(stmt):
            return (w.RollAct(self.thing(stmt.source, scope)),)
        row = row_closed_up(stmt)
        zone = self.zone(row.zone, row.key, scope) if row is not None else None
        if zone is not None:
            return (w.CloseUpAct(zone),)
        if is_everyone(stmt) and isinstance(stmt.body[0], p.As):
            done = stmt.body[0].body
            yours, theirs = self.acts(done, scope.inner()), self.acts(done, scope.inner(Person.THEY))
            return (w.PlayersAct(None, None, None, yours, theirs),)
        source = self.narrowed(stmt.var, stmt.source, stmt.where, scope)
        noun = noun_of(source, self.type_noun(stmt.var.type), self.program)
        inner = scope.inner()
        by = None
        if stmt.by is not None:
            inner.names[stmt.var.id] = w.It(noun)
            by = self.term(stmt.by, inner)
        each = Fresh(Chosen(source, "each"), noun)
        inner.names[stmt.var.id] = each
        body = self.acts(stmt.body, inner)
        if each.said and not each.spoilt and len(body) == 1 and by is None:
            return body
        inner = scope.inner()
        inner.names[stmt.var.id] = w.That(noun)
        return (w.EachAct(source, self.acts(stmt.body, inner), by),)

    def each_player(self, stmt: p.EachPlayer, rest: Sequence[Stmt], scope: Scope) -> Acts:
        among = self.np(stmt.among, scope) if stmt.among is not None else None
        start = self.np(stmt.start, scope) if stmt.start is not None else None
        where = self.cond(stmt.where, scope.inner(Person.THEY)) if stmt.where is not None else None
        third = self.acts(stmt.body, scope.inner(Person.THEY))
        body = self.acts(stmt.body, scope.inner())
        is_turn = len(stmt.body) == 1 and isinstance(stmt.body[0], p.CallAction) and not stmt.body[0].args
        return (w.PlayersAct(among, start, where, body, third, is_turn),)

    def repeat(self, stmt: p.Repeat, rest: Sequence[Stmt], scope: Scope) -> Acts:
        times = self.term(stmt.times, scope) if stmt.times is not None else None
        test = self.cond(stmt.test, scope) if stmt.test is not None else None
        body = self.acts(stmt.body, scope.inner())
        until = self.cond(stmt.until, scope) if stmt.until is not None else None
        return (w.RepeatAct(times, test, until, body),)

    def may(self, stmt: p.May, rest: Sequence[Stmt], scope: Scope) -> Acts:
        times = self.term(stmt.times, scope) if stmt.times is not None else None
        return (w.MayAct(times, stmt.any_times, self.acts(stmt.body, scope)),)

    def must(self, stmt: p.Must, rest: Sequence[Stmt], scope: Scope) -> Acts:
        return (w.MustAct(self.acts(stmt.body, scope)),)

    def either(self, stmt: p.Either, rest: Sequence[Stmt], scope: Scope) -> Acts:
        return (w.EitherAct(tuple(self.acts(branch, scope.inner()) for branch in stmt.branches)),)

    def any_order(self, stmt: p.AnyOrder, rest: Sequence[Stmt], scope: Scope) -> Acts:
        return (w.AnyOrderAct(self.acts(stmt.items, scope)),)

    def secret(self, stmt: p.Secret, rest: Sequence[Stmt], scope: Scope) -> Acts:
        inner = scope.inner(Person.THEY)
        chosen = self.chosen(stmt.part, inner)
        noun = noun_of(chosen.source, self.type_noun(stmt.part.var.type), self.program)
        inner.names[stmt.part.var.id] = w.It(noun)
        where = [test for expr in stmt.where for test in conjuncts(self.cond(expr, inner))]
        scope.names[stmt.part.var.id] = w.Group(Noun("chosen", noun.name, noun.kind), Person.YOU, single=True)
        return (w.ChooseAct((chosen_where(chosen, where),), secret=True),)

    def take_turns(self, stmt: p.TakeTurns, rest: Sequence[Stmt], scope: Scope) -> Acts:
        until = self.cond(stmt.until, scope) if stmt.until is not None else None
        return (w.TurnsAct(until, self.acts(stmt.body, scope.inner())),)

    def as_(self, stmt: p.As, rest: Sequence[Stmt], scope: Scope) -> Acts:
        who = self.np(stmt.who, scope)
        third = self.acts(stmt.body, scope.inner(Person.THEY))
        if isinstance(who, w.Choice):
            yours = self.acts(stmt.body, scope.inner())
            cases = (who.then, who.otherwise)
            then, otherwise = (
                yours if case == w.Someone(Person.YOU) else (w.AsAct(as_np(case), third),) for case in cases
            )
            return (w.IfAct(who.test, then, otherwise),)
        return (w.AsAct(who, third),)

    def step(self, stmt: p.Step, rest: Sequence[Stmt], scope: Scope) -> Acts:
        acts = self.acts(stmt.body, scope)
        return (w.StepAct(stmt.words, acts),) if acts else ()

    def needs(self, stmt: p.Needs, rest: Sequence[Stmt], scope: Scope) -> Acts:
        test = self.cond(stmt.test, scope)
        return () if test == w.Sure(True) else (w.NeedAct(test),)

    def limit(self, stmt: p.Limit, rest: Sequence[Stmt], scope: Scope) -> Acts:
        return (w.LimitAct(stmt.period, stmt.in_all),)

    def shuffle(self, stmt: p.Shuffle, rest: Sequence[Stmt], scope: Scope) -> Acts:
        zone = self.zone(stmt.zone, stmt.key, scope)
        assert zone is not None
        return (w.ShuffleAct(zone),)

    def show(self, stmt: p.Show, rest: Sequence[Stmt], scope: Scope) -> Acts:
        """Rolled dice are taken from sight first, which nobody needs to be told."""
        return () if stmt.hide else (w.ShowAct(self.np(stmt.things, scope), stmt.to_all),)

    def reveal_choice(self, stmt: p.RevealChoice, rest: Sequence[Stmt], scope: Scope) -> Acts:
        bound = scope.names.get(stmt.var.id)
        noun = bound.noun if isinstance(bound, w.Group) else self.type_noun(stmt.var.type)
        return (w.ShowAct(w.Group(noun, None), True),)

    def assemble(self, stmt: p.Assemble, rest: Sequence[Stmt], scope: Scope) -> Acts:
        as_drawn = stmt.turns is not None and all(x.value == 0 for x in walk(stmt.turns) if isinstance(x, p.Const))
        turned = None if len(stmt.board.turned) < 2 or (stmt.turns is not None and not as_drawn) else not as_drawn
        return (w.AssembleAct(Noun("board", stmt.board.name), self.np(stmt.maps, scope), turned),)

    def order_players(self, stmt: p.OrderPlayers, rest: Sequence[Stmt], scope: Scope) -> Acts:
        first = self.np(stmt.first, scope) if stmt.first is not None else None
        order = self.np(stmt.order, scope) if stmt.order is not None else None
        return (w.OrderAct(first, order, stmt.at_random),)

    def plain(self, stmt: p.Plain, rest: Sequence[Stmt], scope: Scope) -> Acts:
        return (w.WordAct(stmt.word.value),)

    STMT: ClassVar[dict[type, Callable[[Planner, Any, Sequence[Stmt], Scope], Acts]]] = {
        p.Let: let,
        p.Set: set_,
        p.Place: place,
        p.PlaceThing: place_thing,
        p.Lift: lift,
        p.Put: put,
        p.Draw: draw,
        p.Transfer: transfer,
        p.Choose: choose,
        p.CallAction: call_action,
        p.Do: do,
        p.If: if_,
        p.ForEach: for_each,
        p.EachPlayer: each_player,
        p.Repeat: repeat,
        p.May: may,
        p.Must: must,
        p.Either: either,
        p.AnyOrder: any_order,
        p.Secret: secret,
        p.TakeTurns: take_turns,
        p.As: as_,
        p.Step: step,
        p.Needs: needs,
        p.Limit: limit,
        p.Shuffle: shuffle,
        p.Show: show,
        p.RevealChoice: reveal_choice,
        p.Assemble: assemble,
        p.OrderPlayers: order_players,
        p.Plain: plain,
    }

    # ---- clauses

    def clause(self, clause: p.Clause, scope: Scope) -> w.ClausePlan:
        scope.spans.append(clause.span)
        return self.CLAUSE[type(clause)](self, clause, scope)

    def event(self, pattern: p.Pattern, scope: Scope) -> w.Event:
        actions = self.actions_named(pattern.event)
        action = actions[0] if actions else None
        places: list[tuple[str, w.Np]] = []
        for prep, var in pattern.binds:
            noun = self.type_noun(var.type)
            scope.names[var.id] = w.That(noun)
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
        lasting = action is not None and not self.is_brief(action)
        return w.Event(pattern.actor, verb, pattern.is_step, action, thing, tuple(places), during, lasting)

    def is_brief(self, action: Action) -> bool:
        """Whether an action is done in one act."""
        return not action.body or is_one_sentence(self.acts(action.body, Scope(depth=_DEEP - 1)))

    def told_piece(self, action: Action) -> Noun | None:
        """The piece an action is about, where its sentence names one."""
        acts = [act for act in self.acts(action.body, Scope(depth=_DEEP - 1)) if not isinstance(act, w.NeedAct)]
        return acts[0].piece if len(acts) == 1 and isinstance(acts[0], (w.PlaceAct, w.MoveAct)) else None

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
        return w.WhenPlan(clause.timing, event, where, self.acts(clause.body, scope), limit)

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
        for var in clause.binds:
            nouns[var.id] = self.type_noun(var.type)
        inner = scope.inner()
        for at, var in enumerate(function.params):
            fixed = clause.fixed[at] if at < len(clause.fixed) else None
            if fixed is not None:
                args.append((var.name, self.term(fixed, scope)))
            else:
                one = w.Group(self.type_noun(var.type))
                args.append((var.name, one if var.type.is_set else Chosen(one)))
        for var in clause.binds:
            inner.names[var.id] = w.That(nouns[var.id], many=var.type.is_set)
        what: Any
        before = None
        if function.is_number and not function.params:
            what = w.Group(Noun("number", function.words.name), single=True)
            before = constant(function.body, self.program)
        else:
            what = w.Phrase(function, tuple(args), None, single=not (function.type.is_set or function.type.is_list))
            if function.type.t is T.TRUTH:
                what = w.Stated(what)
        where, what = self.restricted(clause, what, inner)
        amount = self.term(clause.amount, inner) if clause.amount is not None else None
        limit = w.LimitAct(clause.limit.period, clause.limit.in_all) if clause.limit is not None else None
        return w.ChangePlan(clause.word, what, amount, where, self.acts(clause.body, inner), limit, before)

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
        phrase = replace(phrase, args=((phrase.args[0][0], Chosen(group)),))
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


_CHANGES = {p.Prim.ADD: "raise", p.Prim.SUB: "lower", p.Prim.UNION: "add", p.Prim.EXCEPT: "drop"}


def piece_noun(piece: p.Piece) -> Noun:
    return Noun("piece", piece.words.name)


def same_slot(expr: Expr, read: p.Read) -> bool:
    """Whether an expression reads the slot that is being set."""
    return isinstance(expr, p.Read) and expr.store is read.store and expr.name == read.name


def regrouped(value: Expr, read: p.Read) -> Expr:
    """`score + a - b` as `score + (a - b)`: one change of the slot that is being set."""
    match value:
        case p.Apply(prim=p.Prim.SUB, args=(p.Apply(prim=p.Prim.ADD, args=(slot, more)) as inner, less)):
            if same_slot(slot, read):
                return replace(inner, args=(slot, replace(value, args=(more, less))))
    return value


def named_object(text: str) -> Noun:
    """What a pattern names by text: this thing, a design, or a group of units."""
    sort, _, name = text.partition(":")
    match sort:
        case "design":
            component, _, design = name.partition(":")
            return Noun("design", design, component)
        case "group":
            return Noun("unitgroup", name)
        case _:
            return Noun("this", "this")


def is_roll(stmt: p.ForEach) -> bool:
    """Whether each of some dice takes a face at random."""
    match stmt.body:
        case (p.Choose(at_random=True, parts=(p.Part(var=face),)), p.Set(target=p.Read(name="face"), value=p.Local())):
            return stmt.body[1].value.var.id == face.id  # type: ignore[union-attr]
        case _:
            return False


def row_closed_up(stmt: p.ForEach) -> p.Put | None:
    """Whether each thing of a row is put into that row again, which leaves no gap."""
    match stmt:
        case p.ForEach(
            source=p.Read(store=p.Store.ZONE, name=name, key=None),
            where=None,
            body=(p.Put(things=things, zone=p.Zone() as zone) as put,),
        ) if zone.words.name == name and zone.slots is not None:
            while isinstance(things, p.Apply) and things.prim is p.Prim.SINGLE:
                things = things.args[0]
            return put if isinstance(things, p.Local) and things.var is stmt.var else None
        case _:
            return None


def is_everyone(stmt: p.ForEach) -> bool:
    """Whether every player, or every side, does something for itself."""
    match stmt:
        case p.ForEach(
            source=p.Apply(prim=p.Prim.PLAYERS | p.Prim.SIDES), where=None, body=(p.As(who=p.Local(var=who)),)
        ):
            return who.id == stmt.var.id
        case p.ForEach(
            source=p.Apply(prim=p.Prim.SIDES),
            where=None,
            body=(p.As(who=p.Apply(prim=p.Prim.PLAYER_OF, args=(p.Local(var=who),))),),
        ):
            return who.id == stmt.var.id
        case _:
            return False


def pointing(nouns: Sequence[Noun], at: int) -> int:
    """1 or 2 where two parts of a choice share a noun, else 0."""
    return at + 1 if nouns.count(nouns[at]) > 1 else 0


def about_it(test: Any) -> bool:
    """Whether a condition speaks of the element alone."""
    return isinstance(test, (w.Compared, w.Stands, w.Stated, w.Flag)) and mentions_it(test)


def mentions_it(test: Any) -> bool:
    return any(isinstance(node, w.It) for node in walk(test))


def is_one_sentence(acts: Acts) -> bool:
    """Whether an action is told by one act, apart from what it needs."""
    told = [act for act in acts if not isinstance(act, w.NeedAct)]
    return len(told) == 1 and not isinstance(told[0], (w.IfAct, w.EachAct, w.RepeatAct, w.EitherAct, w.AnyOrderAct))


def renamed(acts: Acts, action: Action) -> Acts:
    """An action that is one placing or one move lends it its verb."""
    if len(acts) == 1 and isinstance(acts[0], (w.PlaceAct, w.MoveAct)):
        return (replace(acts[0], verb=action.words.name),)
    return acts


__all__ = ["Planner", "is_single"]
