"""The Module tree: what was written, one class per form of the grammar, in the words of the language manual.

Nodes are frozen, carry a span that takes no part in equality, and have no behaviour. Sequences are tuples. Closed
unions at the end of each section name every member, so that a new node lights up each pass that matches on it.
"""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from rulewright.dsl.record import node
from rulewright.dsl.source import Span


def _span() -> Span:
    span: Span = field(compare=False, repr=False)
    return span


# ---- Expressions ---------------------------------------------------------------------------------------------------


@node
class Num:
    value: int
    span: Span = _span()


@node
class CellsLit:
    """`[3,4], [4,3]`: cells by row and column, counted from 0."""

    cells: tuple[tuple[int, int], ...]
    span: Span = _span()


@node
class Name:
    name: str
    span: Span = _span()


@node
class You:
    span: Span = _span()


@node
class NoLit:
    """A bare `no`: the truth that is not."""

    span: Span = _span()


@node
class FieldOf:
    """`x's f`, `your f(…)`, and `its f` where the owner is None."""

    owner: Expr | None
    name: str
    args: tuple[Expr, ...]
    span: Span = _span()


@node
class Of:
    """`f of x`."""

    name: str
    arg: Expr
    span: Span = _span()


@node
class Apply:
    """`f(x, y)`."""

    name: str
    args: tuple[Expr, ...]
    span: Span = _span()


@node
class Binary:
    """`op` is one of and, or, add, sub, mul, div_down, div_up."""

    op: str
    left: Expr
    right: Expr
    span: Span = _span()


@node
class Unary:
    """`op` is not or neg."""

    op: str
    arg: Expr
    span: Span = _span()


@node
class Compare:
    """`op` is one of is, is_not, at_least, at_most, more, less, in, not_in, next_to, not_next_to."""

    op: str
    left: Expr
    right: Expr
    span: Span = _span()


@node
class Filter:
    """A set narrowed: `op` is one of next_to, not_next_to, on, except."""

    op: str
    source: Expr
    arg: Expr
    span: Span = _span()


@node
class Count:
    source: Expr
    span: Span = _span()


@node
class CountIn:
    """`count of pawns in your supply`."""

    name: str
    source: Expr
    span: Span = _span()


@node
class Exists:
    """`some S`, `no S`, `you have no S`."""

    source: Expr
    negated: bool
    span: Span = _span()


@node
class ExistsIn:
    """`some pawn in your supply`: a declared name filters."""

    name: str
    source: Expr
    negated: bool
    span: Span = _span()


@node
class Quantified:
    """`some x in S where C`, `no x in …`, `every x in S has C`; `kind` is some, no or every."""

    kind: str
    var: str
    source: Expr
    where: Expr
    span: Span = _span()


@node
class RankKey:
    """`with most E`, `then least F`, or `by E`; `direction` is most, least or by."""

    direction: str
    value: Expr
    span: Span = _span()


@node
class Binder:
    var: str
    source: Expr
    where: Expr | None
    rank: tuple[RankKey, ...]
    span: Span = _span()


@node
class Collect:
    """`kind` is each, the, count, sum, list, most or least; `value` is what is summed or listed."""

    kind: str
    value: Expr | None
    binder: Binder
    span: Span = _span()


@node
class Ranked:
    """`players with most gold`: each one's own value."""

    source: Expr
    rank: tuple[RankKey, ...]
    span: Span = _span()


@node
class IfExpr:
    then: Expr
    test: Expr
    otherwise: Expr
    span: Span = _span()


@node
class Amount:
    """`3 gold`: a number and a unit."""

    number: Expr
    unit: str
    span: Span = _span()


@node
class AnyOf:
    """`any 2 resources`: the mix is the player's."""

    number: Expr
    group: str
    span: Span = _span()


@node
class AllHeld:
    """`all gold`: what you hold of it."""

    unit: str
    span: Span = _span()


@node
class Listed:
    items: tuple[Expr, ...]
    span: Span = _span()


@node
class RangeExpr:
    low: Expr
    high: Expr
    span: Span = _span()


Expr: TypeAlias = (
    Num
    | CellsLit
    | Name
    | You
    | NoLit
    | FieldOf
    | Of
    | Apply
    | Binary
    | Unary
    | Compare
    | Filter
    | Count
    | CountIn
    | Exists
    | ExistsIn
    | Quantified
    | Collect
    | Ranked
    | IfExpr
    | Amount
    | AnyOf
    | AllHeld
    | Listed
    | RangeExpr
)

# ---- Words ---------------------------------------------------------------------------------------------------------


@node
class Source:
    """`source KB-010 to KB-013, likely`: numbered rules and marks."""

    refs: tuple[str, ...]
    marks: tuple[str, ...]
    span: Span = _span()


@node
class Text:
    """`kind` is summary, reads, called or note."""

    kind: str
    text: str
    span: Span = _span()


@node
class Noun:
    name: str
    plural: str | None
    gender: str | None
    span: Span = _span()


@node
class TypeRef:
    """`kind` is plain, maybe, one_of, set, list or range; a range keeps its bounds."""

    kind: str
    names: tuple[str, ...]
    low: int | None
    high: int | None
    span: Span = _span()


@node
class Field:
    name: str
    type: TypeRef
    default: Expr | None
    span: Span = _span()


@node
class Assign:
    """`with home oak`, `ground g`: a field given its value."""

    name: str
    value: Expr
    span: Span = _span()


@node
class Param:
    name: str
    type: TypeRef
    prep: str | None
    span: Span = _span()


# ---- Statements ----------------------------------------------------------------------------------------------------


@node
class Worth:
    """An amount, and what it is counted by: `kind` is none, each, of, every or if."""

    amount: Expr
    kind: str
    binder: Binder | None
    every: Expr | None
    source: Expr | None
    span: Span = _span()


@node
class ChoosePart:
    """`quantity` is None for exactly one, else (some|up_to|exactly, number)."""

    var: str
    source: Expr
    quantity: tuple[str, Expr | None] | None
    span: Span = _span()


@node
class ChooseStmt:
    parts: tuple[ChoosePart, ...]
    where: tuple[Expr, ...]
    possible: tuple[Expr, ...]
    at_random: bool
    otherwise: tuple[Stmt, ...] | None
    source: Source | None
    span: Span = _span()


@node
class LetStmt:
    name: str
    value: Expr
    source: Source | None
    span: Span = _span()


@node
class SetStmt:
    target: Expr
    value: Expr
    source: Source | None
    span: Span = _span()


@node
class GainStmt:
    worth: Worth
    source: Source | None
    span: Span = _span()


@node
class LoseStmt:
    amount: Expr
    source: Source | None
    span: Span = _span()


@node
class PayStmt:
    amount: Expr
    then: Stmt | None
    source: Source | None
    span: Span = _span()


@node
class CallStmt:
    """`verb object on X from Y into Z`; `preps` keeps the prepositions in the order written."""

    verb: str
    object: Expr | None
    preps: tuple[tuple[str, Expr], ...]
    source: Source | None
    span: Span = _span()


@node
class MayStmt:
    """`limit` None: once; a number; or the word any."""

    times: Expr | str | None
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class MustStmt:
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class NeedsStmt:
    test: Expr
    source: Source | None
    span: Span = _span()


@node
class LimitStmt:
    """`once per turn`, `once per round in all`."""

    period: str
    in_all: bool
    source: Source | None
    span: Span = _span()


@node
class StepStmt:
    name: str
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class IfStmt:
    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class OtherwiseStmt:
    """Only until the builder joins it to the `if` or `choose` before it."""

    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class ForEachStmt:
    binder: Binder
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class EachPlayerStmt:
    among: Expr | None
    start: Expr | None
    where: Expr | None
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class RepeatStmt:
    times: Expr | None
    test: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class EitherStmt:
    branches: tuple[tuple[Stmt, ...], ...]
    source: Source | None
    span: Span = _span()


@node
class AnyOrderStmt:
    items: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class SecretStmt:
    """`everyone secretly chooses t in your tokens`."""

    part: ChoosePart
    where: tuple[Expr, ...]
    source: Source | None
    span: Span = _span()


@node
class TakeTurnsStmt:
    """`until` None means until all pass; `start` None, that the first player begins."""

    start: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class AsStmt:
    who: Expr
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class TextStmt:
    text: Text
    span: Span = _span()


Stmt: TypeAlias = (
    ChooseStmt
    | LetStmt
    | SetStmt
    | GainStmt
    | LoseStmt
    | PayStmt
    | CallStmt
    | MayStmt
    | MustStmt
    | NeedsStmt
    | LimitStmt
    | StepStmt
    | IfStmt
    | OtherwiseStmt
    | ForEachStmt
    | EachPlayerStmt
    | RepeatStmt
    | EitherStmt
    | AnyOrderStmt
    | SecretStmt
    | TakeTurnsStmt
    | AsStmt
    | TextStmt
)

# ---- Clauses -------------------------------------------------------------------------------------------------------


@node
class EventPattern:
    """`you place a pawn on site during reward`; `actor` is you, opponent or anyone."""

    actor: str
    verb: str
    object: str | None
    preps: tuple[tuple[str, str], ...]
    during: str | None
    span: Span = _span()


@node
class TriggerClause:
    """`timing` is before, after, instead or at (a step's name is then the verb of the pattern)."""

    timing: str
    event: EventPattern
    where: Expr | None
    body: tuple[Stmt, ...]
    limit: LimitStmt | None
    source: Source | None
    span: Span = _span()


@node
class ModifierClause:
    """`word` is increase, reduce, change, keep, allow or forbid; `how` is by, to, floor, ceiling or None."""

    word: str
    name: str
    args: tuple[Expr, ...]
    how: str | None
    amount: Expr | None
    where: Expr | None
    body: tuple[Stmt, ...]
    limit: LimitStmt | None
    source: Source | None
    span: Span = _span()


@node
class AlwaysClause:
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


Clause: TypeAlias = TriggerClause | ModifierClause | AlwaysClause

# ---- Declarations --------------------------------------------------------------------------------------------------


@node
class NumberDecl:
    name: str
    value: Expr
    source: Source | None
    span: Span = _span()


@node
class OptionDecl:
    name: str
    type: TypeRef
    default: Expr
    texts: tuple[Text, ...]
    source: Source | None
    span: Span = _span()


@node
class SidesDecl:
    """`sides are players`, `sides are teams of 2`."""

    word: str
    size: Expr | None
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return "sides"


@node
class Member:
    names: tuple[str, ...]
    groups: tuple[str, ...]
    place: tuple[str, str] | None
    source: Source | None
    span: Span = _span()


@node
class KindDecl:
    noun: Noun
    members: tuple[Member, ...]
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.noun.name


@node
class CounterDecl:
    nouns: tuple[Noun, ...]
    per: str | None
    group: str | None
    type: TypeRef | None
    start: Expr | None
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.nouns[0].name


@node
class MemoryDecl:
    name: str
    per: str | None
    type: TypeRef
    start: Expr | None
    source: Source | None
    span: Span = _span()


@node
class ZoneProp:
    """`kind` is at_most, sorted_by, slots, seen_by, refilled, in_play or one_of_each."""

    kind: str
    value: Expr | None
    names: tuple[str, ...]
    span: Span = _span()


@node
class ZoneDecl:
    """`shape` is deck, pile, hand, row, bag, area or dice; dice keep their number and faces."""

    shape: str
    name: str
    per: str | None
    of: str
    props: tuple[ZoneProp, ...]
    dice: Expr | None
    faces: int | None
    source: Source | None
    span: Span = _span()


@node
class MadeOf:
    count: int
    noun: str
    rows: int
    columns: int
    turned: tuple[int, ...]
    source: Source | None
    span: Span = _span()


@node
class BoardDecl:
    name: str
    per: str | None
    shape: str
    form: str | None
    rows: Expr | None
    columns: Expr | None
    fields: tuple[Field, ...]
    made: MadeOf | None
    source: Source | None
    span: Span = _span()


@node
class MapDecl:
    name: str
    board: str | None
    legend: tuple[tuple[str, Expr], ...]
    rows: tuple[str, ...]
    row_spans: tuple[Span, ...] = field(compare=False, repr=False)
    assigns: tuple[Assign, ...]
    source: Source | None
    span: Span = _span()


@node
class PieceDecl:
    noun: Noun
    per: str | None
    supply: Expr | None
    counts_as: str | None
    covers: Expr | None
    on: Expr | None
    texts: tuple[Text, ...]
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.noun.name


@node
class OneEach:
    """`one for each s in suits and r in ranks, suit s, rank r`."""

    binders: tuple[tuple[str, Expr], ...]
    assigns: tuple[Assign, ...]
    span: Span = _span()


@node
class ComponentDecl:
    """`optional` names the designs that are not; it is None where the line is absent."""

    noun: Noun
    fields: tuple[Field, ...]
    copies: Expr | None
    one_each: OneEach | None
    interchangeable: bool
    optional: tuple[str, ...] | None
    counts_as: str | None
    parts: tuple[str, ...]
    part_fields: tuple[Field, ...]
    clauses: tuple[Clause, ...]
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.noun.name


@node
class TableCell:
    """`kind` is worth, lose, gain, nothing or, in a header, doubted."""

    kind: str
    worth: Worth | None
    amount: Expr | None
    span: Span = _span()


@node
class TableRow:
    cells: tuple[TableCell, ...]
    source: Source | None
    span: Span = _span()


@node
class TableDecl:
    name: str
    rows: tuple[TableRow, ...]
    file: str | None
    source: Source | None
    span: Span = _span()


@node
class InstanceDecl:
    """`kind name (fields): body`."""

    kind: str
    name: str
    args: tuple[Expr, ...]
    assigns: tuple[Assign, ...]
    worths: tuple[Worth, ...]
    clauses: tuple[Clause, ...]
    body: tuple[Stmt, ...]
    texts: tuple[Text, ...]
    source: Source | None
    span: Span = _span()


@node
class DefineDecl:
    name: str
    params: tuple[Param, ...]
    type: TypeRef
    lets: tuple[tuple[str, Expr], ...]
    value: Expr
    texts: tuple[Text, ...]
    source: Source | None
    span: Span = _span()


@node
class ActionDecl:
    name: str
    params: tuple[Param, ...]
    body: tuple[Stmt, ...]
    texts: tuple[Text, ...]
    source: Source | None
    span: Span = _span()


@node
class SetupDecl:
    label: str | None
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.label or "setup"


@node
class PlayDecl:
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return "play"


@node
class RuleDecl:
    name: str
    clauses: tuple[Clause, ...]
    texts: tuple[Text, ...]
    source: Source | None
    span: Span = _span()


@node
class ScoreDecl:
    name: str
    worths: tuple[Worth, ...]
    texts: tuple[Text, ...]
    source: Source | None
    span: Span = _span()


@node
class WinnerDecl:
    binder: Binder
    plain: bool
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return "winner"


# ---- Changes -------------------------------------------------------------------------------------------------------


@node
class SetNumberDecl:
    name: str
    value: Expr
    source: Source | None
    span: Span = _span()


@node
class ReplaceDecl:
    thing: Thing
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.thing.name


@node
class InPlaceOfDecl:
    """`replace tile farm with windmill: …`."""

    old: str
    thing: InstanceDecl
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.thing.name


@node
class ReplaceStepDecl:
    step: str
    owner: str
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.step


@node
class RemoveDecl:
    kind: str | None
    names: tuple[str, ...]
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.names[0]


@node
class ExtendDecl:
    """`what` is kind, board, component, action, setup or instance."""

    what: str
    name: str
    kind: str | None
    place: tuple[str, str] | None
    members: tuple[Member, ...]
    board: BoardDecl | None
    component: ComponentDecl | None
    instance: InstanceDecl | None
    body: tuple[Stmt, ...]
    source: Source | None
    span: Span = _span()


@node
class UseDecl:
    """`use names from game`, or `use expansion without names`."""

    module: str
    names: tuple[str, ...]
    without: bool
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.module


@node
class TogetherDecl:
    """Declarations that exist only when all the named modules are in use."""

    names: tuple[str, ...]
    declarations: tuple[Decl, ...]
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.names[0]


# ---- Examples ------------------------------------------------------------------------------------------------------


@node
class Given:
    """`kind` is fact, at, with, next or before."""

    kind: str
    fact: Expr | None
    at: Expr | None
    name: str | None
    span: Span = _span()


@node
class Answer:
    """One answer of a move: an expression, a subset in braces, or `-` to decline."""

    kind: str
    items: tuple[Expr, ...]
    span: Span = _span()


@node
class Move:
    """What is begun, the answers to what it asks, and the permissions its last answer leans on."""

    head: Stmt
    answers: tuple[Answer, ...]
    span: Span = _span()
    using: tuple[str, ...] = ()


@node
class WhenLine:
    who: str
    move: Move
    span: Span = _span()


@node
class Then:
    """`kind` is fact, can, cannot, happened or not_happened.

    `names` are the rules because of which a move is refused, or the rule that happened.
    """

    kind: str
    fact: Expr | None
    who: str | None
    move: Move | None
    span: Span = _span()
    names: tuple[str, ...] = ()


ExampleLine: TypeAlias = Given | WhenLine | Then


@node
class ExampleDecl:
    title: str
    shows: tuple[str, ...]
    lines: tuple[ExampleLine, ...]
    map: MapDecl | None
    source: Source | None
    span: Span = _span()

    @property
    def name(self) -> str:
        return self.title


Thing: TypeAlias = (
    NumberDecl
    | OptionDecl
    | SidesDecl
    | KindDecl
    | CounterDecl
    | MemoryDecl
    | ZoneDecl
    | BoardDecl
    | MapDecl
    | PieceDecl
    | ComponentDecl
    | TableDecl
    | InstanceDecl
    | DefineDecl
    | ActionDecl
    | SetupDecl
    | PlayDecl
    | RuleDecl
    | ScoreDecl
    | WinnerDecl
)
Change: TypeAlias = (
    SetNumberDecl | ReplaceDecl | InPlaceOfDecl | ReplaceStepDecl | RemoveDecl | ExtendDecl | UseDecl | TogetherDecl
)
Decl: TypeAlias = Thing | Change | ExampleDecl

# ---- Module --------------------------------------------------------------------------------------------------------


@node
class Header:
    """`kind` is game, expansion, variant, examples or library."""

    kind: str
    name: str
    of: tuple[str, ...]
    title: str | None
    notes: tuple[str, ...]
    language: int | None
    written: str | None
    players: tuple[int, ...] | None
    requires: tuple[str, ...]
    conflicts: tuple[str, ...]
    match: tuple[int, str] | None
    source: Source | None
    span: Span = _span()


@node
class Module:
    path: str
    header: Header
    declarations: tuple[Decl, ...]
    span: Span = _span()
