"""Models of moves: ranking positions, batches, explanations, files."""

from dataclasses import replace

import numpy as np
import pytest

from kifu.analysis.moves import predict
from kifu.errors import KifuError
from kifu.games.go import Board, Colour
from kifu.models.files import ModelError
from kifu.models.moves import MovePredictor, from_steps, to_steps


def test_all_legal_moves_are_ranked_and_their_probabilities_add_up(trained_moves: MovePredictor) -> None:
    board = Board(9)
    for point in ("E5", "C3", "G7"):
        board.play(point)
    ranked = trained_moves.rank(board)
    assert {c.point for c in ranked} == set(board.legal_moves())
    assert sum(c.probability for c in ranked) == pytest.approx(1, abs=1e-4)
    assert [c.probability for c in ranked] == sorted((c.probability for c in ranked), reverse=True)


def test_symmetric_positions_have_symmetric_moves(trained_moves: MovePredictor) -> None:
    first, second = Board(9), Board(9)
    for x, y in ((2, 2), (6, 3), (4, 4)):
        first.play((x, y))
        second.play((8 - y, x))
    mirrored = {(8 - c.point.y, c.point.x): c.probability for c in trained_moves.rank(first)}
    for candidate in trained_moves.rank(second):
        assert candidate.probability == pytest.approx(mirrored[tuple(candidate.point)], rel=1e-3)


def test_colours_are_seen_from_the_player_to_move(full_moves: MovePredictor) -> None:
    board, swapped = Board(9), Board(9)
    for i, point in enumerate(("E5", "C3", "G7")):
        board.play(point)
        swapped.play(point, Colour.WHITE if i % 2 == 0 else Colour.BLACK)
    assert full_moves.rank(board) == full_moves.rank(swapped)


def test_one_position_and_many_give_the_same(trained_moves: MovePredictor) -> None:
    board = Board(9)
    points = ["E5", "C3", "G7", "C7", "F3"]
    for point in points:
        board.play(point)
    history = trained_moves.history(board, threads=2)
    assert history.shape == (6, 9, 9)
    ranked = {c.point: c.probability for c in trained_moves.rank(board)}
    for point, probability in ranked.items():
        assert history[-1][point.y, point.x] == pytest.approx(probability, rel=1e-4)


def test_previous_moves_may_be_told(full_moves: MovePredictor) -> None:
    board = Board(9)
    for point in ("E5", "C3", "G7", "C7", "F3"):
        board.play(point)
    told = full_moves.rank(board, previous=["C3", "G7", "C7", "F3"])
    own = full_moves.rank(board)
    assert [c.point for c in told[:10]] == [c.point for c in own[:10]]
    drawn = Board.from_stones(board.stones, board.to_play)
    assert full_moves.rank(drawn)[0].probability != pytest.approx(own[0].probability, rel=1e-6)


@pytest.mark.parametrize("size", [2, 5, 13, 19, 25])
def test_boards_of_other_sizes_are_served(full_moves: MovePredictor, size: int) -> None:
    board = Board(size)
    assert len(full_moves.rank(board)) == size * size
    board.play((0, 0))
    assert len(full_moves.rank(board)) == size * size - 1


def test_a_position_without_a_legal_move_has_no_candidates(trained_moves: MovePredictor) -> None:
    board = Board.from_diagram("X .\n. X", to_play=Colour.WHITE)
    assert trained_moves.rank(board) == []
    assert predict(board, model=trained_moves, explain=True) == []


def test_superko_is_the_rules_own(full_moves: MovePredictor) -> None:
    board = Board.from_diagram(". X O .\nX . X O\n. X O .\n. . . .", rules="tromp-taylor")
    board.play("B3", Colour.WHITE)
    ranked = full_moves.rank(board)
    assert {c.point for c in ranked} == set(board.legal_moves())


def test_setup_and_handicap_have_no_previous_moves(trained_moves: MovePredictor) -> None:
    board = Board(9)
    board.place_handicap(4)
    assert len(trained_moves.rank(board)) == 77


def test_counts_are_kept_within_four_per_cent() -> None:
    counts = np.array([0, 1, 2, 3, 17, 1204, 2310, 99_000_000])
    assert from_steps(to_steps(counts))[:3].tolist() == [0, 1, 2]
    assert np.allclose(from_steps(to_steps(counts)), counts, rtol=0.04, atol=0.5)


def test_a_saved_model_says_the_same(trained_moves: MovePredictor, tmp_path) -> None:
    trained_moves.save(tmp_path / "moves.safetensors")
    again = MovePredictor.load(tmp_path / "moves.safetensors")
    board = Board(9)
    board.play("D4")
    assert again.rank(board) == trained_moves.rank(board)


def test_foreign_and_damaged_files_are_refused_by_name(full_moves: MovePredictor, tmp_path) -> None:
    path = tmp_path / "moves.safetensors"
    full_moves.save(path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(ModelError, match="damaged"):
        MovePredictor.load(path)
    arrays = dict(full_moves.arrays)
    arrays["weights"] = arrays["weights"][:-1]
    with pytest.raises(ModelError, match="do not fit"):
        MovePredictor(full_moves.card, arrays)
    with pytest.raises(KifuError, match="'moves'.*'life'"):
        from kifu.models.files import Card, save

        save(path, Card("life", 1, ""), {})
        MovePredictor.load(path)


def test_a_file_of_another_version_is_refused_with_both(full_moves: MovePredictor, tmp_path) -> None:
    path = tmp_path / "moves.safetensors"
    MovePredictor(replace(full_moves.card, version=1), full_moves.arrays).save(path)
    with pytest.raises(ModelError, match=r"\b1\b.*\b2\b|\b2\b.*\b1\b"):
        MovePredictor.load(path)


def test_small_boards_have_a_bundled_model_of_their_own() -> None:
    small, large = MovePredictor.bundled(9), MovePredictor.bundled(13)
    assert small is MovePredictor.bundled(7)
    assert large is MovePredictor.bundled()
    assert small is not large
    for size in (7, 9, 13, 19):
        first = MovePredictor.bundled(size).rank(Board(size))[0].point
        corner = min(first.x, size - 1 - first.x), min(first.y, size - 1 - first.y)
        assert min(corner) >= 2, f"an expert does not open on line {min(corner) + 1} of {size}"
