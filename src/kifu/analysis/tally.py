"""Points of a judged position: by area, by territory, or as servers count territory, with komi and handicap."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kifu.analysis.judgement import Judgement
from kifu.analysis.terms import Terms
from kifu.positions.go import Compensation, Counting
from kifu.positions.go.counting import AreaCount, TerritoryCount, count_area, count_territory
from kifu.records.moves import Colour
from kifu.records.results import Result

Method = Literal["area", "territory", "plain territory"]


@dataclass(frozen=True)
class Tally:
    """What each side has, Black first.

    Attributes:
        method: `area`: living stones and surrounded points. `territory`: surrounded points and prisoners, nothing
            in seki, nothing that has to be filled. `plain territory`: all surrounded points, and prisoners.
        territory: Surrounded points.
        stones: Living stones; they count under `area`.
        prisoners: Enemy stones captured and dead; they count under the other two.
        komi: Points for White.
        compensation: Points for White in place of Black's handicap stones.
    """

    method: Method
    territory: tuple[int, int]
    stones: tuple[int, int]
    prisoners: tuple[int, int]
    komi: float
    compensation: int

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
        return result_of(self.lead)


def result_of(lead: float) -> Result:
    """Turn Black's lead into a result."""
    if lead == 0:
        return Result(None, None, "draw")
    return Result(Colour.BLACK if lead > 0 else Colour.WHITE, abs(lead), "score")


@dataclass(frozen=True, eq=False)
class Counts:
    """A judged position counted in every way.

    Attributes:
        area: By area.
        territory: By territory; its layers tell dame, seki, open borders and points to fill.
        used: The tally that decides.
        others: Tallies under other readings of the same rules that give another result.
        owner: Whose each point is in the tally that decides: 0 nobody's, 1 Black's, 2 White's.
    """

    area: AreaCount
    territory: TerritoryCount
    used: Tally
    others: tuple[Tally, ...]
    owner: NDArray[np.uint8]


def count(judgement: Judgement, terms: Terms) -> Counts:
    """Count a position without its dead stones."""
    board, stones, dead = judgement.board, judgement.stones, judgement.dead
    captured = board.captured(Colour.BLACK), board.captured(Colour.WHITE)
    area = count_area(stones, dead)
    territory = count_territory(stones, dead, *captured)
    living = stones * (dead == 0)
    surrounded = area.owner * (living == 0)
    on_board = _both(living)
    by_territory = Tally(
        "territory",
        (territory.black_territory, territory.white_territory),
        on_board,
        (territory.black_prisoners, territory.white_prisoners),
        terms.komi,
        0,
    )
    dead_black, dead_white = _both(stones * dead)
    plain = Tally(
        "plain territory",
        _both(surrounded),
        on_board,
        (captured[1] + dead_white, captured[0] + dead_black),
        terms.komi,
        0,
    )
    if terms.rules.counting is Counting.AREA:
        used = Tally(
            "area", _both(surrounded), on_board, plain.prisoners, terms.komi, _compensation(terms)
        )
        return Counts(area, territory, used, (), area.owner)
    used, other = (plain, by_territory) if terms.plain else (by_territory, plain)
    owner = area.owner if terms.plain else np.where(living > 0, living, territory.territory)
    return Counts(area, territory, used, (other,) if other.lead != used.lead else (), owner)


def _both(layer: NDArray[np.uint8]) -> tuple[int, int]:
    return int(np.count_nonzero(layer == 1)), int(np.count_nonzero(layer == 2))


def _compensation(terms: Terms) -> int:
    if terms.handicap < 2 or terms.rules.compensation is Compensation.NONE:
        return 0
    return terms.handicap - (terms.rules.compensation is Compensation.STONES_LESS_ONE)
