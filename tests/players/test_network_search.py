"""Searches that the network answers: what they find, and that a seed gives one result."""

import numpy as np
import pytest

from kifu.games.go import Board
from kifu.models.network import Network
from kifu.players.network_search import SearchTree, simulate


@pytest.fixture(scope="module")
def network() -> Network:
    found = Network.bundled(9)
    assert found is not None
    return found


def search(tree: SearchTree, network: Network, visits: int, root: int = 0) -> None:
    while tree.position(root).visits < visits:
        simulate(network, [(tree, np.full(4, root, np.int32))])


def test_a_search_captures_what_is_in_atari(network: Network) -> None:
    board = Board(9, "japanese")
    for black, white in (("C3", "D3"), ("D2", "D4"), ("E3", "E4"), ("C4", "C5"), ("B5", "F3")):
        board.play(black)
        board.play(white)
    board.play("E5")
    board.play("G7")
    board.play("F4")
    board.play("G6")  # D3, D4 and E4 have one liberty left
    tree = SearchTree(board, network, 6.5, seed=3)
    search(tree, network, 200)
    found = tree.position()
    assert found.visits >= 200
    assert str(found.moves[0].move) == "D5"
    assert sum(move.visits for move in found.moves) == found.visits - 1
    assert found.moves[0].variation[0] == found.moves[0].move
    assert found.ownership.shape == (9, 9)
    assert np.abs(found.ownership).max() <= 1


def test_the_same_seed_gives_the_same_search(network: Network) -> None:
    board = Board(9, "japanese")
    for move in ("E5", "C4", "G6"):
        board.play(move)
    results = []
    for _ in range(2):
        tree = SearchTree(board, network, 6.5, first=0, seed=5)
        assert len(tree) == 4
        for root in range(4):
            search(tree, network, 20, root)
        results.append([(tree.position(i).lead, tree.position(i).visits) for i in range(4)])
    assert results[0] == results[1]


def test_a_tree_goes_on_with_the_game(network: Network) -> None:
    board = Board(9, "japanese")
    tree = SearchTree(board, network, 6.5, seed=1)
    search(tree, network, 100)
    best = tree.position().moves[0]
    board.play(best.move)
    tree.advance(board)
    assert tree.position().visits == best.visits


def test_a_move_that_superko_bans_stays_out_of_a_search_that_knew_it(network: Network) -> None:
    board = Board(7, "chinese")
    moves = "D4 C3 C4 D3 E3 E4 F3 B4 B5 E5 B3 B2 A4 E2 F2 D2 A2 F1 B1 C2 E1 D1 C1"
    for move in moves.split():
        board.play(move)
    tree = SearchTree(board, network, 7.5, seed=1)
    for _ in range(12):
        simulate(network, [(tree, np.zeros(1, np.int32))])
    expected = tree.position().moves[0].variation
    assert [str(move) for move in expected[:2]] == ["A1", "B1"]
    board.play("A1")
    tree.advance(board)
    assert not board.is_legal("B1")
    for _ in range(50):
        simulate(network, [(tree, np.ones(1, np.int32))])
    found = tree.position().moves
    assert sum(move.visits for move in found) >= 50
    assert len(found) > 2
    assert "B1" not in {str(move.move) for move in found}
