"""A number of a shipped game is changed: the paragraphs that change, in both languages, name its place."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from shipped import RULESETS

from rulewright.docgen.outline import outline
from rulewright.docgen.sheet import Paragraph, Sheet, sections_of
from rulewright.docgen.writing import text_of
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.pipeline import load_ruleset

NUMBER = re.compile(r"^number (\w+) +=  ?(\d+)(?= +source)", re.MULTILINE)


def sheets(path: Path) -> dict[str, Sheet]:
    report = Report()
    ruleset = load_ruleset(path, (), {}, report=report)
    assert ruleset is not None and report.ok, [error.message for error in report.errors]
    program = Compiled(ruleset, max(ruleset.players), report).program
    return {lang: outline(program, lang, authored=False) for lang in ("en", "fr")}


def paragraphs(sheet: Sheet) -> list[tuple[str, Paragraph]]:
    """The paragraphs of the first level with their sections; the index only repeats what stands elsewhere."""
    return [(s.id, block) for s in sections_of(sheet) for block in s.blocks if isinstance(block, Paragraph)]


@pytest.mark.parametrize("game", ["kingdom_builder", "kingsburg", "queendomino"])
def test_a_changed_number_changes_what_stems_from_its_line(game: str, tmp_path: Path) -> None:
    shutil.copytree(RULESETS / game, tmp_path / game)
    path = tmp_path / game / f"{game}.rules"
    text = path.read_text("utf-8")
    before = {lang: paragraphs(sheet) for lang, sheet in sheets(path).items()}
    found = list(NUMBER.finditer(text))
    assert len(found) >= 5
    for match in found:
        line = text[: match.start()].count("\n") + 1
        path.write_text(text[: match.start(2)] + str(int(match[2]) + 1) + text[match.end(2) :], "utf-8")
        for lang, sheet in sheets(path).items():
            after = paragraphs(sheet)
            assert [(where, p.label) for where, p in before[lang]] == [(where, p.label) for where, p in after]
            pairs = zip(before[lang], after, strict=True)
            changed = {text_of(one) for (_, one), (_, two) in pairs if text_of(one) != text_of(two)}
            named = {
                text_of(p)
                for _, p in before[lang]
                if p.origin and any(at == line and Path(file).name == path.name for file, at in p.origin.lines)
            }
            assert changed, (match[1], lang)
            assert changed <= named, (match[1], lang, changed - named)
