"""Moves of an example: beginning an action by itself, answering what is asked, and judging what could be done.

A decision with one option only answers itself, unless the example answers it; so does a gain that is usually taken. A
choice of several things at once takes
one answer for each part; after some of them, its options are what the rest can be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import RulesError
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import Span
from rulewright.dsl.types import T
from rulewright.interpreter.generate.context import Decision
from rulewright.interpreter.generate.layout import ACTIVE, NODE, ORDER, PENDING, WHO
from rulewright.interpreter.machine import part_types, span_of
from rulewright.interpreter.notation import WITHOUT, YES, Notation
from rulewright.interpreter.options import Option, Options
from rulewright.interpreter.runtime import ForcedChance
from rulewright.interpreter.testing.answers import Answers
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scene import Names, Scene
from rulewright.interpreter.testing.stage import State, Way, Ways
from rulewright.interpreter.testing.trace import rules_run
from rulewright.interpreter.whynot import WhyNot, why_cannot, why_not_option

ILLEGAL = (
    Code.EXAMPLE_ILLEGAL_MOVE,
    Code.EXAMPLE_WRONG_PLAYER,
    Code.EXAMPLE_TOO_MANY_ANSWERS,
    Code.EXAMPLE_UNANSWERED_DECISION,
)
SHOWN = 16
_COPY = re.compile(r"(\w)\(([0-9]+)\)")  # `card(2)`: of equal things the second, as `card#2` in a log


@dataclass(frozen=True, slots=True)
class Head:
    """How a move begins: a way into the machine, its arguments, and the answers the move gives."""

    verb: str
    way: Way
    args: tuple[p.Expr, ...]
    answers: tuple[n.Answer, ...]
    design: p.Design | None
    action: p.Action | None
    span: Span
    named: p.Var | None = None  # stands in the arguments for the thing of that design
    using: tuple[str, ...] = ()
    lacking: Refusal | None = None  # why the action cannot be begun by this move: it can only be gone on with
    step: p.Step | None = None

    def is_around(self, decision: Decision) -> bool:
        """Whether a decision is asked by what the move names."""
        return self.verb in decision.actions or any(node is decision.stmt for node in walk(self.step))


def head_in_play(names: Names, ways: Ways, move: n.Move) -> Head:
    """The same in a whole game, where a move need not begin anything: it goes on with what is asked."""
    try:
        return head_of(names, ways, move)
    except Refusal as refusal:
        verb = move.head.verb if isinstance(move.head, n.CallStmt) else ""
        return Head(verb, Way("", ""), (), move.answers, None, None, move.span, lacking=refusal)


def head_of(names: Names, ways: Ways, move: n.Move) -> Head:
    """What a move begins; its words are checked here, before the machine is made."""
    return replace(_head_of(names, ways, move), using=move.using)


def _head_of(names: Names, ways: Ways, move: n.Move) -> Head:
    stmt = move.head
    statements = names.compiled.statements
    if isinstance(stmt, n.CallStmt):
        found = statements.actions.get(stmt.verb)
        takes_object = found is not None and any(param.prep is None for param in found[0].params)
        lead = (n.Answer("value", (stmt.object,), stmt.object.span),) if stmt.object is not None else ()
        if found is not None and found[0].params and not stmt.preps and (stmt.object is None or not takes_object):
            return _goes_on(names, stmt, (*lead, *move.answers))
        if found is not None:
            call = stmt if takes_object else n.CallStmt(stmt.verb, None, stmt.preps, stmt.source, stmt.span)
            design, var = _object_design(names, found[0], stmt) if takes_object else (None, None)
            made = names.statements(call, *(() if var is None else (var,)))[0]
            assert isinstance(made, p.CallAction)
            answers = move.answers if takes_object else (*lead, *move.answers)
            way = ways.to_action(made.action)
            return Head(stmt.verb, way, made.args, answers, design, made.action, stmt.span, var)
        design = next((s for s in names.compiled.expressions.symbols.find(stmt.verb) if isinstance(s, p.Design)), None)
        if design is not None and not stmt.preps:
            root = names.compiled.program.components[design.component].root
            return Head(stmt.verb, ways.to_thing(root), (), (*lead, *move.answers), design, None, stmt.span)
        step = names.compiled.program.steps.get(stmt.verb)
        if step is not None and not stmt.preps:
            return _head_of_step(ways, step, stmt, (*lead, *move.answers))
    body = names.statements(stmt)
    players = tuple(names.players.values())
    way = ways.to_statements(body, players, stmt.span)
    verb = stmt.verb if isinstance(stmt, n.CallStmt) else type(stmt).__name__.removesuffix("Stmt").lower()
    args = tuple(p.Local(var, var.type, stmt.span) for var in players)
    return Head(verb, way, args, move.answers, None, None, stmt.span)


def _head_of_step(ways: Ways, step: p.Step, stmt: n.CallStmt, answers: tuple[n.Answer, ...]) -> Head:
    """A move that names a step: it begins it, or answers what it asks if the example stands in it."""
    try:
        return Head(stmt.verb, ways.to_step(step, stmt.span), (), answers, None, None, stmt.span, step=step)
    except Refusal as refusal:
        return Head(stmt.verb, Way("", ""), (), answers, None, None, stmt.span, lacking=refusal, step=step)


def _object_design(names: Names, action: n.ActionDecl, stmt: n.CallStmt) -> tuple[p.Design | None, p.Var | None]:
    """The design by which an action is told its thing, and a variable for the copy that the player has."""
    param = next(param for param in action.params if param.prep is None)
    wanted = names.compiled.statements.param_type(param)
    if wanted.t is not T.THING or not isinstance(stmt.object, n.Name):
        return None, None
    e = names.compiled.expressions
    for symbol in e.symbols.find(stmt.object.name):
        if isinstance(symbol, p.Design) and e.root(symbol.component) == e.root(wanted.base):
            return symbol, p.Var(stmt.object.name, wanted, e.fresh_id())
    return None, None


def _goes_on(names: Names, stmt: n.CallStmt, answers: tuple[n.Answer, ...]) -> Head:
    """A move that names an action without what it is about: it answers what the action asks while it is under way."""
    bare = n.CallStmt(stmt.verb, None, (), stmt.source, stmt.span)
    try:
        names.statements(bare)
    except Refusal as refusal:
        return Head(stmt.verb, Way("", ""), (), answers, None, None, stmt.span, lacking=refusal)
    raise AssertionError(f"{stmt.verb} takes arguments")


def option_of(notation: Notation, S: State, decision: Decision, who: int, text: str) -> Option | None:
    """The option that a text means, with or without the name of an action around the decision."""
    options = Options(notation, S, decision, who)
    for action in (*reversed(decision.actions), ""):
        if text.startswith(action):
            found = options.find(text[len(action) :].lstrip("; "))
            if found is not None:
                return found
    return None


def _reason(why: WhyNot | None) -> tuple[str, list[tuple[Span, str]]]:
    """What stands against a move, for a message and its labels."""
    if why is None:
        return "", []
    label = "this does not hold" if why.condition is not None else "this stands against it"
    return f": {why.summary}", [(why.span, label)] if why.span is not None else []


class Performance:
    """The moves of one example in a state that goes on."""

    def __init__(
        self, scene: Scene, S: State, *, fixed_active: bool = False, traced: bool = False, is_whole: bool = False
    ) -> None:
        self.scene = scene
        self.stage = scene.stage
        self.S = S
        self.fixed_active = fixed_active
        self.is_whole = is_whole
        self.in_setup = self.decision is not None and not is_whole
        self.left: list[Any] | None = None
        self.depth = 0
        self.said: list[str] = []
        self.explains = True
        self.traced = traced
        self.ran: dict[str, str] = {}

    def copy(self) -> Performance:
        other = Performance(self.scene, list(self.S), fixed_active=self.fixed_active, is_whole=self.is_whole)
        other.left, other.depth, other.in_setup = self.left, self.depth, self.in_setup
        other.said = list(self.said)
        return other

    # ---- what is asked

    @property
    def decision(self) -> Decision | None:
        return self.stage.asked(self.S)

    def asked(self, who: int) -> int:
        """Whose decision it is: in secret choices anybody's who has not chosen yet."""
        decision = self.decision
        if decision is not None and decision.secret:
            waiting = self.S[PENDING]
            return who if waiting >> who & 1 else next(k for k in self.S[ORDER] if waiting >> k & 1)
        return int(self.S[WHO])

    def options(self, who: int) -> list[Any]:
        """What can still be answered, part by part."""
        decision = self.decision
        assert decision is not None
        if self.left is None:
            return Answers(self.scene, self.S).options(decision, who)
        return self.left

    def parts(self, who: int) -> list[Any]:
        """The distinct values that the next part of an answer can take."""
        decision = self.decision
        assert decision is not None
        reader = Answers(self.scene, self.S)
        return list(dict.fromkeys(reader.part(decision, option, self.depth) for option in self.options(who)))

    def spoken(self, who: int) -> list[str]:
        """The options as an example would write them."""
        decision = self.decision
        assert decision is not None
        reader = Answers(self.scene, self.S)
        return list(dict.fromkeys(reader.say(decision, value, self.depth) for value in self.parts(who)))

    # ---- moves

    def make(self, who: int, head: Head, span: Span) -> None:
        """A move of the example itself; if it is traced, the rules that run are noted."""
        if self.traced:
            rules_run(self.stage, lambda: self.move(who, head, span), self.ran)
        else:
            self.move(who, head, span)

    def move(self, who: int, head: Head, span: Span) -> None:
        """A move: begins its action, or goes on with what is asked."""
        try:
            if self.is_whole and self._goes_on_as_written(who, span):
                return
            if self.decision is None or (self.in_setup and not self.continues(who, head)):
                self._begin(who, head)
            else:
                self._go_on(who, head)
            self.in_setup = False
            for k in range(len(head.answers)):
                self._answer(who, head, k)
        except ForcedChance as error:
            raise Refusal(Code.EXAMPLE_FORCED_CHANCE, span, f"the chance given cannot come out so: {error}") from error
        except RulesError as error:
            found = error.report.errors[0]
            raise Refusal(found.code, span, found.message) from error

    def _goes_on_as_written(self, who: int, span: Span) -> bool:
        """In a whole game a move is read as the log writes it; what goes without asking is not asked."""
        text = _as_logged(" ".join(span.text.split()))
        while (decision := self.decision) is not None:
            asked = self.asked(who)
            alone = not decision.secret and len(self.options(asked)) == 1
            if not alone and asked == who:
                option = option_of(self.scene.speaker.notation, self.S, decision, who, text)
                if option is not None:
                    self._take(who, option.value)
                    return True
            if not alone and not decision.is_usual:
                return False
            self._take(asked, self.options(asked)[0])
        return False

    def can(self, who: int, head: Head, span: Span, *, explains: bool = False) -> Refusal | None:
        """Why a move cannot be made now; None if it can. To explain by which rule takes a while."""
        trial = self.copy()
        trial.explains = explains
        try:
            trial.move(who, head, span)
        except Refusal as refusal:
            if refusal.diagnostic.code in ILLEGAL:
                return refusal
            raise
        return None

    def _begin(self, who: int, head: Head) -> None:
        if self.S[NODE] == -1:
            raise Refusal(Code.EXAMPLE_ILLEGAL_MOVE, head.span, "the game is over")
        if head.lacking is not None:
            raise head.lacking
        args = self._args(who, head)
        if not self.fixed_active:
            self.S[ACTIVE] = who
        trial = list(self.S)
        self.stage.enter(trial, head.way.may, who, args)
        if self.stage.asked(trial) is None:
            name = self.scene.cast.called(who)
            why = self._why_not_begun(who, head, args)
            said, also = _reason(why)
            message = f"{name} cannot `{head.verb}` here{said}"
            raise Refusal(Code.EXAMPLE_ILLEGAL_MOVE, head.span, message, also=also, why=why)
        self.stage.enter(self.S, head.way.does, who, args)

    def _args(self, who: int, head: Head) -> list[Any]:
        if head.design is None:
            return [self.scene.value(arg, self.S, who) for arg in head.args]
        held = self._held(who, head.design)
        if head.action is None:
            return [held]
        return [held if _is_local(arg, head.named) else self.scene.value(arg, self.S, who) for arg in head.args]

    def _held(self, who: int, design: p.Design) -> int:
        """The copy of a design that a player has, else the first."""
        root = self.stage.program.components[design.component].root
        where = self.stage.layout.slots[f"where:{root}"].base
        for zone in self.stage.program.zones.values():
            if zone.per is p.Per.PLAYER and self.stage.program.components[zone.component].root == root:
                at = self.stage.layout.slots[f"zone:{zone.words.name}"].base + who
                for thing in design.things:
                    if self.S[where + thing] >= 0 and self.S[where + thing] & 0xFFFFF == at:
                        return thing
        return design.things[0]

    def _why_not_begun(self, who: int, head: Head, args: Sequence[Any]) -> WhyNot | None:
        """What keeps a player from an action or a thing."""
        notation = self.scene.speaker.notation
        if not self.explains:
            return None
        if head.action is not None:
            bound = {var.id: value for (_, var), value in zip(head.action.params, args, strict=True)}
            action = head.action
            return why_cannot(self.stage, self.S, notation, who, action.words, action.body, bound)
        if head.design is not None:
            design = head.design
            return why_cannot(self.stage, self.S, notation, who, design.words, design.body, {}, this=args[0])
        return None

    def _why_not_chosen(self, who: int, decision: Decision, answers: Sequence[n.Answer]) -> WhyNot | None:
        """What keeps these answers from being one of the options, where they can be read as one."""
        if not self.explains:
            return None
        parts = max(1, len(part_types(decision)))
        text = _as_logged("; ".join([*self.said, *(answer.span.text for answer in answers)][:parts]))
        return why_not_option(self.stage, self.S, self.scene.speaker.notation, who, text)

    def continues(self, who: int, head: Head) -> bool:
        """Whether a move goes on with what is asked: the action is under way, or is one of the options."""
        self.take_usual(" ".join(head.span.text.split()))
        decision = self.decision
        return decision is not None and (head.is_around(decision) or self._option(who, head) is not None)

    def _option(self, who: int, head: Head) -> Any:
        """The option that a move names by its own words, as `build` among things to do in any order."""
        decision = self.decision
        assert decision is not None
        reader = Answers(self.scene, self.S)
        words = (" ".join(head.span.text.split()), head.verb)
        for word in words:
            for option in self.options(self.asked(who)):
                part = reader.part(decision, option, self.depth)
                if option is not None and reader.say(decision, part, self.depth) == word:
                    return option
        return None

    def _go_on(self, who: int, head: Head) -> None:
        """A move that continues what is being asked."""
        decision = self.decision
        assert decision is not None
        self._right_player(who, head.span)
        if head.is_around(decision):
            return
        option = self._option(who, head)
        if option is not None:
            self._take(who, option)
            return
        raise Refusal(
            Code.EXAMPLE_ILLEGAL_MOVE,
            head.span,
            f"{self.scene.cast.called(who)} must first answer {_place(decision)}",
            also=asked_at(decision),
            help=self._help(who),
        )

    def _right_player(self, who: int, span: Span) -> None:
        asked = self.asked(who)
        if asked != who:
            cast = self.scene.cast
            message = f"{cast.called(asked)} must decide here, not {cast.called(who)}"
            help_ = f"players sit in the order in which an example first names them: {', '.join(cast.names)}"
            raise Refusal(Code.EXAMPLE_WRONG_PLAYER, span, message, help=help_ if len(cast.names) > 1 else None)

    def _answer(self, who: int, head: Head, number: int) -> None:
        """Takes one answer of whoever is asked; decisions with a single option answer themselves before it.

        An answer that fits none of them answers the first that is about things of its sort, and is no option there.
        """
        answer, why, passed, taken = head.answers[number], None, None, ""
        while True:
            decision = self.decision
            if decision is None:
                raise self._unasked(head, answer, why, taken)
            asked = self.asked(who)
            taken = self.spoken(asked)[-1] if decision.is_usual else taken
            if self._agrees(asked, decision, answer):
                return
            fitting = self._fitting(asked, head, answer)
            if isinstance(fitting, Refusal):
                refusal = fitting
            elif fitting:
                self._narrow(asked, fitting, answer.span.text)
                return
            else:
                why = why or self._why_not_chosen(asked, decision, head.answers[number:])
                refusal = passed = passed or self._no_option(asked, decision, answer, why)
            if not self.skip():
                raise passed or refusal

    def _unasked(self, head: Head, answer: n.Answer, why: WhyNot | None, taken: str) -> Refusal:
        """An answer that nobody asked for; `taken` says how a gain on the way would have been left."""
        over = "the game is over" if self.S[NODE] == -1 else f"`{head.verb}` is over"
        help_ = f"a gain is left by its name: `{taken}`" if taken and answer.kind == "decline" else None
        message = f"nobody asked for this answer: {over}"
        return Refusal(Code.EXAMPLE_TOO_MANY_ANSWERS, answer.span, message, help=help_, why=why)

    def _agrees(self, asked: int, decision: Decision, answer: n.Answer) -> bool:
        """`yes` where a choice may be declined: it is not, and what is chosen comes next, if there are several."""
        types, options = part_types(decision), self.options(asked)
        asks_yes = decision.type is None or any(type_.t is T.TRUTH for type_ in types)
        if asks_yes or None not in options or answer.kind != "value" or answer.span.text not in YES:
            return False
        self.left = [option for option in options if option is not None]
        return True

    def _fitting(self, asked: int, head: Head, answer: n.Answer) -> list[Any] | Refusal:
        """The options that an answer can mean, or why it can mean none: it is of another sort."""
        decision, reader = self.decision, Answers(self.scene, self.S)
        assert decision is not None
        if self._is_left(asked, decision, answer):
            return [None]
        try:
            is_meant = reader.meant(answer, decision, self.depth, asked)
            fitting = [x for x in self.options(asked) if is_meant(reader.part(decision, x, self.depth))]
        except Refusal as refusal:
            if self._is_deed(answer):
                return []
            if refusal.diagnostic.code is not Code.WRONG_TYPE:
                raise
            return refusal
        if head.using and decision.kind == "using":
            return [option for option in fitting if reader.uses(decision, option) == set(head.using)]
        return fitting

    def _is_left(self, asked: int, decision: Decision, answer: n.Answer) -> bool:
        """`not NAME` of the one effect that is offered: it is left as a gain that is usually taken is."""
        options = self.options(asked)
        if decision.type != "effect" or None not in options or len(options) != 2:
            return False
        offered = next(option for option in options if option is not None)
        return answer.span.text.split() == [WITHOUT, decision.labels[offered]]

    def _is_deed(self, answer: n.Answer) -> bool:
        """Whether an answer begins with an action, as `use farm`: it is no value, but may be an option further on."""
        return answer.span.text.split()[0] in self.scene.names.compiled.statements.actions

    def _no_option(self, asked: int, decision: Decision, answer: n.Answer, why: WhyNot | None) -> Refusal:
        return Refusal(
            Code.EXAMPLE_ILLEGAL_MOVE,
            answer.span,
            f"{self.scene.cast.called(asked)} cannot choose `{answer.span.text}` here",
            also=asked_at(decision),
            help=self._help(asked),
            why=why,
        )

    def _help(self, who: int) -> str:
        spoken = self.spoken(who)
        more = f" and {len(spoken) - SHOWN} more" if len(spoken) > SHOWN else ""
        return f"the options are {', '.join(spoken[:SHOWN])}{more}"

    def _narrow(self, who: int, fitting: list[Any], said: str) -> None:
        """Keeps the options that an answer can mean; answers when all parts are given."""
        decision = self.decision
        assert decision is not None
        self.depth += 1
        if self.depth < len(part_types(decision)) and fitting[0] is not None:
            self.left = fitting
            self.said.append(said)
            return
        self._take(who, fitting[0])

    def _take(self, who: int, option: Any) -> None:
        self.left, self.depth, self.said = None, 0, []
        self.stage.answer(self.S, who, option)

    def skip(self) -> bool:
        """Answers a decision, or the next part of it, that goes without asking; False if somebody must choose."""
        decision = self.decision
        if decision is None or decision.secret:
            return False
        who = self.asked(0)
        if len(self.parts(who)) != 1 and not decision.is_usual:
            return False
        self._narrow(who, self.options(who), self.spoken(who)[0])
        return True

    def take_usual(self, unless: str = "") -> None:
        """Gains that are usually taken are taken, unless a move says otherwise."""
        while (decision := self.decision) is not None and decision.is_usual:
            if unless in self.spoken(self.asked(0)):
                return
            self.skip()

    def settle(self) -> None:
        """Lets all decisions that go without asking answer themselves."""
        while self.skip():
            pass


def _as_logged(text: str) -> str:
    return _COPY.sub(r"\1#\2", text)


def _is_local(arg: p.Expr, var: p.Var | None) -> bool:
    return isinstance(arg, p.Local) and arg.var is var


def asked_at(decision: Decision) -> list[tuple[Span, str]]:
    span = span_of(decision)
    return [(span, "this is asked")] if span is not None else []


def _place(decision: Decision) -> str:
    return f"what `{decision.actions[-1]}` asks" if decision.actions else "what is asked"
