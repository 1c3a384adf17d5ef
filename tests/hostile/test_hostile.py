"""Rulesets that mean harm: each ends with its own error, at a place, with a way forward, soon and in little memory.

The first line of each says which error. One process runs check, play, simulate and test in turn, under a limit of
memory, and tells what it took.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.hostile.made import made

STORED = {path.stem: path.read_text("utf-8") for path in Path(__file__).parent.glob("*.rules")}
TEXTS = dict(sorted({**STORED, **made()}.items()))
NO_PLACE = {
    "deep_and",
    "deep_not",
    "deep_signs",
    "deep_sum",
    "doubling_actions",
    "endless_game",
    "endless_match",
    "long_definitions",
    "many_players",
    "many_triggers",
}
MEMORY = 1 << 30
SECONDS = 5.0  # of CPU time, each command

RUN = """
import json, resource, sys, time
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]),) * 2)
from click.testing import CliRunner
from rulewright.cli.main import main
path, out = sys.argv[1], []
for words in (["check"], ["play", "--auto", "--bots", "random", "--seed", "1"], ["simulate", "-n", "3"], ["test"]):
    start = time.process_time()
    result = CliRunner().invoke(main, [words[0], path, *words[1:]])
    spent = time.process_time() - start
    out.append([words[0], result.exit_code, result.output[-8000:], spent])
print("RESULT" + json.dumps(out))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of memory")
@pytest.mark.parametrize("name", TEXTS)
def test_it_ends_soon_with_its_error(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.rules"
    path.write_text(TEXTS[name], "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(path), str(MEMORY)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert "RESULT" in done.stdout, done.stderr[-2000:]
    results = json.loads(done.stdout.rpartition("RESULT")[2])
    code = TEXTS[name].split()[1]
    told = [text for _, _, text, _ in results if f"error[{code}]" in text]
    assert told, results
    assert all("= help: " in text for text in told)
    assert name in NO_PLACE or any(re.search(r"-->.*\.rules:\d+:\d+", text) for text in told), told
    for command, status, text, seconds in results:
        assert "Traceback" not in text and "RW9" not in text, (command, text)
        assert status in (0, 1), (command, status, text)
        assert seconds < SECONDS, (command, seconds)
    assert {status for command, status, _, _ in results if command in ("play", "simulate")} == {1}


@pytest.mark.parametrize("name", ["trigger_chain", "placing_chain", "instead_of_instead", "mutual_recursion"])
def test_the_chain_is_in_the_message(name: str) -> None:
    import rulewright as rw

    game = rw.loads(TEXTS[name])
    with pytest.raises(rw.RulesError) as caught:
        state = game.new(2, seed=1)
        state.apply(state.legal()[0])
    first, second = {
        "trigger_chain": ("weave", "sell"),
        "placing_chain": ("one", "two"),
        "instead_of_instead": ("to_left", "to_right"),
        "mutual_recursion": ("ping", "pong"),
    }[name]
    message = caught.value.report.errors[0].message
    assert re.search(rf"`({first}|{second})` \(.+:\d+:\d+\) -> `({first}|{second})`", message), message
    assert f"`{first}`" in message and f"`{second}`" in message
