"""Which rules ran: the generated code names each rule in a comment before its lines, so the lines that ran tell."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any

from rulewright.interpreter.machine import Machine

_COMMENT = re.compile(r"^\s*# ([^,]+), .+:\d+:\d+$")


@lru_cache(maxsize=8)
def _named_lines(source: str) -> dict[int, str]:
    """For each line of code that follows a comment naming a rule: that name."""
    found: dict[int, str] = {}
    waiting: list[str] = []
    for number, line in enumerate(source.split("\n"), start=1):
        m = _COMMENT.match(line)
        if m is not None:
            waiting.append(m[1])
        elif line.strip() and not line.strip().startswith("#"):
            for name in waiting:
                found[number] = name
            waiting = []
    return found


def rules_run(machine: Machine, run: Callable[[], Any]) -> list[str]:
    """The names of the rules that a run goes through, in the order of their first line."""
    lines, file = _named_lines(machine.generated.source), f"<{machine.program.name}>"
    seen: dict[str, None] = {}

    def in_block(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line" and frame.f_lineno in lines:
            seen.setdefault(lines[frame.f_lineno])
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
    return [name for name in seen if not name.startswith("(")]
