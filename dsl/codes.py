"""Every diagnostic code, stable for ever: a number is never used again for something else, a name never changes.

To add one, add a line: `MEMBER_NAME = number, "title"`, and a severity where it is not an error. The member's name in
kebab case is the name users see and write (`unknown-name`); the first digit is the stage that finds it.
"""

import enum


@enum.unique
class Severity(enum.Enum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """0 for the gravest."""
        return _RANKS[self]


_RANKS = {severity: rank for rank, severity in enumerate(Severity)}
_WARNING, _NOTE = Severity.WARNING, Severity.NOTE


@enum.unique
class Code(enum.Enum):
    """One kind of problem."""

    # 0xx: files, manifests, and what is asked for
    FILE_NOT_FOUND = 1, "a file that is not there"
    FILE_UNREADABLE = 2, "a file that cannot be read"
    NOT_UTF8 = 3, "a file that is not UTF-8 text"
    FILE_TOO_LARGE = 4, "a file larger than the limit"
    FILE_OUTSIDE_RULESET = 5, "a path that leaves the ruleset's folder"
    EMPTY_FILE = 6, "a file without any declaration"
    MISSING_HEADER = 7, "a file that does not say whose rules it holds"
    UNKNOWN_GAME = 8, "a game that cannot be found"
    UNKNOWN_EXPANSION = 9, "an expansion or variant that cannot be found"
    UNKNOWN_OPTION = 10, "an option that the game does not have"
    OPTION_OUT_OF_RANGE = 11, "an option set to a value it cannot take"
    PLAYER_COUNT = 12, "a number of players the game is not for"
    LANGUAGE_VERSION = 13, "a version of the language this program does not know"
    CIRCULAR_REQUIREMENT = 14, "modules that require each other"
    BAD_HEADER = 15, "a header line that is missing, doubled or malformed"
    WRONG_BASE = 16, "an expansion or variant of another game"
    TABLE_FILE = 17, "a table file that cannot be read as a table"
    CATALOGUE_FILE = 18, "a translation catalogue that cannot be read"

    # 1xx: syntax
    UNEXPECTED_WORD = 101, "a word that cannot stand here"
    UNEXPECTED_CHARACTER = 102, "a character the language does not use"
    UNEXPECTED_END = 103, "a line or block that ends too early"
    TAB_INDENTATION = 104, "a tab in the indentation"
    BAD_INDENTATION = 105, "indentation that fits no block"
    MISSING_BLOCK = 106, "a line that needs an indented block under it"
    UNBALANCED_BRACKET = 107, "a bracket without its other half"
    UNCLOSED_STRING = 108, "a text that is never closed"
    NAME_NOT_ONE_WORD = 109, "a name of several words"
    NUMBER_TOO_LARGE = 110, "a number beyond the language's range"
    MISSING_ROUNDING = 111, "a division that does not say how to round"
    MISPLACED_OTHERWISE = 112, "an `otherwise` that follows neither an `if` nor a choice"
    TOO_DEEP = 113, "brackets or blocks nested too deeply"
    LINE_TOO_LONG = 114, "a line longer than the limit"
    BAD_SOURCE_MARK = 115, "a `source` that names no rule number"

    # 2xx: names
    UNKNOWN_NAME = 201, "a name that nothing declares"
    UNKNOWN_UNIT = 202, "an amount of something that is not counted"
    UNKNOWN_ACTION = 203, "a verb that no action declares"
    UNKNOWN_FIELD = 204, "a field that the thing does not have"
    UNKNOWN_TYPE = 205, "a type that nothing declares"
    UNKNOWN_STEP = 206, "a step or period that no action has"
    DUPLICATE_NAME = 211, "a name declared twice"
    DUPLICATE_FIELD = 212, "a field given twice"
    AMBIGUOUS_NAME = 213, "a name that could mean several things"
    VARIABLE_SHADOWS_NAME = 214, "a variable that bears a declared name"
    UNUSED_VARIABLE = 215, "a variable that is never used", _WARNING
    RESERVED_LIBRARY_NAME = 216, "a declaration that hides a word of the library"
    UNUSED_DECLARATION = 217, "something declared that no rule names", _WARNING
    REPLACE_MISSING = 221, "a replacement of something that is not there"
    REMOVE_MISSING = 222, "a removal of something that is not there"
    REMOVE_STILL_USED = 223, "a removal of something still used"
    EXTEND_MISSING = 224, "an extension of something that is not there"
    CONFLICTING_PATCHES = 225, "two patches that disagree"
    REQUIRES_MISSING = 226, "a required module that was not chosen"
    CONFLICTS_WITH = 227, "two modules that exclude each other"
    REPLACE_CHANGES_PARAMETERS = 228, "a replacement that takes other parameters"
    USE_UNKNOWN_PART = 229, "a part that the module does not have"

    # 3xx: types
    WRONG_TYPE = 301, "a value of another type than the place wants"
    SET_USED_AS_TRUTH = 302, "a set where yes or no is wanted"
    NOT_A_TRUTH = 303, "something other than yes or no as a condition"
    NOT_A_NUMBER = 304, "something other than a number in a calculation"
    MIXED_BOARDS = 306, "cells of different boards mixed"
    NOT_CELLS = 307, "something other than cells where cells are wanted"
    NOT_A_SET = 308, "a single thing where a set is wanted"
    NOT_A_ZONE = 309, "something other than a zone where a zone is wanted"
    NOT_A_PLAYER = 310, "something other than a player where a player is wanted"
    OUT_OF_RANGE = 311, "a number outside the range of its place"
    WRONG_ARGUMENT_COUNT = 313, "too few or too many arguments"
    WRONG_PREPOSITION = 314, "a call with a preposition its action does not take"
    NEVER_EQUAL = 315, "a comparison of things that are never equal"
    CANNOT_INFER = 317, "a type that cannot be worked out"
    NOT_A_VALUE = 318, "an action used as a value"
    NOT_SETTABLE = 319, "a `set` of something that cannot be changed"
    NO_OWNER = 322, "`you` where no player acts"
    DIVISION_BY_ZERO = 323, "a division by zero"
    SEVERAL_FOR_ONE = 324, "several things where one is wanted"
    RECURSION_NOT_BOUNDED = 331, "a definition that may call itself for ever"
    MAP_SIZE = 341, "a map that does not fit its board"
    MAP_LETTER = 342, "a map letter that the legend does not explain"
    TABLE_COLUMN = 343, "a table column that is no field, or a field without column"
    TABLE_CELL = 344, "a table cell that does not fit its field"
    TABLE_ROW = 345, "a table row with too few or too many cells"

    # 4xx: game logic and wording
    UNREACHABLE_ACTION = 401, "an action that nothing ever does", _WARNING
    NO_ENDING = 402, "a game that has no way to end"
    COMPONENT_NEVER_IN_PLAY = 403, "a component that nothing brings into play", _WARNING
    NO_WINNER = 404, "a game that never says who wins", _WARNING
    NO_PLAY = 405, "a game that never says how it is played"
    UNREACHABLE_STATEMENT = 408, "a statement that is never reached", _WARNING
    CHANGE_BEFORE_CHOICE = 433, "a change before a choice that may have no option", _WARNING
    CHOICE_WITHOUT_OPTION = 434, "a choice that never has an option", _WARNING
    ALWAYS_MAY_LOOP = 441, "an `always` rule that may never settle"
    SECRET_LEGALITY = 451, "a public choice that depends on a secret"
    NUMBER_IN_PROSE = 471, "a number that prose says a second time", _WARNING
    PROSE_CONTRADICTS = 472, "prose that says what its rule does not", _WARNING
    STALE_TRANSLATION = 473, "a catalogue entry for something that no rule mentions", _WARNING
    UNKNOWN_PLACEHOLDER = 475, "a placeholder in prose that names nothing"
    STALE_SENTENCE = 477, "a `#=` sentence that is no longer what its rule says", _WARNING

    # 5xx: play and examples
    EXAMPLE_FAILED = 501, "an example whose outcome is another"
    EXAMPLE_ILLEGAL_MOVE = 502, "an example with a move that is not legal"
    EXAMPLE_WRONG_PLAYER = 503, "an example in which another player must decide"
    EXAMPLE_UNANSWERED_DECISION = 504, "an example that leaves a decision open"
    EXAMPLE_IMPOSSIBLE_POSITION = 505, "an example whose position cannot exist"
    EXAMPLE_UNKNOWN_PIECE = 506, "an example with a piece the game does not have"
    EXAMPLE_FORCED_CHANCE = 507, "an example that forces a chance which cannot come out so"
    EXAMPLE_TOO_MANY_ANSWERS = 508, "an example with answers that nobody asked for"
    BUDGET_STEPS = 521, "play that takes more steps than allowed"
    BUDGET_TRIGGERS = 522, "triggers that set each other off too often"
    BUDGET_BOARD = 523, "a board larger than allowed"
    BUDGET_COLLECTION = 524, "a collection larger than allowed"
    BUDGET_RECURSION = 525, "a definition that calls itself too deeply"
    NUMBER_OVERFLOW = 526, "a number beyond its range, or a division by 0"
    ZONE_FULL = 527, "more put into a zone than it holds"
    ILLEGAL_MOVE = 533, "a move that is not legal"
    BAD_NOTATION = 534, "a move that cannot be read"
    SAVE_MISMATCH = 541, "a saved game of other rules"
    SAVE_MALFORMED = 542, "a saved game that cannot be read"
    REPLAY_DIVERGED = 543, "a replay that departs from its record"

    # 9xx: our own bug
    INTERNAL_ERROR = 901, "a bug in this program, not in the rules"
    NOT_YET_SUPPORTED = 902, "a construct this version cannot play yet"

    def __init__(self, number: int, title: str, severity: Severity = Severity.ERROR) -> None:
        self.number = number
        self.title = title
        self.severity = severity

    @property
    def id(self) -> str:
        """`RW201`."""
        return f"RW{self.number:03}"

    @property
    def kebab(self) -> str:
        """`unknown-name`."""
        return self.name.lower().replace("_", "-")

    def __str__(self) -> str:
        return f"{self.id} {self.kebab}"

    @staticmethod
    def find(word: str) -> "Code | None":
        """The code of this number or name, however written: `RW201`, `rw201`, `201`, `unknown-name`, `UNKNOWN_NAME`."""
        word = word.strip().lower().replace("_", "-")
        return _BY_WORD.get(word) or _BY_WORD.get(f"rw{word}")


_BY_WORD = {word: code for code in Code for word in (code.kebab, code.id.lower())}
