"""The options of one part, as a set: what its conditions and wishes leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.dsl import program as p
from rulewright.dsl.types import T
from rulewright.interpreter.generate.choices.asking import Asking
from rulewright.interpreter.generate.expressions import LIFTED, Env, bracket

if TYPE_CHECKING:
    pass


_MASKED = (T.CELL, T.THING, T.PLAYER, T.SIDE, T.MEMBER, T.SPOT)


class Domains(Asking):
    """Writes sets of options."""

    def never_empty(self, stmt: p.Choose) -> bool:
        source = stmt.parts[0].source
        return (
            not stmt.where
            and isinstance(source, p.Apply)
            and source.prim in (p.Prim.RANGE, p.Prim.LISTED, p.Prim.PLAYERS)
        )

    def _is_masked(self, part: p.Part) -> bool:
        return part.source.type.is_set and part.source.type.elem.t in _MASKED

    def domain(self, stmt: p.Choose, env: Env) -> str:
        """The options of a choice of one thing, `if possible` left aside."""
        part = stmt.parts[0]
        if self._is_masked(part):
            return self._masked_domain(part, stmt.where, env)
        items = self.x.elements(part.source, env)
        if not stmt.where:
            return f"tuple({items})"
        name, inner = self._bound(part.var, env)
        tests = " and ".join(self.x.condition(w, inner) for w in stmt.where)
        return f"tuple([{name} for {name} in {items} if {tests}])"

    def _one_of_part(self, part: p.Part) -> p.Var:
        """Each of the things a quantity is chosen from."""
        return p.Var(part.var.name, part.source.type.elem, part.var.id)

    def _bound(self, var: p.Var, env: Env) -> tuple[str, Env]:
        name = self.x.fresh("x")
        inner = env.copy()
        inner.names[var.id] = name
        return name, inner

    def _masked_domain(self, part: p.Part, where: Sequence[p.Expr], env: Env) -> str:
        domain = str(self.x.source(part.source, env))
        loops: list[p.Expr] = []
        for test in where:
            negated = isinstance(test, p.Apply) and test.prim is p.Prim.NOT
            inner = test.args[0] if negated and isinstance(test, p.Apply) else test
            mask = self.x.lift(inner, part.var, env) if part.var.type.t in LIFTED else None
            if mask is None:
                loops.append(test)
            else:
                domain = f"({domain} & {'~' if negated else ''}{bracket(mask) if negated else mask})"
        if loops:
            name, bound = self._bound(part.var, env)
            tests = " and ".join(self.x.condition(w, bound) for w in loops)
            domain = f"mask_of([{name} for {name} in {self._elements(part, domain)} if {tests}])"
        return domain

    def _elements(self, part: p.Part, domain: str) -> str:
        return f"bits({domain})"

    def _preferred(self, stmt: p.Choose, env: Env, domain: str) -> str:
        """`if possible`: those of the options for which it holds, if there are any."""
        part = stmt.parts[0]
        for wish in stmt.possible:
            if self._is_masked(part):
                mask = self.x.lift(wish, part.var, env) if part.var.type.t in LIFTED else None
                if mask is not None:
                    domain = f"({domain} & {mask} or {domain})"
                    continue
                name, bound = self._bound(part.var, env)
                domain = (
                    f"(mask_of([{name} for {name} in bits({domain}) if {self.x.condition(wish, bound)}]) or {domain})"
                )
            else:
                name, bound = self._bound(part.var, env)
                domain = f"(tuple([{name} for {name} in {domain} if {self.x.condition(wish, bound)}]) or {domain})"
        return domain

    def _are_pairs(self, stmt: p.Choose) -> bool:
        """Two cells, the second one of few that the first allows."""
        if len(stmt.parts) != 2 or stmt.possible:
            return False
        if any(x.quantity != "one" or not self._is_masked(x) for x in stmt.parts):
            return False
        second = stmt.parts[1]
        board = self.s.layout.geometry.get(second.var.type.base)
        return board is not None and self.x.at_most(second.source) < board.rows * board.columns
