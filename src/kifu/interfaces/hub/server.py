"""The conversation itself: lines in, lines out, nothing else on the output."""

import contextlib
import os
import threading
from collections.abc import Callable
from typing import BinaryIO

from kifu.interfaces.hub.searcher import Searcher
from kifu.interfaces.hub.session import Session
from kifu.interfaces.lines import lines_of
from kifu.protocols import hub


def serve(make: Callable[[], Searcher], source: BinaryIO, sink: BinaryIO, name: str = "Kifu") -> None:
    """Answer until `quit` or the end of the input; a search that runs then is still answered."""
    lock = threading.Lock()

    def write(line: str) -> None:
        left = memoryview(line.encode("utf-8", "replace") + b"\n")
        # Who does not listen any more is told nothing; the input will end too.
        with lock, contextlib.suppress(OSError, ValueError):
            while left:
                left = left[os.write(sink.fileno(), left) :]

    session = Session(make, write, name)
    try:
        for data in lines_of(source, hub.MAX_LINE):
            if len(data) > hub.MAX_LINE:
                write(hub.write("error", message=f"expected lines of at most {hub.MAX_LINE} bytes"))
                continue
            line = hub.parse(data)
            if line is not None and not session.serve(line):
                return
        session.finish()
    finally:
        session.close()
