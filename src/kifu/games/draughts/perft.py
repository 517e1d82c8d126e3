"""Perft: how many sequences of legal moves a position has, the test of a move generator."""

from kifu._native import draughts as native
from kifu.errors import InputError
from kifu.games.draughts.position import START_FEN, Position

MAX_DEPTH = 28  # the deepest count of the start position that fits 64 bits


def perft(depth: int, fen: str = START_FEN, *, bulk: bool = True) -> int:
    """Count the sequences of `depth` legal moves. Runs without the GIL and can be interrupted.

    Different paths of a capture count as different moves; the draw rules do not end a sequence.

    Args:
        depth: 0 to 28.
        fen: where to begin.
        bulk: count the moves of the last ply without playing them, the usual convention.
    """
    return native.perft(Position.from_fen(fen).fen, _checked(depth, 0), bulk)


def divide(depth: int, fen: str = START_FEN) -> dict[str, int]:
    """Perft below each first move, sorted; the sum is `perft(depth)`."""
    return dict(native.divide(Position.from_fen(fen).fen, _checked(depth, 1)))


def _checked(depth: int, least: int) -> int:
    if not least <= depth <= MAX_DEPTH:
        raise InputError(f"expected a depth from {least} to {MAX_DEPTH}, got {depth!r}")
    return depth
