"""What people write by habit, from English or from programming, and the right form: the first error is the manual.

The parser says where it stopped; each hint looks at that line up to and with the word it stopped at, and the first
that fits is given. So order matters: particular habits stand above general ones. The parser often stops one word after
the culprit, because most words could be names; the patterns allow for it. A hint may ask that the parser would have
taken some token there (`wanted`), to tell apart lines that look alike. Nothing here decides what is legal: a hint is
looked for only after a line was refused, by the parser or for an unknown word, so a pattern may well match sentences
that are right.

What the patterns see: texts in quotes are blanked, a very long line is shortened, and a line break follows the word if
it is the last on its line (`$` matches before it, `\\n` asks for it).
"""

import re
from collections.abc import Collection
from typing import NamedTuple


class Hint(NamedTuple):
    """A habit, as a pattern on the line so far, and what to write instead."""

    pattern: re.Pattern[str]
    say: str
    wanted: str = ""
    whole: bool = False
    """Whether the rest of the line is looked at too."""


def _h(pattern: str, say: str, wanted: str = "", *, whole: bool = False) -> Hint:
    return Hint(re.compile(pattern, re.IGNORECASE), say, wanted, whole)


ENGLISH = frozenset(
    (
        *("add", "all", "any", "build", "cards", "choose", "collect", "cost", "costs", "cut", "deal", "decrease"),
        *("discard", "double", "earn", "every", "everybody", "game", "get", "give", "halve", "if", "keep", "limit"),
        *(
            "lower",
            "make",
            "no",
            "only",
            "opponent",
            "opponents",
            "player",
            "raise",
            "receive",
            "skip",
            "spend",
            "start",
        ),
        *("steal", "take", "the", "turn", "unless", "wins", "with", "without", "you", "your"),
    )
)
"""Words that people mean as they write them: no slip of the pen for a word of the language."""

_OPENING = r"\b(if|where|while|until|needs|otherwise|each player|for each|may|after|before|at|always|repeat)\b"
_VERB = r"(gain|lose|pay|place|put|choose|set|draw|roll|move|reveal)"
_OTHERS_VERB = r"(gains|loses|pays|gets|receives|draws|takes|scores|discards|places|moves|puts|chooses|rolls|plays)"
_CLAUSE = r"(after|before|instead|at|always|once|increase|reduce|change|keep|allow|forbid)"
_SLOT = r"(counter|memory|piece|deck|pile|hand|row|bag|area|board|dice)"

_SIGNS = (
    _h(r"^\s*(//|/\*|--|%)|\s(//|/\*)$", "a comment begins with `#`"),
    _h(r"\b(isn|aren|don|doesn|hasn|haven|can|won|mustn)['’]", "write `is not`, or `no SET`"),
    _h(r"[“”«»„]", 'texts stand in straight double quotes: `"…"`'),
    _h(
        r"\b(opponents?|others|other players?|another player)['’]",
        "what all others have is `(X except your X)`; what each of them has is `p's X`, with `p in opponents`",
        whole=True,
    ),
    _h(r"\w’", "write the straight apostrophe: `x's field`"),
    _h(r"(^|[\s(,:])'\w*$", 'texts stand in double quotes: `"…"`'),
    _h(
        r"\+\+|--$|\+=|-=|\*=",
        "write `gain 1 gold`, `lose 1 gold` or `set X to VALUE`; a rule may `increase NAME by 1`",
    ),
    _h(r"^\s+when \w+: ?-$", "say what is declined: `anne: ACTION; -`"),
    _h(r"\b(with|on|to|from|into) [\w']+ ?[-+*/]$", "put what is worked out in brackets: `with (n - 1)`"),
    _h(r"^score \w+:.*\brounded (down|up) \w+$", "put the number in brackets: `(x / 2 rounded down) points`"),
    _h(r"&&$", "write `and`"),
    _h(r"\|\|$", "write `or`"),
    _h(r"!=|<>|≠|/=$", "write `is not`"),
    _h(r">=|=>|≥", "write `is at least`"),
    _h(r"<=|=<|≤", "write `is at most`"),
    _h(r"==", "write `is`; `=` only defines"),
    _h(r">$", "write `is more than`"),
    _h(r"<$", "write `is less than`"),
    _h(r"!\w*$", "write `not CONDITION`, or `no SET`"),
    _h(
        r"^(players|title|language|requires|conflicts|written|match)\b",
        "this belongs to the first line of the file: indent it by two spaces under `game …` or `variant … of …`",
    ),
    _h(r'^(number|option|set)\b.*(=|to)\s*"', "a number stands without quotes"),
    _h(
        r"^\s*(rule|score|action|define|number|variant|game|step|kind|piece|component) \d\w*$",
        "a name begins with a letter",
    ),
    _h(r"^\s*players \d+( and| or more|,|-|–|\.\.)", "write `players 2 to 4`, or `players 2 or 4`"),
    _h(r"(^|[\s(])-?\d+(\.\.+|-|–|…)\w*$", "a range is `1 to 6`; in a sentence, `(1 to 6)`"),
    _h(r"\b\d+\.\d*$", "numbers are whole; a division says how to round, `x / 2 rounded down`"),
    _h(r"\.\n", "no full stop at the end of a line"),
    _h(r"\w\.\w*$", "no dots: write `x's field`, `field of x` or `your field`"),
    _h(r"\?$", "to choose between two values write `A if CONDITION otherwise B`"),
    _h(r";$", "one statement to a line, or `…, then …`; a semicolon only parts the answers of an example"),
    _h(r"[{}]$", "blocks are indented, and sets are words: `a or b`, `a on b`, `a except b`, `(a, b)`"),
    _h(r"[&|^~]$", "sets are words: `a or b`, `a on b`, `a except b`, `(a, b)`"),
    _h(r"[\w)]\[", "nothing is indexed: write `first of S`, `field of x`, or `f(x)`; a cell is `[2,3]`"),
)

_DECLARATIONS = (
    _h(r"^each player (has|have|owns?)\b", "how many there are is a number of the game: `set NAME to 50`"),
    _h(
        r"^(game|expansion|variant|library)\s+\"", 'a module has a name of one word, `game NAME`; under it, `title "…"`'
    ),
    _h(
        r"^(variant|expansion) \w+(\n|$)",
        "say of which game: `variant NAME of GAME`; `rulewright list` names the games",
    ),
    _h(r"^\s+(title|note|players|language|requires)\s*[:=]$", 'a header line has no sign after its word: `title "…"`'),
    _h(
        r"^set (?!your\b)\w+(['’]s)? (?!to\b|as\b|by\b|at\b|is\b|equal\b)\w+$|^replace \w+ \w+ with \w+ (-?\d|\w+$)",
        "what a card says is said anew: `replace KIND NAME`, and under it, indented, `with FIELD VALUE`",
    ),
    _h(r"^set \w+\s*(=|:=?|as|by)$", "to change a number write `set NAME to VALUE`"),
    _h(r"^\s+set \w.*\s(=|:=?)$", "a statement changes a value with `set NAME to VALUE`"),
    _h(
        r"^number \w+\s*(to|is|as|:|-?\d+)$",
        "a new number needs `=`: `number NAME = 4`; `set NAME to 4` changes one",
    ),
    _h(r"^\s*let \w+ (be|is|to|as)$", "write `let NAME = VALUE`"),
    _h(
        r"^\s*(function|func|fn|def|procedure|sub|method)\b",
        "what changes the game is `action NAME`; what only calculates is `define f(x: TYPE): TYPE = …`",
    ),
    _h(r"^define \w+(\([^)]*\))? ?(=|is|as)$", "a definition says its type: `define f(x: TYPE): TYPE = …`"),
    _h(
        r"^(class|struct|record|object|type|enum)\b",
        "a list of words is `kind NAME: a, b, c`; things that lie in zones are `component NAME`",
    ),
    _h(
        r"^\s*(const|var|int|bool|string|variable|constant)\b",
        "a fixed number is `number NAME = 4`; what changes in play is `memory NAME: TYPE` or `counter NAME per player`",
    ),
    _h(
        r"^(add|new|create|declare|make)\b",
        "a new thing is simply declared; `replace KIND OLD with NEW: …` puts it in another's place",
    ),
    _h(r"\bnew( \w+)?$", "nothing is made during play: declare the thing, then `move` or `put` it from its zone"),
    _h(r"^(delete|drop|cancel|disable|without)\b", "write `remove NAME`"),
    _h(r"^(modify|override|patch|change|edit)\b", "write `set NAME to …`, `replace KIND NAME …` or `extend KIND NAME`"),
    _h(
        r"^replace \w+ with( \w+)?$",
        "say what it is: `replace KIND OLD with NEW`, such as `replace goal OLD with NEW: …`",
    ),
    _h(r"^replace\b.*\bby$", "write `replace KIND OLD with NEW: …`"),
    _h(r"^(import|include|using|load)\b", "write `requires NAME` in the header, or `use PART from MODULE`"),
    _h(rf"^rule \w+ {_CLAUSE}\b", "a one-line rule needs a colon: `rule NAME: after you …, …`"),
    _h(
        r"^(rule \w+: *)?(you|players?|nobody|no one) (may not|cannot|must not|can not|can't|never|are not|is not)\b"
        r"|^\s*rule \w+: *(no|never|do not|don't)\b|\bforbid \w+ (on|to|from|in|a|the|next)\b",
        "a ban is `rule NAME: forbid DEFINITION where …`, or takes cells away: `reduce DEFINITION by SET`",
        whole=True,
    ),
    _h(
        r"^(rule \w+: *)?(limit|max|maximum|at most|no more than|minimum|min|at least|\w+ (cannot|can not) exceed)\b",
        "a rule keeps a number or a definition within bounds, `keep NAME at most 10`; a counter says its range",
        whole=True,
    ),
    _h(
        r"^rule \w+: *(if|where)\b",
        "a rule says when: `after you ACTION where CONDITION, …`, `at STEP where CONDITION, …`; or it is `always`",
    ),
    _h(r"^kind \w+ ?(=|is|are|of)$", "write `kind NAME: a, b, c`, or one member to an indented line"),
    _h(r"^kind \w+: .*\w$", "put a comma between the members", "COMMA"),
    _h(r"^piece\b[^:]*:$", "what is said of a piece follows commas: `piece pawn per player, 16 in supply`"),
    _h(rf"^{_SLOT}\b.*[=,:].* per\b", "`per player` follows the name at once: `counter NAME per player = 0`"),
    _h(r"^(action|setup|play|component|board)\b[^:]*:$", "no colon: the block under it is indented"),
)

_ENDS = (
    _h(r"^score \w+: *(lose|minus|less)\b", "what takes points away is a negative score: `-3 points if CONDITION`"),
    _h(r"^score \w+: .*\b(where|when)$", "the condition of a score begins with `if`: `2 points if CONDITION`"),
    _h(
        r"^rule \w+: *at (the )?(end|game_?end)\b",
        "points of the end of the game are a score: `score NAME: 2 points if CONDITION`, `-3 points if CONDITION`",
    ),
    _h(r"\bend (of (the )?)?game$|\bend the (game \w+|(?!game\b)\w+)$|\bgame (over|ends)$", "write `end the game`"),
    _h(
        r"^\s*end\b( ?(if|for|while|repeat|action|rule))?$|^\s*end(if|for|while)$",
        "a block ends where its indentation ends; to end play write `end the game`",
    ),
    _h(
        r"^(replace )?winner\s*(:|=|is)$|^(replace )?winner (the|who)\b",
        "write `winner player with most NAME then least NAME`",
    ),
    _h(r"\b(wins|win the game|you win|won)\b", "write `win`; who wins at the end is `winner player with most NAME`"),
    _h(r"^\s*(return|yield|result)( \S+)?$", "a definition ends in `= VALUE`; an action gives nothing back"),
)

_CONDITIONS = (
    _h(r"\b(elif|elseif|elsif|else if|otherwise if)\b", "write `otherwise`, and an `if` in its block"),
    _h(r"\belse\b", "write `otherwise`"),
    _h(r"\bunless\b", "write `if not CONDITION`, or `if no SET`"),
    _h(r"^(when|whenever|if|after|before|every|each|at)\b", "a rule has a name: `rule NAME: after you …, …`"),
    _h(r"^\s*\|.*[^|\s]\s*$", "every cell of a row ends with `|`, the last one too", "VBAR"),
    _h(
        r"^\s+when (the )?game (ends|is over)|^\s+when (the )?game$",
        "a score is known at any moment: leave `when` out and write `then your score is 3` or `your score(NAME) is 3`",
    ),
    _h(r"^\s+when \w+ ", "in an example write `when PLAYER: ACTION answer; answer`", "COLON"),
    _h(
        r"(^|: ?)\s*(when|whenever|every time|each time|upon|on)\b",
        "write `after you …`, `before you …`, `instead of you …` or `at STEP`",
    ),
    _h(
        r"\b(after|before|instead of) (a|any|each|the|every|your|\w+ing)( \w+)?$",
        "say who: `after you …`, `after an opponent …` or `after any player …`",
    ),
    _h(
        r"\b(if|where|and|or|needs) (?!some\b|no\b|every\b)\w+ in$",
        "to test a place write `x is in SET`, or `some SET on SET`",
    ),
    _h(r"\bevery \w+ (is|are|has|have)$", "write `every x in SET has CONDITION`"),
    _h(
        r"^\s*(rule \w+: )?(?!score).*\beach player (in )?players? with (the )?(most|highest|least|fewest)\b",
        "who they are stands in brackets: `each player in (players with most NAME), gain 1 gold`",
        whole=True,
    ),
    _h(
        r"^(?!winner|replace winner).*\bplayers? with (the )?(most|highest|least|fewest)\b",
        "give it as a score: `score NAME: 2 points if no p in opponents where p's X is more than your X`",
        whole=True,
    ),
    _h(r"\bthere( (is|are)\b.*)?$", "write `some SET` or `no SET`"),
    _h(r"\bnot (any|some)\b", "write `no SET`"),
    _h(r"\b(greater|bigger|larger|higher than)( than)?( \w+)?$", "write `is more than`"),
    _h(r"\b(fewer|smaller|lower than)( than)?( \w+)?$", "write `is less than`"),
    _h(r"\b(equals?|same as)( to)?( \w+)?$", "write `is`"),
    _h(r"\bbetween( \w+)?( and)?( \w+)?$", "write `is in (1 to 6)`"),
    _h(
        r"\b(if|where|while|until|needs) (at least|at most|more than|less than|exactly)\b",
        "write `count of SET is at least 3`",
    ),
    _h(r"\b\d+ or (more|fewer|less)$", "write `is at least 3` or `is at most 3`"),
    _h(r"\byou have (?!no\b|some\b)\S+", "write `your NAME is at least 3`, `you have some SET` or `you have no SET`"),
    _h(r"\b(if|where|while|needs) \w+ has\b", "write `some p's SET`, or `p's NAME is at least 3`"),
    _h(r"\b(true|false)$", "write `yes` or `no`"),
    _h(r"\b(null|nil|undefined|nothing|empty)$", "write `none`, or `no SET` for a set that is empty"),
    _h(r"\bif\b.*\bthen$", "write a comma instead of `then`"),
    _h(r"\bwith (most|least) [^,]*,$", "a ranking has no comma: `with most X then least Y`"),
    _h(r"\bwith (the )?(highest|lowest|largest|biggest|fewest)\b", "write `with most X` or `with least X`"),
)

_LOOPS = (
    _h(r"\b(foreach|forall)\b|\bfor (?!each\b|every\b)\w+( in)?$", "write `for each x in SET`"),
    _h(r"^\s*(while|until)\b", "write `repeat while CONDITION`, or `repeat`, an indented block and `until CONDITION`"),
    _h(r"^\s*(loop|do \w+ \d+|do \d+|\d+ times)\b", "write `repeat 3 times` and an indented block"),
    _h(
        r"^\s*(every|all) players?\b|^\s*everyone (?!secretly)\w+$|^\s*for each player\b",
        "write `each player, …`, or `each player` and an indented block",
    ),
    _h(
        r"^\s*(every|all) (opponents?|others?)\b|^\s*for each opponent\b|^\s*each other\b",
        "write `each opponent, …`, or `each opponent` and an indented block",
    ),
    _h(
        r"^\s*(for )?each of\b",
        "a loop names what it takes: `for each x in SET, …`; `for each of SET` only counts points",
    ),
    _h(
        r"\b(for each|for every|each) (?!player\b)\w+ (next|on|where|not|with|except|you)$",
        "give each one a name, `for each x in SET`, or count: `for each of your SET`; without `your`, everybody's",
    ),
    _h(
        r"\bonce (a|each|every|in a|during)\b|\b(twice|thrice|(\d+ times|one time) (per|a|each))\b",
        "write `once per turn`; in place of `turn` any action may stand",
    ),
)

_AMOUNTS = (
    _h(r"\bhow many\b", "write `count of SET`"),
    _h(r"\b\d*d\d+$", "declare dice, `dice cup of die, 2 with 6 faces`, then write `roll cup`"),
    _h(
        r"^\s*score (a |an |the )?\d+\b|^\s+score\b",
        "during play write `gain 3 points`; at the end, `score NAME: 3 points for each of SET`",
    ),
    _h(r"^score \w+ \S+$", "a one-line score is `score NAME: 3 points for each of SET`"),
    _h(rf"\b{_OTHERS_VERB}\b", "write it as an order: `gain 1 gold`; for others, `each player, gain …` or `as p, …`"),
    _h(
        r"^\s*(you|player|players) (must|may|can|should|shall|will|cannot)\b",
        "leave out who: write `may …`, `must …`, or the order alone; a ban is `forbid NAME where …`",
    ),
    _h(r"(^\s*|, )you (?!have)\w+( \S+)?$", "leave out `you`: an order is `gain 1 gold`"),
    _h(r"\bper( \w*)?$", "write `for each of SET` or `for every 2 of SET`"),
    _h(r"\b(plus|minus|times|divided by)( \w+)?$", "write `+`, `-`, `*`, or `x / 2 rounded down`"),
    _h(r"\bhalf\b|/ ?\w+\s*\S*$", "say how to round: `x / 2 rounded down`, or `for every 2 of SET`"),
    _h(
        r"\b(decrease|lower|raise|lessen|double|boost)\b",
        "write `increase X by 1`, `reduce X by 1` or `change X to VALUE`",
    ),
    _h(r"\b(increase|reduce)\b.*\bto$", "write `increase X by 1`; to give a fixed value, `change X to VALUE`"),
    _h(
        r"\b(increase|reduce|change|keep|allow|forbid) (your|the|a|its|all)\b",
        "a rule changes what has a name, `increase NAME by 1 where …`; to give something once write `gain 1 gold`",
    ),
)

_CHOICES = (
    _h(r"\brandomly\b|\b(a|one) random\b", "write `choose x in SET at random`"),
    _h(r"\bchoose (\w+ )?\w+ (from|among|of|out|on|next)( \w+)?$", "write `choose x in SET where CONDITION`"),
    _h(r"\bchoose (one|between)\b.*(:|or)$", "to choose what to do write `either …`, and `or …` on the next line"),
    _h(r"\bchoose (a|an|the|one|any|your)\b", "give the choice a name: `choose x in SET where CONDITION`"),
    _h(r"\b(prefer|preferring|preferably|ideally)\b", "write `choose x in SET, if possible CONDITION`"),
    _h(r"\bchoose \w+ in .*[^,] if$", "put a comma before it: `choose x in SET, if possible CONDITION`"),
    _h(r"\b(some|any|all) of( \w+)?$", "write `some SET`, `every x in SET has CONDITION`, or `choose some x in SET`"),
    _h(
        r"\bany \w+ (in|next|on|where)$|\b(if|where|needs|while|until|and|or) any\b",
        "`any 2 gold` is an amount; to test a set write `some`",
    ),
    _h(r"\b(adjacent|beside|touching|near|bordering|neighbou?ring)\b", "write `next to`"),
    _h(r"\b(but not|other than|excluding|without)( \w+)?$", "write `except`, `not on` or `not next to`"),
    _h(r"\b(my|our|his|her|their)( \w+)?$", "write `your NAME`, `p's NAME` or `its NAME`"),
    _h(
        r"\b(let|define|memory|action|number|each|some) (a|an|the)( \W)?$",
        "`a`, `an` and `the` are articles: give the thing another name",
    ),
    _h(
        r"\b(on|from|to|into|in|of|with|except) (the|a|an)( \w+)?$",
        "no article here: `from deck`, `on site`; one may stand only before what a verb acts on",
    ),
    _h(r"\band then\b", "between two orders on one line write `, then`"),
    _h(
        r"\beither \S.*\bor\b|\bor (gain|lose|pay)( \S+)?$",
        "each alternative has its own line: `either …`, then `or …` under it",
    ),
    _h(r"\b(on|to|from|into) [^,]*\b(or|and)$", "put `A or B` in brackets: `on (A or B)`"),
    _h(r"^\s*\w+ .* on .* on$", "put the filtered set in brackets"),
)

_COLONS_AND_COMMAS = (
    _h(_OPENING + r"[^:]*:$", "no colon after a condition: a comma for one line, or an indented block"),
    _h(r"^\s+step \w+:$", "no colon: `step NAME, …` for one line, or an indented block"),
    _h(
        r"^\s*[^\W\d]\w*('s \w+)?\s*(=|:=)$|^\s+your \w+ =$",
        "a statement changes a value with `set NAME to VALUE`; a new name is `let NAME = VALUE`",
    ),
    _h(r"\s:?=$", "`=` only defines; to compare write `is`"),
    _h(r"^(?!rule|score|action)[^\W\d]\w* [^\W\d]\w* \S+$", "a one-line thing is `KIND NAME: body`", "COLON"),
    _h(
        r"^rule \w+: *\w+$",
        "a rule begins with `after you …`, `before you …`, `instead of you …`, `at STEP` or `always`, "
        "or changes a number: `increase NAME by 1 where …`",
    ),
    _h(r",\s*\w+$", "between two orders on one line write `, then`", "THEN"),
    _h(
        rf"{_OPENING}.*\s([^\W\d]\w*|{_VERB} \w+)$",
        "put a comma after the condition, or indent the order on the next line",
        "COMMA",
    ),
    _h(rf"\s{_VERB}$", "an order begins a line, or follows `, then` or the comma of a condition"),
    _h(r"\b(a|an|the)$", "`a`, `an` and `the` are articles: give the thing another name"),
)

HINTS: tuple[Hint, ...] = (
    *_SIGNS,
    *_DECLARATIONS,
    *_ENDS,
    *_CONDITIONS,
    *_LOOPS,
    *_AMOUNTS,
    *_CHOICES,
    *_COLONS_AND_COMMAS,
)

GENERAL = frozenset((*_ENDS, *_COLONS_AND_COMMAS))
"""What says less than the mended line."""

_WORD = re.compile(r"\w+|[=!<>+*/&|^~%-]+|\.+|\S?")
_QUOTED = re.compile(r'"[^"\n]*"')
_HEAD, _TAIL = 80, 240


def _blank(quoted: re.Match[str]) -> str:
    return '"' + " " * (len(quoted.group()) - 2) + '"'


def _so_far(line: str, column: int) -> str:
    start = max(column - 1, 0)
    found = _WORD.match(line[start : start + _TAIL])
    word = found.group() if found else ""
    before = line[:start]
    if len(before) > _HEAD + _TAIL:
        before = f"{before[:_HEAD]} … {before[-_TAIL:]}"
    is_last = len(line) <= start + len(word) + _TAIL and not line[start + len(word) :].strip()
    return _QUOTED.sub(_blank, before) + word + ("\n" if is_last else "")


def find(line: str, column: int, expected: Collection[str]) -> Hint | None:
    """The first hint that fits; see `hint`."""
    so_far = _so_far(line, column)
    whole = _QUOTED.sub(_blank, line[: max(column - 1, 0) + _TAIL]) if len(line) < _HEAD + 2 * _TAIL else so_far
    fitting = (
        h for h in HINTS if (not h.wanted or h.wanted in expected) and h.pattern.search(whole if h.whole else so_far)
    )
    return next(fitting, None)


def hint(line: str, column: int, expected: Collection[str] = ()) -> str | None:
    """What to write instead, or nothing.

    `column` is where the line was refused, from 1; `expected` holds the names of the tokens that could stand there.
    """
    found = find(line, column, expected)
    return found.say if found else None
