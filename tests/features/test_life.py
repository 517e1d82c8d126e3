"""Every life feature on a drawn board, counted by hand."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.features.life import LifeFeatures, of_board
from kifu.games.coordinates import from_gtp
from kifu.games.go import Board, Colour, Point

PAPER, FULL = LifeFeatures("paper"), LifeFeatures("full", playouts=8)

SHAPE = """
    . . . . . . .
    . . . . . . .
    . . X X . . .
    . . . X O . .
    . . . . O . .
    . . . . . . .
    . . . . . . .
"""
TWO_EYES = """
    . X . X . . .
    X X X X . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""
SURROUNDED = """
    . X . X O . .
    O X X X O . .
    . O O O O . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""
FALSE_EYE = """
    . X O . . . .
    X O O . . . .
    O O . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""
CORNER = """
    . . . X . . .
    . . . X . . .
    X X X X . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""
BEND = """
    . . . X . . .
    X X . X . . .
    . X X X . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""
DEAD_INSIDE = """
    . O O X . . .
    X X X X . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""
CHAIN = """
    . . . . . . .
    . X . X . O .
    . . . . . . .
    . X . . . O .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


@pytest.mark.parametrize(
    ("board", "at", "expected"),
    [
        # The block: C5 D5 D4.
        (SHAPE, "C5", {"size": 3, "perimeter": 7, "opponents": 1, "liberties": 6, "opponent_blocks": 1}),
        (SHAPE, "C5", {"local_majority": 2, "edge_1": 7 / 3, "edge_2": 8 / 3, "bounding_box": 4}),
        (SHAPE, "E4", {"size": 2, "perimeter": 6, "liberties": 5, "local_majority": 2}),
        # Points over the edge count in the perimeter; liberties of liberties.
        (TWO_EYES, "B7", {"perimeter": 11, "liberties": 8, "liberties_2": 7, "liberties_3": 8}),
        # White may not play in the eyes; on A7 she would be captured at once.
        (TWO_EYES, "B7", {"protected_liberties": 2}),
        (SURROUNDED, "B7", {"liberties": 2, "protected_liberties": 2, "auto_atari_liberties": 2}),
        # Fully accessible regions: the eyes; the outside is accessible in part.
        (TWO_EYES, "B7", {"full_regions": 2, "full_size": 2, "full_perimeter": 8, "full_splits": 0}),
        (TWO_EYES, "B7", {"part_regions": 1, "part_size": 7, "inner_size": 34}),
        # A 3x2 corner: the two interior points A7 and B7 are reached by miai.
        (CORNER, "D7", {"full_regions": 1, "full_size": 6, "full_perimeter": 10, "full_splits": 0}),
        # A bend: both points at the corner keep it connected.
        (BEND, "D7", {"full_regions": 1, "full_size": 4, "full_perimeter": 9, "full_splits": 2}),
        # Eyespace: false in the corner, whole with captives.
        (FALSE_EYE, "B7", {"eyespace_size": 0, "eyespace_perimeter": 0, "full_regions": 1}),
        (TWO_EYES, "B7", {"eyespace_size": 43, "eyespace_perimeter": 31}),
        (DEAD_INSIDE, "D7", {"eyespace_size": 44}),
        # The optimistic chain: blocks that share liberties.
        (CHAIN, "B6", {"chain_blocks": 3, "chain_size": 3, "chain_perimeter": 10, "chain_splits": 3}),
        (CHAIN, "B6", {"chain_regions": 1, "chain_eye_regions": 1, "chain_full_regions": 0}),
        (CHAIN, "B6", {"weakc_liberties": 4, "weakc_shared": 1}),
        (TWO_EYES, "B7", {"chain_regions": 3, "chain_eye_regions": 3, "chain_full_regions": 2}),
        (TWO_EYES, "B7", {"chain_eyespace_size": 43, "chain_eyespace_perimeter": 31}),
        (SHAPE, "C5", {"chain_splits": 1, "chain_external_liberties": 3}),
        (FALSE_EYE, "B7", {"chain_blocks": 2, "chain_external_liberties": 5}),
        # The weakest opponents.
        (SHAPE, "C5", {"weak1_perimeter": 6, "weak1_liberties": 5, "weak1_shared": 2, "weak1_splits": 0}),
        (SHAPE, "C5", {"weak2_liberties": 0, "weak2_perimeter": 0}),
        (FALSE_EYE, "B7", {"weak1_liberties": 5, "weak1_splits": 3, "weak1_shared": 0}),
        # Disputed territory: the open board of both.
        (SHAPE, "C5", {"disputed_own": 6, "disputed_friends": 6, "disputed_enemies": 5}),
        (TWO_EYES, "B7", {"disputed_own": 0, "disputed_friends": 0, "disputed_enemies": 0}),
        # The whole board.
        (SHAPE, "C5", {"to_move": 1, "ko": 0, "ko_distance": 0, "friends": 3, "enemies": 2}),
        (SHAPE, "E4", {"to_move": -1, "friends": 2, "enemies": 3}),
    ],
)
def test_paper_features(board: str, at: str, expected: dict[str, float]) -> None:
    found = of_board(Board.from_diagram(board), PAPER)[from_gtp(at, 7) or Point(0, 0)]
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_ko_and_its_distance() -> None:
    board = Board.from_diagram(
        """
        . X O . . . .
        X . X O . . .
        . X O . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . O
        """,
        to_play=Colour.WHITE,
    )
    board.play("B6")
    found = of_board(board, PAPER)
    assert found[Point(1, 0)]["ko"] == 1
    assert found[Point(1, 0)]["ko_distance"] == 2
    assert found[Point(6, 6)]["ko_distance"] == 9


CAPTIVES = """
    . X . X O . .
    X X X X O . .
    O O O O O . .
    . . . . . . .
    . X O . . . .
    . O . . . . .
    . . . . . . .
"""
LADDER = """
    . . . . . . .
    . . . . . . .
    . . . O O . .
    . . O X . . .
    . . . O . . .
    . . . . . . .
    . . . . . . .
"""


@pytest.mark.parametrize(
    ("board", "at", "expected"),
    [
        (CAPTIVES, "B7", {"safe": 1, "enemy_safe": 0, "capturable": 0, "eyes_1": 2, "eye_estimate": 2}),
        (CAPTIVES, "B7", {"chain_liberties": 2, "board_points": 49, "filled": 16 / 49, "passes": 0}),
        (CAPTIVES, "B3", {"safe": 0, "capturable": 1, "friends_2": 0, "enemies_2": 3, "nearest_enemy": 1}),
        (LADDER, "D4", {"capturable": 1, "escapes": 0}),
    ],
)
def test_features_beyond_the_paper(board: str, at: str, expected: dict[str, float]) -> None:
    found = of_board(Board.from_diagram(board), FULL)[from_gtp(at, 7) or Point(0, 0)]
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_playouts_know_an_unconditionally_living_block() -> None:
    found = of_board(Board.from_diagram(CAPTIVES), FULL)
    assert found[Point(1, 0)]["own_stones"] == 1.0


@given(moves=st.lists(st.integers(0, 80), min_size=4, max_size=60), symmetry=st.integers(1, 7))
def test_features_do_not_depend_on_how_the_board_is_turned(moves: list[int], symmetry: int) -> None:
    board = Board(9)
    for move in moves:
        legal = board.legal_moves()
        board.play(legal[move % len(legal)] if legal else None)
    stones = board.stones
    turned = stones[:, ::-1] if symmetry & 1 else stones
    turned = turned[::-1] if symmetry & 2 else turned
    turned = turned.T if symmetry & 4 else turned
    before = of_board(Board.from_stones(stones, board.to_play), PAPER)
    after = of_board(Board.from_stones(np.ascontiguousarray(turned), board.to_play), PAPER)
    # Miai pairs are found greedily, and ties among opponents are broken by place; everything else must agree.
    greedy = ("full_", "part_", "inner_", "chain_full", "chain_external", "weak")
    names = [name for name in PAPER.names if not name.startswith(greedy)]

    def rows(found: dict[Point, dict[str, float]]) -> list[tuple[float, ...]]:
        return sorted(tuple(round(block[name], 4) for name in names) for block in found.values())

    assert rows(before) == rows(after)


def test_the_document_names_every_feature() -> None:
    text = (Path(__file__).parents[2] / "docs" / "features-life.md").read_text(encoding="utf-8")
    assert [name for name in FULL.names if f"`{name}`" not in text] == []
