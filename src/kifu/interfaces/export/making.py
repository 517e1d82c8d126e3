"""Making a table: workers compute chunks of rows, parts are kept, and joined into one file at the end.

Chunks are cut alike and come back in order, and what is drawn depends on seed and game alone: the file is the
same for any number of workers, and for a run that was interrupted.
"""

import hashlib
from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from kifu.archive.splits import SPLITS
from kifu.errors import InputError
from kifu.interfaces.export.card import card_of, write_cards
from kifu.interfaces.export.columns import Rows, Table
from kifu.interfaces.export.writing import check_format, write_part, write_table
from kifu.work.executors import open_executor
from kifu.work.facts import JsonObject
from kifu.work.progress import Progress, silent
from kifu.work.runs import Checkpoint, Run


def make_table(
    table: Table,
    out: str | Path,
    run: Run,
    *,
    command: str = "",
    workers: int | Executor | None = None,
    progress: Progress = silent,
) -> JsonObject:
    """Write a table and its data card, and return the card.

    Args:
        table: what to compute.
        out: the file, *.npz, *.parquet, *.csv or *.csv.gz; beside it come `.card.json` and `.card.md`.
        run: keeps the parts; a run that was interrupted goes on.
        command: what the card says made it.
        workers: processes that compute: a number, None for one per core, or any executor.
        progress: told the games done, then the parts joined.

    Raises:
        InputError: The file cannot be written so, or the choice gives no rows.
    """
    out = Path(out)
    check_format(out)
    nothing = [0] * len(SPLITS)
    state: JsonObject = {"rows": nothing, "games": nothing, "done": 0}
    if run.checkpoint:
        state = run.checkpoint.state
    folder = run.folder / "parts"
    folder.mkdir(exist_ok=True)
    counts = {name: np.array(state[name]) for name in ("rows", "games")}
    done, number = int(state["done"]), run.step
    left = islice(table.chunks, number, None)
    sizes: list[int] = []
    with open_executor(workers) as pool:
        chunks = _counted(left, sizes)
        for rows in pool.map_ordered(table.rows, chunks, shared=table.shared, name=_name):
            number += 1
            write_part(folder / f"{number:09d}.npz", _checked(table, rows))
            counts["rows"] += np.bincount(rows["split"], minlength=len(SPLITS)) if rows else 0
            if rows:
                _, first = np.unique(rows["game"], return_index=True)
                counts["games"] += np.bincount(rows["split"][first], minlength=len(SPLITS))
            done += sizes.pop(0)
            saved = {name: count.tolist() for name, count in counts.items()}
            run.save(Checkpoint(number, {**saved, "done": done}))
            progress(done, table.games, f"computing {table.kind}")
    total = int(counts["rows"].sum())
    if not total:
        run.futile = True
        raise InputError(
            f"expected rows, but these {table.games:,} games give none; take more games or a larger share"
        )
    by_split: JsonObject = {
        split: {"rows": int(counts["rows"][i]), "games": int(counts["games"][i])}
        for i, split in enumerate(SPLITS)
        if counts["rows"][i]
    }
    parts = [folder / f"{n:09d}.npz" for n in range(1, number + 1)]
    inside = card_of(table, total, by_split, values=False)
    write_table(out, table.columns, parts, inside, progress)
    # The command may name workers and folders; the file shall not depend on them.
    card = card_of(table, total, by_split) | {"command": command, "sha256": _fingerprint(out)}
    write_cards(out, card, table.columns)
    return card


def _counted(chunks: Iterator[Any], sizes: list[int]) -> Iterator[Any]:
    """The same chunks; their sizes are noted as they leave, for results come back in the same order."""
    for chunk in chunks:
        sizes.append(len(chunk.games))
        yield chunk


def _name(chunk: Any) -> str:
    ids = chunk.games.ids
    return f"games {ids[0]} to {ids[-1]}"


def _checked(table: Table, rows: Rows) -> Rows:
    """The rows with the types of the columns."""
    if not rows:
        return {column.name: column.empty() for column in table.columns}
    found = {}
    for column in table.columns:
        array = rows[column.name]
        assert array.shape[1:] == column.shape, (column.name, array.shape)
        found[column.name] = array.astype(column.dtype, copy=False)
    return found


def _fingerprint(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
