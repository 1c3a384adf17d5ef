"""Whole sheets: sections, provenance, Markdown, and the lints over the shipped games in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from docgen_games import ENGLISH, FRENCH, HEAD, PLAY, compiled, loaded, sample

from rulewright.docgen.formats.md import escape, render
from rulewright.docgen.lint import lint_pair, lint_sheet
from rulewright.docgen.outline import outline
from rulewright.docgen.sheet import Paragraph, Section, Sheet, paragraphs_of

ROOT = Path(__file__).parents[2]
READ_ALOUD = ("breakthrough", "connect_four", "goofspiel", "hex", "liars_dice", "othello", "tic_tac_toe")
SHIPPED = [
    *(ROOT / f"rulesets/classics/{name}.rules" for name in READ_ALOUD),
    ROOT / "rulesets/kingdom_builder/kingdom_builder.rules",
]

TEXT = """
rule finish: after you build where no pawn in your supply, set last to yes      source AB-12
tile oven: build on (moss or sand)
tile cart: relocate to lake
rule slow
  "A cart for the long way."
  after you relocate, lose 1 coin
score lakes: 2 coin for each of lakes next to your pawns
winner player with most coin
"""


@pytest.fixture(scope="module")
def sheets() -> tuple[Sheet, Sheet]:
    program = sample(TEXT)
    names = {
        "oven": "Four",
        "cart": "Charrette",
        "finish": "Fin",
        "lakes": "Étangs",
        "turn": "Tour de jeu",
        "slow": "Lenteur",
    }
    french = {**FRENCH, "name": {**FRENCH["name"], **names}, "text": {"rule.slow": "Pour aller loin."}}
    return outline(program, "en", [ENGLISH]), outline(program, "fr", [french])


def test_the_sections_are_the_same_in_both_languages(sheets: tuple[Sheet, Sheet]) -> None:
    en, fr = sheets
    assert [(s.id, s.kind) for s in en.sections] == [(s.id, s.kind) for s in fr.sections]
    assert {"overview", "components", "play", "rules", "scoring", "winner"} <= {s.kind for s in en.sections}


def test_sheets_are_clean(sheets: tuple[Sheet, Sheet]) -> None:
    en, fr = sheets
    assert lint_sheet(en) + lint_sheet(fr) + lint_pair(en, fr) == []


def test_a_paragraph_knows_its_rule(sheets: tuple[Sheet, Sheet]) -> None:
    for sheet in sheets:
        origin = next(p.origin for p in paragraphs_of(sheet) if p.origin and p.origin.rule == "rule.finish")
        assert origin.sources == ("AB-12",)
        assert origin.line > 0


def test_an_authored_line_is_an_extra(sheets: tuple[Sheet, Sheet]) -> None:
    en, fr = sheets
    assert [p.text for p in paragraphs_of(en) if p.authored] == ["A cart for the long way."]
    assert [p.text for p in paragraphs_of(fr) if p.authored] == ["Pour aller loin."]
    bare = outline(sample(TEXT), "en", [ENGLISH], authored=False)
    assert not any(p.authored for p in paragraphs_of(bare))
    assert any("Relocate one of your pawns" in p.text for p in paragraphs_of(bare))


def test_a_design_prints_the_whole_sentence_of_the_action_it_calls(sheets: tuple[Sheet, Sheet]) -> None:
    markdown = render(sheets[0])
    assert "**Oven.** Build a pawn on a free moss or sand hex, if possible next to one of your pawns." in markdown


def test_the_same_program_gives_the_same_bytes() -> None:
    assert render(outline(sample(TEXT), "fr", [FRENCH])) == render(outline(sample(TEXT), "fr", [FRENCH]))


def test_what_a_catalogue_lacks_is_told() -> None:
    assert ("noun", "pawn") in outline(sample(TEXT), "fr", []).missing
    assert not outline(sample(TEXT), "en", []).missing


def test_what_else_a_thing_is_called_stands_in_the_glossary() -> None:
    french = {**FRENCH, "also": {"pawn": "pièce"}}
    glossary = next(s for s in outline(sample(TEXT), "fr", [french]).sections if s.kind == "glossary")
    told = [(b.label, b.text) for b in glossary.blocks if isinstance(b, Paragraph)]
    assert ("Pion", "Autre nom : pièce.") in [(label, text.replace("\u00a0", " ")) for label, text in told]


@pytest.mark.parametrize("text", ["<script>", "*bold*", "_x_", "[a](b)", "# x", "`code`", "a|b", "1. x", "- x"])
def test_hostile_text_is_printed_literally(text: str) -> None:
    assert escape(text) != text
    section = Section("s", "s", text, [Paragraph(text, text)])
    assert escape(text) in render(Sheet("en", text, 2, "", [section]))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_games_are_clean_and_complete_in_both_languages(path: Path) -> None:
    program = loaded(path)
    en, fr = outline(program, "en"), outline(program, "fr")
    assert fr.missing == ()
    assert lint_sheet(en) + lint_sheet(fr) + lint_pair(en, fr) == []


TEAMS = """game relay
  language 1
  players 4

sides are teams of 2
board track per side of squares, 2 by 2
piece baton per side, 1 in supply
counter coin per side = 3
memory leader: side?

setup
  for each s in sides, as s, place a baton on [0,0]

play
  each player, run

action run
  gain 1 coin

rule lead: after you gain coins where your coins is at least 5, set leader to your side
winner side with most coins
"""


def test_partners_have_and_win_together() -> None:
    program = compiled(TEAMS, players=4)
    en = [p.text for p in paragraphs_of(outline(program, "en"))]
    fr = [p.text for p in paragraphs_of(outline(program, "fr"))]
    for text in (
        "1 track of 2 by 2 cells for each team",
        "1 baton for each team",
        "Coins (3 for each team at the start)",
        "The team with the most coins wins.",
        "If there is a tie, the tied teams share the victory.",
    ):
        assert text in en
    assert any(text.startswith("Each team places its baton") for text in en)
    assert "1 track de 2 sur 2 cases par équipe" in fr and any(text.startswith("Chaque équipe pose") for text in fr)


def test_who_holds_a_title_is_a_rule_and_no_note() -> None:
    sheet = outline(compiled(TEAMS, players=4), "en")
    (rules,) = [section for section in sheet.sections if section.kind == "rules"]
    assert not rules.sections and rules.blocks


REMARKED = """
setup
  step versions
    note "The tower has two versions."
  step fill
    each player, draw 1 from stock into your held
  step starter
    note "The oldest begins."
winner player with most coin
"""


def test_a_remark_before_all_steps_of_a_setup_comes_before_what_lies_ready() -> None:
    sheet = outline(compiled(HEAD + PLAY + REMARKED), "en", [ENGLISH])
    (setup,) = [section for section in sheet.sections if section.kind == "setup"]
    labels = [block.label for block in setup.blocks if isinstance(block, Paragraph)]
    assert labels == ["Versions", "Supplies", "Fill", "Starter"]


DOUBTED = """
tile oven: build on moss       source X-1, likely
tile cart: relocate to lake    source unverified
tile mill: relocate to rock    source X-2, invented, likely
tile well: build on rock       source X-3, verified
winner player with most coin
"""


def test_each_doubt_has_a_sign_of_its_own_and_a_key() -> None:
    english, french = (
        render(outline(compiled(HEAD + PLAY + DOUBTED), lang, names, authored=False))
        for lang, names in (("en", [ENGLISH]), ("fr", [FRENCH]))
    )
    signs = {"Oven": r"(\~)", "Cart": "(?)", "Mill": r"(\*)"}
    for name, sign in signs.items():
        assert next(line for line in english.splitlines() if line.startswith(f"**{name}.**")).endswith(sign)
    assert next(line for line in english.splitlines() if line.startswith("**Well.**")).endswith(".")
    for sheet in (english, french):
        keys = [line for line in sheet.splitlines() if line.startswith("(")]
        assert len(keys) == 1 and all(f"{sign} " in keys[0] for sign in signs.values())
