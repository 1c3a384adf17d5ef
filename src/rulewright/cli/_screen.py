"""A state of a game as text for a terminal, as one player may see it: boards, counters, zones.

A cell is two letters: of the piece on it and its owner's number, else of what the cell is, else a dot. Colour is added
to finished letters and never carries what the letters do not say. Odd rows of hexes, and every row of a rhombus, are
moved to the right by half a cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.docgen.pictures.palette import Look, letters, looks
from rulewright.docgen.wording.lexicon import AUTHOR
from rulewright.docgen.wording.plan import Noun
from rulewright.dsl import program as p
from rulewright.dsl.source import printable
from rulewright.dsl.types import T, Type
from rulewright.phrases import phrase

if TYPE_CHECKING:
    from rulewright.docgen.wording.words import Wording
    from rulewright.interpreter.state import State

MARK = "+"
_SEATS = ("1;34", "1;31", "1;32", "1;35", "1;36", "1;33", "1;37", "34")
_MARKED = "30;47"


@dataclass(slots=True)
class Screen:
    """Draws states of one program in one language."""

    say: Wording
    color: bool = False
    _kinds: dict[str, list[Look]] = field(default_factory=dict)

    def paint(self, style: str, text: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.color and text else text

    def name(self, state: State, seat: int) -> str:
        return self.paint(_SEATS[seat % len(_SEATS)], state.names[seat])

    # ---- everything

    def table(self, state: State, player: int | None, *, options: Any = None, whole: bool = False) -> list[str]:
        """All that a player may see; of boards that each player has, all only if `whole`."""
        view = state.view(player)
        lines: list[str] = []
        marked = self._marked(state, options)
        for board in self.say.program.boards.values():
            lines += self._board(state, board, view["boards"][board.name], player, marked.get(board.name, set()), whole)
        lines += self._counters(state, view)
        lines += self._zones(state, view, whole)
        return lines

    def _marked(self, state: State, options: Any) -> dict[str, set[tuple[int, int]]]:
        """The cells that can be chosen now, by board."""
        found: dict[str, set[tuple[int, int]]] = {}
        type_ = getattr(getattr(options, "decision", None), "type", None)
        if options is None or getattr(type_, "t", None) is not T.CELL:
            return found
        assert type_ is not None
        geometry = state.machine.layout.geometry[type_.base]
        values = [value for value in options.values() if value is not None]
        cells = [value[0] for value in values] if options.decision.kind == "using" else values
        found[type_.base] = {geometry.row_column(cell) for cell in cells}
        return found

    # ---- boards

    def _board(
        self, state: State, board: p.Board, view: dict[str, Any], player: int | None, marked: set[Any], whole: bool
    ) -> list[str]:
        owners: list[str | None] = [None]
        if board.per in (p.Per.PLAYER, p.Per.SIDE):
            owners = list(state.names) if board.per is p.Per.PLAYER else self._sides(state)
            if not whole and player is not None:
                own = player if board.per is p.Per.PLAYER else player // self.say.program.side_size
                owners = [owners[own]]
        lines = []
        for owner in owners:
            heading = self.say.name(board.words, "board") + (f", {owner}" if owner is not None else "")
            lines += [heading, *self._grid(state, board, view, owner, marked), ""]
        return [*self._legend(board, view), *lines] if any(board.fields) else lines

    def _sides(self, state: State) -> list[str | None]:
        size = self.say.program.side_size
        if size == 1:
            return list(state.names)
        return [f"{self.say.program.side_word}_{k + 1}" for k in range(len(state.names) // size)]

    def _grid(
        self, state: State, board: p.Board, view: dict[str, Any], owner: str | None, marked: set[Any]
    ) -> Iterator[str]:
        pieces = self._pieces(state, board, view, owner)
        grounds = {name: grid if owner is None else grid[owner] for name, grid in view["fields"].items()}
        cells = {
            (row, column): self._cell(board, grounds, pieces, (row, column), marked)
            for row in range(board.rows)
            for column in range(board.columns)
        }
        rows, columns = _shown(board, {at for at, (text, _) in cells.items() if text != " ."})
        slant = board.shape == "hexes"
        width = 4 if slant else 3
        yield "    " + "".join(f"{column:>2}".ljust(width) for column in columns).rstrip()
        for row in rows:
            shift = 2 * (row - rows[0]) if board.form == "rhombus" else 2 * (row % 2) if slant else 0
            shown = [self.paint(style, text) for text, style in (cells[row, column] for column in columns)]
            yield f"{row:>3} " + " " * shift + (" " * (width - 2)).join(shown)

    def _pieces(
        self, state: State, board: p.Board, view: dict[str, Any], owner: str | None
    ) -> dict[tuple[int, int], tuple[str, str]]:
        """What stands on each cell: letters and colour. Of several on one cell the last declared is shown."""
        names = list(view["pieces"])
        short = dict(zip(names, letters(names), strict=True))
        found: dict[tuple[int, int], tuple[str, str]] = {}
        for name, held in view["pieces"].items():
            if isinstance(held, list):
                found |= {(r, c): (f"{short[name][:2]:>2}", "1") for r, c in held}
                continue
            for seat, (whose, cells) in enumerate(held.items()):
                if owner is None or whose == owner:
                    text = short[name][:1].lower() + str(seat + 1)
                    found |= {(r, c): (text, _SEATS[seat % len(_SEATS)]) for r, c in cells}
        return found

    def _cell(
        self, board: p.Board, grounds: dict[str, Any], pieces: dict[Any, tuple[str, str]], at: Any, marked: set[Any]
    ) -> tuple[str, str]:
        """The two letters of a cell and their colour."""
        if at in pieces:
            return pieces[at]
        text, style = " .", "2"
        for name, cell_field in board.fields.items():
            value = grounds[name][at[0]][at[1]]
            type_ = cell_field.type.sure()
            if value is None or type_.t not in (T.MEMBER, T.NUMBER):
                continue
            if type_.t is T.MEMBER:
                look = self._looks(type_.base)[self.say.program.kinds[type_.base].members.index(value)]
                text, style = f"{look.letters[:2]:>2}", _colour(look.fill, look.ink)
                break
        if at in marked:
            return (f"{MARK}{text.strip()[:1]}" if text != " ." else f" {MARK}"), _MARKED
        return text, style

    def _looks(self, kind: str) -> list[Look]:
        if kind not in self._kinds:
            self._kinds[kind] = looks(self.say, kind)
        return self._kinds[kind]

    def _legend(self, board: p.Board, view: dict[str, Any]) -> list[str]:
        lines = []
        for name, cell_field in board.fields.items():
            type_ = cell_field.type.sure()
            if type_.t is not T.MEMBER:
                continue
            used = {value for row in _rows(view["fields"][name]) for value in row}
            members = self.say.program.kinds[type_.base].members
            entries = [
                f"{self.paint(_colour(look.fill, look.ink), look.letters)} {look.name}"
                for member, look in zip(members, self._looks(type_.base), strict=True)
                if member in used
            ]
            if entries:
                lines += ["  ".join(entries), ""]
            break
        return lines

    # ---- beside the board

    def _counters(self, state: State, view: dict[str, Any]) -> list[str]:
        """What each player has, a line each."""
        program = self.say.program
        columns: list[tuple[str, dict[str, Any]]] = []
        for unit in program.units.values():
            held = view["counters"][unit.words.name]
            if isinstance(held, dict) and any(held.values()):
                columns.append((self.say.noun(Noun("unit", unit.words.name), 2), held))
        for piece in program.pieces.values():
            held = view["supplies"][piece.words.name]
            if isinstance(held, dict) and piece.supply is not None:
                columns.append((self.say.noun(Noun("piece", piece.words.name), 2), held))
        if not columns:
            return []
        wide = max(len(name) for name in state.names)
        lines = [" " * wide + "".join(f"  {title}" for title, _ in columns)]
        for seat, name in enumerate(state.names):
            values = [_of(held, name, seat, program.side_size) for _, held in columns]
            cells = "".join(f"  {value!s:>{len(title)}}" for (title, _), value in zip(columns, values, strict=True))
            lines.append(self.paint(_SEATS[seat % len(_SEATS)], f"{name:<{wide}}") + cells)
        return [*lines, ""]

    def _zones(self, state: State, view: dict[str, Any], whole: bool) -> list[str]:
        """What lies where; of what lies on cells only if `whole`."""
        lines = []
        for name, zone in self.say.program.zones.items():
            if zone.per is p.Per.CELL and not whole:
                continue
            title = self.say.name(zone.words, "zone")
            held = view["zones"][name]
            entries = [(title, held)]
            if "count" not in held:
                entries = [(f"{title}, {self._key(state, zone, key)}", one) for key, one in held.items()]
            for heading, one in entries:
                if one["count"]:
                    told = self._row(zone, one) if "slots" in one else self._things(one["things"])
                    lines.append(phrase(self.say.lang, "pair", name=heading, told=told))
        return [*lines, ""] if lines else []

    def _key(self, state: State, zone: p.Zone, key: str) -> str:
        if zone.per is p.Per.CELL:
            return key
        if zone.per is p.Per.MEMBER:
            return self.say.noun(Noun("member", key, zone.key))
        return key if key in state.names else self._thing(key)

    def _row(self, zone: p.Zone, held: dict[str, Any]) -> str:
        """A row of slots in its order, a dash for an empty one."""
        row = ["–"] * (zone.slots or 0)
        for at, thing in zip(held["slots"], held["things"], strict=True):
            row[at] = "?" if thing is None else self._thing(thing)
        return ", ".join(row)

    def _things(self, things: list[Any]) -> str:
        known: dict[str, int] = {}
        for thing in things:
            if thing is not None:
                text = self._thing(thing)
                known[text] = known.get(text, 0) + 1
        said = [text if count == 1 else f"{count} x {text}" for text, count in known.items()]
        unknown = sum(thing is None for thing in things)
        said += [phrase(self.say.lang, "facedown", n=unknown)] if unknown else []
        return ", ".join(said)

    def _thing(self, thing: Any) -> str:
        name = thing["name"] if isinstance(thing, dict) else thing
        design = next(
            (d for c in self.say.program.components.values() for d in c.designs if d.words.name == name), None
        )
        text = self.say.design(design) if design is not None else self._unnamed(str(name))
        marks = [str(v) for k, v in thing.items() if k != "name" and v != "none"] if isinstance(thing, dict) else []
        marks += self._parts(design) if design is not None else []
        return printable(text + (f" ({', '.join(marks)})" if marks else ""))

    def _unnamed(self, name: str) -> str:
        """A die by its face, and what it lacks: `d3_no_owner`, in another language than the author's in its words."""
        face, lacks, field = name.partition("_no_")
        if not lacks or self.say.lang == AUTHOR:
            return name
        return f"{face} {phrase(self.say.lang, 'move.no')} {self.say.noun(Noun('field', field))}"

    def _parts(self, design: p.Design) -> list[str]:
        """What each part of a thing carries: `forest, 1 crowns`; nothing for things of one part."""
        component = self.say.program.components[design.component]
        said = []
        for part in component.parts:
            fields = [f for f in component.fields.values() if f.name.startswith(f"{part}_")]
            values = [(f, design.values.get(f.name)) for f in fields]
            told = [self._field(f.name.removeprefix(f"{part}_"), f.type, v) for f, v in values if v is not None]
            said.append(" ".join(text for text in told if text))
        return [" | ".join(said)] if said else []

    def _field(self, name: str, type_: Type, value: Any) -> str:
        if type_.t is T.MEMBER:
            return self.say.noun(Noun("member", self.say.program.kinds[type_.base].members[value], type_.base))
        return f"{value} {self.say.noun(Noun('cellfield', name), value)}" if value else ""


def _of(held: dict[str, Any], name: str, seat: int, size: int) -> Any:
    return held[name] if name in held else list(held.values())[seat // size]


def _rows(grid: Any) -> Iterator[list[Any]]:
    """The rows of a field, of one board or of everybody's."""
    for part in grid.values() if isinstance(grid, dict) else (grid,):
        yield from part


def _shown(board: p.Board, used: set[tuple[int, int]]) -> tuple[range, range]:
    """The rows and columns worth showing: of a large board of one's own, what is used and two cells around."""
    if board.per is p.Per.GAME or not used:
        return range(board.rows), range(board.columns)
    rows, columns = [r for r, _ in used], [c for _, c in used]
    return (
        range(max(0, min(rows) - 2), min(board.rows, max(rows) + 3)),
        range(max(0, min(columns) - 2), min(board.columns, max(columns) + 3)),
    )


def _colour(fill: str, ink: str) -> str:
    """`#rrggbb` on `#rrggbb` for a terminal."""

    def parts(colour: str) -> str:
        whole = colour.lstrip("#")
        whole = "".join(2 * letter for letter in whole) if len(whole) == 3 else whole
        return ";".join(str(int(whole[k : k + 2], 16)) for k in (0, 2, 4)) if len(whole) == 6 else "0;0;0"

    return f"38;2;{parts(ink)};48;2;{parts(fill)}"
