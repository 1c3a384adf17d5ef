"""Judges the house rules that a newcomer hands in, by examples that the newcomer never saw.

Usage: python -m tests.newcomers.judge SET GAME FOLDER, where SET is `first`, `second` or `third` (which 21 rules) and
the folder holds 1.rules to 7.rules. Each rule is checked, its own examples are run, then ours: those of
`SET/GAME_1.rules` and so on beside this file, in which our solution stands too.

A rule may ask its questions in another order than ours: below a `when` of our examples, `# or when …` is the same move
answered in another way. A rule stands an example if it stands it with one of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from rulewright.interpreter.testing.suite import loads_suite

HERE = Path(__file__).parent
OTHER = re.compile(r"^  # or (?=when )", re.M)


def ours(rules: str, game: str, number: int) -> str:
    """The examples that a rule must stand."""
    text = (HERE / rules / f"{game}_{number}.rules").read_text("utf-8")
    examples = text[text.index("example ") :]
    return re.sub(r'(?m)^example "', 'example "ours: ', examples)  # a newcomer's may have the same title


def ways(example: str) -> Iterator[str]:
    """An example as it stands, then with the other answers to its moves, the first of each, the second and so on."""
    yield example
    moves = [move.split("\n  # or ") for move in re.findall(r"^  when .*(?:\n  # or .*)+", example, re.M)]
    for others in zip_longest(*(move[1:] for move in moves)):
        other = example
        for move, said in zip(moves, others, strict=True):
            other = other.replace("\n  # or ".join(move), f"  {said}" if said else move[0])
        yield other


def complaints(text: str, path: str) -> Iterator[str]:
    """What is wrong with a ruleset and its examples, one after the other."""
    suite = loads_suite(text, path)
    if not suite.ok:
        yield from (str(diagnostic) for diagnostic in suite.report.errors)
        return
    for k in suite.own_cases():
        yield from (str(x) for x in suite.run(k).diagnostics)


def stands(text: str, path: str) -> bool:
    return next(complaints(text, path), None) is None


def faults(text: str, examples: str, path: str) -> Iterator[str]:
    """What is wrong with a ruleset that has to stand its own examples and ours."""
    if stands(f"{text}\n{examples}", path):
        return
    own = list(complaints(text, path))
    yield from own
    if own:
        return
    for example in re.split(r"\n(?=example )", examples):
        if not any(stands(f"{text}\n{way}", path) for way in ways(example)):
            yield from complaints(f"{text}\n{example}", path)


def judged(rules: str, game: str, folder: Path) -> Iterator[tuple[int, list[str]]]:
    for number in range(1, 8):
        path = folder / f"{number}.rules"
        yield number, list(faults(path.read_text("utf-8"), ours(rules, game, number), str(path)))


def main(rules: str, game: str, folder: str) -> int:
    counted = 0
    for number, wrong in judged(rules, game, Path(folder)):
        counted += not wrong
        print(f"{game} {number}: {'counts' if not wrong else 'does not count'}", *wrong, sep="\n  ")
    print(f"{counted} of 7 count")
    return 0 if counted == 7 else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
