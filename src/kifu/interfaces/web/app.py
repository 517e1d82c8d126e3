"""The application: routes, errors, lanes and the page, put together."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

import kifu
from kifu.errors import InputError, KifuError
from kifu.interfaces.web.context import ServerContext
from kifu.interfaces.web.guard import Guard
from kifu.interfaces.web.openapi import describe
from kifu.interfaces.web.problems import MEDIA_TYPE, FieldProblem, RefusedError, body
from kifu.interfaces.web.routes import ROUTERS
from kifu.interfaces.web.settings import Settings

STATIC = Path(__file__).with_name("static")
_LOG = logging.getLogger("kifu.web")


def make_app(settings: Settings) -> Guard:
    """Make the application of a server."""
    context = ServerContext(settings)

    @contextlib.asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        tasks = [asyncio.ensure_future(_warm(context))]
        if settings.archive is not None:
            tasks.append(asyncio.ensure_future(context.make_index()))
        yield
        for task in tasks:
            task.cancel()
        context.games.stop()
        await context.lanes.close()

    app = FastAPI(
        title="Kifu",
        version=kifu.__version__,
        summary="Score, analyse, predict, look up and play Go and English draughts.",
        lifespan=life,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.context = context
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(RefusedError, _refused)
    app.add_exception_handler(KifuError, _kifu_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _fault)
    for router in ROUTERS:
        app.include_router(router)
    app.mount("/", StaticFiles(directory=STATIC, html=True), name="page")
    describe(app)
    return Guard(app, settings)


async def _warm(context: ServerContext) -> None:
    """Read models in the background: first for quick answers, then for the first review."""
    await context.lanes.short.warm()
    await context.lanes.long.warm(context.settings.workers)


def problem(
    status: int, detail: str, field: str | None = None, errors: list[FieldProblem] | None = None
) -> Response:
    """Answer with a problem document."""
    headers = {"Retry-After": "1"} if status in (429, 503) else {}
    return Response(body(status, detail, field, errors), status, headers, media_type=MEDIA_TYPE)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    errors = [_field_error(one) for one in error.errors()[:20]]
    first = errors[0]
    status = 400 if error.errors()[0]["type"] == "json_invalid" else 422
    return problem(status, first["detail"], first["field"] or None, errors)


def _field_error(error: Mapping[str, Any]) -> FieldProblem:
    place = [str(part) for part in error["loc"] if part not in ("body", "query", "path")]
    message = str(error["msg"]).removeprefix("Value error, ")
    if error["type"] == "extra_forbidden":
        message = f"expected only known fields, got {place[-1][:60]!r}"
    elif error["type"] == "json_invalid":
        place, message = [], f"expected JSON: {error.get('ctx', {}).get('error', message)}"
    elif "input" in error and not isinstance(error["input"], dict | list):
        shown = repr(error["input"])
        message += f"; got {shown if len(shown) <= 60 else shown[:57] + '...'}"
    return {"field": ".".join(place), "detail": message}


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return problem(error.status, error.detail, error.field)


async def _kifu_error(request: Request, error: Exception) -> Response:
    return problem(422 if isinstance(error, InputError) else 503, str(error))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    said = {404: f"there is no {request.url.path[:200]} here", 405: f"{request.method} is not done here"}
    answer = problem(error.status_code, said.get(error.status_code, str(error.detail)))
    answer.headers.update(error.headers or {})
    return answer


async def _fault(request: Request, error: Exception) -> Response:
    _LOG.error("a request to %s failed", request.url.path, exc_info=error)
    return problem(500, "something went wrong inside; the server's log has the details")
