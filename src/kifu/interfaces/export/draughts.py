"""Positions of games of English draughts."""

from functools import partial

from kifu.errors import InputError
from kifu.games.draughts.replay import positions_of
from kifu.interfaces.export.choosing import Choice, Chunk
from kifu.interfaces.export.columns import Column, Rows, Table
from kifu.interfaces.export.positions import (
    GAME,
    MOVE,
    SPLIT,
    PositionOptions,
    common_columns,
    drawn_positions,
)

_SQUARES = "bit n - 1 for square n"


def draughts_table(choice: Choice, options: PositionOptions | None = None) -> Table:
    """Positions of the chosen games of draughts, each before a move that was played.

    Raises:
        InputError: There are no such games, or a board size was chosen.
    """
    if choice.size is not None:
        raise InputError(
            f"expected no board size for draughts, which has one board, got {choice.size}: leave out --size"
        )
    share = (options or PositionOptions()).share
    wanted = choice.draw(choice.archive.ids(game="draughts"))
    return Table(
        "positions",
        "A position of a game of English draughts before a move that was played in it.",
        (
            GAME,
            SPLIT,
            MOVE,
            Column("to_move", "uint8", "who is to move", values=("", "Black", "White")),
            Column("black", "uint32", f"Black's pieces: {_SQUARES}"),
            Column("white", "uint32", f"White's pieces: {_SQUARES}"),
            Column("kings", "uint32", f"kings of both: {_SQUARES}"),
            Column("next_black", "uint32", "Black's pieces after the move that was played"),
            Column("next_white", "uint32", "White's pieces after it"),
            Column("length", "uint16", "moves of the game"),
            Column("winner", "uint8", "as recorded", values=("nobody or not known", "Black", "White")),
            Column("year", "int16", "when it was played, 0 when not known"),
        ),
        len(wanted),
        choice.chunks(wanted),
        partial(draughts_rows, share=share, seed=choice.seed),
        choice.source(wanted),
        {**choice.facts(), "game": "draughts", "share": share},
    )


def draughts_rows(chunk: Chunk, share: float, seed: int) -> Rows:
    """What a worker does."""
    games, positions = chunk.games, chunk.games.positions()
    at = drawn_positions(positions, share, seed)
    before = positions.boards[at]
    # A game of m moves has m + 1 rows here.
    after = positions_of(games.actions, games.offsets, games.fens.tolist())[at + positions.game[at] + 1]
    return {
        **common_columns(chunk, positions, at),
        "black": before[:, 0],
        "white": before[:, 1],
        "kings": before[:, 2],
        "next_black": after[:, 0],
        "next_white": after[:, 1],
    }
