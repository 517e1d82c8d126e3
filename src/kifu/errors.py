"""KifuError and its narrow kinds, and KifuWarning. Those about input are ValueErrors too.

A message says what was expected, what came (with `!r`), where, and what to do.
"""


class KifuError(Exception):
    """Anything Kifu reports on purpose. A command prints its message without a traceback."""


class KifuWarning(UserWarning):
    """Something that Kifu got over but a user should know of. A command prints it in a line on stderr."""


class InputError(KifuError, ValueError):
    """Something given to Kifu that it cannot use."""


class MissingFileError(FileNotFoundError, InputError):
    """A file that is not there."""

    def __str__(self) -> str:
        return f"{self.filename!r}: {self.strerror}; check the path"


class RecordError(InputError):
    """A game record that breaks its format (strict reading), or of an unknown format."""


class PointError(InputError):
    """A point, square or coordinate that is not on the board, or not written in a known way."""


class PositionError(InputError):
    """A diagram, FEN or setup that describes no position of the game."""


class IllegalMoveError(InputError):
    """A move the rules forbid in this position."""


class RulesError(InputError):
    """A ruleset that is not known, or a rule that does not apply."""


class ArchiveError(KifuError):
    """An archive that cannot be opened, read or written."""


class MissingArchiveError(ArchiveError, FileNotFoundError):
    """An archive whose file is missing."""


class RunError(KifuError):
    """A run that cannot be started or resumed: folder of another version, in use, or edited."""


class InUseError(RunError):
    """A folder that another process works in."""


class MissingToolError(KifuError):
    """An optional package or program that this job needs and that is not installed."""


class MissingDataError(KifuError):
    """Games or a program that an experiment needs and that are not on this machine."""


class WorkerError(KifuError):
    """A worker process that ended abruptly: killed, out of memory, crashed."""


class ClusterError(KifuError):
    """A cluster that cannot be reached, has gone away, or whose workers run another Kifu."""
