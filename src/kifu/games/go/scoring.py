"""The score of a finished position under a ruleset: a count, komi and what handicap stones cost."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kifu.games.go.board import Board, PointLike
from kifu.games.go.counting import AreaCount, TerritoryCount, count_area, count_territory
from kifu.games.go.rules import Compensation, Counting, Rules
from kifu.records.moves import Colour
from kifu.records.results import Result


@dataclass(frozen=True, eq=False)
class Score:
    """A counted game.

    Attributes:
        rules: the ruleset that decided what counts.
        komi: points for White.
        compensation: points for White in place of Black's handicap stones.
        count: the count below it, with a layer for every question about a point.
        black: Black's points.
        white: White's points, with komi and compensation.
    """

    rules: Rules
    komi: float
    compensation: int
    count: AreaCount | TerritoryCount
    black: float
    white: float

    @property
    def lead(self) -> float:
        """By how much Black leads; negative where White does."""
        return self.black - self.white

    @property
    def winner(self) -> Colour | None:
        """Who has won, or None for a draw."""
        return self.result.winner

    @property
    def result(self) -> Result:
        """The result as records write it."""
        return result_of(self.lead, self.rules)


def result_of(lead: float, rules: Rules) -> Result:
    """Turn Black's lead into a result; equal points are a draw, or `B+0` where the rules give Black ties."""
    if lead == 0 and not rules.black_wins_ties:
        return Result(None, None, "draw")
    return Result(Colour.BLACK if lead >= 0 else Colour.WHITE, abs(lead), "score")


def score(
    board: Board, dead: Iterable[PointLike] = (), *, komi: float | None = None, handicap: int = 0
) -> Score:
    """Count a finished position under the board's own rules.

    Args:
        board: the position with its captures.
        dead: one point or more of every dead block.
        komi: points for White; the ruleset's usual komi where it is not given.
        handicap: number of handicap stones Black had.
    """
    marks = np.zeros((board.size, board.size), dtype=np.uint8)
    for point in dead:
        marks.flat[board._index(point, may_pass=False)] = 1
    rules = board.rules
    komi = rules.komi if komi is None else komi
    count: AreaCount | TerritoryCount
    if rules.counting is Counting.AREA:
        count = count_area(board.stones, marks)
        points = compensation(rules, handicap)
    else:
        count = count_territory(
            board.stones, marks, board.captured(Colour.BLACK), board.captured(Colour.WHITE)
        )
        points = 0
    return Score(rules, komi, points, count, float(count.black), count.white + komi + points)


def likely_komi(rules: Rules, komi: float | None, handicap: int, margin: float | None) -> float:
    """The komi that a game was played with, where its record names none or one that its result contradicts.

    Args:
        rules: of the game.
        komi: as recorded, None where it is not.
        handicap: number of handicap stones.
        margin: by how much it was won; None where it was not counted.
    """
    if komi is None:
        if margin is not None and margin % 1 == 0:
            return 0.0
        return 0.5 if handicap >= 2 else rules.komi
    if rules.counting is Counting.AREA and komi % 1 == 0 and margin is not None and margin % 1 == 0.5:
        # A dialect (GoQuest): KM has lost its half, as no whole komi can give half a point under area rules.
        return komi + 0.5
    return komi


def compensation(rules: Rules, handicap: int) -> int:
    """Points that White gets for Black's handicap stones."""
    if handicap < 2 or rules.compensation is Compensation.NONE:
        return 0
    return handicap if rules.compensation is Compensation.STONES else handicap - 1
