"""Points of a judged position by area, by territory or as servers count it, with komi and handicap."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kifu.analysis.judgement import Judgement
from kifu.analysis.terms import Terms
from kifu.games.go import Counting
from kifu.games.go.scoring import compensation
from kifu.records.moves import Colour
from kifu.records.results import Result

Method = Literal["area", "territory", "plain territory"]


@dataclass(frozen=True)
class Tally:
    """What each side has, Black first.

    Attributes:
        method: `area`: living stones and surrounded points. `territory`: surrounded points and prisoners,
            nothing in seki, nothing that has to be filled. `plain territory`: all surrounded points, and
            prisoners.
        territory: Surrounded points.
        stones: Living stones; they count under `area`.
        prisoners: Enemy stones captured and dead; they count under the other two.
        komi: Points for White.
        compensation: Points for White in place of Black's handicap stones.
        black_wins_ties: Whether equal points are Black's win, as under Ing rules.
    """

    method: Method
    territory: tuple[int, int]
    stones: tuple[int, int]
    prisoners: tuple[int, int]
    komi: float
    compensation: int
    black_wins_ties: bool = False

    @property
    def points(self) -> tuple[float, float]:
        """The totals of Black and White."""
        more = self.stones if self.method == "area" else self.prisoners
        black, white = (a + b for a, b in zip(self.territory, more, strict=True))
        return float(black), white + self.komi + self.compensation

    @property
    def lead(self) -> float:
        """By how much Black leads; negative where White does."""
        return self.points[0] - self.points[1]

    @property
    def result(self) -> Result:
        """The result as records write it."""
        return result_of(self.lead, self.black_wins_ties)


def result_of(lead: float, black_wins_ties: bool = False) -> Result:
    """Turn Black's lead into a result; where Black wins ties, an even one is `B+0`."""
    if lead == 0 and black_wins_ties:
        return Result(Colour.BLACK, 0.0, "score")
    if lead == 0:
        return Result(None, None, "draw")
    return Result(Colour.BLACK if lead > 0 else Colour.WHITE, abs(lead), "score")


@dataclass(frozen=True, eq=False)
class Counts:
    """A judged position counted in every way; layers have 0 for nobody, 1 for Black, 2 for White.

    Attributes:
        used: The tally that decides.
        others: Tallies under other readings of the same rules that give another result.
        owner: Whose each point is in the tally that decides.
        dame: Points that are nobody's.
        open_points: Who holds points behind a border that is not closed.
        to_fill: Points of one side that it has to fill in the end.
        seki_eyes: Who holds eyes of groups in seki.
    """

    used: Tally
    others: tuple[Tally, ...]
    owner: NDArray[np.uint8]
    dame: NDArray[np.uint8]
    open_points: NDArray[np.uint8]
    to_fill: NDArray[np.uint8]
    seki_eyes: NDArray[np.uint8]


def count(judgement: Judgement, terms: Terms) -> Counts:
    """Count a position without its dead stones."""
    owner, territory, _, eyes, dame, open_points, filled, dead = judgement.layers
    black_area, white_area, _, black, white, dead_black, dead_white, captured_black, captured_white = (
        judgement.totals
    )
    stones, lost = judgement.stones, judgement.stones[dead != 0]
    all_dead, standing = _both(lost), _both(stones)
    living = standing[0] - all_dead[0], standing[1] - all_dead[1]
    surrounded = black_area - living[0], white_area - living[1]
    taken = captured_white + all_dead[1], captured_black + all_dead[0]
    komi = terms.komi
    if terms.rules.counting is Counting.AREA:
        given = compensation(terms.rules, terms.handicap)
        used = Tally("area", surrounded, living, taken, komi, given, terms.rules.black_wins_ties)
        return Counts(used, (), owner, dame, open_points, filled, eyes)
    strict_taken = captured_white + dead_white, captured_black + dead_black
    strict = Tally("territory", (black, white), living, strict_taken, komi, 0)
    plain = Tally("plain territory", surrounded, living, taken, komi, 0)
    used, other = (plain, strict) if terms.plain else (strict, plain)
    if not terms.plain:
        owner = np.where((stones > 0) & (dead == 0), stones, territory)
    others = (other,) if other.lead != used.lead else ()
    return Counts(used, others, owner, dame, open_points, filled, eyes)


def _both(layer: NDArray[np.uint8]) -> tuple[int, int]:
    _, black, white = np.bincount(layer.ravel(), minlength=3).tolist()
    return black, white
