"""`then`: what must hold. A claim that does not is a failure with what was expected and what is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.codes import Code
from rulewright.dsl.suggest import nearest
from rulewright.dsl.types import BUNDLE, NUMBER, PLAYER, TRUTH, T, Type
from rulewright.dsl.walk import walk
from rulewright.interpreter.testing.answers import Answers, items_of
from rulewright.interpreter.testing.moves import Head, Performance
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scene import Scene

_SAID = {
    "is": "",
    "is_not": "not ",
    "at_least": "at least ",
    "at_most": "at most ",
    "more": "more than ",
    "less": "less than ",
    "in": "in ",
    "not_in": "not in ",
    "next_to": "next to ",
    "not_next_to": "not next to ",
}


@dataclass(frozen=True, slots=True)
class Failure:
    """A claim that does not hold."""

    node: n.Then
    message: str
    notes: tuple[str, ...] = ()


def asks_about_options(then: n.Then) -> bool:
    """Whether a claim is about what can be done next, so that a decision may stay open."""
    return then.kind in ("can", "cannot") or (then.fact is not None and _is_options(then.fact))


def _is_options(fact: n.Expr) -> bool:
    return any(isinstance(node, n.Name) and node.name == "options" for node in walk(fact))


class Judge:
    """Judges the claims of one example."""

    def __init__(self, scene: Scene, performance: Performance) -> None:
        self.scene = scene
        self.performance = performance

    @property
    def S(self) -> list[Any]:
        return self.performance.S

    def judge(self, then: n.Then, head: Head | None) -> Failure | None:
        """None if the claim holds."""
        if then.kind in ("can", "cannot") and head is not None and then.who is not None:
            return self._possible(then, then.who, head)
        assert then.fact is not None
        match then.fact:
            case n.Compare(op="is", left=n.Name(name="options")) as fact:
                return self._options(then, fact)
            case n.Compare(left=n.Count(source=n.Name(name="options")) as count) as fact:
                number = n.Num(self._number_of_options(), count.span)
                return self._comparison(then, n.Compare(fact.op, number, fact.right, fact.span))
            case n.Compare(op="is" | "is_not", left=n.Name(name=action), right=n.Name(name="over")) as fact if (
                action in self.scene.stage.compiled.statements.actions
            ):
                return self._over(then, action, fact.op == "is")
            case n.Compare() as fact if score_of(fact.left) is not None:
                return self._score(then, fact)
            case n.Compare() as fact:
                return self._comparison(then, fact)
            case fact:
                holds = self.scene.read(fact, self.S, TRUTH)
                return None if holds else Failure(then, f"`{fact.span.text}` does not hold")

    # ---- what can be done

    def _possible(self, then: n.Then, who: str, head: Head) -> Failure | None:
        refusal = self.performance.can(self.scene.player(who, then.span), head, then.span)
        if (refusal is None) is (then.kind == "can"):
            return None
        if refusal is None:
            return Failure(then, f"{who} can do this, but should not")
        return Failure(then, f"{who} cannot do this: {refusal}", tuple(x for x in [refusal.diagnostic.help] if x))

    def _options(self, then: n.Then, fact: n.Compare) -> Failure | None:
        """`options is a, b`: exactly these."""
        decision = self.performance.decision
        if decision is None:
            return Failure(then, "nothing is asked here, so there are no options")
        who = self.performance.asked(0)
        reader = Answers(self.scene, self.S)
        values = self.performance.parts(who)
        wanted = items_of(n.Answer("value", (fact.right,), fact.right.span))
        if isinstance(fact.right, n.Name) and fact.right.name in ("none", "nothing"):
            wanted = []
        unmet, met = [], set()
        for item in wanted:
            kind = "decline" if item.span.text == "-" else "value"
            answer = n.Answer(kind, (item,), item.span)
            fitting = {k for k, v in enumerate(values) if reader.matches(answer, decision, v, self.performance.depth)}
            if not fitting:
                unmet.append(item)
            met |= fitting
        extra = [v for k, v in enumerate(values) if k not in met and v is not None]
        if not unmet and not extra:
            return None
        spoken = [reader.say(decision, v, self.performance.depth) for v in values if v is not None]
        notes = [f"expected {fact.right.span.text}", f"the options are {', '.join(dict.fromkeys(spoken)) or 'none'}"]
        return Failure(then, "the options are others", tuple(notes))

    def _number_of_options(self) -> int:
        if self.performance.decision is None:
            return 0
        return sum(value is not None for value in self.performance.parts(self.performance.asked(0)))

    def _over(self, then: n.Then, action: str, wanted: bool) -> Failure | None:
        decision = self.performance.decision
        over = decision is None or action not in decision.actions
        if over is wanted:
            return None
        return Failure(then, f"`{action}` is {'' if over else 'not '}over")

    # ---- values

    def _comparison(self, then: n.Then, fact: n.Compare) -> Failure | None:
        if fact.op in ("is", "is_not") and isinstance(fact.right, n.Listed | n.Name):
            left = self.scene.names.try_check(fact.left)
            items = fact.right.items if isinstance(fact.right, n.Listed) else (fact.right,)
            if left is not None and self._are_named(left.type, items):
                return self._things(then, fact, left, items)
        expr = self.scene.names.check(fact, TRUTH)
        if self.scene.value(expr, self.S):
            return None
        return Failure(then, f"`{fact.span.text}` does not hold", self._sides(expr, fact))

    def _are_named(self, type_: Type, items: Sequence[n.Expr]) -> bool:
        """Whether several things are held against names of designs."""
        if type_.elem.t is not T.THING or not (type_.is_set or type_.is_list):
            return False
        components = self.scene.stage.program.components
        root = components[type_.elem.base].root
        known = {d.words.name for c in components.values() if c.root == root for d in c.designs} | {"none"}
        names = {item.name for item in items if isinstance(item, n.Name)}
        return names <= known and (len(items) > 1 or names != {"none"})

    def _things(self, then: n.Then, fact: n.Compare, left: p.Expr, items: Sequence[n.Expr]) -> Failure | None:
        """`row is (a, b, none)`: things by their names, in order where they have one."""
        value = self._places(left)
        if Answers(self.scene, self.S).are_things(items, left.type, value) is (fact.op == "is"):
            return None
        actual = self.scene.say(value, left.type, self.S)
        expected = f"expected {_SAID[fact.op]}{fact.right.span.text}"
        return Failure(then, f"`{fact.span.text}` does not hold", (expected, f"but it is {actual}"))

    def _places(self, left: p.Expr) -> Any:
        """What lies in a zone, with its empty slots; any other things as they are."""
        if not isinstance(left, p.Read) or left.store is not p.Store.ZONE:
            return self.scene.value(left, self.S)
        key = 0 if left.key is None else int(self.scene.value(left.key, self.S))
        return self.S[self.scene.stage.layout.slots[f"zone:{left.name}"].base + key]

    def _sides(self, expr: p.Expr, fact: n.Compare) -> tuple[str, ...]:
        """Both sides of a comparison, as values."""
        while isinstance(expr, p.Apply) and expr.prim is p.Prim.NOT:
            expr = expr.args[0]
        if not isinstance(expr, p.Apply) or len(expr.args) != 2:
            return ()
        left, right = expr.args
        if fact.op in ("at_least", "more"):
            left, right = right, left
        return (f"expected {_SAID[fact.op]}{self._shown(right)}", f"but it is {self._shown(left)}")

    def _shown(self, expr: p.Expr) -> str:
        if isinstance(expr, p.Const) and expr.name is not None:
            return expr.name
        if expr.type.t in (T.DESIGN, T.NONE):
            return expr.span.text
        return self.scene.say(self.scene.value(expr, self.S), expr.type, self.S)

    # ---- scores

    def _score(self, then: n.Then, fact: n.Compare) -> Failure | None:
        """`score(line) is 3 coins`: what one line of the scoring is worth."""
        found = score_of(fact.left)
        assert found is not None
        owner, name = found
        player = 0 if owner is None else int(self.scene.read(owner, self.S, PLAYER))
        worth = self._worth(name, player, fact)
        right = self.scene.names.check(fact.right)
        wanted = self.scene.value(right, self.S)
        actual: Any = sum(worth) if right.type.t is T.NUMBER else worth
        if right.type not in (NUMBER, BUNDLE):
            raise Refusal(Code.WRONG_TYPE, fact.right.span, "a score is a number or an amount")
        if fact.op not in ("is", "is_not"):
            raise Refusal(Code.WRONG_TYPE, fact.span, "say exactly what a score is")
        if (tuple(wanted) == actual if right.type == BUNDLE else wanted == actual) is (fact.op == "is"):
            return None
        said = self.scene.speaker.bundle(wanted) if right.type == BUNDLE else str(wanted)
        return Failure(
            then,
            f"`{fact.span.text}` does not hold",
            (f"expected {_SAID[fact.op]}{said}", f"but it is {self.scene.speaker.bundle(worth)}"),
        )

    def _worth(self, name: n.Expr | None, player: int, fact: n.Compare) -> tuple[int, ...]:
        total = [0] * len(self.scene.stage.program.units)
        machine = self.scene.stage.generated
        if name is None:
            for found in self._scored(player):
                total[machine.score_lines[found[0]][1].unit.index] += found[2]
            return tuple(total)
        text = name.name if isinstance(name, n.Name) else name.span.text
        numbers = [k for k, (words, _) in enumerate(machine.score_lines) if words.name == text]
        if not numbers:
            names = sorted({words.name for words, _ in machine.score_lines})
            close = nearest(text, names)
            raise Refusal(
                Code.UNKNOWN_NAME,
                name.span,
                f"nothing called `{text}` is scored",
                help=f"did you mean `{close[0]}`?" if close else f"there are {', '.join(names)}" if names else None,
            )
        counted = [x for x in self._scored(player) if x[0] in numbers]
        for number in numbers:
            words, line = machine.score_lines[number]
            if not counted:
                worth = int(self.scene.value(line_value(line), self.S, player, this=self._thing(words)))
                total[line.unit.index] += worth
                if worth and self.scene.stage.marks is not None:
                    self.scene.stage.marks.add(line)
        for found in counted:
            total[machine.score_lines[found[0]][1].unit.index] += found[2]
        return tuple(total)

    def _scored(self, player: int) -> list[Any]:
        """What the game itself would score for a player, or for the side of that player."""
        size = self.scene.stage.program.side_size
        found = self.scene.stage.namespace["scores"](self.S)
        return [x for x in found if x[1] == player or (size > 1 and x[1] // size == player // size)]

    def _thing(self, words: p.Words) -> int | None:
        """A thing of the design that bears these words."""
        for component in self.scene.stage.program.components.values():
            for design in component.designs:
                if design.words is words and design.things:
                    return design.things[0]
        return None


def score_of(node: n.Expr) -> tuple[n.Expr | None, n.Expr | None] | None:
    """Whose score, and of which line: `score(x)`, `anne's score(x)`, `anne's score`."""
    match node:
        case n.Apply(name="score", args=(line,)):
            return None, line
        case n.Of(name="score", arg=line):
            return None, line
        case n.FieldOf(name="score", args=(line,), owner=owner):
            return owner, line
        case n.FieldOf(name="score", args=(), owner=owner):
            return owner, None
        case _:
            return None


def line_value(line: p.WorthLine) -> p.Expr:
    """What a line of the scoring is worth to you, as an expression: whether or not it counts in this game."""
    span = line.span
    if line.kind == "if":
        assert line.where is not None
        return p.Cond(line.where, line.number, p.Const(0, NUMBER, span), NUMBER, span)
    if line.source is None:
        return line.number
    if line.kind == "each":
        assert line.var is not None
        return p.Fold(p.Over.SUM, line.var, line.source, line.where, line.number, (), NUMBER, span)
    count: p.Expr = line.source
    if count.type.is_set or count.type.is_list:
        count = p.Apply(p.Prim.COUNT, (count,), NUMBER, span)
    if line.every is not None:
        count = p.Apply(p.Prim.DIV_DOWN, (count, line.every), NUMBER, span)
    return p.Apply(p.Prim.MUL, (line.number, count), NUMBER, span)
