"""Many games packed into arrays: two bytes a move, so that a large collection fits into memory.

`Archive.packed` reads them; `PackedGames.positions` plays them through and gives every position as arrays.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kifu._native import go as native_go
from kifu.archive.filters import LABELLED, Filter
from kifu.archive.splits import SPLITS, Split, game_splits
from kifu.errors import InputError
from kifu.games.go import MAX_SIZE, MIN_SIZE
from kifu.records.packed_moves import is_move

if TYPE_CHECKING:
    from kifu.archive.archive import Archive
    from kifu.archive.positions import Positions

#: Level of a player whose rank is not known.
UNKNOWN_LEVEL = -100
#: Owner of a point that is not known.
UNKNOWN_OWNER = 255

_SIMPLE_KO = 0
_FACTS = "fen, year, komi, handicap, winner, margin, black_level, white_level, rules, result"
_UNKNOWN_FACTS = ("", None, None, 0, None, None, None, None, None, None)
_WINNERS = {"B": 1, "W": 2}
_Games = TypeVar("_Games", bound="PackedGames")

#: Games of which only legal moves are stored, and no setup.
_ONLY_MOVES = ("draughts",)


@dataclass(frozen=True, eq=False)
class PackedGames:
    """Games of one kind on boards of one size; game i is `actions[offsets[i]:offsets[i + 1]]`.

    All columns but `actions` and `offsets` have one entry per game, in the same order.

    Attributes:
        game: "go" or "draughts".
        size: lines of the board; 8 of draughts.
        ids: numbers of the games in the archive, int64.
        actions: all games end to end, uint16. `kifu.records.packed_moves` reads the moves, passes and setup
            of Go, `kifu.games.draughts.replay.unpack` the moves of draughts. They can be replayed as they
            are: from the first illegal move of a record on, everything is left out.
        offsets: where each game begins in `actions`, int64; one more entry than games.
        fens: where a game of draughts begins, text; empty for the usual start, and in Go.
        years: int32; 0 not known.
        komi: float64; NaN not known.
        handicaps: number of handicap stones, int32.
        winners: uint8; 1 Black, 2 White, 0 nobody or not known.
        margins: points it was won by, float64; NaN not known.
        black_levels: rank as a number (`kifu.archive.ranks`), int8; -100 not known.
        white_levels: the same of White.
        rules: as recorded, text; empty when not known.
        results: as recorded, text; empty when not known.
        owners: who owns each point at the end, uint8 of shape (games, points): 0 neutral, 1 Black, 2 White,
            255 not known; of shape (games, 0) when labels were not read.
        judges: which judges the label rests on, text with commas between them; empty without a label.
    """

    game: str
    size: int
    ids: NDArray[np.int64]
    actions: NDArray[np.uint16]
    offsets: NDArray[np.int64]
    fens: NDArray[np.object_]
    years: NDArray[np.int32]
    komi: NDArray[np.float64]
    handicaps: NDArray[np.int32]
    winners: NDArray[np.uint8]
    margins: NDArray[np.float64]
    black_levels: NDArray[np.int8]
    white_levels: NDArray[np.int8]
    rules: NDArray[np.object_]
    results: NDArray[np.object_]
    owners: NDArray[np.uint8]
    judges: NDArray[np.object_]

    def __post_init__(self) -> None:
        n = len(self.ids)
        lengths = {name: len(getattr(self, name)) for name in self._columns()}
        wrong = {name: length for name, length in lengths.items() if length != n}
        if wrong or len(self.offsets) != n + 1 or self.owners.shape not in ((n, 0), (n, self.size**2)):
            raise InputError(
                f"expected columns for {n} games on {self.size} lines, got {len(self.offsets)} offsets, "
                f"owners of shape {self.owners.shape}" + "".join(f", {n} {name}" for name, n in wrong.items())
            )

    @classmethod
    def of(
        cls, size: int, games: Sequence[ArrayLike], *, game: str = "go", ids: ArrayLike | None = None
    ) -> "PackedGames":
        """Put together packed games of which nothing but the moves is known.

        Args:
            size: lines of the board.
            games: the packed moves of each.
            game: "go" or "draughts".
            ids: their numbers; 0, 1, 2 and so on if not given.
        """
        numbers = range(len(games)) if ids is None else np.asarray(ids).tolist()
        rows = [(number, *_UNKNOWN_FACTS) for number in numbers]
        return _packed(game, size, rows, [np.asarray(one, np.uint16) for one in games])

    def __len__(self) -> int:
        return len(self.ids)

    def __str__(self) -> str:
        first = f" from number {self.ids[0]} on" if len(self) else ""
        return f"{len(self)} {'game' if len(self) == 1 else 'games'}{first}"

    def __getitem__(self, number: int) -> NDArray[np.uint16]:
        """The packed moves of one game; negative numbers count from the end."""
        number = range(len(self))[number]
        return self.actions[self.offsets[number] : self.offsets[number + 1]]

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """The number of moves and passes of each game."""
        if self.game in _ONLY_MOVES:
            return np.diff(self.offsets)
        before = np.concatenate([[0], np.cumsum(is_move(self.actions))])
        counts: NDArray[np.int64] = np.diff(before[self.offsets]).astype(np.int64)
        return counts

    @property
    def levels(self) -> NDArray[np.int8]:
        """The level of the weaker player; -100 where one of them is not known."""
        return np.minimum(self.black_levels, self.white_levels)

    def take(self, which: ArrayLike) -> Self:
        """Return the games with these indices (or where a mask is true), in the order given."""
        index = np.asarray(which)
        index = np.flatnonzero(index) if index.dtype == np.bool_ else index.astype(np.int64)
        parts = [self[i] for i in index.tolist()]
        actions = np.concatenate(parts) if parts else self.actions[:0]
        offsets = _offsets([len(part) for part in parts])
        columns = {name: getattr(self, name)[index] for name in self._columns()}
        return replace(self, actions=actions, offsets=offsets, **columns)

    def chunks(self, games: int) -> Iterator[Self]:
        """Return the games in pieces of at most so many."""
        for begin in range(0, len(self), games):
            yield self.take(np.arange(begin, min(begin + games, len(self))))

    def positions(self) -> "Positions":
        """Return all positions in which a move or pass was played, game after game.

        Raises:
            PositionError: A move is not legal; games of an archive have legal moves only.
        """
        from kifu.archive.positions import positions_of_games

        return positions_of_games(self)

    @classmethod
    def _columns(cls) -> list[str]:
        """The names of the columns with one entry per game."""
        others = ("game", "size", "actions", "offsets")
        return [field.name for field in fields(cls) if field.name not in others]


def concatenate(parts: Sequence[_Games]) -> _Games:
    """Join games of one kind and one board size, at least one part.

    Raises:
        InputError: The kinds or the sizes of the boards differ.
    """
    boards = {(part.game, part.size) for part in parts}
    if len(boards) != 1:
        raise InputError(f"expected packed games of one kind and board size, got {sorted(boards)}")
    actions = np.concatenate([part.actions[part.offsets[0] : part.offsets[-1]] for part in parts])
    offsets = _offsets(np.concatenate([np.diff(part.offsets) for part in parts]))
    columns: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in parts[0]._columns()
    }
    return replace(parts[0], actions=actions, offsets=offsets, **columns)


def read_packed(
    archive: "Archive",
    size: int,
    split: Split | None = None,
    ranks: tuple[str | None, str | None] | None = None,
    *,
    owners: bool = False,
) -> PackedGames:
    """Read all games of Go on one board size, in the order of their numbers.

    Args:
        archive: the games.
        size: lines of the board.
        split: which part of them; all without it.
        ranks: span of ranks of both players, as in `Filter`; any without it.
        owners: whether labels are read too.
    """
    parts = list(batches(archive, Filter(game="go", size=size, ranks=ranks), split=split, owners=owners))
    if parts:
        return concatenate(parts)
    return replace(PackedGames.of(size, []), owners=np.zeros((0, size * size if owners else 0), np.uint8))


def batches(
    archive: "Archive",
    chosen: Filter,
    *,
    split: Split | None = None,
    among: Iterable[int] | None = None,
    owners: bool = False,
    games: int = 4096,
) -> Iterator[PackedGames]:
    """Read packed games; see `Archive.packed`."""
    if games < 1:
        raise InputError(f"expected batches of at least 1 game, not {games!r}")
    if split is not None and split not in SPLITS:
        raise InputError(f"expected a split of {', '.join(SPLITS)}, not {split!r}")
    held = game_splits(archive) if split else {}
    statuses = (chosen.labels or LABELLED) if owners else None
    condition, parameters = chosen.sql()
    if among is not None:
        condition += f" AND games.id IN ({_listed(among)})"
    boards: dict[tuple[str, int], list[int]] = {}
    for number, game, width in archive._query(
        f"SELECT id, game, width FROM games WHERE {condition} "
        "AND (game <> 'go' OR (width = height AND width BETWEEN ? AND ?)) ORDER BY id",
        [*parameters, MIN_SIZE, MAX_SIZE],
    ):
        if split is None or held.get(number, "train") == split:
            boards.setdefault((game, width), []).append(number)
    kinds = sorted({game for game, _ in boards})
    if len(kinds) > 1:
        raise InputError(f"expected games of one kind, but these are {' and '.join(kinds)}: filter by game")
    for (game, size), ids in sorted(boards.items()):
        # Page by page rather than one long query: no read transaction stays open while the caller trains.
        for first in range(0, len(ids), games):
            yield _read(archive, game, size, ids[first : first + games], statuses)


def _listed(ids: Iterable[int]) -> str:
    return ", ".join(str(int(number)) for number in ids)


def _read(
    archive: "Archive", game: str, size: int, ids: list[int], statuses: Sequence[str] | None
) -> PackedGames:
    """Read some games of one kind and board size, whose numbers are sorted."""
    rows = archive._query(
        f"SELECT games.id, {_FACTS}, illegal_at, actions FROM games JOIN contents USING (id) "
        f"WHERE games.id IN ({_listed(ids)}) ORDER BY games.id"
    )
    actions = [np.frombuffer(row[-1], "<u2") for row in rows]
    if game not in _ONLY_MOVES:
        actions = [legal_moves(one, row[-2], size) for one, row in zip(actions, rows, strict=True)]
    found = _packed(game, size, rows, actions)
    if statuses is None:
        return found
    owners = np.full((len(ids), size * size), UNKNOWN_OWNER, np.uint8)
    judges = found.judges.copy()
    place = {number: i for i, number in enumerate(ids)}
    for number, owned, names in archive._query(
        "SELECT id, owners, judges FROM labels WHERE owners IS NOT NULL AND status IN "
        f"({', '.join('?' * len(statuses))}) AND id IN ({_listed(ids)})",
        statuses,
    ):
        owners[place[number]] = np.frombuffer(owned, np.uint8)
        judges[place[number]] = names
    return replace(found, owners=owners, judges=judges)


def _packed(
    game: str, size: int, rows: Sequence[tuple[Any, ...]], games: Sequence[NDArray[np.uint16]]
) -> PackedGames:
    """Put games together from their numbers and facts, and their moves."""
    ids, fens, years, komi, handicaps, winners, margins, black, white, rules, results = (
        [row[i] for row in rows] for i in range(11)
    )
    return PackedGames(
        game,
        size,
        ids=np.array(ids, np.int64),
        actions=np.concatenate([*games, np.zeros(0, np.uint16)]).astype(np.uint16, copy=False),
        offsets=_offsets([len(one) for one in games]),
        fens=np.array(fens, object),
        years=np.array([year or 0 for year in years], np.int32),
        komi=np.array(komi, np.float64),  # None becomes NaN
        handicaps=np.array(handicaps, np.int32),
        winners=np.array([_WINNERS.get(winner, 0) for winner in winners], np.uint8),
        margins=np.array(margins, np.float64),
        black_levels=np.array([UNKNOWN_LEVEL if level is None else level for level in black], np.int8),
        white_levels=np.array([UNKNOWN_LEVEL if level is None else level for level in white], np.int8),
        rules=np.array([text or "" for text in rules], object),
        results=np.array([text or "" for text in results], object),
        owners=np.zeros((len(ids), 0), np.uint8),
        judges=np.full(len(ids), "", object),
    )


def _offsets(lengths: ArrayLike) -> NDArray[np.int64]:
    """Where each of some games begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(np.asarray(lengths, np.int64))]).astype(np.int64)


def legal_moves(game: NDArray[np.uint16], illegal_at: int | None, size: int) -> NDArray[np.uint16]:
    """Cut a game of Go behind its last move before the illegal one, or its setup where that is the first.

    Args:
        game: packed.
        illegal_at: number of the first illegal move, as an archive has it.
        size: lines of the board.
    """
    if illegal_at is None:
        return game
    moves = np.flatnonzero(is_move(game))
    if illegal_at >= 2:
        return game[: moves[illegal_at - 2] + 1]
    setup = game[: moves[0]] if len(moves) else game
    illegal, _, _ = native_go.Game(size, _SIMPLE_KO, False).replay(setup, False)
    return setup[:0] if illegal else setup  # the setup itself may be what is illegal
