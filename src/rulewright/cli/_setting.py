"""What several commands ask alike: which game, with which expansions and options, for how many players."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from rulewright.dsl.diagnostics import Diagnostic, Report
    from rulewright.dsl.program import Program
    from rulewright.dsl.ruleset import Ruleset
    from rulewright.interpreter.setting import Setting


def game_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """`GAME`, `--with`, `--set`, `--players`; the command takes `game`, `with_`, `options`, `players`."""
    for decorate in (
        click.option("--players", type=click.IntRange(min=1), help="How many play; the fewest if not said."),
        click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="Set an option of the game."),
        click.option("--with", "with_", multiple=True, metavar="A,B", help="Add expansions and variants."),
        click.argument("game"),
    ):
        function = decorate(function)
    return function


def setting_of(game: str, with_: tuple[str, ...], options: tuple[str, ...], players: int | None) -> Setting:
    """The setting that a call describes; a wrong call ends with status 2."""
    from rulewright.interpreter.setting import Setting

    pairs = []
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise click.BadParameter(f"`{option}` is not of the form option=value", param_hint="--set")
        pairs.append((name.strip(), value.strip()))
    names = tuple(name.strip() for words in with_ for name in words.split(",") if name.strip())
    return Setting(game, names, tuple(pairs), players)


def bots_of(words: str) -> tuple[str, ...]:
    """The bots of `--bots`, by name and budget; an unknown one is a wrong call."""
    from rulewright.interpreter.agents import agent

    names = tuple(word.strip() for word in words.split(",") if word.strip())
    for name in names:
        try:
            agent(name)
        except ValueError as error:
            raise click.BadParameter(str(error), param_hint="--bots") from None
    if not names:
        raise click.BadParameter("name at least one", param_hint="--bots")
    return names


def ruleset_of(setting: Setting) -> Ruleset:
    """What is in force, unchecked; if it cannot be linked, the problems are printed and the command ends."""
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.pipeline import load_ruleset

    report = Report()
    ruleset = load_ruleset(setting.game, setting.with_, dict(setting.options), report=report)
    if ruleset is None or not report.ok:
        refuse(report)
    assert ruleset is not None
    return ruleset


def program_of(setting: Setting) -> Program:
    """The checked program; if the rules are wrong, the problems are printed and the command ends."""
    from rulewright.dsl.diagnostics import RulesError
    from rulewright.interpreter import simulate

    try:
        return simulate.program_of(setting)
    except RulesError as error:
        refuse(error.report)
        raise AssertionError from None  # not reached


def seated(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """Those who find a seat; whoever does not is told of, on the stream of errors. Fewer sit down again in turn."""
    if len(names) > seats:
        left = ", ".join(names[seats:])
        told = "one seat is" if seats == 1 else f"{seats} seats are"
        click.echo(f"note: {told} free for those of --bots, so {left} will not play (see --players)", err=True)
    return tuple(names[:seats])


def refuse(report: Report) -> None:
    """Prints what is wrong and ends: with status 2 if what was asked for is not there, else with 1."""
    from rulewright.dsl.render import report_text

    click.echo(report_text(report, color=is_colored(sys.stderr)), err=True)
    raise click.exceptions.Exit(status_of(report.errors))


def status_of(errors: Sequence[Diagnostic]) -> int:
    """2 if what was asked for is wrong, 1 if a text is, else 0."""
    return 2 if any(error.is_call for error in errors) else int(bool(errors))


def is_colored(stream: TextIO) -> bool:
    """Whether somebody looks who can see colours and did not ask for none (`NO_COLOR`)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
