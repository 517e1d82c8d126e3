"""The papers' tables and figures, reproduced: `kifu lab list`, `describe`, `run`, `report` and `keep`."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.errors import InputError, InUseError, MissingDataError
from kifu.interfaces.cli.options import Job, job_options, open_threads, stacked
from kifu.interfaces.cli.output import columns, count, json_option, print_json

if TYPE_CHECKING:
    from kifu_lab.experiments.cells import Cell
    from kifu_lab.experiments.engine import Outcome
    from kifu_lab.experiments.outputs import Page
    from kifu_lab.experiments.store import Measured

_OUT = click.option(
    "--out",
    type=click.Path(file_okay=False),
    default="results",
    show_default=True,
    help="The results folder: cells, tables, runs.",
)
#: Which results.
_measured = stacked(
    click.option(
        "--scale",
        type=click.Choice(["quick", "standard", "paper"]),
        default="standard",
        show_default=True,
        help="quick: does it work; standard: what the documents show; paper: the paper's counts.",
    ),
    click.option("--seed", type=click.IntRange(1), default=1, show_default=True, help="Random seed."),
    _OUT,
)


@click.command("list", epilog="Example: kifu lab list --out docs/results")
@_measured
@json_option
def list_(scale: Any, seed: int, out: str, as_json: bool) -> None:
    """List the experiments, and how many of their cells are measured."""
    from kifu_lab.experiments.registry import EXPERIMENTS
    from kifu_lab.experiments.store import CellStore

    store = CellStore(Path(out))
    rows: list[dict[str, Any]] = []
    for name, experiment in EXPERIMENTS.items():
        cells = experiment.cells_at(scale, seed)
        found, _ = store.alike(name, cells)
        rows.append(
            {
                "name": name,
                "place": experiment.place,
                "title": experiment.title,
                "measured": len(found),
                "cells": len(cells),
                "needs": sorted({need for cell in cells for need in cell.needs}),
            }
        )
    if as_json:
        print_json(rows)
        return
    table = [("experiment", "measured", "what", "needs")]
    table += [
        (r["name"], f"{r['measured']} of {r['cells']}", f"{r['place']}: {r['title']}", ", ".join(r["needs"]))
        for r in rows
    ]
    click.echo(columns(table, right=[1]))
    measured = sum(row["measured"] for row in rows)
    total = count(sum(row["cells"] for row in rows), "cell")
    click.echo(f"{measured} of {total} measured in {str(Path(out))!r}; --out names another results folder")


@click.command(epilog="Example: kifu lab describe moves/table-1")
@click.argument("name")
@_measured
@json_option
def describe(name: str, scale: Any, seed: int, out: str, as_json: bool) -> None:
    """Say what NAME measures, on which data, and what the paper found."""
    from kifu_lab.experiments.needs import what_is
    from kifu_lab.experiments.registry import named
    from kifu_lab.experiments.store import CellStore

    store = CellStore(Path(out))
    documents: list[dict[str, Any]] = []
    for experiment in named(name):
        cells = experiment.cells_at(scale, seed)
        found, _ = store.alike(experiment.name, cells)
        documents.append(
            {
                "name": experiment.name,
                "title": experiment.title,
                "paper": experiment.paper,
                "place": experiment.place,
                "statistic": experiment.statistic,
                "goal": str(experiment.goal),
                "difference": experiment.difference,
                "scales": {key: dict(counts) for key, counts in experiment.scales.items()},
                "needs": {need: what_is(need) for need in sorted({n for cell in cells for n in cell.needs})},
                "cells": {
                    cell.name: cell.configuration() | {"measured": cell.name in found} for cell in cells
                },
                "table": "\n".join(
                    table.markdown()
                    for table in experiment.tables_at(scale, {k: m.result for k, m in found.items()})
                ),
            }
        )
    if as_json:
        print_json(documents)
        return
    for facts in documents:
        rows = [(key, facts[key]) for key in ("paper", "place", "statistic", "goal", "difference")]
        rows += [(f"scale {key}", _listed(counts)) for key, counts in facts["scales"].items()]
        rows += [("needs", f"{need}: {text}") for need, text in facts["needs"].items()]
        rows.append(("cells", ", ".join(facts["cells"])))
        click.echo(f"{facts['name']}: {facts['title']}\n{columns(rows, indent=2)}\n\n{facts['table']}")


def _listed(counts: dict[str, Any]) -> str:
    written = {key: list(value) if isinstance(value, tuple) else value for key, value in counts.items()}
    return ", ".join(f"{key} {value}" for key, value in written.items())


@click.command(
    epilog="Examples: kifu lab run moves/table-1 --archive pro19=pro.db; kifu lab run moves "
    "--data games/ --scale quick. Interrupted? Give the same command again: it goes on where it was."
)
@click.argument("name")
@_measured
@click.option(
    "--archive", "archives", multiple=True, metavar="ROLE=FILE", help="An archive by its role; repeatable."
)
@click.option("--data", type=click.Path(file_okay=False), help="A folder with the original ROLE.tar.xz.")
@click.option("--cell", "cells", multiple=True, help="Only this cell; repeatable.")
@job_options("Threads of each cell", "--threads")
def run(
    name: str,
    scale: Any,
    seed: int,
    out: str,
    archives: tuple[str, ...],
    data: str | None,
    cells: tuple[str, ...],
    job: Job,
) -> None:
    """Measure what is missing of NAME, an experiment, a paper, or all, and write its tables.

    A measured cell is kept under OUT/cells by everything that it depends on, and never measured again.
    """
    from kifu.work.progress import progress_bar
    from kifu.work.signals import ending_cleanly
    from kifu_lab.experiments.engine import Engine
    from kifu_lab.experiments.needs import Sources
    from kifu_lab.experiments.outputs import write_page
    from kifu_lab.experiments.registry import named
    from kifu_lab.experiments.store import CellStore

    chosen = named(name)
    if cells and len(chosen) != 1:
        raise click.UsageError(f"--cell is of one experiment, but {name!r} names {len(chosen)}")
    store = CellStore(Path(out))
    documents, waiting, busy = [], [], []
    with ending_cleanly(), open_threads(job.workers, job.cluster, "--threads") as who:
        sources = Sources(_by_role(archives), Path(data) if data else None)
        engine = Engine(store, sources, **who)
        for experiment in chosen:
            teller = _Teller(experiment.name, len(experiment.chosen(scale, seed, cells)), out, job.silent)
            with progress_bar(quiet=job.silent) as progress, teller.going_on():
                engine.progress = sources.progress = progress
                outcome = engine.run(experiment, scale, seed, only=cells, on_cell=teller.tell)
            page = write_page(experiment, scale, seed, store, sources.known)
            documents.append(_facts(outcome, page))
            busy += [f"{experiment.name} {name}" for name in outcome.busy]
            waiting += _waiting(outcome)
            if page.results and not job.as_json:
                click.echo(page.markdown)
    if job.as_json:
        print_json(documents)
    if waiting:
        raise MissingDataError("; ".join(waiting))
    if busy:
        raise InUseError(
            f"{', '.join(busy)}: in work in another process; give the same command again when it has ended"
        )


def _facts(outcome: "Outcome", page: "Page") -> dict[str, Any]:
    return {
        "experiment": page.experiment,
        "measured_now": outcome.measured,
        "known": outcome.known,
        "busy": outcome.busy,
        "missing": outcome.missing,
        "cells": page.total,
        "results": page.results,
        "tables": [table.facts() for table in page.tables],
        "goal": str(page.goal),
        "reached": page.is_reached,
        "left_out": list(page.left),
        "files": [str(path) for path in page.written],
    }


class _Teller:
    """Says which cells are done, and what is kept when a run is interrupted."""

    def __init__(self, experiment: str, total: int, out: str, quiet: bool) -> None:
        self._experiment, self._total, self._out, self._quiet = experiment, total, out, quiet
        self._done = 0

    def tell(self, cell: "Cell", measured: "Measured", new: bool) -> None:
        self._done += 1
        if new and not self._quiet:
            seconds = measured.facts["processor_seconds"]
            of = f"{self._done} of {self._total}"
            click.echo(f"{self._experiment}: {cell.name} ({of}, {seconds:,.1f} processor s)", err=True)

    @contextlib.contextmanager
    def going_on(self) -> Iterator[None]:
        try:
            yield
        except (KeyboardInterrupt, SystemExit):
            kept = f"{self._done} of {count(self._total, 'cell')} kept in {self._out}"
            click.echo(f"kifu: {self._experiment}: {kept}; the same command goes on from there", err=True)
            raise


@click.command(epilog="Example: kifu lab report --out docs/results")
@_measured
@json_option
def report(scale: Any, seed: int, out: str, as_json: bool) -> None:
    """Join all measured tables into OUT/README.md, and put them into documents that ask for them.

    Documents are OUT/*.md and those of the folder above it. Cells are enough; no games are needed. Figures in
    the text of a document that none of its tables has are named.
    """
    from dataclasses import asdict

    from kifu_lab.experiments.report import write_report

    made = write_report(Path(out), scale, seed)
    if as_json:
        documents = {str(path): names for path, names in made.documents.items()}
        loose = {str(path): [asdict(figure) for figure in found] for path, found in made.loose.items()}
        print_json(
            {"page": str(made.page), "measured": made.measured, "documents": documents, "loose": loose}
        )
        return
    done = sum(measured for measured, _ in made.measured.values())
    total = sum(cells for _, cells in made.measured.values())
    click.echo(f"{made.page}: {done} of {count(total, 'cell')}")
    for path, names in made.documents.items():
        click.echo(f"{path}: {', '.join(names) or 'nothing that it asks for is measured'}")
    for path, found in made.loose.items():
        for figure in found:
            told = f"{figure.figure} stands in no table of this document; where does it come from?"
            click.echo(f"kifu: {path}, line {figure.line}: {told}", err=True)


@click.command(
    epilog="Example: kifu lab keep bench-go --out docs/results -- kifu lab bench go --repeats 7. With the "
    "next report, a document of the folder shows it between <!-- output: bench-go --> and <!-- end -->."
)
@click.argument("name")
@click.argument("words", metavar="-- COMMAND...", nargs=-1, required=True)
@_OUT
@json_option
def keep(name: str, words: tuple[str, ...], out: str, as_json: bool) -> None:
    """Run a command and keep what it prints as NAME, with all that is needed to read it, for the report.

    Version, machine, what else the machine did, processor time and fingerprints of archives are noted. A
    command that fails leaves what was kept before.
    """
    from dataclasses import asdict

    from kifu.work.files import expect_writable
    from kifu.work.signals import ending_cleanly
    from kifu_lab.cli.keep import run_command
    from kifu_lab.experiments.kept_outputs import keep_output, output_path

    path = output_path(Path(out), name)
    path.parent.mkdir(parents=True, exist_ok=True)
    expect_writable(path)
    with ending_cleanly():
        output = run_command(words, lambda line: None if as_json else click.echo(line, nl=False))
    keep_output(Path(out), name, output)
    if as_json:
        print_json({"file": str(path), **asdict(output)})
    else:
        click.echo(f"kifu: kept in {path}", err=True)


def _waiting(outcome: "Outcome") -> list[str]:
    from kifu_lab.experiments.needs import what_is_missing

    return [
        f"{outcome.experiment}: {outcome.total - len(names)} of {count(outcome.total, 'cell')} can be had "
        f"without it, but {what_is_missing(need)}"
        for need, names in outcome.missing.items()
    ]


def _by_role(archives: tuple[str, ...]) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for text in archives:
        role, given, path = text.partition("=")
        if not given or not path:
            raise InputError(f"expected --archive ROLE=FILE, such as pro19=games.db, got {text!r}")
        if role in found:
            raise InputError(f"expected one archive of {role}, got {str(found[role])!r} and {path!r}")
        found[role] = Path(path)
    return found
