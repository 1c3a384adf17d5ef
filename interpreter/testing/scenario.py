"""An example against its game: pass, or a report of what is wrong with the place, the values and the position.

An example is prepared first (its players, its moves), so that one machine can be made for all examples of a game with
the same number of players; then each is played on that machine by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.dsl import nodes as n
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.check.expressions import PRIMITIVES, WORDS
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Diagnostic, Label
from rulewright.interpreter.testing.cast import Cast, cast, is_active
from rulewright.interpreter.testing.drawing import draw
from rulewright.interpreter.testing.given import position, seed_of
from rulewright.interpreter.testing.moves import Head, Performance, asked_at, head_in_play, head_of
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scene import Names, Scene
from rulewright.interpreter.testing.stage import Stage, State, Ways
from rulewright.interpreter.testing.then import Judge, asks_about_options
from rulewright.interpreter.testing.trace import told


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an example; no diagnostics means that it holds."""

    example: n.ExampleDecl
    module: str
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.diagnostics

    @property
    def title(self) -> str:
        return self.example.title


@dataclass(frozen=True, slots=True)
class Frame:
    """The state after a line of an example; that of no line is what the example begins with."""

    line: n.WhenLine | n.Then | None
    S: State


def cast_of(example: n.ExampleDecl, compiled: Compiled) -> Cast:
    """The players of an example; a refusal if the game is not for so many."""
    known = {*compiled.expressions.symbols.names(), *WORDS, *PRIMITIVES, *compiled.statements.actions}
    known |= set(compiled.program.scores) | {"active_player", "yes", "no", "nothing"}
    return cast(example, known, compiled.program.player_range)


class Script:
    """An example prepared for a compiled game: its names and moves are checked, its ways in are asked for."""

    def __init__(self, example: n.ExampleDecl, players: Cast, compiled: Compiled, ways: Ways) -> None:
        self.example = example
        self.cast = players
        self.names = Names(compiled, players, example.span)
        self.heads: dict[int, Head] = {}
        self.frames: list[Frame] = []
        head = head_of if seed_of(example) is None else head_in_play
        ways.is_whole |= seed_of(example) is not None
        for index, line in enumerate(example.lines):
            if isinstance(line, n.WhenLine | n.Then) and line.move is not None:
                self.heads[index] = head(self.names, ways, line.move)
            elif isinstance(line, n.Given) and line.kind == "before" and line.name is not None:
                ways.to_setup_step(line.name, line.span)

    def play(self, stage: Stage) -> list[Diagnostic]:
        """What is wrong, if anything; when something is, the rules that ran are told."""
        found, _ran = self._play(stage, traced=self._asks_what_happened())
        if found and any(isinstance(line, n.WhenLine) for line in self.example.lines):
            ran = self._play(stage, traced=True)[1]
            if ran:
                found[0] = replace(found[0], notes=(*found[0].notes, told(ran)))
        return found

    def _asks_what_happened(self) -> bool:
        return any(isinstance(line, n.Then) and line.names and line.move is None for line in self.example.lines)

    def _play(self, stage: Stage, *, traced: bool) -> tuple[list[Diagnostic], dict[str, str]]:
        """What is wrong, and if it is traced the rules that the moves ran through."""
        scene = Scene(stage, self.names)
        performance: Performance | None = None
        found: list[Diagnostic] = []
        try:
            S = position(scene, self.example)
            performance = Performance(
                scene, S, fixed_active=self._names_active(), traced=traced, is_whole=seed_of(self.example) is not None
            )
            self.frames = [Frame(None, list(performance.S))]
            found = list(self._act(scene, performance))
        except Refusal as refusal:
            found = [refusal.diagnostic]
        if performance is not None and found:
            drawn = "\n".join(["the position:", *draw(scene.speaker, performance.S)])
            found[-1] = replace(found[-1], notes=(*found[-1].notes, drawn))
        return found, performance.ran if performance is not None else {}

    def _names_active(self) -> bool:
        facts = (line.fact for line in self.example.lines if isinstance(line, n.Given))
        return any(isinstance(fact, n.Compare) and is_active(fact) for fact in facts)

    def _act(self, scene: Scene, performance: Performance) -> Iterator[Diagnostic]:
        judge = Judge(scene, performance)
        last: n.WhenLine | None = None
        for index, line in enumerate(self.example.lines):
            match line:
                case n.WhenLine():
                    head = self.heads[index]
                    who = scene.player(line.who, line.span)
                    if last is not None:
                        self._between(performance, who, head, last)
                    performance.make(who, head, line.move.span)
                    last = line
                    if not self._stays_open(index):
                        self._close(performance, line)
                    self.frames.append(Frame(line, list(performance.S)))
                case n.Then():
                    performance.take_usual()
                    self.frames.append(Frame(line, list(performance.S)))
                    failure = judge.judge(line, self.heads.get(index))
                    if failure is not None:
                        label = Label(line.span, failure.notes[-1] if failure.notes else "")
                        yield Diagnostic(
                            code=Code.EXAMPLE_FAILED, message=failure.message, labels=(label,), notes=failure.notes[:-1]
                        )
                case n.Given() if last is not None:
                    raise Refusal(
                        Code.EXAMPLE_IMPOSSIBLE_POSITION, line.span, "a given comes before all moves", help="move it up"
                    )

    def _stays_open(self, index: int) -> bool:
        """Whether a decision may stay open after a move: a claim asks about it, or another move follows."""
        for line in self.example.lines[index + 1 :]:
            if isinstance(line, n.WhenLine):
                return True
            if isinstance(line, n.Then) and asks_about_options(line):
                return True
        return False

    def _between(self, performance: Performance, who: int, head: Head, last: n.WhenLine) -> None:
        """Before a move that does not go on with what is asked, everything must have been answered."""
        if performance.decision is not None and not performance.continues(who, head):
            self._close(performance, last)

    def _close(self, performance: Performance, line: n.WhenLine) -> None:
        if performance.is_whole:
            return
        performance.settle()
        decision = performance.decision
        if decision is None:
            return
        who = performance.asked(0)
        options = performance.spoken(who)
        shown = ", ".join(options[:12]) + (" …" if len(options) > 12 else "")
        raise Refusal(
            Code.EXAMPLE_UNANSWERED_DECISION,
            line.move.span,
            f"a decision of {performance.scene.cast.called(who)} stays open here",
            also=asked_at(decision),
            help=f"answer with one of {shown}, or ask `then options is …`",
        )
