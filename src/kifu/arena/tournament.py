"""A tournament: every player meets every other one in a match of its own; then all are rated together."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from kifu.arena.match import GameFacts, MatchResult, MatchSettings, play_match
from kifu.arena.ratings import Scores, Standing, points_of, standings_of
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
    folder: Path | None = None,
    progress: Progress = silent,
    on_game: Callable[[str, str, GameFacts], None] = lambda first, second, facts: None,
) -> TournamentResult:
    """Play a round robin, or what is missing of it.

    Args:
        players: at least two, all different.
        settings: of every match; its own two players do not matter.
        games: of every pair.
        parallel: games at the same time.
        folder: where matches are kept, one folder each.
        progress: told after every game.
        on_game: told of every new game, with its players.
    """
    if len(players) < 2 or len(set(players)) != len(players):
        raise InputError(f"expected at least two players, each named once, got {', '.join(players)}")
    pairs = list(combinations(range(len(players)), 2))
    in_all = games * len(pairs)
    matches: dict[tuple[int, int], MatchResult] = {}
    for index, (i, j) in enumerate(pairs):
        first, second = players[i], players[j]

        def tell(done: float, total: float | None, doing: str, before: int = index * games) -> None:
            progress(before + done, in_all, f"game {before + done:.0f} of {in_all}")

        def say(facts: GameFacts, first: str = first, second: str = second) -> None:
            on_game(first, second, facts)

        matches[i, j] = play_match(
            replace(settings, first=first, second=second),
            games,
            parallel=parallel,
            folder=None if folder is None else folder / f"{i + 1}-{j + 1}",
            progress=tell,
            on_game=say,
        )
    return TournamentResult(tuple(players), matches)
