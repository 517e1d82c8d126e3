"""Scores of matches, and tournaments: folders with matches that `kifu tournament` named 1-2, 1-3, 2-3."""

import re
from collections.abc import Callable
from typing import Any

from kifu.interfaces.interval_facts import interval_facts
from kifu.interfaces.web.roots import Root

_PAIR = re.compile(r"(?:(?P<folder>.*)/)?(?P<first>\d{1,4})-(?P<second>\d{1,4})")
_MOST_MATCHES = 2000

Facts = dict[str, Any]


def with_tournaments(runs: list[Facts]) -> list[Facts]:
    """Add the tournaments that runs are matches of; each such match says which."""
    known = {run["id"] for run in runs}
    of: dict[str, list[Facts]] = {}
    listed = []
    for run in runs:
        pair = _PAIR.fullmatch(run["id"])
        folder = (pair["folder"] or ".") if pair and run["kind"] == "match" else None
        if folder is None or folder in known or not _names(run):
            listed.append(run)
        else:
            of.setdefault(folder, []).append(run)
            listed.append(run | {"part_of": folder})
    return listed + [_tournament(folder, matches) for folder, matches in of.items()]


def match_names(root: Root, folder: str) -> list[str]:
    """Names below a folder that matches of a tournament have."""
    place = root.folder if folder == "." else root.path(folder)
    names = sorted(entry.name for entry in place.iterdir()) if place.is_dir() else []
    found = [name for name in names if _PAIR.fullmatch(name)][:_MOST_MATCHES]
    return [name if folder == "." else f"{folder}/{name}" for name in found]


def match_table(lines: list[Any]) -> Facts:
    """The score of a match so far, as `kifu match --json` gives it."""
    from kifu.arena.ratings import elo_difference, score_share

    wins, draws, losses = _score(lines)
    facts: Facts = {"games": wins + draws + losses, "wins": wins, "draws": draws, "losses": losses}
    if facts["games"]:
        facts["share"] = interval_facts(score_share(wins, draws, losses))
        facts["elo"] = interval_facts(elo_difference(wins, draws, losses))
    return facts


def tournament_table(matches: list[Facts], games: Callable[[str], list[Any]]) -> Facts:
    """Ratings of all players, as `kifu tournament --json` gives them, and the score of each pair so far.

    Args:
        matches: Of the tournament.
        games: Gives the lines of a match by its id.
    """
    from kifu.arena.ratings import points_of, standings_of

    players = _players(matches)
    place = {number: i for i, number in enumerate(players)}
    scores, shown = {}, []
    for match in sorted(matches, key=_numbers):
        score = _score(games(match["id"]))
        first, second = _numbers(match)
        scores[place[first], place[second]] = score
        facts: Facts = {"id": match["id"], "first": players[first], "second": players[second]}
        shown.append(facts | dict(zip(("wins", "draws", "losses"), score, strict=True)))
    names = list(players.values())
    return {
        "players": names,
        "standings": [
            {
                "player": row.player,
                **interval_facts(row.rating, 1),
                "points": row.points,
                "games": row.games,
            }
            for row in standings_of(names, scores)
        ],
        "points": points_of(len(names), scores),
        "matches": shown,
    }


def _tournament(folder: str, matches: list[Facts]) -> Facts:
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


def _players(matches: list[Facts]) -> dict[int, str]:
    """Players by their numbers in the tournament, those who have met somebody."""
    found: dict[int, str] = {}
    for match in matches:
        found |= dict(zip(_numbers(match), _names(match), strict=True))
    return dict(sorted(found.items()))


def _numbers(match: Facts) -> tuple[int, int]:
    pair = _PAIR.fullmatch(match["id"])
    assert pair is not None
    return int(pair["first"]), int(pair["second"])


def _names(match: Facts) -> tuple[str, ...]:
    """Both players as run.json has them; none where it is something else."""
    options = match["options"] if isinstance(match["options"], dict) else {}
    names = [options.get(side) for side in ("first", "second")]
    return tuple(map(str, names)) if all(isinstance(name, str) for name in names) else ()


def _score(lines: list[Any]) -> tuple[int, int, int]:
    """Wins, draws and losses of the first player."""
    scores = [line["score"] for line in lines if isinstance(line, dict) and "score" in line]
    wins, draws = scores.count(1), scores.count(0.5)
    return wins, draws, len(scores) - wins - draws
