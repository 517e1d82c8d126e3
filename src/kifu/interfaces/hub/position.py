"""The position of a search from the Hub command `pos`, whoever wrote it.

Hub was made for international draughts, where White begins from the high squares. Some controllers therefore
turn the board round and exchange the colours, so that the side which begins, Black in English draughts, is
called White; their moves keep the English numbers. Moves tell what is meant; so does the start position.
"""

from kifu.errors import IllegalMoveError, KifuError
from kifu.games.draughts import START_FEN, Position
from kifu.games.draughts.hub import read_move, read_position
from kifu.protocols.hub import HubError

BOARDS = ("auto", "english", "turned")
_OTHER = str.maketrans("bwBW", "wbWB")


class PositionReader:
    """Reads positions, and learns how the controller writes them.

    Attributes:
        board: `english` as docs/hub.md has it, `turned` with the colours exchanged, `auto` to find out.
    """

    def __init__(self) -> None:
        self.board = "auto"
        self._found: str | None = None

    def read(self, text: str, moves: str) -> Position:
        """Return the position after the moves.

        Raises:
            HubError: it is no position, or a move is not legal.
        """
        words = moves.split()
        way = self.board if self.board != "auto" else self._find(text, words)
        try:
            return _played(_turned(text, way), words)
        except KifuError as error:
            raise HubError(str(error)) from None

    def _find(self, text: str, words: list[str]) -> str:
        """How the board is meant; once it is sure, it is remembered."""
        fits = [way for way in ("english", "turned") if _fits(_turned(text, way), words)]
        if len(fits) == 1:
            self._found = fits[0]
        return self._found or "english"


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
    return position.bitboards != start.bitboards or position.to_play is start.to_play


def _turned(text: str, way: str) -> str:
    return (text[:1] + text[:0:-1]).translate(_OTHER) if way == "turned" else text


def _played(text: str, words: list[str]) -> Position:
    position = read_position(text)
    for number, word in enumerate(words, 1):
        try:
            position.play(read_move(position, word))
        except IllegalMoveError as error:
            raise HubError(f"move {number}: {error}") from None
    return position
