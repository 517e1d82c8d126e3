"""What was played in a position: continuations with their games, results and years, out of an archive."""

from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from kifu.archive.position_index import PositionIndex
from kifu.errors import InputError
from kifu.games.game import Position
from kifu.games.go import Board
from kifu.models.book import Book, BookMove
from kifu.records.moves import Colour

Period = Literal["decade", "year"]

#: A share that changed by less, in recent games against those before, is steady.
_STEADY = 0.02
#: Fewer games than these, recent or before, show no trend.
_LEAST_FOR_TREND = 20
#: Games that have a book.
_WITH_BOOK = (Board.game,)


@dataclass(frozen=True)
class Example:
    """A game in which a continuation was played, by its number in the archive; `move` counts from 1."""

    game: int
    move: int
    black: str
    white: str
    year: int | None


@dataclass(frozen=True)
class Continuation:
    """A move played in a position.

    Attributes:
        move: as people write it: D4, pass, 11-15.
        also: the other points that are the same by the position's own symmetry.
        games: in which it was played.
        share: of the games that went on from the position.
        black_wins, white_wins, draws: known results of them.
        first_year, last_year: None when no year is known.
        by_period: games by decade or year ("1990s", "1994"), those with a known year.
        trend: share among the latest games minus the share before them; None where games are too few.
        players: who played it most often, with the number of games.
        examples: the latest games.
    """

    move: str
    also: tuple[str, ...]
    games: int
    share: float
    black_wins: int
    white_wins: int
    draws: int
    first_year: int | None
    last_year: int | None
    by_period: dict[str, int]
    trend: float | None
    players: tuple[tuple[str, int], ...]
    examples: tuple[Example, ...]

    @property
    def direction(self) -> str:
        """The trend in a word."""
        if self.trend is None:
            return ""
        return "rising" if self.trend > _STEADY else "falling" if self.trend < -_STEADY else "steady"


@dataclass(frozen=True)
class Openings:
    """What an archive knows of a position.

    Attributes:
        games: in which the position came up and went on.
        by_period: those games by decade or year.
        continuations: moves played, the most frequent first.
        recent_from: the year from which games count as the latest for trends; None without years.
        book: the book's moves, when the position is new.
    """

    games: int
    by_period: dict[str, int]
    continuations: tuple[Continuation, ...]
    recent_from: int | None = None
    book: tuple[BookMove, ...] = ()


def book_for(position: Position, path: str | None = None) -> Book | None:
    """The book of a position's game, bundled or from a file; None where the game has no book."""
    if position.game not in _WITH_BOOK:
        return None
    return Book.load(path) if path else Book.bundled(position.size)


def look_up(
    index: PositionIndex | None,
    position: Position,
    *,
    book: Book | None = None,
    period: Period = "decade",
    top: int = 10,
    players: int = 3,
    examples: int = 3,
) -> Openings:
    """Return the continuations of exactly this position, up to the symmetries of the Go board.

    Args:
        index: of an archive; None asks the book alone.
        position: a Go board or a position of draughts; its past does not matter.
        book: asked when the position is new; see `book_for`.
        period: what `by_period` counts by.
        top: continuations at most.
        players: names at most for each.
        examples: games at most for each.
    """
    if period not in ("decade", "year"):
        raise InputError(f"expected the period decade or year, got {period!r}")
    if min(top, players, examples) < 0:
        raise InputError(f"expected numbers from 0, got top {top}, players {players}, examples {examples}")
    found = Openings(0, {}, ())
    if index is not None and len(index):
        found = _from_index(index, position, period, top, players, examples)
    if found.games == 0 and book is not None:
        return Openings(0, {}, (), book=tuple(book.rank(cast(Board, position))[:top]))
    return found


def _from_index(
    index: PositionIndex, position: Position, period: Period, top: int, players: int, examples: int
) -> Openings:
    where = index.find(position.opening_key)
    if where.start == where.stop:
        return Openings(0, {}, ())
    games, following = index.arrays["game"][where], index.arrays["next"][where]
    moves = index.arrays["move"][where]
    # A position that comes back within a game counts once for each way it went on.
    _, first = np.unique(games.astype(np.uint64) << np.uint64(16) | following, return_index=True)
    games, following, moves = games[first], following[first], moves[first]
    years = index.arrays["year"][games]
    recent_from = _recent_from(years)
    kinds, counts = np.unique(following, return_counts=True)
    order = np.lexsort((kinds, -counts))[:top]
    list_of = []
    for i in order:
        chosen = following == kinds[i]
        names = position.move_names(int(kinds[i]))
        list_of.append(
            _continuation(
                index, names, games[chosen], moves[chosen], years, chosen, recent_from, position.to_play,
                period, players, examples,
            )
        )  # fmt: skip
    return Openings(len(games), _periods(years, period), tuple(list_of), recent_from)


def _continuation(
    index: PositionIndex,
    names: list[str],
    games: NDArray[np.uint32],
    moves: NDArray[np.uint16],
    all_years: NDArray[np.int16],
    chosen: NDArray[np.bool_],
    recent_from: int | None,
    mover: Colour,
    period: Period,
    players: int,
    examples: int,
) -> Continuation:
    years = all_years[chosen]
    outcomes = np.bincount(index.arrays["outcome"][games], minlength=4)
    known = years[years > 0]
    who = index.arrays["black" if mover is Colour.BLACK else "white"][games]
    numbers, counts = np.unique(who[who > 0], return_counts=True)
    most = np.lexsort((numbers, -counts))[:players]
    latest = np.lexsort((-games.astype(np.int64), -years.astype(np.int64)))[:examples]
    return Continuation(
        move=names[0],
        also=tuple(names[1:]),
        games=len(games),
        share=len(games) / len(all_years),
        black_wins=int(outcomes[1]),
        white_wins=int(outcomes[2]),
        draws=int(outcomes[3]),
        first_year=int(known.min()) if len(known) else None,
        last_year=int(known.max()) if len(known) else None,
        by_period=_periods(years, period),
        trend=_trend(all_years, chosen, recent_from),
        players=tuple((index.name(int(numbers[i])), int(counts[i])) for i in most),
        examples=tuple(_example(index, int(games[i]), int(moves[i])) for i in latest),
    )


def _example(index: PositionIndex, game: int, move: int) -> Example:
    arrays = index.arrays
    black, white = (index.name(int(arrays[side][game])) for side in ("black", "white"))
    return Example(int(arrays["id"][game]), move + 1, black, white, int(arrays["year"][game]) or None)


def _periods(years: NDArray[np.int16], period: Period) -> dict[str, int]:
    known = years[years > 0].astype(np.int64)
    if period == "decade":
        known = known // 10 * 10
    values, counts = np.unique(known, return_counts=True)
    end = "s" if period == "decade" else ""
    return {f"{value}{end}": int(count) for value, count in zip(values.tolist(), counts, strict=True)}


def _recent_from(years: NDArray[np.int16]) -> int | None:
    """The year with which the latest fifth of the games begins."""
    known = np.sort(years[years > 0])
    return int(known[int(len(known) * 0.8)]) if len(known) else None


def _trend(years: NDArray[np.int16], chosen: NDArray[np.bool_], recent_from: int | None) -> float | None:
    if recent_from is None:
        return None
    recent, before = years >= recent_from, (years > 0) & (years < recent_from)
    if min(recent.sum(), before.sum()) < _LEAST_FOR_TREND:
        return None
    return float(chosen[recent].mean() - chosen[before].mean())


def book_facts(book: Book, move: BookMove) -> dict[str, Any]:
    """A move of the book as plain facts."""
    return {
        "move": str(move.point),
        "probability": move.probability,
        "spread": move.spread,
        "k": move.facts,
        "matched": move.matched,
        "played": move.played,
        "frequency": book.frequency(move),
        "usefulness": book.usefulness(move),
        "pattern": book.diagram(move).splitlines(),
    }
