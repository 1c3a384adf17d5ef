"""Where rulesets lie: paths, the headers of files by a glance, names that people type. Reads folders and first lines
only.

A file is known by its header, not by its path: `Found` is what a glance at the header line tells. Names given on the
command line are matched without regard to case, `-` and `_`; names in rules are matched as they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

SUFFIX = ".rules"
NEAR = 3  # how many folders above a file its base is looked for
_GLANCE = 8192
_HEAD = re.compile(
    r"(?m)^(?:(game|expansion|variant|library)[ \t]+(\w+)|(examples))"
    r"(?:[ \t]+of[ \t]+(\w+(?:[ \t]*,[ \t]*\w+)*))?[^\n]*\n?"
    r"((?:[ \t]+\S[^\n]*\n?|[ \t]*\n)*)"
)


@dataclass(frozen=True, slots=True)
class Found:
    """A file and what its header says; `is_bare` if nothing is said under the first line."""

    path: Path
    kind: str
    name: str
    of: tuple[str, ...]
    is_bare: bool


def shipped_folder() -> Path:
    """The folder of the shipped rulesets."""
    return Path(str(files("rulewright.rulesets")))


def library_folder() -> Path:
    return Path(str(files("rulewright.dsl"))) / "library"


def is_path(word: str) -> bool:
    """Is this a path rather than a name?"""
    return word.casefold().endswith(SUFFIX) or "/" in word or "\\" in word


def plain(name: str) -> str:
    """A name as people may type it."""
    return unicodedata.normalize("NFC", name).casefold().strip().replace("-", "_").replace(" ", "_")


def glance(path: Path) -> Found | None:
    """What the header of a file says; None if it has none, or cannot be read."""
    try:
        with path.open("rb") as stream:
            text = stream.read(_GLANCE).decode("utf-8-sig", errors="ignore")
    except OSError:
        return None
    match = _HEAD.search(text.replace("\r\n", "\n"))
    if match is None:
        return None
    kind, name, examples, of, under = match.groups()
    lines = [line for line in under.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    names = tuple(word.strip() for word in of.split(",")) if of else ()
    return Found(path, kind or examples, name or "examples", names, not lines)


def rules_in(folder: Path, deep: bool = False) -> list[Path]:
    """The rules files of a folder, by name; with those of all folders under it if `deep`."""
    try:
        paths = folder.rglob("*" + SUFFIX) if deep else folder.glob("*" + SUFFIX)
        return sorted(path for path in paths if path.is_file())
    except OSError:
        return []


class Shelf:
    """Finds modules by name: first near the files already loaded, then among the shipped. Glances at a file once, and
    lists a folder once.
    """

    def __init__(self) -> None:
        self.homes: list[Path] = []
        self._seen: dict[Path, Found | None] = {}
        self._listed: dict[tuple[Path, bool], list[Path]] = {}

    def at(self, path: Path) -> Found | None:
        if path not in self._seen:
            self._seen[path] = glance(path)
        return self._seen[path]

    def rules_in(self, folder: Path, deep: bool = False) -> list[Path]:
        """The rules files of a folder, as the function of that name gives them."""
        if (folder, deep) not in self._listed:
            self._listed[folder, deep] = rules_in(folder, deep)
        return self._listed[folder, deep]

    def settle(self, folder: Path) -> None:
        """From now on look in this folder too."""
        if folder not in self.homes:
            self.homes.append(folder)

    def shipped(self) -> list[Found]:
        return [found for path in self.rules_in(shipped_folder(), deep=True) if (found := self.at(path)) is not None]

    def near(self, name: str) -> Iterator[Found]:
        """Modules in the folders of the files loaded so far, in their expansions and variants, and in folders above."""
        for home in self.homes:
            for folder in (home, *home.parents[:NEAR]):
                paths = [
                    *self.rules_in(folder),
                    *self.rules_in(folder / "expansions", deep=True),
                    *self.rules_in(folder / "variants", deep=True),
                    *(path for inner in _folders(folder, name) for path in self.rules_in(inner)),
                ]
                yield from (found for path in paths if (found := self.at(path)) is not None)

    def candidates(self, name: str, kinds: tuple[str, ...], exact: bool) -> list[Found]:
        """The modules of that name, the nearest first; of files with equal headers the one that bears the name."""

        def fits(found: Found) -> bool:
            return found.kind in kinds and (found.name == name if exact else plain(found.name) == plain(name))

        found = [*filter(fits, self.near(plain(name))), *filter(fits, self.shipped())]
        mains: dict[Path, Found] = {}
        for one in found:
            best = mains.get(one.path.parent)
            if best is None or _rank(one) < _rank(best):
                mains[one.path.parent] = one
        return list(mains.values())

    def names(self, kinds: tuple[str, ...], of: frozenset[str] = frozenset()) -> list[str]:
        """The names that could have been given, of all modules or of those that belong to these."""
        everything = [*self.near(""), *self.shipped()]
        return sorted({x.name for x in everything if x.kind in kinds and (not of or of.intersection(x.of))})

    def parts(self, main: Found) -> list[Path]:
        """The other files of the same module: beside it, with the same header and nothing under it."""
        if main.kind not in ("game", "expansion"):
            return []
        found = [self.at(path) for path in self.rules_in(main.path.parent) if path != main.path]
        return [x.path for x in found if x is not None and (x.kind, x.name) == (main.kind, main.name) and x.is_bare]


def _rank(found: Found) -> tuple[bool, bool, str]:
    return plain(found.path.stem) != plain(found.name), found.is_bare, found.path.name


def _folders(folder: Path, name: str) -> list[Path]:
    if not name:
        return []
    try:
        return sorted(inner for inner in folder.iterdir() if plain(inner.name) == name and inner.is_dir())
    except OSError:
        return []
