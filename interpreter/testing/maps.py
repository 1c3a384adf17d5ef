"""Boards drawn in an example: rows of letters, whole or in part, for what cells carry and for the pieces on them."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.symbols import MemberSym
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.interpreter.testing.ground import Ground
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scene import Scene
from rulewright.interpreter.testing.stage import State

BLANK = (".", "-")
Lay = Callable[[int, Span], None]


def lay_drawing(scene: Scene, S: State, drawn: n.MapDecl, ground: Ground) -> None:
    """Replaces a board by a drawing, in its middle or where `with corner [r,c]` says. A dot is an empty cell."""
    board = _board(scene, drawn)
    ground.clear(board, 0)
    geometry = scene.stage.layout.geometry[board.name]
    rows = [(line[1:].split(), span) for line, span in zip(drawn.rows, drawn.row_spans, strict=True)]
    widest = max((len(letters) for letters, _ in rows), default=0)
    if len(rows) > board.rows or widest > board.columns:
        size = f"{board.name} has {board.rows} rows of {board.columns} cells"
        raise Refusal(Code.MAP_SIZE, rows[0][1], f"{size}, this drawing has {len(rows)} of {widest}")
    top, left = _corner(drawn) or ((board.rows - len(rows)) // 2, (board.columns - widest) // 2)
    legend = _legend(scene, S, drawn, board, ground)
    for r, (letters, span) in enumerate(rows):
        for c, letter in enumerate(letters):
            if letter in BLANK:
                continue
            if letter not in legend:
                raise Refusal(
                    Code.MAP_LETTER, span, f"the legend does not explain `{letter}`", help="add it to `legend`"
                )
            legend[letter](geometry.at(top + r, left + c), span)


def _corner(drawn: n.MapDecl) -> tuple[int, int] | None:
    for assign in drawn.assigns:
        if assign.name == "corner" and isinstance(assign.value, n.CellsLit):
            return assign.value.cells[0]
    return None


def _board(scene: Scene, drawn: n.MapDecl) -> p.Board:
    boards = scene.stage.program.boards
    if drawn.board is not None and drawn.board in boards:
        return boards[drawn.board]
    if len(boards) != 1:
        raise Refusal(
            Code.MAP_SIZE, drawn.span, "it is not clear which board this draws" if boards else "there is no board"
        )
    return next(iter(boards.values()))


def _legend(scene: Scene, S: State, drawn: n.MapDecl, board: p.Board, ground: Ground) -> dict[str, Lay]:
    """What each letter lays; the letters of the game's own maps are known too."""
    entries = [
        entry
        for linked in scene.stage.compiled.ruleset.things
        if isinstance(linked.decl, n.MapDecl) and linked.decl.board in (None, board.name)
        for entry in linked.decl.legend
    ]
    return {letter: _meaning(scene, S, value, board, ground) for letter, value in [*entries, *drawn.legend]}


def _meaning(scene: Scene, S: State, value: n.Expr, board: p.Board, ground: Ground) -> Lay:
    name = value.name if isinstance(value, n.Name | n.FieldOf) else ""
    for symbol in scene.stage.compiled.expressions.symbols.find(name):
        if isinstance(symbol, MemberSym):
            field = ground.field(symbol.kind, board.name, value)
            return lambda cell, span, f=field, k=symbol.index: ground.set_cells(f, [cell], k, 0)  # type: ignore[misc]
        if isinstance(symbol, p.Piece):
            read = scene.names.check(value)
            keyed = isinstance(read, p.Read) and read.key is not None
            owner = int(scene.value(read.key, S)) if keyed else 0  # type: ignore[union-attr, arg-type]
            return lambda cell, span, x=symbol, k=owner: ground.put_pieces(x, k, 1 << cell, span)  # type: ignore[misc]
    if name in ("none", "nothing"):
        return lambda cell, span: None
    raise Refusal(
        Code.EXAMPLE_UNKNOWN_PIECE, value.span, f"`{value.span.text}` is nothing that a cell of {board.name} can show"
    )
