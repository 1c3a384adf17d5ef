"""`rulewright fmt`: rules files in their canonical form."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command("fmt")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a file is not in canonical form.")
@click.option(
    "--sentences",
    type=click.Choice(("en", "fr", "none")),
    help="Keep the generated sentence above each rule as a `#=` comment; `none` takes them out.",
)
def command(files: tuple[str, ...], check: bool, sentences: str | None) -> None:
    """Put rules files into canonical form.

    Changes blanks and blank lines only. A file that cannot be read as rules is left as it is. FILE may be a folder, for
    all the rules files in it, or `-` for the standard input, which is then written to the standard output. With
    `--sentences`, the lines that begin with `#=` are made anew, too.
    """
    wrong = changed = 0
    for path in _paths(files):
        text = sys.stdin.read() if path is None else None
        done = _formatted(path, text)
        if done is None:
            wrong += 1
            continue
        before, after = done
        if sentences is not None:
            after = _with_sentences(path, after, sentences)
        if path is None and not check:
            click.echo(after, nl=False)
        elif before != after:
            changed += 1
            click.echo(f"{'would change' if check else 'changed'} {path or 'the standard input'}", err=path is None)
            if path is not None and not check:
                path.write_text(after, "utf-8", newline="\n")
    if wrong or (check and changed):
        raise click.exceptions.Exit(1)


def _paths(files: tuple[str, ...]) -> list[Path | None]:
    """The files meant; a folder stands for its rules files. None is the standard input."""
    from rulewright.dsl.files import rules_in

    paths: list[Path | None] = []
    for name in files:
        path = Path(name)
        if name == "-":
            paths.append(None)
        elif path.is_dir():
            paths += rules_in(path, deep=True)
        elif path.exists():
            paths.append(path)
        else:
            raise click.BadParameter(f"there is no file `{name}`", param_hint="FILE")
    return paths


def _with_sentences(path: Path | None, text: str, lang: str) -> str:
    """The text with what its rules mean in plain words, taken from the file's own game."""
    from rulewright.docgen import sentences as s

    bare = s.without_sentences(text)
    if lang == "none" or path is None:
        return bare
    return s.with_sentences(bare, s.in_order(bare, _said(path, lang)))


def _said(path: Path, lang: str) -> list[list[str]]:
    """The sentences of the declarations of a file, in their order; none where a file holds only examples."""
    from rulewright.cli._setting import program_of, setting_of
    from rulewright.docgen import sentences as s

    text = path.read_text("utf-8-sig").replace("\r\n", "\n")
    if text.lstrip().startswith("examples "):
        return []
    program = program_of(setting_of(str(path), (), (), None))
    return s.of_declarations(text, s.sentences(program, lang, path))


def _formatted(path: Path | None, text: str | None) -> tuple[str, str] | None:
    """The text before and after; None, with the problems printed, if it is not rules text."""
    from rulewright.cli._setting import is_colored
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.loader import read
    from rulewright.dsl.render import report_text
    from rulewright.dsl.source import SourceFile
    from rulewright.dsl.syntax.format import format_text
    from rulewright.dsl.syntax.parse import parse

    report = Report()
    file = read(path, report) if path is not None else SourceFile("<stdin>", text or "")
    module = parse(file, report) if file is not None else None
    if file is None or module is None or not report.ok:
        click.echo(report_text(report, color=is_colored(sys.stderr)), err=True)
        return None
    after = format_text(file.text)
    again = parse(SourceFile(file.path, after), report)
    if again != module:
        raise click.ClickException(f"{file.path}: formatting would change the meaning, so it is left as it is (a bug)")
    before = path.read_bytes().decode("utf-8") if path is not None else file.text
    return before, after
