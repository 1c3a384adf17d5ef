"""Records of games as text, and where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.files import shipped_folder
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.source import printable
from rulewright.interpreter.testing.recorded import FOLDER, HEAD, SUFFIX, Move, Record


def is_record(path: Path) -> bool:
    """Whether a file begins as a record does."""
    try:
        with path.open("rb") as stream:
            return stream.read(len(HEAD)) == HEAD.encode()
    except OSError:
        return False


def records_in(folder: Path) -> list[Path]:
    """The records anywhere under a folder."""
    return sorted(path for path in folder.rglob(f"*{SUFFIX}") if is_record(path))


def shipped_records() -> list[Path]:
    return records_in(shipped_folder())


def records_of(ruleset: Ruleset) -> list[Path]:
    """The records beside the module that was asked for: those of its own game, with it if it is an addition."""
    info = ruleset.modules[-1]
    found = records_in(Path(info.path).parent / FOLDER)
    records = [(path, read_head(path)) for path in found]
    if info.kind == "game":
        return [path for path, record in records if record.game == info.name]
    return [path for path, record in records if info.name in record.with_]


def read_head(path: Path) -> Record:
    """What a record is of, without its moves: enough to record it anew."""
    return _read(path, path.read_text("utf-8").partition("\n\n")[0])


def read(path: Path) -> Record:
    """A record from its file; RulesError with the line if it is none."""
    return _read(path, path.read_text("utf-8"))


def _read(path: Path, text: str) -> Record:
    record = Record(path, "")
    for number, line in enumerate(text.splitlines(), 1):
        try:
            record = _with_line(record, line) if line.strip() else record
        except ValueError:
            report = Report()
            told = printable(line[:60])
            report.error(Code.SAVE_MALFORMED, None, f"{path}:{number}: this is no line of a record: {told}")
            raise RulesError(report) from None
    return record


def _with_line(record: Record, line: str) -> Record:
    if line.startswith("end "):
        return replace(record, end=line.removeprefix("end "))
    if " | " in line:
        return replace(record, moves=(*record.moves, _move(line)))
    return _head(record, line)


def _head(head: Record, line: str) -> Record:
    word, _, rest = line.partition(" ")
    match word:
        case "record":
            return replace(head, game=rest.removeprefix("of "))
        case "with":
            return replace(head, with_=tuple(name.strip() for name in rest.split(",")))
        case "set":
            name, _, value = rest.partition("=")
            return replace(head, options={**head.options, name: value})
        case "players":
            return replace(head, players=int(rest))
        case "seed":
            return replace(head, seed=int(rest))
        case _:
            raise ValueError(line)


def _move(line: str) -> Move:
    who, answer, options, changes = line.split(" | ")
    at, player, decision = who.split(" ", 2)
    pairs = [change.split("=") for change in changes.split() if change != "-"]
    return Move(int(at), int(player), decision, answer, int(options), {name: value for name, value in pairs})


def write(record: Record) -> None:
    """Writes a record to its file."""
    record.path.parent.mkdir(parents=True, exist_ok=True)
    record.path.write_text("\n".join(_lines(record)) + "\n", "utf-8")


def _lines(record: Record) -> Iterator[str]:
    yield HEAD + record.game
    if record.with_:
        yield f"with {', '.join(record.with_)}"
    yield from (f"set {name}={value}" for name, value in record.options.items())
    yield f"players {record.players}"
    yield f"seed {record.seed}"
    yield ""
    for move in record.moves:
        changes = " ".join(f"{name}={value}" for name, value in move.changes.items())
        yield f"{move.at} {move.player} {move.decision} | {move.answer} | {move.options} | {changes or '-'}"
    yield f"end {record.end}"


def wanted(ruleset: Ruleset) -> Iterable[Record]:
    """What to record of a game that has no record yet: one game for the fewest and one for the most players."""
    info = ruleset.modules[-1]
    games = [each.name for each in ruleset.modules if each.kind == "game"]
    added = tuple(each.name for each in ruleset.modules if each.kind in ("expansion", "variant"))
    for players in sorted({min(ruleset.players), max(ruleset.players)}):
        path = Path(info.path).parent / FOLDER / f"{info.name}_{players}{SUFFIX}"
        yield Record(path, games[-1], added, {}, players)
