"""Tables out of journals: as Arrow, and as files that analytics tools open as they are."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ...events.journal.journal import Journal
from ...events.misuse import explaining_misuse
from ...events.optional import required
from ..arena.inputs import GamesInput


@explaining_misuse
def tables(journal: Journal | str | Path, *, only: Iterable[str] | None = None, since: int = 0) -> dict[str, Any]:
    """The games of a journal as Arrow tables, by their names: a `pyarrow.Table` each.

    `only`: these tables. `since`: only rows that changed after that id of the journal, as `Journal.last_id()` stated it then.

    Raises:
        InvalidInput: the journal can't be opened, or there is no such table.
        CorruptJournal: it can't be read.
        MissingExtra: pyarrow isn't installed.
    """
    from ...projections.tables.schema import BY_NAME
    from .batches import GameBatch, batches
    from .export import checked_tables
    from .schemas import arrow_schema

    pa = required("pyarrow", "export")
    wanted = checked_tables(BY_NAME if only is None else only)
    opened = journal if isinstance(journal, Journal) else Journal.open(journal, read_only=True)
    try:
        part = GameBatch(GamesInput("", ""), "", tuple(opened.games(since)), since, opened.last_id(), wanted)
        found: dict[str, list[Any]] = {table: [] for table in wanted}
        for batch in batches(opened, part):
            found[batch.table].append(batch.rows)
    finally:
        if opened is not journal:
            opened.close()
    return {table: pa.Table.from_batches(rows, schema=arrow_schema(BY_NAME[table])) for table, rows in found.items()}
