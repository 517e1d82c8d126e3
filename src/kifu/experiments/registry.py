"""All experiments by name."""

from difflib import get_close_matches

from kifu.errors import InputError
from kifu.experiments.experiment import Experiment
from kifu.experiments.moves import families, match, table_1, table_2, table_3, table_4

#: In the order of the papers and of the tables in them. The modules are light: they import their work late.
EXPERIMENTS: dict[str, Experiment] = {
    module.EXPERIMENT.name: module.EXPERIMENT
    for module in (table_1, table_2, table_3, table_4, match, families)
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
