"""Other programs that say which stones of a finished game are dead: GNU Go and @sabaki/deadstones.

A peer that hangs, dies or talks nonsense over a game loses that game only; its process is started anew.
"""

import resource
import subprocess
import tempfile
from abc import ABC, abstractmethod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kifu.analysis.score import ScoreSheet
from kifu.errors import KifuError, MissingToolError
from kifu.games.coordinates import from_gtp, to_gtp
from kifu.games.go import Board, Colour, Point
from kifu.games.go.counting import count_area, count_territory
from kifu.protocols.gtp_client import EngineError, EngineRefusedError, GtpClient, find_program

Dead = NDArray[np.uint8]

DEADSTONES = "@sabaki/deadstones@2.1.2"
ITERATIONS = 100  # the package's own choice
_TIMEOUT = 120.0


class Peer(ABC):
    """A program in a process of its own, started when it is first asked.

    Attributes:
        name: as the tables write it.
        failures: games over which it failed.
    """

    name: str

    def __init__(self) -> None:
        self.failures = 0
        self._clients: dict[str, GtpClient] = {}
        self._before = _children_seconds()

    def ask(self, sheet: ScoreSheet) -> tuple[Dead | None, float | None]:
        """Return its dead stones, and Black's lead by its own count; None for what it does not say."""
        try:
            return self._ask(sheet)
        except EngineRefusedError:  # it still works
            self.failures += 1
        except (KifuError, ValueError, IndexError):
            self.failures += 1
            self._stop()
        return None, None

    def close(self) -> float:
        """End the process and return its processor time in seconds, its start included."""
        for client in self._clients.values():
            client.close()
        self._clients.clear()
        return _children_seconds() - self._before

    @abstractmethod
    def _ask(self, sheet: ScoreSheet) -> tuple[Dead | None, float | None]: ...

    def _client(self, kind: str, command: list[str]) -> GtpClient:
        if kind not in self._clients:
            self._clients[kind] = GtpClient(command, _TIMEOUT)
        return self._clients[kind]

    def _stop(self) -> None:
        for client in self._clients.values():
            client.kill()
        self._clients.clear()


class GnuGo(Peer):
    """GNU Go at level 10: the game is played to it move by move, under its rules and komi."""

    name = "GNU Go 3.8"

    def __init__(self) -> None:
        super().__init__()
        if find_program("gnugo") is None:
            raise MissingToolError("expected GNU Go (the program gnugo) to compare with; install it first")

    def _ask(self, sheet: ScoreSheet) -> tuple[Dead | None, float | None]:
        board, size = sheet.board, sheet.board.size
        rules = "chinese" if sheet.tally.method == "area" else "japanese"
        client = self._client(
            rules, ["gnugo", "--mode", "gtp", "--score", "aftermath", "--seed", "1", f"--{rules}-rules"]
        )
        # Caches are cleared: an answer shall not depend on the games before.
        for line in (f"boardsize {size}", "clear_board", "clear_cache", f"komi {sheet.terms.komi}"):
            client.send(line)
        for colour, point in _steps(board):
            client.send(f"play {colour.value} {to_gtp(point, size)}")
        dead = np.zeros((size, size), np.uint8)
        for word in client.send("final_status_list dead").split():
            found = from_gtp(word, size)
            if found is None:
                raise EngineError(f"expected points of the board among GNU Go's dead stones, got {word!r}")
            dead[found.y, found.x] = 1
        score = client.send("final_score").split()[0]  # W+3.5, or 0
        sign = {"B": 1, "W": -1}.get(score[0], 0)
        return dead, sign * float(score[2:]) if sign else 0.0


class Deadstones(Peer):
    """@sabaki/deadstones, told that the game is finished.

    Args:
        folder: where npm has put it; if not given, it is installed into a temporary folder.
    """

    name = "@sabaki/deadstones"

    def __init__(self, folder: Path | None = None) -> None:
        for program in ("node",) if folder else ("node", "npm"):
            if find_program(program) is None:
                raise MissingToolError(
                    f"expected {program} on the PATH to run {DEADSTONES}; install it first"
                )
        self._temporary = None if folder else tempfile.TemporaryDirectory(prefix="deadstones-")
        self.folder = str(folder) if folder else self._temporary.name  # type: ignore[union-attr]
        if folder is None:
            install = ["npm", "install", "--silent", "--no-save", "--prefix", self.folder, DEADSTONES]
            done = subprocess.run(install, capture_output=True, text=True, timeout=300)
            if done.returncode:
                raise MissingToolError(f"npm could not install {DEADSTONES}: {done.stderr.strip()[-400:]}")
        super().__init__()

    def _ask(self, sheet: ScoreSheet) -> tuple[Dead | None, float | None]:
        script = str(Path(__file__).with_name("deadstones.js"))
        client = self._client("node", ["node", script, self.folder, str(ITERATIONS)])
        stones = sheet.board.stones
        rows = " ".join("".join(".bw"[stone] for stone in row) for row in stones.tolist())
        dead = np.zeros_like(stones)
        for word in client.send(f"dead {rows}").split():
            x, y = map(int, word.split(","))
            dead[y, x] = 1
        return dead, None

    def close(self) -> float:
        seconds = super().close()
        if self._temporary is not None:
            self._temporary.cleanup()
        return seconds


def open_peer(name: str, npm: Path | None) -> Peer:
    """Start a peer by the name that `--peers` takes."""
    if name == "gnugo":
        return GnuGo()
    if name == "deadstones":
        return Deadstones(npm)
    raise SystemExit(f"expected peers among gnugo and deadstones, got {name!r}")


def lead_with(sheet: ScoreSheet, dead: Dead) -> float:
    """Black's lead under the sheet's own terms and in its way of counting, with other dead stones."""
    stones, board = sheet.judgement.stones, sheet.board
    komi = sheet.terms.komi + sheet.tally.compensation
    captured = board.captured(Colour.BLACK), board.captured(Colour.WHITE)
    if sheet.tally.method == "territory":
        return count_territory(stones, dead, *captured).lead - komi
    area = count_area(stones, dead)
    if sheet.tally.method == "area":
        return area.lead - komi
    free = (stones == 0) | area.dead
    surrounded = int(((area.owner == 1) & free).sum()) - int(((area.owner == 2) & free).sum())
    lost = int(((stones == 2) & area.dead).sum()) - int(((stones == 1) & area.dead).sum())
    return surrounded + lost + captured[1] - captured[0] - komi


def _steps(board: Board) -> list[tuple[Colour, Point | None]]:
    """Stones and passes that lead to a position: handicap stones, then the moves.

    Where stones were set up later in the game, the stones of the last position and two passes.
    """
    moves: list[tuple[Colour, Point | None]] = [(move.colour, move.point) for move in board.moves]
    history = board.history()
    before = len(history) - 1 - len(moves)
    late = any(board._game.step(i)[2] for i in range(before, len(history) - 1))
    stones = history[-1] if late else history[before]
    placed: list[tuple[Colour, Point | None]] = [
        (Colour.BLACK if stones[y, x] == 1 else Colour.WHITE, Point(int(x), int(y)))
        for y, x in np.argwhere(stones)
    ]
    return placed + ([(Colour.BLACK, None), (Colour.WHITE, None)] if late else moves)


def _children_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
