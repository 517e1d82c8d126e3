"""Results of matches and tournaments as plain facts, for `--json` and for the HTTP API."""

import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from kifu.work.facts import JsonObject, pick

if TYPE_CHECKING:
    from kifu.arena.match_result import MatchResult
    from kifu.arena.ratings import Estimated, Scores
    from kifu.arena.tournament import TournamentResult


#: What is said of every game of a match.
_PLAYED = ("number", "first_is", "score", "result", "ending", "why", "moves")


class Interval(TypedDict):
    """A number with its 95 % interval; null where it is infinite."""

    value: float | None
    low: float | None
    high: float | None


def interval_facts(found: "Estimated") -> Interval:
    """A number and both ends of its interval."""
    value, low, high = (round(one, 4) if math.isfinite(one) else None for one in found)
    return {"value": value, "low": low, "high": high}


class WinsAndLosses(TypedDict):
    """How the games of the first player ended."""

    wins: int
    draws: int
    losses: int


class MatchTable(WinsAndLosses):
    """The score of a match so far, of its first player."""

    games: int
    share: NotRequired[Interval]
    elo: NotRequired[Interval]


def match_table(wins: int, draws: int, losses: int) -> MatchTable:
    """The score of a match with intervals, where there are games."""
    from kifu.arena.ratings import elo_difference, score_share

    facts: MatchTable = {
        "games": wins + draws + losses,
        "wins": wins,
        "draws": draws,
        "losses": losses,
    }
    if facts["games"]:
        facts["share"] = interval_facts(score_share(wins, draws, losses))
        facts["elo"] = interval_facts(elo_difference(wins, draws, losses))
    return facts


class StandingFacts(TypedDict):
    """A player's place in a tournament; Elo around the mean of all, with a 95 % interval."""

    player: str
    elo: float
    low: float
    high: float
    points: float
    games: int


class Standings(TypedDict):
    """Ratings of all players, the best first, and what each scored against each."""

    players: list[str]
    standings: list[StandingFacts]
    points: Annotated[list[list[float]], "of each of `players` against each"]


def standing_facts(players: Sequence[str], scores: "Scores") -> Standings:
    """Rate players by the results of their matches."""
    from kifu.arena.ratings import points_of, standings_of

    return {
        "players": list(players),
        "standings": [
            pick(StandingFacts, row, **{end: round(elo, 1) for end, elo in row.rating._asdict().items()})
            for row in standings_of(players, scores)
        ],
        "points": points_of(len(players), scores),
    }


def match_facts(result: "MatchResult") -> JsonObject:
    """A match with all its games: `kifu match --json`."""
    first, second = result.seconds_a_move()
    games = [asdict(game) | {"number": game.number + 1} for game in result.games]
    return {
        **result.settings.options(),
        "seed": result.settings.seed,
        "games": len(result.games),
        **pick(WinsAndLosses, result),
        "score": interval_facts(result.share),
        "elo": interval_facts(result.elo),
        "first_as": {colour: _wins(*result.as_colour(colour)) for colour in ("black", "white")},
        "endings": result.endings(),
        "seconds_a_move": {"first": round(first, 4), "second": round(second, 4)},
        "versions": [
            {"first": one, "second": other, "games": number}
            for (one, other), number in result.versions().items()
        ],
        "played": [{name: game[name] for name in _PLAYED} for game in games],
    }


def tournament_facts(result: "TournamentResult") -> JsonObject:
    """A tournament with all its matches: `kifu tournament --json`."""
    matches = [match_facts(match) for match in result.matches.values()]
    return {**standing_facts(result.players, result.scores()), "matches": matches}


def _wins(wins: int, draws: int, losses: int) -> WinsAndLosses:
    return {"wins": wins, "draws": draws, "losses": losses}
