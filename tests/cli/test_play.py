"""`rulewright play`: whole games in the terminal, refusals with their rule, undo, save, hidden things kept hidden."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import rulewright as rw
from rulewright.cli.main import main
from rulewright.phrases import PHRASES


def play(*args: str, answers: str = "") -> Result:
    return CliRunner().invoke(main, ["play", *args], input=answers, catch_exceptions=False)


def test_a_game_by_number_and_by_notation() -> None:
    result = play("tic-tac-toe", "--bots", "human", answers="5\n[0,0]\nturn [1,0]\nplayer_2: turn [0,1]\n[1,2]\n")
    assert result.exit_code == 0
    assert "player_1, choose an empty cell." in result.output
    assert "player_1: turn [1,1]\n" in result.output
    assert result.output.rstrip().endswith("The game is over.\nplayer_1 wins.")
    assert "  1 m1 m1 m1\n" in result.output


def test_an_illegal_move_is_answered_with_its_rule_and_place() -> None:
    result = play("tic-tac-toe", "--bots", "human", answers="[1,1]\n[1,1]\n? [1,1]\n? [0,0]\nfoo\nq\n")
    refusals = result.output.count("“[1,1]”: that cell is not empty.")
    assert refusals == 2
    assert re.search(r"The rule “Turn” \(.*tic_tac_toe\.rules:\d+:\d+\)", result.output)
    assert "This is allowed." in result.output
    assert "“foo” names nothing that could be chosen here." in result.output


def test_the_transcript_of_the_readme_is_true() -> None:
    """Line for line, but for what is left out at `…` and where the package lies."""
    text = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    block = re.search(r"^```\n\$ rulewright (play .+?)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert block is not None
    answers = re.findall(r"^Your answer \(\? for help\): (.*)$", block[2], re.MULTILINE)
    assert len(answers) >= 3
    output = play(*block[1].split()[1:], answers="\n".join([*answers, "q", ""])).output
    output = re.sub(r"\(\S*/rulesets/", "(rulesets/", output)
    at = 0
    for told in re.split(r"^ *…\n", block[2], flags=re.MULTILINE):
        assert told in output[at:], f"{told}\nis not in\n{output[at:]}"
        at = output.index(told, at) + len(told)


def test_a_question_mark_explains_the_rule() -> None:
    output = play("connect-four", answers="?\nq\n").output
    assert "The rule “Dropping a disc”:\n  Place a disc on" in output
    assert "connect_four.rules:" in output
    assert "undo       take your last move back" in output


def test_undo_goes_back_to_ones_own_decision() -> None:
    output = play(
        "tic-tac-toe", "--seed", "1", "--bots", "random", answers="[1,1]\nundo\n[0,0]\nundo\nundo\nq\n"
    ).output
    assert output.count("Taken back.") == 2
    assert "There is no move of yours to take back." in output
    assert output.count("player_1, choose an empty cell.\n   1  [0,0]\n") == 4


def test_undo_never_reveals() -> None:
    output = play("goofspiel", "--seed", "1", "--bots", "random", answers="1\nundo\nq\n").output
    assert "cannot be taken back" in output


def test_undo_never_shows_the_next_card() -> None:
    """Cards are shuffled long before they are drawn: no chance comes out, and yet something is learnt."""
    answers = "1\nundo\n1\n1\nundo\nq\n"
    output = play("kingdom-builder", "--seed", "1", "--bots", "random", answers=answers).output
    own, _, later = output.partition("\nplayer_2: ")
    assert "Taken back." in own and "cannot be taken back" not in own
    assert "Taken back." not in later and "cannot be taken back: chance or hidden things have come to light" in later


def test_nobody_answers_or_asks_for_another() -> None:
    output = play("goofspiel", "--seed", "1", answers="player_2: 3\n? player_2: 99\nq\n").output
    assert output.count("It is not this player who decides now.") == 2
    assert "Did you mean" not in output and "has chosen" not in output
    output = play("tic-tac-toe", "--bots", "human", answers="[1,1]; [0,0]\nq\n").output
    assert "It is not this player who decides now." in output and "player_2, choose" not in output


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    first = play("tic-tac-toe", "--seed", "1", "--bots", "human", answers=f"[1,1]\nsave {path}\nq\n")
    assert f"The game is kept in {path}." in first.output
    again = play("tic-tac-toe", "--bots", "human", "--load", str(path), answers="log\n[0,0]\nq\n")
    assert "player_1: turn [1,1]" in again.output
    assert "player_2: turn [0,0]" in again.output
    inside = play("tic-tac-toe", "--bots", "human", answers=f"[2,2]\nload {path}\n[0,1]\nq\n")
    assert "player_2: turn [0,1]" in inside.output
    wrong = play("othello", "--bots", "human", answers=f"load {path}\nq\n")
    assert "That cannot be loaded" in wrong.output


def test_the_hand_of_another_stays_hidden() -> None:
    output = play("goofspiel", "--seed", "1", "--bots", "human", answers="1\n\n1\n\nq\n").output
    assert "player_2 has chosen in secret" not in output.split("Press Enter")[0]
    assert re.search(r"Bids left, player_2: \d+ face down", output)
    assert "player_1 has chosen in secret." in output or "player_1: auction" in output


@pytest.mark.parametrize("game", ["tic-tac-toe", "hex", "othello", "goofspiel", "liars-dice", "oh-hell", "kingdomino"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_bots_play_every_game_to_its_end(game: str, lang: str) -> None:
    result = play(game, "--auto", "--bots", "random", "--seed", "2", "--lang", lang)
    assert result.exit_code == 0
    assert PHRASES[lang]["over"] in result.output
    other = PHRASES["fr" if lang == "en" else "en"]
    assert other["over"] not in result.output and other["nobody"] not in result.output


def test_french_says_no_english_sentence() -> None:
    answers = "?\n? [0,0]\naide\n[1,1]\n[1,1]\nscores\njournal\nannuler\noptions\nplateau\nquitter\n"
    output = play("tic-tac-toe", "--lang", "fr", "--seed", "1", "--bots", "random", answers=answers).output
    assert "joueur_1, choisissez une case vide." in output
    assert "Votre réponse (? pour l’aide)" in output
    notation = {"turn"}
    english = {"the", "choose", "cell", "cells", "empty", "your", "you", "rule", "answer", "player", "is", "not", "of"}
    words = set(re.findall(r"[a-z]+", re.sub(r"\S*\.rules\S*|Tic-tac-toe|joueur_\d", "", output.lower()))) - notation
    assert not words & english


def test_trace_names_rule_and_line() -> None:
    output = play("tic-tac-toe", "--auto", "--bots", "random", "--seed", "3", "--trace").output
    assert re.search(r"Three in a row, .*tic_tac_toe\.rules:\d+:\d+", output)


def test_a_bot_can_help_and_the_end_of_input_is_no_error() -> None:
    result = play("tic-tac-toe", "--seed", "1", answers="bot\n")
    assert result.exit_code == 0
    assert "player_1: turn" in result.output and "Good-bye." in result.output


def test_plain_output_is_ascii_art_without_colour() -> None:
    output = play("hex", "--set", "size=3", "--auto", "--bots", "random", "--seed", "1").output
    assert "\x1b" not in output
    assert re.search(r"\n  2     (?:s\d| \.)  ", output)


def test_phrases_exist_in_every_language_with_the_same_places() -> None:
    places = {lang: {k: set(re.findall(r"{(\w+)}", v)) for k, v in words.items()} for lang, words in PHRASES.items()}
    assert places["en"] == places["fr"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess",), "there is no game"),
        (("hex", "--players", "3"), "is not for 3"),
        (("hex", "--bots", "x"), "there is no player called"),
    ],
)
def test_a_wrong_call(arguments: tuple[str, ...], message: str) -> None:
    result = play(*arguments)
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())


def test_a_prompt_and_a_refusal_speak_of_what_the_call_says() -> None:
    """An action that takes a place is asked about with the place it was called with, in both languages."""
    for lang, words in (
        ("en", "a free hex of the terrain you played"),
        ("fr", "une case libre du terrain joué"),
    ):
        args = ["play", "kingdom-builder", "--seed", "3", "--bots", "random", "--lang", lang]
        output = CliRunner().invoke(main, args, input="[0,0]\nquit\n").output
        assert words in output
        assert "these cells" not in output and "ces cases" not in output


def test_in_french_the_log_and_the_options_are_told_in_french() -> None:
    output = play("kingsburg", "--lang", "fr", "--players", "2", "--seed", "3", answers="1\nquitter\n").output
    assert "1 gold   1 or" in output
    assert re.search(r"joueur_\d\u00a0: La faveur du roi – 1 or", output)


def test_a_question_without_a_name_is_ones_own() -> None:
    """A bot that sits before the person has not chosen yet: its cards are nobody else's business."""
    options = ("goofspiel", "--seed", "1", "--players", "3", "--bots", "random,human")
    bids = [f"bid_{k}" for k in range(1, 14)]
    answers = ["bid_9", "", "bid_4", "", "bid_3", "", *(f"? {bid}" for bid in bids), "q", ""]
    last = play(*options, answers="\n".join(answers)).output.split("Press Enter")[-1]
    assert "player_3, " in last and last.count("This is allowed.") == 12
    assert last.count("“bid_4”: that bid card is not one of") == 1


def test_what_cannot_be_read_or_is_no_number_is_told(tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_bytes(b"\xb9\x00\xff")
    result = play("tic-tac-toe", "--load", str(other))
    assert result.exit_code == 2 and "this is not JSON" in result.output
    output = play("tic-tac-toe", answers=f"load {other}\nload {tmp_path}\n99\n²\n{'9' * 30}\nq\n").output
    assert output.count("That cannot be loaded") == 2
    assert "The options are numbered from 1 to 9; there is no 99." in output
    assert "“²” names nothing that could be chosen here." in output


def test_a_saved_game_keeps_its_number_of_players(tmp_path: Path) -> None:
    path = tmp_path / "pig.json"
    play("pig", "--players", "3", answers=f"save {path}\nq\n")
    assert play("pig", "--load", str(path), "--players", "3", answers="q\n").exit_code == 0
    result = play("pig", "--load", str(path), "--players", "2", answers="q\n")
    assert result.exit_code == 2 and "is one for 3" in result.output


def test_in_french_things_and_amounts_have_their_words() -> None:
    output = play("royal-wedding", "--seed", "2", "--lang", "fr", "--bots", "random", answers="1\nquit\n").output
    assert ": roi " in output and "king" not in output
    assert "de sorte qu’au moins une moitié de ce domino soit à côté" in output
    output = play(
        "kingsburg", "--with", "governors", "--lang", "fr", "--trace", "--seed", "4", answers="1\n? foo\n1\nquit\n"
    ).output
    assert "choisissez une des cartes Gouverneur de votre main." in output
    assert "gagnez 1 ressource de votre choix." in output
    assert "Un conseiller est libre, " in output and "welcomes" not in output


@pytest.mark.parametrize(
    ("game", "moves", "text", "english", "french"),
    [
        ("connect-four", "[5,3]", "[5,3]", "that cell is not empty.", "cette case n’est pas vide."),
        ("hex", "[0,0]", "[0,0]", "that hex is not empty.", "cette case n’est pas vide."),
        (
            "crazy-eights",
            "",
            "card_diamonds_1",
            "that card is not one of the cards in your hand.",
            "cette carte ne fait pas partie des cartes de votre main.",
        ),
    ],
)
def test_what_was_answered_is_said_to_be_or_not_to_be(
    game: str, moves: str, text: str, english: str, french: str
) -> None:
    state = rw.load(game).new(2, seed=1)
    for move in moves.split("|") if moves else ():
        state = state.apply(move)
    why = state.why_not(text)
    assert why is not None and why.where is not None
    for lang, told, marks in (("en", english, "“{}”: {}"), ("fr", french, "« {} » : {}")):
        assert rw.Talk(state, lang).why(why, text)[0] == marks.format(text, told)


def test_a_terminal_without_accents_shows_what_it_can() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", "play", "connect-four", "--lang", "fr", "--seed", "1"],
        input=b"[5,3]\n",
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    assert b"Votre r?ponse" in done.stdout
