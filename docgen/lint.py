"""What a printed sheet must never contain. Each function returns findings as text; an empty list is a clean sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from rulewright.docgen.sheet import Sheet, texts_of
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.words import Wording

LIMITS = {"en": 35, "fr": 42}
_ENGLISH = frozenset(
    (
        *(
            "the",
            "of",
            "and",
            "to",
            "from",
            "with",
            "your",
            "you",
            "their",
            "they",
            "if",
            "each",
            "when",
            "which",
            "that",
        ),
        *("this", "these", "those", "is", "are", "be", "been", "has", "have", "not", "any", "other", "one", "next"),
        *("into", "must", "may", "can", "cannot", "only", "until", "unless", "otherwise", "then", "there", "its", "it"),
        *("who", "whose", "at", "by", "in", "for", "while", "but", "all", "every", "them"),
    )
)
# Words that are spelt alike in both languages say nothing about the language.
_BOTH = frozenset(("on", "an", "a", "or", "pour", "tour", "me", "as", "must"))
_MAY_DOUBLE = frozenset(("vous", "nous", "had"))
_WORD = re.compile(r"[^\W\d_]+")


def lint_text(text: str, lang: str) -> list[str]:
    """The findings in one text."""
    return list(_findings(text, lang))


def _findings(text: str, lang: str) -> Iterator[str]:
    if re.search(r"\w_\w", text):
        yield f"raw identifier: {text!r}"
    if re.search(r"\b(None|null|nan|undefined|True|False)\b", text):
        yield f"a programmer's word: {text!r}"
    if re.search(r"\[\[|\{|\}|⟦|⟧|[\ue000-\uf8ff]", text):
        yield f"unfilled template: {text!r}"
    if re.search(r"  |^\s|\s$", text):
        yield f"doubled or stray space: {text!r}"
    words = _WORD.findall(text.lower())
    for one, two in pairwise(words):
        if one == two and one not in _MAY_DOUBLE and re.search(rf"\b{one}\s+{one}\b", text.lower()):
            yield f"doubled word {one!r}: {text!r}"
    yield from _balance(text)
    for sentence in sentences(text):
        count = len(sentence.split())
        if re.match(r"[=+*/|<>&#] ", sentence):
            yield f"a sign begins a sentence: {sentence!r}"
        if count >= LIMITS[lang]:
            yield f"a sentence of {count} words: {sentence!r}"
    if re.search(r"\s[,.]|,[^\s\d]|,,|\.\.(?!\.)", text):
        yield f"punctuation: {text!r}"
    if lang == "fr":
        yield from _french(text, words)
    elif re.search(r"\b([Yy]our|[Tt]heir|[Tt]he) an? ", text):
        yield f"two articles: {text!r}"
    elif re.search(r"\b[Aa] [aeio](?!ne\b|nce\b)", text) or re.search(r"\b[Aa]n [bcdfgjklmnpqrstvwz]", text):
        yield f"article: {text!r}"


def _balance(text: str) -> Iterator[str]:
    for opening, closing in ("()", "[]", "“”", "«»"):
        if text.count(opening) != text.count(closing):
            yield f"unbalanced {opening}{closing}: {text!r}"


def _french(text: str, words: Iterable[str]) -> Iterator[str]:
    english = sorted(word for word in set(words) & _ENGLISH if word not in _BOTH)
    if english:
        yield f"English in French ({', '.join(english)}): {text!r}"
    if re.search(r"[^\u202f(][;!?]", text):
        yield f"no narrow no-break space before ; ! ?: {text!r}"
    if re.search(r"[^\u00a0]:(?!\w)", text):
        yield f"no no-break space before a colon: {text!r}"
    if re.search(r"«[^\u00a0]|[^\u00a0]»", text):
        yield f"no no-break space inside quotation marks: {text!r}"
    if re.search(r"\b(de le|de les|à le|à les|de des|si il)\b", text) and not re.search(r"\bde le[s]? \w+er\b", text):
        yield f"no contraction: {text!r}"
    if re.search(r"\b([ldnjs]|qu)e [aeiouéèêàâîô]", text, re.IGNORECASE) and not re.search(
        r"\b(le|de) (on|oui|un\b|une fois)", text
    ):
        yield f"no elision: {text!r}"
    if "'" in text:
        yield f"straight apostrophe: {text!r}"


def sentences(text: str) -> list[str]:
    """The sentences of a text; a colon or semicolon ends none, an item of a list begins one."""
    return [part for part in re.split(r"(?<=[.!?])\s+|\s*•\s*", text) if part]


def lint_sheet(sheet: Sheet) -> list[str]:
    """The findings in every text of a sheet."""
    return [finding for text in texts_of(sheet) for finding in lint_text(text, sheet.lang)]


def lint_pair(one: Sheet, other: Sheet) -> list[str]:
    """Sentences that are the same in two languages, names and figures apart."""
    ours = {sentence for text in texts_of(one) for sentence in sentences(text)}
    theirs = {sentence for text in texts_of(other) for sentence in sentences(text)}
    return [f"the same in both languages: {text!r}" for text in sorted(ours & theirs) if is_long(text)]


def is_long(sentence: str) -> bool:
    """Whether a text is a sentence, and not a name or a figure that is written alike in both languages."""
    return sentence[-1:] in ".!?" and len(sentence.split()) > 3


def lint_terms(say: Wording) -> list[str]:
    """Words that stand for two things of one game, as a French *tour* may be a turn and a tower."""
    program = say.program
    found: dict[str, set[str]] = {}
    nouns = [Noun("piece", name) for name in program.pieces]
    nouns += [Noun("component", name) for name in program.components]
    nouns += [Noun("unit", name) for name in program.units]
    nouns += [Noun("board", name) for name in program.boards]
    nouns += [Noun("member", member, home) for home, kind in program.kinds.items() for member in kind.members]
    for noun in nouns:
        found.setdefault(say.noun(noun).casefold(), set()).add(noun.name.removesuffix("s"))
    for name in {action.words.name for action in program.actions.values()} & {"turn", "round"}:
        spoken = f"{say.lexicon.verb(name).third} {say.lexicon.phrase('time', name) or ''}"
        for word in set(_WORD.findall(spoken.casefold())) & set(found):
            found[word].add(name)
    return [f"{word!r} is {' and '.join(sorted(names))}" for word, names in sorted(found.items()) if len(names) > 1]
