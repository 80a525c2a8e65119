"""A journal in one SQLite file, by the driver of the standard library: the default."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self, get_args

from ...errors import CorruptJournal, DeclarantError, InvalidInput
from ..entry import LATEST, Appended, Encoded, Entry, EntryRow, Head, Snapshot, Stored, Subscription, entry_name, timestamp
from ..identity import ID_DIGITS, Generation
from ..people import Named, NamedRows
from .held import HOLDERS, identity
from .registry import path_of
from .sqlite_log import PAGE, damage_of_log
from .store import Durability, append_locked

SCHEME = "sqlite"

APPLICATION_ID = 0x4445434C
"""`DECL`: marks the file as a journal of ours."""

FORMAT = 5
"""Counts the changes of the tables; the file's `user_version`.

Format 1 had no heads and no subscriptions, format 2 no generations, format 3 no states of
projections, format 4 no names apart from entries.
"""

CHUNK = 1000
"""Rows fetched at once. No statement stays open in between, so a slow reader never keeps the WAL from being cleared."""

WAIT = 30.0
"""Seconds to wait for other writers."""

SIGNALS = 1_000_000
"""Steps of SQLite's machine between two looks for signals: an interrupt ends a long statement."""

OPENING = 1_000
"""How many times so many steps opening a file may take, before it is known to be one of ours."""

HEADER = b"SQLite format 3\0"

JOURNALS = "a journal, which is a SQLite file, or a JSON Lines file whose name ends in .jsonl"

ENTRIES = """CREATE TABLE entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    recorded TEXT NOT NULL,
    type TEXT NOT NULL,
    schema INTEGER NOT NULL,
    body TEXT NOT NULL,
    digest TEXT NOT NULL,
    UNIQUE (stream, version)
)"""
CUTS_INDEX = "CREATE INDEX cuts ON entries (stream, version) WHERE type = 'Cut'"
STREAMS = """CREATE TABLE streams (
    stream TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    digest TEXT NOT NULL,
    id INTEGER NOT NULL
) WITHOUT ROWID"""
SUBSCRIPTIONS_2 = """CREATE TABLE subscriptions (
    name TEXT PRIMARY KEY,
    checkpoint INTEGER NOT NULL,
    updated TEXT NOT NULL,
    holder TEXT,
    held_until TEXT
) WITHOUT ROWID"""
SUBSCRIPTIONS = """CREATE TABLE subscriptions (
    name TEXT PRIMARY KEY,
    checkpoint INTEGER NOT NULL,
    updated TEXT NOT NULL,
    holder TEXT,
    held_until TEXT,
    generation TEXT NOT NULL
) WITHOUT ROWID"""
GENERATIONS = """CREATE TABLE generations (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    after INTEGER NOT NULL
)"""
STATES = """CREATE TABLE states (
    build TEXT NOT NULL,
    stream TEXT NOT NULL,
    version INTEGER NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (build, stream)
) WITHOUT ROWID"""
PROJECTIONS = """CREATE TABLE projections (
    name TEXT PRIMARY KEY,
    build TEXT NOT NULL
) WITHOUT ROWID"""
NAMES = """CREATE TABLE names (
    number INTEGER PRIMARY KEY,
    sign TEXT NOT NULL UNIQUE,
    person TEXT NOT NULL,
    salt TEXT NOT NULL,
    text TEXT NOT NULL
)"""
TABLES = {
    1: (ENTRIES, CUTS_INDEX),
    2: (ENTRIES, CUTS_INDEX, STREAMS, SUBSCRIPTIONS_2),
    3: (ENTRIES, CUTS_INDEX, STREAMS, SUBSCRIPTIONS, GENERATIONS),
    4: (ENTRIES, CUTS_INDEX, STREAMS, SUBSCRIPTIONS, GENERATIONS, STATES, PROJECTIONS),
    5: (ENTRIES, CUTS_INDEX, STREAMS, SUBSCRIPTIONS, GENERATIONS, STATES, PROJECTIONS, NAMES),
}
"""All that the database of a journal has, by format. With anything else, such as a trigger, it isn't opened."""

FILL_STREAMS = """INSERT INTO streams SELECT stream, version, digest, id FROM entries NOT INDEXED
    WHERE id IN (SELECT max(id) FROM entries NOT INDEXED GROUP BY stream)"""

FIRST_GENERATION = f"""INSERT INTO generations SELECT 1, coalesce(
    (SELECT substr(digest, 1, {ID_DIGITS}) FROM entries WHERE id = 1), lower(hex(randomblob({ID_DIGITS // 2})))), 0"""
"""That of a journal with entries is as `identity.derived_generation` says: the same in each copy."""

GENERATION = "(SELECT id FROM generations ORDER BY number DESC LIMIT 1)"
STEPS = {
    1: (STREAMS, FILL_STREAMS, SUBSCRIPTIONS_2),
    2: (
        GENERATIONS,
        FIRST_GENERATION,
        "CREATE TEMP TABLE kept AS SELECT * FROM subscriptions",
        "DROP TABLE subscriptions",
        SUBSCRIPTIONS,
        f"INSERT INTO subscriptions SELECT name, checkpoint, updated, holder, held_until, {GENERATION} FROM kept",
        "DROP TABLE kept",
    ),
    3: (STATES, PROJECTIONS),
    4: (NAMES,),
}
"""What makes the next format of each."""

COLUMNS = (int, str, int, str, str, int, str, str)
"""The types of an entry's values: SQLite keeps others as well."""

KEEP = """INSERT INTO states (build, stream, version, state) VALUES (?, ?, ?, ?)
    ON CONFLICT (build, stream) DO UPDATE SET version = excluded.version, state = excluded.state"""
KEPT = "SELECT stream, version, state FROM states WHERE build = ?"

LAST_ID = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'entries'), 0)"
ENTRY = "SELECT id, stream, version, recorded, type, schema, body, digest FROM entries"
HEAD = f"""SELECT streams.stream, streams.version, recorded, streams.digest, streams.id, ({LAST_ID}),
    (streams.stream, streams.version, streams.digest) IS (entries.stream, entries.version, entries.digest)
    FROM streams LEFT JOIN entries ON entries.id = streams.id"""
"""Heads, with the last id of the journal and whether each is that of an entry which is there."""
READ = f"{ENTRY} WHERE stream = ? AND version BETWEEN ? AND ? ORDER BY version LIMIT {CHUNK}"
CUTS = f"{ENTRY} INDEXED BY cuts WHERE stream = ? AND version BETWEEN ? AND ? AND type = 'Cut'"
FEED = f"{ENTRY} WHERE id > ? ORDER BY id LIMIT ?"
INSERT = "INSERT INTO entries (id, stream, version, recorded, type, schema, body, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
SET_HEAD = """INSERT INTO streams (stream, version, digest, id) VALUES (?, ?, ?, ?) ON CONFLICT (stream) DO UPDATE
    SET version = excluded.version, digest = excluded.digest, id = excluded.id"""
VERSION_AT = "SELECT version FROM entries WHERE stream = ? AND recorded <= ? ORDER BY version DESC LIMIT 1"
FIRST_MISSING = """
    SELECT min(id) + 1 FROM (SELECT 0 AS id UNION ALL SELECT id FROM entries) AS present
    WHERE NOT EXISTS (SELECT 1 FROM entries WHERE entries.id = present.id + 1)
"""
SUBSCRIBED = "SELECT name, checkpoint, updated, holder, held_until, generation FROM subscriptions"
CLAIM = f"""INSERT INTO subscriptions (name, checkpoint, updated, holder, held_until, generation)
    VALUES (:name, 0, :now, :holder, :until, {GENERATION})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
    WHERE holder IS NULL OR holder = excluded.holder OR held_until <= :now RETURNING checkpoint"""
RELEASE = f"""UPDATE subscriptions SET checkpoint = ?, updated = ?, holder = NULL, held_until = NULL, generation = {GENERATION}
    WHERE name = ? AND holder = ? RETURNING name"""
RESET = f"""INSERT INTO subscriptions (name, checkpoint, updated, generation) VALUES (?, ?, ?, coalesce(?, {GENERATION}))
    ON CONFLICT (name) DO UPDATE SET checkpoint = excluded.checkpoint, updated = excluded.updated, holder = NULL,
    held_until = NULL, generation = excluded.generation"""


class SqliteStore:
    """Keeps entries in a SQLite file, in WAL mode. Any number of processes may read and write it at a time.

    Durability is SQLite's `synchronous`: with `FULL`, what an append acknowledged outlasts a loss of power; with
    `NORMAL`, such a loss may take the last appends; with `OFF`, it may damage the file. Each outlasts a killed process.

    A store belongs to the thread that opened it.
    """

    appendable = True
    shared = True

    def __init__(self, path: str | Path, durability: Durability = "FULL", read_only: bool = False) -> None:
        """Open the file, and make it first if there is none. One of an older format gets what it lacks, unless it is only read.

        What is left of a file that was cut short can be read, but the heads of streams aren't known then: asking for one, or
        appending, raises the `CorruptJournal` that says so.

        Raises:
            InvalidInput: it can't be opened, is the database of something else, or of a later format.
            CorruptJournal: it is no SQLite database, nothing is left of it, or it has more than the tables of a journal.
        """
        if durability not in get_args(Durability):
            raise InvalidInput("durability", repr(durability), ", ".join(get_args(Durability)))
        self._path = str(path)
        self._read_only = read_only
        self._known = False
        self._damage: DeclarantError | None = None
        with self._errors():
            self._open(durability)
        self.file = identity(self._path)
        HOLDERS.add(self)

    @classmethod
    def open(cls, url: str, durability: Durability = "FULL", read_only: bool = False) -> Self:
        return cls(path_of(url, SCHEME), durability, read_only)

    @classmethod
    def source(cls, url: str) -> str:
        return Path(path_of(url, SCHEME)).absolute().as_uri()

    @classmethod
    def label(cls, url: str) -> str:
        return Path(path_of(url, SCHEME)).name

    @classmethod
    def is_file(cls, path: str, header: bytes) -> bool:
        if not header.startswith(HEADER):
            return False
        kind = int.from_bytes(header[68:72], "big")
        # What a writer appended lately may be in the log beside the file only, what kind of file it is too.
        return kind == APPLICATION_ID or (kind == 0 and Path(f"{path}-wal").exists())

    def _open(self, durability: Durability) -> None:
        if Path(self._path).is_dir():
            raise InvalidInput(self._path, "a directory", "a file")
        if damage := damage_of_log(self._path):
            # SQLite would pass over it in silence, and write another log.
            self._open_damaged(CorruptJournal(self._path, damage), "immutable=1")
            return
        self._connection = self._connect("mode=ro" if self._read_only else "mode=rwc")
        try:
            try:
                self._prepare(durability)
                if Path(self._path).stat().st_size % _one(self._connection, "PRAGMA page_size"):
                    self._connection.close()
                    self._open_damaged(CorruptJournal(self._path, "cut short within its last page"))
            except sqlite3.DatabaseError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK:
                    found = "what a process left that was killed while it made a journal: nothing was appended"
                    raise InvalidInput(self._path, found, "a journal; the next one that appends makes it") from None
                if _code(error) in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) and self._read_only:
                    self._open_where_nothing_can_be_written(error)
                elif _code(error) == sqlite3.SQLITE_CORRUPT:
                    self._connection.close()
                    self._open_damaged(self._translated(error, self._path))
                else:
                    raise
        except BaseException:
            self._connection.close()
            raise

    def _connect(self, how: str) -> sqlite3.Connection:
        uri = f"{Path(self._path).absolute().as_uri()}?{how}"
        connection = sqlite3.connect(uri, uri=True, timeout=WAIT, isolation_level=None)
        for setting in ("trusted_schema = OFF", "cell_size_check = ON"):
            connection.execute(f"PRAGMA {setting}")
        return connection

    def _prepare(self, durability: Durability) -> None:
        steps = iter(range(OPENING))
        self._connection.set_progress_handler(lambda: next(steps, None) is None, SIGNALS // OPENING)
        if _is_empty(self._connection):
            if 0 < Path(self._path).stat().st_size < PAGE and not Path(f"{self._path}-journal").exists():
                raise CorruptJournal(self._path, "cut short before the end of its first page")
            if self._read_only:
                raise InvalidInput(self._path, "a file with nothing in it", "a journal")
            self._create()
        found = self._check_kind()
        self._check_tables(found)
        self._known = True
        self._connection.set_progress_handler(lambda: 0, SIGNALS)
        if found < FORMAT:
            self._bring_up_to_date()
        if not self._read_only:
            self._log_ahead()
        self._connection.execute(f"PRAGMA synchronous = {durability}")

    def _create(self) -> None:
        # All at once: whoever is killed meanwhile leaves an empty file, or what SQLite takes back.
        self._connection.execute(f"PRAGMA page_size = {PAGE}")
        with self._transaction():
            if _is_empty(self._connection):  # else another made it meanwhile
                for statement in (
                    *TABLES[FORMAT],
                    FIRST_GENERATION,
                    f"PRAGMA application_id = {APPLICATION_ID}",
                    f"PRAGMA user_version = {FORMAT}",
                ):
                    self._connection.execute(statement)

    def _bring_up_to_date(self) -> None:
        """Give a journal of an older format the tables it lacks; where it is only read, in the memory of this connection."""
        if self._read_only:
            # A temporary table is read in the place of one that has its name.
            for format in range(_one(self._connection, "PRAGMA user_version"), FORMAT):
                for statement in STEPS[format]:
                    temporary = statement.replace("CREATE TABLE", "CREATE TEMP TABLE", 1)
                    self._connection.execute(temporary.replace("DROP TABLE ", "DROP TABLE IF EXISTS temp."))
            return
        with self._transaction():
            for format in range(_one(self._connection, "PRAGMA user_version"), FORMAT):
                for statement in (*STEPS[format], f"PRAGMA user_version = {format + 1}"):
                    self._connection.execute(statement)

    def _log_ahead(self) -> None:
        """Let others read while one writes. SQLite doesn't wait here for others that open the file, so it is asked again."""
        end = monotonic() + WAIT
        while _one(self._connection, "PRAGMA journal_mode") != "wal":
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if _code(error) != sqlite3.SQLITE_BUSY or monotonic() > end:
                    raise
                sleep(0.01)

    def _open_where_nothing_can_be_written(self, error: sqlite3.DatabaseError) -> None:
        """SQLite writes beside a file even to read it. Where it can't, the file alone is read, unless there is more beside it."""
        log = Path(f"{self._path}-wal")
        if not Path(self._path).exists() or _can_be_written(Path(self._path).parent):
            raise error
        if log.exists() and log.stat().st_size:
            raise InvalidInput(
                self._path, "its last entries in a -wal file that can't be opened here", "both files copied elsewhere"
            )
        self._connection.close()
        self._connection = self._connect("mode=ro&immutable=1")
        self._prepare("OFF")

    def _open_damaged(self, damage: DeclarantError, how: str = "mode=ro") -> None:
        self._damage = damage
        self._connection = self._connect(how)
        # SQLite refuses a file that is shorter than it says, unless this is on.
        self._connection.execute("PRAGMA writable_schema = ON")
        if _one(self._connection, "PRAGMA application_id") != APPLICATION_ID:
            raise damage
        self._check_tables(_one(self._connection, "PRAGMA user_version"))

    def _check_kind(self) -> int:
        if _one(self._connection, "PRAGMA application_id") != APPLICATION_ID:
            raise InvalidInput(self._path, "a SQLite database of something else", "a journal of declarant")
        found = int(_one(self._connection, "PRAGMA user_version"))
        if found not in TABLES:
            raise InvalidInput(self._path, f"a journal of format {found}", f"format {FORMAT}")
        return found

    def _check_tables(self, format: int) -> None:
        # SQLite's own tables and indexes have names that nobody else can give.
        statements = self._connection.execute("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'")
        known = {_words(statement) for statement in TABLES.get(format, ())}
        found = {_words(sql): name for name, sql in statements}
        if foreign := sorted(str(name) for sql, name in found.items() if sql not in known):
            raise CorruptJournal(self._path, f"{foreign[0]!r} in its schema, which no journal has")
        if missing := known - found.keys():
            raise CorruptJournal(self._path, f"no {min(missing).split('(')[0]} in its schema, which every journal has")

    def _translated(self, error: sqlite3.Error, place: str) -> DeclarantError:
        """What SQLite says, as an error of ours: the file is corrupt, or else locked, full, read-only and the like.

        Raises KeyboardInterrupt where that is what ended the statement.
        """
        if isinstance(error, sqlite3.ProgrammingError):  # of the driver's own: it has only these two
            other = "thread" in str(error)
            found = "it was opened in another thread: open it again in this one" if other else "it is closed"
            return DeclarantError(f"{self._path}: {found}")
        if _code(error) == sqlite3.SQLITE_INTERRUPT:
            if self._known:
                raise KeyboardInterrupt
            return CorruptJournal(place, "reading what it is takes too long")
        if _code(error) == sqlite3.SQLITE_NOTADB:  # another file, or a journal whose beginning is damaged
            return CorruptJournal(place, f"found a file that is not a database; allowed: {JOURNALS}")
        corrupt = _code(error) == sqlite3.SQLITE_CORRUPT or "decode to UTF-8" in str(error)
        if corrupt or self._damage:
            return CorruptJournal(place, str(error))
        if _code(error) == sqlite3.SQLITE_CANTOPEN:
            path = Path(self._path)
            missing = f"no folder {path.parent}" if not path.parent.is_dir() else "no such file" if not path.exists() else None
            return InvalidInput(self._path, missing or str(error), "a file that can be opened")
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
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def append(self, stream: str, items: Sequence[Encoded], recorded: str, expected_version: int | None) -> Appended:
        return append_locked(self, stream, items, recorded, expected_version)

    @contextmanager
    def writing(self) -> Iterator[None]:
        self._check_damage()
        with self._errors(), self._transaction():
            if identity(self._path) != self.file:
                raise DeclarantError(f"{self._path}: was deleted or replaced since it was opened; nothing is appended")
            yield

    def insert(self, rows: Iterable[EntryRow]) -> None:
        numbered = [(id, *row) for id, row in enumerate(rows, self.last_id() + 1)]
        self._connection.executemany(INSERT, numbered)
        # Of the rows of a stream, the last one stays.
        heads = {row[1]: (row[1], row[2], row[7], row[0]) for row in numbered}
        self._connection.executemany(SET_HEAD, heads.values())

    def head(self, stream: str) -> Head | None:
        self._check_damage()
        rows = self._all(f"{HEAD} WHERE streams.stream = ?", stream)
        return _head(rows[0]) if rows else None

    def heads(self) -> list[tuple[str, Head]]:
        self._check_damage()
        rows = self._all(f"{HEAD} ORDER BY streams.stream")
        heads = [(row[0], _head(row)) for row in rows]
        if (stated := sum(head.version for _, head in heads)) != (last := rows[0][5] if rows else self.last_id()):
            raise CorruptJournal(self._path, f"its streams have {stated} entries, and {last} were appended")
        return heads

    def read(self, stream: str, first: int = 1, last: int = LATEST) -> Iterator[Entry]:
        for rows in self.chunks(stream, first, last):
            yield from _entries(rows)

    def chunks(self, stream: str, first: int, last: int) -> Iterator[list[Stored]]:
        while first <= last:
            rows, error = self._fetch(READ, stream, first, last)
            if rows:
                yield rows
                first = rows[-1][2] + 1
            if error:
                raise self._translated(error, entry_name(stream, first))
            if len(rows) < CHUNK:
                self._check_damage()
                return

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
                self._check_damage()
                return
            limit -= len(rows)

    def last_id(self) -> int:
        self._check_damage()
        return int(self._all(LAST_ID)[0][0])

    def streams(self, after_id: int = 0) -> list[str]:
        if not self._damage:
            return [stream for stream, head in self.heads() if head.id > after_id]
        rows = self._fetch("SELECT stream FROM entries NOT INDEXED WHERE id > ?", after_id)[0]
        return sorted({stream for (stream,) in rows if isinstance(stream, str)})

    def wait(self, seconds: float) -> None:
        sleep(seconds)

    def check(self) -> None:
        self._check_damage()
        found = self._all("PRAGMA integrity_check(1)")[0][0]
        if found != "ok":
            raise CorruptJournal(self._path, found)
        given = self.last_id()
        ((missing,),) = self._all(FIRST_MISSING)
        if missing <= given:
            raise CorruptJournal(f"entry {missing}", f"is missing: {self._path} was given {given} entries")

    def generations(self) -> list[Generation]:
        self._check_damage()
        return [Generation._make(row) for row in self._all("SELECT id, after FROM generations ORDER BY number")]

    def set_generations(self, generations: Sequence[Generation]) -> None:
        self._check_damage()
        with self._errors(), nullcontext() if self._connection.in_transaction else self._transaction():
            self._connection.execute("DELETE FROM generations")
            self._connection.executemany(
                "INSERT INTO generations VALUES (?, ?, ?)", [(n, *g) for n, g in enumerate(generations, 1)]
            )

    def subscriptions(self) -> list[Subscription]:
        return [Subscription._make(row) for row in self._all(f"{SUBSCRIBED} ORDER BY name")]

    def claim(self, name: str, holder: str, seconds: float) -> int | None:
        now = datetime.now(UTC)
        times = {"now": timestamp(now), "until": timestamp(now + timedelta(seconds=seconds))}
        rows = self._changed(CLAIM, {"name": name, "holder": holder, **times})
        return int(rows[0][0]) if rows else None

    def release(self, name: str, holder: str, checkpoint: int) -> bool:
        return bool(self._changed(RELEASE, (checkpoint, timestamp(datetime.now(UTC)), name, holder)))

    def reset(self, name: str, checkpoint: int, generation: str | None = None) -> None:
        self._changed(RESET, (name, checkpoint, timestamp(datetime.now(UTC)), generation))

    def keep(self, name: str, holder: str, checkpoint: int, states: Mapping[str, Snapshot]) -> bool:
        self._check_damage()
        with self._errors(), self._transaction():
            released = self._connection.execute(RELEASE, (checkpoint, timestamp(datetime.now(UTC)), name, holder)).fetchall()
            if released:
                self._connection.executemany(KEEP, [(name, stream, *kept) for stream, kept in states.items()])
        return bool(released)

    def states(self, build: str, streams: Sequence[str] | None = None) -> dict[str, Snapshot]:
        if streams is None:
            rows = self._all(KEPT, build)
        else:
            rows = [row for stream in streams for row in self._all(f"{KEPT} AND stream = ?", build, stream)]
        return {stream: Snapshot(*kept) for stream, *kept in rows}

    def served(self, projection: str) -> str | None:
        rows = self._all("SELECT build FROM projections WHERE name = ?", projection)
        return str(rows[0][0]) if rows else None

    def serve(self, projection: str, build: str, gone: Sequence[str]) -> None:
        self._check_damage()
        with self._errors(), self._transaction():
            self._connection.execute("INSERT OR REPLACE INTO projections VALUES (?, ?)", (projection, build))
            for each in gone:
                self._connection.execute("DELETE FROM states WHERE build = ?", (each,))
                self._connection.execute("DELETE FROM subscriptions WHERE name = ?", (each,))

    def named(self, after: int = 0) -> NamedRows:
        rows = self._all("SELECT number, sign, person, salt, text FROM names WHERE number > ? ORDER BY number", after)
        return NamedRows(rows[-1][0] if rows else after, [Named._make(row[1:]) for row in rows])

    def add_named(self, rows: Iterable[Named]) -> None:
        self._check_damage()
        with self._errors(), nullcontext() if self._connection.in_transaction else self._transaction():
            self._connection.executemany("INSERT OR IGNORE INTO names (sign, person, salt, text) VALUES (?, ?, ?, ?)", rows)

    def erase(self, person: str, pseudonym: str) -> None:
        self._check_damage()
        with self._errors(), self._transaction():
            # With numbers after all others: whoever has read up to the last one reads these anew.
            (last,) = self._connection.execute("SELECT max(number) FROM names").fetchone()
            signs = self._connection.execute("SELECT sign FROM names WHERE person = ? ORDER BY number", (person,)).fetchall()
            self._connection.executemany(
                "UPDATE names SET number = ?, salt = '', text = ? WHERE sign = ?",
                [(number, pseudonym, sign) for number, (sign,) in enumerate(signs, (last or 0) + 1)],
            )
            self._connection.execute("DELETE FROM subscriptions WHERE name IN (SELECT DISTINCT build FROM states)")
            self._connection.execute("DELETE FROM states")
            self._connection.execute("DELETE FROM projections")

    def scrub(self) -> None:
        # What was deleted stays within pages until they are written anew, and in the log until that is cut.
        with self._errors():
            self._connection.execute("VACUUM")
            if self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                raise DeclarantError(
                    f"{self._path}: erased, but another process reads what was there before; once it has ended, erase again"
                )

    def _changed(self, sql: str, arguments: Any) -> list[Any]:
        self._check_damage()
        with self._errors(), self._transaction():
            return self._connection.execute(sql, arguments).fetchall()

    def close(self) -> None:
        with self._errors():
            self._connection.close()
        HOLDERS.discard(self)

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


def _entries(rows: list[tuple[Any, ...]]) -> Iterator[Entry]:
    uniform = [set(map(type, column)) for column in zip(*rows, strict=True)] == [{kind} for kind in COLUMNS]
    return map(Entry._make if uniform else _entry, rows)


def _entry(row: tuple[Any, ...]) -> Entry:
    if tuple(map(type, row)) != COLUMNS:
        raise CorruptJournal(entry_name(row[1], row[2], row[0]), "values of other types than were stored")
    return Entry._make(row)


def _head(row: tuple[Any, ...]) -> Head:
    stream, *head, _, is_there = row
    if not is_there or tuple(map(type, row[:5])) != (str, int, str, str, int):
        raise CorruptJournal(entry_name(stream, row[1]), "its last entry isn't the one that its head names")
    return Head._make(head)


def _one(connection: sqlite3.Connection, sql: str) -> Any:
    return connection.execute(sql).fetchone()[0]


def _is_empty(connection: sqlite3.Connection) -> bool:
    return not _one(connection, "PRAGMA application_id") and not _one(connection, "SELECT count(*) FROM sqlite_schema")


def _code(error: sqlite3.Error) -> int:
    """The kind of the error; the driver's own errors have none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _can_be_written(folder: Path) -> bool:
    return os.access(folder, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _words(sql: object) -> str:
    """A statement as it is compared: however it is broken into lines."""
    return " ".join(str(sql).split())
