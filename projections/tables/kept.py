"""The tables as a projection: the rows of each game, kept beside the journal."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

from pydantic import Field

from ...events.journal.entry import Entry
from ...events.journal.projection import Projection
from ...events.journal.recordings import game_of
from ...events.model import Model
from .columns import Row
from .fold import tabulate
from .schema import BY_NAME


class TabulatedGame(Model):
    """The rows of a game by table; dates and times in ISO 8601, values in the order of the table's columns."""

    tables: dict[str, tuple[tuple[Any, ...], ...]] = Field(default_factory=dict)

    def rows(self, table: str) -> list[Row]:
        """The rows of a table, with dates and times as such."""
        types = [column.type for column in BY_NAME[table].columns]
        return [tuple(map(_read, types, row)) for row in self.tables.get(table, ())]


class Tables(Projection[TabulatedGame]):
    """The rows that `declarant export` writes. A game that went on is stated anew: a cut may change any row."""

    name = "tables"
    version = 1
    state = TabulatedGame
    whole_games = True

    def of_game(self, entries: Iterable[Entry]) -> TabulatedGame:
        held = list(entries)
        found: dict[str, list[tuple[Any, ...]]] = {}
        if held:
            for table, row in tabulate(game_of(held[0].stream), held, [entry for entry in held if entry.is_cut]):
                found.setdefault(table, []).append(tuple(map(_written, row)))
        return TabulatedGame(tables={table: tuple(rows) for table, rows in found.items()})


def _written(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else list(value) if isinstance(value, tuple) else value


def _read(type: str, value: Any) -> Any:
    if value is None or type not in ("date", "timestamp", "strings"):
        return value
    return tuple(value) if type == "strings" else date.fromisoformat(value) if type == "date" else datetime.fromisoformat(value)
