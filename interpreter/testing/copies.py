"""A claim that names a design where one thing is wanted, as `price(NAME) is 3` where there are several of that name: it
speaks of each of them that is on the table, not in a deck or a bag. What would hold for one and not for another says
too little.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.codes import Code
from rulewright.dsl.types import TRUTH, thing
from rulewright.dsl.walk import walk
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scene import Names, Scene
from rulewright.interpreter.testing.stage import State


@dataclass(frozen=True, slots=True)
class Claim:
    """A checked claim, and the designs in it of which each copy is meant."""

    expr: p.Expr
    copies: dict[str, tuple[p.Var, p.Design]] = field(default_factory=dict)

    def cases(self, scene: Scene, S: State) -> Iterator[dict[int, int]]:
        """Every way to take one copy of each design: the thing for the number of its variable."""
        parts = [[(var.id, k) for k in _on_table(scene, design, S)] for var, design in self.copies.values()]
        return (dict(way) for way in product(*parts))


def _on_table(scene: Scene, design: p.Design, S: State) -> list[int]:
    """The copies that lie anywhere but in a deck or a bag; all of them, if none does."""
    program, slots = scene.stage.program, scene.stage.layout.slots
    zones = list(program.zones.values())
    where = slots[f"where:{program.components[design.component].root}"].base
    open_ = [k for k in design.things if S[where + k] >= 0 and zones[S[where + k] >> 20].shape not in ("deck", "bag")]
    return open_ or list(design.things)


def claimed(names: Names, fact: n.Expr) -> Claim:
    """What a claim says; it is refused as the checker refuses it, unless only the copy is missing."""
    copies: dict[str, tuple[p.Var, p.Design]] = {}
    while True:
        try:
            return Claim(names.check(fact, TRUTH, variables=[var for var, _ in copies.values()]), copies)
        except Refusal as refusal:
            design = _unsaid(names, fact, refusal)
            if design is None or design.words.name in copies:
                raise
            var = p.Var(design.words.name, thing(design.component), names.compiled.expressions.fresh_id())
            copies[design.words.name] = var, design


def holds(scene: Scene, claim: Claim, S: State, fact: n.Expr) -> bool:
    """Whether a claim holds for all copies; if only for some of them, it has to say which."""
    found: set[Any] = {bool(scene.value(claim.expr, S, variables=case)) for case in claim.cases(scene, S)}
    if len(found) == 1:
        return bool(found.pop())
    name = next(iter(claim.copies))
    raise Refusal(
        Code.WRONG_TYPE,
        fact.span,
        f"this holds for one `{name}` and not for another",
        help=f"say which: `the x in ZONE where x is {name}`",
    )


def _unsaid(names: Names, fact: n.Expr, refusal: Refusal) -> p.Design | None:
    """The design that stands where one of its several things should."""
    if refusal.diagnostic.code is not Code.WRONG_TYPE or not refusal.diagnostic.labels:
        return None
    at = refusal.diagnostic.labels[0].span
    for node in walk(fact):
        if isinstance(node, n.Name) and (node.span.start, node.span.end) == (at.start, at.end):
            found = names.compiled.expressions.symbols.find(node.name)
            return next((x for x in found if isinstance(x, p.Design) and len(x.things) > 1), None)
    return None
