"""Joins all experiments into one page, and puts their tables where documents ask for them.

A document asks with two lines, for an experiment, for matches that are kept in `matches/`, or for what a
command printed, kept in `outputs/`; what stands between them is replaced::

    <!-- experiment: moves/table-1 -->
    <!-- end -->
    <!-- matches: gnugo9 gnugo19 -->
    <!-- end -->
    <!-- output: bench-go -->
    <!-- end -->

Documents are those in the results folder, and those in the folder above it that ask for something.
"""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from kifu.errors import InputError
from kifu.experiments.experiment import Experiment, Scale
from kifu.experiments.kept_matches import matches_table
from kifu.experiments.kept_outputs import read_output
from kifu.experiments.loose_figures import Loose, loose_figures
from kifu.experiments.outputs import Page, remove_page, write_page
from kifu.experiments.registry import EXPERIMENTS, named
from kifu.experiments.store import CellStore
from kifu.work import files

_MADE = "<!-- made by: kifu experiment report -->"
_BEGIN = re.compile(r"^<!-- (?P<kind>experiment|matches|output): (?P<names>\S+(?: \S+)*) -->$")
_END = "<!-- end -->"
_WAITING = "Not measured yet.\n"


@dataclass
class Report:
    """What a report wrote.

    Attributes:
        page: the joined page.
        measured: cells measured and in all, of every experiment.
        documents: documents in which tables were put, with what they asked for.
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
            f"first: kifu experiment run NAME --out {folder}"
        )
    path = folder / "README.md"
    if path.exists() and not path.read_bytes().startswith(_MADE.encode()):
        raise InputError(f"{str(path)!r} was written by somebody else; move it, or choose another --out")
    kept: dict[str, str] = {}
    documents = {found: _read(found, folder, kept) for found in sorted(folder.glob("*.md")) if found != path}
    above = [found for found in sorted(_above(folder).glob("*.md")) if _asks(found)]
    documents |= {found: _read(found, folder, kept) for found in above if found not in documents}
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
        if names := [name for name in names if name in kept or pages[name].results]:
            report.documents[document] = names
        if loose := loose_figures(*_apart(filled)):
            report.loose[document] = loose
        if filled != text:
            files.write_bytes(document, filled.encode())
    return report


def _above(folder: Path) -> Path:
    return Path(os.path.normpath(folder / ".."))


def _asks(document: Path) -> bool:
    """Whether a document that may be anybody's has a block of ours."""
    try:
        text = document.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return any(map(_BEGIN.match, _lines(text)))


def _seen_from_above(tables: dict[str, str], folder: Path) -> dict[str, str]:
    """Tables whose links lead into the results folder."""
    name = folder.resolve().name
    return {
        asked: re.sub(r"\]\((tables|matches)/", rf"]({name}/\1/", table) for asked, table in tables.items()
    }


def _read(document: Path, folder: Path, kept: dict[str, str]) -> str:
    """A document whose blocks can be filled; the matches and outputs it asks for join the others.

    Raises:
        InputError: It is no text, a block is wrong, or there is no such match or output.
    """
    try:
        text = document.read_bytes().decode("utf-8")
        fill(text, {})
        for asked in filter(None, map(_BEGIN.match, _lines(text))):
            if asked["kind"] == "matches":
                kept[_asked(asked)] = matches_table(folder, asked["names"].split())
            elif asked["kind"] == "output":
                kept[_asked(asked)] = read_output(folder, asked["names"]).markdown()
    except (UnicodeDecodeError, InputError) as error:
        raise InputError(f"{str(document)!r}: {error}; nothing was written") from None
    return text


def _asked(begins: re.Match[str]) -> str:
    """What a block asks for: the name of an experiment alone, other things with their kind."""
    kind, names = begins["kind"], begins["names"]
    return names if kind == "experiment" else f"{kind}: {names}"


def fill(text: str, tables: dict[str, str]) -> tuple[str, list[str]]:
    """Put tables between the lines that ask for them; those of experiments without any stay as they are.

    Raises:
        InputError: An unknown experiment is asked for, or a block does not end.
    """
    done: list[str] = []
    names: list[str] = []
    asked: str | None = None
    kept: list[str] = []
    for line in _lines(text):
        begins = _BEGIN.match(line)
        if begins and asked is None:
            asked, kept = _asked(begins), []
            if begins["kind"] == "experiment" and (len(named(asked)) != 1 or asked not in EXPERIMENTS):
                raise InputError(f"expected the name of one experiment in {line!r}")
            done.append(line)
        elif begins:
            raise InputError(f"expected {_END!r} after the block of {asked} before {line!r}")
        elif asked is not None and line == _END:
            if asked in tables:
                names.append(asked)
                kept = tables[asked].rstrip("\n").split("\n")
            done += [*kept, line]
            asked = None
        elif asked is not None:
            kept.append(line)
        else:
            done.append(line)
    if asked is not None:
        raise InputError(f"expected {_END!r} after the block of {asked}, but the document ends")
    return ("\r\n" if "\r\n" in text else "\n").join(done), names


def _apart(text: str) -> tuple[str, str]:
    """The text of a document without what stands in its blocks, lines left empty there; and what does."""
    typed: list[str] = []
    filled: list[str] = []
    inside = False
    for line in _lines(text):
        inside = line != _END and (inside or _BEGIN.match(line) is not None)
        typed.append("" if inside or line == _END else line)
        filled.append(line if inside else "")
    return "\n".join(typed), "\n".join(filled)


def _lines(text: str) -> list[str]:
    """Lines as documents have them: Python knows other ends of lines, which prose may hold."""
    return text.replace("\r\n", "\n").split("\n")


def _joined(pages: dict[str, Page], scale: Scale, seed: int, folder: Path, documents: dict[Path, str]) -> str:
    cells = sum(len(page.results) for page in pages.values())
    total = sum(page.total for page in pages.values())
    lines = [
        _MADE,
        "# The papers, made again",
        "",
        f"Every table below was written by `kifu experiment report` from the measured cells in `cells/`, "
        f"{cells} of {total} at scale {scale}, seed {seed}. Intervals (95 %) stand in square brackets, the "
        "paper's values in round ones. Each stands alone in [tables](tables), too. "
        "`kifu experiment run NAME` measures what is missing.",
        "",
    ]
    if documents:
        lines += ["What they mean, and what else was measured:", ""]
        links = {document: Path(os.path.relpath(document, folder)).as_posix() for document in documents}
        lines += [f"- [{_title(document, text)}]({links[document]})" for document, text in documents.items()]
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


def _title(document: Path, text: str) -> str:
    return next((line[2:].strip() for line in text.splitlines() if line.startswith("# ")), document.name)


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
