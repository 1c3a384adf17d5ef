"""Grammar -> parse table, by Lark. Working out the table takes a second, so it is kept beside the grammar as JSON with
the grammar's hash, and whoever reads texts by it needs no Lark. `python -m rulewright.dsl.syntax.table` renews it.

The table has a row for each state of the reader: what may follow there, and what then. A number from 0 up is the state
to go on to; a negative one says that the last things make one by a rule of the grammar: -1 by rule 0, -2 by rule 1, …
"""

from __future__ import annotations

import hashlib
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

from lark import Lark
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef
from lark.parsers.lalr_analysis import Shift

OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "contextual",
    "propagate_positions": True,
    "maybe_placeholders": True,
}
START = "start"


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


def key(grammar: str) -> str:
    """What a stored table must agree with."""
    return hashlib.sha256(grammar.encode()).hexdigest()


def from_grammar(*, strict: bool = False) -> Lark:
    """Lark's own parser of the grammar, which gives trees; strict refuses any conflict."""
    return Lark(grammar_text(), postlex=Blocks(), strict=strict, **OPTIONS)


def worked_out() -> dict[str, Any]:
    """The table of the grammar as it stands."""
    lark = from_grammar()
    found = lark.parser.parser._parse_table
    numbers = _numbered(found.states, found.start_states[START])
    actions = [step for row in found.states.values() for step in row.values()]
    rules = sorted({arg for action, arg in actions if action is not Shift}, key=str)
    number_of = {rule: k for k, rule in enumerate(rules)}
    rows: list[dict[str, int]] = [{} for _ in numbers]
    for state, number in numbers.items():
        for symbol, (action, arg) in sorted(found.states[state].items()):
            rows[number][symbol] = numbers[arg] if action is Shift else -1 - number_of[arg]
    ignored = set(lark.ignore_tokens)
    order = sorted(
        (t for t in lark.terminals if t.pattern.type == "re"),
        key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name),
    )
    literals = {t.pattern.value: t.name for t in lark.terminals if t.pattern.type == "str"}
    return {
        "key": key(grammar_text()),
        "end": numbers[found.end_states[START]],
        "rows": rows,
        "rules": [_rule(rule) for rule in rules],
        "literals": dict(sorted(literals.items())),
        "patterns": {t.name: t.pattern.to_regexp() for t in order if t.name not in ignored},
        "ignored": [t.pattern.to_regexp() for t in order if t.name in ignored],
        "names": _pattern_of_words(order, literals),
    }


def _numbered(states: dict[Any, Any], start: Any) -> dict[Any, int]:
    """The states by number in the order in which they are reached, so that the same grammar gives the same file."""
    numbers = {start: 0}
    waiting = [start]
    for state in waiting:
        for _, (action, arg) in sorted(states[state].items(), key=lambda item: item[0]):
            if action is Shift and arg not in numbers:
                numbers[arg] = len(numbers)
                waiting.append(arg)
    return numbers


def _rule(rule: Rule) -> dict[str, Any]:
    """What the reader needs of a rule: how many things it takes, what it gives, and which of them are kept.

    `kept` says of each part that is kept its place, whether it is a list to be spliced in, and how many optional parts
    are missing before it; `missing` how many are missing at the end.
    """
    gaps = [len(missing) for missing in "".join(str(int(x)) for x in rule.options.empty_indices).split("0")]
    gaps += [0] * (len(rule.expansion) + 1 - len(gaps))
    kept: list[tuple[int, bool, int]] = []
    missing = 0
    for k, symbol in enumerate(rule.expansion):
        missing += gaps[k]
        if rule.options.keep_all_tokens or not (symbol.is_term and getattr(symbol, "filter_out", False)):
            kept.append((k, not symbol.is_term and symbol.name.startswith("_"), missing))
            missing = 0
    return {
        "size": len(rule.expansion),
        "gives": rule.origin.name,
        "makes": rule.alias or rule.origin.name,
        "kept": kept,
        "missing": missing + gaps[-1],
        "one_is_itself": bool(rule.options.expand1 and rule.alias is None),
    }


def _pattern_of_words(patterns: list[TerminalDef], literals: dict[str, str]) -> str:
    """The pattern that would take the reserved words for names."""
    words = [text for text in literals if re.fullmatch(r"\w+", text)]
    (name,) = (t.name for t in patterns if all(re.fullmatch(t.pattern.to_regexp(), word) for word in words))
    return name


def store() -> Path:
    """Writes the table beside the grammar."""
    path = Path(str(files("rulewright.dsl.syntax") / "table.json"))
    path.write_text(json.dumps(worked_out(), separators=(",", ":")) + "\n", "utf-8")
    return path


if __name__ == "__main__":
    print(store())
