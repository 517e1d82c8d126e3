"""Errors as problem documents (RFC 9457) that name the field."""

import contextlib
import json
from collections.abc import Iterator
from typing import NotRequired, TypedDict

from kifu.errors import InputError, KifuError

MEDIA_TYPE = "application/problem+json"
TITLES = {
    400: "The request cannot be read",
    401: "A token is needed",
    403: "Not allowed",
    404: "Not found",
    405: "Not done here",
    408: "The request took too long to arrive",
    409: "Not possible now",
    411: "The length is missing",
    413: "The request is too large",
    415: "Another kind of content is needed",
    421: "Another host is meant",
    422: "A field is wrong",
    429: "Too many requests at once",
    500: "A fault in Kifu",
    503: "Busy",
    504: "It took too long",
}


class FieldProblem(TypedDict):
    """A field that is wrong."""

    field: str
    detail: str


class ProblemDocument(TypedDict):
    """A problem document (RFC 9457); `field` names what is wrong."""

    type: str
    title: str
    status: int
    detail: str
    field: NotRequired[str]
    errors: NotRequired[list[FieldProblem]]


class RefusedError(KifuError):
    """A request that is answered with a problem document.

    Args:
        status: HTTP status.
        detail: What was expected, what came, and what to do.
        field: The field of the request that is meant, if one is.
    """

    def __init__(self, status: int, detail: str, field: str | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.field = field

    def __reduce__(self) -> tuple[type["RefusedError"], tuple[int, str, str | None]]:
        """Pickle with all three, as workers send it."""
        return RefusedError, (self.status, self.detail, self.field)


@contextlib.contextmanager
def field(name: str) -> Iterator[None]:
    """Say of an error about input which field of the request it is about."""
    try:
        yield
    except InputError as error:
        raise RefusedError(422, str(error), name) from error


def document(
    status: int, detail: str, field: str | None = None, errors: list[FieldProblem] | None = None
) -> ProblemDocument:
    """Return a problem document; `field` also stands in `errors`, as several wrong fields would."""
    facts: ProblemDocument = {
        "type": "about:blank",
        "title": TITLES.get(status, "Error"),
        "status": status,
        "detail": detail,
    }
    if field is not None:
        facts["field"] = field
        errors = errors or [{"field": field, "detail": detail}]
    if errors is not None:
        facts["errors"] = errors
    return facts


def body(
    status: int, detail: str, field: str | None = None, errors: list[FieldProblem] | None = None
) -> bytes:
    """Return a problem document as JSON."""
    return json.dumps(document(status, detail, field, errors)).encode()
