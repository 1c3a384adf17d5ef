"""Plans: what a sentence says, before any language says it.

A plan names nouns by key, people by role and relations by word; it holds no text but the author's own names. The
planner makes plans from the Program, a realiser per language turns them into sentences. Noun phrases, conditions,
values and acts are closed unions, so that a test can demand wording for each class in each language.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from rulewright.dsl.program import Action, Function, Mode, Unit, Words
from rulewright.dsl.source import Span

# ---- Nouns and people ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Noun:
    """A key into the lexicon: `kind` says what sort of thing, `name` which one, `home` its component or kind."""

    kind: str
    name: str
    home: str = ""


class Person(Enum):
    """Who a possessive speaks of: the reader, or the player the sentence is about."""

    YOU = "you"
    THEY = "they"


# ---- Noun phrases --------------------------------------------------------------------------------------------------


class Rel(Enum):
    """How one set stands to another."""

    NEXT_TO = "next_to"
    ON = "on"
    AMONG = "among"


@dataclass(frozen=True, slots=True)
class Filter:
    rel: Rel
    target: Np
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Such:
    """A filter by a condition on the element, which the condition calls `It`."""

    test: Cond


@dataclass(frozen=True, slots=True)
class Group:
    """A set by its head noun. `single` where there is only one, as with a board or a card just drawn."""

    noun: Noun
    owner: Owner | None = None
    filters: tuple[Filter | Such, ...] = ()
    single: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """A definition's own phrase, with its arguments."""

    function: Function
    args: tuple[tuple[str, Np | Value | Chosen], ...]
    owner: Owner | None = None
    single: bool = False
    filters: tuple[Filter | Such, ...] = ()
    about: Np | None = None


@dataclass(frozen=True, slots=True)
class That:
    """Something mentioned before. `order` is 1 or 2 where two of the same noun must be told apart.

    `near` is the thing whose own rule is being read: this tile. `called` is what it goes by where it is known which.
    """

    noun: Noun
    order: int = 0
    many: bool = False
    near: bool = False
    called: str = ""


@dataclass(frozen=True, slots=True)
class It:
    """The element that a relative clause is about; `many` is what a clause before it counted."""

    noun: Noun
    many: bool = False


@dataclass(frozen=True, slots=True)
class Someone:
    """A player as a noun phrase: you, or the one spoken of."""

    person: Person


@dataclass(frozen=True, slots=True)
class Cells:
    """Cells by row and column."""

    cells: tuple[tuple[int, int], ...]
    noun: Noun


@dataclass(frozen=True, slots=True)
class Joined:
    """`word` is and or or."""

    parts: tuple[Np | Value, ...]
    word: str


@dataclass(frozen=True, slots=True)
class Pick:
    """One element by its place: first, last or only; or the best by ranks."""

    which: str
    source: Np
    ranks: tuple[tuple[str, Value | Np], ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """Those of a set that rank highest."""

    source: Np
    ranks: tuple[tuple[str, Value | Np], ...]


@dataclass(frozen=True, slots=True)
class Attribute:
    """`the value of the card`."""

    noun: Noun
    owner: Np


@dataclass(frozen=True, slots=True)
class Derived:
    """What a primitive makes of sets: `word` is the primitive's name."""

    word: str
    args: tuple[Np | Value, ...]
    noun: Noun


@dataclass(frozen=True, slots=True)
class Choice:
    """One value or another by a condition."""

    test: Cond
    then: Np | Value
    otherwise: Np | Value


@dataclass(frozen=True, slots=True)
class Nothing:
    """The value none, or the empty set."""


Np: TypeAlias = (
    Group | Phrase | That | It | Someone | Cells | Joined | Pick | Ranked | Attribute | Derived | Choice | Nothing
)
Owner: TypeAlias = Person | Group | Phrase | That | It | Someone | Pick | Attribute

# ---- Values --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class Count:
    source: Np


@dataclass(frozen=True, slots=True)
class Held:
    """How much of a unit somebody has."""

    unit: Noun
    owner: Owner | None


@dataclass(frozen=True, slots=True)
class Arith:
    """`op` is add, sub, mul, div_down, div_up or neg."""

    op: str
    args: tuple[Value | Np, ...]


@dataclass(frozen=True, slots=True)
class Gathered:
    """`word` is sum, most, least or list: of a value, over the elements of a set."""

    word: str
    value: Value | Np
    source: Np


@dataclass(frozen=True, slots=True)
class Sure:
    """A truth that is fixed."""

    value: bool


@dataclass(frozen=True, slots=True)
class Span2:
    """The numbers from low to high."""

    low: Value | Np
    high: Value | Np


# ---- Conditions ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Combined:
    parts: tuple[Cond, ...]
    word: str


@dataclass(frozen=True, slots=True)
class Not:
    test: Cond


@dataclass(frozen=True, slots=True)
class Compared:
    """`op` is is, is_not, less, at_most, more or at_least."""

    left: Value | Np
    op: str
    right: Value | Np


@dataclass(frozen=True, slots=True)
class Stands:
    """A thing stands next to, on or among others."""

    subject: Np
    rel: Rel
    target: Np
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Exists:
    """There is, or is no, such thing; `left` where things run out, as in a supply."""

    source: Np
    negated: bool
    owner: Owner | None = None


@dataclass(frozen=True, slots=True)
class Supply:
    """Somebody has pieces left to place: `op` and `number` as in Compared."""

    piece: Noun
    owner: Owner | None
    op: str
    number: Value | Np


@dataclass(frozen=True, slots=True)
class Counted:
    """There are so many of a set."""

    source: Np
    op: str
    number: Value | Np


@dataclass(frozen=True, slots=True)
class Stated:
    """A definition's phrase as a clause, or as a predicate of its first argument."""

    phrase: Phrase
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Flag:
    """A remembered or optional truth."""

    noun: Noun
    owner: Owner | None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Quantified:
    """`kind` is some, no or every: of a set, a condition holds."""

    kind: str
    source: Np
    test: Cond


Cond: TypeAlias = Combined | Not | Compared | Stands | Exists | Supply | Counted | Stated | Flag | Quantified | Sure

# ---- Amounts -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Units:
    number: Value | Np
    noun: Noun


@dataclass(frozen=True, slots=True)
class AnyUnits:
    number: Value | Np
    noun: Noun


@dataclass(frozen=True, slots=True)
class AllUnits:
    nouns: tuple[Noun, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """An amount that is a value: `the price of the card`."""

    value: Value | Np


@dataclass(frozen=True, slots=True)
class Together:
    parts: tuple[Amount, ...]
    word: str


Amount: TypeAlias = Units | AnyUnits | AllUnits | Worth | Together
Value: TypeAlias = Number | Count | Held | Arith | Gathered | Sure | Span2 | Amount

# ---- Acts ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chosen:
    """One choice: from what, under which conditions, what is preferred; `quantity` is one, some, up_to or exactly.

    `noun` is what a chosen number is called.
    """

    source: Np
    quantity: str = "one"
    number: Value | Np | None = None
    where: tuple[Cond, ...] = ()
    possible: tuple[Cond, ...] = ()
    at_random: bool = False
    noun: Noun | None = None


Thing: TypeAlias = Np | Chosen


@dataclass(frozen=True, slots=True)
class PlaceAct:
    """A piece onto cells. `verb` is an action's where it says no more than this; `again` where it was lifted before.

    `supplied` where a rule says that it comes from the supply.
    """

    piece: Noun
    owner: Owner | None
    where: Thing
    verb: str = "place"
    again: bool = False
    supplied: bool = False


@dataclass(frozen=True, slots=True)
class MoveAct:
    """A piece from cells to cells."""

    piece: Noun
    owner: Owner | None
    start: Thing
    goal: Thing
    verb: str = "move"


@dataclass(frozen=True, slots=True)
class LiftAct:
    """`to` is hand, supply or box."""

    piece: Noun
    owner: Owner | None
    where: Thing
    to: str


@dataclass(frozen=True, slots=True)
class PutAct:
    """Things into a zone, or out of the game. `onto` is what is chosen to put them on, where zones belong to things.

    `cell` is where a thing lies from then on, if it remembers that. A zone that was `cleared` just before holds nothing
    else afterwards.
    """

    things: Thing
    zone: Np | None
    onto: Chosen | None = None
    cell: Np | None = None
    cleared: bool = False


@dataclass(frozen=True, slots=True)
class LayAct:
    """A thing of several cells onto a spot."""

    thing: Thing
    spot: Thing


@dataclass(frozen=True, slots=True)
class DrawAct:
    number: Value | Np
    what: Noun
    source: Np
    zone: Np


@dataclass(frozen=True, slots=True)
class FillAct:
    """Draw until a zone holds so many."""

    number: Value | Np
    what: Noun
    source: Np
    zone: Np


@dataclass(frozen=True, slots=True)
class AgainAct:
    """What was just told may be done again, so many times; None is as often as wished.

    `anew` is the piece that is chosen each time, where there are others to choose from; `placed` is the piece of which
    one more comes onto the board.
    """

    times: Value | Np | None
    anew: Noun | None = None
    placed: Noun | None = None


@dataclass(frozen=True, slots=True)
class TransferAct:
    """What is gained `instead` of the same that is given back for it."""

    mode: Mode
    amount: Amount
    times: Tally | None = None
    instead: Amount | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """What an amount is counted by: `kind` is each, of, every or if."""

    kind: str
    source: Np | None
    every: Value | Np | None
    test: Cond | None


@dataclass(frozen=True, slots=True)
class ChooseAct:
    parts: tuple[Chosen, ...]
    where: tuple[Cond, ...] = ()
    possible: tuple[Cond, ...] = ()
    at_random: bool = False
    secret: bool = False


@dataclass(frozen=True, slots=True)
class CallAct:
    """An action by name, with what it is done to."""

    action: Action
    args: tuple[tuple[str | None, Thing | Value], ...]
    piece: Noun | None = None


@dataclass(frozen=True, slots=True)
class UseAct:
    """Carry out what a thing says."""

    thing: Thing
    field: Noun | None = None


@dataclass(frozen=True, slots=True)
class SetAct:
    target: Np | Value | Flag
    value: Np | Value
    change: str = "set"


@dataclass(frozen=True, slots=True)
class RollAct:
    """`again` where the dice lie rolled already."""

    dice: Thing
    again: bool = False


@dataclass(frozen=True, slots=True)
class ShuffleAct:
    zone: Np


@dataclass(frozen=True, slots=True)
class CloseUpAct:
    """What lies in a row takes its first places, in the order in which it lies."""

    zone: Np


@dataclass(frozen=True, slots=True)
class ShowAct:
    things: Np
    to_all: bool


@dataclass(frozen=True, slots=True)
class AssembleAct:
    """`turned`: each map at random, or none of them; None where that need not be said. `half`: only by half a turn."""

    board: Noun
    maps: Np
    turned: bool | None
    half: bool = False


@dataclass(frozen=True, slots=True)
class OrderAct:
    """`first` begins, or the order follows `order`."""

    first: Np | None
    order: Np | None
    at_random: bool


@dataclass(frozen=True, slots=True)
class WordAct:
    """`word` is stop, pass, win or end."""

    word: str


@dataclass(frozen=True, slots=True)
class IfAct:
    test: Cond
    then: Acts
    otherwise: Acts


@dataclass(frozen=True, slots=True)
class EachAct:
    source: Np
    body: Acts
    by: Value | Np | None = None
    again: Noun | None = None


@dataclass(frozen=True, slots=True)
class PlayersAct:
    """Each player in turn order; `body` is planned in the third person where one sentence says it."""

    among: Np | None
    start: Np | None
    where: Cond | None
    body: Acts
    third: Acts
    is_turn: bool = False


@dataclass(frozen=True, slots=True)
class RepeatAct:
    times: Value | Np | None
    test: Cond | None
    until: Cond | None
    body: Acts


@dataclass(frozen=True, slots=True)
class MayAct:
    times: Value | Np | None
    any_times: bool
    body: Acts


@dataclass(frozen=True, slots=True)
class MustAct:
    body: Acts


@dataclass(frozen=True, slots=True)
class EitherAct:
    branches: tuple[Acts, ...]


@dataclass(frozen=True, slots=True)
class AnyOrderAct:
    items: Acts


@dataclass(frozen=True, slots=True)
class TurnsAct:
    """Players take turns until all pass, or until a condition holds; the first player begins, or `start`."""

    start: Np | None
    until: Cond | None
    body: Acts


@dataclass(frozen=True, slots=True)
class AsAct:
    """Somebody else acts; `body` is in the third person."""

    who: Np
    body: Acts


@dataclass(frozen=True, slots=True)
class StepAct:
    """`heard` is what takes effect at a step that does nothing of itself."""

    words: Words
    body: Acts
    heard: tuple[Noun, ...] = ()


@dataclass(frozen=True, slots=True)
class NeedAct:
    test: Cond


@dataclass(frozen=True, slots=True)
class LimitAct:
    period: str
    in_all: bool


@dataclass(frozen=True, slots=True)
class CannotAct:
    """What happens where nothing could be chosen."""

    body: Acts


Act: TypeAlias = (
    PlaceAct
    | MoveAct
    | LiftAct
    | PutAct
    | LayAct
    | DrawAct
    | FillAct
    | AgainAct
    | TransferAct
    | ChooseAct
    | CallAct
    | UseAct
    | SetAct
    | RollAct
    | ShuffleAct
    | CloseUpAct
    | ShowAct
    | AssembleAct
    | OrderAct
    | WordAct
    | IfAct
    | EachAct
    | PlayersAct
    | RepeatAct
    | MayAct
    | MustAct
    | EitherAct
    | AnyOrderAct
    | TurnsAct
    | AsAct
    | StepAct
    | NeedAct
    | LimitAct
    | CannotAct
)
Acts: TypeAlias = tuple[Act, ...]

# ---- Clauses, scores, the winner -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Event:
    """What a trigger waits for. `actor` is you, opponent or anyone; what is `lasting` takes more than one act.

    A piece is also placed when it is `moved`, in games in which pieces of that kind move. A round is nobody's action.
    """

    actor: str
    verb: str
    is_step: bool
    action: Action | None
    object: Noun | None
    places: tuple[tuple[str, Np], ...]
    during: str | None
    lasting: bool = False
    moved: bool = False
    is_round: bool = False


@dataclass(frozen=True, slots=True)
class WhenPlan:
    """`timing` is before, after, instead or at. What is done at other moments as well has them in `also`.

    What only says what an event is that does nothing of itself, as the loss of a thing, is its meaning.
    """

    timing: str
    event: Event
    where: Cond | None
    body: Acts
    limit: LimitAct | None
    also: tuple[tuple[str, Event], ...] = ()
    is_meaning: bool = False

    @property
    def offer(self) -> Acts | None:
        """What may be done instead: then it is left as a whole, and what it would have replaced happens."""
        match self.body:
            case (MayAct(times=None, any_times=False, body=body),) if self.timing == "instead":
                return body
            case _:
                return None


@dataclass(frozen=True, slots=True)
class ChangePlan:
    """`word` is increase, reduce, change, keep_least, keep_most, allow or forbid.

    What holds of several definitions alike names the others in `also`; a larger step in some case is `rather` taken;
    `never` is a bound that the changed value keeps: less or more, and than what. What has a price is used `during`
    the one action that looks at what it changes.
    """

    word: str
    what: Np | Value | Cond
    amount: Value | Np | Amount | None
    where: Cond | None
    body: Acts
    limit: LimitAct | None
    before: int | None = None
    during: Action | None = None
    also: tuple[Np | Value | Cond, ...] = ()
    rather: tuple[Number, Cond] | None = None
    never: tuple[str, Value | Np | Amount] | None = None

    @property
    def after(self) -> int | None:
        """What a fixed number has become, where the change is fixed too."""
        if self.before is None or not isinstance(self.amount, Number):
            return None
        changed = {"increase": self.before + self.amount.value, "reduce": self.before - self.amount.value}
        return changed.get(self.word, self.amount.value if self.word == "change" else None)


@dataclass(frozen=True, slots=True)
class AlwaysPlan:
    body: Acts


@dataclass(frozen=True, slots=True)
class ScorePlan:
    number: Value | Np
    unit: Noun
    tally: Tally | None


@dataclass(frozen=True, slots=True)
class WinnerPlan:
    noun: Noun
    where: Cond | None
    ranks: tuple[tuple[str, Value | Np], ...]


ClausePlan: TypeAlias = WhenPlan | ChangePlan | AlwaysPlan


@dataclass(frozen=True, slots=True)
class Placed:
    """A plan and the places in the rules that made it."""

    plan: Act | ClausePlan | ScorePlan | WinnerPlan
    spans: tuple[Span, ...] = ()


def unit_noun(unit: Unit) -> Noun:
    return Noun("unit", unit.words.name)
