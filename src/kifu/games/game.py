"""A game as its record has it: players, moves and positions, the same for both games.

`game_of` makes the `Game` of a record. What depends on the rules stands in `go/game.py` and
`draughts/game.py`; code above asks the game and does not ask which one it is.
"""

import importlib
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from kifu.errors import InputError, RecordError
from kifu.records import GameRecord, Problem
from kifu.records.moves import Colour
from kifu.records.results import Result

#: The module of each game; its class `RecordedGame` is loaded when it is needed.
_MODULES = {"go": "kifu.games.go.game", "draughts": "kifu.games.draughts.game"}


class Position(Protocol):
    """What positions of both games have in common."""

    game: ClassVar[str]

    @property
    def size(self) -> int:
        """Lines of the board, or rows of squares."""

    @property
    def to_play(self) -> Colour:
        """Whose turn it is."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves played so far; each prints as players write it."""

    @property
    def last_move(self) -> Any:
        """The newest move; None at the start."""

    @property
    def is_over(self) -> bool:
        """Whether the rules end the game here."""

    def legal_moves(self) -> Sequence[Any]:
        """Everything that `play` takes here; in Go without the pass."""

    def play(self, move: Any) -> Any:
        """Play a move and return it with what it captured; raises IllegalMoveError."""

    def undo(self) -> Any:
        """Take the newest move back and return it."""

    def copy(self) -> Self:
        """Return an independent copy, its past included."""

    @property
    def opening_key(self) -> int:
        """The same for positions that are the same by symmetry; an archive's index finds games by it."""

    def move_names(self, packed: int) -> list[str]:
        """Write a move of an archive's index as on this board, then the moves that equal it by symmetry."""

    def svg(self, **options: Any) -> str:
        """Return a drawing."""


P = TypeVar("P", bound=Position)


class Game(ABC, Generic[P]):
    """A recorded game.

    Attributes:
        kind: "go" or "draughts".
        title: What people call it.
        record: The record, with comments and variations.

    Example:
        >>> import kifu
        >>> game = kifu.read("sample")
        >>> len(game), game.position(12).to_play, str(game.position(-1).last_move)
        (59, <Colour.BLACK: 'B'>, 'pass')
    """

    kind: ClassVar[str]
    title: ClassVar[str]

    def __init__(self, record: GameRecord) -> None:
        self.record = record

    @property
    def black(self) -> str:
        """Black's name, empty where the record has none."""
        return self.record.info.black

    @property
    def white(self) -> str:
        """White's name, empty where the record has none."""
        return self.record.info.white

    @property
    def date(self) -> str:
        """The date as written."""
        return self.record.info.date

    @property
    def result(self) -> Result | None:
        """How the game ended; None where the record does not say."""
        return self.record.info.result

    @property
    @abstractmethod
    def size(self) -> int:
        """Lines of the board, or rows of squares."""

    @property
    @abstractmethod
    def moves(self) -> Sequence[Any]:
        """The moves of the main line, up to the first illegal one."""

    @property
    @abstractmethod
    def written(self) -> int:
        """How many moves the record has, legal or not."""

    @property
    @abstractmethod
    def problems(self) -> tuple[Problem, ...]:
        """What was repaired to read the record, and what the rules object to."""

    @property
    def result_text(self) -> str:
        """The result as people read it; empty where there is none."""
        return "" if self.result is None else self.result.text

    @classmethod
    @abstractmethod
    def start(cls, size: int | None = None) -> P:
        """The start of a game, on a board of this size where the game has several."""

    @classmethod
    @abstractmethod
    def board_name(cls, width: int, height: int) -> str:
        """Name the game on such a board: `Go on 9x9`."""

    @abstractmethod
    def comments(self, clean: Callable[[str], str] = str) -> list[str]:
        """The record's comments: before the first move, then of every move; `clean` is applied to each."""

    @abstractmethod
    def _after(self, moves: int) -> P:
        """The position after so many moves."""

    def number(self, move: int | None = None) -> int:
        """Turn a move number, negative from the end, into one from 0; None is the end.

        Raises:
            InputError: The game has fewer moves.
        """
        last = len(self.moves)
        wanted = last if move is None else move if move >= 0 else last + 1 + move
        if not 0 <= wanted <= last:
            raise InputError(
                f"expected a move from 0 to {last}, or from -1 back to {-last - 1}, got {move!r}: "
                f"the game has {last} moves"
            )
        return wanted

    def position(self, move: int | None = None) -> P:
        """Return the position after so many moves, with its past; negative numbers count from the end.

        Raises:
            InputError: The game has fewer moves.
        """
        return self._after(self.number(move))

    def positions(self) -> Iterator[P]:
        """Every position from the start to the end; each is a copy of its own."""
        return (self._after(number) for number in range(len(self.moves) + 1))

    def to_bytes(self) -> bytes:
        """The record as a file of its format, SGF or PDN."""
        return self.record.to_bytes()

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the record to a file, whole or not at all."""
        from kifu.work.files import write_bytes

        write_bytes(path, self.to_bytes())

    def __len__(self) -> int:
        return len(self.moves)

    def headline(self) -> str:
        """Name the game in one line: players, event, date, result."""
        info = self.record.info
        sides = []
        for name, rank, colour in (
            (info.black, info.black_rank, Colour.BLACK),
            (info.white, info.white_rank, Colour.WHITE),
        ):
            sides.append(f"{name or '?'} {rank} ({colour})" if rank else f"{name or '?'} ({colour})")
        facts = [" - ".join(sides), info.event, info.date, self.result_text]
        return ", ".join(fact for fact in facts if fact)

    def __str__(self) -> str:
        return f"{self.headline()}\n\n{self.position()}"

    def __repr__(self) -> str:
        names = f"{self.black or '?'} - {self.white or '?'}"
        return f"<Game {self.title} {self.size}x{self.size}, {names}, {len(self)} moves, {self.result_text}>"

    def _repr_svg_(self) -> str:
        return self.position().svg()


def game_class(kind: str) -> type[Game[Any]]:
    """Return the class of the games "go" or "draughts"."""
    found: type[Game[Any]] = importlib.import_module(_MODULES[kind]).RecordedGame
    return found


def start_of(kind: str, size: int | None = None) -> Position:
    """The start of a game of "go" or "draughts", on a board of this size where the game has several."""
    start: Position = game_class(kind).start(size)
    return start


def game_of(record: GameRecord, *, name: str = "", number: int = 1) -> Game[Any]:
    """Return the game of a record.

    Args:
        record: SGF or PDN.
        name: Of its file, for messages.
        number: Of the game in the file, for messages.

    Raises:
        RecordError: Kifu does not play this game.
    """
    if record.game not in _MODULES:
        where = f"{name}, game {number}: " if name else ""
        raise RecordError(
            f"{where}expected a record of Go or English draughts, got one of {record.game}; "
            "Kifu plays no other games"
        )
    return game_class(record.game)(record)
