"""Why a move is worth a look: what experts play instead, what speaks against it, what it changed."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kifu.analysis.moves import Prediction, Reason
from kifu.judgement import Estimate
from kifu.records.moves import Colour, Point

_REASONS = 2  # told of a move
_BLOCKS = 2  # told of what a move changed
#: A block is told of where its stones' chances changed by so much, and it makes so many points.
_CHANGE, _POINTS = 0.25, 1.5
#: Points of one area that are told of.
_AREA = 2.0


@dataclass(frozen=True)
class MoveExplanation:
    """A move in words; an empty text where there is nothing to say.

    Attributes:
        better: what experts play instead, and why.
        played: what speaks for and against the move itself.
        changes: whose blocks and which parts of the board changed for the worse.
        doubt: why the loss may be none.
    """

    better: str
    played: str
    changes: tuple[str, ...] = ()
    doubt: str = ""

    @property
    def lines(self) -> list[str]:
        """One sentence a line."""
        return [line for line in (*self.changes, self.better, self.played, self.doubt) if line]


def why_better(best: Prediction | None, size: int) -> str:
    """What experts play, and what speaks for it."""
    if best is None:
        return ""
    why = [reason.text for reason in best.reasons if reason.factor > 1 and _telling(reason)][:_REASONS]
    said = f"Experts would play {best.point} ({percent(best.probability)})"
    return f"{said}: {'; '.join(why)}." if why else f"{said}."


def why_played(name: str, rank: int | None, played: Prediction | None) -> str:
    """What speaks against a move, and for it; moves as likely as others share their rank."""
    if played is None:
        return ""
    telling = [reason for reason in played.reasons if _telling(reason)]
    against = [f"{r.text} (÷{_factor(1 / r.factor)})" for r in telling if r.factor < 1][:_REASONS]
    speaks_for = [f"{r.text} (×{_factor(r.factor)})" for r in telling if r.factor > 1][:_REASONS]
    if rank == 1:
        said, against = f"{name} is the experts' first choice ({percent(played.probability)})", []
    else:
        said = f"{name} is expert move {rank} ({percent(played.probability)})"
    if against:
        said += f"; against it: {'; '.join(against)}"
    if speaks_for:
        said += f"; for it: {'; '.join(speaks_for)}"
    return f"{said}."


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
        told = how if gone else f"{percent(was)} alive before, {percent(now)} after"
        found.append((worse, f"{whose}'s {stones} at {where}: {told}."))
    yield from (text for _, text in sorted(found, reverse=True)[:_BLOCKS])


def _area_changes(gained: NDArray[np.float32]) -> Iterator[str]:
    """The part of the board that most was lost in, where one stands out."""
    size = gained.shape[0]
    thirds = [0, (size + 1) // 3, size - (size + 1) // 3, size]
    rows, columns = ("upper", "", "lower"), ("left", "", "right")
    lost = {}
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            part = gained[thirds[i] : thirds[i + 1], thirds[j] : thirds[j + 1]]
            name = f"in the {row} {column} corner" if row and column else f"on the {row or column} side"
            lost["in the centre" if not row and not column else name] = -float(part.sum())
    where, points = max(lost.items(), key=lambda item: item[1])
    if points >= _AREA:
        yield f"Lost about {points:.0f} points {where}."


def percent(share: float) -> str:
    """31 %, 4.2 %, under 0.1 %."""
    if share < 0.001:
        return "under 0.1 %"
    return f"{share:.0%}".replace("%", " %") if share >= 0.0995 else f"{100 * share:.1f} %"


def _factor(factor: float) -> str:
    return f"{factor:.0f}" if factor >= 10 else f"{factor:.1f}"


def _telling(reason: Reason) -> bool:
    """Whether it says more than that the stones around count somehow."""
    return reason.topic != "surroundings" and abs(np.log(max(reason.factor, 1e-9))) > 0.3
