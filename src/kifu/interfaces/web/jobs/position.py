"""A position as a page draws it: stones, whose turn it is, what may be played."""

from typing import Any

from kifu.games.draughts import Position
from kifu.games.go import Board, Colour
from kifu.interfaces.web.jobs.places import place_of
from kifu.records.moves import vertex


def position(**where: Any) -> dict[str, Any]:
    """Return what a board view needs of a position."""
    place = place_of(**where)
    return {"move": place.move, "moves": place.moves, "played": place.played, **facts_of(place.position)}


def facts_of(position: Board | Position) -> dict[str, Any]:
    """Facts of a Go board or a position of draughts."""
    return go_facts(position) if isinstance(position, Board) else draughts_facts(position)


def go_facts(board: Board) -> dict[str, Any]:
    """Stones row by row from the top (0 empty, 1 black, 2 white), and the rest in words and vertices."""
    last = board.last_move
    size = board.size
    return {
        "game": "go",
        "size": size,
        "stones": board.stones.tolist(),
        "to_play": board.to_play.name.lower(),
        "last": None if last is None else vertex(last.point),
        "ko": vertex(board.ko) if board.ko else None,
        "captured": {colour.name.lower(): board.captured(colour) for colour in Colour},
        "atari": [[vertex(p) for p in b.stones] for b in board.blocks() if b.in_atari],
        "over": board.is_over,
    }


def draughts_facts(position: Position) -> dict[str, Any]:
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
        "to_play": position.to_play.name.lower(),
        "last": str(last) if last else None,
        "legal": [{"move": str(m), "path": list(m.path), "captured": list(m.captured)} for m in moves]
        if ending is None
        else [],
        "forced": any(m.is_capture for m in moves),
        "over": ending is not None,
        "ending": str(ending) if ending else None,
    }
