"""Go boards: uniformly random games, beside open_spiel's driven from Python."""

import itertools
import random

from kifu._native import playouts
from kifu_lab.bench.measure import Benchmark, Peer, Repeat, timed


def _ours(size: int, games: int) -> Repeat:
    seeds = itertools.count(1)

    def work() -> int:
        playouts.uniform_games(size, games, next(seeds), 1)
        return games

    return timed(work)


def _open_spiel(size: int, games: int) -> Repeat:
    import pyspiel

    game = pyspiel.load_game("go", {"board_size": size})

    def work() -> int:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
        return games

    return timed(work)


BENCHMARKS = [
    Benchmark(
        f"go/random-{size}x{size}",
        "games",
        lambda size=size, ours=ours: _ours(size, ours),  # type: ignore[misc]
        Peer("open_spiel", lambda size=size, theirs=theirs: _open_spiel(size, theirs)),  # type: ignore[misc]
        goal,
    )
    for size, ours, theirs, goal in ((9, 40_000, 800, 30.0), (19, 8_000, 60, 75.0))
]
