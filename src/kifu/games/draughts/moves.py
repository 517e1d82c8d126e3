"""The small types of draughts: pieces and moves. Squares are the numbers 1 to 32 that players use."""

from typing import NamedTuple

from kifu.records.moves import Colour


class Piece(NamedTuple):
    """A man or a king of one side."""

    colour: Colour
    king: bool = False

    def __str__(self) -> str:
        return f"{self.colour} {'king' if self.king else 'man'}"


class Move(NamedTuple):
    """A move: every square the piece stands on from first to last, and the squares it captured, in order.

    Captures along different paths are different moves, even when they take the same pieces.
    """

    path: tuple[int, ...]
    captured: tuple[int, ...] = ()

    @property
    def start(self) -> int:
        """The square it leaves."""
        return self.path[0]

    @property
    def end(self) -> int:
        """The square it ends on; a king may end where it began."""
        return self.path[-1]

    @property
    def is_capture(self) -> bool:
        """Whether it takes at least one piece."""
        return bool(self.captured)

    def __str__(self) -> str:
        return ("x" if self.captured else "-").join(map(str, self.path))

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"
