"""Scores and labels."""

from fastapi import APIRouter
from fastapi.responses import Response

from kifu.interfaces.web.room import Here
from kifu.interfaces.web.routes.answers import json_answer
from kifu.interfaces.web.schemas import Label, Score

router = APIRouter(prefix="/api/v1", tags=["score"])


@router.post("/score", operation_id="score")
async def score(room: Here, query: Score) -> Response:
    """Score a game: the sheet of `kifu score --json`."""
    return json_answer(await room.lanes.short.run("score:score", **query.model_dump()))


@router.post("/labels", operation_id="label")
async def label(room: Here, query: Label) -> Response:
    """Store a corrected score as a label of the archive's game."""
    archive = room.archive
    return json_answer(await room.lanes.short.run("score:label", archive=archive, **query.model_dump()))
