"""How the members of a kind look: a colour, a motif and letters, so that print in grey and every eye can tell them.

Colours go by the order of the members, from a set that colour-blind readers can tell apart; a ruleset's own
`locale/colours.toml` may give others, and motifs by their names. Members beyond the set are white and
told by their letters alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from rulewright.docgen.wording.lexicon import catalogues_beside
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Program
from rulewright.dsl.types import T

COLOURS = ("#a6d96a", "#a8501a", "#fbf3a0", "#cc79a7", "#00634a", "#56b4e9", "#6e6e6e")
PLAIN = "#ffffff"
EMPTY = "#f4f1e8"
# One small drawing for each colour, around the middle of a cell of radius 10, and what they are called.
MOTIF_NAMES = ("tufts", "bricks", "dots", "crosses", "trees", "waves", "peaks")
MOTIFS = (
    "M-6 5l1-3 1 3M-1 6l1-3 1 3M4 5l1-3 1 3",
    "M-7 4h5M-1 6h7M1 4h5",
    "M-5 5h.1M-1 4h.1M3 5.5h.1M6 4h.1M-3 6.5h.1",
    "M-5 3v4M-7 5h4M4 3v4M2 5h4",
    "M-7 6l2-4 2 4zM-1 7l2-4 2 4zM4 6l1.5-3.5 1.5 3.5z",
    "M-7 5q1.75-3 3.5 0t3.5 0 3.5 0 3.5 0",
    "M-7 6l3.5-5 3.5 5M0 6l3-4 3 4",
)
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class Look:
    """One member: its word, its letters, its colour with an ink that can be read on it, and its motif or -1."""

    name: str
    letters: str
    fill: str
    ink: str
    motif: int


_LOOKS: WeakKeyDictionary[Wording, dict[str, list[Look]]] = WeakKeyDictionary()


def looks(say: Wording, kind: str) -> list[Look]:
    """The members of a kind, in their order."""
    known = _LOOKS.setdefault(say, {})
    if kind not in known:
        known[kind] = _looks(say, kind)
    return known[kind]


def _looks(say: Wording, kind: str) -> list[Look]:
    members = say.program.kinds[kind].members
    names = [say.noun(Noun("member", member, kind)) for member in members]
    own: dict[str, str] = {}
    motifs: dict[str, int] = {}
    for catalogue in catalogues_beside(say.program, "colours"):
        own.update({key: value for key, value in catalogue.get("colour", {}).items() if _COLOUR.fullmatch(str(value))})
        given = catalogue.get("motif", {}).items()
        motifs.update({key: MOTIF_NAMES.index(value) for key, value in given if value in MOTIF_NAMES})
    made: list[Look] = []
    shorts = letters(names, letters_before(say, kind))
    for at, (member, name, short) in enumerate(zip(members, names, shorts, strict=True)):
        fill = own.get(member) or (COLOURS[at] if at < len(COLOURS) else PLAIN)
        motif = motifs.get(member, at % len(MOTIFS)) if fill != PLAIN else -1
        made.append(Look(name, short, fill, ink_on(fill), motif))
    return made


def drawn_kinds(program: Program) -> list[str]:
    """The kinds whose members are drawn, on boards and on things."""
    fields = [field for board in program.boards.values() for field in board.fields.values()]
    found = [field.type.sure().base for field in fields if field.type.sure().t is T.MEMBER]
    static = [field for component in program.components.values() for field in component.fields.values() if field.static]
    found += [field.type.base for field in static if field.type.t is T.MEMBER]
    return list(dict.fromkeys(kind for kind in found if kind in program.kinds))


def letters_before(say: Wording, kind: str = "") -> list[str]:
    """The letters of the kinds that are drawn and stand before this one; of all that are drawn if none is named."""
    kinds = drawn_kinds(say.program)
    before = kinds[: kinds.index(kind)] if kind in kinds else [] if kind else kinds
    return [look.letters for one in before for look in looks(say, one)]


def letters(names: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """The shortest beginnings that tell names apart: one letter where it will do, else two, else numbers after it.

    None is one of those `taken`. Letters are without accents, by which alone no two are told apart.
    """
    plain = [_bare(name) for name in names]
    firsts = [words[0][0].upper() for words in plain]
    made: list[str] = []
    used = set(taken)
    for words, first in zip(plain, firsts, strict=True):
        tries = [first] if firsts.count(first) == 1 else []
        tries += [first + letter.lower() for letter in (words[0][1:2], *_initials(words), *_inner(words[0])) if letter]
        tries += [f"{first}{n}" for n in range(2, len(plain) + len(used) + 2)]
        made.append(next(one for one in tries if one not in used))
        used.add(made[-1])
    return made


def _bare(name: str) -> list[str]:
    """The words of a name in letters without accents."""
    flat = "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))
    return [word for word in re.split(r"[\W_]+", flat) if word] or ["?"]


def _initials(words: Sequence[str]) -> list[str]:
    """The first letters of the longer words after the first."""
    return [word[0] for word in words[1:] if len(word) > 2]


def _inner(word: str) -> list[str]:
    """The letters within a word: consonants, which are heard best, then vowels."""
    return sorted(word[2:], key=lambda letter: letter.lower() in "aeiouy")


def ink_on(fill: str) -> str:
    """Black or white, whichever is read better on a colour."""
    red, green, blue = (int(fill[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return "#000000" if 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2 > 0.2 else "#ffffff"
