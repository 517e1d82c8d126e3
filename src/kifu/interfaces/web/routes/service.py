"""Whether the server is there, and which one."""

import time
from typing import Annotated, Literal, TypedDict

import kifu
from kifu.interfaces.web.context import Server
from kifu.interfaces.web.routes.answers import Router

router = Router(tags=["service"])
_STARTED = time.monotonic()


class Health(TypedDict):
    """The server is there."""

    status: Literal["ok"]
    seconds: Annotated[float, "since it began"]
    index: Annotated[str, "of the archive: none, making, ready, or what went wrong"]


class Version(TypedDict):
    """Which Kifu this is."""

    kifu: str
    api: Literal["v1"]


@router.get("/health")
async def health(server: Server) -> Health:
    """Say that the server is there, and how far the archive's index is."""
    return {"status": "ok", "seconds": round(time.monotonic() - _STARTED, 1), "index": server.index}


@router.get("/version")
async def version() -> Version:
    """Say which Kifu this is."""
    return {"kifu": kifu.__version__, "api": "v1"}
