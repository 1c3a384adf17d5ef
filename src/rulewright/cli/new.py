"""`rulewright new`: a ruleset to begin with, that checks, plays and has examples."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulewright.dsl.program import Program

_GAME = """\
# {title}: a small game to begin with. Change anything, then ask what became of it:
#   rulewright check {file}     is every word understood?
#   rulewright test {file}      do the examples still hold?
#   rulewright play {file}      play it
#   rulewright docs {file}      print the rules
game {name}
  title "{title}"
  language 1
  players 2 to 4

number stones_each = 8

board field of {shape}, 6 by 6
piece stone per player, stones_each in supply
counter point/points per player

play
  repeat stones_each times
    each player, turn

action turn
  choose c in vacant
  place a stone on c

# At the end your largest group of stones counts, whatever else you have on the board.
score community: 1 point for each of largest_group(your stones)

winner player with most points

example "a stone goes on an empty {cell}" shows turn
  given anne's stones at [0,0]
  then bruno can turn [0,1], bruno cannot turn [0,0]

example "only the largest group counts" shows community
  given anne's stones at [0,0], [0,1], [3,3]
  then anne's score(community) is 2
"""

_VARIANT = """\
# A house rule for {base_title}. It changes named things of the game; all the rest stays as it is.
#   rulewright check {file}     is every word understood?
#   rulewright test {file}      do the examples hold, yours and the game's?
#   rulewright play {file}      play it
variant {name} of {base}
  title "{title}"
  note "What this house rule is for."

{change}
"""

_SET = """\
set {number} to {value}    # {was} in the game{others}

example "the number is changed" shows {number}
  then {number} is {value}
"""

_NOTHING = """\
# Say here what changes, for example `replace action turn` with its lines under it, or a rule of your own.

example "as many play as before" shows {shown}
  then count of players is {players}
"""


@click.command("new")
@click.argument("name")
@click.option("--of", "base", metavar="GAME", help="A variant of this game; a whole game if not said.")
@click.option("--board", type=click.Choice(["squares", "hexes"]), default="squares", help="Squares if not said.")
@click.option("-o", "--output", metavar="DIR", default=".", show_default=True, help="Where to put the file.")
def command(name: str, base: str | None, board: str, output: str) -> None:
    """Begin a game, or a variant of one.

    Writes NAME.rules: a file that checks, plays and has examples, to be changed as you like.
    """
    word = identifier(name)
    path = Path(output) / f"{word}.rules"
    if path.exists():
        raise click.UsageError(f"{path} is there already. Choose another name, or another folder with -o.")
    title = name.replace("_", " ").replace("-", " ").strip()
    title = title[:1].upper() + title[1:]
    if base is None:
        cell = "hex" if board == "hexes" else "square"
        text = _GAME.format(name=word, title=title, file=path.name, shape=board, cell=cell)
    else:
        text = _variant(word, title, base, path.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as error:
        raise click.BadParameter(f"cannot write {path}: {error.strerror}", param_hint="--output") from None
    click.echo(f"{path} is written. Next: rulewright test {path}, rulewright play {path}")


def identifier(name: str) -> str:
    """A name as rules write it; a wrong call if none can be made of it."""
    word = re.sub(r"[\s-]+", "_", unicodedata.normalize("NFC", name.strip())).strip("_").casefold()
    if not word.isidentifier():
        raise click.BadParameter(
            f"`{name}` cannot name a ruleset: letters, digits and _ only, a letter first", param_hint="NAME"
        )
    return word


# ---- variants


def _variant(word: str, title: str, base: str, file: str) -> str:
    from rulewright.cli._setting import program_of
    from rulewright.interpreter.setting import Setting

    program = program_of(Setting(base))
    values = {"name": word, "title": title, "base": program.name, "base_title": program.title, "file": file}
    plain = _VARIANT.format(**values, change=_unchanged(program)).rstrip() + "\n"
    numbers = _numbers(program)
    for number, was in numbers.items():
        others = [other for other in numbers if other != number][:3]
        said = f"; you can also set {', '.join(others)}" if others else ""
        change = _SET.format(number=number, value=was + 1, was=was, others=said)
        text = _VARIANT.format(**values, change=change).rstrip() + "\n"
        if _plays(text, file):
            return text
    return plain


def _unchanged(program: Program) -> str:
    shown = next((action.words.name for action in program.actions.values()), "turn")
    return _NOTHING.format(shown=shown, players=program.players)


def _numbers(program: Program) -> dict[str, int]:
    """The numbers that the game itself fixes to one value."""
    from rulewright.dsl import program as p

    return {
        name: number.body.value
        for name, number in program.numbers.items()
        if isinstance(number.body, p.Const)
        and type(number.body.value) is int
        and name not in program.options
        and number.words.module == program.name
    }


def _plays(text: str, file: str) -> bool:
    """Does a variant check, and do random games of it come to an end?"""
    from rulewright.dsl.check.compile import Compiled
    from rulewright.dsl.diagnostics import Report, RulesError
    from rulewright.dsl.pipeline import loads_ruleset
    from rulewright.interpreter.simulate import Playouts

    report = Report()
    ruleset = loads_ruleset(text, report=report, path=file)
    if ruleset is None or not report.ok:
        return False
    program = Compiled(ruleset, min(ruleset.players), report).program
    try:
        return not report.errors and len(Playouts(program).rows(0, 0, 3)) == 3
    except RulesError:
        return False
