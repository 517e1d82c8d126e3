"""Go at a table of the arena."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from kifu.arena.opening_experts import expert_name, make_expert
from kifu.arena.openings import random_opening, usual_moves
from kifu.arena.referee import Referee, make_referee
from kifu.errors import InputError
from kifu.games.coordinates import to_index
from kifu.games.go import MAX_SIZE, MIN_SIZE, Board, Colour, Point, Rules, score
from kifu.games.go.recording import record_of
from kifu.games.go.scoring import result_of
from kifu.players.base import Choice, Player
from kifu.players.clocks import Clock
from kifu.players.named import check_player, make_player
from kifu.records.results import Result
from kifu.work.seeds import native_seed, stream

_MOST_KOMI = 1000


@dataclass(frozen=True)
class GoTerms:
    """What a match of Go is played under.

    Attributes:
        size: of the board.
        rules: by name.
        komi: the usual one of the rules if None.
        opening: stones of a random opening; None is the usual number for the size.
        referee: `kifu`, or `gtp:"COMMAND"` of an engine that names the dead stones.
        expert: finishes the game after its opening of `expert_moves` moves, both sides' together; None lets
            the players play to the end. See `kifu.arena.opening_experts`.
    """

    size: int = 9
    rules: str = "chinese"
    komi: float | None = None
    opening: int | None = None
    referee: str = "kifu"
    expert: str | None = None
    expert_moves: int = 20

    def __post_init__(self) -> None:
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise InputError(f"expected a board size from {MIN_SIZE} to {MAX_SIZE}, got {self.size!r}")
        Rules.named(self.rules)
        if self.komi is not None and not abs(self.komi) <= _MOST_KOMI:
            raise InputError(f"expected a komi from {-_MOST_KOMI} to {_MOST_KOMI} points, got {self.komi!r}")
        make_referee(self.referee)
        if self.expert is not None:
            expert_name(self.expert)

    @property
    def limit(self) -> int:
        """Moves after which a game is broken off and counted as it stands."""
        return 3 * self.size**2

    def facts(self) -> dict[str, Any]:
        """Everything by name, the defaults filled in."""
        rules = Rules.named(self.rules)
        opening = usual_moves(self.size) if self.opening is None else self.opening
        komi = rules.komi if self.komi is None else self.komi
        facts = {"game": "go"} | asdict(self) | {"rules": rules.name, "komi": komi, "opening": opening}
        if self.expert is None:
            # Matches from before there were experts can be continued.
            del facts["expert"], facts["expert_moves"]
        else:
            facts["expert"] = expert_name(self.expert)
        return facts

    def check_player(self, text: str) -> object:
        """Refuse the text of a player that Go does not have."""
        return check_player(text)

    def make_player(self, text: str, seed: int) -> Player:
        """Make a Go player; one that plays on boards of another size only is refused."""
        player = make_player(text, seed)
        size = getattr(player, "size", self.size)
        if size != self.size:
            player.close()
            raise InputError(
                f"{text!r} plays on {size}x{size} boards, the match is on {self.size}x{self.size}"
            )
        return player

    def table(self, seed: int, pair: int) -> "GoTable":
        """Set up a game; both games of a pair have the same opening."""
        facts = self.facts()
        points = random_opening(self.size, facts["opening"], stream(seed, "opening", pair))
        board = Board(self.size, self.rules)
        if self.expert is None:
            return GoTable(board, facts["komi"], points, lambda: make_referee(self.referee))
        finishing = native_seed(seed, "finish", pair)
        return OpeningTable(board, facts["komi"], points, self.expert, self.expert_moves, finishing)


class GoTable:
    """A game of Go.

    Args:
        board: empty.
        komi: points for White.
        opening: moves that are made before the players are asked.
        referee: makes the referee when a game is counted.
    """

    suffix = ".sgf"

    def __init__(self, board: Board, komi: float, opening: Sequence[Point], referee: Any) -> None:
        self.board = board
        self.komi = komi
        self._make_referee = referee
        for point in opening:
            board.play(point)

    @property
    def mover(self) -> Colour:
        """Whose move it is."""
        return self.board.to_play

    @property
    def moves(self) -> int:
        """Stones and passes so far."""
        return len(self.board.moves)

    @property
    def is_over(self) -> bool:
        """Whether both have passed."""
        return self.board.is_over

    def seat(self, player: Player) -> None:
        """Tell a player size, rules and komi."""
        player.new_game(self.board.size, self.board.rules, self.komi)

    def ask(self, player: Player, clock: Clock | None) -> Choice:
        """Show a copy of the board: no player can move the stones behind the arena's back."""
        return player.choose(self.board.copy(), clock)

    def accept(self, decision: Choice) -> None:
        """Play the move."""
        self.board.play(decision.move)

    def result(self) -> Result:
        """Count the position without the stones that the referee calls dead."""
        referee: Referee = self._make_referee()
        try:
            dead = referee.dead_stones(self.board)
        finally:
            referee.close()
        return score(self.board, dead, komi=self.komi).result

    def ending(self, result: Result) -> tuple[str, str]:
        """Both have passed, and the position was counted."""
        return "count", f"counted: {result}"

    def broken_off(self, result: Result) -> str:
        """At the limit of moves a game is counted as it stands."""
        return f"broken off after {self.moves} moves and counted: {result}"

    def record(self, names: dict[Colour, str], result: Result, why: str, comments: dict[int, str]) -> bytes:
        """Write it as SGF, with what the players said about their moves."""
        info = {
            "black": names[Colour.BLACK],
            "white": names[Colour.WHITE],
            "result": str(result),
            "comment": why,
        }
        return record_of(self.board, komi=self.komi, info=info, comments=comments).to_bytes()


class OpeningTable(GoTable):
    """A game that the players only open: an expert finishes it.

    Args:
        board, komi, opening: as for any game.
        expert: as text.
        moves: of both sides, with which the opening ends.
        seed: of the expert.
    """

    def __init__(
        self, board: Board, komi: float, opening: Sequence[Point], expert: str, moves: int, seed: int
    ) -> None:
        super().__init__(board, komi, opening, None)
        self._expert = expert
        self._last = moves
        self._seed = seed

    @property
    def is_over(self) -> bool:
        """Whether the opening is."""
        return self.moves >= self._last or self.board.is_over

    def result(self) -> Result:
        """Let the expert finish the game."""
        size = self.board.size
        moves = np.array([[to_index(move.point, size) for move in self.board.moves]], np.int16)
        expert = make_expert(self._expert)
        try:
            points = round(float(expert.finish(moves, size, self.komi, self._seed)[0]), 1)
        finally:
            expert.close()
        return result_of(points, self.board.rules)
