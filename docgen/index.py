"""The index: every named thing of a sheet with the places that tell of it, in the order of the sheet's language.

A heading or label leads to its own place; a noun of the game leads to the paragraphs that speak of it. French order
compares letters first, then accents from the end of the word; articles in front do not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

from rulewright.docgen.sheet import Entry, Index, Paragraph, Section, Sheet, anchor_of, sections_of

_NAMED = ("action", "designs", "maps")
_LABELLED = ("rules", "designs", "scoring", "action", "glossary")
# Where a heading stands in the index without its article; in French the article is part of it.
_BARE = {"en": re.compile(r"^(?:the|an?) (?=\w)", re.I)}
_ARTICLE = {"en": re.compile(r"^(the|an?) ", re.I), "fr": re.compile(r"^(les? |la |un[e]? |l[’'])", re.I)}
MOST = 40


def index_of(sheet: Sheet, subjects: Sequence[tuple[str, ...]], lang: str) -> Index | None:
    """The index of a sheet; None where it has fewer terms than a reader takes in at a glance."""
    found: dict[str, list[str]] = {}
    singular = {forms[-1].casefold(): forms[0].casefold() for forms in subjects}
    for title, anchor in [*_own_places(sheet), *_mentions(sheet, subjects)]:
        term = _BARE[lang].sub("", title) if lang in _BARE else title
        term = term[:1].upper() + term[1:]
        key = term.casefold()
        places = found.setdefault(singular.get(key, key), [term])
        if anchor not in places[1:] and len(places) <= MOST:
            places.append(anchor)
    entries = sorted(
        (Entry(term, tuple(anchors)) for term, *anchors in found.values()), key=lambda e: order(e.term, lang)
    )
    if len(entries) < 12:
        return None
    return Index(
        [(letter, list(group)) for letter, group in groupby(entries, lambda e: order(e.term, lang)[0][:1].upper())]
    )


def order(term: str, lang: str) -> tuple[str, str, str]:
    """Where a term stands: by its letters, then by its accents (in French from the end), then as written."""
    bare = _ARTICLE[lang].sub("", term.strip("“”«»\u00a0 ")) if lang in _ARTICLE else term
    whole = unicodedata.normalize("NFD", bare.casefold().replace("œ", "oe").replace("æ", "ae"))
    # `+2 token` stands under its first letter, as a reader looks for it.
    letters = re.sub(r"^[\d ]+(?=[^\W\d])", "", "".join(c for c in whole if c.isalnum() or c == " "))
    accents = "".join(c if unicodedata.combining(c) else " " for c in whole)
    return letters, accents[::-1] if lang == "fr" else accents, term


def _own_places(sheet: Sheet) -> Iterator[tuple[str, str]]:
    for section in sections_of(sheet):
        if section.kind in _NAMED:
            yield section.title, section.id
        if section.kind in _LABELLED:
            yield from _labels(section)


def _labels(section: Section) -> Iterator[tuple[str, str]]:
    for block in section.blocks:
        if isinstance(block, Paragraph) and block.label and block.origin and len(block.label.split()) <= 6:
            yield block.label, anchor_of(block) or section.id
        if isinstance(block, Paragraph) and section.kind == "action":
            yield from ((name, section.id) for name in _named_steps(block.items))


def _named_steps(items: Sequence[Paragraph]) -> Iterator[str]:
    """The names of steps in a list, and of those below them."""
    for one in items:
        if one.label and len(one.label.split()) <= 6:
            yield one.label
        yield from _named_steps(one.items)


def _mentions(sheet: Sheet, subjects: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """For each subject the sections and rules whose text speaks of it."""
    texts = list(_texts(sheet))
    for forms in subjects:
        words = sorted({re.escape(form) for form in forms if form}, key=len, reverse=True)
        spoken = re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE) if words else None
        for text, anchor in texts:
            if spoken is not None and spoken.search(text):
                yield forms[0][:1].upper() + forms[0][1:], anchor


def _texts(sheet: Sheet) -> Iterator[tuple[str, str]]:
    for section in sections_of(sheet):
        if section.kind in ("overview", "glossary"):
            continue
        for block in section.blocks:
            if isinstance(block, Paragraph):
                single = section.kind in _LABELLED and section.kind != "action"
                yield _all_text(block), (anchor_of(block) if single else "") or section.id


def _all_text(paragraph: Paragraph) -> str:
    return " ".join([paragraph.head, paragraph.text, *map(_all_text, paragraph.items)])
