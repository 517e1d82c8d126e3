"""All experiments by name."""

from difflib import get_close_matches

from kifu.errors import InputError
from kifu_lab.experiments.book import figure_1, grids, search
from kifu_lab.experiments.book import growth as book_growth
from kifu_lab.experiments.book import table_1 as book_table_1
from kifu_lab.experiments.evolve import breeding, performance, speed
from kifu_lab.experiments.experiment import Experiment
from kifu_lab.experiments.life import ablation, figure_6, figure_7, figure_8
from kifu_lab.experiments.life import table_1 as life_table_1
from kifu_lab.experiments.moves import families, match, table_1, table_2, table_3, table_4
from kifu_lab.experiments.moves import growth as moves_growth
from kifu_lab.experiments.opening import choices, curves, judged, robins

#: In the order of the tables in each paper. The modules are light: they import what they need to run late.
EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        life_table_1.EXPERIMENT,
        figure_6.EXPERIMENT,
        figure_7.EXPERIMENT,
        figure_8.EXPERIMENT,
        ablation.EXPERIMENT,
        *curves.EXPERIMENTS,
        *robins.EXPERIMENTS,
        judged.EXPERIMENT,
        choices.EXPERIMENT,
        speed.EXPERIMENT,
        *breeding.EXPERIMENTS,
        *performance.EXPERIMENTS,
        table_1.EXPERIMENT,
        table_2.EXPERIMENT,
        table_3.EXPERIMENT,
        table_4.EXPERIMENT,
        match.EXPERIMENT,
        families.EXPERIMENT,
        moves_growth.EXPERIMENT,
        book_table_1.EXPERIMENT,
        book_growth.EXPERIMENT,
        *grids.EXPERIMENTS,
        figure_1.EXPERIMENT,
        *search.EXPERIMENTS,
    )
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
