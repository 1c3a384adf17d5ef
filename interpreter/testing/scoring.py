"""Claims about scores: what a line of the scoring is worth, how much it counted, and which cells.

`anne's score is 12`, `score(line) is 3 coins`, `count of score(line) is 3`, `cells of score(line) is [1,2], [4,7]`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.codes import Code
from rulewright.dsl.suggest import nearest
from rulewright.dsl.types import BUNDLE, NUMBER, PLAYER, T, Type
from rulewright.interpreter.runtime import bits
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scene import Scene
from rulewright.interpreter.testing.stage import State

SAID = {
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
class Asked:
    """What is asked of a score: its worth, its count or its cells; of whom, and of which line if not of all."""

    what: str
    owner: n.Expr | None
    line: n.Expr | None


@dataclass(frozen=True, slots=True)
class Scored:
    """One line of the scoring for one player: what it gives, how many it counted, which cells."""

    words: p.Words
    line: p.WorthLine
    amount: int
    count: int
    cells: int


def score_of(node: n.Expr) -> Asked | None:
    """Whose score, and of which line: `score(x)`, `anne's score(x)`, `anne's score`, `count of score(x)`."""
    match node:
        case n.Apply(name="score", args=(line,)):
            return Asked("worth", None, line)
        case n.Of(name="score", arg=line):
            return Asked("worth", None, line)
        case n.FieldOf(name="score", args=(line,), owner=owner):
            return Asked("worth", owner, line)
        case n.FieldOf(name="score", args=(), owner=owner):
            return Asked("worth", owner, None)
        case n.Count(source=inner) if (found := score_of(inner)) is not None:
            return Asked("count", found.owner, found.line)
        case n.Of(name="cells", arg=inner) if (found := score_of(inner)) is not None:
            return Asked("cells", found.owner, found.line)
        case _:
            return None


class Scoring:
    """Judges claims about scores in one state."""

    def __init__(self, scene: Scene, S: State) -> None:
        self.scene = scene
        self.S = S
        self.program = scene.stage.program

    def judge(self, fact: n.Compare, asked: Asked) -> tuple[str, tuple[str, ...]] | None:
        """None if the claim holds; else a message and notes, the explanation before what the score is."""
        if fact.op not in ("is", "is_not"):
            raise Refusal(Code.WRONG_TYPE, fact.span, "say exactly what a score is")
        player = 0 if asked.owner is None else int(self.scene.read(asked.owner, self.S, PLAYER))
        found = self._lines(asked.line, player)
        if asked.what == "worth":
            wanted, actual, type_ = self._worth(fact, found)
        elif asked.what == "count":
            wanted, actual, type_ = self._read(fact, NUMBER), sum(x.count for x in found), NUMBER
        else:
            wanted, actual, type_ = self._cells(fact, found)
        if (wanted == actual) is (fact.op == "is"):
            return None
        expected = f"expected {SAID[fact.op]}{self._say(wanted, type_)}"
        explained = [self._explained(x) for x in found if x.amount or asked.line is not None]
        return f"`{fact.span.text}` does not hold", (expected, *explained, f"but it is {self._say(actual, type_)}")

    def _worth(self, fact: n.Compare, found: list[Scored]) -> tuple[Any, Any, Type]:
        right = self.scene.names.check(fact.right)
        if right.type not in (NUMBER, BUNDLE):
            raise Refusal(Code.WRONG_TYPE, fact.right.span, "a score is a number or an amount")
        totals = [0] * len(self.program.units)
        for x in found:
            totals[x.line.unit.index] += x.amount
        wanted = self.scene.value(right, self.S)
        if right.type == BUNDLE:
            return tuple(wanted), tuple(totals), BUNDLE
        return wanted, sum(totals), NUMBER

    def _cells(self, fact: n.Compare, found: list[Scored]) -> tuple[Any, Any, Type]:
        types = [x.line.source.type for x in found if x.line.source is not None and _counts_cells(x.line)]
        if not types:
            raise Refusal(Code.WRONG_TYPE, fact.left.span, "this line of the scoring does not count cells")
        cells = 0
        for x in found:
            cells |= x.cells
        return self._read(fact, types[0]), cells, types[0]

    def _read(self, fact: n.Compare, type_: Type) -> Any:
        return self.scene.read(fact.right, self.S, type_)

    def _say(self, value: Any, type_: Type) -> str:
        return self.scene.speaker.bundle(value) if type_ == BUNDLE else self.scene.say(value, type_, self.S)

    def _explained(self, x: Scored) -> str:
        """How a line comes to what it gives."""
        cells = f": {self.scene.say(x.cells, x.line.source.type, self.S)}" if x.cells and x.line.source else ""
        counted = f" for {x.count}{cells}" if x.line.kind not in ("if", "none") else ""
        return f"{x.words.name} gives {x.amount} {x.line.unit.words.name}{counted} (line {x.line.span.line})"

    # ---- lines

    def _lines(self, name: n.Expr | None, player: int) -> list[Scored]:
        """What is scored for a player or for their side: all of it, or the lines of one score or thing."""
        score_lines = self.scene.stage.generated.score_lines
        size = self.program.side_size
        scored = [
            Scored(score_lines[number][0], score_lines[number][1], amount, count, items or 0)
            for number, who, amount, count, items in self.scene.stage.namespace["scores"](self.S)
            if who == player or (size > 1 and who // size == player // size)
        ]
        if name is None:
            return scored
        text = name.name if isinstance(name, n.Name) else name.span.text
        lines = [(words, line) for words, line in score_lines if words.name == text]
        if not lines:
            raise self._unknown(text, name)
        return [x for x in scored if x.words.name == text] or [
            self._alone(words, line, player) for words, line in lines
        ]

    def _unknown(self, text: str, name: n.Expr) -> Refusal:
        names = sorted({words.name for words, _ in self.scene.stage.generated.score_lines})
        close = nearest(text, names)
        help_ = f"did you mean `{close[0]}`?" if close else f"there are {', '.join(names)}" if names else None
        return Refusal(Code.UNKNOWN_NAME, name.span, f"nothing called `{text}` is scored", help=help_)

    def _alone(self, words: p.Words, line: p.WorthLine, player: int) -> Scored:
        """A line that this game does not score, as if it did: a thing's that is not in play."""
        this = self._thing(words)
        amount = int(self.scene.value(line_value(line), self.S, player, this=this))
        counted = _counted(line)
        value = self.scene.value(counted, self.S, player, this=this) if counted is not None else 1
        if amount and self.scene.stage.marks is not None:
            self.scene.stage.marks.add(line)
        return Scored(words, line, amount, _number(value, counted), value if _counts_cells(line) else 0)

    def _thing(self, words: p.Words) -> int | None:
        """A thing of the design that bears these words."""
        for component in self.program.components.values():
            for design in component.designs:
                if design.words is words and design.things:
                    return design.things[0]
        return None


def _number(value: Any, counted: p.Expr | None) -> int:
    """How many a value stands for: of a set its elements, of a number that number."""
    if counted is None or not (counted.type.is_set or counted.type.is_list):
        return int(value)
    return len(value) if counted.type.is_list else len(bits(value))


def _counts_cells(line: p.WorthLine) -> bool:
    return line.source is not None and line.source.type.is_set and line.source.type.elem.t is T.CELL


def _counted(line: p.WorthLine) -> p.Expr | None:
    """What a line counts, as an expression; None for a line that counts nothing."""
    if line.source is None or line.kind in ("if", "none"):
        return None
    if line.kind != "each" or line.where is None:
        return line.source
    assert line.var is not None
    return p.Fold(p.Over.EACH, line.var, line.source, line.where, None, (), line.source.type, line.span)


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
