"""A module may be written in French: its own names and phrases are then what a French sheet prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.docgen.outline import outline
from rulewright.docgen.sheet import Sheet, paragraphs_of
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.pipeline import load_ruleset

ROOT = Path(__file__).parents[2]
VARIANT = ROOT / "rulesets/kingdom_builder/variants/cités_côtières.rules"


def sheet_of(path: Path, lang: str) -> Sheet:
    report = Report()
    ruleset = load_ruleset(path, report=report)
    assert ruleset is not None and report.ok, [str(d) for d in report]
    program = Compiled(ruleset, ruleset.players[0], report).program
    assert report.ok
    return outline(program, lang)


def test_the_shipped_french_variant_needs_no_french_catalogue() -> None:
    assert "phare" not in (VARIANT.parent / "locale" / "fr.toml").read_text("utf-8")
    sheet = sheet_of(VARIANT, "fr")
    assert sheet.missing == ()
    said = {p.label: p.text for p in paragraphs_of(sheet)}
    assert said["Phares"].startswith("2 pièces d’or pour chacune de vos cités")
    assert "une des cases libres au bord de l’eau" in said["Premier phare"]


def test_in_another_language_what_lacks_words_is_told(tmp_path: Path) -> None:
    copy = tmp_path / "copie.rules"
    copy.write_text(VARIANT.read_text("utf-8"), "utf-8")
    assert ("noun", "phare") in sheet_of(copy, "en").missing
    assert sheet_of(VARIANT, "en").missing == ()


@pytest.mark.parametrize("line", ["written in de", "written in french"])
def test_a_language_without_sentences_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "v.rules"
    path.write_text(f'variant v of kingdom_builder\n  title "V"\n  {line}\n', "utf-8")
    report = Report()
    load_ruleset(path, report=report)
    (error,) = report.errors
    assert error.span is not None and error.span.line == 3 and "written in fr" in str(error.help)
