"""Packed games: some of them, joined, and played through to positions."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kifu.archive import Archive, PackedGames
from kifu.archive.packed import concatenate
from kifu.errors import InputError, PositionError
from kifu.games.draughts import Position
from kifu.games.go import replay
from kifu.records import packed_moves, sgf

from .conftest import pdn  # isort: skip
from .conftest import sgf as game_record  # isort: skip


def games() -> PackedGames:
    found = PackedGames.of(2, [[0, 1], [], [2, 3, 4]], ids=[7, 8, 9])
    owners = np.repeat(np.arange(3, dtype=np.uint8)[:, None], 4, axis=1)
    levels = np.array([1, 2, 3], np.int8)
    return replace(found, owners=owners, black_levels=levels, white_levels=levels + np.int8(1))


@pytest.mark.parametrize("which", [[2, 0], np.array([2, 0], np.uint8)], ids=["list", "array"])
def test_games_are_taken_in_the_order_given(which: list[int]) -> None:
    some = games().take(which)
    assert some.ids.tolist() == [9, 7]
    assert some.actions.tolist() == [2, 3, 4, 0, 1]
    assert some.offsets.tolist() == [0, 3, 5]
    assert some.owners[:, 0].tolist() == [2, 0]
    assert some.levels.tolist() == [3, 1]
    assert some.lengths.tolist() == [3, 2]
    assert (some[0].tolist(), some[-1].tolist()) == ([2, 3, 4], [0, 1])


def test_a_mask_takes_and_may_take_none() -> None:
    assert games().take(np.array([False, True, True])).ids.tolist() == [8, 9]
    none = games().take(np.zeros(3, np.bool_))
    assert (len(none), none.offsets.tolist(), none.owners.shape) == (0, [0], (0, 4))
    assert str(none) == "0 games"


def test_chunks_are_all_games_in_turn_and_can_be_joined_again() -> None:
    parts = list(games().chunks(2))
    assert [part.ids.tolist() for part in parts] == [[7, 8], [9]]
    assert [str(part) for part in parts] == ["2 games from number 7 on", "1 game from number 9 on"]
    joined = concatenate(parts)
    for name in ("ids", "actions", "offsets", "owners", "black_levels", "komi"):
        np.testing.assert_array_equal(getattr(joined, name), getattr(games(), name))


def test_games_on_other_boards_are_not_joined() -> None:
    with pytest.raises(InputError, match="one kind and board size.*2.*3"):
        concatenate([games(), PackedGames.of(3, [[0]])])


def test_columns_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match=r"columns for 3 games on 2 lines.*owners of shape \(2, 4\)"):
        replace(games(), owners=games().owners[:2])
    with pytest.raises(InputError, match="2 years"):
        replace(games(), years=np.zeros(2, np.int32))


def test_packed_moves_are_read_one_by_one_and_many_at_once() -> None:
    record = sgf.read(b"(;SZ[9]AB[aa]AE[bb];W[ca];B[];W[ij])")[0]
    packed = record.actions
    assert packed_moves.kind(packed).tolist() == [2, 3, 0, 1, 0]
    assert packed_moves.is_move(packed).tolist() == [False, False, True, True, True]
    assert packed_moves.is_white(packed).tolist()[2:] == [True, False, True]
    assert packed_moves.column(packed).tolist()[2:] == [2, 0, 8]
    assert packed_moves.row(packed).tolist()[2:] == [0, 0, 9]
    assert [packed_moves.move_of(one) for one in packed.tolist()[2:]] == list(record.moves)
    assert packed_moves.pack(packed_moves.PLAY, True, 2, 0) == packed[2]


def test_positions_are_those_of_a_replay(tmp_path: Path, bring) -> None:
    texts = [
        b"(;SZ[5]AB[bb];W[cc];B[];W[ab]AE[bb];B[dd];W[aa])",
        b"(;SZ[5];B[aa];W[ba];B[cc];W[ab])",  # a capture
        b"(;SZ[5]AB[bb])",  # no move
    ]
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.sgf").write_bytes(text)
    bring(*(tmp_path / f"{number}.sgf" for number in range(3)))
    with Archive(tmp_path / "games.db") as archive:
        (packed,) = archive.packed()
        found = packed.positions()
        records = [sgf.read(archive.record(game))[0] for game in packed.ids.tolist()]
    assert len(found) == int(packed.lengths.sum()) == 9
    assert found.boards.dtype == np.uint8
    for i in range(len(found)):
        board = replay(records[found.game[i]], moves=int(found.move[i]) - 1).board
        played = records[found.game[i]].moves[found.move[i] - 1]
        if (found.game[i], found.move[i]) == (0, 3):  # what is set up behind a move belongs to the next one
            board.setup(empty=[(1, 1)])
        np.testing.assert_array_equal(found.boards[i], board.stones)
        assert found.to_play[i] == "BW".index(played.colour.value) + 1
        assert found.played[i] == (-1 if played.point is None else played.point.y * 5 + played.point.x)
    assert found.last.tolist() == [-1, 12, -1, 5, 18, -1, 0, 1, 12]


def test_moves_that_are_not_legal_have_no_positions() -> None:
    with pytest.raises(PositionError, match="game 1 has an illegal move"):
        PackedGames.of(5, [[0, 1], [0, 0]]).positions()
    with pytest.raises(PositionError, match="off the board"):
        PackedGames.of(5, [[63]]).positions()
    assert (
        len(PackedGames.of(5, []).positions()) == len(PackedGames.of(8, [], game="draughts").positions()) == 0
    )


def test_positions_of_draughts_are_bitboards(tmp_path: Path, bring) -> None:
    (tmp_path / "a.pdn").write_bytes(pdn(0) + pdn(1))
    bring(tmp_path / "a.pdn")
    with Archive(tmp_path / "games.db") as archive:
        (found,) = archive.positions(game="draughts")
    assert (found.game.tolist(), found.move.tolist()) == ([0, 0, 1, 1], [1, 2, 1, 2])
    assert (found.boards.shape, found.boards.dtype) == ((4, 3), np.uint32)
    start = Position.start()
    assert found.boards[0].tolist() == [0xFFF, 0xFFF << 20, 0]
    assert found.to_play.tolist() == [1, 2, 1, 2]
    assert str(start.unpack(int(found.played[0]))) == "11-15"
    assert found.boards[1, 0] == 0xFFF ^ 1 << 10 ^ 1 << 14
    assert found.last.tolist() == [-1, found.played[0], -1, found.played[2]]


def test_batches_of_positions_are_full_and_hold_every_position_once(tmp_path: Path, bring) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(20):
        size = 8 if number % 5 == 0 else 9
        (folder / f"{number:02}.sgf").write_bytes(game_record(number, size=size, PW=f"White {number % 2}"))
    bring(folder)
    with Archive(tmp_path / "games.db") as archive:
        parts = list(archive.positions(batch=50))
        assert [len(part) for part in parts] == [50, 50, 28, *[50] * 12, 40]
        assert [part.games.size for part in parts] == [8] * 3 + [9] * 13
        seen = [
            (int(part.games.ids[game]), int(move))
            for part in parts
            for game, move in zip(part.game, part.move, strict=True)
        ]
        assert len(set(seen)) == len(seen) == archive.summary()["moves"]
        assert all(len(np.unique(part.game)) == len(part.games) for part in parts)
        whole = {part.size: part.positions() for part in archive.packed()}
        np.testing.assert_array_equal(
            np.concatenate([part.boards for part in parts if part.games.size == 9]), whole[9].boards
        )
        of_one = list(archive.positions(player="white 1", size=9))
        assert sum(map(len, of_one)) == archive.count(player="White 1", size=9) * 40
        with pytest.raises(InputError, match="at least 1 position"):
            archive.positions(batch=0)
