"""The words of the language as authors of another language would write them.

Names and prose may be in any language, the words of the language itself are English. Whoever writes the others in their
own is answered with the line as it should be; what is a name stays as it is.
"""

from __future__ import annotations

import re

_FRENCH = {
    "rule": "règle regle",
    "score": "décompte decompte",
    "variant": "variante",
    "expansion": "extension",
    "title": "titre",
    "written in fr": "écrit+en+français ecrit+en+francais written+in+french written+in+français écrit+en+fr",
    "number": "nombre",
    "replace": "remplace remplacer remplacez",
    "remove": "retire retirer retirez enlève enlever enlevez supprime supprimer supprimez",
    "extend": "étend étendre étendez",
    "example": "exemple",
    "shows": "montre",
    "given": "étant+donné etant+donne",
    "once per turn": "une+fois+par+tour",
    "once per": "une+fois+par",
    "after": "après apres quand lorsque",
    "before": "avant",
    "instead of": "au+lieu+de",
    "where": "où",
    "if": "si",
    "otherwise": "sinon",
    "then": "alors puis",
    "and": "et",
    "or": "ou",
    "not": "non pas",
    "no": "aucun aucune pas+de",
    "except": "sauf",
    "next to": "à+côté+de a+cote+de à+côté+d'",
    "on": "sur",
    "in": "dans",
    "to": "à jusqu'à",
    "of": "de",
    "for each of": "pour+chaque",
    "for": "pour",
    "each": "chaque",
    "for every": "tous+les toutes+les",
    "each player": "chaque+joueur chaque+joueuse",
    "each opponent": "chaque+adversaire",
    "is": "est sont",
    "is not": "n'est+pas",
    "at least": "au+moins",
    "at most": "au+plus",
    "more than": "plus+de plus+que",
    "less than": "moins+de moins+que",
    "count of": "nombre+de",
    "yes": "oui",
    "you": "vous tu",
    "your": "votre vos ton ta tes",
    "may": "peut peux pouvez",
    "gain": "gagne gagner gagnez gagnes",
    "lose": "perd perds perdre perdez",
    "pay": "paie paies payer payez",
    "place": "placer placez places",
    "choose": "choisit choisis choisir choisissez",
    "draw": "pioche piocher piochez",
    "move": "déplace déplacer déplacez",
    "put": "met mets mettre mettez",
    "increase": "augmente augmenter augmentez",
    "reduce": "réduit réduire réduisez",
}


def _words(table: dict[str, str]) -> dict[str, str]:
    """Each foreign word or phrase, and what it is here; a phrase has `+` for its spaces."""
    return {phrase.replace("+", " "): english for english, foreign in table.items() for phrase in foreign.split()}


ENGLISH = _words(_FRENCH)
_FOREIGN = re.compile(
    rf"«[^»]*»|(?<![\w'])(?:{'|'.join(map(re.escape, sorted(ENGLISH, key=len, reverse=True)))})(?!\w)",
    re.IGNORECASE,
)


def in_english(line: str) -> str:
    """The line with the words of the language in English."""
    return _FOREIGN.sub(lambda m: ENGLISH.get(m[0].lower(), m[0]), line)


__all__ = ["ENGLISH", "in_english"]
