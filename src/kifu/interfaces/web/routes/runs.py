"""Training runs and matches: what there is, tables, and the log as it grows."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query

from kifu.interfaces.web.problems import RefusedError
from kifu.interfaces.web.room import Here, Room
from kifu.interfaces.web.roots import Root
from kifu.interfaces.web.run_facts import list_runs, log_since, table_of

router = APIRouter(prefix="/api/v1", tags=["runs"])
RunId = Annotated[str, Query(alias="id", max_length=1000, description="as /runs lists it")]


def _root(room: Room) -> Root:
    if room.runs is None:
        raise RefusedError(404, "the server was started without a folder of runs: kifu serve --runs DIR")
    return room.runs


@router.get("/runs", operation_id="runs")
async def runs(room: Here) -> dict[str, Any]:
    """List the runs below the folder, the latest first."""
    if room.runs is None:
        return {"runs": []}
    return {"runs": await asyncio.to_thread(list_runs, room.runs)}


@router.get("/runs/table", operation_id="run_table")
async def table(room: Here, run: RunId) -> dict[str, Any]:
    """Show the facts of a run: of a match its score, of a training run the last numbers."""
    return await asyncio.to_thread(table_of, _root(room), run)


@router.get("/runs/log", operation_id="run_log")
async def log(
    room: Here,
    run: RunId,
    since: Annotated[int, Query(ge=0, le=2**31, description="lines that are known already")] = 0,
    limit: Annotated[int, Query(ge=1, le=5000)] = 1000,
) -> dict[str, Any]:
    """Give the lines of a run's log from a line on."""
    return await asyncio.to_thread(log_since, _root(room), run, since, limit)
