"""The three-move ballots: openings that tournaments draw, so that games differ and nobody prepares for one.

After three moves there are 216 different positions. 42 of them lose a man for nothing and never were ballots;
of the other 174 the American Checker Federation bars 18, which lose by force. 156 are left.
"""

from functools import cache

from kifu.games.draughts.position import Position

# The first two moves of a line, and the third moves that are not played: those that give a man away,
_GIVING = """
9-13 22-18: 5-9 | 9-13 23-18: 13-17 | 9-13 23-19: 12-16 13-17 | 9-13 24-19: 12-16 13-17 | 9-13 24-20: 13-17
9-14 21-17: 14x21 | 9-14 22-17: 12-16 14-18 | 9-14 23-19: 12-16 | 9-14 24-19: 12-16 14-18
9-14 24-20: 12-16 14-18 | 10-14 21-17: 14x21 | 10-14 22-17: 12-16 | 10-14 22-18: 14-17
10-14 23-19: 12-16 14-17 | 10-14 24-19: 12-16 14-17 | 10-14 24-20: 12-16 14-17 | 10-15 21-17: 12-16 15-19
10-15 22-17: 12-16 | 10-15 23-18: 15-19 | 10-15 23-19: 12-16 | 11-15 21-17: 12-16 15-18 | 11-15 22-17: 12-16
11-15 23-19: 12-16 15-18 | 12-16 21-17: 10-14 | 12-16 22-17: 9-13 | 12-16 22-18: 10-15 11-15
12-16 23-18: 10-14 | 12-16 24-19: 10-15 11-15 | 12-16 24-20: 16-19
"""
# and those that are barred.
_BARRED = """
9-13 21-17: 10-14 | 9-13 23-18: 10-14 | 9-13 24-19: 10-15 | 9-13 24-20: 12-16 | 9-14 22-18: 12-16 14-17
9-14 23-19: 10-15 | 9-14 24-19: 10-15 | 10-14 24-19: 11-15 | 10-15 21-17: 9-14 | 10-15 22-17: 9-14
10-15 24-20: 11-16 | 11-15 21-17: 10-14 | 11-16 21-17: 10-14 | 11-16 22-18: 10-15 | 11-16 24-19: 10-15
12-16 23-18: 9-14 | 12-16 23-19: 16x23
"""


@cache
def ballots() -> tuple[str, ...]:
    """The 156 accepted ballots as moves from the start, such as `9-13 21-17 5-9`, ordered by their moves."""
    left_out = {_after(line) for text in (_GIVING, _BARRED) for line in _lines(text)}
    return tuple(line for line, fen in _every_line() if fen not in left_out)


@cache
def barred() -> tuple[str, ...]:
    """The 18 barred ballots."""
    known = {_after(line) for line in _lines(_BARRED)}
    return tuple(line for line, fen in _every_line() if fen in known)


def _every_line() -> list[tuple[str, str]]:
    """The first line to each position after three moves, with its FEN."""
    lines: dict[str, str] = {}
    position = Position()
    for first in position.legal_moves():
        position.play(first)
        for second in position.legal_moves():
            position.play(second)
            for third in position.legal_moves():
                position.play(third)
                lines.setdefault(position.fen, f"{first} {second} {third}")
                position.undo()
            position.undo()
        position.undo()
    return [(line, fen) for fen, line in lines.items()]


def _lines(text: str) -> list[str]:
    found = []
    for part in text.replace("\n", "|").split("|"):
        start, _, thirds = part.strip().partition(": ")
        found += [f"{start} {third}" for third in thirds.split()]
    return found


def _after(line: str) -> str:
    position = Position()
    for move in line.split():
        position.play(move)
    return position.fen
