"""Predicted moves as plain facts, for `--json` and for the HTTP API."""

from typing import TYPE_CHECKING, Any

from kifu.records.moves import vertex

if TYPE_CHECKING:
    from kifu.analysis.moves import Prediction
    from kifu.archive import Archive
    from kifu.games.go import Board

_GAMES_SHOWN = 3


def prediction_facts(
    prediction: "Prediction", size: int, games: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """A candidate with rank, point and probability; reasons, pattern and games where they are known."""
    facts: dict[str, Any] = {
        "rank": prediction.rank,
        "point": vertex(prediction.point),
        "probability": prediction.probability,
    }
    if prediction.reasons:
        facts["reasons"] = [
            {"topic": r.topic, "text": r.text, "factor": r.factor, "share": r.share}
            for r in prediction.reasons
        ]
    if prediction.pattern is not None:
        match = prediction.pattern
        facts["pattern"] = {
            "template": match.template,
            "played": match.played,
            "seen": match.seen,
            "diagram": match.diagram.splitlines(),
        }
    if games is not None:
        facts["games"] = games
    return facts


def games_of(
    archive: "Archive", board: "Board", found: "list[Prediction]"
) -> dict[int, list[dict[str, Any]]]:
    """By rank of the candidate: a few games of the archive in which its pattern was played."""
    from kifu.analysis.moves import games_with

    games: dict[int, list[dict[str, Any]]] = {}
    for prediction in found:
        if prediction.pattern is not None:
            uses = games_with(archive, board, prediction.pattern, _GAMES_SHOWN)
            games[prediction.rank] = [_use(archive, game, move) for game, move in uses]
    return games


def _use(archive: "Archive", game: int, move: int) -> dict[str, Any]:
    found = archive.game(game)
    title = f"{found.black or '?'} - {found.white or '?'}" + (f", {found.date}" if found.date else "")
    return {"id": game, "move": move, "title": title}
