"""The `rulewright` command: a table of subcommands, each imported only when it is called.

`COMMANDS` is all that `rulewright --help` reads, so help appears at once whatever the commands themselves need. A
command lives in the module of its row, as a click command called `command` whose help begins with the row's sentence.
"""

import os
import sys
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper

import click

from rulewright import __version__

COMMANDS: dict[str, tuple[str, str]] = {
    "bench": ("rulewright.cli.bench", "Measure random playouts against hand-written players of the same games."),
    "build": (
        "rulewright.cli.build",
        "Check a game, run its examples, play it, print its rules and report its balance.",
    ),
    "check": ("rulewright.cli.check", "Check rulesets: read, link and type-check them."),
    "explain": ("rulewright.cli.explain", "Tell the long story of a diagnostic, or of a word of the language."),
    "fmt": ("rulewright.cli.fmt", "Put rules files into canonical form."),
    "docs": (
        "rulewright.cli.docs",
        "Print the rules of a game: sheets, a quick reference, cards to cut out, what a variant changes.",
    ),
    "graph": ("rulewright.cli.graph", "Draw the state machine of a game as SVG."),
    "list": ("rulewright.cli.list", "List the shipped games with their expansions, variants, options and players."),
    "mutate": ("rulewright.cli.mutate", "Break copies of a game and see whether its examples notice."),
    "new": ("rulewright.cli.new", "Begin a game, or a variant of one."),
    "play": ("rulewright.cli.play", "Play a game in the terminal."),
    "show": ("rulewright.cli.show", "Show what becomes of a ruleset at any stage."),
    "simulate": ("rulewright.cli.simulate", "Play many games by bots and print statistics."),
    "sources": (
        "rulewright.cli.sources",
        "List the numbered rules that a game cites: where, in which examples, in which sentences, and the gaps.",
    ),
    "test": ("rulewright.cli.test", "Run the examples of games, or of all that ship, and replay their recorded games."),
}


class OwnFault(click.ClickException):
    """Something that no ruleset and no call should be able to cause."""

    exit_code = 3

    def __init__(self, fault: Exception) -> None:
        said = " ".join(str(fault).split())[:200]
        super().__init__(
            f"Rulewright itself failed, which is our fault and not yours ({type(fault).__name__}: {said}).\n"
            "Set RULEWRIGHT_TRACEBACK=1 and run it again for the details that a report of the fault needs."
        )


class NoAccess(click.ClickException):
    """A file or folder of the call that cannot be read or written."""

    exit_code = 2

    def __init__(self, error: OSError) -> None:
        super().__init__(f"{error.filename}: {error.strerror}. Name a file or folder that can be read and written.")


class LazyGroup(click.Group):
    """A group that lists its commands from `COMMANDS` and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        row = COMMANDS.get(cmd_name)
        if row is None:
            return None
        command = import_module(row[0]).command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            near = get_close_matches(name, COMMANDS, n=1)
            hint = f"Did you mean `{near[0]}`?" if near else "`rulewright --help` lists the commands."
            ctx.fail(f"There is no command `{name}`. {hint}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """Runs the command. A fault of our own is told as one: nobody is shown a traceback who did not ask for it."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
                stream.reconfigure(errors="replace")  # a terminal without accents shows `?` for them
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, KeyboardInterrupt, BrokenPipeError):
            raise  # click ends quietly when a reader such as `head` has seen enough
        except Exception as fault:
            if isinstance(fault, OSError) and fault.filename is not None:
                raise NoAccess(fault) from None
            from rulewright.dsl.diagnostics import RulesError

            if isinstance(fault, RulesError):
                from rulewright.cli._setting import refuse

                refuse(fault.report)
            if os.environ.get("RULEWRIGHT_TRACEBACK"):
                raise
            raise OwnFault(fault) from fault

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, sentence) for name, (_, sentence) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="rulewright")
def main() -> None:
    """Write the rules of a board game once, as text. Rulewright referees them, prints them and tests them."""
