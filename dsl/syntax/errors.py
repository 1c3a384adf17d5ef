"""A refused declaration -> one diagnostic: what stands there, what could have, and the likely right form.

The parser knows where it stopped and which tokens could have stood there; the line so far tells what was meant. The
tellers are asked in turn, the particular before the general, and the first that knows the case speaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Fix, Report, did_you_mean
from rulewright.dsl.source import SourceFile, Span
from rulewright.dsl.suggest import nearest
from rulewright.dsl.syntax.foreign import ENGLISH as FOREIGN
from rulewright.dsl.syntax.hints import ENGLISH, GENERAL, find, hint
from rulewright.dsl.syntax.reader import BadDedent, Unreadable, reader
from rulewright.dsl.syntax.repair import repaired

_NAMED = re.compile(
    r"\s*(number|option|kind|counter|memory|dice|deck|pile|hand|row|bag|area|board|map|piece|component|define|action|rule"
    r"|score|step|game|variant|expansion) (\w+) ?$"
)
_OPENINGS = (
    *("game", "expansion", "variant", "examples", "number", "option", "sides", "kind", "counter", "memory"),
    *("dice", "deck", "pile", "hand", "area", "board", "piece", "component", "table", "define", "action"),
    *("setup", "play", "rule", "score", "winner", "replace", "extend", "together", "example", "title", "players"),
    *("language", "requires", "conflicts", "remove", "given", "when", "then", "reads", "called", "note", "after"),
    *("before", "always", "instead", "increase", "reduce", "change", "keep", "allow", "forbid", "choose"),
    *("repeat", "either", "otherwise", "needs", "step", "must", "each", "everyone", "gain", "lose", "draw"),
    *("place", "move", "copies", "cell", "legend"),
)
_MENDED = (Code.UNEXPECTED_WORD, Code.UNEXPECTED_CHARACTER, Code.UNEXPECTED_END, Code.NAME_NOT_ONE_WORD)
_MOST_MENDED = 10  # of a file with more mistakes, the later ones get a hint only
_CLAUSES = (
    "after",
    "before",
    "instead",
    "at",
    "always",
    "once",
    "increase",
    "reduce",
    "change",
    "keep",
    "allow",
    "forbid",
)
_DECLARATIONS = _OPENINGS.index("example") + 1
_ENDS = ("$END", "_NL", "_DEDENT", "_INDENT")


@dataclass(frozen=True, slots=True)
class Refused:
    """Where and at what the parser stopped, in the text of one declaration."""

    text: str
    at: int
    token: str  # the type of the token, empty if the letters made none
    expected: frozenset[str]
    is_letter: bool

    @property
    def ends_early(self) -> bool:
        return self.token in _ENDS and self.token != "_INDENT"

    @property
    def line_start(self) -> int:
        return self.text.rfind("\n", 0, self.at) + 1

    @property
    def line(self) -> str:
        end = self.text.find("\n", self.at)
        return self.text[self.line_start : end if end >= 0 else len(self.text)]

    @property
    def line_above(self) -> str:
        """The last line of code before this one."""
        lines = [line for line in self.text[: self.line_start].split("\n") if line.strip() and line.strip()[0] != "#"]
        return lines[-1] if lines else ""

    @property
    def before(self) -> str:
        return self.text[self.line_start : self.at]

    @property
    def word(self) -> str:
        found = re.match(r"\w+|\S", self.text[self.at :])
        return found.group() if found and not self.ends_early else ""

    @property
    def help(self) -> str:
        return hint(self.line, self.at - self.line_start + 1, self.expected) or _expectation(self.expected)


def explain(file: SourceFile, start: int, text: str, error: Unreadable, report: Report) -> None:
    """Reports why the declaration that begins at `start` was refused, and what might have been meant."""
    refused = _refused(text, error)
    told = next(told for teller in _TELLERS if (told := teller(refused)) is not None)
    code, message, help_ = told[:3]
    at, end = (told[3], told[3] + 1) if len(told) > 3 else (refused.at, refused.at + max(1, len(refused.word)))
    fix, is_small = _fix(file, start, refused) if code in _MENDED and report.size < _MOST_MENDED else (None, False)
    if fix is not None:
        hinted = find(refused.line, refused.at - refused.line_start + 1, refused.expected)
        help_ = fix.description + (f"\n{hinted.say}" if is_small and hinted and hinted not in GENERAL else "")
    report.error(code, Span(file, start + at, start + end), message, help=help_, fix=fix)


def _stops(text: str) -> int | None:
    """Where the reader stops in a text; None if it reads it to the end."""
    try:
        reader().read(text, lambda rule, parts, start, end: None)
    except Unreadable as error:
        return _place(text, error)
    except BadDedent:
        return 0
    return None


def _fix(file: SourceFile, start: int, refused: Refused) -> tuple[Fix | None, bool]:
    """The refused line as it was probably meant, and whether one small change was enough."""
    mended = repaired(refused.text, refused.at, _stops)
    if mended is None:
        return None, False
    at = start + refused.line_start
    first, *under = mended.line.strip().split("\n")
    said = f"write `{first}`" + "".join(f" and under it, indented, `{line.strip()}`" for line in under)
    return Fix(Span(file, at, at + len(refused.line)), mended.line, said), len(mended.changes) == 1 and not under


def _refused(text: str, error: Unreadable) -> Refused:
    return Refused(text, _place(text, error), error.kind, error.expected, not error.kind)


def _place(text: str, error: Unreadable) -> int:
    """Where to point: at the word, or just after the last one if the text ends too early."""
    at = min(error.at, max(len(text) - 1, 0))
    if error.kind == "_INDENT":
        return _first_word(text, at)
    return len(text[: at + 1].rstrip()) if error.kind in _ENDS else at


def _first_word(text: str, at: int) -> int:
    """Where the line after a break begins."""
    found = re.compile(r"(?:\s|#[^\n]*)*").match(text, at)
    return min(found.end() if found else at, len(text) - 1)


_Told = tuple[Code, str, str | None] | tuple[Code, str, str | None, int]


def _bracket(refused: Refused) -> _Told | None:
    """A bracket goes on over line breaks, so that a forgotten one is noticed lines below."""
    opened = _open_brackets(refused.text[: refused.at])
    if opened and (refused.ends_early or "\n" in refused.text[opened[-1] : refused.at]):
        return Code.UNBALANCED_BRACKET, "this bracket is never closed", "close it with `)`", opened[-1]
    if refused.word == ")" and not opened:
        return Code.UNBALANCED_BRACKET, "this bracket closes nothing", "leave it out, or open it with `(` before"
    return None


def _open_brackets(text: str) -> list[int]:
    """Where the brackets stand that are still open at the end."""
    found: list[int] = []
    for m in re.finditer(r'"[^"\n]*"|#[^\n]*|[()]', text):
        if m.group() == "(":
            found.append(m.start())
        elif m.group() == ")" and found:
            found.pop()
    return found


def _quote(refused: Refused) -> _Told | None:
    if not refused.is_letter or refused.text[refused.at] != '"':
        return None
    return Code.UNCLOSED_STRING, "a text is never closed", 'close it with `"` on the same line'


def _block_too_many(refused: Refused) -> _Told | None:
    if refused.token != "_INDENT":
        return None
    help_ = hint(refused.line_above, len(refused.line_above) + 1) or "begin it where the line above begins"
    return Code.BAD_INDENTATION, "this line is indented, but nothing above it opens a block", help_


def _declaration_indented(refused: Refused) -> _Told | None:
    if refused.word not in _OPENINGS[:_DECLARATIONS] or refused.before.strip() or not refused.before:
        return None
    help_ = "begin a declaration at the left edge"
    return Code.BAD_INDENTATION, f"`{refused.word}` is indented, so it belongs to what stands above it", help_


def _block_not_indented(refused: Refused) -> _Told | None:
    if refused.ends_early or refused.expected != {"_INDENT"} or refused.before.strip():
        return None
    help_ = "indent it by two blanks more than the line above"
    return Code.MISSING_BLOCK, "this line belongs under the line above, but is not indented", help_


def _misspelt(refused: Refused) -> _Told | None:
    """A word of the language nearly: the one refused, the one before it, or the one that begins the line."""
    words = re.findall(r"\w+", refused.before)
    keywords = [w.lower() for w in refused.expected if w.isalpha() and w not in _SPOKEN]
    if (
        refused.word.isalpha()
        and refused.word not in (*keywords, *ENGLISH)
        and (near := nearest(refused.word, keywords))
    ):
        return Code.UNEXPECTED_WORD, f"`{refused.word}` cannot stand here", did_you_mean(near)
    first = words[0] if words and refused.word.isidentifier() else ""
    near = nearest(first, _OPENINGS) if first and first.lower() not in (*_OPENINGS, *ENGLISH) else ()
    if len(first) > 3 and near:
        return Code.UNEXPECTED_WORD, f"`{refused.word}` cannot stand here", f"did you mean `{near[0]}` for `{first}`?"
    return None


def _block_missing(refused: Refused) -> _Told | None:
    if not refused.ends_early or "_INDENT" not in refused.expected or len(refused.expected) > 2:
        return None
    help_ = "indent the lines that belong to it by two spaces"
    return Code.MISSING_BLOCK, "this line needs an indented block under it", help_


def _rounding(refused: Refused) -> _Told | None:
    if refused.expected != {"ROUNDED"} and not ("ROUNDED" in refused.expected and "/" in refused.before):
        return None
    help_ = "write `x / 2 rounded down` or `x / 2 rounded up`"
    return Code.MISSING_ROUNDING, "this division does not say how it rounds", help_


def _source(refused: Refused) -> _Told | None:
    if "SRC" not in refused.expected:
        return None
    help_ = "write the number of a rule, `source AB-012`; after a comma may follow verified, likely or unverified"
    return Code.BAD_SOURCE_MARK, "a `source` names rules by their numbers", help_


def _name(refused: Refused) -> _Told | None:
    """A name with a blank or a hyphen in it, where it is declared."""
    found = _NAMED.match(refused.before)
    if found and found[1] == "rule" and refused.word in _CLAUSES:
        return None
    if refused.word.lower() in FOREIGN:
        return None
    is_joined = refused.word == "-" and re.match(r"-\w", refused.text[refused.at :])
    if found is None or not ((is_joined and refused.before.endswith(found[2])) or refused.word.isidentifier()):
        return None
    rest = re.match(r"[\w -]*", refused.text[refused.at :])
    name = re.sub(r"[\s-]+", "_", (found[2] + (" " + rest.group() if rest else "")).strip())
    if found[1] not in ("rule", "score", "step"):
        name = re.split(r"_(?:of|per|are|with|in|from|to|on)_", name + "_")[0].strip("_")
    return Code.NAME_NOT_ONE_WORD, "a name is one word", f"write `{found[1]} {name}`"


def _end(refused: Refused) -> _Told | None:
    return (Code.UNEXPECTED_END, "the line ends too early", refused.help) if refused.ends_early else None


def _character(refused: Refused) -> _Told | None:
    if not refused.word or refused.word[0].isalnum() or refused.word[0] == "_":
        return None
    return Code.UNEXPECTED_CHARACTER, f"`{refused.text[refused.at]}` cannot stand here", refused.help


def _word(refused: Refused) -> _Told:
    return Code.UNEXPECTED_WORD, f"`{refused.word or refused.text[refused.at]}` cannot stand here", refused.help


_TELLERS: tuple[Callable[[Refused], _Told | None], ...] = (
    *(_bracket, _quote, _rounding, _source, _block_too_many, _block_missing, _block_not_indented),
    _declaration_indented,
    *(_misspelt, _name, _end, _character, _word),
)

_SPOKEN = {
    "NAME": "a name",
    "PREP": "`into`",
    "ROUND": "`down` or `up`",
    "TIMING": "`after`, `before` or `instead of`",
    "ANYBODY": "`an opponent` or `any player`",
    "VBAR": "`|`",
    "SRC": "the number of a rule",
    "MAPROW": "a drawn row",
    "SIGNED": "a number",
    "ZONE": "a zone",
    "GENDER": "`(f)` or `(m)`",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "CELLS": "a cell such as [0,0]",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "COMMA": "`,`",
    "COLON": "`:`",
    "EQUAL": "`=`",
    "QMARK": "`?`",
    "MINUS": "`-`",
    "PLUS": "`+`",
    "STAR": "`*`",
    "SLASH": "`/`",
    "SEMICOLON": "`;`",
}


_VALUE = {"NAME", "LPAR", "YOUR"}  # what only a value can begin with
_ORDER = {"CHOOSE", "GAIN", "LET"}  # and only an order
_DONE = {"_NL", "SOURCE"}


def _expectation(expected: frozenset[str]) -> str:
    if expected >= _ORDER:
        return "here an order is wanted, such as `gain 1 gold`, `choose x in SET` or the name of an action"
    if expected >= _VALUE:
        return "here a value is wanted: a name, a number, or words such as `your gold` and `count of SET`"
    if expected >= _DONE and len(expected) > 8:
        return "the line could end here"
    words = sorted({_SPOKEN.get(w, f"`{w.lower().strip('_')}`") for w in expected if w in _SPOKEN or w.isalpha()})
    return "here could stand " + (", ".join(words[:8]) if words else "the end of the line")
