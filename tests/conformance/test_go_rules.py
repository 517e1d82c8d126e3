"""Captures, ko, legality and final boards as GNU Go and sgfmill have them, over real and random games.

`pytest tests/conformance --full` looks at 500 games with GNU Go and 5,000 with sgfmill.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from sgfmill import boards as sgfmill_boards

from kifu.errors import InputError
from kifu.games.coordinates import from_index, to_gtp
from kifu.games.go import Board, Colour, replay
from kifu.games.go.handicap import fixed_handicap
from kifu.protocols.gtp_client import GtpClient, find_program
from kifu.protocols.process import EngineRefusedError
from kifu.records import sgf
from support.games import by_hash, random_games

Games = list[tuple[str, bytes]]
SampleSize = Callable[[int, int], int]


def compare_with_sgfmill(name: str, data: bytes) -> int:
    """Play a game on both boards and compare them after every move; returns the number of moves."""
    ours = replay(sgf.read(data)[0], rules="japanese").board
    history = ours.history()
    steps = ours._game.steps
    theirs = sgfmill_boards.Board(ours.size)
    for i in range(steps):
        colour, index, is_setup = ours._game.step(i)
        if is_setup:
            black = [(ours.size - 1 - y, x) for y, x in zip(*(history[i + 1] == 1).nonzero(), strict=True)]
            white = [(ours.size - 1 - y, x) for y, x in zip(*(history[i + 1] == 2).nonzero(), strict=True)]
            theirs = sgfmill_boards.Board(ours.size)
            assert theirs.apply_setup(black, white, []), name
        elif index >= 0:
            theirs.play(ours.size - 1 - index // ours.size, index % ours.size, "b" if colour == 1 else "w")
        if i % 10 == 0 or i == steps - 1:
            stones = {(row, column): c for c, (row, column) in theirs.list_occupied_points()}
            found = {
                (ours.size - 1 - y, x): "b" if history[i + 1][y, x] == 1 else "w"
                for y, x in zip(*history[i + 1].nonzero(), strict=True)
            }
            assert stones == found, f"{name}, step {i + 1}"
    return steps


def compare_with_gnugo(engine: GtpClient, name: str, data: bytes) -> int:
    """Play a game on both boards; compare legal moves now and then, and stones and captures at the end."""
    ours = replay(sgf.read(data)[0], rules="japanese").board
    board = Board(ours.size, "japanese")
    engine.send(f"boardsize {ours.size}")
    engine.send("clear_board")
    for i in range(ours._game.steps):
        colour, index, is_setup = ours._game.step(i)
        if is_setup:
            if i > 0:
                return 0  # GTP cannot set stones up in the middle of a game
            board = ours.copy()
            while board._game.steps > 1:
                board.undo()
            for block in board.blocks():
                for stone in block.stones:
                    engine.send(f"play {block.colour} {to_gtp(stone, ours.size)}")
            continue
        point = from_index(index, ours.size)
        side = Colour.BLACK if colour == 1 else Colour.WHITE
        engine.send(f"play {side} {to_gtp(point, ours.size)}")
        board.play(point, side)
        if i % 40 == 39:
            for c in Colour:
                legal = set(engine.send(f"all_legal {c}").split())
                assert legal == {to_gtp(p, ours.size) for p in board.legal_moves(c)}, f"{name}, move {i + 1}"
    for c in Colour:
        stones = set(engine.send(f"list_stones {c}").split())
        assert stones == {to_gtp(p, ours.size) for b in board.blocks() if b.colour is c for p in b.stones}, (
            name
        )
        assert int(engine.send(f"captures {c}")) == board.captured(c.opponent), name
    return len(board.moves)


def test_random_games_as_sgfmill_plays_them() -> None:
    for name, data in random_games():
        assert compare_with_sgfmill(name, data) > 100


@pytest.mark.parametrize("archive", ["pro19", "kgs19", "human9"])
def test_real_games_as_sgfmill_plays_them(archive: str, shared_data: Path, sample_size: SampleSize) -> None:
    games = by_hash(shared_data / "go" / f"{archive}.tar.xz", sample_size(30, 1700))
    assert sum(compare_with_sgfmill(name, data) for name, data in games) > 30 * len(games)


@pytest.fixture(scope="module")
def gnugo() -> GtpClient:
    if find_program("gnugo") is None:
        pytest.skip("GNU Go is not installed (Debian package gnugo)")
    return GtpClient("gnugo --mode gtp --level 0")


@pytest.mark.parametrize("size", [7, 8, 9, 10, 11, 13, 15, 17, 19])
def test_handicap_stones_as_gnugo_puts_them(size: int, gnugo: GtpClient) -> None:
    for stones in range(2, 10):
        gnugo.send(f"boardsize {size}")
        try:
            theirs = set(gnugo.send(f"fixed_handicap {stones}").split())
        except EngineRefusedError:
            with pytest.raises(InputError):
                fixed_handicap(size, stones)
            continue
        assert {to_gtp(point, size) for point in fixed_handicap(size, stones)} == theirs


def test_random_games_as_gnugo_plays_them(gnugo: GtpClient) -> None:
    for name, data in random_games()[:20]:
        compare_with_gnugo(gnugo, name, data)


@pytest.mark.parametrize("archive", ["pro19", "human9"])
def test_real_games_as_gnugo_plays_them(
    archive: str, gnugo: GtpClient, shared_data: Path, sample_size: SampleSize
) -> None:
    games = by_hash(shared_data / "go" / f"{archive}.tar.xz", sample_size(8, 250))
    played = [compare_with_gnugo(gnugo, name, data) for name, data in games]
    assert sum(moves > 0 for moves in played) >= 0.99 * len(games)
