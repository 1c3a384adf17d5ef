"""Why an answer to a decision is not one of its options."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.dsl import program as p
from rulewright.dsl.diagnostics import RulesError
from rulewright.dsl.suggest import nearest
from rulewright.dsl.types import Type
from rulewright.interpreter.generate.context import Decision
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
from rulewright.interpreter.whynot.meanings import Found, Scope, is_cell
from rulewright.interpreter.whynot.obstacles import Obstacles
from rulewright.interpreter.whynot.reason import Reason, WhyNot

if TYPE_CHECKING:
    from rulewright.interpreter.state import State

_COUNTED = re.compile(r"(\d{1,9})\s+(\w+)")


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
    found = judge.obstacle(body, Scope(values, {}, who, this, words, path=(words.name,)))
    return None if found is None else replace(judge.said(found), decision=None)


class _Judge(Obstacles):
    """Judges one answer to one decision in one state."""


    def judge(self, options: Options, readings: Sequence[str]) -> WhyNot:
        if DECLINE in readings:
            return self.said(Found(Reason.CANNOT_DECLINE, None, self.scope, span_of(self.decision)))
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
        return self.said(Found(reason, None, self.scope, span_of(self.decision)), near)

    def _names_another(self, text: str, options: Sequence[str]) -> bool:
        """Whether it begins with the name of an action that is neither asked for nor on offer."""
        word = text.partition(" ")[0]
        on_offer = {*self.decision.actions, *(option.partition(" ")[0] for option in options)}
        return word in self.machine.program.actions and word not in on_offer

    def said(self, found: Found, near: tuple[str, ...] = ()) -> WhyNot:
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

    def _cells_in(self, found: Found) -> dict[int, str]:
        """The cells that a condition speaks of, as a move names them."""
        values = found.scope.values
        named = locals_of(found.expr) if found.expr is not None else ()
        known = [var for var in named if is_cell(var.type) and var.id in values]
        return {var.id: self._cell(values[var.id], var.type) for var in known}

    def _cell(self, value: Any, type_: Type) -> str:
        return self.notation.value(self.S, value, type_)

    def _best(self, ways: Sequence[tuple[Any, ...]]) -> Found:
        """Of several readings the one that comes nearest to being legal."""
        choose = self._choice()
        offered = Found(Reason.NOT_OFFERED, None, self.scope, span_of(self.decision))
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

    def _why(self, choose: p.Choose, way: tuple[Any, ...]) -> Found | None:
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
                    if not self.value(condition, scope):
                        expr, inner = self.false(condition, scope)
                        return Found(Reason.CONDITION, expr, inner, number=n, part=part.var.name)
            for n, wish in enumerate(choose.possible, start=1):
                if not self.value(wish, scope):
                    expr, inner = self.false(wish, scope)
                    return Found(Reason.NOT_PREFERRED, expr, inner, number=n)
        except (KeyError, RulesError, AssertionError):
            pass
        return None

    def _why_not_in_part(self, part: p.Part, value: Any, scope: Scope) -> Found | None:
        source = self.elements(part.source, scope)
        is_one = part.quantity == "one"
        chosen = [value] if is_one else bits(value) if isinstance(value, int) else list(value)
        for item in chosen:
            if item not in source:
                elem = part.source.type.elem
                text = self._cell(item, elem) if is_cell(elem) else None
                return replace(self.not_in(part.source, item, scope), chosen=text)
        if is_one:
            return None
        number = self.value(part.number, scope) if part.number is not None else None
        most = len(chosen) if number is None else number
        if not chosen or len(chosen) > most or (part.quantity == "exactly" and len(chosen) != number):
            return Found(Reason.WRONG_NUMBER, part.number, scope, part.span)
        return None

    # ---- named things on offer: branches, items, yes

    def _named(self, reading: str) -> Found | None:
        """Something that the rules offer here, but not now."""
        stmt, wanted = self.decision.stmt, folded(reading)
        for words, body, scope in self._offers(stmt, reading):
            if words and (wanted == folded(words) or wanted.startswith(f"{folded(words)} ")):
                found = self.obstacle(body, scope)
                return found or Found(Reason.NOT_OFFERED, None, scope, span_of(self.decision), stmt=stmt)
        return None

    def _amount(self, reading: str, options: Options) -> Found | None:
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

    def _refused(self, reason: Reason) -> Found:
        return Found(reason, None, self.scope, span_of(self.decision), stmt=self.decision.stmt)

    def _offers(self, stmt: Any, reading: str) -> Iterator[tuple[str, Sequence[p.Stmt], Scope]]:
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

    def _each_offer(self, item: p.ForEach, reading: str) -> Iterator[tuple[str, Sequence[p.Stmt], Scope]]:
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


def _modifying(expr: p.Expr | None) -> tuple[str, ...]:
    """A definition that rules modify is not looked into: it and those that can take something away are named."""
    if not isinstance(expr, p.Call) or not expr.function.modifiers:
        return ()
    taking = [m.words.name for m in expr.function.modifiers if m.word in ("forbid", "reduce", "change", "keep_most")]
    return (expr.function.words.name, *taking)


_RANKS = {reason: rank for rank, reason in enumerate(Reason)}
