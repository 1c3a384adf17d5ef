"""What people write by habit for a word that the language has: verbs and values that nothing declares.

Looked at only after a name was found to mean nothing, and before one that is merely spelt alike is offered.
"""

from __future__ import annotations

_GAIN = "to receive is `gain`: `gain 1 gold`; things are drawn, `draw 1 from DECK into your HAND`"
_OTHERS = "say who and what: `as p, gain 1 gold`, `as p, lose 1 gold`, or `each player, …`"
_DISCARD = "write `put x into PILE`; a counter goes down with `lose 1 gold`"

VERBS = {
    **dict.fromkeys(("get", "receive", "earn", "take", "collect", "obtain", "acquire", "gains", "gets"), _GAIN),
    **dict.fromkeys(("gagner", "gagnez", "gagne"), _GAIN),
    **dict.fromkeys(("give", "hand", "grant", "offer", "steal", "rob", "transfer"), _OTHERS),
    **dict.fromkeys(("discard", "trash", "destroy", "spend", "sacrifice"), _DISCARD),
    "spend": "write `pay 1 gold`, or `pay 1 gold to …` for what it buys",
    "buy": "write `pay 1 gold to …`, and after `to` what it buys",
    "deal": "write `each player, draw 3 from DECK into your HAND`",
    "increase": "during play a counter goes up with `gain 1 gold`; in a rule `increase NAME by 1` changes a number",
    "reduce": "during play a counter goes down with `lose 1 gold`; in a rule `reduce NAME by 1` changes a number",
    "skip": "to leave the action write `stop`; in turns that go round, `pass`",
    "quit": "write `end the game`",
    "finish": "write `end the game`, or `stop` to leave the action",
    "flip": "write `set FIELD of x to VALUE`, or `reveal x` for what was hidden",
    "swap": "write two moves, with `let` to remember the first place",
    "score": "during play write `gain 3 points`; at the end, `score NAME: 3 points for each of SET`",
    "print": "nothing is printed by rules; `note` adds a remark",
    "return": "write `return a PIECE from CELL`; a definition ends in `= VALUE`",
}

FORMS = {
    "draw": "write `draw 2 from DECK into your HAND`",
    "put": "write `put x into ZONE`",
    "move": "write `move a PIECE from CELL to CELL`, or `move x to ZONE`",
    "add": "write `add x to SET`; a counter goes up with `gain 1 gold`",
    "return": "write `return a PIECE from CELL`",
}
"""The whole form of a verb of which a part is missing."""

_FIGURES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

VALUES = {
    **{word: f"write it in figures: `{figure}`" for figure, word in enumerate(_FIGURES, 1)},
    **dict.fromkeys(("a", "an"), "write the number: `1`"),
    **dict.fromkeys(("true", "on"), "write `yes`"),
    **dict.fromkeys(("false", "off"), "write `no`"),
    **dict.fromkeys(("null", "nil", "nothing", "nobody"), "write `none`, or `no SET` for a set that is empty"),
    **dict.fromkeys(("me", "myself", "he", "she", "they", "him", "her", "them"), "whoever acts is `you`"),
    **dict.fromkeys(("more", "higher"), "write `is at least 3`"),
    **dict.fromkeys(("less", "fewer", "lower"), "write `is at most 3`"),
    "half": "say how to round: `x / 2 rounded down`",
    "how": "write `count of SET`",
    **dict.fromkeys(("my", "mine", "his", "their"), "write `your NAME`, or `p's NAME`"),
    **dict.fromkeys(("everyone", "everybody", "all"), "write `players`; `opponents` are all but you"),
    **dict.fromkeys(("adjacent", "neighbours", "neighbors"), "write `A next to B`"),
}

TYPES = {
    **dict.fromkeys(("bool", "boolean", "flag"), "yes or no is `truth`"),
    **dict.fromkeys(("int", "integer", "float", "num", "count"), "write `number`, or a range such as `0 to 6`"),
    **dict.fromkeys(
        ("string", "text", "str"), "there are no texts to reckon with; a list of words is `kind NAME: a, b, c`"
    ),
    **dict.fromkeys(
        ("position", "place", "square", "hex", "tile", "field", "space", "location"), "a place is a `cell`"
    ),
}

OPENINGS = {
    **dict.fromkeys(("no", "without", "delete", "drop", "ban"), "to take a thing out of the game write `remove NAME`"),
    **dict.fromkeys(("add", "new", "create"), "a new thing is simply declared: `rule NAME: …`, `KIND NAME: …`"),
    **dict.fromkeys(("test", "scenario"), 'write `example "what it shows"`'),
    **dict.fromkeys(("change", "modify", "let"), "to change a number write `set NAME to VALUE`"),
}
