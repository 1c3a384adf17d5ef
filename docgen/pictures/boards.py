"""Boards and their drawn maps as SVG: hexes in rows or as a rhombus, squares, tracks.

Cells of one look are drawn together, shape and motif are defined once and used again: a large board stays small.
Ids carry the picture's name, so that many pictures can stand in one page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from rulewright.docgen.pictures.palette import EMPTY, MOTIFS, PLAIN, Look, looks
from rulewright.docgen.sheet import SIGNS, Gallery, Picture, doubt
from rulewright.docgen.stencil import fill
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Board, CellField, Map, Per
from rulewright.dsl.types import T

SIDE = 20.0
RADIUS = SIDE / math.sqrt(3)
_HEX = " ".join(
    f"{RADIUS * math.sin(math.radians(60 * k)):.2f},{-RADIUS * math.cos(math.radians(60 * k)):.2f}" for k in range(6)
)
DOT = "●"
# A number up to this is shown by so many dots, below each other beside the letters.
_DOTS = 4
# How wide a key may be, and the room between its columns.
WIDEST_KEY, KEY_GAP = 690, 16
_SQUARE = "-10,-10 10,-10 10,10 -10,10"


@dataclass(slots=True)
class _Layer:
    """All cells of one look."""

    look: Look | None
    cells: list[tuple[str, str]] = field(default_factory=list)


def picture_id(*parts: str) -> str:
    """An id that is safe in markup."""
    return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-") or "picture"


def centre(board: Board, row: int, column: int) -> tuple[float, float]:
    """The middle of a cell."""
    if board.shape != "hexes":
        return SIDE / 2 + column * SIDE, SIDE / 2 + row * SIDE
    shift = row / 2 if board.form == "rhombus" else (row & 1) / 2
    return SIDE / 2 + (column + shift) * SIDE, RADIUS + row * RADIUS * 1.5


def shape_of(board: Board) -> str:
    """The outline of a cell, around its middle."""
    return _HEX if board.shape == "hexes" else _SQUARE


def draw(
    board: Board,
    ident: str,
    alt: str,
    values: Sequence[int],
    look: Sequence[Look],
    rows: int,
    columns: int,
    *,
    numbered: bool = False,
) -> str:
    """The cells of a board or map; a value is the number of a look, -1 a cell of no look. `numbered` counts them."""
    layers: dict[int, _Layer] = {}
    right = bottom = 0.0
    for at in range(rows * columns):
        row, column = divmod(at, columns)
        x, y = centre(board, row, column)
        right, bottom = max(right, x), max(bottom, y)
        value = values[at] if at < len(values) else -1
        layer = layers.setdefault(value, _Layer(look[value] if 0 <= value < len(look) else None))
        layer.cells.append((f"{x:g}", f"{y:.2f}".rstrip("0").rstrip(".")))
    half = RADIUS if board.shape == "hexes" else SIDE / 2
    edge = 12.0 if numbered else 1.0
    return fill(
        "svg/board.svg.j2",
        id=ident,
        alt=alt,
        edge=f"{edge:g}",
        width=f"{right + SIDE / 2 + 1 + edge:.2f}",
        height=f"{bottom + half + 1 + edge:.2f}",
        numbers=_numbers(board, rows, columns) if numbered else [],
        shape=shape_of(board),
        layers=[layers[key] for key in sorted(layers)],
        motifs=sorted({one.look.motif for one in layers.values() if one.look is not None and one.look.motif >= 0}),
        paths=MOTIFS,
        empty=EMPTY,
    )


def _numbers(board: Board, rows: int, columns: int) -> list[tuple[str, str, int]]:
    """The numbers of rows and columns, counted from 0 as cells are, and where they stand."""
    across = [(f"{centre(board, 0, column)[0]:g}", "-4", column) for column in range(columns)]
    down = [
        (f"{centre(board, row, 0)[0] - SIDE / 2 - 5:g}", f"{centre(board, row, 0)[1] + 2:.2f}", row)
        for row in range(rows)
    ]
    return [*across, *down]


def kind_field(board: Board) -> CellField | None:
    """The field that a board's maps draw: the first whose values are members of a kind."""
    return next((f for f in board.fields.values() if f.type.sure().t is T.MEMBER), None)


def gallery(say: Wording, board: Board) -> list[Gallery | Picture]:
    """The maps of a board with a key to their letters; a board without maps as an empty grid."""
    shown = kind_field(board)
    name = say.title_of(say.noun(Noun("board", board.name)))
    if shown is None or not board.maps or shown.type.sure().base not in say.program.kinds:
        # An empty grid that each player has tells nothing that the list of components does not.
        is_shown = board.per is Per.GAME and board.rows * board.columns <= 1000
        return [Gallery([_plain(say, board, name)])] if is_shown else []
    look = looks(say, shown.type.sure().base)
    used: set[int] = set()
    pictures: list[Picture] = []
    for map_ in board.maps:
        values = map_.values.get(shown.name, [])
        used.update(values)
        pictures.append(_map(say, board, map_, values, look))
    key = [one for at, one in enumerate(look) if at in used]
    return [Gallery(pictures), legend(say, picture_id("key", board.name), key)]


def _map(say: Wording, board: Board, map_: Map, values: Sequence[int], look: Sequence[Look]) -> Picture:
    mark = doubt(map_.words.marks)
    title = say.name(map_.words, "map") + (f" {SIGNS[mark]}" if mark else "")
    ident = picture_id("map", board.name, map_.words.name)
    counts = [(values.count(at), one.name) for at, one in enumerate(look) if at in values]
    said = ", ".join(f"{name} × {count}" for count, name in counts)
    alt = say.label("map_alt", name=title, rows=map_.rows, columns=map_.columns, cells=said)
    svg = draw(board, ident, alt, values, look, map_.rows, map_.columns)
    return Picture(ident, svg, alt, title, 40)


def _plain(say: Wording, board: Board, name: str) -> Picture:
    ident = picture_id("board", board.name)
    cells = say.noun(Noun("cell", board.name), 2)
    alt = say.label("board_alt", name=name, rows=board.rows, columns=board.columns, cells=cells)
    svg = draw(board, ident, alt, [], [], board.rows, board.columns, numbered=True)
    width = 110 if board.rows == 1 else 60
    return Picture(ident, svg, alt, name, width)


def dotted(number: int) -> tuple[int, str]:
    """A number as so many dots, or in figures if those would be too many."""
    return (number, "") if 0 <= number <= _DOTS else (0, str(number))


def is_legend(picture: Picture) -> bool:
    """Whether a picture is a key to letters."""
    return picture.id.startswith("key-")


def _columns(key: Sequence[Look], rows: int) -> list[float]:
    """How wide the columns of a key are with so many rows, each with the room behind it."""
    parts = [key[at : at + rows] for at in range(0, len(key), rows)]
    return [max(len(one.name) for one in part) * 6.3 + 31 + KEY_GAP for part in parts]


def legend(say: Wording, ident: str, key: Sequence[Look], dots: str = "") -> Picture:
    """Which letters and colours stand for what, and a dot."""
    key = [*key, *([Look(dots, DOT, PLAIN, "#000000", -1)] if dots else [])]
    rows, widths = 1, _columns(key, 1)
    while sum(widths) > WIDEST_KEY and rows < len(key):
        rows, widths = rows + 1, _columns(key, rows + 1)
    starts = [12 + sum(widths[:at]) for at in range(len(widths))]
    entries = [(one, f"{starts[at // rows]:g}", f"{12 + at % rows * 24:g}") for at, one in enumerate(key)]
    # The last column ends with its words: so the key stands in the middle.
    across = sum(widths) - KEY_GAP
    alt = say.label("key_alt", list=", ".join(f"{one.letters} = {one.name}" for one in key))
    svg = fill(
        "svg/key.svg.j2",
        id=ident,
        alt=alt,
        width=f"{across:g}",
        height=f"{rows * 24 + 2:g}",
        entries=entries,
        paths=MOTIFS,
        shape=_SQUARE,
    )
    return Picture(ident, svg, alt, say.label("key"), int(across * 0.24))
