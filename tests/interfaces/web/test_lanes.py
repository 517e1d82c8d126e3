"""Lanes of worker processes: a job that hangs or dies fails alone."""

import asyncio
import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from kifu.interfaces.web.lanes import Lane
from kifu.interfaces.web.problems import RefusedError
from kifu.interfaces.web.schemas import Analysis
from kifu_lab.bench.life import make_games

LONG = Analysis(record=make_games(19)[0].decode(), analyzeTurns="all", includeReasons=True).model_dump()
PLACE = {"record": None, "number": 1, "move": None, "board": {"size": 9}, "draughts": None}


def with_lane(work, **options):
    """Run a coroutine function on a lane of one worker."""

    async def run():
        lane = Lane("test", 1, **options)
        try:
            return await work(lane)
        finally:
            await lane.close()

    # In a thread of its own: a browser that other tests drive keeps a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(run())).result()


async def is_well(lane: Lane) -> bool:
    return json.loads(await lane.run("position:position", **PLACE))["size"] == 9


def test_a_job_that_takes_too_long_is_ended():
    async def work(lane: Lane) -> None:
        await is_well(lane)
        lane.timeout = 0.2
        with pytest.raises(RefusedError) as refused:
            await lane.run("analysis:turns", query=LONG, wanted=list(range(200)))
        assert refused.value.status == 504
        lane.timeout = 60
        assert await is_well(lane)

    with_lane(work, timeout=60)


def test_a_worker_that_dies_is_replaced():
    async def work(lane: Lane) -> None:
        await is_well(lane)
        job = asyncio.ensure_future(lane.run("analysis:turns", query=LONG, wanted=list(range(200))))
        await asyncio.sleep(0.1)
        (worker,) = lane._all
        os.kill(worker.process.pid, signal.SIGKILL)
        with pytest.raises(RefusedError) as refused:
            await job
        assert refused.value.status == 500
        assert await is_well(lane)

    with_lane(work, timeout=60)


def test_a_job_that_is_given_up_leaves_the_lane_in_order():
    async def work(lane: Lane) -> None:
        for _ in range(5):
            job = asyncio.ensure_future(lane.run("analysis:turns", query=LONG, wanted=[50]))
            waiting = asyncio.ensure_future(is_well(lane))
            await asyncio.sleep(0.01)
            job.cancel()
            assert await waiting
        assert await is_well(lane)

    with_lane(work, timeout=60)
    with_lane(work, timeout=60, ends_abandoned=True)


@pytest.mark.skipif(os.name == "nt", reason="process groups are a matter of POSIX")
def test_workers_are_out_of_reach_of_ctrl_c_and_stand_back():
    """In a group of their own, but in the server's session: elsewhere niceness counts for nothing."""

    async def work(lane: Lane) -> None:
        await is_well(lane)
        (worker,) = lane._all
        pid = worker.process.pid
        assert os.getpgid(pid) == pid
        assert os.getsid(pid) == os.getsid(0)
        assert os.getpriority(os.PRIO_PROCESS, pid) > os.getpriority(os.PRIO_PROCESS, 0)

    with_lane(work, timeout=60, low_priority=True)


def test_an_unknown_job_is_a_fault_of_kifu():
    async def work(lane: Lane) -> int:
        with pytest.raises(RefusedError) as refused:
            await lane.run("position:nothing")
        return refused.value.status

    assert with_lane(work, timeout=60) == 500
