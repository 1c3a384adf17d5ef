"""Boards as an example gives them: what cells carry, the pieces that stand on them, the things that cover them.

Giving a board replaces all that setup put there; giving pieces of a kind replaces all of that kind, whoever owns them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.logic import roots
from rulewright.dsl.check.symbols import GroupSym, MemberSym
from rulewright.dsl.codes import Code
from rulewright.dsl.plurals import plural
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import Span
from rulewright.dsl.types import cells, member, speak
from rulewright.interpreter.evaluate import evaluate
from rulewright.interpreter.generate.layout import FORCED, NONE
from rulewright.interpreter.runtime import bits
from rulewright.interpreter.testing.cast import YOU
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scene import Scene
from rulewright.interpreter.testing.stage import State
from rulewright.interpreter.testing.things import Things

IMPOSSIBLE = Code.EXAMPLE_IMPOSSIBLE_POSITION
OFF_BOARD = {Code.OUT_OF_RANGE: IMPOSSIBLE}


class Ground:
    """Sets the boards of one state; `begun` is the state before setup."""

    def __init__(self, scene: Scene, S: State, begun: State, things: Things) -> None:
        self.scene = scene
        self.stage = scene.stage
        self.program = scene.stage.program
        self.symbols = scene.stage.compiled.expressions.symbols
        self.S = S
        self.begun = begun
        self.things = things
        self._given: set[str] = set()

    def base(self, name: str) -> int:
        return self.stage.layout.slots[name].base

    # ---- boards

    def board(self, name: str) -> p.Board | None:
        return next((s for s in self.symbols.find(name) if isinstance(s, p.Board)), None)

    def whole(self, board: p.Board, right: n.Expr, owner: int) -> None:
        """`land is grass`: every cell; or a map, or several laid side by side as they are drawn."""
        self.clear(board, owner)
        maps = self._maps(board, right)
        if maps:
            self.S[FORCED] = (0,) * len(maps)
            self.stage.namespace[f"assemble_{self._number(board)}"](self.S, maps)
            self.S[FORCED] = None
            return
        found = self.member(right)
        if found is None:
            expr = self.scene.names.check(right)
            raise Refusal(
                IMPOSSIBLE,
                right.span,
                f"{speak(expr.type)} cannot lie on {board.name}",
                help="name a kind, or its maps",
            )
        self.set_cells(self.field(found[0], board.name, right), self._all_cells(board), found[1], owner)
        self._number_parts(board, owner)

    def _number(self, board: p.Board) -> int:
        return list(self.program.boards).index(board.name)

    def _maps(self, board: p.Board, right: n.Expr) -> tuple[int, ...]:
        """The maps that are named, if all of these names are maps and there are as many as the board has parts."""
        items = right.items if isinstance(right, n.Listed) else (right,)
        if len(items) != max(1, board.parts):
            return ()
        names = [m.words.name for m in board.maps]
        found = [item.name for item in items if isinstance(item, n.Name) and item.name in names]
        return tuple(names.index(name) for name in found) if len(found) == len(items) else ()

    def _all_cells(self, board: p.Board) -> list[int]:
        return list(bits(self.stage.layout.geometry[board.name].valid))

    def _number_parts(self, board: p.Board, owner: int) -> None:
        """A board made of parts keeps them, whatever lies there."""
        if board.part is None or "part" not in board.fields:
            return
        geometry, across = self.stage.layout.geometry[board.name], board.columns // board.part_columns
        for cell in self._all_cells(board):
            row, column = geometry.row_column(cell)
            part = row // board.part_rows * across + column // board.part_columns + 1
            self.set_cells(board.fields["part"], [cell], part, owner)

    def clear(self, board: p.Board, owner: int) -> None:
        """Takes away what lies and stands on a board, and what is kept on its cells."""
        for field in board.fields.values():
            start = NONE if field.default is None else field.default
            self.set_cells(field, self._all_cells(board), start, owner)
        for piece in self.program.pieces.values():
            if piece.board == board.name:
                self._take_off(piece, owner if board.per is not p.Per.GAME else None)
        for zone in self.program.zones.values():
            if zone.per is p.Per.CELL and zone.key == board.name:
                for cell in self._all_cells(board):
                    self.things.empty(zone, cell)

    # ---- cells

    def member(self, node: n.Expr) -> tuple[p.Kind, int] | None:
        """A member of a kind by its name; of a group, the first."""
        symbols = self.symbols.find(node.name) if isinstance(node, n.Name) else ()
        for symbol in symbols:
            if isinstance(symbol, MemberSym):
                return symbol.kind, symbol.index
        for symbol in symbols:
            if isinstance(symbol, GroupSym):
                return symbol.kind, symbol.kind.groups[symbol.name][0]
        return None

    def field(self, kind: p.Kind, board: str, node: n.Expr) -> p.CellField:
        """The one field of a board's cells that holds members of a kind."""
        fields = [
            field
            for other in self.program.boards.values()
            if not board or other.name == board
            for field in other.fields.values()
            if field.type.sure() == member(kind.words.name)
        ]
        if len(fields) == 1:
            return fields[0]
        raise Refusal(
            Code.EXAMPLE_UNKNOWN_PIECE, node.span, f"no one field of a board's cells holds one {kind.words.name}"
        )

    def set_cells(self, field: p.CellField, positions: Sequence[int], value: int, owner: int) -> None:
        board = self.program.boards[field.board]
        number = list(board.fields).index(field.name)
        name = f"set_cell_{self._number(board)}_{number}"
        set_cell: Callable[[State, int, int, int], None] = self.stage.namespace[name]
        for cell in positions:
            set_cell(self.S, cell, value, owner)

    def cells(self, node: n.Expr, board: str) -> int:
        """The cells of a board that are written."""
        if isinstance(node, n.CellsLit) and len(set(node.cells)) < len(node.cells):
            raise Refusal(IMPOSSIBLE, node.span, "one cell is named twice here")
        return int(self.scene.read(node, self.S, cells(board), OFF_BOARD))

    # ---- pieces

    def put_pieces(self, piece: p.Piece, owner: int, mask: int, span: Span) -> None:
        """Takes pieces from the supply and stands them on cells that are free."""
        name, count = piece.words.name, mask.bit_count()
        if name not in self._given:
            self._given.add(name)
            self._take_off(piece, None)
        if piece.covers is not None and piece.covers_var is not None:
            var = piece.covers_var.id
            covered = [evaluate(self.stage.generated, self.S, piece.covers, owner, {var: c}) for c in bits(mask)]
            mask = sum(covered)
        occupied = self._occupied(piece, owner)
        self._refuse_cells(mask & self.S[occupied], piece, span, "something stands there already")
        if piece.on is not None:
            allowed = evaluate(self.stage.generated, self.S, piece.on, owner)
            self._refuse_cells(mask & ~allowed, piece, span, f"a {name} cannot stand there")
        supply = self.base(f"supply:{name}") + owner
        if piece.supply is not None and self.S[supply] < count and not self._can_be_gained(piece):
            raise self._too_many(piece, owner, span)
        self.S[supply] = max(0, self.S[supply] - count) if piece.supply is not None else self.S[supply] - count
        self.S[self.base(f"pieces:{name}") + owner] |= mask
        self.S[occupied] |= mask

    def _can_be_gained(self, piece: p.Piece) -> bool:
        """Whether a player can come by more of a piece than they begin with."""
        bodies = (*roots(self.program), *(action.body for action in self.program.actions.values()))
        gained = (x.piece for body in bodies for x in walk(body) if isinstance(x, p.PieceUnits))
        return any(other.words.name == piece.words.name for other in gained)

    def _too_many(self, piece: p.Piece, owner: int, span: Span) -> Refusal:
        number, who = self.begun[self.base(f"supply:{piece.words.name}") + owner], self.scene.cast.called(owner)
        verb = "there are" if piece.per is p.Per.GAME else "you have" if who == YOU else f"{who} has"
        noun = piece.words.name if number == 1 else piece.words.plural or plural(piece.words.name)
        return Refusal(IMPOSSIBLE, span, f"{verb} only {number} {noun}")

    def _occupied(self, piece: p.Piece, owner: int) -> int:
        per = self.program.boards[piece.board].per
        seat = owner // self.program.side_size if per is p.Per.SIDE and piece.per is p.Per.PLAYER else owner
        return self.base(f"occupied:{piece.board}") + (0 if per is p.Per.GAME else seat)

    def _take_off(self, piece: p.Piece, owner: int | None) -> None:
        """All pieces of a kind go back to where they were before setup."""
        slot, supply = self.stage.layout.slots[f"pieces:{piece.words.name}"], self.base(f"supply:{piece.words.name}")
        for k in range(slot.count) if owner is None else [owner]:
            self.S[self._occupied(piece, k)] &= ~self.S[slot.base + k]
            self.S[slot.base + k] = 0
            self.S[supply + k] = self.begun[supply + k]

    def _refuse_cells(self, wrong: int, piece: p.Piece, span: Span, why: str) -> None:
        if wrong:
            where = self.scene.say(wrong & -wrong, cells(piece.board), self.S)
            raise Refusal(IMPOSSIBLE, span, f"no {piece.words.name} can be on {where}: {why}")

    # ---- things that cover cells

    def lay(self, design: p.Design, owner: int, at: n.Expr) -> None:
        """A thing on the cells of its parts, in their order."""
        component = self.program.components[design.component]
        if not component.parts:
            raise Refusal(IMPOSSIBLE, at.span, f"a {component.name} lies in a zone, not on cells")
        for board in self.program.boards.values():
            if any(f"{part}_{name}" in component.fields for part in component.parts for name in board.fields):
                self._lay_on(board, component, design, owner, at)
                return
        raise Refusal(IMPOSSIBLE, at.span, f"there is no board for a {component.name}")

    def _lay_on(self, board: p.Board, component: p.Component, design: p.Design, owner: int, at: n.Expr) -> None:
        mask = self.cells(at, board.name)
        geometry = self.stage.layout.geometry[board.name]
        spots = self.stage.spots(board.name, len(component.parts))
        wanted = tuple(geometry.at(r, c) for r, c in at.cells) if isinstance(at, n.CellsLit) else ()
        if wanted not in spots:
            raise Refusal(
                IMPOSSIBLE,
                at.span,
                f"a {component.name} covers {len(component.parts)} cells in a row, {self._parts(component)}",
            )
        seat = owner // self.program.side_size if board.per is p.Per.SIDE else owner
        taken = mask & self.S[self.base(f"occupied:{board.name}") + (0 if board.per is p.Per.GAME else seat)]
        if taken:
            where = self.scene.say(taken & -taken, cells(board.name), self.S)
            raise Refusal(IMPOSSIBLE, at.span, f"something lies on {where} already")
        root = list(self.stage.layout.roots).index(component.root)
        thing = self.things.take(design, component.root, at.span)
        lay: Callable[..., Any] = self.stage.namespace[f"lay_{root}_{self._number(board)}"]
        lay(self.S, thing, spots.index(wanted), 0 if board.per is p.Per.GAME else seat)

    def _parts(self, component: p.Component) -> str:
        return ", then ".join(component.parts)
