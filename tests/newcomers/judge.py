"""Judges the house rules that a newcomer hands in, by examples that the newcomer never saw.

Usage: python -m tests.newcomers.judge GAME FOLDER, where the folder holds 1.rules to 7.rules. Each rule is checked, its
own examples are run, then ours: those of `GAME_1.rules` and so on beside this file, in which our solution stands too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rulewright.interpreter.testing.suite import loads_suite

HERE = Path(__file__).parent


def ours(game: str, number: int) -> str:
    """The examples that a rule must stand."""
    text = (HERE / f"{game}_{number}.rules").read_text("utf-8")
    return text[text.index("example ") :]


def complaints(text: str, path: str) -> list[str]:
    """What is wrong with a ruleset and its examples."""
    suite = loads_suite(text, path)
    if not suite.ok:
        return [str(diagnostic) for diagnostic in suite.report.errors]
    return [str(x) for k in suite.own_cases() for x in suite.run(k).diagnostics]


def judged(game: str, folder: Path) -> Iterator[tuple[int, list[str]]]:
    for number in range(1, 8):
        path = folder / f"{number}.rules"
        text = path.read_text("utf-8")
        yield number, complaints(text, str(path)) or complaints(f"{text}\n{ours(game, number)}", str(path))


def main(game: str, folder: str) -> int:
    counted = 0
    for number, wrong in judged(game, Path(folder)):
        counted += not wrong
        print(f"{game} {number}: {'counts' if not wrong else 'does not count'}", *wrong, sep="\n  ")
    print(f"{counted} of 7 count")
    return 0 if counted == 7 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
