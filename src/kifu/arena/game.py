"""One game between two players, to its end, whatever they do."""

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from kifu.arena.tables import ArenaGame, Contestant
from kifu.arena.watch import Watch
from kifu.errors import InputError, MissingToolError
from kifu.models.files import ModelError
from kifu.players.base import PlayerTimeoutError
from kifu.players.clocks import Clock
from kifu.records.moves import Colour
from kifu.records.results import Result, ResultKind


@dataclass(frozen=True)
class Outcome:
    """A finished game.

    Attributes:
        result: who has won, and how.
        ending: `resignation`, `time`, `illegal move`, `crash`, `move limit`, or what the game calls its own:
            `count` in Go.
        why: in words.
        moves: made in all.
        thinking: seconds of Black and White.
        asked: how many moves Black and White were asked for.
        comments: what players said, by the number of the move.
    """

    result: Result
    ending: str
    why: str
    moves: int
    thinking: tuple[float, float]
    asked: tuple[int, int]
    comments: dict[int, str]


class StoppedError(Exception):
    """Somebody asked the arena to stop; the game does not count."""


def play_game(
    game: ArenaGame[Any],
    players: Mapping[Colour, Contestant],
    *,
    clocks: Mapping[Colour, Clock | None] | None = None,
    limit: int = 1000,
    timeout: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Play a game.

    Args:
        game: the game, its opening made.
        players: both sides.
        clocks: both sides' own, where there are any.
        limit: moves after which it is broken off and counted as it stands.
        timeout: seconds for one move where there is no clock; who takes longer has lost.
        stopped: asked before every move.

    Raises:
        StoppedError: `stopped` said so.
        MissingToolError, ModelError: a player is not installed: no fault of its play.
    """
    with closing(Watch()) as watch:
        return _play(game, players, clocks or {}, limit, timeout, stopped, watch)


def _play(
    game: ArenaGame[Any],
    players: Mapping[Colour, Contestant],
    clocks: Mapping[Colour, Clock | None],
    limit: int,
    timeout: float | None,
    stopped: Callable[[], bool],
    watch: Watch,
) -> Outcome:
    thinking = dict.fromkeys(Colour, 0.0)
    asked = dict.fromkeys(Colour, 0)
    comments: dict[int, str] = {}

    def over(result: Result, ending: str, why: str) -> Outcome:
        return Outcome(
            result,
            ending,
            why,
            game.moves,
            (thinking[Colour.BLACK], thinking[Colour.WHITE]),
            (asked[Colour.BLACK], asked[Colour.WHITE]),
            comments,
        )

    def lost(loser: Colour, kind: ResultKind, ending: str, why: str) -> Outcome:
        return over(Result(loser.opponent, None, kind), ending, f"{loser} ({players[loser].name}) {why}")

    for colour, player in players.items():
        try:
            game.seat(player)
        except (MissingToolError, ModelError):
            raise
        except Exception as error:
            return lost(colour, "forfeit", "crash", f"could not begin: {_line(error)}")
    while not game.is_over:
        if stopped():
            raise StoppedError
        if game.moves >= limit:
            result = game.result()
            return over(result, "move limit", game.broken_off(result))
        mover = game.position.to_play
        clock = clocks.get(mover)
        started = time.monotonic()
        try:
            with watch.on(players[mover], timeout if clock is None else clock.remaining):
                choice = game.ask(players[mover], clock)
        except (MissingToolError, ModelError):
            raise
        except PlayerTimeoutError as error:
            return lost(mover, "time", "time", f"did not answer in time: {_line(error)}")
        except Exception as error:
            if stopped():
                raise StoppedError from None
            return lost(mover, "forfeit", "crash", f"failed: {_line(error)}")
        seconds = time.monotonic() - started
        thinking[mover] += seconds
        asked[mover] += 1
        if clock is not None:
            clock.spend(seconds)
        if (clock is not None and clock.is_out) or (clock is None and timeout and seconds > timeout):
            return lost(mover, "time", "time", f"took {seconds:.1f} s for move {game.moves + 1}")
        if choice.resign:
            return lost(mover, "resign", "resignation", "resigned")
        try:
            game.position.play(choice.move)
        except InputError as error:
            return lost(mover, "forfeit", "illegal move", f"made an illegal move: {_line(error)}")
        if choice.comment:
            comments[game.moves] = choice.comment
    result = game.result()
    return over(result, *game.ending(result))


def _line(error: Exception) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 300 else text[:297] + "..."
