"""A recorded game of English draughts."""

from functools import cached_property

from kifu.errors import RecordError
from kifu.games.draughts.moves import Move
from kifu.games.draughts.position import Position
from kifu.games.draughts.replay import Replay, replay
from kifu.games.draughts.whole_captures import with_whole_captures
from kifu.games.game import Game
from kifu.records import GameRecord, Problem
from kifu.records.pdn import PdnRecord


class RecordedGame(Game[Position]):
    """A game of English draughts.

    Raises:
        RecordError: It is a record of another game.
    """

    kind = "draughts"
    title = "English draughts"
    size = 8
    record: PdnRecord

    def __init__(self, record: GameRecord) -> None:
        if record.game != self.kind:
            raise RecordError(f"expected a record of English draughts, got one of {record.game}")
        super().__init__(record)

    @cached_property
    def replay(self) -> Replay:
        """The moves as they were played, packed."""
        return replay(self.record)

    @cached_property
    def moves(self) -> list[Move]:
        """The moves of the main line, up to the first illegal one."""
        return self.replay.moves

    @property
    def written(self) -> int:
        """How many moves the record has, legal or not; a capture is one move however it is written."""
        return len(with_whole_captures(self.record).moves)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was repaired to read the record, and what the rules object to."""
        return (*self.record.problems, *self.replay.problems)

    @property
    def result_text(self) -> str:
        """The result as people read it: `Black won`, `draw` or `unfinished`."""
        result = self.result
        if result is None:
            return ""
        if result.winner is not None:
            return f"{result.winner} won"
        return result.kind if result.kind in ("draw", "unfinished") else str(result)

    def _after(self, moves: int) -> Position:
        position = Position.from_fen(self.replay.start)
        for packed in self.replay.packed[:moves].tolist():
            position.play(position.unpack(packed))
        return position
