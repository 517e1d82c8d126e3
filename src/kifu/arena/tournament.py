"""A tournament: every player meets every other one in a match of its own; then all are rated together."""

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from kifu.arena.match import play_matches
from kifu.arena.match_result import GameFacts, MatchResult
from kifu.arena.ratings import Scores, Standing, points_of, standings_of
from kifu.arena.settings import MatchSettings
from kifu.errors import InputError
from kifu.work.progress import Progress, silent


@dataclass(frozen=True)
class TournamentResult:
    """What came out.

    Attributes:
        players: in the order they were given.
        matches: of each pair, by its numbers.
    """

    players: tuple[str, ...]
    matches: dict[tuple[int, int], MatchResult]

    def scores(self) -> Scores:
        """Wins, draws and losses of each pair."""
        return {pair: (match.wins, match.draws, match.losses) for pair, match in self.matches.items()}

    def points(self) -> list[list[float]]:
        """What each player scored against each other one."""
        return points_of(len(self.players), self.scores())

    def standings(self) -> list[Standing]:
        """All players, the best first."""
        return standings_of(self.players, self.scores())


def play_tournament(
    players: list[str],
    settings: MatchSettings,
    games: int,
    *,
    parallel: int = 1,
    executor: Executor | None = None,
    folder: Path | None = None,
    progress: Progress = silent,
    on_game: Callable[[str, str, GameFacts], None] = lambda first, second, facts: None,
) -> TournamentResult:
    """Play a round robin, or what is missing of it.

    Args:
        players: at least two, all different.
        settings: of every match; its own two players do not matter.
        games: of every pair.
        parallel: games at the same time, on this machine.
        executor: who plays them instead, such as a cluster.
        folder: where matches are kept, one folder each.
        progress: told after every game.
        on_game: told of every new game, with its players.
    """
    if len(players) < 2 or len(set(players)) != len(players):
        raise InputError(f"expected at least two players, each named once, got {', '.join(players)}")
    pairs = list(combinations(range(len(players)), 2))
    found = play_matches(
        [
            (
                replace(settings, first=players[i], second=players[j]),
                None if folder is None else folder / f"{i + 1}-{j + 1}",
            )
            for i, j in pairs
        ],
        games,
        parallel=parallel,
        executor=executor,
        progress=progress,
        on_game=lambda settings, facts: on_game(settings.first, settings.second, facts),
    )
    return TournamentResult(tuple(players), dict(zip(pairs, found, strict=True)))
