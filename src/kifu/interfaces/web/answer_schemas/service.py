"""What the server says of itself, and how it says that something is wrong."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict


class FieldProblem(TypedDict):
    """A field that is wrong."""

    field: str
    detail: str


class Problem(TypedDict):
    """A problem document (RFC 9457); `field` names what is wrong."""

    type: str
    title: str
    status: int
    detail: str
    field: NotRequired[str]
    errors: NotRequired[list[FieldProblem]]


class Health(TypedDict):
    """The server is there."""

    status: Literal["ok"]
    seconds: Annotated[float, Field(description="since it began")]
    index: Annotated[str, Field(description="of the archive: none, making, ready, or what went wrong")]


class Version(TypedDict):
    """Which Kifu this is."""

    kifu: str
    api: Literal["v1"]
