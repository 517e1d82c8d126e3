"""A recorded game of English draughts."""

from collections.abc import Callable
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
        return len(self._with_whole_captures.moves)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was repaired to read the record, and what the rules object to."""
        return (*self.record.problems, *self.replay.problems)

    @property
    def result_text(self) -> str:
        """The result as people read it: `Black won`, `draw` or `unfinished`."""
        result = self.result
        if result is not None and result.winner is not None:
            return f"{result.winner} won"
        return "draw" if result is not None and result.kind == "draw" else super().result_text

    @classmethod
    def start(cls, size: int | None = None) -> Position:
        """The start of a game; there is one board."""
        return Position()

    @classmethod
    def board_name(cls, width: int, height: int) -> str:
        """Name the game; there is one board."""
        return cls.kind

    def comments(self, clean: Callable[[str], str] = str) -> list[str]:
        """The record's comments: before the first move, then of every move; `clean` is applied to each."""
        node, found = self._with_whole_captures.tree, []
        while True:
            found.append("\n".join(filter(None, map(clean, (*node.before, *node.comments)))))
            if not node.children:
                return found
            node = node.children[0]

    @cached_property
    def _with_whole_captures(self) -> PdnRecord:
        return with_whole_captures(self.record)

    @cached_property
    def _walker(self) -> Position:
        """Goes to and fro, so that a walk over all positions plays every move once."""
        return Position.from_fen(self.replay.start)

    def _after(self, moves: int) -> Position:
        position = self._walker
        while position.ply > moves:
            position.undo()
        for packed in self.replay.packed[position.ply : moves].tolist():
            position.play(position.unpack(packed))
        return position.copy()
