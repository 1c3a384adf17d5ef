"""Rules text in its canonical form: two blanks a block, one blank between words, columns where the author began them.

The method goes line by line and changes blanks only, so that comments, the order of everything and the letters of maps
survive: without its blanks the text is the same before and after (`format_text` makes sure). What it settles:

- a block is indented by two blanks, a line that continues a bracket by four more; a comment stands with what follows;
- one blank between words, none inside brackets, `f(x)` as written, operators between blanks, `[0,1]` without blanks;
- in a run of `number` lines the `=`, and in a run of one-line instances what follows the colon, stand in one column if
  the author has lined up any of them; rows of a table always do;
- a `source` or a comment behind a line keeps its column if there is room, and begins after three blanks otherwise;
- no blank lines at the ends, never two, and one around every setup, play, action and example.

Formatting twice is formatting once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

_Match: TypeAlias = re.Match[str]

INDENT = 2
_GAP = 3  # blanks before a `source` that has no room in its column

_TOKEN = re.compile(
    r"""
    (?P<string>"[^"\n]*")
  | (?P<cells>\[-?[0-9]+,[ ]*-?[0-9]+\])
  | (?P<gender>\((?:f|m|n)\))
  | (?P<of>'s\b)
  | (?P<name>[^\W\d]\w*)
  | (?P<number>[0-9]+)
  | (?P<sign>\S)
    """,
    re.VERBOSE,
)
_BLOCKS = re.compile(r"(?:(?:replace|extend) )?(setup|play|action|example)\b")
_SOURCE = re.compile(r"source +(?:[A-Z][A-Z0-9]*-[A-Z]*[0-9]|verified|likely|unverified|invented)")
_NUMBERS = re.compile(r"(?P<head>(?P<group>number) +\w+)(?P<gap> *)(?P<rest>=.*)")
_ONE_LINERS = re.compile(r'(?P<head>(?P<group>\w+) [^":|]*:)(?P<gap> *)(?P<rest>.+)')
_ROW = re.compile(r"\|.*\|")  # a row that is not closed is a mistake, and stays as it is
_SPACED = re.compile(
    r"a|an|and|are|as|by|each|every|except|from|gain|if|in|into|is|least|lose|most|next|no|not|of|on|or|otherwise|pay|some|"
    r"than|the|then|to|until|where|while|with"
)


@dataclass(slots=True)
class _Line:
    """A line taken apart. `kind` is blank, comment, map, row (of a table) or code; `tail` is a source or comment."""

    kind: str
    indent: int
    code: str = ""
    raw: str = ""
    tail: str = ""
    column: int = 0  # where the tail began
    is_lined_up: bool = False  # whether the tail stood apart
    depth: int = 0
    continues: bool = False


def format_text(text: str) -> str:
    """The canonical form. The text should parse; of one that does not, still only blanks are changed."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    lines = [_line(raw) for raw in text.split("\n")]
    _set_depths(lines)
    _set_columns(lines)
    _align(lines, _NUMBERS)
    _align(lines, _ONE_LINERS)
    _align_rows(lines)
    done = "".join(line + "\n" for line in _with_blank_lines(lines))
    assert _squeezed(done) == _squeezed(text), "formatting changed more than blanks"
    return done


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


# ---- one line


def _line(raw: str) -> _Line:
    stripped = raw.strip()
    indent = len(raw) - len(raw.lstrip(" "))
    if not stripped:
        return _Line("blank", 0)
    if stripped.startswith("#"):
        return _Line("comment", indent, stripped)
    if re.match(r":( +\S)+", stripped):
        return _Line("map", indent, stripped)
    code, tail, column, is_lined_up = _split(raw.rstrip())
    kind = "row" if _ROW.fullmatch(code) else "code"
    return _Line(kind, indent, spaced(code), code, tail, column, is_lined_up)


def _split(raw: str) -> tuple[str, str, int, bool]:
    """The code of a line, the source or comment behind it, the column of that, and whether it stood apart."""
    start = None
    for match in _TOKEN.finditer(raw):
        is_source = match.group() == "source" and _SOURCE.match(raw, match.start()) and raw[: match.start()].strip()
        if match.group() == "#" or is_source:
            start = match.start()
            break
    if start is None:
        return raw.strip(), "", 0, False
    before = raw[:start].rstrip()
    tail = raw[start:]
    if not tail.startswith("#"):
        words, hash_, comment = tail.partition("#")
        tail = re.sub(r" *, *", ", ", re.sub(r"\s+", " ", words)).strip() + (f"   #{comment}" if hash_ else "")
    return before.strip(), tail, start, start - len(before) > 1


def spaced(code: str) -> str:
    """The words of a line with the blanks that belong between them."""
    out = ""
    tokens = list(_TOKEN.finditer(code))
    for k, match in enumerate(tokens):
        before = tokens[k - 1] if k else None
        after = tokens[k + 1] if k + 1 < len(tokens) else None
        if before is not None and _gap(before, match, after, tokens[k - 2] if k > 1 else None):
            out += " "
        text = match.group()
        out += text.replace(" ", "") if match.lastgroup == "cells" else text
    return out


_OPERATORS = frozenset("=+*/-,:;|")


def _gap(before: _Match, match: _Match, after: _Match | None, earlier: _Match | None) -> bool:
    """Is there a blank between two tokens?"""
    left, right = before.group(), match.group()
    if right in (*",;:)?}", "'s") or left in ("(", "{"):
        return False
    if right == "(" or match.lastgroup == "gender":
        return before.end() < match.start() or left in _OPERATORS or bool(_SPACED.fullmatch(left))
    if (right == "/" and _is_noun(before, match, after)) or (left == "/" and _is_noun(earlier, before, match)):
        return False
    return not (left == "-" and _is_negative(earlier, before, match))


def _is_noun(before: _Match | None, sign: _Match, after: _Match | None) -> bool:
    """A noun and its plural, written without blanks, `mouse/mice`; a division stands between blanks."""
    if before is None or after is None or not before.lastgroup == after.lastgroup == "name":
        return False
    return before.end() == sign.start() and sign.end() == after.start()


def _is_negative(before: _Match | None, sign: _Match, after: _Match) -> bool:
    """The minus of a negative number, `by -1`, rather than a difference."""
    if before is None or before.group() in _OPERATORS or before.group() in ("(", "{"):
        return sign.end() == after.start()
    return before.end() < sign.start() and sign.end() == after.start()


# ---- blocks


def _set_depths(lines: list[_Line]) -> None:
    stack, brackets, depth = [0], 0, 0
    for line in lines:
        if line.kind in ("blank", "comment"):
            continue
        line.continues = brackets > 0
        if not line.continues:
            while stack[-1] > line.indent:
                stack.pop()
            if line.indent > stack[-1]:
                stack.append(line.indent)
            depth = len(stack) - 1
        line.depth = depth
        if line.kind == "code":
            brackets = max(0, brackets + _open_brackets(line.code))
    _set_comment_depths(lines)


def _open_brackets(code: str) -> int:
    signs = [match.group() for match in _TOKEN.finditer(code) if match.lastgroup == "sign"]
    return signs.count("(") - signs.count(")")


def _set_comment_depths(lines: list[_Line]) -> None:
    """A comment stands with the next line, unless it stood with the one before."""
    above: _Line | None = None
    for k, line in enumerate(lines):
        if line.kind == "comment":
            below = next((x for x in lines[k + 1 :] if x.kind not in ("blank", "comment")), None)
            if line.indent == 0 or (below is None and above is None):
                line.depth = 0
            elif below is not None and (above is None or below.indent == line.indent or above.indent != line.indent):
                line.depth = below.depth
            elif above is not None:
                line.depth = above.depth
        elif line.kind != "blank":
            above = line


# ---- columns


def _set_columns(lines: Sequence[_Line]) -> None:
    """A tail just behind its line is lined up all the same if the tail above or below stands in its column."""
    tails = [line for line in lines if line.tail]
    for k, line in enumerate(tails):
        near = tails[max(0, k - 1) : k + 2]
        line.is_lined_up = line.is_lined_up or any(x is not line and x.column == line.column for x in near)


def _align(lines: Sequence[_Line], pattern: re.Pattern[str]) -> None:
    """Lines up the last part of lines that match in a row, if the author has lined up any of them."""
    run: list[_Line] = []
    name = ""
    for k, line in enumerate([*lines, _Line("blank", 0)]):
        if line.kind not in ("code", "blank") or line.depth or line.continues:
            continue
        found = pattern.fullmatch(line.code) if line.kind == "code" and not _opens(lines, k) else None
        group = found["group"] if found is not None else line.code.partition(" ")[0]
        if run and group != name:
            _line_up(run, pattern)
            run = []
        if found is not None:
            run.append(line)
        name = group


def _opens(lines: Sequence[_Line], k: int) -> bool:
    """Has this line a block under it?"""
    below = next((x for x in lines[k + 1 :] if x.kind not in ("blank", "comment")), None)
    return below is not None and below.depth > 0


def _line_up(run: list[_Line], pattern: re.Pattern[str]) -> None:
    if not any((was := pattern.fullmatch(line.raw)) is not None and len(was["gap"]) > 1 for line in run):
        return
    found = [match for line in run if (match := pattern.fullmatch(line.code)) is not None]
    width = max(len(match["head"]) for match in found)
    for line, match in zip(run, found, strict=True):
        line.code = f"{match['head']:{width}} {match['rest']}"


def _align_rows(lines: Sequence[_Line]) -> None:
    """Pads the cells of a table's rows to the widest of their column."""
    run: list[tuple[_Line, list[str]]] = []
    for line in [*lines, _Line("blank", 0)]:
        if line.kind == "row":
            run.append((line, _cells(line.code)))
            continue
        if line.kind == "comment":
            continue
        columns = max((len(cells) for _, cells in run), default=0)
        widths = [max(len(cells[k]) for _, cells in run if k < len(cells)) for k in range(columns)]
        for row, cells in run:
            row.code = "|" + "".join(f" {cell:{widths[k]}} |" for k, cell in enumerate(cells))
        run = []


def _cells(code: str) -> list[str]:
    parts: list[str] = [""]
    for piece in re.findall(r'"[^"\n]*"|[^"|]+|\||"', code):
        if piece == "|":
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts[1:-1]]


# ---- the whole


def _with_blank_lines(lines: Sequence[_Line]) -> Iterator[str]:
    kept = [line for k, line in enumerate(lines) if line.kind != "blank" or (k and lines[k - 1].kind != "blank")]
    while kept and kept[0].kind == "blank":
        kept.pop(0)
    while kept and kept[-1].kind == "blank":
        kept.pop()
    wanted = _breaks(kept)
    for k, line in enumerate(kept):
        if k in wanted and kept[k - 1].kind != "blank":
            yield ""
        yield _written(line)


def _breaks(lines: Sequence[_Line]) -> set[int]:
    """Before which lines a blank one must stand: around the great blocks, above the comments that lead them."""
    found: set[int] = set()
    in_block = False
    for k, line in enumerate(lines):
        if line.kind != "code" or line.depth or line.continues:
            continue
        is_block = _BLOCKS.match(line.code) is not None and _opens(lines, k)
        if (is_block or in_block) and k:
            top = k
            while top and lines[top - 1].kind == "comment" and lines[top - 1].depth == 0:
                top -= 1
            if top:
                found.add(top)
        in_block = is_block
    return found


def _written(line: _Line) -> str:
    if line.kind == "blank":
        return ""
    text = " " * (INDENT * (line.depth + 2 * line.continues)) + line.code
    if not line.tail:
        return text
    if not line.is_lined_up:
        return f"{text} {line.tail}"
    return text + " " * (line.column - len(text) if line.column > len(text) else _GAP) + line.tail
