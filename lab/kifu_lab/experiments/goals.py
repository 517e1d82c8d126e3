"""What an experiment is to show, whether its tables show it, and what was tried where they do not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kifu_lab.experiments.tables import Table, Value


class _MissingError(Exception):
    """A value that the answer hangs on has not been measured."""


class Shown:
    """The values of an experiment's tables, for whoever decides about its goal.

    Args:
        tables: of the experiment.
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        self._tables = {table.name: table for table in tables}

    def value(self, row: str, column: str, table: str = "") -> Value:
        """A value with its interval, by the names of its row, column and table."""
        entry = self._entries(column, table).get(row)
        if not isinstance(entry, Value) or entry.value is None:
            raise _MissingError
        return entry

    def at(self, row: str, column: str, table: str = "") -> float:
        """A value alone."""
        value = self.value(row, column, table).value
        assert value is not None
        return value

    def column(self, column: str, table: str = "") -> dict[str, float]:
        """All values of a column by the names of their rows; none may be missing."""
        entries = self._entries(column, table)
        values = {
            row: self.at(row, column, table) for row, entry in entries.items() if isinstance(entry, Value)
        }
        if not values:
            raise _MissingError
        return values

    def text(self, row: str, column: str, table: str = "") -> str:
        """A text by the names of its row, column and table."""
        entry = self._entries(column, table).get(row)
        if not isinstance(entry, str):
            raise _MissingError
        return entry

    def rows(self, table: str = "") -> list[str]:
        """The names of the rows."""
        return [row.name for row in self._table(table).rows]

    def _table(self, name: str) -> Table:
        if name not in self._tables:
            raise _MissingError
        return self._tables[name]

    def _entries(self, column: str, table: str) -> dict[str, Value | str | None]:
        """A column by its rows; at the quick scale some columns are missing."""
        found = self._table(table)
        if column not in found.columns:
            raise _MissingError
        at = list(found.columns).index(column)
        return {row.name: row.entries[at] for row in found.rows}


@dataclass(frozen=True)
class Goal:
    """What would be a success.

    Attributes:
        text: in words.
        reached: whether the tables show it; None where there is nothing to reach.
        tried: what was done where they do not at the usual scale and seed, and why it did not help.
    """

    text: str
    reached: Callable[[Shown], bool] | None = None
    tried: str = ""

    def __str__(self) -> str:
        return self.text

    def is_reached(self, tables: Sequence[Table], *, whole: bool = True) -> bool | None:
        """Whether tables show it; None where there is nothing to reach or something is not measured yet.

        Args:
            tables: of the experiment.
            whole: whether all of its cells are measured.
        """
        if self.reached is None or not whole:
            return None
        try:
            return self.reached(Shown(tables))
        except _MissingError:
            return None

    def verdict(self, tables: Sequence[Table], *, whole: bool = True, usual: bool = True) -> str:
        """The goal, and what became of it, in words.

        Args:
            tables: of the experiment.
            whole: whether all of its cells are measured.
            usual: whether these are the tables that `tried` was written for.
        """
        if self.reached is None:
            return f"Goal: {self.text}"
        told = {
            True: "Reached.",
            False: f"Not reached. {self.tried if usual else ''}".strip(),
            None: "Not measured whole yet.",
        }
        return f"Goal: {self.text} {told[self.is_reached(tables, whole=whole)]}"
