"""A refused line -> the line that was meant, in the author's own words, if a few small changes make it one.

Each change knows one habit, from English or from programming. It is tried on the line where the parser stopped, and
what brings the parser furthest is looked at first; so several habits in one line are mended one after the other, and
what is offered is always read without complaint. Nothing is guessed silently: the line is shown, the error stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from heapq import heappop, heappush
from typing import NamedTuple

from rulewright.dsl.plurals import plural, singulars
from rulewright.dsl.syntax.foreign import in_english

LONGEST_LINE = 200
LONGEST_TEXT = 8_000
MOST_CHANGES = 7
MOST_TRIED = 120

Stops = Callable[[str], int | None]
"""Where the parser stops in the text of a declaration; None if it reads it to the end."""


class Mended(NamedTuple):
    """A line as it was probably meant, and the changes that it took."""

    line: str
    changes: tuple[Change, ...]


class Change(NamedTuple):
    """A habit, as a pattern on the line, and what to write in its place."""

    pattern: re.Pattern[str]
    instead: str | Callable[[re.Match[str]], str]

    def __call__(self, line: str) -> str:
        return self.pattern.sub(self.instead, line, count=1)


def _c(pattern: str, instead: str | Callable[[re.Match[str]], str]) -> Change:
    return Change(re.compile(pattern, re.IGNORECASE | re.MULTILINE), instead)


_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FIGURES = {word: figure for figure, word in enumerate(_WORDS, 1)}
_WORDED = "|".join(_WORDS)
_N = rf"(\d+|an?|{_WORDED})"
_GETS = r"(?:gets?|gains?|receives?|earns?|takes?|collects?|scores?|wins?)"
_LOSES = r"(?:loses?|discards?)"
_START = r"(?P<start>^\s+|, |: ?)"  # where an order may begin
_OPENERS = r"(?:if|else|otherwise|when|where|each|every|all|for|repeat|rule|you|given|then|may|or|and)\b"
_OTHERS_OWN = r"(?:opponents'|others'|(?:other|another) players?'s?|opponent's)"
_TIMED = r"\b(?:after|before|instead of|at) [^,]*?"
_VERBS = r"(?:gain|lose|pay|place|draw|set|choose|may|put|move|roll|each player)"


def _figure(word: str) -> str:
    return word if word.isdigit() else str(_FIGURES.get(word.lower(), 1))


def _bare(verb: str) -> str:
    """`build` of `builds`, `settle` of `settles`."""
    found = singulars(verb)
    return found[-1] if found and not verb.endswith("ss") else verb


def _many(noun: str) -> str:
    return noun if noun.endswith("s") else plural(noun)


def _order(verb: str, amount: int = 2, who: str = "") -> Callable[[re.Match[str]], str]:
    return lambda m: f"{m['start']}{who}{verb} {_figure(m[amount])} "


def _of_the_first(m: re.Match[str]) -> str:
    """`the player with most gold gains 1 wood`: perhaps several, each of whom does it."""
    how = "least" if m[2].lower() in ("fewest", "least", "lowest") else "most"
    verb = "lose" if re.fullmatch(_LOSES, m[4], re.IGNORECASE) else "gain"
    return f"{m['start']}each player in (players with {how} {m[3]}), {verb} {_figure(m[5])} "


def _for_each(m: re.Match[str]) -> str:
    whose, noun = m[1] or "", m[2]
    return f"for each of {whose}{_many(noun)}"


_AT_THE_LEFT = (
    _c(r"^(?:add|new|create|make|declare|define|insert)(?: an?| the)?(?: new)? (?=\w+ \w+)", ""),
    _c(r"^(?:change|modify|make|let|edit|override|alter|update|put) (\w+)(?: to| =| be|:)? (?=\S)", r"set \1 to "),
    _c(r"^set (\w+)\s*(?:=|:=?|at|as|by|equal to|is)?\s*(?=\(|\d|\w+$)", r"set \1 to "),
    _c(r"^(?!players\b|language\b|match\b)(\w+)\s*(?::?=|:|is|are|becomes|to)\s*(?=-?\d+$)", r"set \1 to "),
    _c(r"^number (\w+)\s*(?:to|is|as|:|)\s*(?=\d)", r"number \1 = "),
    _c(r"^(?:increase|raise) (\w+) by (?=\d+$)", r"rule NAME: increase \1 by "),
    _c(r"^(?:reduce|decrease|lower) (\w+) by (?=\d+$)", r"rule NAME: reduce \1 by "),
    _c(r"^(?:delete|drop|cancel|disable|without|no) (?=\w+)", "remove "),
    _c(r"^remove (?:the|all|any|every) ", "remove "),
    _c(r"^(?:at|in|from) the (?:start|beginning)(?: of (?:the |a )?game)?,? ", "setup\n  "),
    _c(rf"^(?!{_OPENERS}|replace|extend)([^\W\d]\w*) ([^\W\d]\w*) ([^\W\d]\w*)(?=:| \()", r"\1_\2 \3"),
    _c(r"^option (\w+)(?:: ?(?:yes/no|yes or no|bool|boolean))? ?= ?(?:yes|true|on)$", r"option \1: truth = yes"),
    _c(r"^option (\w+)(?:: ?(?:yes/no|yes or no|bool|boolean))? ?= ?(?:no|false|off)$", r"option \1: truth = no"),
    _c(r"^(example \"\"): *(?=\S)", "\\1\n  "),
    _c(r"^(score \w+:) (?:your )?(\w+) ?= ?(.*)$", r"\1 (\3) \2"),
    _c(
        r"^(?:when|whenever|if|after|before|each time|every time|once|at|during|every) ", lambda m: f"rule NAME: {m[0]}"
    ),
    _c(r"^(?:each|every|all) players? (?:starts?|begins?) with ", "setup\n  each player, gain "),
    _c(r"^(?:each|every|all) players? |^everyone |^everybody ", lambda m: f"setup\n  {m[0]}"),
    _c(r"^setup:\s*(?=\S)", "setup\n  "),
    _c(r"^(setup|action \w+|play)\s*:\s*(?=\S)", lambda m: m[1] + "\n  "),
    _c(r"^score (?=\d|an? )", "score NAME: "),
    _c(r"^(\s+)score (?=\d)", r"\1"),
    _c(r"^(score \w+: |\s+)\+(?=\d)", r"\1"),
    _c(r"^(?!players\b|language\b|match\b|number\b)([^\W\d]\w*) (?=\d+$)", r"set \1 to "),
    _c(r"^option (\w+) ?= ?(?=\d+$)", r"number \1 = "),
    _c(r"^define (\w+(?:\([^)]*\))?)(?: ?=|:) ?(?!\w+ = )(?=.*\b(?:next to|on|except)\b)", r"define \1: cells = "),
    _c(r"^(score|rule) (\w+) (?=\S)", r"\1 \2: "),
    _c(r"^(replace )?winner\s*(?::|=|is)?\s*(?:the )?(?=\w)", r"\1winner "),
    _c(r"^(?:test|scenario|case)(?=\s)", "example"),
    _c(r"^example (\w[\w ]*)$", r'example "\1"'),
)

_SIGNS = (
    _c(r"\s*(?:>=|=>|≥)\s*", " is at least "),
    _c(r"\s*(?:<=|=<|≤)\s*", " is at most "),
    _c(r"\s*(?:!=|<>|≠)\s*", " is not "),
    _c(r"\s*={2,3}\s*", " is "),
    _c(r"\s*>\s*", " is more than "),
    _c(r"\s*<\s*", " is less than "),
    _c(r"\s*&&\s*", " and "),
    _c(r"\s*\|\|\s*", " or "),
    _c(r"(?<=[\s(])!\s*(?=\w)", "not "),
    _c(r"[.;!]\s*$", ""),
    _c(r"’", "'"),
    _c(r"[“”„«]\s*|\s*»", '"'),
    _c(r"\s*(?://|--).*$", ""),
    _c(
        rf"{_START}(?:your |my |players?\.|\w+'s )?(\w+)\s*(?:\+=\s*(\d+)|\+\+)",
        lambda m: f"{m['start']}gain {m[3] or 1} {m[2]}",
    ),
    _c(
        rf"{_START}(?:your |my |players?\.|\w+'s )?(\w+)\s*(?:-=\s*(\d+)|--)",
        lambda m: f"{m['start']}lose {m[3] or 1} {m[2]}",
    ),
    _c(r"\b(?:players?|me|self|this|you)\.(\w+)", r"your \1"),
    _c(r"\b(\w+)\.(\w+)", r"\1's \2"),
    _c(r"^(\s+)(your \w+|\w+)\s*:?=\s*(?=\S)", r"\1set \2 to "),
    _c(r"^(\s+set .*?)\s*:?=\s*", r"\1 to "),
    _c(r"^(\s*let \w+) (?:be|is|to|as) ", r"\1 = "),
    _c(r"\s=\s", " is "),
    _c(r"(^\s*(?:if|for|each|repeat|otherwise|while|until|may|step|always|either|or)\b[^:]*):\s*(?=\S)", r"\1, "),
    _c(r"\s*:$", ""),
    _c(r"\(\s*\)", ""),
    _c(r"(?<=\d)\s*(?:-|–|\.\.+)\s*(?=\d)", " to "),
)

_WHEN = (
    _c(
        r"\b(?:when|whenever|each time|every time|once|if) (?:a|any|the|each|every|some) (?:player )?(?=player|\w)",
        "after a ",
    ),
    _c(r"(^\s*|: ?)(?:when|whenever|each time|every time|upon|on) (?=you\b|an\b|any\b)", r"\1after "),
    _c(
        r"\b(after|before) (?:a|the|each|every|some)(?: other)? players? (\w+)",
        lambda m: f"{m[1]} you {_bare(m[2])}",
    ),
    _c(r"\b(after|before) (?:each|every|your|the|a|any) (?!player\b|opponent\b)(\w+)(?=,| where\b|\s*$)", r"\1 you \2"),
    _c(r"\b(after|before) (?!you\b|an?\b|any\b|each\b)(\w+)(?=,| where\b|\s*$)", r"\1 you \2"),
    _c(r"(^\s*|: ?)(?:every|each|on each|during each|on every) (?!player\b)(\w+)(?=,)", r"\1after you \2"),
    _c(
        r"(^\s*|: ?)at (?:the )?(?:end|close) of (?!(?:the |a |each )?game\b)(?:the |each |every |your |a )?(\w+)",
        r"\1at \2",
    ),
    _c(r"(^\s*|: ?)at (?:the )?(?:start|beginning) of (?:the |each |every |your |a )?(\w+)", r"\1before you \2"),
    _c(r"(^\s*|: ?)during (?:the |each |every |your |a )?(\w+)", r"\1at \2"),
    _c(r"(^\s*|: ?)at (?:the |each |every |your |a )(\w+)", r"\1at \2"),
    _c(r"\b(after|before|instead of) (you \w+(?: \w+)*?) (?:if|when|while|and|provided|as long as) ", r"\1 \2 where "),
    _c(r"\bonce (?:a|an|each|every|in a|during a|during each) (\w+),? ", r"once per \1, "),
    _c(r"\b(once per \w+) (?=after|before|at|instead)", r"\1, "),
)

_ORDERS = (
    _c(r"\beach player (?:in )?(players with (?:most|least) [^,()]+),", r"each player in (\1),"),
    _c(
        rf"{_START}(?:the |a |each |every )?players? (?:with|who has|having) (?:the )?"
        rf"(most|fewest|least|highest|lowest) ([^,()]+?) ({_GETS}|{_LOSES}) {_N} ",
        _of_the_first,
    ),
    _c(r"\beither gain ([^,]+?) or (?:gain )?(?=\d|an? )", r"gain \1 or "),
    _c(
        r"\bnext to (?:an?|any|one of the|the|another) (?:opponent|player|rival|other player)(?:'s|s') (\w+)",
        lambda m: f"next to ({_many(m[1])} except your {_many(m[1])})",
    ),
    _c(rf"{_START}(?:then )?\+\s*{_N} ", _order("gain")),
    _c(rf"{_START}(?:then )?-\s*{_N} ", _order("lose")),
    _c(
        rf"{_START}(?:give|grant|deal|hand)s? (?:to )?(?:every|each|all|the)(?: of the)? players? {_N} ",
        _order("gain", 2, "each player, "),
    ),
    _c(rf"{_START}(?:every|each|all)(?: the)? players?,? (?:also )?{_GETS} {_N} ", _order("gain", 2, "each player, ")),
    _c(rf"{_START}every(?:one|body) {_GETS} {_N} ", _order("gain", 2, "each player, ")),
    _c(rf"{_START}(?:every|each|all)(?: the)? players?,? {_LOSES} {_N} ", _order("lose", 2, "each player, ")),
    _c(rf"{_START}every(?:one|body) {_LOSES} {_N} ", _order("lose", 2, "each player, ")),
    _c(
        rf"{_START}(?:(?:each|every|all|the|your|an?)(?: other)? )?(?:opponents?|other players?|others) {_GETS} {_N} ",
        _order("gain", 2, "each opponent, "),
    ),
    _c(
        rf"{_START}(?:(?:each|every|all|the|your|an?)(?: other)? )?(?:opponents?|other players?|others) {_LOSES} {_N} ",
        _order("lose", 2, "each opponent, "),
    ),
    _c(
        rf"{_START}(?:you|they|he|she|it|the player|player|that player|the active player)(?: also)? {_GETS} {_N} ",
        _order("gain"),
    ),
    _c(
        rf"{_START}(?:you|they|he|she|it|the player|player|that player|the active player)(?: also)? {_LOSES} {_N} ",
        _order("lose"),
    ),
    _c(rf"{_START}(?:you|they|he|she|players?) (?:may|can|could) ", r"\g<start>may "),
    _c(rf"{_START}(?:then )?(?:you|they|he|she|the player) (\w+)", lambda m: m["start"] + _bare(m[2])),
    _c(rf"{_START}(?:every|all) players?,? ", r"\g<start>each player, "),
    _c(
        rf"{_START}(?:everyone|everybody|for each player|for all players|for every player),? (?!secretly)",
        r"\g<start>each player, ",
    ),
    _c(r"\beach player (?!in\b|from\b|where\b|has\b|have\b|is\b)(\w+)", lambda m: f"each player, {_bare(m[1])}"),
    _c(r"\beach (?:other player|opponent),? (?!from\b|where\b)(\w+)", lambda m: f"each opponent, {_bare(m[1])}"),
    _c(r"(?<=\S) and then ", ", then "),
    _c(r"^(\s*)(?:loop|do|for)? ?(\d+) times[:,]? *(?=\S)", r"\1repeat \2 times, "),
    _c(r"^(\s*)(?:while) ", r"\1repeat while "),
    _c(r"^(\s*)for (?:each |every |all )?(\w+) (?:in|of|from) (?:the |all )?", r"\1for each \2 in "),
    _c(
        r"^(\s*)for (?:each|every) (your )?(\w+),? (?=gain|lose)(.*)$",
        lambda m: f"{m[1]}{m[4]} for each of {m[2] or 'your '}{_many(m[3])}",
    ),
    _c(r"\bunless (.*?)(?=,|$)", r"if not (\1)"),
    _c(rf"^(\s*)(?!{_OPENERS})(\w[^,]*?) (?:if|when) (?!possible\b)([^,]*)$", r"\1if \3, \2"),
    _c(rf"({_TIMED})(?! where), (.*) (?:if|when|provided) (?!possible\b)([^,]*)$", r"\1 where \3, \2"),
    _c(rf"^(\s*|rule \w+: )(?!{_OPENERS})(\w[^,]*?) ((?:after|before|at) [^,]*)$", r"\1\3, \2"),
    _c(rf"({_TIMED}) (?={_VERBS} )", r"\1, "),
    _c(rf"({_TIMED})(?! where), if ([^,]*), ", r"\1 where \2, "),
    _c(
        r"\b((?:after|before) you \w+(?: an?| the)? \w+) (?:next to|adjacent to|beside|near) ([^,]+?)(?= where|,|$)",
        r"\1 on site where site is next to \2",
    ),
    _c(r"^(\s*)(\w+)'s (\w+) (?:decreases?|drops?|goes down|is reduced) by (\d+)", r"\1as \2, lose \4 \3"),
    _c(r"^(\s*)(\w+)'s (\w+) (?:increases?|rises?|goes up|is increased) by (\d+)", r"\1as \2, gain \4 \3"),
    _c(
        rf"{_START}(?:that |this )?(?!{_OPENERS})(\w+) {_LOSES} {_N} ",
        lambda m: f"{m['start']}as {m[2]}, lose {_figure(m[3])} ",
    ),
    _c(
        rf"{_START}(?:that |this )?(?!{_OPENERS})(\w+) {_GETS} {_N} ",
        lambda m: f"{m['start']}as {m[2]}, gain {_figure(m[3])} ",
    ),
)

_PHRASES = (
    _c(r"^(\s+(?:given|then)\b.*?)\b(?:you|he|she) (?:have|has) (\d+) (\w+)", r"\1your \3 is \2"),
    _c(r"^(\s+(?:given|then)\b.*?)\b(?!you\b)(\w+) (?:have|has) (\d+) (\w+)", r"\1\2's \4 is \3"),
    _c(r"\byou have (?:at least )?(\d+)(?: or more)? (\w+)", r"your \2 is at least \1"),
    _c(r"\byou have (?:less|fewer) than (\d+) (\w+)", r"your \2 is less than \1"),
    _c(r"\byou have (?:more) than (\d+) (\w+)", r"your \2 is more than \1"),
    _c(
        r"\byou have (?:at most) (\d+) (\w+)|\byou have (\d+) or (?:less|fewer) (\w+)",
        lambda m: f"your {m[2] or m[4]} is at most {m[1] or m[3]}",
    ),
    _c(r"\byou have exactly (\d+) (\w+)", r"your \2 is \1"),
    _c(r"\byou have (?:an? |the |any )?(?!no\b|some\b)(?=\w)", "you have some "),
    _c(r"\b(?:you don't have|you do not have|you have not|you lack)(?: any| an?)? ", "you have no "),
    _c(r"\b(\w+) has (?:at least )?(\d+) (\w+)", r"\1's \3 is at least \2"),
    _c(r"\b(?:is|are) (?:greater|bigger|larger|higher|over|above)(?: than)? ", "is more than "),
    _c(r"\b(?:is|are) (?:fewer|smaller|lower|under|below)(?: than)? ", "is less than "),
    _c(r"\b(?:is equal to|equals|is exactly|should be|must be|becomes) ", "is "),
    _c(r"\bthere (?:is|are) (?:an? |any )?no ", "no "),
    _c(r"\bnot any ", "no "),
    _c(r"\b(?:isn't|aren't|is no) ", "is not "),
    _c(r"\b(if|where|needs|and|or|while|until) any ", r"\1 some "),
    _c(r"\b(?:the )?number of ", "count of "),
    _c(
        r"\b(?:for )?(?:each|every) (your )?(?!of\b|player\b)([^\W\d]\w*)(?= (?:next|on|not|except|with)\b|\s*$)",
        _for_each,
    ),
    _c(r"\bper (your )?([^\W\d]\w*)", _for_each),
    _c(r"\bfor every (\d+) (?!of\b)(\w+)", lambda m: f"for every {m[1]} of your {_many(m[2])}"),
    _c(r"\b(?:adjacent to|beside|touching|near|bordering|neighbou?ring|adjoining|by the) ", "next to "),
    _c(r"\b(?:but not(?: on)?|other than|excluding|apart from) ", "except "),
    _c(r"\b(?:my|his|her|their|our|the player's) ", "your "),
    _c(rf"\b(?:(?:all|any|the) )*{_OTHERS_OWN} ([^\W\d]\w*)", lambda m: f"({_many(m[1])} except your {_many(m[1])})"),
    _c(r"\b(on|from|to|into|in|of|with|except|where|if|and|or|than) (?:the|an?) ", r"\1 "),
    _c(r"\b(with|then) (?:the )?(?:most|highest|largest|biggest) ", r"\1 most "),
    _c(r"\b(with|then) (?:the )?(?:least|lowest|fewest|smallest) ", r"\1 least "),
    _c(r"(\bwith (?:most|least) [^,]*), then ", r"\1 then "),
    _c(r"\bchoose (?:an?|one|any|the) (?:opponent|other player)\b", "choose p in opponents"),
    _c(r"\bchoose (?:an?|one|any|the) (\w+)\b", lambda m: f"choose x in {_many(m[1])}"),
    _c(r"\bchoose (\w+) (?:from|among|of|out of) ", r"choose \1 in "),
    _c(r"\bdecrease |\blower |\blessen ", "reduce "),
    _c(r"\braise |\bboost ", "increase "),
    _c(r"\bif (.*?)\s*,? then,? ", r"if \1, "),
    _c(r"\bplus ", "+ "),
    _c(r"\bminus ", "- "),
    _c(r"^(\s*when (?:you|\w+)) (?=\w)", r"\1: "),
)

_FOREIGN = (_c(r"^.*$", lambda m: in_english(m[0])),)

CHANGES: tuple[Change, ...] = (*_FOREIGN, *_AT_THE_LEFT, *_SIGNS, *_WHEN, *_ORDERS, *_PHRASES)

# What the parser would take for the author's own names, and no author means so.
POLISH = (
    _c(rf"{_START}(?:the )?game (?:is )?(?:ends?|over|finishes)\b", r"\g<start>end the game"),
    _c(r"\bthere (?:is|are) (?:an? |any |some )?(?!no\b)", "some "),
    _c(r"\b(on|from|to|into|in|of|with|except|where|if|and|or|than) (?:the|an?) ", r"\1 "),
    _c(r"^remove (?:the|all|any|every) ", "remove "),
    _c(rf"{_START}(?:{_GETS}|add) {_N} ", _order("gain")),
    _c(r"\b(after|before|instead of) you (\w+[^s]s)\b", lambda m: f"{m[1]} you {_bare(m[2])}"),
    _c(
        rf"\b(gain|lose|pay) (an?|{_WORDED}) ",
        lambda m: f"{m[1]} {_figure(m[2])} ",
    ),
    _c(
        rf"\b(is|are|at least|at most|more than|less than) ({_WORDED})\b",
        lambda m: f"{m[1]} {_figure(m[2])}",
    ),
)

_QUOTED = re.compile(r'"[^"\n]*"')


def repaired(text: str, at: int, stops: Stops) -> Mended | None:
    """The line of `text` in which the parser stopped at `at`, mended so that it reads all of it; None if that fails."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    end = len(text) if end < 0 else end
    line = text[start:end]
    if len(line) > LONGEST_LINE or len(text) > LONGEST_TEXT or not line.strip():
        return None
    code, quotes = _without_quotes(line)

    def left(mended: str) -> int:
        """How much of the line the parser leaves unread; 0 if it comes beyond it."""
        stop = stops(text[:start] + _with_quotes(mended, quotes) + text[end:])
        whole = start + len(_with_quotes(mended, quotes))
        return 0 if stop is None or stop > whole else whole - stop + 1

    found = _search(code, left)
    if found is None:
        return None
    mended, changes = found
    for change in POLISH:
        polished = change(mended)
        if polished != mended and not left(polished):
            mended, changes = polished, (*changes, change)
    return Mended(_with_quotes(mended, quotes), changes)


def _search(code: str, left: Callable[[str], int]) -> Mended | None:
    """The first line that is read whole, looking on from those that leave least unread, the least changed first."""
    found = [Mended(code, ())]
    waiting = [(left(code), 0, 0)]  # how much is unread, by how many changes, of which that was found
    seen = {code}
    while waiting and len(seen) < MOST_TRIED:
        _, steps, which = heappop(waiting)
        line, changes = found[which]
        if steps >= MOST_CHANGES:
            continue
        for change in CHANGES:
            mended = change(line).rstrip()
            if mended in seen:
                continue
            seen.add(mended)
            found.append(Mended(mended, (*changes, change)))
            unread = left(mended)
            if not unread:
                return found[-1]
            heappush(waiting, (unread, steps + 1, len(found) - 1))
    return None


def _without_quotes(line: str) -> tuple[str, list[str]]:
    """The line with its texts emptied and its comment cut, and the texts."""
    quotes = _QUOTED.findall(line)
    code = _QUOTED.sub('""', line)
    return code.partition("#")[0].rstrip(), quotes


def _with_quotes(line: str, quotes: list[str]) -> str:
    texts = iter(quotes)
    return re.sub('""', lambda _: next(texts, '""'), line)
