"""`rulewright explain`: the long story of a diagnostic, or of a word."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulewright.dsl.codes import Code
    from rulewright.dsl.explain import Entry


@click.command("explain")
@click.argument("word", metavar="CODE-or-WORD", required=False)
@click.option("--list", "as_list", is_flag=True, help="All codes and words.")
def command(word: str | None, as_list: bool) -> None:
    """Tell the long story of a diagnostic, or of a word of the language.

    CODE is a number or a name, such as RW201, 201 or unknown-name; WORD is a word of the language or its library, such
    as `choose` or `largest_group`.
    """
    from rulewright.dsl.codes import Code
    from rulewright.dsl.explain import keywords, library

    if as_list or word is None:
        _list()
        return
    code = Code.find(word)
    words = library()
    if code is not None:
        _code(code)
    elif word in words:
        _library(words[word])
    elif word in keywords():
        _keyword(word)
    else:
        known = [*words, *keywords(), *(code.kebab for code in Code)]
        near = get_close_matches(word, known, n=1)
        hint = f"Did you mean `{near[0]}`?" if near else "`rulewright explain --list` names all."
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


def _library(entry: Entry) -> None:
    from rulewright.dsl.explain import examples

    click.echo(f"{entry.signature}\n")
    if entry.reads is not None:
        click.echo(f"Reads: {entry.reads}")
    french = _french(entry.name)
    if french is not None:
        click.echo(f"En français : {french}")
    click.echo(f"Means: {entry.meaning}")
    _examples(examples(entry.name))


def _keyword(word: str) -> None:
    from rulewright.dsl.explain import examples, forms

    click.echo(f"`{word}` is a word of the language. It stands in these forms of the grammar:\n")
    for form in forms(word):
        click.echo(f"  {form}")
    _examples(examples(word, limit=5))


def _examples(found: list[tuple[str, str]]) -> None:
    if found:
        click.echo("\nIn the shipped rules:\n")
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
