"""Which edition of a game a sheet is for: what was added to it and which options were set, and by which language."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.docgen.wording.words import Wording
from rulewright.dsl.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Edition:
    """`added` are kinds, names and titles of expansions and variants, `options` names and values as given."""

    added: tuple[tuple[str, str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    language: int = 1

    def combination(self, say: Wording) -> str:
        """`with Lakes and Hills; short game: yes`, empty for the plain game."""
        named = [str(say.lexicon.entry("name", f"{kind}.{name}") or title) for kind, name, title in self.added]
        parts = [say.label("combined", list=say.say.series(named, "and"))] if named else []
        for name, value in self.options:
            label = str(say.lexicon.entry("name", f"option.{name}", name) or name.replace("_", " "))
            parts.append(say.label("option", name=label, value=say.said_value(value)))
        return ", ".join([*parts[:1], *(part[:1].lower() + part[1:] for part in parts[1:])])


def edition_of(ruleset: Ruleset) -> Edition:
    """The edition of a linked ruleset."""
    added = [
        (info.kind, info.name, info.title or info.name)
        for info in ruleset.modules
        if info.kind in ("expansion", "variant")
    ]
    options = [(name, value.span.text) for name, value in sorted(ruleset.options.items())]
    return Edition(tuple(added), tuple(options), ruleset.language)
