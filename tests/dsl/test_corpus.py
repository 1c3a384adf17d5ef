"""The corpus of broken rulesets, counted: many mistakes, many codes, none too often, each told at a place."""

import re
from collections import Counter
from pathlib import Path

from rulewright.dsl.codes import Code

BROKEN = Path(__file__).parents[1] / "specs" / "broken"
CASE = re.compile(r"^# (.+)$", re.MULTILINE)
TOLD = re.compile(r"^ *(?:(\S+\.\w+): ?)?(\d+:\d+: )?(?:error|warning|note)\[(RW\d+)\] ", re.MULTILINE)
CALLS = {Code.UNKNOWN_OPTION.id, Code.OPTION_OUT_OF_RANGE.id}  # what is wrong is no text, but what was asked for


def cases() -> dict[str, str]:
    """What is told of each case, by topic and title."""
    found = {}
    for path in sorted(BROKEN.glob("*.md")):
        text = re.sub(r"```(?:rules|csv)[^\n]*\n.*?^```$", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        titles = list(CASE.finditer(text))
        for title, following in zip(titles, [*titles[1:], None], strict=True):
            found[f"{path.stem}: {title[1]}"] = text[title.end() : following.start() if following else len(text)]
    return found


def test_there_are_many_cases_with_many_codes_and_none_too_often() -> None:
    told = {title: {code for _, _, code in TOLD.findall(text)} for title, text in cases().items()}
    counted = Counter(code for codes in told.values() for code in codes)
    newcomers = sum(title.startswith("newcomers") for title in told)
    print(f"{len(told)} broken rulesets, {newcomers} as newcomers write, {len(counted)} codes")
    assert [title for title, codes in told.items() if not codes] == []
    assert len(told) >= 120 and newcomers * 3 >= len(told)
    assert len(counted) >= 60
    assert {code: n for code, n in counted.items() if n > 4} == {}


def test_every_mistake_has_a_place() -> None:
    for title, text in cases().items():
        for file, place, code in TOLD.findall(text):
            assert place or file.endswith(".rules") or code in CALLS, title
