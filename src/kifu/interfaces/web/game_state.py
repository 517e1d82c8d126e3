"""One game of a person against a player, as it is kept on disk."""

from dataclasses import asdict, dataclass, field
from typing import Any

from kifu.errors import InputError
from kifu.games.coordinates import from_gtp
from kifu.games.draughts import Position
from kifu.games.go import Board
from kifu.players.clocks import Clock, parse_clock
from kifu.records.moves import Colour, vertex
from kifu.records.results import Result

FORMAT = 1


@dataclass
class GameState:
    """Everything a game is made again from.

    Attributes:
        id: Sixteen hexadecimal digits.
        game: go or draughts.
        opponent: Text of the player.
        human: The person's colour, black or white.
        network: File of the network that plays draughts, where it is a champion of a run.
        moves: As people write them.
        clocks: What is left on both clocks, by colour.
        result: As the record writes it; empty while the game goes on.
        lost_since: The first of its moves in a row that the player thought lost; it is made anew for every
            move.
        version: Counts changes.
    """

    id: str
    created: float
    game: str
    opponent: str
    human: str
    name: str
    seed: int
    size: int = 9
    rules: str = "Chinese"
    komi: float = 7.5
    handicap: int = 0
    fen: str = ""
    network: str = ""
    clock: str = ""
    moves: list[str] = field(default_factory=list)
    clocks: dict[str, dict[str, Any]] = field(default_factory=dict)
    result: str = ""
    why: str = ""
    value: float | None = None
    comment: str = ""
    lost_since: int | None = None
    version: int = 1
    format: int = FORMAT

    def to_json(self) -> dict[str, Any]:
        """Plain types."""
        return asdict(self)

    @classmethod
    def from_json(cls, facts: dict[str, Any]) -> "GameState":
        """Read what `to_json` gave; TypeError and ValueError where it is something else."""
        if facts.get("format") != FORMAT:
            raise ValueError(f"expected a game of format {FORMAT}, got {facts.get('format')!r}")
        state = cls(**facts)
        state.position()
        return state

    def position(self) -> Board | Position:
        """The position, with its past."""
        if self.game == "draughts":
            position = Position.from_fen(self.fen) if self.fen else Position.start()
            for move in self.moves:
                position.play(move)
            return position
        board = Board(self.size, self.rules)
        if self.handicap:
            board.place_handicap(self.handicap)
        for move in self.moves:
            board.play(from_gtp(move, self.size))
        return board

    def play(self, text: str) -> None:
        """Play a move for whoever is to move; raises IllegalMoveError or PointError."""
        position = self.position()
        if isinstance(position, Position):
            self.moves.append(str(position.play(text)))
            return
        point = from_gtp(text, self.size)
        position.play(point)
        self.moves.append(vertex(point))

    def undo(self) -> None:
        """Take back the person's last move and what followed it."""
        mover = self.position().to_play
        # Sides take turns, so the newest move is the opponent of whoever is to move.
        back = 1 if mover is not self.human_colour else 2
        if len(self.moves) < back:
            raise InputError("there is no move of yours to take back")
        del self.moves[-back:]
        self.lost_since = None

    @property
    def human_colour(self) -> Colour:
        """The person's colour."""
        return Colour[self.human.upper()]

    @property
    def mover(self) -> Colour:
        """Whose turn it is."""
        return self.position().to_play

    def clock_of(self, colour: Colour) -> Clock | None:
        """The clock of a side as it stands, or None where there is no clock."""
        if not self.clock:
            return None
        clock = parse_clock(self.clock)
        clock.__dict__.update(self.clocks.get(colour.name.lower(), {}))
        return clock

    def spend(self, colour: Colour, seconds: float) -> bool:
        """Take time off a side's clock; False where its flag has fallen."""
        clock = self.clock_of(colour)
        if clock is None:
            return True
        clock.spend(seconds)
        self.clocks[colour.name.lower()] = dict(vars(clock))
        return not clock.is_out

    def lose(self, loser: Colour, kind: str, why: str) -> None:
        """End the game: somebody resigned or ran out of time."""
        result = Result(loser.opponent, None, "time" if kind == "time" else "resign")
        self.result = str(result) if self.game == "go" else ("0-1" if loser is Colour.BLACK else "1-0")
        self.why = why

    def record(self, player: str) -> tuple[bytes, str]:
        """The game as SGF or PDN, and which of them."""
        mine = {self.human_colour: self.name, self.human_colour.opponent: player}
        position = self.position()
        if isinstance(position, Position):
            from kifu.records.pdn import PdnRecord

            tags = {
                "Event": "Kifu",
                "Black": mine[Colour.BLACK],
                "White": mine[Colour.WHITE],
                "GameType": "21",
            }
            if self.fen:
                tags |= {"SetUp": "1", "FEN": self.fen}
            tags["Result"] = self.result or "*"
            return PdnRecord.from_moves(self.moves, tags, self.result or "*").to_bytes(), "pdn"
        from kifu.games.go.recording import record_of

        info = {"black": mine[Colour.BLACK], "white": mine[Colour.WHITE]}
        if self.result:
            info["result"] = self.result
        return record_of(position, komi=self.komi, handicap=self.handicap, info=info).to_bytes(), "sgf"
