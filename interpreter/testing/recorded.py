"""Whole games as fixtures: recorded once, replayed in every run of the tests, recorded again after a deliberate change.

A record is a text that begins with `record of GAME`. Its head says what is played (with, set, players, seed) and is
enough to record it. Each line is a decision that had several options: who, which decision, the answer, how many options
there were, and what had changed by the next one. So a replay that diverges does so at the move that is to blame.
Records are bound to no hash: what leaves play as it was leaves them as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from zlib import crc32

from rulewright.dsl import program as p
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Diagnostic, Report, RulesError
from rulewright.dsl.files import glance, rules_in
from rulewright.dsl.program_walk import walk
from rulewright.dsl.source import Span
from rulewright.interpreter.agents import MAX_DECISIONS, agent
from rulewright.interpreter.game import Game, load
from rulewright.interpreter.generate.layout import Layout
from rulewright.interpreter.machine import Machine
from rulewright.interpreter.options import Options
from rulewright.interpreter.state import IllegalMove, Pending, State
from rulewright.interpreter.testing.trace import rules_run, told

SUFFIX = ".game"
FOLDER = "recorded"
HEAD = "record of "
_WATCHED = ("unit", "memory", "pieces", "supply", "zone", "thing", "field", "with")
_SHORT = ("unit", "memory", "pieces", "zone")


@dataclass(frozen=True, slots=True)
class Move:
    """One decision: `at` is its number among all moves, `changes` what was different when somebody chose again."""

    at: int
    player: int
    decision: str
    answer: str
    options: int
    changes: dict[str, str]


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded game; without moves and an end it is only a wish to record one."""

    path: Path
    game: str
    with_: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    players: int | None = None
    seed: int = 1
    moves: tuple[Move, ...] = ()
    end: str = ""

    @property
    def name(self) -> str:
        return self.path.stem


# ---- playing


def load_game(record: Record) -> Game:
    """The game of a record: from a file near it, or from that of an addition near it, else a shipped one."""
    near = _near(record.path.parent)
    added = [name for name in record.with_ if name in near]
    if record.game in near or not added:
        return load(near.get(record.game, record.game), record.with_, record.options)
    rest = [name for name in record.with_ if name != added[-1]]
    return load(near[added[-1]], rest, record.options)


def _near(folder: Path) -> dict[str, str | Path]:
    """The rules in a folder and the two above it, by name."""
    found: dict[str, str | Path] = {}
    for place in (folder, *list(folder.parents)[:2]):
        for path in rules_in(place):
            header = glance(path)
            if header is not None and header.kind in ("game", "expansion", "variant"):
                found.setdefault(header.name, path)
    return found


def make(record: Record) -> Record:
    """The record with the moves of random players."""
    game = load_game(record)
    state = game.new(record.players, record.seed)
    player = agent("random", record.seed)
    moves: list[Move] = []
    for pending, options in _choices(state):
        before, at = snapshot(state.machine, state.slots), len(state.log) + 1
        option = player.choose(state, pending.player)
        answer, number = option.answer, len(options)  # said before the move: a die is called by its face
        state.play(option)
        _skip_forced(state)
        changes = differences(before, snapshot(state.machine, state.slots))
        moves.append(Move(at, pending.player, pending.key, answer, number, changes))
    return replace(record, players=state.players, moves=tuple(moves), end=_end(state))


def _choices(state: State) -> Iterator[tuple[Pending, Options]]:
    """Every decision that must be asked for; whoever asks for the next has made the move."""
    _skip_forced(state)
    while not state.is_over:
        pending = state.pending[0]
        options = state.legal(pending.player)
        assert isinstance(options, Options)
        yield pending, options


def _skip_forced(state: State) -> None:
    """Makes the moves that go without asking."""
    for _ in range(MAX_DECISIONS):
        if state.is_over:
            return
        options = state.legal(state.pending[0].player)
        assert isinstance(options, Options)
        if (unasked := options.unasked) is None:
            return
        state.play(unasked)


def _end(state: State) -> str:
    winners = " ".join(str(k) for k in state.winners) or "nobody"
    return f"won by {winners}, {' '.join(map(str, state.scores()))}"


def replay(record: Record) -> Diagnostic | None:
    """None if the game comes out as recorded; else the first move that does not, and the rules behind it."""
    try:
        game = load_game(record)
        return _Replay(record, game.new(record.players, record.seed)).diverges()
    except RulesError as error:
        return error.report.errors[0]


class _Replay:
    """One record against the rules as they are."""

    def __init__(self, record: Record, state: State) -> None:
        self.record = record
        self.state = state

    def diverges(self) -> Diagnostic | None:
        moves = iter(self.record.moves)
        for pending, options in _choices(self.state):
            move = next(moves, None)
            if move is None:
                return self._found(pending.span, f"{pending.name} decides {pending.key}, where the record ends", None)
            found = self._asked(move, pending, options) or self._made(move, pending)
            if found is not None:
                return found
        left = next(moves, None)
        if left is not None:
            return self._found(None, f"the game is over, where {left.decision} was decided", left)
        if _end(self.state) != self.record.end:
            return self._found(None, f"the game ends {_end(self.state)}, recorded is {self.record.end}", None)
        return None

    def _asked(self, move: Move, pending: Pending, options: Options) -> Diagnostic | None:
        if (pending.player, pending.key) != (move.player, move.decision):
            return self._found(pending.span, f"{pending.name} decides {pending.key}, not {move.decision}", move)
        if len(self.state.log) + 1 != move.at:
            return self._found(pending.span, f"there are {len(options)} options where there was no choice", None)
        if len(options) != move.options:
            return self._found(pending.span, f"there are {len(options)} options, not {move.options}", move)
        return None

    def _made(self, move: Move, pending: Pending) -> Diagnostic | None:
        before = self.state.copy()
        try:
            self.state.play(f"{pending.name}: {move.answer}")
        except IllegalMove as error:
            return self._found(error.why.span or pending.span, error.why.summary, move)
        _skip_forced(self.state)
        machine = self.state.machine
        changes = differences(snapshot(machine, before.slots), snapshot(machine, self.state.slots))
        if changes == move.changes:
            return None
        names = [name for name in {**move.changes, **changes} if move.changes.get(name) != changes.get(name)]
        return self._changed(names, changes, move, pending, before)

    def _changed(
        self, names: Sequence[str], changes: dict[str, str], move: Move, pending: Pending, before: State
    ) -> Diagnostic:
        said = [_told(name, changes.get(name), move.changes.get(name)) for name in names[:4]]
        ran = rules_run(before.machine, lambda: self._again(before, pending, move))
        by = writers(before.machine.program, list(ran), {name.split(".")[0] for name in names})
        notes = [told(ran)]
        if by:
            notes.insert(0, f"`{names[0].split('.')[0]}` is changed by {', '.join(by)}")
        span = _span_of(before.machine.program, by[0]) if len(by) == 1 else pending.span
        return self._found(span, "; ".join(said), move, notes)

    def _again(self, before: State, pending: Pending, move: Move) -> None:
        state = before.copy()
        state.play(f"{pending.name}: {move.answer}")
        _skip_forced(state)

    def _found(self, span: Span | None, reason: str, move: Move | None, notes: Sequence[str] = ()) -> Diagnostic:
        answer = f", player {move.player}: {move.answer} ({move.decision})" if move is not None else ""
        number = move.at if move is not None else len(self.state.log) + 1
        return Report().error(
            Code.REPLAY_DIVERGED,
            span,
            f"{self.record.path.name}, move {number}{answer}: {reason}",
            notes=list(notes),
            help="if the change is meant, `rulewright test --record` records the game anew",
        )


def _told(name: str, now: str | None, recorded: str | None) -> str:
    """How a change differs from the recorded one; of a check sum there is no more to say."""
    if now is not None and recorded is not None and now.startswith("~"):
        return f"`{name}` is other than recorded"
    return f"`{name}` {_becomes(now)}, recorded is: {_becomes(recorded)}"


def _becomes(change: str | None) -> str:
    return "unchanged" if change is None else "changed" if change.startswith("~") else f"becomes {change}"


# ---- what is held against what


def snapshot(machine: Machine, slots: Sequence[Any]) -> dict[str, Any]:
    """All that a rule can see, by name; what the machine keeps for itself is left out."""
    return dict(_values(machine.layout, slots))


def _values(layout: Layout, slots: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """What everybody has, one by one; what every cell or thing has, together."""
    for slot in layout.slots.values():
        sort, _, name = slot.name.partition(":")
        if sort not in _WATCHED:
            continue
        called = name if sort in _SHORT else f"{sort}:{name}"
        values = slots[slot.base : slot.base + slot.count]
        if slot.count == 1:
            yield called, values[0]
        elif slot.count <= layout.program.players:
            yield from ((f"{called}.{k}", value) for k, value in enumerate(values))
        else:
            yield called, tuple(values)


def differences(before: dict[str, Any], after: dict[str, Any]) -> dict[str, str]:
    """What has another value: a small number as it is, anything else by its check sum."""
    return {name: _short(value) for name, value in after.items() if before[name] != value}


def _short(value: Any) -> str:
    if isinstance(value, int) and -1 <= value < 10_000:
        return str(int(value))
    return f"~{crc32(repr(value).encode()) & 0xFFF:03x}"


def writers(program: p.Program, names: Sequence[str], changed: set[str]) -> list[str]:
    """Of the rules that ran, those that change what differs."""
    return [name for name in names if any(_written(body) & changed for body, _ in _bodies(program, name))]


def _span_of(program: p.Program, name: str) -> Span | None:
    return next((span for _, span in _bodies(program, name)), None)


def _bodies(program: p.Program, name: str) -> Iterator[tuple[Any, Span | None]]:
    """What a name that a trace gives carries out: an action, a rule or a design."""
    if name in program.actions:
        yield program.actions[name].body, program.actions[name].words.span
    if name in program.rules:
        yield program.rules[name].clauses, program.rules[name].words.span
    for component in program.components.values():
        for design in component.designs:
            if design.words.name == name:
                yield (*design.body, *design.clauses), design.words.span


def _written(body: Any) -> set[str]:
    """The names of what statements change themselves."""
    found: set[str] = set()
    for node in walk(tuple(body)):
        match node:
            case p.Units():
                found.add(node.unit.words.name)
            case p.AnyUnits() | p.AllUnits():
                found |= {unit.words.name for unit in node.units}
            case p.Place() | p.Lift() | p.PieceUnits():
                found |= {node.piece.words.name, f"supply:{node.piece.words.name}"}
            case p.Set():
                found |= {node.target.name, f"thing:{node.target.owner}"}
            case p.Put() if node.zone is not None:
                found.add(node.zone.words.name)
            case p.Draw():
                found |= {node.zone.words.name, node.source.words.name}
    return found
