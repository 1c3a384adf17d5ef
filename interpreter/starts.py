"""How long does a command take from a cold start? CPU seconds of fresh processes, for which somebody waits.

What is measured is named by the table of benchmarks (`interpreter/bench.py`), not here.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median


@dataclass(frozen=True, slots=True)
class Start:
    """A call of the command line, and how many seconds it may take at most."""

    name: str
    call: str
    most: float


@dataclass(frozen=True, slots=True)
class Started:
    """The median of the CPU seconds, of the user and of the system together, and what it may be."""

    seconds: float
    most: float

    @property
    def is_enough(self) -> bool:
        return self.seconds <= self.most

    def as_dict(self) -> dict[str, float | bool]:
        return {**asdict(self), "ok": self.is_enough}


def read_starts(path: Path) -> list[Start]:
    """The calls that a table of benchmarks names."""
    return [Start(name, **row) for name, row in tomllib.loads(path.read_text("utf-8"))["starts"].items()]


def start(one: Start, times: int = 7) -> Started:
    """Runs it so many times. The first run, which may have to compile Python, is one too many and does not count."""
    return Started(median([_seconds(one.call) for _ in range(times + 1)][1:]), one.most)


def _seconds(call: str) -> float:
    from resource import RUSAGE_CHILDREN, getrusage  # not on every system, and nothing else needs it

    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "rulewright", *call.split()], stdout=subprocess.DEVNULL, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
