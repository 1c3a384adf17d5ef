"""A game made ready for examples: its machine, and ways into it that play itself does not need.

Besides the game's own actions the machine gets a few more: the setup alone, whole or in two halves; each `always` rule
alone, to see whether it would change a position; an action wrapped in `may`, which says whether it can be done at all;
and statements written in an example (`when anne: gain 1 coin`). All of them run the same generated code as play does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.nobody import steps_of_nobody
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.types import cells, thing
from rulewright.interpreter.generate.layout import ACTIVE, HEAD, NODE, RNG
from rulewright.interpreter.generate.marks import Marks
from rulewright.interpreter.generate.module import BY_NOBODY, generate
from rulewright.interpreter.geometry import spot_cells
from rulewright.interpreter.machine import Machine, Slots
from rulewright.interpreter.testing.refusal import Refusal

SEED = 1
IDLE = -2  # what the machine says when an action that was begun by itself is over
SETUP, REFRESH, ALWAYS = "(setup)", "(refresh)", "(always)"
UNTIL, FROM = "(setup until)", "(setup from)"
_NOWHERE = Span(SourceFile("<example>", ""), 0, 0)

State = Slots


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
        self.is_whole = False  # whether any of them plays the game from its start
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

    def to_setup_step(self, name: str, span: Span) -> None:
        """A way to set up until a step of setup begins, and one from there on."""
        setup = self.compiled.program.setup
        steps = {stmt.name: index for index, stmt in enumerate(setup) if isinstance(stmt, p.Step)}
        if name not in steps:
            known = f"its steps are {', '.join(steps)}" if steps else "name its steps: `step deal`"
            raise Refusal(Code.EXAMPLE_IMPOSSIBLE_POSITION, span, f"setup has no step `{name}`", help=known)
        self._add(f"{UNTIL}{name}", (), setup[: steps[name]])
        self._add(f"{FROM}{name}", (), setup[steps[name] :])

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

    def to_step(self, step: p.Step, span: Span) -> Way:
        """A way to carry out one step, with what waits for it; by nobody, if no player ever does it."""
        program = self.compiled.program
        if any(step is x for x in program.setup):
            help_ = f"begin the example with it: `given before {step.name}`"
            raise Refusal(Code.EXAMPLE_IMPOSSIBLE_POSITION, span, f"`{step.name}` is a step of setup", help=help_)
        inside = list(walk(step))
        made = {x.id for node in inside if not isinstance(node, p.Local) for x in _variables(node)}
        named = next((x.var.name for x in inside if isinstance(x, p.Local) and x.var.id not in made), None)
        if named is not None:
            message = f"the step `{step.name}` needs `{named}`, which its action knows"
            raise Refusal(Code.EXAMPLE_ILLEGAL_MOVE, span, message, help="begin the action instead")
        key = f"(step {step.name})"
        does = f"{BY_NOBODY} {key}" if any(step is x for x in steps_of_nobody(program)) else key
        self._add(does, (), (step,))
        self._add(f"(may {key})", (), (p.May(None, False, (step,), span),))
        return Way(does, f"(may {key})")

    def to_thing(self, root: str) -> Way:
        """A way to carry out what a thing of a component does."""
        what = p.Var("thing", thing(root), self.compiled.expressions.fresh_id())
        do = p.Do(p.Local(what, what.type, _NOWHERE), None, _NOWHERE)
        return self.to_statements((do,), (what,), Span(SourceFile(f"do {root}", ""), 0, 0))


def _variables(node: Any) -> Iterator[p.Var]:
    """The variables that a node makes."""
    for field in fields(node):
        value = getattr(node, field.name)
        yield from (x for x in (value if isinstance(value, tuple) else (value,)) if isinstance(x, p.Var))


def always_rules(program: p.Program) -> list[p.Always]:
    """The `always` clauses of the game's own rules."""
    return [clause for rule in program.rules.values() for clause in rule.clauses if isinstance(clause, p.Always)]


class Stage(Machine):
    """The machine of a compiled game, with the ways into it that its examples need."""

    def __init__(self, compiled: Compiled, ways: Ways, marks: Marks | None = None) -> None:
        program = replace(compiled.program, actions={**compiled.program.actions, **ways.actions})
        entries = {*ways.actions, *ways.begun}
        is_whole = ways.is_whole or program.match is not None  # the end of a game begins the next one of its match
        super().__init__(compiled, generate(program, entries=entries, is_whole=is_whole, marks=marks))
        self.marks = marks
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
        self.namespace["begin"](S)
        return S

    def enter(self, S: State, key: str, you: int, args: Sequence[Any] = ()) -> None:
        """Begins an action and runs to the first decision, or to its end."""
        you_at, args_at = self.generated.entry_slots[key]
        S[you_at] = you
        for at, value in zip(args_at, args, strict=True):
            S[at] = value
        self.run(S, self.namespace["BLOCKS"][self.generated.entries[key]])

    def refresh(self, S: State) -> None:
        """Puts in order what the machine keeps beside the pieces, after they were set by hand."""
        head = S[:HEAD]
        self.enter(S, REFRESH, S[ACTIVE])
        S[:HEAD] = head

    def changes(self, before: State, after: State) -> bool:
        """Whether two states differ in anything that a rule can see."""
        own = (slot for name, slot in self.layout.slots.items() if not name.startswith(("local:", "used:", "during:")))
        return any(
            before[slot.base : slot.base + slot.count] != after[slot.base : slot.base + slot.count] for slot in own
        )
