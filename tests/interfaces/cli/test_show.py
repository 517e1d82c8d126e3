"""`kifu show` and `kifu info` as people and programs use them."""

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from kifu.errors import InputError, PositionError, RecordError
from kifu.games.reading import read
from kifu.interfaces.cli import info, openings, show
from kifu.interfaces.views import views

KO = "(;GM[1]SZ[5]RU[Japanese]PB[A]PW[B]C[start];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb]C[take care];W[bb])"


def run(command: object, *arguments: str) -> Result:
    result = CliRunner().invoke(command, list(arguments))  # type: ignore[arg-type]
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "ko.sgf"
    path.write_text(KO)
    return str(path)


def test_show_says_what_the_board_says(game: str) -> None:
    text = run(show.command, game).output
    assert "Move 8 of 8: White B4, capturing 1 stone" in text
    assert "Black to play, not at C4 (ko)" in text
    assert "Captured so far: 1 black" in text
    assert "In atari: Black B5, White B4" in text


def test_show_at_a_move_and_in_json_have_the_same_facts(game: str) -> None:
    text = run(show.command, game, "--move", "7").output
    facts = json.loads(run(show.command, game, "--move", "-2", "--json").output)
    assert facts["move"] == 7
    assert facts["played"] == "C4"
    assert "Move 7 of 8: Black C4" in text
    assert facts["comment"] == "take care"
    assert "take care" in text
    assert facts["captured"] == {"black": 0, "white": 0}
    assert sum(map(sum, facts["stones"])) == 4 * 1 + 3 * 2


def test_show_all_and_svg(game: str, tmp_path: Path) -> None:
    everything = run(show.command, game, "--all").output
    assert [f"Move {n} of 8" in everything for n in range(9)] == [True] * 9
    drawing = tmp_path / "out.svg"
    run(show.command, game, "--svg", str(drawing))
    ElementTree.parse(drawing)


@pytest.mark.parametrize("name", ["sample", "sample-draughts"])
def test_samples_are_bundled_and_clean(name: str) -> None:
    facts = json.loads(run(info.command, name, "--json").output)
    assert len(facts) == 1
    assert facts[0]["moves"] == facts[0]["legal_moves"] > 50
    assert facts[0]["problems"] == []
    assert "Move 10 of" in run(show.command, name, "--move", "10").output


def test_bad_moves_and_games(game: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a move from 0 to 8, .*, got 99"):
        run(show.command, game, "--move", "99")
    with pytest.raises(InputError, match="has 1 games; expected a game from 1 to 1, got 2"):
        run(show.command, game, "--game", "2")
    assert run(show.command, game, "--all", "--move", "1").exit_code == 2
    junk = tmp_path / "junk.sgf"
    junk.write_bytes(bytes(range(256)))
    with pytest.raises(RecordError, match=r"junk.sgf: expected an SGF game"):
        run(show.command, str(junk))
    with pytest.raises(FileNotFoundError):
        run(show.command, str(tmp_path / "nothing.sgf"))


def test_rectangular_record_is_information_but_not_replayed(tmp_path: Path) -> None:
    path = tmp_path / "rectangle.sgf"
    path.write_text("(;GM[1]SZ[9:13];B[aa])")
    text = run(info.command, str(path)).output
    assert "9x13" in text
    assert "square boards" in text
    with pytest.raises(PositionError, match="9x13 board cannot be replayed"):
        run(show.command, str(path))


def test_illegal_move_is_told_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "illegal.sgf"
    path.write_text("(;GM[1]SZ[9];B[aa];W[aa];B[bb])")
    text = run(info.command, str(path)).output
    assert "3, 1 of them played legally" in text
    assert (
        "move 2: it is illegal under Japanese rules: the point is occupied; the replay stops before it"
        in text
    )


def test_a_long_game_of_draughts_takes_memory_in_proportion(tmp_path: Path) -> None:
    limits = pytest.importorskip("resource", reason="memory is limited with the resource module of Unix")
    path = tmp_path / "long.pdn"
    path.write_text('[FEN "B:WK32:BK1"]\n' + "1-6 32-27 6-1 27-32 " * 3000 + "*\n")
    done = subprocess.run(
        [sys.executable, "-m", "kifu", "show", str(path), "--move", "5000"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: limits.setrlimit(limits.RLIMIT_AS, (2 << 30, 2 << 30)),
    )
    assert "Move 5000 of 12000: White 27-32" in done.stdout, done.stderr


def test_json_does_not_keep_the_drawing_away(game: str, tmp_path: Path) -> None:
    facts = json.loads(
        run(show.command, game, "--move", "3", "--json", "--svg", str(tmp_path / "a.svg")).output
    )
    assert facts["move"] == 3
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")


def test_info_of_several_files_names_those_that_cannot_be_read(game: str, tmp_path: Path) -> None:
    (tmp_path / "bad.sgf").write_text("nonsense")
    files = [str(tmp_path / "bad.sgf"), game, str(tmp_path / "none.sgf")]
    result = CliRunner().invoke(info.command, files)
    assert "moves     8" in result.output
    assert isinstance(result.exception, InputError)
    assert "2 of 3 files not read" in str(result.exception)
    assert "none.sgf': No such file" in str(result.exception)


def test_comments_stay_with_their_moves_when_a_node_holds_two(tmp_path: Path) -> None:
    file = tmp_path / "two.sgf"
    file.write_text("(;SZ[9];B[aa]W[bb]C[both];B[cc]C[third])")
    assert [shown.facts["comment"] for shown in views(read(file), range(4))] == ["", "", "both", "third"]


def test_captures_are_the_same_from_any_side(tmp_path: Path) -> None:
    file = tmp_path / "capture.sgf"
    file.write_text("(;SZ[9];B[aa];W[ab];B[ii];W[ba];B[hh])")
    game = read(file)
    in_turn = [shown.facts["captured_now"] for shown in views(game, range(6))]
    back = [shown.facts["captured_now"] for shown in views(game, range(5, -1, -1))]
    assert in_turn == back[::-1] == [0, 0, 0, 0, 1, 0]


def test_an_unfinished_game_is_not_called_void(tmp_path: Path) -> None:
    file = tmp_path / "open.pdn"
    file.write_text("1. 11-15 23-19 *")
    assert read(file).headline().endswith("unfinished")


@pytest.mark.parametrize(
    ("written", "words"),
    [("1-0", "Black won"), ("0-1", "White won"), ("1/2-1/2", "draw"), ("*", "unfinished")],
)
def test_results_of_draughts_in_words(tmp_path: Path, written: str, words: str) -> None:
    path = tmp_path / "game.pdn"
    path.write_text(f"1. 11-15 {written}\n")
    assert f"result    {words}\n" in run(info.command, str(path)).output
    assert run(show.command, str(path)).output.splitlines()[0].endswith(f", {words}")


@pytest.mark.parametrize("command", [show.command, openings.command])
def test_a_record_that_cannot_be_shown_is_named(tmp_path: Path, command: object) -> None:
    path = tmp_path / "two.pdn"
    path.write_text('1. 11-15 *\n\n[GameType "20"]\n1. 32-28 *\n\n[FEN "W:W99:B1"]\n1. 11-15 *\n')
    with pytest.raises(RecordError, match=r"two\.pdn, game 2: replay of GameType 20"):
        run(command, str(path), "--number", "2")
    with pytest.raises(PositionError, match=r"two\.pdn, game 3: not a FEN"):
        run(command, str(path), "--number", "3")
