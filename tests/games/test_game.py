"""Recorded games of both kinds: reading from anything, positions by number, problems, bad input."""

import io
from pathlib import Path

import pytest

from kifu.errors import InputError, KifuError, MissingFileError, PositionError, RecordError
from kifu.games.game import game_of
from kifu.games.go.game import RecordedGame
from kifu.games.reading import read, read_all
from kifu.records import pdn, sgf
from kifu.records.moves import Colour
from kifu.records.samples import NAMES, read_sample

GO = "(;SZ[9]PB[Ann]PW[Bob]BR[3d]EV[Cup]DT[1999]KM[6.5]RE[B+3.5];B[ee];W[gc]C[here];B[cc];W[])"
DRAUGHTS = """[Black "Ann"]
[White "Bob"]
[Event "Cup"]
[Date "1999"]
1. 11-15 23-19 {here} 2. 8-11 22-17 1-0
"""
BOTH = pytest.mark.parametrize("text", [GO, DRAUGHTS], ids=["go", "draughts"])
SAMPLES = pytest.mark.parametrize("sample", NAMES)


@BOTH
def test_a_game_says_what_its_record_says(text: str) -> None:
    game = read(text.encode())
    assert (game.black, game.white, game.date, len(game), game.written) == ("Ann", "Bob", "1999", 4, 4)
    assert game.result is not None
    assert game.result.winner is Colour.BLACK
    assert game.problems == ()
    assert game.comments() == ["", "", "here", "", ""]
    assert game.comments(str.upper)[2] == "HERE"
    assert game.headline().startswith("Ann")
    assert game.headline().endswith(f"Bob (White), Cup, 1999, {game.result_text}")
    assert game.headline() in str(game)
    assert str(game.position()) in str(game)
    assert "Ann - Bob, 4 moves" in repr(game)
    assert game._repr_svg_().startswith("<svg")


def test_games_of_go_know_rules_and_komi() -> None:
    game = read(GO.encode())
    assert isinstance(game, RecordedGame)
    assert (game.kind, game.size, game.komi, game.handicap) == ("go", 9, 6.5, 0)
    assert [str(move) for move in game.moves] == ["E5", "G7", "C7", "pass"]
    assert RecordedGame(game.record, "chinese").position().rules.name == "Chinese"
    assert read(DRAUGHTS.encode()).size == 8


@SAMPLES
def test_positions_by_number(sample: str) -> None:
    game = read(sample)
    last = len(game)
    assert last > 50
    played = [str(move) for move in game.moves]
    position = game.position(50)
    assert [str(move) for move in position.moves] == played[:50]
    assert game.position(0).moves == ()
    assert game.position() == game.position(last) == game.position(-1)
    assert game.position(-1 - last) == game.position(0)
    assert [game.number(n) for n in (None, 50, -1, -2, -1 - last)] == [last, 50, last, last - 1, 0]


@SAMPLES
def test_positions_in_turn_are_those_by_number_and_independent(sample: str) -> None:
    game = read(sample)
    found = list(game.positions())
    assert len(found) == len(game) + 1
    for number in range(0, len(found), 9):
        assert found[number].moves == game.position(number).moves
    found[0].play(game.moves[0])
    assert game.position(0).moves == ()
    backwards = [game.position(n) for n in range(len(game), -1, -1)]
    assert backwards[::-1][1:] == found[1:]


@SAMPLES
@pytest.mark.parametrize("beyond", [5000, -5000])
def test_a_move_beyond_the_end_is_an_error_that_says_how_many_there_are(sample: str, beyond: int) -> None:
    game = read(sample)
    with pytest.raises(InputError, match=f"from 0 to {len(game)}.*got {beyond}.*has {len(game)} moves"):
        game.position(beyond)


def test_a_side_that_moves_twice_is_to_play_where_it_does() -> None:
    game = read(b"(;SZ[9];B[aa];B[bb];W[cc];W[dd])")
    assert "".join(position.to_play.value for position in game.positions()) == "BBWWB"


def test_what_the_rules_object_to_is_listed_and_ends_the_game() -> None:
    for text in (b"(;SZ[9];B[aa];W[aa];B[bb])", b"1. 11-15 1-32 2. 8-11 *"):
        game = read(text)
        assert (len(game), game.written) == (1, 3)
        assert [problem.move for problem in game.problems] == [2]
        with pytest.raises(InputError, match="has 1 moves"):
            game.position(2)


@pytest.mark.parametrize("text", [b"(;SZ[9]KM[six];B[aa])", b"(;SZ[9];B[aa];W[aa])", b"1. 11-15 1-32 *"])
def test_strict_raises_the_first_problem(text: bytes) -> None:
    first = read(text).problems[0]
    with pytest.raises(RecordError) as caught:
        read(text, strict=True)
    assert str(first) in str(caught.value)
    with pytest.raises(RecordError):
        read_all(text, strict=True)
    assert read(GO.encode(), strict=True).problems == ()


@SAMPLES
def test_a_path_bytes_and_an_open_file_give_the_same(sample: str, tmp_path: Path) -> None:
    data = read_sample(sample)
    path = tmp_path / NAMES[sample]
    path.write_bytes(data)
    wanted = read(sample).headline()
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        sources = (path, str(path), data, bytearray(data), io.BytesIO(data), binary, text)
        assert [read(source).headline() for source in sources] == [wanted] * 7


@BOTH
def test_a_game_is_written_as_it_was_read(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game"
    read(text.encode()).write(path)
    again = read(path)
    assert again.moves == read(text.encode()).moves
    assert again.headline() == read(text.encode()).headline()


def test_the_games_of_a_collection(tmp_path: Path) -> None:
    path = tmp_path / "two.sgf"
    path.write_text("(;SZ[9];B[aa])(;SZ[13];B[aa];W[bb])")
    assert [(game.size, len(game)) for game in read_all(path)] == [(9, 1), (13, 2)]
    assert read(path, number=2).size == 13
    for number in (0, 3):
        with pytest.raises(InputError, match=f"two.sgf has 2 games; .* a game from 1 to 2, got {number}"):
            read(path, number=number)


def test_what_is_no_record_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(MissingFileError, match="nothing.sgf.*No such file") as caught:
        read(tmp_path / "nothing.sgf")
    assert isinstance(caught.value, FileNotFoundError)
    assert isinstance(caught.value, KifuError)
    with pytest.raises(InputError, match="is a folder"):
        read(tmp_path)
    files = {"empty.sgf": b"", "picture.png": b"\x89PNG\r\n\x1a\n\0\0", "text.pdn": b"hello"}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(RecordError, match=rf"{name}: expected"):
            read(tmp_path / name)
    with pytest.raises(InputError, match="expected a path, bytes or an open file, got list"):
        read([40, 59])  # type: ignore[arg-type]


def test_games_that_kifu_does_not_play_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[3];B[aa])")
    with pytest.raises(RecordError, match=r"game.sgf, game 1: expected a record of Go .* got one of chess"):
        read(path)
    path.write_text("(;SZ[9];B[aa])(;SZ[9:13];B[aa])")
    with pytest.raises(PositionError, match=r"game.sgf, game 2: a 9x13 board cannot be replayed"):
        read(path, number=2)
    with pytest.raises(RecordError, match="expected a record of Go, got one of draughts"):
        RecordedGame(pdn.read(DRAUGHTS)[0])
    (record,) = sgf.read(GO)
    assert game_of(record).record is record
