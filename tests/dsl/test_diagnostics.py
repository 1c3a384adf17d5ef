"""Sources, spans, codes, reports, and each way to print a diagnostic."""

import json
import pickle
import re
import time
import unicodedata

import pytest

from rulewright.dsl import render
from rulewright.dsl.codes import Code, Severity
from rulewright.dsl.diagnostics import Diagnostic, Fix, Label, Report, RulesError
from rulewright.dsl.source import SourceFile, Span, printable

NIM = SourceFile(
    "nim.rules", "game nim\n  players 2\n\ndeck discard of cards\n\naction turn\n  move top of deck to discrad\n"
)


def at(file: SourceFile, word: str) -> Span:
    start = file.text.index(word)
    return Span(file, start, start + len(word))


def unknown(report: Report, file: SourceFile = NIM, word: str = "discrad") -> Diagnostic:
    return report.error(Code.UNKNOWN_NAME, at(file, word), f"there is no zone called `{word}`", label="not declared")


# ---- source --------------------------------------------------------------------------------------------------------


def test_lines_and_columns_count_from_one() -> None:
    file = SourceFile("a", "ab\r\ncd\n\nef")
    assert [file.line_col(offset) for offset in (0, 2, 4, 7, 8, 10)] == [(1, 1), (1, 3), (2, 1), (3, 1), (4, 1), (4, 3)]
    assert [file.line_text(n) for n in range(6)] == ["", "ab", "cd", "", "ef", ""]
    assert file.line_count == 4


def test_only_a_line_feed_ends_a_line() -> None:
    file = SourceFile("a", "a\u2028b\x0cc\x85d\ne")
    assert file.line_count == 2
    assert file.line_col(file.text.index("e")) == (2, 1)


def test_offset_undoes_line_col_and_keeps_within_the_line() -> None:
    file = SourceFile("a", "ab\n\ncde\n")
    assert [file.offset(*file.line_col(offset)) for offset in range(9)] == list(range(9))
    assert file.offset(1, 99) == 2
    assert file.line_col(-5) == (1, 1)
    assert file.line_col(999) == (4, 1)


def test_an_empty_text_has_one_empty_line() -> None:
    file = SourceFile("a", "")
    assert (file.line_count, file.line_text(1), file.line_col(0)) == (1, "", (1, 1))


def test_spans_are_equal_by_path_and_place() -> None:
    same, other = SourceFile("nim.rules", "something else"), SourceFile("b.rules", NIM.text)
    assert Span(NIM, 1, 4) == Span(same, 1, 4)
    assert len({Span(NIM, 1, 4), Span(same, 1, 4), Span(other, 1, 4), Span(NIM, 1, 5)}) == 3


def test_spans_join_within_a_file() -> None:
    a, b, elsewhere = Span(NIM, 4, 6), Span(NIM, 1, 5), Span(SourceFile("b", "xyz"), 0, 2)
    assert a.join(b) == b.join(a) == Span(NIM, 1, 6)
    assert a.join(elsewhere) is a


def test_a_span_knows_its_lines() -> None:
    span = at(NIM, "players 2\n\ndeck")
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 3, 4, 5)
    assert span.text == "players 2\n\ndeck"
    assert str(span) == "nim.rules:2:3"
    assert pickle.loads(pickle.dumps(span)) == span


def test_spans_are_cheap() -> None:
    before = time.process_time()
    for n in range(50_000):
        Span(NIM, n, n + 1)
    assert time.process_time() - before < 0.5


def test_printable_escapes_what_a_terminal_would_obey() -> None:
    assert printable("cité 中 ‘a’") == "cité 中 ‘a’"
    assert printable("a\x1b[31m\n\u202e\u200b\ud800") == "a\\u{1b}[31m\\u{a}\\u{202e}\\u{200b}\\u{d800}"


# ---- codes ---------------------------------------------------------------------------------------------------------


def test_codes_are_unique_and_well_formed() -> None:
    assert len({code.number for code in Code}) == len(Code) >= 70
    for code in Code:
        assert re.fullmatch(r"RW[0-59]\d\d", code.id)
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", code.kebab)
        assert code.title and code.title[-1] != "." and len(code.title) < 80
        assert isinstance(code.severity, Severity)


def test_codes_stand_in_the_order_of_their_numbers() -> None:
    numbers = [code.number for code in Code]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize("word", ["RW201", "rw201", "201", "unknown-name", "UNKNOWN_NAME", " unknown-name "])
def test_a_code_is_found_however_it_is_written(word: str) -> None:
    assert Code.find(word) is Code.UNKNOWN_NAME


def test_a_word_that_is_no_code_is_not_found() -> None:
    assert Code.find("RW999") is None
    assert Code.find("") is None
    assert Code.find("rw") is None


# ---- report --------------------------------------------------------------------------------------------------------


def test_a_report_sorts_by_place_and_drops_exact_duplicates() -> None:
    report = Report()
    unknown(report, word="discrad")
    unknown(report, word="deck")
    unknown(report, word="discrad")
    report.error(Code.FILE_NOT_FOUND, None, "there is no file `x.rules`")
    assert [d.message.split("`")[1] for d in report] == ["x.rules", "deck", "discrad"]


def test_other_words_at_the_same_place_are_no_duplicate() -> None:
    report = Report()
    unknown(report)
    report.error(Code.UNKNOWN_NAME, at(NIM, "discrad"), "something else")
    assert len(report.diagnostics) == 2


def test_only_errors_make_a_report_bad() -> None:
    report = Report()
    report.warning(Code.UNUSED_VARIABLE, at(NIM, "top"), "`top` is never used")
    report.note(Code.UNUSED_VARIABLE, at(NIM, "deck"), "slow")
    report.raise_if_errors()
    assert report.ok
    assert (report.count(Severity.WARNING), report.count(Severity.NOTE), report.errors) == (1, 1, ())
    unknown(report)
    with pytest.raises(RulesError) as caught:
        report.raise_if_errors()
    assert caught.value.report is report
    assert not caught.value.report.ok
    assert str(caught.value) == "nim.rules:7:23: error[RW201] unknown-name: there is no zone called `discrad`"


def test_emit_takes_the_severity_of_the_code() -> None:
    report = Report()
    assert report.emit(Code.NO_WINNER, None, "x").severity is Severity.WARNING
    assert report.emit(Code.UNKNOWN_NAME, None, "x").severity is Severity.ERROR


def test_the_first_label_is_the_culprit() -> None:
    report = Report()
    found = report.error(
        Code.DUPLICATE_NAME,
        at(NIM, "turn"),
        "twice",
        label="again here",
        also=[(at(NIM, "discard"), "first declared here")],
        notes=["a note"],
        fix=Fix(at(NIM, "turn"), "turn_2", "rename it"),
    )
    assert found.labels == (Label(at(NIM, "turn"), "again here"), Label(at(NIM, "discard"), "first declared here"))
    assert found.span == at(NIM, "turn")
    assert report.diagnostics == (found,)


def test_reports_can_be_taken_over() -> None:
    one, two = Report(), Report()
    unknown(one)
    unknown(two)
    unknown(two, word="deck")
    one.extend(two)
    assert len(one.diagnostics) == 2


def test_when_there_are_too_many_errors_come_before_warnings() -> None:
    report = Report()
    for n in range(60):
        report.warning(Code.UNUSED_VARIABLE, Span(NIM, 0, 1), f"warning {n}")
    unknown(report)
    shown, hidden = report.shown(50)
    assert (len(shown), hidden) == (50, 11)
    assert shown[-1].code is Code.UNKNOWN_NAME
    assert render.report_text(report).endswith("1 error, 60 warnings (11 not shown)")


def test_an_exception_lists_only_the_first_errors() -> None:
    report = Report()
    for n in range(30):
        report.error(Code.UNKNOWN_NAME, Span(NIM, n, n + 1), "x")
    assert len(str(RulesError(report)).splitlines()) == 11
    assert str(RulesError(report)).endswith("and 20 more errors")


# ---- frames --------------------------------------------------------------------------------------------------------


def test_the_frame_of_the_house_style() -> None:
    file = SourceFile("rulesets/nim/nim.rules", "\n" * 13 + "  move top of deck to discrad\n")
    report = Report()
    found = report.error(
        Code.UNKNOWN_NAME,
        at(file, "discrad"),
        "there is no zone called `discrad`",
        label="not declared in this game",
        help="did you mean `discard` (declared at 6:8)?",
    )
    assert render.frame(found) == (
        "error[RW201] unknown-name: there is no zone called `discrad`\n"
        "  --> rulesets/nim/nim.rules:14:23\n"
        "   |\n"
        "14 |   move top of deck to discrad\n"
        "   |                       ^^^^^^^ not declared in this game\n"
        "   = help: did you mean `discard` (declared at 6:8)?"
    )


def test_several_labels_in_several_files() -> None:
    other = SourceFile("more.rules", "\n\npile discard of cards\n")
    found = Report().error(
        Code.DUPLICATE_NAME,
        at(NIM, "discard"),
        "`discard` is declared twice",
        label="here",
        also=[(at(NIM, "discrad"), "used here"), (at(NIM, "top"), "from here"), (at(other, "discard"), "and here")],
        notes=["names are shared\nby all files"],
        fix=Fix(at(NIM, "discard"), "heap", "call it `heap`"),
    )
    assert render.frame(found).splitlines()[1:] == [
        "  --> nim.rules:4:6",
        "   |",
        " 4 | deck discard of cards",
        "   |      ^^^^^^^ here",
        "...",
        " 7 |   move top of deck to discrad",
        "   |        --- from here",
        "   |                       ------- used here",
        "  ::: more.rules:3:6",
        "   |",
        " 3 | pile discard of cards",
        "   |      ------- and here",
        "   = note: names are shared",
        "           by all files",
        "   = fix: call it `heap`",
    ]


def test_a_culprit_over_several_lines_is_marked_on_the_first() -> None:
    found = Report().error(Code.NO_ENDING, at(NIM, "action turn\n  move"), "it never ends", label="this action")
    assert render.frame(found).splitlines()[3:] == [" 6 | action turn", "   | ^^^^^^^^^^^ this action (down to line 7)"]


def test_a_culprit_that_ends_with_its_line_is_not_over_several() -> None:
    found = Report().error(Code.NO_ENDING, at(NIM, "action turn\n"), "x")
    assert render.frame(found).splitlines()[4] == "   | ^^^^^^^^^^^"


def test_the_end_of_a_text_can_be_pointed_at() -> None:
    file = SourceFile("a.rules", "if ready")
    found = Report().error(Code.UNEXPECTED_END, Span(file, 8, 8), "the line ends too early", label="here")
    assert render.frame(found).splitlines()[3:] == [" 1 | if ready", "   |         ^ here"]


def test_no_place_and_an_empty_file() -> None:
    nowhere = Report().error(Code.FILE_NOT_FOUND, None, "there is no file `x`", help="look again")
    assert render.frame(nowhere) == "error[RW001] file-not-found: there is no file `x`\n   = help: look again"
    empty = Report().error(Code.EMPTY_FILE, Span(SourceFile("a.rules", ""), 0, 0), "nothing here")
    assert render.frame(empty) == "error[RW006] empty-file: nothing here\n  --> a.rules:1:1"


def test_line_numbers_of_several_digits_move_the_frame() -> None:
    file = SourceFile("a.rules", "\n" * 1233 + "discrad")
    lines = render.frame(unknown(Report(), file)).splitlines()
    assert lines[1:4] == ["    --> a.rules:1234:1", "     |", "1234 | discrad"]


def columns(text: str) -> int:
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1 for c in text
    )


@pytest.mark.parametrize(
    "before", ["\t", "中文 ", "e\u0301e\u0301 ", "\x1b[2J", "\u202e", "\x00\x07", "\uff57\uff49\uff44\uff45 "]
)
def test_marks_stand_under_their_culprit_whatever_comes_before(before: str) -> None:
    _, _, _, source, mark = render.frame(unknown(Report(), SourceFile("a", before + "discrad"))).splitlines()
    assert columns(source[: source.index("discrad")]) == mark.index("^")
    assert mark.count("^") == 7


def test_nothing_from_a_ruleset_reaches_the_terminal_raw() -> None:
    file = SourceFile("evil\x1b[2J.rules", "discrad\x1b]0;x\x07 \u202e\n")
    report = Report()
    unknown(report, file)
    report.error(Code.UNKNOWN_NAME, None, "no `\x1b[31m`", help="\x07", notes=["\u202e"])
    for found in report:
        for text in (render.frame(found), render.one_line(found), render.github(found), str(RulesError(report))):
            assert all(c == "\n" or c.isprintable() for c in text)


def test_a_line_of_five_megabytes_prints_short_and_fast() -> None:
    file = SourceFile("long.rules", "x " * 1_500_000 + "discrad" + " y" * 1_000_000)
    report = Report()
    span = at(file, "discrad")
    found = report.error(Code.UNKNOWN_NAME, span, "x", label="here", also=[(Span(file, 0, 1), "the line begins here")])
    before = time.process_time()
    text = render.frame(found)
    assert time.process_time() - before < 1
    assert len(text) < 600
    assert max(map(len, text.splitlines())) < 120
    first, first_mark, second, second_mark = text.splitlines()[3:]
    assert first_mark.endswith("| - the line begins here")
    assert first.startswith(" 1 | x x x") and first.endswith("…")
    assert second.index("discrad") == second_mark.index("^^^^^^^ here")
    assert second.startswith(" 1 | …") and second.endswith("…")


def test_an_endless_culprit_and_an_endless_message_are_cut() -> None:
    file = SourceFile("long.rules", "x" * 5_000_000)
    found = Report().error(Code.UNKNOWN_NAME, Span(file, 0, 5_000_000), "no `" + "x" * 5_000_000 + "`", label="here")
    assert len(render.frame(found)) < 1200
    assert len(render.one_line(found)) < 1200
    assert len(render.github(found)) < 1200


def test_colour_changes_nothing_but_colour() -> None:
    report = Report()
    unknown(report)
    report.warning(Code.UNUSED_VARIABLE, at(NIM, "top"), "unused", help="remove it")
    coloured = render.report_text(report, color=True)
    assert "\x1b[1;31m" in coloured and "\x1b[1;33m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render.report_text(report)


# ---- other forms ---------------------------------------------------------------------------------------------------


def test_one_line() -> None:
    found = Report().error(Code.UNKNOWN_NAME, at(NIM, "discrad"), "no `discrad`", help="write `discard`\nit is a pile")
    said = "error[RW201] unknown-name: no `discrad` (write `discard`; it is a pile)"
    assert render.one_line(found) == f"nim.rules:7:23: {said}"


def test_json_holds_everything() -> None:
    span = at(NIM, "discrad")
    report = Report()
    report.error(
        Code.UNKNOWN_NAME,
        span,
        "no `discrad`",
        label="here",
        help="h",
        notes=["n"],
        fix=Fix(span, "discard", "write `discard`"),
    )
    place = {"file": "nim.rules", "start": span.start, "end": span.end}
    place |= {"line": 7, "column": 23, "end_line": 7, "end_column": 30}
    assert json.loads(json.dumps(render.report_dict(report))) == {
        "ok": False,
        "errors": 1,
        "warnings": 0,
        "notes": 0,
        "diagnostics": [
            {
                "code": "RW201",
                "name": "unknown-name",
                "severity": "error",
                "message": "no `discrad`",
                "labels": [place | {"text": "here"}],
                "notes": ["n"],
                "help": "h",
                "fix": place | {"replacement": "discard", "description": "write `discard`"},
            }
        ],
    }


def test_a_github_annotation_is_escaped() -> None:
    file = SourceFile("a,b:c.rules", "discrad")
    found = Report().warning(Code.UNKNOWN_NAME, at(file, "discrad"), "100% wrong", help="first\nsecond")
    assert render.github(found) == (
        "::warning file=a%2Cb%3Ac.rules,line=1,endLine=1,col=1,endColumn=8,title=RW201 unknown-name"
        "::100%25 wrong%0Ahelp: first%0Asecond"
    )
    nowhere = Report().note(Code.UNUSED_VARIABLE, None, "slow")
    assert render.github(nowhere) == "::notice title=RW215 unused-variable::slow"


def test_an_empty_report() -> None:
    assert render.report_text(Report()) == "no problems"
    assert Report().ok
