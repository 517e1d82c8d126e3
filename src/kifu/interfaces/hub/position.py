"""The position of a search from the Hub command `pos`, whoever wrote it.

Hub was made for international draughts, where White begins. Some controllers therefore write `W` for the side
that begins, which is Black in English draughts. Moves tell who is meant; so does the array at the start.
"""

from kifu.errors import IllegalMoveError, KifuError
from kifu.positions.draughts import START_FEN, Position
from kifu.positions.draughts.hub import read_move, read_position
from kifu.protocols.hub import HubError

TURN_LETTERS = ("auto", "colour", "first")
_OTHER = {"B": "W", "W": "B"}


class PositionReader:
    """Reads positions, and learns how the controller writes the side to move.

    Attributes:
        turn_letter: `colour` where the letter names the side to move, `first` where `W` is the side that
            begins a game, `auto` to find out.
    """

    def __init__(self) -> None:
        self.turn_letter = "auto"
        self._found: str | None = None

    def read(self, text: str, moves: str) -> Position:
        """Return the position after the moves.

        Raises:
            HubError: it is no position, or a move is not legal.
        """
        words = moves.split()
        way = self.turn_letter if self.turn_letter != "auto" else self._find(text, words)
        try:
            return _played(_turned(text, way), words)
        except KifuError as error:
            raise HubError(str(error)) from None

    def _find(self, text: str, words: list[str]) -> str:
        """How the letter is meant; once it is sure, it is remembered."""
        fits = [way for way in ("colour", "first") if _fits(_turned(text, way), words)]
        if len(fits) == 1:
            self._found = fits[0]
        return self._found or "colour"


def _fits(text: str, words: list[str]) -> bool:
    """Whether the first move is legal; without one, whether the start has Black to move."""
    try:
        position = read_position(text)
        if words:
            read_move(position, words[0])
            return True
    except KifuError:
        return False
    start = Position.from_fen(START_FEN)
    return position.bitboards != start.bitboards or position.to_move is start.to_move


def _turned(text: str, way: str) -> str:
    return _OTHER.get(text[:1], text[:1]) + text[1:] if way == "first" else text


def _played(text: str, words: list[str]) -> Position:
    position = read_position(text)
    for number, word in enumerate(words, 1):
        try:
            position.play(read_move(position, word))
        except IllegalMoveError as error:
            raise HubError(f"move {number}: {error}") from None
    return position
