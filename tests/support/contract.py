"""The OpenAPI document of the server, held against what it answers: what is not described is an error."""

import json
import re
from typing import Any

import httpx
from jsonschema_rs import Draft202012Validator

_DOCUMENT = "/api/v1/openapi.json"
_known: list["Contract"] = []


class Contract:
    """What the document says of each operation. A field of an answer that it does not name is refused."""

    def __init__(self, document: dict[str, Any]) -> None:
        schemas = document["components"]["schemas"]
        for schema in schemas.values():
            if "properties" in schema:
                schema.setdefault("additionalProperties", False)
        self._schemas = schemas
        self._operations = [
            (method.upper(), re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), operation)
            for path, item in document["paths"].items()
            for method, operation in item.items()
        ]

    def check(self, method: str, path: str, status: int, kind: str, text: str) -> None:
        """Hold an answer against the document; what is no operation of it is a file of the page."""
        for known, pattern, operation in self._operations:
            if known == method and pattern.fullmatch(path):
                self._check(operation, str(status), kind.partition(";")[0], text)

    def _check(self, operation: dict[str, Any], status: str, kind: str, text: str) -> None:
        name = operation["operationId"]
        assert status in operation["responses"], f"{name} answered with {status}: {text[:500]}"
        content = operation["responses"][status].get("content", {})
        assert kind in content if content else not (kind or text), f"{name} answered with {kind!r}"
        if not kind.endswith("json"):
            return
        schema = content[kind]["schema"] | {"components": {"schemas": self._schemas}}
        validator = Draft202012Validator(schema)
        for one in text.splitlines() if kind.endswith("ndjson") else [text]:
            for error in validator.iter_errors(json.loads(one)):
                raise AssertionError(f"{name}, {error.instance_path}: {error.message[:2000]}")


def check(answer: httpx.Response) -> None:
    """Hold an answer against the document of the server it comes from; all servers have the same."""
    answer.read()
    request = answer.request
    if not _known:
        url = request.url.copy_with(path=_DOCUMENT, query=None)
        token = {"authorization": request.headers.get("authorization", "")}
        document = httpx.get(url, headers=token, timeout=120)
        if document.status_code != 200:
            return  # it asks for a token
        _known.append(Contract(document.json()))
    kind = answer.headers.get("content-type", "")
    _known[0].check(request.method, request.url.path, answer.status_code, kind, answer.text)
