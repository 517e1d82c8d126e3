"""What players share that are another program: its process, and whose fault it is when that fails."""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from kifu.errors import InputError, KifuError
from kifu.players.base import PlayerError, PlayerTimeoutError
from kifu.protocols.process import EngineProcess, EngineTimeoutError, expect_program, words_of
from kifu.work.settings import Settings, setting

_ENGINE_SEEDS = 2**31 - 1  # most engines read a signed number of 32 bits

Client = TypeVar("Client", bound=EngineProcess)


@dataclass(frozen=True)
class CommandSettings(Settings):
    """Settings of a player that is a program: its whole text is the command, with or without quotes."""

    command: str = setting("", "Command line of the engine; {seed} in it becomes the random seed.")
    seed: int = setting(1, "Random seed.", least=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.command:
            raise InputError('expected the command of an engine, such as gtp:"gnugo --mode gtp"; got none')
        words_of(self.command)  # what cannot be read is refused now, not when the game begins

    @classmethod
    def from_text(cls, text: str, owner: str, **usual: Any) -> Self:
        """Take the text as the command."""
        command = text.strip()
        if len(command) >= 2 and command[0] == command[-1] and command[0] in "\"'":
            command = command[1:-1]
        return cls(**{"command": command} | usual)

    def seeded(self, command: str) -> str:
        """The command with the seed in it."""
        return command.replace("{seed}", str(self.seed % _ENGINE_SEEDS + 1))


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
