"""What a table is: its columns in words, and where its rows come from."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu.work.executors import NOTHING
from kifu.work.facts import JsonObject

Rows = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Column:
    """One column, or several of one type that belong together.

    Attributes:
        name: of the array in an `.npz` file.
        dtype: of its numbers, as NumPy writes it.
        words: what it says.
        shape: of one row; empty for a plain number.
        parts: names of the numbers of a row, where each has its own meaning: columns of their own but in
            `.npz`.
        part_words: what each of them says.
        values: what whole numbers in it stand for; one list a part where there are parts.
    """

    name: str
    dtype: str
    words: str
    shape: tuple[int, ...] = ()
    parts: tuple[str, ...] = ()
    part_words: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()

    def facts(self, *, values: bool = True) -> JsonObject:
        """Return everything for the data card; the values of parts, which may be thousands, if wanted."""
        facts: JsonObject = {"name": self.name, "type": self.dtype, "words": self.words}
        if self.parts:
            facts["columns"] = [
                {"name": name, "words": words}
                | ({"values": list(self.values[i])} if self.values and values else {})
                for i, (name, words) in enumerate(zip(self.parts, self.part_words, strict=True))
            ]
        else:
            facts |= {"shape": list(self.shape)} if self.shape else {}
            facts |= {"values": list(self.values)} if self.values else {}
        return facts

    def empty(self) -> npt.NDArray[Any]:
        """Return no rows."""
        return np.zeros((0, *self.shape), self.dtype)


@dataclass(frozen=True)
class Table:
    """Rows that are yet to be computed.

    Attributes:
        kind: blocks, candidates or positions.
        title: one sentence on what a row is.
        columns: what each row has.
        games: how many games were chosen.
        chunks: the games, a few at a time, always cut alike; each goes to a worker.
        rows: what a worker does with them; importable by name, or a partial of such.
        source: where the games are from, for the card.
        choice: which games and which rows of them, for the card.
        notes: what a reader of the card must know.
        shared: what `rows` gets beside a chunk, such as the file of a model; a cluster's workers get it once.
    """

    kind: str
    title: str
    columns: tuple[Column, ...]
    games: int
    chunks: Iterator[Any]
    rows: Callable[..., Rows]
    source: Mapping[str, Any]
    choice: Mapping[str, Any]
    notes: tuple[str, ...] = field(default=())
    shared: Any = NOTHING
