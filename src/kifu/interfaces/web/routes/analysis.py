"""Analyses of one turn or of a whole game, a line of JSON each, as they are done."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from kifu.interfaces.web.problems import RefusedError, document
from kifu.interfaces.web.room import Here, Room
from kifu.interfaces.web.schemas import Analysis

router = APIRouter(prefix="/api/v1", tags=["analysis"])

#: Turns that a worker does in one go: few enough to end soon when nobody wants them any more.
_PIECE = 8


@router.post("/analysis", operation_id="analysis")
async def analysis(room: Here, request: Request, query: Analysis) -> StreamingResponse:
    """Analyse turns of a game, in the form of KataGo's analysis engine."""
    given = query.model_dump()
    with ExitStack() as stack:
        stack.enter_context(room.analysing(request))
        plan = json.loads(await room.lanes.short.run("analysis:plan", query=given))
        lines = _lines(room, given, plan["turns"], stack.pop_all())
    return StreamingResponse(lines, media_type="application/x-ndjson")


async def _lines(
    room: Room, query: dict[str, Any], turns: list[int], stack: ExitStack
) -> AsyncIterator[bytes]:
    """Pieces of the work, a few at a time; when the client goes away, those not begun are dropped."""
    pieces = deque(turns[i : i + _PIECE] for i in range(0, len(turns), _PIECE))
    running: deque[asyncio.Task[bytes]] = deque()
    # A query with a record needs it in every piece; one worker more than there are keeps all of them busy.
    ahead = room.settings.workers + 1
    with stack:
        try:
            while pieces or running:
                while pieces and len(running) < ahead:
                    job = room.lanes.long.run("analysis:turns", query=query, wanted=pieces.popleft())
                    running.append(asyncio.ensure_future(job))
                try:
                    yield await running[0]
                except RefusedError as error:
                    # The status is sent already: the problem is the last line.
                    problem = document(error.status, error.detail, error.field)
                    yield (
                        json.dumps({"id": query["id"], "error": error.detail, "problem": problem}).encode()
                        + b"\n"
                    )
                    return
                running.popleft()
        finally:
            for task in running:
                task.cancel()
