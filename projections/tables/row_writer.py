"""Writes rows: the columns that they share, whether they stand, and whether they changed since a checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import Any

from ...events.errors import CorruptJournal
from ...events.journal.cuts import Cut
from ...events.journal.entry import Entry
from ...events.ruling import Ruling
from ..timeline import TakenBack
from .columns import Row, table_of

TableRow = tuple[str, Row]
"""The name of a table, and a row of it."""

RowWriters = dict[type[Any], Callable[["RowWriter", Any, Any], None]]
"""Kind of event → what writes its rows, given what rows are made from (a `TabulationState`) and the event."""


class RowWriter:
    """Writes the rows of one game into `rows`. `version` and `recorded` are those of the entry that is read now."""

    def __init__(self, game: str, cuts: Sequence[Entry], since: int) -> None:
        self.game = game
        self.cuts = {entry.version: cut for entry in cuts if isinstance(cut := entry.item, Cut)}
        self.gone = TakenBack([(version, cut.to) for version, cut in self.cuts.items()])
        self.edition: date | None = None
        self.version = 0
        self.recorded = ""
        self.last_ruling: Ruling | None = None
        """Of the last cut."""
        self.rows: list[TableRow] = []
        self._id = 0
        self._since = since
        self._covered = 0
        """The last version that the checkpoint covers."""
        self._cut_ids = {entry.version: entry.id for entry in cuts}

    def go_on(self, entry: Entry) -> None:
        """Go on to the next entry. Raises CorruptJournal if this isn't the next one."""
        if entry.version != self.version + 1:
            raise CorruptJournal(f"stream {self.game!r}, version {self.version + 1}", "the entry is missing")
        self.version, self._id, self.recorded = entry.version, entry.id, entry.recorded
        if entry.id <= self._since:
            self._covered = entry.version

    def comes_back(self, began: int) -> bool:
        """Whether a cut to come takes back the entry that is read now, but not what began then."""
        return bool(self.gone) and self.gone.by(self.version) != self.gone.by(began)

    def write(self, row: type[Any], began: int, changed: int, /, **columns: Any) -> None:
        """Write a row of something that began at one version and last changed at another, given its other columns."""
        by = self.gone.by(began) if self.gone else None
        version = changed if by is None else max(changed, by)
        if version > self._covered and (self._id > self._since or self._cut_ids.get(version, 0) > self._since):
            self._write(row, version, stands=by is None, taken_back_by=by, **columns)

    def write_now(self, row: type[Any], /, **columns: Any) -> None:
        """Write a row of something that happens at the entry that is read now, and doesn't change any more."""
        self.write(row, self.version, self.version, **columns)

    def write_of_the_game(self, row: type[Any], /, **columns: Any) -> None:
        """Write the row of the game. Every entry changes it, and it always stands."""
        if self.version > self._covered:
            self._write(row, self.version, **columns)

    def _write(self, row: type[Any], version: int, /, **columns: Any) -> None:
        self.rows.append((table_of(row).name, row(game=self.game, version=version, edition=self.edition, **columns)))


def aware(time: datetime) -> datetime:
    """The time in UTC. A time without a zone is taken to be UTC, as is one that its zone would move out of the calendar."""
    try:
        return time.replace(tzinfo=UTC) if time.utcoffset() is None else time.astimezone(UTC)
    except OverflowError:
        return time.replace(tzinfo=UTC)


def time_of(recorded: str) -> datetime:
    """The time at which something was recorded. Raises CorruptJournal for what is none."""
    try:
        return datetime.fromisoformat(recorded)
    except ValueError:
        raise CorruptJournal(repr(recorded), "isn't a time as it is recorded") from None
