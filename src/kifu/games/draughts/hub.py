"""Positions and moves of English draughts as the Hub protocol writes them.

A position is the side to move, `B` or `W`, and one letter for each of the 32 squares: `b`, `w` men, `B`, `W`
kings, `e` empty. A quiet move is `9-14`; a capture is from, to, and the squares captured: `15x31x18x26`.
"""

import re

from kifu.errors import IllegalMoveError, PositionError
from kifu.games.draughts.moves import Move, Piece
from kifu.games.draughts.position import Position
from kifu.records.moves import Colour

_LETTERS = {
    "b": Piece(Colour.BLACK),
    "w": Piece(Colour.WHITE),
    "B": Piece(Colour.BLACK, king=True),
    "W": Piece(Colour.WHITE, king=True),
}
_NAMES = {piece: letter for letter, piece in _LETTERS.items()}
_POSITION = re.compile(r"[BW][bwBWe]{32}")


def write_position(position: Position) -> str:
    """Write pieces and side to move."""
    pieces = position.pieces
    squares = "".join(_NAMES[pieces[n]] if n in pieces else "e" for n in range(1, 33))
    return position.to_play.value.upper() + squares


def read_position(text: str) -> Position:
    """Read pieces and side to move."""
    if not _POSITION.fullmatch(text):
        raise PositionError(
            f"expected B or W and 32 letters of b, w, B, W and e, got {text[:60]!r} ({len(text)} characters)"
        )
    pieces = {n: _LETTERS[letter] for n, letter in enumerate(text[1:], 1) if letter != "e"}
    return Position.from_pieces(pieces, Colour.BLACK if text[0] == "B" else Colour.WHITE)


def write_move(move: Move) -> str:
    """Write a move."""
    if not move.captured:
        return f"{move.start}-{move.end}"
    return "x".join(map(str, (move.start, move.end, *sorted(move.captured))))


def read_move(position: Position, text: str) -> Move:
    """Read a legal move; captured squares may come in any order, or be left out where one result fits.

    Two paths over the same pieces to the same square are one Hub move; the first is taken.
    """
    numbers = [
        int(word) if word.isdecimal() and len(word) <= 2 else 0 for word in re.split("[-x]", text.strip())
    ]
    legal = position.legal_moves()
    if len(numbers) >= 2 and 0 not in numbers:
        start, end, *captured = numbers
        fits = [
            move
            for move in legal
            if (move.start, move.end) == (start, end)
            and (sorted(move.captured) == sorted(captured) or (not captured and move.captured))
        ]
        if len({frozenset(move.captured) for move in fits}) == 1:
            return fits[0]
    shown = " ".join(write_move(move) for move in legal)
    raise IllegalMoveError(f"cannot play {text[:40]!r} in {position.fen}; legal moves are {shown or 'none'}")
