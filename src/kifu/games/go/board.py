"""The Go board: play, undo, blocks, life, keys. All work is done by the native core."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from kifu._native import go as native
from kifu.errors import IllegalMoveError, InputError, PointError, PositionError
from kifu.games import coordinates
from kifu.games.go import diagrams
from kifu.games.go.handicap import fixed_handicap
from kifu.games.go.rules import CHINESE, Rules
from kifu.records.moves import Colour, Move, Point, vertex

MIN_SIZE: int = native.MIN_SIZE
MAX_SIZE: int = native.MAX_SIZE
#: A pass among the moves of an index of positions, where others are points turned to the usual corner.
INDEXED_PASS = 0xFFFF

_TO_NATIVE = {Colour.BLACK: 1, Colour.WHITE: 2}
_FROM_NATIVE = {1: Colour.BLACK, 2: Colour.WHITE}

# A point as callers may give it: Point(3, 15), "D4", or None for a pass.
PointLike = Point | tuple[int, int] | str | None


@dataclass(frozen=True)
class Block:
    """Connected stones of one colour, with the empty points they touch."""

    colour: Colour
    stones: tuple[Point, ...]
    liberties: tuple[Point, ...]

    @property
    def in_atari(self) -> bool:
        """Whether one more enemy stone captures it."""
        return len(self.liberties) == 1


class Board:
    """A square board with its past.

    Any colour may play at any time, as records demand; after a move it is the other one's turn.

    Args:
        size: 2 to 25.
        rules: a ruleset or its name; decides ko and suicide here, and counting elsewhere.

    Example:
        >>> import kifu
        >>> board = kifu.Board(9, rules="japanese")
        >>> board.play("E5"), board.to_play
        (Move('B E5'), <Colour.WHITE: 'W'>)
    """

    game: ClassVar[str] = "go"

    def __init__(self, size: int = 19, rules: Rules | str = CHINESE) -> None:
        if size not in range(MIN_SIZE, MAX_SIZE + 1):
            raise PositionError(f"expected a board size from {MIN_SIZE} to {MAX_SIZE}, got {size!r}")
        self.rules = Rules.named(rules)
        self._game = native.Game(int(size), self.rules.ko.value, self.rules.suicide)

    @classmethod
    def from_diagram(cls, text: str, to_play: Colour = Colour.BLACK, rules: Rules | str = CHINESE) -> "Board":
        """Read a diagram as `print(board)` writes it, with or without its coordinates."""
        return cls.from_stones(diagrams.read(text), to_play, rules)

    @classmethod
    def from_stones(
        cls, stones: npt.ArrayLike, to_play: Colour = Colour.BLACK, rules: Rules | str = CHINESE
    ) -> "Board":
        """Set up an array of shape (size, size): 0 empty, 1 black, 2 white."""
        array = np.asarray(stones)
        if array.ndim != 2 or array.shape[0] != array.shape[1]:
            raise PositionError(f"expected a square board, got an array of shape {array.shape}")
        if not np.isin(array, (0, 1, 2)).all():
            raise PositionError("expected only 0 (empty), 1 (black) and 2 (white) as stones")
        board = cls(array.shape[0], rules)
        board.setup(black=coordinates.points_where(array == 1), white=coordinates.points_where(array == 2))
        board.to_play = to_play
        return board

    @property
    def size(self) -> int:
        """Number of lines."""
        return self._game.size

    @property
    def to_play(self) -> Colour:
        """Whose turn it is; may be set."""
        return _FROM_NATIVE[self._game.to_play]

    @to_play.setter
    def to_play(self, colour: Colour) -> None:
        self._game.set_to_play(_TO_NATIVE[colour])

    @property
    def stones(self) -> npt.NDArray[np.uint8]:
        """A fresh array of shape (size, size), row by row from the top: 0 empty, 1 black, 2 white."""
        return self._game.stones

    def history(self) -> npt.NDArray[np.uint8]:
        """Return the stones after 0, 1, 2, ... steps, of shape (steps + 1, size, size)."""
        return self._game.boards()

    @property
    def key(self) -> int:
        """Zobrist key of stones and size, whoever is to move."""
        return self._game.key

    @property
    def situation(self) -> int:
        """Zobrist key of stones, size and the player to move."""
        return self._game.situation

    @property
    def opening_key(self) -> int:
        """Key of the position and who is to play, the same however the board is turned."""
        return native.position_form(self._game)[0]

    def move_names(self, packed: int) -> list[str]:
        """Write a move of an archive's index as on this board, then the moves that equal it by symmetry."""
        if packed == INDEXED_PASS:
            return ["pass"]
        points = {native.turn_back(self.size, turn, packed) for turn in native.position_form(self._game)[1]}
        # The upper right corner comes first, as in printed records.
        order = sorted(points, key=lambda point: (point // self.size - point % self.size, point % self.size))
        return [str(coordinates.from_index(point, self.size)) for point in order]

    @property
    def ko(self) -> Point | None:
        """Where the player to move may not retake at once."""
        return coordinates.from_index(self._game.ko, self.size)

    def captured(self, colour: Colour) -> int:
        """Return how many stones of this colour have been taken off the board."""
        return self._game.captured(_TO_NATIVE[colour])

    @property
    def moves(self) -> tuple[Move, ...]:
        """Stones and passes so far, setup left out."""
        points = coordinates.all_points(self.size)
        return tuple(
            Move(_FROM_NATIVE[colour], points[point] if point >= 0 else None)
            for colour, point, is_setup in map(self._game.step, range(self._game.steps))
            if not is_setup
        )

    @property
    def last_move(self) -> Move | None:
        """The newest stone or pass; None at the start and after a setup."""
        if self._game.steps == 0:
            return None
        colour, point, is_setup = self._game.step(self._game.steps - 1)
        return None if is_setup else Move(_FROM_NATIVE[colour], coordinates.from_index(point, self.size))

    @property
    def is_over(self) -> bool:
        """Whether both sides have passed in a row."""
        return self._game.passes_in_a_row >= 2

    def __getitem__(self, point: PointLike) -> Colour | None:
        return _FROM_NATIVE.get(self._game.at(self._index(point, may_pass=False)))

    def play(self, point: PointLike | Move, colour: Colour | None = None) -> Move:
        """Play a stone, or pass with None, and return the move with what it captured.

        Raises:
            IllegalMoveError: The rules forbid it; the board stays as it was.
            PointError: The point is not on the board.
        """
        if isinstance(point, Move):
            colour, point = colour or point.colour, point.point
        mover = colour or self.to_play
        index = self._index(point)
        before, taken = self._game.stones, self._all_captured
        legality = self._game.play(_TO_NATIVE[mover], index)
        where = coordinates.from_index(index, self.size)
        if legality != 0:
            raise IllegalMoveError(
                f"{mover} cannot play {vertex(where)} at move {len(self.moves) + 1}: "
                f"{native.describe(legality)}"
            )
        if self._all_captured == taken:
            return Move(mover, where)
        return Move(mover, where, tuple(coordinates.points_where((before > 0) & (self._game.stones == 0))))

    @property
    def _all_captured(self) -> int:
        return self._game.captured(1) + self._game.captured(2)

    def pass_(self, colour: Colour | None = None) -> Move:
        """Pass the turn."""
        return self.play(None, colour)

    def undo(self) -> Move | None:
        """Take back the newest step and return it: a stone or a pass; None where it was a setup."""
        move = self.last_move
        if not self._game.undo():
            raise InputError("there is no move to undo: this is the start of the game")
        return move

    def setup(
        self,
        black: Iterable[PointLike] = (),
        white: Iterable[PointLike] = (),
        empty: Iterable[PointLike] = (),
    ) -> None:
        """Change points at once, capturing nothing; raises PositionError if a block has no liberty left."""
        stones = [(1, self._index(p, may_pass=False)) for p in black]
        stones += [(2, self._index(p, may_pass=False)) for p in white]
        stones += [(0, self._index(p, may_pass=False)) for p in empty]
        if stones and not self._game.setup(stones):
            raise PositionError("this setup leaves a block without liberties: no game has such a position")

    def place_handicap(self, stones: int) -> tuple[Point, ...]:
        """Set up a fixed handicap on an empty board and give White the move."""
        if self.stones.any():
            raise PositionError("handicap stones go on an empty board; this one has stones")
        points = fixed_handicap(self.size, stones)
        self.setup(black=points)
        self.to_play = Colour.WHITE
        return points

    def is_legal(self, point: PointLike, colour: Colour | None = None) -> bool:
        """Whether this stone or pass is allowed."""
        return self._game.legality(_TO_NATIVE[colour or self.to_play], self._index(point)) == 0

    def legal_moves(self, colour: Colour | None = None) -> list[Point]:
        """Return the points where a stone may be played, row by row; passing is always legal."""
        points = coordinates.all_points(self.size)
        return [points[i] for i in self._game.legal_points(_TO_NATIVE[colour or self.to_play])]

    def block_at(self, point: PointLike) -> Block | None:
        """Return the block on this point, or None where it is empty."""
        index = self._index(point, may_pass=False)
        return self._block(index) if self._game.at(index) else None

    def blocks(self) -> list[Block]:
        """Return all blocks, in the order of their first stone from the top left."""
        return [self._block(index) for index in self._game.block_points()]

    def unconditional_life(self) -> dict[Colour, frozenset[Point]]:
        """Return what is each side's for good (Benson): living stones, and space where no enemy can live."""
        owner = self._game.unconditional_life()
        return {
            colour: frozenset(coordinates.points_where(owner == code)) for colour, code in _TO_NATIVE.items()
        }

    def copy(self) -> "Board":
        """Return an independent copy, its past included."""
        other = Board.__new__(Board)
        other.rules = self.rules
        other._game = copy(self._game)
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Whether stones, player to move, ko and rules are the same; the way there does not count."""
        if not isinstance(other, Board):
            return NotImplemented
        return self._state() == other._state()

    def __hash__(self) -> int:
        """Of the position as it stands: do not play on a board that is a key, copy it."""
        return hash((self.situation, self._game.ko))

    def _state(self) -> tuple[object, ...]:
        return self.size, self.rules, self.to_play, self._game.ko, self._game.stones.tobytes()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the steps from the empty board, so that processes can pass boards on."""
        history = self.history()
        steps = [
            (colour, point, history[number + 1] if is_setup else None)
            for number, (colour, point, is_setup) in enumerate(map(self._game.step, range(self._game.steps)))
        ]
        return _restore, (self.size, self.rules, steps, self.to_play)

    def svg(self, **options: Any) -> str:
        """Return an SVG drawing; see `kifu.games.go.svg.draw` for marks, labels, heat and the rest."""
        from kifu.games.go import svg

        move = self.last_move
        options.setdefault("last_move", move.point if move else None)
        return svg.draw(self.stones, **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        move = self.last_move
        return diagrams.write(self.stones, last_move=move.point if move else None)

    def __repr__(self) -> str:
        return (
            f"<Board {self.size}x{self.size}, {self.rules}, move {len(self.moves)}, {self.to_play} to play>"
        )

    def _block(self, index: int) -> Block:
        colour, stones, liberties = self._game.block(index)
        points = coordinates.all_points(self.size)
        return Block(
            _FROM_NATIVE[colour], tuple(points[i] for i in stones), tuple(points[i] for i in liberties)
        )

    def _index(self, point: PointLike, may_pass: bool = True) -> int:
        if isinstance(point, str):
            point = coordinates.from_gtp(point, self.size)
        if point is None:
            if not may_pass:
                raise PointError("expected a point of the board, got a pass")
            return -1
        try:
            return coordinates.to_index(Point(*point), self.size)
        except TypeError:
            raise PointError(
                f"expected a point such as 'D4' or (3, 15), or None for a pass, got {point!r}"
            ) from None


def _restore(
    size: int,
    rules: Rules,
    steps: list[tuple[int, int, npt.NDArray[np.uint8] | None]],
    to_play: Colour,
) -> Board:
    board = Board(size, rules)
    for colour, point, setup in steps:
        if setup is None:
            board._game.play(colour, point)
        else:
            changed = np.flatnonzero(setup != board.stones).tolist()
            board._game.setup([(int(setup.flat[index]), index) for index in changed])
    board.to_play = to_play
    return board
