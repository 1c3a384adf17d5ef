"""Which edition of a game a sheet is for: what was added to it and which options were set, and by which language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulewright.docgen.wording.catalogues import read_catalogue
from rulewright.docgen.wording.words import Wording
from rulewright.dsl.program import Words
from rulewright.dsl.ruleset import ModuleInfo, Ruleset


@dataclass(frozen=True, slots=True)
class Edition:
    """`added` are expansions and variants, `options` names and values as given."""

    added: tuple[ModuleInfo, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    language: int = 1
    notes: tuple[str, ...] = ()
    counts: tuple[int, ...] = ()

    def players(self, say: Wording, count: int) -> str:
        """`for 2 players`, or for all the numbers that a sheet is for."""
        counts = self.counts or (count,)
        if tuple(counts) == (1,):
            return say.label("for_one_player")
        return say.label("for_players", n=told_counts(counts, say).replace(" ", "\u00a0"))

    def combination(self, say: Wording, *, short: bool = False) -> str:
        """`with Lakes and Hills; short game: yes`, empty for the plain game; `short` for what stands on every page.

        In a list `Extension 2: trains` is `Extension 2 (trains)`.
        """
        titles = [self.title_of(info, say) for info in self.added]
        named = [title for title in titles if beyond(title, say.title()) == title]
        if short or len(named) > 1:
            halves = [re.split(r"\s*: ", title, maxsplit=1) for title in named]
            named = [f"{h[0]} ({h[1]})" if len(h) > 1 and not short else h[0] for h in halves]
        parts = [beyond(title, say.title()) for title in titles if beyond(title, say.title()) != title]
        parts += [say.label("combined", list=say.say.series(named, "and"))] if named else []
        for name, value in self.options:
            label = str(say.lexicon.entry("name", f"option.{name}", name) or name.replace("_", " "))
            parts.append(say.label("option", name=label, value=say.said_value(value)))
        return ", ".join(
            [*(part[:1].upper() + part[1:] for part in parts[:1]), *(part[:1].lower() + part[1:] for part in parts[1:])]
        )

    def subtitle(self, say: Wording, count: int) -> str:
        """What stands under the title: what was added, and for how many players."""
        together, players = self.combination(say), self.players(say, count)
        return f"{together}, {players[:1].lower()}{players[1:]}" if together else players

    def added_beyond(self, base: Edition) -> list[ModuleInfo]:
        """What was added to a base; the game itself where that is built on another."""
        known = {info.name for info in base.added}
        return [info for info in self.added if info.name not in known]

    def titles_beyond(self, base: Edition, say: Wording) -> list[str]:
        return [self.title_of(info, say) for info in self.added_beyond(base)]

    def notes_beyond(self, base: Edition, say: Wording) -> tuple[str, ...]:
        """The authors' own words on what was added; in another language those that its catalogues have."""
        added = self.added_beyond(base)
        if all(say.lexicon.is_authors(Words(info.name, module=info.name)) for info in added):
            return self.notes[len(base.notes) :]
        found = [self.entry_of("text", f"{info.kind}.{info.name}", info, say) for info in added]
        return tuple(str(text) for text in found if text)

    def title_of(self, info: ModuleInfo, say: Wording) -> str:
        """The title of what was added; its catalogue may stand beside a file that declares nothing of its own."""
        found = self.entry_of("name", f"{info.kind}.{info.name}", info, say)
        return say.say.finish(str(found or info.title or info.name))

    def entry_of(self, table: str, key: str, info: ModuleInfo, say: Wording) -> object:
        """An entry of the catalogues, or of the one beside a file that declares nothing of its own."""
        found = say.lexicon.entry(table, key)
        path = Path(info.path).parent / "locale" / f"{say.lang}.toml"
        if found is None and path.is_file():
            found = read_catalogue(path).get(table, {}).get(key)
        return found


def beyond(title: str, game: str) -> str:
    """What a title adds to that of the game it begins with: `Harvest in teams` is `in teams` of Harvest."""
    rest = title.removeprefix(f"{game} ")
    return rest if rest[:1].islower() else title


def told_counts(counts: Sequence[int], say: Wording) -> str:
    """`2 to 4` for numbers in a row, else `2 or 4`."""
    if are_in_a_row(counts):
        return say.say.span(str(counts[0]), str(counts[-1]))
    return say.say.series([str(n) for n in counts], "or")


def with_counts(counts: Sequence[int], say: Wording) -> str:
    """`with 2 to 4 players`, `with 2 or 4 players`."""
    if are_in_a_row(counts):
        return say.label("with_range", low=counts[0], high=counts[-1])
    return say.label("with_players", n=told_counts(counts, say))


def are_in_a_row(counts: Sequence[int]) -> bool:
    return len(counts) > 2 and list(counts) == list(range(counts[0], counts[-1] + 1))


def edition_of(ruleset: Ruleset) -> Edition:
    """The edition of a linked ruleset."""
    added = [info for info in ruleset.modules if info.kind in ("expansion", "variant")]
    options = [(name, value.span.text) for name, value in sorted(ruleset.options.items())]
    return Edition(tuple(added), tuple(options), ruleset.language, ruleset.notes)
