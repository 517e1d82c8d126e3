"""Scores of finished games and estimates in mid-game, beside GNU Go.

The games are made here, each side walling off its half with random moves among its own: as many blocks, dead
stones and open points as people's games have, and the same on every machine.
"""

import os
from functools import lru_cache

from kifu.analysis.score import score_record
from kifu.games.go import Board, Colour, Point, replay
from kifu.judgement import estimate
from kifu.protocols.gtp_client import GtpClient, find_program
from kifu.records import sgf
from kifu.records.moves import Move, vertex
from kifu.records.sgf import SgfRecord
from kifu.work.seeds import stream
from kifu_lab.bench.measure import Benchmark, Peer, Repeat, timed

_GAMES = 40


@lru_cache
def make_games(size: int) -> tuple[bytes, ...]:
    """Finished games: a wall between the halves, stones behind it, some of the enemy's among them."""
    return tuple(_game(size, number) for number in range(_GAMES))


def _game(size: int, number: int) -> bytes:
    random = stream(1, "bench-life", number)
    record = SgfRecord.new(size, komi=6.5, info={"rules": "Japanese", "result": "B+1.5"})
    board = Board(size, "japanese")
    node = record.root
    bends = [size // 2 + int(random.integers(-1, 2)) for _ in range(size)]
    wall = {Colour.BLACK: _wall(bends, size, 0), Colour.WHITE: _wall(bends, size, 1)}
    length = size * size * 6 // 10
    for i in range(length):
        colour = board.to_play
        legal = [p for p in wall[colour] if board[p] is None and board.is_legal(p)]
        if not legal:
            mine = colour is Colour.BLACK
            intrude = random.random() < 0.15
            legal = [
                p
                for p in board.legal_moves()
                if ((p.x < bends[p.y]) == (mine != intrude)) and (p.x + 2 * p.y + i) % 3
            ]
        point = legal[int(random.integers(len(legal)))] if legal else None
        board.play(point)
        node = node.add_child(Move(colour, point))
    for _ in range(2):
        node = node.add_child(Move(board.to_play, None))
        board.pass_()
    return record.to_bytes()


def _wall(bends: list[int], size: int, side: int) -> list[Point]:
    points = []
    for y in range(size):
        before = bends[max(0, y - 1)]
        low, high = sorted((bends[y], before))
        columns = range(low - 1, high) if side == 0 else range(low, high + 1)
        points += [Point(x, y) for x in columns if (x < bends[y]) == (side == 0)]
    return points


def _score(size: int, rounds: int) -> Repeat:
    games = make_games(size)

    def work() -> int:
        for _ in range(rounds):
            for data in games:
                sheet = score_record(sgf.read(data)[0])
                _ = sheet.result, sheet.blocks
        return rounds * len(games)

    return timed(work)


def _estimate(rounds: int) -> Repeat:
    boards = [replay(sgf.read(data)[0], moves=120).board for data in make_games(19)]

    def work() -> int:
        for _ in range(rounds):
            for board in boards:
                _ = estimate(board).lead
        return rounds * len(boards)

    return timed(work)


def _gnugo(size: int, games: int) -> Repeat:
    if find_program("gnugo") is None:
        raise ImportError("gnugo")
    boards = [replay(sgf.read(data)[0]).board for data in make_games(size)[:games]]

    def repeat() -> float:
        # Another process does the work: its processor time, as ours is taken, its start included.
        start = _children()
        with GtpClient(["gnugo", "--mode", "gtp", "--level", "1"], timeout=300) as engine:
            engine.send(f"boardsize {size}")
            for board in boards:
                engine.send("clear_board")
                for move in board.moves:
                    engine.send(f"play {move.colour.value} {vertex(move.point)}")
                engine.send("final_score")
        return len(boards) / max(_children() - start, 1e-9)

    return repeat


def _children() -> float:
    """Processor time of the processes that were started from here and have ended."""
    spent = os.times()
    return spent.children_user + spent.children_system


BENCHMARKS = [
    Benchmark(
        "life/score-9x9", "games", lambda: _score(9, 10), Peer("GNU Go level 1", lambda: _gnugo(9, 20))
    ),
    Benchmark(
        "life/score-19x19", "games", lambda: _score(19, 2), Peer("GNU Go level 1", lambda: _gnugo(19, 3))
    ),
    Benchmark("life/estimate-19x19", "positions", lambda: _estimate(4)),
]
