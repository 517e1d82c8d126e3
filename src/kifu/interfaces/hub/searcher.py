"""What searches for a Hub engine: alpha-beta with a network, within the bounds of a level."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from kifu._native import search as native
from kifu.games.draughts import Move, Position
from kifu.games.draughts.endings import Endings
from kifu.interfaces.hub.levels import Level
from kifu.models.draughts_net import Network

#: Where a search without bounds ends.
DEEPEST = 60
#: Depth of a search for which nobody gave a bound.
USUAL_DEPTH = 8


@dataclass(frozen=True)
class Found:
    """What a search came to, for the side to move.

    Attributes:
        move: the move.
        score: in men; beyond 90 a win in (100 - score) * 100 plies, below -90 a loss; None where nothing
            was searched, as the move is forced.
        depth, nodes, seconds: how far it went.
        variation: the moves it expects, its own first.
    """

    move: Move
    score: float | None
    depth: int
    nodes: int
    seconds: float
    variation: tuple[Move, ...]


#: Is told what has been found after every depth.
Report = Callable[[Found], None]


class Searcher(Protocol):
    """Anything that can search for a Hub engine."""

    def new_game(self) -> None:
        """Forget what was before."""

    def search(self, position: Position, level: Level, report: Report) -> Found:
        """Search; `interrupt` from another thread ends it early, with the best move so far."""

    def interrupt(self) -> None:
        """End a running search."""


class NetworkSearcher:
    """Alpha-beta that reads captures to their end and deepens as long as it may.

    Args:
        network: who judges positions.
        depth: of searches that nobody bounds; 0 for the usual one.
        endings: solved ones, where there are any.
        seed: decides between moves that are as good.
    """

    def __init__(
        self, network: Network, depth: int = 0, endings: Endings | None = None, seed: int = 1
    ) -> None:
        self._network = network
        self._endings = endings
        self._depth = depth or USUAL_DEPTH
        self._seed = seed
        self._decider: native.DraughtsDecider | None = None
        self._text = ""

    def new_game(self) -> None:
        """Forget positions that were searched."""
        if self._decider is not None:
            self._decider.new_game()

    def search(self, position: Position, level: Level, report: Report) -> Found:
        """Search within the bounds of the level; a forced move only where it is looked into."""
        bounded = level.infinite or level.seconds or level.nodes
        depth = min(level.depth or (DEEPEST if bounded else self._depth), DEEPEST)
        text = f"minimax:depth={depth},captures=yes,deepen=yes" + (
            f",nodes={level.nodes}" if level.nodes else ""
        )
        if level.forced or level.infinite:
            text += ",forced=yes"
        if self._decider is None or text != self._text:
            self._decider, self._text = native.DraughtsDecider(text), text
        seconds = level.seconds or (0.0 if not level.infinite else 1e6)
        found = self._decider.decide(
            position._game,
            self._network.native,
            False,
            self._seed,
            seconds,
            None if self._endings is None else self._endings.native,
            lambda told: report(_found(position, told)),
        )
        return _found(position, found)

    def interrupt(self) -> None:
        """End a running search."""
        if self._decider is not None:
            self._decider.stop()


def _found(position: Position, decided: tuple[str, float, int, int, int, int, float, list[str]]) -> Found:
    move, value, plies, depth, nodes, _, seconds, variation = decided
    score = _score(value, plies) if nodes else None
    return Found(position.parse(move), score, depth, nodes, seconds, _replayed(position, variation))


def _score(value: float, plies: int) -> float:
    if plies:
        return math.copysign(100 - abs(plies) / 100, plies)
    # A man more is worth about 0.5 to a network that learned from results.
    return max(-80.0, min(80.0, math.atanh(max(-0.999999, min(0.999999, value))) / math.atanh(0.5)))


def _replayed(position: Position, variation: list[str]) -> tuple[Move, ...]:
    copy = position.copy()
    return tuple(copy.play(text) for text in variation)
