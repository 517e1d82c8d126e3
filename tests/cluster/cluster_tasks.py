"""Functions that a cluster's workers run in tests; they import them under this name."""

import os
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def slow_pid(number: int, folder: Path) -> tuple[int, int]:
    """Leave a note that this was begun, and take a moment."""
    (folder / f"{number}-{os.getpid()}").touch()
    time.sleep(0.3)
    return number, os.getpid()


def shifted(number: int, by: int) -> int:
    return number + by


def fail(number: int) -> int:
    raise ValueError(f"no {number}")


def spread(number: int) -> list[list[int]]:
    """A count in three parts."""
    return [[number] if number % 3 == part else [] for part in range(3)]


def joined(*parts: list[int]) -> list[int]:
    assert len(parts) >= 2
    return [number for part in parts for number in part]


def total(numbers: list[int]) -> int:
    return sum(numbers)
