"""Hostile rulesets that are too large to be stored: the same few lines again and again."""

HEAD = '# {code}\ngame {name}\n  title "Hostile"\n  language 1\n  players 2\n\ncounter coin per player\n'
TAIL = "\nwinner player with most coins\n"
BOARD = "board grid of squares, 3 by 3\n"
TURNS = "play\n  repeat 3 times\n    each player, {turn}\n"
SEED = 'define d{last}: number = (first of players)\'s coins\n  reads "d"\n'


def made() -> dict[str, str]:
    """Name and text of each."""
    parts = {
        "huge_table": ("RW524", _table(20_000)),
        "long_definitions": ("RW525", _definitions(3_000, "d{after} + 1")),
        "doubling_definitions": ("RW521", _definitions(40, "d{after} + d{after}")),
        "doubling_actions": ("RW521", _actions(30, "  choose c in cells\n  gain 1 coin")),
        "doubling_plain_actions": ("RW521", _actions(30, "  gain 1 coin")),
        "deep_brackets": ("RW113", f"number deep = {'(' * 3000}1{')' * 3000}\n" + TURNS.format(turn="gain deep coins")),
        "deep_signs": ("RW525", _needs(f"{'-' * 5000}1 is at most 1")),
        "deep_not": ("RW525", _needs(f"{'not ' * 4000}1 is 1")),
        "deep_sum": ("RW525", _needs(f"{'1+' * 9000}1 is at least 1")),
        "deep_and": ("RW525", _needs(" and ".join(["1 is 1"] * 1700))),
        "power_tower": ("RW526", _powers(60) + TURNS.format(turn="gain a60 coins")),
        "giant_name": ("RW114", f"counter {'a' * 500_000} per player\n" + TURNS.format(turn="gain 1 coin")),
        "right_to_left": ("RW102", "counter go\u202eld per player\n" + TURNS.format(turn="gain 1 coin")),
        "invisible_blank": ("RW102", "counter go\u200bld per player\n" + TURNS.format(turn="gain 1 coin")),
        "null_byte": ("RW102", "counter go\x00ld per player\n" + TURNS.format(turn="gain 1 coin")),
        "billion_rounds": ("RW521", "play\n  repeat 1000000000 times\n    each player, gain 1 coin\n"),
        "giant_either": ("RW524", _either(5_000)),
        "many_boards": ("RW523", _boards(300)),
        "giant_text": ("RW004", f'number deep = 3\n  note "{"on and " * 300_000}on"\n'),
        "deep_blocks": ("RW113", TURNS.format(turn="turn") + "action turn\n" + _blocks(400)),
    }
    return {name: HEAD.format(code=code, name=name) + text + TAIL for name, (code, text) in parts.items()}


def _needs(test: str) -> str:
    return TURNS.format(turn="turn") + f"action turn\n  needs {test}\n  gain 1 coin\n"


def _powers(number: int) -> str:
    return "number a0 = 1000000\n" + "".join(f"number a{k + 1} = a{k} * a{k}\n" for k in range(number))


def _either(number: int) -> str:
    return TURNS.format(turn="turn") + "action turn\n  either\n" + "    - gain 1 coin\n" * number


def _boards(number: int) -> str:
    boards = "".join(f"board b{k} of squares, 100 by 100\n" for k in range(number))
    return boards + TURNS.format(turn="gain 1 coin")


def _table(rows: int) -> str:
    lines = "\n".join(f"  | c{k} | {k} |" for k in range(rows))
    head = "component card\n  has worth: number\ntable card\n  | name | worth |\n"
    return f"{head}{lines}\ndeck stock of cards\n" + TURNS.format(turn="gain 1 coin")


def _definitions(number: int, body: str) -> str:
    lines = [f'define d{k}: number = {body.format(after=k + 1)}\n  reads "d"\n' for k in range(number)]
    turn = "action turn\n  choose c in cells\n  gain d0 coins\n"
    return BOARD + "".join(lines) + SEED.format(last=number) + TURNS.format(turn="turn") + turn


def _actions(number: int, last: str) -> str:
    lines = [f"action a{k}\n  a{k + 1}\n  a{k + 1}\n" for k in range(number)]
    return BOARD + "".join(lines) + f"action a{number}\n{last}\n" + TURNS.format(turn="a0")


def _blocks(depth: int) -> str:
    lines = ["  " * (k + 1) + "if 1 is 1\n" for k in range(depth)]
    return "".join(lines) + "  " * (depth + 1) + "gain 1 coin\n"
