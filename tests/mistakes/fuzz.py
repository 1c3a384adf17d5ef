"""Rulesets broken at random: tokens and lines dropped, doubled, swapped, taken from elsewhere, letters turned to noise.

Whatever comes out of it is parsed, checked, formatted, outlined and generated; the only ways to end are a program and a
report. `python -m tests.mistakes.fuzz 20000` tries so many inputs and prints what went wrong.
"""

from __future__ import annotations

import contextlib
import random
import re
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType

from tests.mistakes.shelf import checked, header, shipped

from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.diagnostics import RulesError
from rulewright.dsl.render import frame, report_dict
from rulewright.dsl.syntax.format import format_text
from rulewright.interpreter.generate.module import generate

LIMIT = 5  # seconds of one input
_TOKEN = re.compile(r'"[^"\n]*"|\w+|[^\w\s]|[ \t]+|\n')
_NOISE = "()[]{},.:;=+-*/'\"#|<>&%$§éŒ\u202e\u0000\t\u2028😀0123456789"


@cache
def sources() -> tuple[Path, ...]:
    """The files to break; long lists of maps are left out, they only cost time."""
    return tuple(path for path, text in shipped().items() if len(text) < 30_000)


@cache
def tokens() -> tuple[str, ...]:
    found = {token for path in sources() for token in _TOKEN.findall(shipped()[path]) if not token.isspace()}
    return tuple(sorted(found))


def _token(text: str, rng: random.Random) -> re.Match[str]:
    """A token somewhere, found from a random place on."""
    at = rng.randrange(len(text) + 1)
    return _TOKEN.search(text, at) or _TOKEN.search(text) or re.compile("").match(text)  # type: ignore[return-value]


def _break_token(text: str, rng: random.Random) -> str:
    one = _token(text, rng)
    match rng.randrange(5):
        case 0:
            return text[: one.start()] + text[one.end() :]
        case 1:
            return text[: one.start()] + rng.choice(tokens()) + text[one.end() :]
        case 2:
            return text[: one.start()] + rng.choice(tokens()) + " " + text[one.start() :]
        case 3:
            return text[: one.end()] + " " + one.group() + text[one.end() :]
        case _:
            two = _token(text, rng)
            first, second = sorted((one, two), key=lambda m: m.start())
            if first.end() > second.start():
                return text
            between = text[first.end() : second.start()]
            return text[: first.start()] + second.group() + between + first.group() + text[second.end() :]


def _break_line(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.randrange(len(lines) + 1), lines[at])
        case 2:
            lines[at] = " " * rng.randrange(7) + lines[at].lstrip()
        case 3:
            other = shipped()[rng.choice(sources())].split("\n")
            lines.insert(at, rng.choice(other))
        case _:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
    return "\n".join(lines)


def _break_letter(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    noise = rng.choice(_NOISE)
    return text[:at] + noise + text[at + rng.randrange(2) :]


def broken(seed: int) -> tuple[Path, str]:
    """A shipped file with one to four things broken in it."""
    rng = random.Random(seed)
    path = rng.choice(sources())
    text = shipped()[path]
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        text = rng.choice((_break_token, _break_token, _break_line, _break_letter))(text, rng)
    return path, text


class TookTooLongError(Exception):
    """An input that has no end, or none in sight."""


def _ring(signum: int, frame_: FrameType | None) -> None:
    raise TookTooLongError


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Ends what takes longer, in time of the processor: what others do on the machine is no fault of ours."""
    before = signal.signal(signal.SIGVTALRM, _ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def survive(path: Path, text: str) -> bool:
    """Takes a text all the way; True if it is still a game. Any exception is a bug of ours."""
    with alarm(LIMIT):
        done = format_text(text)
        assert "".join(done.split()) == "".join(text.split())
        assert format_text(done) == done
        report, compiled = checked(path, text)
        for diagnostic in report:
            assert frame(diagnostic, color=True)
        assert report_dict(report)
        if not report.ok or not compiled or header(path).kind == "examples":
            return False
        return _generated(compiled[0])


def _generated(compiled: Compiled) -> bool:
    try:
        generate(compiled.program)
    except RulesError as error:
        assert not error.report.ok
        return False
    return True


def run(count: int, first: int = 0) -> int:
    """Tries so many inputs; prints and counts the bugs."""
    bugs = alive = 0
    began = time.process_time()
    for seed in range(first, first + count):
        path, text = broken(seed)
        try:
            alive += survive(path, text)
        except Exception:
            bugs += 1
            print(f"seed {seed}: {path.name}\n{traceback.format_exc(limit=-4)}", flush=True)
    seconds = time.process_time() - began
    print(f"{count} broken rulesets from seed {first}: {bugs} bugs, {alive} still games, {seconds:.0f} s of CPU")
    return bugs


if __name__ == "__main__":
    sys.exit(1 if run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0) else 0)
