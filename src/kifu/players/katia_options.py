"""Settings of Katia: `katia:playouts=1000,threads=2`."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from kifu.games.go import Board, Point
from kifu.players.levels import KATIA_LEVELS
from kifu.players.tree_search import PlayoutOptions, TreeOptions
from kifu.work.settings import Settings, setting

if TYPE_CHECKING:
    from kifu.players.katia import Katia
    from kifu.players.verification import Adviser


@dataclass(frozen=True)
class KatiaOptions(Settings):
    """What Katia can be told; `tree` is how the tree grows, `knowledge` what playouts know."""

    level: str = setting("full", "Strength; see the levels below.", choices=tuple(KATIA_LEVELS))
    playouts: int = setting(0, "Playouts per move, at most; 0: no bound.", least=0)
    seconds: float = setting(0.0, "Seconds per move, at most; 0: no bound.", least=0)
    threads: int = setting(1, "With more than one, games do not repeat.", least=1, most=256)
    seed: int = setting(1, "Random seed; with one thread and playouts it gives the same game.", least=0)
    resign: float = setting(0.05, "Resigns below this win rate, twice in a row; 0: never.", least=0, most=1)
    cleanup: bool = setting(True, "Takes dead stones off under area counting while they could be disputed.")
    mode: Literal["tree", "verify"] = setting("tree", "Tree search, or the paper's comparison of candidates.")
    predictor: bool = setting(True, "The model of moves gives priors (tree) or ranks candidates (verify).")
    model: str = setting("", "File of a model of moves instead of the bundled one.")
    book: str = setting("", "File of a pattern book (`kifu train book`) instead of the bundled one.")
    k: int = setting(0, "Neighbours per pattern (K) that the book looks at; 0: all.", least=0)
    begin: int = setting(0, "Moves of the game, of both sides, that come straight from the book.", least=0)
    nk: int = setting(2, "Advice (tree) or candidates (verify) from the book; 0: no book.", least=0)
    ns: int = setting(7, "Candidates in all (verify).", least=1)
    shapes: bool = setting(True, "Opening shapes are among the candidates (verify without predictor).")
    opening: str = setting("", "File of a network of openings, or `bundled`; asked before the book.")
    tree: TreeOptions = field(default_factory=TreeOptions)
    knowledge: PlayoutOptions = field(default_factory=PlayoutOptions)

    def player(self) -> "Katia":
        """Make Katia, with the files that these settings name."""
        from kifu.models.moves import MovePredictor
        from kifu.players.katia import Katia

        return Katia(self, MovePredictor.load(self.model) if self.model else None, self._adviser())

    def _adviser(self) -> "Adviser | None":
        """What is asked for moves in the opening."""
        book = self._book_adviser() if self.book or self.nk or self.begin else None
        if not self.opening:
            return book
        from kifu.players.opening_advice import opening_adviser

        return opening_adviser(self.opening, book)

    def _book_adviser(self) -> "Adviser":
        from kifu.models.book import Book

        named = Book.load(self.book) if self.book else None

        def advise(board: Board) -> list[tuple[Point, float]]:
            book = Book.bundled(board.size) if named is None else named
            return [(move.point, move.probability) for move in book.rank(board, most=self.k or None)]

        return advise
