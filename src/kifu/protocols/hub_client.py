"""Driving a Hub engine: one process, one search at a time, never a hang."""

import contextlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from kifu.errors import KifuError
from kifu.protocols import hub
from kifu.protocols.process import EngineError, EngineProcess, EngineRefusedError

_MOST_LINES = 1_000_000  # of one answer


@dataclass(frozen=True)
class Answer:
    """What a search came to.

    Attributes:
        move: as the engine wrote it.
        info: the last information it gave, by name.
    """

    move: str
    info: dict[str, str] = field(default_factory=dict)


class HubClient(EngineProcess):
    """A running Hub engine, made ready.

    Args:
        command: the command line, as text or as a list.
        timeout: seconds to wait for an answer unless a call says otherwise.
        parameters: set before the engine makes itself ready; those it does not have are left out.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        timeout: float = 30.0,
        parameters: dict[str, str] | None = None,
    ) -> None:
        super().__init__(command, timeout)
        self.name = self.command[0]
        self.parameters: dict[str, str] = {}
        try:
            self._write("hub")
            for line in self._until("hub", "wait"):
                if line.command == "id":
                    self.name = line.values.get("name", self.name)
                elif line.command == "param" and "name" in line.values:
                    self.parameters[line.values["name"]] = line.values.get("value", "")
            for name, value in (parameters or {}).items():
                if name in self.parameters:
                    self._write(hub.write("set-param", name=name, value=value))
            self._write("init")
            self._until("init", "ready")
        except BaseException:
            self.kill()
            raise

    def new_game(self) -> None:
        """Say that what follows has nothing to do with what was before."""
        self._write("new-game")

    def search(
        self, position: str, moves: Sequence[str], level: dict[str, str], timeout: float | None = None
    ) -> Answer:
        """Let the engine choose a move.

        Args:
            position: as Hub writes it.
            moves: played since, as Hub writes them.
            level: how long it may think, such as `{"move-time": "0.1"}`.
            timeout: seconds to wait.
        """
        self._write(hub.write("pos", pos=position, **({"moves": " ".join(moves)} if moves else {})))
        self._write(str(hub.Line("level", level)))
        self._write("go think")
        lines = self._until("go think", "done", timeout)
        info: dict[str, str] = {}
        for line in lines:
            if line.command == "info":
                info |= line.values
        move = lines[-1].values.get("move", "")
        if not move:
            raise EngineError(f"{self.command[0]}: expected a move after 'go think', got {str(lines[-1])!r}")
        return Answer(move, info)

    def close(self) -> None:
        """Ask the engine to quit, then make sure."""
        with contextlib.suppress(KifuError):
            self._write("quit")
        super().close()

    def __enter__(self) -> "HubClient":
        return self

    def _until(self, asked: str, last: str, timeout: float | None = None) -> list[hub.Line]:
        """Lines up to the one that ends the answer; an error is raised, unknown lines are kept."""
        wait = timeout or self.timeout
        deadline = time.monotonic() + wait
        lines: list[hub.Line] = []
        for _ in range(_MOST_LINES):
            line = hub.parse(self._next_line(asked, deadline, wait))
            if line is None:
                continue
            if line.command == "error":
                message = line.values.get("message", str(line))
                raise EngineRefusedError(f"{self.command[0]} refused {asked!r}: {message}")
            lines.append(line)
            if line.command == last:
                return lines
        raise self._endless(asked)
