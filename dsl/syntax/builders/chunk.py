"""What every builder knows: the chunk of a file it reads, spans and numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.syntax.reader import Word

MAX_NUMBER = 10**9


class Chunk:
    """Builds the nodes of one chunk of a file; `offset` is where the chunk begins."""

    def __init__(self, file: SourceFile, offset: int, report: Report) -> None:
        self.file = file
        self.offset = offset
        self.report = report

    def make(self, rule: str, parts: list[Any], start: int | None, end: int | None) -> Any:
        """What a rule of the grammar makes of its parts."""
        method: Callable[[list[Any], Span], Any] = getattr(self, "r_" + rule)
        return method(parts, Span(self.file, self.offset + (start or 0), self.offset + (end or 0)))

    def word_span(self, word: Word) -> Span:
        return Span(self.file, self.offset + word.start, self.offset + word.start + len(word))

    def _fixed(self, word: Word, words: tuple[str, ...], message: str) -> None:
        """A place that takes one word only, which elsewhere is free to be a name."""
        if str(word) not in words:
            help_ = f"write `{words[0]}`"
            span = self.word_span(word)
            self.report.unknown(Code.UNEXPECTED_WORD, span, message, str(word), words[:1], otherwise=help_)

    def _int(self, word: Word) -> int:
        if len(word) > 10 or int(word) > MAX_NUMBER:
            self.report.error(
                Code.NUMBER_TOO_LARGE,
                self.word_span(word),
                "this number is beyond the language's range",
                help=f"numbers go up to {MAX_NUMBER}",
            )
            return 0
        return int(word)

    def _num(self, word: Word) -> n.Num:
        return n.Num(self._int(word), self.word_span(word))
