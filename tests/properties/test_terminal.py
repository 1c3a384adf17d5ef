"""What a person reads at the terminal, in each language, tells nothing that is hidden from them.

The session of `rulewright play` is run itself: at a few decisions of random games the person before the screen looks at
the table, the options, the rule, the log and the scores, asks why moves are not allowed, and tries some that are not.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import click
import pytest
from click.testing import CliRunner
from tests.dsl.test_combinations import GAMES, Combination, expansion_sets, told
from tests.properties.test_play import LANGUAGES, game, is_tried, options_of, played, some, unlisted

from rulewright.cli.play import _Session
from rulewright.docgen.wording.plan import Noun
from rulewright.docgen.wording.words import Wording
from rulewright.dsl import program as p
from rulewright.dsl.program_walk import walk
from rulewright.interpreter import State
from rulewright.interpreter.views import seen_by

LOOKS = ("options", "board", "scores", "log", "?")


def hides(combination: Combination) -> bool:
    """Whether a game has anything that not everybody sees."""
    program = game(combination).machine(game(combination).players[0]).program
    secret = any(isinstance(node, p.Secret) for action in program.actions.values() for node in walk(action))
    return secret or any(zone.seen != "all" for zone in program.zones.values())


HIDING = {
    "crazy-eights", "goofspiel", "kb-core", "kingdom-builder", "kingdomino", "kingsburg", "liars-dice", "oh-hell",
    "queendomino", "royal-wedding",
}  # fmt: skip
TRIED = [c for c in expansion_sets() if is_tried(c) and c[0] in HIDING]
every_hiding = pytest.mark.parametrize("combination", TRIED, ids=told)


def test_every_game_with_something_hidden_is_tried() -> None:
    assert {name for name, about in GAMES.items() if hides((name, tuple(about["expansions"])))} == HIDING


@cache
def session_of(combination: Combination, players: int, lang: str) -> _Session:
    return _Session(game(combination).new(players), lang, [None] * players, 1, color=False, trace=False)


@dataclass
class Eyes:
    """One player of a game who looks at everything and makes no move."""

    combination: Combination
    player: int
    lang: str

    def see(self, state: State, typed: Sequence[str] = ()) -> str:
        """What is written on the screen: the table and what is asked, then the answer to all that is typed."""
        session = session_of(self.combination, state.players, self.lang)
        session.state, session.looking = state, None
        session.seats = [None if k == self.player else "random" for k in range(state.players)]
        own = [x for x in state.pending if x.player == self.player]
        with CliRunner().isolation("".join(f"{text}\n" for text in typed)) as (out, *_):
            if own:
                with pytest.raises((click.Abort, EOFError)):
                    session.ask(own[0], options_of(state, self.player))
            else:
                session._lines(session.screen.table(state, self.player, whole=True))
                session._lines([session.talk.move(entry["text"] or "…") for entry in state.log_for(self.player)])
            return out.getvalue().decode()


def questions(state: State, player: int, rng: random.Random) -> list[str]:
    """Moves to ask about: some that are options and some that are not, with and without one's name."""
    if all(x.player != player for x in state.pending):
        return []
    options = options_of(state, player)
    found = [*some(rng, sorted(unlisted(state, options, rng))), *some(rng, options.texts()), "nonsense"]
    return [text if k % 2 else f"{state.names[player]}: {text}" for k, text in enumerate(found)]


@every_hiding
def test_the_same_screen_whatever_is_hidden(combination: Combination) -> None:
    for state, rng in played(combination):
        for player in range(state.players):
            typed = [*LOOKS, *(f"? {text}" for text in questions(state, player, rng))]
            other = state.redraw(player, rng)
            for lang in LANGUAGES:
                eyes = Eyes(combination, player, lang)
                assert eyes.see(other, typed) == eyes.see(state, typed)


@every_hiding
def test_no_name_of_what_is_hidden(combination: Combination) -> None:
    for state, _ in played(combination):
        for player in {x.player for x in state.pending}:
            for lang in LANGUAGES:
                shown = Eyes(combination, player, lang).see(state)
                say = session_of(combination, state.players, lang).talk.say
                seen, unseen = names(state, player, say)
                for name in unseen - seen:
                    whole = shown
                    for longer in seen:
                        whole = whole.replace(longer, "") if name in longer else whole
                    assert not re.search(rf"\b{re.escape(name)}(?!\w)", whole), name


def names(state: State, player: int, say: Wording) -> tuple[set[str], set[str]]:
    """The names of the designs of which the player sees a copy, with those of all members, and of the others."""
    program, machine = state.machine.program, state.machine
    seen = {name for kind in program.kinds.values() for name in kind.members}
    seen |= {say.noun(Noun("member", name, kind)) for kind, found in program.kinds.items() for name in found.members}
    unseen: set[str] = set()
    for component in program.components.values():
        for design in component.designs:
            sights = [seen_by(machine, state.slots, component.root, x) for x in design.things]
            found = seen if any(sight >> player & 1 for sight in sights) else unseen
            found |= {design.words.name, say.lexicon.name(design.words, "design")}
    return seen, unseen
