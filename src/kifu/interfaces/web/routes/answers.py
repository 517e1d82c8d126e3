"""Routes whose answers the OpenAPI document describes by itself, and answers that are bytes already."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response

from kifu.interfaces.web.lanes import Lane

JSON = "application/json"


class Router(APIRouter):
    """Routes below one prefix; FastAPI neither checks nor describes what they answer (see `openapi`)."""

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        """Add a route; its operation has the name of its function."""
        super().add_api_route(
            path, endpoint, **options | {"response_model": None, "operation_id": endpoint.__name__}
        )


async def job_answer(lane: Lane, job: str, **arguments: Any) -> Response:
    """Let a worker do a job, and answer with its JSON."""
    return Response(await lane.run(job, **arguments), media_type=JSON)


def file_answer(data: bytes, name: str, kind: str) -> Response:
    """A file to be saved, never shown: names and comments in it are somebody else's."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=kind, headers=headers)
