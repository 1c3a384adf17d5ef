"""Which edition of a game a sheet is for: what was added to it and which options were set, and by which language."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from rulewright.docgen.wording.words import Wording
from rulewright.dsl.ruleset import ModuleInfo, Ruleset


@dataclass(frozen=True, slots=True)
class Edition:
    """`added` are expansions and variants, `options` names and values as given."""

    added: tuple[ModuleInfo, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    language: int = 1

    def combination(self, say: Wording) -> str:
        """`with Lakes and Hills; short game: yes`, empty for the plain game."""
        named = [self.title_of(info, say) for info in self.added]
        parts = [say.label("combined", list=say.say.series(named, "and"))] if named else []
        for name, value in self.options:
            label = str(say.lexicon.entry("name", f"option.{name}", name) or name.replace("_", " "))
            parts.append(say.label("option", name=label, value=say.said_value(value)))
        return ", ".join([*parts[:1], *(part[:1].lower() + part[1:] for part in parts[1:])])

    def title_of(self, info: ModuleInfo, say: Wording) -> str:
        """The title of what was added; its catalogue may stand beside a file that declares nothing of its own."""
        key = f"{info.kind}.{info.name}"
        found = say.lexicon.entry("name", key)
        path = Path(info.path).parent / "locale" / f"{say.lang}.toml"
        if found is None and path.is_file():
            found = tomllib.loads(path.read_text("utf-8")).get("name", {}).get(key)
        return say.say.finish(str(found or info.title or info.name))


def edition_of(ruleset: Ruleset) -> Edition:
    """The edition of a linked ruleset."""
    added = [info for info in ruleset.modules if info.kind in ("expansion", "variant")]
    options = [(name, value.span.text) for name, value in sorted(ruleset.options.items())]
    return Edition(tuple(added), tuple(options), ruleset.language)
