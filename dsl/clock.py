"""A net under everything that a ruleset can make long: a clock of CPU time that stops what goes on and on.

Budgets that count (turns of loops, options, depth) come first and stop at the same place every time; the clock catches
what none of them counts. It strikes in the main thread of a process on systems that have such a timer; elsewhere the
counted budgets stand alone. Watching costs two additions, so that every move can be watched.
"""

from __future__ import annotations

import atexit
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

LAP = 0.25  # seconds of CPU time between two looks
FREE = 2  # laps that each piece of work may take without counting for the next
MAX_SECONDS = 2.0  # of play with hardly a decision, or of one random game
PATIENCE = 4.0  # for reading and checking rules

_MAIN = threading.main_thread().ident
_ident = threading.get_ident


class TooLong(Exception):
    """Something took longer than anything may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"more than {seconds:g} seconds of work")
        self.seconds = seconds


class Clock:
    """Looks every lap whether the same watched work is still going on, and counts the laps in which it is."""

    __slots__ = ("depth", "laps", "limit", "registered", "run", "seen", "started")

    def __init__(self) -> None:
        self.depth = self.run = self.seen = self.laps = 0
        self.limit = MAX_SECONDS
        self.started = self.registered = False

    def begin(self, limit: float = MAX_SECONDS) -> bool:
        """Watches what follows; False if something around it is watched already, or nobody can watch."""
        if self.depth or _ident() != _MAIN:
            return False
        if not self.started:
            self._start()
        self.depth = 1
        if limit != self.limit or limit > MAX_SECONDS:
            self.laps = 0
        self.limit = limit
        self.run += 1
        return True

    def end(self) -> None:
        self.depth = 0

    def _start(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGVTALRM, self._look)
            signal.setitimer(signal.ITIMER_VIRTUAL, LAP, LAP)
            if not self.registered:
                self.registered = True
                atexit.register(self._stop)
        self.started = True

    def _stop(self) -> None:
        """Nothing is watched: a timer left alone would strike whatever this process becomes."""
        self.started = False
        self.laps = 0
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _look(self, _number: int, _frame: object) -> None:
        if self.run != self.seen:
            # Slow decisions one after the other add up; laps that are free are taken off again.
            self.seen, self.laps = self.run, max(0, self.laps - FREE)
        elif not self.depth:
            self._stop()
        else:
            self.laps += 1
            if self.laps * LAP >= self.limit:
                self.laps = 0
                raise TooLong(self.limit)


CLOCK = Clock()


@contextmanager
def watched(limit: float = PATIENCE) -> Iterator[None]:
    """What is done inside is stopped with TooLong if it goes on and on."""
    mine = CLOCK.begin(limit)
    try:
        yield
    finally:
        if mine:
            CLOCK.end()
