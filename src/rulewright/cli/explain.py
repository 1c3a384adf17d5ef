"""`rulewright explain`: the long story of a diagnostic, or of a word."""

from __future__ import annotations

import sys
import textwrap
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulewright.dsl.codes import Code
    from rulewright.dsl.explain import Entry, Word


@click.command("explain")
@click.argument("word", metavar="CODE-or-WORD", required=False)
@click.option("--list", "as_list", is_flag=True, help="All codes and words.")
def command(word: str | None, as_list: bool) -> None:
    """Tell the long story of a diagnostic, or of a word of the language.

    CODE is a number or a name, such as RW201, 201 or unknown-name; WORD is a word of the language or its library, such
    as `choose` or `largest_group`.
    """
    from rulewright.dsl.codes import Code
    from rulewright.dsl.explain import entries, keywords, library

    if as_list or word is None:
        _list()
        return
    code = Code.find(word)
    library_words = library()
    if code is not None:
        _code(code)
    elif word in library_words or entries(word):
        _word(word, library_words.get(word))
    else:
        known = [*library_words, *keywords(), *(code.kebab for code in Code)]
        near = get_close_matches(word, known, n=1)
        hint = f"Did you mean `{near[0]}`?" if near else "`rulewright explain --list` names all."
        hint += " What a game declares is listed by `rulewright list GAME`."
        raise click.UsageError(f"There is no code and no word `{word}`. {hint}")


def _code(code: Code) -> None:
    from rulewright.dsl.explain import page

    found = page(code)
    if found is not None:
        click.echo(_styled(found.text), nl=False)
        return
    click.echo(f"{code.id} {code.kebab}: {code.title}\n\nThis {code.severity.value} has no page yet.")


def _styled(text: str) -> str:
    """Headings stand out where a person looks."""
    if not sys.stdout.isatty():
        return text
    return "".join(click.style(line, bold=True) if line.startswith("#") else line for line in text.splitlines(True))


def _word(word: str, declared: Entry | None) -> None:
    """Every entry of a word, with what is printed for its example; of a library word also how the library says it."""
    from rulewright.dsl.explain import entries, examples

    if declared is not None:
        click.echo(f"{declared.signature}\n")
        if declared.reads is not None:
            click.echo(f"Reads: {declared.reads}")
        french = _french(declared.name)
        if french is not None:
            click.echo(f"En français : {french}")
        click.echo(f"Means: {declared.meaning}\n")
    for entry in entries(word):
        click.echo(_styled(f"# {', '.join(entry.words)}\n"))
        click.echo(textwrap.fill(entry.meaning, 100, break_long_words=False, break_on_hyphens=False) + "\n")
        click.echo(textwrap.indent(entry.example, "  "))
        for title, sentences in _printed(entry).items():
            click.echo(f"{title}\n")
            for sentence in sentences:
                click.echo(textwrap.fill(sentence, 100, initial_indent="  ", subsequent_indent="  "))
            click.echo("")
    _examples(examples(word))


def _printed(entry: Word) -> dict[str, list[str]]:
    """The sentences that paper has for an example, by language."""
    from importlib.resources import files

    from rulewright.docgen import sentences as s
    from rulewright.dsl.check.compile import Compiled
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.pipeline import loads_ruleset

    report = Report()
    path = str(files("rulewright.dsl.explain") / "words.rules")  # beside the French words of the examples
    ruleset = loads_ruleset(entry.whole, report=report, path=path)
    if ruleset is None or not report.ok or not ruleset.players:
        return {}
    program = Compiled(ruleset, min(ruleset.players), report).program
    printed = {}
    for lang, title in (("en", "Printed in English:"), ("fr", "Imprimé en français :")):
        said = s.sentences(program, lang, path)
        found = [sentence for line in sorted(said) if line >= entry.line for sentence in said[line]]
        if found:
            printed[title] = found
    return printed


def _examples(found: list[tuple[str, str]]) -> None:
    if found:
        click.echo("In the shipped rules:\n")
        for line, place in found:
            click.echo(f"  {line}    ({place})")


def _french(name: str) -> str | None:
    import tomllib
    from importlib.resources import files

    path = files("rulewright.docgen.wording") / "library.fr.toml"
    if not path.is_file():
        return None
    entry = tomllib.loads(path.read_text("utf-8")).get("reads", {}).get(name)
    return entry if isinstance(entry, str) or entry is None else str(entry.get("many") or entry.get("one"))


def _list() -> None:
    from rulewright.dsl.codes import Code
    from rulewright.dsl.explain import keywords, library

    for code in Code:
        click.echo(f"{code}: {code.title}")
    click.echo(f"\nWords of the library: {', '.join(sorted(library()))}")
    click.echo(f"\nWords of the language: {', '.join(sorted(keywords()))}")
