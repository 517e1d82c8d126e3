"""Whether the server is there, and which one."""

import time
from typing import Any

from fastapi import APIRouter

import kifu
from kifu.interfaces.web.room import Here

router = APIRouter(tags=["service"])
_STARTED = time.monotonic()


@router.get("/health", operation_id="health")
async def health(room: Here) -> dict[str, Any]:
    """Say that the server is there, and how far the archive's index is."""
    return {"status": "ok", "seconds": round(time.monotonic() - _STARTED, 1), "index": room.index}


@router.get("/version", operation_id="version")
async def version() -> dict[str, str]:
    """Say which Kifu this is."""
    return {"kifu": kifu.__version__, "api": "v1"}
