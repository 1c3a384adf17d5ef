"""A generated machine ready to be driven: begin, answer, run to the next decision, within a budget.

`run` counts the blocks between two decisions; loops inside a block count themselves (`support.tick`). Either way a
ruleset that never comes to a decision ends with a clear error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.clock import CLOCK
from rulewright.dsl.codes import Code
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import Span
from rulewright.dsl.types import T, Type
from rulewright.interpreter.evaluate import Evaluator, evaluator
from rulewright.interpreter.faults import fault, guarded
from rulewright.interpreter.generate.context import Decision
from rulewright.interpreter.generate.layout import (
    ANSWER,
    DOMAIN,
    FORCED,
    NODE,
    PENDING,
    RNG,
    SECRETS,
    STEPS,
    WHO,
)
from rulewright.interpreter.generate.module import Generated, generate
from rulewright.interpreter.runtime import Budget

MAX_BLOCKS = 200_000
_ENDLESS = f"the rules went on for {MAX_BLOCKS:,} stretches without a decision or an end"
_MOVE_ON = "let something in the loop change what ends it, or ask somebody"
OVER = -1
RNG_BITS = 64

Slots = list[Any]
Run = Callable[[Slots], Any]


def same_rules(one: Machine, other: Machine) -> bool:
    """Whether what belongs to one machine belongs to the other."""
    return one is other or (one.program.hash, one.players) == (other.program.hash, other.players)


class Machine:
    """The machine of one game for one number of players."""

    def __init__(self, compiled: Compiled, generated: Generated | None = None) -> None:
        self.compiled = compiled
        self.program = compiled.program
        self.generated = generated if generated is not None else generate(compiled.program)
        self.layout = self.generated.layout
        self.players = self.program.players
        self.decisions = self.generated.decisions
        self.namespace = self.generated.namespace
        self._blocks: dict[int, Run] = self.namespace["BLOCKS"]
        self._resume = [self._blocks[d.resume] for d in self.decisions]
        self._initial = self.layout.initial()
        self.keys = _keys(self.decisions)
        self.names_things = [_names_things(d) for d in self.decisions]

    @cached_property
    def evaluator(self) -> Evaluator:
        return evaluator(self.generated)

    # ---- running

    def begin(self, seed: int) -> Slots:
        """A state at its first decision."""
        S = self._initial[:]
        S[RNG] = seed & ((1 << RNG_BITS) - 1)
        self.run(S, self._blocks[self.generated.start])
        return S

    def answer(self, S: Slots, player: int, value: Any) -> None:
        """Answers the pending decision and runs to the next one. The answer must be one of the options."""
        node = S[NODE]
        if self.decisions[node].secret:
            S[SECRETS] = tuple(value if k == player else old for k, old in enumerate(S[SECRETS]))
            S[PENDING] &= ~(1 << player)
            if S[PENDING]:
                return
        else:
            S[ANSWER] = value
        self.run(S, self._resume[node])

    def run(self, S: Slots, block: Run | None) -> None:
        """From a block to the next decision, or to the end of the game."""
        left, node, mine = MAX_BLOCKS, S[NODE], CLOCK.begin()
        try:
            while block is not None:
                block = block(S)
                left -= 1
                if not left:
                    raise Budget(Code.BUDGET_STEPS, _ENDLESS, _MOVE_ON)
        except Exception as error:
            raise fault(error, self.generated, self._after(node), block) from error
        finally:
            if mine:
                CLOCK.end()
        S[STEPS] = S[ANSWER] = 0
        if S[NODE] < 0:
            S[DOMAIN] = S[WHO] = S[PENDING] = 0

    def _after(self, node: int) -> str:
        return f"after {self.keys[node]}" if 0 <= node < len(self.decisions) else "before the first decision"

    # ---- what is asked

    def asked(self, S: Slots) -> Decision | None:
        """The decision that is pending."""
        node = S[NODE]
        return self.decisions[node] if node >= 0 else None

    def deciders(self, S: Slots) -> tuple[int, ...]:
        """The players who must answer now."""
        decision = self.asked(S)
        if decision is None:
            return ()
        if decision.secret:
            return tuple(k for k in range(self.players) if S[PENDING] >> k & 1)
        return (S[WHO],)

    def values(self, S: Slots, decision: Decision, player: int) -> Sequence[Any]:
        """The options of a decision that are listed rather than held as a set."""
        if decision.secret and decision.options is not None:
            found: Sequence[Any] = guarded(self.generated, self.namespace[decision.options], S, player)
            return found
        listed: Sequence[Any] = S[DOMAIN]
        return listed

    # ---- what the program holds

    @cached_property
    def design_of(self) -> dict[str, dict[int, p.Design]]:
        """The design of each thing, by root component and number."""
        found: dict[str, dict[int, p.Design]] = {root: {} for root in self.layout.roots}
        for component in self.program.components.values():
            for design in component.designs:
                for thing in design.things:
                    found[component.root][thing] = design
        return found

    def root(self, component: str) -> str:
        return self.program.components[component].root


def part_types(decision: Decision) -> tuple[Type, ...]:
    """The types of what is chosen: one, or one for each part of a joint choice; none for anything else."""
    if isinstance(decision.type, Type):
        return (decision.type,)
    if isinstance(decision.type, tuple) and all(isinstance(x, Type) for x in decision.type):
        return decision.type
    return ()


def _names_things(decision: Decision) -> bool:
    if decision.type == "item":
        return any(isinstance(x, p.ForEach) and x.var.type.core.t is T.THING for x in decision.stmt.items)
    return any(type_.core.t is T.THING for type_ in part_types(decision))


def span_of(decision: Decision) -> Span | None:
    """Where in the rules a decision is written."""
    stmt = decision.stmt
    if isinstance(stmt, list | tuple):
        return stmt[0][0].span if stmt else None
    found: Span | None = getattr(stmt, "span", None)
    return found


def _keys(decisions: Sequence[Decision]) -> list[str]:
    """A stable name for every decision: the actions around it, numbered where several stand in the same."""
    seen: dict[str, int] = {}
    keys = []
    for decision in decisions:
        path = "/".join(decision.actions) or "play"
        seen[path] = seen.get(path, 0) + 1
        keys.append(path if seen[path] == 1 else f"{path}#{seen[path]}")
    return keys


def locals_of(expr: p.Expr) -> Iterator[p.Var]:
    """The variables that an expression names."""
    for node in walk(expr):
        if isinstance(node, p.Local):
            yield node.var


__all__ = ["FORCED", "OVER", "Machine", "Slots", "locals_of", "part_types", "span_of"]
