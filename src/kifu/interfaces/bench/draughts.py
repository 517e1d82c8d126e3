"""Draughts move generation, beside open_spiel's checkers driven from Python."""

from typing import Any

from kifu.interfaces.bench.measure import Benchmark, Peer, Repeat, timed
from kifu.positions.draughts import perft


def _ours(bulk: bool, depth: int) -> Repeat:
    return timed(lambda: perft(depth, bulk=bulk))


def _open_spiel(bulk: bool, depth: int) -> Repeat:
    import pyspiel

    game = pyspiel.load_game("checkers")

    def count(state: Any, left: int) -> int:
        if left == 0:
            return 1
        if state.is_terminal():
            return 0
        if bulk and left == 1:
            return len(state.legal_actions())
        return sum(count(state.child(action), left - 1) for action in state.legal_actions())

    return timed(lambda: count(game.new_initial_state(), depth))


# Both sides count alike: by visiting every position, or by counting the moves of the last ply but one.
BENCHMARKS = [
    Benchmark(
        "draughts/perft",
        "nodes",
        lambda: _ours(False, 9),
        Peer("open_spiel", lambda: _open_spiel(False, 6)),
        900.0,
    ),
    Benchmark(
        "draughts/perft-bulk",
        "nodes",
        lambda: _ours(True, 10),
        Peer("open_spiel", lambda: _open_spiel(True, 7)),
    ),
]
