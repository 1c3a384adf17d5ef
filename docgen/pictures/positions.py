"""A position of an example, drawn: the part of the board that matters, with what was there, what came and what may be.

Your pieces are dark discs, those of others light ones, then squares; what an example adds bears the number of its move,
what it takes away leaves a dashed ring. A ring marks an allowed cell, a cross a refused one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rulewright.docgen.pictures.boards import RADIUS, SIDE, centre, kind_field, picture_id, shape_of
from rulewright.docgen.pictures.palette import EMPTY, MOTIFS, Look, looks
from rulewright.docgen.sheet import Picture
from rulewright.docgen.stencil import fill
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Board

_MANNERS = (("#1a1a1a", "#ffffff"), ("#ffffff", "#000000"), ("#1a1a1a", "#ffffff"), ("#ffffff", "#000000"))
_WIDEST, _HIGHEST = 12, 9


@dataclass(slots=True)
class Cell:
    """One cell as it is drawn. `mark` is yes, no or empty; `text` is a letter, or the number of a move."""

    x: str
    y: str
    look: Look | None
    disc: str = ""
    rim: str = "#000000"
    ink: str = ""
    square: bool = False
    text: str = ""
    changed: bool = False
    gone: bool = False
    mark: str = ""


@dataclass(slots=True)
class Scene:
    """What is to be drawn on a board: pieces as (piece, owner) by cell, and what an example says of cells."""

    board: Board
    values: Sequence[int]
    pieces: dict[int, tuple[str, int]] = field(default_factory=dict)
    steps: dict[int, int] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    changed: set[int] = field(default_factory=set)
    allowed: set[int] = field(default_factory=set)
    refused: set[int] = field(default_factory=set)
    laid: set[int] = field(default_factory=set)

    @property
    def active(self) -> set[int]:
        """The cells that matter."""
        return {*self.pieces, *self.steps, *self.gone, *self.changed, *self.allowed, *self.refused, *self.laid}

    @property
    def is_marked(self) -> bool:
        """Whether the picture tells something without words."""
        return bool(self.steps or self.gone or self.changed or self.allowed or self.refused)


def window(scene: Scene) -> tuple[int, int, int, int] | None:
    """The rows and columns to be shown, ends included; None if that is too much for a small picture."""
    board, active = scene.board, scene.active
    if not active:
        return None
    rows, columns = [at // board.columns for at in active], [at % board.columns for at in active]
    top, bottom = max(0, min(rows) - 1), min(board.rows - 1, max(rows) + 1)
    left, right = max(0, min(columns) - 1), min(board.columns - 1, max(columns) + 1)
    if bottom - top >= _HIGHEST or right - left >= _WIDEST:
        return None
    return top, bottom, left, right


def size_of(scene: Scene) -> int:
    """How many cells the picture has; 0 if it cannot be drawn."""
    found = window(scene)
    return 0 if found is None else (found[1] - found[0] + 1) * (found[3] - found[2] + 1)


def picture(say: Wording, scene: Scene, name: str, alt: str, caption: str) -> Picture | None:
    """The position as a picture."""
    found = window(scene)
    if found is None:
        return None
    top, bottom, left, right = found
    look = _looks(say, scene.board)
    columns = scene.board.columns
    shown = [row * columns + column for row in range(top, bottom + 1) for column in range(left, right + 1)]
    if len({scene.values[at] for at in shown if at < len(scene.values)}) == 1:
        # Ground that is the same everywhere needs no letters: its motif tells it.
        look = [replace(one, letters="") for one in look]
    letters = _letters(say, scene)
    dx, dy = centre(scene.board, top, left)
    # Rows of hexes lie half a cell to the side; none may begin left of the picture.
    dx = min(dx, centre(scene.board, min(top + 1, bottom), left)[0])
    cells: list[Cell] = []
    width = height = 0.0
    for at in shown:
        x, y = centre(scene.board, *divmod(at, columns))
        x, y = x - dx + SIDE / 2, y - dy + RADIUS
        width, height = max(width, x), max(height, y)
        cells.append(_cell(scene, at, (x, y), look, letters))
    ident = picture_id("example", name)
    svg = fill(
        "svg/position.svg.j2",
        id=ident,
        alt=alt,
        width=f"{width + SIDE / 2 + 2:.2f}",
        height=f"{height + RADIUS + 2:.2f}",
        shape=shape_of(scene.board),
        cells=cells,
        paths=MOTIFS,
        empty=EMPTY,
    )
    return Picture(ident, svg, alt, caption, max(20, min(46, int(width * 0.29))))


def _cell(scene: Scene, at: int, place: tuple[float, float], look: Sequence[Look], letters: Mapping[str, str]) -> Cell:
    value = scene.values[at] if at < len(scene.values) else -1
    cell = Cell(f"{place[0]:.2f}", f"{place[1]:.2f}", look[value] if 0 <= value < len(look) else None)
    if at in scene.pieces:
        piece, owner = scene.pieces[at]
        cell.disc, cell.ink = _MANNERS[owner % 4] if owner >= 0 else ("#bdbdbd", "#000000")
        cell.rim = "#ffffff" if cell.disc == "#1a1a1a" else "#000000"
        cell.square = owner in (2, 3)
        cell.text = letters.get(piece, "")
    if at in scene.steps:
        cell.text = str(scene.steps[at])
    cell.changed, cell.gone = at in scene.changed, at in scene.gone
    cell.mark = "yes" if at in scene.allowed else "no" if at in scene.refused else ""
    return cell


def _looks(say: Wording, board: Board) -> list[Look]:
    shown = kind_field(board)
    return looks(say, shown.type.sure().base) if shown is not None else []


def _letters(say: Wording, scene: Scene) -> dict[str, str]:
    """The first letters of the pieces, where a picture has several kinds of them."""
    names = sorted({piece for piece, _ in scene.pieces.values()})
    if len(names) < 2:
        return {}
    return {name: say.noun(Noun("piece", name))[:1].upper() for name in names}
