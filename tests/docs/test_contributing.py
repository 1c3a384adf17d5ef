"""The worked examples of CONTRIBUTING.md name files and things that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PATHS = sorted({m for m in re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", TEXT) if "NAME" not in m and "RWnnn" not in m})
# Each station of `shuffle`: a file, and what stands in it.
STATIONS = re.findall(r"^\| \w+ \| (`[^|]+`) \| (.+) \|$", TEXT, re.MULTILINE)


@pytest.mark.parametrize("path", PATHS)
def test_a_named_file_or_folder_exists(path: str) -> None:
    homes = [ROOT, ROOT / "rulesets" / "kingsburg"]
    assert any((home / path).exists() for home in homes)


@pytest.mark.parametrize(("files", "what"), STATIONS)
def test_a_station_has_what_is_said_of_it(files: str, what: str) -> None:
    texts = "".join((ROOT / file).read_text("utf-8") for file in re.findall(r"`([\w/.]+)`", files))
    named = [word for word in re.findall(r"`(\w+)`", what) if word not in ("call",)]
    names = [*named, *(["shuffle"] if "verbs" in files else [])]
    for name in names:
        home = "".join((ROOT / f).read_text("utf-8") for f in re.findall(r"`([\w/]+\.\w+)`", what))
        assert re.search(rf"\b{name}\b", texts + home), name


def test_the_stations_are_found() -> None:
    assert len(STATIONS) == 7


def test_the_worked_example_of_a_check_is_true() -> None:
    rows = re.findall(r"^\| `([\w/.]+)` \| (\d+) \| (.+) \|$", TEXT, re.MULTILINE)
    assert len(rows) == 4
    for file, lines, what in rows:
        text = (ROOT / file).read_text("utf-8")
        assert len(text.split("\n")) >= int(lines)
        for name in re.findall(r"`([^`]+)`", what):
            assert name in text, f"{file}: {name}"
    assert len((ROOT / "dsl/explain/RW472.md").read_text("utf-8").split("\n")) == 27


def test_the_worked_example_of_a_word_is_true() -> None:
    for file in ("dsl/library/board.rules", "docgen/wording/library.en.toml", "docgen/wording/library.fr.toml"):
        assert re.search(r"^(define )?smaller\b", (ROOT / file).read_text("utf-8"), re.MULTILINE), file
    assert "## apart, smaller\n" in (ROOT / "dsl/explain/words.md").read_text("utf-8")
