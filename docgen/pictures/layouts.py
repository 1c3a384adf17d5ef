"""Designs as they lie on the table: in a grid by two of their values, or in a row by a number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.docgen.pictures.boards import picture_id
from rulewright.docgen.sheet import Picture
from rulewright.docgen.stencil import fill
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Component, Design
from rulewright.dsl.types import T

WIDE, HIGH, HEAD = 96.0, 33.0, 14.0
IN_ROW = 6
# The letters of the names beside numbers are as large as the longest of them lets all be.
ROOM = 90.0
FEWEST = 6
Notes = Callable[[Design, tuple[str, ...]], Sequence[str]]


@dataclass(frozen=True, slots=True)
class _Box:
    x: str
    y: str
    name: str
    notes: Sequence[str]
    number: str = ""


def layout(say: Wording, component: Component, notes: Notes) -> Picture | None:
    """The designs of a component laid out; None where their values do not say how. `notes` are their other values."""
    match placing(component):
        case (down, across):
            return _grid(say, component, down, across, notes)
        case (number,):
            return _row(say, component, number, notes)
        case _:
            return None


def placing(component: Component) -> tuple[str, ...]:
    """The values by which the designs of a component lie in rows and columns, or in a row; none where they do not."""
    if len(component.designs) < FEWEST or not all(design.has_own_name for design in component.designs):
        return ()
    fields = {name: f for name, f in component.fields.items() if f.static}
    members = [name for name, f in fields.items() if f.type.t is T.MEMBER]
    numbers = [name for name, f in fields.items() if f.type.t is T.NUMBER]
    if component.parts or len(members) not in (0, 2) or (not members and len(numbers) != 1):
        return ()
    return tuple(members or numbers)


def _grid(say: Wording, component: Component, down: str, across: str, notes: Notes) -> Picture | None:
    places = [(int(design.values.get(down) or 0), int(design.values.get(across) or 0)) for design in component.designs]
    rows, columns = sorted({row for row, _ in places}), sorted({column for _, column in places})
    if len(set(places)) < len(places) or len(places) * 2 < len(rows) * len(columns) or len(columns) > IN_ROW:
        return None
    boxes = [
        _Box(
            f"{HEAD + columns.index(column) * WIDE:g}",
            f"{HEAD + rows.index(row) * HIGH:g}",
            say.name(design.words, "design"),
            notes(design, (down, across))[:2],
        )
        for design, (row, column) in zip(component.designs, places, strict=True)
    ]
    heads = [(_member(say, component, down, row), f"{HEAD + (at + 0.5) * HIGH:g}") for at, row in enumerate(rows)]
    tops = [(_member(say, component, across, one), f"{HEAD + (at + 0.5) * WIDE:g}") for at, one in enumerate(columns)]
    named = zip(boxes, places, strict=True)
    told = ", ".join(f"{heads[rows.index(row)][0]} {tops[columns.index(c)][0]}: {box.name}" for box, (row, c) in named)
    size = (HEAD + len(columns) * WIDE + 1, HEAD + len(rows) * HIGH + 1)
    return _drawn(say, component, told, boxes, heads, tops, size)


def _row(say: Wording, component: Component, number: str, notes: Notes) -> Picture | None:
    ranked = sorted(component.designs, key=lambda design: int(design.values.get(number) or 0))
    values = [int(design.values.get(number) or 0) for design in ranked]
    if sorted(set(values)) != list(range(values[0], values[0] + len(set(values)))) or values[0] not in (0, 1):
        return None
    # As many in each row as in the others, if that takes no more rows.
    lines = -(-len(ranked) // IN_ROW)
    in_row = -(-len(ranked) // lines)
    boxes = [
        _Box(
            f"{at % in_row * WIDE * 0.72:g}",
            f"{at // in_row * HIGH * 0.8:g}",
            say.name(design.words, "design"),
            notes(design, (number,))[:1],
            str(values[at]),
        )
        for at, design in enumerate(ranked)
    ]
    told = ", ".join(" ".join([box.number, box.name, *(f"({note})" for note in box.notes)]) for box in boxes)
    size = (in_row * WIDE * 0.72 + 1, lines * HIGH * 0.8 + 1)
    return _drawn(say, component, told, boxes, [], [], size)


def _member(say: Wording, component: Component, field: str, value: int) -> str:
    base = component.fields[field].type.base
    return say.noun(Noun("member", say.program.kinds[base].members[value], base))


def _drawn(
    say: Wording,
    component: Component,
    told: str,
    boxes: Sequence[_Box],
    heads: Sequence[tuple[str, str]],
    tops: Sequence[tuple[str, str]],
    size: tuple[float, float],
) -> Picture:
    title = say.title_of(say.noun(Noun("component", component.name), 2))
    ident = picture_id("layout", component.name)
    alt = say.say.finish(f"{title}: {told}")
    flat = not heads
    svg = fill(
        "svg/layout.svg.j2",
        id=ident,
        alt=alt,
        width=f"{size[0] + 1:g}",
        height=f"{size[1] + 1:g}",
        boxes=boxes,
        letters=f"{min(8, ROOM / max(len(box.name) for box in boxes)):.1f}" if flat else "8",
        heads=heads,
        tops=tops,
        wide=f"{(WIDE * 0.72 if flat else WIDE) - 3:g}",
        high=f"{(HIGH * 0.8 if flat else HIGH) - 3:g}",
    )
    return Picture(ident, svg, alt, "", 150, floats=True)
