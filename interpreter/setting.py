"""What is to be played. Apart from the machines, so that a command that plays nothing need not import them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """What is to be played: enough for another process to load the same."""

    game: str
    with_: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    players: int | None = None
    bots: tuple[str, ...] = ()

    @property
    def is_random(self) -> bool:
        return all(bot == "random" for bot in self.bots)
