"""What the pytest plugin costs a run that has nothing to do with it: `python benchmarks/plugin.py`.

Runs pytest on one empty test in turn with and without the plugin, and prints the middle of the differences in CPU time.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

PLUGIN = "rulewright.interpreter.testing.plugin"
ROUNDS = 21


def seconds(folder: Path, *options: str) -> float:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    before = os.times()
    subprocess.run(command, cwd=folder, capture_output=True, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "test_nothing.py").write_text("def test_nothing() -> None:\n    pass\n", "utf-8")
        rounds = [(seconds(folder, "-p", "no:rulewright"), seconds(folder)) for _ in range(ROUNDS)]
    without, with_ = (statistics.median(times) for times in zip(*rounds, strict=True))
    more = statistics.median(after - before for before, after in rounds)
    print(f"without {without * 1000:.0f} ms, with {with_ * 1000:.0f} ms, more {more * 1000:.1f} ms")


if __name__ == "__main__":
    main()
