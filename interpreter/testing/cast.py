"""Who plays in an example: the names it uses, in the order of their first mention, and how many players that takes.

A name before `:` or `can` is a player. So is the owner in `anne's gold`, unless the game declares that name, and any
other name that the game does not know and that looks like none it knows. `you` is always the first player.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.dsl import nodes as n
from rulewright.dsl.check.expressions import DIRECTIONS
from rulewright.dsl.codes import Code
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import nearest
from rulewright.dsl.walk import walk
from rulewright.interpreter.testing.refusal import Refusal

YOU = "you"
SPECIAL = ("winners", "options", "active", "over", "turn_order", "score", "seed", "setup", "box", "supply", "game")


@dataclass(frozen=True, slots=True)
class Cast:
    """The players of an example by name, and how many take part in all."""

    names: dict[str, int]
    count: int

    def called(self, player: int) -> str:
        """How the example calls a player; the number of the seat if it does not."""
        return next((name for name, index in self.names.items() if index == player), f"player {player + 1}")

    def all(self) -> tuple[str, ...]:
        return tuple(self.called(k) for k in range(self.count))


def cast(example: n.ExampleDecl, known: Collection[str], counts: Sequence[int]) -> Cast:
    """The players of an example in a game that knows these names and is for so many players."""
    names = _seats(example) or list(dict.fromkeys(name for _, name in sorted(_mentions(example, known))))
    if YOU in names:
        names = [YOU, *(name for name in names if name != YOU)]
    wanted = next(((line, fact) for line in example.lines for fact in [player_count(line)] if fact is not None), None)
    if wanted is not None:
        line, number = wanted
        if number not in counts:
            raise Refusal(
                Code.PLAYER_COUNT,
                line.span,
                f"the game is not for {number} players",
                help=f"it is for {_spoken(counts)}",
            )
        if number < len(names):
            raise Refusal(
                Code.EXAMPLE_WRONG_PLAYER,
                line.span,
                f"{len(names)} players are named, but only {number} play: {', '.join(names)}",
            )
        return Cast({name: k for k, name in enumerate(names)}, number)
    fitting = [count for count in sorted(counts) if count >= len(names)]
    if not fitting:
        raise Refusal(
            Code.EXAMPLE_WRONG_PLAYER,
            _first(example, names[max(counts)]),
            f"{len(names)} players are named, but the game is for {_spoken(counts)}: {', '.join(names)}",
            help="a name that the game does not know is taken for a player's",
        )
    return Cast({name: k for k, name in enumerate(names)}, fitting[0])


def _seats(example: n.ExampleDecl) -> list[str]:
    """In a game played from its seed, `turn_order is (anne, bruno)` says who sits where, and nobody else plays."""
    facts = [line.fact for line in example.lines if isinstance(line, n.Given) and isinstance(line.fact, n.Compare)]
    given = {fact.left.name: fact.right for fact in facts if isinstance(fact.left, n.Name)}
    order = given.get("turn_order") if "seed" in given else None
    return [item.name for item in order.items if isinstance(item, n.Name)] if isinstance(order, n.Listed) else []


def player_count(line: n.ExampleLine) -> int | None:
    """`given 3 players`."""
    match line:
        case n.Given(kind="fact", fact=n.Amount(number=n.Num(value=value), unit="players" | "player")):
            return value
        case _:
            return None


def _spoken(counts: Iterable[int]) -> str:
    return " or ".join(str(count) for count in sorted(counts)) + " players"


def _mentions(example: n.ExampleDecl, known: Collection[str]) -> Iterator[tuple[int, str]]:
    """Every place that names a player."""
    bound = {x.var for x in walk(example) if isinstance(x, n.Binder | n.Quantified)}
    owners = {x.owner.name for x in walk(example) if isinstance(x, n.FieldOf) and isinstance(x.owner, n.Name)}
    actors = {line.who for line in example.lines if isinstance(line, n.WhenLine | n.Then) and line.who is not None}
    active = {
        x.left.name for x in walk(example) if isinstance(x, n.Compare) and isinstance(x.left, n.Name) and is_active(x)
    }
    named = {name for name in owners | active if name not in known and name not in bound} | actors
    for node in walk((example.lines, example.map) if example.map is not None else example.lines):
        match node:
            case n.You():
                yield node.span.start, YOU
            case n.WhenLine() | n.Then() if node.who is not None:
                yield node.span.start, node.who
            case n.Name() if node.name in named or _is_new(node.name, known, bound):
                yield node.span.start, node.name


def is_active(fact: n.Compare) -> bool:
    """`anne is active`."""
    return fact.op == "is" and isinstance(fact.left, n.Name) and fact.right == n.Name("active", fact.span)


def _is_new(name: str, known: Collection[str], bound: Collection[str]) -> bool:
    return (
        name not in known
        and name not in bound
        and name not in SPECIAL
        and name not in DIRECTIONS
        and not any(letter.isdigit() for letter in name)
        and not nearest(name, known)
    )


def _first(example: n.ExampleDecl, name: str) -> Span:
    """Where a name is first written."""
    for node in walk(example.lines):
        if isinstance(node, n.Name) and node.name == name:
            return node.span
        if isinstance(node, n.WhenLine | n.Then) and node.who == name:
            return node.span
    return example.span
