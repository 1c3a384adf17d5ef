"""The parse table as data. Working out the table from the grammar takes a second, so it is kept beside the grammar as
JSON with the grammar's hash; a table of another grammar or Lark version is not used.
`python -m rulewright.dsl.syntax.table` renews it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

import lark
from lark import Lark, Token
from lark.grammar import Rule, Terminal
from lark.indenter import Indenter
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_interactive_parser import InteractiveParser
from lark.parsers.lalr_parser import _Parser
from lark.parsers.lalr_parser_state import ParseConf, ParserState

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
    """The same parser with a tighter loop: most of what a word goes through are rules that only hand it on."""
    inner = parser.parser.parser
    inner.parser = _Loop(inner.parser.parse_table, inner.parser.callbacks)
    return parser


def _hands_on(rule: Rule) -> bool:
    """Whether a rule is nothing but its one child."""
    if not rule.options.expand1 or rule.alias is not None or len(rule.expansion) != 1 or rule.options.empty_indices:
        return False
    (symbol,) = rule.expansion
    return not symbol.name.startswith("_") and not (isinstance(symbol, Terminal) and symbol.filter_out)


class _Loop(_Parser):
    """Lark's parser over our own state; what each rule takes, gives and makes is looked up once."""

    def __init__(self, table: Any, callbacks: Any) -> None:
        super().__init__(table, callbacks)
        self.rules: dict[int, tuple[int, str, Callable[[list[Any]], Any] | None]] = {}
        self.makers: Any = callbacks

    def parse(
        self, lexer: Any, start: str, value_stack: Any = None, state_stack: Any = None, start_interactive: bool = False
    ) -> Any:
        state = _State(ParseConf(self.parse_table, self.callbacks, start), lexer, state_stack, value_stack)
        state.loop = self
        if start_interactive:
            return InteractiveParser(self, state, state.lexer)
        return self.parse_from_state(state)

    def reduction(self, rule: Rule) -> tuple[int, str, Callable[[list[Any]], Any] | None]:
        """How many a rule takes, the name of what it gives, and what makes it; nothing does if it hands on."""
        found = self.rules.get(id(rule))
        if found is None:
            make = None if _hands_on(rule) else self.makers[rule]
            found = self.rules[id(rule)] = (len(rule.expansion), rule.origin.name, make)
        return found


class _State(ParserState[Any]):
    loop: _Loop

    def copy(self, deepcopy_values: bool = True) -> _State:
        made = super().copy(deepcopy_values=deepcopy_values)
        assert isinstance(made, _State)
        made.loop = self.loop
        return made

    def feed_token(self, token: Token, is_end: bool = False) -> Any:
        states, values, table = self.state_stack, self.value_stack, self.parse_conf.states
        kind, end, reduction = token.type, self.parse_conf.end_state, self.loop.reduction
        while True:
            step = table[states[-1]].get(kind)
            if step is None:
                return super().feed_token(token, is_end)  # which says what was expected
            action, arg = step
            if action is Shift:
                states.append(arg)
                values.append(token)
                return None
            size, gives, make = reduction(arg)
            if make is None:
                states[-1] = table[states[-2]][gives][1]
            else:
                taken = values[len(values) - size :]
                del states[len(states) - size :], values[len(values) - size :]
                states.append(table[states[-1]][gives][1])
                values.append(make(taken))
            if is_end and states[-1] == end:
                return values[-1]


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
