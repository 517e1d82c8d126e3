"""What networks of openings say of games between people, beside Kifu's expert.

    python lab/benchmarks/opening_leads.py human9.db bundled runs/best/model.safetensors

Validation games with the komi of an even game, cut after 10 and after 20 moves, komi 5.5. For each network:
the correlation with the points of the expert and the mean distance from them of the lead as seen by
who has just moved, and of the lead that `kifu opening-value` tells, the mean of what both sides expect.
"""

import argparse

import numpy as np
import numpy.typing as npt

from kifu.analysis.opening_values import value_opening
from kifu.archive import Archive, Filter
from kifu.archive.splits import game_splits
from kifu.arena.opening_experts import KifuExpert
from kifu.games.go import Board, replay
from kifu.models.opening import OpeningModel
from kifu.records.sgf import read

MOVES = (10, 20)
KOMI = 5.5


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archive")
    parser.add_argument("models", nargs="*", default=["bundled"])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--playouts", type=int, default=2000)
    arguments = parser.parse_args()
    boards = openings(arguments.archive, arguments.games)
    expert = KifuExpert(playouts=arguments.playouts)
    judged = {number: expert.finish(rows(boards, number), 9, KOMI, seed=1) for number in MOVES}
    print(f"{len(boards):,} games; correlation with the expert, and points off it\n")
    print("| network | moves | seen by who has moved | off by | by both sides | off by |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name in arguments.models:
        model = OpeningModel.bundled() if name == "bundled" else OpeningModel.load(name)
        valued = [value_opening(board, model, komi=KOMI, moves=max(MOVES)) for board in boards]
        for number in MOVES:
            last = [moves[number - 1] for moves in valued]
            one = np.array([(move.points or 0.0) * (1 if move.number % 2 else -1) for move in last])
            both = np.array([move.lead for move in last])
            told = f"{beside(one, judged[number])} | {beside(both, judged[number])}"
            print(f"| {name} | {number} | {told} |", flush=True)


def openings(path: str, most: int) -> list[Board]:
    """The first moves of validation games, which alternate and have no pass."""
    found: list[Board] = []
    with Archive(path) as archive:
        splits = game_splits(archive)
        for game in archive.games(Filter(game="go", legal=True)):
            if splits.get(game.id, "train") != "validation" or game.handicap or game.width != 9:
                continue
            if game.komi is None or not 5 <= game.komi <= 8 or game.n_moves < max(MOVES):
                continue
            board = replay(read(archive.record(game.id))[0], moves=max(MOVES), rules="chinese").board
            turns = [move.colour.value for move in board.moves]
            if turns == ["B", "W"] * (max(MOVES) // 2) and all(move.point for move in board.moves):
                found.append(board)
            if len(found) == most:
                break
    return found


def rows(boards: list[Board], number: int) -> npt.NDArray[np.int16]:
    """Openings as experts take them."""
    points = [[move.point for move in board.moves[:number]] for board in boards]
    return np.array([[p.y * 9 + p.x for p in row if p is not None] for row in points], np.int16)


def beside(lead: npt.NDArray[np.float64], judged: npt.NDArray[np.float64]) -> str:
    """Correlation and distance."""
    return f"{np.corrcoef(lead, judged)[0, 1]:.2f} | {np.abs(lead - judged).mean():.1f}"


if __name__ == "__main__":
    main()
