"""Every habit in the table, on a sentence somebody might write; `‸` is where the parser stops."""

import time

import pytest

from rulewright.dsl.syntax import hints
from rulewright.dsl.syntax.hints import HINTS, hint

COMMENT = "a comment begins with `#`"
NEW_NUMBER = "a new number needs `=`"
COMPARE = "`=` only defines; to compare write `is`"
AFTER = "write `after you …`, `before you …`"
COMMA = "put a comma after the condition"
EACH_PLAYER = "write `each player, …`"
FOR_EACH = "write `for each x in SET`"
END = "a block ends where its indentation ends"
ORDER = "write it as an order"
THEN = "between two orders on one line write `, then`"
ARTICLE = "articles: give the thing another name"

WRONG: list[tuple[str, str]] = [
    ("set statue ‸price to 3 gold", "what a card says is said anew"),
    ("replace building statue with points ‸5", "what a card says is said anew"),
    ("rule first_ones: at deal, each player in players ‸with most gold, draw 1 from DECK", "stands in brackets"),
    # Signs of other notations
    ("  ‸// take one", COMMENT),
    ("  take one ‸// or two", COMMENT),
    ("  if your gold isn‸'t 3, gain 1 gold", "write `is not`"),
    ("  title ‸“Nim”", "straight double quotes"),
    ("  if your pawn‸’s gold is 3, gain 1 gold", "straight apostrophe"),
    ("  if no opponents‸' pawns on grass, gain 1 gold", "`(X except your X)`"),
    ("  title ‸'Nim'", "stand in double quotes"),
    ("  your gold ‸+= 1", "write `gain 1 gold`"),
    ("  gold‸++", "write `gain 1 gold`"),
    ("  when anne: ‸-", "say what is declined"),
    ("  deep with n ‸- 1", "`with (n - 1)`"),
    ("score heaps: heaps * heaps / 2 rounded down ‸points", "`(x / 2 rounded down) points`"),
    ("  if your gold is 3 ‸&& ready, gain 1 gold", "write `and`"),
    ("  if your gold is 3 ‸|| ready, gain 1 gold", "write `or`"),
    ("  if your gold ‸!= 3, gain 1 gold", "write `is not`"),
    ("  if your gold ‸>= 3, gain 1 gold", "write `is at least`"),
    ("  if your gold ‸<= 3, gain 1 gold", "write `is at most`"),
    ("  if your gold ‸== 3, gain 1 gold", "write `is`; `=` only defines"),
    ("  if your gold ‸> 3, gain 1 gold", "write `is more than`"),
    ("  if your gold ‸< 3, gain 1 gold", "write `is less than`"),
    ("  if ‸!ready, gain 1 gold", "write `not CONDITION`"),
    ("  players 2‸-4", "write `players 2 to 4`"),
    ("memory pips: 1‸..6", "a range is `1 to 6`"),
    ("memory pips: 1‸-6", "a range is `1 to 6`"),
    ("number share = 1‸.5", "numbers are whole"),
    ("deck stock of cards‸.", "no full stop"),
    ("  set player‸.gold to 3", "no dots: write `x's field`"),
    ("number big = rich ‸? 3 : 4", "`A if CONDITION otherwise B`"),
    ("  gain 1 gold‸; gain 1 wood", "one statement to a line"),
    ("action turn ‸{", "blocks are indented"),
    ("  build on (grass ‸& edge)", "sets are words"),
    ("  set field‸[2] to 3", "nothing is indexed"),
    # Scores
    ("score poor: lose ‸3 points if no your towers", "a negative score"),
    ("score poor: -3 points ‸where no your towers", "begins with `if`"),
    ("rule poor: at the ‸end where no your towers, lose 3 points", "points of the end of the game are a score"),
    ("  when the ‸game ends", "a score is known at any moment"),
    # Headers and declarations
    ('game ‸"Nim"', "a module has a name of one word"),
    ('  title‸: "Nim"', "a header line has no sign after its word"),
    ("set stones ‸= 4", "to change a number write `set NAME to VALUE`"),
    ("  set gold ‸= 4", "a statement changes a value with `set NAME to VALUE`"),
    ("number stones ‸4", NEW_NUMBER),
    ("number stones ‸to 4", NEW_NUMBER),
    ("number stones ‸is 4", NEW_NUMBER),
    ("  let x ‸be 4", "write `let NAME = VALUE`"),
    ("function turn(‸)", "what changes the game is `action NAME`"),
    ("def ‸turn", "what changes the game is `action NAME`"),
    ("define double(x: number) ‸= 3", "a definition says its type"),
    ("‸class card", "`kind NAME: a, b, c`"),
    ("const x ‸= 4", "a fixed number is `number NAME = 4`"),
    ("add card ‸joker: gain 1 gold", "a new thing is simply declared"),
    ("  place ‸new pawn on site", "nothing is made during play"),
    ("‸delete last_round", "write `remove NAME`"),
    ("override action ‸turn", "`extend KIND NAME`"),
    ("replace card ace ‸by joker: gain 1 gold", "write `replace KIND OLD with NEW: …`"),
    ("‸import base", "write `requires NAME`"),
    ("rule r ‸after you build, gain 1 gold", "a one-line rule needs a colon"),
    ("rule r: ‸if your gold is 3, gain 1 gold", "a rule says when"),
    ("rule r: ‸gain 1 gold", "a rule begins with `after you …`"),
    ("kind suit ‸= red, black", "write `kind NAME: a, b, c`"),
    ("kind suit: red ‸black  [COMMA]", "put a comma between the members"),
    ("piece pawn‸: 3", "what is said of a piece follows commas"),
    ("counter gold = 0 per ‸player", "`per player` follows the name at once"),
    ("action turn‸:", "no colon: the block under it is indented"),
    # Ends
    ("rule r: after you build, end ‸game", "write `end the game`"),
    ("  the game ‸ends", "write `end the game`"),
    ("  end the game ‸now", "write `end the game`"),
    ("  end the ‸match", "write `end the game`"),
    ("  ‸end", END),
    ("  end ‸if", END),
    ("  ‸endif", END),
    ("winner‸: player with most gold", "write `winner player with most NAME"),
    ("winner ‸the player with most gold", "write `winner player with most NAME"),
    ("  the player ‸wins", "write `win`; who wins"),
    ("  you ‸win", "write `win`; who wins"),
    ("  ‸return 3", "a definition ends in `= VALUE`"),
    ("players ‸2 to 6", "this belongs to the first line"),
    ('number tax = ‸"3"', "a number stands without quotes"),
    ("rule ‸3_coins: after you build, gain 1 gold", "a name begins with a letter"),
    ("you may ‸not build on water", "a ban is `rule NAME: forbid"),
    ("rule r: ‸you may not build on water", "a ban is `rule NAME: forbid"),
    ("rule r: forbid build ‸on water", "a ban is `rule NAME: forbid"),
    ("rule r: ‸limit gold to 10", "`keep NAME at most 10`"),
    ("rule r: ‸gold cannot exceed 10", "`keep NAME at most 10`"),
    ("replace inn with ‸tavern", "say what it is: `replace KIND OLD with NEW`"),
    ("variant fast‸", "say of which game"),
    ("each player ‸has 50 pawns", "a number of the game"),
    # Conditions
    ("  elif your gold ‸is 4", "write `otherwise`, and an `if` in its block"),
    ("  otherwise ‸if your gold is 4", "write `otherwise`, and an `if` in its block"),
    ("  else‸", "write `otherwise`"),
    ("  unless your gold ‸is 3, gain 1 gold", "write `if not CONDITION`"),
    ("When a ‸player builds, he gains 1 gold", "a rule has a name"),
    ("  | apple | 3 | red‸  [VBAR]", "every cell of a row ends with"),
    ("  when you ‸take 2  [COLON]", "in an example write `when PLAYER: ACTION"),
    ("  ‸when you place a pawn on site, gain 1 gold", AFTER),
    ("  ‸whenever you place a pawn on site, gain 1 gold", AFTER),
    ("rule r: after ‸a player builds, gain 1 gold", "say who"),
    ("score s: 5 gold if castle ‸in middle", "write `x is in SET`"),
    ("score s: 5 gold if every cell ‸is full", "write `every x in SET has CONDITION`"),
    ("score s: player ‸with most pawns gets 2 gold", "give it as a score"),
    ("  if there are no pawns‸, gain 1 gold", "write `some SET` or `no SET`"),
    ("  if ‸there is a pawn on site, gain 1 gold", "write `some SET` or `no SET`"),
    ("  if not any pawns‸, gain 1 gold", "write `no SET`"),
    ("  if your gold is greater than ‸3, gain 1 gold", "write `is more than`"),
    ("  if your gold is fewer than ‸3, gain 1 gold", "write `is less than`"),
    ("  if your gold is equal ‸to 3, gain 1 gold", "write `is`"),
    ("  if your gold equals ‸3, gain 1 gold", "write `is`"),
    ("  if your gold is between ‸1 and 3, gain 1 gold", "write `is in (1 to 6)`"),
    ("  if at least ‸3 pawns, gain 1 gold", "write `count of SET is at least 3`"),
    ("  if your gold is 3 or ‸more, gain 1 gold", "write `is at least 3` or"),
    ("  if you have ‸3 gold, gain 1 gold", "write `your NAME is at least 3`"),
    ("  if player ‸has 3 gold, gain 1 gold", "write `some p's SET`"),
    ("  set done to ‸true", "write `yes` or `no`"),
    ("  set bidder to ‸null", "write `none`"),
    ("  if your gold is 3 ‸then gain 1 gold", "write a comma instead of `then`"),
    ("winner player with most gold‸, then most wood", "a ranking has no comma"),
    ("winner player with ‸highest gold", "write `with most X`"),
    # Loops
    ("  foreach x ‸in deck, gain 1 gold", FOR_EACH),
    ("  for ‸x in deck, gain 1 gold", FOR_EACH),
    ("  while your gold ‸is 3:", "write `repeat while CONDITION`"),
    ("  loop 3 ‸times", "write `repeat 3 times`"),
    ("  do turn ‸3 times", "write `repeat 3 times`"),
    ("  every player, ‸gain 1 gold", EACH_PLAYER),
    ("  everyone ‸gains 1 gold", EACH_PLAYER),
    ("  for each player‸, gain 1 gold", EACH_PLAYER),
    ("  for each opponent‸, lose 1 gold", "write `each opponent, …`"),
    ("  for each of ‸your pawns, gain 1 gold", "a loop names what it takes"),
    ("score s: 2 gold for each pawn ‸next to water", "give each one a name"),
    ("rule r: once ‸a turn, after you build, gain 1 gold", "write `once per turn`"),
    ("rule r: ‸twice per turn, after you build, gain 1 gold", "write `once per turn`"),
    # Amounts and points
    ("  if how many ‸pawns is 3, gain 1 gold", "write `count of SET`"),
    ("  roll 2‸d6", "declare dice"),
    ("  ‸score 3 points", "during play write `gain 3 points`"),
    ("score s ‸2 gold for each of your pawns", "a one-line score is `score NAME:"),
    ("  player gains ‸1 gold", ORDER),
    ("  each player ‸gains 1 gold", ORDER),
    ("  you may gain ‸1 gold", "leave out who"),
    ("  you gain ‸1 gold", "leave out `you`"),
    ("score s: 2 gold ‸per pawn next to water", "write `for each of SET` or"),
    ("  gain 2 gold ‸plus 1 wood", "write `+`"),
    ("  gain count of your pawns / 2 ‸gold", "say how to round"),
    ("  gain ‸half of your gold", "say how to round"),
    ("rule r: ‸decrease builds by 1", "write `increase X by 1`, `reduce X by 1`"),
    ("rule r: increase builds ‸to 4", "to give a fixed value, `change X to VALUE`"),
    ("rule r: increase ‸your gold by 1", "a rule changes what has a name"),
    # Choices and sets
    ("  choose a random ‸card", "write `choose x in SET at random`"),
    ("  choose c from ‸deck", "write `choose x in SET where CONDITION`"),
    ("  choose a grass ‸cell", "give the choice a name"),
    ("  choose c in deck preferring ‸big(c)", "write `choose x in SET, if possible"),
    ("  choose c in deck ‸if possible big(c)", "put a comma before it"),
    ("  if some of ‸your cards, gain 1 gold", "write `some SET`, `every x in SET has"),
    ("  if any s in ‸your pawns next to water, gain 1 gold", "to test a set write `some`"),
    ("  build on cells ‸adjacent to water", "write `next to`"),
    ("  build on grass but not ‸water", "write `except`"),
    ("  set side of my ‸card to ready", "write `your NAME`"),
    ("  let ‸a = 3", ARTICLE),
    ("  draw 1 from ‸the deck into your hand", "no article here"),
    ("  gain 1 gold and then gain ‸1 wood", THEN),
    ("  pay 1 gold or lose ‸1 wood", "each alternative has its own line"),
    ("  choose one‸: gain 1 gold or draw 1", "write `either …`, and `or …` on the next line"),
    ("  either gain 1 gold or gain ‸1 wood", "each alternative has its own line"),
    ("  build on flowers ‸or grass", "put `A or B` in brackets"),
    ("  move pawns on grass ‸on water", "put the filtered set in brackets"),
    # Colons and commas
    ("  if your gold is 3‸:", "no colon after a condition"),
    ("  each player‸:", "no colon after a condition"),
    ("  step one‸: gain 1 gold", "no colon: `step NAME, …`"),
    ("  your gold ‸= 3", "a new name is `let NAME = VALUE`"),
    ("  if your gold ‸= 3, gain 1 gold", COMPARE),
    ("card joker ‸gain 1 gold  [COLON]", "a one-line thing is `KIND NAME: body`"),
    ("  gain 1 gold, ‸gain 1 wood  [THEN]", THEN),
    ("  after you place a pawn on site ‸gain 1 gold  [COMMA]", COMMA),
    ("  if your gold is 3 gain ‸1 gold  [COMMA]", COMMA),
    ("  take 1 from deck ‸gain 1 gold", "an order begins a line"),
    ("deck ‸a of cards", ARTICLE),
]


def refused(sentence: str) -> tuple[str, int, set[str]]:
    """Line, column and expected tokens; a sentence may end in two blanks and the tokens in square brackets."""
    sentence, _, expected = sentence.partition("  [")
    line = sentence.replace("‸", "")
    return line, sentence.index("‸") + 1, set(expected.rstrip("]").split()) - {""}


@pytest.mark.parametrize(("sentence", "answer"), WRONG, ids=[sentence for sentence, _ in WRONG])
def test_a_wrong_guess_is_answered_with_the_right_form(sentence: str, answer: str) -> None:
    said = hint(*refused(sentence))
    assert said is not None
    assert answer in said


def test_every_hint_has_a_sentence() -> None:
    used = {found.pattern for sentence, _ in WRONG if (found := hints.find(*refused(sentence)))}
    assert [h.pattern.pattern for h in HINTS if h.pattern not in used] == []
    assert len(HINTS) >= 40


def test_every_answer_is_one_short_line() -> None:
    for h in HINTS:
        assert "\n" not in h.say
        assert len(h.say) < 170
        assert h.say.count("`") % 2 == 0
        assert not h.say.endswith(".")


def test_nothing_is_said_where_no_habit_fits() -> None:
    assert hint("  take 3 ‸4".replace("‸", ""), 10) is None
    assert hint("", 1) is None
    assert hint("  gain 1 gold", 99) is None


def test_the_right_form_is_not_answered_with_itself() -> None:
    assert hint("  end the game", 11) is None
    assert hint("  otherwise", 3) is None


def test_a_hint_that_wants_a_token_keeps_silent_without_it() -> None:
    line = "  gain 1 gold, stop"
    assert hint(line, 16, {"THEN"}) == THEN
    assert hint(line, 16, {"NAME"}) is None


def test_words_inside_a_text_are_no_habit() -> None:
    assert hint('  note "or else" 3', 18) is None
    assert hint("  take or else 3", 16) == "write `otherwise`"


def test_a_very_long_line_is_answered_at_once() -> None:
    line = "  if " + "on or " * 800_000 + "x == 3"
    before = time.process_time()
    assert hint(line, line.index("==") + 1) == "write `is`; `=` only defines"
    assert hint("x" * 5_000_000, 1) is None
    assert time.process_time() - before < 1
