"""The conversation itself: lines in, answers out, and an end that leaves nothing behind.

Whatever goes wrong with a command becomes its failure answer; the log (stderr) has the rest. Nothing but
answers is ever written to the output.
"""

import contextlib
import itertools
import os
import time
import traceback
from collections.abc import Callable
from typing import BinaryIO

from kifu.errors import KifuError
from kifu.interfaces.gtp.commands import TABLE
from kifu.interfaces.gtp.commands.table import Stream
from kifu.interfaces.gtp.input import Input
from kifu.interfaces.gtp.session import Session
from kifu.players.analysers import Interruptible
from kifu.protocols import gtp

_LOOK = 0.05  # seconds between looks for the first line of an answer that streams


class Server:
    """Serves one session.

    Args:
        session: what the commands act on.
        source: where requests come from; ended or closed, the server ends.
        sink: where answers go.
        log: takes what went wrong inside, in words for people.
    """

    def __init__(
        self, session: Session, source: BinaryIO, sink: BinaryIO, log: Callable[[str], None] | None = None
    ) -> None:
        self.session = session
        self._sink = sink
        self._log = log or (lambda text: None)
        self._serving = 0  # the number of the line at hand
        self._interrupted = 0  # so many lines are to be answered without thinking
        session.is_hurried = lambda: self._serving < self._interrupted
        self._input = Input(source, sink, self._interrupt, self._abandoned)

    def run(self) -> None:
        """Answer until `quit`, the end of the input, or nobody reads the answers any more."""
        try:
            for number in itertools.count():
                line = self._input.lines.get()
                if line is None:
                    return
                self._serving = number
                if len(line) > gtp.MAX_LINE:
                    self._write(gtp.failure(_id_of(line), "line too long"))
                elif (request := gtp.parse(line)) is not None:
                    self._serve(request)
                if self.session.quitting:
                    return
        except BrokenPipeError:
            return
        except (KeyboardInterrupt, SystemExit):
            self.session.abandon()  # an engine that thinks hears no farewell
            raise
        finally:
            self._input.close()
            self.session.close()

    def _serve(self, request: gtp.Request) -> None:
        try:
            command = TABLE.get(request.command)
            if command is None:
                raise gtp.GtpError("unknown command")
            answer = command(self.session, request.arguments)
            if isinstance(answer, Stream):
                self._stream(request.id, answer)
                return
        except BrokenPipeError:
            raise
        except Exception as error:
            self._write(gtp.failure(request.id, self._message(request, error)))
            return
        self._write(gtp.success(request.id, answer))

    def _message(self, request: gtp.Request, error: Exception) -> str:
        if isinstance(error, gtp.GtpError | KifuError):
            return str(error) or "failed"
        if isinstance(error, MemoryError):
            return "out of memory"
        if isinstance(error, OSError) and error.strerror:
            return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
        # A fault of Kifu: the controller is told in a line, and the log has where.
        self._log("".join(traceback.format_exception(error)))
        return f"internal error: {type(error).__name__}"

    def _stream(self, number: int | None, stream: Stream) -> None:
        problem = ""
        try:
            self._write(gtp.head(number))
            if stream.ending is not None:
                while (last := stream.ending()) is None:
                    self._write_line(stream.line())
                self._write_line(stream.line())
                self._write_line(last)
            else:
                self._until_input(stream)
        except BrokenPipeError:
            raise
        except Exception as error:
            # The answer has begun as a success and cannot be taken back.
            problem = self._message(gtp.Request(number, "", ()), error)
            self._log(problem)
        finally:
            stream.stop()
        self._write("\n")

    def _until_input(self, stream: Stream) -> None:
        shown = 0.0
        wait = 0.0
        while not self._input.wait(wait):
            now = time.monotonic()
            line = stream.line() if now - shown >= stream.interval else ""
            if line:
                self._write_line(line)
                shown = now
            # Before there is anything to show, a look now and then.
            wait = max(0.0, shown + stream.interval - time.monotonic()) if shown else _LOOK

    def _write_line(self, line: str) -> None:
        if line:
            self._write(line + "\n")

    def _write(self, text: str) -> None:
        left = memoryview(text.encode("utf-8", "replace"))
        try:
            while left:
                left = left[os.write(self._sink.fileno(), left) :]
        except (OSError, ValueError):
            raise BrokenPipeError from None

    def _interrupt(self, lines: int) -> None:
        self._interrupted = lines
        player = self.session.running_player
        if isinstance(player, Interruptible):
            player.interrupt()

    def _abandoned(self) -> None:
        """End at once, even while the player thinks."""
        with contextlib.suppress(Exception):
            self.session.abandon()
        os._exit(0)


def _id_of(line: bytes) -> int | None:
    request = gtp.parse(line[:64])
    return None if request is None else request.id
