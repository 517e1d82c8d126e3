"""What an experiment declares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kifu.errors import InputError
from kifu_lab.experiments.cells import Cell, Result
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.tables import Table

Scale = Literal["quick", "standard", "paper"]
SCALES: tuple[Scale, ...] = ("quick", "standard", "paper")

#: How much is done at a scale: numbers of games, sets of values.
Counts = Mapping[str, Any]
#: Results by the names of their cells; those not measured yet are missing.
Found = Mapping[str, Result]


@dataclass(frozen=True)
class Experiment:
    """A table or figure of a paper, and how it is made again.

    Attributes:
        name: `paper/table`, as users write it.
        title: a few words.
        paper: who wrote it.
        place: which table or figure of it.
        statistic: what is measured, and what its interval is.
        goal: what would be a success, and whether it is one.
        difference: what is not as in the paper, and what that does.
        scales: the counts of each scale.
        cells: configurations for counts and a seed.
        tables: tables for counts and what was found.
        charts: figures of its own, SVG by name, beside those of the tables.
    """

    name: str
    title: str
    paper: str
    place: str
    statistic: str
    goal: Goal
    difference: str
    scales: Mapping[Scale, Counts]
    cells: Callable[[Counts, int], Sequence[Cell]]
    tables: Callable[[Counts, Found], Sequence[Table]]
    charts: Callable[[Found], Mapping[str, str]] = lambda found: {}

    def cells_at(self, scale: Scale, seed: int) -> list[Cell]:
        """The cells of a scale."""
        return list(self.cells(self.scales[scale], seed))

    def tables_at(self, scale: Scale, found: Found) -> list[Table]:
        """The tables of a scale."""
        return list(self.tables(self.scales[scale], found))

    def chosen(self, scale: Scale, seed: int, names: Sequence[str]) -> list[Cell]:
        """Some cells by name, or all of them.

        Raises:
            InputError: There is no such cell.
        """
        every = {cell.name: cell for cell in self.cells_at(scale, seed)}
        for name in names:
            if name not in every:
                raise InputError(
                    f"expected a cell of {self.name} at scale {scale}, got {name!r}; "
                    f"there are {', '.join(every)}"
                )
        return [every[name] for name in names] if names else list(every.values())
