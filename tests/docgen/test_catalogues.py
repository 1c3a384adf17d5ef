"""Catalogues beside a ruleset: what is misspelt, left over or malformed is said, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.docgen.wording.catalogues import check_catalogues
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Diagnostic, Report

ROOT = Path(__file__).parents[2]
RULES = """game camp
  language 1
  players 2

counter shell per player
play
  each player, collect
action collect
  gain 1 shell
score beach: 1 shell for each of players
winner player with most shells
"""


def problems(folder: Path, catalogue: str) -> list[Diagnostic]:
    (folder / "camp.rules").write_text(RULES, "utf-8")
    (folder / "locale").mkdir()
    (folder / "locale" / "fr.toml").write_text(catalogue, "utf-8")
    report = Report()
    check_catalogues([folder], report)
    return list(report)


def test_a_sound_catalogue(tmp_path: Path) -> None:
    text = '[name]\n"score.beach" = "La plage"\ncollect = "Ramasser"\n[noun]\nshell = { one = "coquillage" }\n'
    assert problems(tmp_path, text) == []


@pytest.mark.parametrize(
    ("catalogue", "code", "place", "help_"),
    [
        ('[name]\nbaech = "La plage"\n', Code.STALE_TRANSLATION, (2, 1), "did you mean `beach`?"),
        ('[noun]\nshell = "x"\n[verb]\n"action.colect" = "ramasser"\n', Code.STALE_TRANSLATION, (4, 1), "`collect`?"),
        ('[nuon]\nshell = "x"\n', Code.CATALOGUE_FILE, (1, 1), "did you mean `[noun]`?"),
        ("[name]\nbeach = La plage\n", Code.CATALOGUE_FILE, (2, 9), "entries are written"),
        ("[name\n", Code.CATALOGUE_FILE, (1, 6), "entries are written"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, catalogue: str, code: Code, place: tuple[int, int], help_: str) -> None:
    (found,) = problems(tmp_path, catalogue)
    assert found.code is code and found.help is not None and help_ in found.help
    assert found.span is not None and (found.span.line, found.span.column) == place


def test_the_shipped_catalogues_are_sound() -> None:
    report = Report()
    check_catalogues(sorted({path.parents[1] for path in (ROOT / "rulesets").rglob("locale/*.toml")}), report)
    assert not list(report), [str(d) for d in report]
