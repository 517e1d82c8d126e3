"""One game over a connection: our moves go out, the other side's come in, both are played on one board."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from kifu.errors import IllegalMoveError
from kifu.games.draughts import Colour, Ending, Move, Position
from kifu.games.draughts.hub import read_move
from kifu.players.clocks import Absolute
from kifu.players.draughts import DraughtsPlayer
from kifu.protocols import dxp
from kifu.protocols.dxp import Connection, DxpError

#: Seconds that we wait beyond the other side's clock, and for one without a clock.
GRACE, PATIENCE = 30.0, 3600.0

Hear = Callable[[str], None]


@dataclass
class Game:
    """A game from its first position to its end.

    Attributes:
        position: as it stands, with all moves.
        colour: ours.
        minutes: of each side; 0 for no clock.
        limit: moves of both sides after which it is drawn; 0 for none.
        result: at the end; None where the other side broke it off without a word.
    """

    position: Position
    colour: Colour
    minutes: int = 0
    limit: int = 0
    result: Ending | None = None

    def play(self, connection: Connection, player: DraughtsPlayer, hear: Hear) -> dxp.End:
        """Play it; the other side's last word says whether it wants another game.

        Args:
            connection: to the other side; both have agreed on the game.
            player: ours.
            hear: given what the other side says to people.

        Raises:
            DxpError: the other side has gone, or broken the protocol.
        """
        player.new_game()
        ours, theirs = (Absolute(60.0 * self.minutes) if self.minutes else None for _ in range(2))
        while True:
            started = time.monotonic()
            if self.position.to_play is self.colour:
                move = self._choose(player, ours)
                if isinstance(move, dxp.End):
                    return _end(connection, move, hear)
                seconds = time.monotonic() - started
                connection.send(dxp.Played(move.start, move.end, move.captured, int(seconds)))
                clock = ours
            else:
                heard = next_message(connection, hear, theirs.remaining + GRACE if theirs else PATIENCE)
                if isinstance(heard, dxp.End):
                    self.result = self._over() or _said(heard, self.colour.opponent)
                    connection.send(dxp.End())
                    return heard
                if not isinstance(heard, dxp.Played):
                    raise DxpError(f"expected a move or the end of the game, got {str(heard)!r}")
                try:
                    self.position.play(read_move(self.position, _written(heard)))
                except IllegalMoveError as error:
                    self.result = Ending(self.colour, f"{self.colour.opponent} made an illegal move: {error}")
                    connection.send(dxp.Chat(str(error)))
                    return _end(connection, dxp.End(dxp.WON, stop=True), hear)
                clock = theirs
            if clock is not None:
                clock.spend(time.monotonic() - started)

    def _choose(self, player: DraughtsPlayer, clock: Absolute | None) -> Move | dxp.End:
        self.result = self._over()
        if self.result is None and clock is not None and clock.is_out:
            self.result = Ending(self.colour.opponent, f"{self.colour} ran out of time")
        if self.result is None:
            choice = player.choose(self.position.copy(), clock)
            if choice.move is not None and not choice.resign:
                return self.position.play(choice.move)
            self.result = Ending(self.colour.opponent, f"{self.colour} resigned")
        if self.result.winner is None:
            return dxp.End(dxp.DRAWN)
        return dxp.End(dxp.WON if self.result.winner is self.colour else dxp.RESIGNED)

    def _over(self) -> Ending | None:
        """What the rules and the limit say."""
        if self.limit and self.position.ply >= self.limit and not self.position.is_over:
            return Ending(None, f"{self.limit} moves were made")
        return self.position.result()


def next_message(connection: Connection, hear: Hear, seconds: float) -> dxp.Message:
    """The next message of a game, past what is said to people and wishes to take back."""
    while True:
        message = connection.receive(seconds)
        if isinstance(message, dxp.Chat):
            hear(message.text)
        elif isinstance(message, dxp.Back):
            connection.send(dxp.NO_BACK)
        elif message is None:
            raise DxpError("the other side has left")
        else:
            return message


def _end(connection: Connection, end: dxp.End, hear: Hear) -> dxp.End:
    connection.send(end)
    heard = next_message(connection, hear, GRACE)
    if not isinstance(heard, dxp.End):
        raise DxpError(f"expected the other side to end the game too, got {str(heard)!r}")
    return heard


def _said(end: dxp.End, sender: Colour) -> Ending | None:
    """How a game ended that the rules had not ended: the word of who ended it."""
    return {
        dxp.RESIGNED: Ending(sender.opponent, f"{sender} resigned"),
        dxp.DRAWN: Ending(None, f"{sender} says so"),
        dxp.WON: Ending(sender, f"{sender} says so"),
    }.get(end.reason)


def _written(move: dxp.Played) -> str:
    """As Hub writes it."""
    return ("x" if move.captured else "-").join(map(str, (move.start, move.end, *move.captured)))
