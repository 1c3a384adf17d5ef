"""The commands of a game at the terminal, in each language."""

# What people type, in either language, and what it means.
COMMANDS: dict[str, str] = {
    "options": "options",
    "o": "options",
    "board": "board",
    "plateau": "board",
    "scores": "scores",
    "log": "log",
    "journal": "log",
    "undo": "undo",
    "u": "undo",
    "annuler": "undo",
    "ask": "ask",
    "demander": "ask",
    "bot": "bot",
    "save": "save",
    "garder": "save",
    "load": "load",
    "charger": "load",
    "quit": "quit",
    "q": "quit",
    "quitter": "quit",
    "help": "help",
    "aide": "help",
}
