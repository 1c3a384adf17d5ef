"""Pieces and things put on boards and taken off them."""

from __future__ import annotations

from rulewright.dsl import program as p
from rulewright.interpreter.generate.context import Ctx
from rulewright.interpreter.generate.statements.writing import Writing


class Pieces(Writing):
    """Writes `place`, `lift` and their kin."""

    def piece_slots(self, piece: p.Piece, owner: str | None) -> tuple[str, str, str]:
        """Sources of a piece's cells, its supply, and the board's occupied cells."""
        name = piece.words.name
        board = self.program.boards[piece.board]
        occupied = self.x.slot(f"occupied:{board.name}", self.x.side(owner) if board.per is not p.Per.GAME else None)
        return self.x.slot(f"pieces:{name}", owner), self.x.slot(f"supply:{name}", owner), occupied

    def owner(self, piece: p.Piece, owner: p.Expr | None, ctx: Ctx) -> str | None:
        """Whose piece it is, as code: the one said, else who acts; None if everybody shares them."""
        if piece.per is p.Per.GAME:
            return None
        if owner is not None:
            return self.x.source(owner, ctx.env)
        return self.x.side(ctx.env.you) if piece.per is p.Per.SIDE else ctx.env.you

    def _place(self, stmt: p.Place, ctx: Ctx) -> None:
        owner = self.owner(stmt.piece, stmt.owner, ctx)
        cells, supply, occupied = self.piece_slots(stmt.piece, owner)
        board = stmt.piece.board
        single = stmt.cells.args[0] if isinstance(stmt.cells, p.Apply) and stmt.cells.prim is p.Prim.SINGLE else None
        if stmt.piece.covers is not None and stmt.piece.covers_var is not None and single is not None:
            inner = ctx.env.copy()
            inner.names[stmt.piece.covers_var.id] = self.x.source(single, ctx.env)
            mask, count = self.x.source(stmt.piece.covers, inner), "1"
        else:
            mask = self.x.source(stmt.cells, ctx.env)
            count = "1" if single is not None else ""
        area = self.blocks.var("m")
        self.emit(f"{area} = {mask}")
        position = self.x.source(single, ctx.env) if single is not None and stmt.piece.covers is None else ""
        position = self._settled(position) if position and self.events.early(stmt) else position

        def put() -> None:
            self.emit(f"{cells} |= {area}")
            self.emit(f"{occupied} |= {area}")
            self.emit(f"#view+ {stmt.piece.words.name}|{owner}|{position}|{area}|{board}")
            if not stmt.lifted:
                self.emit(f"{supply} -= {count or f'{area}.bit_count()'}")

        def keep() -> None:
            if stmt.lifted:
                self.emit(f"{supply} += 1")

        self.events.place(stmt, ctx, position, area, put, keep)

    def _place_thing(self, stmt: p.PlaceThing, ctx: Ctx) -> None:
        root = list(self.layout.roots).index(self.program.components[stmt.thing.type.base].root)
        owner = self.x.side(ctx.env.you) if stmt.board.per is not p.Per.GAME else "0"
        thing, spot = self.x.source(stmt.thing, ctx.env), self.x.source(stmt.spot, ctx.env)
        lay = f"lay_{root}_{self._board_index(stmt.board.name)}(S, {thing}, {spot}, {owner})"
        self.events.place_thing(stmt, ctx, lambda: self.emit(lay))

    def _lift(self, stmt: p.Lift, ctx: Ctx) -> None:
        mask = self.blocks.var("m")
        self.emit(f"{mask} = {self.x.source(stmt.cells, ctx.env)}")
        if stmt.owner is None and stmt.piece.per is not p.Per.GAME:
            owner = self.blocks.var("o")
            slot = self.layout.slots[f"pieces:{stmt.piece.words.name}"]
            self.emit(f"for {owner} in range({slot.count}):")
            self.blocks.indent += 1
            self._take_off(stmt, owner, f"({mask} & S[{slot.base}+{owner}])")
            self.blocks.indent -= 1
        else:
            self._take_off(stmt, self.owner(stmt.piece, stmt.owner, ctx), mask)
        if stmt.to != "hand":
            self.events.changed(stmt, ctx)

    def _take_off(self, stmt: p.Lift, owner: str | None, mask: str) -> None:
        cells, supply, occupied = self.piece_slots(stmt.piece, owner)
        gone = self.blocks.var("g")
        self.emit(f"{gone} = {mask}")
        self.emit(f"{cells} &= ~{gone}")
        self.emit(f"{occupied} &= ~{gone}")
        if stmt.to == "supply":
            self.emit(f"{supply} += {gone}.bit_count()")
        self.emit(f"#view- {stmt.piece.words.name}|{owner}||{gone}|{stmt.piece.board}")
