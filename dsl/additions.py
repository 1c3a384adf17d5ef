"""What a game would have with an expansion that is not in use: asked when a name of a table at home is not known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rulewright.dsl import nodes as n
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.loader import unused_modules
from rulewright.dsl.parts import names_of
from rulewright.dsl.ruleset import ModuleInfo


def way_to(word: str, in_use: Sequence[ModuleInfo]) -> str | None:
    """Which expansion or variant to add for something of that name, as help; None if none has it."""
    names = frozenset(info.name for info in in_use)
    paths = [Path(info.path) for info in in_use if info.kind != "library"]
    found = [module for module in unused_modules(names, paths, Report()) if word in _declared(module)]
    if not found:
        return None
    words = " or ".join(f"`--with {module.header.name}`" for module in found)
    title = found[0].header.title or found[0].header.name
    return f"`{word}` comes with {title}: add {words}" if len(found) == 1 else f"`{word}` comes with {words}"


def _declared(module: n.Module) -> Iterable[str]:
    for decl in module.declarations:
        if isinstance(decl, n.RemoveDecl):
            continue
        yield from names_of(decl)
        if isinstance(decl, n.OptionDecl):
            yield from (text.text for text in decl.texts if text.kind == "called")
