"""How long opening statistics take to answer, over a whole archive of Go.

    python lab/benchmarks/opening_queries.py --archive pro.db

Positions along validation games, after 0 to 40 moves; each is looked up once. The index is opened, and made
where there is none, before; the empty board is the slowest position, for every game began there.
"""

import argparse
import time

import numpy as np

from kifu.analysis.openings import look_up
from kifu.archive import Archive
from kifu.archive.position_index import open_index
from kifu.archive.splits import game_splits
from kifu.games.go import Board, replay
from kifu.records import sgf
from kifu.work.seeds import stream

MOVES = (0, 1, 2, 4, 8, 16, 24, 40)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--archive", required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with Archive(arguments.archive) as archive:
        index = open_index(archive)
        ids = sorted(game for game, split in game_splits(archive).items() if split == "validation")
        drawn = stream(arguments.seed, "opening-queries").permutation(len(ids))[: arguments.games]
        records = [sgf.read(archive.record(ids[number]))[0] for number in drawn]
    print(f"{len(index):,} positions of {index.games:,} games; milliseconds an answer\n")
    print("| after | positions | median | longest | games found, median |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for moves in MOVES:
        boards = [Board(19)] * 20 if moves == 0 else [replay(record, moves=moves).board for record in records]
        spent, games = [], []
        for board in boards:
            began = time.perf_counter()
            found = look_up(index, board)
            spent.append(1000 * (time.perf_counter() - began))
            games.append(found.games)
        middle, longest = np.median(spent), max(spent)
        print(f"| {moves} | {len(boards)} | {middle:.1f} | {longest:.1f} | {np.median(games):,.0f} |")


if __name__ == "__main__":
    main()
