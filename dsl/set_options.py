"""The options given for one load (`--set colour=blue`), by an option's name or by what it is called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Extras, Report
from rulewright.dsl.ruleset import ModuleInfo
from rulewright.dsl.source import SourceFile
from rulewright.dsl.syntax.parse import parse


def given_options(
    given: Mapping[str, str], declared: Iterable[n.OptionDecl], in_use: Sequence[ModuleInfo], report: Report
) -> dict[str, n.Expr]:
    """The value of every option that was given one, by the option's own name."""
    known = _by_name(declared)
    found: dict[str, n.Expr] = {}
    for word, text in sorted(given.items()):
        decl = known.get(_name(word))
        if decl is None:
            _unknown(word, known, in_use, report)
            continue
        value = option_value(decl.name, text)
        if value is None:
            _refuse(decl, f"the option `{_name(word)}` cannot be set to `{text}`", report)
        elif decl.name in found:
            _refuse(decl, f"the option `{_name(word)}` is given twice, under two names", report)
        else:
            found[decl.name] = value
    return found


def option_value(name: str, text: str) -> n.Expr | None:
    """The value that a text such as `yes`, `7`, `blue` or `a,b,c` stands for; None if it stands for none."""
    words = [_value_word(word.strip()) for word in text.split(",")]
    if not all(words) or "\n" in text or "\r" in text:
        return None
    report = Report()
    line = f"set {name} to ({', '.join(words)})\n"
    module = parse(SourceFile(f"--set {name}", f"library option\n{line}"), report)
    if module is None or not report.ok or len(module.declarations) != 1:
        return None
    decl = module.declarations[0]
    if not isinstance(decl, n.SetNumberDecl) or decl.source is not None:
        return None
    return decl.value


def _by_name(declared: Iterable[n.OptionDecl]) -> dict[str, n.OptionDecl]:
    """Every option under its name, and under what it is called where no other option has that name."""
    known = {decl.name: decl for decl in declared}
    for decl in list(known.values()):
        for text in decl.texts:
            if text.kind == "called":
                known.setdefault(_name(text.text), decl)
    return known


def _name(word: str) -> str:
    return re.sub(r"[\s-]+", "_", word.strip())


def _value_word(word: str) -> str:
    word = {"true": "yes", "false": "no"}.get(word.casefold(), word)
    return word.replace("-", "_") if re.fullmatch(r"[^\W\d][\w-]*", word) else word


def _unknown(word: str, known: Mapping[str, n.OptionDecl], in_use: Sequence[ModuleInfo], report: Report) -> None:
    from rulewright.dsl.additions import way_to  # which loads modules, as whoever called this does

    names = ", ".join(f"`{name}`" for name in known)
    options = f"its options are {names}" if known else "it has no options"
    elsewhere = way_to(_name(word), in_use)
    extras: Extras = {"help": elsewhere} if elsewhere is not None else {}
    said = f"there is no option `{word}`"
    report.unknown(Code.UNKNOWN_OPTION, None, said, _name(word), known, otherwise=options, **extras)


def _refuse(decl: n.OptionDecl, message: str, report: Report) -> None:
    report.error(
        Code.OPTION_OUT_OF_RANGE,
        None,
        message,
        also=[(decl.span, "declared here")],
        help="give yes or no, a number, a name, or a list such as a,b,c",
    )
