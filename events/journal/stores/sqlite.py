"""A journal in one SQLite file, by the driver of the standard library: the default."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal, get_args

from ...errors import CorruptJournal, DeclarantError, InvalidInput
from ..entry import LATEST, Entry, Row, entry_name
from .store import Body

Durability = Literal["FULL", "NORMAL", "OFF"]

APPLICATION_ID = 0x4445434C
"""`DECL`: marks the file as a journal of ours."""

FORMAT = 1
"""Counts the changes of the tables; the file's `user_version`."""

CHUNK = 1000
"""Rows fetched at once. No statement stays open in between, so a slow reader never keeps the WAL from being cleared."""

WAIT = 30.0
"""Seconds to wait for other writers."""

PAGE = 4096
"""Bytes in a page of the file."""

CREATE = (
    f"PRAGMA page_size = {PAGE}",
    "PRAGMA journal_mode = WAL",
    "BEGIN",
    """CREATE TABLE entries (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        stream TEXT NOT NULL,
        version INTEGER NOT NULL,
        recorded TEXT NOT NULL,
        type TEXT NOT NULL,
        schema INTEGER NOT NULL,
        body TEXT NOT NULL,
        digest TEXT NOT NULL,
        UNIQUE (stream, version)
    )""",
    "CREATE INDEX cuts ON entries (stream, version) WHERE type = 'Cut'",
    f"PRAGMA application_id = {APPLICATION_ID}",
    f"PRAGMA user_version = {FORMAT}",
    "COMMIT",
)

COLUMNS = (int, str, int, str, str, int, str, str)
"""The types of an entry's values: SQLite keeps others as well."""

ENTRY = "SELECT id, stream, version, recorded, type, schema, body, digest FROM entries"
HEAD = f"{ENTRY} WHERE stream = ? ORDER BY version DESC LIMIT 1"
READ = f"{ENTRY} WHERE stream = ? AND version BETWEEN ? AND ? ORDER BY version LIMIT {CHUNK}"
BODIES = READ.replace(ENTRY, "SELECT version, type, schema, body FROM entries")
CUTS = f"{ENTRY} INDEXED BY cuts WHERE stream = ? AND version BETWEEN ? AND ? AND type = 'Cut'"
FEED = f"{ENTRY} WHERE id > ? ORDER BY id LIMIT ?"
INSERT = "INSERT INTO entries (stream, version, recorded, type, schema, body, digest) VALUES (?, ?, ?, ?, ?, ?, ?)"
VERSION_AT = "SELECT version FROM entries WHERE stream = ? AND recorded <= ? ORDER BY version DESC LIMIT 1"
FIRST_MISSING = """
    SELECT min(id) + 1 FROM (SELECT 0 AS id UNION ALL SELECT id FROM entries) AS present
    WHERE NOT EXISTS (SELECT 1 FROM entries WHERE entries.id = present.id + 1)
"""


class SqliteStore:
    """Keeps entries in a SQLite file, in WAL mode. Any number of processes may read and write it at a time.

    Durability is SQLite's `synchronous`: with `FULL`, what an append acknowledged outlasts a loss of power; with
    `NORMAL`, such a loss may take the last appends; with `OFF`, it may damage the file. Each outlasts a killed process.

    A store belongs to the thread that opened it.
    """

    def __init__(self, path: str | Path, durability: Durability = "FULL", read_only: bool = False) -> None:
        """Open the file, and make it first if there is none.

        What is left of a file that was cut short can be read, but the current version of a log isn't known then: asking
        for it, or appending, raises the `CorruptJournal` that says so.

        Raises:
            InvalidInput: it can't be opened, is the database of something else, or of a later format.
            CorruptJournal: it is no SQLite database, or nothing is left of it.
        """
        if durability not in get_args(Durability):
            raise InvalidInput("durability", repr(durability), ", ".join(get_args(Durability)))
        self._path = str(path)
        self._damage: DeclarantError | None = None
        with self._errors():
            self._connection = self._connect("ro" if read_only else "rwc")
            try:
                try:
                    self._prepare(durability, read_only)
                except sqlite3.DatabaseError as error:
                    if _code(error) != sqlite3.SQLITE_CORRUPT:
                        raise
                    self._open_damaged(self._translated(error, self._path))
            except BaseException:
                self._connection.close()
                raise

    def _connect(self, mode: str) -> sqlite3.Connection:
        uri = f"{Path(self._path).absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(uri, uri=True, timeout=WAIT, isolation_level=None)

    def _prepare(self, durability: Durability, read_only: bool) -> None:
        if _is_empty(self._connection):
            if 0 < Path(self._path).stat().st_size < PAGE:
                raise CorruptJournal(self._path, "cut short before the end of its first page")
            if not read_only:
                self._create()
        self._check_kind()
        self._connection.execute(f"PRAGMA synchronous = {durability}")

    def _create(self) -> None:
        # The change to WAL doesn't wait for others that open the file at the same time, so first get the lock and keep it.
        with closing(self._connect("rwc")) as connection:
            for statement in ("BEGIN EXCLUSIVE", "PRAGMA locking_mode = EXCLUSIVE", "COMMIT"):
                connection.execute(statement)
            if _is_empty(connection):
                for statement in CREATE:
                    connection.execute(statement)

    def _open_damaged(self, damage: DeclarantError) -> None:
        self._damage = damage
        self._connection.close()
        self._connection = self._connect("ro")
        # SQLite refuses a file that is shorter than it says, unless this is on.
        self._connection.execute("PRAGMA writable_schema = ON")
        if _one(self._connection, "PRAGMA application_id") != APPLICATION_ID:
            raise damage

    def _check_kind(self) -> None:
        if _one(self._connection, "PRAGMA application_id") != APPLICATION_ID:
            raise InvalidInput(self._path, "a SQLite database of something else", "a journal of declarant")
        if (found := _one(self._connection, "PRAGMA user_version")) != FORMAT:
            raise InvalidInput(self._path, f"a journal of format {found}", f"format {FORMAT}")

    def _translated(self, error: sqlite3.Error, place: str) -> DeclarantError:
        """What SQLite says, as an error of ours: the file is corrupt, or else locked, full, read-only and the like."""
        corrupt = _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or "decode to UTF-8" in str(error)
        if corrupt or self._damage:
            return CorruptJournal(place, str(error))
        if _code(error) == sqlite3.SQLITE_CANTOPEN:
            return InvalidInput(self._path, str(error), "a file that can be opened")
        return DeclarantError(f"{self._path}: {error}")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise self._translated(error, self._path) from None
        except UnicodeDecodeError:
            # What SQLite says has a part of the damage in it.
            raise CorruptJournal(self._path, "no text where text should be") from None

    def _check_damage(self) -> None:
        if self._damage:
            raise self._damage

    @contextmanager
    def writing(self) -> Iterator[None]:
        self._check_damage()
        with self._errors():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def insert(self, rows: Iterable[Row]) -> None:
        self._connection.executemany(INSERT, rows)

    def head(self, stream: str) -> Entry | None:
        self._check_damage()
        rows = self._all(HEAD, stream)
        return _entry(rows[0]) if rows else None

    def read(self, stream: str, first: int = 1, last: int = LATEST) -> Iterator[Entry]:
        for rows in self._chunks(READ, stream, first, last, version=2):
            yield from _entries(rows)

    def bodies(self, stream: str, first: int, last: int) -> Iterator[list[Body]]:
        return self._chunks(BODIES, stream, first, last, version=0)

    def cuts(self, stream: str, last: int) -> list[Entry]:
        return list(_entries(self._all(f"{CUTS} ORDER BY version", stream, 1, last)))

    def last_cut(self, stream: str, first: int, last: int) -> Entry | None:
        rows = self._all(f"{CUTS} ORDER BY version DESC LIMIT 1", stream, first, last)
        return _entry(rows[0]) if rows else None

    def version_at(self, stream: str, recorded: str) -> int:
        rows = self._all(VERSION_AT, stream, recorded)
        return int(rows[0][0]) if rows else 0

    def feed(self, after_id: int, limit: int) -> Iterator[Entry]:
        while limit > 0:
            rows, error = self._fetch(FEED, after_id, min(limit, CHUNK))
            yield from _entries(rows)
            if rows:
                after_id = rows[-1][0]
            if error:
                raise self._translated(error, f"the entry after id {after_id}")
            if len(rows) < CHUNK:
                return
            limit -= len(rows)

    def last_id(self) -> int:
        self._check_damage()
        return int(self._all("SELECT coalesce(max(id), 0) FROM entries")[0][0])

    def streams(self, after_id: int = 0) -> list[str]:
        if self._damage:
            rows = self._fetch("SELECT stream FROM entries NOT INDEXED WHERE id > ?", after_id)[0]
        elif after_id:
            rows = self._all("SELECT DISTINCT stream FROM entries WHERE id > ?", after_id)
        else:  # the index tells the names of all
            rows = self._all("SELECT DISTINCT stream FROM entries")
        streams = {stream for (stream,) in rows}
        if not all(isinstance(stream, str) for stream in streams):
            raise CorruptJournal(self._path, "a stream whose name is no text")
        return sorted(streams)

    def check(self) -> None:
        self._check_damage()
        found = self._all("PRAGMA integrity_check(1)")[0][0]
        if found != "ok":
            raise CorruptJournal(self._path, found)
        ((given,),) = self._all("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'entries'")
        ((missing,),) = self._all(FIRST_MISSING)
        if missing <= given:
            raise CorruptJournal(f"entry {missing}", f"is missing: {self._path} was given {given} entries")

    def close(self) -> None:
        self._connection.close()

    def _all(self, sql: str, *arguments: object) -> list[Any]:
        rows, error = self._fetch(sql, *arguments)
        if error:
            raise self._translated(error, self._path)
        return rows

    def _fetch(self, sql: str, *arguments: object) -> tuple[list[Any], sqlite3.Error | None]:
        """The rows, and what keeps the rest from being read, if anything."""
        rows: list[Any] = []
        failure: sqlite3.Error | None = None
        try:
            rows.extend(self._connection.execute(sql, arguments))
        except sqlite3.Error as error:
            failure = error
        except UnicodeDecodeError as error:
            failure = sqlite3.DatabaseError(f"could not decode to UTF-8: {error.reason}")
        if self._damage:
            # Where the file was cut within a page, SQLite reads rows of nothing.
            readable = list(takewhile(lambda row: None not in row, rows))
            if len(readable) < len(rows):
                return readable, failure or sqlite3.DatabaseError("the file was cut short here")
        return rows, failure

    def _chunks(self, sql: str, stream: str, first: int, last: int, version: int) -> Iterator[list[Any]]:
        """Rows of a range of versions, the version being in that column."""
        while first <= last:
            rows, error = self._fetch(sql, stream, first, last)
            if rows:
                yield rows
                first = rows[-1][version] + 1
            if error:
                raise self._translated(error, entry_name(stream, first))
            if len(rows) < CHUNK:
                return


def _entries(rows: list[tuple[Any, ...]]) -> Iterator[Entry]:
    uniform = [set(map(type, column)) for column in zip(*rows, strict=True)] == [{kind} for kind in COLUMNS]
    return map(Entry._make if uniform else _entry, rows)


def _entry(row: tuple[Any, ...]) -> Entry:
    if tuple(map(type, row)) != COLUMNS:
        raise CorruptJournal(entry_name(row[1], row[2], row[0]), "values of other types than were stored")
    return Entry._make(row)


def _one(connection: sqlite3.Connection, sql: str) -> Any:
    return connection.execute(sql).fetchone()[0]


def _is_empty(connection: sqlite3.Connection) -> bool:
    return not _one(connection, "PRAGMA application_id") and not _one(connection, "SELECT count(*) FROM sqlite_schema")


def _code(error: sqlite3.Error) -> int:
    """The kind of the error; the driver's own errors have none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
