"""Sample games that Kifu's own players played, by name: what commands show when no file is given.

`examples/sample_games.py` made them; each record says how.
"""

from importlib.resources import files

from kifu.errors import InputError

NAMES = {"sample": "go-9x9.sgf", "sample-draughts": "draughts.pdn"}


def read_sample(name: str) -> bytes:
    """Return the bytes of a bundled record."""
    if name not in NAMES:
        raise InputError(f"expected a sample among {', '.join(NAMES)}; got {name!r}")
    return (files(__name__) / NAMES[name]).read_bytes()
