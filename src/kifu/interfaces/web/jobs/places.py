"""From what a request says to a position on a board."""

from dataclasses import dataclass
from typing import Any

from kifu.analysis.terms import terms_of
from kifu.errors import PositionError
from kifu.games.coordinates import from_gtp
from kifu.games.draughts import Position
from kifu.games.draughts.replay import replay as replay_draughts
from kifu.games.go import Board, Colour, replay
from kifu.interfaces.web.problems import RefusedError, field
from kifu.records import GameRecord, read
from kifu.records.moves import vertex
from kifu.records.pdn import PdnRecord
from kifu.records.sgf import SgfRecord


@dataclass(frozen=True)
class Place:
    """A position with what is known of the game around it.

    Attributes:
        position: Of Go or of draughts.
        move: After so many moves.
        moves: Of the whole game.
        played: The move that follows in the game, as people write it.
        komi: Of Go, points for White and for Black's handicap stones; None where no record says it.
    """

    position: Board | Position
    move: int
    moves: int
    played: str | None
    komi: float | None = None


def read_record(text: str | bytes, number: int, name: str = "", *, field_name: str = "record") -> GameRecord:
    """Read one game of a text."""
    with field(field_name):
        found = read(text, name=name)
    if number > len(found):
        raise RefusedError(422, f"expected a game from 1 to {len(found)}, got {number}", "number")
    return found[number - 1]


def go_record(text: str | bytes, number: int) -> SgfRecord:
    """Read one game of Go."""
    record = read_record(text, number)
    if not isinstance(record, SgfRecord) or record.game != "go":
        raise RefusedError(422, f"expected a record of Go, got one of {record.game}", "record")
    return record


def place_of(
    record: str | None,
    number: int,
    move: int | None,
    board: dict[str, Any] | None,
    draughts: dict[str, Any] | None,
) -> Place:
    """Find the position that a request means."""
    if board is not None:
        position = board_of(board)
        return Place(position, len(position.moves), len(position.moves), None)
    if draughts is not None:
        set_up = draughts_of(draughts)
        return Place(set_up, set_up.ply, set_up.ply, None)
    assert record is not None
    found = read_record(record, number)
    with field("record"):
        if isinstance(found, PdnRecord):
            return _draughts_place(found, move)
        if not isinstance(found, SgfRecord) or found.game != "go":
            raise PositionError(f"expected a record of Go or English draughts, got one of {found.game}")
        whole = replay(found)
        moves = whole.board.moves
        last = whole.illegal_move - 1 if whole.illegal_move else len(moves)
    wanted = wanted_move(move, last)
    there = whole.board if wanted == len(moves) else replay(found, moves=wanted).board
    following = moves[wanted] if wanted < last else None
    next_move = vertex(following.point) if following else None
    return Place(there, wanted, last, next_move, terms_of(found).total_komi)


def _draughts_place(record: PdnRecord, move: int | None) -> Place:
    played = replay_draughts(record)
    wanted = wanted_move(move, len(played.packed))
    moves = played.moves
    position = Position.from_fen(played.start)
    for one in moves[:wanted]:
        position.play(one)
    return Place(position, wanted, len(moves), str(moves[wanted]) if wanted < len(moves) else None)


def wanted_move(move: int | None, last: int) -> int:
    """Turn a move number of a request, from the end where it is negative, into one of the game."""
    wanted = last if move is None else move if move >= 0 else last + 1 + move
    if not 0 <= wanted <= last:
        raise RefusedError(422, f"expected a move from 0 to {last}, got {move}", "move")
    return wanted


def colour_of(text: str) -> Colour:
    """B or W as a colour."""
    return Colour(text.upper())


def board_of(given: dict[str, Any], rules: str | None = None, prefix: str = "board") -> Board:
    """Set up a board as a request describes it."""
    with field("rules"):
        board = Board(given["size"], rules or "japanese")
    if given.get("rows") is not None:
        with field(f"{prefix}.rows"):
            board = Board.from_diagram("\n".join(given["rows"]), rules=board.rules)
    stones: dict[Any, Colour] = {}
    with field(f"{prefix}.stones"):
        for side, vertex in given.get("stones", ()):
            colour = colour_of(side)
            if stones.setdefault(from_gtp(vertex, board.size), colour) is not colour:
                raise PositionError(f"expected a stone of one colour on each point, got both on {vertex!r}")
        black, white = ([point for point in stones if stones[point] is side] for side in Colour)
        board.setup(black, white)
    if given.get("to_play") and not given.get("moves"):
        board.to_play = colour_of(given["to_play"])
    for number, (side, vertex) in enumerate(given.get("moves", ())):
        with field(f"{prefix}.moves[{number}]"):
            board.play(from_gtp(vertex, board.size), colour_of(side))
    if given.get("to_play"):
        board.to_play = colour_of(given["to_play"])
    return board


def draughts_of(given: dict[str, Any]) -> Position:
    """Set up a position of draughts as a request describes it."""
    with field("draughts.fen"):
        position = Position.from_fen(given["fen"]) if given.get("fen") else Position.start()
    for number, move in enumerate(given.get("moves", ())):
        with field(f"draughts.moves[{number}]"):
            position.play(move)
    return position
