"""Analyses of one turn or of a whole game, a line of JSON each, as they are done."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack
from typing import TypedDict

from fastapi import Request
from fastapi.responses import StreamingResponse

from kifu.interfaces.web.context import Server, ServerContext
from kifu.interfaces.web.problems import ProblemDocument, RefusedError, document
from kifu.interfaces.web.routes.answers import Router
from kifu.interfaces.web.schemas import Analysis

router = Router(prefix="/api/v1", tags=["analysis"])


class FailedTurn(TypedDict):
    """The last line, where something went wrong on the way."""

    id: str
    error: str
    problem: ProblemDocument


@router.post("/analysis")
async def analysis(server: Server, request: Request, query: Analysis) -> StreamingResponse:
    """Analyse turns of a game, in the form of KataGo's analysis engine."""
    given = query.model_dump()
    with ExitStack() as stack:
        stack.enter_context(server.analysing(request))
        pieces = json.loads(await server.lanes.short.run("analysis:plan", query=given))
        lines = _lines(server, given, deque(pieces), stack.pop_all())
    return StreamingResponse(lines, media_type="application/x-ndjson")


async def _lines(
    server: ServerContext, query: Mapping[str, object], pieces: deque[list[int]], stack: ExitStack
) -> AsyncIterator[bytes]:
    """Pieces of the work, a few at a time; when the client goes away, those not begun are dropped."""
    running: deque[asyncio.Task[bytes]] = deque()
    # A query with a record needs it in every piece; one worker more than there are keeps all of them busy.
    ahead = server.settings.workers + 1
    with stack:
        try:
            while pieces or running:
                while pieces and len(running) < ahead:
                    job = server.lanes.long.run("analysis:turns", query=query, wanted=pieces.popleft())
                    running.append(asyncio.ensure_future(job))
                try:
                    yield await running[0]
                except RefusedError as error:
                    # The status is sent already: the problem is the last line.
                    yield json.dumps(failed(str(query["id"]), error)).encode() + b"\n"
                    return
                running.popleft()
        finally:
            for task in running:
                task.cancel()


def failed(query: str, error: RefusedError) -> FailedTurn:
    """Say why the answer to a query ends here."""
    problem = document(error.status, error.detail, error.field)
    return {"id": query, "error": error.detail, "problem": problem}
