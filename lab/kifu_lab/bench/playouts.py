"""Playouts with knowledge, alone and in the tree search, beside open_spiel's search with uniform playouts."""

import itertools
import time

from kifu._native import playouts
from kifu.games.go import Board
from kifu.models.moves import MovePredictor
from kifu.players.tree_search import TreeSearch
from kifu_lab.bench.measure import Benchmark, Peer, Repeat, timed


def _alone(size: int, games: int) -> Repeat:
    seeds = itertools.count(1)

    def work() -> int:
        playouts.local_games(size, games, next(seeds), 1)
        return games

    return timed(work)


def _search(size: int, count: int, model: MovePredictor | None = None) -> Repeat:
    board = Board(size)
    seeds = itertools.count(1)

    def work() -> int:
        TreeSearch(model, seed=next(seeds)).run(board, 7.0, playouts=count, stop_when_decided=False)
        return count

    return timed(work)


def _open_spiel(size: int, count: int) -> Repeat:
    import pyspiel

    game = pyspiel.load_game("go", {"board_size": size})
    seeds = itertools.count(1)

    def work() -> int:
        seed = next(seeds)
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, count, 500, False, seed, False)
        bot.step(game.new_initial_state())
        return count

    return timed(work)


def _threads(size: int, count: int, threads: int) -> Repeat:
    """By the time that passes: threads are there to save it."""
    board = Board(size)
    seeds = itertools.count(1)

    def repeat() -> float:
        search = TreeSearch(threads=threads, seed=next(seeds))
        start = time.perf_counter()
        search.run(board, 7.0, playouts=count, stop_when_decided=False)
        return count / (time.perf_counter() - start)

    return repeat


BENCHMARKS = [
    *(
        Benchmark(f"playouts/alone-{size}x{size}", "playouts", lambda size=size, n=n: _alone(size, n))  # type: ignore[misc]
        for size, n in ((9, 20_000), (19, 5_000))
    ),
    *(
        Benchmark(
            f"playouts/search-{size}x{size}",
            "playouts",
            lambda size=size, n=n: _search(size, n),  # type: ignore[misc]
            Peer("open_spiel MCTS", lambda size=size, peer=peer: _open_spiel(size, peer)),  # type: ignore[misc]
        )
        for size, n, peer in ((9, 20_000, 400), (19, 5_000, 60))
    ),
    *(
        Benchmark(
            f"playouts/search-with-model-{size}x{size}",
            "playouts",
            lambda size=size, n=n: _search(size, n, MovePredictor.bundled(size)),  # type: ignore[misc]
        )
        for size, n in ((9, 20_000), (19, 5_000))
    ),
    *(
        Benchmark(
            f"playouts/two-threads-{size}x{size}",
            "playouts",
            lambda size=size, n=n: _threads(size, n, 2),  # type: ignore[misc]
            Peer("one thread", lambda size=size, n=n: _threads(size, n, 1)),  # type: ignore[misc]
            1.8,
        )
        for size, n in ((9, 40_000), (19, 10_000))
    ),
]
