"""What reviews of both games have in common: moves with what they cost, and which of them are listed."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, TypeVar

from kifu.analysis.course import LISTED
from kifu.records.moves import Colour

Mark = Literal["turning", "costly", "surprising", "inaccuracy", "mistake", "blunder"]

#: Moments that are shown first, and how many moves lie between two of them.
_MOMENTS, _APART = 3, 4


@dataclass(frozen=True, kw_only=True)
class ReviewedMove:
    """A move of a game.

    Attributes:
        number: from 1.
        colour: who made it.
        move: as players write it.
        rank: from 1 among the moves there were; None for a pass.
        best: the best move, where that is another one.
        cost: what it lost for who made it: points in Go, value in draughts.
        lead: Black's after it: points in Go; in draughts the value, -1 lost to 1 won.
        phase: of the game.
        marks: which lists it is in.
    """

    number: int
    colour: Colour
    move: str
    rank: int | None
    best: Any
    cost: float
    lead: float
    phase: str
    marks: tuple[Mark, ...] = ()


M = TypeVar("M", bound=ReviewedMove)
L = TypeVar("L")


@dataclass(frozen=True, eq=False, kw_only=True)
class Review(ABC, Generic[L, M]):
    """A reviewed game.

    Attributes:
        record: the game.
        positions: the analysis after 0, 1, 2, ... moves.
        moves: every move.
        turning: numbers of moves after which the other side was ahead.
        costly: moves that cost most, the costliest first.
    """

    record: Any
    positions: Sequence[L] = field(repr=False)
    moves: Sequence[M] = field(repr=False)
    turning: Sequence[int]
    costly: Sequence[M] = field(repr=False)

    @property
    def moments(self) -> list[M]:
        """The moves most worth studying, the costliest first; of several close together only one."""
        found: list[M] = []
        for move in self.costly:
            if len(found) < _MOMENTS and all(abs(move.number - one.number) >= _APART for one in found):
                found.append(move)
        return found

    @property
    @abstractmethod
    def leads(self) -> list[float]:
        """Black's lead after 0, 1, 2, ... moves."""


def costliest(moves: Iterable[M]) -> list[M]:
    """The mistakes and blunders that cost most, the costliest first."""
    return sorted((m for m in moves if {"mistake", "blunder"} & {*m.marks}), key=lambda m: -m.cost)[:LISTED]


def marked(moves: Iterable[M], lists: Mapping[Mark, Iterable[int]]) -> list[M]:
    """The moves, each with the names of the lists that have its number."""
    numbers = {name: set(of) for name, of in lists.items()}
    return [replace(m, marks=(*m.marks, *(k for k, of in numbers.items() if m.number in of))) for m in moves]
