"""Tournaments among the runs: folders with matches that `kifu tournament` named 1-2, 1-3, 2-3."""

import re
from collections.abc import Callable
from typing import Annotated, Any, NotRequired, TypedDict

from kifu.interfaces.match_facts import Standings, WinsAndLosses, standing_facts
from kifu.interfaces.web.roots import Root
from kifu.work.facts import JsonObject

_PAIR = re.compile(r"(?:(?P<folder>.*)/)?(?P<first>\d{1,4})-(?P<second>\d{1,4})")
_MOST_MATCHES = 2000


class RunFacts(TypedDict):
    """A training run, a match or a tournament."""

    id: str
    kind: Annotated[str, "evolve, match, tournament, train moves and so on"]
    kifu: str
    options: JsonObject
    seed: int
    modified: Annotated[float, "when its files last changed, in seconds since 1970"]
    running: bool
    part_of: NotRequired[Annotated[str, "of a match: the tournament that it belongs to"]]


class PairScore(WinsAndLosses):
    """A match of a tournament; the first player's wins."""

    id: str
    first: str
    second: str


class TournamentTable(Standings):
    """A tournament so far, the best player first."""

    matches: list[PairScore]


def with_tournaments(runs: list[RunFacts]) -> list[RunFacts]:
    """Add the tournaments that runs are matches of; each such match says which."""
    known = {run["id"] for run in runs}
    of: dict[str, list[RunFacts]] = {}
    for run in runs:
        pair = _PAIR.fullmatch(run["id"])
        folder = (pair["folder"] or ".") if pair and run["kind"] == "match" else None
        if folder is not None and folder not in known and _names(run):
            of.setdefault(folder, []).append(run)
            run["part_of"] = folder
    return runs + [_tournament(folder, matches) for folder, matches in of.items()]


def match_names(root: Root, folder: str) -> list[str]:
    """Names below a folder that matches of a tournament have."""
    place = root.folder if folder == "." else root.path(folder)
    names = sorted(entry.name for entry in place.iterdir()) if place.is_dir() else []
    found = [name for name in names if _PAIR.fullmatch(name)][:_MOST_MATCHES]
    return [name if folder == "." else f"{folder}/{name}" for name in found]


def score_of(lines: list[Any]) -> tuple[int, int, int]:
    """Wins, draws and losses of the first player of a match, by the lines of its games."""
    scores = [line["score"] for line in lines if isinstance(line, dict) and "score" in line]
    wins, draws = scores.count(1), scores.count(0.5)
    return wins, draws, len(scores) - wins - draws


def tournament_table(matches: list[RunFacts], games: Callable[[str], list[Any]]) -> TournamentTable:
    """Ratings of all players, as `kifu tournament --json` gives them, and the score of each pair so far.

    Args:
        matches: Of the tournament.
        games: Gives the lines of a match by its id.
    """
    players = _players(matches)
    place = {number: i for i, number in enumerate(players)}
    scores: dict[tuple[int, int], tuple[int, int, int]] = {}
    shown: list[PairScore] = []
    for match in sorted(matches, key=_numbers):
        first, second = _numbers(match)
        wins, draws, losses = scores[place[first], place[second]] = score_of(games(match["id"]))
        shown.append(
            {
                "id": match["id"],
                "first": players[first],
                "second": players[second],
                "wins": wins,
                "draws": draws,
                "losses": losses,
            }
        )
    return {**standing_facts(list(players.values()), scores), "matches": shown}


def _tournament(folder: str, matches: list[RunFacts]) -> RunFacts:
    first = matches[0]
    options = {name: value for name, value in first["options"].items() if name not in ("first", "second")}
    return {
        "id": folder,
        "kind": "tournament",
        "kifu": first["kifu"],
        "options": {"players": list(_players(matches).values()), **options},
        "seed": first["seed"],
        "modified": max(match["modified"] for match in matches),
        "running": any(match["running"] for match in matches),
    }


def _players(matches: list[RunFacts]) -> dict[int, str]:
    """Players by their numbers in the tournament, those who have met somebody."""
    found: dict[int, str] = {}
    for match in matches:
        found |= dict(zip(_numbers(match), _names(match), strict=True))
    return dict(sorted(found.items()))


def _numbers(match: RunFacts) -> tuple[int, int]:
    pair = _PAIR.fullmatch(match["id"])
    assert pair is not None
    return int(pair["first"]), int(pair["second"])


def _names(match: RunFacts) -> tuple[str, ...]:
    """Both players as run.json has them; none where it is something else."""
    names = [match["options"].get(side) for side in ("first", "second")]
    return tuple(map(str, names)) if all(isinstance(name, str) for name in names) else ()
