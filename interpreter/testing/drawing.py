"""A position as text: each board with its pieces, then what players hold, so that a failure is understood at once."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import program as p
from rulewright.dsl.types import T, set_of, thing
from rulewright.interpreter.runtime import bits
from rulewright.interpreter.testing.speaker import Speaker
from rulewright.interpreter.testing.stage import State


def draw(speaker: Speaker, S: State) -> list[str]:
    """The lines of the drawing."""
    stage, lines = speaker.stage, []
    for board in stage.program.boards.values():
        owners = stage.layout.slots[f"occupied:{board.name}"].count
        for owner in range(owners):
            if owners > 1:
                if not _tokens(speaker, board, S, owner) and not _ground(speaker, board, S, owner):
                    continue
                lines.append(f"{board.name} of {speaker.cast.called(owner * (stage.program.players // owners))}:")
            lines += _board(speaker, S, board, owner)
        lines += _legend(speaker, board, S)
    return lines + list(_holdings(speaker, S))


def _tokens(speaker: Speaker, board: p.Board, S: State, owner: int) -> dict[int, str]:
    """What stands on each cell of a board: the letter of its owner, with the piece's if there are several kinds."""
    stage = speaker.stage
    kinds = [piece for piece in stage.program.pieces.values() if piece.board == board.name]
    letters = _letters(speaker)
    found: dict[int, str] = {}
    for piece in kinds:
        slot = stage.layout.slots[f"pieces:{piece.words.name}"]
        for k in range(slot.count):
            if board.per is not p.Per.GAME and slot.count > 1 and k != owner:
                continue
            letter = letters[k] if piece.per is not p.Per.GAME else ""
            name = piece.words.name[0].upper() if len(kinds) > 1 or not letter else ""
            for cell in bits(S[slot.base + k]):
                found[cell] = letter + name
    return found


def _letters(speaker: Speaker) -> list[str]:
    """One letter for each player, their initial where no two share it."""
    names = speaker.cast.all()
    initials = [name[0].lower() for name in names]
    return initials if len(set(initials)) == len(initials) else [str(k + 1) for k in range(len(names))]


def _board(speaker: Speaker, S: State, board: p.Board, owner: int) -> Iterator[str]:
    geometry = speaker.stage.layout.geometry[board.name]
    tokens, ground = _tokens(speaker, board, S, owner), _ground(speaker, board, S, owner)
    width = max(map(len, [*tokens.values(), "."]))
    for row in range(board.rows):
        cells = [geometry.at(row, column) for column in range(board.columns)]
        indent = " " * (row * (width + 1) // 2 if board.form == "rhombus" else (row & 1) * geometry.is_offset)
        yield f"{row:>2} {indent}" + " ".join(f"{tokens.get(c) or ground.get(c, '.'):<{width}}" for c in cells).rstrip()


def _ground(speaker: Speaker, board: p.Board, S: State, owner: int) -> dict[int, str]:
    """The first letters of what cells carry, of the first field that is of a kind."""
    stage = speaker.stage
    field = next((f for f in board.fields.values() if f.type.sure().t is T.MEMBER), None)
    if field is None:
        return {}
    names = stage.program.kinds[field.type.sure().base].members
    masks = stage.layout.slots.get(f"with:{board.name}.{field.name}")
    if masks is not None:
        first = masks.base + owner * len(names)
        return {cell: name[0] for k, name in enumerate(names) for cell in bits(S[first + k])}
    values = S[stage.layout.slots[f"field:{board.name}.{field.name}"].base + owner]
    return {cell: names[value][0] for cell, value in enumerate(values) if value >= 0}


def _legend(speaker: Speaker, board: p.Board, S: State) -> Iterator[str]:
    pieces = [piece for piece in speaker.stage.program.pieces.values() if piece.board == board.name]
    if any(piece.per is not p.Per.GAME for piece in pieces):
        yield "   " + ", ".join(f"{a} {b}" for a, b in zip(_letters(speaker), speaker.cast.all(), strict=True))


def _holdings(speaker: Speaker, S: State) -> Iterator[str]:
    """Counters that are not nought and zones that are not empty, player by player."""
    stage = speaker.stage
    for player in range(stage.program.players):
        held = [*_units(speaker, S, player), *_zones(speaker, S, player)]
        if held:
            yield f"{speaker.cast.called(player)}: {'; '.join(held)}"
    shared = list(_zones(speaker, S, None))
    if shared:
        yield "; ".join(shared)


def _units(speaker: Speaker, S: State, player: int) -> Iterator[str]:
    stage = speaker.stage
    for unit in stage.program.units.values():
        if unit.per is p.Per.GAME:
            continue
        key = player // stage.program.side_size if unit.per is p.Per.SIDE else player
        amount = S[stage.layout.slots[f"unit:{unit.words.name}"].base + key]
        if amount:
            yield f"{amount} {unit.words.name}"


def _zones(speaker: Speaker, S: State, player: int | None) -> Iterator[str]:
    stage = speaker.stage
    for zone in stage.program.zones.values():
        if zone.per not in ((p.Per.GAME,) if player is None else (p.Per.PLAYER, p.Per.SIDE)):
            continue
        key = 0 if player is None else player // stage.program.side_size if zone.per is p.Per.SIDE else player
        value = S[stage.layout.slots[f"zone:{zone.words.name}"].base + key]
        if not value or (isinstance(value, tuple) and max(value) < 0):
            continue
        if zone.shape in ("deck", "bag") or (isinstance(value, tuple) and len(value) > 12):
            yield f"{zone.words.name} of {len(value) if isinstance(value, tuple) else value.bit_count()}"
        else:
            yield f"{zone.words.name}: {speaker.say(value, set_of(thing(zone.component)), S)}"
