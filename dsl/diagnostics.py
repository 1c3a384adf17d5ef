"""What is wrong, as data: one `Diagnostic` feeds terminal, JSON, annotations and editors; no text is parsed back.

Passes take a `Report`, tell it what they find and go on. `labels[0]` is the culprit and decides the place; further
labels show the other half ("first declared here") in whichever file it lies. Exceptions are for our own bugs, and for
`RulesError` at the edge of the library.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict, Unpack

from rulewright.dsl.codes import Code, Severity
from rulewright.dsl.places import word_span
from rulewright.dsl.source import Span, printable
from rulewright.dsl.suggest import nearest

__all__ = ["Code", "Diagnostic", "Extras", "Fix", "Label", "Report", "RulesError", "Severity"]


@dataclass(frozen=True, slots=True)
class Label:
    """A place and what to say about it; the text may be empty."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Fix:
    """Put `replacement` in the place of `span`; `description` says so in words."""

    span: Span
    replacement: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One problem. Without labels it belongs to no place in a text."""

    code: Code
    message: str
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
    fix: Fix | None = None
    severity: Severity = Severity.ERROR
    about: str = ""
    """The name that nothing declares, if that is the problem: one slip is told once, however often it shows."""
    is_call: bool = False
    """Whether it is no text that is wrong, but what was asked for."""

    @property
    def span(self) -> Span | None:
        """The culprit's place."""
        return self.labels[0].span if self.labels else None

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return f"{place}{self.severity.value}[{self.code.id}] {self.code.kebab}: {printable(self.message)}"


class Extras(TypedDict, total=False):
    """What may accompany a message."""

    label: str
    help: str | None
    notes: Iterable[str]
    also: Iterable[tuple[Span, str]]
    fix: Fix | None
    about: str
    is_call: bool


def _place(diagnostic: Diagnostic) -> tuple[str, int, int, int, int, str]:
    path, start, end = diagnostic.span.key if diagnostic.span else ("", -1, -1)
    return path, start, end, diagnostic.severity.rank, diagnostic.code.number, diagnostic.message


_FIRST_OF_TEXTS = 100  # codes below are of files and of what is asked for
_FEW = 8  # so many names are all listed where none is near


def did_you_mean(near: Sequence[str]) -> str | None:
    """The question, or nothing where no name is near."""
    return "did you mean " + " or ".join(f"`{name}`" for name in near) + "?" if near else None


def _told_once(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Of a name that is unknown in several places the first, with the others noted."""
    first: dict[str, Diagnostic] = {}
    more: dict[str, list[Span]] = {}
    order: list[Diagnostic] = []
    for diagnostic in found:
        name = diagnostic.about
        if name and name in first:
            more[name] += [diagnostic.span] if diagnostic.span is not None else []
        else:
            order.append(diagnostic)
            if name:
                first[name], more[name] = diagnostic, []
    for diagnostic in order:
        others = more.get(diagnostic.about, [])
        if others:
            places = ", ".join(map(str, others[:3])) + (f" and {len(others) - 3} more" if len(others) > 3 else "")
            diagnostic = replace(diagnostic, notes=(*diagnostic.notes, f"`{diagnostic.about}` also stands at {places}"))
        yield diagnostic


class Report:
    """Collects diagnostics. What has one cause is kept once; reading gives them sorted by place."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}

    def add(self, diagnostic: Diagnostic) -> Diagnostic:
        self._found.setdefault(diagnostic)
        return diagnostic

    def extend(self, diagnostics: "Iterable[Diagnostic]") -> None:
        """Take over all of another report, or of any other source."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    @property
    def size(self) -> int:
        """How many were found so far."""
        return len(self._found)

    def keep(self, size: int) -> None:
        """Forget all but the first so many that were found."""
        for diagnostic in list(self._found)[size:]:
            del self._found[diagnostic]

    def change(self, change: Callable[[Diagnostic], Diagnostic]) -> None:
        """Put what `change` makes of each in its place."""
        self._found = {change(diagnostic): None for diagnostic in self._found}

    def error(self, code: Code, span: Span | None, message: str, **extras: Unpack[Extras]) -> Diagnostic:
        return self.emit(code, span, message, Severity.ERROR, **extras)

    def warning(self, code: Code, span: Span | None, message: str, **extras: Unpack[Extras]) -> Diagnostic:
        return self.emit(code, span, message, Severity.WARNING, **extras)

    def note(self, code: Code, span: Span | None, message: str, **extras: Unpack[Extras]) -> Diagnostic:
        return self.emit(code, span, message, Severity.NOTE, **extras)

    def unknown(
        self,
        code: Code,
        span: Span | None,
        message: str,
        name: str,
        known: Iterable[str],
        *,
        otherwise: str | None = None,
        declared: Callable[[str], Span | None] | None = None,
        severity: Severity | None = None,
        **extras: Unpack[Extras],
    ) -> Diagnostic:
        """A name that is not there: at its own place, with the nearest `known` ones and where the first is declared.

        `otherwise` is the help if none is near.
        """
        at = word_span(span, name) if span is not None else None
        names = sorted({word for word in known if word})
        near = nearest(name, names)
        place = declared(near[0]) if declared is not None and near else None
        extras.setdefault("also", [(place, f"`{near[0]}` is declared here")] if place is not None else ())
        listed = "there is " if len(names) == 1 else "there are "
        there_are = listed + ", ".join(f"`{word}`" for word in names) if 0 < len(names) <= _FEW else None
        extras.setdefault("help", did_you_mean(near) or otherwise or there_are)
        if at is not None and near and at.text == name:
            extras.setdefault("fix", Fix(at, near[0], did_you_mean(near) or ""))
        extras.setdefault("about", name if at is not None else "")
        return self.emit(code, at, message, severity, **extras)

    def is_unknown(self, name: str) -> bool:
        """Whether it was already told that nothing declares this name."""
        return any(diagnostic.about == name for diagnostic in self._found)

    def emit(
        self, code: Code, span: Span | None, message: str, severity: Severity | None = None, **extras: Unpack[Extras]
    ) -> Diagnostic:
        """Report with the code's own severity unless another is given."""
        first = [Label(span, extras.get("label", ""))] if span else []
        more = [Label(place, text) for place, text in extras.get("also", ())]
        return self.add(
            Diagnostic(
                code=code,
                message=message,
                labels=(*first, *more),
                notes=tuple(extras.get("notes", ())),
                help=extras.get("help"),
                fix=extras.get("fix"),
                severity=severity or code.severity,
                about=extras.get("about", ""),
                is_call=extras.get("is_call", span is None and code.number < _FIRST_OF_TEXTS),
            )
        )

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return tuple(_told_once(sorted(self._found, key=_place)))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    def of(self, severity: Severity) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self.diagnostics if d.severity is severity)

    def count(self, severity: Severity) -> int:
        return sum(d.severity is severity for d in self.diagnostics)

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return self.of(Severity.ERROR)

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return self.of(Severity.WARNING)

    @property
    def ok(self) -> bool:
        """No errors; warnings and notes do not matter."""
        return not any(d.severity is Severity.ERROR for d in self._found)

    def shown(self, limit: int = 50) -> tuple[Sequence[Diagnostic], int]:
        """At most `limit` of them by place, the gravest kept first, and how many were left out."""
        kept = sorted(self.diagnostics, key=lambda d: d.severity.rank)[:limit]
        return sorted(kept, key=_place), len(self.diagnostics) - len(kept)

    def raise_if_errors(self) -> None:
        if not self.ok:
            raise RulesError(self)

    def __repr__(self) -> str:
        return f"Report({', '.join(f'{self.count(s)} {s.value}s' for s in Severity)})"


class RulesError(Exception):
    """The rules are wrong; `report` says where and how."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report

    def __str__(self) -> str:
        errors = self.report.errors
        more = [f"and {len(errors) - 10} more errors"] if len(errors) > 10 else []
        return "\n".join([*map(str, errors[:10]), *more])
