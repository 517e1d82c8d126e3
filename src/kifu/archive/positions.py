"""Positions of packed games as arrays: what other programs learn from."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kifu._native import go as native_go
from kifu.archive.packed import PackedGames, concatenate
from kifu.errors import PositionError
from kifu.games.draughts.replay import positions_of
from kifu.records.packed_moves import PLAY, column, is_move, is_white, kind, row


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions of games, each before a move or pass that was played; one entry per position.

    What is known of a game is a column of `games`: `positions.games.winners[positions.game]` has one winner
    per position. The position after the last move of a game is not among them.

    Attributes:
        games: the games they are from.
        game: index of its game in `games`, int64.
        move: number of the move that was played here, from 1, int32.
        to_play: who played it, uint8: 1 Black, 2 White.
        boards: of Go uint8 of shape (n, size, size): 0 empty, 1 black, 2 white, rows from the top, columns
            from the left. Of draughts uint32 of shape (n, 3): squares with Black's pieces, with White's, and
            with kings of both; bit n - 1 stands for square n.
        played: the move, int32. Of Go row * size + column, -1 for a pass; of draughts as packed.
        last: the move before it in the same way; -1 also where there is none.
    """

    games: PackedGames
    game: NDArray[np.int64]
    move: NDArray[np.int32]
    to_play: NDArray[np.uint8]
    boards: NDArray[Any]
    played: NDArray[np.int32]
    last: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.game)

    def __getitem__(self, which: slice | NDArray[Any]) -> "Positions":
        """Some of the positions, with the games they are from."""
        used, game = np.unique(self.game[which], return_inverse=True)
        arrays = {name: getattr(self, name)[which] for name in _ARRAYS}
        return Positions(self.games.take(used), game, **arrays)


_ARRAYS = ("move", "to_play", "boards", "played", "last")


def positions_of_games(games: PackedGames) -> Positions:
    """See `PackedGames.positions`."""
    return {"go": _go_positions, "draughts": _draughts_positions}[games.game](games)


def batches_of(games: Iterable[PackedGames], batch: int) -> Iterator[Positions]:
    """Positions of games in batches of exactly so many, but for the last one of each board size."""
    rest: Positions | None = None
    for some in games:
        found = some.positions()
        if rest is not None and rest.games.size != some.size:
            yield rest
        elif rest is not None:
            found = _joined([rest, found])
        whole = len(found) - len(found) % batch
        for begin in range(0, whole, batch):
            yield found[begin : begin + batch]
        rest = found[whole:] if whole < len(found) else None
    if rest is not None:
        yield rest


def _joined(parts: Sequence[Positions]) -> Positions:
    starts = np.cumsum([0, *(len(part.games) for part in parts)])
    game = np.concatenate([part.game + start for part, start in zip(parts, starts, strict=False)])
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _ARRAYS}
    return Positions(concatenate([part.games for part in parts]), game, **arrays)


def _go_positions(games: PackedGames) -> Positions:
    try:
        boards = native_go.boards_before_moves(games.size, games.actions, games.offsets)
    except ValueError as error:
        raise PositionError(f"these packed games cannot be replayed: {error}") from None
    packed, played = games.actions, is_move(games.actions)
    on_board = kind(packed) == PLAY
    points = np.where(on_board, row(packed).astype(np.int32) * games.size + column(packed), -1)
    last = np.concatenate([[-1], points[:-1]])[: len(points)].astype(np.int32)
    last[games.offsets[:-1][games.offsets[:-1] < len(last)]] = -1  # where a game begins
    return Positions(
        games,
        np.repeat(np.arange(len(games)), games.lengths),
        _counted(games.lengths),
        np.where(is_white(packed), 2, 1)[played].astype(np.uint8),
        boards,
        points[played].astype(np.int32),
        last[played],
    )


def _draughts_positions(games: PackedGames) -> Positions:
    lengths, n = games.lengths, len(games)
    rows = np.zeros((0, 4), np.uint32)
    if n:
        rows = positions_of(games.actions, games.offsets, games.fens.tolist())
    before = np.ones(len(rows), np.bool_)
    before[games.offsets[1:] + np.arange(n)] = False  # a game of m moves has m + 1 rows
    move = _counted(lengths)
    played = games.actions.astype(np.int32)
    last = np.where(move == 1, -1, np.concatenate([[-1], played[:-1]])[: len(played)]).astype(np.int32)
    rows = rows[before]
    to_play = (rows[:, 3] + 1).astype(np.uint8)
    return Positions(games, np.repeat(np.arange(n), lengths), move, to_play, rows[:, :3], played, last)


def _counted(lengths: NDArray[np.int64]) -> NDArray[np.int32]:
    """1, 2, 3 and so on for every game."""
    starts = np.repeat(np.cumsum(lengths) - lengths, lengths)
    return (np.arange(len(starts)) - starts + 1).astype(np.int32)
