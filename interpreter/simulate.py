"""Many games of one ruleset by bots, and what they amount to.

Each game has a seed of its own, made from the run's seed and the game's number: a row depends on nothing else, so that
the rows are the same whatever the number of processes. Batches come back in order. Processes are started afresh
(`spawn`) and each compiles the ruleset once; only plain data goes between them.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Generator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from rulewright.dsl import program as p
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.clock import CLOCK, TooLong
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.pipeline import load_ruleset
from rulewright.dsl.program_walk import walk
from rulewright.dsl.ruleset import Ruleset
from rulewright.interpreter.faults import fault
from rulewright.interpreter.generate.layout import RNG, STEPS, WINNERS, Layout
from rulewright.interpreter.generate.marks import Marks
from rulewright.interpreter.generate.module import generate
from rulewright.interpreter.runtime import bits
from rulewright.interpreter.setting import Setting as Setting

BATCH = 0.2  # seconds of a batch, about; rows do not depend on it
ENDLESS = 1000  # decisions after which a game that takes too long is one without end, not one that thinks too long
_MASK = (1 << 64) - 1


class Row(NamedTuple):
    """One game. Seats count from 0; `scores` holds for each counter that decides the game one amount per seat."""

    game: int
    seed: int
    length: int
    winners: tuple[int, ...]
    scores: Mapping[str, tuple[int, ...]]

    def as_dict(self) -> dict[str, Any]:
        scores = {name: list(values) for name, values in self.scores.items()}
        return {
            "game": self.game,
            "seed": self.seed,
            "length": self.length,
            "winners": list(self.winners),
            "scores": scores,
        }


def ruleset_of(setting: Setting) -> Ruleset:
    """The rules of a setting; RulesError if they cannot be put together."""
    report = Report()
    ruleset = load_ruleset(setting.game, setting.with_, dict(setting.options), report=report)
    if ruleset is None or not report.ok:
        raise RulesError(report)
    return ruleset


def program_of(setting: Setting) -> p.Program:
    """The program of a setting; RulesError if it does not check. Without a number of players, the fewest."""
    ruleset, report = ruleset_of(setting), Report()
    players = setting.players or min(ruleset.players)
    if not ruleset.seats(players, report):
        raise RulesError(report)
    program = Compiled(ruleset, players, report).program
    if not report.ok:
        raise RulesError(report)
    return program


def seed_of(run: int, game: int) -> int:
    """The seed of one game of a run: both numbers mixed (splitmix64), so that neighbours have nothing in common."""
    z = (run * 0xD1342543DE82EF95 + (game + 1) * 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def deciding_units(program: p.Program) -> list[p.Unit]:
    """The counters that decide who wins: those that the winner is judged by, and those that scores add to."""
    names = {line.unit.words.name for score in program.scores.values() for line in score.lines}
    if program.winner is not None:
        reads = (node for rank in program.winner.ranks for node in walk(rank.value))
        names |= {node.name for node in reads if isinstance(node, p.Read) and node.store is p.Store.UNIT}
    return [unit for unit in program.units.values() if unit.words.name in names and unit.per is not p.Per.GAME]


class _Tally:
    """Reads off a final state who won and with what."""

    def __init__(self, layout: Layout) -> None:
        program = layout.program
        size, seats = program.side_size, range(program.players)
        self.units: list[tuple[str, list[int]]] = []
        for unit in deciding_units(program):
            base = layout.slots[f"unit:{unit.words.name}"].base
            places = [base + (seat // size if unit.per is p.Per.SIDE else seat) for seat in seats]
            self.units.append((unit.words.name, places))

    def row(self, game: int, seed: int, length: int, S: list[Any]) -> Row:
        winners = tuple(bits(S[WINNERS])) if S[WINNERS] > 0 else ()
        return Row(game, seed, length, winners, {name: tuple([S[k] for k in places]) for name, places in self.units})


class Matches:
    """Games of one setting between bots, each with a generator of its own; slower than `Playouts` and as repeatable."""

    def __init__(self, setting: Setting) -> None:
        from rulewright.interpreter.game import load

        self._game = load(setting.game, setting.with_, dict(setting.options))
        machine = self._game.machine(setting.players)
        self._players = machine.players
        self._bots = [setting.bots[seat % len(setting.bots)] for seat in range(machine.players)]
        self._tally = _Tally(machine.layout)

    def rows(self, run: int, first: int, number: int) -> list[Row]:
        return [self.row(run, game) for game in range(first, first + number)]

    def row(self, run: int, game: int) -> Row:
        from rulewright.interpreter.agents import agent, play_out

        seed = seed_of(run, game)
        agents = [agent(name, seed_of(seed, seat)) for seat, name in enumerate(self._bots)]
        state = play_out(self._game.new(self._players, seed), agents)
        if not state.is_over:
            raise endless(f"a game did not end within {len(state.log):,} decisions")
        return self._tally.row(game, seed, len(state.log), state.slots)


class Playouts:
    """Random games of one program by the fused machine."""

    def __init__(self, program: p.Program, marks: Marks | None = None) -> None:
        self.generated = machine = generate(program, fused=True, marks=marks)
        self._layout = machine.layout
        self._chance = machine.namespace["chance"]
        self._first = machine.namespace["BLOCKS"][machine.start]
        self._tally = _Tally(machine.layout)

    def play(self, seed: int) -> list[Any]:
        """The final state of the game of this seed."""
        S = self._layout.initial()
        S[RNG] = seed
        self._chance.seed(seed)
        block, mine = self._first, CLOCK.begin()
        try:
            while block is not None:
                block = block(S)
        except Exception as error:
            if isinstance(error, TooLong) and S[STEPS] > ENDLESS:
                story = f"a random game went on for {S[STEPS]:,} decisions and {error.seconds:g} seconds"
                raise endless(story) from error
            raise fault(error, self.generated, "in a random game", block) from error
        finally:
            if mine:
                CLOCK.end()
        return S

    def row(self, run: int, game: int) -> Row:
        seed = seed_of(run, game)
        S = self.play(seed)
        return self._tally.row(game, seed, S[STEPS], S)

    def rows(self, run: int, first: int, number: int) -> list[Row]:
        """So many games in a row. RulesError at one that does not end: random play of a ruleset need not."""
        return [self.row(run, game) for game in range(first, first + number)]


def endless(message: str) -> RulesError:
    """A game that does not come to its end."""
    report = Report()
    help_ = "random play may never meet an ending: let the game end after a number of rounds too"
    report.error(Code.BUDGET_STEPS, None, message, help=help_)
    return RulesError(report)


# ---- several processes

_worker: Playouts | Matches | None = None


def _begin(setting: Setting) -> None:
    """In a new process: compile once. An interruption is the parent's affair."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker = _player_of(setting)


def _player_of(setting: Setting, program: p.Program | None = None) -> Playouts | Matches:
    return Playouts(program or program_of(setting)) if setting.is_random else Matches(setting)


def _batch(run: int, first: int, number: int) -> list[Row]:
    assert _worker is not None
    return _worker.rows(run, first, number)


def simulate(
    setting: Setting, games: int, *, seed: int = 0, jobs: int = 1, program: p.Program | None = None
) -> Generator[list[Row], None, None]:
    """The rows of so many games, batch by batch, in order. Closing the iterator stops what is still running."""
    playouts = _player_of(setting, program)
    size = _batch_size(playouts, seed, min(games, 8 if setting.is_random else 1))
    batches = [(first, min(size, games - first)) for first in range(0, games, size)]
    if jobs <= 1 or len(batches) <= jobs:
        for first, number in batches:
            yield playouts.rows(seed, first, number)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(jobs, len(batches)), context, initializer=_begin, initargs=(setting,))
    waiting: list[Future[list[Row]]] = []
    try:
        for first, number in batches:
            waiting.append(pool.submit(_batch, seed, first, number))
            if len(waiting) >= 4 * jobs:
                yield waiting.pop(0).result()
        while waiting:
            yield waiting.pop(0).result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _batch_size(playouts: Playouts | Matches, seed: int, games: int) -> int:
    """How many games fill a batch, by a few that are played to find out."""
    start = time.process_time()
    playouts.rows(seed, 0, games)
    return max(1, min(4096, int(BATCH * games / max(time.process_time() - start, 1e-5))))


# ---- statistics


@dataclass(slots=True)
class Spread:
    """Mean, standard deviation and bounds of numbers that come one by one (Welford), and how often each came."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    low: int | None = None
    high: int | None = None
    counted: Counter[int] = field(default_factory=Counter)

    def add(self, value: int) -> None:
        self.counted[value] += 1
        self.count += 1
        change = value - self.mean
        self.mean += change / self.count
        self.squares += change * (value - self.mean)
        self.low = value if self.low is None else min(self.low, value)
        self.high = value if self.high is None else max(self.high, value)

    @property
    def deviation(self) -> float:
        return sqrt(self.squares / (self.count - 1)) if self.count > 1 else 0.0

    def as_dict(self) -> dict[str, float | int | None]:
        return {"mean": self.mean, "sd": self.deviation, "min": self.low, "max": self.high}


@dataclass(slots=True)
class Summary:
    """What the games so far amount to. A shared win counts for each winner by its part; partners share none."""

    players: int
    side_size: int = 1
    games: int = 0
    length: Spread = field(default_factory=Spread)
    wins: list[float] = field(default_factory=list)
    shared: int = 0
    draws: int = 0
    scores: dict[str, list[Spread]] = field(default_factory=dict)

    def add(self, row: Row) -> None:
        if not self.wins:
            self.wins = [0.0] * self.players
        self.games += 1
        self.length.add(row.length)
        self.draws += not row.winners
        self.shared += len(row.winners) > self.side_size
        for seat in row.winners:
            self.wins[seat] += 1 / len(row.winners)
        for name, values in row.scores.items():
            spreads = self.scores.setdefault(name, [Spread() for _ in range(self.players)])
            for spread, value in zip(spreads, values, strict=True):
                spread.add(value)

    def as_dict(self) -> dict[str, Any]:
        scores = {name: [spread.as_dict() for spread in spreads] for name, spreads in self.scores.items()}
        return {
            "games": self.games,
            "players": self.players,
            "length": self.length.as_dict(),
            "wins": self.wins,
            "shared": self.shared,
            "draws": self.draws,
            "scores": scores,
        }
