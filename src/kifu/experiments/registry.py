"""All experiments by name."""

from difflib import get_close_matches

from kifu.errors import InputError
from kifu.experiments import book, moves
from kifu.experiments.experiment import Experiment

#: In the order of the papers and of the tables in them. The modules are light: they import their work late.
EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment for paper in (moves, book) for experiment in paper.EXPERIMENTS
}

PAPERS: tuple[str, ...] = tuple(dict.fromkeys(name.partition("/")[0] for name in EXPERIMENTS))


def named(name: str) -> list[Experiment]:
    """The experiment of a name, or all of a paper; `all` is every one.

    Raises:
        InputError: There is none; those with names alike are told.
    """
    if name == "all":
        return list(EXPERIMENTS.values())
    if name in PAPERS:
        return [found for known, found in EXPERIMENTS.items() if known.startswith(f"{name}/")]
    if name not in EXPERIMENTS:
        close = get_close_matches(name, [*EXPERIMENTS, *PAPERS], n=3, cutoff=0.4)
        meant = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(EXPERIMENTS)}"
        raise InputError(f"expected an experiment or a paper, got {name!r}; {meant}")
    return [EXPERIMENTS[name]]
