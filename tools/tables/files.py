"""The files of an export: one writer for each table and month, in the formats that analytics tools read."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from ...events.optional import required
from ..running.json_lines import one_line
from .batches import NAMED, Batch, record_batch
from .schemas import arrow_schema

GROUP = 65_536
"""How many rows of one table and month are written at once."""

WAITING = 262_144
"""How many rows wait at most in all: then those of the table and month that has most are written."""

OPEN = 64
"""How many files are open at most: then the one that was written least lately is closed, and the next one gets a new number."""


class _Writer(Protocol):
    """Writes rows into a file."""

    def write(self, rows: Any) -> None:
        """Write a `pyarrow.RecordBatch`."""
        ...

    def close(self) -> None:
        """Write what comes at the end."""
        ...


class Files:
    """Writes batches into `FOLDER/TABLE/month=MONTH/part-EXPORT-NUMBER.FORMAT`, with bounded memory and few open files."""

    def __init__(self, folder: Path, format: str, number: int) -> None:
        self._folder = folder
        self._format = format
        self._export = number
        self._waiting: dict[tuple[str, str], list[Any]] = {}
        self._rows: dict[tuple[str, str], int] = {}
        self._open: dict[tuple[str, str], tuple[BinaryIO, _Writer]] = {}
        self._parts: dict[tuple[str, str], int] = {}
        self.written: dict[str, int] = {}
        """Rows by table."""
        self.months: set[str] = set()

    def write(self, batch: Batch) -> None:
        """Take a batch; it is written with others."""
        place = (batch.table, batch.month)
        self._waiting.setdefault(place, []).append(batch.rows)
        self._rows[place] = self._rows.get(place, 0) + batch.rows.num_rows
        self.months.add(batch.month)
        self.written[batch.table] = self.written.get(batch.table, 0) + batch.rows.num_rows
        if self._rows[place] >= GROUP:
            self._flush(place)
        while sum(self._rows.values()) >= WAITING:
            self._flush(max(self._rows, key=lambda place: (self._rows[place], place)))

    def write_empty(self, table: str, month: str) -> None:
        """Write a file without rows, so that the table is there."""
        self._append((table, month), record_batch(table, ()))

    def close(self) -> None:
        """Write what waits, and finish all files."""
        for place in list(self._rows):
            self._flush(place)
        for place in list(self._open):
            self._finish(place)

    def abandon(self) -> None:
        """Let go of the files as they are."""
        for file, writer in self._open.values():
            if isinstance(writer, _ParquetTable):
                writer.abandon()
            with suppress(OSError):  # it may hold what there is no space for
                file.close()
        self._open.clear()

    def _flush(self, place: tuple[str, str]) -> None:
        pa = required("pyarrow", "export")
        batches, rows = self._waiting.pop(place), self._rows.pop(place)
        if rows:
            (combined,) = pa.Table.from_batches(batches).combine_chunks().to_batches(max_chunksize=rows)
            self._append(place, combined)

    def _append(self, place: tuple[str, str], rows: Any) -> None:
        if place not in self._open:
            if len(self._open) >= OPEN:
                self._finish(next(iter(self._open)))
            self._open[place] = self._begun(place)
        file, writer = self._open.pop(place)
        self._open[place] = (file, writer)  # the last one now
        writer.write(rows)

    def _begun(self, place: tuple[str, str]) -> tuple[BinaryIO, _Writer]:
        table, month = place
        number = self._parts[place] = self._parts.get(place, -1) + 1
        path = self._folder / table / f"month={month}" / f"part-{self._export:05d}-{number:05d}.{self._format.partition('-')[0]}"
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("xb")
        return file, WRITERS[self._format](file, arrow_schema(NAMED[table]))

    def _finish(self, place: tuple[str, str]) -> None:
        file, writer = self._open[place]
        writer.close()
        file.flush()
        os.fsync(file.fileno())
        file.close()
        del self._open[place]


def _parquet(file: BinaryIO, schema: Any) -> _Writer:
    writer: _Writer = _ParquetTable(required("pyarrow.parquet", "export").ParquetWriter(file, schema))
    return writer


def _arrow(file: BinaryIO, schema: Any) -> _Writer:
    writer: _Writer = required("pyarrow.ipc", "export").new_file(file, schema)
    return writer


class _ParquetTable:
    """Writes each batch as a row group."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer

    def write(self, rows: Any) -> None:
        self._writer.write_batch(rows, row_group_size=max(1, rows.num_rows))

    def close(self) -> None:
        self._writer.close()

    def abandon(self) -> None:
        """Write nothing more."""
        self._writer.is_open = False  # else it would write the rest when it is deleted, and complain


FORMULA = r"^([=+\-@\t\r\n＝＋－＠])"
"""How text begins that spreadsheets take for a formula, and run: full-width letters, too."""


class _Csv:
    """CSV has no lists: they are written as JSON. Text that a spreadsheet would take for a formula gets an apostrophe."""

    raw = False

    def __init__(self, file: BinaryIO, schema: Any) -> None:
        pa, csv = required("pyarrow", "export"), required("pyarrow.csv", "export")
        self._lists = [number for number, field in enumerate(schema) if pa.types.is_list(field.type)]
        for number in self._lists:
            schema = schema.set(number, pa.field(schema.field(number).name, pa.string()))
        self._schema = schema
        self._texts = [number for number, field in enumerate(schema) if pa.types.is_string(field.type)] if not self.raw else []
        self._writer = csv.CSVWriter(file, schema)

    def write(self, rows: Any) -> None:
        pa = required("pyarrow", "export")
        columns = rows.columns
        for number in self._lists:
            columns[number] = pa.array(
                [json.dumps(items, ensure_ascii=False) for items in columns[number].to_pylist()], pa.string()
            )
        for number in self._texts:
            compute = required("pyarrow.compute", "export")
            columns[number] = compute.replace_substring_regex(columns[number], FORMULA, r"'\1")
        self._writer.write_batch(pa.RecordBatch.from_arrays(columns, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


class _RawCsv(_Csv):
    """Every cell as it is, for programs."""

    raw = True


class _JsonLines:
    """A JSON object a row; dates and times as ISO 8601."""

    def __init__(self, file: BinaryIO, schema: Any) -> None:
        self._file = file

    def write(self, rows: Any) -> None:
        for line in _lines(rows):
            self._file.write(line)

    def close(self) -> None:
        pass


def _lines(rows: Any) -> Iterator[bytes]:
    for row in rows.to_pylist():
        yield one_line(json.dumps(row, ensure_ascii=False, separators=(",", ":"), default=_iso)).encode() + b"\n"


def _iso(time: Any) -> str:
    return str(time.isoformat())


WRITERS: dict[str, Callable[[BinaryIO, Any], _Writer]] = {
    "parquet": _parquet,
    "arrow": _arrow,
    "csv": _Csv,
    "csv-raw": _RawCsv,
    "jsonl": _JsonLines,
}
"""What writes which format."""
