"""The pages of the codes: each wrong example gives its code, each right one gives nothing."""

import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

import rulewright as rw
from rulewright.cli.explain import _printed
from rulewright.cli.main import main
from rulewright.dsl.check.compile import Compiled
from rulewright.dsl.codes import Code
from rulewright.dsl.diagnostics import Report, RulesError
from rulewright.dsl.explain import Fence, Page, Word, base_game, examples, keywords, library, pages, words
from rulewright.dsl.pipeline import loads_ruleset
from rulewright.interpreter.testing.suite import loads_suite

PAGES = list(pages())
# What no example can show, and why.
NOT_SHOWN = {
    Code.INTERNAL_ERROR: "a bug that is known is mended",
    Code.NOT_YET_SUPPORTED: "what an example shows today can be played tomorrow",
    Code.ALWAYS_MAY_LOOP: "met in play only",
    Code.BUDGET_TRIGGERS: "met in play only",
    Code.BUDGET_RECURSION: "the check refuses what it can",
}
DECLARES_SHORE = """variant v of kingdom_builder

score shore: 1 gold for each of your settlements next to water
"""


def found(example: tuple[Fence, ...]) -> set[str]:
    """The codes that an example gives."""
    first = example[0]
    match first.language:
        case "sh":
            result = CliRunner().invoke(main, first.text.split()[1:])
            return set(re.findall(r"(?:error|warning|note)\[(RW\d+)\]", result.output))
        case "python":
            return played(first.text)
        case "toml":
            return in_a_file(DECLARES_SHORE, {"locale/fr.toml": first.text})
    if first.argument:
        return in_files(example)
    return in_a_file(first.text) if "\n#=" in first.text else checked(first.text)


def played(text: str) -> set[str]:
    """The codes that Python code ends with."""
    try:
        exec(text, {"rw": rw})
    except RulesError as error:
        return {diagnostic.code.id for diagnostic in error.report}
    return set()


def checked(text: str) -> set[str]:
    """The codes that a text gives, or, if it is sound, its examples."""
    report = Report()
    ruleset = loads_ruleset(text, report=report)
    if ruleset is None or not report.ok:
        return {diagnostic.code.id for diagnostic in report}
    for players in ruleset.players:
        Compiled(ruleset, players, report)
    codes = {diagnostic.code.id for diagnostic in report}
    if not codes and "\nexample " in text:
        suite = loads_suite(text)
        codes = {x.code.id for outcome in suite.all(suite.own_cases()) for x in outcome.diagnostics}
    return codes


def in_files(example: tuple[Fence, ...]) -> set[str]:
    """The codes that `check` gives for several files; after the first one's name may follow what else is asked for."""
    with TemporaryDirectory() as folder:
        for fence in example:
            (Path(folder) / fence.argument.split()[0]).write_bytes(made(fence.text))
        name, *asked = example[0].argument.split()
        output = CliRunner().invoke(main, ["check", str(Path(folder) / name), *asked]).output
        return set(re.findall(r"\[(RW\d+)\]", output))


def made(text: str) -> bytes:
    """⟪TEXT x 9⟫ is so many times that text, ⟪FF⟫ a byte."""
    whole = re.sub(r"⟪([^⟫]*?) x (\d+)⟫", lambda m: m[1].replace("\\n", "\n") * int(m[2]), text)
    parts = re.split(r"⟪([0-9A-F]{2})⟫", whole)
    return b"".join(bytes.fromhex(x) if k % 2 else x.encode() for k, x in enumerate(parts))


def in_a_file(text: str, beside: Mapping[str, str] | None = None) -> set[str]:
    """The codes that `check` gives for a file, with others beside it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "v.rules"
        file.write_text(text, "utf-8")
        for name, other in (beside or {}).items():
            (Path(folder) / name).parent.mkdir(exist_ok=True)
            (Path(folder) / name).write_text(other, "utf-8")
        return set(re.findall(r"\[(RW\d+)\]", CliRunner().invoke(main, ["check", str(file)]).output))


def test_every_code_has_a_page() -> None:
    assert [code for code in Code if code not in {page.code for page in PAGES}] == []


def test_every_code_can_be_raised() -> None:
    """A code that no line of the program names would be a promise that nobody keeps."""
    root = Path(__file__).parents[2]
    files = [path for folder in ("dsl", "interpreter", "docgen", "src") for path in (root / folder).rglob("*.py")]
    named = "\n".join(path.read_text("utf-8") for path in files if path.name != "codes.py")
    assert [code.name for code in Code if not re.search(rf"\bCode\.{code.name}\b|\"{code.name}\"", named)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code.id)
def test_a_page_has_its_heading_and_true_examples(page: Page) -> None:
    first = page.text.split("\n", 1)[0]
    assert first == f"# {page.code.id} {page.code.kebab}: {page.code.title}"
    if page.code in NOT_SHOWN:
        assert not page.wrong and not page.right and NOT_SHOWN[page.code]
        return
    assert page.code.id in found(page.wrong)
    assert found(page.right) <= (set() if page.code is Code.UNUSED_DECLARATION else {Code.UNUSED_DECLARATION.id})


@pytest.mark.parametrize("word", ["RW201", "201", "unknown-name", "UNKNOWN_NAME"])
def test_a_code_is_found_however_written(word: str) -> None:
    output = CliRunner().invoke(main, ["explain", word]).output
    assert output.startswith("# RW201 unknown-name: ") and "## Wrong" in output


def test_every_code_answers() -> None:
    for code in Code:
        result = CliRunner().invoke(main, ["explain", code.id])
        assert result.exit_code == 0
        assert code.kebab in result.output and code.title in result.output


def test_every_word_has_an_entry_and_every_entry_a_word() -> None:
    told = {word for entry in words() for word in entry.words}
    known = keywords() | set(library())
    assert sorted(known - told) == []
    assert sorted(told - known) == []
    assert {"vacant", "largest_group", "has_line", "choose", "may", "needs", "otherwise", "deck", "instead"} <= known


@pytest.mark.parametrize("entry", words(), ids=lambda entry: entry.words[0])
def test_an_entry_has_a_meaning_and_a_true_example(entry: Word) -> None:
    assert (
        len(entry.meaning) > 20
        and entry.meaning.endswith((".", "`"))
        and entry.meaning[0].isupper() | (entry.meaning[0] == "`")
    )
    assert any(re.search(rf"\b{word}\b", entry.example) for word in entry.words)
    report = Report()
    ruleset = loads_ruleset(entry.whole, report=report)
    if entry.example.startswith("library "):
        assert [d.code for d in report] == [Code.UNKNOWN_GAME]
        return
    assert ruleset is not None
    Compiled(ruleset, min(ruleset.players), report)
    assert {d.code for d in report} <= {Code.UNREACHABLE_ACTION, Code.UNUSED_DECLARATION}
    if "\nexample " in f"\n{entry.example}":
        suite = loads_suite(entry.whole)
        assert [x.title for x in suite.all(suite.own_cases()) if not x.ok] == []


# What stands in heads, examples and patches is not printed as a sentence.
SILENT = {
    "winners",
    "requires",
    "examples",
    "library",
    "variant",
    "option",
    "copies",
    "table",
    "setup",
    "use",
    "together",
    "one",
} | {*("example", "given", "when", "can", "happened")}


def test_every_entry_is_printed_in_both_languages() -> None:
    for entry in words():
        printed = list(_printed(entry).values())
        if entry.words[0] in SILENT:
            continue
        assert len(printed) == 2 and all(printed), entry.words
        assert printed[0] != printed[1]


def test_the_small_game_is_the_one_of_the_manual() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "language.md").read_text("utf-8")
    assert f"```rules base\n{base_game()}```" in manual


def test_a_word_of_the_library_answers_with_signature_and_words() -> None:
    for name, entry in library().items():
        if entry.signature.startswith("action "):
            assert name in entry.signature and entry.meaning
        else:
            assert entry.signature.startswith(name) and entry.meaning and entry.reads
    output = CliRunner().invoke(main, ["explain", "largest_group"]).output
    assert "largest_group(s: cells): cells\n" in output
    assert "Reads: the largest group of {s}\n" in output
    assert "En français : le plus grand groupe de {s}\n" in output
    assert ".rules:" in output


def test_a_word_answers_with_meaning_example_and_sentences() -> None:
    output = CliRunner().invoke(main, ["explain", "choose"]).output
    assert "Lets whoever acts choose." in output
    assert "  choose start in your sheep\n" in output
    assert "Printed in English:\n\n  Choose one of your sheep, then move that sheep" in output
    assert "Imprimé en français :\n\n  Choisissez un de vos moutons, puis déplacez-le sur une case" in output
    assert "In the shipped rules:" in output
    assert all("choose" in line for line, _ in examples("choose"))


def test_an_unknown_word_suggests_one() -> None:
    result = CliRunner().invoke(main, ["explain", "unknown-nam"])
    assert result.exit_code == 2
    assert "Did you mean `unknown-name`?" in result.output


def test_the_list_names_codes_and_words() -> None:
    output = CliRunner().invoke(main, ["explain", "--list"]).output
    assert "RW201 unknown-name: a name that nothing declares" in output
    assert "largest_group" in output
