"""What authors write in words must fit what they say in rules: placeholders, numbers, things and limits.

A sentence is made from the rule; a `reads` phrase words a definition, and a summary is an extra line. Neither may say a
number a second time, which would stay when the rule changes, and a summary may name nothing that its rule has not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from rulewright.dsl import nodes as n
from rulewright.dsl.check.expressions import Expressions
from rulewright.dsl.codes import Code
from rulewright.dsl.plurals import plural, singulars
from rulewright.dsl.source import Span

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_QUOTED = re.compile(r'"[^"\n]*"|#[^\n]*')
_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"(?<![\w{])\d+(?!\w)")
_LIMIT = re.compile(r"\b(?:once (?:per|a|each|every)|une fois par)\b", re.IGNORECASE)

_HELP = "say what the rule says, or leave it out"


class Prose:
    """Judges the texts of declarations; `declarations` are all there are."""

    def __init__(self, declarations: Iterable[n.Decl], e: Expressions) -> None:
        self.declarations = list(declarations)
        self.e = e

    def check(self, decl: n.Decl, texts: Iterable[n.Text]) -> None:
        """Reports what is wrong in the words of a declaration."""
        for text in texts:
            if text.kind not in ("reads", "summary"):
                continue
            if isinstance(decl, n.DefineDecl) and text.kind == "reads":
                self._placeholders(decl, text)
            self._numbers(decl, text)
            if text.kind == "summary":
                self._things(decl, text)
                self._limits(decl, text)

    def _placeholders(self, decl: n.DefineDecl, text: n.Text) -> None:
        params = [param.name for param in decl.params]
        found = {match[1]: match for match in _PLACEHOLDER.finditer(text.span.text)}
        for name, match in found.items():
            if name not in params and not self.e.symbols.find(name):
                known = " or ".join(f"`{{{param}}}`" for param in params)
                self.e.unknown_name(
                    Code.UNKNOWN_PLACEHOLDER,
                    _part(text, match.start(1), match.end(1)),
                    f"`{{{name}}}` stands for nothing",
                    name,
                    [*params, *self.e.symbols.names()],
                    f"write {known}" if known else "this definition has no parameters: write plain words",
                )

    def _numbers(self, decl: n.Decl, text: n.Text) -> None:
        """A number in words is one too many, or one that the rule does not have."""
        code = _code(decl)
        used = set(_NAME.findall(code))
        named = {value: name for name, value in self._named_numbers.items() if name in used}
        for match in _NUMBER.finditer(text.span.text):
            span, number = _part(text, *match.span()), match.group()
            if number in named:
                help_ = f"leave it to the generated sentence, which takes it from `{named[number]}`"
            elif number in _NUMBER.findall(code):
                help_ = "leave it to the generated sentence, which takes it from the rule"
            else:
                message = f"this says {number}, but the rule has no such number"
                self.e.report.emit(Code.PROSE_CONTRADICTS, span, message, help=_HELP)
                continue
            message = f"the number {number} is written a second time here, and would stay when the rule changes"
            self.e.report.emit(Code.NUMBER_IN_PROSE, span, message, help=help_)

    def _things(self, decl: n.Decl, text: n.Text) -> None:
        """A thing of the game that the rule has nothing to do with."""
        words = _PLACEHOLDER.sub("", text.span.text).lower()
        reached = self._reached(decl)
        for name in sorted(self._things_there_are - reached):
            forms = {form.replace("_", " ") for form in (name, plural(name)) if len(form) > 3}
            found = next((m for form in forms if (m := re.search(rf"\b{re.escape(form)}\b", words))), None)
            if found is not None:
                self.e.report.emit(
                    Code.PROSE_CONTRADICTS,
                    _part(text, *found.span()),
                    f"this speaks of `{name}`, the rule does not",
                    help=_HELP,
                )

    def _limits(self, decl: n.Decl, text: n.Text) -> None:
        found = _LIMIT.search(text.span.text)
        if found is not None and "once per" not in _code(decl):
            self.e.report.emit(
                Code.PROSE_CONTRADICTS,
                _part(text, *found.span()),
                "this names a limit that the rule does not have",
                help="write `once per turn,` before the clause, or leave it out here",
            )

    # ---- what the rules have

    @cached_property
    def _named_numbers(self) -> Mapping[str, str]:
        found = (decl for decl in self.declarations if isinstance(decl, n.NumberDecl))
        return {decl.name: str(decl.value.value) for decl in found if isinstance(decl.value, n.Num)}

    @cached_property
    def _things_there_are(self) -> frozenset[str]:
        return frozenset(name for decl in self.declarations for name in _nouns(decl))

    @cached_property
    def _texts(self) -> Mapping[str, str]:
        """What each name stands for: the text of its definition or action, the words of a group."""
        found: dict[str, str] = {}
        for decl in self.declarations:
            match decl:
                case n.DefineDecl() | n.ActionDecl() | n.NumberDecl():
                    found[decl.name] = _code(decl)
                case n.KindDecl():
                    for member in decl.members:
                        for group in (*member.groups, decl.name):
                            found[group] = found.get(group, "") + " " + " ".join(member.names)
        return found

    def _reached(self, decl: n.Decl) -> set[str]:
        """Every name that stands in a declaration or in what it names, in the singular and as written."""
        seen: set[str] = set()
        waiting = [_code(decl)]
        while waiting:
            for word in _NAME.findall(waiting.pop()):
                for name in (word, *singulars(word)):
                    if name not in seen:
                        seen.add(name)
                        waiting += [self._texts[name]] if name in self._texts else []
        return seen


def _nouns(decl: n.Decl) -> Iterator[str]:
    match decl:
        case n.KindDecl():
            yield from (name for member in decl.members for name in member.names)
        case n.PieceDecl() | n.ComponentDecl():
            yield decl.noun.name
        case n.CounterDecl():
            yield from (noun.name for noun in decl.nouns)


def _code(decl: n.Decl) -> str:
    return _QUOTED.sub("", decl.span.text)


def _part(text: n.Text, start: int, end: int) -> Span:
    return Span(text.span.file, text.span.start + start, text.span.start + end)
