"""Go in the arena."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from kifu.arena.opening_experts import expert_name, make_expert
from kifu.arena.openings import random_opening, usual_moves
from kifu.arena.referee import Referee, make_referee
from kifu.arena.settings import GoMatch
from kifu.arena.tables import ArenaGame
from kifu.errors import InputError
from kifu.games.coordinates import to_index
from kifu.games.go import Board, Colour, Point, Rules, score
from kifu.games.go.recording import record_of
from kifu.games.go.scoring import result_of
from kifu.players.base import Player
from kifu.players.named import check_player, make_player
from kifu.records.results import Result
from kifu.work.seeds import native_seed, stream


@dataclass(frozen=True)
class GoTerms(GoMatch):
    """What a match of Go is played under.

    Where there is an `expert` (`kifu.arena.opening_experts`), it finishes the game after `expert_moves`.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        Rules.named(self.rules)
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

    @property
    def name(self) -> str:
        """The board."""
        return f"{self.size}x{self.size}"

    def command_options(self) -> list[str]:
        """Options of `kifu match` for what is not usual."""
        facts = self.facts()
        usual = GoTerms(self.size, komi=facts["komi"]).facts()
        words = ["--size", f"{self.size}", "--komi", f"{facts['komi']:g}"]
        for name in ("rules", "opening", "referee", "expert"):
            words += [f"--{name}", f"{facts[name]}"] if facts.get(name) != usual.get(name) else []
        return words

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

    def table(self, seed: int, pair: int) -> "GoArenaGame":
        """Set up a game; both games of a pair have the same opening."""
        facts = self.facts()
        points = random_opening(self.size, facts["opening"], stream(seed, "opening", pair))
        board = Board(self.size, self.rules)
        if self.expert is None:
            return GoArenaGame(board, facts["komi"], points, lambda: make_referee(self.referee))
        finishing = native_seed(seed, "finish", pair)
        return OpeningArenaGame(board, facts["komi"], points, self.expert, self.expert_moves, finishing)


class GoArenaGame(ArenaGame[Board]):
    """A game of Go.

    Args:
        board: empty.
        komi: points for White.
        opening: moves that are made before the players are asked.
        referee: makes the referee when a game is counted.
    """

    suffix = ".sgf"

    def __init__(self, board: Board, komi: float, opening: Sequence[Point], referee: Any) -> None:
        super().__init__(board, opening)
        self.komi = komi
        self._make_referee = referee

    def seat(self, player: Player) -> None:
        """Tell a player size, rules and komi."""
        player.new_game(self.position.size, self.position.rules, self.komi)

    def result(self) -> Result:
        """Count the position without the stones that the referee calls dead."""
        referee: Referee = self._make_referee()
        try:
            dead = referee.dead_stones(self.position)
        finally:
            referee.close()
        return score(self.position, dead, komi=self.komi).result

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
        return record_of(self.position, komi=self.komi, info=info, comments=comments).to_bytes()


class OpeningArenaGame(GoArenaGame):
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
        return self.moves >= self._last or self.position.is_over

    def result(self) -> Result:
        """Let the expert finish the game."""
        size = self.position.size
        moves = np.array([[to_index(move.point, size) for move in self.position.moves]], np.int16)
        expert = make_expert(self._expert)
        try:
            points = round(float(expert.finish(moves, size, self.komi, self._seed)[0]), 1)
        finally:
            expert.close()
        return result_of(points, self.position.rules)
