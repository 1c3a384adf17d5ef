"""The real test that no game is in the engine: every name a ruleset declares is replaced, and its games stay the same.

A copy of the whole ruleset (text and tables) is renamed word by word; the same seed and the same answers must lead to
equal states, slot by slot, to the end of the game.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl import nodes as n
from rulewright.dsl import program as p
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.check.expressions import DIRECTIONS, PRIMITIVES, WORDS
from rulewright.dsl.check.functions import PLAIN_TYPES
from rulewright.dsl.check.verbs import BUILT_IN, PLAIN
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.loader import library
from rulewright.dsl.pipeline import load_ruleset
from rulewright.dsl.plurals import plural, singulars
from rulewright.dsl.ruleset import Ruleset
from rulewright.dsl.syntax.table import grammar_text
from rulewright.dsl.walk import walk
from rulewright.interpreter import bench
from rulewright.interpreter.generate.module import generate

ROOT = Path(__file__).parents[2] / "rulesets"
TABLE = ROOT.parent / "benchmarks" / "table.toml"
GAMES = [
    ("classics/othello.rules", 2, ()),
    ("classics/liars_dice.rules", 3, ()),
    ("kingdom_builder/kingdom_builder.rules", 3, ("nomads",)),
    ("kingsburg/kingsburg.rules", 3, ()),
    ("kingdomino/kingdomino.rules", 3, ()),
]
HEADS = re.compile(
    r"^(game|expansion|variant|examples|library) |^  (title|note|requires|conflicts|language|players \d|match)|^\s*:"
)
OWN = {
    *("deck", "pile", "hand", "row", "bag", "area", "before", "after", "down", "up", "into"),
    *(
        "die",
        "dice",
        "face",
        "part",
        "here",
        "its",
        "it",
        "turn_order",
        "supply",
        "player",
        "side",
        "game",
        "active_player",
    ),
}


def declared(ruleset: Ruleset) -> set[str]:
    """Every name the ruleset declares, in the singular where it has one."""
    found: set[str] = set()
    for linked in ruleset.things:
        if linked.is_library:
            continue
        for node in walk(linked.decl):
            found |= _names_of(node)
    return found


def _names_of(node: object) -> set[str]:
    match node:
        case n.Noun():
            return {node.name, *([node.plural] if node.plural else [])}
        case n.Member():
            return {*node.names, *(singulars(g)[-1] if singulars(g) else g for g in node.groups)}
        case n.CounterDecl():
            return {singulars(node.group)[-1] if singulars(node.group) else node.group} if node.group else set()
        case n.SidesDecl() | n.SetupDecl() | n.PlayDecl() | n.WinnerDecl() | n.TableDecl() | n.KindDecl():
            return set()
        case n.TypeRef():
            return set(node.names) if node.kind == "one_of" else set()
        case _:
            name = getattr(node, "name", None)
            kinds = (n.Field, n.StepStmt, n.NumberDecl, n.OptionDecl, n.MemoryDecl, n.ZoneDecl, n.BoardDecl, n.MapDecl)
            more = (n.InstanceDecl, n.DefineDecl, n.ActionDecl, n.RuleDecl, n.ScoreDecl, n.MadeOf)
            if isinstance(node, n.MadeOf):
                return {singulars(node.noun)[-1] if singulars(node.noun) else node.noun}
            return {name} if isinstance(node, kinds + more) and isinstance(name, str) else set()


def replacements(ruleset: Ruleset, modules: set[str]) -> dict[str, str]:
    kept = set(re.findall(r'"([a-z]+)"', grammar_text())) | {
        *PRIMITIVES,
        *WORDS,
        *DIRECTIONS,
        *BUILT_IN,
        *PLAIN,
        *PLAIN_TYPES,
        *OWN,
    }
    kept |= {x.name for m in library(Report()) for x in m.declarations} | modules
    out: dict[str, str] = {}
    for k, name in enumerate(sorted(declared(ruleset))):
        if kept & {name, plural(name), *singulars(name)} or not name.islower() or len(name) < 2:
            continue
        fresh = "zq" + "".join("abcdeghijk"[int(d)] for d in str(k)) + "o"
        out.setdefault(name, fresh)
        out.setdefault(plural(name), plural(fresh))
    return out


def renamed(path: Path, words: dict[str, str], goal: Path) -> Path:
    folder = path.parent
    shutil.copytree(folder, goal / folder.name)
    pattern = re.compile(
        r"(?<![\w\"-])(" + "|".join(map(re.escape, sorted(words, key=len, reverse=True))) + r")(?![\w])"
    )
    texts = re.compile(r'("[^"\n]*")')
    for file in [*(goal / folder.name).rglob("*.rules"), *(goal / folder.name).rglob("*.csv")]:
        lines = file.read_text("utf-8").splitlines(keepends=True)
        new = [
            _in_placeholders(x, words) if HEADS.match(x) else _outside_texts(x, texts, pattern, words) for x in lines
        ]
        if file.suffix == ".csv":
            new[0] = re.sub(r"([a-z]+)_([a-z]+)", lambda m: f"{m[1]}_{words.get(m[2], m[2])}", new[0])
        file.write_text("".join(new), "utf-8")
    return goal / folder.name / path.name


def _outside_texts(line: str, texts: re.Pattern[str], pattern: re.Pattern[str], words: dict[str, str]) -> str:
    parts = texts.split(line)
    return "".join(
        _in_placeholders(x, words) if x.startswith('"') else pattern.sub(lambda m: words[m[1]], x) for x in parts
    )


def _in_placeholders(text: str, words: dict[str, str]) -> str:
    """Prose keeps its words, but `{kingdom_size}` in it is a name like any other."""
    return re.sub(r"\{(\w+)", lambda m: "{" + words.get(m[1], m[1]), text)


def machine_of(path: Path, players: int, with_: tuple[str, ...]) -> tuple[Ruleset, Any]:
    report = Report()
    ruleset = load_ruleset(path, with_=with_, report=report)
    assert ruleset is not None and report.ok, [str(d) for d in report.errors][:5]
    compiled = Compiled(ruleset, players, report)
    assert report.ok, [str(d) for d in report.errors][:5]
    return ruleset, generate(compiled.program)


def played(machine: Any, seed: int) -> list[list[Any]]:
    """The states of one game, every answer drawn by position, so that names play no part."""
    rng, S = random.Random(seed), machine.layout.initial()
    S[4] = seed
    blocks, states, run = machine.namespace["BLOCKS"], [], machine.namespace["BLOCKS"][0]
    while True:
        while run is not None:
            run = run(S)
        if S[0] < 0:
            return [*states, S[:]]
        decision = machine.decisions[S[0]]
        if decision.kind == "secret":
            answers = [machine.namespace[decision.options](S, q) or (-1,) for q in range(machine.program.players)]
            S[11] = tuple(rng.choice(a) for a in answers)
            S[10] = 0
        else:
            options = [k for k in range(S[2].bit_length()) if S[2] >> k & 1] if decision.kind == "mask" else list(S[2])
            S[3] = rng.choice(options)
        if len(states) < 40 or rng.random() < 0.05:
            states.append(S[:])
        run = blocks[decision.resume]


@pytest.mark.parametrize(("file", "players", "with_"), GAMES, ids=[g[0].split("/")[-1] for g in GAMES])
def test_a_renamed_game_is_the_same_game(file: str, players: int, with_: tuple[str, ...], tmp_path: Path) -> None:
    ruleset, machine = machine_of(ROOT / file, players, with_)
    words = replacements(ruleset, {m.name for m in ruleset.modules})
    assert len(words) >= 8
    copy = renamed(ROOT / file, words, tmp_path)
    _again, other = machine_of(copy, players, with_)
    for seed in (1, 2):
        assert played(machine, seed) == played(other, seed)


# ---- names and order make no difference to the speed either

BENCHED = [(row.name, row.ruleset, row.players) for row in bench.read_table(TABLE) if not row.is_full]
SECONDS = float(os.environ.get("RULEWRIGHT_RATES", "0"))


def reordered(path: Path, rng: random.Random) -> None:
    """The same declarations in another order; the header stays first, and setup before what is played."""
    head, *rest = re.split(r"^(?=[a-z])", path.read_text("utf-8"), flags=re.MULTILINE)[1:]
    rng.shuffle(rest)
    path.write_text(head + "".join(x if x.endswith("\n") else f"{x}\n" for x in rest), "utf-8")


def benched_programs(ruleset_name: str, players: int, tmp_path: Path) -> tuple[p.Program, p.Program]:
    path = next(ROOT.rglob(f"{ruleset_name}.rules"))
    report = Report()
    ruleset = load_ruleset(path, report=report)
    assert ruleset is not None
    copy = renamed(path, replacements(ruleset, {m.name for m in ruleset.modules}), tmp_path)
    reordered(copy, random.Random(7))
    again = load_ruleset(copy, report=report)
    assert again is not None and report.ok, [str(d) for d in report.errors][:5]
    programs = Compiled(ruleset, players, report).program, Compiled(again, players, report).program
    assert report.ok, [str(d) for d in report.errors][:5]
    return programs


@pytest.mark.parametrize(("name", "ruleset", "players"), BENCHED, ids=[x[0] for x in BENCHED])
def test_other_names_in_another_order_are_as_fast(name: str, ruleset: str, players: int, tmp_path: Path) -> None:
    """The same amount of code; with RULEWRIGHT_RATES=seconds also the same speed, in turns, within a tenth."""
    one, other = benched_programs(ruleset, players, tmp_path)
    sizes = [len(generate(x, fused=True).source.splitlines()) for x in (one, other)]
    assert abs(sizes[0] - sizes[1]) <= 0.02 * sizes[0] + 1
    if SECONDS:
        players_of = [bench.playout_of(x) for x in (one, other)]
        turns = [[bench.rate(x, SECONDS)[0] for x in players_of] for _ in range(7)]
        ratio = max(t[1] for t in turns) / max(t[0] for t in turns)
        print(f"{name}: renamed and reordered {ratio:.3f} of the rate")
        assert 0.9 <= ratio <= 1.1, (name, ratio)
