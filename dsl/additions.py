"""What a game would have with an expansion that is not in use: asked when a name of a table at home is not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
    titles: dict[str, str] = {}
    for module in unused_modules(names, paths, Report()):
        for together in _needed(module.declarations, word):
            more = [module.header.name, *(name for name in together if name not in names)]
            titles.setdefault(",".join(more), module.header.title or module.header.name)
    if not titles:
        return None
    ways = " or ".join(f"`--with {way}`" for way in titles)
    return f"`{word}` comes with {next(iter(titles.values()))}: add {ways}"


def _needed(declarations: Iterable[n.Decl], word: str) -> Iterator[tuple[str, ...]]:
    """For each declaration of that name, what must be in use besides the module that has it."""
    for decl in declarations:
        match decl:
            case n.RemoveDecl():
                continue
            case n.TogetherDecl():
                yield from ((*decl.names, *more) for more in _needed(decl.declarations, word))
            case _ if word in names_of(decl) or word in _called(decl):
                yield ()


def _called(decl: n.Decl) -> list[str]:
    texts = decl.texts if isinstance(decl, n.OptionDecl) else ()
    return [text.text for text in texts if text.kind == "called"]
