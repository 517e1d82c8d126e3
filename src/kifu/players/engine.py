"""A player that is another program: any GTP engine, GNU Go for one."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass

from kifu.errors import PointError
from kifu.games.coordinates import all_points, from_gtp
from kifu.games.go import Board, Colour, Point, Rules
from kifu.players.base import Choice, PlayerError
from kifu.players.clocks import Absolute, ByoYomi, Canadian, Clock, Fischer
from kifu.players.outside import CommandSettings, OutsidePlayer
from kifu.protocols.gtp_client import EngineRefusedError, GtpClient
from kifu.records.moves import Move

#: Seconds for anything but thinking.
PATIENCE = 30.0
#: Seconds beyond its clock after which an engine is taken to hang.
_GRACE = 5.0
#: Letters of what an engine calls itself that are kept.
_LONGEST = 100


class EnginePlayer(OutsidePlayer[GtpClient]):
    """An outside engine. Its process starts with the first game and is told only what it does not know yet.

    Args:
        command: the command line.
        name: shown instead of the engine's own.
    """

    def __init__(self, command: str | Sequence[str], *, name: str | None = None) -> None:
        self.command = command
        self.name = name or (command if isinstance(command, str) else " ".join(command))
        self._commands: frozenset[str] = frozenset()
        self._known: tuple[Move, ...] = ()  # moves that the engine has on its board
        self._start: bytes = b""  # stones that it was given before them
        self._game: tuple[int, Rules, float] | None = None
        self._clock_told = ""

    def new_game(self, size: int, rules: Rules, komi: float) -> None:
        """Start the engine where it is not running, and clear its board."""
        self._let_go_if_ended()
        if self._client is None:
            self._client = GtpClient(self.command, timeout=PATIENCE)
            with self._errors():
                # It may have much to load before it answers anything.
                first = self._client.send("list_commands", max(PATIENCE, self.timeout))
                self._commands = frozenset(first.split())
                asked = [word for word in ("name", "version") if word in self._commands]
                self.version = " ".join(self._client.send(word).strip() for word in asked)[:_LONGEST]
        self._game = size, rules, komi
        self._clock_told = ""
        with self._errors():
            self._send(f"boardsize {size}")
            for known, word in (("kata-set-rules", rules.name.lower()), ("kgs-rules", _kgs(rules))):
                if known in self._commands:
                    with contextlib.suppress(EngineRefusedError):
                        self._send(f"{known} {word}")
                    break
            self._clear()
            self._send(f"komi {komi:g}")

    def choose(self, board: Board, clock: Clock | None = None) -> Choice:
        """Bring its board up to date and let it move."""
        if self._game is None:
            self.new_game(board.size, board.rules, board.rules.komi)
        colour = "b" if board.to_play is Colour.BLACK else "w"
        with self._errors():
            self._bring_up_to_date(board)
            timeout = self.timeout
            if clock is not None:
                self._tell_time(colour, clock)
                timeout = clock.remaining + _GRACE
            answer = self._send(f"genmove {colour}", timeout).split()
        word = answer[0].lower() if answer else ""
        if word == "resign":
            return Choice(None, resign=True, comment=f"{self.name} resigns")
        try:
            point = from_gtp(word, board.size)
        except PointError as error:
            raise PlayerError(f"{self.name} answered genmove with {word[:40]!r}: {error}") from None
        self._known = (*self._known, Move(board.to_play, point))
        return Choice(point, comment=self._explanation())

    def dead_stones(self, board: Board) -> list[Point]:
        """Ask which stones are dead."""
        if self._game is None:
            self.new_game(board.size, board.rules, board.rules.komi)
        with self._errors():
            self._bring_up_to_date(board)
            words = self._send("final_status_list dead", self.timeout).split()
        try:
            points = [from_gtp(word, board.size) for word in words]
        except PointError as error:
            raise PlayerError(f"{self.name} named no point among the dead stones: {error}") from None
        return [point for point in points if point is not None and board[point] is not None]

    def _bring_up_to_date(self, board: Board) -> None:
        start, moves = _past(board)
        known = len(self._known)
        if start != self._start or moves[:known] != self._known:
            self._clear()
            known = 0
            if any(start):
                self._set_up(board.size, start)
        for move in moves[known:]:
            colour = "b" if move.colour is Colour.BLACK else "w"
            self._send(f"play {colour} {move}")
        self._start, self._known = start, moves

    def _set_up(self, size: int, stones: bytes) -> None:
        for index, stone in enumerate(stones):
            if stone:
                self._send(f"play {'b' if stone == 1 else 'w'} {all_points(size)[index]}")

    def _clear(self) -> None:
        self._send("clear_board")
        assert self._game is not None
        self._known, self._start = (), bytes(self._game[0] ** 2)

    def _tell_time(self, colour: str, clock: Clock) -> None:
        if str(clock) != self._clock_told:
            self._clock_told = str(clock)
            for line in _time_settings(clock):
                if line.split()[0] in self._commands:
                    self._send(line)
                    break
        if "time_left" in self._commands:
            left = clock.face if isinstance(clock, Absolute) else clock.remaining
            stones = 0
            if isinstance(clock, Canadian):
                stones = clock.stones_left
            elif isinstance(clock, ByoYomi) and clock.in_overtime:
                stones = clock.periods_left if "kgs-time_settings" in self._commands else 1
            self._send(f"time_left {colour} {int(left)} {stones}")

    def _explanation(self) -> str:
        if "gomill-explain_last_move" not in self._commands:
            return ""
        with contextlib.suppress(EngineRefusedError):
            return self._send("gomill-explain_last_move")
        return ""

    def _send(self, line: str, timeout: float | None = None) -> str:
        if self._client is None:
            raise PlayerError(f"{self.name} has been closed")
        return self._client.send(line, timeout)


def _past(board: Board) -> tuple[bytes, tuple[Move, ...]]:
    """The stones of the last setup (all empty without one), and the moves since."""
    game = board._game
    last_setup = next((i for i in range(game.steps - 1, -1, -1) if game.step(i)[2]), None)
    if last_setup is None:
        return bytes(board.size**2), board.moves
    moves_since = game.steps - 1 - last_setup
    start = board.history()[last_setup + 1].tobytes()
    return start, board.moves[len(board.moves) - moves_since :]


@dataclass(frozen=True)
class EngineSettings(CommandSettings):
    """Settings of an outside engine: `gtp:"gnugo --mode gtp --level 10"`."""

    def player(self) -> EnginePlayer:
        """Make the player."""
        return EnginePlayer(self.seeded(self.command), name=self.command)


def _kgs(rules: Rules) -> str:
    name = rules.name.lower().replace(" ", "_")
    return name if name in ("chinese", "japanese", "aga", "new_zealand") else "chinese"


def _time_settings(clock: Clock) -> list[str]:
    """Ways to tell a time control, the best first."""
    if isinstance(clock, Canadian):
        return [f"time_settings {clock.main:.0f} {clock.period:.0f} {clock.stones}"]
    if isinstance(clock, ByoYomi):
        return [
            f"kgs-time_settings byoyomi {clock.main:g} {clock.period:g} {clock.periods}",
            # One period is one Canadian stone, for those who know nothing else.
            f"time_settings {clock.main:.0f} {max(1, round(clock.period))} 1",
        ]
    if isinstance(clock, Fischer):
        return [
            f"kata-time_settings fischer {clock.main:g} {clock.increment:g}",
            f"time_settings {clock.main:.0f} {max(1, round(clock.increment))} 1",
        ]
    if isinstance(clock, Absolute):
        return [f"time_settings {clock.main:.0f} 0 0"]
    return []
