"""What a move changed, by estimates alone: for reviews without search."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from kifu.judgement import Estimate
from kifu.records.moves import Colour, Point

_BLOCKS = 2
#: A block is named where its stones' chances changed by so much, and it makes so many points.
_CHANGE, _POINTS = 0.25, 1.5
#: Points of one area that are worth a sentence.
_AREA = 2.0


def changes(before: Estimate, after: Estimate, mover: Colour) -> Iterator[str]:
    """What got worse for a side from one position to a later one: blocks first, then parts of the board."""
    sign = 1 if mover is Colour.BLACK else -1
    gained = sign * (after.ownership - before.ownership)
    yield from _block_changes(before, after, mover, gained)
    yield from _area_changes(gained)


def _block_changes(
    before: Estimate, after: Estimate, mover: Colour, gained: NDArray[np.float32]
) -> Iterator[str]:
    judged = before.judgement
    found = []
    for block in range(len(judged.native.blocks)):
        here = judged.block_of == block
        worse = -float(gained[here].sum())
        if worse < _POINTS or -float(gained[here].mean()) / 2 < _CHANGE:
            continue
        own = judged.stones[here][0] == (1 if mover is Colour.BLACK else 2)
        y, x = np.argwhere(here)[0]
        where = str(Point(int(x), int(y), before.board.size))
        # Chances of the block's own side: of points that were captured, how sure the enemy has them.
        side = 1 if judged.stones[here][0] == 1 else -1
        was, now = ((1 + side * float(e.ownership[here].mean())) / 2 for e in (before, after))
        count = int(here.sum())
        stones = f"{count} stones" if count > 1 else "stone"
        gone = bool((after.judgement.stones[here] != judged.stones[here]).all())
        whose = mover if own else mover.opponent
        how = "was captured" if count == 1 else "were captured"
        change = how if gone else f"{percent(was)} alive before, {percent(now)} after"
        found.append((worse, f"{whose}'s {stones} at {where}: {change}."))
    yield from (text for _, text in sorted(found, reverse=True)[:_BLOCKS])


def _area_changes(gained: NDArray[np.float32]) -> Iterator[str]:
    where, points = most_lost(gained)
    if points >= _AREA:
        yield f"Lost about {points:.0f} points {where}."


def most_lost(gained: NDArray[np.float32]) -> tuple[str, float]:
    """The part of the board that most was lost in, and how many points."""
    size = gained.shape[0]
    thirds = [0, (size + 1) // 3, size - (size + 1) // 3, size]
    rows, columns = ("upper", "", "lower"), ("left", "", "right")
    lost = {}
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            part = gained[thirds[i] : thirds[i + 1], thirds[j] : thirds[j + 1]]
            name = f"in the {row} {column} corner" if row and column else f"on the {row or column} side"
            lost["in the centre" if not row and not column else name] = -float(part.sum())
    return max(lost.items(), key=lambda item: item[1])


def percent(share: float) -> str:
    """31 %, 4.2 %, under 0.1 %."""
    if share < 0.001:
        return "under 0.1 %"
    return f"{share:.0%}".replace("%", " %") if share >= 0.0995 else f"{100 * share:.1f} %"
