"""DamExchange (DXP), by which draughts programs play over a network: messages, and the socket they go over.

A message is 1 to 127 ASCII characters and a zero byte; its first letter says what it is. Knows no draughts.
"""

import contextlib
import re
import socket
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from kifu.errors import KifuError

PORT = 27531
VERSION = "01"
ACCEPTED, OTHER_VERSION, NOT_THIS_GAME = 0, 1, 2  # codes of an Answer
UNSAID, RESIGNED, DRAWN, WON = range(4)  # reasons of an End, seen by its sender
_LONGEST = 127


class DxpError(KifuError):
    """A message that breaks the protocol, or an opponent that has gone or fallen silent."""


@dataclass(frozen=True)
class Request:
    """Ask for a game: R.

    Attributes:
        name: of the program that asks.
        follower: colour of the other one, `W` or `Z` (zwart, black).
        minutes: for all moves of each side; 0 for no clock.
        moves: of the whole game; 0 for no limit.
        position: side to move and squares, such as `Zzz...ee...ww`; empty for the usual one.
        version: of the protocol.
    """

    name: str
    follower: str
    minutes: int = 0
    moves: int = 0
    position: str = ""
    version: str = VERSION

    def __str__(self) -> str:
        place = f"B{self.position}" if self.position else "A"
        limits = f"{min(self.minutes, 999):03d}{min(self.moves, 999):03d}"
        return f"R{self.version}{_name(self.name)}{self.follower}{limits}{place}"


@dataclass(frozen=True)
class Answer:
    """Accept a game, or not: A."""

    name: str
    code: int

    def __str__(self) -> str:
        return f"A{_name(self.name)}{self.code}"


@dataclass(frozen=True)
class Played:
    """A move, with the seconds it took and the squares it captured on: M."""

    start: int
    end: int
    captured: tuple[int, ...] = ()
    seconds: int = 0

    def __str__(self) -> str:
        numbers = (self.start, self.end, len(self.captured), *self.captured)
        return f"M{min(self.seconds, 9999):04d}" + "".join(f"{number:02d}" for number in numbers)


@dataclass(frozen=True)
class End:
    """The game is over for its sender; with `stop`, no other one is wanted: E."""

    reason: int = UNSAID
    stop: bool = False

    def __str__(self) -> str:
        return f"E{self.reason}{self.stop:d}"


@dataclass(frozen=True)
class Chat:
    """A text for people: C."""

    text: str

    def __str__(self) -> str:
        return "C" + self.text.encode("ascii", "replace").decode()[: _LONGEST - 1]


@dataclass(frozen=True)
class Back:
    """Ask to take moves back: B. Answered with `NO_BACK`."""


#: Taking back is not supported here.
NO_BACK = "K1"
Message = Request | Answer | Played | End | Chat | Back

_REQUEST = re.compile(r"R01(.{32})([WZ])(\d{3})(\d{3})(?:A|B([WZ][wzWZe]+))")
_ANSWER = re.compile(r"A(.{32})([0-3])")
_PLAYED = re.compile(r"M(\d{4})(\d\d)(\d\d)(\d\d)((?:\d\d)*)")
_END = re.compile(r"E([0-3])([01])")


def parse(text: str) -> Message:
    """Read a message without its zero byte."""
    if found := _REQUEST.fullmatch(text):
        name, follower, minutes, moves, position = found.groups()
        return Request(name.strip(), follower, int(minutes), int(moves), position or "")
    if re.match(r"R\d\d", text) and text[1:3] != VERSION:
        return Request("", "", version=text[1:3])  # whatever else that version says
    if found := _ANSWER.fullmatch(text):
        return Answer(found[1].strip(), int(found[2]))
    if (found := _PLAYED.fullmatch(text)) and len(found[5]) == 2 * int(found[4]):
        captured = tuple(int(found[5][i : i + 2]) for i in range(0, len(found[5]), 2))
        return Played(int(found[2]), int(found[3]), captured, int(found[1]))
    if found := _END.fullmatch(text):
        return End(int(found[1]), found[2] == "1")
    if text[:1] == "C":
        return Chat(text[1:])
    if re.fullmatch(r"B\d{3}[WZ]", text):
        return Back()
    raise DxpError(f"expected a DXP message (R, A, M, E, C or B with its fields), got {text[:60]!r}")


class Connection:
    """A socket with messages going both ways; closes itself at the end of a `with`.

    Args:
        link: the connected socket, which is the connection's from now on.
    """

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._begun = b""

    @classmethod
    def to(cls, host: str, port: int, timeout: float = 10.0) -> Self:
        """Connect to a program that listens."""
        try:
            return cls(socket.create_connection((host, port), timeout))
        except OSError as error:
            raise DxpError(
                f"nobody answers at {host}:{port} ({error}); is a program listening there?"
            ) from None

    def send(self, message: Message | str) -> None:
        """Send a message."""
        try:
            self._link.sendall(str(message).encode("ascii") + b"\0")
        except OSError as error:
            raise DxpError(f"the other side has left: {error}") from None

    def receive(self, seconds: float | None = None) -> Message | None:
        """Wait for a message; None where the other side has hung up between two of them."""
        self._link.settimeout(seconds)
        while b"\0" not in self._begun:
            if len(self._begun) > _LONGEST:
                raise DxpError(f"expected a zero byte after at most {_LONGEST}, got {self._begun[:60]!r}...")
            try:
                data = self._link.recv(4096)
            except TimeoutError:
                raise DxpError(f"nothing came from the other side within {seconds:.0f} s") from None
            except OSError as error:
                raise DxpError(f"the other side has left: {error}") from None
            if not data and self._begun:
                raise DxpError(f"the other side has left within a message, {self._begun[:60]!r}")
            if not data:
                return None
            self._begun += data
        whole, _, self._begun = self._begun.partition(b"\0")
        return parse(whole.decode("ascii", "replace"))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(OSError):
            self._link.close()


def _name(name: str) -> str:
    return (name.encode("ascii", "replace").decode().strip() or "?").ljust(32)[:32]
