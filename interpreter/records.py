"""Games on paper: a state saved at any decision, a log, and a log played again. JSON outside, checked at the door.

A record names its rules by their hash, so that it is never continued under other rules; a record of a shipped game, or
of one in a file, can also find its rules again by itself. Numbers beyond 53 bits are written as `"0x…"`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.interpreter.arguments import expect, shown
from rulewright.interpreter.game import Game, load
from rulewright.interpreter.generate.layout import NODE
from rulewright.interpreter.state import IllegalMove, Log, LogEntry, Origin, State, frozen

_PLAIN_BITS = 53
_MAX_BITS = 1 << 16
_HEX = re.compile(r"-?0x[0-9a-f]{1,20000}")
_STATE, _LOG = "rulewright-state", "rulewright-log"


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Rules(_Model):
    """Which rules; `name` is None for rules from a text."""

    name: str | None
    with_: list[str] = Field(alias="with")
    options: dict[str, str]
    title: str
    hash: str
    language: int


class _Entry(_Model):
    player: int
    decision: str
    answer: str
    text: str
    is_forced: bool = False
    is_secret: bool = False
    chance: list[int] = []
    given: list[int] = []
    seen: int = -1


class _Record(_Model):
    version: Literal[1]
    rules: _Rules
    players: int
    names: list[str]
    seed: str
    position: list[Any] | None
    log: list[_Entry]


class _SavedState(_Record):
    format: Literal["rulewright-state"]
    slots: list[Any]
    hidden: list[int]


class _SavedLog(_Record):
    format: Literal["rulewright-log"]


_M = TypeVar("_M", bound=_Record)

_GAME = "a game, such as `load` gives,"
_LOOKED_AT = 100  # options of each player
_WRITTEN = "give the whole text as it was written, unchanged"
_FORMS = {
    _STATE: ("this is a saved state, not a log", "read it with `loads_state`: its log is the state's `log`"),
    _LOG: ("this is a log, not a saved state", "read it with `load_log`, or play it again with `replay`"),
}
_WRONG = {
    "missing": "is missing",
    "extra_forbidden": "does not belong there",
    "int_type": "must be a whole number",
    "string_type": "must be a text",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "literal_error": "must be 1",
}


# ---- out


def dumps(state: State) -> str:
    """A state as JSON, at any decision; `loads_state` reads it. It holds hidden things too: for the referee's eyes."""
    expect(state, State, "a state of a game")
    log = state.log if state.is_recorded else state.log[:0]
    form = _record(log, _STATE) | {"slots": _out(state.slots), "hidden": list(state.hidden_entries[: len(log)])}
    if not state.is_recorded:
        form["position"] = form["slots"]
    return json.dumps(form, ensure_ascii=False, separators=(",", ":"))


def dump_log(log: Log, *, indent: int | None = None) -> str:
    """A log as JSON; `load_log` reads it, `replay` plays it again."""
    expect(log, Log, "a log, such as `state.log`,")
    return json.dumps(_record(log, _LOG), ensure_ascii=False, indent=indent)


def _record(log: Log, form: str) -> dict[str, Any]:
    origin = log.origin
    game = origin.game
    return {
        "format": form,
        "version": 1,
        "rules": {
            "name": game.recipe.name,
            "with": list(game.recipe.with_),
            "options": game.recipe.options,
            "title": game.title,
            "hash": game.hash,
            "language": game.ruleset.language,
        },
        "players": origin.machine.players,
        "names": list(origin.names),
        "seed": hex(origin.seed),
        "position": None if origin.position is None else _out(origin.position),
        "log": [_entry(entry) for entry in log],
    }


def _entry(entry: LogEntry) -> dict[str, Any]:
    """An entry without what is as usual."""
    form: dict[str, Any] = {
        "player": entry.player,
        "decision": entry.decision,
        "answer": entry.answer,
        "text": entry.text,
    }
    if entry.is_forced:
        form["is_forced"] = True
    if entry.is_secret:
        form["is_secret"] = True
    if entry.chance:
        form["chance"] = list(entry.chance)
    if entry.given:
        form["given"] = list(entry.given)
    if entry.seen != -1:
        form["seen"] = entry.seen
    return form


def _out(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_out(x) for x in value]
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > _PLAIN_BITS:
        return hex(value)
    return value


# ---- in


def loads_state(text: str, game: Game | None = None) -> State:
    """A state from its JSON, as `dumps` wrote it. Without `game` the rules are looked up as the record says.

    Other rules, and what was changed by hand so that it fits no longer, raise RulesError.
    """
    saved = _parsed(text, _SavedState)
    origin = _origin(saved, game)
    slots = _slots(saved.slots, origin)
    state = State(origin, slots)
    for entry in saved.log:
        state.recall(_entry_in(entry))
    state.recall_hidden(tuple(saved.hidden))
    if origin.position is None and frozen(replay(state.log).slots) != frozen(slots):
        raise _refused(Code.SAVE_MALFORMED, "the saved position is not the one that its log leads to", _WRITTEN)
    if origin.position is not None:
        _hold_together(state)
    return state


def _hold_together(state: State) -> None:
    """A position that no log leads to is looked at from all sides: what was changed in it shows before play goes on."""
    try:
        for player in range(state.players):
            list(zip(state.legal(player), range(_LOOKED_AT), strict=False))
            state.view(player)
        state.scores(explain=True)
    except Exception as error:
        told = "the saved position does not hold together: something in it was changed"
        raise _refused(Code.SAVE_MALFORMED, told, _WRITTEN) from error


def load_log(text: str, game: Game | None = None) -> Log:
    """A log from its JSON, as `dump_log` wrote it. Without `game` the rules are looked up as the record says."""
    saved = _parsed(text, _SavedLog)
    return Log(_origin(saved, game), [_entry_in(entry) for entry in saved.log])


def replay(log: Log | str, game: Game | None = None) -> State:
    """The state to which a log leads, or its JSON: the same moves, the same states.

    A move that does not fit is named, and what was asked instead, in a RulesError.
    """
    if isinstance(log, str):
        log = load_log(log, game)
    expect(log, Log, "a log, such as `state.log`, or its JSON")
    if game is not None and expect(game, Game, _GAME).hash != log.origin.game.hash:
        raise _other_rules(log.origin.game.hash, game)
    state = log.origin.begin()
    for number, entry in enumerate(log, start=1):
        _repeat(state, entry, number)
    return state


def _repeat(state: State, entry: LogEntry, number: int) -> None:
    pending = state.pending
    asked = {(x.player, x.key) for x in pending}
    if (entry.player, entry.decision) not in asked:
        instead = ", ".join(f"{x.name} decides {x.key}" for x in pending) or "the game is over"
        raise _diverged(number, entry, f"{instead}, not {entry.decision}", pending[0].span if pending else None)
    try:
        state.repeat(entry)
    except IllegalMove as error:
        raise _diverged(number, entry, error.why.summary, error.why.span) from error
    last = state.last_entry
    if last is not None and last.chance != entry.chance:
        raise _diverged(number, entry, f"chance gives {list(last.chance)}, not {list(entry.chance)}", pending[0].span)


def _diverged(number: int, entry: LogEntry, reason: str, span: Any) -> RulesError:
    report = Report()
    report.error(Code.REPLAY_DIVERGED, span, f"move {number}, `{entry.text}`: {reason}")
    return RulesError(report)


def _parsed(text: str, model: type[_M]) -> _M:
    if not isinstance(text, str | bytes):
        raise TypeError(f"a record as text is wanted, not {shown(text)}")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _refused(Code.SAVE_MALFORMED, f"this is not JSON: {error}", _WRITTEN) from None
    if not isinstance(data, Mapping) or str(data.get("format")) not in _FORMS or data.get("version") != 1:
        raise _refused(Code.SAVE_MALFORMED, "this is not a record of a game that this version can read", _WRITTEN)
    wanted = _STATE if model is _SavedState else _LOG
    if data["format"] != wanted:
        raise _refused(Code.SAVE_MALFORMED, *_FORMS[data["format"]])
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(x) for x in first["loc"])
        told = _WRONG.get(first["type"], first["msg"][:1].lower() + first["msg"][1:])
        raise _refused(Code.SAVE_MALFORMED, f"`{place}` {told}", _WRITTEN) from None


def _origin(saved: _Record, game: Game | None) -> Origin:
    if game is None:
        if saved.rules.name is None:
            raise _refused(
                Code.SAVE_MISMATCH, f"the rules of {saved.rules.title} came from a text", "give the game they belong to"
            )
        game = load(saved.rules.name, saved.rules.with_, saved.rules.options)
    expect(game, Game, _GAME)
    if saved.rules.language != game.ruleset.language:
        told = f"saved under version {saved.rules.language} of the language, the rules are in {game.ruleset.language}"
        raise _refused(Code.SAVE_MISMATCH, told)
    if saved.rules.hash != game.hash:
        raise _other_rules(saved.rules.hash, game)
    machine = game.machine(saved.players)
    try:
        origin = game.origin(machine, int(saved.seed, 16), saved.names)
    except ValueError as error:
        raise _refused(Code.SAVE_MALFORMED, str(error)) from None
    if saved.position is None:
        return origin
    bare = Origin(game, machine, origin.notation, origin.seed)
    return Origin(game, machine, origin.notation, origin.seed, tuple(_slots(saved.position, bare)))


def _other_rules(hash_: str, game: Game) -> RulesError:
    told = f"saved under other rules than those of {game.title} now ({hash_[:12]}, not {game.hash[:12]})"
    return _refused(Code.SAVE_MISMATCH, told, "load the rules, expansions and options it was saved with")


def _slots(saved: Sequence[Any], origin: Origin) -> list[Any]:
    machine = origin.machine
    slots = [_in(x) for x in saved]
    fresh = machine.layout.initial()
    if len(slots) != len(fresh):
        raise _refused(Code.SAVE_MALFORMED, f"{len(slots)} values, where the rules have {len(fresh)}")
    for slot in machine.layout.slots.values():
        if slot.name.startswith("local:"):
            continue
        for at in range(slot.base, slot.base + slot.count):
            if isinstance(slots[at], tuple) != isinstance(fresh[at], tuple) or slots[at] is None:
                raise _refused(Code.SAVE_MALFORMED, f"`{slot.name}` cannot be {slots[at]!r:.60}")
    if not isinstance(slots[NODE], int) or not -2 <= slots[NODE] < len(machine.decisions):
        raise _refused(Code.SAVE_MALFORMED, "it waits for a decision that the rules do not have")
    return slots


def _in(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_in(x) for x in value)
    if isinstance(value, str) and _HEX.fullmatch(value):
        return int(value, 16)
    if value is None or (isinstance(value, int) and value.bit_length() <= _MAX_BITS):
        return value
    raise _refused(Code.SAVE_MALFORMED, f"a state holds no {value!r:.60}")


def _entry_in(entry: _Entry) -> LogEntry:
    return LogEntry(
        entry.player,
        entry.decision,
        entry.answer,
        entry.text,
        entry.is_forced,
        tuple(entry.chance),
        tuple(entry.given),
        entry.is_secret,
        entry.seen,
    )


def _refused(code: Code, message: str, help_: str | None = None) -> RulesError:
    report = Report()
    report.error(code, None, message, help=help_, is_call=True)
    return RulesError(report)


__all__ = ["dump_log", "dumps", "load_log", "loads_state", "replay"]
