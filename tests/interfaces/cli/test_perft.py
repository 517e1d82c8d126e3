import json
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from kifu.errors import PositionError
from kifu.interfaces.cli.perft import command


def run(*arguments: str) -> str:
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_counts_from_the_start():
    assert run("6").startswith("perft 6: 36,768 in ")


def test_counts_from_a_position_as_json():
    facts = json.loads(run("6", "--fen", "B:W26,27:B22", "--json"))
    assert (facts["nodes"], facts["depth"]) == (56, 6)


def test_divides_by_first_moves():
    facts = json.loads(run("5", "--divide", "--json"))
    assert facts["moves"]["11-15"] > 0
    assert sum(facts["moves"].values()) == facts["nodes"] == 7361
    assert "11-15" in run("3", "--divide")
    assert json.loads(run("3", "--divide", "--json", "--fen", "B:W9,14:B5"))["nodes"] == 0


def test_help_has_an_example():
    assert "Example: kifu perft" in run("--help")


@pytest.mark.parametrize("depth", ["-1", "29", "ten"])
def test_depths_that_cannot_be_counted(depth):
    assert CliRunner().invoke(command, ["--", depth]).exit_code == 2


def test_a_bad_fen_is_a_narrow_error():
    with pytest.raises(PositionError, match="not a FEN"):
        run("3", "--fen", "nonsense")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a single process")
def test_a_long_count_can_be_interrupted():
    code = "import kifu.games.draughts as d; print('counting', flush=True); d.perft(20)"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "counting\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert "KeyboardInterrupt" in errors
