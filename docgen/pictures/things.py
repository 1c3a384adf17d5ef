"""A thing that covers several cells, as a row of its parts: the colour and letters of each, and its numbers."""

from __future__ import annotations

from rulewright.docgen.pictures.boards import SIDE, picture_id
from rulewright.docgen.pictures.palette import EMPTY, MOTIFS, looks
from rulewright.docgen.sheet import Picture
from rulewright.docgen.stencil import fill
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Component, Design
from rulewright.dsl.types import T


def picture(say: Wording, component: Component, design: Design) -> Picture | None:
    """None where the design has no parts, or they carry nothing that can be drawn."""
    parts = []
    told: list[str] = []
    for at, part in enumerate(component.parts):
        look, numbers, words = None, list[str](), list[str]()
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
                numbers.append("●" * value if value <= 4 else str(value))
                words.append(f"{value} {noun}")
        parts.append((f"{SIDE / 2 + at * SIDE:g}", look, " ".join(numbers)))
        told.append(" ".join(words))
    if not any(look for _, look, _ in parts):
        return None
    alt = ", ".join(told)
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
    return Picture(ident, svg, alt, "", 30)
