"""Why a move is not legal: the first thing that stands against it, as data.

The conditions are those of the program, judged one by one with the same code that listed the options; a set or a truth
that a definition gives is followed into that definition, so that the answer names the rule in which the condition is
written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from rulewright.dsl import program as p
from rulewright.dsl.diagnostics import RulesError
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import nearest
from rulewright.dsl.types import T, Type
from rulewright.interpreter.generate.context import Decision
from rulewright.interpreter.generate.layout import USING
from rulewright.interpreter.machine import Machine, Slots, locals_of, part_types, span_of
from rulewright.interpreter.notation import (
    DECLINE,
    Notation,
    Unreadable,
    amount_text,
    folded,
    lead,
    split,
    split_player,
)
from rulewright.interpreter.options import Options
from rulewright.interpreter.runtime import bits

if TYPE_CHECKING:
    from rulewright.interpreter.state import State

_COUNTED = re.compile(r"(\d{1,9})\s+(\w+)")
_MARK = re.compile(r"⟪(\w+)⟫")
_DEEPEST = 12
_SHOWN = 80


class Reason(Enum):
    """What kind of thing stands against a move; the value says it in a word of data, not in prose."""

    OVER = "over"
    NOT_YOUR_TURN = "not_your_turn"
    UNREADABLE = "unreadable"
    CANNOT_DECLINE = "cannot_decline"
    WRONG_NUMBER = "wrong_number"
    NOT_AMONG = "not_among"
    EXCLUDED = "excluded"
    CONDITION = "condition"
    NOT_PREFERRED = "not_preferred"
    NEEDS = "needs"
    LIMIT = "limit"
    UNAFFORDABLE = "unaffordable"
    NO_OPTION = "no_option"
    NOT_OFFERED = "not_offered"
    NOT_ASKED = "not_asked"
    STALE = "stale"


_SUMMARY = {
    Reason.OVER: "the game is over",
    Reason.NOT_YOUR_TURN: "it is not this player who decides now",
    Reason.UNREADABLE: "names nothing that could be chosen here",
    Reason.CANNOT_DECLINE: "this cannot be declined",
    Reason.WRONG_NUMBER: "not the number of things to choose",
    Reason.NOT_AMONG: "not among what is chosen from",
    Reason.EXCLUDED: "among what is left out of the choice",
    Reason.CONDITION: "a condition does not hold",
    Reason.NOT_PREFERRED: "another option fulfils what is asked for if possible",
    Reason.NEEDS: "what it needs does not hold",
    Reason.LIMIT: "it has been done as often as allowed",
    Reason.UNAFFORDABLE: "it cannot be paid for",
    Reason.NO_OPTION: "its choice would have no option",
    Reason.NOT_OFFERED: "not on offer now",
    Reason.NOT_ASKED: "this is not what is asked for now",
    Reason.STALE: "an option of another state",
}


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The first thing that stands against a move.

    `expr` is the condition that failed or the set the answer is not in; `number` counts the conditions of the choice
    from 1; `part` names the part of a joint choice; `words` are those of the rule, action or definition around it, and
    `path` names all of these on the way to it, with the rules that modify it. `known` are the cells that the condition
    speaks of, by the variable and as a move names them; `chosen` is the one that is judged.
    """

    reason: Reason
    text: str
    player: int | None = None
    decision: str | None = None
    expr: p.Expr | None = field(default=None, repr=False)
    number: int | None = None
    part: str | None = None
    words: p.Words | None = field(default=None, repr=False)
    span: Span | None = None
    near: tuple[str, ...] = ()
    stmt: Any = field(default=None, repr=False, compare=False)
    path: tuple[str, ...] = ()
    given: Mapping[int, p.Expr] = field(default_factory=dict, repr=False)
    known: Mapping[int, str] = field(default_factory=dict, repr=False)
    chosen: str | None = None

    @classmethod
    def stale(cls, text: str) -> WhyNot:
        return cls(Reason.STALE, text)

    @property
    def is_unreadable(self) -> bool:
        return self.reason is Reason.UNREADABLE

    @property
    def rule(self) -> str | None:
        """The name of the rule, action or definition."""
        return self.words.name if self.words is not None else None

    @property
    def where(self) -> str | None:
        """File, line and column."""
        return str(self.span) if self.span is not None else None

    @property
    def condition(self) -> str | None:
        """The failed condition as the author wrote it."""
        return " ".join(self.span.text.split()) if self.expr is not None and self.span is not None else None

    @property
    def quoted(self) -> str:
        """The move, as a message names it: not at length."""
        text = self.text.strip()
        short = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
        return f"`{short}`" if short else "an empty text"

    @property
    def summary(self) -> str:
        rule = f" ({self.rule})" if self.rule is not None else ""
        said = f": {self.condition}" if self.condition is not None else ""
        return f"{_SUMMARY[self.reason]}{rule}{said}"

    def __str__(self) -> str:
        """All of it in a line: the move, what stands against it, the rule, its condition, file and line."""
        where = f" ({self.where})" if self.where is not None else ""
        near = f"; did you mean {', '.join(f'`{x}`' for x in self.near)}?" if self.near else ""
        return f"{self.quoted}: {self.summary}{where}{near}"


@dataclass(frozen=True, slots=True)
class _Scope:
    """What names mean at one place of the rules."""

    values: dict[int, Any]
    constants: dict[int, Any]
    you: int | None
    this: int | None
    words: p.Words | None
    given: dict[int, tuple[p.Expr, _Scope]] = field(default_factory=dict)
    path: tuple[str, ...] = ()

    def bound(self, var: p.Var, value: Any) -> _Scope:
        return replace(self, values={**self.values, var.id: value})


@dataclass(frozen=True, slots=True)
class _Found:
    reason: Reason
    expr: p.Expr | None
    scope: _Scope
    span: Span | None = None
    number: int | None = None
    part: str | None = None
    stmt: Any = None
    chosen: str | None = None


def why_not(state: State, text: str) -> WhyNot | None:
    """What stands against a move written as text; None if it is legal."""
    named, rest = split_player(text)
    machine, S, notation = state.machine, state.slots, state.origin.notation
    decision = machine.asked(S)
    deciders = machine.deciders(S)
    try:
        who = notation.player(named) if named is not None else deciders[0] if deciders else None
    except Unreadable as error:
        return WhyNot(Reason.UNREADABLE, text, near=error.near)
    if decision is None or who is None:
        return WhyNot(Reason.OVER, text, who)
    if who not in deciders:
        return WhyNot(Reason.NOT_YOUR_TURN, text, who, machine.keys[decision.id], span=span_of(decision))
    options = Options(notation, S, decision, who)
    readings = list(state.readings(rest, decision))
    if any(options.take(reading) is not None for reading in readings):
        return None
    return _Judge(machine, S, notation, decision, who, text).judge(options, readings)


def why_not_option(machine: Machine, S: Slots, notation: Notation, who: int, text: str) -> WhyNot | None:
    """What keeps an answer to what is asked now from being an option; None if it is one, or nothing is asked."""
    decision = machine.asked(S)
    if decision is None:
        return None
    options = Options(notation, S, decision, who)
    if options.take(text) is not None:
        return None
    return _Judge(machine, S, notation, decision, who, text).judge(options, [text])


def why_cannot(
    machine: Machine,
    S: Slots,
    notation: Notation,
    who: int,
    words: p.Words,
    body: Sequence[p.Stmt],
    values: dict[int, Any],
    this: int | None = None,
) -> WhyNot | None:
    """What keeps a player from beginning this, which nobody has offered; None if it can be begun."""
    decision = Decision(0, "list", body, (), 0, True)
    judge = _Judge(machine, S, notation, decision, who, words.name)
    found = judge.obstacle(body, _Scope(values, {}, who, this, words, path=(words.name,)))
    return None if found is None else replace(judge.said(found), decision=None)


class _Judge:
    """Judges one answer to one decision in one state."""

    def __init__(self, machine: Machine, S: Slots, notation: Notation, decision: Decision, who: int, text: str) -> None:
        self.machine, self.notation, self.decision = machine, notation, decision
        self.S = S[:]
        self.S[USING] = 0
        self.who, self.text = who, text
        self.scope = self._scope()

    # ---- answers

    def judge(self, options: Options, readings: Sequence[str]) -> WhyNot:
        if DECLINE in readings:
            return self.said(_Found(Reason.CANNOT_DECLINE, None, self.scope, span_of(self.decision)))
        near: tuple[str, ...] = ()
        types = part_types(self.decision)
        for reading in readings[::-1]:
            if not types:
                found = self._named(reading) or self._amount(reading, options)
                if found is not None:
                    return self.said(found)
                continue
            try:
                head = "; ".join(split(reading, ";")[: len(types)])
                ways = self.notation.read(self.S, self.decision, re.sub(r"\s+using\s.*$|#\d+$", "", head))
            except Unreadable as error:
                near = near or error.near
                continue
            return self.said(self._best(ways))
        texts = options.texts() if len(options) <= 500 else []
        near = near or nearest(readings[-1], texts) or (tuple(texts) if len(texts) <= 3 else ())
        reason = Reason.NOT_ASKED if self._names_another(readings[0], texts) else Reason.UNREADABLE
        return self.said(_Found(reason, None, self.scope, span_of(self.decision)), near)

    def _names_another(self, text: str, options: Sequence[str]) -> bool:
        """Whether it begins with the name of an action that is neither asked for nor on offer."""
        word = text.partition(" ")[0]
        on_offer = {*self.decision.actions, *(option.partition(" ")[0] for option in options)}
        return word in self.machine.program.actions and word not in on_offer

    def said(self, found: _Found, near: tuple[str, ...] = ()) -> WhyNot:
        span = found.span or (found.expr.span if found.expr is not None else span_of(self.decision))
        return WhyNot(
            found.reason,
            self.text,
            self.who,
            self.machine.keys[self.decision.id],
            found.expr,
            found.number,
            found.part,
            found.scope.words,
            span,
            near,
            found.stmt,
            (*found.scope.path, *_modifying(found.expr)),
            self.decision.given,
            self._cells_in(found),
            found.chosen,
        )

    def _cells_in(self, found: _Found) -> dict[int, str]:
        """The cells that a condition speaks of, as a move names them."""
        values = found.scope.values
        named = locals_of(found.expr) if found.expr is not None else ()
        known = [var for var in named if _is_cell(var.type) and var.id in values]
        return {var.id: self._cell(values[var.id], var.type) for var in known}

    def _cell(self, value: Any, type_: Type) -> str:
        return self.notation.value(self.S, value, type_)

    def _best(self, ways: Sequence[tuple[Any, ...]]) -> _Found:
        """Of several readings the one that comes nearest to being legal."""
        choose = self._choice()
        offered = _Found(Reason.NOT_OFFERED, None, self.scope, span_of(self.decision))
        if choose is None:
            return offered
        found = [self._why(choose, way) for way in ways[:64]]
        real = [x for x in found if x is not None]
        return max(real, key=lambda x: _RANKS[x.reason] * 100 + (x.number or 0), default=offered)

    def _choice(self) -> p.Choose | None:
        stmt = self.decision.stmt
        if isinstance(stmt, p.Secret):
            return p.Choose((stmt.part,), stmt.where, (), False, None, stmt.span)
        return stmt if isinstance(stmt, p.Choose) else None

    def _why(self, choose: p.Choose, way: tuple[Any, ...]) -> _Found | None:
        scope = self.scope
        try:
            waiting = list(enumerate(choose.where, start=1))
            for k, (part, value) in enumerate(zip(choose.parts, way, strict=True)):
                found = self._why_not_in_part(part, value, scope)
                if found is not None:
                    return replace(found, part=part.var.name)
                scope = scope.bound(part.var, value)
                later = {x.var.id for x in choose.parts[k + 1 :]}
                ready = [(n, w) for n, w in waiting if not any(v.id in later for v in locals_of(w))]
                waiting = [x for x in waiting if x not in ready]
                for n, condition in ready:
                    if not self._value(condition, scope):
                        expr, inner = self._false(condition, scope)
                        return _Found(Reason.CONDITION, expr, inner, number=n, part=part.var.name)
            for n, wish in enumerate(choose.possible, start=1):
                if not self._value(wish, scope):
                    expr, inner = self._false(wish, scope)
                    return _Found(Reason.NOT_PREFERRED, expr, inner, number=n)
        except (KeyError, RulesError, AssertionError):
            pass
        return None

    def _why_not_in_part(self, part: p.Part, value: Any, scope: _Scope) -> _Found | None:
        source = self._elements(part.source, scope)
        is_one = part.quantity == "one"
        chosen = [value] if is_one else bits(value) if isinstance(value, int) else list(value)
        for item in chosen:
            if item not in source:
                elem = part.source.type.elem
                text = self._cell(item, elem) if _is_cell(elem) else None
                return replace(self._not_in(part.source, item, scope), chosen=text)
        if is_one:
            return None
        number = self._value(part.number, scope) if part.number is not None else None
        most = len(chosen) if number is None else number
        if not chosen or len(chosen) > most or (part.quantity == "exactly" and len(chosen) != number):
            return _Found(Reason.WRONG_NUMBER, part.number, scope, part.span)
        return None

    # ---- named things on offer: branches, items, yes

    def _named(self, reading: str) -> _Found | None:
        """Something that the rules offer here, but not now."""
        stmt, wanted = self.decision.stmt, folded(reading)
        for words, body, scope in self._offers(stmt, reading):
            if words and (wanted == folded(words) or wanted.startswith(f"{folded(words)} ")):
                found = self.obstacle(body, scope)
                return found or _Found(Reason.NOT_OFFERED, None, scope, span_of(self.decision), stmt=stmt)
        return None

    def _amount(self, reading: str, options: Options) -> _Found | None:
        """An amount of the counters that are asked for, but not one of those on offer."""
        match self.decision.type:
            case ("mix", units):
                found = [_COUNTED.fullmatch(piece) for piece in split(reading, "+")]
                if not all(m is not None and m[2] in {unit.words.name for unit in units} for m in found):
                    return None
                number = sum(int(m[1]) for m in found if m is not None)
                if number not in {sum(value) for value in options.values() if value is not None}:
                    return self._refused(Reason.WRONG_NUMBER)
            case ("amount", parts):
                if folded(reading) not in {folded(amount_text(part)) for part in parts}:
                    return None
            case _:
                return None
        stmt = self.decision.stmt
        is_paid = isinstance(stmt, p.Transfer) and stmt.mode is not p.Mode.GAIN
        return self._refused(Reason.UNAFFORDABLE if is_paid else Reason.NOT_OFFERED)

    def _refused(self, reason: Reason) -> _Found:
        return _Found(reason, None, self.scope, span_of(self.decision), stmt=self.decision.stmt)

    def _offers(self, stmt: Any, reading: str) -> Iterator[tuple[str, Sequence[p.Stmt], _Scope]]:
        if isinstance(stmt, p.Either):
            for k, branch in enumerate(stmt.branches):
                yield lead(branch) or str(k + 1), branch, self.scope
        elif isinstance(stmt, p.AnyOrder):
            for k, item in enumerate(stmt.items):
                if isinstance(item, p.ForEach):
                    yield from self._each_offer(item, reading)
                elif isinstance(item, p.Must | p.May):
                    yield lead(item.body) or str(k + 1), item.body, self.scope
        elif isinstance(stmt, p.May):
            yield lead(stmt.body) or "yes", stmt.body, self.scope

    def _each_offer(self, item: p.ForEach, reading: str) -> Iterator[tuple[str, Sequence[p.Stmt], _Scope]]:
        first = item.body[0]
        body = first.body if isinstance(first, p.May | p.Must) else item.body
        word = lead(body)
        text = reading.removeprefix(word).strip() if word else reading
        try:
            found = self.notation.meanings(self.S, re.sub(r"#\d+$", "", text), item.var.type)
        except Unreadable:
            return
        for value in found:
            scope = self.scope.bound(item.var, value)
            guard: list[p.Stmt] = [p.Needs(item.where, item.span)] if item.where is not None else []
            yield reading, [*guard, *body], scope
            return

    def obstacle(self, stmts: Sequence[p.Stmt], scope: _Scope, depth: int = 0) -> _Found | None:
        """The first thing that keeps these from being done: the same look ahead that decides what is offered."""
        for stmt in stmts:
            try:
                found, scope, goes_on = self._look(stmt, scope, depth)
            except (KeyError, RulesError, AssertionError):
                return None
            if found is not None or not goes_on:
                return found
        return None

    def _look(self, stmt: p.Stmt, scope: _Scope, depth: int) -> tuple[_Found | None, _Scope, bool]:
        match stmt:
            case p.Needs():
                if not self._value(stmt.test, scope):
                    expr, inner = self._false(stmt.test, scope)
                    return _Found(Reason.NEEDS, expr, inner, stmt=stmt), scope, False
            case p.Limit():
                slot = self.machine.layout.slots.get(f"used:{stmt.period}:{stmt.span.start}")
                mine = 1 if stmt.in_all or scope.you is None else 1 << scope.you
                if slot is not None and self.S[slot.base] & mine:
                    return _Found(Reason.LIMIT, None, scope, stmt.span, stmt=stmt), scope, False
            case p.Let():
                scope = scope.bound(stmt.var, self._value(stmt.value, scope))
            case p.Set():
                pass
            case p.Transfer():
                return self._look_at_transfer(stmt, scope), scope, stmt.mode is p.Mode.PAY
            case p.Choose():
                return self._look_at_choice(stmt, scope), scope, False
            case p.CallAction() if depth < _DEEPEST:
                path = (*scope.path, stmt.action.words.name)
                inner = _Scope({}, {}, scope.you, scope.this, stmt.action.words, path=path)
                for (_prep, var), arg in zip(stmt.action.params, stmt.args, strict=True):
                    inner = self._bind(inner, var, arg, scope)
                return self.obstacle(stmt.action.body, inner, depth + 1), scope, True
            case p.Step() | p.Must() if depth < _DEEPEST:
                return self.obstacle(stmt.body, scope, depth + 1), scope, True
            case p.If():
                branch = stmt.then if self._value(stmt.test, scope) else stmt.otherwise
                return self.obstacle(branch, scope, depth + 1), scope, False
            case _:
                return None, scope, False
        return None, scope, True

    def _bind(self, inner: _Scope, var: p.Var, arg: p.Expr, outer: _Scope) -> _Scope:
        if isinstance(arg, p.Const) and not isinstance(arg.value, int | frozenset | tuple | None):
            return replace(inner, constants={**inner.constants, var.id: arg.value})
        known = replace(inner, given={**inner.given, var.id: (arg, outer)})
        return known.bound(var, self._value(arg, outer))

    def _look_at_transfer(self, stmt: p.Transfer, scope: _Scope) -> _Found | None:
        if stmt.mode is not p.Mode.PAY or self._can_pay(stmt.amount, scope):
            return None
        return _Found(Reason.UNAFFORDABLE, None, scope, stmt.span, stmt=stmt)

    def _can_pay(self, amount: p.Amount, scope: _Scope) -> bool:
        match amount:
            case p.Units():
                return bool(self._held(amount.unit, scope) - amount.unit.low >= self._value(amount.number, scope))
            case p.AnyUnits():
                held = sum(self._held(unit, scope) for unit in amount.units)
                return bool(held >= self._value(amount.number, scope))
            case p.Bundle():
                return bool(self.machine.namespace["can_pay"](self.S, self._value(amount.value, scope), scope.you))
            case p.Both():
                return all(self._can_pay(part, scope) for part in amount.parts)
            case p.OneOf():
                return any(self._can_pay(part, scope) for part in amount.parts)
            case _:
                return True

    def _held(self, unit: p.Unit, scope: _Scope) -> int:
        base = self.machine.layout.slots[f"unit:{unit.words.name}"].base
        you = scope.you or 0
        size = self.machine.program.side_size
        return int(self.S[base + {p.Per.PLAYER: you, p.Per.SIDE: you // size}.get(unit.per, 0)])

    def _look_at_choice(self, stmt: p.Choose, scope: _Scope) -> _Found | None:
        if stmt.otherwise is not None or stmt.at_random:
            return None
        part = stmt.parts[0]
        found = self._elements(part.source, scope)
        if not found:
            return _Found(Reason.NO_OPTION, part.source, scope, stmt=stmt)
        if len(stmt.parts) == 1 and part.quantity == "one":
            for item in found:
                inner = scope.bound(part.var, item)
                if all(self._value(w, inner) for w in stmt.where):
                    return None
            return _Found(Reason.NO_OPTION, stmt.where[0], scope, stmt=stmt)
        return None

    # ---- values

    def _scope(self) -> _Scope:
        """What the decision's conditions can name, as it was kept when it was asked."""
        env = self.decision.captured.get("env")
        words = self._words()
        path = (words.name,) if words is not None else ()
        if env is None:
            return _Scope({}, {}, self.who, None, words, path=path)
        values = {}
        for number, source in env.names.items():
            known, value = self._kept(source)
            if known:
                values[number] = value
        this = self._kept(env.this)[1] if env.this is not None else None
        return _Scope(values, dict(env.values), self.who, this, words, path=path)

    def _kept(self, source: str) -> tuple[bool, Any]:
        slots = self.machine.layout.slots
        marks = _MARK.findall(source)
        if any(f"local:{mark}" not in slots for mark in marks):
            return False, None
        text = _MARK.sub(lambda m: f"S[{slots[f'local:{m[1]}'].base}]", source)
        try:
            return True, eval(text, dict(self.machine.namespace), {"S": self.S, "you": self.who})
        except (NameError, IndexError, TypeError, KeyError):
            return False, None

    def _words(self) -> p.Words | None:
        """The words of the innermost action, rule or thing around the decision."""
        program = self.machine.program
        for name in reversed(self.decision.actions):
            for action in program.actions.values():
                if action.words.name == name:
                    return action.words
            if name in program.rules:
                return program.rules[name].words
            for component in program.components.values():
                for design in component.designs:
                    if design.words.name == name:
                        return design.words
        return None

    def _value(self, expr: p.Expr, scope: _Scope) -> Any:
        return self.machine.evaluator.value(
            self.S, expr, scope.you, scope.values, this=scope.this, constants=scope.constants
        )

    def _elements(self, expr: p.Expr, scope: _Scope) -> list[Any]:
        value = self._value(expr, scope)
        if isinstance(value, int):
            return list(bits(value))
        return [x for x in value if expr.type.elem.t is not T.THING or x >= 0]

    # ---- into the definitions

    def _not_in(self, expr: p.Expr, value: Any, scope: _Scope, depth: int = 0) -> _Found:
        """Which part of a set's description leaves a value out."""
        here = _Found(Reason.NOT_AMONG, expr, scope)
        if depth > _DEEPEST:
            return here
        try:
            return self._not_in_part(expr, value, scope, depth) or here
        except (KeyError, RulesError, AssertionError):
            return here

    def _not_in_part(self, expr: p.Expr, value: Any, scope: _Scope, depth: int) -> _Found | None:
        match expr:
            case p.Apply(prim=p.Prim.COMMON):
                for arg in expr.args:
                    if value not in self._elements(arg, scope):
                        return self._not_in(arg, value, scope, depth + 1)
            case p.Apply(prim=p.Prim.EXCEPT):
                if value not in self._elements(expr.args[0], scope):
                    return self._not_in(expr.args[0], value, scope, depth + 1)
                return _Found(Reason.EXCLUDED, expr.args[1], scope)
            case p.Fold(over=p.Over.EACH) if not expr.ranks:
                if value not in self._elements(expr.source, scope):
                    return self._not_in(expr.source, value, scope, depth + 1)
                if expr.where is not None:
                    inner, at = self._false(expr.where, scope.bound(expr.var, value))
                    return _Found(Reason.CONDITION, inner, at)
            case p.Cond():
                branch = expr.then if self._value(expr.test, scope) else expr.otherwise
                return self._not_in(branch, value, scope, depth + 1)
            case p.Local() if expr.var.id in scope.given:
                arg, outer = scope.given[expr.var.id]
                return self._not_in(arg, value, outer, depth + 1)
            case p.Call() if expr.function.body is not None and not expr.function.modifiers:
                found = self._not_in(expr.function.body, value, self._inside(expr, scope), depth + 1)
                if _is_library(expr.function) and found.reason in (Reason.NOT_AMONG, Reason.EXCLUDED):
                    return None
                return replace(found, span=expr.span) if _is_library(expr.function) else found
            case _:
                pass
        return None

    def _false(self, expr: p.Expr, scope: _Scope, depth: int = 0) -> tuple[p.Expr, _Scope]:
        """The part of a truth that does not hold."""
        try:
            match expr:
                case p.Apply(prim=p.Prim.AND):
                    for arg in expr.args:
                        if not self._value(arg, scope):
                            return self._false(arg, scope, depth + 1)
                case p.Cond() if depth < _DEEPEST:
                    branch = expr.then if self._value(expr.test, scope) else expr.otherwise
                    return self._false(branch, scope, depth + 1)
                case p.Call() if depth < _DEEPEST and expr.function.body is not None and _is_open(expr.function):
                    return self._false(expr.function.body, self._inside(expr, scope), depth + 1)
                case _:
                    pass
        except (KeyError, RulesError, AssertionError):
            pass
        return expr, scope

    def _inside(self, call: p.Call, scope: _Scope) -> _Scope:
        """The names of a definition while it is called; the library's own words do not count as a rule."""
        function = call.function
        you = self._value(call.you, scope) if call.you is not None else None
        words = scope.words if _is_library(function) else function.words
        path = scope.path if _is_library(function) else (*scope.path, function.words.name)
        inner = _Scope({}, {}, you, scope.this, words, path=path)
        for var, arg in zip(function.params, call.args, strict=True):
            inner = self._bind(inner, var, arg, scope)
        for var, value in function.lets:
            inner = inner.bound(var, self._value(value, inner))
        return inner


def _is_cell(type_: Type) -> bool:
    """Whether it is one cell, which has a name that players see on the board."""
    return type_.t is T.CELL and not type_.is_set and not type_.is_list


def _is_library(function: p.Function) -> bool:
    return function.words.module.startswith("library")


def _modifying(expr: p.Expr | None) -> tuple[str, ...]:
    """A definition that rules modify is not looked into: it and those that can take something away are named."""
    if not isinstance(expr, p.Call) or not expr.function.modifiers:
        return ()
    taking = [m.words.name for m in expr.function.modifiers if m.word in ("forbid", "reduce", "change", "keep_most")]
    return (expr.function.words.name, *taking)


def _is_open(function: p.Function) -> bool:
    """Whether a truth is better explained by what its definition says."""
    return not function.modifiers and not _is_library(function)


_RANKS = {reason: rank for rank, reason in enumerate(Reason)}


__all__ = ["Reason", "WhyNot", "why_cannot", "why_not", "why_not_option"]
