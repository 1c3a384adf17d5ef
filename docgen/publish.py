"""Which papers are printed of a game, and under which names: kinds by languages by formats, and an index."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from rulewright.docgen.cards import cards
from rulewright.docgen.changes import changes
from rulewright.docgen.counts import merged
from rulewright.docgen.edition import Edition, edition_of, told_counts, with_counts
from rulewright.docgen.examples import Examples
from rulewright.docgen.formats import html, md, pdf
from rulewright.docgen.index import add_index
from rulewright.docgen.outline import outline
from rulewright.docgen.pictures import flow
from rulewright.docgen.reference import reference
from rulewright.docgen.sheet import Cards, Sheet, pictures_of
from rulewright.docgen.stencil import fill
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Program
from rulewright.dsl.ruleset import Ruleset

KINDS = ("sheet", "reference", "cards", "changes")
FORMATS = ("html", "pdf", "md")
_CHANGE_WORDS = ("changes", "changed_rules", "added_rules", "removed_rules", "no_changes", "players")


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed. `base` is the game without what was added, for the changes, with its programs.

    `others` are the programs for other numbers of players, where the paper is to be for all of them.
    """

    ruleset: Ruleset
    program: Program
    base: tuple[Ruleset, tuple[Program, ...]] | None = None
    langs: tuple[str, ...] = ("en", "fr")
    kinds: tuple[str, ...] = ("sheet",)
    formats: tuple[str, ...] = FORMATS
    authored: bool = True
    paper: str = "a4"
    templates: Path | None = None
    examples: Examples | None = None
    others: tuple[Program, ...] = ()

    @property
    def programs(self) -> list[Program]:
        """One for each number of players, in their order."""
        return sorted((self.program, *self.others), key=lambda program: program.players)


@dataclass(frozen=True, slots=True)
class Printed:
    """One file. `missing` is what the language's catalogues lack for it, as (table, key)."""

    path: Path
    kind: str
    lang: str
    format: str
    title: str
    missing: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """An entry of the index: what it is, a line about it, and its files by what they are called."""

    title: str
    files: tuple[tuple[str, str], ...]
    about: str = ""
    lang: str = ""


@dataclass(slots=True)
class Chapter:
    """Links under a heading, or a text to be read at once, with pictures of our own."""

    title: str
    links: list[Link] = field(default_factory=list)
    text: str = ""
    pictures: tuple[str, ...] = ()


def publish(order: Order, folder: Path) -> Iterator[Printed]:
    """Prints all that is ordered, and tells of each file when it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for lang in order.langs:
        for kind in order.kinds:
            yield from _printed(order, kind, lang, folder)


def _printed(order: Order, kind: str, lang: str, folder: Path) -> Iterator[Printed]:
    say = Wording(order.program, lang)
    title = say.label(kind)
    heading = title if kind not in ("sheet", "changes") else ""
    made = _made(order, kind, lang)
    if made is None:
        return
    missing = made.missing if isinstance(made, Sheet) else ()
    for name in order.formats:
        path = folder / f"{kind}.{lang}.{name}"
        path.write_bytes(_bytes(order, made, name, heading, kind, folder))
        yield Printed(path, kind, lang, name, title, missing)


def _made(order: Order, kind: str, lang: str) -> Sheet | Cards | None:
    edition = edition_of(order.ruleset)
    match kind:
        case "reference":
            return reference_of(order, lang)
        case "cards":
            made = cards(order.program, lang, authored=order.authored, edition=edition)
            return made if made.cards else None
        case "changes":
            return changes_of(order, lang)
        case _:
            return sheet_of(order, lang)


def sheet_of(order: Order, lang: str) -> Sheet:
    """The rule sheet; examples are drawn once."""
    first = order.programs[0]

    def make(program: Program, edition: Edition) -> Sheet:
        examples = order.examples if program is first else None
        return outline(program, lang, authored=order.authored, edition=edition, examples=examples, indexed=False)

    made = _for_all(order.ruleset, order.programs, lang, make)
    add_index(made, [Wording(program, lang) for program in order.programs])
    return made


def reference_of(order: Order, lang: str) -> Sheet:
    """The quick reference."""
    return _for_all(order.ruleset, order.programs, lang, lambda program, edition: reference(program, lang, edition))


def _for_all(ruleset: Ruleset, programs: Sequence[Program], lang: str, make: Callable[..., Sheet]) -> Sheet:
    """One sheet for all these numbers of players: what differs between them is said with the number."""
    counts = tuple(program.players for program in programs)
    edition = replace(edition_of(ruleset), counts=counts if len(counts) > 1 else ())
    sheets = {program.players: make(program, edition) for program in programs}
    if len(sheets) == 1:
        return sheets[counts[0]]
    say = Wording(programs[0], lang)

    for_each = say.label("piece_each", n=1, nouns="x").removeprefix("1 x ")

    def told(numbers: Sequence[int], what: str = "", tail: str = "") -> str:
        who = _lower(with_counts(sorted(numbers), say))
        what = say.label("each_one", what=what) if what and tail == for_each else what
        return _lower(say.label("but_with", who=who, what=what)) if what else who

    made = merged(sheets, told)
    if made.aside is not None:
        made.aside = flow.for_all({program.players: Wording(program, lang) for program in programs}, told)
    return made


def changes_of(order: Order, lang: str) -> Sheet | None:
    """What the game of an order changes against its base; None if it is built on none."""
    if order.base is None:
        return None

    def make(program: Program, edition: Edition) -> Sheet:
        return outline(program, lang, authored=False, edition=edition, indexed=False)

    ruleset, programs = order.base
    before = _for_all(ruleset, programs, lang, make)
    after = _for_all(order.ruleset, order.programs, lang, make)
    say = Wording(order.program, lang)
    labels = {key: say.label(key) for key in _CHANGE_WORDS}
    labels["instead"] = say.label("instead", new="{new}", old="{old}")
    numbers = [told_counts(sheet.counts, say) for sheet in (after, before)]
    labels["players_change"] = labels["instead"].format(new=numbers[0], old=numbers[1]) + "."
    edition, known = edition_of(order.ruleset), edition_of(ruleset)
    titles = edition.titles_beyond(known, say)
    notes = edition.notes_beyond(known, say) if order.authored else ()
    made = changes(before, after, labels, notes, titles, say.say.counted_words)
    made.title = say.say.series(titles, "and") or made.title
    made.subtitle = say.label("against", title=", ".join(t for t in (before.title, _lower(before.added)) if t))
    return made


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _bytes(order: Order, made: Sheet | Cards, name: str, heading: str, kind: str, folder: Path) -> bytes:
    templates = order.templates
    if isinstance(made, Cards):
        if name == "pdf":
            return pdf.render_cards(made, heading=heading, paper=order.paper, templates=templates)
        if name == "html":
            return html.render_cards(made, heading=heading, templates=templates).encode()
        return md.render_cards(made, heading=heading).encode()
    if name == "pdf":
        return pdf.render(made, heading=heading, layout=kind, paper=order.paper, templates=templates)
    if name == "html":
        return html.render(made, heading=heading, layout=kind, templates=templates).encode()
    pictures = folder / "pictures"
    for picture in pictures_of(made):
        pictures.mkdir(exist_ok=True)
        (pictures / f"{picture.id}.{made.lang}.svg").write_text(picture.svg, "utf-8")
    return md.render(made, heading=heading, pictures=f"pictures/{{id}}.{made.lang}.svg").encode()


def index(order: Order, chapters: Sequence[Chapter]) -> str:
    """The page that links everything, in the first language of the order."""
    say = Wording(order.program, order.langs[0])
    edition = replace(edition_of(order.ruleset), counts=tuple(program.players for program in order.programs))
    subtitle = edition.subtitle(say, order.program.players)
    footer = say.label("unofficial")
    return fill("html/index.html.j2", title=say.title(), subtitle=subtitle, chapters=chapters, footer=footer)


def chapters_of(printed: Sequence[Printed], folder: Path) -> list[Chapter]:
    """The printed files by language and kind."""
    names, formats = {"en": "English", "fr": "Français"}, {"html": "HTML", "pdf": "PDF", "md": "Markdown"}
    made: dict[str, Chapter] = {}
    for (lang, title), group in groupby(printed, key=lambda one: (one.lang, one.title)):
        files = tuple((one.path.relative_to(folder).as_posix(), formats[one.format]) for one in group)
        made.setdefault(lang, Chapter(names.get(lang, lang))).links.append(Link(title, files, lang=lang))
    return list(made.values())
