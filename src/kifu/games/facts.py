"""What positions say of themselves as JSON, and the words that facts for JSON share.

Facts are `TypedDict`s beside the function that makes them; the text in `Annotated` describes a field in the
OpenAPI document.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

from kifu.records.moves import Colour, Side, vertex

if TYPE_CHECKING:
    from kifu.games.draughts import Position
    from kifu.games.go import Board

GameName = Literal["go", "draughts"]
Vertex = Annotated[str, "a point such as D4, or pass"]
Stones = Annotated[list[list[int]], "row by row from the top: 0 empty, 1 Black's, 2 White's"]


class BothSides(TypedDict):
    """A number for each side."""

    black: float
    white: float


class PlayersFacts(TypedDict):
    """Who played, when and where."""

    black: str
    white: str
    black_rank: str
    white_rank: str
    date: str
    event: str


class GameInfoFacts(PlayersFacts):
    """What a record says of its players and of the game."""

    round: str
    place: str
    name: str
    annotator: str
    comment: str
    handicap: int
    result: str | None


class RecordInfo(GameInfoFacts):
    """What a record says, its terms included."""

    rules: str
    time: str
    overtime: str
    komi: float | None


class GoPosition(TypedDict):
    """A position of Go as a page draws it."""

    game: Literal["go"]
    size: int
    stones: Stones
    to_play: Side
    last: Vertex | None
    ko: Vertex | None
    captured: Annotated[BothSides, "stones that each side has lost"]
    atari: list[list[Vertex]]
    over: bool


def go_position(board: "Board") -> GoPosition:
    """Stones, whose turn it is, captures, ko and blocks in atari."""
    last = board.last_move
    return {
        "game": "go",
        "size": board.size,
        "stones": board.stones.tolist(),
        "to_play": board.to_play.side,
        "last": None if last is None else str(last),
        "ko": vertex(board.ko) if board.ko else None,
        "captured": captured(board),
        "atari": [[vertex(point) for point in block.stones] for block in board.blocks() if block.in_atari],
        "over": board.is_over,
    }


def captured(board: "Board") -> BothSides:
    """How many stones each side has lost."""
    return {"black": board.captured(Colour.BLACK), "white": board.captured(Colour.WHITE)}


class DraughtsMove(TypedDict):
    """A legal move with the squares it passes and takes."""

    move: str
    path: list[int]
    captured: list[int]


class DraughtsPosition(TypedDict):
    """A position of draughts as a page draws it."""

    game: Literal["draughts"]
    size: Literal[8]
    fen: str
    pieces: Annotated[dict[str, str], "by square: MB, KB, MW, KW"]
    to_play: Side
    last: str | None
    legal: list[DraughtsMove]
    forced: bool
    over: bool
    ending: str | None


def draughts_position(position: "Position") -> DraughtsPosition:
    """Pieces by square, and every legal move with the squares it passes and takes."""
    moves = position.legal_moves()
    ending = position.result()
    last = position.last_move
    return {
        "game": "draughts",
        "size": 8,
        "fen": position.fen,
        "pieces": {
            str(square): ("K" if piece.king else "M") + piece.colour.value
            for square, piece in position.pieces.items()
        },
        "to_play": position.to_play.side,
        "last": str(last) if last else None,
        "legal": [{"move": str(m), "path": list(m.path), "captured": list(m.captured)} for m in moves]
        if ending is None
        else [],
        "forced": any(m.is_capture for m in moves),
        "over": ending is not None,
        "ending": str(ending) if ending else None,
    }


#: By `position.game`.
POSITION_FACTS: Mapping[str, Callable[[Any], GoPosition | DraughtsPosition]] = {
    "go": go_position,
    "draughts": draughts_position,
}
