"""Modifiers of a definition: whose they are, whether they are in play, and what they make of its value."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T, Type
from rulewright.interpreter.generate.expressions.env import Env
from rulewright.interpreter.generate.expressions.reads import Reads
from rulewright.interpreter.generate.expressions.text import bracket
from rulewright.interpreter.generate.layout import USING

ALL = -2
FOLD_ORDER = {"change": 0, "increase": 1, "reduce": 1, "keep_least": 2, "keep_most": 3, "allow": 4, "forbid": 5}


class Modifiers(Reads):
    """Writes what modifiers make of a value."""

    def _modify(self, function: p.Function, modifier: p.Modifier, env: Env) -> list[str]:
        """A modifier of the game once; one of a design once for each of its copies that is in play."""
        things = self.copies(modifier.design, modifier)
        return [line for thing in things for line in self._modify_by(function, modifier, thing, env)]

    def _modify_by(self, function: p.Function, modifier: p.Modifier, thing: int, env: Env) -> list[str]:
        inner = env.copy()
        inner.this = self.this(modifier.design, thing, inner)
        tests: list[str] = []
        for bound, fixed, param in zip(modifier.binds, modifier.fixed, function.params, strict=True):
            if param.id in env.values:
                inner.values[bound.id] = env.values[param.id]
                here = self.literal(env.values[param.id], param.type)
            else:
                here = inner.names[bound.id] = env.names[param.id]
            if fixed is not None:
                owner = self._owner_test(modifier, inner, here, fixed)
                tests.append(owner if owner is not None else f"{here} == {self.source(fixed, inner)}")
        guard = self.in_play(modifier.design, inner, thing)
        if guard is not None:
            tests.insert(0, guard)
            if inner.you == "you":
                tests.insert(0, "you >= 0")
        if modifier.is_permission:
            tests.insert(0, f"S[{USING}] & {1 << self.permission(modifier, thing)}")
        if modifier.where is not None:
            tests.append(self.source(modifier.where, inner))
        change = self._change(modifier, function.type, inner, self._how_many(modifier, thing, inner))
        tests = [t for t in tests if t != "True"]
        lines = [change]
        if self.marks is not None and not modifier.is_permission:
            lines.append(self.marks.line(modifier))
        if not tests:
            return [f"    {line}" for line in lines]
        return [f"    if {' and '.join(tests)}:", *(f"        {line}" for line in lines)]

    def _owner_test(self, modifier: p.Modifier, env: Env, here: str, fixed: p.Expr) -> str | None:
        """`increase strength(you)`: the owner is whoever the value is asked of."""
        if isinstance(fixed, p.Me) and (modifier.design is not None or env.you is None):
            env.you = here
            return "True"
        return None

    def permission(self, modifier: p.Modifier, thing: int) -> int:
        """The number of a permission, counted in this program."""
        return self._permissions.setdefault((id(modifier), thing), len(self._permissions))

    def copies(self, design: p.Design | None, clause: Any) -> tuple[int, ...]:
        """The copies of a design for which a clause is written: one by one, or ALL at once where that says the same.

        Where everybody has one of each, nobody holds two copies; and a modifier that does not name `this` is counted.
        """
        if design is None:
            return (-1,)
        components = self.program.components
        root = components[design.component].root
        everybody = any(z.one_of_each and components[z.component].root == root for z in self.program.zones.values())
        alike = isinstance(clause, p.Modifier) and not any(isinstance(x, p.This) for x in walk(clause))
        return (ALL,) if len(design.things) > 1 and (everybody or alike) else design.things

    def this(self, design: p.Design | None, thing: int, env: Env) -> str:
        """The copy whose clause is carried out."""
        if thing != ALL or design is None:
            return str(thing)
        found = " | ".join(f"({slot} & {mask:#x})" for slot, mask in self._places(design, env, thing))
        return f"first({found})"

    def _places(self, design: p.Design, env: Env, thing: int) -> list[tuple[str, int]]:
        """The zones where a design's rules hold for you, as sets, and the copies looked for."""
        mask = sum(1 << k for k in design.things) if thing == ALL else 1 << thing
        root = self.program.components[design.component].root
        found = []
        for zone in self.program.zones.values():
            if zone.in_play and self.program.components[zone.component].root == root:
                key = {p.Per.GAME: None, p.Per.PLAYER: env.you, p.Per.SIDE: self.side(env.you)}.get(zone.per)
                slot = self.slot(f"zone:{zone.words.name}", key)
                if zone.slots is not None and zone.sorted_by is None:
                    slot = f"[x for x in {slot} if x >= 0]"
                found.append((f"mask_of({slot})" if zone.ordered else slot, mask))
        return found

    def in_play(self, design: p.Design | None, env: Env, thing: int) -> str | None:
        """Whether this copy of a design (or any) lies in a zone of yours, or of the game's, where its rules hold."""
        if design is None:
            return None
        found = [f"{slot} & {mask:#x}" for slot, mask in self._places(design, env, thing)]
        return "(" + " or ".join(found) + ")" if found else "False"

    def _how_many(self, modifier: p.Modifier, thing: int, env: Env) -> str | None:
        """Each copy in play adds its own: how many there are, where they are written as one."""
        counted = modifier.word in ("increase", "reduce") and not modifier.is_permission
        if thing != ALL or modifier.design is None or not counted:
            return None
        found = self._places(modifier.design, env, thing)
        return " + ".join(f"({slot} & {mask:#x}).bit_count()" for slot, mask in found) or None

    def _change(self, modifier: p.Modifier, type_: Type, env: Env, times: str | None) -> str:
        if modifier.word == "allow":
            return "v = True"
        if modifier.word == "forbid":
            return "v = False"
        assert modifier.amount is not None
        amount = self.source(modifier.amount, env)
        if times is not None and type_.t is T.NUMBER:
            amount = f"{bracket(amount)} * ({times})"
        elif times is not None and type_.t is T.BUNDLE:
            amount = f"[a * ({times}) for a in {amount}]"
        if modifier.word == "change":
            return f"v = {amount}"
        if type_.is_set:
            return f"v = v | {amount}" if modifier.word == "increase" else f"v = v & ~{bracket(amount)}"
        if type_.t is T.BUNDLE:
            sign = "+" if modifier.word == "increase" else "-"
            if modifier.word in ("keep_least", "keep_most"):
                return (
                    f"v = tuple({'max' if modifier.word == 'keep_least' else 'min'}(a, b) for a, b in zip(v, {amount}))"
                )
            return f"v = tuple(max(0, a {sign} b) for a, b in zip(v, {amount}))"
        match modifier.word:
            case "keep_least":
                return f"v = max(v, {amount})"
            case "keep_most":
                return f"v = min(v, {amount})"
            case word:
                return f"v = v {'+' if word == 'increase' else '-'} {amount}"
