"""Predicted moves as plain facts, for `--json` and for the HTTP API."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from kifu.games.facts import Vertex
from kifu.records.moves import Side, vertex
from kifu.work.facts import pick

if TYPE_CHECKING:
    from kifu.analysis.moves import Prediction
    from kifu.archive import Archive
    from kifu.games.go import Board

_GAMES_SHOWN = 3


class ReasonFacts(TypedDict):
    """Why a move ranks where it does."""

    topic: str
    text: str
    factor: Annotated[float, "by how much it multiplies the odds"]
    share: Annotated[float, "of all that speaks for the move"]


class PatternFacts(TypedDict):
    """The largest known shape around a move."""

    template: Annotated[int, "from 1, the smallest, to 8, the whole board"]
    played: int
    seen: int | None
    diagram: list[str]


class PatternUse(TypedDict):
    """A game of the archive with the same shape."""

    id: int
    move: int
    title: str


class CandidateFacts(TypedDict):
    """A move that experts would consider."""

    rank: int
    point: Vertex
    probability: float
    reasons: NotRequired[list[ReasonFacts]]
    pattern: NotRequired[PatternFacts]
    games: NotRequired[list[PatternUse]]


class Predictions(TypedDict):
    """Expert moves of a position: `kifu predict --json`."""

    move: int
    moves: int
    to_play: Side
    played: Vertex | None
    candidates: list[CandidateFacts]


def candidate_facts(prediction: "Prediction", games: list[PatternUse] | None = None) -> CandidateFacts:
    """A candidate with rank, point and probability; reasons, pattern and games where they are known."""
    facts = pick(CandidateFacts, prediction, point=vertex(prediction.point))
    if prediction.reasons:
        facts["reasons"] = [pick(ReasonFacts, reason) for reason in prediction.reasons]
    if prediction.pattern is not None:
        diagram = prediction.pattern.diagram.splitlines()
        facts["pattern"] = pick(PatternFacts, prediction.pattern, diagram=diagram)
    if games is not None:
        facts["games"] = games
    return facts


def prediction_facts(
    board: "Board",
    moves: int,
    played: str | None,
    found: "list[Prediction]",
    games: Mapping[int, list[PatternUse]],
) -> Predictions:
    """Candidates of a position.

    Args:
        board: The position.
        moves: Of the whole game.
        played: The move that follows in the game.
        found: The candidates.
        games: By rank of the candidate, as `games_of` finds them.
    """
    return {
        "move": len(board.moves),
        "moves": moves,
        "to_play": board.to_play.side,
        "played": played,
        "candidates": [candidate_facts(one, games.get(one.rank)) for one in found],
    }


def games_of(archive: "Archive", board: "Board", found: "list[Prediction]") -> dict[int, list[PatternUse]]:
    """By rank of the candidate: a few games of the archive in which its pattern was played."""
    from kifu.analysis.moves import games_with

    games: dict[int, list[PatternUse]] = {}
    for prediction in found:
        if prediction.pattern is not None:
            uses = games_with(archive, board, prediction.pattern, _GAMES_SHOWN)
            games[prediction.rank] = [_use(archive, game, move) for game, move in uses]
    return games


def _use(archive: "Archive", game: int, move: int) -> PatternUse:
    found = archive.game(game)
    title = f"{found.black or '?'} - {found.white or '?'}" + (f", {found.date}" if found.date else "")
    return {"id": game, "move": move, "title": title}
