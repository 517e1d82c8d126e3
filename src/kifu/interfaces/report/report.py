"""The formats of reports: which there are, and how JSON and CSV are written."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kifu.errors import InputError

if TYPE_CHECKING:
    from kifu.interfaces.report.game_report import GameReport

FORMATS = ("html", "sgf", "json", "csv", "problems")


def formats_of(text: str) -> tuple[str, ...]:
    """Read a list of formats such as `html,sgf`."""
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    wrong = [name for name in names if name not in FORMATS]
    if wrong or not names:
        what = repr(wrong[0]) if wrong else "none"
        raise InputError(f"expected formats among {','.join(FORMATS)}, got {what} in {text!r}")
    return tuple(name for name in FORMATS if name in names)


def written(report: "GameReport[Any, Any]", formats: Iterable[str]) -> dict[str, bytes]:
    """The files of a report by the end of their names."""
    made: dict[str, bytes] = {}
    for name in formats:
        if name == "html":
            made[".html"] = report.page()
        elif name == "sgf":
            made[report.suffix] = report.annotated()
        elif name == "json":
            made[".json"] = to_json(report.facts())
        elif name == "problems":
            made |= report.problem_files()
        else:
            made[".csv"] = to_csv(report.rows())
    return made


def to_json(document: object) -> bytes:
    """One JSON document in UTF-8."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def to_csv(rows: Sequence[Mapping[str, Any]], heads: Sequence[str] = ()) -> bytes:
    """A table in UTF-8; lists are joined by spaces, what is not known is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = heads or (list(rows[0]) if rows else [])
    writer.writerow(names)
    writer.writerows([_cell(row.get(name)) for name in names] for row in rows)
    return text.getvalue().encode("utf-8", "backslashreplace")


def _cell(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "" if value is None else str(value)
