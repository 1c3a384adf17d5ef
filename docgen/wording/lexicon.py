"""The words of one language for one program: nouns, verbs, names and phrases.

Three layers, the later the stronger: our own words and labels, the library's, and catalogues beside the rulesets. In
the author's language a noun needs no entry, for its name is its word; in another language a missing entry falls back to
the author's word and is remembered in `missing`, so that a check can report it and no reader meets a hole.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.docgen.wording.catalogues import read_catalogue
from rulewright.docgen.wording.plan import Noun
from rulewright.dsl.plurals import plural, third_person
from rulewright.dsl.program import Component, Function, Piece, Program, Words

Catalogue = Mapping[str, Any]
_HERE = Path(__file__).parent
AUTHOR = "en"
# The short words that lose their vowel, as a name has them: `bord de l eau`, `jusqu ici`.
_ELIDED = re.compile(r"\b([ldnsjmtc]|qu|jusqu|lorsqu|puisqu) (?=[aeiouyhàâéèêëîïôûœ])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NounForms:
    """`mass` takes no article and no plural; `place` stands for its own cells; `proper` is a name."""

    one: str
    many: str
    gender: str = "m"
    mass: bool = False
    place: bool = False
    proper: bool = False


@dataclass(frozen=True, slots=True)
class VerbForms:
    """Base or infinitive, third person singular, and the form with you (French: vous)."""

    base: str
    third: str
    you: str


@dataclass(frozen=True, slots=True)
class Reads:
    """A definition's phrase. `one`, `many` and `gender` where its head cannot be found in it; `no` is its contrary.

    `counted` is what a thing counts as that a rule adds to the set or takes from it; a `plain` phrase explains itself.
    """

    text: str
    one: str | None = None
    many: str | None = None
    gender: str | None = None
    no: str | None = None
    counted: str | None = None
    plain: bool = False


@cache
def _shipped(name: str) -> Catalogue:
    path = _HERE / name
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def catalogue_files(program: Program, lang: str) -> list[Path]:
    """The catalogues that stand beside the files a program was made from."""
    sources = dict.fromkeys(words.span.file.path for words in all_words(program) if words.span is not None)
    files: dict[Path, None] = {}
    for path in map(Path, sources):
        files.setdefault(path.parent / "locale" / f"{lang}.toml")
        files.setdefault(path.parent / "locale" / f"{path.stem}.{lang}.toml")
    return [path for path in files if path.is_file()]


class Beside(dict[str, Any]):
    """A catalogue that knows the folder whose files it words."""

    folder: Path


def catalogues_beside(program: Program, lang: str) -> list[Catalogue]:
    """The catalogues beside a program's files, read."""
    made: list[Catalogue] = []
    for path in catalogue_files(program, lang):
        one = Beside(read_catalogue(path))
        one.folder = path.parent.parent
        made.append(one)
    return made


def all_words(program: Program) -> Iterable[Words]:
    """The words of everything a program declares."""
    tables: tuple[Mapping[str, Any], ...] = (
        program.boards,
        program.kinds,
        program.units,
        program.memories,
        program.zones,
        program.pieces,
        program.components,
        program.numbers,
        program.functions,
        program.actions,
        program.steps,
        program.rules,
        program.scores,
    )
    for table in tables:
        for thing in table.values():
            yield thing.words
    for component in program.components.values():
        for design in component.designs:
            yield design.words
    if program.winner is not None:
        yield program.winner.words


def spoken(name: str) -> str:
    """A name as it is printed: underscores become spaces."""
    return name.replace("_", " ")


class Lexicon:
    """Look-ups for one language."""

    def __init__(self, program: Program, lang: str, catalogues: Iterable[Catalogue] = ()) -> None:
        self.program = program
        self.lang = lang
        shipped = (f"{name}.{lang}.toml" for name in ("library", "labels", "core"))
        self.layers = [*reversed(list(catalogues)), *map(_shipped, shipped)]
        self.missing: set[tuple[str, str]] = set()
        self._plurals: dict[str, str] | None = None
        self._nouns: dict[Noun, NounForms] = {}

    def entry(self, table: str, *keys: str) -> Any:
        """The strongest entry for the first key that has one."""
        for layer in self.layers:
            found = layer.get(table, {})
            for key in keys:
                if key in found:
                    return found[key]
        return None

    def is_authors(self, words: Words) -> bool:
        """Whether these words are of an author who writes this language."""
        return self.program.written.get(words.module, AUTHOR) == self.lang

    # ---- nouns

    def noun(self, noun: Noun) -> NounForms:
        """The forms of a noun, looked up once."""
        if noun not in self._nouns:
            self._nouns[noun] = self._found(noun)
        return self._nouns[noun]

    def _found(self, noun: Noun) -> NounForms:
        """The forms of a noun, by its own entry or its words."""
        keys = [f"{noun.home}.{noun.name}"] if noun.home else []
        keys += [f"{noun.kind.removeprefix('cells_')}.{noun.name}", noun.name or noun.kind]
        if noun.kind in ("cell", "part"):
            return self._cell(noun)
        if noun.kind == "side":
            return self._basic("player" if self.program.side_size == 1 else self.program.side_word.removesuffix("s"))
        if noun.kind == "reads":
            return self._listed(noun)
        if noun.kind in ("basic", "group"):
            told = self.entry("noun", noun.home) if noun.home else None
            return self._forms(told, Words(noun.name), noun) if told else self._basic(noun.name or noun.kind)
        entry = self.entry("noun", *keys)
        words = self.words(noun)
        if entry is not None:
            return self._forms(entry, words, noun)
        if noun.kind in ("design", "map") and (title := self.entry("name", *keys)) is not None:
            return NounForms(str(title), str(title), proper=True)
        if not self.is_authors(words):
            numbered = re.fullmatch(rf"{re.escape(noun.home)}_(\d+)", noun.name) if noun.kind == "design" else None
            if numbered is not None:
                forms = self.noun(Noun("component", noun.home))
                return NounForms(f"{forms.one} {numbered[1]}", f"{forms.many} {numbered[1]}", forms.gender)
            self.missing.add(("noun", noun.name))
        one = words.called or self.spoken(words)
        if noun.kind in ("field", "cellfield") and self.lang == "en" and plural(one.removesuffix("s")) == one:
            return NounForms(one.removesuffix("s"), one)
        many = spoken(words.plural) if words.plural else regular_plural(one, self.lang)
        mass = noun.kind in ("unit", "member", "cells_member") and noun.name in (self.entry("words", "mass") or ())
        proper = noun.kind in ("design", "map", "named") and one[:1].isupper()
        return NounForms(one, one if mass else many, words.gender or "m", mass, False, proper)

    def is_unlisted(self, name: str) -> bool:
        """Whether a catalogue says that something is no component: room on the table, say."""
        entry = self.entry("noun", name)
        return isinstance(entry, Mapping) and bool(entry.get("unlisted", False))

    def plural_of(self, entry: Mapping[str, Any]) -> str:
        """The plural an entry gives, or the regular one."""
        return str(entry.get("many") or regular_plural(entry["one"], self.lang))

    def _forms(self, entry: Any, words: Words, noun: Noun) -> NounForms:
        if isinstance(entry, str):
            return NounForms(entry, regular_plural(entry, self.lang))
        one = entry.get("one") or spoken(words.name)
        mass = entry.get("mass", False)
        many = entry.get("many") or (one if mass else regular_plural(one, self.lang))
        gender = entry.get("gender", "m")
        return NounForms(one, many, gender, mass, entry.get("place", False), entry.get("proper", False))

    def _listed(self, noun: Noun) -> NounForms:
        """One of the sets that a definition lists: by its own singular, or that of `your realms`; else a group."""
        entry = self.entry("reads", noun.name)
        if isinstance(entry, dict) and "{" not in entry.get("one", "{"):
            return self._forms(entry, Words(noun.name), noun)
        function = next((f for f in self.program.functions.values() if f.words.name == noun.name), None)
        authored = function.words.reads if function is not None and self.is_authors(function.words) else None
        text = entry if isinstance(entry, str) else (entry or {}).get("text") or authored or ""
        found = re.fullmatch(r"(?:the|your|their|les|vos|ses) ([^\W\d_]+)s", text)
        if found is None:
            return self._basic("group")
        one = found.group(1)
        nouns = [e for layer in self.layers for e in layer.get("noun", {}).values() if isinstance(e, dict)]
        gender = next((str(e.get("gender", "m")) for e in nouns if e.get("one") == one), "m")
        return NounForms(one, one + "s", gender)

    def _basic(self, name: str) -> NounForms:
        entry = self.entry("noun", f"basic.{name}", name)
        if entry is None:
            return NounForms(spoken(name), regular_plural(spoken(name), self.lang))
        return self._forms(entry, Words(name), Noun("basic", name))

    def _cell(self, noun: Noun) -> NounForms:
        board = self.program.boards.get(noun.name) or next(iter(self.program.boards.values()), None)
        if noun.kind == "part" and board is not None and board.part:
            return self.noun(Noun("boardpart", board.part.removesuffix("s")))
        shape = board.shape if board is not None else "squares"
        return self._basic({"hexes": "hex", "track": "space"}.get(shape, "cell"))

    def words(self, noun: Noun) -> Words:
        """What the program says of a noun."""
        program = self.program
        tables: dict[str, Mapping[str, Any]] = {
            "piece": program.pieces,
            "supply": program.pieces,
            "component": program.components,
            "unit": program.units,
            "board": program.boards,
            "kind": program.kinds,
            "zone": program.zones,
            "place": program.zones,
            "memory": program.memories,
            "number": program.numbers,
            "action": program.actions,
            "step": program.steps,
        }
        found = tables.get(noun.kind, {}).get(noun.name)
        if found is not None:
            words: Words = found.words
            return words
        if noun.kind in ("member", "cells_member") and noun.home in program.kinds:
            return program.kinds[noun.home].member_words.get(noun.name) or Words(noun.name)
        if noun.kind == "design" and noun.home in program.components:
            for design in program.components[noun.home].designs:
                if design.words.name == noun.name:
                    return design.words
        if noun.kind == "field" and noun.home in program.components:
            field = program.components[noun.home].fields.get(noun.name)
            return (field.words if field is not None else None) or Words(noun.name)
        return Words(noun.name)

    # ---- names and texts

    def name(self, words: Words, kind: str = "") -> str:
        """The name of a rule, step, design or action as a heading."""
        entry = self.entry("name", f"{kind}.{words.name}", words.name)
        if entry is not None:
            return str(entry)
        noun = self.entry("noun", f"{kind}.{words.name}", words.name)
        if noun is not None and not self.is_authors(words):
            return str(noun if isinstance(noun, str) else noun.get("one", words.name))
        if not self.is_authors(words):
            if self.entry("verb", words.name) is not None:
                base = self.verb(words.name).base
                return base[:1].upper() + base[1:]
            self.missing.add(("name", words.name))
        return words.called or self.spoken(words)

    def spoken(self, words: Words) -> str:
        """A name as it is printed; a French author's `bord_de_l_eau` has its apostrophe."""
        said = spoken(words.name)
        return _ELIDED.sub("\\1’", said) if self.lang == "fr" and self.is_authors(words) else said

    def text(self, key: str, authored: str | None, words: Words) -> str | None:
        """An authored summary or note in this language; None where there is none."""
        if self.is_authors(words):
            return authored
        entry = self.entry("text", key)
        if entry is None and authored:
            self.missing.add(("text", key))
        return entry if isinstance(entry, str) else None

    def other_names(self) -> list[tuple[str, str]]:
        """What else things are called, as the catalogues say (`[also]`): the printed name, and the others."""
        found: dict[str, str] = {}
        for layer in reversed(self.layers):
            for key, others in layer.get("also", {}).items():
                noun = self.entry("noun", key)
                name = noun.get("one") if isinstance(noun, Mapping) else noun
                found[str(self.entry("name", key) or name or spoken(key))] = str(others)
        return list(found.items())

    def explanations(self) -> dict[str, Mapping[str, str]]:
        """What words of the library mean, as the first catalogue says that tells it (`[glossary]`)."""
        found: dict[str, Mapping[str, str]] = {}
        for layer in reversed(self.layers):
            found.update(layer.get("glossary", {}))
        return found

    def title(self, program: Program) -> str:
        return str(self.entry("name", f"game.{program.name}") or program.title)

    # ---- verbs

    def verb(self, name: str, authored: Words | None = None) -> VerbForms:
        """The forms of a verb: the core's, a catalogue's or the author's own word."""
        entry = self.entry("verb", name)
        if entry is None:
            if not self.is_authors(authored or Words(name)):
                self.missing.add(("verb", name))
            base = (authored.called if authored is not None else None) or spoken(name)
            if self.lang == "fr" and not self.is_authors(authored or Words(name)):
                return VerbForms(base, base, base)
            return english_verb(base) if self.lang == "en" else french_verb(base)
        if isinstance(entry, str):
            return english_verb(entry) if self.lang == "en" else french_verb(entry)
        base = entry.get("inf") or entry.get("base") or spoken(name)
        made = english_verb(base) if self.lang == "en" else french_verb(base)
        return VerbForms(base, entry.get("il") or entry.get("third") or made.third, entry.get("vous") or made.you)

    def infinitive(self, word: str) -> VerbForms:
        """The forms of a French verb by its infinitive, irregular ones from the tables."""
        for layer in self.layers:
            for entry in layer.get("verb", {}).values():
                if isinstance(entry, dict) and entry.get("inf") == word:
                    made = french_verb(word)
                    return VerbForms(word, entry.get("il", made.third), entry.get("vous", made.you))
        return french_verb(word)

    # ---- phrases

    def reads(self, function: Function) -> Reads | None:
        """A definition's phrase in this language, if it has one."""
        entry = self.entry("reads", function.words.name)
        if entry is not None and self.is_said_anew(function.words):
            entry = None
        if isinstance(entry, str):
            return Reads(entry)
        if entry is not None:
            text = entry.get("text") or entry.get("many") or entry.get("one") or ""
            one, many, gender, no, counted = (entry.get(name) for name in ("one", "many", "gender", "no", "as"))
            return Reads(text, one, many, gender, no, counted, bool(entry.get("plain", False)))
        if function.words.reads:
            if self.is_authors(function.words):
                return Reads(function.words.reads)
            self.missing.add(("reads", function.words.name))
        return None

    def is_said_anew(self, words: Words) -> bool:
        """Whether a definition stands in a file beside which no catalogue with its name is, but beside another's.

        A variant that defines something else than its game is not told in the game's words.
        """
        if words.span is None:
            return False
        told = [layer for layer in self.layers if words.name in layer.get("reads", {})]
        here = Path(words.span.file.path).parent
        return bool(told) and all(isinstance(layer, Beside) and layer.folder != here for layer in told)

    def phrase(self, table: str, *keys: str) -> str | None:
        """A fixed phrase: a step's time, a flag's clause, a kind's predicate."""
        found = self.entry(table, *keys)
        return found if isinstance(found, str) else None

    def heads(self) -> dict[str, str]:
        """Every plural that may head a phrase, with its singular."""
        if self._plurals is None:
            made: dict[str, str] = {}
            for layer in self.layers:
                for entry in layer.get("noun", {}).values():
                    if isinstance(entry, dict) and "one" in entry:
                        one = entry["one"]
                        made.setdefault(entry.get("many") or regular_plural(one, self.lang), one)
            tables: tuple[tuple[Mapping[str, Piece | Component], str], ...] = (
                (self.program.pieces, "piece"),
                (self.program.components, "component"),
            )
            for table, kind in tables:
                for name, thing in table.items():
                    if self.is_authors(thing.words):
                        forms = self.noun(Noun(kind, name))
                        made[forms.many] = forms.one
            self._plurals = made
        return self._plurals


def regular_plural(one: str, lang: str) -> str:
    """The plural by rule: English of the last word, French of the first noun of a compound."""
    if lang == "en":
        return plural(one)
    first, space, rest = one.partition(" ")
    return french_plural(first) + space + rest


def french_plural(word: str) -> str:
    if word.endswith(("s", "x", "z")):
        return word
    if word.endswith(("eau", "au", "eu")):
        return word + "x"
    if word.endswith("al"):
        return word[:-2] + "aux"
    return word + "s"


def english_verb(base: str) -> VerbForms:
    """`take a turn` is conjugated in its first word."""
    first, space, rest = base.partition(" ")
    return VerbForms(base, third_person(first) + space + rest, base)


def french_verb(inf: str) -> VerbForms:
    """A verb by its infinitive, regular or like *tenir*; the first word bears the ending."""
    first, space, rest = inf.partition(" ")
    if first.endswith("ger"):
        il, vous = first[:-1], first[:-1] + "z"
    elif first.endswith("yer"):
        il, vous = first[:-3] + "ie", first[:-1] + "z"
    elif first.endswith("er"):
        il, vous = first[:-1], first[:-1] + "z"
    elif first.endswith("enir"):
        il, vous = first[:-4] + "ient", first[:-2] + "ez"
    elif first.endswith("ir"):
        il, vous = first[:-1] + "t", first[:-1] + "ssez"
    elif first.endswith("dre"):
        il, vous = first[:-2], first[:-2] + "ez"
    else:
        il = vous = first
    return VerbForms(inf, il + space + rest, vous + space + rest)
