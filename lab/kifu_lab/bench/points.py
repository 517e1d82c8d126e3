"""Points of `kifu lab bench scale` in a file: a line on what they were measured on, then a line each."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kifu.errors import InputError
from kifu.work import files
from kifu.work.facts import JsonObject
from kifu_lab.bench.scale import Point


class PointsFile:
    """Keeps points, and knows those of a bench that was interrupted.

    Args:
        path: The file, new or of the same bench. A last line without its end is cut off.
        measured_on: What every point depends on, JSON-able.

    Attributes:
        known: The points that are there.

    Raises:
        InputError: The file holds something else, or points that were measured on something else.
    """

    def __init__(self, path: Path, measured_on: Mapping[str, Any]) -> None:
        self._path = path
        head = {"bench": "scale", **measured_on}
        data = files.read_bytes(path) if path.exists() else b""
        *whole, rest = data.split(b"\n")
        if not whole and _line(head).startswith(rest):  # new, or its first line was not finished
            self.known: list[Point] = []
            files.write_bytes(path, _line(head))
            return
        self._expect_same(head, whole[0] if whole else rest)
        self.known = [self._point(number, line) for number, line in enumerate(whole[1:], 2)]
        if rest:
            os.truncate(path, len(data) - len(rest))

    def add(self, point: Point) -> None:
        """Keep one more."""
        with files.named(self._path), self._path.open("ab") as file:
            file.write(_line(point.facts()))

    def _expect_same(self, head: Mapping[str, Any], line: bytes) -> None:
        found = _parsed(line)
        if found is None or found.get("bench") != "scale":
            raise InputError(
                f"expected a new file, or one in which line 1 says what its points were measured on, but "
                f"{str(self._path)!r} begins with {line[:60]!r}; choose another file with --out"
            )
        different = [
            f"{name}: {found.get(name)!r} there, {value!r} here"
            for name, value in head.items()
            if found.get(name) != value
        ]
        if different:
            raise InputError(
                f"the points in {str(self._path)!r} were measured on something else ({'; '.join(different)})"
                "; choose another file with --out"
            )

    def _point(self, number: int, line: bytes) -> Point:
        try:
            return Point(**json.loads(line))
        except (ValueError, TypeError) as error:
            raise InputError(
                f"expected a point of an earlier `kifu lab bench scale` in line {number} of "
                f"{str(self._path)!r}: {error}; remove the line, or choose another file with --out"
            ) from None


def _line(facts: Mapping[str, Any]) -> bytes:
    return f"{json.dumps(facts)}\n".encode()


def _parsed(line: bytes) -> JsonObject | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
