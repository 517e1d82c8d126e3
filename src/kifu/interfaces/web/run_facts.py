"""What the folders of runs say: kind, options, log and champions."""

import contextlib
import json
import math
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypedDict, cast

from kifu.interfaces.match_facts import MatchTable, match_table
from kifu.interfaces.web.problems import RefusedError
from kifu.interfaces.web.roots import Root
from kifu.interfaces.web.tournaments import (
    RunFacts,
    TournamentTable,
    match_names,
    score_of,
    tournament_table,
    with_tournaments,
)
from kifu.work.files import read_bytes

#: Where a run writes a line for every fact.
LOGS = ("log.jsonl", "games.jsonl")
_FACTS = {"kind": str, "kifu": str, "options": dict, "seed": int}
_MOST_RUNS = 500
_LARGEST = 1 << 20
_LONGEST = 1 << 20
_DEEPEST = 50


class Runs(TypedDict):
    """All runs, the latest first."""

    runs: list[RunFacts]


class LogTable(TypedDict):
    """The last value of each column of a run's log."""

    lines: int
    last: dict[str, int | float | str]
    champions: NotRequired[Annotated[list[int], "generations that can be played"]]


class RunTable(RunFacts):
    """A run with its numbers."""

    table: MatchTable | TournamentTable | LogTable


class RunLog(TypedDict):
    """Lines of a log; ask again with `since=next`."""

    id: str
    since: int
    next: int
    lines: list[Any]


def list_runs(root: Root) -> list[RunFacts]:
    """Every run below a folder, with the tournaments that matches belong to; the latest first."""
    found: list[RunFacts] = []
    for name, _ in islice(root.walk(("run.json",)), 10 * _MOST_RUNS):
        if not (name == "run.json" or name.endswith("/run.json")):
            continue
        try:
            found.append(_about(root, name.removesuffix("run.json").rstrip("/") or "."))
        except RefusedError:
            continue
    found = with_tournaments(found)
    found.sort(key=lambda run: -run["modified"])
    return found[:_MOST_RUNS]


def table_of(root: Root, run: str) -> RunTable:
    """A run with its numbers: the score of a match, the ratings of a tournament, else each column's last."""
    try:
        about = _about(root, run)
    except RefusedError:
        return _tournament(root, run)
    if about["kind"] == "match":
        return _with_table(about, match_table(*score_of(_games(root, run))))
    lines = [line for line in _lines(_folder(root, run) / "log.jsonl", 0, 100_000) if isinstance(line, dict)]
    columns: dict[str, int | float | str] = {}
    for line in lines:
        columns |= {name: value for name, value in line.items() if isinstance(value, int | float | str)}
    facts: LogTable = {"lines": len(lines), "last": columns}
    if about["kind"] == "evolve":
        facts["champions"] = [int(path.stem) for path in _champions(_folder(root, run))]
    return _with_table(about, facts)


def _with_table(about: RunFacts, table: MatchTable | TournamentTable | LogTable) -> RunTable:
    return cast(RunTable, {**about, "table": table})


def champion_of(root: Root, run: str, generation: int | None) -> tuple[Path, int]:
    """The file of a champion that a run has bred, the latest one if no generation is named."""
    found = {int(path.stem): path for path in _champions(_folder(root, run))}
    if not found:
        raise RefusedError(404, f"the run {run[:200]!r} has no champion yet", "run")
    number = max(found) if generation is None else generation
    if number not in found:
        raise RefusedError(404, f"expected a generation from {min(found)} to {max(found)}", "generation")
    below = "" if run == "." else f"{run}/"
    return root.file(f"{below}champions/{found[number].name}"), number


def _champions(folder: Path) -> list[Path]:
    return sorted(path for path in (folder / "champions").glob("*.safetensors") if path.stem.isdigit())


def log_since(root: Root, run: str, since: int, limit: int) -> RunLog:
    """Lines of the log behind the first `since`; half a line at the end waits for its other half."""
    folder = _folder(root, run)
    lines = _lines(_log_of(folder), since, limit)
    return {"id": run, "since": since, "next": since + len(lines), "lines": lines}


def _games(root: Root, run: str) -> list[Any]:
    return _lines(_folder(root, run) / "games.jsonl", 0, 1_000_000)


def _tournament(root: Root, folder: str) -> RunTable:
    found: list[RunFacts] = []
    for name in match_names(root, folder):
        with contextlib.suppress(RefusedError):
            found.append(_about(root, name))
    found = with_tournaments(found)
    matches = [run for run in found if run.get("part_of") == folder]
    for about in found:
        if about["id"] == folder:
            return _with_table(about, tournament_table(matches, lambda name: _games(root, name)))
    raise RefusedError(404, f"there is no run {folder[:200]!r} here", "id")


def _folder(root: Root, run: str) -> Path:
    folder = root.folder if run == "." else root.path(run)
    about = folder / "run.json"
    if not about.is_file() or about.is_symlink():
        raise RefusedError(404, f"there is no run {run[:200]!r} here", "id")
    return folder


def _log_of(folder: Path) -> Path:
    return next((folder / name for name in reversed(LOGS) if (folder / name).is_file()), folder / LOGS[0])


def _about(root: Root, run: str) -> RunFacts:
    folder = _folder(root, run)
    try:
        about = _parsed(read_bytes(folder / "run.json", limit=_LARGEST))
        if not all(isinstance(about[name], kind) for name, kind in _FACTS.items()):
            raise ValueError(f"expected {', '.join(_FACTS)} as a run has them")
    except (ValueError, KeyError, TypeError, OSError) as error:
        raise RefusedError(404, f"{run[:200]!r} is not a run: {error}", "id") from None
    changed = [
        path.stat().st_mtime for path in (folder / "run.json", *(folder / n for n in LOGS)) if path.is_file()
    ]
    return {
        "id": run,
        "kind": about["kind"],
        "kifu": about["kifu"],
        "options": about["options"],
        "seed": about["seed"],
        "modified": round(max(changed), 3),
        "running": _is_locked(folder),
    }


def _is_locked(folder: Path) -> bool:
    """Whether the process that is named in the lock of a run is there."""
    try:
        words = (folder / "lock").read_text("utf-8", "replace")[:100].split()
    except OSError:
        return False
    if len(words) != 2 or not words[1].isdigit():
        return False
    if not Path("/proc").is_dir():
        return True
    return Path("/proc", words[1]).exists()


def _lines(path: Path, since: int, limit: int) -> list[Any]:
    if not path.is_file() or path.is_symlink():
        return []
    lines: list[Any] = []
    with path.open("rb") as file:
        for raw in islice(file, since, since + limit):
            if not raw.endswith(b"\n"):
                break
            try:
                lines.append(_parsed(raw[:_LONGEST]))
            except ValueError:
                lines.append({"unreadable": raw[:200].decode("utf-8", "replace")})
    return lines


def _parsed(data: bytes) -> Any:
    """Read JSON that can be sent on: no infinities, no halves of characters. ValueError where it cannot."""
    text = data.decode("utf-8", "replace")
    try:
        found = json.loads(text, parse_constant=lambda _: None, parse_float=_finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if text.count("[") + text.count("{") > _DEEPEST and not _is_flat(found, _DEEPEST):
        raise ValueError("it is nested too deeply")
    if "\\u" in text:
        found = json.loads(json.dumps(found, ensure_ascii=False).encode("utf-8", "replace"))
    return found


def _finite(text: str) -> float | None:
    number = float(text)
    return number if math.isfinite(number) else None


def _is_flat(found: Any, depth: int) -> bool:
    """Whether nothing lies deeper than so many lists and objects."""
    if isinstance(found, dict):
        found = list(found.values())
    return not isinstance(found, list) or (depth > 0 and all(_is_flat(part, depth - 1) for part in found))
