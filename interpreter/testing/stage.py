"""A game made ready for examples: its machine, and ways into it that play itself does not need.

Besides the game's own actions the machine gets a few more: the setup alone; each `always` rule alone, to see whether it
would change a position; an action wrapped in `may`, which says whether it can be done at all; and statements written in
an example (`when anne: gain 1 coin`). All of them run the same generated code as play does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.types import cells, thing
from rulewright.interpreter.generate.layout import ACTIVE, ANSWER, NODE, PENDING, RNG, SECRETS
from rulewright.interpreter.generate.module import Generated, generate
from rulewright.interpreter.generate.statements import Decision
from rulewright.interpreter.geometry import spot_cells

SEED = 1
IDLE = -2  # what the machine says when an action that was begun by itself is over
SETUP, REFRESH, ALWAYS = "(setup)", "(refresh)", "(always)"
_NOWHERE = Span(SourceFile("<example>", ""), 0, 0)

State = list[Any]


@contextmanager
def reporting(compiled: Compiled, report: Report) -> Iterator[None]:
    """While this lasts, what the checker finds goes to another report."""
    places: list[Any] = [compiled.expressions, compiled.statements, compiled.statements.verbs, compiled.clauses]
    before = [place.report for place in places]
    for place in places:
        place.report = report
    try:
        yield
    finally:
        for place, old in zip(places, before, strict=True):
            place.report = old


@dataclass(frozen=True, slots=True)
class Way:
    """A way into the machine: the entry that does it, and the one that first judges whether it can be done."""

    does: str
    may: str


class Ways:
    """Collects what examples want to begin, before the machine is generated."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.actions: dict[str, p.Action] = {}
        self.begun: set[str] = set()
        self._add(SETUP, (), compiled.program.setup)
        self._add(REFRESH, (), tuple(self._lifts()))
        for number, rule in enumerate(always_rules(compiled.program)):
            self._add(f"{ALWAYS}{number}", (), rule.body)

    def _lifts(self) -> Iterator[p.Stmt]:
        """Taking no piece off the board makes the machine work out afresh what it keeps beside the pieces."""
        for piece in self.compiled.program.pieces.values():
            nothing = p.Const(frozenset(), cells(piece.board), _NOWHERE)
            yield p.Lift(piece, None, nothing, "hand", _NOWHERE)

    def _add(self, key: str, params: Sequence[p.Var], body: Sequence[p.Stmt]) -> None:
        words = p.Words(key, span=_NOWHERE)
        self.actions.setdefault(key, p.Action(words, tuple((None, var) for var in params), tuple(body), key))

    def to_action(self, action: p.Action) -> Way:
        """A way to begin an action by itself."""
        self.begun.add(action.key)
        fresh = [p.Var(var.name, var.type, self.compiled.expressions.fresh_id()) for _, var in action.params]
        call = p.CallAction(action, tuple(p.Local(var, var.type, _NOWHERE) for var in fresh), _NOWHERE)
        self._add(f"(may {action.key})", fresh, (p.May(None, False, (call,), _NOWHERE),))
        return Way(action.key, f"(may {action.key})")

    def to_statements(self, body: Sequence[p.Stmt], params: Sequence[p.Var], span: Span) -> Way:
        """A way to carry out what an example itself writes."""
        key = f"({span})"
        self._add(key, params, body)
        self._add(f"(may {key})", params, (p.May(None, False, tuple(body), span),))
        return Way(key, f"(may {key})")

    def to_thing(self, root: str) -> Way:
        """A way to carry out what a thing of a component does."""
        what = p.Var("thing", thing(root), self.compiled.expressions.fresh_id())
        do = p.Do(p.Local(what, what.type, _NOWHERE), None, _NOWHERE)
        return self.to_statements((do,), (what,), Span(SourceFile(f"do {root}", ""), 0, 0))


def always_rules(program: p.Program) -> list[p.Always]:
    """The `always` clauses of the game's own rules."""
    return [clause for rule in program.rules.values() for clause in rule.clauses if isinstance(clause, p.Always)]


class Stage:
    """A compiled game and its machine."""

    def __init__(self, compiled: Compiled, ways: Ways) -> None:
        self.compiled = compiled
        self.program = compiled.program
        self.machine: Generated = generate(
            replace(compiled.program, actions={**compiled.program.actions, **ways.actions}),
            entries={*ways.actions, *ways.begun},
        )
        self.layout = self.machine.layout
        self.blocks: dict[int, Any] = self.machine.namespace["BLOCKS"]

        self._spots: dict[tuple[str, int], list[tuple[int, ...]]] = {}

    def spots(self, board: str, parts: int) -> list[tuple[int, ...]]:
        """For every way to lay so many parts in a row on a board: their cells."""
        key = (board, parts)
        if key not in self._spots:
            self._spots[key] = spot_cells(self.layout.geometry[board], parts)[0]
        return self._spots[key]

    # ---- states

    def fresh(self) -> State:
        """The state before setup: supplies, counters and decks as declared."""
        S = self.layout.initial()
        S[RNG] = SEED
        S[NODE] = IDLE
        self.machine.namespace["begin"](S)
        return S

    def enter(self, S: State, key: str, you: int, args: Sequence[Any] = ()) -> None:
        """Begins an action and runs to the first decision, or to its end."""
        you_at, args_at = self.machine.entry_slots[key]
        S[you_at] = you
        for at, value in zip(args_at, args, strict=True):
            S[at] = value
        self._run(S, self.blocks[self.machine.entries[key]])

    def answer(self, S: State, value: Any, who: int) -> None:
        """Answers the pending decision and runs to the next."""
        decision = self.decision(S)
        assert decision is not None
        if decision.secret:
            S[SECRETS] = tuple(value if k == who else old for k, old in enumerate(S[SECRETS]))
            S[PENDING] &= ~(1 << who)
            if S[PENDING]:
                return
        S[ANSWER] = value
        self._run(S, self.blocks[decision.resume])

    def _run(self, S: State, block: Any) -> None:
        while block is not None:
            block = block(S)

    def decision(self, S: State) -> Decision | None:
        """What is asked now."""
        return self.machine.decisions[S[NODE]] if S[NODE] >= 0 else None

    def refresh(self, S: State) -> None:
        """Puts in order what the machine keeps beside the pieces, after they were set by hand."""
        node = S[NODE]
        self.enter(S, REFRESH, S[ACTIVE])
        S[NODE] = node

    def changes(self, before: State, after: State) -> bool:
        """Whether two states differ in anything that a rule can see."""
        own = (slot for name, slot in self.layout.slots.items() if not name.startswith(("local:", "used:", "during:")))
        return any(
            before[slot.base : slot.base + slot.count] != after[slot.base : slot.base + slot.count] for slot in own
        )
