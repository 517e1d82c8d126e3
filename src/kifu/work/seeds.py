"""One random stream per game, from one seed.

A job has one seed. Every game (or network, or bootstrap sample) takes its own stream, named by a path of
numbers and words under that seed: `stream(7, "selfplay", 12)`. So a result depends neither on who computes
what nor in which order. The path is hashed with SHA-256 over an unambiguous encoding; that and PCG64's bits
are the same on every platform and in every version. (NumPy promises the bits of PCG64 for ever; the way its
distributions use them may change between NumPy versions.)
"""

import hashlib
import secrets
from typing import TYPE_CHECKING

from kifu.errors import InputError

if TYPE_CHECKING:
    import numpy as np

_BITS = 64


def stream(seed: int, *path: int | str) -> "np.random.Generator":
    """The NumPy generator of the stream that `path` names under `seed`."""
    import numpy as np  # only here: the command line must start without it

    state = int.from_bytes(_digest(seed, path)[:16], "little")
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(state)))


def native_seed(seed: int, *path: int | str) -> int:
    """The 64-bit seed for native code that the path names.

    Native batches take it together with the number of the game: `Random(native_seed(7, "selfplay"), 12)`.
    """
    return int.from_bytes(_digest(seed, path)[16:24], "little")


def new_seed() -> int:
    """A seed nobody chose, short enough to be written down and to survive JSON."""
    return secrets.randbits(32)


def _digest(seed: int, path: tuple[int | str, ...]) -> bytes:
    # The length of a word makes the encoding unambiguous whatever the word holds.
    parts = [f"seed {_checked(seed)}"] + [
        f"word {len(part)} {part}" if isinstance(part, str) else f"number {_checked(part)}" for part in path
    ]
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).digest()


def _checked(number: int) -> int:
    if isinstance(number, bool) or not 0 <= number < 1 << _BITS:
        raise InputError(f"expected a seed or stream number from 0 to 2**64 - 1, not {number!r}")
    return int(number)
