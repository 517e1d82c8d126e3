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


_PLAIN = Peer("open_spiel", lambda: _open_spiel(False, 6))

# The first line is what each does by itself: `kifu perft` counts the last ply in bulk, open_spiel
# has a state for every position. The other two count alike: the ratio is of move generation alone.
BENCHMARKS = [
    Benchmark("draughts/perft", "nodes", lambda: _ours(True, 10), _PLAIN, 900.0),
    Benchmark("draughts/perft-every-node", "nodes", lambda: _ours(False, 9), _PLAIN),
    Benchmark(
        "draughts/perft-both-bulk",
        "nodes",
        lambda: _ours(True, 10),
        Peer("open_spiel", lambda: _open_spiel(True, 7)),
    ),
]
