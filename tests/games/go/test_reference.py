"""Random games under every ko rule agree with the slow reference, move by move."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kifu.games.go import Board, Colour, Compensation, Counting, Ko, Point, Rules
from support import reference


@settings(max_examples=150, deadline=None)
@given(
    size=st.integers(2, 6),
    ko=st.sampled_from(list(Ko)),
    suicide=st.booleans(),
    choices=st.lists(st.integers(0, 10_000), min_size=5, max_size=90),
)
def test_random_games_agree_with_reference(size: int, ko: Ko, suicide: bool, choices: list[int]) -> None:
    board = Board(size, Rules("test", Counting.AREA, ko, suicide, 0.0, Compensation.NONE))
    slow = reference.ReferenceGame(size, ko.name.lower(), suicide)
    keys = {slow.stones: board.key}
    for choice in choices:
        legal = sorted(slow.legal(), key=lambda p: (p[1], p[0]))
        assert [tuple(p) for p in board.legal_moves()] == legal
        # One move in ten is a pass, so that superko sees positions with either side to move.
        point = None if not legal or choice % 10 == 0 else legal[choice % len(legal)]
        slow.play(point)
        board.play(None if point is None else Point(*point))
        assert tuple(map(tuple, board.stones.tolist())) == slow.stones
        assert (board.to_play is Colour.BLACK) == (slow.to_play == 1)
        assert keys.setdefault(slow.stones, board.key) == board.key
        for block in board.blocks():
            stones, liberties = reference.block_and_liberties(slow.stones, *block.stones[0])
            assert set(block.stones) == stones
            assert set(block.liberties) == liberties
    assert len(set(keys.values())) == len(keys)
