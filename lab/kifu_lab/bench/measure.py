"""Running a benchmark: ours and the peer's in turn, several times, so that a busy machine hits both."""

import statistics
from collections.abc import Callable
from dataclasses import asdict, dataclass

# One repeat of a benchmark: does some work and returns how many units it did in a second.
Repeat = Callable[[], float]


@dataclass(frozen=True)
class Peer:
    """Something to compare with. `prepare` returns its repeat, or raises ImportError where it is missing."""

    name: str
    prepare: Callable[[], Repeat]


@dataclass(frozen=True)
class Benchmark:
    """One line of the table.

    Attributes:
        name: group and what is measured, such as `go/random-9x9`.
        unit: what is counted a second.
        prepare: makes the inputs and returns the repeat.
        peer: who is measured beside it.
        goal: the least ratio to the peer that Kifu means to reach.
    """

    name: str
    unit: str
    prepare: Callable[[], Repeat]
    peer: Peer | None = None
    goal: float | None = None


@dataclass(frozen=True)
class Measurement:
    """Medians over the repeats; the ratio's spread is its least and greatest over the repeats."""

    name: str
    unit: str
    rate: float
    rate_spread: tuple[float, float]
    repeats: int
    peer: str | None = None
    peer_rate: float | None = None
    ratio: float | None = None
    ratio_spread: tuple[float, float] | None = None
    goal: float | None = None
    note: str | None = None

    def facts(self) -> dict[str, object]:
        """Return everything for `--json`."""
        return asdict(self)


def measure(benchmark: Benchmark, repeats: int) -> Measurement:
    """Measure one benchmark, after a first repeat that does not count; a missing peer is said in the note."""
    ours = benchmark.prepare()
    theirs: Repeat | None = None
    note = None
    if benchmark.peer is not None:
        try:
            theirs = benchmark.peer.prepare()
        except ImportError:
            note = f"{benchmark.peer.name} is not installed: pip install './lab[bench]' brings it"
    ours()
    rates, peer_rates = [], []
    for _ in range(repeats):
        rates.append(ours())
        if theirs is not None:
            peer_rates.append(theirs())
    ratios = [mine / other for mine, other in zip(rates, peer_rates, strict=False)]
    return Measurement(
        name=benchmark.name,
        unit=benchmark.unit,
        rate=statistics.median(rates),
        rate_spread=(min(rates), max(rates)),
        repeats=repeats,
        peer=benchmark.peer.name if benchmark.peer else None,
        peer_rate=statistics.median(peer_rates) if peer_rates else None,
        ratio=statistics.median(ratios) if ratios else None,
        ratio_spread=(min(ratios), max(ratios)) if ratios else None,
        goal=benchmark.goal,
        note=note,
    )


def timed(work: Callable[[], int]) -> Repeat:
    """Turn work that returns how many units it did into a repeat, by processor time of this process."""
    import time

    def repeat() -> float:
        start = time.process_time()
        units = work()
        return units / max(time.process_time() - start, 1e-9)

    return repeat
