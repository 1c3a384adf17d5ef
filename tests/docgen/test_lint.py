"""The lints find what they are for, and nothing in good prose."""

import pytest
from docgen_games import sample, wordings

from rulewright.docgen.lint import lint_text

BAD = [
    ("en", "Choose a in_hand card.", "raw identifier"),
    ("en", "Gain None coins.", "programmer"),
    ("en", "Gain {n} coins.", "template"),
    ("en", "Place  a pawn.", "space"),
    ("en", "Place a a pawn.", "doubled word"),
    ("en", "Place a pawn (on a hex.", "unbalanced"),
    ("en", "Place a empty card.", "article"),
    ("en", "word " * 36 + ".", "words"),
    ("en", "= your pawn is put aside.", "sign"),
    ("fr", "Posez un pion; passez.", "narrow"),
    ("fr", "Faites ceci: passez.", "colon"),
    ("fr", "Posez the pion.", "English"),
    ("fr", "Posez le pion à côté de le mur.", "contraction"),
    ("fr", "Prenez le étang.", "elision"),
    ("fr", "Prenez l'étang.", "apostrophe"),
]


@pytest.mark.parametrize(("lang", "text", "word"), BAD, ids=[text[:30] for _, text, _ in BAD])
def test_a_fault_is_found(lang: str, text: str, word: str) -> None:
    assert any(word in finding for finding in lint_text(text, lang))


GOOD = [
    ("en", "Place a pawn on an empty hex, if possible next to one of your pawns."),
    ("en", "A one-sided unit is a useful thing (see above)."),
    ("fr", "Vous devez vous établir à côté d’un étang\u202f; sinon, passez."),
    ("fr", "Choisissez un nombre de 1 à 6\u00a0: c’est votre mise."),
]


@pytest.mark.parametrize(("lang", "text"), GOOD)
def test_good_prose_passes(lang: str, text: str) -> None:
    assert lint_text(text, lang) == []


FINISHED = [
    ("de le\ue000 plateau", "du plateau"),
    ("de les\ue000 pions", "des pions"),
    ("de le\ue000 étang", "de l’étang"),
    ("à le\ue000 bord", "au bord"),
    ("à les\ue000 murs", "aux murs"),
    ("de le faire", "de le faire"),
    ("de des\ue000 cases vides", "de cases vides"),
    ("de une carte", "d’une carte"),
    ("la\ue000 hutte et l'hôtel", "la hutte et l’hôtel"),
    ("le\ue000 hexagone", "l’hexagone"),
    ("le\ue000 hasard", "le hasard"),
    ("si il ne est pas vide", "s’il n’est pas vide"),
    ("que il y a onze cartes", "qu’il y a onze cartes"),
    ("posez ceci ; passez : « oui »", "posez ceci\u202f; passez\u00a0: «\u00a0oui\u00a0»"),
]


@pytest.mark.parametrize(("raw", "finished"), FINISHED)
def test_french_is_finished(raw: str, finished: str) -> None:
    _, french = wordings(sample(""))
    assert french.say.finish(raw) == finished


@pytest.mark.parametrize(
    ("raw", "finished"),
    [
        ("a empty cell", "an empty cell"),
        ("a one-sided card", "a one-sided card"),
        ("a unit", "a unit"),
        ("a 8", "an 8"),
        ("a use", "a use"),
        ("the discs that that cell flips", "the discs that this cell flips"),
    ],
)
def test_english_is_finished(raw: str, finished: str) -> None:
    english, _ = wordings(sample(""))
    assert english.say.finish(raw) == finished
