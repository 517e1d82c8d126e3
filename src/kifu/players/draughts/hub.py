"""A player that is another program: any Hub engine for English draughts."""

import re
from dataclasses import dataclass

from kifu.errors import IllegalMoveError
from kifu.games.draughts import Position
from kifu.games.draughts.hub import read_move, write_move, write_position
from kifu.players.base import Choice, PlayerError
from kifu.players.clocks import Absolute, Clock, Fischer
from kifu.players.outside import CommandSettings, OutsidePlayer
from kifu.protocols.hub_client import Answer, HubClient

#: Seconds for a move where nobody says how long.
SECONDS = 0.1
_PATIENCE, _GRACE = 30.0, 5.0
_DECIDED = 90.0  # scores beyond it are wins
_LEVEL = re.compile(r"\s*@\s*(move-time|depth|nodes)=([0-9.]+)\s*$")


class HubPlayer(OutsidePlayer[HubClient]):
    """An outside engine. Its process starts with the first game; it is told the start and all moves.

    Args:
        command: the command line.
        level: how long it thinks where there is no clock, as Hub writes it.
    """

    def __init__(self, command: str, level: dict[str, str] | None = None) -> None:
        self.command = command
        self.name = command
        self._level = level or {"move-time": f"{SECONDS:g}"}

    def new_game(self) -> None:
        """Start the engine where it is not running, and tell it that a game begins."""
        self._let_go_if_ended()
        with self._errors():
            if self._client is None:
                self._client = HubClient(self.command, timeout=_PATIENCE, parameters={"variant": "english"})
                self.name = self._client.name
            self._client.new_game()

    def choose(self, position: Position, clock: Clock | None = None) -> Choice:
        """Let the engine move."""
        if self._client is None:
            self.new_game()
        assert self._client is not None
        start = position.copy()
        moves = position.moves
        while start.ply:
            start.undo()
        level, patience = self._level, self.timeout
        if clock is not None:
            level, patience = _clock_level(clock), clock.remaining + _GRACE
        with self._errors():
            written = [write_move(move) for move in moves]
            answer = self._client.search(write_position(start), written, level, patience)
        try:
            move = read_move(position, answer.move)
        except IllegalMoveError as error:
            raise PlayerError(f"{self.name} answered with a move that is not legal: {error}") from None
        value, plies = _value(answer)
        return Choice(move, value=value, plies_to_end=plies, depth=_depth(answer), comment=_comment(answer))


@dataclass(frozen=True)
class HubSettings(CommandSettings):
    """Settings of an outside engine: `hub:"kifu hub @ depth=6"`.

    `@ move-time=0.01`, `@ depth=6` or `@ nodes=10000` at the end of the command says how long the engine
    thinks where there is no clock.
    """

    def player(self) -> HubPlayer:
        """Make the player."""
        match = _LEVEL.search(self.command)
        command = self.command[: match.start()] if match else self.command
        return HubPlayer(self.seeded(command), {match[1]: match[2]} if match else None)


def _clock_level(clock: Clock) -> dict[str, str]:
    if isinstance(clock, Fischer):
        # Hub adds the increment before a move, this clock after it.
        return {"time": f"{max(clock.remaining - clock.increment, 0.0):.3f}", "inc": f"{clock.increment:g}"}
    if isinstance(clock, Absolute):
        return {"time": f"{clock.remaining:.3f}"}
    return {"move-time": f"{max(clock.budget(30), 0.001):.3f}"}


def _value(answer: Answer) -> tuple[float | None, int]:
    try:
        score = float(answer.info["score"])
    except (KeyError, ValueError):
        return None, 0
    if abs(score) > _DECIDED:
        plies = max(1, round((100 - abs(score)) * 100))
        return (1.0, plies) if score > 0 else (-1.0, -plies)
    return max(-1.0, min(1.0, score / (1 + abs(score)))), 0


def _depth(answer: Answer) -> int:
    text = answer.info.get("depth", "")
    return int(text) if text.isdecimal() and len(text) < 5 else 0


def _comment(answer: Answer) -> str:
    known = ("depth", "score", "nodes", "time", "pv")
    return " ".join(f"{name}={answer.info[name]}" for name in known if name in answer.info)
