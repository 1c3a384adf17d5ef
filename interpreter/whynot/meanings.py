"""What names mean at one place of the rules, and what the rules say there of values, sets and truths.

A set or a truth that a definition gives is followed into that definition, so that the answer names the rule in which
the condition is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.diagnostics import RulesError
from rulewright.dsl.source import Span
from rulewright.dsl.types import T, Type
from rulewright.interpreter.generate.context import Decision
from rulewright.interpreter.generate.layout import USING
from rulewright.interpreter.machine import Machine, Slots
from rulewright.interpreter.notation import Notation
from rulewright.interpreter.runtime import bits
from rulewright.interpreter.whynot.reason import Reason

_MARK = re.compile(r"⟪(\w+)⟫")
DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Scope:
    """What names mean at one place of the rules."""

    values: dict[int, Any]
    constants: dict[int, Any]
    you: int | None
    this: int | None
    words: p.Words | None
    given: dict[int, tuple[p.Expr, Scope]] = field(default_factory=dict)
    path: tuple[str, ...] = ()

    def bound(self, var: p.Var, value: Any) -> Scope:
        return replace(self, values={**self.values, var.id: value})


@dataclass(frozen=True, slots=True)
class Found:
    """What stands against it, and what the names in its condition mean."""

    reason: Reason
    expr: p.Expr | None
    scope: Scope
    span: Span | None = None
    number: int | None = None
    part: str | None = None
    stmt: Any = None
    chosen: str | None = None


class Meanings:
    """What the rules mean for one player who answers one decision in one state."""

    def __init__(self, machine: Machine, S: Slots, notation: Notation, decision: Decision, who: int, text: str) -> None:
        self.machine, self.notation, self.decision = machine, notation, decision
        self.S = S[:]
        self.S[USING] = 0
        self.who, self.text = who, text
        self.scope = self._scope()

    def _scope(self) -> Scope:
        """What the decision's conditions can name, as it was kept when it was asked."""
        env = self.decision.captured.get("env")
        words = self._words()
        path = (words.name,) if words is not None else ()
        if env is None:
            return Scope({}, {}, self.who, None, words, path=path)
        values = {}
        for number, source in env.names.items():
            known, value = self._kept(source)
            if known:
                values[number] = value
        this = self._kept(env.this)[1] if env.this is not None else None
        return Scope(values, dict(env.values), self.who, this, words, path=path)

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

    def value(self, expr: p.Expr, scope: Scope) -> Any:
        return self.machine.evaluator.value(
            self.S, expr, scope.you, scope.values, this=scope.this, constants=scope.constants
        )

    def elements(self, expr: p.Expr, scope: Scope) -> list[Any]:
        value = self.value(expr, scope)
        if isinstance(value, int):
            return list(bits(value))
        return [x for x in value if expr.type.elem.t is not T.THING or x >= 0]

    # ---- into the definitions

    def not_in(self, expr: p.Expr, value: Any, scope: Scope, depth: int = 0) -> Found:
        """Which part of a set's description leaves a value out."""
        here = Found(Reason.NOT_AMONG, expr, scope)
        if depth > DEEPEST:
            return here
        try:
            return self._not_in_part(expr, value, scope, depth) or here
        except (KeyError, RulesError, AssertionError):
            return here

    def _not_in_part(self, expr: p.Expr, value: Any, scope: Scope, depth: int) -> Found | None:
        match expr:
            case p.Apply(prim=p.Prim.COMMON):
                for arg in expr.args:
                    if value not in self.elements(arg, scope):
                        return self.not_in(arg, value, scope, depth + 1)
            case p.Apply(prim=p.Prim.EXCEPT):
                if value not in self.elements(expr.args[0], scope):
                    return self.not_in(expr.args[0], value, scope, depth + 1)
                return Found(Reason.EXCLUDED, expr.args[1], scope)
            case p.Fold(over=p.Over.EACH) if not expr.ranks:
                if value not in self.elements(expr.source, scope):
                    return self.not_in(expr.source, value, scope, depth + 1)
                if expr.where is not None:
                    inner, at = self.false(expr.where, scope.bound(expr.var, value))
                    return Found(Reason.CONDITION, inner, at)
            case p.Cond():
                branch = expr.then if self.value(expr.test, scope) else expr.otherwise
                return self.not_in(branch, value, scope, depth + 1)
            case p.Local() if expr.var.id in scope.given:
                arg, outer = scope.given[expr.var.id]
                return self.not_in(arg, value, outer, depth + 1)
            case p.Call() if expr.function.body is not None and not expr.function.modifiers:
                found = self.not_in(expr.function.body, value, self._inside(expr, scope), depth + 1)
                if is_library(expr.function) and found.reason in (Reason.NOT_AMONG, Reason.EXCLUDED):
                    return None
                return replace(found, span=expr.span) if is_library(expr.function) else found
            case _:
                pass
        return None

    def false(self, expr: p.Expr, scope: Scope, depth: int = 0) -> tuple[p.Expr, Scope]:
        """The part of a truth that does not hold."""
        try:
            match expr:
                case p.Apply(prim=p.Prim.AND):
                    for arg in expr.args:
                        if not self.value(arg, scope):
                            return self.false(arg, scope, depth + 1)
                case p.Cond() if depth < DEEPEST:
                    branch = expr.then if self.value(expr.test, scope) else expr.otherwise
                    return self.false(branch, scope, depth + 1)
                case p.Call() if depth < DEEPEST and expr.function.body is not None and _is_open(expr.function):
                    return self.false(expr.function.body, self._inside(expr, scope), depth + 1)
                case _:
                    pass
        except (KeyError, RulesError, AssertionError):
            pass
        return expr, scope

    def _inside(self, call: p.Call, scope: Scope) -> Scope:
        """The names of a definition while it is called; the library's own words do not count as a rule."""
        function = call.function
        you = self.value(call.you, scope) if call.you is not None else None
        words = scope.words if is_library(function) else function.words
        path = scope.path if is_library(function) else (*scope.path, function.words.name)
        inner = Scope({}, {}, you, scope.this, words, path=path)
        for var, arg in zip(function.params, call.args, strict=True):
            inner = self.bind(inner, var, arg, scope)
        for var, value in function.lets:
            inner = inner.bound(var, self.value(value, inner))
        return inner

    def bind(self, inner: Scope, var: p.Var, arg: p.Expr, outer: Scope) -> Scope:
        if isinstance(arg, p.Const) and not isinstance(arg.value, int | frozenset | tuple | None):
            return replace(inner, constants={**inner.constants, var.id: arg.value})
        known = replace(inner, given={**inner.given, var.id: (arg, outer)})
        return known.bound(var, self.value(arg, outer))


def is_cell(type_: Type) -> bool:
    """Whether it is one cell, which has a name that players see on the board."""
    return type_.t is T.CELL and not type_.is_set and not type_.is_list


def is_library(function: p.Function) -> bool:
    return function.words.module.startswith("library")


def _is_open(function: p.Function) -> bool:
    """Whether a truth is better explained by what its definition says."""
    return not function.modifiers and not is_library(function)
