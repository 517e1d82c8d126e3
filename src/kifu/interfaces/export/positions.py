"""Positions of games with who is to move, what was played, and how the game ended."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from kifu.archive import Positions
from kifu.archive.splits import SPLITS
from kifu.interfaces.export.choosing import Choice, Chunk, one_size
from kifu.interfaces.export.columns import Column, Rows, Table
from kifu.work.seeds import stream
from kifu.work.settings import Settings, setting

GAME = Column("game", "int64", "number of the game in the archive")
SPLIT = Column("split", "uint8", "which part the game is for: split by whole games", values=SPLITS)
MOVE = Column("move", "uint16", "number of the move that was played here, from 1")
RANKS = "30 kyu is -29, 1 kyu 0, 1 dan 1, professional 1 dan 11; -100 not known"
POINT = "points count row by row from the top left, from 0"


@dataclass(frozen=True)
class PositionOptions(Settings):
    """Which positions of a game.

    Attributes:
        share: probability with which each is taken. Neighbours differ by one stone, so a few of many games
            teach more than all of a few.
    """

    share: float = setting(0.1, "Probability with which each position is taken.", above=0, most=1)


def positions_table(choice: Choice, options: PositionOptions | None = None) -> Table:
    """Positions of the chosen games of Go, each before a move or pass.

    Raises:
        InputError: The board sizes are mixed, or there are no such games.
    """
    options = options or PositionOptions()
    size = one_size(choice, "go")
    wanted = choice.draw(choice.archive.ids(game="go", size=size))
    return Table(
        "positions",
        "A position of a game of Go before a move or pass that was played in it.",
        (
            GAME,
            SPLIT,
            MOVE,
            Column("to_move", "uint8", "who is to move", values=("", "Black", "White")),
            Column("stones", "uint8", "0 empty, 1 black, 2 white; rows from the top", shape=(size, size)),
            Column("last", "int16", f"point of the move before, -1 for a pass or none; {POINT}"),
            Column("next", "int16", f"point of the move that was played, -1 for a pass; {POINT}"),
            Column("length", "uint16", "moves of the game"),
            Column("winner", "uint8", "as recorded", values=("nobody or not known", "Black", "White")),
            Column("margin", "float32", "points it was won by, as recorded; NaN when not known"),
            Column("komi", "float32", "points for White; NaN when not known"),
            Column("handicap", "uint8", "handicap stones"),
            Column("black_level", "int8", f"Black's rank: {RANKS}"),
            Column("white_level", "int8", "White's rank, likewise"),
            Column("year", "int16", "when it was played, 0 when not known"),
        ),
        len(wanted),
        choice.chunks(wanted),
        partial(position_rows, share=options.share, seed=choice.seed),
        choice.source(wanted),
        {**choice.facts(), "size": size, "share": options.share},
    )


def position_rows(chunk: Chunk, share: float, seed: int) -> Rows:
    """What a worker does."""
    games, positions = chunk.games, chunk.games.positions()
    at = drawn_positions(positions, share, seed)
    of = positions.game[at]
    return {
        **common_columns(chunk, positions, at),
        "stones": positions.boards[at],
        "last": positions.last[at],
        "next": positions.played[at],
        "margin": games.margins[of],
        "komi": games.komi[of],
        "handicap": games.handicaps[of],
        "black_level": games.black_levels[of],
        "white_level": games.white_levels[of],
    }


def drawn_positions(positions: Positions, share: float, seed: int) -> npt.NDArray[np.int64]:
    """Indices of the positions that are taken."""
    lengths = np.bincount(positions.game, minlength=len(positions.games)).tolist()
    taken = [
        drawn(length, share, seed, "export-positions", game)
        for game, length in zip(positions.games.ids.tolist(), lengths, strict=True)
    ]
    starts = np.cumsum([0, *lengths[:-1]])
    return np.concatenate([some + start for some, start in zip(taken, starts, strict=True)])


def common_columns(chunk: Chunk, positions: Positions, at: npt.NDArray[np.int64]) -> Rows:
    """The columns that positions of both games have."""
    games, of = chunk.games, positions.game[at]
    return {
        "game": games.ids[of],
        "split": chunk.splits[of],
        "move": positions.move[at],
        "to_move": positions.to_play[at],
        "length": games.lengths[of],
        "winner": games.winners[of],
        "year": games.years[of],
    }


def drawn(moves: int, share: float, seed: int, what: str, game: int) -> npt.NDArray[np.int64]:
    """Which moves of a game are taken, from 0: by seed and game, whoever goes through it."""
    return np.flatnonzero(stream(seed, what, game).random(moves) < share)
