"""For the whole repository: the rulesets' folder holds examples, not a package of tests; `--update` for the specs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update", action="store_true", help="write what comes out into the expected blocks of tests/specs"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--update") and os.environ.get("CI"):
        raise pytest.UsageError("--update is for people, not for CI")


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The folder is importable as `rulewright.rulesets` only, so pytest must not import it as a package."""
    return pytest.Dir.from_parent(parent, path=path) if path == ROOT / "rulesets" else None
