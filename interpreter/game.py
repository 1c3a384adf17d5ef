"""A ruleset ready to be played: `load` by name or path, `loads` from a text; one machine for each number of players."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.pipeline import load_ruleset, loads_ruleset
from rulewright.dsl.ruleset import Ruleset
from rulewright.interpreter.arguments import expect, expect_names, shown
from rulewright.interpreter.machine import Machine
from rulewright.interpreter.notation import Notation, default_names
from rulewright.interpreter.state import Origin, State


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a game was asked for, so that a record of it can ask again. `name` is None for a game from a text."""

    name: str | None
    text: str | None = field(default=None, kw_only=True, repr=False)
    with_: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)


class Game:
    """One choice of rules, expansions and options, ready to be played: `new` begins a game.

    `load` and `loads` make it. `players` says for how many it is, `title` what it is called, `report` what was noticed.
    """

    def __init__(self, ruleset: Ruleset, report: Report, recipe: Recipe) -> None:
        self.ruleset = ruleset
        self.report = report
        self.recipe = recipe
        self._compiled: dict[int, Compiled] = {}
        self._machines: dict[int, Machine] = {}

    @property
    def name(self) -> str:
        return self.ruleset.name

    @property
    def title(self) -> str:
        return self.ruleset.title or self.ruleset.name

    @property
    def players(self) -> tuple[int, ...]:
        """How many can play."""
        return self.ruleset.players

    @property
    def hash(self) -> str:
        """Equal for equal rules and options, wherever their files lie."""
        return self.ruleset.content_hash

    def compiled(self, players: int | None = None) -> Compiled:
        """The checked program for so many players; the smallest number if none is given."""
        count = self._count(players)
        if count not in self._compiled:
            report = Report()
            compiled = Compiled(self.ruleset, count, report)
            self.report.extend(report)
            report.raise_if_errors()
            self._compiled[count] = compiled
        return self._compiled[count]

    def machine(self, players: int | None = None) -> Machine:
        """The machine for so many players, made once."""
        count = self._count(players)
        if count not in self._machines:
            self._machines[count] = Machine(self.compiled(count))
        return self._machines[count]

    def _count(self, players: int | None) -> int:
        count = min(self.players) if players is None else expect(players, int, "a whole number of players")
        report = Report()
        if not self.ruleset.seats(count, report):
            raise RulesError(report)
        return count

    def new(
        self, players: int | None = None, seed: int | None = None, names: Sequence[str] | None = None
    ) -> State:
        """A game at its first decision. The same seed gives the same game; without one, chance decides.

        `players` is a number that the rules allow (the smallest if it is left out) and `seed` any whole number, of
        which the last 64 bits count. `names` are the players' own: letters, digits, blanks and `_`.
        """
        if names is not None and (isinstance(names, str) or not isinstance(names, Sequence)):
            raise TypeError(f"names are a list of texts, one for each player, not {shown(names)}")
        if players is None and names is not None:
            players = len(names)
        machine = self.machine(players)
        return self.origin(machine, seed, names).begin()

    def origin(self, machine: Machine, seed: int | None, names: Sequence[str] | None) -> Origin:
        """Where a state of this game begins."""
        chosen = secrets.randbits(64) if seed is None else expect(seed, int, "a whole number as seed")
        return Origin(self, machine, Notation(machine, check_names(names, machine.players)), chosen)

    def at(self, slots: Sequence[Any], players: int, names: Sequence[str] | None = None) -> State:
        """A state from the slots of a position, such as an example sets up."""
        machine = self.machine(players)
        origin = Origin(self, machine, Notation(machine, check_names(names, players)), 0, tuple(slots))
        return origin.begin()

    # A game is never changed, so a copy of it is itself; kept elsewhere, it is asked for again.

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        recipe = self.recipe
        if recipe.name is not None:
            return load, (recipe.name, recipe.with_, recipe.options)
        return loads, (recipe.text, recipe.with_, recipe.options)

    def __repr__(self) -> str:
        counts = sorted(self.players)
        is_range = len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1))
        spoken = f"{counts[0]} to {counts[-1]}" if is_range else " or ".join(map(str, counts))
        return f"<Game {self.title} for {spoken} players>"


def check_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """The players' names, one for each, different, and such that a move can begin with them."""
    if names is None:
        return default_names(players)
    found = tuple(str(name).strip() for name in names)
    if len(found) != players or len(set(found)) != players:
        given = ", ".join(name or "an empty one" for name in found) or "none"
        raise ValueError(f"{players} different names are wanted, not {given}")
    for name in found:
        if not name.replace("_", "a").replace(" ", "a").isalnum() or name[0].isdigit():
            raise ValueError(f"a player cannot be called {name!r}: letters, digits, blanks and _ only, a letter first")
    return found


_WITH = "a list of names of expansions and variants"


def load(
    name: str | os.PathLike[str], with_: Sequence[str] = (), options: Mapping[str, object] | None = None
) -> Game:
    """A shipped game by name, or any game by the path of its file, with expansions, variants and options.

        game = rw.load("my_game.rules", with_=["more_cards"], options={"rounds": 3, "open_hands": True})

    `rulewright list` names what is shipped. Rules that are wrong, or that do not go together, raise RulesError.
    """
    if not isinstance(name, str | os.PathLike):
        raise TypeError(f"the name of a game or the path of its file is wanted, not {shown(name)}")
    report = Report()
    more, chosen = expect_names(with_, _WITH), _texts(options)
    ruleset = load_ruleset(name, more, chosen, report=report)
    return _game(ruleset, report, Recipe(os.fspath(name), more, chosen))


def loads(
    text: str, with_: Sequence[str] = (), options: Mapping[str, object] | None = None, *, path: str = "<text>"
) -> Game:
    """A game from the text of its rules: a whole game, or a variant of a shipped one. Else it is as `load`."""
    expect(text, str, "the text of the rules")
    report = Report()
    more, chosen = expect_names(with_, _WITH), _texts(options)
    ruleset = loads_ruleset(text, more, chosen, report=report, path=path)
    return _game(ruleset, report, Recipe(None, more, chosen, text=text))


def _game(ruleset: Ruleset | None, report: Report, recipe: Recipe) -> Game:
    if ruleset is None and report.ok:
        report.error(Code.EMPTY_FILE, None, "there are no rules to play")
    report.raise_if_errors()
    assert ruleset is not None
    game = Game(ruleset, report, recipe)
    game.compiled()
    return game


def _texts(options: Mapping[str, object] | None) -> dict[str, str]:
    """The values of options as the command line would give them."""
    given: object = options or {}
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise TypeError(f"options are given by name, such as {{'first_game': True}}, not {shown(options)}")
    return {name: _text(value) for name, value in (options or {}).items()}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(_text, value)) if isinstance(value, list | tuple) else str(value)
