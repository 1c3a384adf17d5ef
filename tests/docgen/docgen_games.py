"""Small games for the tests of wording, in neutral words, with their French catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulewright.docgen.wording.words import Wording
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.pipeline import load_ruleset, loads_ruleset
from rulewright.dsl.program import Program

HEAD = """game sample
  title "Sample"
  players 2 to 4

number in_a_row = 3
number builds   = 3
kind ground
  moss, sand are soft
  rock, lake are hard
  tower are landmarks
board field of hexes, 8 by 8
  cell has ground: ground
piece pawn per player, 20 in supply
piece wall, 6 in supply
counter coin per player
counter berry/berries, nut per player are goods
component card
  has rank: 1 to 9, suit: suit
  one for each n in (1 to 9), rank n, suit red
kind suit: red, blue
deck stock of cards, refilled from discard
pile discard of cards
hand held per player of cards, seen by owner
memory leader: player?
memory last: truth
memory seen per player: cells
component tile
  has side: fresh or used
area tiles per player of tiles, in play

define free(area: cells): cells = area except occupied
  reads "free {area}"
define near(site: cell): truth = site is next to your pawns
  reads "next to one of your pawns"
define price(c: card): number = c's rank
  reads "the price of {c}"
define strong(p: player): truth = p's coin is more than 5
  reads "the purse of {p} is full"

action build on area: cells
  needs some pawn in your supply
  choose site in free(area), if possible near(site)
  place a pawn on site
action relocate to area: cells
  choose start in your pawns
  lift a pawn from start
  choose site in free(area), if possible near(site)
  place it on site
"""

PLAY = """
play
  repeat
    each player, turn
  until last
action turn
  build on moss
rule closing: after you build where no vacant, set last to yes
rule nightfall: after you build where no vacant, set last to yes
"""

FRENCH: dict[str, Any] = {
    "noun": {
        "pawn": {"one": "pion", "gender": "m"},
        "wall": {"one": "mur", "gender": "m"},
        "field": {"one": "plateau", "gender": "m"},
        "moss": {"one": "mousse", "gender": "f"},
        "sand": {"one": "sable", "gender": "m"},
        "rock": {"one": "roche", "gender": "f", "place": True},
        "lake": {"one": "étang", "gender": "m", "place": True},
        "tower": {"one": "tour", "gender": "f", "place": True},
        "landmarks": {"one": "site", "gender": "m", "place": True},
        "ground": {"one": "sol", "gender": "m"},
        "coin": {"one": "pièce", "gender": "f"},
        "berry": {"one": "baie", "gender": "f"},
        "nut": {"one": "noix", "gender": "f"},
        "good": {"one": "denrée", "gender": "f"},
        "card": {"one": "carte", "gender": "f"},
        "rank": {"one": "valeur", "gender": "f"},
        "suit": {"one": "couleur", "gender": "f"},
        "red": {"one": "rouge"},
        "stock": {"one": "pioche", "gender": "f"},
        "discard": {"one": "défausse", "gender": "f"},
        "held": {"one": "main", "gender": "f"},
        "leader": {"one": "meneur", "gender": "m"},
        "tile": {"one": "tuile", "gender": "f"},
        "side": {"one": "face", "gender": "f"},
        "fresh": {"one": "neuve"},
        "used": {"one": "utilisée"},
        "builds": {"one": "poses"},
    },
    "things": {"tiles": {"one": "tuile", "many": "tuiles", "gender": "f"}},
    "adjective": {"soft": "tendre"},
    "verb": {
        "build": {"inf": "construire", "il": "construit", "vous": "construisez"},
        "relocate": "déplacer",
        "trade": {"inf": "faire un échange", "il": "fait un échange", "vous": "faites un échange"},
        "use": "utiliser",
    },
    "reads": {
        "free": "{area} libre",
        "near": "à côté d'un de vos pions",
        "price": "le prix de {c}",
        "strong": "la bourse de {p} est pleine",
    },
    "flag": {"last": "c'est le dernier tour"},
    "window": {"dusk": "à la fin de la manche"},
    "name": {"dusk": "crépuscule", "dawn": "aube"},
}
ENGLISH: dict[str, Any] = {
    "noun": {
        "held": {"one": "hand"},
        "tower": {"one": "tower", "place": True},
        "lake": {"one": "lake", "place": True},
        "rock": {"one": "rock", "place": True},
    },
    "verb": {"trade": "trade"},
    "flag": {"last": "it is the last round"},
    "window": {"dusk": "at the end of the round"},
}


def compiled(text: str, players: int = 2, path: str = "<text>") -> Program:
    """The program of a text; a problem in it fails the test."""
    report = Report()
    ruleset = loads_ruleset(text, report=report, path=path)
    assert ruleset is not None, report
    program = Compiled(ruleset, players, report).program
    problems = [str(d.message) for d in report.diagnostics if d.severity.name == "ERROR"]
    assert not problems, problems
    return program


def loaded(path: Path) -> Program:
    """The program of a shipped game, for its highest number of players."""
    report = Report()
    ruleset = load_ruleset(path, report=report)
    assert ruleset is not None, report
    program = Compiled(ruleset, max(ruleset.players), report).program
    problems = [str(d.message) for d in report.diagnostics if d.severity.name == "ERROR"]
    assert not problems, problems
    return program


def sample(text: str, *, play: str = PLAY) -> Program:
    """The sample game with more rules."""
    return compiled(HEAD + play + "\n" + text)


def wordings(program: Program) -> tuple[Wording, Wording]:
    return Wording(program, "en", [ENGLISH]), Wording(program, "fr", [FRENCH])


def texts(lines: Any) -> list[str]:
    """Lines as plain text, labels in front, lists below."""
    made: list[str] = []
    for line in lines:
        made.append(f"{line.label}: {line.text}".strip() if line.label else line.text)
        made.extend("- " + text for text in texts(line.items))
    return made
