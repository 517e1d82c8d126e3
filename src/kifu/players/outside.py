"""What players share that are another program: its process, and whose fault it is when that fails."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from kifu.errors import KifuError
from kifu.players.base import PlayerError, PlayerTimeoutError
from kifu.protocols.process import EngineProcess, EngineTimeoutError, expect_program

Client = TypeVar("Client", bound=EngineProcess)


class OutsidePlayer(Generic[Client]):
    """Holds the client of an engine, which starts with the first game.

    Attributes:
        command: its command line.
        version: its name and version as far as it has told them.
        timeout: seconds for a move without a clock, after which it is taken to hang; a match sets its own.
    """

    command: str | Sequence[str]
    version = ""
    timeout: float = 300.0
    _client: Client | None = None

    def expect_program(self) -> None:
        """Refuse a program that is not on this machine, without starting it."""
        expect_program(self.command)

    def close(self) -> None:
        """End the process."""
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def kill(self) -> None:
        """End the process at once, from any thread."""
        client = self._client
        if client is not None:
            client.kill()

    def _let_go_if_ended(self) -> None:
        """A process that has ended is lost for its game; the next one starts it anew."""
        if self._client is not None and not self._client.is_running:
            self.close()

    @contextlib.contextmanager
    def _errors(self) -> Iterator[None]:
        """Whatever goes wrong with the process is the player's fault, and says so."""
        try:
            yield
        except EngineTimeoutError as error:
            raise PlayerTimeoutError(str(error)) from error
        except PlayerError:
            raise
        except KifuError as error:
            raise PlayerError(str(error)) from error
