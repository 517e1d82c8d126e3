"""Reading and replaying SGF, beside sgfmill: its parser and its board."""

from kifu.games.go import Board, replay
from kifu.records import sgf
from kifu.records.sgf import SgfRecord
from kifu.work.seeds import stream
from kifu_lab.bench.measure import Benchmark, Peer, Repeat, timed

_GAMES = 60
_MOVES = 220


def make_games() -> list[bytes]:
    """Random but legal 19x19 games with the header of a real one: the same on every machine."""
    games = []
    for number in range(_GAMES):
        random = stream(1, "bench", number)
        board = Board(19, "japanese")
        record = SgfRecord.new(
            19,
            komi=6.5,
            info={
                "black": "Random",
                "white": "Random",
                "black_rank": "9d",
                "white_rank": "9d",
                "date": "2026-01-01",
                "event": f"Bench game {number}",
                "result": "B+R",
            },
        )
        node = record.root
        for _ in range(_MOVES):
            legal = board._game.legal_points(board._game.to_play)
            board._game.play(board._game.to_play, int(random.choice(legal)) if legal else -1)
            move = board.last_move
            assert move is not None
            node = node.add_child(move)
        games.append(record.to_bytes())
    return games


def _ours() -> Repeat:
    games = make_games()

    def work() -> int:
        for _ in range(20):
            for data in games:
                if replay(sgf.read(data)[0]).illegal_move:
                    raise AssertionError("a bench game must be legal")
        return 20 * len(games)

    return timed(work)


def _sgfmill() -> Repeat:
    from sgfmill import sgf as sgfmill
    from sgfmill import sgf_moves

    games = make_games()

    def work() -> int:
        for data in games:
            board, plays = sgf_moves.get_setup_and_moves(sgfmill.Sgf_game.from_bytes(data))
            for colour, move in plays:
                if move is not None:
                    board.play(*move, colour)
        return len(games)

    return timed(work)


BENCHMARKS = [Benchmark("records/sgf-replay-19x19", "games", _ours, Peer("sgfmill", _sgfmill), 50.0)]
