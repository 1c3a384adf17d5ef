"""The state machine of a program as a picture: what is decided, done and left to chance, and what may follow what.

First the flow is followed through the program (`machine_graph`): each decision, each chance, and each step or action in
which nobody decides is a node; actions and steps are frames around theirs. An action met again is one node that names
it. Then the nodes are laid below each other in the order of the rules (`svg`): what follows next is a straight arrow,
what skips ahead goes round on the right, what comes again on the left. No words of ours but the language's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from rulewright.dsl import program as p
from rulewright.dsl.source import Span, printable

DECISION, CHANCE, DOING, AGAIN, START, END = "decision", "chance", "doing", "again", "start", "end"

Label = Callable[[Any], str | None]


@dataclass(slots=True)
class Node:
    kind: str
    text: str
    span: Span | None = None
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    start: int
    end: int
    text: str = ""


@dataclass(slots=True)
class Frame:
    """An action, step or rule, from its first node to its last."""

    text: str
    first: int
    last: int
    depth: int
    span: Span | None = None


@dataclass(slots=True)
class Graph:
    title: str
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)


_Loose = tuple[int, str]  # an arrow that has left a node with this text and has not yet arrived


def machine_graph(program: p.Program, label: Label | None = None) -> Graph:
    """The graph of a program. `label` may word statements and names; what it does not word is shown as written."""
    return _Tracer(program, label or (lambda _: None)).trace()


class _Tracer:
    def __init__(self, program: p.Program, label: Label) -> None:
        self.program = program
        self.label = label
        self.graph = Graph(program.title)
        self.depth = 0
        self.seen: set[str] = set()
        self.stops: list[list[_Loose]] = []  # for each action around: what leaves it before its end
        self.ends: list[_Loose] = []

    def trace(self) -> Graph:
        start = self._node(START, "start", None, [])
        outs: list[_Loose] = [(start, "")]
        if self.program.setup:
            outs = self._framed("setup", self.program.setup, outs, None)
        outs = self._all(self.program.play, outs)
        end = self._node(END, "end", None, [*outs, *self.ends])
        self.ends = []
        for rule in self.program.rules.values():
            for clause in rule.clauses:
                if isinstance(clause, p.Trigger):
                    self._trigger(rule, clause, end)
        self.graph.edges = _merged(self.graph.edges)
        return self.graph

    def _trigger(self, rule: p.Rule, clause: p.Trigger, end: int) -> None:
        """A rule that may interrupt: by itself, below; it leads back to where it came from, or to the end."""
        at = _text(clause.span).partition(",")[0]
        body = (p.Step(rule.words.name, rule.words, clause.body, clause.span),)
        head = self._node(DOING, at, clause.span, [])
        self._all(body, [(head, "")])
        for node, text in self.ends:
            self.graph.edges.append(Edge(node, end, text))
        self.ends = []

    # ---- nodes and frames

    def _node(self, kind: str, text: str, span: Span | None, ins: Iterable[_Loose]) -> int:
        number = len(self.graph.nodes)
        self.graph.nodes.append(Node(kind, text, span, self.depth))
        for node, said in ins:
            edge = Edge(node, number, said)
            if edge not in self.graph.edges:
                self.graph.edges.append(edge)
        return number

    def _framed(self, text: str, body: Sequence[p.Stmt], ins: list[_Loose], span: Span | None) -> list[_Loose]:
        """A body in a frame; one node if nothing in it is decided."""
        first, frames = len(self.graph.nodes), len(self.graph.frames)
        self.depth += 1
        frame = Frame(text, first, first, self.depth, span)
        self.graph.frames.append(frame)
        outs = self._all(body, ins)
        self.depth -= 1
        frame.last = len(self.graph.nodes) - 1
        if frame.last < first:
            del self.graph.frames[frames:]
            return [(self._node(DOING, text, span, ins), "")] if outs else []
        return outs

    # ---- statements

    def _all(self, body: Sequence[p.Stmt], ins: list[_Loose]) -> list[_Loose]:
        for stmt in body:
            if not ins:
                break
            ins = self._one(stmt, ins)
        return list(dict.fromkeys(ins))

    def _one(self, stmt: p.Stmt, ins: list[_Loose]) -> list[_Loose]:
        match stmt:
            case p.Choose():
                kind = CHANCE if stmt.at_random else DECISION
                node = self._node(kind, self._said(stmt), stmt.span, ins)
                skipped = self._all(stmt.otherwise, [(node, "otherwise")]) if stmt.otherwise else []
                return [(node, ""), *skipped]
            case p.Secret():
                return [(self._node(DECISION, self._said(stmt), stmt.span, ins), "")]
            case p.CallAction():
                return self._call(stmt.action, ins)
            case p.Do():
                return [(self._node(DOING, _text(stmt.span), stmt.span, ins), "")]
            case p.Step():
                return self._framed(self._name(stmt.words, stmt), stmt.body, ins, stmt.span)
            case p.Plain():
                return self._plain(stmt, ins)
            case p.If():
                test = f"if {_text(stmt.test.span)}"
                outs = self._all(stmt.then, [(node, test) for node, _ in ins])
                if not stmt.otherwise:
                    return outs + ins
                return outs + self._all(stmt.otherwise, [(node, "otherwise") for node, _ in ins])
            case p.Must() | p.As():
                return self._all(stmt.body, ins)
            case _:
                return self._several(stmt, ins)

    def _several(self, stmt: p.Stmt, ins: list[_Loose]) -> list[_Loose]:
        """Loops, and choices between bodies."""
        match stmt:
            case p.Repeat():
                return self._loop(stmt.body, ins, _repeat_text(stmt), may_skip=stmt.test is not None)
            case p.ForEach():
                return self._loop(stmt.body, ins, "for each", may_skip=True)
            case p.EachPlayer():
                return self._loop(stmt.body, ins, "each player", may_skip=stmt.where is not None)
            case p.TakeTurns():
                return self._loop(stmt.body, ins, "take turns", may_skip=False)
            case p.May():
                return self._may(stmt, ins)
            case p.Either():
                node = self._node(DECISION, self._said(stmt) or "either", stmt.span, ins)
                return [out for branch in stmt.branches for out in self._all(branch, [(node, "")]) or []]
            case p.AnyOrder():
                node = self._node(DECISION, self._said(stmt) or "in any order", stmt.span, ins)
                for item in stmt.items:
                    for back, text in self._one(item, [(node, "")]):
                        if back != node:
                            self.graph.edges.append(Edge(back, node, text))
                return [(node, "")]
            case _:
                return ins

    def _call(self, action: p.Action, ins: list[_Loose]) -> list[_Loose]:
        name = self._name(action.words, action)
        if action.key in self.seen or action.words.name in self.seen:
            return [(self._node(AGAIN, name, action.words.span, ins), "")]
        self.seen.update((action.key, action.words.name))
        self.stops.append([])
        outs = self._framed(name, action.body, ins, action.words.span)
        return outs + self.stops.pop()

    def _plain(self, stmt: p.Plain, ins: list[_Loose]) -> list[_Loose]:
        if stmt.word in (p.Word.WIN, p.Word.END):
            self.ends += [(node, text or stmt.word.value) for node, text in ins]
        elif self.stops:
            self.stops[-1] += ins
        return []

    def _loop(self, body: Sequence[p.Stmt], ins: list[_Loose], text: str, *, may_skip: bool) -> list[_Loose]:
        first = len(self.graph.nodes)
        outs = self._all(body, ins)
        if len(self.graph.nodes) == first:
            return outs
        for node, said in outs:
            edge = Edge(node, first, said or text)
            if edge not in self.graph.edges:
                self.graph.edges.append(edge)
        return [*((node, "") for node, _ in outs), *(ins if may_skip else ())]

    def _may(self, stmt: p.May, ins: list[_Loose]) -> list[_Loose]:
        first = len(self.graph.nodes)
        outs = self._all(stmt.body, ins)
        if len(self.graph.nodes) == first:
            node = self._node(DECISION, f"may {_text(stmt.body[0].span)}" if stmt.body else "may", stmt.span, ins)
            return [(node, "")]
        if stmt.any_times or stmt.times is not None:
            self.graph.edges += [Edge(node, first, "may again") for node, _ in outs]
        return [*outs, *((node, "or not") for node, _ in ins)]

    # ---- words

    def _said(self, stmt: p.Stmt) -> str:
        said = self.label(stmt)
        if said is not None:
            return said
        return _text(stmt.span) if isinstance(stmt, p.Choose | p.Secret) else ""

    def _name(self, words: p.Words, thing: Any) -> str:
        return self.label(thing) or words.called or words.name.replace("_", " ")


def _merged(edges: Iterable[Edge]) -> list[Edge]:
    """One arrow for all between the same two nodes."""
    texts: dict[tuple[int, int], dict[str, None]] = {}
    for edge in edges:
        texts.setdefault((edge.start, edge.end), {}).setdefault(edge.text)
    return [Edge(a, b, "" if "" in said and a < b else ", ".join(filter(None, said))) for (a, b), said in texts.items()]


def _text(span: Span) -> str:
    """What the author wrote, on one line and not endless."""
    words = " ".join(line.partition("#")[0].partition(" source ")[0].strip() for line in span.text.strip().splitlines())
    return words if len(words) <= 70 else words[:69].rstrip() + "…"


def _repeat_text(stmt: p.Repeat) -> str:
    if stmt.until is not None:
        return f"until {_text(stmt.until.span)}"
    if stmt.test is not None:
        return f"while {_text(stmt.test.span)}"
    return f"repeat {_text(stmt.times.span)} times" if stmt.times is not None else "repeat"


# ---- the picture

_LETTER, _LINE, _GAP, _PAD, _INSET, _LANE = 6.6, 16.0, 30.0, 10.0, 14.0, 18.0
_WIDE = 38
_FILLS = {
    DECISION: ("#dcebfb", "#2b6cb0"),
    CHANCE: ("#fdf1cf", "#b7791f"),
    DOING: ("#f4f4f4", "#777777"),
    AGAIN: ("#ffffff", "#777777"),
    START: ("#333333", "#333333"),
    END: ("#333333", "#333333"),
}


def svg(graph: Graph) -> str:
    """The picture, in one piece and without anything from elsewhere."""
    return _Drawing(graph).text()


@dataclass(slots=True)
class _Box:
    lines: list[str]
    top: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.top + self.height / 2


class _Drawing:
    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.boxes: list[_Box] = []
        self.tops: dict[int, float] = {}
        self._stack()
        around = [e for e in graph.edges if e.end != e.start + 1]
        self.left = _lanes([e for e in around if e.end <= e.start])
        self.right = _lanes([e for e in around if e.end > e.start])
        deepest = max((frame.depth for frame in graph.frames), default=0)
        inner = max((box.width for box in self.boxes), default=60) / 2 + _INSET * (deepest + 1)
        self.inner = inner
        self.x = inner + _LANE * (max(self.left.values(), default=-1) + 2)
        self.width = self.x + inner + _LANE * (max(self.right.values(), default=-1) + 2)
        self.height = (self.boxes[-1].top + self.boxes[-1].height if self.boxes else 0) + _INSET * (deepest + 1)

    def _stack(self) -> None:
        """Puts the nodes below each other, with room for the heads of frames."""
        y = _PAD
        for number, node in enumerate(self.graph.nodes):
            for index, frame in enumerate(self.graph.frames):
                if frame.first == number:
                    self.tops[index] = y
                    y += _LINE + 6
            lines = _wrapped(printable(node.text))
            height = len(lines) * _LINE + 10
            self.boxes.append(_Box(lines, y, max(len(line) for line in lines) * _LETTER + 2 * _PAD, height))
            closing = sum(frame.last == number for frame in self.graph.frames)
            y += height + _GAP + closing * 8

    def text(self) -> str:
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:.0f} {self.height:.0f}" '
            f'width="{self.width:.0f}" height="{self.height:.0f}" role="img" '
            'font-family="system-ui, sans-serif" font-size="12">',
            f"<title>{escape(printable(self.graph.title))}</title>",
            '<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
            'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#444"/></marker></defs>',
            f'<rect width="{self.width:.0f}" height="{self.height:.0f}" fill="#ffffff"/>',
            *map(self._frame, range(len(self.graph.frames))),
            *map(self._edge, self.graph.edges),
            *map(self._node, range(len(self.graph.nodes))),
            "</svg>",
        ]
        return "\n".join(parts) + "\n"

    def _frame(self, index: int) -> str:
        frame = self.graph.frames[index]
        deeper = max((f.depth for f in self.graph.frames if frame.first <= f.first and f.last <= frame.last), default=0)
        half = max(self.boxes[k].width for k in range(frame.first, frame.last + 1)) / 2 + _INSET * (
            deeper - frame.depth + 1
        )
        half = max(half, len(frame.text) * _LETTER / 2 + _PAD)
        last = self.boxes[frame.last]
        bottom = last.top + last.height + 6 + 4 * (deeper - frame.depth)
        top = self.tops[index]
        return (
            f'<g><rect x="{self.x - half:.1f}" y="{top:.1f}" width="{2 * half:.1f}" height="{bottom - top:.1f}" rx="8" '
            'fill="#000000" fill-opacity="0.03" stroke="#bbbbbb"/>'
            f'<text x="{self.x - half + 8:.1f}" y="{top + 14:.1f}" fill="#555555" font-style="italic">'
            f"{escape(printable(frame.text))}</text>{_tooltip(frame.span)}</g>"
        )

    def _node(self, number: int) -> str:
        node, box = self.graph.nodes[number], self.boxes[number]
        fill, stroke = _FILLS[node.kind]
        ink = "#ffffff" if node.kind in (START, END) else "#111111"
        radius = box.height / 2 if node.kind in (START, END, DECISION) else 3
        dash = ' stroke-dasharray="4 3"' if node.kind in (AGAIN, CHANCE) else ""
        lines = "".join(
            f'<tspan x="{self.x:.1f}" y="{box.top + 17 + k * _LINE:.1f}">{escape(line)}</tspan>'
            for k, line in enumerate(box.lines)
        )
        return (
            f'<g class="{node.kind}"><rect x="{self.x - box.width / 2:.1f}" y="{box.top:.1f}" width="{box.width:.1f}" '
            f'height="{box.height:.1f}" rx="{min(radius, 14):.0f}" fill="{fill}" stroke="{stroke}"{dash}/>'
            f'<text text-anchor="middle" fill="{ink}">{lines}</text>{_tooltip(node.span)}</g>'
        )

    def _edge(self, edge: Edge) -> str:
        start, end = self.boxes[edge.start], self.boxes[edge.end]
        line = 'fill="none" stroke="#444444" marker-end="url(#arrow)"'
        if edge not in self.left and edge not in self.right:
            y = start.top + start.height
            words = _words(self.x + 6, (y + end.top) / 2 + 3, edge.text, "start")
            return f'<path d="M{self.x:.1f} {y:.1f}V{end.top:.1f}" {line}/>{words}'
        sign = -1 if edge in self.left else 1
        lane = self.left[edge] if sign < 0 else self.right[edge]
        out = self.x + sign * (self.inner + _LANE * (lane + 1))
        y1 = start.middle + (5 if edge.end <= edge.start else 3)
        y2 = end.middle - (5 if edge.end <= edge.start else 3)
        x1, x2 = self.x + sign * start.width / 2, self.x + sign * end.width / 2
        path = f"M{x1:.1f} {y1:.1f}H{out - sign * 6:.1f}Q{out:.1f} {y1:.1f} {out:.1f} {y1 + (6 if y2 > y1 else -6):.1f}"
        path += f"V{y2 - (6 if y2 > y1 else -6):.1f}Q{out:.1f} {y2:.1f} {out - sign * 6:.1f} {y2:.1f}H{x2:.1f}"
        words = _words(out + (-4 if sign < 0 else 11), (y1 + y2) / 2, edge.text, "middle", turned=True)
        return f'<path d="{path}" {line}/>{words}'


def _words(x: float, y: float, text: str, anchor: str, *, turned: bool = False) -> str:
    """The text of an arrow; along a lane it is turned to run beside the line."""
    if not text:
        return ""
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="10.5" fill="#444444"{turn}>'
        f"{escape(printable(text))}</text>"
    )


def _tooltip(span: Span | None) -> str:
    return f"<title>{escape(printable(str(span)))}</title>" if span is not None else ""


def _lanes(edges: Sequence[Edge]) -> dict[Edge, int]:
    """A lane for each arrow that goes round, so that none lies on another; short ones inside."""
    lanes: dict[Edge, int] = {}
    for edge in sorted(edges, key=lambda e: (abs(e.end - e.start), e.start, e.end)):
        low, high = sorted((edge.start, edge.end))
        taken = {
            lane
            for other, lane in lanes.items()
            if min(other.start, other.end) <= high and max(other.start, other.end) >= low
        }
        lanes[edge] = next(k for k in range(len(edges) + 1) if k not in taken)
    return lanes


def _wrapped(text: str) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _WIDE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
