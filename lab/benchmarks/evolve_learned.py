"""What champions have learned, measured from positions: kings, back rank, centre.

    python lab/benchmarks/evolve_learned.py runs/first --generations 1,10,100,1000 [--games 200]

The last champion plays itself from ballots. Every champion judges the quiet positions of these games; a
linear model of its judgement (on the scale of atanh) by Samuel's terms says what it goes by, in men.
Intervals are of a bootstrap over games. Then a man's worth by its square: what the judgement loses
without it.
"""

import argparse
from pathlib import Path

import numpy as np

from kifu.arena.draughts_games import play_games
from kifu.games.draughts import START_FEN
from kifu.games.draughts.ballots import ballots
from kifu.learners.evolve.games import Games
from kifu.learners.evolve.memory import lessons_of
from kifu.learners.evolve.session import champion_file
from kifu.models.draughts_net import TERMS, Network, terms
from kifu.work.seeds import stream

SAMPLES = 200


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path)
    parser.add_argument("--generations", required=True)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    generations = [int(text) for text in arguments.generations.split(",")]
    networks = {g: Network.load(champion_file(arguments.run, g)) for g in generations}
    positions, game = self_play(networks[generations[-1]], arguments)
    print(f"{len(positions):,} quiet positions of {arguments.games} games\n")
    print("| term | " + " | ".join(f"generation {g}" for g in generations) + " |")
    print("| --- |" + " ---: |" * len(generations))
    columns = [influence(network, positions, game) for network in networks.values()]
    for i, name in enumerate(TERMS):
        print(f"| {name} | " + " | ".join(column[i] for column in columns) + " |")
    print("\nA man's worth by its square, seen by the side that plays upwards, 1.00 on average:\n")
    print(worth_by_square(networks[generations[-1]], positions))


def self_play(network: Network, arguments: argparse.Namespace) -> tuple[np.ndarray, np.ndarray]:
    """Quiet positions, and the game of each."""
    known = ballots()
    pairs = np.array([(0, 0, i % len(known)) for i in range(arguments.games)])
    played = play_games(
        pairs,
        [network],
        f"minimax:depth={arguments.depth},captures=yes",
        openings=known,
        move_limit=200,
        threads=arguments.threads,
    )
    fens = (START_FEN,) * len(pairs)
    lessons = lessons_of(Games(played.outcomes, played.lengths, played.packed, fens, 0, played.values), 1)
    return lessons.positions, np.cumsum(lessons.begins)


def influence(network: Network, positions: np.ndarray, game: np.ndarray) -> list[str]:
    """What each term is worth in men, with its 95 % interval."""
    judged = logit(network, positions)
    counted = np.column_stack([terms(positions), np.ones(len(positions))])
    sums = [
        (counted[game == g].T @ counted[game == g], counted[game == g].T @ judged[game == g])
        for g in np.unique(game)
    ]
    squares, products = (np.stack(part) for part in zip(*sums, strict=True))

    def solve(drawn: np.ndarray) -> np.ndarray:
        ridge = 1e-6 * np.eye(len(TERMS) + 1)
        found: np.ndarray = np.linalg.solve(squares[drawn].sum(axis=0) + ridge, products[drawn].sum(axis=0))
        return np.asarray(found[:-1] / found[0])

    random = stream(1, "bootstrap")
    best = solve(np.arange(len(squares)))
    again = [solve(random.integers(len(squares), size=len(squares))) for _ in range(SAMPLES)]
    low, high = np.percentile(again, [2.5, 97.5], axis=0)
    return [f"{b:+.2f} ({lo:+.2f} to {hi:+.2f})" for b, lo, hi in zip(best, low, high, strict=True)]


def worth_by_square(network: Network, positions: np.ndarray) -> str:
    """A board of what the judgement loses when an own man on a square is taken off."""
    judged = logit(network, positions)
    worth = np.full(32, np.nan)
    white = positions[:, 3] == 1
    for square in range(32):
        own = np.where(white, 31 - square, square).astype(np.uint32)  # as the side to move sees it
        bit = np.uint32(1) << own
        man = ((np.where(white, positions[:, 1], positions[:, 0]) & bit) != 0) & (
            (positions[:, 2] & bit) == 0
        )
        if man.sum() < 30:
            continue
        without = positions[man].copy()
        side = without[:, 3]
        without[np.arange(len(without)), side] &= ~bit[man]
        alive = (without[:, 0] != 0) & (without[:, 1] != 0)
        worth[square] = np.mean((judged[man] - logit(network, without))[alive])
    worth /= np.nanmean(worth)
    board = [["    "] * 8 for _ in range(8)]
    for square, value in enumerate(worth):
        row = square // 4
        column = 2 * (square % 4) + 1 - row % 2
        board[7 - row][7 - column] = " ·  " if np.isnan(value) else f"{value:.2f}"
    return "\n".join("    " + " ".join(row).rstrip() for row in board)


def logit(network: Network, positions: np.ndarray) -> np.ndarray:
    return np.arctanh(np.clip(network.values(positions), -0.99999, 0.99999))


if __name__ == "__main__":
    main()
