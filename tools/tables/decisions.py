"""The table `decisions` as a file of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...events.errors import InvalidInput
from ..best_play.analysing import DECISIONS, DecisionRow
from ..running.places import written_whole
from .batches import rows_batch
from .files import WRITERS
from .schemas import arrow_schema


def format_of(path: Path) -> str:
    """The format that the name of a file ends in: parquet, arrow, csv or jsonl. Raises InvalidInput."""
    format = path.suffix.removeprefix(".")
    if format not in WRITERS:
        raise InvalidInput("--to", str(path), "a file whose name ends in " + ", ".join(f".{each}" for each in WRITERS))
    return format


def write(path: Path, rows: Sequence[DecisionRow]) -> None:
    """Write the table `decisions` as one file. Raises InvalidInput, MissingExtra."""
    format = format_of(path)
    try:
        with written_whole(path) as file:
            writer = WRITERS[format](file, arrow_schema(DECISIONS))
            writer.write(rows_batch(DECISIONS, rows))
            writer.close()
    except OSError as error:
        raise InvalidInput("--to", f"{path}: {error.strerror or error}", "a file that can be made") from None
