"""A Sheet as Markdown. Text from rulesets is escaped, so that it is read literally."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.docgen.sheet import Paragraph, Section, Sheet, Table

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")
_LEADING = re.compile(r"^(\s*)([-+]|\d+[.)])(\s)")


def escape(text: str) -> str:
    """Text that Markdown prints as it is, on one line."""
    text = _SPECIAL.sub(r"\\\1", " ".join(text.split("\n")))
    return _LEADING.sub(r"\1\\\2\3", text)


def render(sheet: Sheet, *, provenance: bool = False) -> str:
    """The whole sheet; `provenance` adds source files, lines and numbered rules after each paragraph."""
    lines = [f"# {escape(sheet.title)}", ""]
    for section in sheet.sections:
        lines.extend(_section(section, 2, provenance))
    if sheet.footer:
        lines.extend(["---", "", f"*{escape(sheet.footer)}*", ""])
    return "\n".join(lines).rstrip() + "\n"


def _section(section: Section, level: int, provenance: bool) -> Iterator[str]:
    yield f'{"#" * level} <a id="{_anchor(section.id)}"></a>{escape(section.title)}'
    yield ""
    as_list = section.kind in ("components",)
    for block in section.blocks:
        if isinstance(block, Table):
            yield from _table(block)
        elif as_list:
            yield from _item(block, "- ", "", provenance)
        else:
            yield from _block(block, provenance)
    if as_list:
        yield ""
    for inner in section.sections:
        yield from _section(inner, level + 1, provenance)


def _anchor(name: str) -> str:
    return re.sub(r"[^\w-]+", "-", name.lower()).strip("-")


def _text(paragraph: Paragraph, provenance: bool) -> str:
    text = escape(paragraph.text)
    if paragraph.authored:
        text = f"*{text}*"
    if paragraph.label:
        text = f"**{escape(paragraph.label)}.** {text}".rstrip()
    origin = paragraph.origin
    if origin is not None:
        if "unverified" in origin.marks:
            text += " (?)"
        if provenance:
            notes = [*origin.sources, f"{origin.file}:{origin.line}" if origin.file else ""]
            text += f" <sub>{escape(', '.join(note for note in notes if note))}</sub>"
    return text


def _block(paragraph: Paragraph, provenance: bool) -> Iterator[str]:
    text = _text(paragraph, provenance)
    if text:
        yield text
        yield ""
    yield from _items(paragraph, "", provenance)
    if paragraph.items:
        yield ""


def _items(paragraph: Paragraph, indent: str, provenance: bool) -> Iterator[str]:
    for number, item in enumerate(paragraph.items, start=1):
        yield from _item(item, f"{number}. " if paragraph.ordered else "- ", indent, provenance)


def _item(paragraph: Paragraph, bullet: str, indent: str, provenance: bool) -> Iterator[str]:
    yield f"{indent}{bullet}{_text(paragraph, provenance)}".rstrip()
    yield from _items(paragraph, indent + " " * len(bullet), provenance)


def _table(table: Table) -> Iterator[str]:
    yield "| " + " | ".join(escape(header) for header in table.headers) + " |"
    yield "|" + " --- |" * len(table.headers)
    for row in table.rows:
        yield "| " + " | ".join(escape(cell) for cell in row) + " |"
    yield ""
