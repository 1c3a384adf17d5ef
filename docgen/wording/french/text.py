"""French words and letters that stand ready for the sentences.

Articles that the grammar puts in carry a mark until the text is finished, so that `de` and `à` contract with them and
never with a pronoun. What follows a noun may hold both numbers, as ⟦est|sont⟧, until it is known how many are meant.
"""

from __future__ import annotations

import re

from rulewright.docgen.wording.lexicon import french_plural, regular_plural

MARK = "\ue000"
AGAIN = "\ue002"
# A noun of several and what the most of them are, with the verb that both can do without.
SUPERLATIVE = re.compile(r"(.+?) qui sont ((?:les|le|la) (?:plus|moins) .+)")

NB, NNB = "\u00a0", "\u202f"

VOWELS = "aeiouàâäéèêëîïôöùûüœæAEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆ"

ELIDED = re.compile(r"\b([Dd]|[Nn]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu|[Ss]|[Jj])e (?=(\w+))")

ARTICLE = re.compile(rf"\b([Ll])[ea]{MARK} (?=(\w+))")

THIS_ONE = re.compile(r"\bcel(?:le|ui)-ci\b")

PREP_THIS = re.compile(r"(?: et)? (à côté de|sur|dans|vers|de) cel(?:le|ui)-ci\b")

COUNTED = re.compile(rf"^(?:le{MARK}?|son|votre) nombre de (?:les{MARK} )?")

# What follows `celui`: of a thing that is known.
OF_THE = rf"(?=de (?:l[ea]s?{MARK}|(?:vos|votre|ses|son|sa|ces?|cet|cette|une?|chaque)\b))"

POINTING = ("that", "those", "this", "these")

WORTH = {
    "is": "est de {}",
    "is_not": "ne est pas de {}",
    "less": "est {inférieur} à {}",
    "at_most": "ne dépasse pas {}",
    "more": "dépasse {}",
    "at_least": "est de au moins {}",
}

AGAINST = {
    "is": "est {égal} à {}",
    "is_not": "ne est pas {égal} à {}",
    "less": "est {inférieur} à {}",
    "at_most": "ne dépasse pas {}",
    "more": "dépasse {}",
    "at_least": "est au moins {égal} à {}",
}

AMOUNTS = {
    "is": "exactement {}",
    "is_not": "un autre nombre que {}",
    "less": "moins de {}",
    "at_most": "au plus {}",
    "more": "plus de {}",
    "at_least": "au moins {}",
}

AGAINST_YOU = {
    "is": "autant de {}",
    "less": "moins de {}",
    "at_most": "au plus autant de {}",
    "more": "plus de {}",
    "at_least": "au moins autant de {}",
}


def agree(adjective: str, gender: str, plural: bool) -> str:
    """A regular adjective; invariable where it ends in a comma or holds several words with a complement."""
    word, space, rest = adjective.partition(" ")
    if gender == "f" and not word.endswith("e"):
        word = word[:-1] + "ve" if word.endswith("f") else word[:-1] + "se" if word.endswith("eux") else word + "e"
    if plural:
        word = french_plural(word)
    return word + space + rest


SUBJUNCTIVE = {"est": "soit", "sont": "soient", "a": "ait", "ont": "aient", "avez": "ayez", "êtes": "soyez"}


def subjunctive(clause: str) -> str | None:
    """One clause in the subjunctive; None where its verb is not known for sure."""
    found = re.search(r"(?<![\w’])(?:(n')?(est|sont|a|ont|avez|êtes))\b", clause)
    if found is None or AGAIN in clause or re.search(r"\b(?:qui|que|dont|où)\b", clause[: found.start()]):
        return None
    return clause[: found.start()] + (found[1] or "") + SUBJUNCTIVE[found[2]] + clause[found.end() :]


def both_numbers(no: bool, verb: str, rest: str) -> str:
    """Ce qu'est une chose et ce que sont plusieurs: `est un jeton` et `sont des jetons`."""
    one, many = {"est": ("est", "sont"), "a": ("a", "ont")}[verb]
    if no:
        one, many = f"n'{one}", f"ne {many}" if many == "sont" else f"n'{many}"
    found = re.fullmatch(r"(pas )?une? ([\w -]+)", rest)
    if verb == "est" and found is not None:
        return f"⟦{one} {rest}|{many} {found[1] or ''}des{MARK} {regular_plural(found[2], 'fr')}⟧"
    return f"⟦{one}|{many}⟧ {rest}"


def of_all(post: str) -> str:
    """What is said of all the things of which one is meant: `une des cartes posées sur la table`."""
    return re.sub(r"^⟦[^|⟧]*(?:ée?|ie)\|([^⟧]*)⟧", r"\1", post)


def marked(text: str) -> str:
    """A phrase that begins with an article, ready to contract with what comes before it."""
    return re.sub(r"^(le|la|les) ", rf"\1{MARK} ", text)
