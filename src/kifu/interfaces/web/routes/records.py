"""Records: texts that are sent, games of the archive, of folders, of matches and of the samples."""

import asyncio
import json
from pathlib import Path
from typing import Annotated, Literal, TypedDict

from fastapi import Query, Request
from fastapi.responses import Response

from kifu.errors import InputError
from kifu.interfaces.web.context import Server, ServerContext
from kifu.interfaces.web.problems import RefusedError
from kifu.interfaces.web.roots import ARCHIVE, RECORDS, RecordSource, Root
from kifu.interfaces.web.routes.answers import JSON, Router, file_answer, job_answer
from kifu.interfaces.web.schemas import Extend, Parse
from kifu.work.facts import JsonObject

router = Router(prefix="/api/v1", tags=["records"])

_SAMPLES = "samples"
_RUNS = "runs"
Source = Annotated[str, Query(max_length=200, description="archive, samples, runs, or the name of a folder")]
Id = Annotated[
    str, Query(max_length=1000, description="number of a game, or name of a file below the folder")
]
Number = Annotated[int, Query(ge=1, le=1_000_000)]


@router.post("/records/parse")
async def parse(server: Server, query: Parse) -> Response:
    """Read a record that stands in the request as text."""
    return await job_answer(server.lanes.short, "records:parse", **query.model_dump())


_BYTES: JsonObject = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.post("/records/upload", openapi_extra=_BYTES)
async def upload(
    server: Server, request: Request, number: Number = 1, name: Annotated[str, Query(max_length=200)] = ""
) -> Response:
    """Read a record that is sent as the bytes of its file, in any encoding."""
    data = await request.body()
    return await job_answer(server.lanes.short, "records:parse", record=data, number=number, name=name)


@router.post("/records/extend")
async def extend(server: Server, query: Extend) -> Response:
    """Add moves to a record as variations, and give it back as text."""
    return await job_answer(server.lanes.short, "variations:extend", **query.model_dump())


class RecordSources(TypedDict):
    """The archive, the samples and the folders."""

    sources: list[RecordSource]


@router.get("/sources")
async def sources(server: Server) -> RecordSources:
    """Say where records can be had: the archive, folders, samples."""
    names = [_SAMPLES, *server.folders, *([] if server.runs is None else [_RUNS])]
    found: list[RecordSource] = [{"name": name, "kind": "folder"} for name in names]
    if server.archive is not None:
        found.insert(0, json.loads(await server.lanes.short.run("records:source", archive=server.archive)))
    return {"sources": found}


@router.get("/records")
async def records(
    server: Server,
    source: Source = _SAMPLES,
    after: Annotated[int, Query(ge=0, le=2**62, description="go on behind this `next`")] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    player: Annotated[str | None, Query(max_length=200, description="a name; `*` for any part of it")] = None,
    game: Literal["go", "draughts"] | None = None,
    size: Annotated[int | None, Query(ge=1, le=52)] = None,
    year_from: Annotated[int | None, Query(ge=0, le=9999)] = None,
    year_to: Annotated[int | None, Query(ge=0, le=9999)] = None,
) -> Response:
    """List the games of a source; the filters are for the archive."""
    if source == ARCHIVE:
        chosen = {"player": player or None, "game": game, "size": size, "since": year_from, "until": year_to}
        archive = server.required_archive()
        return await job_answer(
            server.lanes.short, "records:list_archive", archive=archive, after=after, limit=limit, **chosen
        )
    listing = await asyncio.to_thread(list_folder, _root(server, source), after, limit, player)
    return Response(json.dumps(listing), media_type=JSON)


@router.get("/records/game")
async def record(server: Server, source: Source, id: Id, number: Number = 1) -> Response:  # noqa: A002, its name outside
    """Read a game of a source as a tree of nodes."""
    return Response(await _fetch(server, source, id, number, raw=False), media_type=JSON)


@router.get("/records/raw")
async def raw_record(server: Server, source: Source, id: Id) -> Response:  # noqa: A002
    """Give a record as it is stored."""
    data = await _fetch(server, source, id, 1, raw=True)
    name = "game.pdn" if data.lstrip()[:1] == b"[" else "game.sgf"
    return file_answer(data, name, "application/octet-stream")


async def _fetch(server: ServerContext, source: str, name: str, number: int, raw: bool) -> bytes:
    if source == ARCHIVE:
        if not (name.isascii() and name.isdigit() and len(name) < 19):
            raise RefusedError(422, f"expected the number of a game, got {name[:60]!r}", "id")
        return await server.lanes.short.run(
            "records:from_archive", archive=server.required_archive(), game=int(name), raw=raw
        )
    if not name.lower().endswith(RECORDS):
        raise RefusedError(404, f"there is no record {name[:200]!r} here", "id")
    path = await asyncio.to_thread(_root(server, source).file, name)
    limit = server.settings.body_limit
    try:
        return await server.lanes.short.run(
            "records:from_file", path=str(path), number=number, limit=limit, raw=raw
        )
    except InputError as error:
        raise RefusedError(422, str(error), "id") from None


def _root(server: ServerContext, source: str) -> Root:
    if source == _SAMPLES:
        from kifu.records import samples

        return Root(Path(str(samples.__file__)).parent)
    if source == _RUNS and server.runs is not None:
        return server.runs
    if source not in server.folders:
        known = ", ".join([ARCHIVE, _SAMPLES, _RUNS, *server.folders])
        raise RefusedError(422, f"expected a source among {known}; got {source[:60]!r}", "source")
    return server.folders[source]


class RecordFile(TypedDict):
    """A file of a folder."""

    id: str
    bytes: int
    modified: int


class FolderListing(TypedDict):
    """A page of the files of a folder; `next` is what to go on behind, or null."""

    total: int
    games: list[RecordFile]
    next: int | None


def list_folder(root: Root, after: int, limit: int, part: str | None) -> FolderListing:
    """List the records of a folder whose names have a part in them."""
    wanted = (part or "").strip("*").casefold()
    names = [(name, facts) for name, facts in root.walk(RECORDS) if wanted in name.casefold()]
    page = names[after : after + limit]
    return {
        "total": len(names),
        "games": [
            {"id": name, "bytes": facts.st_size, "modified": int(facts.st_mtime)} for name, facts in page
        ],
        "next": after + limit if after + limit < len(names) else None,
    }
