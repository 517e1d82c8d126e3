"""Draughts: move generation beside open_spiel's checkers driven from Python; judging, search, generations."""

import itertools
import time
from typing import Any

import numpy as np

from kifu._native import search as native
from kifu.arena.draughts_games import play_games
from kifu.games.draughts import Position, perft, positions_of
from kifu.games.draughts.ballots import ballots
from kifu.models.draughts_net import Network
from kifu.work.seeds import stream
from kifu_lab.bench.measure import Benchmark, Peer, Repeat, timed


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


def _networks(count: int) -> list[Network]:
    return [Network.random("squares", stream(1, "bench", i)) for i in range(count)]


def _values() -> Repeat:
    """Positions judged one by one, each from its pieces."""
    network = _networks(1)[0]
    games = play_games([(0, 0, 0)] * 200, [], "random")
    rows = np.tile(positions_of(games.packed, games.offsets), (8, 1))
    return timed(lambda: len(network.values(rows)))


def _evaluations(depth: int) -> Repeat:
    """Positions judged in games at a fixed depth, the search around them included."""
    networks, seeds = _networks(2), itertools.count(1)
    return timed(
        lambda: int(
            play_games(
                [(0, 1, 0)] * 8, networks, f"minimax:depth={depth}", move_limit=60, seed=next(seeds)
            ).evaluations.sum()
        )
    )


def _moves(depth: int, count: int) -> Repeat:
    """Moves chosen at a fixed depth: how the work grows from depth to depth."""
    networks, seeds = _networks(2), itertools.count(1)
    pairs = [(0, 1, i) for i in range(count)]

    def work() -> int:
        games = play_games(
            pairs,
            networks,
            f"minimax:depth={depth}",
            openings=ballots()[:count],
            move_limit=43,
            seed=next(seeds),
        )
        return int(games.lengths.sum()) - 3 * count

    return timed(work)


def _nodes() -> Repeat:
    """Positions visited by the search that players use: deepening, captures read on, a table."""
    network = _networks(1)[0]
    positions = []
    for ballot in ballots()[::20]:
        position = Position()
        for move in ballot.split():
            position.play(move)
        positions.append(position)

    def work() -> int:
        decider = native.DraughtsDecider("minimax:depth=60,deepen=yes,captures=yes,nodes=50000,table=16")
        return sum(decider.decide(position._game, network.native, False, 1)[4] for position in positions)

    return timed(work)


def _generation(depth: int, threads: int) -> Repeat:
    """The paper's generation: 15 networks, five games each as Black, 100 moves.

    By the time that passes: threads are there to save it. With none, on one, by the processor's time.
    """
    networks = _networks(15)
    opponents = stream(1, "bench", "opponents").integers(1, 15, 75)
    pairs = [(i // 5, (i // 5 + int(step)) % 15, 0) for i, step in enumerate(opponents)]

    def work() -> int:
        play_games(
            pairs,
            networks,
            f"minimax:depth={depth}",
            move_limit=100,
            blocked_is_draw=True,
            threads=threads or 1,
        )
        return 1

    def repeat() -> float:
        start = time.perf_counter()
        return work() / (time.perf_counter() - start)

    return repeat if threads else timed(work)


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
    Benchmark("draughts/values", "positions", _values),
    Benchmark("draughts/evaluations-4-ply", "evaluations", lambda: _evaluations(4)),
    Benchmark("draughts/evaluations-6-ply", "evaluations", lambda: _evaluations(6)),
    Benchmark("draughts/alpha-beta", "nodes", _nodes),
    *(
        Benchmark(f"draughts/moves-{depth}-ply", "moves", lambda depth=depth, n=n: _moves(depth, n))  # type: ignore[misc]
        for depth, n in ((1, 100), (2, 100), (3, 40), (4, 40), (5, 10), (6, 10), (7, 2), (8, 2))
    ),
    *(
        Benchmark(
            f"draughts/generation-{depth}-ply-one-core",
            "generations",
            lambda depth=depth: _generation(depth, 0),  # type: ignore[misc]
        )
        for depth in (4, 6)
    ),
    *(
        Benchmark(
            f"draughts/generation-{depth}-ply",
            "generations",
            lambda depth=depth: _generation(depth, 2),  # type: ignore[misc]
            Peer("one thread", lambda depth=depth: _generation(depth, 1)),  # type: ignore[misc]
            1.8,
        )
        for depth in (4, 6)
    ),
]
