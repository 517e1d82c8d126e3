"""A position as a page draws it: stones, whose turn it is, what may be played."""

from collections.abc import Callable
from typing import Any, TypedDict

from kifu.games.facts import DraughtsPosition, GoPosition, draughts_position, go_position
from kifu.interfaces.web.jobs.requested import RequestedPosition, requested_position


class PlaceInGame(TypedDict):
    """Where in its game a position stands, and the move that follows."""

    move: int
    moves: int
    played: str | None


class GoPositionInGame(GoPosition, PlaceInGame):
    """A position of Go, and where in its game it stands."""


class DraughtsPositionInGame(DraughtsPosition, PlaceInGame):
    """A position of draughts, and where in its game it stands."""


def position(**where: Any) -> GoPositionInGame | DraughtsPositionInGame:
    """Return what a board view needs of a position."""
    found = requested_position(**where)
    return _FACTS[found.position.game](found)


def _go(found: RequestedPosition) -> GoPositionInGame:
    return {**go_position(found.position), **_place(found)}


def _draughts(found: RequestedPosition) -> DraughtsPositionInGame:
    return {**draughts_position(found.position), **_place(found)}


def _place(found: RequestedPosition) -> PlaceInGame:
    return {"move": found.move, "moves": found.moves, "played": found.played}


_FACTS: dict[str, Callable[[RequestedPosition], GoPositionInGame | DraughtsPositionInGame]] = {
    "go": _go,
    "draughts": _draughts,
}
