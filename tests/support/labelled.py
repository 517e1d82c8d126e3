"""Made-up labelled games: random moves, and at the end each point is its stone's, or nobody's."""

from pathlib import Path

import numpy as np

from kifu._native import go as native
from kifu.archive import Archive, Filter, import_paths
from kifu.archive.labels import Label, LabelWriter
from kifu.games.go import Board

_LETTERS = "abcdefghijklmnopqrs"


def random_sgf(seed: int, size: int = 7, moves: int = 40) -> str:
    """A legal game that ends in two passes."""
    random = np.random.default_rng(seed)
    board, text = Board(size), ""
    for number in range(moves):
        points = board.legal_moves()
        if not points:
            break
        point = points[random.integers(len(points))]
        board.play(point)
        text += f";{'BW'[number % 2]}[{_LETTERS[point.x]}{_LETTERS[point.y]}]"
    number = len(board.moves)
    rank = ("3d", "5k", "15k", "25k", "?")[seed % 5]
    passes = f";{'BW'[number % 2]}[];{'BW'[(number + 1) % 2]}[]"
    return f"(;GM[1]FF[4]SZ[{size}]PB[{seed}]BR[{rank}]WR[{rank}]RE[B+1]{text}{passes})"


def labelled_archive(folder: Path, games: int = 60, judges: str = "gnugo") -> Path:
    """An archive of random games, all labelled; some are on another board."""
    records = folder / "records"
    records.mkdir()
    for seed in range(games):
        size = 9 if seed % 4 == 3 else 7
        (records / f"{seed}.sgf").write_text(random_sgf(seed, size))
    path = folder / "games.db"
    with Archive.create(path) as archive:
        import_paths(archive, [records], workers=1)
        labels = []
        for size in (7, 9):
            for batch in archive.packed(Filter(size=size)):
                stones, *_ = native.final_positions(size, batch.actions, batch.offsets)
                labels += [
                    Label(game, "labelled", owners.tobytes(), None, judges, "area", None, "1")
                    for game, owners in zip(batch.ids.tolist(), stones, strict=True)
                ]
        with LabelWriter(archive) as writer:
            writer.add_labels([], labels)
    return path
