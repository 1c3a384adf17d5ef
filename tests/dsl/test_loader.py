"""Finding and reading: names and paths, parts of modules, bases, tables, and all that can be wrong with a file."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl import files, loader
from rulewright.dsl import nodes as n
from rulewright.dsl.codes import Code
from rulewright.dsl.csv_rows import csv_rows
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.loader import load_game, loads_game
from rulewright.dsl.pipeline import load_ruleset, loads_ruleset
from rulewright.dsl.ruleset import TABLES
from rulewright.dsl.source import SourceFile

HEAD = "game camp\n  players 2 to 4\n"
EXAMPLE = 'example "{}"\n  given your gold is 1\n  then your gold is 1\n'


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands for the shipped rulesets."""
    folder = tmp_path / "shipped"
    write(
        folder,
        {
            "base_camp/base_camp.rules": 'game base_camp\n  title "Camp"\n  players 2 to 4\nnumber rounds = 3\n',
            "base_camp/maps.rules": "game base_camp\nnumber maps = 1\n",
            "base_camp/chapter_two.rules": "# more\ngame base_camp\n\nnumber chapters = 2\n",
            "base_camp/examples/first.rules": "examples of base_camp\n" + EXAMPLE.format("one"),
            "base_camp/examples/snow.rules": "examples of base_camp, snow\n" + EXAMPLE.format("two"),
            "base_camp/expansions/snow/snow.rules": "expansion snow of base_camp\nnumber depth = 1\n",
            "base_camp/expansions/snow/examples/more.rules": "examples of snow\n" + EXAMPLE.format("three"),
            "base_camp/variants/duel.rules": "variant duel of base_camp\n  players 2\n",
            "base_camp/variants/cold_duel.rules": "variant cold_duel of duel\n  requires snow\nset depth to 2\n",
            "classics/nim.rules": "game nim\n  players 2\nnumber heaps = 3\n",
            "classics/nim_parts.rules": "game nim\nnumber parts = 3\n",
            "classics/chomp.rules": "game chomp of nim\n  players 2\nset heaps to 1\n",
            "classics/variants/duel.rules": "variant duel of nim\nset heaps to 4\n",
        },
    )
    monkeypatch.setattr(files, "shipped_folder", lambda: folder)
    return folder


def loaded(name: str | Path, *with_: str) -> list[str]:
    report = Report()
    modules = load_game(name, with_, report)
    assert report.ok, list(map(str, report))
    return [module.header.name for module in modules if module.header.kind not in ("library", "examples")]


def problem(name: str | Path, *with_: str) -> tuple[Code, str | None]:
    report = Report()
    load_game(name, with_, report)
    assert len(report.errors) == 1, list(map(str, report))
    return report.errors[0].code, report.errors[0].help


# ---- names


@pytest.mark.parametrize("name", ["base_camp", "base-camp", "Base-Camp", " BASE_CAMP "])
def test_a_shipped_game_by_name(shipped: Path, name: str) -> None:
    assert loaded(name) == ["base_camp"]


def test_a_game_in_a_collection_and_a_game_built_on_it(shipped: Path) -> None:
    assert loaded("nim") == ["nim"]
    assert sorted(loaded("chomp")) == ["chomp", "nim"]


def test_a_variant_by_name_brings_its_bases_and_what_it_requires(shipped: Path) -> None:
    assert sorted(loaded("cold-duel")) == ["base_camp", "cold_duel", "duel", "snow"]


def test_the_variant_that_belongs_to_the_game(shipped: Path) -> None:
    for game in ("nim", "base_camp"):
        report = Report()
        ruleset = load_ruleset(game, ["duel"], report=report)
        assert report.ok and ruleset is not None and [info.name for info in ruleset.modules][-2:] == [game, "duel"]


def test_wrong_names_are_answered_with_right_ones(shipped: Path) -> None:
    assert problem("base_cmap") == (Code.UNKNOWN_GAME, "did you mean `base_camp`?")
    assert problem("base_camp", "sonw") == (Code.UNKNOWN_EXPANSION, "did you mean `snow`?")
    assert problem("base_camp", "xyzzy") == (Code.UNKNOWN_EXPANSION, "there are `duel`, `snow`")
    assert problem("")[0] is Code.UNKNOWN_GAME


def test_required_by_an_addition_is_not_added_but_asked_for(shipped: Path) -> None:
    report = Report()
    load_ruleset("base_camp", ["cold_duel"], report=report)
    assert Code.REQUIRES_MISSING in {d.code for d in report.errors}


def test_only_additions_can_be_added(shipped: Path) -> None:
    assert problem("base_camp", str(shipped / "classics/nim.rules"))[0] is Code.UNKNOWN_EXPANSION


# ---- parts and examples


def test_the_files_of_one_module_follow_the_main_one_by_name(shipped: Path) -> None:
    report = Report()
    ruleset = load_ruleset("base_camp", report=report)
    assert ruleset is not None and [d.name for d in ruleset.decls(n.NumberDecl)] == ["rounds", "chapters", "maps"]
    assert ruleset.title == "Camp" and len([info for info in ruleset.modules if info.kind == "game"]) == 1
    nim = load_ruleset(shipped / "classics/nim_parts.rules", report=report)
    assert nim is not None and [d.name for d in nim.decls(n.NumberDecl)] == ["heaps", "parts"]


def test_a_copy_with_a_full_header_is_no_part(tmp_path: Path) -> None:
    write(tmp_path, {"camp.rules": HEAD + "number rounds = 3\n", "camp_old.rules": HEAD + "number rounds = 2\n"})
    for name in ("camp.rules", "camp_old.rules"):
        report = Report()
        ruleset = load_ruleset(tmp_path / name, report=report)
        assert report.ok and ruleset is not None and len(ruleset.decls(n.NumberDecl)) == 1


def test_examples_of_what_is_in_use(shipped: Path) -> None:
    def titles(*with_: str) -> list[str]:
        ruleset = load_ruleset("base_camp", with_, report=Report())
        assert ruleset is not None
        return sorted(example.title for example, _ in ruleset.examples)

    assert titles() == ["one"] and titles("snow") == ["one", "three", "two"]


def test_a_file_of_examples_brings_what_it_is_of(shipped: Path) -> None:
    assert sorted(loaded(shipped / "base_camp/examples/snow.rules")) == ["base_camp", "snow"]


# ---- bases


def test_a_variant_anywhere_finds_a_shipped_base(shipped: Path, tmp_path: Path) -> None:
    write(tmp_path, {"home/mine.rules": "variant mine of base_camp\nset rounds to 9\n"})
    assert sorted(loaded(tmp_path / "home/mine.rules")) == ["base_camp", "mine"]
    assert sorted(loaded("base_camp", str(tmp_path / "home/mine.rules"))) == ["base_camp", "mine"]
    assert sorted(loaded(tmp_path / "home/mine.rules", "snow")) == ["base_camp", "mine", "snow"]


def test_a_base_beside_or_above_comes_before_the_shipped(shipped: Path, tmp_path: Path) -> None:
    write(
        tmp_path / "own",
        {
            "base_camp.rules": "game base_camp\n  players 7\nnumber rounds = 1\n",
            "variants/mine.rules": "variant mine of base_camp\nset rounds to 9\n",
        },
    )
    ruleset = load_ruleset(tmp_path / "own/variants/mine.rules", report=Report())
    assert ruleset is not None and ruleset.players == (7,)


def test_a_base_that_is_nowhere(shipped: Path, tmp_path: Path) -> None:
    write(tmp_path, {"mine.rules": "variant mine of base_cmap\n"})
    assert problem(tmp_path / "mine.rules") == (Code.UNKNOWN_GAME, "did you mean `base_camp`?")


def test_a_mention_of_nothing_is_a_warning(shipped: Path, tmp_path: Path) -> None:
    write(tmp_path, {"mine.rules": "variant mine of base_camp\ntogether with sonw\n  number twigs = 1\n"})
    report = Report()
    load_game(tmp_path / "mine.rules", (), report)
    assert report.ok and [d.help for d in report.warnings] == ["did you mean `snow`?"]


def test_parts_of_another_game(shipped: Path, tmp_path: Path) -> None:
    write(tmp_path, {"mine.rules": "variant mine of base_camp\nuse heaps from chomp\n"})
    report = Report()
    ruleset = load_ruleset(tmp_path / "mine.rules", report=report)
    assert report.ok, list(map(str, report))
    assert ruleset is not None
    heaps = ruleset.find("", "heaps")
    assert heaps is not None and heaps.module == "nim" and [p.module for p in heaps.patches] == ["chomp", "mine"]


# ---- texts


def test_a_text(shipped: Path) -> None:
    report = Report()
    ruleset = loads_ruleset("\ufeffvariant mine of base_camp\r\nset rounds to 9\r\n", ["snow"], report=report)
    assert report.ok and ruleset is not None and ruleset.name == "base_camp"
    assert loads_game("", (), report) == [] and report.errors[0].code is Code.EMPTY_FILE


# ---- files that cannot be read


def test_bom_and_carriage_returns(tmp_path: Path) -> None:
    path = tmp_path / "camp.rules"
    plain = HEAD + "number rounds = 3\n"
    rulesets = []
    for data in (plain.encode(), b"\xef\xbb\xbf" + plain.encode(), plain.replace("\n", "\r\n").encode()):
        path.write_bytes(data)
        rulesets.append(load_ruleset(path, report=Report()))
    assert rulesets[0] is not None and rulesets[0] == rulesets[1] == rulesets[2]


def test_missing_folder_and_special_files(tmp_path: Path) -> None:
    write(tmp_path, {"camp/camp.rules": HEAD})
    assert problem(tmp_path / "camp/cmap.rules") == (Code.FILE_NOT_FOUND, f"did you mean `{tmp_path}/camp/camp.rules`?")
    assert problem(tmp_path / "camp") == (Code.FILE_UNREADABLE, f"name the file: `{tmp_path}/camp/camp.rules`")
    assert problem(str(tmp_path) + "/\0.rules")[0] is Code.FILE_UNREADABLE
    assert problem(str(tmp_path / ("x" * 300 + ".rules")))[0] is Code.FILE_UNREADABLE
    os.mkfifo(tmp_path / "pipe.rules")
    assert problem(tmp_path / "pipe.rules")[0] is Code.FILE_UNREADABLE


def test_a_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system answers; to root nothing is forbidden, so that the answer is given here."""
    write(tmp_path, {"camp.rules": HEAD})
    (tmp_path / "camp.rules").chmod(0)
    if os.geteuid() == 0:
        opened = Path.open

        def forbidden(path: Path, *args: Any, **kwargs: Any) -> Any:
            if path.name == "camp.rules":
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return opened(path, *args, **kwargs)

        monkeypatch.setattr(Path, "open", forbidden)
    assert problem(tmp_path / "camp.rules")[0] is Code.FILE_UNREADABLE


def test_not_utf8_too_large_empty_and_without_header(tmp_path: Path) -> None:
    path = tmp_path / "camp.rules"
    path.write_bytes(HEAD.encode() + b"number caf\xe9 = 1\n")
    assert problem(path)[0] is Code.NOT_UTF8
    path.write_bytes(HEAD.encode("utf-16"))
    assert problem(path)[0] is Code.NOT_UTF8
    path.write_text("# nothing\n\n")
    assert problem(path)[0] is Code.EMPTY_FILE
    path.write_text("number rounds = 3\n")
    assert problem(path)[0] is Code.MISSING_HEADER
    path.write_bytes(b"#" * (5 * loader.MAX_FILE))
    assert problem(path)[0] is Code.FILE_TOO_LARGE


# ---- tables


TABLE = HEAD + "component card\n  has rank: number\ntable card from {}\n"


def test_a_table_from_a_file(tmp_path: Path) -> None:
    csv = '# cards\nname, rank ,source\r\nace,1,"AB-001, likely"\n\n"knave" ,"2 gold and 1 wood",\nten,,\n'
    write(tmp_path, {"camp.rules": TABLE.format('"data/cards.csv"'), "data/cards.csv": csv})
    report = Report()
    ruleset = load_ruleset(tmp_path / "camp.rules", report=report)
    assert report.ok, list(map(str, report))
    assert ruleset is not None
    (table,) = ruleset.all_of(TABLES, "card")
    assert isinstance(table.decl, n.TableDecl)
    head, ace, knave, ten = table.decl.rows
    assert [cell.span.text for cell in head.cells] == ["name", "rank"]
    assert [[cell.span.text for cell in row.cells] for row in (ace, knave)] == [
        ["ace", "1"],
        ["knave", "2 gold and 1 wood"],
    ]
    assert ace.source is not None and (ace.source.refs, ace.source.marks) == (("AB-001",), ("likely",))
    assert [cell.kind for cell in ten.cells] == ["worth", "nothing"]
    assert ace.cells[0].span.file.path.endswith("cards.csv") and ace.cells[0].span.line == 3
    inner = knave.cells[1].worth
    assert inner is not None and isinstance(inner.amount, n.Binary) and inner.amount.right.span.text == "1 wood"


def test_a_table_in_the_file_says_the_same_as_one_beside_it(tmp_path: Path) -> None:
    rows = HEAD + "component card\n  has rank: number\ntable card\n  | name | rank |\n  | ace | 1 |\n"
    write(tmp_path, {"a/camp.rules": rows, "b/camp.rules": TABLE.format('"c.csv"'), "b/c.csv": "name,rank\nace,1\n"})
    one, other = (load_ruleset(tmp_path / x / "camp.rules", report=Report()) for x in "ab")
    assert one is not None and other is not None and one.content_hash == other.content_hash


def test_a_table_of_the_base(tmp_path: Path) -> None:
    files = {
        "camp/camp.rules": TABLE.format('"cards.csv"'),
        "camp/cards.csv": "rank\n1\n",
        "camp/expansions/snow/snow.rules": 'expansion snow of camp\ncomponent flake\ntable flake from "cards.csv"\n',
        "town/town.rules": 'game town of camp\n  players 2\nreplace table card from "cards.csv"\n',
    }
    write(tmp_path, files)
    for name, with_ in (("camp/camp.rules", ["snow"]), ("town/town.rules", [])):
        report = Report()
        ruleset = load_ruleset(tmp_path / name, with_, report=report)
        assert report.ok and ruleset is not None, list(map(str, report))
        assert all(len(decl.rows) == 2 for decl in ruleset.decls(n.TableDecl))


@pytest.mark.parametrize("name", ["../cards.csv", "/etc/passwd", "x/../../cards.csv", "C:\\\\cards.csv", "link.csv"])
def test_a_table_outside_the_ruleset(tmp_path: Path, name: str) -> None:
    write(tmp_path, {"cards.csv": "rank\n1\n", "in/camp.rules": TABLE.format(f'"{name}"')})
    (tmp_path / "in/link.csv").symlink_to(tmp_path / "cards.csv")
    assert problem(tmp_path / "in/camp.rules")[0] is Code.FILE_OUTSIDE_RULESET


def test_a_table_that_is_not_there_or_is_a_folder(tmp_path: Path) -> None:
    write(tmp_path, {"camp.rules": TABLE.format('"cards.csv"')})
    assert problem(tmp_path / "camp.rules")[0] is Code.FILE_NOT_FOUND
    report = Report()
    loads_game(TABLE.format('"cards.csv"'), (), report)
    assert [d.code for d in report.errors] == [Code.FILE_NOT_FOUND]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", Code.TABLE_FILE, "t.csv:1:1"),
        ("a,b\n1\n", Code.TABLE_ROW, "t.csv:2:1"),
        ('a,b\n1,"x\n', Code.TABLE_FILE, "t.csv:2:1"),
        ('a,b\n1,"x"y\n', Code.TABLE_FILE, "t.csv:2:1"),
        ("a,b\n1,2 +\n", Code.UNEXPECTED_WORD, "t.csv:2:4"),
        ("a,b\n1,?\n", Code.UNEXPECTED_CHARACTER, "t.csv:2:3"),
    ],
)
def test_a_wrong_table_is_told_in_its_own_places(text: str, code: Code, place: str) -> None:
    report = Report()
    csv_rows(SourceFile("t.csv", text), report)
    assert len(report.errors) == 1, list(map(str, report))
    error = report.errors[0]
    assert str(error.span).split(":")[:2] == place.split(":")[:2]
    assert error.code is code or error.code.number // 100 == 1


def test_each_wrong_row_is_told() -> None:
    report = Report()
    rows = csv_rows(SourceFile("t.csv", "a,b\n1,?\n2,3\n4,!\n"), report)
    assert [error.span.line for error in report.errors if error.span] == [2, 4] and len(rows) == 2
