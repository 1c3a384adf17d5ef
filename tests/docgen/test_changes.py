"""What a variant changes: exactly the rules that differ, as they were and as they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from docgen_games import ENGLISH, FRENCH, HEAD, PLAY, compiled, loaded

from rulewright.docgen.changes import changes, entries
from rulewright.docgen.outline import outline
from rulewright.docgen.sheet import Change, Paragraph, Sheet, paragraphs_of
from rulewright.docgen.wording.words import Wording
from rulewright.docgen.writing import text_of

RULES = """
tile oven: build on moss
tile cart: relocate to lake
rule slow: after you relocate, lose 1 coin
winner player with most coin
"""
LABELS = dict.fromkeys(("changes", "changed_rules", "added_rules", "removed_rules", "no_changes", "players"), "x")
LABELS |= {"instead": "{new} instead of {old}", "players_change": "3 instead of 2 to 4."}


def sheet(text: str) -> Sheet:
    return outline(compiled(HEAD + PLAY + text), "en", [ENGLISH], authored=False)


def found(text: str) -> dict[str, list[str]]:
    made = changes(sheet(RULES), sheet(text), LABELS)
    out: dict[str, list[str]] = {}
    for section in made.sections:
        for block in section.blocks:
            if isinstance(block, Change):
                out[block.label] = [*map(text_of, block.before), *map(text_of, block.after)]
            elif isinstance(block, Paragraph) and section.id == "changed":
                out[block.label or ""] = [text_of(replace(block, label=None))]
            elif isinstance(block, Paragraph):
                out.setdefault(section.id, []).append(block.label or "")
    return out


def test_nothing_changes() -> None:
    assert found(RULES) == {"unchanged": [""]}


def test_a_changed_number_is_told_in_one_sentence() -> None:
    said = found(RULES.replace("lose 1 coin", "lose 2 coin"))
    assert list(said) == ["Slow"]
    assert said["Slow"][0].endswith("lose 2 coins instead of 1.")


def test_other_words_are_told_as_they_are_and_as_they_were() -> None:
    said = found(RULES.replace("build on moss", "build on sand"))
    assert list(said) == ["Oven"]
    assert "moss" in said["Oven"][0] and "sand" in said["Oven"][1]


def test_for_how_many_it_is_has_a_line_of_its_own() -> None:
    now = outline(compiled((HEAD + PLAY + RULES).replace("players 2 to 4", "players 2")), "en", [ENGLISH])
    made = changes(sheet(RULES), now, LABELS)
    assert [text_of(p) for p in paragraphs_of(made)] == ["x 3 instead of 2 to 4."]


def test_new_and_lost_rules() -> None:
    assert found(RULES + "rule fast: after you build, gain 1 coin\n") == {"added": ["Fast"]}
    said = found(RULES.replace("rule slow: after you relocate, lose 1 coin\n", ""))
    assert said == {"removed": ["Slow"]}


def test_a_rule_that_waits_for_a_round_leaves_the_round_as_it_was() -> None:
    rounds = PLAY.replace("each player, turn", "round") + "action round\n  each player, turn\n"
    before = outline(compiled(HEAD + rounds + RULES), "en", [ENGLISH], authored=False)
    pay = "rule pay_day: after you round, each player, gain 1 coin\n"
    after = outline(compiled(HEAD + rounds + RULES + pay), "en", [ENGLISH], authored=False)
    made = changes(before, after, LABELS)
    assert [section.id for section in made.sections] == ["added"]
    assert next(text_of(one) for one in paragraphs_of(made)).endswith("After each round, each player gains 1 coin.")


def test_entries_have_keys_of_their_own() -> None:
    keys = [entry.key for entry in entries(sheet(RULES))]
    assert len(keys) == len(set(keys))


def test_in_french_the_noun_stands_next_to_its_number() -> None:
    def sheet_in_french(text: str) -> Sheet:
        return outline(compiled(HEAD + PLAY + text), "fr", [FRENCH], authored=False)

    program = compiled(HEAD + PLAY + RULES)
    words = Wording(program, "fr", [FRENCH]).say.counted_words
    labels = LABELS | {"instead": "{new} au lieu de {old}"}
    now = sheet_in_french(RULES.replace("lose 1 coin", "lose 2 coin"))
    made = changes(sheet_in_french(RULES), now, labels, counted=words)
    told = [text_of(p) for p in paragraphs_of(made)]
    assert len(told) == 1 and told[0].endswith("perdez 2 pièces au lieu de 1.")
    assert words(["fois,", "tant"]) == 1 and words(["sur", "7"]) == 0


def test_a_variant_is_not_told_in_the_words_of_its_game(tmp_path: Path) -> None:
    game = 'game isles\n  title "Isles"\n  language 1\n  players 2\nboard sea of hexes, 3 by 3\n'
    game += "piece hut per player, 9 in supply\n"
    game += 'define calm: cells = vacant\n  reads "calm places"\n'
    game += "play\n  repeat 2 times\n    each player, settle\n"
    game += "action settle\n  choose c in calm\n  place a hut on c\nwinner player with most count of its huts\n"
    (tmp_path / "locale").mkdir()
    (tmp_path / "variants").mkdir()
    (tmp_path / "isles.rules").write_text(game, "utf-8")
    (tmp_path / "locale" / "en.toml").write_text('[reads]\ncalm = { text = "quiet cells", plain = true }\n', "utf-8")
    lone = 'variant lone of isles\n  title "Lone"\n'
    lone += "replace define calm: cells = vacant not next to huts\n"
    said = []
    for words in ("", '  reads "lonely places"\n'):
        (tmp_path / "variants" / "lone.rules").write_text(lone + words, "utf-8")
        said.append(
            [text_of(one) for one in paragraphs_of(outline(loaded(tmp_path / "variants" / "lone.rules"), "en"))]
        )
    assert any("not next to" in text for text in said[0]) and not any("quiet" in text for text in said[0])
    assert any("lonely places" in text for text in said[1]) and not any("quiet" in text for text in said[1])
