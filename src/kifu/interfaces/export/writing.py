"""Parts of a table into one file, NumPy's `.npz`, Parquet or CSV, a part at a time, whole or not at all.

In an `.npz` file every `Column` is one array, and `card` holds the data card as text. In Parquet the parts of
a column are columns of their own, arrays without named parts are lists of fixed length, and the card lies in
the metadata under `kifu`. In CSV every number is a column of its own, and the card is only beside the file.
"""

import contextlib
import gzip
import importlib.util
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, cast

import numpy as np
import numpy.typing as npt

from kifu.errors import InputError, MissingToolError, RunError
from kifu.interfaces.export.columns import Column, Rows
from kifu.work import files
from kifu.work.progress import Progress

#: Rows that are written to Parquet together.
_GROUP = 100_000

_Writer = Callable[[Path, Sequence[Column], Sequence[Path], str, Progress], None]


def check_format(out: Path) -> None:
    """Refuse what cannot be written, before any work.

    Raises:
        InputError: The name says no format.
        MissingToolError: Parquet is asked for and PyArrow is not installed.
    """
    if format_of(out) not in _WRITERS:
        raise InputError(f"expected a file named *.npz, *.parquet, *.csv or *.csv.gz, got {out.name!r}")
    if format_of(out) == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise MissingToolError(
            "Parquet needs PyArrow, which is not installed: pip install 'kifu[parquet]'; or write .npz"
        )
    if not out.parent.is_dir():
        raise InputError(f"expected a folder to write {out.name!r} to, but there is no {str(out.parent)!r}")


def format_of(out: Path) -> str:
    """The end of the name that says the format."""
    return ".csv.gz" if out.name.endswith(".csv.gz") else out.suffix


def write_part(path: Path, rows: Rows) -> None:
    """Keep the rows of one chunk."""
    with files.atomic_binary(path) as file:
        cast(Any, np.savez)(file, **rows)  # its stub takes the names for its own options


def write_table(
    out: Path, columns: Sequence[Column], parts: Sequence[Path], card: Mapping[str, Any], progress: Progress
) -> None:
    """Join parts into a file that appears only when it is whole; the same parts give the same bytes."""
    text = json.dumps(card, ensure_ascii=False, allow_nan=False, sort_keys=True)
    _WRITERS[format_of(out)](out, columns, parts, text, progress)


def _write_npz(
    out: Path, columns: Sequence[Column], parts: Sequence[Path], card: str, progress: Progress
) -> None:
    rows = sum(_length(part, columns[0].name) for part in parts)
    done, steps = 0, len(columns) * len(parts)
    with (
        files.atomic_binary(out) as raw,
        zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed,
    ):
        for column in columns:
            dtype = np.dtype(column.dtype)
            with _member(packed, column.name) as file:
                shape = (rows, *column.shape)
                header = {"descr": dtype.str, "fortran_order": False, "shape": shape}
                np.lib.format.write_array_header_1_0(file, header)
                for part in parts:
                    file.write(np.ascontiguousarray(_read(part, column.name), dtype).tobytes())
                    done += 1
                    progress(done, steps, f"writing {out.name}")
            if column.parts:
                with _member(packed, f"{column.name}_names") as file:
                    np.lib.format.write_array(file, np.array(column.parts), allow_pickle=False)
        with _member(packed, "card") as file:
            np.lib.format.write_array(file, np.array(card), allow_pickle=False)


def _member(packed: zipfile.ZipFile, name: str) -> IO[bytes]:
    info = zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))  # a fixed time: equal rows, equal files
    info.compress_type = zipfile.ZIP_DEFLATED
    return packed.open(info, "w", force_zip64=True)


def _write_parquet(
    out: Path, columns: Sequence[Column], parts: Sequence[Path], card: str, progress: Progress
) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema(
        [field for column in columns for field in _fields(pa, column)], metadata={"kifu": card}
    )
    waiting: list[Rows] = []
    held = 0
    with (
        files.atomic_binary(out) as raw,
        pq.ParquetWriter(raw, schema, compression="zstd") as writer,
    ):

        def flush() -> None:
            nonlocal held
            if waiting:
                joined = {c.name: np.concatenate([rows[c.name] for rows in waiting]) for c in columns}
                arrays = [array for c in columns for array in _arrays(pa, c, joined[c.name])]
                writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
            waiting.clear()
            held = 0

        for number, part in enumerate(parts, 1):
            rows = {column.name: _read(part, column.name) for column in columns}
            waiting.append(rows)
            held += len(rows[columns[0].name])
            if held >= _GROUP:
                flush()
            progress(number, len(parts), f"writing {out.name}")
        flush()


def _fields(pa: Any, column: Column) -> list[Any]:
    kind = pa.from_numpy_dtype(np.dtype(column.dtype))
    if column.parts:
        return [pa.field(name, kind) for name in parted_names(column)]
    if column.shape:
        kind = pa.list_(kind, int(np.prod(column.shape)))
    return [pa.field(column.name, kind)]


def _arrays(pa: Any, column: Column, values: npt.NDArray[Any]) -> list[Any]:
    if column.parts:
        return [pa.array(np.ascontiguousarray(values[:, i])) for i in range(len(column.parts))]
    if column.shape:
        flat = pa.array(np.ascontiguousarray(values).reshape(-1))
        return [pa.FixedSizeListArray.from_arrays(flat, int(np.prod(column.shape)))]
    return [pa.array(np.ascontiguousarray(values))]


def _write_csv(
    out: Path, columns: Sequence[Column], parts: Sequence[Path], card: str, progress: Progress
) -> None:
    head = ",".join(name for column in columns for name in _csv_names(column)) + "\n"
    with files.atomic_binary(out) as raw, contextlib.ExitStack() as stack:
        file: Any = raw
        if format_of(out) == ".csv.gz":  # a fixed time and no name: equal rows, equal files
            file = stack.enter_context(gzip.GzipFile("", "wb", 6, raw, mtime=0))
        file.write(head.encode())
        for number, part in enumerate(parts, 1):
            texts = [_csv_texts(_read(part, c.name)).reshape(-1, len(_csv_names(c))) for c in columns]
            rows = zip(*(cells for text in texts for cells in text.T.tolist()), strict=True)
            file.write("".join(",".join(row) + "\n" for row in rows).encode())
            progress(number, len(parts), f"writing {out.name}")


def _csv_texts(values: npt.NDArray[Any]) -> npt.NDArray[np.str_]:
    """Numbers as text, those of 32 bits with no more digits than they need; yes and no are 1 and 0 to all."""
    return (values.astype(np.uint8) if values.dtype == bool else values).astype(str)


def _csv_names(column: Column) -> list[str]:
    if column.parts or not column.shape:
        return parted_names(column) or [column.name]
    return [f"{column.name}_{number}" for number in range(int(np.prod(column.shape)))]


def parted_names(column: Column) -> list[str]:
    """Names of a column's parts in Parquet and CSV, where parts of two columns may be called alike."""
    return [f"{column.name}_{name.replace('-', '_')}" for name in column.parts]


def _read(part: Path, name: str) -> npt.NDArray[Any]:
    try:
        with part.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            array: npt.NDArray[Any] = arrays[name]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise RunError(
            f"a part of the interrupted export is damaged or gone ({str(part)!r}: {error}); remove "
            f"{str(part.parents[1])!r} and give the command again"
        ) from error
    return array


def _length(part: Path, name: str) -> int:
    return len(_read(part, name))


_WRITERS: dict[str, _Writer] = {
    ".npz": _write_npz,
    ".parquet": _write_parquet,
    ".csv": _write_csv,
    ".csv.gz": _write_csv,
}
