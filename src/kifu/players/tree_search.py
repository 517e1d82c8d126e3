"""Tree search of Go: Monte-Carlo with priors, shared by players, analysis commands and benchmarks."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu._native import search as native
from kifu._native.playouts import LocalKnowledge
from kifu.games.coordinates import from_index, to_index
from kifu.games.go import Board, Colour, Point
from kifu.games.go.rules import Counting
from kifu.models.moves import MovePredictor
from kifu.work.settings import Settings, setting


def _grows(default: float, text: str, least: int = 0) -> Any:
    return setting(default, text, least=least, most=1 << 20)


@dataclass(frozen=True)
class TreeOptions(Settings):
    """How the tree grows; the defaults are those of play."""

    exploration: float = _grows(0.4, "Weight of the priors' bonus, which falls with visits.")
    rave: float = _grows(800.0, "Visits at which a move's results outweigh all-moves-as-first; 0: without.")
    first_play: float = _grows(0.05, "How much less than its parent a move without results is worth.")
    expand: int = _grows(4, "Visits after which a leaf gets children.")
    widening: float = _grows(1.3, "Growth of visits for one more move to be considered; 0: all moves.")
    wide: int = _grows(10, "Moves considered from the start.", 1)
    megabytes: int = _grows(512, "Bound of the tree's memory.", 1)
    flatten: float = _grows(0.7, "Power of the model's probabilities as priors.")
    margin: float = _grows(0.05, "Part of a value that is by how much the game is won.")


def _knows(default: float, text: str) -> Any:
    return setting(default, text, least=0, most=1)


@dataclass(frozen=True)
class PlayoutOptions(Settings):
    """How often playouts ask each kind of knowledge, 0 to 1; the defaults are those of play.

    `patterns` are asked where no shape was played; with `shape=0` instead of shapes.
    """

    capture: float = _knows(0.95, "Take the last stone's block if it is in atari.")
    escape: float = _knows(0.95, "Save an own block that the last move put in atari.")
    vital: float = _knows(0.8, "The vital point of a small eyespace beside the last move.")
    squeeze: float = _knows(0.6, "A block of two liberties beside the last move: attack or defend it.")
    shape: float = _knows(0.95, "A 3x3 shape around the last move.")
    refuse_self_atari: float = _knows(0.95, "Draw again where a stone would stand in atari.")
    race: float = _knows(0.0, "A block short of liberties beside the last move: fill those of its rival.")
    patterns: float = _knows(0.0, "A point around the last move by its frequency in the bundled book.")

    @property
    def native(self) -> LocalKnowledge:
        """The same for the native core."""
        return _knowledge(self)


@lru_cache(maxsize=16)
def _knowledge(options: PlayoutOptions) -> LocalKnowledge:
    from kifu.models.book import Book  # read where its patterns are wanted

    book = Book.bundled().native if options.patterns > 0 else None
    return LocalKnowledge(**asdict(options), book=book)


@dataclass(frozen=True)
class MoveStatistics:
    """What the search knows of one move.

    Attributes:
        move: The point, or None for a pass.
        visits: How often it was tried, in the tree that was kept too.
        value: Chance to win of the player to move, 0 to 1.
        amaf_visits: Playouts in which the player made this move first anywhere.
        amaf: The value of those.
        prior: What was expected of it before any search, 0 to 1.
        lead: Mean of the player's points over the playouts after it, less the opponent's, with komi.
        variation: The moves expected from here on, this one first.
    """

    move: Point | None
    visits: int
    value: float
    amaf_visits: int
    amaf: float
    prior: float
    lead: float
    variation: tuple[Point | None, ...]


@dataclass(frozen=True, eq=False)
class SearchResult:
    """What a search found.

    Attributes:
        moves: All moves looked at, the most visited first.
        value: Chance to win of the player to move, 0 to 1.
        score: Mean of Black's points over the playouts, komi taken off.
        playouts: Of this search.
        kept: Visits that the tree had from before.
        seconds: It took.
        nodes: Of the tree.
        ownership: Mean owner of every point, 1 Black's, -1 White's; None before the first search.
    """

    moves: tuple[MoveStatistics, ...]
    value: float
    score: float
    playouts: int
    kept: int
    seconds: float
    nodes: int
    ownership: npt.NDArray[np.float32] | None

    @property
    def best(self) -> MoveStatistics | None:
        """The most visited move; None where there is none."""
        return self.moves[0] if self.moves else None


class TreeSearch:
    """A search that keeps its tree from move to move of a game.

    With one thread and playouts for a budget the same seed gives the same result. Several threads, or a
    budget of time, do not.

    Args:
        model: Gives the priors; plain knowledge of tactics and shape does where it is None.
        options: How the tree grows.
        threads: That work on one tree.
        seed: Of the playouts.
        playouts: What they know.
    """

    def __init__(
        self,
        model: MovePredictor | None = None,
        options: TreeOptions | None = None,
        threads: int = 1,
        seed: int = 1,
        playouts: PlayoutOptions | None = None,
    ) -> None:
        self.options = options or TreeOptions()
        self.threads = threads
        self.seed = seed
        grown = asdict(self.options)
        self._judging = grown.pop("margin"), grown.pop("flatten"), (playouts or PlayoutOptions()).native
        self._search = native.GoSearch(model.native if model else None, **grown)
        self._size = 0

    def run(
        self,
        board: Board,
        komi: float,
        *,
        playouts: int = 0,
        seconds: float = 0.0,
        stop_when_decided: bool = True,
        allowed: Iterable[Point | None] | None = None,
        forbidden: Mapping[tuple[Colour, Point | None], int] | None = None,
        advice: Mapping[Point, float] | None = None,
        advice_weight: float = 0.5,
    ) -> SearchResult:
        """Search a position until the budget is spent; with neither playouts nor seconds, until `stop`.

        Args:
            board: The position, with its past; superko is respected at its root.
            komi: Points for White, compensation for handicap stones included.
            playouts: At most so many; 0: no bound.
            seconds: At most so long; 0: no bound.
            stop_when_decided: End as soon as no other move can overtake the best one.
            allowed: The only first moves to look at; all if not given.
            forbidden: Moves that a side may not make within so many moves from here.
            advice: Further priors, such as a book's.
            advice_weight: How much of the prior is the advice, 0 to 1.
        """
        size = board.size
        self._size = size
        found = self._search.run(
            board._game,
            komi,
            board.rules.counting is Counting.TERRITORY,
            playouts,
            seconds,
            self.threads,
            self.seed,
            stop_when_decided,
            None if allowed is None else [to_index(move, size) for move in allowed],
            [
                (int(colour is Colour.WHITE), to_index(move, size), moves)
                for (colour, move), moves in (forbidden or {}).items()
            ],
            None if advice is None else [(to_index(p, size), w) for p, w in advice.items()],
            advice_weight,
            *self._judging,
        )
        return _result(found, size)

    def stop(self) -> None:
        """End a running search; callable from any thread."""
        self._search.stop()

    def report(self) -> SearchResult:
        """Say how a running search stands; callable from any thread."""
        return _result(self._search.report(), self._size)

    def clear(self) -> None:
        """Forget the tree."""
        self._search.clear()


def _result(found: Mapping[str, Any], size: int) -> SearchResult:
    moves = [
        MoveStatistics(
            from_index(point, size),
            visits,
            value,
            amaf_visits,
            amaf,
            prior,
            lead,
            tuple(from_index(p, size) for p in variation),
        )
        for (point, visits, amaf_visits), (value, amaf, prior, lead), variation in zip(
            found["counts"].tolist(), found["values"].tolist(), found["variations"], strict=True
        )
    ]
    return SearchResult(
        tuple(moves),
        found["value"],
        found["score"],
        found["playouts"],
        found["kept"],
        found["seconds"],
        found["nodes"],
        found.get("ownership"),
    )
