"""From what a request says to a game and a position."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Required, TypedDict

from kifu.errors import PositionError
from kifu.games.coordinates import from_gtp
from kifu.games.draughts import Position
from kifu.games.game import Game, game_of
from kifu.games.go import Board, Colour
from kifu.games.go.game import RecordedGame as GoGame
from kifu.interfaces.web.problems import RefusedError, field
from kifu.records import GameRecord, read
from kifu.records.moves import Point

#: A colour and a point as requests write them.
Stone = tuple[str, str]


class GivenBoard(TypedDict, total=False):
    """A position of Go as `schemas.Board` describes it."""

    size: Required[int]
    rows: list[str] | None
    stones: Sequence[Stone]
    moves: Sequence[Stone]
    to_play: str | None


class GivenDraughts(TypedDict, total=False):
    """A position of draughts as `schemas.Draughts` describes it."""

    fen: str | None
    moves: list[str]


@dataclass(frozen=True)
class RequestedPosition:
    """The position that a request means.

    Attributes:
        position: Of Go or of draughts.
        move: After so many moves.
        moves: Of the whole game.
        played: The move that follows in the game, as people write it.
        game: The recorded game that it belongs to; None where the request sets it up.
    """

    position: Any
    move: int
    moves: int
    played: str | None = None
    game: Any = None


def read_records(text: str | bytes, number: int, name: str = "") -> list[GameRecord]:
    """Read the games of a text, which must have one with this number."""
    with field("record"):
        found = read(text, name=name)
    if number > len(found):
        raise RefusedError(422, f"expected a game from 1 to {len(found)}, got {number}", "number")
    return found


def read_game(text: str | bytes, number: int) -> Game[Any]:
    """Read one game of a text."""
    record = read_records(text, number)[number - 1]
    with field("record"):
        return game_of(record)


def read_go(text: str | bytes, number: int) -> GoGame:
    """Read one game of Go."""
    record = read_records(text, number)[number - 1]
    with field("record"):
        return GoGame(record)


def requested_position(
    record: str | None,
    number: int,
    move: int | None,
    board: GivenBoard | None,
    draughts: GivenDraughts | None,
) -> RequestedPosition:
    """Find the position that a request means."""
    given = board_of(board) if board is not None else draughts_of(draughts) if draughts is not None else None
    if given is not None:
        return RequestedPosition(given, len(given.moves), len(given.moves))
    assert record is not None
    game = read_game(record, number)
    with field("record"):
        moves = game.moves
    with field("move"):
        wanted = game.number(move)
    played = str(moves[wanted]) if wanted < len(moves) else None
    return RequestedPosition(game.position(wanted), wanted, len(moves), played, game)


def colour_of(text: str) -> Colour:
    """B or W as a colour."""
    return Colour(text.upper())


def board_of(given: GivenBoard, rules: str | None = None, prefix: str = "board") -> Board:
    """Set up a board as a request describes it."""
    with field("rules"):
        board = Board(given["size"], rules or "japanese")
    rows = given.get("rows")
    if rows is not None:
        with field(f"{prefix}.rows"):
            board = Board.from_diagram("\n".join(rows), rules=board.rules)
    stones: dict[Point | None, Colour] = {}
    with field(f"{prefix}.stones"):
        for side, vertex in given.get("stones", ()):
            colour = colour_of(side)
            if stones.setdefault(from_gtp(vertex, board.size), colour) is not colour:
                raise PositionError(f"expected a stone of one colour on each point, got both on {vertex!r}")
        black, white = ([point for point in stones if stones[point] is side] for side in Colour)
        board.setup(black, white)
    for number, (side, vertex) in enumerate(given.get("moves", ())):
        with field(f"{prefix}.moves[{number}]"):
            board.play(vertex, colour_of(side))
    if to_play := given.get("to_play"):
        board.to_play = colour_of(to_play)
    return board


def draughts_of(given: GivenDraughts) -> Position:
    """Set up a position of draughts as a request describes it."""
    with field("draughts.fen"):
        fen = given.get("fen")
        position = Position.from_fen(fen) if fen else Position.start()
    for number, move in enumerate(given.get("moves", ())):
        with field(f"draughts.moves[{number}]"):
            position.play(move)
    return position
