"""A game in play: who decides what, the options, moves, the log. Plain data inside; cheap to copy, compare and keep.

`apply` gives a new state and leaves the old one valid; `play` changes the state itself. Both check the move, and both
write it into the log, from which any state can be reached again (`undo`, `replay`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, overload

from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.source import Span
from rulewright.interpreter.arguments import expect, expect_numbers
from rulewright.interpreter.generate.context import Decision
from rulewright.interpreter.generate.layout import ACTIVE, FORCED, KNOWN, NODE, WINNERS
from rulewright.interpreter.machine import Machine, Slots, same_rules, span_of
from rulewright.interpreter.notation import Notation, Unreadable, split_player
from rulewright.interpreter.options import EveryonesOptions, Option, Options
from rulewright.interpreter.runtime import ForcedChance, Trail, bits
from rulewright.interpreter.scores import ScoreLine, score_lines, standings, totals
from rulewright.interpreter.views import view, visible_to

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game
    from rulewright.interpreter.whynot import WhyNot

EVERYBODY = -1
OFF_RECORD = -1
_MOVE = "a move, as an option or as text,"
_NOT_KEPT = object()


@dataclass(frozen=True, slots=True)
class Pending:
    """A decision that a player must make now."""

    player: int
    name: str
    decision: Decision = field(repr=False)
    key: str
    is_secret: bool

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions, rules and things in whose text the decision stands, the innermost last."""
        return self.decision.actions

    @property
    def rule(self) -> str | None:
        return self.decision.actions[-1] if self.decision.actions else None

    @property
    def can_decline(self) -> bool:
        return self.decision.can_decline

    @property
    def node(self) -> Any:
        """The statement of the program that asks, for whoever words the prompt."""
        return self.decision.stmt

    @property
    def span(self) -> Span | None:
        return span_of(self.decision)


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A move that was made, and the chance that came out before the next decision.

    `is_forced` says that nobody need have been asked: there was one option, or it was the usual one. `given` is what
    was forced of its chance. `seen` are the players who may read the answer, as bits.
    """

    player: int
    decision: str
    answer: str
    text: str
    is_forced: bool
    chance: tuple[int, ...] = ()
    given: tuple[int, ...] = ()
    is_secret: bool = False
    seen: int = EVERYBODY
    value: Any = field(default=_NOT_KEPT, compare=False, repr=False)

    @property
    def is_kept(self) -> bool:
        """Whether the machine's own value is still at hand; in a log that was read it is not."""
        return self.value is not _NOT_KEPT


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a state comes from: the game, the players, and the seed or the position it began with."""

    game: Game
    machine: Machine
    notation: Notation
    seed: int
    position: tuple[Any, ...] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return self.notation.names

    def begin(self) -> State:
        slots = self.machine.begin(self.seed) if self.position is None else list(self.position)
        return State(self, slots)


class Log(Sequence[LogEntry]):
    """The moves of a game in order, with what is needed to play them again: `replay`, or `dump_log` to keep it."""

    __slots__ = ("entries", "origin")

    def __init__(self, origin: Origin, entries: Sequence[LogEntry]) -> None:
        self.origin = origin
        self.entries = tuple(entries)

    def __len__(self) -> int:
        return len(self.entries)

    @overload
    def __getitem__(self, index: int) -> LogEntry: ...
    @overload
    def __getitem__(self, index: slice) -> Log: ...
    def __getitem__(self, index: int | slice) -> LogEntry | Log:
        return Log(self.origin, self.entries[index]) if isinstance(index, slice) else self.entries[index]

    def __iter__(self) -> Iterator[LogEntry]:
        return iter(self.entries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self.entries == other.entries

    def __hash__(self) -> int:
        return hash(self.entries)

    def __str__(self) -> str:
        return "\n".join(entry.text for entry in self.entries)

    def __repr__(self) -> str:
        return f"<Log of {len(self)} moves of {self.origin.game.title}>"

    def __deepcopy__(self, memo: dict[int, Any]) -> Log:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from rulewright.interpreter.records import dump_log, load_log

        return load_log, (dump_log(self), self.origin.game)


class IllegalMove(RulesError):
    """A move that is not legal; `why` says what stands against it."""

    def __init__(self, why: WhyNot) -> None:
        report = Report()
        code = Code.BAD_NOTATION if why.is_unreadable else Code.ILLEGAL_MOVE
        help_ = f"did you mean {', '.join(f'`{x}`' for x in why.near)}?" if why.near else None
        report.error(code, why.span, f"{why.quoted}: {why.summary}", help=help_)
        super().__init__(report)
        self.why = why


_Cell = tuple[LogEntry, Any]


class State:
    """One moment of a game. Equal when everything that can matter to further play is equal.

        state.pending                  who decides what
        state.legal()                  the options: len, in, iterate, sample
        state.apply("build [4,7]")     the state after a move; this one stays as it is
        state.why_not("build [4,7]")   what stands against a move; None if it is legal
        state.view(0), state.scores(explain=True), state.winners, state.log, state.undo()
    """

    __slots__ = ("_cell", "_hidden", "_length", "origin", "slots")

    def __init__(
        self, origin: Origin, slots: Slots, cell: _Cell | None = None, length: int = 0, hidden: tuple[int, ...] = ()
    ) -> None:
        self.origin = origin
        self.slots = slots
        self._cell = cell
        self._length = length
        self._hidden = hidden

    @property
    def is_recorded(self) -> bool:
        """Whether the log tells how this state came about."""
        return self._length >= 0

    @property
    def hidden_entries(self) -> tuple[int, ...]:
        """The numbers of the log's entries that are still secret."""
        return self._hidden

    def recall(self, entry: LogEntry) -> None:
        """Puts an entry of an earlier record at the end of the log; the position stays as it is."""
        self._cell = (entry, self._cell)
        self._length += 1

    def recall_hidden(self, entries: tuple[int, ...]) -> None:
        self._hidden = entries

    # ---- what is known of it

    @property
    def machine(self) -> Machine:
        return self.origin.machine

    @property
    def game(self) -> Game:
        return self.origin.game

    @property
    def players(self) -> int:
        return self.origin.machine.players

    @property
    def names(self) -> tuple[str, ...]:
        return self.origin.notation.names

    @property
    def is_over(self) -> bool:
        return bool(self.slots[NODE] < 0)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: empty before the end, and if nobody wins."""
        return tuple(bits(self.slots[WINNERS])) if self.is_over and self.slots[WINNERS] > 0 else ()

    @property
    def active(self) -> int:
        return int(self.slots[ACTIVE])

    @property
    def pending(self) -> tuple[Pending, ...]:
        """Who decides what: one decision, or one for each player who has not yet chosen in secret."""
        machine, decision = self.machine, self.machine.asked(self.slots)
        if decision is None:
            return ()
        key = machine.keys[decision.id]
        return tuple(
            Pending(k, self.names[k], decision, key, decision.secret) for k in machine.deciders(self.slots)
        )

    def player(self, who: int | str) -> int:
        """A player by number, counted from 0, or by name."""
        if isinstance(who, str):
            try:
                return self.origin.notation.player(who)
            except Unreadable:
                raise ValueError(f"there is no player called {who!r:.60}: they are {', '.join(self.names)}") from None
        if not 0 <= expect(who, int, "a player's number or name") < self.players:
            raise ValueError(f"there is no player {who}: they are 0 to {self.players - 1}")
        return who

    def legal(self, player: int | str | None = None) -> Options | EveryonesOptions:
        """The options now: of one player, or of all who must answer. Empty for a player who need not, and at the end.

        They are counted, drawn from and looked up without being listed: `len`, `sample`, `in`, iteration, `[0]`.
        """
        decision = self.machine.asked(self.slots)
        deciders = self.machine.deciders(self.slots)
        if player is not None:
            who = self.player(player)
            deciders = (who,) if who in deciders else ()
        if decision is None or len(deciders) != 1:
            each = (Options(self.origin.notation, self.slots, decision, k) for k in deciders if decision is not None)
            return EveryonesOptions(tuple(each))
        return Options(self.origin.notation, self.slots, decision, deciders[0])

    @overload
    def scores(self) -> tuple[int, ...]: ...
    @overload
    def scores(self, explain: bool) -> tuple[int, ...] | list[ScoreLine]: ...
    def scores(self, explain: bool = False) -> tuple[int, ...] | list[ScoreLine]:
        """What the players would have if the game ended now; explained, every line of every score."""
        if explain:
            return score_lines(self.machine, self.slots)
        return totals(self.machine, self.slots, is_over=self.is_over)

    def standings(self) -> list[tuple[int, ...]]:
        """For each player all that the winner is judged by, more being better, as if the game ended now."""
        return standings(self.machine, self.slots, is_over=self.is_over)

    @property
    def log(self) -> Log:
        entries: list[LogEntry] = []
        cell = self._cell
        while cell is not None:
            entries.append(cell[0])
            cell = cell[1]
        return Log(self.origin, entries[::-1])

    @property
    def last_entry(self) -> LogEntry | None:
        """The end of the log."""
        return self._cell[0] if self._cell is not None else None

    # ---- moves

    def apply(self, move: Option | str, *, chance: Sequence[int] = ()) -> State:
        """The state after a move: an option, or its text (`anne: build [4,7]`, or what tells it from the others).

        This state stays as it is. A move that is not legal raises IllegalMove, with the reason in its `why`; `chance`
        forces the next outcomes. Several moves in a row may be written with `;` between them.
        """
        return self.copy().play(move, chance=chance)

    def play(self, move: Option | str, *, chance: Sequence[int] = (), record: bool = True) -> State:
        """Makes a move in this very state. `chance` forces the next outcomes; an error leaves the state unusable.

        Off the record it is faster, and the state has no log from then on.
        """
        forced = expect_numbers(chance, "a list of whole numbers, the outcomes of chance,") if chance != () else ()
        if isinstance(move, Option):
            self._check(move)
            self._answer(move.player, move.value, forced, record=record)
        else:
            self._play_text(expect(move, str, _MOVE), forced, record=record)
        return self

    def _check(self, option: Option) -> None:
        if not same_rules(option.machine, self.machine):
            from rulewright.interpreter.whynot import WhyNot

            raise IllegalMove(WhyNot.stale(option.text))
        if self.slots[NODE] != option.decision.id or option.player not in self.machine.deciders(self.slots):
            raise self._illegal(option.text)
        if not Options(self.origin.notation, self.slots, self.machine.decisions[self.slots[NODE]], option.player).has(
            option.value
        ):
            raise self._illegal(option.text)

    def _illegal(self, text: str) -> IllegalMove:
        from rulewright.interpreter.whynot import WhyNot, why_not

        why = why_not(self, text)
        return IllegalMove(why if why is not None else WhyNot.stale(text))

    def _play_text(self, text: str, chance: tuple[int, ...], *, record: bool) -> None:
        """One move, or several that follow each other, as a text."""
        while True:
            option, text = self._take(text)
            self._answer(option.player, option.value, chance, record=record)
            chance = ()
            if not text:
                return

    def _take(self, text: str) -> tuple[Option, str]:
        """The option that a text begins with."""
        named, rest = split_player(text)
        pending = self.pending
        try:
            who = self.origin.notation.player(named) if named is not None else pending[0].player if pending else 0
        except Unreadable:
            raise self._illegal(text) from None
        options = self.legal(who)
        if isinstance(options, Options):
            for words in self.readings(rest, options.decision):
                found = options.take(words)
                if found is not None:
                    return found
        raise self._illegal(text)

    def readings(self, text: str, decision: Decision) -> Iterator[str]:
        """The text as it stands, and without the name of an action around the decision."""
        yield text
        for action in reversed(decision.actions):
            if text.startswith(f"{action} "):
                yield text[len(action) :].strip()

    def _answer(self, player: int, value: Any, chance: tuple[int, ...], *, record: bool) -> None:
        S, machine = self.slots, self.machine
        if not record:
            self._cell, self._length, self._hidden = None, OFF_RECORD, ()
            S[FORCED] = (*(S[FORCED] or ()), *chance) or None
            machine.answer(S, player, value)
            return
        node = S[NODE]
        decision = machine.decisions[node]
        options = Options(self.origin.notation, S, decision, player)
        answer = options.text_of(value)
        is_forced = len(options) == 1 or (decision.is_usual and value == options[0].value)
        seen, known = self._seen(decision, player, value), S[KNOWN]
        trail = Trail((*(S[FORCED] or ()), *chance))
        S[FORCED] = trail
        try:
            machine.answer(S, player, value)
        except ForcedChance as error:
            report = Report()
            report.error(Code.EXAMPLE_FORCED_CHANCE, span_of(decision), f"a chance cannot come out so: {error}")
            raise RulesError(report) from error
        finally:
            S[FORCED] = trail.queue or None
        if seen != EVERYBODY and not decision.secret:
            seen |= self._seen(decision, player, value)
        entry = LogEntry(
            player,
            machine.keys[node],
            answer,
            self.origin.notation.move(decision, player, answer),
            is_forced,
            tuple(trail.drawn),
            chance,
            decision.secret,
            seen,
            value,
        )
        if self._length < 0:
            return
        if decision.secret:
            self._hidden = (*self._hidden, self._length)
        if S[KNOWN] != known:
            self._hidden = ()
        self.recall(entry)

    def _seen(self, decision: Decision, player: int, value: Any) -> int:
        """Who may know the answer: of a thing, those who can see that thing."""
        if decision.secret:
            return 1 << player
        if value is None or not self.machine.names_things[decision.id]:
            return EVERYBODY
        return visible_to(self.machine, self.slots, decision, value) | 1 << player

    def undo(self, steps: int = 1) -> State:
        """The state so many moves ago, forced ones counted, played again from where the game began."""
        expect(steps, int, "a whole number of moves")
        log = self.log
        if not self.is_recorded:
            raise ValueError("moves were made off the record: they cannot be taken back")
        if not 0 <= steps <= len(log):
            made = "only one move was" if len(log) == 1 else f"{'only ' * bool(log)}{len(log) or 'no'} moves were"
            raise ValueError(f"{made} made: {steps} cannot be taken back")
        state = self.origin.begin()
        for entry in log[: len(log) - steps]:
            state.repeat(entry)
        return state

    def repeat(self, entry: LogEntry) -> None:
        """Makes a move of a log again, in this very state."""
        if entry.is_kept:
            self._answer(entry.player, entry.value, entry.given, record=True)
        else:
            self._play_text(entry.text, entry.given, record=True)

    def why_not(self, text: str | Option) -> WhyNot | None:
        """What stands against a move, the first thing: None if it is legal.

        The answer has the `reason`, the failed `condition`, the `rule` it stands in and `where` that is written; as a
        text it says them all.
        """
        from rulewright.interpreter.whynot import why_not

        return why_not(self, str(text) if isinstance(text, Option) else expect(text, str, _MOVE))

    # ---- what each player may see

    def view(self, player: int | str | None = None) -> dict[str, Any]:
        """All that a player may see, as plain data; None is somebody who only watches."""
        return view(self, None if player is None else self.player(player))

    def log_for(self, player: int | str | None = None) -> list[dict[str, Any]]:
        """The log as a player may read it: what others chose out of sight is left out, and so is chance."""
        who = None if player is None else self.player(player)
        out = []
        for number, entry in enumerate(self.log):
            is_open = self._is_open(number, entry, who)
            out.append(
                {
                    "player": entry.player,
                    "decision": entry.decision,
                    "answer": entry.answer if is_open else None,
                    "text": entry.text if is_open else None,
                }
            )
        return out

    def _is_open(self, number: int, entry: LogEntry, who: int | None) -> bool:
        """Whether a player, or with None everybody, may read an answer of the log."""
        if entry.is_secret and number not in self._hidden:
            return True
        mine = who is not None and (entry.player == who or entry.seen >> who & 1)
        return bool(mine or entry.seen == EVERYBODY or entry.seen == (1 << self.players) - 1)

    def redraw(self, player: int | str | None, rng: random.Random) -> State:
        """The same to this player's eyes; what they cannot see, and all chance to come, is drawn afresh.

        The log is what the player may read of it; such a state is off the record.
        """
        from rulewright.interpreter.views import redrawn

        who = None if player is None else self.player(player)
        cell: _Cell | None = None
        for number, entry in enumerate(self.log):
            known = replace(entry, chance=(), given=())
            if not self._is_open(number, entry, who):
                known = replace(known, answer="", text="", value=_NOT_KEPT)
            cell = known, cell
        return State(self.origin, redrawn(self, who, rng), cell, OFF_RECORD, self._hidden)

    # ---- data

    def copy(self) -> State:
        return State(self.origin, self.slots[:], self._cell, self._length, self._hidden)

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        from rulewright.interpreter.records import dumps, loads_state

        return loads_state, (dumps(self), self.game)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return same_rules(self.machine, other.machine) and frozen(self.slots) == frozen(other.slots)

    def __hash__(self) -> int:
        return hash(frozen(self.slots))

    def __repr__(self) -> str:
        if self.is_over:
            winners = ", ".join(self.names[k] for k in self.winners) or "nobody"
            return f"<State of {self.machine.program.title}: over, won by {winners}>"
        waits = ", ".join(f"{x.name} ({x.key})" for x in self.pending)
        return f"<State of {self.machine.program.title}: waits for {waits}>"


def frozen(value: Any) -> Any:
    """Plain data without lists, to be compared and hashed."""
    if isinstance(value, list | tuple):
        return tuple(frozen(x) if isinstance(x, list | tuple) else x for x in value)
    return value
