"""Games as arrays for training, straight from the archive, without touching SGF or PDN again."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kifu._native import go as native_go
from kifu.archive.filters import EVERY_GAME, Filter
from kifu.errors import InputError

if TYPE_CHECKING:
    from kifu.archive.archive import Archive

_SETUP = 2  # kinds of action from here on change points (native/go/action.hpp)
_SIMPLE_KO = 0
_COLUMNS = "id, width, height, year, komi, handicap, margin, black_level, white_level, winner, illegal_at"


@dataclass(frozen=True)
class Batch:
    """Some games, in the order of their ids. All columns have one entry per game.

    Game i is `actions[offsets[i]:offsets[i + 1]]`: of Go moves, passes and setup, packed as
    `native/go/action.hpp` says; of draughts moves, packed as `kifu.games.draughts.replay` reads them.
    They can be replayed as they are: from the first illegal move of a record on, everything is left out.

    Attributes:
        ids: Numbers of the games in the archive.
        actions: All games, end to end.
        offsets: Where each game begins in `actions`; one more entry than games.
        fens: Where a game of draughts begins, empty for the usual start.
        widths: Columns of the board.
        heights: Rows of the board.
        years: 0 when not known.
        komi: NaN when not known.
        handicaps: Number of handicap stones.
        winners: 1 Black, 2 White, 0 nobody or not known.
        margins: NaN when not known.
        black_levels: Rank as a number (`kifu.archive.ranks`); -100 when not known.
        white_levels: The same for White.
    """

    ids: NDArray[np.int64]
    actions: NDArray[np.uint16]
    offsets: NDArray[np.int64]
    fens: tuple[str, ...]
    widths: NDArray[np.uint8]
    heights: NDArray[np.uint8]
    years: NDArray[np.int32]
    komi: NDArray[np.float64]
    handicaps: NDArray[np.int32]
    winners: NDArray[np.uint8]
    margins: NDArray[np.float64]
    black_levels: NDArray[np.int8]
    white_levels: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, which: NDArray[np.integer]) -> "Batch":
        """Return some of the games, in this order."""
        parts = [self.actions[self.offsets[i] : self.offsets[i + 1]] for i in which]
        offsets = np.zeros(len(parts) + 1, np.int64)
        np.cumsum([len(part) for part in parts], out=offsets[1:])
        actions = np.concatenate([*parts, np.zeros(0, np.uint16)])
        of_games = {
            field.name: getattr(self, field.name)[which]
            for field in fields(self)
            if field.name not in ("actions", "offsets", "fens")
        }
        return Batch(actions=actions, offsets=offsets, fens=tuple(self.fens[i] for i in which), **of_games)


def batches(
    archive: "Archive",
    chosen: Filter = EVERY_GAME,
    *,
    games: int = 4096,
    ids: tuple[int, int] | None = None,
) -> Iterator[Batch]:
    """The chosen games of one kind, in batches of at most `games` games.

    Args:
        archive: where they are.
        chosen: which of them.
        games: the most in a batch.
        ids: only those with numbers in this span, both ends included.

    Raises:
        InputError: The filter lets both Go and draughts through; their moves are packed differently.
    """
    if games < 1:
        raise InputError(f"expected batches of at least 1 game, not {games!r}")
    kinds = archive.kinds(chosen)
    if len(kinds) > 1:
        raise InputError(f"expected games of one kind, but these are {' and '.join(kinds)}: filter by game")
    after = 0
    condition, parameters = chosen.sql()
    if ids is not None:
        after = ids[0] - 1
        condition, parameters = f"id <= ? AND {condition}", [ids[1], *parameters]
    while True:
        # Page by page rather than one long query: no read transaction stays open while the caller trains.
        rows = archive.query(
            f"SELECT {_COLUMNS}, actions, fen FROM games JOIN contents USING (id) "
            f"WHERE id > ? AND {condition} ORDER BY id LIMIT ?",
            [after, *parameters, games],
        )
        if not rows:
            return
        after = rows[-1][0]
        yield _batch(rows, draughts=kinds == ["draughts"])


def _batch(rows: list[tuple[Any, ...]], *, draughts: bool) -> Batch:
    ids, widths, heights, years, komi, handicaps, margins, black, white, winners, illegal, blobs, fens = zip(
        *rows, strict=True
    )
    games = [np.frombuffer(blob, "<u2") for blob in blobs]
    if not draughts:  # of draughts only legal moves are stored
        games = [_legal(game, at, size) for game, at, size in zip(games, illegal, widths, strict=True)]
    offsets = np.zeros(len(games) + 1, np.int64)
    np.cumsum([len(game) for game in games], out=offsets[1:])
    return Batch(
        ids=np.array(ids, np.int64),
        actions=np.concatenate(games).astype(np.uint16, copy=False),
        offsets=offsets,
        fens=fens,
        widths=np.array(widths, np.uint8),
        heights=np.array(heights, np.uint8),
        years=np.array([y or 0 for y in years], np.int32),
        komi=np.array([np.nan if k is None else k for k in komi], np.float64),
        handicaps=np.array(handicaps, np.int32),
        winners=np.array([{"B": 1, "W": 2}.get(w, 0) for w in winners], np.uint8),
        margins=np.array([np.nan if m is None else m for m in margins], np.float64),
        black_levels=np.array([-100 if v is None else v for v in black], np.int8),
        white_levels=np.array([-100 if v is None else v for v in white], np.int8),
    )


def _legal(game: NDArray[np.uint16], illegal_at: int | None, size: int) -> NDArray[np.uint16]:
    """A game of Go up to its last move before the illegal one, or its setup where that is the first."""
    if illegal_at is None:
        return game
    moves = np.flatnonzero((game >> 12 & 3) < _SETUP)
    if illegal_at >= 2:
        return game[: moves[illegal_at - 2] + 1]
    setup = game[: moves[0]] if len(moves) else game
    illegal, _, _ = native_go.Game(size, _SIMPLE_KO, False).replay(setup, False)
    return setup[:0] if illegal else setup  # the setup itself may be what is illegal
