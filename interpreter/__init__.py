"""Program to play: state, machine, chance, views, records, bots and the pytest plugin.

The public names are looked up in their home on first use: pytest imports this package in every run of every project.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.interpreter.testing.suite import Suite as Suite
    from rulewright.interpreter.testing.suite import load_suite as load_suite
    from rulewright.interpreter.testing.transcript import Ground as Ground
    from rulewright.interpreter.testing.transcript import Transcript as Transcript

if __name__ == "interpreter":
    raise ImportError("import `rulewright.interpreter`, not `interpreter`: the bare name would load everything twice")

_HOMES = {
    "Game": "game",
    "load": "game",
    "loads": "game",
    "IllegalMove": "state",
    "Log": "state",
    "LogEntry": "state",
    "Pending": "state",
    "State": "state",
    "EveryonesOptions": "options",
    "Option": "options",
    "Options": "options",
    "ScoreLine": "scores",
    "Reason": "whynot",
    "WhyNot": "whynot",
    "dump_log": "records",
    "dumps": "records",
    "load_log": "records",
    "loads_state": "records",
    "replay": "records",
    "Agent": "agents",
    "agent": "agents",
    "play_out": "agents",
    "Ground": "testing.transcript",
    "Transcript": "testing.transcript",
    "Suite": "testing.suite",
    "load_suite": "testing.suite",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"rulewright.interpreter.{home}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
