"""Games at the terminal that do not end well: they are kept all the same."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.errors import IllegalMoveError
from kifu.games.draughts import Position
from kifu.games.go import Board, Colour
from kifu.interfaces.cli.main import cli
from kifu.interfaces.terminal_draughts import TerminalDraughts
from kifu.interfaces.terminal_go import TerminalGo
from kifu.models.files import ModelError
from kifu.players.base import Choice, PlayerError, PlayerTimeoutError
from kifu.records import pdn, sgf

ENGINE = """
import sys
for line in sys.stdin:
    if line.startswith("genmove"):
        {what}
    print("=\\n", flush=True)
"""


class Failing:
    """A player of both games that does one thing when it is asked."""

    name = "failing"

    def __init__(self, what: Callable[[], object]) -> None:
        self.what = what

    def new_game(self, *_: object) -> None: ...

    def choose(self, *_: object) -> Choice:
        self.what()
        return Choice(None, resign=True)


def fail(error: BaseException) -> Failing:
    def what() -> None:
        raise error

    return Failing(what)


def go(player: Failing, save: Path) -> str:
    said: list[str] = []
    game = TerminalGo(Board(9), 7.5, player, Colour.BLACK, save=str(save))  # type: ignore[arg-type]
    game.run(io.StringIO("D4\n"), said.append)
    return "\n".join(said)


def result(path: Path) -> str:
    record = sgf.read(path.read_bytes())[0]
    assert len(record.moves) == 1
    return str(record.info.result or "")


@pytest.mark.parametrize(
    ("what", "told"),
    [("sys.exit(7)", "failed"), ("print('= D4\\n', flush=True); continue", "made an illegal move")],
)
def test_an_engine_that_fails_loses_and_the_game_is_saved(what: str, told: str, tmp_path: Path) -> None:
    script, saved = tmp_path / "engine.py", tmp_path / "game.sgf"
    script.write_text(ENGINE.format(what=what))
    arguments = ["play", f"gtp:{sys.executable} {script}", "--save", str(saved)]
    done = CliRunner().invoke(cli, arguments, input="D4\n", catch_exceptions=False)
    assert done.exit_code == 0
    assert told in done.output
    assert "you have won" in done.output
    assert result(saved) == "B+F"


def test_a_player_that_hangs_loses_on_time(tmp_path: Path) -> None:
    assert "did not answer in time" in go(fail(PlayerTimeoutError("no answer in 9 s")), tmp_path / "g.sgf")
    assert result(tmp_path / "g.sgf") == "B+T"


@pytest.mark.parametrize(
    "error", [KeyboardInterrupt(), SystemExit(143), ModelError("no model"), RuntimeError()]
)
def test_what_breaks_a_game_off_leaves_its_record(error: BaseException, tmp_path: Path) -> None:
    with pytest.raises(type(error)):
        go(fail(error), tmp_path / "g.sgf")
    assert result(tmp_path / "g.sgf") == ""


@pytest.mark.parametrize("error", [PlayerError("its process died"), IllegalMoveError("no such move")])
def test_draughts_players_that_fail_lose_too(error: Exception, tmp_path: Path) -> None:
    said: list[str] = []
    game = TerminalDraughts(Position(), fail(error), Colour.BLACK, str(tmp_path / "g.pdn"))  # type: ignore[arg-type]
    game.run(io.StringIO("11-15\n"), said.append)
    assert "you have won" in said[-2]
    assert pdn.read((tmp_path / "g.pdn").read_bytes())[0].result_text == "1-0"


def test_a_file_that_cannot_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    said: list[str] = []
    game = TerminalGo(
        Board(9), 7.5, fail(AssertionError()), Colour.BLACK, save=str(tmp_path / "no" / "g.sgf")
    )  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        game.run(io.StringIO("D4\n"), said.append)
    assert said == []


def test_a_record_that_cannot_be_saved_at_the_end_is_shown(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    said: list[str] = []
    player = Failing(folder.rmdir)
    game = TerminalGo(Board(9), 7.5, player, Colour.BLACK, save=str(folder / "g.sgf"))  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        game.run(io.StringIO("D4\n"), said.append)
    assert "could not be saved" in said[-1]
    assert "RE[B+R]" in said[-1]
    assert ";B[df]" in said[-1]


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    said: list[str] = []
    path = tmp_path / "nowhere" / "g.sgf"
    game = TerminalGo(Board(9), 7.5, Failing(lambda: None), Colour.BLACK)  # type: ignore[arg-type]
    game.run(io.StringIO(f"save {path}\n"), said.append)
    assert said[-1] == f"Cannot write {str(path)!r}: No such file or directory. Type save and another file."
