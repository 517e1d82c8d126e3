"""Where a model of moves fails: by what the expert's move is, and on which small shapes most.

    python lab/benchmarks/moves_failures.py --archive pro.db --games 200

Looks at validation games only and prints Markdown. A shape is the five points by five around the move that
was played, up to symmetry, seen from the player to move: X his stones, O the other's, # off the board.
"""

import argparse
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kifu.archive import Archive
from kifu.archive.packed import read_packed
from kifu.games.go import Board
from kifu.models.moves import MovePredictor
from kifu.records.moves import Colour, Point
from kifu.work.seeds import stream
from kifu_lab.evaluation.moves import outcomes

SIZE, AROUND, SHAPES = 19, 2, 6
MARKS = np.array(list(".XO#"))


@dataclass
class Group:
    """The moves of one kind: ranks and log-losses."""

    ranks: list[int] = field(default_factory=list)
    losses: list[float] = field(default_factory=list)


def main() -> None:
    """Print both tables and the shapes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--archive", type=Path, required=True)
    parser.add_argument("--model", type=Path, help="the bundled one if not given")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    model = MovePredictor.load(arguments.model) if arguments.model else MovePredictor.bundled()
    with Archive(arguments.archive) as archive:
        games = read_packed(archive, SIZE, "validation")
    games = games.take(stream(arguments.seed, "moves-failures").permutation(len(games))[: arguments.games])
    found = outcomes(model, games)
    of_move = {
        (int(g), int(m)): (int(r), float(p))
        for g, m, r, p in zip(found.game, found.move, found.rank, found.probability, strict=True)
    }
    kinds: dict[str, Group] = defaultdict(Group)
    shapes: dict[bytes, Group] = defaultdict(Group)
    for number in range(len(games)):
        board = Board(SIZE)
        begin, end = games.offsets[number], games.offsets[number + 1]
        actions = games.actions[begin:end].tolist()
        if any(action >> 13 & 1 for action in actions):
            continue  # stones were set up
        for i, action in enumerate(actions, start=1):
            point = None if action >> 12 & 1 else Point(action & 63, action >> 6 & 63)
            if (number, i) in of_move and point is not None:
                rank, probability = of_move[number, i]
                loss = -np.log(max(probability, 1e-9))
                for kind in _kinds(board, point):
                    kinds[kind].ranks.append(rank)
                    kinds[kind].losses.append(loss)
                shape = shapes[_shape(board, point)]
                shape.ranks.append(rank)
                shape.losses.append(loss)
            board.play(point)
    print(describe(kinds, shapes))


def _kinds(board: Board, point: Point) -> list[str]:
    """What a move is, in words: how far from the last, on which line, what it touches."""
    last = board.moves[-1].point if board.moves else None
    apart = abs(last.x - point.x) + abs(last.y - point.y) if last else None
    near = next((name for limit, name in _DISTANCES if apart is not None and apart <= limit), "far")
    line = min(point.x, point.y, SIZE - 1 - point.x, SIZE - 1 - point.y) + 1
    return [f"distance to the last move: {near}", f"line {line if line < 5 else '5 and up'}"]


_DISTANCES = ((2, "1-2"), (5, "3-5"), (10, "6-10"))


def _shape(board: Board, point: Point) -> bytes:
    """The points around a move from the mover's side, the least of its eight forms."""
    stones = board.stones.astype(np.uint8)
    if board.to_play is Colour.WHITE:
        stones = np.array([0, 2, 1], np.uint8)[stones]
    padded = np.pad(stones, AROUND, constant_values=3)
    size = 2 * AROUND + 1
    cut = padded[point.y : point.y + size, point.x : point.x + size]
    forms = [np.rot90(turned, k) for turned in (cut, cut.T) for k in range(4)]
    return min(np.ascontiguousarray(form).tobytes() for form in forms)


def _share(ranks: NDArray[np.int64], first: int) -> str:
    return f"{100 * (ranks <= first).mean():.1f}"


def describe(kinds: dict[str, Group], shapes: dict[bytes, Group]) -> str:
    """Both tables and the shapes as Markdown."""
    misses = sum(rank > 20 for name, g in kinds.items() if name.startswith("line") for rank in g.ranks)
    lines = [
        "| the move | number | 1 | 5 | 10 | 20 | share of the misses at 20 |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for name in sorted(kinds):
        ranks = np.array(kinds[name].ranks)
        shares = " | ".join(_share(ranks, first) for first in (1, 5, 10, 20))
        part = 100 * (ranks > 20).sum() / max(misses, 1)
        lines.append(f"| {name} | {len(ranks):,} | {shares} | {part:.1f} |")
    empty = [key for key in shapes if not set(key) - {0}]
    costly = sorted((key for key in shapes if key not in empty), key=lambda key: -sum(shapes[key].losses))
    lines += [
        "",
        "Shapes that cost most log-loss, the move in the middle, empty surroundings left out:",
        "",
        "```",
    ]
    size = 2 * AROUND + 1
    drawn = []
    for key in costly[:SHAPES]:
        group = shapes[key]
        rows = MARKS[np.frombuffer(key, np.uint8).reshape(size, size)]
        rows[AROUND, AROUND] = "*"
        text = [f"{len(group.ranks)} times", f"{_share(np.array(group.ranks), 1)} % first"]
        text.append(f"loss {np.mean(group.losses):.2f}")
        drawn.append([*(" ".join(row) for row in rows), *text])
    lines += ["   ".join(f"{cell:<14}" for cell in row).rstrip() for row in zip(*drawn, strict=True)]
    return "\n".join([*lines, "```"])


if __name__ == "__main__":
    main()
