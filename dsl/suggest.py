"""Did you mean: the declared names nearest to a wrong one. Pure, and deterministic whatever the candidates' order.

Nearness is the number of letters changed, dropped, added or swapped with their neighbour, after case, accents and
hyphens are set aside. A singular for a plural, or the same words in another order, counts as one slip; a name of which
only some words were written comes last. Equal nearness is decided by the doubled or swapped letter, the same first
letter, a letter dropped rather than changed, and changed rather than added, difflib's likeness, and at last the
alphabet.
"""

import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import groupby

_LONGEST = 80  # a longer name is no slip of the pen, and the distance is quadratic
_REMEMBERED = 4096  # names, of which a game has a few hundred and asks again and again


@lru_cache(_REMEMBERED)
def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold().replace("-", "_"))
    return "".join(c for c in letters if not unicodedata.combining(c))


@lru_cache(_REMEMBERED)
def _singular(name: str) -> str:
    for ending, instead in (("ies", "y"), ("ses", "s"), ("xes", "x"), ("hes", "h"), ("s", "")):
        if name.endswith(ending) and len(name) > len(ending) + 1:
            return name[: -len(ending)] + instead
    return name


def _root(name: str) -> str:
    """The same for a name, its plural and the plural of that."""
    return _singular(name[:-2]) if name.endswith("ses") else _singular(name)


def _distance(a: str, b: str, limit: int) -> int:
    """Letters changed, dropped, added, or swapped with their neighbour; past `limit`, any number above it."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, above, row = row, before, [i]
        for j, y in enumerate(b, 1):
            best = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, above[j - 2] + 1)
            row.append(best)
        if min(row) > limit:
            return limit + 1
    return row[-1]


def nearest(name: str, candidates: Iterable[str], n: int = 3) -> tuple[str, ...]:
    """Up to `n` candidates, the likeliest first; none of which more than a third of the letters differ."""
    wrong, found = _plain(name), []
    for candidate in sorted(set(candidates) - {name}) if len(name) <= _LONGEST else []:
        right = _plain(candidate)
        limit = max(len(wrong), len(right)) // 3
        if _singular(wrong) == _singular(right) or sorted(wrong.split("_")) == sorted(right.split("_")):
            distance = int(wrong != right)
        elif len(wrong) > 3 and (_singular(wrong) in map(_singular, right.split("_")) or f"_{wrong}_" in f"_{right}_"):
            distance = limit + 3
        elif abs(len(wrong) - len(right)) > limit or (distance := _distance(wrong, right, limit)) > limit:
            continue
        slip = sorted(wrong) == sorted(right) or [c for c, _ in groupby(wrong)] == [c for c, _ in groupby(right)]
        likeness = SequenceMatcher(None, wrong, right, autojunk=False).ratio()
        added = {1: 0, 0: 1}.get(len(right) - len(wrong), 2)
        found.append((distance, not slip, wrong[:1] != right[:1], added, -likeness, candidate))
    kept: dict[str, str] = {}  # of the singular and the plural of one name, the nearer
    for *_, candidate in sorted(found):
        kept.setdefault(_root(_plain(candidate)), candidate)
    return tuple(kept.values())[:n]
