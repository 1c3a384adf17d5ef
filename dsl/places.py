"""Narrowing a span to one word in it, where nodes keep names as plain text."""

import re

from rulewright.dsl.source import Span


def word_span(span: Span, word: str) -> Span:
    """The first place of the word in the span, or the span's first line."""
    match = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", span.text)
    if match is not None:
        return Span(span.file, span.start + match.start(), span.start + match.end())
    end = span.text.find("\n")
    return Span(span.file, span.start, span.start + end if end >= 0 else span.end)
