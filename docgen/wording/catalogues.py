"""Are the catalogues beside a ruleset sound? Files that cannot be read, tables and names that nothing asks for.

A catalogue speaks of names that its rules declare. What it says of a name that stands nowhere in the rules of its
folder is misspelt, or left over from a rule that is gone: either way a reader would never see it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.plurals import plural, singulars
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.suggest import nearest

_TABLES = """
name noun things flag no_flag set verb reads text predicate window during event at in not_in ranked also adjective
colour words label
"""
TABLES = frozenset(_TABLES.split())
_KINDS = """
game expansion variant component piece unit kind zone action step rule score design field member memory number yes no
none other add drop before after
"""
_WORD = re.compile(r"[^\W\d]\w*")


def check_catalogues(folders: Iterable[Path], report: Report) -> None:
    """Reports what is wrong with the catalogues of these folders of rules."""
    for folder in dict.fromkeys(folders):
        files = sorted((folder / "locale").glob("*.toml"))
        known = _names_near(folder) if files else frozenset[str]()
        for path in files:
            _check_file(path, known, report)


def _check_file(path: Path, known: frozenset[str], report: Report) -> None:
    file = SourceFile(str(path), path.read_text("utf-8"))
    try:
        tables = tomllib.loads(file.text)
    except tomllib.TOMLDecodeError as error:
        _malformed(file, error, report)
        return
    for table, entries in tables.items():
        if table not in TABLES:
            near = nearest(table, TABLES)
            help_ = f"did you mean `[{near[0]}]`?" if near else "the tables are " + ", ".join(sorted(TABLES))
            span = _place(file, rf"^\[{re.escape(table)}\]")
            report.error(Code.CATALOGUE_FILE, span, f"catalogues have no table `[{table}]`", help=help_)
        elif table != "words" and isinstance(entries, dict):
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
    found = {*_KINDS.split(), *_core_words()}
    for path in _rules(folder):
        for word in _WORD.findall(path.read_text("utf-8-sig")):
            found |= {word, plural(word), *singulars(word)}
    return frozenset(found)


def _rules(folder: Path) -> Iterator[Path]:
    for pattern in ("*.rules", "data/*.csv", "*/*.rules"):
        yield from folder.glob(pattern)


def _core_words() -> Iterator[str]:
    """What the catalogues of the language itself speak of: an author's may say it in other words."""
    for path in Path(__file__).parent.glob("*.toml"):
        for table in tomllib.loads(path.read_text("utf-8")).values():
            for key in table if isinstance(table, dict) else ():
                yield from _WORD.findall(key)


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
