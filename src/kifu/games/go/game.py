"""A recorded game of Go."""

from collections.abc import Callable
from functools import cached_property

from kifu.errors import RecordError
from kifu.games.game import Game
from kifu.games.go.board import Board
from kifu.games.go.replay import Replay, replay, rules_of
from kifu.games.go.rules import Rules
from kifu.records import GameRecord, Problem
from kifu.records.moves import Move
from kifu.records.sgf import SgfRecord


class RecordedGame(Game[Board]):
    """A game of Go, played under its record's rules or others.

    Args:
        record: An SGF record of Go.
        rules: Instead of the record's own.

    Raises:
        RecordError: It is a record of another game.
    """

    kind = "go"
    title = "Go"
    record: SgfRecord

    def __init__(self, record: GameRecord, rules: Rules | str | None = None) -> None:
        if record.game != self.kind:
            raise RecordError(f"expected a record of Go, got one of {record.game}")
        super().__init__(record)
        self._rules = rules

    @property
    def rules(self) -> Rules:
        """The rules it is played under."""
        return rules_of(self.record) if self._rules is None else Rules.named(self._rules)

    @property
    def komi(self) -> float | None:
        """Points for White; None where the record does not say."""
        return self.record.info.komi

    @property
    def handicap(self) -> int:
        """Number of handicap stones."""
        return self.record.info.handicap

    @property
    def size(self) -> int:
        """Lines of the board."""
        return self.record.size[0]

    @cached_property
    def _whole(self) -> Replay:
        return replay(self.record, rules=self.rules)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line, up to the first illegal one."""
        return self._whole.board.moves

    @property
    def written(self) -> int:
        """How many moves the record has, legal or not."""
        return self.record.native.move_count

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was repaired to read the record, and what the rules object to."""
        return (*self.record.problems, *self._whole.problems)

    @classmethod
    def start(cls, size: int | None = None) -> Board:
        """An empty board; 19x19 if not given."""
        return Board(size or 19)

    @classmethod
    def board_name(cls, width: int, height: int) -> str:
        """Name the game on such a board: `Go on 9x9`."""
        return f"Go on {width}x{height}"

    def comments(self, clean: Callable[[str], str] = str) -> list[str]:
        """The record's comments: before the first move, then of every move; `clean` is applied to each."""
        found = [""]
        for node in self.record.main_line():
            found += [""] * len(node.moves)  # of two moves in a node, the last has its comment
            found[-1] = "\n".join(filter(None, (found[-1], clean(node.comment))))
        return found

    def _after(self, moves: int) -> Board:
        board = replay(self.record, moves=moves, rules=self.rules).board
        if moves < len(self.moves):
            board.to_play = self.moves[moves].colour  # records let a side move twice in a row
        return board
