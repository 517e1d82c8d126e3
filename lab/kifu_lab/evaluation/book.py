"""How often a book has an answer, and how often experts played it."""

from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kifu.archive.packed import PackedGames
from kifu.models.book import Book
from kifu.work.facts import JsonObject
from kifu.work.progress import Progress, silent
from kifu_lab.evaluation.intervals import by_game
from kifu_lab.evaluation.ranking import Columns, phases, rank_moves

#: Ranks at which the cumulative share is told.
RANKS = (1, 2, 3, 5, 10, 20)
#: First moves of the phases of a game; a book is for the first of them.
PHASES = (1, 11, 21, 31, 41, 51, 81, 121, 161, 201)


@dataclass(frozen=True)
class BookOutcomes:
    """What a book said where moves were played; one entry a move, passes left out.

    Attributes:
        game: of the move, from 0.
        move: its number in the game, from 1.
        rank: of the move played among the book's, from 1; 0 where the book does not name it.
        answers: how many legal moves the book names.
        probability: P(i|p) of the move played, 0 where it is not named.
        first: P(i|p) of the book's first move, 0 where it has none.
    """

    game: npt.NDArray[np.uint32]
    move: npt.NDArray[np.uint16]
    rank: npt.NDArray[np.uint16]
    answers: npt.NDArray[np.uint16]
    probability: npt.NDArray[np.float32]
    first: npt.NDArray[np.float32]


def outcomes(
    book: Book,
    games: PackedGames,
    *,
    most: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> BookOutcomes:
    """Ask the book before every move of the games.

    Args:
        book: that is measured.
        games: all on boards of one size.
        most: bounds the facts of its patterns.
        threads: native threads; the result is the same for any number.
        executor: who asks instead of these threads, such as a cluster; the result is the same.
        progress: called after games.
    """
    asked = book, most or book.facts, threads if executor is None else 1
    types = (np.uint32, np.uint16, np.uint16, np.uint16, np.float32, np.float32)
    return BookOutcomes(
        *rank_moves(games, _rank, asked, types, executor=executor, progress=progress, doing="asking the book")
    )


def _rank(games: PackedGames, asked: tuple[Book, int, int]) -> Columns:
    book, most, threads = asked
    return tuple(book.native.rank_games(games.size, games.actions, games.offsets, most, threads))


def report(found: BookOutcomes) -> JsonObject:
    """Return how often the book answers and is right, with 95 % intervals, and the same by phase."""
    if len(found.rank) == 0:
        return {"games": 0, "positions": 0, "phases": []}
    answered = by_game(found.answers > 0, found.game)
    right = by_game(found.rank == 1, found.game)
    return {
        "games": len(np.unique(found.game)),
        "positions": len(found.rank),
        "answers": answered.value,
        "named": float((found.rank > 0).mean()),
        "ranks": {str(rank): _share(found.rank, rank) for rank in RANKS},
        "right": [right.low, right.high],
        "phases": [
            {
                **phase,
                "answers": float((found.answers[here] > 0).mean()),
                "ranks": {str(rank): _share(found.rank[here], rank) for rank in RANKS},
            }
            for phase, here in phases(PHASES, found.move)
        ],
    }


def _share(ranks: npt.NDArray[np.uint16], rank: int) -> float:
    """How many moves were among the book's first so many."""
    return float(((ranks > 0) & (ranks <= rank)).mean())
