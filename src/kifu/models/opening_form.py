"""What a network of openings sees; light, for the settings of its training are made from it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kifu.errors import InputError
from kifu.work.settings import Settings, setting

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from kifu._native.models import OpeningNet

#: How features B to E are given to the network; `mixed` is what the paper proposes at its end.
ENCODINGS = {"scalar": "ssss", "binary": "bbbb", "mixed": "sbbs"}


@dataclass(frozen=True)
class OpeningForm(Settings):
    """What a network sees, and how its output is read."""

    features: str = setting(
        "ABCDE",
        "A (stones), and any of B (edges), C (liberties), D (stones of the block), E (stones near it).",
    )
    encoding: str = setting("binary", "Encoding of B to E (mixed: C, D binary).", choices=tuple(ENCODINGS))
    edges: str = setting("points", "What B is of; the paper: points.", choices=("points", "stones"))
    view: str = setting("mover", "Who sees the board; mover has just moved.", choices=("mover", "black"))
    scale: float = setting(40.0, "Points for which the output is 1.", above=0, most=1_000_000)
    hidden: int = setting(40, "Hidden nodes.", least=1, most=10_000)
    size: int = setting(9, "Board size.", least=2, most=25)

    def __post_init__(self) -> None:
        super().__post_init__()
        letters = self.features
        if not letters or letters[0] != "A" or letters != "".join(sorted(set(letters) & set("ABCDE"))):
            raise InputError(
                f"expected features A to E in order, A among them, such as ACD; got {self.features!r}"
            )

    @property
    def codes(self) -> str:
        """Of B, C, D and E: `-` absent, `s` scalar, `b` binary."""
        return "".join(
            code if letter in self.features else "-"
            for letter, code in zip("BCDE", ENCODINGS[self.encoding], strict=True)
        )

    @property
    def inputs(self) -> int:
        """Of the network, the bias node not counted."""
        from kifu._native.models import opening_inputs

        return opening_inputs(self.size, self.codes)

    @property
    def weights(self) -> int:
        """How many weights there are."""
        return (self.inputs + 1) * self.hidden + self.hidden + 1

    def network(self, weights: "npt.NDArray[np.float64]") -> "OpeningNet":
        """Make the network with these weights."""
        import numpy as np

        from kifu._native.models import OpeningNet

        return OpeningNet(
            self.size,
            self.codes,
            self.edges == "points",
            self.scale,
            self.hidden,
            self.scale,
            self.view == "mover",
            np.ascontiguousarray(weights, np.float64),
        )
