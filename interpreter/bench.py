"""How fast is the machine of random playouts, beside a hand-written player of the same game?

Both are run in one process, in turns, so that whatever else the computer does slows both; the best turn of each
counts. Rates are per second of CPU time. What is measured is named by a table (`read_table`), not here.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import time
import tomllib
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from rulewright.dsl.program import Program
from rulewright.interpreter.generate.layout import RNG, STEPS
from rulewright.interpreter.generate.module import generate
from rulewright.interpreter.simulate import Setting, program_of

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

ALTERNATIONS = 5
_CHUNK = 0.02  # seconds between two looks at the clock, about

Playout = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. `required` is None where nothing is required."""

    name: str
    ruleset: str
    players: int
    yardstick: str
    required: float | None = None
    aim: float | None = None
    is_full: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """Games per CPU second and mean number of decisions in a game, of both, and the ratio of the rates."""

    ours: float
    yardstick: float
    ratio: float
    length: float
    yardstick_length: float
    required: float | None
    aim: float | None

    @property
    def is_enough(self) -> bool:
        return self.required is None or self.ratio >= self.required

    def as_dict(self) -> dict[str, float | bool | None]:
        return {**asdict(self), "ok": self.is_enough}


@dataclass(frozen=True, slots=True)
class Lengths:
    """Mean number of decisions over a fixed number of games of each."""

    games: int
    ours: float
    yardstick: float

    @property
    def difference(self) -> float:
        """Relative to the yardstick."""
        return abs(self.ours - self.yardstick) / self.yardstick if self.yardstick else 0.0

    def as_dict(self) -> dict[str, float]:
        return {**asdict(self), "difference": self.difference}


def find_table(root: Path | None = None) -> Path | None:
    """The table of a checked-out repository: above the installed package, else under the current folder."""
    roots = [root] if root is not None else [Path(__file__).resolve().parents[1], Path.cwd()]
    return next((path for at in roots if (path := at / "benchmarks" / "table.toml").is_file()), None)


def read_table(path: Path) -> list[Row]:
    """The rows as written, those of whole games last."""
    data = tomllib.loads(path.read_text("utf-8"))
    full = data.pop("full", {})
    data.pop("starts", None)  # which `interpreter/starts.py` reads
    rows = [Row(name, **row) for name, row in data.items()]
    return rows + [Row(name, is_full=True, **row) for name, row in full.items()]


def yardstick(folder: Path, name: str) -> Playout:
    """The hand-written player `module.function`; one call plays one game and returns its length."""
    module_name, _, function = name.partition(".")
    playout = getattr(_module(folder / f"{module_name}.py"), function)
    assert callable(playout)
    return playout  # type: ignore[no-any-return]


def _module(path: Path) -> ModuleType:
    key = f"rulewright_yardstick_{path.stem}"
    if key not in sys.modules:
        spec = importlib.util.spec_from_file_location(key, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[key] = module
    return sys.modules[key]


def playout_of(program: Program) -> Playout:
    """One random game a call, by the fused machine; returns its number of decisions."""
    machine = generate(program, fused=True)
    initial = machine.layout.initial()
    first = machine.namespace["BLOCKS"][machine.start]
    bits = random.Random(0).getrandbits

    def playout() -> int:
        S = initial[:]
        S[RNG] = bits(64)
        block = first
        while block is not None:
            block = block(S)
        return S[STEPS]  # type: ignore[no-any-return]

    return playout


def rate(playout: Playout, seconds: float) -> tuple[float, float]:
    """(games per CPU second, mean length), over so many seconds of CPU time."""
    clock = time.process_time
    start = clock()
    length = playout()
    chunk = max(1, int(_CHUNK / max(clock() - start, 1e-6)))
    games, length, start = 0, 0, clock()
    while (spent := clock() - start) < seconds:
        for _ in range(chunk):
            length += playout()
        games += chunk
    return games / spent, length / games


def measure(row: Row, folder: Path, seconds: float = 1.0, alternations: int = ALTERNATIONS) -> Measured:
    """Yardstick and machine in turns; the best turn of each."""
    theirs, ours = yardstick(folder, row.yardstick), playout_of(program_of(Setting(row.ruleset, players=row.players)))
    turns = [(rate(theirs, seconds), rate(ours, seconds)) for _ in range(alternations)]
    best_theirs, best_ours = max(t[0][0] for t in turns), max(t[1][0] for t in turns)
    return Measured(
        ours=best_ours,
        yardstick=best_theirs,
        ratio=best_ours / best_theirs,
        length=sum(t[1][1] for t in turns) / len(turns),
        yardstick_length=sum(t[0][1] for t in turns) / len(turns),
        required=row.required,
        aim=row.aim,
    )


def lengths(row: Row, folder: Path, games: int) -> Lengths:
    """The mean lengths over so many games of each."""
    theirs, ours = yardstick(folder, row.yardstick), playout_of(program_of(Setting(row.ruleset, players=row.players)))
    return Lengths(games, sum(ours() for _ in range(games)) / games, sum(theirs() for _ in range(games)) / games)


@dataclass(frozen=True, slots=True)
class Copies:
    """What states cost: megabytes of so many live copies, and a move in a copy beside a move in place."""

    copies: int
    megabytes: float
    apply: float
    in_place: float

    @property
    def ratio(self) -> float:
        return self.apply / self.in_place

    def as_dict(self) -> dict[str, float]:
        return {**asdict(self), "ratio": self.ratio}


def copies(row: Row, number: int = 10_000, seed: int = 1) -> Copies:
    """Live copies of a state in the middle of a random game, each one move on; and the time of moves of both kinds."""
    from rulewright.interpreter.game import load

    game, rng = load(row.ruleset), random.Random(seed)
    state = game.new(row.players, seed=seed)
    for _ in range(80):
        state = state.apply(state.legal().sample(rng))
    moves = [state.legal().sample(rng) for _ in range(number)]
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    alive = [state.apply(move) for move in moves]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(alive) == number
    return Copies(number, (after - before) / 1e6, _moves(game, row, copied=True), _moves(game, row, copied=False))


def _moves(game: Game, row: Row, *, copied: bool, games: int = 12) -> float:
    """Microseconds of CPU time a move takes over a few random games, the drawing of the move left out."""
    clock, spent, moves = time.process_time, 0.0, 0
    for seed in range(games):
        state, rng = game.new(row.players, seed=seed), random.Random(seed)
        while not state.is_over:
            move = state.legal().sample(rng)
            start = clock()
            state = state.apply(move) if copied else state.play(move)
            spent += clock() - start
            moves += 1
    return spent / moves * 1e6


def chosen(rows: list[Row], names: tuple[str, ...], full: bool) -> Iterator[Row]:
    """The rows asked for: by name, else all of the core, else of the whole games too."""
    for row in rows:
        if row.name in names if names else full or not row.is_full:
            yield row
