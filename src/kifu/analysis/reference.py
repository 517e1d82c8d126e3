"""What players of each rank lose a move, as reviews count it.

`lab/benchmarks/review_reference.py` measures it. Two 9x9 training games of each of its six bands, 24 players,
separate players up to 5k (2.22 points a move, standard error about 0.3) from stronger ones (0.64, about 0.1),
but not the ranks within; so there are two bands. Few of these games reached the endgame, which is left out.
Of 19x19 there are no games of weaker players to measure.
"""

from collections.abc import Mapping

#: By size of the board, band and phase, with the default effort.
_LOST: dict[int, dict[str, dict[str, float]]] = {
    9: {
        "25k to 5k": {"all": 2.22, "opening": 1.93, "middle game": 2.42},
        "4k and stronger": {"all": 0.64, "opening": 0.70, "middle game": 0.60},
    }
}


def lost_by_rank(size: int) -> Mapping[str, Mapping[str, float]]:
    """Points lost a move by band of ranks and phase; empty for boards that were not measured."""
    return _LOST.get(size, {})


def closest_band(size: int, lost: float) -> str | None:
    """The band whose players lose about as much a move; None for boards that were not measured."""
    bands = lost_by_rank(size)
    return min(bands, key=lambda band: abs(bands[band]["all"] - lost)) if bands else None
