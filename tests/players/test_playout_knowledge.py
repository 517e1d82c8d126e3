"""What playouts may be told to know beyond their defaults: patterns of the book, and races."""

import pytest

from kifu.games.go import Board, Colour
from kifu.players.tree_search import PlayoutOptions, TreeSearch
from kifu.players.verification import verify

#: Two chains without eyes, each shut in by a group that lives. Black has five liberties, White four: Black
#: is ahead whoever moves.
RACE = """
. . . . X . . . .
X X X X X X X X X
. . . . X X X X X
O O O O O O O O O
X X X X X X X X X
. . . . . O O O O
O O O O O O O O O
. . . . . . . . .
. . . . O . . . .
"""


def owners(knowledge: PlayoutOptions) -> float:
    """Who has the two chains in the end when White moves first: 1 Black, -1 White."""
    board = Board.from_diagram(RACE, Colour.BLACK)
    ownership = verify(board, [None], 7.0, playouts=400, knowledge=knowledge).ownership
    return float(ownership[3:5].mean())


def test_a_race_is_won_more_often_by_who_is_ahead() -> None:
    assert owners(PlayoutOptions(race=0.9)) > owners(PlayoutOptions()) + 0.2


def test_a_search_with_patterns_of_the_book_is_one_of_its_own() -> None:
    plain, learned = (
        TreeSearch(playouts=PlayoutOptions(patterns=patterns)).run(Board(9), 7.0, playouts=300)
        for patterns in (0.0, 0.9)
    )
    assert plain.value != learned.value
    again = TreeSearch(playouts=PlayoutOptions(patterns=0.9)).run(Board(9), 7.0, playouts=300)
    assert again.value == learned.value


@pytest.mark.parametrize("name", ["race", "patterns"])
def test_katia_takes_them_by_name(name: str) -> None:
    from kifu.players.named import make_player

    player = make_player(f"katia:playouts=50,nk=0,predictor=no,{name}=0.5")
    player.new_game(9, Board(9).rules, 7.0)
    assert player.choose(Board(9)).move is not None
    player.close()
