"""How well the search's playouts know who wins: positions of validation games against the recorded result.

    python lab/benchmarks/playout_quality.py --games 100 --playouts 200 kgs19.db "" squeeze=0 shape=0,vital=0

Each argument after the archive is one kind of playout, as options of `katia`; "" are the defaults. Positions
are taken at 40, 60 and 80 % of a game. Printed are the log loss of the playouts' share of wins (made safe by
one win and one loss more), how often the leader has won, the mean error of the lead in points over counted
games, and playouts a second of processor time. A quick guide for what to try in games; games decide.
"""

import argparse
import math
import time
from collections.abc import Iterator
from dataclasses import fields, replace

from kifu.archive import Archive, Filter
from kifu.archive.splits import game_splits
from kifu.games.go import Board, Colour, replay
from kifu.players.tree_search import PlayoutOptions, TreeOptions, TreeSearch
from kifu.records.sgf import read

#: A tree of one move: all playouts start right after one of the moves of the position.
BARE = TreeOptions(expand=1 << 30, rave=0, widening=0, margin=0.0)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archive")
    parser.add_argument("kinds", nargs="*", default=[""])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=200)
    arguments = parser.parse_intermixed_args()
    asked = list(positions(arguments.archive, arguments.games))
    print(f"{len(asked):,} positions, {arguments.playouts} playouts each\n")
    print("| playouts | log loss | leader right | error of lead | playouts a second |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for kind in arguments.kinds:
        row = measured(asked, options(kind), arguments.playouts)
        print(f"| {f'`{kind}`' if kind else 'as they are'} | {row} |", flush=True)


def positions(
    path: str, games: int, shares: tuple[float, ...] = (0.4, 0.6, 0.8), split: str = "validation"
) -> Iterator[tuple[Board, float, bool, float | None]]:
    """Positions with komi, whether Black won, and by how much where it was counted."""
    with Archive(path) as archive:
        splits = game_splits(archive)
        found = 0
        for game in archive.games(Filter(game="go", legal=True)):
            if splits.get(game.id, "train") != split or game.winner not in ("B", "W"):
                continue
            if game.komi is None or game.handicap or game.n_moves < game.width**2 // 3:
                continue
            record = read(archive.record(game.id))[0]
            black = game.winner == "B"
            lead = None if game.margin is None else game.margin if black else -game.margin
            for share in shares:
                board = replay(record, moves=int(share * game.n_moves), rules="chinese").board
                yield board, game.komi, black, lead
            found += 1
            if found == games:
                return


def options(text: str) -> PlayoutOptions:
    """Options as `katia` has them."""
    pairs = dict(part.split("=") for part in text.split(",") if part)
    names = {field.name for field in fields(PlayoutOptions)}
    if not pairs.keys() <= names:
        raise SystemExit(f"expected options among {', '.join(sorted(names))}, got {text!r}")
    return replace(PlayoutOptions(), **{name: float(value) for name, value in pairs.items()})


def measured(
    asked: list[tuple[Board, float, bool, float | None]], kind: PlayoutOptions, playouts: int
) -> str:
    """One row."""
    loss = right = error = counted = 0.0
    started = time.process_time()
    for board, komi, black, lead in asked:
        found = TreeSearch(None, BARE, playouts=kind).run(
            board, komi, playouts=playouts, stop_when_decided=False
        )
        wins = found.value if board.to_play is Colour.BLACK else 1 - found.value
        wins = (wins * playouts + 1) / (playouts + 2)
        loss -= math.log(wins if black else 1 - wins)
        right += (wins > 0.5) == black
        if lead is not None:
            error += abs(found.score - lead)
            counted += 1
    seconds = time.process_time() - started
    n = len(asked)
    speed = n * playouts / seconds
    return f"{loss / n:.4f} | {right / n:.1%} | {error / max(1, counted):.1f} | {speed:,.0f}"


if __name__ == "__main__":
    main()
