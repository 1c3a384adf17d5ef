"""A thing that covers several cells, as a row of its parts: the colour and letters of each, and its numbers."""

from __future__ import annotations

from rulewright.docgen.pictures.boards import SIDE, dotted, picture_id
from rulewright.docgen.pictures.palette import EMPTY, MOTIFS, Look, looks
from rulewright.docgen.sheet import Picture
from rulewright.docgen.stencil import fill
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Component, Design, Program
from rulewright.dsl.types import T


def picture(say: Wording, component: Component, design: Design) -> Picture | None:
    """None where the design has no parts, or they carry nothing that can be drawn."""
    names = parts_of(say.program, component)
    if not names:
        return swatch(say, component, design)
    parts: list[tuple[str, Look | None, str, int]] = []
    told: list[str] = []
    for at, part in enumerate(names):
        look, numbers, words, dots = None, list[str](), list[str](), 0
        for name, field in component.fields.items():
            value = design.values.get(name)
            if not name.startswith(part + "_") or not isinstance(value, int):
                continue
            plain = name.removeprefix(part + "_")
            if field.type.t is T.MEMBER and field.type.base in say.program.kinds:
                look = looks(say, field.type.base)[value]
                words.insert(0, look.name)
            elif field.type.t is T.NUMBER and value:
                noun = say.noun(Noun("field", plain, component.name), value)
                shown, figures = dotted(value)
                dots, numbers = dots + shown, [*numbers, *([figures] if figures else [])]
                words.append(f"{value} {noun}")
        parts.append((f"{SIDE / 2 + at * SIDE:g}", look, " ".join(numbers), dots))
        told.append(" ".join(words))
    if not any(look for _, look, _, _ in parts):
        return None
    return _drawn(component, design, ", ".join(told), parts)


def dots_of(say: Wording, component: Component) -> str:
    """What a dot on a part of a thing stands for; empty where no part bears any."""
    for part in parts_of(say.program, component):
        for name, field in component.fields.items():
            is_shown = name.startswith(part + "_") and field.type.t is T.NUMBER
            if is_shown and any(0 < int(one.values.get(name) or 0) <= 4 for one in component.designs):
                return say.noun(Noun("field", name.removeprefix(part + "_"), component.name))
    return ""


def parts_of(program: Program, component: Component) -> tuple[str, ...]:
    """The parts of a thing; what counts as another thing has that one's parts."""
    root = program.components.get(component.root)
    return component.parts or (root.parts if root is not None else ())


def swatch(say: Wording, component: Component, design: Design) -> Picture | None:
    """The one member that a design without rules of its own stands for, where a board shows that kind."""
    shown = {field.type.base for board in say.program.boards.values() for field in board.fields.values()}
    kinds = [(name, f.type.base) for name, f in component.fields.items() if f.static and f.type.t is T.MEMBER]
    is_plain = len(kinds) == 1 and kinds[0][1] in shown and not (design.clauses or design.worths)
    value = design.values.get(kinds[0][0]) if is_plain else None
    if not isinstance(value, int) or (design.body and design.has_own_name):
        return None
    look = looks(say, kinds[0][1])[value]
    return _drawn(component, design, look.name, [(f"{SIDE / 2:g}", look, "", 0)])


def _drawn(component: Component, design: Design, alt: str, parts: list[tuple[str, Look | None, str, int]]) -> Picture:
    ident = picture_id("thing", component.name, design.words.name)
    svg = fill(
        "svg/thing.svg.j2",
        id=ident,
        alt=alt,
        width=f"{SIDE * len(parts) + 2:g}",
        height=f"{SIDE + 2:g}",
        parts=parts,
        paths=MOTIFS,
        empty=EMPTY,
    )
    return Picture(ident, svg, alt, "", 19 if len(parts) > 1 else 14)
