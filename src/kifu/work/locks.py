"""A lock on a folder that one process holds, and that the system frees when the process dies."""

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from kifu.errors import InUseError
from kifu.work.files import named

# Windows forbids reading locked bytes, so the lock lies beyond the text that says who holds it.
_OFFSET = 1 << 20
#: What the system says where somebody else holds a lock.
_HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)


@contextlib.contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder for the block.

    The lock belongs to the open file, not to the text in it: a lock file left by a dead process locks
    nothing, whatever process has its number now.

    Raises:
        InUseError: Another process holds it.
    """
    path = folder / "lock"
    with path.open("a+", encoding="utf-8") as file:
        try:
            with named(path):
                _lock(file)
        except OSError as error:
            if error.errno not in _HELD:  # such as a network disk without locks
                raise
            file.seek(0)
            holder = file.read(100).strip() or "another process"
            raise InUseError(
                f"{str(folder)!r} is in use by {holder}; wait for it to end, or choose another folder"
            ) from error
        try:
            with named(path):  # a disk may be full
                file.seek(0)
                file.truncate()
                file.write(f"process {os.getpid()}\n")
                file.flush()
            yield
        finally:
            # The file stays: removing it would let two processes lock two files of the same name.
            with contextlib.suppress(OSError):  # what a full disk did not take is written again here
                file.seek(0)
                file.truncate()
            _unlock(file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        file.seek(_OFFSET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

    def _unlock(file: IO[str]) -> None:
        file.seek(_OFFSET)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)
