"""Errors as problem documents (RFC 9457) that name the field."""

import contextlib
import json
from collections.abc import Iterator
from typing import Any

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

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle with all three, as workers send it."""
        return RefusedError, (self.status, self.detail, self.field)


@contextlib.contextmanager
def field(name: str) -> Iterator[None]:
    """Say of an error about input which field of the request it is about."""
    try:
        yield
    except InputError as error:
        raise RefusedError(422, str(error), name) from error


def document(status: int, detail: str, field: str | None = None, **more: Any) -> dict[str, Any]:
    """Return a problem document; `field` also stands in `errors`, as several wrong fields would."""
    facts: dict[str, Any] = {
        "type": "about:blank",
        "title": TITLES.get(status, "Error"),
        "status": status,
        "detail": detail,
    }
    if field is not None:
        facts |= {"field": field, "errors": [{"field": field, "detail": detail}]}
    return facts | more


def body(status: int, detail: str, field: str | None = None, **more: Any) -> bytes:
    """Return a problem document as JSON."""
    return json.dumps(document(status, detail, field, **more)).encode()
