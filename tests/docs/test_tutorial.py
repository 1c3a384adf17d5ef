"""The tutorial stays true: its files are written, its commands run one after the other, its output is what comes.

A block under `<!-- file NAME -->` is the file from then on; one under `<!-- append NAME -->` is added to it. In the
output `…` stands for any lines, and times are not compared.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.md"
_BLOCK = re.compile(r"(?:<!-- (file|append) (\S+) -->\n)?^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TIMES = re.compile(r"\d+(?:\.\d+)? (?:s|a second|seconds)\b|in \d+\.\d+s|=+")


def calls(block: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a console block, with the lines it must print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *lines = part.rstrip("\n").split("\n")
        yield command.partition("  #")[0], [line for line in lines if line.strip()]


def run(command: str, folder: Path) -> list[str]:
    program, *args = command.split()
    module = {"rulewright": "rulewright", "pytest": "pytest"}[program]
    words = [sys.executable, "-m", module, *args]
    environment = {**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    return [line for line in done.stdout.split("\n") if line.strip()]


def agree(expected: list[str], found: list[str]) -> bool:
    """`…` alone on a line stands for any lines."""
    if not expected:
        return not found
    if expected[0].strip() == "…":
        return any(agree(expected[1:], found[k:]) for k in range(len(found) + 1))
    same = found and _TIMES.sub("", expected[0]).split() == _TIMES.sub("", found[0]).split()
    return bool(same) and agree(expected[1:], found[1:])


def test_the_tutorial_does_what_it_says(tmp_path: Path) -> None:
    commands = 0
    for how, name, language, text in _BLOCK.findall(TUTORIAL.read_text("utf-8")):
        if name:
            old = (tmp_path / name).read_text("utf-8") + "\n" if how == "append" else ""
            (tmp_path / name).write_text(old + text, "utf-8")
        elif language == "console":
            for command, expected in calls(text):
                found = run(command, tmp_path)
                assert agree(expected, found), f"$ {command}\n" + "\n".join(found)
                commands += 1
    assert commands >= 12


@pytest.mark.parametrize(
    ("expected", "found", "same"),
    [
        (["a", "…", "c"], ["a", "b", "b", "c"], True),
        (["a", "…"], ["b"], False),
        (["took 1.5 s"], ["took 2.0 s"], True),
        (["3 gold"], ["4 gold"], False),
    ],
)
def test_what_counts_as_the_same_output(expected: list[str], found: list[str], same: bool) -> None:
    assert agree(expected, found) is same
