"""Records onto the board."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.errors import IllegalMoveError, InputError, PositionError, RecordError
from kifu.games.draughts import Position, positions_of, replay, unpack
from kifu.games.draughts.game import RecordedGame
from kifu.records import pdn
from kifu.records.pdn import PdnRecord


def record(moves: str, **tags: str) -> PdnRecord:
    return PdnRecord.from_moves(moves.split(), tags)


# moves: (moves played, problems)
CASES = {
    "as it should be": ("11-15 22-18 15x22 25x18", "11-15 22-18 15x22 25x18", ""),
    "quiet moves with x": ("11x15 22-18", "11-15 22-18", "1 quiet-with-x"),
    "captures with a dash": ("11-15 22-18 15-22", "11-15 22-18 15x22", "3 capture-with-dash"),
    "an illegal move": ("11-15 22-17 15x22 25x18", "11-15 22-17", "3 illegal-move"),
    "no square of ours": ("11-15 c3-d4", "11-15", "2 not-a-move"),
}


@pytest.mark.parametrize("case", CASES)
def test_replay_repairs_and_reports(case):
    written, played, problems = CASES[case]
    result = replay(record(written))
    assert " ".join(map(str, result.moves)) == played
    assert " ".join(f"{p.move} {p.kind}" for p in result.problems) == problems
    assert result.is_complete == (len(written.split()) == len(played.split()))


def test_a_capture_may_be_written_jump_by_jump():
    result = replay(record("26x17 17x10 10x3 1-5", FEN="W:W26,27:B22,14,7,1"))
    assert " ".join(map(str, result.moves)) == "26x17x10x3 1-5"
    assert [str(problem) for problem in result.problems] == [
        "move 1: '26x17': a capture written jump by jump, read as 26x17x10x3"
    ]
    assert result.is_complete


def test_the_next_jump_says_which_way_a_capture_goes():
    for end in ("9", "11"):
        result = replay(record(f"27x18 18x{end} 1-5", FEN="W:W27:B23,14,15,1"))
        assert " ".join(map(str, result.moves)) == f"27x18x{end} 1-5"
    assert replay(record("27x18 1-5", FEN="W:W27:B23,14,15,1")).problems[0].kind == "ambiguous-move"


def test_an_unfinished_capture_is_completed():
    result = replay(record("11x18", FEN="B:W15,22,32:B11"))
    assert [str(move) for move in result.moves] == ["11x18x25"]
    assert result.problems[0].kind == "unfinished-capture"


def test_an_ambiguous_capture_names_its_readings():
    result = replay(record("2x18", FEN="B:W6,7,14,15,32:B2"))
    assert result.problems[0].kind == "ambiguous-move"
    assert "2x9x18, 2x11x18" in result.problems[0].message


def test_paths_with_one_result_are_not_ambiguous():
    result = replay(record("10x10", FEN="B:W14,15,22,23:BK10"))
    assert (result.problems, result.is_complete) == ([], True)


def test_on_illegal():
    bad = record("11-15 1-32 22-18 15x22")
    assert len(replay(bad).packed) == 1
    skipped = replay(bad, "skip")
    assert [str(move) for move in skipped.moves] == ["11-15", "22-18", "15x22"]
    assert [(p.move, p.kind) for p in skipped.problems] == [(2, "illegal-move")]
    with pytest.raises(IllegalMoveError, match="move 2: '1-32': the piece on 1 is not White's"):
        replay(bad, "raise")
    with pytest.raises(InputError, match="'stop', 'skip' or 'raise'"):
        replay(bad, "perhaps")


def test_games_from_a_set_up_position():
    fen = "W:W31,K18,30:B27,19,11,14,6"
    assert replay(record("18x9x2", FEN=fen, SetUp="1")).is_complete
    assert replay(record("11-15", FEN=fen, SetUp="0")).is_complete  # SetUp says: from the start
    assert [p.kind for p in replay(record("11-15", SetUp="1")).problems] == ["missing-fen"]
    with pytest.raises(PositionError, match="FEN"):
        replay(record("11-15", FEN="W:W99:B"))


def test_other_games_are_not_supported_and_it_says_so():
    with pytest.raises(RecordError, match=r"GameType 20 \(international\) is not supported"):
        replay(record("32-28", GameType="20"))
    assert replay(record("11-15", GameType="21,B,8,8,N1,0")).is_complete


def test_positions_come_with_their_past():
    game = RecordedGame(record("11-15 22-18 15x22"))
    positions = list(game.positions())
    assert [position.ply for position in positions] == [0, 1, 2, 3]
    assert positions[-1].fen == game.replay.final_fen


# Captures between the same two squares: the packed move tells the paths apart.
@pytest.mark.parametrize("fen", ["B:W14,15,22,23:BK10", "B:W6,7,14,15:B2", "B:W6,7,8,14,15,16,22,23,24:BK10"])
def test_packed_moves_are_unambiguous(fen):
    position = Position.from_fen(fen)
    legal = position.legal_moves()
    packed = [position.pack(move) for move in legal]
    assert len(set(packed)) == len(legal)
    assert [position.unpack(number) for number in packed] == legal


@given(st.integers(0, 0xFFFF))
def test_any_number_unpacks_to_a_legal_move_or_is_refused(number):
    position = Position.start()
    try:
        move = position.unpack(number)
    except IllegalMoveError:
        return
    assert position.pack(move) == number


def test_batches_of_packed_games():
    games = [record("11-15 22-18 15x22"), record(""), record("18x9x2", FEN="W:W31,K18,30:B27,19,11,14,6")]
    packed = [replay(game).packed for game in games]
    offsets = np.cumsum([0, *map(len, packed)])
    rows = positions_of(np.concatenate(packed), offsets, [game.fen for game in games])
    expected = [position for game in games for position in RecordedGame(game).positions()]
    assert rows.dtype == np.uint32
    assert [tuple(row) for row in rows[:, :3].tolist()] == [position.bitboards for position in expected]
    assert rows[:, 3].tolist() == [int(position.to_play.value == "W") for position in expected]
    assert unpack(packed[0])[2] == replay(games[0]).moves[2]


BAD_BATCHES = {
    "an illegal move": ([0xFFFF], [0, 1], [], "game 0: packed move 1 of 1"),
    "no offsets": ([1], [], [], "offsets"),
    "offsets that do not end": ([1, 2], [0, 1], [], "end with the number of moves"),
    "offsets that run back": ([1, 2], [0, 5, 2], [], "ascend"),
    "negative offsets": ([1, 2], [0, -5, 2], [], "ascend"),
    "too few FENs": ([], [0, 0, 0], ["B:W1:B2"], "one FEN for each game"),
    "a bad FEN": ([], [0, 0], ["B"], "no pieces"),
}


@pytest.mark.parametrize("case", BAD_BATCHES)
def test_bad_batches_are_refused(case):
    moves, offsets, fens, why = BAD_BATCHES[case]
    with pytest.raises(PositionError, match=why):
        positions_of(moves, offsets, fens)


def test_all_games_of_the_archive_replay(shared_data):
    records = pdn.read((shared_data / "draughts/acf_9k.pdn").read_bytes(), strict=True)
    assert len(records) == 9377
    played = [replay(game, "raise") for game in records]
    assert all(game.is_complete and not game.problems for game in played)
    offsets = np.cumsum([0, *(len(game.packed) for game in played)])
    rows = positions_of(np.concatenate([game.packed for game in played]), offsets)
    assert len(rows) == offsets[-1] + len(played)
    for index in range(0, len(played), 500):
        final = RecordedGame(records[index]).position()
        assert tuple(rows[offsets[index + 1] + index][:3].tolist()) == final.bitboards
        assert final.fen == played[index].final_fen


def test_all_games_of_the_archive_are_written_and_read_again(shared_data):
    records = pdn.read((shared_data / "draughts/acf_9k.pdn").read_bytes())[::10]
    again = pdn.read(pdn.write(records), strict=True)
    assert [game.moves for game in again] == [game.moves for game in records]
    assert all(a.tree == b.tree and a.tags == b.tags for a, b in zip(again, records, strict=True))
