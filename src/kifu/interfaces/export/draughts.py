"""Positions of games of English draughts."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from kifu.archive import Filter
from kifu.errors import InputError
from kifu.games.draughts.replay import positions_of
from kifu.interfaces.export.choosing import CHUNK, READ, Choice
from kifu.interfaces.export.columns import Column, Rows, Table
from kifu.interfaces.export.positions import GAME, MOVE, SPLIT, Chunk, PositionOptions, drawn

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
    found = choice.archive.query("SELECT id FROM games WHERE game = 'draughts' ORDER BY id")
    wanted = choice.draw([number for (number,) in found])
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
        _chunks(choice, wanted),
        partial(draughts_rows, share=share, seed=choice.seed),
        lambda chunk: len(chunk.games),
        choice.source(wanted),
        {**choice.facts(), "game": "draughts", "share": share},
    )


def _chunks(choice: Choice, wanted: frozenset[int]) -> Iterator[Chunk]:
    for batch in choice.archive.arrays(Filter(game="draughts"), games=READ):
        kept = np.flatnonzero([game in wanted for game in batch.ids.tolist()])
        for first in range(0, len(kept), CHUNK):
            games = batch.take(kept[first : first + CHUNK])
            yield Chunk(8, games, np.array(choice.split_numbers(games.ids.tolist()), np.uint8))


def draughts_rows(chunk: Chunk, share: float, seed: int) -> Rows:
    """What a worker does."""
    games = chunk.games
    rows = positions_of(games.actions, games.offsets, games.fens)
    lengths = np.diff(games.offsets)
    parts: list[Rows] = []
    for number, game in enumerate(games.ids.tolist()):
        begin = int(games.offsets[number]) + number  # a game of m moves has m + 1 rows
        taken = drawn(int(lengths[number]), share, seed, "export-positions", game)
        before, after = rows[begin + taken], rows[begin + taken + 1]
        of_game = {
            "game": game,
            "split": chunk.splits[number],
            "length": lengths[number],
            "winner": games.winners[number],
            "year": games.years[number],
        }
        parts.append(
            {
                "move": taken + 1,
                "to_move": before[:, 3] + 1,
                "black": before[:, 0],
                "white": before[:, 1],
                "kings": before[:, 2],
                "next_black": after[:, 0],
                "next_white": after[:, 1],
                **{name: np.full(len(taken), value) for name, value in of_game.items()},
            }
        )
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
