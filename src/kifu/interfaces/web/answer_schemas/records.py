"""Records as trees, and where they can be had."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from kifu.interfaces.web.answer_schemas.words import Colour, Letter, Vertex


class GameOfFile(TypedDict):
    """One of the games of a file."""

    number: int
    black: str
    white: str
    date: str


class RecordInfo(TypedDict):
    """What a record says of its game."""

    black: str
    white: str
    black_rank: str
    white_rank: str
    date: str
    event: str
    round: str
    place: str
    name: str
    rules: str
    time: str
    overtime: str
    annotator: str
    comment: str
    komi: float | None
    handicap: int | None
    result: str | None


class Node(TypedDict):
    """A node of a tree; `id` is its place in `nodes`."""

    id: int
    parent: int | None
    children: list[int]
    to_play: Colour
    comment: NotRequired[str]
    illegal: NotRequired[str]


class GoNode(Node):
    """A node of a game of Go."""

    move: NotRequired[tuple[Letter, Vertex]]
    changes: Annotated[
        dict[str, Literal["b", "w", ""]], Field(description="points that are other than in the parent")
    ]
    name: NotRequired[str]
    marks: NotRequired[dict[str, list[Vertex]]]
    labels: NotRequired[dict[str, str]]


class DraughtsNode(Node):
    """A node of a game of draughts."""

    move: NotRequired[str]
    fen: str
    nags: NotRequired[list[int]]


class _Tree(TypedDict):
    number: int
    games: list[GameOfFile]
    title: str
    info: RecordInfo
    encoding: str
    problems: list[str]
    main_line: list[int]
    truncated: bool


class GoTree(_Tree):
    """A record of Go as a tree of nodes."""

    game: Literal["go"]
    format: Literal["sgf"]
    width: int
    height: int
    size: int
    rules: str
    nodes: list[GoNode]


class DraughtsTree(_Tree):
    """A record of draughts as a tree of nodes."""

    game: Literal["draughts"]
    format: Literal["pdn"]
    size: Literal[8]
    start: str
    nodes: list[DraughtsNode]


class ExtendedRecord(TypedDict):
    """A record with variations added."""

    record: str
    format: Literal["sgf", "pdn"]


class Source(TypedDict):
    """Where records can be had; of an archive also what it holds."""

    name: str
    kind: Literal["archive", "folder"]
    games: NotRequired[int]
    moves: NotRequired[int]
    by_game: NotRequired[dict[str, int]]
    by_size: NotRequired[dict[str, int]]
    by_result: NotRequired[dict[str, int]]
    by_winner: NotRequired[dict[str, int]]


class Sources(TypedDict):
    """The archive, the samples and the folders."""

    sources: list[Source]


class ArchivedGame(TypedDict):
    """A game of the archive."""

    id: int
    game: str
    width: int | None
    height: int | None
    black: str | None
    white: str | None
    black_rank: str | None
    white_rank: str | None
    date: str | None
    event: str | None
    result: str | None
    moves: int


class RecordFile(TypedDict):
    """A file of a folder."""

    id: str
    bytes: int
    modified: int


class Listing(TypedDict):
    """A page of a source's games; `next` is what to go on behind, or null."""

    total: int
    games: list[ArchivedGame | RecordFile]
    next: int | None
