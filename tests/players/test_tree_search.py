import threading
import time

import pytest

from kifu.games.coordinates import from_index
from kifu.games.go import Board, Colour, Point
from kifu.models.moves import MovePredictor
from kifu.players.tree_search import SearchResult, TreeOptions, TreeSearch

ATARI = """
. . . . . . .
. X X X X X .
X O O O O X .
X O O O O . .
X X X X X . .
. . . . O O .
. . . . . . .
"""


def facts(result: SearchResult) -> list[tuple[Point | None, int]]:
    return [(m.move, m.visits) for m in result.moves]


def end(search: TreeSearch, thread: threading.Thread) -> None:
    while thread.is_alive():  # a stop before the search has begun is not heard
        search.stop()
        thread.join(0.01)


def test_finds_the_capture() -> None:
    result = TreeSearch().run(Board.from_diagram(ATARI), 7.0, playouts=1000)
    assert result.best is not None
    assert result.best.move == Point(5, 3)
    assert result.best.variation[0] == Point(5, 3)
    assert result.value > 0.8
    assert result.ownership is not None
    assert result.ownership[2, 2] > 0.8


def test_same_seed_same_result_and_another_seed_another() -> None:
    runs = [facts(TreeSearch(seed=seed).run(Board(9), 7.0, playouts=600)) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


def test_the_tree_is_kept_along_a_game() -> None:
    search, board = TreeSearch(), Board(9)
    first = search.run(board, 7.0, playouts=1500)
    assert first.best is not None
    for point in first.best.variation[:2]:
        board.play(point)
    assert search.run(board, 7.0, playouts=100).kept > 0
    assert search.run(board, 6.5, playouts=100).kept == 0, "another komi is another game"


def test_only_allowed_moves_and_then_all_again() -> None:
    search, board = TreeSearch(), Board(9)
    only = search.run(board, 7.0, playouts=100, allowed=[Point(4, 4), None])
    assert {m.move for m in only.moves} == {Point(4, 4), None}
    assert len(search.run(board, 7.0, playouts=100).moves) == 82


def test_every_move_has_a_lead_of_its_own() -> None:
    centre, corner = Point(2, 2), Point(0, 0)
    result = TreeSearch().run(Board(5), 20.0, playouts=1000, allowed=[corner, centre])
    leads = {m.move: m.lead for m in result.moves}
    assert leads[centre] > leads[corner] + 5
    # They add up to the score of all playouts, which is Black's, as the player to move is.
    visits = sum(m.visits for m in result.moves)
    assert visits == result.playouts
    mean = sum(m.visits * m.lead for m in result.moves) / visits
    assert mean == pytest.approx(result.score, abs=0.01)


def test_leads_are_those_of_the_player_to_move() -> None:
    board = Board.from_diagram(ATARI)
    board.to_play = Colour.WHITE
    result = TreeSearch().run(board, 7.0, playouts=500)
    visits = sum(m.visits for m in result.moves)
    assert sum(m.visits * m.lead for m in result.moves) / visits == pytest.approx(-result.score, abs=0.01)


@pytest.mark.parametrize("moves", [1, 2, 3, 4])
def test_moves_are_forbidden_to_a_side_as_deep_as_told(moves: int) -> None:
    search, board = TreeSearch(options=TreeOptions(expand=1)), Board(3)
    middle = Point(1, 1)
    forbidden = {(Colour.BLACK, middle): moves, (Colour.WHITE, middle): moves}
    result = search.run(board, 0.0, playouts=3000, forbidden=forbidden)
    lines = [m.variation for m in result.moves if m.visits]
    assert all(middle not in line[:moves] for line in lines)
    # The best point of all is taken as soon as it is allowed.
    best = result.moves[0].variation
    assert len(best) > moves
    assert best[moves] == middle


def test_a_side_may_be_forbidden_everything() -> None:
    search, board = TreeSearch(options=TreeOptions(expand=1)), Board(3)
    everything = {(Colour.WHITE, from_index(i, 3)): 100 for i in range(-1, 9)}
    result = search.run(board, 0.0, playouts=200, forbidden=everything)
    assert {len(m.variation) for m in result.moves if m.visits} == {1}


def test_what_was_forbidden_is_not_kept() -> None:
    search, board = TreeSearch(), Board(9)
    first = search.run(board, 7.0, playouts=1000, forbidden={(Colour.WHITE, Point(4, 4)): 2})
    assert first.best is not None
    board.play(first.best.move)
    assert search.run(board, 7.0, playouts=100).kept == 0


def test_advice_draws_visits() -> None:
    corner = Point(2, 2)
    plain, advised = (
        TreeSearch().run(Board(9), 7.0, playouts=300, stop_when_decided=False, advice=advice)
        for advice in (None, {corner: 1.0})
    )

    def visits(result: SearchResult) -> int:
        return next(m.visits for m in result.moves if m.move == corner)

    assert visits(advised) > visits(plain)


def test_a_model_gives_the_priors(full_moves: MovePredictor) -> None:
    board = Board(9)
    likely = full_moves.rank(board)
    result = TreeSearch(full_moves, TreeOptions(flatten=1.0)).run(board, 7.0, playouts=50)
    priors = {m.move: m.prior for m in result.moves}
    assert all(priors[c.point] == pytest.approx(c.probability, rel=1e-4) for c in likely)


def test_seconds_and_stop_end_a_search() -> None:
    search = TreeSearch(threads=2)
    assert search.run(Board(19), 7.0, seconds=0.2).seconds < 10
    thread = threading.Thread(target=search.run, args=(Board(19), 7.0))
    thread.start()
    asked = time.monotonic()
    end(search, thread)
    assert time.monotonic() - asked < 10


@pytest.mark.parametrize("options", [TreeOptions(rave=0), TreeOptions(widening=0), TreeOptions(megabytes=1)])
def test_every_kind_of_tree_finds_it(options: TreeOptions) -> None:
    best = TreeSearch(options=options).run(Board.from_diagram(ATARI), 7.0, playouts=1000).best
    assert best is not None
    assert best.move == Point(5, 3)


def test_a_second_run_at_the_same_time_is_refused() -> None:
    search = TreeSearch()
    thread = threading.Thread(target=search.run, args=(Board(9), 7.0))
    thread.start()
    while not search.report().playouts:  # a busy machine starts late
        time.sleep(0.01)
    with pytest.raises(RuntimeError, match="running already"):
        search.run(Board(9), 7.0, playouts=1)
    end(search, thread)
