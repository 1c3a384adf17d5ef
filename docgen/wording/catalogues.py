"""Are the catalogues beside a ruleset sound? Files that cannot be read, tables and names that nothing asks for.

A catalogue speaks of names that its rules declare. What it says of a name that stands nowhere in the rules of its
folder is misspelt, or left over from a rule that is gone: either way a reader would never see it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.plurals import plural, singulars
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.suggest import nearest

_TABLES = """
name noun things flag no_flag set verb reads text predicate window during event at in not_in ranked also adjective
colour motif words label example is is_not allow forbid change increase reduce rank time middle at_least do
glossary
"""
TABLES = frozenset(_TABLES.split())
_KINDS = """
game expansion variant component piece unit kind zone action step rule score design field member memory number yes no
none other add drop raise lower most least before after
"""
# Tables whose keys are no names of rules: word lists, and titles of examples.
_FREE = ("words", "example")
_SWITCHES = ("mass", "place", "proper", "unlisted", "plain", "those")
_WORD = re.compile(r"[^\W\d]\w*")


def check_catalogues(folders: Iterable[Path], report: Report) -> None:
    """Reports what is wrong with the catalogues of these folders of rules."""
    for folder in dict.fromkeys(folders):
        files = sorted((folder / "locale").glob("*.toml"))
        known = _names_near(folder) if files else frozenset[str]()
        for path in files:
            _check_file(path, known, report)


def read_catalogue(path: Path) -> dict[str, dict[str, Any]]:
    """A catalogue as data; if it is malformed, a RulesError that says where and how."""
    report = Report()
    file, tables = _read(path, report)
    for table, entries in tables.items():
        _check_shape(file, table, entries, report)
    report.raise_if_errors()
    return tables


def _read(path: Path, report: Report) -> tuple[SourceFile, dict[str, Any]]:
    try:
        file = SourceFile(str(path), path.read_text("utf-8-sig"))
        return file, tomllib.loads(file.text)
    except UnicodeDecodeError:
        file = SourceFile(str(path), "")
        report.error(Code.NOT_UTF8, Span(file, 0, 0), "this catalogue is not UTF-8 text", help="save it as UTF-8")
    except tomllib.TOMLDecodeError as error:
        _malformed(file, error, report)
    return file, {}


def _check_shape(file: SourceFile, table: str, entries: Any, report: Report) -> None:
    """A table has entries, and an entry is a text, a list of texts, or its forms by name."""
    if not isinstance(entries, dict):
        span = _place(file, rf"^\"?{re.escape(table)}\"?(?=\s*=)")
        help_ = f"write a table such as `[name]` above it, or `[{table}]` as a table of its own"
        report.error(Code.CATALOGUE_FILE, span, f"`{table}` stands outside of any table", help=help_)
        return
    start = _place(file, rf"^\[{re.escape(table)}\]").start
    for key, entry in entries.items():
        problem = _problem(table, key, entry)
        if problem is not None:
            span = _place(file, rf"^\"?{re.escape(key)}\"?(?=\s*=)", start)
            report.error(Code.CATALOGUE_FILE, span, f"`{key}` {problem[0]}", help=problem[1])


def _problem(table: str, key: str, entry: Any) -> tuple[str, str] | None:
    """What is wrong with one entry, and what to do."""
    if isinstance(entry, list):
        good = all(isinstance(item, str) for item in entry)
        return None if good else ("is a list of other things than texts", "put every item in quotation marks")
    if isinstance(entry, dict):
        for name, form in entry.items():
            if not isinstance(form, str | bool):
                return f"has a form `{name}` that is no text", "put it in quotation marks"
            if isinstance(form, bool) is not (name in _SWITCHES):
                return (
                    f"has a form `{name}` of the wrong sort",
                    "words are texts; mass, place, proper, unlisted, plain, those are true or false",
                )
        return None
    if not isinstance(entry, str):
        return "is no text", "put it in quotation marks"
    return _holes(key, entry) if table == "label" else None


def _holes(key: str, text: str) -> tuple[str, str] | None:
    """A label of one's own may use the blanks of ours, and no others."""
    ours = _labels().get(key)
    try:
        used = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return "has a brace that is not closed", "blanks are written `{name}`"
    known = {name for _, name, _, _ in Formatter().parse(ours) if name is not None} if ours is not None else used
    wrong = sorted(used - known)
    if not wrong:
        return None
    return f"has a blank `{{{wrong[0]}}}` that nothing fills", f"its blanks are {', '.join(sorted(known)) or 'none'}"


@cache
def _labels() -> dict[str, str]:
    return dict(tomllib.loads((Path(__file__).parent / "labels.en.toml").read_text("utf-8"))["label"])


def _check_file(path: Path, known: frozenset[str], report: Report) -> None:
    file, tables = _read(path, report)
    for table, entries in tables.items():
        _check_shape(file, table, entries, report)
        if not isinstance(entries, dict):
            continue
        if table not in TABLES:
            near = nearest(table, TABLES)
            help_ = f"did you mean `[{near[0]}]`?" if near else "the tables are " + ", ".join(sorted(TABLES))
            span = _place(file, rf"^\[{re.escape(table)}\]")
            report.error(Code.CATALOGUE_FILE, span, f"catalogues have no table `[{table}]`", help=help_)
        elif table not in _FREE:
            _check_entries(file, table, entries, known, report)


def _check_entries(
    file: SourceFile, table: str, entries: dict[str, Any], known: frozenset[str], report: Report
) -> None:
    start = _place(file, rf"^\[{re.escape(table)}\]").start
    for key in entries:
        for word in _WORD.findall(key):
            if word in known:
                continue
            near = nearest(word, known)
            report.emit(
                Code.STALE_TRANSLATION,
                _place(file, rf"^\"?{re.escape(key)}\"?(?=\s*=)", start),
                f"`[{table}]` speaks of `{word}`, which no rule of this folder mentions",
                help=f"did you mean `{near[0]}`?" if near else "take the line out, or mend the name",
            )
            break


def _names_near(folder: Path) -> frozenset[str]:
    """Every word of the rules and tables of a folder, and of the folders around it that a catalogue may speak of."""
    words = {word for path in _rules(folder) for word in _WORD.findall(path.read_text("utf-8-sig"))}
    forms = (form for word in words for form in (plural(word), *singulars(word)))
    return frozenset({*_KINDS.split(), *_core_words(), *words, *forms})


def _rules(folder: Path) -> Iterator[Path]:
    for pattern in ("*.rules", "data/*.csv", "*/*.rules"):
        yield from folder.glob(pattern)


@cache
def _core_words() -> frozenset[str]:
    """What the catalogues of the language itself speak of: an author's may say it in other words."""
    catalogues = (tomllib.loads(path.read_text("utf-8")) for path in Path(__file__).parent.glob("*.toml"))
    tables = (table for catalogue in catalogues for table in catalogue.values() if isinstance(table, dict))
    return frozenset(word for table in tables for key in table for word in _WORD.findall(key))


def _place(file: SourceFile, pattern: str, start: int = 0) -> Span:
    found = re.compile(pattern, re.MULTILINE).search(file.text, start)
    return Span(file, found.start(), found.end()) if found else Span(file, 0, 0)


def _malformed(file: SourceFile, error: tomllib.TOMLDecodeError, report: Report) -> None:
    said = re.fullmatch(r"(.+) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error))
    line, column = (int(said[2]), int(said[3])) if said and said[2] else (file.text.count("\n") + 1, 1)
    start = min(sum(len(text) + 1 for text in file.text.split("\n")[: line - 1]) + column - 1, len(file.text))
    report.error(
        Code.CATALOGUE_FILE,
        Span(file, start, start),
        f"this catalogue cannot be read: {said[1].lower() if said else error}",
        help='entries are written `name = "text"`, under a table such as `[name]`',
    )
