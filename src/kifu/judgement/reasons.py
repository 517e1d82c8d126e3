"""Why a block lives or dies, in words a player understands.

The facts are native (`native/analysis/reasons.hpp`).
"""

from functools import lru_cache

from kifu._native.analysis import Basis, Reason, Room
from kifu.records.moves import Colour

__all__ = ["Basis", "Reason", "Room", "words"]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@lru_cache(maxsize=10_000)
def words(reason: Reason, numbers: tuple[int, ...], colour: Colour) -> str:
    """Say why, of a block of this colour.

    Args:
        reason: The kind.
        numbers: The facts of that kind.
        colour: Of the block.
    """
    a, b, c, d = (*numbers, 0, 0, 0, 0)[:4]
    enemy = f"{colour.opponent}'s"
    match reason:
        case Reason.UNCONDITIONAL:
            return "unconditionally alive"
        case Reason.EYES:
            return f"{_NUMBERS[a] if a < 10 else a} eyes"
        case Reason.ROOM:
            if b == Room.TWO_EYES:
                return f"an area of {_points(a)}, with room for two eyes"
            if b == Room.MOVING_FIRST:
                return f"an area of {_points(a)}, two eyes if {colour} plays there first"
            if b == Room.ONE_EYE:
                return f"one eye of {_points(a)} and {_count(c, 'other liberty', 'other liberties')}"
            return f"an area of {_points(a)}"
        case Reason.SEKI:
            shared = _count(a, "liberty", "liberties")
            return f"seki: without two eyes, {shared} shared with {colour.opponent}"
        case Reason.OWN_AREA:
            return f"in {colour}'s own area of {_points(a)}"
        case Reason.FREE:
            space = f" and {_points(b)} of eye space" if b else ""
            return f"{_count(a, 'liberty', 'liberties')}{space}"
        case Reason.ENEMY_PROVED:
            return f"inside {enemy} area, whose border is unconditionally alive"
        case Reason.ATARI:
            return "in atari, and no ladder or capture saves it"
        case Reason.RACE:
            eye = f"one eye of {_points(b)}" if a else "no eye"
            return f"{eye} and {_count(c, 'outside liberty', 'outside liberties')} against {d}"
        case Reason.NO_ROOM:
            inside = f"inside {enemy} area of {_points(c)}"
            if a == 0:
                return f"{inside}, without an eye"
            if a == 1 and b <= 2:
                return f"{inside}, without room for two eyes"
            return f"{inside}, with {_points(b)} of eye space"
        case Reason.UNCAPTURED:
            left = _count(a, "liberty", "liberties")
            return f"{left}, and reading finds no way for {colour.opponent} to capture it"
        case Reason.CAPTURABLE:
            left = _count(a, "liberty", "liberties")
            return f"without two eyes, {left}, and {colour.opponent} captures it by moving first"
        case Reason.WEAK:
            left = _count(a, "liberty", "liberties")
            return f"{left} and no eye" if b == 0 else f"{left} and {_points(c)} of eye space"


def _points(n: int) -> str:
    return _count(n, "point", "points")


def _count(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"
