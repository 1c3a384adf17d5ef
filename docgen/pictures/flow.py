"""The turn as a flow diagram: steps below each other, what may be left out dashed, what repeats in a frame with a loop.

First the program's flow is read as a tree of boxes and frames, each with its words; then the tree is measured and laid
out; the template only draws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.docgen.counts import Told, in_one
from rulewright.docgen.pictures.boards import picture_id
from rulewright.docgen.sheet import Paragraph, Picture
from rulewright.docgen.stencil import fill
from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.scope import Scope
from rulewright.docgen.wording.words import Wording
from rulewright.dsl import program as p
from rulewright.dsl.program import Stmt
from rulewright.dsl.types import T

_DEEP = 3
# A diagram with more boxes than this is told in less detail.
_MOST = 16
_LETTER, _LINE, _PAD, _GAP, _BAR = 5.3, 12.0, 8.0, 14.0, 16.0
_WIDE = 30


@dataclass(slots=True)
class Box:
    """A box, or a frame around others. `free` may be left out; `across` puts the parts side by side.

    `how_often` is a frame that says no more than how often its parts come, `told_often` one that says its name too.
    No arrow joins parts that are `unordered`, even where they stand below each other for want of room.
    """

    lines: list[str]
    parts: list[Box] = field(default_factory=list)
    free: bool = False
    across: bool = False
    loops: bool = False
    unordered: bool = False
    how_often: bool = False
    told_often: bool = False
    x: float = 0
    y: float = 0
    width: float = 0
    height: float = 0


# Up to this width, in millimetres, a layout has room for text beside the picture.
BESIDE = 90


class _Reader:
    def __init__(self, say: Wording, deep: int) -> None:
        self.say = say
        self.deep = deep
        self.seen: set[str] = set()

    def boxes(self, body: Sequence[Stmt], deep: int = 0, free: bool = False) -> list[Box]:
        made: list[Box] = []
        for stmt in body:
            made.extend(self.box(stmt, deep, free))
        return made

    def box(self, stmt: Stmt, deep: int, free: bool) -> list[Box]:
        match stmt:
            case p.Step(body=()):
                return []
            case p.Step(words=words, body=body):
                return [Box([self.say.name(words, "step")], self.inside(body, deep), free)]
            case p.CallAction(action=action):
                return self.call(stmt, action, deep, free) if self.is_told(stmt, action) else []
            case p.Repeat(times=times):
                return self.frame(self.repeated(stmt), stmt.body, deep, loops=True, how_often=times is not None)
            case p.EachPlayer(body=body):
                return self.frame(self.say.label("flow_each"), body, deep, how_often=True)
            case p.TakeTurns(body=body):
                return self.frame(self.say.label("flow_each"), body, deep, loops=True, how_often=True)
            case p.ForEach():
                return self.for_each(stmt, deep, free)
            case p.AnyOrder(items=items):
                return [Box([self.say.label("flow_any")], self.boxes(items, deep + 1), across=True, unordered=True)]
            case p.Either(branches=branches):
                parts = [one for branch in branches for one in self.boxes(branch, deep + 1)]
                return [Box([self.say.label("flow_either")], parts, across=True, unordered=True)] if parts else []
            case p.Must(body=body):
                return self.boxes(body, deep)
            case p.May(body=body):
                return self.boxes(body, deep, free=True)
            case p.As(body=body):
                return self.boxes(body, deep, free)
            case p.If(then=then, otherwise=otherwise):
                return [*self.boxes(then, deep, True), *self.boxes(otherwise, deep, True)]
            case _:
                return []

    def inside(self, body: Sequence[Stmt], deep: int) -> list[Box]:
        """The parts of a step, where they tell more than its name, with what comes before them."""
        made = self.boxes(body, deep + 1) if deep < self.deep else []
        if len(made) < 2 and not any(one.parts for one in made):
            return []
        return [*self.opening(body, deep), *made]

    def opening(self, body: Sequence[Stmt], deep: int) -> Iterator[Box]:
        """What has no name of its own and is done before anything that has one, in its few words."""
        for stmt in body:
            if not isinstance(stmt, p.Set) or self.boxes([stmt], deep):
                return
            told = [line.text.rstrip(".") for line in self.say.body((stmt,)).lines]
            yield from (Box([text]) for text in told if text)

    def call(self, stmt: p.CallAction, action: p.Action, deep: int, free: bool) -> list[Box]:
        name = action.words.name
        again = name in self.seen or deep >= self.deep
        self.seen.add(name)
        parts = [] if again else self.inside(action.body, deep)
        return [Box([self.called(stmt, action)], parts, free)]

    def called(self, stmt: p.CallAction, action: p.Action) -> str:
        """The name of an action; where it is told one of a kind's words, the words that call it."""
        if not any(isinstance(arg, p.Const) and arg.type.t is T.MEMBER for arg in stmt.args):
            return self.say.name(action.words, "action")
        lines = self.say.body((stmt,)).lines
        return (lines[0].label or lines[0].text).rstrip(".") if lines else self.say.name(action.words, "action")

    def is_told(self, stmt: p.CallAction, action: p.Action) -> bool:
        """Whether an action does anything, or is a moment at which something else does."""
        return not is_idle(action) or bool(self.say.body((stmt,)).lines)

    def for_each(self, stmt: p.ForEach, deep: int, free: bool) -> list[Box]:
        """What is done for each of several; a single step needs no frame, and no word if it names what it is for."""
        parts = self.boxes(stmt.body, deep, free)
        thing = self.say.noun(self.say.planner.type_noun(stmt.var.type))
        often = self.say.label("flow_for", each=self.each(stmt))
        if len(parts) != 1 or parts[0].parts:
            return [Box([often], parts, loops=True, how_often=True)] if parts else []
        if thing not in parts[0].lines[0].lower():
            parts[0].lines = [f"{parts[0].lines[0]}, {lowered(often)}"]
        return parts

    def each(self, stmt: p.ForEach) -> str:
        """`each tile with a pawn on it`: of what lies in a place, only what is asked for."""
        noun = self.say.planner.type_noun(stmt.var.type)
        source = self.say.planner.narrowed(stmt.var, stmt.source, stmt.where, Scope())
        filters = source.filters if isinstance(source, w.Group) and source.noun.kind == "zone" else ()
        return self.say.say.finish(self.say.say.each(w.Group(noun, filters=filters)))

    def frame(
        self, text: str, body: Sequence[Stmt], deep: int, *, loops: bool = False, how_often: bool = False
    ) -> list[Box]:
        parts = self.boxes(body, deep)
        return [Box([text], parts, loops=loops, how_often=how_often)] if parts else []

    def repeated(self, stmt: p.Repeat) -> str:
        if stmt.until is not None:
            key = "flow_until_round" if is_round(stmt.body) else "flow_until"
            return self.say.label(key, why=self.say.condition(stmt.until, you=False))
        if stmt.times is not None:
            number = self.say.constant(stmt.times)
            if number is not None:
                return self.say.label("flow_times", n=number)
        if stmt.test is not None:
            return self.say.label("flow_while", why=self.say.condition(stmt.test))
        return self.say.label("flow_repeat")


def is_round(body: Sequence[Stmt]) -> bool:
    """Whether what is repeated is a turn of each player, perhaps by the name of an action."""
    match body:
        case (p.EachPlayer(),):
            return True
        case (p.CallAction(action=action),):
            return is_round(action.body)
        case _:
            return False


def is_idle(action: p.Action) -> bool:
    """Whether an action holds nothing but moments that other rules wait for."""
    return bool(action.body) and all(isinstance(stmt, p.Step) and not stmt.body for stmt in action.body)


def joined(box: Box) -> Box:
    """A frame around a single frame becomes one frame that says both."""
    box.parts = [joined(part) for part in box.parts]
    only = box.parts[0] if len(box.parts) == 1 else None
    if only is not None and only.told_often and not (box.loops or box.how_often):
        # What is done for each of several says so in its own heading.
        return only
    is_apart = only is not None and ((only.loops and box.loops) or only.told_often)
    if only is None or not only.parts or is_apart or (box.loops and not box.how_often):
        return box
    if box.how_often == only.how_often:
        # Two names for one thing: it is known by the first.
        text = box.lines[0] if not only.unordered else f"{box.lines[0]}, {lowered(only.lines[0])}"
    else:
        name, often = (only, box) if box.how_often else (box, only)
        text = f"{name.lines[0]}, {lowered(often.lines[0])}"
    loops = box.loops or only.loops
    made = Box([text], only.parts, box.free or only.free, only.across, loops, only.unordered)
    made.how_often, made.told_often = box.how_often and only.how_often, box.how_often != only.how_often
    return made


def lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def wrapped(text: str, wide: int = _WIDE) -> list[str]:
    """A text in lines of at most so many letters, where its words allow it."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) >= wide:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip(" ")
    return lines


def measure(box: Box) -> None:
    """Sizes from the inside out."""
    for part in box.parts:
        measure(part)
    widths = [one.width for one in box.parts]
    side_by_side = sum(widths) + _PAD * (len(widths) - 1)
    box.across = box.across and side_by_side <= 230
    inner = side_by_side if box.across else max(widths, default=0.0)
    wide = max(_WIDE, int((inner + _PAD) / _LETTER)) if box.parts else _WIDE
    box.lines = [line for text in box.lines for line in wrapped(text, wide)]
    own = max(len(line) for line in box.lines) * _LETTER + 2 * _PAD
    box.width = max(own, inner + 2 * _PAD + (_BAR if box.loops else 0))
    head = len(box.lines) * _LINE + (6 if box.parts else 8)
    if not box.parts:
        box.height = head
    elif box.across:
        box.height = head + max(one.height for one in box.parts) + _PAD
    else:
        box.height = head + sum(one.height + _GAP for one in box.parts) - _GAP + _PAD


def put(box: Box, x: float, y: float) -> None:
    """Places from the outside in."""
    box.x, box.y = x, y
    top = y + len(box.lines) * _LINE + 6
    room = box.width - (_BAR if box.loops else 0)
    if box.across:
        left = x + (room - sum(one.width + _PAD for one in box.parts) + _PAD) / 2
        for one in box.parts:
            put(one, left, top)
            left += one.width + _PAD
        return
    for one in box.parts:
        put(one, x + (room - one.width) / 2, top)
        top += one.height + _GAP


def _flat(box: Box) -> list[Box]:
    return [box, *(inner for part in box.parts for inner in _flat(part))]


def _arrows(box: Box) -> list[tuple[float, float, float]]:
    own = (
        []
        if box.unordered
        else [
            (one.x + one.width / 2, one.y + one.height, two.y)
            for one, two in zip(box.parts, box.parts[1:], strict=False)
        ]
    )
    return [*own, *(arrow for part in box.parts for arrow in _arrows(part))]


def tree(say: Wording) -> Box | None:
    """The flow of play; None where it has nothing to show."""
    for deep in range(_DEEP, -1, -1):
        parts = _Reader(say, deep).boxes(say.program.play)
        if not parts:
            return None
        root = joined(parts[0] if len(parts) == 1 else Box([say.label("play")], parts))
        leaves = sum(not one.parts for one in _flat(root))
        if leaves <= _MOST:
            return root if leaves > 1 else None
    return None


def picture(say: Wording) -> Picture | None:
    """The turn as a picture."""
    return drawn(tree(say), say)


def for_all(says: Mapping[int, Wording], told: Told) -> Picture | None:
    """The turn as a picture for several numbers of players: what repeats so often with some is said with the number."""
    trees = {count: tree(say) for count, say in says.items()}
    first = next(iter(trees.values()))
    if first is not None:
        for box in _flat(first):
            box.lines = [_for_each_count(box, first, trees, told)]
    return drawn(first, next(iter(says.values())))


def _for_each_count(box: Box, first: Box, trees: Mapping[int, Box | None], told: Told) -> str:
    """A box's words for every number of players; those for the fewest where the courses of play differ more."""
    at = next(k for k, one in enumerate(_flat(first)) if one is box)
    groups: dict[str, list[int]] = {}
    for count, other in trees.items():
        boxes = _flat(other) if other is not None else []
        if len(boxes) != len(_flat(first)):
            return box.lines[0]
        groups.setdefault(boxes[at].lines[0], []).append(count)
    said = in_one([(counts, Paragraph(text)) for text, counts in groups.items()], told) if len(groups) > 1 else None
    return said or box.lines[0]


def drawn(root: Box | None, say: Wording) -> Picture | None:
    """A course of play as a picture."""
    if root is None:
        return None
    alt = say.label("flow_alt", list=_said(root))
    measure(root)
    put(root, 1, 1)
    boxes = _flat(root)
    svg = fill(
        "svg/flow.svg.j2",
        id=picture_id("flow"),
        alt=alt,
        width=f"{root.width + 2:.1f}",
        height=f"{root.height + 2:.1f}",
        boxes=boxes,
        arrows=_arrows(root),
        line=_LINE,
        bar=_BAR,
    )
    return Picture(picture_id("flow"), svg, alt, say.label("flow"), in_print(root.width * 0.36))


def in_print(width: float) -> int:
    """The width in millimetres: a little smaller where the picture then stands beside the text."""
    return BESIDE if BESIDE < width <= BESIDE * 1.25 else min(160, max(25, int(width)))


def _said(box: Box) -> str:
    """The boxes in words, in order; what stands inside in brackets."""
    text = " ".join(box.lines)
    if not box.parts:
        return text
    return f"{text} (" + "; ".join(_said(part) for part in box.parts).replace("; ", ", ") + ")"
