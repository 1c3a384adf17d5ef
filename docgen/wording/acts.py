"""Statements to plans.

A choice is joined to the act that first uses it ("place a pawn on an empty cell"), a lift to the placing that follows
("move one of your pawns to …"), and a call of an action with parameters is read through, so that each call prints the
action's whole sentence with its own arguments, conditions included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypeGuard

from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.aggregate import pointing_to, tidy
from rulewright.docgen.wording.choices import DEEP, Choices
from rulewright.docgen.wording.constants import constant
from rulewright.docgen.wording.plan import Act, Acts, Chosen, Noun, Person
from rulewright.docgen.wording.recognise import (
    is_everyone,
    is_reroll,
    is_roll,
    is_round,
    piece_noun,
    regrouped,
    row_closed_up,
    same_slot,
    told_noun,
    waits_for,
)
from rulewright.docgen.wording.reshape import as_np, chosen_where, conjuncts, negated, noun_of, phrase_noun
from rulewright.docgen.wording.scope import Fresh, Later, Scope, mentions, walk
from rulewright.dsl import program as p
from rulewright.dsl.program import Expr, Stmt
from rulewright.dsl.types import T


class Statements(Choices):
    """Blocks and statements. Each statement gets those after it, to see how its names are used."""

    # ---- blocks

    def acts(self, body: Sequence[Stmt], scope: Scope) -> Acts:
        """A block, top to bottom; `scope` learns what the block binds."""
        made: list[Act] = []
        at = 0
        while at < len(body):
            stmt, rest = body[at], body[at + 1 :]
            at += 1
            scope.spans.append(stmt.span)
            self.learn(stmt, scope)
            if isinstance(stmt, p.Choose) and not stmt.at_random:
                joined = self.joined_choice(stmt, rest, scope)
                if joined is not None:
                    acts, used = joined
                    made.extend(acts)
                    at += used
                    self.tell_apart(body[:at], body[at:], scope)
                    continue
            made.extend(self.STMT[type(stmt)](self, stmt, rest, scope))
            self.tell_apart(body[:at], rest, scope)
        return tidy(made)

    def tell_apart(self, done: Sequence[Stmt], rest: Sequence[Stmt], scope: Scope) -> None:
        """Two things chosen one after the other, both spoken of later by one noun: the first and the second of them."""
        told = [part.var for stmt in done if isinstance(stmt, p.Choose) for part in stmt.parts]
        told += [stmt.var for stmt in done if isinstance(stmt, p.Let)]
        alike: dict[Noun, list[int]] = {}
        for var in told:
            bound = scope.names.get(var.id)
            that = bound.pointer if isinstance(bound, Later) and bound.said else bound
            if isinstance(that, w.That) and not that.order and not that.many and mentions(tuple(rest), var):
                alike.setdefault(that.noun, []).append(var.id)
        for noun, ids in alike.items():
            if len(ids) == 2:
                for order, key in enumerate(ids, 1):
                    scope.names[key] = w.That(noun, order)

    def learn(self, stmt: Stmt, scope: Scope) -> None:
        """What a memory surely holds is not sure any more once something sets it in some case only, or out of sight."""
        if not scope.known or isinstance(stmt, (p.Step, p.Set)):
            return
        if isinstance(stmt, p.If) and self.sure_of(stmt.test, scope) is not None:
            return
        inside: list[Any] = [stmt]
        seen: set[str] = set()
        while inside:
            for node in walk(inside.pop()):
                if isinstance(node, p.Set) and not (isinstance(stmt, p.CallAction) and node in stmt.action.body):
                    scope.known.pop(node.target.name, None)
                elif isinstance(node, p.CallAction) and node.action.key not in seen:
                    seen.add(node.action.key)
                    inside.append(node.action.body)

    def sure_of(self, test: Expr, scope: Scope) -> bool | None:
        """The value of a memory that is known at this point; None for any other truth."""
        if isinstance(test, p.Read) and test.store is p.Store.MEMORY and scope.known is not None:
            return scope.known.get(test.name)
        return None

    # ---- statements: each gets the statements after it, to see how its names are used

    def let(self, stmt: p.Let, rest: Sequence[Stmt], scope: Scope) -> Acts:
        noun = self.type_noun(stmt.var.type)
        if isinstance(stmt.value, p.Call):
            noun = phrase_noun(w.Phrase(stmt.value.function, ()), self.program) or noun
        many = stmt.var.type.is_set or stmt.var.type.is_list
        pointer = w.That(noun, many=many) if stmt.var.type.t is not T.NUMBER else self.number_let(stmt, rest)
        scope.names[stmt.var.id] = Later(stmt.value, scope.inner(), pointer)
        return ()

    def number_let(self, stmt: p.Let, rest: Sequence[Stmt]) -> w.That | None:
        """How to point at a number that was kept, where what it was counted from has changed since."""
        zones = {node.name for node in walk(stmt.value) if isinstance(node, p.Read) and node.store is p.Store.ZONE}
        filled = {node.zone.words.name for node in walk(tuple(rest)) if isinstance(node, p.Draw)}
        return w.That(told_noun("let", stmt.var, Noun("basic", "number"))) if zones & filled else None

    def set_(self, stmt: p.Set, rest: Sequence[Stmt], scope: Scope) -> Acts:
        read = stmt.target
        target: Any = self.flag(read, scope) if read.type.t is T.TRUTH else self.term(read, scope)
        value, change = stmt.value, "set"
        value = regrouped(value, read)
        if isinstance(value, p.Apply) and value.prim in _CHANGES and same_slot(value.args[0], read):
            change = _CHANGES[value.prim]
            value = value.args[1]
        made = self.term(value, scope) if value.type.t is not T.TRUTH else self.cond_or_term(value, scope)
        if scope.known is not None and read.name in scope.known and read.store is p.Store.MEMORY:
            self.relearn(read.name, stmt.value, scope.known)
        return (w.SetAct(target, made, change),)

    def relearn(self, name: str, value: Expr, known: dict[str, bool]) -> None:
        """What is known of a memory that was just set."""
        match value:
            case p.Const(value=bool() as truth):
                known[name] = truth
            case p.Apply(prim=p.Prim.NOT, args=(p.Read(name=other),)) if other == name:
                known[name] = not known[name]
            case _:
                del known[name]

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
        things = self.thing(stmt.things, scope)
        bound = scope.names.get(stmt.key.var.id) if isinstance(stmt.key, p.Local) else None
        if isinstance(bound, Fresh) and not bound.said and stmt.key is not None and stmt.zone is not None:
            onto = self.thing(stmt.key, scope) if self.at(stmt.zone) else None
            if isinstance(onto, Chosen):
                # `put that pawn on one of the tiles`: the choice is told by where a thing is put.
                return (w.PutAct(things, w.Group(Noun("place", stmt.zone.words.name), single=True), onto),)
        return (w.PutAct(things, self.zone(stmt.zone, stmt.key, scope)),)

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

    def do(self, stmt: p.Do, rest: Sequence[Stmt], scope: Scope) -> Acts:
        field = Noun("field", stmt.field.name, stmt.field.component) if stmt.field is not None else None
        return (w.UseAct(self.thing(stmt.thing, scope), field),)

    def if_(self, stmt: p.If, rest: Sequence[Stmt], scope: Scope) -> Acts:
        sure = self.sure_of(stmt.test, scope)
        if sure is not None:
            return self.acts(stmt.then if sure else stmt.otherwise, scope)
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
            then = pointing_to(then, test.source, w.That(noun))
        elif self.is_about_one(test):
            then = pointing_to(then, test.source, w.It(self.element_noun(test.source)))
        return self.drawn_from_either(test, then, otherwise) or (w.IfAct(test, then, otherwise),)

    def drawn_from_either(self, test: w.Cond, then: Acts, otherwise: Acts) -> Acts:
        """One drawing from one stock or another, where nothing else depends on a condition."""
        match then, otherwise:
            case (w.DrawAct() as one,), (w.DrawAct() as two,) if (one.number, one.zone) == (two.number, two.zone):
                roots = {self.program.components[act.what.name].root for act in (one, two)}
                what = Noun("component", roots.pop()) if len(roots) == 1 else one.what
                return (replace(one, what=what, source=w.Choice(test, one.source, two.source)),)
            case _:
                return ()

    def is_about_one(self, test: w.Cond) -> TypeGuard[w.Exists]:
        """Whether a condition is that a place for one thing holds it."""
        if not isinstance(test, w.Exists) or test.negated or not isinstance(test.source, w.Group):
            return False
        zone = self.program.zones.get(test.source.noun.name) if test.source.noun.kind == "zone" else None
        return zone is not None and zone.at_most == 1 and not test.source.filters

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
            return (w.RollAct(self.thing(stmt.source, scope), is_reroll(stmt)),)
        row = row_closed_up(stmt)
        zone = self.zone(row.zone, row.key, scope) if row is not None else None
        if zone is not None:
            return (w.CloseUpAct(zone),)
        if is_everyone(stmt) and isinstance(stmt.body[0], p.As):
            done = stmt.body[0].body
            yours, theirs = self.acts(done, scope.inner()), self.acts(done, scope.inner(Person.THEY))
            is_team = stmt.var.type.t is T.SIDE and self.program.side_size > 1
            among = w.Group(self.type_noun(stmt.var.type)) if is_team else None
            return (w.PlayersAct(among, None, None, yours, theirs),)
        source = self.narrowed(stmt.var, stmt.source, stmt.where, scope)
        noun = noun_of(source, self.type_noun(stmt.var.type), self.program)
        inner = scope.inner()
        by = None
        sorting, one = (stmt.by, stmt.var) if stmt.by is not None else self.sorted_by(stmt)
        if sorting is not None and one is not None:
            inner.names[one.id] = w.It(noun)
            by = self.term(sorting, inner)
        each = Fresh(Chosen(source, "each"), noun)
        inner.names[stmt.var.id] = each
        body = self.acts(stmt.body, inner)
        if each.said and not each.spoilt and len(body) == 1 and by is None:
            return body
        inner = scope.inner()
        inner.names[stmt.var.id] = w.That(noun)
        return (w.EachAct(source, self.acts(stmt.body, inner), by),)

    def sorted_by(self, stmt: p.ForEach) -> tuple[Expr | None, p.Var | None]:
        """By what a row is sorted that is gone through, where actions are done on the way, so that order matters."""
        calls = [node for node in walk(stmt.body) if isinstance(node, p.CallAction)]
        names = [node.name for node in walk(stmt.source) if isinstance(node, p.Read) and node.store is p.Store.ZONE]
        zone = self.program.zones.get(names[0]) if names else None
        if zone is None or zone.seen != "all" or zone.sorted_by is None or zone.sorted_var is None or not calls:
            return None, None
        return zone.sorted_by, zone.sorted_var

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
        body = self.acts(self.round_of_turns(stmt.body), scope.inner())
        until = self.cond(stmt.until, scope) if stmt.until is not None else None
        return (w.RepeatAct(times, test, until, body),)

    def round_of_turns(self, body: Sequence[Stmt]) -> Sequence[Stmt]:
        """A round that is nothing but a turn for each player needs no place of its own."""
        match body:
            case (p.CallAction(args=(), action=action),) if is_round(action):
                return action.body
        return body

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
        start = self.np(stmt.start, scope) if stmt.start is not None else None
        until = self.cond(stmt.until, scope) if stmt.until is not None else None
        return (w.TurnsAct(start, until, self.acts(stmt.body, scope.inner())),)

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
        begin = len(scope.spans)
        acts = self.inside_of(stmt, scope) or self.acts(stmt.body, scope)
        scope.steps.setdefault(stmt.words.name, [stmt.span]).extend(scope.spans[begin:])
        heard = self.heard(stmt) if not stmt.body else ()
        return (w.StepAct(stmt.words, acts, heard),) if acts or heard else ()

    def heard(self, stmt: p.Step) -> tuple[Noun, ...]:
        """The cards, tiles and whatever else has designs that wait for a step, in the order in which they are told."""
        return tuple(
            Noun("design", design.words.name, component.name)
            for component in self.program.components.values()
            for design in component.designs
            if any(waits_for(clause, stmt.words.name) for clause in design.clauses)
        )

    def inside_of(self, stmt: p.Step, scope: Scope) -> Acts:
        """What a step does that is nothing but an action done there alone: the action needs no place of its own."""
        call = stmt.body[0] if len(stmt.body) == 1 else None
        if not isinstance(call, p.CallAction) or not self.is_done_once(call.action) or scope.depth >= DEEP:
            return ()
        inner = scope.called()
        for (_, var), arg in zip(call.action.params, call.args, strict=True):
            inner.names[var.id] = self.term(arg, scope)
        acts = self.acts(call.action.body, inner)
        scope.spans.append(call.span)
        return acts if not any(isinstance(act, w.StepAct) for act in acts) else ()

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
        half = set(stmt.board.turned) == {0, 180}
        return (w.AssembleAct(Noun("board", stmt.board.name), self.np(stmt.maps, scope), turned, half),)

    def order_players(self, stmt: p.OrderPlayers, rest: Sequence[Stmt], scope: Scope) -> Acts:
        first = self.np(stmt.first, scope) if stmt.first is not None else None
        order = self.np(stmt.order, scope) if stmt.order is not None else None
        return (w.OrderAct(first, order, stmt.at_random),)

    def plain(self, stmt: p.Plain, rest: Sequence[Stmt], scope: Scope) -> Acts:
        return (w.WordAct(stmt.word.value),)

    STMT: ClassVar[dict[type, Callable[[Statements, Any, Sequence[Stmt], Scope], Acts]]] = {
        p.Let: let,
        p.Set: set_,
        p.Place: place,
        p.PlaceThing: place_thing,
        p.Lift: lift,
        p.Put: put,
        p.Draw: draw,
        p.Transfer: transfer,
        p.Choose: Choices.choose,
        p.CallAction: Choices.call_action,
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


_CHANGES = {p.Prim.ADD: "raise", p.Prim.SUB: "lower", p.Prim.UNION: "add", p.Prim.EXCEPT: "drop"}
