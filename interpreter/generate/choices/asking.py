"""The decision itself: who decides, among what, and the block that has the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk
from rulewright.dsl.types import T, Type
from rulewright.interpreter.generate.choices.told import told
from rulewright.interpreter.generate.context import Ctx, Decision
from rulewright.interpreter.generate.expressions import Env, Expressions, bracket
from rulewright.interpreter.generate.layout import ANSWER, DOMAIN, NODE, STEPS, WHO
from rulewright.interpreter.runtime import FEW

if TYPE_CHECKING:
    from rulewright.interpreter.generate.statements import Statements


class Asking:
    """Writes decisions."""

    def __init__(self, statements: Statements) -> None:
        self.s = statements
        self.program = statements.program
        self._spend: list[str] = []
        self._cans: dict[tuple[str, str], str] = {}
        self._looks: dict[type, Callable[[Any, Env, Ctx, list[str]], bool]] = {}

    @property
    def x(self) -> Expressions:
        return self.s.x

    def ask(
        self,
        kind: str,
        stmt: Any,
        ctx: Ctx,
        domain: str,
        *,
        declines: bool,
        type_: Any = None,
        labels: tuple[str, ...] = (),
        options: str | None = None,
        bits: tuple[int, ...] = (),
    ) -> str:
        """Ends a block by asking, goes on in the block that has the answer, and returns the answer's name."""
        b = self.s.blocks
        if self.s.fused:
            return self._pick(kind, domain, type_, declines=declines)
        resume = b.new(told(ctx, stmt), pinned=True)
        number = len(self.s.decisions)
        self.s.decisions.append(
            Decision(number, kind, stmt, ctx.actions, resume.label, declines, options, labels, type_)
        )
        self.s.decisions[-1].given = ctx.env.given
        self._capture(ctx, bits)
        b.emit(f"S[{DOMAIN}] = {domain}")
        b.emit(f"S[{WHO}] = {ctx.env.you}")
        b.emit(f"S[{NODE}] = {number}")
        b.emit("return None")
        b.start(resume)
        answer = b.var("a")
        b.emit(f"{answer} = S[{ANSWER}]")
        for line in self._spend:
            b.emit(line)
        self._spend = []
        return answer

    def _ask_or_decline(self, stmt: Any, ctx: Ctx, domain: str, type_: Any) -> str:
        """Asks for one of a list; where what is begun here was offered, it may be declined still."""
        decline, ctx.decline = ctx.decline, None
        if decline is None:
            return self.ask("list", stmt, ctx, domain, declines=False, type_=type_)
        answer = self.ask("list", stmt, ctx, f"({domain} + (None,))", declines=True, type_=type_)
        self._declined(answer, decline)
        return answer

    def _capture(self, ctx: Ctx, bits: tuple[int, ...] = ()) -> None:
        """What the conditions of the last decision can name, and the number of each permission it may use."""
        decision = self.s.decisions[-1]
        decision.captured = {"env": ctx.env.copy(), "bits": bits}
        self.s.blocks.keep(ctx.env.this or "")
        nodes = walk(decision.stmt) if not isinstance(decision.stmt, list) else ()
        for node in nodes:
            if isinstance(node, p.Local):
                self.s.blocks.keep(ctx.env.names.get(node.var.id, ""))

    def _pick(self, kind: str, domain: str, type_: Any, *, declines: bool) -> str:
        """In fused code nobody is asked: one of the options is drawn, each as likely as the others."""
        answer = self.s.blocks.var("a")
        self.s.emit(f"S[{STEPS}] += 1")
        if kind == "mask":
            drawing = "pick_or_none" if declines else "pick_few" if self._has_few(type_) else "pick"
            self.s.emit(f"{answer} = {drawing}({domain})")
        else:
            self.s.emit(f"{answer} = pick_from({domain})")
        spend, self._spend = self._spend, []
        for line in spend:
            self.s.emit(line)
        return answer

    def _has_few(self, type_: Type) -> bool:
        """Whether what an answer is one of is so little that all its sets can be remembered."""
        match type_.t:
            case T.CELL:
                return self.s.layout.geometry[type_.base].valid.bit_count() <= FEW
            case T.THING:
                return self.s.layout.roots[self.program.components[type_.base].root] <= FEW
            case T.PLAYER | T.SIDE:
                return True
            case _:
                return False

    def spend_later(self, line: str, ctx: Ctx) -> None:
        """A limit is spent when its rule is really used: at once, or when the offer is taken."""
        if ctx.decline is None:
            self.s.emit(line)
        else:
            self._spend.append(line)

    def unless(self, test: str, goal: Any) -> None:
        """Jumps to a block unless a test holds."""
        self.s.emit(f"if not {bracket(test)}:")
        self.s.blocks.indent += 1
        self.s.blocks.jump(goal)
        self.s.blocks.indent -= 1

    def _declined(self, answer: str, goal: Any) -> None:
        spend, self._spend = self._spend, []
        self.s.emit(f"if {answer} is None:")
        self.s.blocks.indent += 1
        self.s.blocks.jump(goal)
        self.s.blocks.indent -= 1
        for line in spend:
            self.s.emit(line)

    def _nothing(self, stmt: p.Choose, ctx: Ctx, mark: str) -> None:
        """No option: what stands under `otherwise` instead of the rest, or nothing at all."""
        self.s.emit(f"if not {mark}:")
        home, indent = self.s.blocks.here, self.s.blocks.indent
        self.s.blocks.indent += 1
        if ctx.decline is None and stmt.otherwise is not None:
            self.s.marked(stmt, "otherwise", stmt.otherwise, ctx.inner())
        self.s.blocks.jump(ctx.decline or ctx.stop)
        self.s.blocks.here, self.s.blocks.indent = home, indent
