"""Clocks of Go: absolute, Canadian, byo-yomi and Fischer time, and how much of it the next move may take.

A clock belongs to one side. `budget` is what a player should aim at; `spend` books what it took. A clock
never runs by itself, so games are the same however slow the machine is that replays them.
"""

import re
from abc import ABC, abstractmethod
from copy import copy
from dataclasses import dataclass, field
from typing import Self

from kifu.errors import InputError

#: Part of the time that is kept for the way of an answer to whoever holds the clock, and at most so long.
_RESERVE, _RESERVE_AT_MOST = 0.1, 0.5
#: Seconds that a move costs beside the thinking, as others see it.
_LAG = 0.05
#: Seconds of a move that is made at once.
AT_ONCE = 0.02


def _usable(seconds: float) -> float:
    kept = min(max(_RESERVE * seconds, 2 * _LAG), _RESERVE_AT_MOST)
    return max(0.0, seconds - kept)


def _share(seconds: float, moves: int) -> float:
    """What each of so many moves may take, the way of their answers counted."""
    return max(0.0, _usable(seconds) / max(1, moves) - _LAG)


class Clock(ABC):
    """The time of one side."""

    @property
    @abstractmethod
    def remaining(self) -> float:
        """Seconds that the next move may take before the flag falls."""

    @abstractmethod
    def budget(self, moves_left_guess: int, moves_at_most: int = 0) -> float:
        """Return the seconds to aim at for the next move; 0 is at once.

        Args:
            moves_left_guess: about so many of one's own are to come.
            moves_at_most: and no more than so many; time that nothing gives back is kept for them.
        """

    @abstractmethod
    def spend(self, seconds: float) -> None:
        """Book one move."""

    @abstractmethod
    def set(self, seconds: float, stones: int = 0) -> None:
        """Put it right as a controller says: seconds, and in overtime the stones or periods left."""

    @property
    @abstractmethod
    def is_out(self) -> bool:
        """Whether the flag has fallen."""

    def copy(self) -> Self:
        """Return a clock of its own that stands as this one."""
        return copy(self)


@dataclass
class Absolute(Clock):
    """So many seconds for the whole game."""

    main: float
    _left: float = field(init=False)

    def __post_init__(self) -> None:
        self._left = self.main

    @property
    def face(self) -> float:
        """Seconds as the face of the clock shows them: of the main time or of this period."""
        return max(0.0, self._left)

    @property
    def remaining(self) -> float:
        """What is left of the main time."""
        return max(0.0, self._left)

    def budget(self, moves_left_guess: int, moves_at_most: int = 0) -> float:
        """An even share of what is not kept for a game that does not end."""
        return _share(self.remaining - AT_ONCE * moves_at_most, moves_left_guess)

    def spend(self, seconds: float) -> None:
        """Take it off the main time."""
        self._left -= seconds

    def set(self, seconds: float, stones: int = 0) -> None:
        """Set the main time left."""
        self._left = seconds

    @property
    def is_out(self) -> bool:
        """Whether more than all was spent."""
        return self._left < 0

    def __str__(self) -> str:
        return f"{self.main:g}"


@dataclass
class Fischer(Absolute):
    """Main time, and an increment after every move; without main time it begins with an increment."""

    increment: float

    def __post_init__(self) -> None:
        self._left = self.main or self.increment

    def budget(self, moves_left_guess: int, moves_at_most: int = 0) -> float:
        """An even share and the increment it brings."""
        short = max(0.0, AT_ONCE - self.increment)
        share = _share(self.remaining - short * moves_at_most, moves_left_guess)
        return min(_usable(self.remaining), share + max(0.0, self.increment - _LAG))

    def spend(self, seconds: float) -> None:
        """Take it off; the increment comes if the flag has not fallen."""
        self._left -= seconds
        if self._left >= 0:
            self._left += self.increment

    def __str__(self) -> str:
        return f"{self.main:g}+{self.increment:g}"


@dataclass
class CappedFischer(Fischer):
    """Fischer time that never grows beyond `most`, and with so many seconds for one move at most."""

    most: float = float("inf")
    most_a_move: float = float("inf")
    _overran: bool = field(init=False, default=False)

    @property
    def remaining(self) -> float:
        """What is left of the main time, or of the time for one move."""
        return min(super().remaining, self.most_a_move)

    def budget(self, moves_left_guess: int, moves_at_most: int = 0) -> float:
        """As with Fischer time; what would be lost above the cap is spent."""
        usable = _usable(self.remaining)
        lost = super().remaining + self.increment - self.most
        return min(usable, max(super().budget(moves_left_guess, moves_at_most), lost))

    def spend(self, seconds: float) -> None:
        """Take it off; the increment comes as far as the cap."""
        self._overran |= seconds > self.most_a_move
        super().spend(seconds)
        self._left = min(self._left, self.most)

    @property
    def is_out(self) -> bool:
        """Whether more than all was spent, or too much on one move."""
        return self._overran or super().is_out


@dataclass
class Canadian(Absolute):
    """Main time, then again and again `stones` moves within `period` seconds."""

    period: float
    stones: int
    _stones_left: int = field(init=False, default=0)  # 0 in main time

    def __post_init__(self) -> None:
        super().__post_init__()
        self._enter_overtime_when_due()

    @property
    def remaining(self) -> float:
        """What is left of this period; in main time, that and a whole period."""
        return max(0.0, self._left) if self._stones_left else max(0.0, self._left + self.period)

    @property
    def stones_left(self) -> int:
        """Moves to make in this period; 0 in main time."""
        return self._stones_left

    def budget(self, moves_left_guess: int, moves_at_most: int = 0) -> float:
        """In overtime an even share of the period; before it the larger of that and of the main time."""
        if self._stones_left:
            return _share(self._left, self._stones_left)
        if self.period == 0:
            return super().budget(moves_left_guess, moves_at_most)
        return max(_share(self._left, moves_left_guess), _share(self.period, self.stones))

    def spend(self, seconds: float) -> None:
        """Take it off; a period whose stones are played starts anew."""
        self._left -= seconds
        if self._stones_left:
            self._stones_left -= 1
            if self._stones_left == 0 and self._left >= 0:
                self._left, self._stones_left = self.period, self.stones
            return
        if self._left < 0 <= self._left + self.period:
            self._left += self.period
            self._stones_left = self.stones - 1
            if self._stones_left == 0:
                self._left, self._stones_left = self.period, self.stones
            return
        self._enter_overtime_when_due()

    def set(self, seconds: float, stones: int = 0) -> None:
        """Set the time left, in overtime with the stones left."""
        self._left, self._stones_left = seconds, max(0, stones)
        self._enter_overtime_when_due()

    def _enter_overtime_when_due(self) -> None:
        if not self._stones_left and self._left == 0 and self.period > 0:
            self._left, self._stones_left = self.period, self.stones

    def __str__(self) -> str:
        return f"{self.main:g}+{self.period:g}/{self.stones}"


@dataclass
class ByoYomi(Absolute):
    """Main time, then `periods` of `period` seconds: a move within a period gives the whole period back."""

    period: float
    periods: int
    _periods_left: int = field(init=False, default=0)
    _overtime: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._periods_left = self.periods
        if self.main <= 0 and self.periods:
            self._left, self._overtime = self.period, True

    @property
    def remaining(self) -> float:
        """What is left, all periods together."""
        more = self._periods_left - 1 if self._overtime else self._periods_left
        return max(0.0, self._left + more * self.period)

    @property
    def in_overtime(self) -> bool:
        """Whether the main time is used up."""
        return self._overtime

    @property
    def periods_left(self) -> int:
        """Periods left, this one included."""
        return self._periods_left

    def budget(self, moves_left_guess: int, moves_at_most: int = 0) -> float:
        """In overtime one period; before it the larger of that and a share of the main time."""
        if self._overtime:
            return _usable(self._left)
        if not self._periods_left:
            return super().budget(moves_left_guess, moves_at_most)
        return max(_share(self._left, moves_left_guess), _usable(self.period))

    def spend(self, seconds: float) -> None:
        """Take it off; whole periods used up are gone."""
        self._left -= seconds
        if self._left >= 0 and not self._overtime:
            return
        if not self._overtime and self._periods_left:
            self._overtime = True
            self._left += self.period
        while self._left < 0 and self._periods_left > 1:
            self._left += self.period
            self._periods_left -= 1
        if self._left >= 0:
            self._left = self.period

    def set(self, seconds: float, stones: int = 0) -> None:
        """Set the time left, in overtime of this period with the periods left."""
        self._left, self._overtime = seconds, stones > 0
        if stones > 0:
            self._periods_left = stones

    def __str__(self) -> str:
        return f"{self.main:g}+{self.periods}x{self.period:g}"


_NUMBER = r"(\d{1,7}(?:\.\d{1,6})?)"
_WRITTEN = re.compile(rf"{_NUMBER}(?:\+(?:{_NUMBER}/(\d{{1,4}})|(\d{{1,4}})x{_NUMBER}|{_NUMBER}))?")


def parse_clock(text: str) -> Clock:
    """Read a time control in seconds: `300`, `60+5` Fischer, `300+60/25` Canadian, `300+3x30` byo-yomi.

    One second a move is `0+1x1`.
    """
    match = _WRITTEN.fullmatch(text.strip())
    if match is None:
        raise InputError(
            "expected a time control in seconds such as 300, 60+5 (Fischer), 300+60/25 (Canadian) or "
            f"300+3x30 (byo-yomi), got {text!r}"
        )
    main, canadian, stones, periods, period, increment = match.groups()
    if canadian is not None:
        if int(stones) == 0:
            raise InputError(f"expected at least one stone a Canadian period, got {text!r}")
        return Canadian(float(main), float(canadian), int(stones))
    if periods is not None:
        return ByoYomi(float(main), float(period), int(periods))
    return Absolute(float(main)) if increment is None else Fischer(float(main), float(increment))
