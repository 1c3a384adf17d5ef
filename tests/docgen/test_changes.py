"""What a variant changes: exactly the rules that differ, as they were and as they are."""

from __future__ import annotations

from docgen_games import ENGLISH, HEAD, PLAY, compiled

from rulewright.docgen.changes import changes, entries
from rulewright.docgen.outline import outline
from rulewright.docgen.sheet import Change, Paragraph, Sheet
from rulewright.docgen.writing import text_of

RULES = """
tile oven: build on moss
tile cart: relocate to lake
rule slow: after you relocate, lose 1 coin
winner player with most coin
"""
LABELS = dict.fromkeys(
    ("overview", "changes", "changed_rules", "added_rules", "removed_rules", "no_changes", "against"), "x"
)


def sheet(text: str) -> Sheet:
    return outline(compiled(HEAD + PLAY + text), "en", [ENGLISH], authored=False)


def found(text: str) -> dict[str, list[str]]:
    made = changes(sheet(RULES), sheet(text), LABELS)
    out: dict[str, list[str]] = {}
    for section in made.sections:
        for block in section.blocks:
            if isinstance(block, Change):
                out[block.label] = [*map(text_of, block.before), *map(text_of, block.after)]
            elif isinstance(block, Paragraph):
                out.setdefault(section.id, []).append(block.label or "")
    return out


def test_nothing_changes() -> None:
    assert found(RULES) == {"unchanged": [""]}


def test_a_changed_number_is_told_before_and_after() -> None:
    said = found(RULES.replace("lose 1 coin", "lose 2 coin"))
    assert list(said) == ["Slow"]
    assert "1 coin" in said["Slow"][0] and "2 coins" in said["Slow"][1]


def test_new_and_lost_rules() -> None:
    assert found(RULES + "rule fast: after you build, gain 1 coin\n") == {"added": ["Fast"]}
    said = found(RULES.replace("rule slow: after you relocate, lose 1 coin\n", ""))
    assert said == {"removed": ["Slow"]}


def test_entries_have_keys_of_their_own() -> None:
    keys = [entry.key for entry in entries(sheet(RULES))]
    assert len(keys) == len(set(keys))
