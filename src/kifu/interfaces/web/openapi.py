"""The OpenAPI document: FastAPI describes the requests, this adds every answer and every problem."""

import json
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI

from kifu.interfaces.web.problems import MEDIA_TYPE, TITLES

JSON = "application/json"
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
        models: Names in `answer_schemas`: the answer is one of them. None of them: a file, or nothing.
        problems: Statuses beside those that every operation has.
        status: When all is well.
        media: Kinds of content.
        description: What it is; the model's own words if not given.
    """

    models: tuple[str, ...] = ()
    problems: tuple[int, ...] = ()
    status: int = 200
    media: tuple[str, ...] = (JSON,)
    description: str = ""


_TREE = ("GoTree", "DraughtsTree")
_GAME = ("PlayedGame",)
#: Operations by the ids that the routes give them.
ANSWERS = {
    "health": Answer(("Health",)),
    "version": Answer(("Version",)),
    "score": Answer(("ScoreSheet",), _WITH_WORK),
    "label": Answer(("StoredLabel",), (404, *_WITH_WORK)),
    "analysis": Answer(
        ("GoTurn", "DraughtsTurn", "FailedTurn"), _WITH_WORK, media=(LINES,),
        description="A line for each turn, in order; each line is one of these.",
    ),
    "position": Answer(("GoPlace", "DraughtsPlace"), _WITH_WORK),
    "predict": Answer(("Predictions",), _WITH_WORK),
    "openings": Answer(("OpeningFacts",), _WITH_WORK),
    "parse": Answer(_TREE, _WITH_WORK),
    "upload": Answer(_TREE, _WITH_WORK),
    "extend": Answer(("ExtendedRecord",), _WITH_WORK),
    "sources": Answer(("Sources",), _WITH_WORK),
    "records": Answer(("Listing",), (404, *_WITH_WORK)),
    "record": Answer(_TREE, (404, *_WITH_WORK)),
    "raw_record": Answer(
        (), (404, *_WITH_WORK), media=("application/octet-stream",), description="The file as it is stored."
    ),
    "players": Answer(("Players",)),
    "games": Answer(("GameList",)),
    "begin": Answer(_GAME, (404, 409, *_WITH_WORK), 201),
    "game": Answer(_GAME, (404, *_WITH_WORK)),
    "delete_game": Answer((), (404,), 204, description="It is forgotten."),
    "play": Answer(_GAME, (404, 409, *_WITH_WORK)),
    "undo": Answer(_GAME, (404, 409, *_WITH_WORK)),
    "resign": Answer(_GAME, (404, 409, *_WITH_WORK)),
    "hint": Answer(("Hints",), (404, 409, *_WITH_WORK)),
    "game_record": Answer(
        (), (404,), media=("application/x-go-sgf", "application/x-draughts-pdn"), description="SGF or PDN."
    ),
    "runs": Answer(("Runs",)),
    "run_table": Answer(("RunTable",), (404,)),
    "run_log": Answer(("RunLog",), (404,)),
}  # fmt: skip


def describe(app: FastAPI) -> None:
    """Let the application give the whole document; it is made when it is first asked for."""
    make = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _completed(make())
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's manual has it


def _completed(document: dict[str, Any]) -> dict[str, Any]:
    schemas = document.setdefault("components", {}).setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas |= _answer_schemas()
    for path in document["paths"].values():
        for operation in path.values():
            operation["responses"] = _responses(operation)
    return dict(json.loads(json.dumps(document)))


def _answer_schemas() -> dict[str, Any]:
    from pydantic import TypeAdapter

    from kifu.interfaces.web import answer_schemas

    named = dict.fromkeys(["Problem", *(name for answer in ANSWERS.values() for name in answer.models)])
    adapters = [(name, "serialization", TypeAdapter(getattr(answer_schemas, name))) for name in named]
    _, found = TypeAdapter.json_schemas(adapters, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]  # the mode is a literal
    return dict(found["$defs"])


def _responses(operation: dict[str, Any]) -> dict[str, Any]:
    answer = ANSWERS[operation["operationId"]]
    good: dict[str, Any] = {"description": answer.description or "As docs/http.md has it."}
    if answer.models:
        references = [{"$ref": f"#/components/schemas/{name}"} for name in answer.models]
        schema = references[0] if len(references) == 1 else {"anyOf": references}
        good["content"] = {media: {"schema": schema} for media in answer.media}
    elif answer.status != 204:
        binary = {"schema": {"type": "string", "format": "binary"}}
        good["content"] = dict.fromkeys(answer.media, binary)
    statuses = {*_ALWAYS, *answer.problems}
    if "requestBody" in operation:
        statuses |= {*_WITH_BODY, *_WITH_FIELDS}
    if "parameters" in operation:
        statuses |= {*_WITH_FIELDS}
    problem = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    return {str(answer.status): good} | {
        str(status): {"description": TITLES[status]} | problem for status in sorted(statuses)
    }
