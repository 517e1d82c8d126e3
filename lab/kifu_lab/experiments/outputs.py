"""Writes what an experiment found: Markdown, CSV and SVG, from measured cells alone."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kifu.work import files
from kifu_lab.experiments.cells import Result
from kifu_lab.experiments.charts import chart
from kifu_lab.experiments.experiment import Experiment, Scale
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.store import CellStore, Measured
from kifu_lab.experiments.tables import Table

#: Files of a page.
_ENDINGS = (".md", ".csv", ".svg")
#: What follows the name of an experiment in the names of other scales and seeds.
_KINDS = re.compile(r"-(?:quick|paper|seed-\d+)(?:-|$)")


@dataclass(frozen=True)
class Page:
    """What was found in an experiment.

    Attributes:
        experiment: which.
        goal: of the experiment.
        markdown: its tables, with what they were made from below.
        results: of the cells measured, by name.
        total: number of cells.
        written: files.
        tables: as they are written.
        left: cells that were left out, and why.
        says_something: whether the scale has enough games to tell.
    """

    experiment: str
    goal: Goal
    markdown: str
    results: dict[str, Result]
    total: int
    written: list[Path]
    tables: Sequence[Table] = ()
    left: Sequence[str] = ()
    says_something: bool = True

    @property
    def is_reached(self) -> bool | None:
        """Whether the goal is reached; None where that is not known yet."""
        if not self.says_something:
            return None
        return self.goal.is_reached(self.tables, whole=len(self.results) == self.total)


def write_page(
    experiment: Experiment,
    scale: Scale,
    seed: int,
    store: CellStore,
    known: Mapping[str, str] | None = None,
) -> Page:
    """Write `tables/NAME.md`, `.csv` and `.svg`, with scale and seed in the name where they are not usual.

    What was there of them and is not written any more is removed.

    Args:
        experiment: which.
        scale: how much of it.
        seed: of its cells.
        store: of the cells.
        known: fingerprints of data; cells of other data are left out.
    """
    cells = experiment.cells_at(scale, seed)
    found, left = store.alike(experiment.name, cells, known)
    results = {cell.name: found[cell.name].result for cell in cells if cell.name in found}
    tables = experiment.tables_at(scale, results)
    if not results:
        return Page(experiment.name, experiment.goal, "", results, len(cells), [], (), left)
    stem = _stem(experiment, scale, seed, store)
    stem.parent.mkdir(parents=True, exist_ok=True)
    parts, written = [], []
    for table in tables:
        base = _base(stem, table)
        csv = base.with_name(base.name + ".csv")
        files.write_text(csv, table.csv())
        written.append(csv)
        title = f"{experiment.name}{' ' + table.name if table.name else ''}: {experiment.title}"
        picture = chart(table, title)
        parts.append(table.markdown())
        if (said := table.comparison()) != "":
            parts.append(said + "\n")
        if picture is not None:
            svg = base.with_name(base.name + ".svg")
            files.write_text(svg, picture)
            written.append(svg)
            parts.append(f"![{title}]({svg.relative_to(store.folder).as_posix()})\n")
    for name, drawn in experiment.charts(results).items():
        svg = stem.with_name(f"{stem.name}-{name}.svg")
        files.write_text(svg, drawn)
        written.append(svg)
        parts.append(f"![{experiment.title}: {name}]({svg.relative_to(store.folder).as_posix()})\n")
    if scale != "quick":
        whole, usual = len(results) == len(cells), (scale, seed) == ("standard", 1)
        parts.append(experiment.goal.verdict(tables, whole=whole, usual=usual) + "\n")
    parts.append(_sources(experiment, scale, seed, found, len(cells), left))
    markdown = "\n".join(parts)
    page = stem.with_name(stem.name + ".md")
    up = "../" * (len(stem.relative_to(store.folder).parts) - 1)
    files.write_text(page, markdown.replace("](tables/", f"]({up}tables/"))
    written.insert(0, page)
    _remove_others(stem, written)
    return Page(
        experiment.name,
        experiment.goal,
        markdown,
        results,
        len(cells),
        written,
        tables,
        left,
        scale != "quick",
    )


def remove_page(experiment: Experiment, scale: Scale, seed: int, store: CellStore) -> None:
    """Remove what was written of cells that are no result any more: of other models, or by older code."""
    _remove_others(_stem(experiment, scale, seed, store), ())


def _remove_others(stem: Path, written: Sequence[Path]) -> None:
    """Remove the files of a page but those written now; other pages may have names that begin alike."""
    others = tuple(f"{page.stem}-" for page in stem.parent.glob(f"{stem.name}-*.md"))
    for path in stem.parent.glob(f"{stem.name}*"):
        rest = path.stem.removeprefix(stem.name)
        of_another = _KINDS.match(rest) or f"{path.stem}-".startswith(others)
        is_own = rest == "" or (rest.startswith("-") and not of_another)
        if is_own and path.suffix in _ENDINGS and path not in written:
            path.unlink(missing_ok=True)


def _stem(experiment: Experiment, scale: Scale, seed: int, store: CellStore) -> Path:
    kind = ("" if scale == "standard" else f"-{scale}") + ("" if seed == 1 else f"-seed-{seed}")
    return store.folder / "tables" / f"{experiment.name}{kind}"


def _base(stem: Path, table: Table) -> Path:
    return stem.with_name(f"{stem.name}{'-' + table.name if table.name else ''}")


def _sources(
    experiment: Experiment, scale: Scale, seed: int, found: dict[str, Measured], total: int, left: list[str]
) -> str:
    """What the tables were made from, and by which command."""
    needs = sorted({f"{name} `{print_}`" for m in found.values() for name, print_ in m.needs.items()})
    spent = sum(m.facts.get("processor_seconds", 0.0) for m in found.values())
    text = f"{len(found)} of {total} cells" + (f" with {', '.join(needs)}" if needs else "")
    if found:
        text += f"; {spent / 60:,.1f} minutes of processor time"
    text += f": `kifu lab run {experiment.name} --scale {scale} --seed {seed}`."
    if left:
        text += f" Left out: {', '.join(left)}."
    return text + "\n"
