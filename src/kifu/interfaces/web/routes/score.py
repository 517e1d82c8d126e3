"""Scores and labels."""

from fastapi.responses import Response

from kifu.interfaces.web.context import Server
from kifu.interfaces.web.routes.answers import Router, job_answer
from kifu.interfaces.web.schemas import Label, Score

router = Router(prefix="/api/v1", tags=["score"])


@router.post("/score")
async def score(server: Server, query: Score) -> Response:
    """Score a game: the sheet of `kifu score --json`."""
    return await job_answer(server.lanes.short, "score:score", **query.model_dump())


@router.post("/labels")
async def label(server: Server, query: Label) -> Response:
    """Store a corrected score as a label of the archive's game."""
    archive = server.required_archive()
    return await job_answer(server.lanes.short, "score:label", archive=archive, **query.model_dump())
