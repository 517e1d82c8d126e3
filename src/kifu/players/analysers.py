"""What a player that thinks in the background shows of its thoughts; for `lz-analyze` and its kin.

A player that can do it has a method `analyser() -> Analyser`, and `interrupt()` to cut a move short.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from kifu.games.go import Board, Colour, Point
from kifu.players.base import Choice
from kifu.players.clocks import Clock


@dataclass(frozen=True)
class Thought:
    """A move under consideration; everything is seen from the player to move.

    Attributes:
        move: the point, or None for a pass.
        visits: how often it was tried; 0 for a judgement without search.
        winrate: chance to win, 0 to 1.
        prior: probability before any search.
        lower: lower bound of the chance to win; the same where nothing is known of it.
        lead: expected lead in points, where known.
        line: the moves expected from here on, this one first.
    """

    move: Point | None
    visits: int
    winrate: float
    prior: float
    lower: float | None = None
    lead: float | None = None
    line: tuple[Point | None, ...] = ()


@dataclass(frozen=True)
class Thoughts:
    """All moves under consideration, the best first.

    Attributes:
        moves: the candidates.
        visits: of the position in all.
        winrate: of the player to move.
        lead: of the player to move, where known.
        ownership: expected owner of every point, 1 the player's to move, -1 the opponent's, where known.
    """

    moves: tuple[Thought, ...]
    visits: int = 0
    winrate: float = 0.5
    lead: float | None = None
    ownership: npt.NDArray[np.float32] | None = None


@dataclass(frozen=True)
class Selection:
    """Which moves may be looked at.

    Attributes:
        moves: legal ones, for the first move.
        forbidden: what a side may not play within so many moves from here; for those who look further.
    """

    moves: tuple[Point | None, ...]
    forbidden: Mapping[tuple[Colour, Point | None], int] = field(default_factory=dict)


class Analyser(Protocol):
    """Thinks about one position until it is stopped."""

    def start(self, board: Board, komi: float, selection: Selection | None = None) -> None:
        """Begin to think, about a selection of moves where one is given; returns at once."""

    def look(self) -> Thoughts:
        """Return what it thinks by now; cheap enough to be asked ten times a second."""

    def stop(self) -> None:
        """Stop thinking, within 100 ms."""

    def close(self) -> None:
        """Stop, and wait until nothing of it is at work any more."""


@runtime_checkable
class Analysing(Protocol):
    """A player with an analyser."""

    def analyser(self) -> Analyser:
        """Return an analyser that thinks as this player does."""


@runtime_checkable
class Interruptible(Protocol):
    """A player whose thinking can be cut short from another thread; it then moves with what it has."""

    def interrupt(self) -> None:
        """Stop thinking about the move at hand."""


@runtime_checkable
class Selective(Protocol):
    """A player that can be told which moves to choose from."""

    def choose_among(self, board: Board, selection: Selection, clock: Clock | None = None) -> Choice:
        """Choose one of the selected moves for `board.to_play`."""


@runtime_checkable
class Reflecting(Protocol):
    """A player whose thoughts can be read from another thread while it chooses."""

    def thoughts(self) -> Thoughts | None:
        """Return what it thinks of the move at hand, or thought of the last one."""
