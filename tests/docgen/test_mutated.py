"""A number, a word or a condition of a shipped game is changed: what the sheets say otherwise, in both languages, is
exactly what names the changed place as where it comes from.

Paragraphs under one name that tell one rule are taken as one: they share their places. RULEWRIGHT_MUTATIONS=1000 tries
every place that the patterns find; else a fixed sample is tried.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from shipped import RULESETS

from rulewright.docgen.outline import outline
from rulewright.docgen.sheet import Paragraph, Sheet, sections_of
from rulewright.docgen.writing import text_of
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.pipeline import load_ruleset

TRIED = int(os.environ.get("RULEWRIGHT_MUTATIONS", "6"))
NUMBER = re.compile(r"^number \w+ +=  ?(\d+)(?= +source)", re.MULTILINE)
CONDITIONS = {
    "is at least": "is at most",
    "is more than": "is less than",
    "is less than": "is more than",
    "with most": "with least",
    " not on ": " on ",
    " some ": " no ",
}
WORDS = {
    "kingdom_builder": {"grass": "canyon", "desert": "forest", "water": "mountain", "of castles": "of locations"},
    "kingsburg": {"wood": "stone", "gold": "wood", "summer": "spring", "demons": "orcs", "gain 1": "gain 4"},
    "queendomino": {"wheat": "lake", "forest": "swamp", "2 points": "9 points", "3 points": "8 points"},
}
_SILENT = re.compile(r"\s*(#|kind|number|option|note|reads|title|counter|\w[^=]* are )")  # what only declares


class Mutation(NamedTuple):
    """What stands from `start` to `end` becomes `new`."""

    start: int
    end: int
    new: str


Told = dict[tuple[str, str, str], tuple[str, bool]]
"""What is said under a section, name and rule, and whether it names the changed place."""


def mutations(game: str, text: str) -> list[Mutation]:
    """Every place that can be changed, in an order that mixes them."""
    found = [Mutation(*match.span(1), str(int(match[1]) + 1)) for match in NUMBER.finditer(text)]
    for old, new in {**CONDITIONS, **WORDS[game]}.items():
        for match in re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", text):
            line = text[text.rfind("\n", 0, match.start()) + 1 : text.find("\n", match.start())]
            if not _SILENT.match(line) and '"' not in line:
                found.append(Mutation(*match.span(), new))
    return random.Random(f"mutations of {game}").sample(found, len(found))


def sheets(path: Path) -> dict[str, Sheet] | None:
    """The sheet in each language; None where the rules are refused."""
    report = Report()
    ruleset = load_ruleset(path, (), {}, report=report)
    program = Compiled(ruleset, max(ruleset.players), report).program if ruleset is not None and report.ok else None
    if program is None or not report.ok:
        return None
    return {lang: outline(program, lang, authored=False) for lang in ("en", "fr")}


def told(sheet: Sheet, path: Path, line: int) -> Told:
    """What a sheet says; the index only repeats what stands elsewhere."""
    found: Told = {}
    for where, paragraph in _paragraphs(sheet):
        origin = paragraph.origin
        key = where, paragraph.label or "", origin.rule if origin is not None else ""
        text, is_named = found.get(key, ("", False))
        places = origin.lines if origin is not None else ()
        is_here = any(at == line and Path(file).name == path.name for file, at in places)
        found[key] = f"{text} {text_of(paragraph)}", is_named or is_here
    return found


def _paragraphs(sheet: Sheet) -> Iterator[tuple[str, Paragraph]]:
    for section in sections_of(sheet):
        yield from ((section.id, block) for block in section.blocks if isinstance(block, Paragraph))


@pytest.mark.parametrize("game", list(WORDS))
def test_what_is_said_otherwise_is_what_names_the_changed_place(game: str, tmp_path: Path) -> None:
    for folder in {game, "kingdomino"}:  # one is made from the other
        shutil.copytree(RULESETS / folder, tmp_path / folder)
    path = tmp_path / game / f"{game}.rules"
    text = path.read_text("utf-8")
    before = sheets(path)
    assert before is not None
    tried = seen = 0
    for mutation in mutations(game, text):
        path.write_text(text[: mutation.start] + mutation.new + text[mutation.end :], "utf-8")
        after = sheets(path)
        if after is None:
            continue
        line = text[: mutation.start].count("\n") + 1
        for lang in before:
            seen += _agree(told(before[lang], path, line), told(after[lang], path, line), f"{lang}, line {line}")
        tried += 1
        if tried == TRIED:
            break
    # A definition that no plain sentence can say is printed by its author's phrase alone: nothing then says otherwise.
    assert tried >= min(TRIED, 6) and seen >= 1.6 * tried, (tried, seen)


def _agree(before: Told, after: Told, what: str) -> bool:
    """Whether anything is said otherwise; it must be what names the place, before or after."""
    both = {*before, *after}
    changed = {key for key in both if before.get(key, ("",))[0] != after.get(key, ("",))[0]}
    named = {key for key in both if any(found[key][1] for found in (before, after) if key in found)}
    assert changed == named, (what, "changed only:", changed - named, "named only:", named - changed)
    return bool(changed)
