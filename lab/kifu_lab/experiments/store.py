"""Where measured cells are kept: `cells/EXPERIMENT/KEY.json`, one small file each, fit to be committed."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kifu.errors import RunError
from kifu.work import files
from kifu.work.facts import JsonObject
from kifu_lab.experiments.cells import Cell, Result, key_of
from kifu_lab.experiments.needs import model_fingerprint

#: Of a cell's file. Raised when it changes its meaning.
FORMAT = 2
_LARGEST = 1 << 24
_BREAK = r",\n\s*"
_PLAIN_LIST = re.compile(r"\[\n\s*([^\[\]{}]*?)\n\s*\]")
_FIELDS = {
    "format": int,
    "experiment": str,
    "cell": str,
    "task": str,
    "version": int,
    "options": dict,
    "needs": dict,
    "kifu": str,
    "command": str,
    "result": dict,
    "sum": str,
}


@dataclass(frozen=True)
class Measured:
    """A cell that has been measured.

    Attributes:
        key: of everything it depends on.
        facts: what its file holds.
    """

    key: str
    facts: JsonObject

    @property
    def result(self) -> Result:
        """What was found."""
        result: Result = self.facts["result"]
        return result

    @property
    def configuration(self) -> JsonObject:
        """As `Cell.configuration` gives it."""
        return {name: self.facts[name] for name in ("task", "version", "options", "seed")}

    @property
    def needs(self) -> dict[str, str]:
        """Fingerprints of what it was measured with."""
        return dict(self.facts["needs"])


class CellStore:
    """The cells of a results folder.

    Attributes:
        folder: the results folder; `cells` is in it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, experiment: str, key: str) -> Path:
        """Where a cell lies."""
        return self.folder / "cells" / experiment / f"{key}.json"

    def find(self, experiment: str, key: str) -> Measured | None:
        """A cell by its key; another experiment of the same paper may have measured it."""
        path = self.path(experiment, key)
        if path.exists():
            return read_cell(path)
        paper = experiment.partition("/")[0]
        others = sorted((self.folder / "cells" / paper).glob(f"**/{key}.json"))
        return read_cell(others[0]) if others else None

    def alike(
        self, experiment: str, cells: list[Cell], known: Mapping[str, str] | None = None
    ) -> tuple[dict[str, Measured], list[str]]:
        """Measured cells by their names, without looking at any games; and which are left out, and why.

        Cells of other data than `known`, fingerprints by need, are left out. Where cells were measured with
        several sets of data that it says nothing of, those with which most were measured are taken. Cells of
        another version of the code that counts are no results any more, and neither are those of a model
        that is not bundled any more, or that needed other things than they do now.
        """
        paper = experiment.partition("/")[0]
        wanted = {_text(cell.configuration()): cell.name for cell in cells}
        needs = {cell.name: set(cell.needs) for cell in cells}
        of_any_version = {_text(cell.configuration() | {"version": 0}): cell.name for cell in cells}
        by_data: dict[str, dict[str, Measured]] = {}
        known = {**(known or {}), **bundled_models(cells)}
        left: list[str] = []
        for measured in self.measured(paper):
            name = wanted.get(_text(measured.configuration))
            old = of_any_version.get(_text(measured.configuration | {"version": 0}))
            if name is None and old is not None:
                left.append(
                    f"{old} ({measured.key}: version {measured.facts['version']} of the code that counts)"
                )
            elif name is not None and needs[name] != set(measured.needs):
                left.append(
                    f"{name} ({measured.key}: needed {', '.join(sorted(measured.needs)) or 'nothing'})"
                )
            elif name is not None and (other := _other(measured, known)) is not None:
                left.append(f"{name} ({measured.key}: {other})")
            elif name is not None:
                by_data.setdefault(_text(measured.needs), {})[name] = measured
        # Cells of one experiment may need different things; only what two of them share has to agree.
        found: dict[str, Measured] = {}
        for some in sorted(
            by_data.values(), key=lambda some: (-len(some), min(m.key for m in some.values()))
        ):
            if all(_agree(next(iter(some.values())), other) for other in found.values()):
                found |= {name: m for name, m in some.items() if name not in found}
            else:
                left += [f"{name} ({m.key}: other data)" for name, m in some.items()]
        return found, sorted(left)

    def measured(self, paper: str = "") -> Iterator[Measured]:
        """All cells of a paper."""
        for path in sorted((self.folder / "cells" / paper).glob("**/*.json")):
            yield read_cell(path)

    def keep(self, experiment: str, key: str, facts: JsonObject) -> Measured:
        """Write a cell whole or not at all."""
        path = self.path(experiment, key)
        path.parent.mkdir(parents=True, exist_ok=True)
        facts = {"format": FORMAT, "experiment": experiment, **facts}
        facts["sum"] = checksum(facts)
        files.write_text(path, _written(facts))
        return Measured(key, facts)


def read_cell(path: Path) -> Measured:
    """Read a cell's file.

    Raises:
        RunError: It is of another version, damaged, or was edited so that its key does not fit.
    """
    try:
        facts = json.loads(files.read_bytes(path, limit=_LARGEST), parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        raise RunError(
            f"{str(path)!r} is no measured cell: {error}; remove it, and it is measured again"
        ) from error
    found = facts.get("format") if isinstance(facts, dict) else None
    if found is None:
        raise RunError(f"{str(path)!r} is no measured cell: it names no format; remove it")
    if found != FORMAT:
        raise RunError(
            f"{str(path)!r} is of another version: expected format {FORMAT}, got {found!r}; "
            "use the Kifu that wrote it, or another --out folder"
        )
    for name, kind in _FIELDS.items():
        if not isinstance(facts.get(name), kind):
            raise RunError(f"{str(path)!r} is no measured cell: {name!r} is missing or wrong; remove it")
    if "seed" not in facts:
        raise RunError(f"{str(path)!r} is no measured cell: 'seed' is missing; remove it")
    measured = Measured(path.stem, facts)
    expected = key_of(measured.configuration, measured.needs)
    if expected != path.stem:
        raise RunError(
            f"{str(path)!r} was edited or renamed: what is in it has the key {expected}; "
            "put it back, or remove it, and it is measured again"
        )
    if facts["sum"] != checksum(facts):
        raise RunError(
            f"{str(path)!r} was edited: its checksum does not fit what is in it; "
            "put it back, or remove it, and it is measured again"
        )
    return measured


def _refused(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def checksum(facts: Mapping[str, Any]) -> str:
    """Of everything in a cell's file but itself."""
    told = {name: fact for name, fact in facts.items() if name != "sum"}
    return hashlib.sha256(_text(told).encode()).hexdigest()


def _written(facts: JsonObject) -> str:
    """JSON with a line a fact; lists of plain values on one line, so that changes can be read."""
    text = json.dumps(facts, indent=1, ensure_ascii=False, allow_nan=False)
    # No string has a line break in it: JSON escapes them.
    return _PLAIN_LIST.sub(lambda found: f"[{', '.join(re.split(_BREAK, found[1]))}]", text) + "\n"


def bundled_models(cells: list[Cell]) -> dict[str, str]:
    """Fingerprints of the bundled models that cells need."""
    needs = sorted({need for cell in cells for need in cell.needs if need.startswith("model:")})
    return {need: model_fingerprint(need.partition(":")[2]) for need in needs}


def _other(measured: Measured, known: Mapping[str, str]) -> str | None:
    """What is not as it is known, in words."""
    for need, print_ in known.items():
        if measured.needs.get(need, print_) != print_:
            return "another bundled model" if need.startswith("model:") else "other data"
    return None


def _agree(one: Measured, other: Measured) -> bool:
    return all(other.needs.get(name, print_) == print_ for name, print_ in one.needs.items())


def _text(facts: Mapping[str, Any]) -> str:
    return json.dumps(facts, sort_keys=True)
