"""A position of an example, drawn: the part of the board that matters, with what was there, what came and what may be.

Your pieces are dark discs, those of others light ones, then squares; what an example adds bears the number of its move,
what it takes away leaves a dashed ring. A tick marks an allowed cell, a cross a refused one. The edge of the board is a
thick line, a border of the parts that it is made of a dashed one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.docgen.pictures.boards import RADIUS, SIDE, centre, dotted, kind_field, picture_id, shape_of
from rulewright.docgen.pictures.palette import EMPTY, MOTIFS, Look, drawn_kinds, letters, letters_before, looks
from rulewright.docgen.sheet import Picture
from rulewright.docgen.stencil import fill
from rulewright.docgen.wording.plan import Group, Noun
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Board
from rulewright.dsl.types import T

_MANNERS = (("#1a1a1a", "#ffffff"), ("#ffffff", "#000000"), ("#1a1a1a", "#ffffff"), ("#ffffff", "#000000"))
_WIDEST, _HIGHEST = 12, 9
# Where what stands below a piece does: one thing, or two side by side.
_BESIDE = ((0.0,), (-3.7, 3.7))
# All positions of a sheet are drawn to one scale, in millimetres, so that their letters can be read; where a square has
# letters beside a piece, a larger one.
SCALE = 0.3
SCALE_WITH_PIECES = 0.36
# What a key to the pictures of a sheet tells, in this order, of the marks that occur in them.
MARKS = (
    *("yours", "others", "nobody", "plain", "dots", "step", "gone", "changed", "laid", "yes", "no", "lay", "layno"),
    *("edge", "border", "letters"),
)


@dataclass(slots=True)
class Cell:
    """One cell as it is drawn. `mark` is yes, no or empty; `text` is a letter, or the number of a move.

    In a hex that is `split` a mark stands below, and above it what else there is. `below` says how far from the middle
    what stands below a piece does: the letters of the ground, the number of its move if it bears letters, a mark.
    """

    x: str
    y: str
    look: Look | None
    disc: str = ""
    rim: str = "#000000"
    ink: str = ""
    square: bool = False
    text: str = ""
    changed: bool = False
    framed: bool = False
    gone: bool = False
    mark: str = ""
    number: str = ""
    dots: int = 0
    split: bool = False
    step: str = ""
    below: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Laying:
    """A thing of several cells on a place where it may or may not be laid, with what its parts show."""

    cells: tuple[int, ...]
    values: tuple[int, ...]
    numbers: tuple[int, ...]
    allowed: bool


@dataclass(frozen=True, slots=True)
class Outline:
    """A thing of several cells that may or may not be laid: around it, and where its mark stands."""

    x: str
    y: str
    width: str
    height: str
    corner: tuple[str, str]
    mark: str


@dataclass(frozen=True, slots=True)
class Line:
    """A side of a cell that is the edge of the board, or a border of its parts."""

    ends: tuple[str, str, str, str]
    is_edge: bool


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
    layings: list[Laying] = field(default_factory=list)
    numbers: Sequence[int] = ()

    @property
    def active(self) -> set[int]:
        """The cells that matter."""
        marked = {*self.steps, *self.gone, *self.changed, *self.allowed, *self.refused, *self.tried}
        return {*self.pieces, *self.laid, *marked}

    @property
    def tried(self) -> set[int]:
        """The cells on which things of several cells are laid, or may not be laid."""
        return {cell for one in self.layings for cell in one.cells}

    @property
    def is_contrast(self) -> bool:
        """Whether the picture shows what is allowed beside what is not."""
        told = {one.allowed for one in self.layings}
        return bool(self.allowed or True in told) and bool(self.refused or False in told)

    @property
    def is_marked(self) -> bool:
        """Whether the picture tells something without words."""
        return bool(self.steps or self.gone or self.changed or self.allowed or self.refused or self.layings)


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
    signs = _signs(say, scene)
    dx, dy = centre(scene.board, top, left)
    # Rows of hexes lie half a cell to the side; none may begin left of the picture.
    dx = min(dx, centre(scene.board, min(top + 1, bottom), left)[0])
    cells: list[Cell] = []
    width = height = 0.0
    for at in shown:
        x, y = centre(scene.board, *divmod(at, columns))
        x, y = x - dx + SIDE / 2, y - dy + RADIUS
        width, height = max(width, x), max(height, y)
        cells.append(_cell(scene, at, (x, y), look, signs))
    corner = (dx - SIDE / 2, dy - RADIUS)
    lines = _lines(scene, shown, corner)
    used = {scene.pieces[at][0] for at in shown if at in scene.pieces} & {*signs}
    key = ", ".join(_explained(say, sign, name) for name, sign in signs.items() if name in used)
    caption = " ".join(part for part in (caption, key and f"({key})") if part)
    ident = picture_id("example", name)
    # On a square there is room for its letters beside a piece, if it is drawn somewhat larger.
    small = scene.board.shape == "squares"
    scale = SCALE_WITH_PIECES if small and any(cell.disc and cell.text and cell.look for cell in cells) else SCALE
    svg = fill(
        "svg/position.svg.j2",
        id=ident,
        alt=alt,
        width=f"{width + SIDE / 2 + 2:.2f}",
        height=f"{height + RADIUS + 2:.2f}",
        shape=shape_of(scene.board),
        corner="5.8 4.4" if scene.board.shape == "hexes" else "5.8 5.6",
        small=small,
        cells=cells,
        lines=lines,
        outlines=[_outline(scene.board, one, corner) for one in scene.layings],
        paths=MOTIFS,
        empty=EMPTY,
    )
    marks = frozenset(_marks(scene, cells, lines, used, signs))
    return Picture(ident, svg, alt, caption, round((width + SIDE / 2 + 2) * scale), marks)


def _explained(say: Wording, sign: str, piece: str) -> str:
    """A sign and what it stands for, on one line."""
    name = say.noun(Noun("piece", piece))
    if any(name == one.name for kind in drawn_kinds(say.program) for one in looks(say, kind)):
        # What is on the map has the same name, and other letters.
        name = say.label("own_piece", piece=name).lower()
    return say.say.finish(f"{sign}: {name}").replace(" ", "\u00a0")


def _marks(
    scene: Scene, cells: Iterable[Cell], lines: Iterable[Line], used: set[str], signs: Mapping[str, str]
) -> Iterable[str]:
    """What there is in a picture that a key has to explain."""
    owners = {owner for _, owner in scene.pieces.values()}
    told = {"yours": 0 in owners, "others": bool(owners & {1, 2, 3}), "nobody": min(owners, default=0) < 0}
    told["letters"] = any(cell.look is not None and not cell.disc for cell in cells)
    told |= {"plain": bool(used or scene.laid) and any(piece not in signs for piece, _ in scene.pieces.values())}
    told |= {"step": any(cell.text.isdigit() or cell.step for cell in cells), "gone": any(cell.gone for cell in cells)}
    is_framed = any(cell.changed for cell in cells)
    told |= {"changed": is_framed and not scene.laid, "laid": is_framed and bool(scene.laid)}
    told |= {mark: any(cell.mark == mark for cell in cells) for mark in ("yes", "no")}
    told |= {"lay": any(one.allowed for one in scene.layings), "layno": any(not one.allowed for one in scene.layings)}
    told |= {"dots": any(cell.dots for cell in cells)}
    told |= {"edge": any(line.is_edge for line in lines), "border": any(not line.is_edge for line in lines)}
    return [mark for mark in MARKS if told[mark]]


def _outline(board: Board, laying: Laying, corner: tuple[float, float]) -> Outline:
    """The box around the cells of a laying; only squares make one."""
    centres = [centre(board, *divmod(at, board.columns)) for at in laying.cells]
    xs, ys = [x - corner[0] for x, _ in centres], [y - corner[1] for _, y in centres]
    half = SIDE / 2 - 1.2
    last = (f"{max(xs):.2f}", f"{max(ys):.2f}")
    wide, high = (max(xs) - min(xs) + 2 * half, max(ys) - min(ys) + 2 * half) if board.shape == "squares" else (0, 0)
    left, top = f"{min(xs) - half:.2f}", f"{min(ys) - half:.2f}"
    return Outline(left, top, f"{wide:.2f}", f"{high:.2f}", last, "yes" if laying.allowed else "no")


def _lines(scene: Scene, shown: Sequence[int], corner: tuple[float, float]) -> list[Line]:
    """The edges of the board and the borders of its parts among the cells that are shown."""
    board = scene.board
    if scene.laid:
        # A board that is built up in play has no edge that matters.
        return []
    is_hex = board.shape == "hexes"
    turns = [60 * k for k in range(6)] if is_hex else [90 * k for k in range(4)]
    half = (RADIUS if is_hex else SIDE) / 2
    every = {
        _place(*centre(board, row, column)): (row, column)
        for row in range(board.rows)
        for column in range(board.columns)
    }
    made: dict[tuple[int, int], Line] = {}
    for at in shown:
        x, y = centre(board, *divmod(at, board.columns))
        for turn in turns:
            across, down = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            other = every.get(_place(x + SIDE * across, y + SIDE * down))
            is_border = other is not None and _part(board, *other) != _part(board, *divmod(at, board.columns))
            if other is not None and (not is_border or other[0] * board.columns + other[1] not in shown):
                continue
            mx, my = x + SIDE / 2 * across - corner[0], y + SIDE / 2 * down - corner[1]
            start, end = (mx - half * down, my + half * across), (mx + half * down, my - half * across)
            ends = (f"{start[0]:.2f}", f"{start[1]:.2f}", f"{end[0]:.2f}", f"{end[1]:.2f}")
            made.setdefault(_place(mx, my), Line(ends, other is None))
    return list(made.values())


def _place(x: float, y: float) -> tuple[int, int]:
    return round(x), round(y)


def _part(board: Board, row: int, column: int) -> tuple[int, int]:
    """Of which of the parts that a board is made of a cell is."""
    return (row // board.part_rows, column // board.part_columns) if board.part_rows and board.part_columns else (0, 0)


def _cell(scene: Scene, at: int, place: tuple[float, float], look: Sequence[Look], signs: Mapping[str, str]) -> Cell:
    value = scene.values[at] if at < len(scene.values) else -1
    tried = {cell: shown for one in scene.layings for cell, shown in zip(one.cells, one.values, strict=True)}
    value = tried.get(at, value)
    cell = Cell(f"{place[0]:.2f}", f"{place[1]:.2f}", look[value] if 0 <= value < len(look) else None)
    if at in scene.pieces:
        piece, owner = scene.pieces[at]
        cell.disc, cell.ink = _MANNERS[owner % 4] if owner >= 0 else ("#bdbdbd", "#000000")
        cell.rim = "#ffffff" if cell.disc == "#1a1a1a" else "#000000"
        cell.square = owner in (2, 3)
        cell.text = signs.get(piece, "")
    step = str(scene.steps.get(at) or "")
    if not cell.text:
        cell.text = step
    elif scene.board.shape == "hexes":
        # In a square a frame tells what has changed; beside a piece with letters there is no room for a number.
        cell.step = step
    told = {cell: shown for one in scene.layings for cell, shown in zip(one.cells, one.numbers, strict=True)}
    number = told.get(at, scene.numbers[at] if at < len(scene.numbers) else 0)
    cell.dots, cell.number = dotted(number)
    cell.framed = at in scene.changed or at in tried
    cell.changed, cell.gone = at in scene.changed, at in scene.gone
    cell.mark = "yes" if at in scene.allowed else "no" if at in scene.refused else ""
    if scene.board.shape == "hexes":
        cell.split = bool(cell.mark)
        cell.below = _below(cell) if (cell.disc or cell.gone) and cell.look is not None else {}
    return cell


def _below(cell: Cell) -> dict[str, float]:
    """What stands below a piece in a hex, or below the ring that one has left, side by side."""
    there = [name for name, is_there in (("step", cell.step), ("mark", cell.mark)) if is_there]
    there = ["letters", *there] if len(there) < len(_BESIDE) else there
    return dict(zip(there, _BESIDE[len(there) - 1], strict=True))


def _looks(say: Wording, board: Board) -> list[Look]:
    shown = kind_field(board)
    return looks(say, shown.type.sure().base) if shown is not None else []


def _signs(say: Wording, scene: Scene) -> dict[str, str]:
    """The letters of the pieces, the same in every picture of a game; its first kind of piece has none."""
    names = list(say.program.pieces)
    made = letters([say.noun(Noun("piece", name)) for name in names[1:]], letters_before(say))
    return dict(zip(names[1:], made, strict=True))


def key_to(say: Wording, marks: Iterable[str], letters_home: str = "") -> str:
    """How to read pictures with these marks; `letters_home` is the title of the section that explains the letters."""
    told = {*marks} - ({"letters"} if not letters_home else set())
    if not told & {"others", "nobody"}:
        # Where all pieces are yours, nothing is to be told apart.
        told.discard("yours")
    first, board = next(iter(say.program.pieces), None), next(iter(say.program.boards))
    counted = next((f for b in say.program.boards.values() for f in b.fields.values() if f.type.t is T.NUMBER), None)
    laid = next((component.name for component in say.program.components.values() if len(component.parts) > 1), None)
    nouns = {
        "dot": say.noun(Noun("cellfield", counted.name)) if counted is not None else "",
        "cell": say.noun(Noun("cell", board)),
        "cells": say.noun(Noun("cell", board), 2),
        "parts": say.noun(Noun("part", board), 2),
        "pieces": say.noun(Noun("piece", first), 2) if first is not None else "",
        "thing": say.say.finish(say.say.one(Group(Noun("component", laid)))) if laid is not None else "",
        "home": letters_home,
    }
    return " ".join(say.label(f"example_{mark}", **nouns) for mark in MARKS if mark in told)
