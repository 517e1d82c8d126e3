"""Joins all experiments into one page, and puts their tables where documents ask for them.

Documents are those in the results folder, and those in the folder above it that ask for something.
"""

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from kifu.errors import InputError
from kifu.work import files
from kifu_lab.experiments.documents import apart, asked_in, asks, fill, read_document, title_of
from kifu_lab.experiments.experiment import Experiment, Scale
from kifu_lab.experiments.kept_matches import matches_table
from kifu_lab.experiments.kept_outputs import read_output
from kifu_lab.experiments.loose_figures import Loose, loose_figures
from kifu_lab.experiments.outputs import Page, remove_page, write_page
from kifu_lab.experiments.registry import EXPERIMENTS
from kifu_lab.experiments.store import CellStore

_MADE = "<!-- made by: kifu lab report -->"
_LINK = re.compile(r"\]\((?=(?:tables|matches)/)")
_WAITING = "Not measured yet.\n"


@dataclass
class Report:
    """What a report wrote.

    Attributes:
        page: the joined page.
        measured: cells measured and in all, of every experiment.
        documents: documents in which tables were put or that were changed, with those tables that are
            measured.
        loose: figures in the text of these documents that none of their tables has.
    """

    page: Path
    measured: dict[str, tuple[int, int]] = field(default_factory=dict)
    documents: dict[Path, list[str]] = field(default_factory=dict)
    loose: dict[Path, list[Loose]] = field(default_factory=dict)


def write_report(folder: Path, scale: Scale = "standard", seed: int = 1) -> Report:
    """Write `README.md` in a results folder and fill the documents beside and above it, from cells alone.

    Raises:
        InputError: There is no such folder, its README.md is somebody else's, or a document asks for an
            experiment that there is not.
    """
    if not (folder / "cells").is_dir():
        raise InputError(
            f"expected a results folder, but there is no {str(folder / 'cells')!r}; measure something "
            f"first: kifu lab run NAME --out {folder}"
        )
    path = folder / "README.md"
    if path.exists() and not path.read_bytes().startswith(_MADE.encode()):
        raise InputError(f"{str(path)!r} was written by somebody else; move it, or choose another --out")
    documents = {found: read_document(found) for found in sorted(folder.glob("*.md")) if found != path}
    above = Path(os.path.normpath(folder / ".."))
    documents |= {found: read_document(found) for found in sorted(above.glob("*.md")) if asks(found)}
    kept = _kept(folder, documents)
    store = CellStore(folder)
    pages = {name: write_page(experiment, scale, seed, store) for name, experiment in EXPERIMENTS.items()}
    if not any(page.results for page in pages.values()):
        raise InputError(
            f"nothing of scale {scale} and seed {seed} is measured in {str(folder)!r}: there is nothing to "
            "report, and nothing was written"
        )
    report = Report(path, {name: (len(page.results), page.total) for name, page in pages.items()})
    files.write_text(path, _joined(pages, scale, seed, folder, documents))
    tables = {name: page.markdown or _WAITING for name, page in pages.items()} | kept
    for name, page in pages.items():
        if not page.results:
            remove_page(EXPERIMENTS[name], scale, seed, store)
    for document, text in documents.items():
        filled, names = fill(text, tables if document.parent == folder else _seen_from_above(tables, folder))
        names = [name for name in names if name in kept or pages[name].results]
        if names or filled != text:
            report.documents[document] = names
        if loose := loose_figures(*apart(filled)):
            report.loose[document] = loose
        if filled != text:
            files.write_bytes(document, filled.encode())
    return report


def _kept(folder: Path, documents: Mapping[Path, str]) -> dict[str, str]:
    """The matches and outputs that documents ask for.

    Raises:
        InputError: Some of them are not there.
    """
    kept: dict[str, str] = {}
    wrong: list[str] = []
    for document, text in documents.items():
        for asked in asked_in(text):
            try:
                if asked.kind == "matches":
                    kept[str(asked)] = matches_table(folder, asked.names)
                elif asked.kind == "output":
                    kept[str(asked)] = read_output(folder, asked.names[0]).markdown()
            except InputError as error:
                wrong.append(f"{str(document)!r}: {error}")
    if wrong:
        raise InputError("\n".join(wrong) + "; nothing was written")
    return kept


def _seen_from_above(tables: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Tables whose links lead into the results folder."""
    into = f"]({quote(folder.absolute().name)}/"
    return {asked: _LINK.sub(lambda _: into, table) for asked, table in tables.items()}


def _joined(pages: dict[str, Page], scale: Scale, seed: int, folder: Path, documents: dict[Path, str]) -> str:
    cells = sum(len(page.results) for page in pages.values())
    total = sum(page.total for page in pages.values())
    lines = [
        _MADE,
        "# The papers, made again",
        "",
        f"Every table below was written by `kifu lab report` from the measured cells in `cells/`, "
        f"{cells} of {total} at scale {scale}, seed {seed}. Intervals (95 %) stand in square brackets, the "
        "paper's values in round ones. Each stands alone in [tables](tables), too. "
        "`kifu lab run NAME` measures what is missing.",
        "",
    ]
    if documents:
        lines += ["What they mean, and what else was measured:", ""]
        lines += _links(folder, documents)
        lines.append("")
    paper = ""
    for name, experiment in EXPERIMENTS.items():
        if not pages[name].results:
            continue
        if name.partition("/")[0] != paper:
            paper = name.partition("/")[0]
            lines += [f"## {paper}: {experiment.paper}", ""]
        lines += _section(experiment, pages[name])
    waiting = [name for name, page in pages.items() if not page.results]
    if waiting:
        lines += ["## Not measured yet", "", ", ".join(f"`{name}`" for name in waiting) + ".", ""]
    return "\n".join(lines)


def _links(folder: Path, documents: Mapping[Path, str]) -> Iterator[str]:
    for document, text in documents.items():
        where = Path(os.path.relpath(document, folder)).as_posix()
        yield f"- [{title_of(document, text)}]({quote(where)})"


def _section(experiment: Experiment, page: Page) -> list[str]:
    return [
        f"### {experiment.name}: {experiment.title} ({experiment.place})",
        "",
        experiment.statistic,
        "",
        page.markdown.rstrip("\n"),
        "",
        f"Difference: {experiment.difference}",
        "",
    ]
