"""Finished games drawn as boards: `x` `o` living stones, `b` `w` dead ones, `.` empty."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kifu.archive import Archive, import_paths

#: Black holds 14 points and White 10 once the white stone in Black's eye is off; one point is nobody's.
BOARD = """
    .x.o.
    xxxoo
    .wxo.
    ..xoo
    xxxo.
"""

#: Two dead stones, one on each side: a draw by area with them and without them.
MIRROR = """
    .xxoo.
    .xxoo.
    wxxoob
    .xxoo.
    xxxooo
    x.xo.o
"""

#: The same with so much space around the dead stones that nobody would have stopped here.
WIDE_MIRROR = """
    ..xo..
    ..xo..
    w.xo.b
    ..xo..
    ..xo..
    ..xo..
"""

LETTERS = "abcdefghi"


def sgf(board: str = BOARD, *, end: str = ";B[];W[]", **properties: str) -> bytes:
    """A game whose stones are set up and that ends in two passes; by default by area, B+3.5 with komi 0.5."""
    rows = board.split()
    stones = {"x": "AB", "b": "AB", "o": "AW", "w": "AW"}
    setup: dict[str, str] = {}
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter != ".":
                setup[stones[letter]] = setup.get(stones[letter], "") + f"[{LETTERS[x]}{LETTERS[y]}]"
    facts = {"SZ": str(len(rows)), "RU": "Chinese", "KM": "0.5", "RE": "B+3.5"} | properties
    head = "".join(f"{name}[{value}]" for name, value in facts.items() if value)
    return f"(;GM[1]FF[4]{head}{''.join(f'{k}{v}' for k, v in setup.items())}{end})".encode()


@pytest.fixture
def archive_of(tmp_path: Path) -> Callable[..., Path]:
    """Makes `NAME.db` of records; without further ado none of them is held out for testing."""

    def make(*games: bytes, name: str = "games") -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        for number, game in enumerate(games):
            (folder / f"{number:03}.sgf").write_bytes(game)
        path = tmp_path / f"{name}.db"
        with Archive.create(path) as archive:
            import_paths(archive, [folder], workers=1)
        return path

    return make
