"""`rulewright sources`: numbers, places, examples, marks, and what counts as a gap."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulewright.cli.main import main

GAME = """game small
  language 1
  players 2

counter coin per player source AB-001
counter point per player source AB-002, likely

play
  repeat 2 times
    each player, work

action work
  gain 1 coin source AB-003 to AB-004
  gain 2 points source AB-{last}

winner player with most points

example "a wage" shows work
  when anne: work
  then anne's coin is 1

example "points" source AB-002
  when anne: work
  then anne's point is 2
"""


def write(folder: Path, last: str, listing: str | None = None) -> Path:
    path = folder / "small.rules"
    path.write_text(GAME.format(last=last), "utf-8")
    if listing is not None:
        (folder / "SOURCES.md").write_text(listing, "utf-8")
    return path


def run(path: Path, *args: str) -> Result:
    return CliRunner().invoke(main, ["sources", str(path), *args])


def data(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(path, "--json").output)
    return found


def test_numbers_with_their_places_examples_and_marks(tmp_path: Path) -> None:
    path = write(tmp_path, "005")
    assert run(path).exit_code == 0
    numbers = {row["number"]: row for row in data(path)["numbers"]}
    assert list(numbers) == ["AB-001", "AB-002", "AB-003", "AB-004", "AB-005"]
    assert numbers["AB-002"]["marks"] == ["likely"]
    assert [place["name"] for place in numbers["AB-002"]["rules"]] == ["point"]
    assert [example["name"] for example in numbers["AB-002"]["examples"]] == ["points"]
    assert [(place["name"], place["line"]) for place in numbers["AB-004"]["rules"]] == [("work", 13)]
    assert [example["name"] for example in numbers["AB-004"]["examples"]] == ["a wage"]
    assert numbers["AB-001"]["examples"] == []
    text = run(path).output
    assert "AB-002 · likely\n  point  " in text
    assert f"  work  {path}:13\n" in text
    assert "5 numbers, 4 with an example, 4 with a sentence in both languages, 0 missing" in text


def test_sentences_stand_beside_the_number_in_both_languages(tmp_path: Path) -> None:
    path = write(tmp_path, "005")
    numbers = {row["number"]: row for row in data(path)["numbers"]}
    assert numbers["AB-005"]["sentences"] == {"en": ["Gain 2 points."], "fr": ["Gagnez 2 points."]}
    assert "  en: Gain 2 points.\n  fr: Gagnez 2 points.\n" in run(path).output


def test_strictly_a_number_without_example_or_sentence_is_a_gap(tmp_path: Path) -> None:
    path = write(tmp_path, "005")
    result = run(path, "--strict")
    assert result.exit_code == 1 and "gap: AB-001 has no example or no sentence" in result.output


def test_a_gap_is_named_and_ends_with_1(tmp_path: Path) -> None:
    path = write(tmp_path, "007")
    result = run(path)
    assert result.exit_code == 1
    assert "gap: AB-005 is neither" in result.output and "gap: AB-006 is neither" in result.output
    assert data(path)["gaps"] == ["AB-005", "AB-006"] and data(path)["ok"] is False


@pytest.mark.parametrize(
    ("last", "listing", "gaps"),
    [
        ("007", "AB-005 is advice. AB-001 to AB-290 name the rules.", ["AB-006"]),
        ("007", "AB-005 to AB-006 are advice.", []),
        ("007", "CD-001 is left out.", []),  # AB is another game's
        ("010", None, []),  # a new chapter
        ("014", None, [f"AB-{k:03}" for k in range(5, 14)]),
        ("015", None, []),  # more than nine were never given out
    ],
)
def test_what_counts_as_a_gap(tmp_path: Path, last: str, listing: str | None, gaps: list[str]) -> None:
    path = write(tmp_path, last, listing)
    assert data(path)["gaps"] == gaps
    assert run(path).exit_code == (1 if gaps else 0)


def test_a_module_beside_the_game_may_cite_what_the_game_does_not(tmp_path: Path) -> None:
    path = write(tmp_path, "006")
    assert data(path)["gaps"] == ["AB-005"]
    (tmp_path / "variants").mkdir()
    variant = "variant rich of small\n\naction rest source AB-005\n  gain 3 coins\n"
    (tmp_path / "variants" / "rich.rules").write_text(variant, "utf-8")
    assert data(path)["gaps"] == []


def test_an_unknown_game_is_a_wrong_call() -> None:
    assert CliRunner().invoke(main, ["sources", "no-such-game"]).exit_code == 2
