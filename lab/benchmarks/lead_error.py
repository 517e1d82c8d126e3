"""How far the estimated lead is from the result, by how sure the owners of points are.

    python lab/benchmarks/lead_error.py --games 300 human9.db kgs19.db

Validation games with a numeric result, eight positions of each. The error is the median distance from the
result: of the lead, of the plain sum of owners, and of an even game.
"""

import argparse
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from kifu.archive import Archive
from kifu.archive.splits import game_splits
from kifu.games.go import replay
from kifu.judgement.estimates import FAIR, estimate
from kifu.records import sgf
from kifu.work.seeds import stream

PER_GAME = 8
EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archives", nargs="+")
    parser.add_argument("--games", type=int, default=300)
    arguments = parser.parse_intermixed_args()
    print("| games | how sure | positions | lead | sum of owners | even |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for path in arguments.archives:
        sure, *errors = measure(path, arguments.games)
        for low, high in pairwise(EDGES):
            chosen = (sure >= low) & ((sure < high) | (high == 1))
            medians = [f"{np.median(error[chosen]):.1f}" if chosen.any() else "" for error in errors]
            print(f"| {path} | {low:g}-{high:g} | {chosen.sum():,} | {' | '.join(medians)} |", flush=True)


def measure(path: str, games: int) -> NDArray[np.float64]:
    """How sure the owners are, and the three errors, of every position."""
    found = []
    with Archive(path) as archive:
        splits = game_splits(archive)
        rows = archive.games(result="score", legal=True)
        chosen = [
            row
            for row in rows
            if splits.get(row.id) == "validation" and not row.handicap and None not in (row.komi, row.margin)
        ]
        random = stream(1, "lead-error")
        for at in random.permutation(len(chosen))[:games]:
            game = chosen[int(at)]
            komi, margin = game.komi or 0.0, game.margin or 0.0
            record = sgf.read(archive.record(game.id))[0]
            result = margin if game.winner == "B" else -margin
            total = len(replay(record).board.moves)
            for moves in sorted({int(n) for n in random.integers(0, total + 1, PER_GAME)}):
                board = replay(record, moves=moves).board
                guess = estimate(board, komi=komi)
                guesses = (guess.lead, guess.owned, FAIR[board.rules.counting] - komi)
                sure = float(np.abs(guess.ownership).mean())
                found.append((sure, *(abs(value - result) for value in guesses)))
    return np.array(found).T


if __name__ == "__main__":
    main()
