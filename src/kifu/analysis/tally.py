"""Points of a judged position by area, by territory or as servers count it, with komi and handicap."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kifu.analysis.terms import Terms
from kifu.games.go import Counting, Rules
from kifu.games.go.scoring import compensation, result_of
from kifu.judgement import Judgement
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
        rules: They say what equal points are.
    """

    method: Method
    territory: tuple[int, int]
    stones: tuple[int, int]
    prisoners: tuple[int, int]
    komi: float
    compensation: int
    rules: Rules

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
        return result_of(self.lead, self.rules)


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
    found = judgement.native
    owner, dead = found.area, found.dead
    dead_black, dead_white = found.dead_stones
    captured_black, captured_white = judgement.captured
    stones, lost = judgement.stones, judgement.stones[dead != 0]
    all_dead, standing = _both(lost), _both(stones)
    living = standing[0] - all_dead[0], standing[1] - all_dead[1]
    surrounded = found.area_points[0] - living[0], found.area_points[1] - living[1]
    taken = captured_white + all_dead[1], captured_black + all_dead[0]
    komi = terms.komi
    layers = found.dame, found.open, found.filled, found.eyes
    if terms.rules.counting is Counting.AREA:
        given = compensation(terms.rules, terms.handicap)
        used = Tally("area", surrounded, living, taken, komi, given, terms.rules)
        return Counts(used, (), owner, *layers)
    strict_taken = captured_white + dead_white, captured_black + dead_black
    strict = Tally("territory", found.territory_points, living, strict_taken, komi, 0, terms.rules)
    plain = Tally("plain territory", surrounded, living, taken, komi, 0, terms.rules)
    used, other = (plain, strict) if terms.plain else (strict, plain)
    if not terms.plain:
        owner = np.where((stones > 0) & (dead == 0), stones, found.territory)
    others = (other,) if other.lead != used.lead else ()
    return Counts(used, others, owner, *layers)


def _both(layer: NDArray[np.uint8]) -> tuple[int, int]:
    _, black, white = np.bincount(layer.ravel(), minlength=3).tolist()
    return black, white
