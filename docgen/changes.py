"""What a variant or expansion changes: two sheets compared rule by rule, each change as it was and as it is.

Both sheets are read as entries (a labelled paragraph, or an unlabelled run of them under its heading). Entries meet by
section and rule; those that say the same are left out, and of those that differ only the differing lines are shown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.docgen.sheet import Block, Change, Paragraph, Section, Sheet, Table, sections_of
from rulewright.docgen.writing import text_of

_LEFT_OUT = ("glossary", "maps", "index")


@dataclass(slots=True)
class Entry:
    """One rule of a sheet."""

    key: tuple[str, str]
    title: str
    paragraphs: list[Paragraph]

    @property
    def text(self) -> str:
        return "\n".join(f"{p.label or ''} {text_of(p)}" for p in self.paragraphs)


def changes(base: Sheet, now: Sheet, labels: dict[str, str], notes: tuple[str, ...] = ()) -> Sheet:
    """A sheet of what differs. `labels` has the headings; `notes` are the author's own words on the change."""
    before = {entry.key: entry for entry in entries(base)}
    after = {entry.key: entry for entry in entries(now)}
    changed = [_change(before[key], entry) for key, entry in after.items() if key in before]
    new = [entry for key, entry in after.items() if key not in before]
    gone = [entry for key, entry in before.items() if key not in after]
    sheet = replace(now, sections=[], aside=None)
    intro: list[Block] = [Paragraph(note, authored=True) for note in notes]
    if intro:
        sheet.sections.append(Section("changes", "overview", labels["overview"], intro))
    found = [change for change in changed if change is not None]
    if found:
        sheet.sections.append(Section("changed", "changed", labels["changed_rules"], list(found)))
    if new:
        added: list[Block] = [one for entry in new for one in _as_new(entry)]
        sheet.sections.append(Section("added", "added", labels["added_rules"], added))
    if gone:
        lost: list[Block] = [one for entry in gone for one in _as_new(entry)]
        sheet.sections.append(Section("removed", "removed", labels["removed_rules"], lost))
    if not (found or new or gone):
        sheet.sections.append(Section("unchanged", "changed", labels["changes"], [Paragraph(labels["no_changes"])]))
    return sheet


def entries(sheet: Sheet) -> list[Entry]:
    """The rules of a sheet, in order."""
    made: list[Entry] = []
    for section in sections_of(sheet):
        if section.kind == "overview":
            # What the overview takes from rules is told as a change of those rules.
            own: list[Block] = [b for b in section.blocks if isinstance(b, Paragraph) and b.origin is None]
            made.extend(_entries(replace(section, blocks=own)))
        elif section.kind not in _LEFT_OUT:
            made.extend(_entries(section))
    return made


def _entries(section: Section) -> list[Entry]:
    made: dict[tuple[str, str], Entry] = {}
    for block in section.blocks:
        if isinstance(block, Table):
            for row in block.rows:
                pairs = zip(block.headers[1:], row[1:], strict=True)
                told = ", ".join(f"{head.lower()} {cell}" for head, cell in pairs)
                key = (section.id, "row " + row[0])
                entry = made.setdefault(key, Entry(key, f"{section.title}, {row[0]}", []))
                entry.paragraphs.append(Paragraph(told or row[0]))
        elif isinstance(block, Paragraph):
            # A list of parts is one entry; a design or rule goes by its name alone, a step by its section's too.
            label = block.label or ""
            own = section.kind in ("designs", "rules", "scoring")
            title = label if own and label else section.title
            if label and not own:
                title = f"{section.title}, {label[:1].lower()}{label[1:]}"
            key = (section.id, label)
            made.setdefault(key, Entry(key, title, [])).paragraphs.append(replace(block, label=None))
    return list(made.values())


def _change(before: Entry, after: Entry) -> Change | None:
    if before.text == after.text:
        return None
    old, new = _differing(before.paragraphs, after.paragraphs)
    return Change(after.title, old, new)


def _differing(before: list[Paragraph], after: list[Paragraph]) -> tuple[list[Paragraph], list[Paragraph]]:
    """Both without what they share; of paragraphs that open alike, only the items that differ."""
    if len(before) == len(after) == 1 and (before[0].text, before[0].label) == (after[0].text, after[0].label):
        old, new = _differing(before[0].items, after[0].items)
        return (
            [replace(before[0], items=old, ordered=False)] if old else [],
            [replace(after[0], items=new, ordered=False)] if new else [],
        )
    if len(before) == len(after) == 1 and before[0].items and text_of_items(before[0]) == text_of_items(after[0]):
        return [replace(before[0], items=[Paragraph("…")], ordered=False)], [
            replace(after[0], items=[Paragraph("…")], ordered=False)
        ]
    ours, theirs = [text_of(p) for p in before], [text_of(p) for p in after]
    old = [p for p, text in zip(before, ours, strict=True) if text not in theirs]
    new = [p for p, text in zip(after, theirs, strict=True) if text not in ours]
    return (old, new) if old or new else (before, after)


def text_of_items(paragraph: Paragraph) -> list[str]:
    return [text_of(item) for item in paragraph.items]


def _as_new(entry: Entry) -> list[Paragraph]:
    """An entry under its own name."""
    if len(entry.paragraphs) == 1:
        return [replace(entry.paragraphs[0], label=entry.title)]
    return [Paragraph("", entry.title, entry.paragraphs, origin=entry.paragraphs[-1].origin)]
