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


TABLE = """variant table of kingdom_builder
  title "Table"
  written in fr

rule bord_de_l_eau: after an opponent gains gold, gain 1 gold
rule dîme: after you settle where your gold is more than 3, each opponent, gain 1 gold
rule choix
  after you settle
    either gain 1 gold
    or pass
rule famine: instead of you gain gold where your gold is at least 9, lose 1 gold
rule aide: increase mandatory_builds by 1 where you have no tiles
score premier: 4 gold if no p in opponents has count of p's settlements is more than count of your settlements
"""


def test_house_rules_of_a_french_author_read_as_french(tmp_path: Path) -> None:
    path = tmp_path / "table.rules"
    path.write_text(TABLE, "utf-8")
    said = {p.label: p.text for p in paragraphs_of(sheet_of(path, "fr"))}
    assert said["Bord de l’eau"] == "Quand un adversaire gagne des pièces d’or, gagnez 1 pièce d’or."
    assert said["Dîme"].endswith("si vous avez plus de 3 pièces d’or, chaque autre joueur gagne 1 pièce d’or.")
    assert said["Choix"] == "Après l’action obligatoire, gagnez 1 pièce d’or ou passez."
    assert said["Famine"].endswith("si vous avez au moins 9 pièces d’or, perdez plutôt 1 pièce d’or.")
    assert said["Aide"].startswith("Le nombre de cités à construire est de 4 au lieu de 3")
    assert said["Premier"] == "4 pièces d’or si aucun autre joueur n’a plus de cités que vous."


LAID = """variant laid of kingdomino
  title "Laid"
rule heavy: after you lay d where d's value is at least 40, gain 1 point
rule before: before you turn, gain 1 point
"""


def test_what_is_waited_for_keeps_its_condition_and_has_no_holes(tmp_path: Path) -> None:
    path = tmp_path / "laid.rules"
    path.write_text(LAID, "utf-8")
    said = {p.label: p.text for p in paragraphs_of(sheet_of(path, "fr"))}
    lead = "Quand vous avez fini de poser un domino dont le numéro est d’au moins 40 dans votre royaume"
    assert said["Heavy"] == f"{lead}, gagnez 1 point."
    assert said["Before"] == "Avant de jouer un domino, gagnez 1 point."
    said = {p.label: p.text for p in paragraphs_of(sheet_of(path, "en"))}
    assert said["Heavy"] == "After you place a domino whose number is at least 40, gain 1 point."


def test_what_comes_in_lots_is_counted_in_the_plural(tmp_path: Path) -> None:
    path = tmp_path / "lots.rules"
    score = "score trésor: 1 vp for every 3 of your gold"
    path.write_text(f'variant lots of kingsburg\n  title "Lots"\n  written in fr\n{score}\n', "utf-8")
    said = {p.label: p.text for p in paragraphs_of(sheet_of(path, "fr"))}
    assert said["Trésor"] == "1 PV par tranche de 3 or."


def test_a_field_that_counts_is_had_and_a_lone_side_is_its_player(tmp_path: Path) -> None:
    path = tmp_path / "had.rules"
    rules = (
        "rule cheap: reduce price(b) by 1 where b's towers is at least 1\n"
        "score rich: 4 points if every p in opponents has p's coins is less than your coins\n"
    )
    path.write_text(f'variant had of queendomino\n  title "Had"\n{rules}', "utf-8")
    said = {p.label: p.text for p in paragraphs_of(sheet_of(path, "fr"))}
    assert said["Cheap"] == "Chaque bâtiment avec au moins une tour vous coûte 1 pièce de moins que le prix inscrit."
    assert said["Rich"] == "4 points si chaque autre joueur a moins de pièces que vous."
    said = {p.label: p.text for p in paragraphs_of(sheet_of(path, "en"))}
    assert said["Cheap"] == "Each building with at least 1 tower costs you 1 coin less than the price under it."
    assert said["Rich"] == "4 points if each opponent has fewer coins than you."


def test_a_mark_that_is_wanting_follows_its_noun_at_once_in_french(tmp_path: Path) -> None:
    path = tmp_path / "crowned.rules"
    rules = (
        "extend component building\n  has rouge: truth\n"
        "score plain: 1 vp for each b in your province where b's row is B and not b's rouge\n"
    )
    path.write_text(f'variant crowned of kingsburg\n  title "Crowned"\n{rules}', "utf-8")
    said = {p.label: p.text for p in paragraphs_of(sheet_of(path, "fr"))}
    assert said["Plain"] == "1 PV pour chacun de vos bâtiments non rouges de la rangée B."
