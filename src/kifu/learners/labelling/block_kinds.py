"""The kinds of block in labelled games."""

import numpy as np

from kifu.archive import Archive, Filter
from kifu.archive.filters import EVERY_GAME, LABELLED
from kifu.archive.splits import Split
from kifu.features.life import kinds
from kifu.work.progress import Progress, silent


def block_kinds(
    archive: Archive, chosen: Filter = EVERY_GAME, *, split: Split | None = None, progress: Progress = silent
) -> dict[str, float]:
    """The shares of the four kinds of block (section 2 of the paper) in all positions of labelled games."""
    total = np.zeros(5, np.int64)
    games = 0
    for batch in archive.packed(chosen, labels=LABELLED, split=split, owners=True, games=1024):
        total += kinds(batch).sum(0)
        games += len(batch)
        progress(games, None, "kinds of block")
    names = ("captured", "enemy points", "edge", "interior")
    known = max(1, int(total[1:].sum()))
    return {name: float(total[i + 1]) / known for i, name in enumerate(names)}
