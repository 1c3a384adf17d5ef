"""`rulewright mutate`: would the examples of a game notice if its rules were wrong?"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli._setting import refuse

if TYPE_CHECKING:
    from rulewright.interpreter.testing.mutate import Mutation, Trial


@click.command("mutate")
@click.argument("game")
@click.option("--seeds", default="1-50", show_default=True, metavar="A-B", help="Which breakages, each by its seed.")
@click.option("--verbose", "-v", is_flag=True, help="Say of every breakage who noticed it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def command(game: str, seeds: str, verbose: bool, as_json: bool) -> None:
    """Break copies of a game and see whether its examples notice.

    Each seed changes one thing: a number, a comparison, a member of a kind, a condition, a rule. A copy that `check`
    refuses is noticed too. Survivors are listed with their place; those that mean the same as before are explained in
    `equivalent.toml` beside the rules, and count as survivors all the same.
    """
    from rulewright.dsl.diagnostics import RulesError
    from rulewright.interpreter.testing.equivalents import equivalents_of, reason_of
    from rulewright.interpreter.testing.mutate import Mutation
    from rulewright.interpreter.testing.suite import load_suite

    numbers = _seeds(seeds)
    suite = load_suite(game)
    if not suite.ok or suite.ruleset is None:
        refuse(suite.report)
        return
    try:
        known = equivalents_of(suite.ruleset)
    except RulesError as error:
        refuse(error.report)
        return
    began = time.perf_counter()
    mutation = Mutation(suite)
    rows = [(trial, reason_of(trial.mutant, known)) for trial in mutation.trials(numbers)]
    seconds = time.perf_counter() - began
    if as_json:
        click.echo(json.dumps(_data(mutation, rows, seconds), indent=2, ensure_ascii=False))
    else:
        _print(mutation, rows, seconds, verbose=verbose)


def _print(mutation: Mutation, rows: list[tuple[Trial, str | None]], seconds: float, *, verbose: bool) -> None:
    if mutation.left_out:
        click.echo(f"{mutation.left_out} examples are left out: they fail, or need modules that are not in use")
    if not rows:
        click.echo("there is nothing to break")
        return
    noticed = sum(trial.noticed_by is not None for trial, _ in rows)
    click.echo(
        f"{noticed} of {len(rows)} breakages noticed ({noticed * 100 // len(rows)} %) "
        f"by check and {len(mutation.numbers)} examples in {seconds:.0f} s"
    )
    for trial, reason in rows:
        if trial.noticed_by is None:
            said = f"the same as before: {reason}" if reason is not None else "survived"
            click.echo(f"{said}: {_told(trial)}")
        elif verbose:
            click.echo(f"noticed by {trial.noticed_by}: {_told(trial)}")


def _told(trial: Trial) -> str:
    from rulewright.dsl.source import printable

    span = trial.mutant.span
    return f"{printable(span.file.path)}:{span.line}: {trial.mutant.change} (seed {trial.seed})"


def _data(mutation: Mutation, rows: list[tuple[Trial, str | None]], seconds: float) -> dict[str, Any]:
    return {
        "examples": len(mutation.numbers),
        "left_out": mutation.left_out,
        "noticed": sum(trial.noticed_by is not None for trial, _ in rows),
        "seconds": round(seconds, 1),
        "breakages": [
            {
                "seed": trial.seed,
                "file": trial.mutant.span.file.path,
                "line": trial.mutant.span.line,
                "change": trial.mutant.change,
                "noticed_by": trial.noticed_by,
                "equivalent": reason,
            }
            for trial, reason in rows
        ],
    }


def _seeds(words: str) -> range:
    first, _, last = words.partition("-")
    try:
        seeds = range(int(first), int(last or first) + 1)
    except ValueError:
        seeds = range(0)
    if not seeds:
        raise click.BadParameter(f"`{words}` is not of the form 1-50", param_hint="--seeds")
    return seeds
