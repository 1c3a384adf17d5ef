"""How strong are the bots? Two of them play a game against each other, changing seats, and the wins are counted.

A shared win counts by its part. Where more than two must play, the first bot has one seat and the other all the rest.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from rulewright.interpreter.agents import agent, play_out
from rulewright.interpreter.game import Game
from rulewright.interpreter.simulate import seed_of

_SURE = 1.96  # in 95 of 100 cases
HEAD = ("| game | players | bots | games | wins | bounds | CPU seconds a game |", "|---|---|---|---|---|---|---|")


@dataclass(frozen=True, slots=True)
class Strength:
    """The share of games that `one` won against `other`; `low` and `high` bound it in 95 of 100 cases (Wilson).

    `seconds` is the CPU time of a game.
    """

    one: str
    other: str
    players: int
    games: int
    share: float
    seconds: float

    @property
    def bounds(self) -> tuple[float, float]:
        n, square = self.games, _SURE**2
        middle = (self.share + square / (2 * n)) / (1 + square / n)
        half = _SURE * math.sqrt(self.share * (1 - self.share) / n + square / (4 * n**2)) / (1 + square / n)
        return max(0.0, middle - half), min(1.0, middle + half)

    def as_dict(self) -> dict[str, str | int | float]:
        return {**asdict(self), "low": self.bounds[0], "high": self.bounds[1]}

    def row(self, game: str) -> str:
        """A line of the table in Markdown."""
        low, high = self.bounds
        seconds = f"{self.seconds:.2f}" if self.seconds < 10 else f"{self.seconds:.0f}"
        return (
            f"| {game} | {self.players} | {self.one} against {self.other} | {self.games} | {self.share:.0%} "
            f"| {low:.0%} to {high:.0%} | {seconds} |"
        )


def strength(
    game: Game,
    one: str,
    other: str,
    games: int,
    *,
    players: int | None = None,
    seed: int = 0,
    seconds: float = math.inf,
) -> Strength:
    """So many games, each with a seed of its own; none is begun after so many seconds of CPU time."""
    count = players if players is not None else min(game.players)
    start, won, played = time.process_time(), 0.0, 0
    for share in shares(game, one, other, games, count, seed):
        won, played = won + share, played + 1
        if time.process_time() - start > seconds:
            break
    return Strength(one, other, count, played, won / played, (time.process_time() - start) / played)


def shares(game: Game, one: str, other: str, games: int, players: int, seed: int) -> Iterator[float]:
    """What the first bot has of each game. Its side, where there are sides, is played by it alone."""
    size = game.machine(players).program.side_size
    for number in range(games):
        side = number % (players // size)
        own = seed_of(seed, number)
        names = [one if seat // size == side else other for seat in range(players)]
        state = play_out(game.new(players, own), [agent(name, seed_of(own, seat)) for seat, name in enumerate(names)])
        sides = {seat // size for seat in state.winners}
        yield (1 / len(sides) if side in sides else 0.0) if sides else size / players


def into_table(path: Path, rows: list[str]) -> None:
    """Writes rows into the table of a Markdown file, each in the place of the one for the same game and bots."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    at = lines.index(HEAD[0]) if HEAD[0] in lines else len(lines)
    end = at
    while end < len(lines) and lines[end].startswith("|"):
        end += 1
    known = {_key(line): line for line in [*lines[at + 2 : end], *rows]}
    path.write_text("\n".join([*lines[:at], *HEAD, *known.values(), *lines[end:]]) + "\n", "utf-8")


def _key(row: str) -> tuple[str, ...]:
    """Game, players and bots of a row."""
    return tuple(cell.strip() for cell in row.split("|")[1:4])
