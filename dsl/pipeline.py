"""The whole way from text to meaning, each arrow one function of one file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from rulewright.dsl.bounds import bounded
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.link import link
from rulewright.dsl.loader import load_game, loads_game, loads_module
from rulewright.dsl.nodes import Module
from rulewright.dsl.ruleset import Ruleset


def parse(text: str, path: str = "<text>") -> Module:
    """The tree of a text of rules as it is written, before anything is linked; `path` is what messages call it.

    `rulewright show --schema` prints the form of the tree. What cannot be read raises RulesError.
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of the rules is wanted, not {type(text).__name__}")
    report, module = Report(), None
    with bounded(report, f"reading {path}"):
        module = loads_module(text, report, path)
    report.raise_if_errors()
    assert module is not None
    return module


def load_ruleset(
    name_or_path: str | os.PathLike[str],
    with_: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    *,
    report: Report,
) -> Ruleset | None:
    """The linked ruleset of a shipped game or a file; None if there is nothing to link. Problems go to the report."""
    found: Ruleset | None = None
    with bounded(report, f"reading {os.fspath(name_or_path)}"):
        modules = load_game(name_or_path, with_, report)
        found = link(modules, options or {}, report) if modules else None
    return found


def partners(ruleset: Ruleset, asked: str) -> Iterator[tuple[str, ...]]:
    """The modules with which the file or game asked for says something more, where they are not in use."""
    in_use = {info.name for info in ruleset.modules}
    for info in ruleset.modules:
        if asked.replace("-", "_") == info.name or os.path.realpath(asked) == os.path.realpath(info.path):
            yield from dict.fromkeys(names for names in info.together if not in_use.issuperset(names))


def loads_ruleset(
    text: str,
    with_: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    *,
    report: Report,
    path: str = "<text>",
) -> Ruleset | None:
    """The same from a text."""
    found: Ruleset | None = None
    with bounded(report, f"reading {path}"):
        modules = loads_game(text, with_, report, path)
        found = link(modules, options or {}, report) if modules else None
    return found
