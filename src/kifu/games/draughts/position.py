"""A position of English draughts with its past: play, undo, results. The native core does the work."""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from kifu._native import draughts as native
from kifu.errors import IllegalMoveError, InputError, PositionError
from kifu.games.draughts import diagrams
from kifu.games.draughts.moves import Move, Piece
from kifu.records.moves import Colour

START_FEN = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"

_DRAWS = {
    2: "the position stood on the board for the third time",
    3: "neither side advanced a man or captured in its own last 40 moves",
}


class Ending(NamedTuple):
    """How a game stands at its end: the winner, None for a draw, and why."""

    winner: Colour | None
    reason: str

    @property
    def pdn(self) -> str:
        """As PDN writes it; `1-0` says that Black, who moves first, has won."""
        return {Colour.BLACK: "1-0", Colour.WHITE: "0-1", None: "1/2-1/2"}[self.winner]

    def __str__(self) -> str:
        return f"{self.winner} wins: {self.reason}" if self.winner else f"drawn: {self.reason}"


class Position:
    """A position and the moves that led to it.

    Black moves first, from squares 1-12 towards 32. Made by `Position.start()`, `Position.from_fen(...)`,
    `Position.from_diagram(...)` or `Position.from_pieces(...)`.

    Example:
        >>> import kifu
        >>> position = kifu.DraughtsPosition.from_fen("W:WK6,K9:BK15")
        >>> position.to_play, len(position.legal_moves())
        (<Colour.WHITE: 'W'>, 6)
    """

    __slots__ = ("_game",)
    game: ClassVar[str] = "draughts"
    size: ClassVar[int] = 8
    _game: native.Game

    def __init__(self) -> None:
        self._game = native.Game()

    @classmethod
    def start(cls) -> "Position":
        """The start of a game."""
        return cls()

    @classmethod
    def from_fen(cls, fen: str) -> "Position":
        """Read a FEN such as `B:W18,24,K10:B12,16,K22`; ranges, lower case and spaces are taken too."""
        position = cls.__new__(cls)
        try:
            position._game = native.Game.from_fen(fen)
        except (ValueError, TypeError) as error:
            why = error if isinstance(error, ValueError) else "expected text"
            raise PositionError(
                f"not a FEN of English draughts: {_shown(fen)}: {why}. "
                "A FEN is the side to move and the squares of each side, like 'B:W21-32:B1-12'"
            ) from None
        return position

    @classmethod
    def from_pieces(cls, pieces: Mapping[int, Piece], to_play: Colour = Colour.BLACK) -> "Position":
        """Set up pieces by square."""
        lists: dict[Colour, list[str]] = {Colour.BLACK: [], Colour.WHITE: []}
        for square, piece in sorted(pieces.items()):
            lists[piece.colour].append(f"{'K' if piece.king else ''}{square:d}")
        side = to_play.value
        return cls.from_fen(f"{side}:W{','.join(lists[Colour.WHITE])}:B{','.join(lists[Colour.BLACK])}")

    @classmethod
    def from_diagram(cls, text: str, to_play: Colour | None = None) -> "Position":
        """Read a diagram as `print(position)` writes it.

        Args:
            text: the diagram; a line `White to move` in it gives the side.
            to_play: the side to move, instead of the diagram's; Black where neither says.
        """
        pieces, side = diagrams.read(text)
        return cls.from_pieces(pieces, to_play or side or Colour.BLACK)

    @property
    def fen(self) -> str:
        """The position as FEN, in one canonical form."""
        return self._game.fen()

    @property
    def to_play(self) -> Colour:
        """The side to move."""
        return Colour.BLACK if self._game.black_to_move else Colour.WHITE

    @property
    def pieces(self) -> dict[int, Piece]:
        """Pieces by square, ascending."""
        game = self._game
        black, white, kings = game.black, game.white, game.kings
        return {
            n + 1: Piece(Colour.BLACK if black >> n & 1 else Colour.WHITE, bool(kings >> n & 1))
            for n in range(32)
            if (black | white) >> n & 1
        }

    def count(self, colour: Colour) -> tuple[int, int]:
        """How many men and kings a side has."""
        own = [piece for piece in self.pieces.values() if piece.colour is colour]
        kings = sum(piece.king for piece in own)
        return len(own) - kings, kings

    @property
    def bitboards(self) -> tuple[int, int, int]:
        """Black, White and the kings of both, with bit n - 1 for square n."""
        return self._game.black, self._game.white, self._game.kings

    @property
    def key(self) -> int:
        """64-bit Zobrist key of the pieces and the side to move; the same in every build."""
        return self._game.key

    @property
    def opening_key(self) -> int:
        """The same as `key`; draughts positions have no symmetry."""
        return self._game.key

    def move_names(self, packed: int) -> list[str]:
        """Write a packed move of an archive's index."""
        return [str(self.unpack(packed))]

    @property
    def ply(self) -> int:
        """Moves played so far, of both sides together."""
        return self._game.ply

    @property
    def quiet_plies(self) -> int:
        """Moves of both sides since the last capture or advance of a man; 80 end the game as a draw."""
        return self._game.quiet_plies

    @property
    def occurrences(self) -> int:
        """How often this position has been on the board in this game, now included."""
        return self._game.occurrences

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far."""
        return tuple(Move(*self._game.move_at(i)) for i in range(self._game.ply))

    @property
    def last_move(self) -> Move | None:
        """The newest move; None at the start."""
        return Move(*self._game.move_at(self._game.ply - 1)) if self._game.ply else None

    def legal_moves(self) -> list[Move]:
        """All legal moves, sorted by their squares. Captures are forced; a shorter one may be chosen."""
        return [Move(*move) for move in self._game.legal_moves()]

    def parse(self, text: str) -> Move:
        """Read a move of this position: `9-14`, `11x18x25`, or `11x25` where only one result fits.

        Raises:
            IllegalMoveError: with the reason, and all readings where several fit.
        """
        try:
            return Move(*self._game.read(text))
        except (ValueError, TypeError) as error:
            raise self._refused(text, error) from None

    def play(self, move: Move | str) -> Move:
        """Play a legal move and return it. A drawn game may be played on, as records do.

        Raises:
            IllegalMoveError: when the rules forbid it; the position stays as it was.
        """
        try:
            if isinstance(move, str):
                return Move(*self._game.play(move))
            found = Move(*self._game.read(str(move)))
            if found != move:
                raise ValueError(f"that capture takes {found.captured}, not {move.captured}")
            return Move(*self._game.play(str(move)))
        except (ValueError, TypeError) as error:
            raise self._refused(move, error) from None

    def undo(self) -> Move:
        """Take the last move back and return it."""
        if self._game.ply == 0:
            raise InputError("there is no move to take back: the position is as it was set up")
        return Move(*self._game.undo())

    def result(self) -> Ending | None:
        """How the game has ended here; None while it goes on.

        A side that cannot move has lost, whatever the counters say. Drawn: the position is on the board for
        the third time, or neither side has advanced a man or captured in its own last 40 moves.
        """
        end = self._game.end()
        if end == 0:
            return None
        if end == 1:
            pieces = self._game.black if self._game.black_to_move else self._game.white
            return Ending(self.to_play.opponent, f"{self.to_play} has no {'move' if pieces else 'pieces'}")
        return Ending(None, _DRAWS[end])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return self._game.end() != 0

    def pack(self, move: Move | str) -> int:
        """Write a legal move of this position as 16 bits: from, to, and which path; see `native/draughts`."""
        try:
            return self._game.pack(str(move))
        except ValueError as error:
            raise self._refused(move, error) from None

    def unpack(self, packed: int) -> Move:
        """Read a move that `pack` wrote in this position."""
        try:
            return Move(*self._game.unpack(packed))
        except (ValueError, TypeError):
            raise IllegalMoveError(
                f"packed move {packed!r} is not legal in {self.fen}; it was packed in another position"
            ) from None

    def copy(self) -> "Position":
        """Return an independent copy, its past included."""
        other = Position.__new__(Position)
        other._game = native.Game(self._game)
        return other

    __copy__ = copy

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as the first position and the moves, so that processes can pass positions on."""
        first = self.copy()
        while first.ply:
            first.undo()
        return _restore, (first.fen, tuple(map(str, self.moves)))

    def svg(self, **options: Any) -> str:
        """Return an SVG drawing; `kifu.games.draughts.svg.draw` lists what can be shown."""
        from kifu.games.draughts import svg

        options.setdefault("last_move", self.last_move)
        options.setdefault("title", f"Draughts, {self.to_play} to move")
        return svg.draw(self.pieces, **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __eq__(self, other: object) -> bool:
        """Whether pieces and side to move are the same; the past does not count."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.bitboards == other.bitboards and self.to_play is other.to_play

    def __hash__(self) -> int:
        """Of the position as it stands: do not play on a position that is a key, copy it."""
        return hash(self.key)

    def __str__(self) -> str:
        return diagrams.write(self.pieces, self.to_play, self.last_move)

    def __repr__(self) -> str:
        return f"Position.from_fen({self.fen!r})"

    def _refused(self, move: object, error: Exception) -> IllegalMoveError:
        why = error if isinstance(error, ValueError) else "expected a move or its text"
        return IllegalMoveError(f"cannot play {_shown(move)} in {self.fen}: {why}")


def _restore(fen: str, moves: tuple[str, ...]) -> Position:
    position = Position.from_fen(fen)
    for move in moves:
        position.play(move)
    return position


def _shown(value: object) -> str:
    text = repr(str(value) if isinstance(value, Move) else value)
    return text if len(text) <= 120 else f"{text[:110]}... ({len(text)} characters)"
