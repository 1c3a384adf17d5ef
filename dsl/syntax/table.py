"""The parse table as data. Working out the table from the grammar takes a second, so it is kept beside the grammar as
JSON with the grammar's hash; a table of another grammar or Lark version is not used.
`python -m rulewright.dsl.syntax.table` renews it.
"""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

import lark
from lark import Lark
from lark.grammar import Rule, Terminal
from lark.indenter import Indenter
from lark.lexer import TerminalDef

OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "contextual",
    "propagate_positions": True,
    "maybe_placeholders": True,
}


class Blocks(Indenter):
    """Turns indentation into blocks."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


def grammar_text() -> str:
    """The grammar, as shipped."""
    return (files("rulewright.dsl.syntax") / "grammar.lark").read_text("utf-8")


def from_grammar(*, strict: bool = False) -> Lark:
    """The parser worked out afresh; strict refuses any conflict."""
    return Lark(grammar_text(), postlex=Blocks(), strict=strict, **OPTIONS)


def key() -> str:
    """What a stored table must agree with."""
    return hashlib.sha256(f"{lark.__version__}\n{grammar_text()}".encode()).hexdigest()


def load() -> Lark:
    """The parser, from the stored table if it belongs to this grammar."""
    stored = files("rulewright.dsl.syntax") / "table.json"
    if stored.is_file():
        content = json.loads(stored.read_text("utf-8"))
        if content["key"] == key():
            return _hastened(_revive(content["data"], content["memo"]))
    return _hastened(from_grammar())


def _hastened(parser: Lark) -> Lark:
    """A rule that only hands on its one child, as most do that a number goes through, need not build anything."""
    reduce = parser.parser.parser.parser.callbacks
    for rule in parser.rules:
        if rule.options.expand1 and rule.alias is None and len(rule.expansion) == 1 and not rule.options.empty_indices:
            (symbol,) = rule.expansion
            if not symbol.name.startswith("_") and not (isinstance(symbol, Terminal) and symbol.filter_out):
                reduce[rule] = _first
    return parser


def _first(children: list[Any]) -> Any:
    return children[0]


def _revive(data: dict[str, Any], memo: dict[str, Any]) -> Lark:
    """Gives the keys back that JSON turned into text, and the part that is not data."""
    table = data["parser"]["parser"]
    table["tokens"] = _int_keys(table["tokens"])
    table["states"] = {int(state): _int_keys(actions) for state, actions in table["states"].items()}
    data["options"]["postlex"] = Blocks()
    return Lark.__new__(Lark)._load({"data": data, "memo": _int_keys(memo)})


def _int_keys(table: dict[str, Any]) -> dict[int, Any]:
    return {int(k): v for k, v in table.items()}


def store() -> Path:
    """Writes the table beside the grammar."""
    parser = from_grammar()
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"]["postlex"] = None
    path = Path(str(files("rulewright.dsl.syntax") / "table.json"))
    path.write_text(
        json.dumps({"key": key(), "data": data, "memo": memo}, separators=(",", ":"), sort_keys=True) + "\n", "utf-8"
    )
    return path


if __name__ == "__main__":
    print(store())
