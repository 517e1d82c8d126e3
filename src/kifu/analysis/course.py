"""The course of a game as a row of numbers, Black's lead after 0, 1, 2, ... moves, and what follows from it.

The study room's page follows the same rules while results come in (`static/analysis.js`); a test holds both
together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

#: How many moves a list of the costliest, or of the most surprising ones, has.
LISTED = 8
#: Beyond the first so many, an expert's move is a surprise.
EXPECTED = 5
#: So many positions in a row the new leader stays ahead at a turning point.
_STAYS = 4


@dataclass(frozen=True)
class Thresholds:
    """From when on numbers of a game mean something.

    Attributes:
        inaccuracy: the least loss with a name.
        mistake: a loss that is listed.
        blunder: a loss that decides games.
        even: a lead below is nobody's.
        tempo: whether leads swing from move to move, as the right to move is worth something itself.
    """

    inaccuracy: float
    mistake: float
    blunder: float
    even: float
    tempo: bool

    def name(self, loss: float, decided: bool = False) -> Literal["inaccuracy", "mistake", "blunder"] | None:
        """What a loss is called.

        Args:
            loss: of the move.
            decided: whether the game was decided before and after it: safe moves of the winner, and last
                tries of the loser, are not called wrong for a few points.
        """
        if loss >= self.blunder:
            return "blunder"
        if loss >= (self.blunder if decided else self.mistake):
            return "mistake"
        return "inaccuracy" if loss >= self.inaccuracy and not decided else None


#: Points of Go by search and without it, and values of draughts from -1 to 1.
GO = Thresholds(inaccuracy=1.5, mistake=3.0, blunder=8.0, even=1.0, tempo=False)
GO_FAST = replace(GO, tempo=True)
DRAUGHTS = Thresholds(inaccuracy=0.08, mistake=0.15, blunder=0.5, even=0.05, tempo=False)


def costs(leads: Sequence[float], black: Sequence[bool]) -> list[float]:
    """What each move of Go lost for whoever made it.

    Both leads are taken with the same side to play, where there is a move after it: the right to move is
    worth points itself.

    Args:
        leads: Black's, one more than there are moves.
        black: of every move, whether Black made it.
    """
    last = len(leads) - 1
    lost = [leads[number] - leads[min(number + 2, last)] for number in range(last)]
    return [cost if mine else -cost for cost, mine in zip(lost, black, strict=True)]


def smooth(leads: Sequence[float], thresholds: Thresholds) -> list[float]:
    """The leads without the swing from move to move."""
    if not thresholds.tempo or len(leads) < 2:
        return list(leads)
    before = [leads[1], *leads[:-1]]
    after = [*leads[1:], leads[-2]]
    return [(b + 2 * lead + a) / 4 for b, lead, a in zip(before, leads, after, strict=True)]


def turning_points(leads: Sequence[float], thresholds: Thresholds) -> list[int]:
    """Numbers of the moves after which the other side was ahead, and stayed so.

    Args:
        leads: smoothed.
        thresholds: of the game.
    """
    found, leader = [], 0
    for number, lead in enumerate(leads):
        if abs(lead) < thresholds.even:
            continue
        side = 1 if lead > 0 else -1
        if side != leader and all(side * lead > 0 for lead in leads[number : number + _STAYS]):
            if leader:
                found.append(number)
            leader = side
    return found
