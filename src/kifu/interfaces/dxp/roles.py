"""The two roles of DXP: the initiator proposes games, the follower plays what it is asked for."""

import itertools
from collections.abc import Iterable, Iterator

from kifu.errors import InputError
from kifu.games.draughts import Colour, Position
from kifu.games.draughts.hub import read_position, write_position
from kifu.interfaces.dxp.game import PATIENCE, Game, Hear, next_message
from kifu.players.draughts import DraughtsPlayer
from kifu.protocols import dxp
from kifu.protocols.dxp import Connection, DxpError

# Black is "zwart"; otherwise DXP writes positions as Hub does.
_ZWART, _BLACK = str.maketrans("bB", "zZ"), str.maketrans("zZ", "bB")
# Seconds between two games, after which somebody else may come.
_IDLE = 300.0
_REFUSALS = {
    dxp.OTHER_VERSION: "it speaks another version of DXP",
    dxp.NOT_THIS_GAME: "it does not want this game",
}


def follow(
    connection: Connection, player: DraughtsPlayer, name: str, hear: Hear
) -> Iterator[tuple[str, Game]]:
    """Play what the other side asks for, until it leaves: its name and each game that came to an end."""
    while (message := connection.receive(_IDLE)) is not None:
        if isinstance(message, dxp.Chat):
            hear(message.text)
        elif isinstance(message, dxp.Request):
            if message.version != dxp.VERSION:
                connection.send(dxp.Answer(name, dxp.OTHER_VERSION))
                continue
            try:
                position = _asked(message)
            except InputError as error:
                connection.send(dxp.Answer(name, dxp.NOT_THIS_GAME))
                connection.send(dxp.Chat(str(error)))
                continue
            connection.send(dxp.Answer(name, dxp.ACCEPTED))
            colour = Colour.WHITE if message.follower == "W" else Colour.BLACK
            game = Game(position, colour, message.minutes, message.moves)
            game.play(connection, player, hear)
            yield message.name, game
        else:
            raise DxpError(f"expected a request for a game, got {str(message)!r}")


def initiate(
    connection: Connection,
    player: DraughtsPlayer,
    name: str,
    openings: Iterable[Position],
    *,
    minutes: int = 0,
    moves: int = 0,
    hear: Hear,
) -> Iterator[tuple[str, Game]]:
    """Ask for games, each opening with both colours: the other side's name and each game.

    Args:
        connection: to a follower.
        player: ours.
        name: of us.
        openings: first positions.
        minutes: for each side; 0 for no clock.
        moves: of a game; 0 for no limit.
        hear: given what the other side says to people.

    Raises:
        DxpError: it refuses a game, has gone, or breaks the protocol.
    """
    for opening, colour in itertools.product(openings, (Colour.BLACK, Colour.WHITE)):
        follower = "W" if colour is Colour.BLACK else "Z"
        written = write_position(opening).translate(_ZWART)
        connection.send(dxp.Request(name, follower, minutes, moves, written))
        answer = next_message(connection, hear, PATIENCE)
        if not isinstance(answer, dxp.Answer):
            raise DxpError(f"expected an answer to the request for a game, got {str(answer)!r}")
        if answer.code != dxp.ACCEPTED:
            why = _REFUSALS.get(answer.code, "it does not want any game")
            raise DxpError(f"{answer.name!r} refuses the game: {why}")
        game = Game(Position.from_fen(opening.fen), colour, minutes, moves)
        end = game.play(connection, player, hear)
        yield answer.name, game
        if end.stop:
            return


def _asked(request: dxp.Request) -> Position:
    position = read_position(request.position.translate(_BLACK)) if request.position else Position()
    if position.is_over:
        raise InputError(f"there is no legal move in {position.fen}")
    return position
