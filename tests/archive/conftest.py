"""Records made up for the tests, and a way to make many different ones."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kifu.archive import Archive, ImportReport, import_paths

LETTERS = "abcdefghi"


def sgf(number: int = 0, *, moves: int = 40, size: int = 9, **properties: str) -> bytes:
    """A legal game of stones on every other point, different for every number, with a comment."""
    points = [(x, y) for y in range(0, size, 2) for x in range(size)]
    start = number % len(points)
    points = points[start:] + points[:start]
    points = points[:: -1 if number // len(points) % 2 else 1][:moves]
    facts = {"PB": f"Black {number}", "PW": "White", "RE": "B+3.5", "DT": "2001-02-03"} | properties
    head = "".join(f"{name}[{value}]" for name, value in facts.items())
    body = "".join(
        f";{'BW'[i % 2]}[{LETTERS[x]}{LETTERS[y]}]" + ("C[move 3, (;B[aa\\])]" if i == 2 else "")
        for i, (x, y) in enumerate(points)
    )
    return f"(;GM[1]FF[4]CA[UTF-8]SZ[{size}]{head}{body})\n".encode()


def pdn(number: int = 0) -> bytes:
    opening = ["11-15 23-19", "11-16 24-19", "9-14 22-18", "10-15 21-17", "12-16 24-20"][number % 5]
    return f'[Event "Club {number}"]\n[Black "A"]\n[White "B"]\n[Result "1-0"]\n1. {opening} 1-0\n\n'.encode()


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with twelve games of Go, two of them in a folder of its own, and something else."""
    folder = tmp_path / "games"
    (folder / "sub").mkdir(parents=True)
    for number in range(12):
        (folder / ("sub" if number > 9 else ".") / f"{number:02}.sgf").write_bytes(sgf(number))
    (folder / "notes.txt").write_text("not a game")
    return folder


@pytest.fixture
def bring(tmp_path: Path) -> Callable[..., ImportReport]:
    """Imports paths into `tmp_path/games.db`."""

    def run(*paths: Path, workers: int = 1) -> ImportReport:
        with Archive.create(tmp_path / "games.db") as archive:
            return import_paths(archive, paths, workers=workers)

    return run
