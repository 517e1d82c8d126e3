"""The book of local patterns: the nearest facts around a point, and how often experts played there."""

import math
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kifu._native import models as native
from kifu.errors import InputError
from kifu.games.coordinates import all_points
from kifu.games.go import Board
from kifu.models.files import Arrays, Card, ModelError, load, load_bundled, save
from kifu.records.moves import Colour, Point

KIND, VERSION = "book", 1

#: Boards up to this many lines have a bundled book of their own, from games on 9x9.
_SMALL = 9

_NOTHING, _OWN, _ENEMY, _EDGE = 0, 1, 2, 3


class BookMove(NamedTuple):
    """A move that the book advises: the centre of its largest pattern that matches, or a point beside it.

    Attributes:
        point: where to play.
        facts: K, the number of stones and edges in the pattern.
        matched: n_match, how often the pattern came up.
        played: n_play, how often its centre was played then.
        pattern: number of the pattern in the book.
    """

    point: Point
    facts: int
    matched: int
    played: int
    pattern: int

    @property
    def probability(self) -> float:
        """P(i|p): how often the centre was played when the pattern came up."""
        return self.played / self.matched

    @property
    def spread(self) -> float:
        """s(i|p), the standard deviation of that probability: sqrt(n_play) / n_match."""
        return math.sqrt(self.played) / self.matched


class Book:
    """Patterns of the K nearest facts (Bouzy and Chaslot), with their counts.

    Args:
        card: what it is; its options say how facts are read and which patterns advise.
        arrays: the tree of patterns, depth first: `depth`, `step`, `matched`, `played`.
    """

    def __init__(self, card: Card, arrays: Arrays) -> None:
        self.card = card
        self.arrays = arrays
        try:
            options = card.options
            self.size = int(options["size"])
            self.facts = int(options["k"])
            self.shared = bool(options["shared"])
            self._moves = int(options["moves"])
            self._tests = int(options["tests"])
            self._book = native.Book(
                np.ascontiguousarray(arrays["depth"]),
                np.ascontiguousarray(arrays["step"]),
                np.ascontiguousarray(arrays["matched"]),
                np.ascontiguousarray(arrays["played"]),
                self.shared,
                bool(options["lines"]),
                self.facts,
                float(options["least"]),
                bool(options.get("beside", False)),
            )
        except (KeyError, ValueError, TypeError, IndexError) as error:
            raise ModelError(f"the arrays of this book do not fit its card: {error}") from None

    def __reduce__(self) -> tuple[Any, ...]:
        # Native books do not pickle: they are made again where this goes.
        return Book, (self.card, self.arrays)

    @classmethod
    def load(cls, path: str | Path) -> "Book":
        """Read a book; a corrupt or foreign file, or one of another version, is refused by name."""
        return cls(*load(path, KIND, VERSION))

    @staticmethod
    def bundled(size: int = 19) -> "Book":
        """Return the book that ships with Kifu for boards of this many lines.

        It is from games of professionals on 19x19, or on 9x9 from those of players of at least 5 kyu.
        """
        return _bundled("book-9.safetensors" if size <= _SMALL else "book.safetensors")

    def save(self, path: str | Path) -> None:
        """Write the book with its card."""
        save(path, self.card, self.arrays)

    def __len__(self) -> int:
        """How many patterns advise a move."""
        return len(self._book)

    @property
    def native(self) -> native.Book:
        """The native book, for those who work natively."""
        return self._book

    def rank(self, board: Board, *, most: int | None = None) -> list[BookMove]:
        """Return the book's legal moves in a position, the highest P(i|p) first.

        Args:
            board: the position; its `to_play` moves.
            most: look at no more facts than these; all of the book's if not given.
        """
        if most is not None and most < 1:
            raise InputError(f"expected at least 1 fact, got {most!r}")
        points_of = all_points(board.size)
        points, nodes, matched, played, facts = self._book.rank_game(board._game, most or self.facts)
        return [
            BookMove(points_of[point], count, seen, used, node)
            for point, node, seen, used, count in zip(
                points.tolist(),
                nodes.tolist(),
                matched.tolist(),
                played.tolist(),
                facts.tolist(),
                strict=True,
            )
        ]

    def prior(self) -> float:
        """P(i): how often any empty point was played."""
        return self._moves / self._tests if self._tests else 0.0

    def frequency(self, move: BookMove) -> float:
        """P(p): how often the move's pattern came up on an empty point."""
        return move.matched / self._tests if self._tests else 0.0

    def usefulness(self, move: BookMove) -> float:
        """P(p|i): how many of the moves played were in this pattern."""
        return move.played / self._moves if self._moves else 0.0

    def diagram(self, move: BookMove, to_play: Colour = Colour.BLACK) -> str:
        """Draw the pattern of a move as the book has it, which may be turned.

        The move is `*`, edges are `#`, stones `X` and `O`, all other points between them empty.
        """
        steps = self._book.steps(move.pattern)
        # A last step to an empty neighbour is a move beside the centre.
        advised = next(((dx, dy) for dx, dy, fact in steps if fact == _NOTHING), (0, 0))
        black, white = "X", "O"
        own, enemy = (black, white) if to_play is Colour.BLACK else (white, black)
        if not self.shared:  # stones are stored as black and white there
            own, enemy = black, white
        places = {(dx, dy): fact for dx, dy, fact in steps if (dx, dy) != (0, 0)}
        low_x, high_x = min(0, *(x for x, _ in places), 0), max(0, *(x for x, _ in places), 0)
        low_y, high_y = min(0, *(y for _, y in places), 0), max(0, *(y for _, y in places), 0)
        edges = [place for place, fact in places.items() if fact == _EDGE]
        lines = []
        for y in range(low_y, high_y + 1):
            cells = []
            for x in range(low_x, high_x + 1):
                fact = places.get((x, y))
                cells.append(
                    "*"
                    if (x, y) == advised
                    else "#"
                    if fact == _EDGE or _beyond(x, y, edges)
                    else own
                    if fact == _OWN
                    else enemy
                    if fact == _ENEMY
                    else "."
                )
            lines.append(" ".join(cells))
        return "\n".join(lines)


@lru_cache
def _bundled(name: str) -> Book:
    return Book(*load_bundled(name, KIND, VERSION))


def _beyond(x: int, y: int, edges: list[tuple[int, int]]) -> bool:
    """Whether a neighbour lies on or behind one of the edges."""
    return any(
        (ex and not ey and (x >= ex if ex > 0 else x <= ex))
        or (ey and not ex and (y >= ey if ey > 0 else y <= ey))
        for ex, ey in edges
    )
