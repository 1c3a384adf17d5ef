"""The index: every named thing of a sheet with the places that tell of it, in the order of the sheet's language.

A heading or label leads to its own place; a noun of the game leads to the paragraphs that speak of it. French order
compares letters first, then accents from the end of the word; an article or `your` in front moves behind the term.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby

from rulewright.docgen.sheet import Entry, Index, Paragraph, Section, Sheet, Table, anchor_of, homes_of, sections_of

_NAMED = ("action", "designs", "maps")
_LABELLED = ("setup", "rules", "tracking", "designs", "scoring", "winner", "action", "glossary")
_EVERYWHERE = 12  # what so many places speak of is found without an index, but for its own place
_ARTICLE = {
    "en": re.compile(r"^(the|an?|your) ", re.I),
    "fr": re.compile(r"^(les? |la |une? |vos |votre |l[’'])", re.I),
}
# What an index leaves out altogether; what else stands in front of a term is told behind it.
_BARE = {"en": ("the", "a", "an")}


def index_of(sheet: Sheet, subjects: Sequence[tuple[str, ...]], lang: str) -> Index | None:
    """The index of a sheet; None where it has fewer terms than a reader takes in at a glance."""
    found: dict[str, tuple[str, dict[str, None]]] = {}
    singular = {forms[-1].casefold(): forms[0].casefold() for forms in subjects}
    for term, anchor in _own_places(sheet):
        key = headed(term, lang)[0].casefold()
        found.setdefault(singular.get(key, key), (term, {}))[1][anchor] = None
    for term, anchors in _mentions(sheet, subjects):
        if len(anchors) < _EVERYWHERE:
            key = headed(term, lang)[0].casefold()
            found.setdefault(singular.get(key, key), (term, {}))[1].update(dict.fromkeys(anchors))
    terms = sorted(found.values(), key=lambda one: order(one[0], lang))
    entries = [Entry(_turned(term, lang), tuple(anchors)) for term, anchors in terms]
    if len(entries) < 12:
        return None
    return Index(
        [(letter, list(group)) for letter, group in groupby(entries, lambda e: order(e.term, lang)[0][:1].upper())]
    )


def headed(term: str, lang: str) -> tuple[str, str]:
    """A term without the article in front of it, and the article."""
    bare = term.strip("“”«»\u00a0 ")
    article = _ARTICLE[lang].match(bare) if lang in _ARTICLE else None
    if article is None or article.end() == len(bare):
        return bare, ""
    return bare[article.end() :], article[0].strip()


def _turned(term: str, lang: str) -> str:
    """`La dernière manche` as it stands in an index: `Dernière manche (la)`."""
    bare, article = headed(term, lang)
    kept = f" ({article.lower()})" if article and article.lower() not in _BARE.get(lang, ()) else ""
    return f"{bare[:1].upper()}{bare[1:]}{kept}"


def order(term: str, lang: str) -> tuple[str, str, str]:
    """Where a term stands: by its letters, then by its accents (in French from the end), then as written."""
    bare = headed(term, lang)[0]
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


def _mentions(sheet: Sheet, subjects: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, list[str]]]:
    """For each subject the sections and rules whose text speaks of it."""
    texts = list(_texts(sheet))
    for forms in subjects:
        words = sorted({re.escape(form) for form in forms if form}, key=len, reverse=True)
        spoken = re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE) if words else None
        places = dict.fromkeys(anchor for text, anchor in texts if spoken is not None and spoken.search(text))
        if places:
            yield forms[0][:1].upper() + forms[0][1:], list(places)


def _texts(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Every text with the place that leads to it: the paragraph's own where it has one, else its section's."""
    homes = homes_of(sheet)
    for section in sections_of(sheet):
        for block in section.blocks:
            match block:
                case Paragraph():
                    own = anchor_of(block)
                    yield _all_text(block), own if homes.get(own) == section.id else section.id
                case Table(headers=headers, rows=rows):
                    yield " ".join([*headers, *(cell for row in rows for cell in row)]), section.id
                case _:
                    pass


def _all_text(paragraph: Paragraph) -> str:
    return " ".join([paragraph.label or "", paragraph.text, *map(_all_text, paragraph.items)])
