"""Tables of measured values beside the paper's, as Markdown and CSV."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from kifu.work.facts import JsonObject

MISSING = "—"


@dataclass(frozen=True)
class Value:
    """A measured value.

    Attributes:
        value: None when it has not been measured.
        low, high: its 95 % interval.
        paper: the paper's value.
        digits: behind the point.
        signed: written with its sign.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    paper: float | None = None
    digits: int = 2
    signed: bool = False

    def __str__(self) -> str:
        text = MISSING if self.value is None else self._written(self.value)
        if self.value is not None and self.low is not None and self.high is not None:
            between = " to " if self.signed else "-"
            text += f" [{self._written(self.low)}{between}{self._written(self.high)}]"
        return text if self.paper is None else f"{text} ({self._written(self.paper)})"

    def facts(self) -> dict[str, float | None]:
        """Value, interval and the paper's value."""
        return {name: getattr(self, name) for name in ("value", "low", "high", "paper")}

    def _written(self, number: float) -> str:
        return f"{number:{'+' if self.signed else ''},.{self.digits}f}"


@dataclass(frozen=True)
class Row:
    """A row: its name, and a value or a text for every column; None leaves a place empty."""

    name: str
    entries: Sequence[Value | str | None]


@dataclass(frozen=True)
class Table:
    """Rows under columns.

    Attributes:
        name: of its files; empty for the only one of an experiment.
        corner: what the names of the rows are.
        columns: heads.
        rows: in order.
        unit: what the values are, for the axis of the chart.
        note: stands below; for what is not a number in a row.
        chart: whether values are drawn: a line a column over the rows.
    """

    name: str
    corner: str
    columns: Sequence[str]
    rows: Sequence[Row]
    unit: str = ""
    note: str = ""
    chart: bool = True

    def values(self) -> list[Value]:
        """All values, row by row."""
        return [entry for row in self.rows for entry in row.entries if isinstance(entry, Value)]

    def markdown(self) -> str:
        """The table, intervals in square brackets, the paper's value in round ones."""
        lines = [
            f"| {self.corner} | {' | '.join(self.columns)} |",
            f"| {'---' if _words(self.rows) else '---:'} |" + " ---: |" * len(self.columns),
        ]
        lines += [
            f"| {row.name} | {' | '.join(_text(entry) for entry in row.entries)} |" for row in self.rows
        ]
        if self.note:
            lines += ["", self.note]
        return "\n".join(lines) + "\n"

    def csv(self) -> str:
        """One line a value: row, column, value, low, high, paper."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["row", "column", "value", "low", "high", "paper"])
        for row in self.rows:
            for column, entry in zip(self.columns, row.entries, strict=True):
                if isinstance(entry, Value):
                    numbers = (entry.value, entry.low, entry.high, entry.paper)
                    writer.writerow([row.name, column, *(_exact(n) for n in numbers)])
                elif entry is not None:
                    writer.writerow([row.name, column, entry, "", "", ""])
        return out.getvalue()

    def facts(self) -> JsonObject:
        """The same as plain JSON types."""
        rows = [
            {
                "row": row.name,
                **{
                    column: entry.facts() if isinstance(entry, Value) else entry
                    for column, entry in zip(self.columns, row.entries, strict=True)
                },
            }
            for row in self.rows
        ]
        return {"name": self.name, "rows": rows, "note": self.note, "comparison": self.comparison()}

    def comparison(self) -> str:
        """A sentence on how the values stand to the paper's; empty when there is nothing to compare."""
        gaps = [
            round(v.value - v.paper, v.digits)
            for v in self.values()
            if v.value is not None and v.paper is not None
        ]
        if not gaps:
            return ""
        outside = sum(
            not v.low <= v.paper <= v.high
            for v in self.values()
            if v.low is not None and v.high is not None and v.paper is not None
        )
        digits = max(v.digits for v in self.values() if v.paper is not None)
        above = sum(gap > 0 for gap in gaps)
        are = "is" if above == 1 else "are"
        text = (
            f"Of {len(gaps)} values {above} {are} above the paper's; the differences go from "
            f"{min(gaps):+,.{digits}f} to {max(gaps):+,.{digits}f}"
        )
        known = sum(v.low is not None and v.paper is not None for v in self.values())
        if known:
            leave = "leaves" if outside == 1 else "leave"
            text += f", and {outside} of {known} intervals {leave} the paper's value out"
        return text + "."


def _text(entry: Value | str | None) -> str:
    return "" if entry is None else str(entry)


def _words(rows: Sequence[Row]) -> bool:
    return any(not row.name.replace(",", "").replace(".", "").strip("-").isdigit() for row in rows)


def _exact(number: float | None) -> str:
    """A number of a CSV file: counts to the last digit, the rest to six."""
    if number is None:
        return ""
    return f"{number:.0f}" if number == int(number) else f"{number:.6g}"
