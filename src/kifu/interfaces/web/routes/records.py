"""Records: texts that are sent, games of the archive, of folders, of matches and of the samples."""

import asyncio
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from kifu.errors import InputError
from kifu.interfaces.web.problems import RefusedError
from kifu.interfaces.web.room import Here, Room
from kifu.interfaces.web.roots import RECORDS, Root
from kifu.interfaces.web.routes.answers import file_answer, json_answer
from kifu.interfaces.web.schemas import Extend, Parse

router = APIRouter(prefix="/api/v1", tags=["records"])

_SAMPLES = "samples"
_ARCHIVE = "archive"
_RUNS = "runs"
Source = Annotated[str, Query(max_length=200, description="archive, samples, runs, or the name of a folder")]
Id = Annotated[
    str, Query(max_length=1000, description="number of a game, or name of a file below the folder")
]
Number = Annotated[int, Query(ge=1, le=1_000_000)]


@router.post("/records/parse", operation_id="parse")
async def parse(room: Here, query: Parse) -> Response:
    """Read a record that stands in the request as text."""
    return json_answer(await room.lanes.short.run("records:parse", **query.model_dump()))


_BYTES: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.post("/records/upload", operation_id="upload", openapi_extra=_BYTES)
async def upload(
    room: Here, request: Request, number: Number = 1, name: Annotated[str, Query(max_length=200)] = ""
) -> Response:
    """Read a record that is sent as the bytes of its file, in any encoding."""
    data = await request.body()
    return json_answer(await room.lanes.short.run("records:parse", record=data, number=number, name=name))


@router.post("/records/extend", operation_id="extend")
async def extend(room: Here, query: Extend) -> Response:
    """Add moves to a record as variations, and give it back as text."""
    return json_answer(await room.lanes.short.run("variations:extend", **query.model_dump()))


@router.get("/sources", operation_id="sources")
async def sources(room: Here) -> dict[str, Any]:
    """Say where records can be had: the archive, folders, samples."""
    found: list[dict[str, Any]] = [{"name": _SAMPLES, "kind": "folder"}]
    found += [{"name": name, "kind": "folder"} for name in room.folders]
    if room.runs is not None:
        found.append({"name": _RUNS, "kind": "folder"})
    if room.settings.archive is not None:
        import json

        facts = json.loads(await room.lanes.short.run("records:summary", archive=room.archive))
        found.insert(0, {"name": _ARCHIVE, "kind": "archive", **facts})
    return {"sources": found}


@router.get("/records", operation_id="records")
async def records(
    room: Here,
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
    if source == _ARCHIVE:
        chosen = {"player": player or None, "game": game, "size": size, "since": year_from, "until": year_to}
        return json_answer(
            await room.lanes.short.run(
                "records:list_archive", archive=room.archive, after=after, limit=limit, **chosen
            )
        )
    return json_answer(await asyncio.to_thread(_list_folder, _root(room, source), after, limit, player))


@router.get("/records/game", operation_id="record")
async def record(room: Here, source: Source, id: Id, number: Number = 1) -> Response:  # noqa: A002, its name outside
    """Read a game of a source as a tree of nodes."""
    return json_answer(await _fetch(room, source, id, number, raw=False))


@router.get("/records/raw", operation_id="raw_record")
async def raw_record(room: Here, source: Source, id: Id) -> Response:  # noqa: A002
    """Give a record as it is stored."""
    data = await _fetch(room, source, id, 1, raw=True)
    name = "game.pdn" if data.lstrip()[:1] == b"[" else "game.sgf"
    return file_answer(data, name, "application/octet-stream")


async def _fetch(room: Room, source: str, name: str, number: int, raw: bool) -> bytes:
    if source == _ARCHIVE:
        if not (name.isascii() and name.isdigit() and len(name) < 19):
            raise RefusedError(422, f"expected the number of a game, got {name[:60]!r}", "id")
        return await room.lanes.short.run(
            "records:from_archive", archive=room.archive, game=int(name), raw=raw
        )
    if not name.lower().endswith(RECORDS):
        raise RefusedError(404, f"there is no record {name[:200]!r} here", "id")
    path = await asyncio.to_thread(_root(room, source).file, name)
    limit = room.settings.body_limit
    try:
        return await room.lanes.short.run(
            "records:from_file", path=str(path), number=number, limit=limit, raw=raw
        )
    except InputError as error:
        raise RefusedError(422, str(error), "id") from None


def _root(room: Room, source: str) -> Root:
    if source == _SAMPLES:
        from kifu.records import samples

        return Root(Path(str(samples.__file__)).parent)
    if source == _RUNS and room.runs is not None:
        return room.runs
    if source not in room.folders:
        known = ", ".join([_ARCHIVE, _SAMPLES, _RUNS, *room.folders])
        raise RefusedError(422, f"expected a source among {known}; got {source[:60]!r}", "source")
    return room.folders[source]


def _list_folder(root: Root, after: int, limit: int, part: str | None) -> bytes:
    import json

    wanted = (part or "").strip("*").casefold()
    names = [(name, facts) for name, facts in root.walk(RECORDS) if wanted in name.casefold()]
    page = names[after : after + limit]
    games = [{"id": name, "bytes": facts.st_size, "modified": int(facts.st_mtime)} for name, facts in page]
    following = after + limit if after + limit < len(names) else None
    return json.dumps({"total": len(names), "games": games, "next": following}).encode()
