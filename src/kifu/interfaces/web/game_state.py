"""One game of a person against a player, as it is kept on disk."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from kifu.errors import InputError
from kifu.games.draughts import Position
from kifu.games.draughts.position import Ending
from kifu.games.facts import GameName
from kifu.games.go import Board
from kifu.players.clocks import Clock, parse_clock
from kifu.records.moves import Colour, Side
from kifu.records.results import Result

FORMAT = 1


@dataclass
class GameState:
    """A game with everything that is needed to go on with it.

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
    game: GameName
    opponent: str
    human: Side
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
    clocks: dict[Side, dict[str, float]] = field(default_factory=dict)
    result: str = ""
    why: str = ""
    value: float | None = None
    comment: str = ""
    lost_since: int | None = None
    version: int = 1
    format: int = FORMAT

    def to_json(self) -> str:
        """Everything as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> "GameState":
        """Read what `to_json` gave; TypeError and ValueError where it is something else."""
        facts = json.loads(text)
        if not isinstance(facts, dict) or facts.get("format") != FORMAT:
            raise ValueError(f"expected a game of format {FORMAT}, got {text[:40]!r}")
        state = cls(**facts)
        state.position()
        return state

    def position(self) -> Any:
        """The position, with its past."""
        position = _KINDS[self.game].start(self)
        for move in self.moves:
            position.play(move)
        return position

    def play(self, text: str) -> None:
        """Play a move for whoever is to move; raises IllegalMoveError or PointError."""
        self.moves.append(str(self.position().play(text)))

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
        mover: Colour = self.position().to_play
        return mover

    def clock_of(self, colour: Colour) -> Clock | None:
        """The clock of a side as it stands, or None where there is no clock."""
        if not self.clock:
            return None
        clock = parse_clock(self.clock)
        clock.__dict__.update(self.clocks.get(colour.side, {}))
        return clock

    def spend(self, colour: Colour, seconds: float) -> bool:
        """Take time off a side's clock; False where its flag has fallen."""
        clock = self.clock_of(colour)
        if clock is None:
            return True
        clock.spend(seconds)
        self.clocks[colour.side] = dict(vars(clock))
        return not clock.is_out

    def lose(self, loser: Colour, how: Literal["time", "resign"], why: str) -> None:
        """End the game: somebody resigned or ran out of time."""
        self.result = _KINDS[self.game].lost(loser, how)
        self.why = why

    def record(self) -> tuple[bytes, str]:
        """The game as SGF or PDN, and which of them."""
        names = {self.human_colour: self.name, self.human_colour.opponent: self.opponent}
        kind = _KINDS[self.game]
        return kind.record(self, names[Colour.BLACK], names[Colour.WHITE]), kind.suffix

    @property
    def has_terms(self) -> bool:
        """Whether size, rules, komi and handicap say something: in Go."""
        return _KINDS[self.game].has_terms


class _Go:
    """What games of Go have of their own."""

    suffix = "sgf"
    has_terms = True

    @staticmethod
    def start(state: GameState) -> Board:
        board = Board(state.size, state.rules)
        if state.handicap:
            board.place_handicap(state.handicap)
        return board

    @staticmethod
    def lost(loser: Colour, how: Literal["time", "resign"]) -> str:
        return str(Result(loser.opponent, None, how))

    @staticmethod
    def record(state: GameState, black: str, white: str) -> bytes:
        from kifu.games.go.recording import record_of

        info = {"black": black, "white": white} | ({"result": state.result} if state.result else {})
        return record_of(state.position(), komi=state.komi, handicap=state.handicap, info=info).to_bytes()


class _Draughts:
    """The same of draughts."""

    suffix = "pdn"
    has_terms = False

    @staticmethod
    def start(state: GameState) -> Position:
        return Position.from_fen(state.fen) if state.fen else Position.start()

    @staticmethod
    def lost(loser: Colour, how: Literal["time", "resign"]) -> str:
        return Ending(loser.opponent, how).pdn

    @staticmethod
    def record(state: GameState, black: str, white: str) -> bytes:
        from kifu.records.pdn import PdnRecord

        result = state.result or "*"
        tags = {"Event": "Kifu", "Black": black, "White": white, "GameType": "21"}
        if state.fen:
            tags |= {"SetUp": "1", "FEN": state.fen}
        return PdnRecord.from_moves(state.moves, tags | {"Result": result}, result).to_bytes()


_KINDS: dict[GameName, type[_Go] | type[_Draughts]] = {"go": _Go, "draughts": _Draughts}
