"""The index: every named thing of a sheet with the places that tell of it, in the order of the sheet's language.

A heading or label leads to its own place; a noun of the game leads to all that speaks of it as well. French order
compares letters first, then accents from the end of the word. An article in front is left out, `your` moves behind the
term; what begins with no letter comes first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count, groupby

from rulewright.docgen.pictures.boards import kind_field
from rulewright.docgen.sheet import (
    Entry,
    Gallery,
    Index,
    Paragraph,
    Picture,
    Section,
    Sheet,
    Table,
    anchor_of,
    sections_of,
)
from rulewright.docgen.wording import plan as w
from rulewright.docgen.wording.lexicon import regular_plural
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Board, Per, Program, Words
from rulewright.dsl.types import T

FEWEST = 16
_ARTICLE = {
    "en": re.compile(r"^(the|an?|your) ", re.I),
    "fr": re.compile(r"^(les? |la |une? (?!seule?\b)|vos |votre |l[’'])", re.I),
}
# What an index tells behind a term; what else stands in front of one is left out.
_KEPT = ("your", "vos", "votre")
# `A gate is open` stands under the gate: `gate, open`.
_SAID_OF = {
    "en": re.compile(r"^(?:an?|the|your) ([\w ]+?) (?:is|are) (.+)$", re.I),
    "fr": re.compile(r"^(?:(?:les?|la|une?|vos|votre) |l[’'])([\w ]+?) (?:est|n[’']est|sont|ne sont) (.+)$", re.I),
}
_OTHER_GENDER = {"fr": {"f": ("ce", "un", "le", "du", "au"), "m": ("cette", "une", "la")}}
_NUMBER_OF = re.compile(r"(?:number of|nombre (?:de |d[’']))(.+)", re.I)
_FIGURES = "0–9"
# How well a place explains a term: where cards, tiles and the like are told before all, then a text in these sections,
# then a heading, then what a thing is worth, then a step of play, then what only uses its name.
_EXPLAINING = {"designs": 0, "glossary": 1, "rules": 2, "scoring": 4, "play": 5, "action": 5}
_HEADING, _USED = 3, 6


def add_index(sheet: Sheet, says: Sequence[Wording]) -> None:
    """Ends a sheet with its index; `says` are the wordings of the programs that it is for."""
    subjects = list(dict.fromkeys(one for say in says for one in subjects_of(say)))
    words = list(dict.fromkeys(one for say in says for one in words_of(say)))
    names = {name for say in says for name in names_of(say)}
    patterns = {term: word for say in says for term, word in patterns_of(say)}
    made = index_of(sheet, subjects, sheet.lang, names, words, patterns)
    if made is not None:
        sheet.sections.append(Section("index", "index", says[0].label("index"), [made]))


def subjects_of(say: Wording) -> list[tuple[str, ...]]:
    """The words for what a game is played with: first the term, then the forms under which texts speak of it."""
    several, once = nouns_of(say.program)
    made = [_forms(say, noun, several=True) for noun in several]
    made += [_forms(say, noun, several=False) for noun in once]
    made += [(figure,) for memory in say.program.memories if (figure := say.figure(memory)) is not None]
    return [*made, *common_dice(say), (say.label("supply"), say.label("prepared"))]


def nouns_of(program: Program) -> tuple[list[Noun], list[Noun]]:
    """What a game is played with: that of which there are several, and that of which there is one."""
    several = [Noun("piece", name) for name in program.pieces]
    several += [Noun("component", name) for name in program.components]
    several += [Noun("unit", name) for name in program.units]
    several += [Noun("cellfield", name, board.name) for board in program.boards.values() for name in counts_of(board)]
    once = [Noun("board", name) for name in program.boards]
    zones = [(name, zone) for name, zone in program.zones.items() if zone.per is Per.GAME and zone.shape != "area"]
    once += [Noun("place", name) for name, _ in zones]
    for board in program.boards.values():
        shown = kind_field(board)
        if shown is not None:
            kind = program.kinds[shown.type.sure().base]
            once += [Noun("member", member, shown.type.sure().base) for member in kind.members]
    return several, once


def words_of(say: Wording) -> Iterator[tuple[str, ...]]:
    """Words that are looked for only where a sheet explains them or has a head for them: cells, landscapes, rounds."""
    program = say.program
    for board in program.boards.values():
        yield _forms(say, Noun("cell", board.name), several=False)
        shown = kind_field(board)
        if shown is not None:
            yield _forms(say, Noun("kind", shown.type.sure().base), several=False)
    for component in program.components:
        entry = say.lexicon.entry("noun", component)
        if isinstance(entry, Mapping) and "apart" in entry:
            yield (str(entry["apart"]),)
    for period in ("round", "turn"):
        word = say.lexicon.entry("time", period)
        if isinstance(word, str):
            yield word, regular_plural(word, say.lang)
    yield (say.label("turn_order"),)
    verb = say.lexicon.verb("lose")
    yield say.label("losing"), verb.base, verb.third, verb.you
    yield from phrases_of(say)


def common_dice(say: Wording) -> Iterator[tuple[str, ...]]:
    """Dice of nobody, where they have a name of their own."""
    for name, zone in say.program.zones.items():
        own = say.lexicon.noun(Noun("component", zone.component))
        frame = say.say.frame(w.Group(Noun("zone", name), None)) if zone.dice is not None else None
        if frame is not None and zone.per is Per.GAME and frame.fixed is None and frame.many != own.many:
            yield frame.many, frame.one


def _forms(say: Wording, noun: Noun, *, several: bool) -> tuple[str, ...]:
    """A noun as a term and as texts have it: in the plural where there are several that can be counted."""
    one, many = say.noun(noun), say.noun(noun, 2)
    return (many, one) if several and not say.lexicon.noun(noun).mass else (one, many)


def counts_of(board: Board) -> list[str]:
    """What is counted on the cells of a board."""
    return [name for name, field in board.fields.items() if field.type.t is T.NUMBER]


def phrases_of(say: Wording) -> Iterator[tuple[str, ...]]:
    """Phrases that name a set of things of a game, with the words for one of them."""
    for function in say.program.functions.values():
        reads = say.lexicon.reads(function) if not function.params else None
        if reads is not None and reads.one and reads.many:
            yield headed(say.say.finish(reads.many), say.lang)[0], say.say.finish(reads.one)
        elif function.type.t is T.NUMBER and has_noun(say, function.words):
            yield _forms(say, Noun("function", function.words.name), several=False)


def has_noun(say: Wording, words: Words) -> bool:
    """Whether there is a word for something: in a catalogue, or its own name in the author's language."""
    return say.lexicon.is_authors(words) or say.lexicon.entry("noun", words.name) is not None


def patterns_of(say: Wording) -> Iterator[tuple[str, str]]:
    """How some words look in a text: `3 steps`, not `this step`, and a noun not behind an article of another gender."""
    for noun in chain(*nouns_of(say.program)):
        forms = say.lexicon.noun(noun)
        if say.lang in _OTHER_GENDER and " " not in forms.one and forms.gender in _OTHER_GENDER[say.lang]:
            others = "".join(rf"(?<!\b{article} )" for article in _OTHER_GENDER[say.lang][forms.gender])
            word = "|".join(re.escape(form) for form in (say.noun(noun, 2), say.noun(noun)))
            yield say.noun(noun).casefold(), f"{others}(?:{word})"
    for entry in say.lexicon.explanations().values():
        if "{" not in entry["term"]:
            yield entry["term"].casefold(), entry["word"]


def names_of(say: Wording) -> Iterator[str]:
    """Names of several words: what is spoken of in them is not what they tell of."""
    for component in say.program.components.values():
        for design in component.designs:
            name = headed(say.name(design.words, "design"), say.lang)[0] if design.has_own_name else ""
            if " " in name:
                yield name


def index_of(
    sheet: Sheet,
    subjects: Sequence[tuple[str, ...]],
    lang: str,
    names: Collection[str] = (),
    words: Sequence[tuple[str, ...]] = (),
    patterns: Mapping[str, str] | None = None,
) -> Index | None:
    """The index of a sheet; None where it has fewer terms than a reader takes in at a glance.

    What is spoken of in `names` does not count; `words` do where the sheet has a place of their own for them.

    `patterns` are how some terms look in a text. What it leads to and has no anchor yet, gets one.
    """
    places = _Places(sheet)
    found: dict[str, _Found] = {}
    own = _own_places(sheet, places)
    nouns = {form.casefold() for forms in subjects for form in forms}
    subjects = [*subjects, *_explained(sheet, own, words, lang, nouns)]
    first = {form.casefold(): forms[0].casefold() for forms in reversed(subjects) for form in forms}
    terms_of = {forms[0].casefold(): forms[0][:1].upper() + forms[0][1:] for forms in subjects}

    def at(term: str) -> _Found:
        bare = headed(term, lang)[0].casefold()
        key = first.get(bare, bare)
        return found.setdefault(key, _Found(terms_of.get(key, term)))

    for term, anchor, rank in own:
        one = at(term)
        one.own[anchor] = None
        is_whole = rank <= _EXPLAINING["glossary"] or not one.explained
        is_explaining = rank < _USED or headed(term, lang)[0].casefold() not in nouns
        one.explained += is_whole and is_explaining
    spoken = [(forms[0], _spoken(forms, patterns or {})) for forms in subjects]
    known = {form.casefold() for forms in subjects for form in forms}
    spoken += [(term, _pointed(term)) for term, _, _ in own if headed(term, lang)[0].casefold() not in known]
    for term, anchor in _mentions(sheet, spoken, places, names):
        at(term).others[anchor] = None
    terms = sorted(found.values(), key=lambda one: order(one.term, lang))
    entries = [one.entry(_turned(one.term, lang)) for one in terms]
    if len(entries) < FEWEST:
        return None
    return Index(
        [(letter, list(group)) for letter, group in groupby(entries, lambda e: _letter(order(e.term, lang)[0]))]
    )


def _letter(letters: str) -> str:
    return letters[:1].upper() if letters[:1].isalpha() else _FIGURES


@dataclass(slots=True)
class _Found:
    """A term, the anchors of what tells it and of what speaks of it, in their order."""

    term: str
    explained: int = 0
    own: dict[str, None] = field(default_factory=dict)
    others: dict[str, None] = field(default_factory=dict)

    def entry(self, term: str) -> Entry:
        anchors = (*self.own, *(one for one in self.others if one not in self.own))
        return Entry(term, anchors, len(self.own), self.explained)


class _Places:
    """The anchors of paragraphs, rows and pictures, made when they are first asked for."""

    def __init__(self, sheet: Sheet) -> None:
        self._used = {section.id for section in sections_of(sheet)}
        for block in (block for section in sections_of(sheet) for block in section.blocks):
            if isinstance(block, Paragraph) and (name := anchor_of(block)) and name not in self._used:
                block.place = name
                self._used.add(name)

    def of(self, paragraph: Paragraph, section: Section) -> str:
        paragraph.place = paragraph.place or self._new(anchor_of(paragraph) or section.id)
        return paragraph.place

    def of_row(self, table: Table, at: int, section: Section) -> str:
        if at not in table.places:
            table.places[at] = self._new(section.id)
        return table.places[at]

    def of_picture(self, picture: Picture) -> str:
        picture.place = picture.place or self._new(f"picture-{picture.id}")
        return picture.place

    def _new(self, name: str) -> str:
        made = next(one for one in chain([name], (f"{name}-{n}" for n in count(2))) if one not in self._used)
        self._used.add(made)
        return made


def headed(term: str, lang: str) -> tuple[str, str]:
    """A term without the article in front of it, and the article."""
    bare = term.strip("“”«»\u00a0 ")
    article = _ARTICLE[lang].match(bare) if lang in _ARTICLE else None
    if article is None or article.end() == len(bare):
        return bare, ""
    return bare[article.end() :], article[0].strip()


def _turned(term: str, lang: str) -> str:
    """`Votre main` as it stands in an index: `Main (votre)`."""
    bare, article = headed(term, lang)
    kept = f" ({article.lower()})" if article.lower() in _KEPT else ""
    return f"{bare[:1].upper()}{bare[1:]}{kept}"


def order(term: str, lang: str) -> tuple[str, str, str]:
    """Where a term stands: by its letters, then by its accents (in French from the end), then as written."""
    bare = headed(term, lang)[0]
    whole = unicodedata.normalize("NFD", bare.casefold().replace("œ", "oe").replace("æ", "ae"))
    letters = "".join(c for c in whole if c.isalnum() or c == " ")
    accents = "".join(c if unicodedata.combining(c) else " " for c in whole)
    return letters, accents[::-1] if lang == "fr" else accents, term


def _own_places(sheet: Sheet, places: _Places) -> list[tuple[str, str, int]]:
    """Every name in front of a text and every heading, with its place: what explains most comes first."""
    made: list[tuple[str, str, int]] = []
    for section in sections_of(sheet):
        rank = _EXPLAINING.get(section.kind, _USED)
        for block in section.blocks:
            if isinstance(block, Paragraph):
                found = _USED if block.is_list else rank
                made += [(name, place, found) for name, place in _names(block, section, places, sheet.lang)]
        head = rank if section.kind == "designs" else _HEADING
        made += [(section.title, section.id, head)] if section.title else []
    # What only gets something ready comes last.
    ready = {section.id for section in sections_of(sheet) if section.kind == "setup"}
    return sorted(made, key=lambda one: (one[2], one[1].split("-")[0] in ready))


def _shorter(term: str) -> Iterator[str]:
    """What texts say of `the number of cards left`, or of `the price of a house` once the house is known.

    Of those who are the poorest in French texts say only that they are: *le plus pauvre*.
    """
    most = re.search(r" (?:le|la|les) (plus [\w ]+)$", term)
    if most is not None:
        yield from (f"{the} {most[1].removesuffix('s')}{'s' * (the == 'les')}" for the in ("le", "la", "les"))
    of = re.fullmatch(r"(.+?) (?:\w+ (?:an?|une?)|d[’']une?) [\w ]+", term)
    for told in (term, of[1]) if of is not None else (term,):
        counted = _NUMBER_OF.fullmatch(told)
        yield from (told,) if told != term else ()
        yield from (counted[1],) if counted is not None else ()


def _singular(term: str, lang: str) -> Iterator[str]:
    """One of what a term in the plural names, by rule."""
    if lang == "fr":
        article = re.sub(r"\bles\b", "le", re.sub(r"([^\W\d_]{2,})[sx]\b", r"\1", term))
        yield from (article, article.replace(" le ", " la "))
    elif term.endswith("s") and not term.endswith("ss"):
        yield re.sub(r"ies$", "y", term) if term.endswith("ies") else re.sub(r"(?<=[xsh])es$|s$", "", term)


def _explained(
    sheet: Sheet,
    own: Sequence[tuple[str, str, int]],
    words: Sequence[tuple[str, ...]],
    lang: str,
    nouns: Collection[str],
) -> Iterator[tuple[str, ...]]:
    """What else texts may speak of by its name: the words that have a place of their own, and what the glossary has."""
    heads = {headed(term, lang)[0].casefold() for term, _, _ in own}
    known = set(nouns)
    for forms in words:
        if not known.intersection(form.casefold() for form in forms) and heads.intersection(
            form.casefold() for form in forms
        ):
            known.update(form.casefold() for form in forms)
            yield forms
    # A label that is a name of several words is spoken of by them; what a glossary has, by one too.
    by_words = (_EXPLAINING["rules"], _USED)
    ranked = [(headed(term, lang)[0], rank) for term, _, rank in own]
    told = [
        term
        for term, rank in ranked
        if rank == _EXPLAINING["glossary"] or (rank in by_words and re.fullmatch(r"\w+(?: \w+)+", term))
    ]
    for term in dict.fromkeys(told):
        if term.casefold() not in known:
            yield term, regular_plural(term, lang), *_singular(term, lang), *_shorter(term)


def _names(paragraph: Paragraph, section: Section, places: _Places, lang: str) -> Iterator[tuple[str, str]]:
    if paragraph.label and not paragraph.is_case:
        yield _named(paragraph, lang), places.of(paragraph, section)
    for one in paragraph.items:
        yield from _names(one, section, places, lang)


def _named(paragraph: Paragraph, lang: str) -> str:
    """The name in front of a text; `a gate is open` by its noun: `gate, open`."""
    label = paragraph.label or ""
    said = _SAID_OF[lang].match(label) if paragraph.is_opening and lang in _SAID_OF else None
    return f"{said[1][:1].upper()}{said[1][1:]}, {said[2]}" if said is not None else label


def _spoken(forms: Sequence[str], patterns: Mapping[str, str]) -> re.Pattern[str]:
    """Any of these forms in a text, as whole words: `turn` is not in `half-turn`."""
    found = next((patterns[form.casefold()] for form in forms if form.casefold() in patterns), None)
    words = found or "|".join(sorted((re.escape(form) for form in forms if form), key=len, reverse=True)) or "(?!)"
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


def _pointed(term: str) -> re.Pattern[str]:
    """A name where a text points to it: in quotation marks."""
    return re.compile(rf"[“«]\s?{re.escape(term)}\s?[”»]", re.IGNORECASE)


def _mentions(
    sheet: Sheet, subjects: Sequence[tuple[str, re.Pattern[str]]], places: _Places, names: Collection[str]
) -> Iterator[tuple[str, str]]:
    """For each subject what speaks of it, `names` left out."""
    masked = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))) or "(?!)")
    texts = [(text, masked.sub("", text), place) for text, place in _texts(sheet, places)]
    for term, spoken in subjects:
        for text, bare, place in texts:
            if spoken.search(text if "“" in spoken.pattern else bare):
                yield term[:1].upper() + term[1:], place()


def _texts(sheet: Sheet, places: _Places) -> Iterator[tuple[str, Callable[[], str]]]:
    """Every text with what gives its place, if it is asked for."""
    if sheet.aside is not None:
        yield sheet.aside.alt, partial(places.of_picture, sheet.aside)
    for section in sections_of(sheet):
        for block in section.blocks:
            match block:
                case Paragraph():
                    yield from _said(block, section, places)
                case Table(headers=headers, rows=rows):
                    yield " ".join(headers), partial(str, section.id)
                    for at, row in enumerate(rows):
                        yield " ".join(row), partial(places.of_row, block, at, section)
                case Gallery(pictures=pictures):
                    yield from ((one.caption, partial(places.of_picture, one)) for one in pictures)
                case Picture():
                    yield f"{block.caption} {block.alt}", partial(places.of_picture, block)
                case _:
                    pass


def _said(paragraph: Paragraph, section: Section, places: _Places) -> Iterator[tuple[str, Callable[[], str]]]:
    yield f"{paragraph.label or ''} {paragraph.text}", partial(places.of, paragraph, section)
    for one in paragraph.items:
        yield from _said(one, section, places)
