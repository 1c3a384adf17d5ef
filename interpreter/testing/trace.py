"""Which rules ran: the generated code names each rule in a comment before its lines, so the lines that ran tell."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any

from rulewright.interpreter.machine import Machine

_COMMENT = re.compile(r"^\s*# ([^,]+), (?:.*/)?([^/]+:\d+):\d+$")
Named = tuple[tuple[str, str], ...]


@lru_cache(maxsize=8)
def _named_lines(source: str) -> dict[int, Named]:
    """For each line of code that follows comments naming rules: those names and their places."""
    found: dict[int, Named] = {}
    waiting: list[tuple[str, str]] = []
    for number, line in enumerate(source.split("\n"), start=1):
        m = _COMMENT.match(line)
        if m is not None:
            waiting.append((m[1], m[2]))
        elif line.strip() and not line.strip().startswith("#"):
            if waiting:
                found[number] = tuple(waiting)
            waiting = []
    return found


def rules_run(machine: Machine, run: Callable[[], Any], seen: dict[str, str] | None = None) -> dict[str, str]:
    """The rules that a run goes through, in order, each with its file and line; added to those already seen."""
    lines, file = _named_lines(machine.generated.source), f"<{machine.program.name}>"
    ran: dict[str, str] = {} if seen is None else seen

    def in_block(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line" and frame.f_lineno in lines:
            ran.update((name, place) for name, place in lines[frame.f_lineno] if name not in ran and name[0] != "(")
        return in_block

    def tracer(frame: FrameType, event: str, arg: Any) -> Any:
        code: CodeType = frame.f_code
        return in_block if code.co_filename == file else None

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        run()
    finally:
        sys.settrace(before)
    return ran


def told(ran: dict[str, str]) -> str:
    """The rules that ran, as a note under a failure."""
    return "rules that ran: " + ", ".join(f"{name} ({place})" for name, place in ran.items())
