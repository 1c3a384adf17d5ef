"""How strong are the bots? Two of them play a game against each other, changing seats, and the wins are counted.

A shared win counts by its part. Where more than two must play, the first bot has one seat and the other all the rest.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from rulewright.interpreter.agents import agent, play_out
from rulewright.interpreter.game import Game
from rulewright.interpreter.simulate import seed_of


@dataclass(frozen=True, slots=True)
class Strength:
    """The share of games that `one` won against `other`; `spread` bounds it in 95 of 100 cases.

    `seconds` is the CPU time of a game.
    """

    one: str
    other: str
    players: int
    games: int
    share: float
    seconds: float

    @property
    def spread(self) -> float:
        return 1.96 * math.sqrt(max(self.share * (1 - self.share), 0.01) / self.games) if self.games else 1.0

    def as_dict(self) -> dict[str, str | int | float]:
        return {**asdict(self), "spread": self.spread}


def strength(game: Game, one: str, other: str, games: int, *, players: int | None = None, seed: int = 0) -> Strength:
    """So many games, each with a seed of its own."""
    count = players if players is not None else min(game.players)
    start = time.process_time()
    won = sum(shares(game, one, other, games, count, seed))
    return Strength(one, other, count, games, won / games, (time.process_time() - start) / games)


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
