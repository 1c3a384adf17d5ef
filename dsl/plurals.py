"""Both number forms of a noun, so that `pawn` and `pawns` are one name. Irregular plurals are written `die/dice`."""

from __future__ import annotations


def plural(name: str) -> str:
    """The regular English plural of a name's last word."""
    if name.endswith("y") and len(name) > 1 and name[-2] not in "aeiou":
        return name[:-1] + "ies"
    if name.endswith(("s", "x", "z", "ch", "sh")):
        return name + "es"
    return name + "s"


def singulars(name: str) -> tuple[str, ...]:
    """What a plural may be the plural of."""
    found = []
    if name.endswith("ies"):
        found.append(name[:-3] + "y")
    if name.endswith("es"):
        found.append(name[:-2])
    if name.endswith("s"):
        found.append(name[:-1])
    return tuple(found)


def third_person(verb: str) -> str:
    """`raises` of `raise`: formed like a plural."""
    return plural(verb)
