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
        "giant_text": ("RW004", f'number deep = 3\n  note "{"on and " * 300_000}on"\n'),
        "deep_blocks": ("RW113", TURNS.format(turn="turn") + "action turn\n" + _blocks(400)),
    }
    return {name: HEAD.format(code=code, name=name) + text + TAIL for name, (code, text) in parts.items()}


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
