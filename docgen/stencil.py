"""The Jinja templates: ours, or an author's own of the same name from a folder that goes before ours."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined

_HERE = Path(__file__).parent / "templates"


@cache
def _environment(folder: Path | None) -> Environment:
    folders = [_HERE] if folder is None else [folder, _HERE]
    return Environment(
        loader=ChoiceLoader([FileSystemLoader(one, encoding="utf-8") for one in folders]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def fill(name: str, folder: Path | None = None, **values: object) -> str:
    """A template filled in; every value is escaped unless it is markup of our own."""
    return _environment(folder).get_template(name).render(**values)


def source(name: str, folder: Path | None = None) -> str:
    """A file among the templates that is not filled in: a style sheet, a script, a typst file."""
    for one in [_HERE] if folder is None else [folder, _HERE]:
        if (one / name).is_file():
            return (one / name).read_text("utf-8")
    raise FileNotFoundError(name)
