"""`rulewright mutate`: would the examples of a game notice if its rules were wrong?"""

from __future__ import annotations

import click

from rulewright.cli._setting import refuse


@click.command("mutate")
@click.argument("game")
@click.option("--seeds", default="1-50", show_default=True, metavar="A-B", help="Which breakages, each by its seed.")
def command(game: str, seeds: str) -> None:
    """Break copies of a game and see whether its examples notice.

    Each seed changes one thing: a number, a comparison, a member of a kind, a condition, a rule. A copy that `check`
    refuses is noticed too. Survivors are listed with their place; some of them may mean the same as before.
    """
    from rulewright.dsl.source import printable
    from rulewright.interpreter.testing.mutate import Mutation
    from rulewright.interpreter.testing.suite import load_suite

    numbers = _seeds(seeds)
    suite = load_suite(game)
    if not suite.ok:
        refuse(suite.report)
    mutation = Mutation(suite)
    if mutation.left_out:
        click.echo(f"{mutation.left_out} examples are left out: they fail, or need modules that are not in use")
    trials = list(mutation.trials(numbers))
    if not trials:
        click.echo("there is nothing to break")
        return
    survivors = [trial for trial in trials if trial.noticed_by is None]
    noticed = len(trials) - len(survivors)
    click.echo(
        f"{noticed} of {len(trials)} breakages noticed ({noticed * 100 // len(trials)} %) "
        f"by check and {len(mutation.numbers)} examples"
    )
    for trial in survivors:
        span = trial.mutant.span
        click.echo(f"survived: {printable(span.file.path)}:{span.line}: {trial.mutant.change} (seed {trial.seed})")


def _seeds(words: str) -> range:
    first, _, last = words.partition("-")
    try:
        seeds = range(int(first), int(last or first) + 1)
    except ValueError:
        seeds = range(0)
    if not seeds:
        raise click.BadParameter(f"`{words}` is not of the form 1-50", param_hint="--seeds")
    return seeds
