"""Records onto the board: written moves to legal ones, packed moves for archives, positions in arrays."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from kifu._native import draughts as native
from kifu.errors import IllegalMoveError, InputError, PositionError, RecordError
from kifu.games.draughts.moves import Move
from kifu.games.draughts.position import START_FEN, Position
from kifu.records.pdn import PdnRecord
from kifu.records.problems import Problem

OnIllegal = Literal["stop", "skip", "raise"]

#: What the native core says of a written move, by number; the last ones are not played.
KINDS = (
    "",
    "quiet-with-x",
    "capture-with-dash",
    "unfinished-capture",
    "ambiguous-move",
    "illegal-move",
    "not-a-move",
)
REFUSED = KINDS[4:]
_ENGLISH = 21
_GAMES = {
    20: "international",
    22: "Italian",
    23: "American pool",
    24: "Spanish",
    25: "Russian",
    26: "Brazilian",
}


@dataclass(frozen=True)
class Replay:
    """The main line of a record, played.

    Attributes:
        start: FEN of the first position.
        packed: The moves played, 16 bits each; `unpack` and `positions_of` read them.
        problems: Moves that were repaired or refused, with the number of the written move from 1.
        final_fen: The last position.
    """

    start: str
    packed: npt.NDArray[np.uint16]
    problems: list[Problem] = field(default_factory=list)
    final_fen: str = START_FEN

    @property
    def is_complete(self) -> bool:
        """Whether every move of the record was played."""
        return not any(problem.kind in REFUSED for problem in self.problems)

    @property
    def moves(self) -> list[Move]:
        """The moves played."""
        return unpack(self.packed, self.start)


def replay(record: PdnRecord, on_illegal: OnIllegal = "stop") -> Replay:
    """Play the main line of a record.

    Args:
        record: a game of English draughts.
        on_illegal: at a move that the rules forbid, `stop` there, `skip` it and try the next one in the same
            position, or `raise`.

    Raises:
        RecordError: the record is of another game than English draughts.
        PositionError: its FEN describes no position.
        IllegalMoveError: a move is illegal and `on_illegal` is `raise`.
    """
    if on_illegal not in ("stop", "skip", "raise"):
        raise InputError(f"expected on_illegal 'stop', 'skip' or 'raise', got {on_illegal!r}")
    start = start_of(record)
    moves = list(record.moves)
    packed, _, found, final_fen = native.replay(start, moves, on_illegal == "skip")
    problems = [
        Problem(KINDS[reading], f"{moves[index]!r}: {message}", move=index + 1)
        for index, reading, message in found
    ]
    if record.tag("SetUp").strip() == "1" and not record.fen:
        message = "SetUp says that the game begins from a FEN, but there is none: played from the start"
        problems.insert(0, Problem("missing-fen", message))
    if on_illegal == "raise":
        for problem in problems:
            if problem.kind in REFUSED:
                raise IllegalMoveError(str(problem))
    return Replay(start, np.array(packed, dtype=np.uint16), problems, final_fen)


def start_of(record: PdnRecord) -> str:
    """The FEN of the position a record begins from.

    Raises:
        RecordError: the record is of another game than English draughts.
        PositionError: its FEN describes no position.
    """
    if record.game_type != _ENGLISH:
        name = _GAMES.get(record.game_type, "another game")
        raise RecordError(
            f"replay of GameType {record.game_type} ({name}) is not supported: "
            "Kifu plays English draughts, GameType 21"
        )
    return Position.from_fen(record.fen).fen if record.fen else START_FEN


def record_of(
    position: Position, black: str, white: str, result: str = "*", event: str = "Kifu"
) -> PdnRecord:
    """The game that led to a position, from where it was set up."""
    start = position.copy()
    while start.ply:
        start.undo()
    tags = {"Event": event, "Black": black, "White": white, "GameType": str(_ENGLISH), "Result": result}
    if start.fen != START_FEN:
        tags |= {"SetUp": "1", "FEN": start.fen}
    return PdnRecord.from_moves(map(str, position.moves), tags, result)


def unpack(packed: Sequence[int] | npt.NDArray[np.uint16], fen: str = START_FEN) -> list[Move]:
    """Packed moves of one game as moves."""
    position = Position.from_fen(fen)
    return [position.play(position.unpack(int(move))) for move in packed]


def positions_of(
    packed: npt.ArrayLike, offsets: npt.ArrayLike, fens: Sequence[str] = ()
) -> npt.NDArray[np.uint32]:
    """Every position of many games at once, without the GIL.

    Args:
        packed: the moves of all games, one game after the other.
        offsets: where each game begins, and the number of moves at the end: one more than there are games.
        fens: where each game starts; empty, or empty texts, for the usual start.

    Returns:
        Rows (black, white, kings, side to move), with bit n - 1 for square n and 0 for Black to move.
        A game of m moves has m + 1 rows.
    """
    try:
        return np.asarray(
            native.positions(
                np.ascontiguousarray(packed, dtype=np.uint16),
                np.ascontiguousarray(offsets, dtype=np.int64),
                list(fens),
            )
        )
    except (ValueError, TypeError, OverflowError) as error:
        raise PositionError(f"these packed games cannot be replayed: {error}") from None
