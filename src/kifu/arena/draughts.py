"""Draughts in the arena: every ballot with both colours."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kifu.arena.settings import DraughtsMatch
from kifu.arena.tables import ArenaGame
from kifu.games.draughts import Colour, Ending, Position, record_of
from kifu.games.draughts.ballots import ballots
from kifu.players.draughts import DraughtsPlayer
from kifu.players.named import check_player, make_player
from kifu.records.results import Result
from kifu.work.seeds import stream


@dataclass(frozen=True)
class DraughtsTerms(DraughtsMatch):
    """What a match of draughts is played under."""

    @property
    def limit(self) -> int:
        """Moves after which a game is drawn."""
        return self.move_limit

    def facts(self) -> dict[str, Any]:
        """Everything by name."""
        return {"game": "draughts"} | asdict(self)

    @property
    def name(self) -> str:
        """The game."""
        return Position.game

    def command_options(self) -> list[str]:
        """Options of `kifu match` for what is not usual."""
        return ["--game", self.name, *(["--no-ballots"] if self.openings == "start" else [])]

    def check_player(self, text: str) -> object:
        """Refuse the text of a player that draughts does not have."""
        return check_player(text, "draughts")

    def make_player(self, text: str, seed: int) -> DraughtsPlayer:
        """Make a draughts player."""
        return make_player(text, seed, game="draughts")

    def table(self, seed: int, pair: int) -> "DraughtsArenaGame":
        """Set up a game; both games of a pair have the same ballot, and all are used before one returns."""
        if self.openings == "start":
            return DraughtsArenaGame(())
        known = ballots()
        round_, place = divmod(pair, len(known))
        order = stream(seed, "ballots", round_).permutation(len(known))
        return DraughtsArenaGame(known[int(order[place])].split())


class DraughtsArenaGame(ArenaGame[Position]):
    """A game of draughts.

    Args:
        opening: moves that are made before the players are asked.
    """

    suffix = ".pdn"

    def __init__(self, opening: Sequence[str]) -> None:
        super().__init__(Position(), opening)
        self.opening = tuple(opening)

    def seat(self, player: DraughtsPlayer) -> None:
        """Tell a player that a game begins."""
        player.new_game()

    def result(self) -> Result:
        """Who has won; a game that is broken off is drawn."""
        ending = self.position.result()
        if ending is None or ending.winner is None:
            return Result(None, None, "draw")
        return Result(ending.winner, None, "unknown")

    def ending(self, result: Result) -> tuple[str, str]:
        """Why the rules ended it."""
        ending = self.position.result()
        assert ending is not None
        return ("draw" if ending.winner is None else "no move"), ending.reason

    def broken_off(self, result: Result) -> str:
        """At the limit of moves a game is drawn."""
        return f"drawn: it was not over after {self.moves} moves"

    def record(self, names: dict[Colour, str], result: Result, why: str, comments: dict[int, str]) -> bytes:
        """Write it as PDN, with what the players said about their moves."""
        written = Ending(result.winner, why).pdn
        black, white = names[Colour.BLACK], names[Colour.WHITE]
        record = record_of(self.position, black, white, written, event="Kifu match")
        if self.opening:
            record.tags["Opening"] = " ".join(self.opening)
        node = record.tree
        for number in range(1, self.moves + 1):
            node = node.children[0]
            if number in comments:
                node.comments.append(comments[number])
        node.comments.append(why)
        return record.to_bytes()
