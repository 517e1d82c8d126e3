"""Ranks as numbers that can be compared.

30 kyu is -29, 1 kyu 0, 1 dan 1, 9 dan 9; professional 1 to 9 dan are 11 to 19.
"""

import re

from kifu.errors import InputError

_RANK = re.compile(
    r"\s*(\d{1,2})\s*-?\s*(?:(k(?:yu)?|級|级|급)|(d(?:an)?|段|단)|(p(?:ro)?))\s*(p(?:ro)?)?(?![a-z])",
    re.IGNORECASE,
)
_CHINESE = str.maketrans("一二三四五六七八九初", "1234567891")


def level(rank: str | None) -> int | None:
    """The number of a written rank (`5k`, `3 dan`, `9p`, `九段`), None when it is not one."""
    match = _RANK.match(rank.translate(_CHINESE)) if rank else None
    if not match:
        return None
    number = int(match[1])
    if match[2]:
        return 1 - number if 1 <= number <= 35 else None
    if not 1 <= number <= 9:
        return None
    return number + 10 if match[4] or match[5] else number


def parse_level(rank: str) -> int:
    """The number of a rank that a user wrote.

    Raises:
        InputError: It is no rank.
    """
    number = level(rank)
    if number is None:
        raise InputError(f"expected a rank such as 5k, 3d or 9p, not {rank!r}")
    return number
