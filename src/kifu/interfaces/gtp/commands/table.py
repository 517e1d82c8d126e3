"""The table of commands, and how one is put into it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kifu.protocols.gtp import GtpError

if TYPE_CHECKING:
    from kifu.interfaces.gtp.session import Session

Words = Sequence[str]
Handler = Callable[["Session", Words], "str | Stream"]


@dataclass(frozen=True)
class Stream:
    """An answer of many lines, one every interval, until there is input or it ends by itself.

    Attributes:
        line: the line to show now; an empty text shows none.
        stop: called once when it is over, within 100 ms.
        interval: seconds between two lines.
        ending: whether it is over by itself, and with what last line; None while it is not. Input does not
            end an answer that has an ending.
    """

    line: Callable[[], str]
    stop: Callable[[], None]
    interval: float
    ending: Callable[[], str | None] | None = None


@dataclass(frozen=True)
class Command:
    """A command: its name, the arguments as people write them, and what answers it.

    The number of words is checked here; `most` is None where any number may follow.
    """

    name: str
    usage: str
    least: int
    most: int | None
    handler: Handler

    def __call__(self, session: "Session", words: Words) -> "str | Stream":
        """Answer; raises GtpError where it fails."""
        if len(words) < self.least or (self.most is not None and len(words) > self.most):
            raise GtpError(f"expected: {self.name} {self.usage}".rstrip())
        return self.handler(session, words)


TABLE: dict[str, Command] = {}


def command(
    name: str, usage: str = "", least: int = 0, most: int | None = -1
) -> Callable[[Handler], Handler]:
    """Register the function below as a command; `most` is `least` unless given."""

    def register(handler: Handler) -> Handler:
        TABLE[name] = Command(name, usage, least, least if most == -1 else most, handler)
        return handler

    return register
