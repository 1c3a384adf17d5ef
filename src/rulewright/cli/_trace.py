"""Which rules fired during a move: read off the generated code, which names the rule and place of each stretch."""

from __future__ import annotations

import re
import sys
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.interpreter.options import Option
    from rulewright.interpreter.state import State

_COMMENT = re.compile(r"\s*# (.+, .+:\d+:\d+)\s*$")


def traced(state: State, option: Option) -> tuple[State, list[str]]:
    """The state after a move, and the rules whose code was run, in order, each with its file and line."""
    machine = state.machine
    places = _places(machine.generated.source)
    wanted = f"<{machine.program.name}>"
    fired: dict[str, None] = {}

    def watch(frame: FrameType, event: str, _arg: Any) -> Any:
        if frame.f_code.co_filename != wanted:
            return None
        if event == "line" and (place := places.get(frame.f_lineno)) is not None:
            fired.setdefault(place)
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        new = state.apply(option)
    finally:
        sys.settrace(before)
    return new, list(fired)


def _places(source: str) -> dict[int, str]:
    """For the first line of code under each comment that names a rule: that comment."""
    found: dict[int, str] = {}
    waiting: list[str] = []
    for number, line in enumerate(source.splitlines(), 1):
        match = _COMMENT.match(line)
        if match is not None:
            waiting.append(match.group(1))
        elif line.strip() and not line.lstrip().startswith("#"):
            if waiting:
                found[number] = "; ".join(waiting)
            waiting = []
    return found
