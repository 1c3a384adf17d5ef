"""What writing any statement needs: sequences, branches, loops that may be left and come back to; whether it asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk
from rulewright.interpreter.generate.blocks import Block, Blocks
from rulewright.interpreter.generate.context import Ctx, Decision, Routine
from rulewright.interpreter.generate.expressions import Expressions
from rulewright.interpreter.generate.layout import Layout
from rulewright.interpreter.generate.marks import Marks

if TYPE_CHECKING:
    from rulewright.interpreter.generate.choices import Choices
    from rulewright.interpreter.generate.events import Events

INLINE_SIZE = 14
_CROOKED = (p.Needs, p.Limit, p.Plain, p.May, p.Either, p.AnyOrder, p.Secret, p.TakeTurns, p.Do)


class Writing:
    """Writes sequences of statements; each kind of statement has a writer of its own, found in `_dispatch`."""

    events: Events
    choices: Choices

    def __init__(self, layout: Layout, *, fused: bool = False, marks: Marks | None = None) -> None:
        self.layout = layout
        self.program = layout.program
        self.fused = fused
        self.marks = marks
        self.blocks = Blocks(fused=fused)
        self.x = Expressions(layout, marks)
        self.decisions: list[Decision] = []
        self.extra: dict[str, list[str]] = {}
        self.routines: dict[str, Routine] = {}
        self.finish = self.blocks.new("the end of the game", pinned=True)
        self._suspends: dict[str, bool] = {}
        self._sizes: dict[str, int] = {}
        self._pending_routines: list[Routine] = []
        self._frames: dict[str, list[str]] = {}
        self._dispatch: dict[type, Callable[[Any, Ctx], None]] = {}

    def seq(self, stmts: Sequence[p.Stmt], ctx: Ctx) -> None:
        for stmt in stmts:
            is_late = self.marks is not None and _runs_late(stmt)
            if not is_late:
                self.mark(stmt)
            self._dispatch[type(stmt)](stmt, ctx)
            if is_late:
                self.mark(stmt)

    def mark(self, node: Any, role: str = "ran") -> None:
        """Counts here, in a machine that counts."""
        if self.marks is not None:
            self.emit(self.marks.line(node, role))

    def marked(self, node: Any, role: str, stmts: Sequence[p.Stmt], ctx: Ctx) -> None:
        """One way of several that a statement can go."""
        self.mark(node, role)
        self.seq(stmts, ctx)

    def emit(self, text: str) -> None:
        self.blocks.emit(text)

    def guarded(self, test: str, inside: Callable[[], None]) -> None:
        """`if test: inside`, whatever blocks the inside opens; goes on after it."""
        self.branch([(test, inside)], None)

    def branch(self, cases: Sequence[tuple[str, Callable[[], None]]], otherwise: Callable[[], None] | None) -> None:
        """if / elif / else. If a case opens new blocks, everything after the branch is a block of its own."""
        home, indent = self.blocks.here, self.blocks.indent
        after: Block | None = None
        first = True
        for test, inside in [*cases, *([("", otherwise)] if otherwise is not None else [])]:
            self.blocks.here, self.blocks.indent = home, indent
            self.emit(f"{'if' if first else 'elif'} {test}:" if test else "else:")
            first = False
            self.blocks.indent = indent + 1
            before = len(home.lines)
            inside()
            if self.blocks.here is not home:
                after = after or self.blocks.new()
                self.blocks.jump(after)
            elif len(home.lines) == before:
                self.emit("pass")
        self.blocks.here, self.blocks.indent = home, indent
        if after is not None:
            self.blocks.jump(after)
            self.blocks.start(after)

    def loop_over(self, items: str, item: str, inside: Callable[[], None]) -> None:
        """A loop that may be left and come back to: the rest of the items is kept as a tuple."""
        rest = self.blocks.var("r")
        head, after = self.blocks.new(), self.blocks.new()
        self.emit(f"{rest} = {items}")
        self.blocks.jump(head)
        self.blocks.start(head)
        self.emit(f"if not {rest}:")
        self.blocks.indent += 1
        self.blocks.jump(after)
        self.blocks.indent -= 1
        self.emit(f"{item} = {rest}[0]")
        self.emit(f"{rest} = {rest}[1:]")
        inside()
        self.blocks.jump(head)
        self.blocks.start(after)

    def _settled(self, source: str) -> str:
        """A value that stays as it is while a statement does the same to several things."""
        if source.isidentifier() or source.lstrip("-").isdigit():
            return source
        mark = self.blocks.var("v")
        self.emit(f"{mark} = {source}")
        return mark

    def _board_index(self, name: str) -> int:
        return list(self.program.boards).index(name)

    # ---- does it ask?

    def suspends(self, stmts: Any) -> bool:
        """Whether running these may ask somebody something."""
        for node in walk(stmts):
            if isinstance(node, p.May | p.Either | p.AnyOrder | p.Secret) or (
                isinstance(node, p.Choose) and not node.at_random
            ):
                return True
            if isinstance(node, p.Transfer) and self.choices.asks(node):
                return True
            if isinstance(node, p.CallAction) and self._action_suspends(node.action):
                return True
            if isinstance(node, p.Do):
                return True
            if self.events.suspends(node):
                return True
        return False

    def _action_suspends(self, action: p.Action) -> bool:
        if action.key not in self._suspends:
            self._suspends[action.key] = False
            self._suspends[action.key] = self.suspends(action.body)
        return self._suspends[action.key]

    def straight(self, stmts: Any) -> bool:
        """Whether these can be written as plain Python lines: nothing asks, ends, stops, passes, or may be skipped."""
        return not any(isinstance(x, _CROOKED) or self._crooked(x) for x in walk(stmts))

    def _crooked(self, node: Any) -> bool:
        if isinstance(node, p.Choose):
            return not node.at_random or node.otherwise is not None or not self.choices.never_empty(node)
        if isinstance(node, p.CallAction):
            return (
                self.events.is_recursive(node.action)
                or not self.inlines(node.action)
                or self.events.is_crooked(node)
                or not self.straight(node.action.body)
            )
        return (isinstance(node, p.Transfer) and self.choices.asks(node)) or self.events.is_crooked(node)

    def inlines(self, action: p.Action) -> bool:
        """Whether an action is written out where it is called: it is short, or called once."""
        if self.events.is_recursive(action):
            return False
        return self._size(action) <= INLINE_SIZE or self.events.calls(action) <= 1

    def _size(self, action: p.Action) -> int:
        if action.key not in self._sizes:
            self._sizes[action.key] = 10**6
            inner = [x.action for x in walk(action.body) if isinstance(x, p.CallAction)]
            self._sizes[action.key] = sum(1 for x in walk(action.body) if isinstance(x, p.Stmt)) + sum(
                self._size(a) for a in inner
            )
        return self._sizes[action.key]


def _runs_late(stmt: p.Stmt) -> bool:
    """Whether a statement has run only once it is over: it may be declined, refused or have nothing to choose."""
    if isinstance(stmt, p.Transfer):
        return stmt.mode is p.Mode.PAY
    return isinstance(stmt, p.Choose | p.Secret | p.Needs | p.Limit)
