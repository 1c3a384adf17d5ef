"""Text -> Module. Cuts a file at its column-0 lines and parses each declaration by itself, so that one mistake hides
nothing else; translates the reader's errors into diagnostics.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.syntax.builders import Builder
from rulewright.dsl.syntax.reader import BadDedent, Unreadable, reader

MAX_LINE = 20_000
MAX_DEPTH = 60
MAX_FILE = 2_000_000
MAX_ROWS = 5_000


def parse(file: SourceFile, report: Report) -> n.Module | None:
    """The Module of a file, with every declaration that could be read; None if it says not whose rules it holds."""
    if not _readable(file, report):
        return None
    header: n.Header | None = None
    declarations: list[n.Decl] = []
    together: n.TogetherDecl | None = None
    inside: list[n.Decl] = []
    for start, end, nested in _chunks(file.text):
        node = _parse_chunk(file, start, end, report)
        if not nested and together is not None:
            declarations.append(n.TogetherDecl(together.names, tuple(inside), together.source, together.span))
            together, inside = None, []
        if node is None:
            continue
        if isinstance(node, n.Header):
            header = _take_header(header, node, report)
        elif nested:
            inside.append(node)
        elif isinstance(node, n.TogetherDecl):
            together = node
        else:
            declarations.append(node)
    if together is not None:
        declarations.append(n.TogetherDecl(together.names, tuple(inside), together.source, together.span))
    whole = Span(file, 0, len(file.text))
    if header is None:
        if report.ok:
            report.error(
                Code.MISSING_HEADER,
                Span(file, 0, 0),
                "the file does not say whose rules it holds",
                help="begin with a line such as `game my_game`, `variant my_rule of a_game` or `examples of a_game`",
            )
        return None
    return n.Module(file.path, header, tuple(declarations), whole)


def _take_header(old: n.Header | None, new: n.Header, report: Report) -> n.Header:
    if old is None:
        return new
    report.error(
        Code.BAD_HEADER,
        new.span,
        "a file has one header",
        also=[(old.span, "the first is here")],
        help="put the second module into a file of its own",
    )
    return old


def _readable(file: SourceFile, report: Report) -> bool:
    if len(file.text) > MAX_FILE:
        report.error(
            Code.FILE_TOO_LARGE, Span(file, 0, 0), f"the file has more than {MAX_FILE} characters", help="split it"
        )
        return False
    for number, start in enumerate(file.line_starts, 1):
        begin, end = file.line_bounds(number)
        if end - begin > MAX_LINE:
            report.error(
                Code.LINE_TOO_LONG,
                Span(file, start, start + 1),
                f"this line has more than {MAX_LINE} characters",
                help="break it into several rules",
            )
            return False
    return True


def _chunks(text: str) -> Iterator[tuple[int, int, bool]]:
    """(start, end, nested) of each declaration; those indented under `together with` begin after their indentation."""
    starts: list[tuple[int, bool]] = []
    inside = False
    for match in re.finditer(r"[^\n]*\n|[^\n]+\Z", text):
        line = match.group()
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        indent = len(line) - len(line.lstrip(" "))
        if indent == 0 and line[0] != "\t":
            inside = line.startswith("together with")
            starts.append((match.start(), False))
        elif not starts:
            starts.append((match.start(), False))
        elif inside and indent == 2:
            starts.append((match.start() + 2, True))
    for k, (start, nested) in enumerate(starts):
        end = starts[k + 1][0] if k + 1 < len(starts) else len(text)
        yield start, end, nested


def _parse_chunk(file: SourceFile, start: int, end: int, report: Report) -> Any:
    text = file.text[start:end]
    if start and file.text[start - 1] == " ":
        text = text.rstrip() + "\n"
    if not text.endswith("\n"):
        text += "\n"
    if any(refused(file, start, text, report) for refused in (_too_many_rows, _too_deep, _has_tabs, _copies_a_log)):
        return None
    found = report.size
    try:
        return reader().read(text, Builder(file, start, report).make)
    except BadDedent:
        report.keep(found)
        at = _bad_dedent(text)
        report.error(
            Code.BAD_INDENTATION,
            Span(file, start + at, start + at + 1),
            "this line's indentation fits no block above it",
            help="indent it exactly as the line it belongs with",
        )
    except Unreadable as error:
        from rulewright.dsl.syntax.errors import explain  # not needed by a text that is right

        report.keep(found)  # what was said of its beginning does not matter then
        explain(file, start, text, error, report)
    return None


def _too_deep(file: SourceFile, start: int, text: str, report: Report) -> bool:
    depth = 0
    for k, char in enumerate(text) if text.count("(") > MAX_DEPTH else ():
        if char == "(":
            depth += 1
            if depth > MAX_DEPTH:
                report.error(
                    Code.TOO_DEEP,
                    Span(file, start + k, start + k + 1),
                    f"brackets are nested more than {MAX_DEPTH} deep",
                    help="give inner parts names with `define`",
                )
                return True
        elif char == ")":
            depth -= 1
    for match in re.finditer(r"\n( *)\S", text):
        if len(match.group(1)) > 2 * MAX_DEPTH:
            at = start + match.end() - 1
            report.error(
                Code.TOO_DEEP,
                Span(file, at, at + 1),
                f"blocks are nested more than {MAX_DEPTH} deep",
                help="move inner blocks into actions",
            )
            return True
    return False


def _too_many_rows(file: SourceFile, start: int, text: str, report: Report) -> bool:
    """A table beyond what any component may have is not even read: reading takes time."""
    if text.count("\n") <= MAX_ROWS:
        return False
    at = start + [match.end() for match in re.finditer("\n", text)][MAX_ROWS - 1]
    report.error(
        Code.BUDGET_COLLECTION,
        Span(file, at, at + 1),
        f"a declaration of more than {MAX_ROWS:,} lines",
        help="a component has at most 4,096 things; split other declarations into several",
    )
    return True


def _has_tabs(file: SourceFile, start: int, text: str, report: Report) -> bool:
    match = re.search(r"(?m)^ *(\t)", text)
    if match is None:
        return False
    at = start + match.start(1)
    report.error(
        Code.TAB_INDENTATION,
        Span(file, at, at + 1),
        "a tab in the indentation",
        help="indent with spaces, two for each block",
    )
    return True


def _copies_a_log(file: SourceFile, start: int, text: str, report: Report) -> bool:
    """`card#2` in an example, as a log writes it: the number would be a comment that nobody reads."""
    if not text.startswith("example") or "#" not in text:
        return False
    for match in re.finditer(r'"[^"\n]*"|(\w+)(#([0-9]+))|#[^\n]*', text):
        if match.group(2):
            report.error(
                Code.UNEXPECTED_CHARACTER,
                Span(file, start + match.start(2), start + match.end(2)),
                f"`#` begins a comment, so `{match.group(2)}` would not be read",
                help=f"of equal things this one is `{match.group(1)}({match.group(3)})`; put a space before a comment",
            )
            return True
    return False


def _bad_dedent(text: str) -> int:
    stack = [0]
    for match in re.finditer(r"(?m)^( *)(?=[^\s#])", text):
        width = len(match.group(1))
        if width > stack[-1]:
            stack.append(width)
            continue
        while stack and stack[-1] > width:
            stack.pop()
        if not stack or stack[-1] != width:
            return match.end()
    return 0
