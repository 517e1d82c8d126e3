"""Everything that decides how a book is harvested."""

import math
from dataclasses import dataclass

from kifu.work.settings import Settings, setting


@dataclass(frozen=True)
class BookTraining(Settings):
    """What is harvested.

    A pattern below `confidence` times s(i|p) is one that was played less often than the square of it.
    """

    games: int | None = setting(2_000, "Number of games, at random; None for all.", least=1, internal=True)
    k: int = setting(15, "Neighbours per pattern (K).", least=1, most=60)
    least: float = setting(0.01, "Keep patterns played more often than this.", least=0, below=1)
    confidence: float = setting(2.0, "Drop patterns with P(i|p) below so many standard deviations.", least=0)
    shared: bool = setting(True, "Store symmetric forms apart, as in the paper.", option="apart")
    lines: bool = setting(True, "Every neighbour off the board is a fact.", option="edge-points")
    beside: bool = setting(False, "Patterns may also advise one of the eight points around their centre.")
    saved: int = setting(10_000, "Games counted between checkpoints.", least=1, internal=True)
    seed: int = setting(1, "Random seed.", least=0)

    @property
    def least_played(self) -> int:
        """How often a pattern must have been played for its confidence to suffice."""
        return max(1, math.ceil(self.confidence**2 - 1e-9))
