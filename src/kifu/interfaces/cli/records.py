"""What commands on one game of a file share: which game, and which move."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from kifu.games.go.game import RecordedGame

F = TypeVar("F", bound=Callable[..., Any])


def number_option(function: F) -> F:
    """Add `--number`: which game of the file."""
    return click.option(
        "--number", "--game", "number", type=int, default=1, show_default=True, help="Which game of the file."
    )(function)


def move_option(function: F) -> F:
    """Add `--move`; `Game.position` takes it."""
    text = "Move number; negative counts from the end. Default: the end."
    return click.option("--move", "-m", type=int, help=text)(function)


def read_go(file: str, number: int) -> "RecordedGame":
    """Read a game of Go; one of another game is refused."""
    from kifu.games.go.game import RecordedGame
    from kifu.games.reading import choose, read_records

    return RecordedGame(choose(read_records(file), number, file))
