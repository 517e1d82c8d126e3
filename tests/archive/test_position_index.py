"""The index of positions: made, kept, extended, repaired."""

import errno
import os

import pytest

from archive.conftest import pdn, sgf
from kifu._native import go as native_go
from kifu.archive import Archive, position_index
from kifu.archive.position_index import PASS, VERSION, open_index, path_of
from kifu.errors import InputError
from kifu.games.draughts import Position
from kifu.games.go import Board


@pytest.fixture
def archive(games, bring, tmp_path):
    bring(games)
    with Archive(tmp_path / "games.db") as opened:
        yield opened


def key_of(board: Board) -> int:
    return native_go.position_form(board._game)[0]


def test_every_game_passes_the_start(archive) -> None:
    index = open_index(archive)
    found = index.find(key_of(Board(9)))
    assert found.stop - found.start == index.games == 12
    assert (index.arrays["move"][found] == 0).all()
    assert len(index) == 12 * 40


def test_turned_games_meet_in_one_entry(tmp_path, bring) -> None:
    (tmp_path / "a.sgf").write_bytes(b"(;SZ[9]PB[A]DT[1990];B[ca];W[gg];B[])")
    (tmp_path / "b.sgf").write_bytes(b"(;SZ[9]PB[B]DT[1991];B[ig];W[cc];B[cd])")
    bring(tmp_path / "a.sgf", tmp_path / "b.sgf")
    board = Board(9)
    board.play("A3")
    with Archive(tmp_path / "games.db") as archive:
        index = open_index(archive)
        found = index.find(key_of(board))
        assert found.stop - found.start == 2
        assert PASS in index.arrays["next"].tolist()


def test_the_depth_is_kept_until_another_is_asked_for(archive) -> None:
    assert len(open_index(archive, depth=5)) == 12 * 5
    assert open_index(archive).depth == 5
    index = open_index(archive, depth=7)
    assert len(index) == 12 * 7
    assert "made anew with 7" in index.notes[0]
    with pytest.raises(InputError, match="expected a depth"):
        open_index(archive, depth=0)


def test_new_games_are_added_and_give_the_index_of_all(games, bring, tmp_path, archive) -> None:
    open_index(archive)
    (games / "late.sgf").write_bytes(sgf(30, PB="Late"))
    (games / "late.pdn").write_bytes(pdn())
    bring(games)
    index = open_index(archive)
    assert index.notes == ("2 games were added to the index",)
    whole = open_index(archive, rebuild=True)
    assert all((index.arrays[name] == array).all() for name, array in whole.arrays.items())
    found = index.find(Position.start().key)
    assert found.stop - found.start == 1


@pytest.mark.parametrize("damage", ["cut", "rubbish", "version", "empty"])
def test_a_damaged_index_is_made_anew(damage: str, archive) -> None:
    whole = open_index(archive)
    path = path_of(archive)
    data = path.read_bytes()
    changed = {
        "cut": data[: len(data) // 2],
        "rubbish": b"\xff" * 1000,
        "version": data.replace(b'version\\": %d' % VERSION, b'version\\": 9'),
        "empty": b"",
    }[damage]
    assert changed != data
    path.write_bytes(changed)
    index = open_index(archive)
    assert "made anew" in index.notes[0]
    assert len(index) == len(whole)
    assert open_index(archive).notes == ()


def test_the_index_of_other_games_is_made_anew(archive, tmp_path) -> None:
    open_index(archive)
    archive.close()
    (tmp_path / "games.db").unlink()
    from kifu.archive import import_paths

    (tmp_path / "other.sgf").write_bytes(sgf(31))
    with Archive.create(tmp_path / "games.db") as other:
        import_paths(other, [tmp_path / "other.sgf"], workers=1)
    with Archive(tmp_path / "games.db") as other:
        index = open_index(other)
        assert "other games" in index.notes[0]
        assert index.games == 1


def test_an_interrupted_index_leaves_nothing_behind(archive, tmp_path) -> None:
    def stop(done, total, doing):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        open_index(archive, progress=stop)
    assert not path_of(archive).exists()
    assert len(open_index(archive)) == 12 * 40


@pytest.mark.parametrize("code", [errno.EACCES, errno.ENOSPC, errno.EROFS, errno.EFBIG])
def test_an_index_that_cannot_be_kept_still_answers(archive, monkeypatch, code: int) -> None:
    def fail(path, data):
        raise OSError(code, os.strerror(code), str(path))

    monkeypatch.setattr(position_index, "write_bytes", fail)
    index = open_index(archive)
    assert len(index) == 12 * 40
    assert not index.is_kept
    assert index.notes == (
        f"the index could not be kept in {str(archive.path.parent)!r}: {os.strerror(code)}",
    )
