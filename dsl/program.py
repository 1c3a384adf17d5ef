"""The Program: what to do, typed and resolved. The machine is generated from it and the sheets are worded from it, so
both say the same. Pure data: no names to look up, no text of the author's but names, phrases and spans.

Expressions are pure. Statements change state or ask. Every statement that came from a rule keeps its span and source.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

from rulewright.dsl.record import record
from rulewright.dsl.source import Span
from rulewright.dsl.types import Type

# ---- Words ---------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Words:
    """How a thing is spoken of in the author's language, and where it came from."""

    name: str
    plural: str | None = None
    gender: str | None = None
    called: str | None = None
    reads: str | None = None
    summary: str | None = None
    note: str | None = None
    source: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    module: str = ""
    span: Span | None = None
    partners: tuple[str, ...] = ()  # the modules together with which it says this


# ---- State: what can change ----------------------------------------------------------------------------------------


class Per(Enum):
    """Whose a slot is: one for all, one per player, per side, per cell of a board, per member of a kind, per thing."""

    GAME = "game"
    PLAYER = "player"
    SIDE = "side"
    CELL = "cell"
    MEMBER = "member"
    THING = "thing"


@record
class Board:
    """`shape` is hexes, squares or track; `form` rhombus or None; size is known after linking."""

    words: Words
    shape: str
    form: str | None
    rows: int
    columns: int
    per: Per
    fields: dict[str, CellField] = field(default_factory=dict)
    part: str | None = None
    parts: int = 0
    part_rows: int = 0
    part_columns: int = 0
    turned: tuple[int, ...] = (0,)
    maps: list[Map] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.words.name


@record
class CellField:
    board: str
    name: str
    type: Type
    low: int = 0
    high: int = 0
    words: Words | None = None
    default: int | None = None


@record
class Map:
    """A drawn piece of a board: one value per cell and field, -1 where the map says nothing."""

    words: Words
    board: str
    rows: int
    columns: int
    values: dict[str, list[int]]


@record
class Kind:
    words: Words
    members: list[str]
    groups: dict[str, tuple[int, ...]]
    member_words: dict[str, Words]


@record
class Unit:
    """A counter. `group` names the family it can be mixed in."""

    words: Words
    index: int
    per: Per
    group: str | None
    low: int
    high: int
    start: Expr | None


@record
class Memory:
    """A remembered value; `key` names the kind, component or board it is kept by."""

    words: Words
    per: Per
    key: str
    type: Type
    low: int
    high: int
    start: Expr | None


@record
class Zone:
    words: Words
    shape: str
    per: Per
    key: str
    component: str
    ordered: bool
    slots: int | None
    at_most: int | None
    seen: str
    in_play: bool
    feeders: tuple[str, ...]
    sorted_by: Expr | None
    sorted_var: Var | None
    starts_full: bool
    dice: Expr | None = None
    faces: int = 0
    one_of_each: bool = False
    room: Expr | None = None  # how many fit in, where that is known in play only


@record
class Piece:
    words: Words
    per: Per
    board: str
    supply: Expr | None
    counts_as: str | None
    covers: Expr | None
    covers_var: Var | None
    on: Expr | None


@record
class ThingField:
    """`static` fields are fixed by the design; the others are slots."""

    component: str
    name: str
    type: Type
    low: int
    high: int
    default: Any
    static: bool
    words: Words | None = None


@record
class Design:
    """One design of a component: its field values, and what it does. `things` are its copies."""

    words: Words
    component: str
    index: int
    values: dict[str, Any]
    copies: int
    things: tuple[int, ...] = ()
    body: tuple[Stmt, ...] = ()
    clauses: tuple[Clause, ...] = ()
    worths: tuple[WorthLine, ...] = ()

    @property
    def has_own_name(self) -> bool:
        """Whether an author named it; the others go by their component, with their number or values after it."""
        return self.words.name != self.component and not self.words.name.startswith(f"{self.component}_")


@record
class Component:
    """`root` is the component whose numbering its things share."""

    words: Words
    root: str
    fields: dict[str, ThingField]
    designs: list[Design]
    interchangeable: bool
    optional: bool
    mandatory: frozenset[str]
    parts: tuple[str, ...]
    things: tuple[int, ...] = ()
    doubted: tuple[str, ...] = ()  # the fields whose values its tables do not vouch for

    @property
    def name(self) -> str:
        return self.words.name


# ---- Expressions ---------------------------------------------------------------------------------------------------


@record
class Var:
    """A local name. `per_player` is what everyone secretly chose: one value for each player."""

    name: str
    type: Type
    id: int
    per_player: bool = False


EVERYWHERE = 10**6
"""The number that `everywhere` stands for: more steps than any board has cells."""


class Prim(Enum):
    """The operations of the language that are not written in it."""

    AND = "and"
    OR = "or"
    NOT = "not"
    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV_DOWN = "div_down"
    DIV_UP = "div_up"
    NEG = "neg"
    IS = "is"
    IS_NOT = "is_not"
    LESS = "less"
    AT_MOST = "at_most"
    IN = "in"
    SUBSET = "subset"
    UNION = "union"
    COMMON = "common"
    EXCEPT = "except"
    COUNT = "count"
    SOME = "some"
    ONLY = "only"
    FIRST = "first"
    LAST = "last"
    LISTED = "listed"
    RANGE = "range"
    DISTINCT = "distinct"
    NEXT_TO = "next_to"
    SHIFT = "shift"
    RAY = "ray"
    GROW = "grow"
    GROUPS = "groups"
    PARTS = "parts"
    OCCUPIED = "occupied"
    ALL_CELLS = "all_cells"
    ROWS = "rows"
    COLUMNS = "columns"
    WIDTH = "width"
    HEIGHT = "height"
    OPPOSITE = "opposite"
    DIRECTIONS = "directions"
    BUNDLE = "bundle"
    AMOUNT_OF = "amount_of"
    CAN_PAY = "can_pay"
    POSITION = "position"
    SINGLE = "single"
    PLAYERS = "players"
    SIDES = "sides"
    SIDE_OF = "side_of"
    ACTIVE = "active"
    SPOTS = "spots"
    PART = "part"
    SPOT_CELLS = "spot_cells"
    LAID = "laid"
    PLAYER_OF = "player_of"


@record
class Const:
    value: Any
    type: Type
    span: Span
    name: str | None = None


@record
class Local:
    var: Var
    type: Type
    span: Span


@record
class Me:
    """`you`: the player who acts."""

    type: Type
    span: Span


@record
class This:
    """The thing whose rule is running."""

    type: Type
    span: Span


class Store(Enum):
    """What a Read reads."""

    UNIT = "unit"
    MEMORY = "memory"
    ZONE = "zone"
    PIECES = "pieces"
    SUPPLY = "supply"
    CELL_FIELD = "cell_field"
    CELLS_WITH = "cells_with"
    THING_FIELD = "thing_field"
    SECRET = "secret"


@record
class Read:
    """The value of a slot. `key` is whose: a player, side, cell, thing; None for the game's own or anybody's pieces.

    CELLS_WITH reads a cell field backwards: the cells that carry `value`.
    """

    store: Store
    name: str
    owner: str
    key: Expr | None
    type: Type
    span: Span
    value: Expr | None = None


@record
class Apply:
    """A primitive applied."""

    prim: Prim
    args: tuple[Expr, ...]
    type: Type
    span: Span


@record
class Call:
    """A definition applied; `you` is whose point of view, None where the definition has none."""

    function: Function
    args: tuple[Expr, ...]
    you: Expr | None
    type: Type
    span: Span


@record
class Rank:
    """`most`, `least` or `by` (ascending) of a value of the bound variable."""

    direction: str
    value: Expr


class Over(Enum):
    """What a Fold makes of the elements it goes through."""

    SOME = "some"
    NO = "no"
    EVERY = "every"
    EACH = "each"
    THE = "the"
    COUNT = "count"
    SUM = "sum"
    LIST = "list"
    MOST = "most"
    LEAST = "least"
    UNION = "union"


@record
class Fold:
    over: Over
    var: Var
    source: Expr
    where: Expr | None
    value: Expr | None
    ranks: tuple[Rank, ...]
    type: Type
    span: Span


@record
class Cond:
    test: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span


Expr: TypeAlias = Const | Local | Me | This | Read | Apply | Call | Fold | Cond


@record
class Function:
    """A definition, at the types it is called with. `body` is set once it has been checked."""

    words: Words
    params: tuple[Var, ...]
    type: Type
    uses_you: bool
    key: str
    lets: tuple[tuple[Var, Expr], ...] = ()
    body: Expr | None = None
    modifiers: list[Modifier] = field(default_factory=list)
    is_number: bool = False


# ---- Statements ----------------------------------------------------------------------------------------------------


@record
class Let:
    var: Var
    value: Expr
    span: Span


@record
class Set:
    """`target` is a Read; with a set of keys each of them is set."""

    target: Read
    value: Expr
    span: Span


@record
class Place:
    """A piece from its owner's supply onto cells; `lifted` puts down what was lifted instead."""

    piece: Piece
    owner: Expr | None
    cells: Expr
    lifted: bool
    span: Span


@record
class PlaceThing:
    """A thing that covers several cells onto a spot; its parts lend their fields to the cells they cover."""

    thing: Expr
    spot: Expr
    board: Board
    span: Span


@record
class Lift:
    """A piece off the board: into the hand, or back into its owner's supply, or out of the game."""

    piece: Piece
    owner: Expr | None
    cells: Expr
    to: str
    span: Span


@record
class Put:
    """Things into a zone (`zone` None: out of the game); `key` whose zone."""

    things: Expr
    zone: Zone | None
    key: Expr | None
    span: Span


@record
class Draw:
    number: Expr
    source: Zone
    source_key: Expr | None
    zone: Zone
    key: Expr | None
    span: Span


class Mode(Enum):
    GAIN = "gain"
    LOSE = "lose"
    PAY = "pay"


@record
class Units:
    """An amount of one unit."""

    unit: Unit
    number: Expr
    span: Span


@record
class AnyUnits:
    """A number of units of a group, the mix chosen."""

    group: str
    units: tuple[Unit, ...]
    number: Expr
    span: Span


@record
class AllUnits:
    units: tuple[Unit, ...]
    name: str
    span: Span


@record
class PieceUnits:
    """Pieces into or out of the owner's supply: `gain 1 pawn`."""

    piece: Piece
    number: Expr
    span: Span


@record
class ThingUnits:
    """Things lost that a rule must find: `lose 1 building`."""

    component: Component
    number: Expr
    span: Span


@record
class Bundle:
    """An amount that is a value: `pay cost(b)`."""

    value: Expr
    span: Span


@record
class Both:
    parts: tuple[Amount, ...]
    span: Span


@record
class OneOf:
    parts: tuple[Amount, ...]
    span: Span


Amount: TypeAlias = Units | AnyUnits | AllUnits | PieceUnits | ThingUnits | Bundle | Both | OneOf


@record
class Transfer:
    """gain, lose or pay an amount, `times` a number if it is counted by something (kept as `worth` for wording)."""

    mode: Mode
    amount: Amount
    times: Expr | None
    span: Span


@record
class Part:
    """One part of a choice. `quantity` is one, some, up_to or exactly."""

    var: Var
    source: Expr
    quantity: str
    number: Expr | None
    span: Span


@record
class Choose:
    parts: tuple[Part, ...]
    where: tuple[Expr, ...]
    possible: tuple[Expr, ...]
    at_random: bool
    otherwise: tuple[Stmt, ...] | None
    span: Span


@record
class CallAction:
    action: Action
    args: tuple[Expr, ...]
    span: Span


@record
class Do:
    """Carry out a thing's own body, or the effect in one of its fields."""

    thing: Expr
    field: ThingField | None
    span: Span


@record
class If:
    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    span: Span


@record
class ForEach:
    var: Var
    source: Expr
    where: Expr | None
    by: Expr | None
    body: tuple[Stmt, ...]
    span: Span


@record
class EachPlayer:
    among: Expr | None
    start: Expr | None
    where: Expr | None
    body: tuple[Stmt, ...]
    span: Span


@record
class Repeat:
    times: Expr | None
    test: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]
    span: Span


@record
class May:
    """`times` None: once; `any_times`: as often as wanted."""

    times: Expr | None
    any_times: bool
    body: tuple[Stmt, ...]
    span: Span


@record
class Must:
    body: tuple[Stmt, ...]
    span: Span


@record
class Either:
    branches: tuple[tuple[Stmt, ...], ...]
    span: Span


@record
class AnyOrder:
    """Items are Must, May, or ForEach over a May."""

    items: tuple[Stmt, ...]
    span: Span


@record
class Secret:
    part: Part
    where: tuple[Expr, ...]
    span: Span


@record
class TakeTurns:
    start: Expr | None
    until: Expr | None
    body: tuple[Stmt, ...]
    span: Span


@record
class As:
    who: Expr
    body: tuple[Stmt, ...]
    span: Span


@record
class Step:
    name: str
    words: Words
    body: tuple[Stmt, ...]
    span: Span


@record
class Needs:
    test: Expr
    span: Span


@record
class Limit:
    """At most once in each run of the period, by each player or `in_all`."""

    period: str
    in_all: bool
    span: Span


@record
class Shuffle:
    zone: Zone
    key: Expr | None
    span: Span


@record
class Show:
    """Makes things known: to everybody, or to you alone (a peek); `hide` makes them unknown again."""

    things: Expr
    to_all: bool
    span: Span
    hide: bool = False


@record
class RevealChoice:
    var: Var
    span: Span


@record
class Assemble:
    """Lays a board out of maps, chosen and turned as its declaration says."""

    board: Board
    maps: Expr
    turns: Expr | None
    span: Span


@record
class OrderPlayers:
    """`first` begins; or `order` is the new order."""

    first: Expr | None
    order: Expr | None
    at_random: bool
    span: Span


class Word(Enum):
    """Statements of one word."""

    STOP = "stop"
    PASS = "pass"
    WIN = "win"
    END = "end"


@record
class Plain:
    word: Word
    span: Span


Stmt: TypeAlias = (
    Let
    | Set
    | Place
    | PlaceThing
    | Lift
    | Put
    | Draw
    | Transfer
    | Choose
    | CallAction
    | Do
    | If
    | ForEach
    | EachPlayer
    | Repeat
    | May
    | Must
    | Either
    | AnyOrder
    | Secret
    | TakeTurns
    | As
    | Step
    | Needs
    | Limit
    | Shuffle
    | Show
    | RevealChoice
    | Assemble
    | OrderPlayers
    | Plain
)


@record
class Action:
    words: Words
    params: tuple[tuple[str | None, Var], ...]
    body: tuple[Stmt, ...] = ()
    key: str = ""


# ---- Clauses -------------------------------------------------------------------------------------------------------


@record
class Pattern:
    """What a trigger waits for. `actor` is you, opponent or anyone; `event` the verb or step.

    `object` is a piece, unit, component or thing the event must be about; `binds` gives names to its parts by
    preposition ("" for the object).
    """

    actor: str
    event: str
    is_step: bool
    object: Piece | Unit | Component | str | None
    binds: tuple[tuple[str, Var], ...]
    during: str | None
    span: Span


@record
class Trigger:
    """`timing` is before, after, instead or at."""

    timing: str
    pattern: Pattern
    where: Expr | None
    body: tuple[Stmt, ...]
    limit: Limit | None
    span: Span
    words: Words
    id: int = -1


@record
class Modifier:
    """`word` is increase, reduce, change, keep_least, keep_most, allow or forbid.

    A body or a limit makes it a permission: offered, and paid by the option that needed it.
    """

    word: str
    function: Function
    binds: tuple[Var, ...]
    fixed: tuple[Expr | None, ...]
    amount: Expr | None
    where: Expr | None
    body: tuple[Stmt, ...]
    limit: Limit | None
    span: Span
    words: Words
    design: Design | None = None
    id: int = -1

    @property
    def is_permission(self) -> bool:
        return bool(self.body) or self.limit is not None


@record
class Always:
    body: tuple[Stmt, ...]
    span: Span
    words: Words
    id: int = -1


Clause: TypeAlias = Trigger | Modifier | Always


@record
class WorthLine:
    """`n unit`, once or for each, of, every or if."""

    unit: Unit
    number: Expr
    kind: str
    var: Var | None
    source: Expr | None
    where: Expr | None
    every: Expr | None
    span: Span
    words: Words


@record
class Score:
    words: Words
    lines: tuple[WorthLine, ...]


@record
class Winner:
    """Of `source` those where `where` holds, best by `ranks`; `var` is the one judged."""

    var: Var
    source: Expr
    where: Expr | None
    ranks: tuple[Rank, ...]
    span: Span
    words: Words


@record
class Rule:
    words: Words
    clauses: tuple[Clause, ...]


@record
class Program:
    """A whole game for one choice of expansions and options and one number of players."""

    name: str
    title: str
    players: int
    player_range: tuple[int, ...]
    hash: str
    boards: dict[str, Board] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    groups: dict[str, tuple[Unit, ...]] = field(default_factory=dict)
    memories: dict[str, Memory] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    pieces: dict[str, Piece] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    numbers: dict[str, Function] = field(default_factory=dict)
    options: dict[str, tuple[Words, Type, Any]] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    steps: dict[str, Step] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)
    scores: dict[str, Score] = field(default_factory=dict)
    setup: tuple[Stmt, ...] = ()
    play: tuple[Stmt, ...] = ()
    winner: Winner | None = None
    side_size: int = 1
    side_word: str = "player"
    modules: tuple[str, ...] = ()  # the game, then what changes it, in the order in which it does
    written: dict[str, str] = field(default_factory=dict)  # the language of each module's names and prose
    match: tuple[int, Unit] | None = None  # so many games in a row, in which this counter goes on
