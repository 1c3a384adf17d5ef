"""What every builder knows: the chunk of a file it reads, spans and numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.source import SourceFile, Span

MAX_NUMBER = 10**9


class Chunk:
    """Builds the nodes of one chunk of a file; `offset` is where the chunk begins."""

    def __init__(self, file: SourceFile, offset: int, report: Report) -> None:
        self.file = file
        self.offset = offset
        self.report = report

    def build(self, tree: Tree[Token]) -> Any:
        """The node of a tree, its children built first (post-order, without recursion on long chains of one rule)."""
        children = [self.build(c) if isinstance(c, Tree) else c for c in tree.children]
        method: Callable[[list[Any], Span], Any] | None = getattr(self, "r_" + tree.data, None)
        if method is None:
            raise AssertionError(f"the grammar rule {tree.data} has no builder")
        return method(children, self.span(tree))

    def span(self, tree: Tree[Token]) -> Span:
        meta = tree.meta
        if meta.empty:
            return Span(self.file, self.offset, self.offset)
        return Span(self.file, self.offset + meta.start_pos, self.offset + meta.end_pos)

    def token_span(self, token: Token) -> Span:
        return Span(self.file, self.offset + (token.start_pos or 0), self.offset + (token.end_pos or 0))

    def _fixed(self, token: Token, words: tuple[str, ...], message: str) -> None:
        """A place that takes one word only, which elsewhere is free to be a name."""
        if str(token) not in words:
            help_ = f"write `{words[0]}`"
            span = self.token_span(token)
            self.report.unknown(Code.UNEXPECTED_WORD, span, message, str(token), words[:1], otherwise=help_)

    def _int(self, token: Token) -> int:
        if len(token) > 10 or int(token) > MAX_NUMBER:
            self.report.error(
                Code.NUMBER_TOO_LARGE,
                self.token_span(token),
                "this number is beyond the language's range",
                help=f"numbers go up to {MAX_NUMBER}",
            )
            return 0
        return int(token)

    def _num(self, token: Token) -> n.Num:
        return n.Num(self._int(token), self.token_span(token))
