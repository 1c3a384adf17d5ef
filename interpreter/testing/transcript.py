"""An example that holds, told as data: what stands on the boards before and after, the moves, what must be true.

Typesetters draw it; nothing here is a word for readers. Cells are numbered row by row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.types import TRUTH, T
from rulewright.dsl.walk import walk
from rulewright.interpreter.runtime import bits
from rulewright.interpreter.testing.answers import items_of
from rulewright.interpreter.testing.refusal import Refusal
from rulewright.interpreter.testing.scene import Names
from rulewright.interpreter.testing.scoring import score_of
from rulewright.interpreter.testing.stage import Stage, State

if TYPE_CHECKING:
    from rulewright.interpreter.testing.scenario import Script

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece on a cell; `owner` is a seat, or NOBODY for a piece of the game."""

    piece: str
    owner: int
    cell: int


@dataclass(frozen=True, slots=True)
class Ground:
    """One board, or one player's: for each cell the member of the kind it shows, -1 for none, and all pieces.

    `numbers` are those of the first field that is a number, empty where cells have none.
    """

    board: str
    owner: int
    values: tuple[int, ...]
    pieces: frozenset[Standing]
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Laying:
    """A thing of several cells that an example tries to lay: what its parts show, and whether that is allowed."""

    cells: tuple[int, ...]
    values: tuple[int, ...]
    numbers: tuple[int, ...]
    allowed: bool


@dataclass(frozen=True, slots=True)
class Move:
    """Who did what, and the cells named in it. `words` are those of the action or design, None for a statement."""

    who: int
    words: p.Words | None
    kind: str
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """What a line of the scoring must be worth to a player."""

    name: str
    who: int
    amount: int


@dataclass(slots=True)
class Transcript:
    """`allowed` and `refused` are cells that claims name; `given` and `facts` are truths before and after."""

    example: n.ExampleDecl
    module: str
    players: tuple[str, ...]
    program: p.Program
    before: tuple[Ground, ...]
    after: tuple[Ground, ...]
    moves: list[Move] = field(default_factory=list)
    allowed: set[int] = field(default_factory=set)
    refused: set[int] = field(default_factory=set)
    given: list[p.Expr] = field(default_factory=list)
    layings: list[Laying] = field(default_factory=list)
    facts: list[p.Expr] = field(default_factory=list)
    scores: list[Scored] = field(default_factory=list)
    seats: dict[p.Var, int] = field(default_factory=dict)


def transcript(script: Script, stage: Stage, module: str) -> Transcript:
    """The transcript of a script that has been played and holds."""
    first, last = script.frames[0], script.frames[-1]
    made = Transcript(
        script.example, module, script.cast.all(), stage.program, grounds(stage, first.S), grounds(stage, last.S)
    )
    made.seats = {var: script.cast.names[name] for name, var in script.names.players.items()}
    _Reader(script, made).read()
    return made


def grounds(stage: Stage, S: State) -> tuple[Ground, ...]:
    """What stands on every board, player by player where each has one."""
    made: list[Ground] = []
    for board in stage.program.boards.values():
        owners = stage.layout.slots[f"occupied:{board.name}"].count
        for owner in range(owners):
            seat = NOBODY if board.per is p.Per.GAME else owner * (stage.program.players // owners)
            values, pieces = _values(stage, S, board, owner), frozenset(_pieces(stage, S, board, owner))
            made.append(Ground(board.name, seat, values, pieces, _numbers(stage, S, board, owner)))
    return tuple(made)


def _pieces(stage: Stage, S: State, board: p.Board, owner: int) -> Iterator[Standing]:
    geometry = stage.layout.geometry[board.name]
    for piece in stage.program.pieces.values():
        slot = stage.layout.slots[f"pieces:{piece.words.name}"]
        if piece.board != board.name:
            continue
        for k in range(slot.count):
            if board.per is not p.Per.GAME and slot.count > 1 and k != owner:
                continue
            seat = NOBODY if piece.per is p.Per.GAME else k
            for position in bits(S[slot.base + k]):
                row, column = geometry.row_column(position)
                yield Standing(piece.words.name, seat, row * board.columns + column)


def _values(stage: Stage, S: State, board: p.Board, owner: int) -> tuple[int, ...]:
    """The member that each cell shows, of the first field that is of a kind; -1 for none."""
    shown = next((f for f in board.fields.values() if f.type.sure().t is T.MEMBER), None)
    return _by_cell(stage, S, board, shown, owner, -1) if shown is not None else ()


def _numbers(stage: Stage, S: State, board: p.Board, owner: int) -> tuple[int, ...]:
    """The number that each cell has, of the first field that is one; on which part of a board it lies is none."""
    fields = (f for f in board.fields.values() if f.words is not None and f.words.span is not None)
    counted = next((f for f in fields if f.type.sure().t is T.NUMBER), None)
    return _by_cell(stage, S, board, counted, owner, 0) if counted is not None else ()


def _by_cell(
    stage: Stage, S: State, board: p.Board, field_: p.CellField, owner: int, nothing: int
) -> tuple[int, ...]:
    """The value of a field on each cell, row by row."""
    found = [nothing] * (board.rows * board.columns)
    geometry = stage.layout.geometry[board.name]
    masks = stage.layout.slots.get(f"with:{board.name}.{field_.name}")
    span = range(field_.low, field_.high + 1)
    if masks is not None:
        each = [list(bits(S[masks.base + owner * len(span) + k])) for k in range(len(span))]
    else:
        values = S[stage.layout.slots[f"field:{board.name}.{field_.name}"].base + owner]
        each = [[cell for cell, value in enumerate(values) if value == k] for k in span]
    for value, cells in zip(span, each, strict=True):
        for position in cells:
            row, column = geometry.row_column(position)
            if row < board.rows and column < board.columns:
                found[row * board.columns + column] = value
    return tuple(found)


def shown_on(component: p.Component, design: p.Design, part: str, sort: T, none: int) -> int:
    """The member of a kind, or the number, that a part of a thing shows; `none` if it shows none."""
    fields = (f for f in component.fields.values() if f.type.t is sort and f.name.startswith(f"{part}_"))
    value = next((design.values.get(f.name) for f in fields), None)
    return value if isinstance(value, int) else none


class _Reader:
    """Reads the lines of an example into its transcript."""

    def __init__(self, script: Script, made: Transcript) -> None:
        self.script = script
        self.names: Names = script.names
        self.made = made
        boards = list(made.program.boards.values())
        self.columns = boards[0].columns if boards else 0

    def read(self) -> None:
        moved = False
        for index, line in enumerate(self.made.example.lines):
            match line:
                case n.Given(kind="fact", fact=fact) if fact is not None:
                    self.fact(fact, self.made.given)
                case n.WhenLine(who=who):
                    moved = True
                    # What was allowed before a move was made is no longer asked.
                    self.made.allowed.clear()
                    self.made.refused.clear()
                    self.made.layings.clear()
                    self.made.moves.append(self.move(self.script.cast.names.get(who, 0), index))
                case n.Then(kind="can" | "cannot", move=n.Move() as move):
                    if (laid := self.laid(move, index)) is not None:
                        self.made.layings.append(Laying(*laid, line.kind == "can"))
                        continue
                    cells = self.move(0, index).cells
                    (self.made.allowed if line.kind == "can" else self.made.refused).update(cells[-1:])
                case n.Then(fact=n.Compare(op="is", left=n.Name(name="options"), right=right)):
                    items = items_of(n.Answer("value", (right,), right.span))
                    self.made.allowed.update(cell for item in items for cell in self.cells(item))
                case n.Then(fact=fact) if fact is not None:
                    self.claim(fact, moved)

    def laid(self, move: n.Move, index: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] | None:
        """The cells on which a thing of several parts is laid, what each part shows and its number, or None."""
        answers = self.script.heads[index].answers
        cells = tuple(cell for item in answers[-1].items for cell in self.cells(item)) if answers else ()
        named = {node.name for node in walk(move) if isinstance(node, n.Name)}
        for component in self.made.program.components.values():
            for design in component.designs:
                if design.words.name in named and len(cells) == len(component.parts) > 1:
                    shown = [
                        tuple(shown_on(component, design, part, sort, none) for part in component.parts)
                        for sort, none in ((T.MEMBER, -1), (T.NUMBER, 0))
                    ]
                    return cells, shown[0], shown[1]
        return None

    def claim(self, fact: n.Expr, moved: bool) -> None:
        if isinstance(fact, n.Compare) and fact.op == "is":
            found = score_of(fact.left)
            if found is not None:
                if found.what == "worth" and isinstance(found.line, n.Name):
                    self.score(found.owner, found.line.name, fact.right)
                return
        self.fact(fact, self.made.facts)

    def score(self, owner: n.Expr | None, name: str, right: n.Expr) -> None:
        number = next((node.value for node in walk(right) if isinstance(node, n.Num)), None)
        who = self.script.cast.names.get(owner.name, 0) if isinstance(owner, n.Name) else 0
        if number is not None:
            self.made.scores.append(Scored(name, who, number))

    def fact(self, node: n.Expr, into: list[p.Expr]) -> None:
        """A truth, where the checker takes it for one."""
        try:
            into.append(self.names.check(node, TRUTH))
        except Refusal:
            return

    def move(self, who: int, index: int) -> Move:
        head = self.script.heads[index]
        cells = tuple(cell for answer in head.answers for item in answer.items for cell in self.cells(item))
        if head.design is not None:
            return Move(who, head.design.words, "design", cells)
        return Move(who, head.action.words if head.action is not None else None, "action", cells)

    def cells(self, node: n.Expr) -> list[int]:
        return [row * self.columns + column for row, column in node.cells] if isinstance(node, n.CellsLit) else []
