"""What comes out of a match."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from kifu.arena.ratings import Estimated, elo_difference, score_share
from kifu.arena.settings import MatchSettings


@dataclass(frozen=True)
class GameFacts:
    """One game of a match, seen from the first player.

    Attributes:
        number: from 0.
        first_is: the first player's colour, `black` or `white`.
        score: 1 for a win of the first player, 0.5 for a draw, 0 for a loss.
        result: as records write it.
        ending: what ended it.
        why: in words.
        moves: in all.
        thinking: seconds of the first player and of the second.
        asked: moves that each was asked for.
        versions: of both programs, as far as they say.
    """

    number: int
    first_is: str
    score: float
    result: str
    ending: str
    why: str
    moves: int
    thinking: tuple[float, float]
    asked: tuple[int, int]
    versions: tuple[str, str] = ("", "")


@dataclass(frozen=True)
class MatchResult:
    """What came out of a match."""

    settings: MatchSettings
    games: tuple[GameFacts, ...]

    @cached_property
    def wins(self) -> int:
        """Of the first player."""
        return sum(game.score == 1 for game in self.games)

    @cached_property
    def draws(self) -> int:
        """Games that nobody won."""
        return sum(game.score == 0.5 for game in self.games)

    @property
    def losses(self) -> int:
        """Of the first player."""
        return len(self.games) - self.wins - self.draws

    @property
    def share(self) -> Estimated:
        """The first player's share of the points."""
        return score_share(self.wins, self.draws, self.losses)

    @property
    def elo(self) -> Estimated:
        """By how much the first player is stronger."""
        return elo_difference(self.wins, self.draws, self.losses)

    def as_colour(self, colour: str) -> tuple[int, int, int]:
        """Wins, draws and losses of the first player with one colour."""
        scores = Counter(game.score for game in self.games if game.first_is == colour)
        return scores[1.0], scores[0.5], scores[0.0]

    def endings(self) -> dict[str, int]:
        """How games ended, the most frequent first."""
        return dict(Counter(game.ending for game in self.games).most_common())

    def versions(self) -> dict[tuple[str, str], int]:
        """How many games each pair of versions played; more than one after a change in the middle."""
        return dict(Counter(game.versions for game in self.games if any(game.versions)))

    def seconds_a_move(self) -> tuple[float, float]:
        """Mean thinking time of the first player and of the second."""
        first, second = (
            sum(game.thinking[side] for game in self.games)
            / max(1, sum(game.asked[side] for game in self.games))
            for side in (0, 1)
        )
        return first, second
