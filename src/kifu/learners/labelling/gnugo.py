"""Asking GNU Go for the dead stones of a position. Processes live on and are restarted when they fail."""

import threading
from functools import lru_cache

import numpy as np

from kifu.errors import KifuError, MissingToolError, PointError
from kifu.games.coordinates import from_gtp, points_where
from kifu.learners.labelling.finished import Marks
from kifu.protocols.gtp_client import EngineError, EngineRefusedError, GtpClient, find_program

#: How GNU Go is started. Its seed is fixed, so the same position gets the same answer.
COMMAND = ("gnugo", "--mode", "gtp", "--seed", "1")

# One for each thread: a worker of a cluster may have several.
_running: dict[tuple[int, tuple[str, ...]], GtpClient] = {}


def is_installed(command: tuple[str, ...] = COMMAND) -> bool:
    """Whether the program is there."""
    return find_program(command[0]) is not None


@lru_cache(maxsize=4)
def version(command: tuple[str, ...] = COMMAND) -> str:
    """What the program says of itself."""
    with GtpClient(command, timeout=10.0) as client:
        return client.send("version")


def dead_stones(command: tuple[str, ...], stones: Marks, to_play: int, timeout: float) -> Marks | str:
    """The dead stones of a finished position, or why there is no answer.

    Args:
        command: of the engine; its process is kept for the next position.
        stones: height x width, 0 empty, 1 black, 2 white.
        to_play: whose turn it would be.
        timeout: seconds for one answer.
    """
    key = threading.get_ident(), command
    try:
        client = _running.get(key) or GtpClient(command)
        _running[key] = client
        _set_up(client, stones, to_play, timeout)
        return _marks(stones, client.send("final_status_list dead", timeout))
    except EngineRefusedError as error:  # it still works
        return str(error)
    except MissingToolError:  # on this worker only, or it would not have been asked
        raise
    except KifuError as error:
        broken = _running.pop(key, None)
        if broken is not None:
            broken.kill()
        return str(error)


def close() -> None:
    """End all processes."""
    while _running:
        _running.popitem()[1].close()


def _set_up(client: GtpClient, stones: Marks, to_play: int, timeout: float) -> None:
    # Stone by stone: no block of a part of a position has fewer liberties than in the whole, so nothing is
    # captured on the way. Caches are cleared: an answer shall not depend on the games before.
    client.send(f"boardsize {len(stones)}", timeout)
    client.send("clear_board", timeout)
    client.send("clear_cache", timeout)
    for point in points_where(stones):
        colour = "black" if stones[point.y, point.x] == 1 else "white"
        client.send(f"play {colour} {point}", timeout)
    players = ("black", "white") if to_play == 1 else ("white", "black")
    for player in players:
        client.send(f"play {player} pass", timeout)


def _marks(stones: Marks, answer: str) -> Marks:
    dead = np.zeros_like(stones)
    for word in answer.split():
        try:
            point = from_gtp(word, len(stones))
        except PointError:
            point = None
        if point is None or not stones[point.y, point.x]:
            raise EngineError(f"expected a list of stones on the board, got {word[:40]!r} among the dead")
        dead[point.y, point.x] = 1
    return dead
