"""Boards: fields of cells that change, maps that are laid, things that cover cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.dsl import program as p
from rulewright.interpreter import runtime
from rulewright.interpreter.generate.layout import NONE, Layout
from rulewright.interpreter.geometry import spot_cells


def boards(layout: Layout) -> dict[str, Any]:
    names: dict[str, Any] = {}
    for index, board in enumerate(layout.program.boards.values()):
        setters = []
        for k, cell_field in enumerate(board.fields.values()):
            setter = _setter(layout, board, cell_field)
            names[f"set_cell_{index}_{k}"] = setter
            setters.append((cell_field.name, setter))
        names[f"assemble_{index}"] = _assembler(layout, board, dict(setters))
    return names


def _setter(layout: Layout, board: p.Board, cell_field: p.CellField) -> Callable[[list[Any], int, int, int], None]:
    masks = layout.slots.get(f"with:{board.name}.{cell_field.name}")
    span, low = cell_field.high - cell_field.low + 1, cell_field.low
    if masks is None:
        return _plain_setter(layout.slots[f"field:{board.name}.{cell_field.name}"].base)
    base = masks.base

    def set_cell(S: list[Any], position: int, value: int, owner: int) -> None:
        bit = 1 << position
        first = base + owner * span
        for k in range(first, first + span):
            if S[k] & bit:
                S[k] &= ~bit
        if value != NONE:
            S[first + value - low] |= bit

    return set_cell


def _plain_setter(base: int) -> Callable[[list[Any], int, int, int], None]:
    def set_cell(S: list[Any], position: int, value: int, owner: int) -> None:
        row = S[base + owner]
        S[base + owner] = (*row[:position], value, *row[position + 1 :])

    return set_cell


def _assembler(layout: Layout, board: p.Board, setters: dict[str, Any]) -> Callable[..., None]:
    geometry = layout.geometry[board.name]
    part_columns = board.part_columns if board.part else board.columns
    across = board.columns // part_columns if part_columns else 1
    slots = {name: layout.slots.get(f"with:{board.name}.{name}") for name in setters if name != "part"}
    shown = {name for m in board.maps for name, values in m.values.items() if any(v != NONE for v in values)}
    fields = [(name, slot.base) for name, slot in slots.items() if slot is not None and name in shown]
    part_base = layout.slots[f"with:{board.name}.part"].base if "part" in setters else -1
    drawn: dict[tuple[int, int], list[list[int]]] = {}

    def masks_of(number: int, turn: int) -> list[list[int]]:
        """The sets of cells of one map, by field and value, as if it lay at the top left."""
        if (number, turn) not in drawn:
            drawn[number, turn] = [_map_masks(board, geometry, board.maps[number], name, turn) for name, _ in fields]
        return drawn[number, turn]

    def assemble(S: list[Any], maps: Sequence[int], turns: Sequence[int] = ()) -> None:
        """Lays the maps side by side, each turned as told, or by chance as the board allows."""
        for index, (_name, base) in enumerate(fields):
            for k in range(len(masks_of(maps[0], 0)[index])):
                S[base + k] = 0
        for part, number in enumerate(maps):
            turn = turns[part] if part < len(turns) else board.turned[0]
            if not turns and len(board.turned) > 1:
                turn = board.turned[runtime.below(S, len(board.turned))]
            size = board.maps[number]
            offset = geometry.at(part // across * size.rows, part % across * size.columns)
            for (_name, base), masks in zip(fields, masks_of(number, turn), strict=True):
                for k, mask in enumerate(masks):
                    if mask:
                        S[base + k] |= mask << offset
            if part_base >= 0:
                row = (1 << size.columns) - 1
                S[part_base + part] = sum(row << geometry.at(r, 0) for r in range(size.rows)) << offset

    return assemble


def _map_masks(board: p.Board, geometry: Any, drawn: p.Map, name: str, turn: int) -> list[int]:
    cell_field = board.fields[name]
    masks = [0] * (cell_field.high - cell_field.low + 1)
    for k, value in enumerate(drawn.values.get(name, ())):
        r, c = divmod(k, drawn.columns)
        if turn == 180:
            r, c = drawn.rows - 1 - r, drawn.columns - 1 - c
        if value != NONE:
            masks[value - cell_field.low] |= 1 << geometry.at(r, c)
    return masks


def layers(layout: Layout, names: dict[str, Any]) -> dict[str, Any]:
    """For each component that covers cells and each board: what lays a thing down."""
    out: dict[str, Any] = {}
    for index, root in enumerate(layout.roots):
        component = layout.program.components[root]
        for number, board in enumerate(layout.program.boards.values()):
            if component.parts:
                out[f"lay_{index}_{number}"] = _layer(layout, component, board, names[f"put_{index}"], names, number)
    return out


def _layer(
    layout: Layout, component: p.Component, board: p.Board, put: Any, names: dict[str, Any], number: int
) -> Callable[[list[Any], int, int, int], None]:
    cells, masks = spot_cells(layout.geometry[board.name], len(component.parts))
    laid = layout.slots[f"laid:{component.root}"].base
    occupied = layout.slots[f"occupied:{board.name}"].base
    seen, everybody = layout.slots[f"seen:{component.root}"].base, (1 << layout.program.players) - 1
    lent = []
    for k, name in enumerate(board.fields):
        for at, part in enumerate(component.parts):
            if f"{part}_{name}" in component.fields:
                values = _values(layout, component, f"{part}_{name}")
                lent.append((at, names[f"set_cell_{number}_{k}"], values))

    def lay(S: list[Any], thing: int, spot: int, owner: int) -> None:
        """Takes a thing from its zone and lays it on a spot; each part lends its fields to its cell."""
        put(S, thing, -1, 0)
        S[seen + thing] = everybody
        S[laid + thing] = spot
        S[occupied + owner] |= masks[spot]
        for at, set_cell, values in lent:
            set_cell(S, cells[spot][at], values[thing], owner)

    return lay


def _values(layout: Layout, component: p.Component, name: str) -> list[int]:
    values = [NONE] * layout.roots[component.root]
    for other in layout.program.components.values():
        if other.root == component.root:
            for design in other.designs:
                for thing in design.things:
                    values[thing] = design.values.get(name, NONE)
    return values
