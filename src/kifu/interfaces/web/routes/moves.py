"""Positions, expert moves and openings."""

from fastapi import APIRouter
from fastapi.responses import Response

from kifu.interfaces.web.room import Here
from kifu.interfaces.web.routes.answers import json_answer
from kifu.interfaces.web.schemas import Openings, Place, Predict

router = APIRouter(prefix="/api/v1", tags=["positions"])


@router.post("/position", operation_id="position")
async def position(room: Here, query: Place) -> Response:
    """Show a position: stones or pieces, whose turn it is, what is legal."""
    return json_answer(await room.lanes.short.run("position:position", **query.model_dump()))


@router.post("/predict", operation_id="predict")
async def predict(room: Here, query: Predict) -> Response:
    """Rank the moves that experts would consider: `kifu predict --json`."""
    archive = None if room.settings.archive is None else str(room.settings.archive)
    # Looking for games with a pattern goes through the whole archive.
    lane = room.lanes.long if query.games else room.lanes.short
    return json_answer(await lane.run("moves:predict", archive=archive, **query.model_dump()))


@router.post("/openings", operation_id="openings")
async def openings(room: Here, query: Openings) -> Response:
    """Say what was played in a position: `kifu openings --json`."""
    not_ready = ""
    if room.index == "making":
        not_ready = "the archive's index of positions is being made; try again in a moment"
    elif room.index not in ("none", "ready"):
        not_ready = f"the archive has no index of positions: {room.index}"
    archive = None if room.settings.archive is None else str(room.settings.archive)
    asked = query.model_dump() | {"archive": archive, "not_ready": not_ready}
    return json_answer(await room.lanes.short.run("moves:openings", **asked))
