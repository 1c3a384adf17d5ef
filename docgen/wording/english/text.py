"""English words and letters: what stands ready for the sentences."""

from __future__ import annotations

import re

OPS = {
    "is": "is",
    "is_not": "is not",
    "less": "is less than",
    "at_most": "is at most",
    "more": "is more than",
    "at_least": "is at least",
}

POINTING = ("that", "those", "this", "these")

STATE = {"is": "is", "is_not": "is not"}

AMOUNTS = {
    "is": "exactly {}",
    "is_not": "any number but {} of",
    "less": "fewer than {}",
    "at_most": "at most {}",
    "more": "more than {}",
    "at_least": "at least {}",
}

AGAINST_YOU = {
    "is": "as many {} as",
    "less": "fewer {} than",
    "at_most": "no more {} than",
    "more": "more {} than",
    "at_least": "at least as many {} as",
}

AN = re.compile(r"\b([Aa]) (?=(?:[aeiou]|[AEIO][a-z]|8|11\b|18\b))(?!(?:one\b|once\b|uni[^nm]|use|usu|eu))")

IT = re.compile(r"\b(?:it|its|they|them|their)\b")

PREP_IT = re.compile(r"(?: and)? (next to|in|on|from|to|toward|under|at) it\b(?! is)")

# `dice that are bonus dice` are bonus dice.
SAME_NOUN = re.compile(r"\b([a-z]+) that (?:are|is an?) ([a-z]+ \1)\b")

# There is one lowest, not a lowest.
BEST = re.compile(r"\b(A|a) (lowest|highest|largest|smallest|nearest|farthest|longest|shortest)\b")

THAT_THAT = re.compile(r"\b([Tt])hat that (?!is\b|are\b)")


def is_person_word(word: str) -> bool:
    return word in ("player", "team", "side")


def undetermined(text: str) -> str:
    return re.sub(r"^(their|its|the|your) ", "", text)


def is_plural(text: str) -> bool:
    """Whether a phrase of the author's counts things: `buildings`, `number of crowns in …`."""
    head = text.split(" ", 1)[0].rstrip(",")
    return text.startswith("number of ") or (head.endswith("s") and not head.endswith(("ss", "us", "is")))


def ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def genitive(text: str) -> str:
    return text + ("'" if text.endswith("s") else "'s")
