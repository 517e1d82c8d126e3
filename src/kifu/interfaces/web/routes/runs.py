"""Training runs and matches: what there is, tables, and the log as it grows."""

import asyncio
from typing import Annotated

from fastapi import Query

from kifu.interfaces.web.context import Server, ServerContext
from kifu.interfaces.web.problems import RefusedError
from kifu.interfaces.web.roots import Root
from kifu.interfaces.web.routes.answers import Router
from kifu.interfaces.web.run_facts import RunLog, Runs, RunTable, list_runs, log_since, table_of

router = Router(prefix="/api/v1", tags=["runs"])
RunId = Annotated[str, Query(alias="id", max_length=1000, description="as /runs lists it")]


def _root(server: ServerContext) -> Root:
    if server.runs is None:
        raise RefusedError(404, "the server was started without a folder of runs: kifu serve --runs DIR")
    return server.runs


@router.get("/runs")
async def runs(server: Server) -> Runs:
    """List the runs below the folder, the latest first."""
    if server.runs is None:
        return {"runs": []}
    return {"runs": await asyncio.to_thread(list_runs, server.runs)}


@router.get("/runs/table")
async def run_table(server: Server, run: RunId) -> RunTable:
    """Show the facts of a run: of a match its score, of a training run the last numbers."""
    return await asyncio.to_thread(table_of, _root(server), run)


@router.get("/runs/log")
async def run_log(
    server: Server,
    run: RunId,
    since: Annotated[int, Query(ge=0, le=2**31, description="lines that are known already")] = 0,
    limit: Annotated[int, Query(ge=1, le=5000)] = 1000,
) -> RunLog:
    """Give the lines of a run's log from a line on."""
    return await asyncio.to_thread(log_since, _root(server), run, since, limit)
