"""Whole sentences in both languages, as a rulebook editor would pass them."""

from __future__ import annotations

import pytest
from docgen_games import ENGLISH, FRENCH, HEAD, PLAY, compiled, sample, texts, wordings

from rulewright.docgen.lint import lint_text
from rulewright.docgen.wording.words import Wording, modifiers_of
from rulewright.dsl.program import Choose, Needs
from rulewright.dsl.program_walk import walk

NB, NNB = "\u00a0", "\u202f"


def french(text: str) -> str:
    """Expectations are written with plain spaces and apostrophes."""
    text = text.replace("'", "’").replace(" :", NB + ":").replace(" ;", NNB + ";")
    return text.replace("« ", "«" + NB).replace(" »", NB + "»")


def english(text: str) -> str:
    return text.replace("'", "’")


ACTIONS = [
    (
        "build on moss",
        ["Build a pawn on a free moss hex, if possible next to one of your pawns."],
        ["Construisez un pion sur une case de mousse libre, si possible à côté d'un de vos pions."],
    ),
    (
        "build on (moss or sand)",
        ["Build a pawn on a free moss or sand hex, if possible next to one of your pawns."],
        ["Construisez un pion sur une case de mousse ou de sable libre, si possible à côté d'un de vos pions."],
    ),
    (
        "relocate to lake",
        ["Relocate one of your pawns to a free lake, if possible next to one of your pawns."],
        ["Déplacez un de vos pions sur un étang libre, si possible à côté d'un de vos pions."],
    ),
    (
        "build on (soft on edge of field)",
        ["Build a pawn on a free soft hex on the edge of the field, if possible next to one of your pawns."],
        ["Construisez un pion sur une case tendre libre au bord du plateau, si possible à côté d'un de vos pions."],
    ),
    (
        "choose c in vacant\n  place a pawn on c",
        ["Place a pawn on an empty hex."],
        ["Posez un pion sur une case vide."],
    ),
    (
        "choose\n    start in your pawns\n    site in vacant\n    where site is in straight(start, 2)\n"
        "  move a pawn from start to site",
        [
            "Move one of your pawns to an empty hex exactly 2 steps from that pawn in a straight line,"
            " whatever lies between them."
        ],
        [
            "Déplacez un de vos pions sur une case vide à exactement 2 pas de ce pion en ligne droite,"
            " quoi qu’il y ait entre les deux."
        ],
    ),
    (
        "choose c in vacant where c is not next to your pawns\n  otherwise, pass\n  place a wall on c",
        ["Place a wall on an empty hex not next to any of your pawns.", "If you cannot, pass."],
        ["Posez un mur sur une case vide qui n'est pas à côté d'un de vos pions.", "Si c'est impossible, passez."],
    ),
    (
        "repeat builds times while some pawn in your supply, build on rock",
        [
            "Do this 3 times, or until you have no pawns left in your supply: build a pawn on a free rock, if possible"
            " next to one of your pawns."
        ],
        [
            "Faites ceci 3 fois, tant qu'il vous reste au moins un pion dans votre réserve : construisez un pion sur"
            " une roche libre, si possible à côté d'un de vos pions."
        ],
    ),
    (
        "if some lake next to your pawns, gain 1 coin for each of your pawns next to lake\n  otherwise, lose all coin",
        [
            "If there is a lake next to one of your pawns, gain 1 coin for each of your pawns next to a lake.",
            "Otherwise, lose all your coins.",
        ],
        [
            "S'il y a un étang à côté d'un de vos pions, gagnez 1 pièce pour chacun de vos pions à côté d'un étang.",
            "Sinon, perdez toutes vos pièces.",
        ],
    ),
    (
        "gain 1 coin and (1 berry or 1 nut)",
        ["Gain 1 coin and either 1 berry or 1 nut."],
        ["Gagnez 1 pièce et soit 1 baie, soit 1 noix."],
    ),
    (
        "may any number of times, pay any 2 goods to gain 1 coin",
        ["You may, as often as you like, pay 2 goods of your choice to gain 1 coin."],
        ["Vous pouvez, autant de fois que vous voulez, payer 2 denrées de votre choix pour gagner 1 pièce."],
    ),
    (
        "each player where your coin is at least 3, pay 3 coin",
        ["Each player with at least 3 coins pays 3 coins."],
        ["Chaque joueur qui a au moins 3 pièces paie 3 pièces."],
    ),
    (
        "everyone secretly chooses c in your held where c's rank is at least 3\n  reveal c\n"
        "  each player, put your c into discard",
        [
            "At the same time, all players secretly choose one of the cards in their hand whose rank is at least 3.",
            "Reveal the chosen cards.",
            "Each player puts the card they chose into the discard.",
        ],
        [
            "Chaque joueur, en même temps que les autres, choisit en secret une des cartes de sa main"
            " dont la valeur est d'au moins 3.",
            "Révélez les cartes choisies.",
            "Chaque joueur met la carte qu'il a choisie dans la défausse.",
        ],
    ),
    (
        "shuffle stock\n  draw 2 from stock into your held",
        ["Shuffle the stock, then draw 2 cards."],
        ["Mélangez la pioche, puis piochez 2 cartes."],
    ),
    (
        "either\n    pay 1 coin to gain 1 berry\n  or\n    pass",
        ["Either pay 1 coin to gain 1 berry or pass."],
        ["Payez 1 pièce pour gagner 1 baie ou passez."],
    ),
    (
        "let richest = the p in players with most p's coin\n  as richest, gain 1 nut",
        ["The player with the most coins gains 1 nut."],
        ["Le joueur qui a le plus de pièces gagne 1 noix."],
    ),
    (
        "choose p in players at random\n  start with p",
        ["Choose a player at random.", "That player goes first."],
        ["Tirez un joueur au hasard.", "Ce joueur commence."],
    ),
    (
        "players take turns until all pass, trade",
        [
            "In turn order, players take turns until all of them have passed; on your turn, trade.",
            "Whoever has passed takes no more turns.",
        ],
        [
            "Dans l'ordre de jeu, les joueurs jouent à tour de rôle jusqu'à ce que tous aient passé.",
            "À votre tour, faites un échange.",
            "Un joueur qui a passé ne joue plus.",
        ],
    ),
    (
        "in any order\n    must build on rock\n    may trade\n"
        "    for each t in your tiles where t's side is fresh, may use t",
        [
            "Do these in any order, finishing one before you begin the next:",
            "- You must build a pawn on a free rock, if possible next to one of your pawns.",
            "- You may trade once.",
            "- You may use each of your fresh tiles once.",
        ],
        [
            "Faites ceci dans l'ordre de votre choix, en terminant une action avant de commencer la suivante :",
            "- Vous devez construire un pion sur une roche libre, si possible à côté d'un de vos pions.",
            "- Vous pouvez faire un échange une fois.",
            "- Vous pouvez utiliser une fois chacune de vos tuiles neuves.",
        ],
    ),
]

TRADE = """
action trade
  once per turn
  pay 1 coin to gain 1 berry
action use t: tile
  needs t is fresh
  set side of t to used
  gain 1 coin
"""


@pytest.mark.parametrize(("body", "en", "fr"), ACTIONS, ids=[body.split("\n")[0] for body, _, _ in ACTIONS])
def test_an_action(body: str, en: list[str], fr: list[str]) -> None:
    program = sample(f"{TRADE}\naction probe\n  {body}\n")
    for say, expected in zip(wordings(program), ([english(t) for t in en], [french(t) for t in fr]), strict=True):
        said = texts(say.action(program.actions["probe"]).lines)
        assert said == expected
        assert [finding for text in said for finding in lint_text(text.removeprefix("- "), say.lang)] == []


RULES = [
    (
        "after you build where no pawn in your supply, set last to yes",
        "When you build a pawn and you have no pawns left in your supply, it is the last round.",
        "Quand vous construisez un pion et qu'il ne vous reste aucun pion dans votre réserve, c'est le dernier tour.",
    ),
    (
        "after you place a pawn where has_line(your pawns, in_a_row), win",
        "When you place or move a pawn and 3 of your pawns form an unbroken straight line, you win the game.",
        "Quand vous posez un pion et que 3 de vos pions forment une ligne droite ininterrompue, vous gagnez la partie.",
    ),
    (
        "once per turn, at dusk, may pay 1 coin or any 1 goods to gain 1 berry",
        "Once per turn, at the end of the round, you may pay 1 coin or 1 good of your choice to gain 1 berry.",
        "Une fois par tour, à la fin de la manche, vous pouvez payer 1 pièce ou 1 denrée de votre choix pour gagner"
        " 1 baie.",
    ),
    (
        "instead of you lose a tile, lose 1 coin",
        "When you lose a tile, lose 1 coin.",
        "Quand vous devez perdre une tuile, perdez 1 pièce.",
    ),
    (
        "at dusk where your nuts is at most 2\n    lose 1 coin\n    if your nuts is at most 2, gain 1 nut",
        "At the end of the round, if you have at most 2 nuts, lose 1 coin. If this is still the case, gain 1 nut.",
        "À la fin de la manche, si vous avez au plus 2 noix, perdez 1 pièce. Si c'est toujours le cas, gagnez 1 noix.",
    ),
    (
        "before you pay coin, gain 1 nut",
        "Before you pay coins, gain 1 nut.",
        "Avant de payer des pièces, gagnez 1 noix.",
    ),
    (
        "after an opponent gains coins, lose 1 nut",
        "When an opponent gains coins, lose 1 nut.",
        "Quand un adversaire gagne des pièces, perdez 1 noix.",
    ),
    (
        "always\n    if strong(you), win",
        "As soon as your purse is full, you win the game.",
        "Dès que votre bourse est pleine, vous gagnez la partie.",
    ),
    (
        "always\n    each player\n      for each t in your tiles where t's side is used, put t into box",
        "At any time, each player removes each of their used tiles from the game.",
        "À tout moment, chaque joueur retire du jeu toutes ses tuiles utilisées.",
    ),
]


@pytest.mark.parametrize(("clause", "en", "fr"), RULES, ids=[clause.split("\n")[0] for clause, _, _ in RULES])
def test_a_clause(clause: str, en: str, fr: str) -> None:
    head = "rule probe\n  " if "\n" in clause else "rule probe: "
    program = sample(f"action day\n  step dusk\n\n{head}{clause}\n")
    (only,) = program.rules["probe"].clauses
    for say, expected in zip(wordings(program), (english(en), french(fr)), strict=True):
        assert texts(say.clause(only).lines) == [expected]
        assert lint_text(expected, say.lang) == []


MODIFIERS = [
    (
        "increase builds by 1 where you have no tiles",
        "Builds: 4 instead of 3 if you have no tiles.",
        "Poses : 4 au lieu de 3 si vous n'avez aucune tuile.",
    ),
    (
        "reduce price(c) by 1 where c's suit is red",
        "The price of each card whose suit is red is 1 lower.",
        "Le prix de chaque carte dont la couleur est rouge diminue de 1.",
    ),
    (
        "keep price(c) at least 0",
        "The price of each card is never less than 0.",
        "Le prix de chaque carte ne descend jamais en dessous de 0.",
    ),
    (
        "forbid near(site) where site is in sand",
        "A sand hex never counts as next to one of your pawns.",
        "Une case de sable ne compte jamais comme étant à côté d'un de vos pions.",
    ),
]


@pytest.mark.parametrize(("clause", "en", "fr"), MODIFIERS, ids=[clause for clause, _, _ in MODIFIERS])
def test_a_modifier(clause: str, en: str, fr: str) -> None:
    program = sample(
        f"rule probe: {clause}\n"
        "action pick\n  choose c in your held where price(c) is at least 2\n  put c into discard\n"
        "action many\n  repeat builds times, build on moss\n"
    )
    (only,) = modifiers_of(program)
    for say, expected in zip(wordings(program), (english(en), french(fr)), strict=True):
        assert texts(say.clause(only).lines) == [expected]


SCORES = [
    (
        "2 coin for each of lakes next to your pawns",
        "2 coins for each lake next to one of your pawns.",
        "2 pièces pour chaque étang à côté d'un de vos pions.",
    ),
    (
        "1 coin for each of your pawns not on lake next to lake",
        "1 coin for each of your pawns next to a lake but not on one.",
        "1 pièce pour chacun de vos pions à côté d'un étang mais pas sur un étang.",
    ),
    ("5 coin if strong(you)", "5 coins if your purse is full.", "5 pièces si votre bourse est pleine."),
    (
        "1 coin for each r in rows of field where some your pawns on r",
        "1 coin for each row of the field in which you have a pawn.",
        "1 pièce pour chaque ligne horizontale du plateau sur laquelle vous avez un pion.",
    ),
    (
        "1 coin for each of groups of your pawns",
        "1 coin for each connected group of your pawns.",
        "1 pièce pour chaque groupe d’un seul tenant de vos pions.",
    ),
    (
        "1 coin for every 2 of first of groups of your pawns",
        "1 coin for every 2 pawns in the first connected group of your pawns.",
        "1 pièce par tranche de 2 pions du premier groupe d’un seul tenant de vos pions.",
    ),
]


@pytest.mark.parametrize(("worth", "en", "fr"), SCORES, ids=[worth for worth, _, _ in SCORES])
def test_a_score(worth: str, en: str, fr: str) -> None:
    program = sample(f"score probe: {worth}\n")
    (only,) = program.scores["probe"].lines
    for say, expected in zip(wordings(program), (english(en), french(fr)), strict=True):
        assert texts(say.score(only).lines) == [expected]
        assert lint_text(expected, say.lang) == []


def test_the_winner_and_ties() -> None:
    program = sample("winner player with most coin then least count of its pawns\n")
    assert program.winner is not None
    en, fr = wordings(program)
    assert texts(en.winner(program.winner).lines) == [
        "The player with the most coins wins.",
        "If there is a tie, the tied player with the fewest pawns wins.",
        "If there is still a tie, the tied players share the victory.",
    ]
    assert texts(fr.winner(program.winner).lines) == [
        french("Le joueur qui a le plus de pièces gagne."),
        french("En cas d'égalité, celui des ex æquo qui a le moins de pions gagne."),
        french("Si l'égalité persiste, la victoire est partagée."),
    ]


def test_a_prompt_and_a_failed_condition() -> None:
    program = sample(
        "action probe\n  needs some pawn in your supply\n  choose c in vacant, if possible near(c)\n  stop\n"
    )
    body = program.actions["probe"].body
    choose = next(node for node in walk(body) if isinstance(node, Choose))
    need = next(node for node in walk(body) if isinstance(node, Needs))
    en, fr = wordings(program)
    assert en.prompt(choose) == "choose an empty hex, if possible next to one of your pawns"
    assert fr.prompt(choose) == french("choisissez une case vide, si possible à côté d'un de vos pions")
    assert en.condition(need.test) == "you have a pawn left in your supply"
    assert en.contrary(need.test) == "you have no pawns left in your supply"
    assert fr.contrary(need.test) == french("il ne vous reste aucun pion dans votre réserve")
    assert en.refusal(need.test) == "This is not allowed: you have no pawns left in your supply."
    assert fr.refusal(need.test) == french("Ce n'est pas permis : il ne vous reste aucun pion dans votre réserve.")


def test_a_score_is_explained() -> None:
    program = sample("score lakes: 2 coin for each of lakes next to your pawns\n")
    en, fr = wordings(program)
    score, coin = program.scores["lakes"], program.units["coin"]
    assert en.scored(score.words, 6, coin) == "Lakes: 6 coins"
    assert fr.scored(score.words, 1, coin).endswith(french(" : 1 pièce"))


def test_a_number_is_written_once() -> None:
    """Changing the number changes the sentence in both languages."""
    rule = "rule probe: after you place a pawn where has_line(your pawns, in_a_row), win\n"
    program = compiled((HEAD + PLAY + rule).replace("in_a_row = 3", "in_a_row = 4"))
    (only,) = program.rules["probe"].clauses
    for say in wordings(program):
        assert " 4 " in texts(say.clause(only).lines)[0]


def test_what_is_fixed_by_a_table_is_printed() -> None:
    program = sample("component stall\n  has price: bundle\nstall fair (2 coin and 1 nut)\nstall gift (0 coin)\n")
    en, fr = wordings(program)
    prices = [design.values["price"] for design in program.components["stall"].designs]
    assert [en.bundle(price) for price in prices] == ["2 coins and 1 nut", "none"]
    assert [fr.bundle(price) for price in prices] == ["2 pièces et 1 noix", "rien"]


def test_an_action_that_comes_back_to_itself_is_told_by_name() -> None:
    body = "  choose c in vacant\n  place a pawn on c\n  if c is [0,0], wander\n"
    program = sample(f"action wander\n{body}rule r: after you place a wall, wander\n")
    en, _ = wordings(program)
    assert texts(en.action(program.actions["wander"]).lines)[-1].endswith(", wander.")


def test_a_cup_may_be_called_as_the_die_in_it() -> None:
    program = sample("dice die, 1 with 6 faces, at most 1\naction throw\n  roll die\n  gain die's face coin\n")
    en, _ = wordings(program)
    said = texts(en.action(program.actions["throw"]).lines)
    assert said == ["Roll the die, then gain a number of coins equal to the face of the die."]


def test_two_things_chosen_one_after_the_other_are_told_apart() -> None:
    choices = "  choose x in your pawns\n  choose y in your pawns except x\n"
    body = f"{choices}  if x's ground is y's ground, return a pawn from x\n"
    program = sample(f"action pair_up\n{body}")
    en, fr = wordings(program)
    said = texts(en.action(program.actions["pair_up"]).lines)
    assert said[-1].startswith(english("If the first pawn's ground is the second pawn's ground, return the first pawn"))
    assert "premier" in texts(fr.action(program.actions["pair_up"]).lines)[-1]


@pytest.mark.parametrize(
    ("worked_out", "said"),
    [
        ("2 * (your coins + your pebbles)", "twice (the number of your coins plus the number of your pebbles)"),
        ("your coins - (your pebbles - 1)", "the number of your coins minus (the number of your pebbles minus 1)"),
        ("your coins * 3 - 1", "the number of your coins times 3 minus 1"),
        ("(your coins + 1) / 2 rounded up", "half of (the number of your coins plus 1), rounded up"),
    ],
)
def test_what_is_worked_out_first_stands_in_brackets(worked_out: str, said: str) -> None:
    program = sample(f"counter pebble per player\naction earn\n  gain ({worked_out}) coin\n")
    en, fr = wordings(program)
    (english,) = texts(en.action(program.actions["earn"]).lines)
    assert english.replace("a number of coins", "coins") == f"Gain coins equal to {said}."
    (told,) = texts(fr.action(program.actions["earn"]).lines)
    assert ("(" in said) == ("(" in told or "la somme de" in told)


@pytest.mark.parametrize(
    ("called", "en", "fr"),
    [
        (("End of the day", "Fin de la journée"), "at the end of the day", "à la fin de la journée"),
        (("After the harvest", "Après la récolte"), "after the harvest", "après la récolte"),
        (("Harvest", "Récolte"), "in the step “Harvest”", "pendant l'étape « Récolte »"),
    ],
    ids=["an edge of a time", "a moment", "no moment"],
)
def test_a_step_named_by_its_moment(called: tuple[str, str], en: str, fr: str) -> None:
    """The title of a step and the words by which effects wait for it are the same."""
    program = sample("action day\n  step reaping\n\nrule probe: at reaping, gain 1 nut\n")
    (only,) = program.rules["probe"].clauses
    does = (f"{en}, gain 1 nut", f"{fr}, gagnez 1 noix")
    for own, name, expected in zip((("en", ENGLISH), ("fr", FRENCH)), called, does, strict=True):
        lang, catalogue = own
        say = Wording(program, lang, [{**catalogue, "name": {"reaping": name}}])
        assert texts(say.clause(only).lines) == [say.say.sentence(expected)]
