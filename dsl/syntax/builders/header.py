"""Headers: kind of file, title, players, requirements, sources."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.dsl.syntax.builders.chunk import Chunk
from rulewright.dsl.syntax.builders.parts import numbers_between, string_of
from rulewright.dsl.syntax.reader import Word

LANGUAGES = ("en", "fr")  # in which an author may name things and write prose


class Headers(Chunk):
    """The header of a file."""

    def r_start(self, c: list[Any], s: Span) -> Any:
        return c[0]

    def r_header(self, c: list[Any], s: Span) -> n.Header:
        (kind, name, of), source, *metas = c
        got: dict[str, Any] = {"notes": ()}
        for meta in metas:
            if meta is None:
                continue
            key, value, span = meta
            if key == "note":
                got["notes"] += (value,)
            elif key in got:
                self.report.error(
                    Code.BAD_HEADER, span, f"the header says `{key}` twice", help="keep one of the two lines"
                )
            else:
                got[key] = value
        return n.Header(
            kind,
            name,
            of,
            got.get("title"),
            got["notes"],
            got.get("language"),
            got.get("written"),
            got.get("players"),
            got.get("requires", ()),
            got.get("conflicts", ()),
            got.get("match"),
            source,
            s,
        )

    def r_game(self, c: list[Any], s: Span) -> Any:
        return "game", str(c[0]), c[1] or ()

    def r_expansion(self, c: list[Any], s: Span) -> Any:
        return "expansion", str(c[0]), c[1]

    def r_variant(self, c: list[Any], s: Span) -> Any:
        return "variant", str(c[0]), c[1]

    def r_examples(self, c: list[Any], s: Span) -> Any:
        return "examples", "examples", c[0]

    def r_library(self, c: list[Any], s: Span) -> Any:
        return "library", str(c[0]), ()

    def r_title(self, c: list[Any], s: Span) -> Any:
        return "title", string_of(c[0]), s

    def r_note(self, c: list[Any], s: Span) -> Any:
        return "note", string_of(c[0]), s

    def r_language(self, c: list[Any], s: Span) -> Any:
        return "language", self._int(c[0]), s

    def r_written(self, c: list[Any], s: Span) -> Any:
        if c[0] not in LANGUAGES:
            known = " or ".join(f"`written in {one}`" for one in LANGUAGES)
            self.report.error(Code.BAD_HEADER, s, f"there are no sentences in `{c[0]}` yet", help=f"write {known}")
        return "written", str(c[0]), s

    def r_player_range(self, c: list[Any], s: Span) -> Any:
        low = self._int(c[0])
        high = self._int(c[1]) if c[1] is not None else low
        if high < low or low < 1 or high > 32:
            self.report.error(
                Code.PLAYER_COUNT,
                s,
                f"`players {low} to {high}` is no range of players",
                help="write `players 2 to 4`, with 1 to 32",
            )
            low, high = 2, 2
        return "players", tuple(range(low, high + 1)), s

    def r_player_counts(self, c: list[Any], s: Span) -> Any:
        return "players", tuple(sorted({self._int(x) for x in c if isinstance(x, Word)})), s

    def r_requires(self, c: list[Any], s: Span) -> Any:
        return "requires", c[0], s

    def r_conflicts(self, c: list[Any], s: Span) -> Any:
        return "conflicts", c[0], s

    def r_match(self, c: list[Any], s: Span) -> Any:
        self._fixed(c[1], ("games", "game"), "a match is of `games`")
        return "match", (self._int(c[0]), str(c[2])), s

    def r_source(self, c: list[Any], s: Span) -> n.Source:
        refs: list[str] = []
        marks: list[str] = []
        through = False
        for token in c[1:]:
            word = str(token)
            if word in (",", "to"):
                through = word == "to"
            elif word[0].islower():
                marks.append(word)
            elif through and refs:
                refs.extend(numbers_between(refs[-1], word))
            else:
                refs.append(word)
        return n.Source(tuple(refs), tuple(marks), s)
