"""Finds and reads the files of a ruleset. With `files`, the only code of this layer that touches the disk.

From a game's name or a file it gathers all that must be linked: the library, the game and the games it is built on,
the expansions and variants asked for, the examples of what is in use, and the games of which parts are used (marked
as donors). Several files of one module become one; tables are read from beside the file that names them. What cannot
be found or read is reported, and the rest is loaded all the same.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code, Severity
from rulewright.dsl.csv_rows import csv_rows
from rulewright.dsl.diagnostics import Diagnostic, Report
from rulewright.dsl.files import NEAR, SUFFIX, Found, Shelf, is_path, library_folder, plain, rules_in
from rulewright.dsl.link import DONOR
from rulewright.dsl.places import word_span
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.suggest import nearest
from rulewright.dsl.syntax.parse import MAX_FILE, parse

_MODULES = ("game", "expansion", "variant")
_ADDED = ("expansion", "variant")
_INNER = ("expansions", "variants", "examples")
_NOWHERE = "it lies neither near this file nor among the shipped rulesets"


def load_game(name_or_path: str | os.PathLike[str], with_: Sequence[str], report: Report) -> list[n.Module]:
    """The modules of a game, by name or path, with the expansions and variants named; empty if there is none."""
    loading = _Loading(report)
    word = os.fspath(name_or_path)
    found = loading.by_path(Path(word)) if is_path(word) or not isinstance(name_or_path, str) else loading.by_name(word)
    return loading.all_of(found, with_) if found is not None else []


def loads_module(text: str, report: Report, path: str = "<text>") -> n.Module | None:
    """The module of a text alone."""
    return _parsed(SourceFile(path, text.removeprefix("\ufeff").replace("\r\n", "\n")), report)


def loads_game(text: str, with_: Sequence[str], report: Report, path: str = "<text>") -> list[n.Module]:
    """The same for a text: a game, or a variant or expansion of a shipped one."""
    loading = _Loading(report)
    module = loads_module(text, report, path)
    return loading.all_of(module, with_) if module is not None else []


def library(report: Report) -> list[n.Module]:
    """The words every ruleset knows, by file name."""
    loading = _Loading(report)
    modules = [loading.read_module(path) for path in rules_in(library_folder())]
    return [module for module in modules if module is not None]


def unused_modules(names: frozenset[str], paths: Iterable[Path], report: Report) -> list[n.Module]:
    """The expansions and variants of modules in use that are not in use themselves."""
    loading = _Loading(report)
    for path in paths:
        loading.shelf.settle(path.absolute().parent)
    more = [name for name in loading.shelf.names(_ADDED, names) if name not in names]
    found = [loading.shelf.candidates(name, _ADDED, exact=True)[0] for name in more]
    return [module for x in found if (module := loading.module_of(x)) is not None]


def read(path: Path, report: Report, at: Span | None = None) -> SourceFile | None:
    """The text of a file, without byte-order mark and carriage returns; what is wrong with it is reported at `at`."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            inner = path / f"{path.resolve().name}{SUFFIX}"
            help_ = f"name the file: `{inner}`" if inner.is_file() else "name a file that ends in `.rules`"
            report.error(Code.FILE_UNREADABLE, at, f"`{path}` is a folder", help=help_)
            return None
        if not stat.S_ISREG(status.st_mode):
            report.error(Code.FILE_UNREADABLE, at, f"`{path}` is no ordinary file")
            return None
        if status.st_size > 4 * MAX_FILE:
            message = f"`{path}` has {status.st_size} bytes, too many for rules"
            report.error(Code.FILE_TOO_LARGE, at or _beginning(path), message, help="split it")
            return None
        data = path.read_bytes()
    except FileNotFoundError:
        near = nearest(path.name, _siblings(path))
        meant = f"did you mean `{path.with_name(near[0])}`?" if near else None
        report.error(Code.FILE_NOT_FOUND, at, f"there is no file `{path}`", help=meant)
        return None
    except (OSError, ValueError) as error:
        report.error(Code.FILE_UNREADABLE, at, f"`{path}` cannot be read: {getattr(error, 'strerror', None) or error}")
        return None
    return _decoded(path, data, report, at)


def _decoded(path: Path, data: bytes, report: Report, at: Span | None) -> SourceFile | None:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        whole = SourceFile(_shown(path), data.decode("utf-8", "replace"))
        start = len(data[: error.start].decode("utf-8"))
        report.error(
            Code.NOT_UTF8,
            Span(whole, start, start + 1),
            f"`{path}` is not UTF-8 text",
            also=[(at, "read because of this line")] if at is not None else (),
            help="save it as UTF-8 in your editor and load it again",
        )
        return None
    return SourceFile(_shown(path), text.replace("\r\n", "\n"))


def _beginning(path: Path) -> Span:
    """The first place of a file that is not read."""
    return Span(SourceFile(_shown(path), ""), 0, 0)


def _siblings(path: Path) -> list[str]:
    return [other.name for other in rules_in(path.parent)]


def _shown(path: Path) -> str:
    """A path as messages show it: as one would open it from here, by a link or past it, whichever is shorter."""
    try:
        here = Path.cwd()
        ways = [way.relative_to(here) if way.is_relative_to(here) else way for way in (path.absolute(), path.resolve())]
    except OSError:
        return str(path)
    return min(ways, key=lambda way: (way.is_absolute(), len(way.parts))).as_posix()


def _parsed(file: SourceFile, report: Report) -> n.Module | None:
    lines = (line.strip() for line in file.text.splitlines())
    if not any(line and not line.startswith("#") for line in lines):
        report.error(
            Code.EMPTY_FILE,
            Span(file, 0, 0),
            f"`{file.path}` holds no rules",
            help="begin with a line such as `game my_game`",
        )
        return None
    module, problems = _parsed_once(file.path, file.text)
    report.extend(problems)
    return module


@lru_cache(maxsize=256)
def _parsed_once(path: str, text: str) -> tuple[n.Module | None, tuple[Diagnostic, ...]]:
    """The same text is read once in a process, however many games are made of it: nodes never change."""
    report = Report()
    return parse(SourceFile(path, text), report), report.diagnostics


class _Loading:
    """One load: what was found so far, by name."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.shelf = Shelf()
        self.modules: dict[str, n.Module] = {}
        self.donors: dict[str, n.Module] = {}
        self.folders: dict[str, Path] = {}  # of each module, for its tables

    # ---- the first file

    def by_path(self, path: Path) -> n.Module | None:
        file = read(path, self.report)
        if file is None:
            return None
        found = self.shelf.at(path.absolute())
        if found is not None and found.is_bare and found.kind in ("game", "expansion"):
            self.shelf.settle(path.absolute().parent)
            mains = self.shelf.candidates(found.name, (found.kind,), exact=True)
            same_folder = [main for main in mains if main.path.parent == path.absolute().parent]
            if same_folder and same_folder[0].path != path.absolute():
                return self.module_of(same_folder[0])
        if found is not None:
            return self.module_of(found)
        return self._under(path.absolute(), _parsed(file, self.report))

    def by_name(self, name: str) -> n.Module | None:
        for kinds in (("game",), _ADDED):
            found = self.shelf.candidates(name, kinds, exact=False)
            if found:
                return self.module_of(found[0])
        games = self.shelf.names(("game",))
        file = Path(name + SUFFIX)
        help_ = "name a shipped game (see `rulewright list`) or a path to a `.rules` file"
        if file.is_file():
            games, help_ = [], f"for the file beside you write `{file}`"
        message = f"there is no game called `{name}`"
        self.report.unknown(Code.UNKNOWN_GAME, None, message, plain(name), games, otherwise=help_)
        return None

    # ---- reading modules

    def read_module(self, path: Path) -> n.Module | None:
        file = read(path, self.report)
        return self._under(path.absolute(), _parsed(file, self.report)) if file is not None else None

    def _under(self, path: Path, module: n.Module | None) -> n.Module | None:
        """The module with its tables' files looked up later from this folder."""
        if module is not None:
            self.shelf.settle(path.parent)
            self.folders[module.header.name] = path.parent
        return module

    def module_of(self, found: Found) -> n.Module | None:
        """A module with all its files: the declarations of the others follow, in the order of their names."""
        main = self.read_module(found.path)
        if main is None:
            return None
        declarations = list(main.declarations)
        for path in self.shelf.parts(found):
            file = read(path, self.report)
            part = _parsed(file, self.report) if file is not None else None
            if part is not None:
                self._same_base(main.header, part.header)
                declarations.extend(part.declarations)
        return replace(main, declarations=tuple(declarations))

    def _same_base(self, main: n.Header, part: n.Header) -> None:
        """The files of one module agree on what it is of."""
        for name in part.of:
            if name not in main.of:
                self.report.unknown(
                    Code.WRONG_BASE,
                    part.span,
                    f"`{main.name}` is of {' and '.join(f'`{x}`' for x in main.of)} in its main file, not of `{name}`",
                    name,
                    main.of,
                    otherwise="write the same first line in every file of a module",
                    also=[(main.span, "the main file begins so")],
                )

    # ---- everything that belongs together

    def all_of(self, main: n.Module, with_: Sequence[str]) -> list[n.Module]:
        if main.header.kind == "library":
            self.report.error(
                Code.UNKNOWN_GAME,
                word_span(main.header.span, main.header.name),
                "a library is no game",
                help="name a game that uses it",
            )
            return []
        examples = [main] if main.header.kind == "examples" else []
        if examples:
            for name in main.header.of:
                self._need(name, main.header.span, _MODULES)
        else:
            self._take(main)
            for name in main.header.requires:
                self._need(name, main.header.span, _MODULES)
        if not any(module.header.kind == "game" for module in self.modules.values()):
            return []
        for word in dict.fromkeys(with_):
            self._add(word)
        self._find_donors()
        self._check_mentions()
        read_tables = [self._with_tables(module) for module in self.modules.values()]
        donors = [self._with_tables(module) for module in self.donors.values()]
        order = {kind: k for k, kind in enumerate(("library", *_MODULES, "examples", DONOR))}
        found = [*library(self.report), *read_tables, *examples, *self._examples(examples), *donors]
        return sorted(found, key=lambda module: order[module.header.kind])

    def _take(self, module: n.Module) -> None:
        name = module.header.name
        old = self.modules.get(name)
        if old is not None:
            if old.path != module.path:
                self.report.error(
                    Code.DUPLICATE_NAME,
                    word_span(module.header.span, name),
                    f"two modules are called `{name}`",
                    also=[(word_span(old.header.span, name), "the first is here")],
                    help="rename one of them",
                )
            return
        self.modules[name] = module
        of = module.header.of
        if module.header.kind == "game":
            for base in of:
                self._need(base, module.header.span, ("game",))
        elif not any(base in self.modules for base in of):
            has_game = any(m.header.kind == "game" for m in self.modules.values())
            self._need(of[0], module.header.span, _ADDED if has_game else _MODULES, quiet=has_game)

    def _need(self, name: str, at: Span, kinds: tuple[str, ...], quiet: bool = False) -> None:
        """Load what another module is built on."""
        if name in self.modules:
            return
        found = self._best(self.shelf.candidates(name, kinds, exact=True))
        if found is not None:
            module = self.module_of(found)
            if module is not None:
                self._take(module)
        elif not quiet:
            is_game = "game" in kinds
            what = "game" if kinds == ("game",) else "game or expansion" if is_game else "expansion or variant"
            self.report.unknown(
                Code.UNKNOWN_GAME if is_game else Code.UNKNOWN_EXPANSION,
                at,
                f"there is no {what} called `{name}`",
                name,
                self.shelf.names(kinds),
                otherwise=_NOWHERE,
            )

    def _best(self, candidates: list[Found]) -> Found | None:
        """The first that belongs to what is in use, else the first."""
        return next((x for x in candidates if any(name in self.modules for name in x.of)), next(iter(candidates), None))

    def _add(self, word: str) -> None:
        """An expansion or variant asked for by name or path."""
        if is_path(word):
            module = self.by_path(Path(word))
        else:
            if any(plain(name) == plain(word) and self.modules[name].header.kind in _ADDED for name in self.modules):
                return
            found = self._best(self.shelf.candidates(word, _ADDED, exact=False))
            module = self.module_of(found) if found is not None else None
            if found is None:
                self._no_expansion(word)
        if module is None:
            return
        if module.header.kind in _ADDED:
            self._take(module)
        else:
            self.report.error(
                Code.UNKNOWN_EXPANSION,
                word_span(module.header.span, module.header.name),
                "this is no expansion or variant",
                help="name only expansions and variants after `--with`",
            )

    def _no_expansion(self, word: str) -> None:
        here = self.shelf.names(_ADDED, frozenset(self.modules))
        there_are = f"there are {', '.join(f'`{name}`' for name in here)}" if here else "the game has none"
        self.report.unknown(
            Code.UNKNOWN_EXPANSION,
            None,
            f"there is no expansion or variant called `{word}`",
            plain(word),
            here if nearest(plain(word), here) else self.shelf.names(_ADDED),
            otherwise=there_are,
        )

    # ---- donors, examples, mentions

    def _find_donors(self) -> None:
        waiting = [(use.module, use.span) for module in self.modules.values() for use in _uses(module.declarations)]
        for name, span in waiting:
            if name in self.modules or name in self.donors:
                continue
            found = self._best(self.shelf.candidates(name, _MODULES, exact=True))
            module = self.module_of(found) if found is not None else None
            if module is not None:
                self.donors[name] = replace(module, header=replace(module.header, kind=DONOR))
                waiting.extend((other, span) for other in (*module.header.of, *module.header.requires))
            elif found is None:
                self.report.unknown(
                    Code.UNKNOWN_GAME,
                    span,
                    f"there is no game or expansion called `{name}`",
                    name,
                    self.shelf.names(_MODULES),
                    otherwise=_NOWHERE,
                )

    def _examples(self, have: Sequence[n.Module]) -> list[n.Module]:
        """The examples of what is in use, from the folders of the modules."""
        folders = dict.fromkeys(self.folders[name] for name in self.modules if name in self.folders)
        paths = dict.fromkeys(
            path for folder in folders for path in (*rules_in(folder / "examples"), *rules_in(folder))
        )
        found = [self.shelf.at(path) for path in sorted(paths)]
        wanted = [
            x
            for x in found
            if x is not None and x.kind == "examples" and x.of and all(name in self.modules for name in x.of)
        ]
        loaded = {module.path for module in have}
        modules = [self.read_module(x.path) for x in wanted if _shown(x.path) not in loaded]
        return [module for module in modules if module is not None]

    def _check_mentions(self) -> None:
        """A module that is mentioned but exists nowhere is likely a slip: what depends on it would never happen."""
        for module in self.modules.values():
            header = module.header
            mentions = [(name, header.span) for name in header.conflicts]
            mentions += [
                (name, d.span) for d in module.declarations if isinstance(d, n.TogetherDecl) for name in d.names
            ]
            for name, span in mentions:
                if name not in self.modules and not self.shelf.candidates(name, _MODULES, exact=True):
                    self.report.unknown(
                        Code.UNKNOWN_EXPANSION,
                        span,
                        f"no expansion or variant is called `{name}`",
                        name,
                        self.shelf.names(_ADDED),
                        otherwise=_NOWHERE,
                        severity=Severity.WARNING,
                    )

    # ---- tables

    def _with_tables(self, module: n.Module) -> n.Module:
        if not any(_table_of(decl) is not None for decl in _flat(module.declarations)):
            return module
        return replace(module, declarations=tuple(self._read_table(decl, module) for decl in module.declarations))

    def _read_table(self, decl: n.Decl, module: n.Module) -> n.Decl:
        if isinstance(decl, n.TogetherDecl):
            return replace(decl, declarations=tuple(self._read_table(inner, module) for inner in decl.declarations))
        table = _table_of(decl)
        if table is None or table.file is None:
            return decl
        at = word_span(decl.span, table.file)
        path = self._table_path(table.file, module, at)
        file = read(path, self.report, at) if path is not None else None
        read_table = replace(table, rows=csv_rows(file, self.report) if file is not None else ())
        return replace(decl, thing=read_table) if isinstance(decl, n.ReplaceDecl) else read_table

    def _table_path(self, name: str, module: n.Module, at: Span) -> Path | None:
        """Beside the file, in its ruleset's folder, or in those of the modules it is built on; never outside."""
        if Path(name).is_absolute() or ":" in name or "\\" in name or "\0" in name:
            self._outside(name, at)
            return None
        outside = False
        for folder in self._table_folders(module):
            for base in dict.fromkeys((folder, _root(folder))):
                path = base / name
                if not path.resolve().is_relative_to(_root(folder).resolve()):
                    outside = True
                elif path.is_file():
                    return path
        if outside:
            self._outside(name, at)
        else:
            self.report.unknown(
                Code.FILE_NOT_FOUND,
                at,
                f"there is no table file `{name}` beside this one",
                name,
                [path.name for folder in self._table_folders(module) for path in sorted(folder.glob("*.csv"))],
                otherwise="give its path from the folder of this file"
                if self.folders
                else "a text without a file has no tables beside it",
            )
        return None

    def _outside(self, name: str, at: Span) -> None:
        self.report.error(
            Code.FILE_OUTSIDE_RULESET,
            at,
            f"`{name}` does not lie in the ruleset's folder",
            help="put the table beside the rules",
        )

    def _table_folders(self, module: n.Module) -> Iterator[Path]:
        seen: set[str] = set()
        waiting = [module.header.name]
        for name in waiting:
            if name in seen:
                continue
            seen.add(name)
            if name in self.folders:
                yield self.folders[name]
            base = self.modules.get(name) or self.donors.get(name)
            waiting.extend(base.header.of if base is not None else ())


def _flat(declarations: Iterable[n.Decl]) -> Iterator[n.Decl]:
    for decl in declarations:
        yield decl
        if isinstance(decl, n.TogetherDecl):
            yield from _flat(decl.declarations)


def _table_of(decl: n.Decl) -> n.TableDecl | None:
    """The table that is to be read from a file, if this is one."""
    thing = decl.thing if isinstance(decl, n.ReplaceDecl) else decl
    return thing if isinstance(thing, n.TableDecl) and thing.file is not None else None


def _uses(declarations: Iterable[n.Decl]) -> Iterator[n.UseDecl]:
    return (decl for decl in _flat(declarations) if isinstance(decl, n.UseDecl) and not decl.without)


def _root(folder: Path) -> Path:
    """The ruleset's folder: above its expansions, variants and examples."""
    for inner in (folder, *folder.parents[: NEAR - 1]):
        if inner.name in _INNER:
            return inner.parent
    return folder
