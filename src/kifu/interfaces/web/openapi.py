"""The OpenAPI document: FastAPI describes the requests, this adds every answer and every problem."""

import importlib
import json
from dataclasses import dataclass
from functools import reduce
from operator import attrgetter, or_
from typing import Any

from fastapi import FastAPI

from kifu.interfaces.web.json_schema import Schema, Schemas
from kifu.interfaces.web.problems import MEDIA_TYPE, TITLES, ProblemDocument
from kifu.interfaces.web.routes.answers import JSON

LINES = "application/x-ndjson"
#: What any request may be answered with, those with a body, and those whose work a lane does.
_ALWAYS = (401, 403, 421, 429, 500)
_WITH_BODY = (400, 408, 413)
_WITH_FIELDS = (422,)
_WITH_WORK = (503, 504)


@dataclass(frozen=True)
class Answer:
    """What an operation answers with.

    Attributes:
        makers: Functions below this package that make the answer, `module:function`; their return types
            describe it. None of them: a file, or nothing.
        problems: Statuses beside those that every operation has.
        status: When all is well.
        media: Kinds of content.
        description: What it is.
    """

    makers: tuple[str, ...] = ()
    problems: tuple[int, ...] = ()
    status: int = 200
    media: tuple[str, ...] = (JSON,)
    description: str = "As docs/http.md has it."

    def type(self) -> Any:
        """The type of the answer."""
        found = []
        for maker in self.makers:
            module, _, name = maker.partition(":")
            function = attrgetter(name)(importlib.import_module(f"kifu.interfaces.web.{module}"))
            found.append(function.__annotations__["return"])
        return reduce(or_, found)


_TREE = ("jobs.records:parse",)
#: Operations by the names of their routes' functions.
ANSWERS = {
    "health": Answer(("routes.service:health",)),
    "version": Answer(("routes.service:version",)),
    "score": Answer(("jobs.score:score",), _WITH_WORK),
    "label": Answer(("jobs.score:label",), (404, *_WITH_WORK)),
    "analysis": Answer(
        ("jobs.go_analysis:GoTurns.turn", "jobs.draughts_analysis:DraughtsTurns.turn",
         "routes.analysis:failed"),
        _WITH_WORK, media=(LINES,),
        description="A line for each turn, in order; each line is one of these.",
    ),
    "position": Answer(("jobs.position:position",), _WITH_WORK),
    "predict": Answer(("jobs.moves:predict",), _WITH_WORK),
    "openings": Answer(("jobs.moves:openings",), _WITH_WORK),
    "parse": Answer(_TREE, _WITH_WORK),
    "upload": Answer(_TREE, _WITH_WORK),
    "extend": Answer(("jobs.variations:extend",), _WITH_WORK),
    "sources": Answer(("routes.records:sources",), _WITH_WORK),
    "records": Answer(("jobs.records:list_archive", "routes.records:list_folder"), (404, *_WITH_WORK)),
    "record": Answer(_TREE, (404, *_WITH_WORK)),
    "raw_record": Answer(
        (), (404, *_WITH_WORK), media=("application/octet-stream",), description="The file as it is stored."
    ),
    "players": Answer(("routes.games:players",)),
    "games": Answer(("routes.games:games",)),
    "begin": Answer(("routes.games:begin",), (404, 409, *_WITH_WORK), 201),
    "game": Answer(("routes.games:game",), (404, *_WITH_WORK)),
    "delete_game": Answer((), (404,), 204, description="It is forgotten."),
    "play": Answer(("routes.games:play",), (404, 409, *_WITH_WORK)),
    "undo": Answer(("routes.games:undo",), (404, 409, *_WITH_WORK)),
    "resign": Answer(("routes.games:resign",), (404, 409, *_WITH_WORK)),
    "hint": Answer(("jobs.players:hint",), (404, 409, *_WITH_WORK)),
    "game_record": Answer(
        (), (404,), media=("application/x-go-sgf", "application/x-draughts-pdn"), description="SGF or PDN."
    ),
    "runs": Answer(("routes.runs:runs",)),
    "run_table": Answer(("routes.runs:run_table",), (404,)),
    "run_log": Answer(("routes.runs:run_log",), (404,)),
}  # fmt: skip


def describe(app: FastAPI) -> None:
    """Let the application give the whole document; it is made when it is first asked for."""
    make = app.openapi

    def openapi() -> Schema:
        if app.openapi_schema is None:
            app.openapi_schema = _completed(make())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's manual has it


def _completed(document: Schema) -> Schema:
    schemas = Schemas()
    problem = {"content": {MEDIA_TYPE: {"schema": schemas.of(ProblemDocument)}}}
    for path in document["paths"].values():
        for operation in path.values():
            operation["responses"] = _responses(operation, schemas, problem)
    components = document.setdefault("components", {}).setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        components.pop(name, None)
    twice = components.keys() & schemas.components
    if twice:
        raise TypeError(f"expected other names for requests than for answers, got {sorted(twice)} for both")
    components |= schemas.components
    return dict(json.loads(json.dumps(document)))


def _responses(operation: Schema, schemas: Schemas, problem: Schema) -> Schema:
    answer = ANSWERS[operation["operationId"]]
    good: Schema = {"description": answer.description}
    if answer.makers:
        good["content"] = {media: {"schema": schemas.of(answer.type())} for media in answer.media}
    elif answer.status != 204:
        binary = {"schema": {"type": "string", "format": "binary"}}
        good["content"] = dict.fromkeys(answer.media, binary)
    statuses = {*_ALWAYS, *answer.problems}
    if "requestBody" in operation:
        statuses |= {*_WITH_BODY, *_WITH_FIELDS}
    if "parameters" in operation:
        statuses |= {*_WITH_FIELDS}
    return {str(answer.status): good} | {
        str(status): {"description": TITLES[status]} | problem for status in sorted(statuses)
    }
