"""Statements: verbs to actions or to the few changes of state the language is built on; amounts; choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.expressions import Expressions
from rulewright.dsl.check.symbols import Scope, UnitGroupSym
from rulewright.dsl.check.verbs import Verbs
from rulewright.dsl.check.words import texts_in, words_of
from rulewright.dsl.codes import Code
from rulewright.dsl.fold import constant
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import ERROR, NUMBER, PLAYER, T, Type, list_of, set_of, speak


class Statements:
    """Checks the bodies of actions, setup, play and clauses of one program."""

    def __init__(self, expressions: Expressions) -> None:
        self.e = expressions
        self.report = expressions.report
        self.program = expressions.program
        self.actions: dict[str, tuple[n.ActionDecl, str]] = {}
        self.verbs = Verbs(self)
        self.module = ""
        self._checked: dict[str, p.Action] = {}
        self._dispatch: dict[type, Callable[[Any, Scope], Sequence[p.Stmt]]] = {
            n.ChooseStmt: self._choose,
            n.LetStmt: self._let,
            n.SetStmt: self._set,
            n.GainStmt: self._gain,
            n.LoseStmt: self._lose,
            n.PayStmt: self._pay,
            n.CallStmt: self._call,
            n.MayStmt: self._may,
            n.MustStmt: self._must,
            n.NeedsStmt: self._needs,
            n.LimitStmt: self._limit,
            n.StepStmt: self._step,
            n.IfStmt: self._if,
            n.ForEachStmt: self._for_each,
            n.EachPlayerStmt: self._each_player,
            n.RepeatStmt: self._repeat,
            n.EitherStmt: self._either,
            n.AnyOrderStmt: self._any_order,
            n.SecretStmt: self._secret,
            n.TakeTurnsStmt: self._take_turns,
            n.AsStmt: self._as,
            n.TextStmt: self._text,
        }

    def block(self, stmts: Sequence[n.Stmt], scope: Scope) -> tuple[p.Stmt, ...]:
        """A sequence of statements; what it declares is known to the end of it."""
        out: list[p.Stmt] = []
        for stmt in stmts:
            out.extend(self._dispatch[type(stmt)](stmt, scope))
        return tuple(out)

    # ---- actions

    def action(self, name: str, given: dict[str, p.Piece | p.Read] | None = None) -> p.Action | None:
        """The action of this name, its body checked on first need; once for each piece or zone it is `given`."""
        given = given or {}
        key = "|".join([name, *(f"{k}={_given_name(v)}" for k, v in given.items())])
        if key in self._checked:
            return self._checked[key]
        found = self.actions.get(name)
        if found is None:
            return None
        decl, module = found
        scope = Scope(you=p.Me(PLAYER, decl.span))
        params: list[tuple[str | None, p.Var]] = []
        for param in decl.params:
            if param.name in given:
                self._alias(param, given[param.name], scope, params)
                continue
            type_ = self.param_type(param)
            params.append((param.prep, self.e.var(param.name, type_, param.span, scope)))
        action = p.Action(words_of(decl, module), tuple(params), (), key)
        self._checked[key] = action
        self.program.actions[key] = action
        outer, self.module = self.module, module
        action.body = self.block(decl.body, scope)
        self.module = outer
        return action

    def needs_given(self, decl: n.ActionDecl) -> bool:
        """Whether an action is about a piece or zone that only its calls tell."""
        return any(self.param_type(x).t in (T.PIECE, T.ZONE) for x in decl.params)

    def _alias(
        self, param: n.Param, given: p.Piece | p.Read, scope: Scope, params: list[tuple[str | None, p.Var]]
    ) -> None:
        if isinstance(given, p.Read) and given.key is not None and not isinstance(given.key, p.Me):
            key = p.Var(f"{param.name}_key", given.key.type, self.e.fresh_id())
            params.append((f"{param.prep or ''}!", key))
            local = p.Local(key, key.type, param.span)
            given = p.Read(given.store, given.name, given.owner, local, given.type, param.span)
        scope.aliases = scope.aliases | {param.name: given}

    def param_type(self, param: n.Param) -> Type:
        """The type of a parameter; cells that name no board are of the only one."""
        type_ = self.e.functions.resolve_type(param.type)
        if type_ is None:
            return ERROR
        if type_.elem.t is T.CELL and not type_.elem.base:
            board = self.e.only_board()
            inner = Type(T.CELL, board)
            return set_of(inner) if type_.is_set else inner
        return type_

    # ---- choices

    def _choose(self, node: n.ChooseStmt, scope: Scope) -> Sequence[p.Stmt]:
        parts = tuple(self._part(part, scope) for part in node.parts)
        where = tuple(self._conjuncts(node.where, self._each_of(parts, scope) if node.at_random else scope))
        possible = tuple(self.e.truth(x, scope) for x in node.possible)
        otherwise = self.block(node.otherwise, scope.inner()) if node.otherwise is not None else None
        return [p.Choose(parts, where, possible, node.at_random, otherwise, node.span)]

    def _each_of(self, parts: Sequence[p.Part], scope: Scope) -> Scope:
        """When several are drawn by chance, the condition speaks of each of them."""
        inner = scope.inner()
        for part in parts:
            if part.quantity != "one":
                inner.variables[part.var.name] = p.Var(part.var.name, part.source.type.elem, part.var.id)
        return inner

    def _conjuncts(self, exprs: Sequence[n.Expr], scope: Scope) -> list[p.Expr]:
        out: list[p.Expr] = []
        for expr in exprs:
            if isinstance(expr, n.Binary) and expr.op == "and":
                out.extend(self._conjuncts((expr.left, expr.right), scope))
            else:
                out.append(self.e.truth(expr, scope))
        return out

    def _part(self, part: n.ChoosePart, scope: Scope) -> p.Part:
        source = self.e.bound(part.source, scope)
        elem = source.type.elem if source.type.elem.t is not T.ERROR else ERROR
        quantity, number = "one", None
        type_ = elem
        if part.quantity is not None:
            quantity, amount = part.quantity
            number = self.e.number(amount, scope) if amount is not None else None
            type_ = set_of(elem) if elem.t is not T.MAP else list_of(elem)
        var = self.e.var(part.var, type_, part.span, scope)
        return p.Part(var, source, quantity, number, part.span)

    def _secret(self, node: n.SecretStmt, scope: Scope) -> Sequence[p.Stmt]:
        inner = scope.inner()
        inner.you = p.Me(PLAYER, node.span)
        part = self._part(node.part, inner)
        part.var.per_player = True
        where = tuple(self._conjuncts(node.where, inner))
        scope.variables[part.var.name] = part.var
        return [p.Secret(part, where, node.span)]

    # ---- values

    def _let(self, node: n.LetStmt, scope: Scope) -> Sequence[p.Stmt]:
        value = self.e.check(node.value, scope)
        return [p.Let(self.e.var(node.name, value.type, node.span, scope), value, node.span)]

    def _set(self, node: n.SetStmt, scope: Scope) -> Sequence[p.Stmt]:
        if isinstance(node.target, n.Name) and node.target.name == "turn_order":
            return [p.OrderPlayers(None, self.e.check(node.value, scope, list_of(PLAYER)), False, node.span)]
        self.e.being_set = node.target.span
        target = self.e.check(node.target, scope)
        if target.type.elem.t is T.ERROR:
            return []
        stores = (p.Store.UNIT, p.Store.MEMORY, p.Store.THING_FIELD, p.Store.CELL_FIELD)
        if not isinstance(target, p.Read) or target.store not in stores:
            self.report.error(
                Code.NOT_SETTABLE,
                node.target.span,
                "this cannot be set",
                help="`set` changes a counter, a memory or a field"
                + ("; what `let` names stays as it is" if isinstance(target, p.Local) else ""),
            )
            return []
        value = self.e.check(node.value, scope, target.type)
        self._fits_in(target, value)
        return [p.Set(target, value, node.span)]

    def _fits_in(self, target: p.Read, value: p.Expr) -> None:
        """A number that is set lies in the range of what holds it."""
        holder: p.Memory | p.Unit | None = None
        if target.store is p.Store.MEMORY:
            holder = self.program.memories.get(target.name)
        elif target.store is p.Store.UNIT:
            holder = self.program.units.get(target.name)
        number = constant(value, self.program.players) if value.type == NUMBER else None
        if holder is None or number is None or holder.low <= number <= holder.high or holder.low > holder.high:
            return
        message = f"`{target.name}` cannot be {number}"
        self.report.error(Code.OUT_OF_RANGE, value.span, message, help=f"it goes from {holder.low} to {holder.high}")

    # ---- amounts

    def amount(self, node: n.Expr, scope: Scope, mode: p.Mode) -> p.Amount | None:
        """What is gained, lost or paid."""
        match node:
            case n.Binary("and", left, right):
                parts = [self.amount(left, scope, mode), self.amount(right, scope, mode)]
                return p.Both(_joined(p.Both, parts), node.span) if None not in parts else None
            case n.Binary("or", left, right):
                parts = [self.amount(left, scope, mode), self.amount(right, scope, mode)]
                return p.OneOf(_joined(p.OneOf, parts), node.span) if None not in parts else None
            case n.Amount():
                return self._amount_of(node, scope, mode)
            case n.Unary("neg", n.Amount() as arg):
                self._is_something(arg, p.Const(-1, NUMBER, node.span), mode)
                return None
            case n.AnyOf():
                return self._any_of(node, scope)
            case n.AllHeld():
                return self._all_held(node)
            case _:
                value = self.e.check(node, scope)
                if value.type.t is T.BUNDLE:
                    return p.Bundle(value, node.span)
                if value.type.elem.t is not T.ERROR:
                    self.report.error(
                        Code.WRONG_TYPE,
                        node.span,
                        f"this is {speak(value.type)}, not an amount",
                        help="write a number and a unit: `3 gold`",
                    )
                return None

    def _amount_of(self, node: n.Amount, scope: Scope, mode: p.Mode) -> p.Amount | None:
        number = self.e.number(node.number, scope)
        self._is_something(node, number, mode)
        for symbol in self.e.symbols.find(node.unit):
            if isinstance(symbol, p.Unit):
                return p.Units(symbol, number, node.span)
            if isinstance(symbol, UnitGroupSym):
                self.report.error(
                    Code.UNKNOWN_UNIT,
                    node.span,
                    f"`{node.unit}` is a group of counters",
                    help=f"write `any {node.number.span.text} {node.unit}`",
                )
                return None
            if isinstance(symbol, p.Piece):
                return p.PieceUnits(symbol, number, node.span)
            if isinstance(symbol, p.Component):
                return p.ThingUnits(symbol, number, node.span)
        self.e.unknown_unit(node.unit, node.span)
        return None

    def _is_something(self, node: n.Amount, number: p.Expr, mode: p.Mode) -> None:
        """Less than nothing can be neither gained nor lost."""
        value = constant(number, self.program.players)
        if value is None or number.type != NUMBER or value >= 0:
            return
        other = "lose" if mode is p.Mode.GAIN else "gain"
        amount = node.span.text.removeprefix("-").strip()
        message = f"nobody can {mode.value} less than nothing"
        self.report.error(Code.OUT_OF_RANGE, number.span, message, help=f"write `{other} {amount}`")

    def _any_of(self, node: n.AnyOf, scope: Scope) -> p.Amount | None:
        number = self.e.number(node.number, scope)
        for symbol in self.e.symbols.find(node.group):
            if isinstance(symbol, UnitGroupSym):
                return p.AnyUnits(symbol.name, symbol.units, number, node.span)
        self.e.unknown_unit(node.group, node.span)
        return None

    def _all_held(self, node: n.AllHeld) -> p.Amount | None:
        for symbol in self.e.symbols.find(node.unit):
            if isinstance(symbol, p.Unit):
                return p.AllUnits((symbol,), symbol.words.name, node.span)
            if isinstance(symbol, UnitGroupSym):
                return p.AllUnits(symbol.units, symbol.name, node.span)
        self.e.unknown_unit(node.unit, node.span)
        return None

    def _gain(self, node: n.GainStmt, scope: Scope) -> Sequence[p.Stmt]:
        self.e.me(scope, node.span)
        worth = node.worth
        times: p.Expr | None = None
        test: p.Expr | None = None
        if worth.kind == "each" and worth.binder is not None:
            var, source, where, ranks, _inner = self.e.binder(worth.binder, scope)
            times = p.Fold(p.Over.COUNT, var, source, where, None, ranks, NUMBER, worth.span)
        elif worth.kind in ("of", "every") and worth.source is not None:
            counted = self.e.check(worth.source, scope)
            times = counted if counted.type.t is T.NUMBER else self.e.counted(counted, worth.source.span)
            if worth.every is not None:
                times = p.Apply(p.Prim.DIV_DOWN, (times, self.e.number(worth.every, scope)), NUMBER, worth.span)
        elif worth.kind == "if" and worth.source is not None:
            test = self.e.truth(worth.source, scope)
        amount = self.amount(worth.amount, scope, p.Mode.GAIN)
        if amount is None:
            return []
        if times is not None and any(isinstance(x, p.Bundle | p.AllUnits) for x in walk(amount)):
            self.report.error(
                Code.WRONG_TYPE,
                worth.amount.span,
                "what is worked out as a whole cannot be gained so many times at once",
                help="gain it again and again: `for each x in …, gain …`, or `repeat N times, gain …`",
            )
            return []
        gain = p.Transfer(p.Mode.GAIN, amount, times, node.span)
        return [p.If(test, (gain,), (), node.span)] if test is not None else [gain]

    def _lose(self, node: n.LoseStmt, scope: Scope) -> Sequence[p.Stmt]:
        self.e.me(scope, node.span)
        amount = self.amount(node.amount, scope, p.Mode.LOSE)
        return [p.Transfer(p.Mode.LOSE, amount, None, node.span)] if amount is not None else []

    def _pay(self, node: n.PayStmt, scope: Scope) -> Sequence[p.Stmt]:
        self.e.me(scope, node.span)
        amount = self.amount(node.amount, scope, p.Mode.PAY)
        then = self.block((node.then,), scope) if node.then is not None else ()
        return [*([p.Transfer(p.Mode.PAY, amount, None, node.span)] if amount is not None else []), *then]

    # ---- calls

    def _call(self, node: n.CallStmt, scope: Scope) -> Sequence[p.Stmt]:
        return self.verbs.call(node, scope)

    # ---- flow

    def _may(self, node: n.MayStmt, scope: Scope) -> Sequence[p.Stmt]:
        self.e.me(scope, node.span)
        times = self.e.number(node.times, scope) if node.times is not None and not isinstance(node.times, str) else None
        return [p.May(times, node.times == "any", self.block(node.body, scope.inner()), node.span)]

    def _must(self, node: n.MustStmt, scope: Scope) -> Sequence[p.Stmt]:
        return [p.Must(self.block(node.body, scope.inner()), node.span)]

    def _needs(self, node: n.NeedsStmt, scope: Scope) -> Sequence[p.Stmt]:
        return [p.Needs(test, node.span) for test in self._conjuncts((node.test,), scope)]

    def _limit(self, node: n.LimitStmt, scope: Scope) -> Sequence[p.Stmt]:
        return [self.limit(node)]

    def limit(self, node: n.LimitStmt) -> p.Limit:
        known = node.period == "game" or node.period in self.actions or node.period in self.verbs.step_names
        if not known:
            self.e.unknown_name(
                Code.UNKNOWN_STEP,
                node.span,
                f"`once per {node.period}`: there is no action or step called `{node.period}`",
                node.period,
                ["game", *self.actions, *self.verbs.step_names],
                otherwise="name an action, a step, or `game`",
            )
        return p.Limit(node.period, node.in_all, node.span)

    def _step(self, node: n.StepStmt, scope: Scope) -> Sequence[p.Stmt]:
        step = p.Step(node.name, words_of(node, self.module, texts=texts_in(node.body)), (), node.span)
        self.program.steps.setdefault(node.name, step)
        step.body = self.block(node.body, scope)
        return [step]

    def _if(self, node: n.IfStmt, scope: Scope) -> Sequence[p.Stmt]:
        test = self.e.truth(node.test, scope)
        return [p.If(test, self.block(node.then, scope.inner()), self.block(node.otherwise, scope.inner()), node.span)]

    def _for_each(self, node: n.ForEachStmt, scope: Scope) -> Sequence[p.Stmt]:
        var, source, where, ranks, inner = self.e.binder(node.binder, scope)
        if any(r.direction != "by" for r in ranks):
            source = p.Fold(p.Over.EACH, var, source, where, None, ranks, set_of(source.type.elem), node.span)
            fresh = p.Var(var.name, var.type, self.e.fresh_id())
            inner.variables[var.name] = fresh
            return [p.ForEach(fresh, source, None, None, self.block(node.body, inner), node.span)]
        by = ranks[0].value if ranks else None
        return [p.ForEach(var, source, where, by, self.block(node.body, inner), node.span)]

    def _each_player(self, node: n.EachPlayerStmt, scope: Scope) -> Sequence[p.Stmt]:
        among = self.e.check(node.among, scope, None) if node.among is not None else None
        if among is not None and among.type.elem.t is not T.PLAYER:
            among = self.e.convert(among, set_of(PLAYER), scope)
        start = self.e.check(node.start, scope, PLAYER) if node.start is not None else None
        inner = scope.inner()
        inner.you = p.Me(PLAYER, node.span)
        where = self.e.truth(node.where, inner) if node.where is not None else None
        return [p.EachPlayer(among, start, where, self.block(node.body, inner), node.span)]

    def _repeat(self, node: n.RepeatStmt, scope: Scope) -> Sequence[p.Stmt]:
        times = self.e.number(node.times, scope) if node.times is not None else None
        test = self.e.truth(node.test, scope) if node.test is not None else None
        body = self.block(node.body, scope.inner())
        until = self.e.truth(node.until, scope) if node.until is not None else None
        return [p.Repeat(times, test, until, body, node.span)]

    def _either(self, node: n.EitherStmt, scope: Scope) -> Sequence[p.Stmt]:
        self.e.me(scope, node.span)
        return [p.Either(tuple(self.block(branch, scope.inner()) for branch in node.branches), node.span)]

    def _any_order(self, node: n.AnyOrderStmt, scope: Scope) -> Sequence[p.Stmt]:
        self.e.me(scope, node.span)
        items = self.block(node.items, scope.inner())
        for item in items:
            ok = isinstance(item, p.Must | p.May) or (
                isinstance(item, p.ForEach) and len(item.body) == 1 and isinstance(item.body[0], p.May)
            )
            if not ok:
                self.report.error(
                    Code.UNEXPECTED_WORD,
                    item.span,
                    "an item of `in any order` begins with `must`, `may`, or `for each …, may`",
                    help="write `must` before what has to be done, `may` before what is allowed",
                )
        return [p.AnyOrder(tuple(items), node.span)]

    def _take_turns(self, node: n.TakeTurnsStmt, scope: Scope) -> Sequence[p.Stmt]:
        start = self.e.check(node.start, scope, PLAYER) if node.start is not None else None
        inner = scope.inner()
        inner.you = p.Me(PLAYER, node.span)
        until = self.e.truth(node.until, inner) if node.until is not None else None
        return [p.TakeTurns(start, until, self.block(node.body, inner), node.span)]

    def _as(self, node: n.AsStmt, scope: Scope) -> Sequence[p.Stmt]:
        who = self.e.check(node.who, scope)
        if who.type.t is not T.SIDE:
            who = self.e.convert(who, PLAYER, scope)
        inner = scope.inner()
        inner.you = p.Me(PLAYER, node.span)
        return [p.As(who, self.block(node.body, inner), node.span)]

    def _text(self, node: n.TextStmt, scope: Scope) -> Sequence[p.Stmt]:
        return []


def _given_name(given: p.Piece | p.Read) -> str:
    if isinstance(given, p.Piece):
        return given.words.name
    return given.name + ("" if given.key is None else "'you" if isinstance(given.key, p.Me) else "'s")


def _joined(kind: type, parts: Sequence[p.Amount | None]) -> tuple[p.Amount, ...]:
    """`a and b and c` as one list of three."""
    out: list[p.Amount] = []
    for part in parts:
        if isinstance(part, p.Both | p.OneOf) and isinstance(part, kind):
            out.extend(part.parts)
        elif part is not None:
            out.append(part)
    return tuple(out)
