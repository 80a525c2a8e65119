"""Journals as Arrow record batches, some games at a time, so that memory is bounded whatever the size of the journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from ...events.errors import CorruptJournal, InvalidInput
from ...events.facts import GameStarted
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal
from ...events.journal.recordings import game_of
from ...events.optional import required
from ...handlers.budget import Budget
from ...projections.tables.columns import Row, Table
from ...projections.tables.fold import tabulate
from ...projections.tables.row_writer import aware, time_of
from ...projections.tables.schema import BY_NAME
from ..arena.inputs import GamesInput, opened_games
from ..best_play.analysing import DECISIONS, STEPS, reviewed
from .schemas import arrow_schema

NAMED = {**BY_NAME, DECISIONS.name: DECISIONS}
"""The tables by their names, with the one that takes searches."""

BATCH = 8_192
"""How many rows wait at most, of all tables together, before they become record batches."""


class Batch(NamedTuple):
    """Rows of one table and month, as a `pyarrow.RecordBatch`."""

    table: str
    month: str
    rows: Any


class GameBatch(NamedTuple):
    """Some games of a journal, to be tabulated together, or (None) all there are.

    `prefix` goes before their names; `since` and `until` are ids of the journal: what changed after the one, by entries up to the
    other.
    """

    input: GamesInput
    prefix: str
    games: tuple[str, ...] | None
    since: int
    until: int
    tables: tuple[str, ...]


def part_batches(part: GameBatch) -> list[Batch]:
    """The batches of a part, all at once: what a worker does."""
    with opened_games(part.input) as journal:
        return list(batches(journal, part))


def batches(journal: Journal, part: GameBatch) -> Iterator[Batch]:
    """The batches of a part, in the order of its games. A month is that in which a game was played, or else begun to be recorded.

    Raises:
        CorruptJournal: a game can't be read.
        MissingExtra: pyarrow isn't installed.
    """
    wanted = frozenset(part.tables)
    tabulated = wanted - {DECISIONS.name}
    waiting: dict[tuple[str, str], list[Row]] = {}
    number = 0
    for game in journal.games() if part.games is None else part.games:
        cuts = [entry for entry in journal.cuts(game) if entry.id <= part.until]
        # Bound early: a game that goes on meanwhile is stated as it was.
        entries = _up_to(journal.entries(game), part.until)
        first = next(entries, None)
        if first is None:
            continue
        month = month_of(first)
        waiting.setdefault((part.tables[0], month), [])  # the month is stated, though there be no row
        rows = tabulate(part.prefix + game_of(game), _chained(first, entries), cuts, part.since) if tabulated else ()
        for table, row in rows:
            if table in wanted:
                waiting.setdefault((table, month), []).append(row)
                number += 1
                if number >= BATCH:
                    yield from _taken(waiting)
                    number = 0
        if DECISIONS.name in wanted and (head := journal.head(game)) is not None and head.id > part.since:
            decisions = (each.row for each in reviewed(journal, game, budget=lambda: Budget(STEPS), until=part.until))
            waiting.setdefault((DECISIONS.name, month), []).extend(row._replace(game=part.prefix + row.game) for row in decisions)
    yield from _taken(waiting)


def month_of(first: Entry) -> str:
    """The month of a game, `2026-02`, from its first entry.

    Raises CorruptJournal if that doesn't begin a game.
    """
    started = first.item
    if not isinstance(started, GameStarted):
        raise CorruptJournal(first.name, "a game begins with GameStarted")
    time = aware(started.played) if started.played is not None else aware(time_of(first.recorded))
    return f"{time.year:04d}-{time.month:02d}"


def record_batch(table: str, rows: Sequence[Row]) -> Any:
    """Rows of a table of that name as a `pyarrow.RecordBatch`."""
    return rows_batch(NAMED[table], rows)


def rows_batch(table: Table, rows: Sequence[Row]) -> Any:
    """Rows of a table as a `pyarrow.RecordBatch`."""
    pa = required("pyarrow", "export")
    schema = arrow_schema(table)
    if not rows:
        return pa.RecordBatch.from_pylist([], schema=schema)
    columns = zip(zip(*rows, strict=True), schema, strict=True)
    try:
        arrays = [pa.array(values, field.type) for values, field in columns]
    except (OverflowError, pa.ArrowInvalid):
        raise _beyond(table, rows) from None
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _beyond(table: Table, rows: Sequence[Row]) -> InvalidInput:
    """The number that a column can't hold."""
    for row in rows:
        for column, value in zip(table.columns, row, strict=True):
            if isinstance(value, int) and not -(2**63) <= value < 2**63:
                return InvalidInput(f"game {row[0]!r}, version {row[1]}: {column.name}", str(value)[:80], "a number of 64 bits")
    return InvalidInput(table.name, "a value that Arrow can't hold", "what its columns say")


def _taken(waiting: dict[tuple[str, str], list[Row]]) -> Iterator[Batch]:
    for (table, month), rows in waiting.items():
        yield Batch(table, month, record_batch(table, rows))
    waiting.clear()


def _up_to(entries: Iterator[Entry], until: int) -> Iterator[Entry]:
    return takewhile(lambda entry: entry.id <= until, entries)


def _chained(first: Entry, rest: Iterator[Entry]) -> Iterator[Entry]:
    yield first
    yield from rest
