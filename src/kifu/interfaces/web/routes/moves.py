"""Positions, expert moves and openings."""

from fastapi.responses import Response

from kifu.interfaces.web.context import Server
from kifu.interfaces.web.routes.answers import Router, job_answer
from kifu.interfaces.web.schemas import Openings, PositionQuery, Predict

router = Router(prefix="/api/v1", tags=["positions"])


@router.post("/position")
async def position(server: Server, query: PositionQuery) -> Response:
    """Show a position: stones or pieces, whose turn it is, what is legal."""
    return await job_answer(server.lanes.short, "position:position", **query.model_dump())


@router.post("/predict")
async def predict(server: Server, query: Predict) -> Response:
    """Rank the moves that experts would consider: `kifu predict --json`."""
    # Looking for games with a pattern goes through the whole archive.
    lane = server.lanes.long if query.games else server.lanes.short
    return await job_answer(lane, "moves:predict", archive=server.archive, **query.model_dump())


@router.post("/openings")
async def openings(server: Server, query: Openings) -> Response:
    """Say what was played in a position: `kifu openings --json`."""
    not_ready = ""
    if server.index == "making":
        not_ready = "the archive's index of positions is being made; try again in a moment"
    elif server.index not in ("none", "ready"):
        not_ready = f"the archive has no index of positions: {server.index}"
    more = {"archive": server.archive, "not_ready": not_ready}
    return await job_answer(server.lanes.short, "moves:openings", **query.model_dump(), **more)
