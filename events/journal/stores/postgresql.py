"""A journal in a PostgreSQL database, by psycopg 3: for many writers and readers on several machines.

An append is one call of a function in the database. It takes an advisory lock that it keeps until its transaction is over and
can be seen, and only then gives ids: they follow one another without gaps, in the order of the commits, and a reader who has read
up to an id has missed none before it. What a transaction that rolls back was given, nobody has seen, and the next one gets.

Measured with 8 writers of single events on 2 cores: identifiers of transactions instead of the lock let writers commit together,
at twice the rate (2,100 a second beside 1,080); but then a feed stands still while anybody's transaction is open in that
database (that of a backup, say), and ids have gaps, by which no loss can be told. A row that counts is as fast as the lock
(940) until such a transaction is open (860 beside 1,430), since its old versions have to stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from json.encoder import encode_basestring_ascii as quoted
from typing import TYPE_CHECKING, Any, Self, get_args
from urllib.parse import quote

from ...errors import CorruptJournal, DeclarantError, InvalidInput, JournalConflict
from ...optional import required
from ..entry import LATEST, Appended, Encoded, Entry, EntryRow, Head, Stored, Subscription, entry_name
from .store import Durability

if TYPE_CHECKING:
    import psycopg

FORMAT = 1
"""Counts the changes of the tables."""

CHUNK = 1000
"""Rows fetched at once."""

WAIT = "30s"
"""How long to wait for other writers."""

CONNECT = 10
"""Seconds to wait for a server to answer."""

CHANNEL = "declarant_entries"
"""Where appends are told, to whoever waits for them."""

CONFLICT = "DC409"
"""The state of the error that the function raises for another version than the expected one."""

ONLY_GROWS = "DC405"
"""The state of the error for changes of entries."""

ALLOWED = "postgresql://USER@HOST:PORT/DATABASE, where @, : and / of a password are written %40, %3A and %2F"

MISSING = """SELECT NOT EXISTS (SELECT FROM pg_class WHERE relname = 'declarant_format' AND pg_table_is_visible(oid))"""
"""Whether there is no journal. Asked of the catalogue, which is read anew each time."""

LOCK = "PERFORM pg_advisory_xact_lock(1145389900, 'declarant_entries'::regclass::oid::integer)"

TABLES = f"""
CREATE TABLE declarant_entries (
    id bigint PRIMARY KEY,
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    recorded text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    schema bigint NOT NULL,
    body text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL,
    UNIQUE (stream, version)
);
CREATE INDEX declarant_cuts ON declarant_entries (stream, version) WHERE type = 'Cut';
CREATE TABLE declarant_streams (
    stream text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    digest text COLLATE "C" NOT NULL,
    id bigint NOT NULL
);
CREATE TABLE declarant_subscriptions (
    name text COLLATE "C" PRIMARY KEY,
    checkpoint bigint NOT NULL,
    updated timestamptz NOT NULL,
    holder text,
    held_until timestamptz
);
CREATE TABLE declarant_format (format integer NOT NULL);
INSERT INTO declarant_format VALUES ({FORMAT});

CREATE FUNCTION declarant_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a journal only grows' USING ERRCODE = '{ONLY_GROWS}';
END $$;
CREATE TRIGGER declarant_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE ON declarant_entries
    FOR EACH STATEMENT EXECUTE FUNCTION declarant_only_grows();

-- Returns the last id before, for whoever inserts next.
CREATE FUNCTION declarant_lock() RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    {LOCK};
    RETURN (SELECT coalesce(max(id), 0) FROM declarant_entries);
END $$;

-- `quoted`: the name of the stream as a string of JSON in ASCII, of which digests are made.
CREATE FUNCTION declarant_append(
    of_stream text, quoted text, expected bigint, at text, types text[], schemas bigint[], bodies text[],
    OUT last_version bigint, OUT last_id bigint
) LANGUAGE plpgsql AS $$
DECLARE
    previous text := '';
    earliest text COLLATE "C" := '';
    digests text[] := '{{}}';
    found_version bigint;
    number integer;
BEGIN
    last_id := declarant_lock();
    SELECT streams.version, streams.digest, entries.recorded, entries.version
        INTO last_version, previous, earliest, found_version
        FROM declarant_streams AS streams LEFT JOIN declarant_entries AS entries
        ON (entries.id, entries.stream, entries.digest) = (streams.id, streams.stream, streams.digest)
        WHERE streams.stream = of_stream;
    IF NOT FOUND THEN
        last_version := 0;
        previous := '';
        earliest := '';
    ELSIF found_version IS DISTINCT FROM last_version THEN
        RAISE EXCEPTION 'head' USING ERRCODE = 'data_corrupted', DETAIL = last_version;
    END IF;
    IF expected <> last_version THEN
        RAISE EXCEPTION 'version' USING ERRCODE = '{CONFLICT}', DETAIL = last_version;
    END IF;
    IF cardinality(bodies) = 0 THEN
        RETURN;
    END IF;
    at := greatest(at COLLATE "C", earliest);
    FOR number IN 1 .. cardinality(bodies) LOOP
        previous := encode(sha256(convert_to(
            previous || '[' || quoted || ',' || last_version + number || ',"' || at || '","' || types[number] || '",'
            || schemas[number] || ']' || bodies[number], 'UTF8')), 'hex');
        digests := digests || previous;
    END LOOP;
    INSERT INTO declarant_entries
        SELECT last_id + place, of_stream, last_version + place, at, type, schema, body, digest
        FROM unnest(types, schemas, bodies, digests) WITH ORDINALITY AS items (type, schema, body, digest, place);
    last_version := last_version + cardinality(bodies);
    last_id := last_id + cardinality(bodies);
    INSERT INTO declarant_streams VALUES (of_stream, last_version, previous, last_id)
        ON CONFLICT (stream) DO UPDATE SET version = excluded.version, digest = excluded.digest, id = excluded.id;
    PERFORM pg_notify('{CHANNEL}', '');
END $$;
"""

ENTRY = "SELECT id, stream, version, recorded, type, schema, body, digest FROM declarant_entries"
APPEND = "SELECT last_version, last_id FROM declarant_append(%s, %s, %s, %s, %s, %s, %s)"
HEAD = """SELECT streams.stream, streams.version, recorded, streams.digest, streams.id, entries.id IS NOT NULL,
    (SELECT coalesce(max(id), 0) FROM declarant_entries)
    FROM declarant_streams AS streams LEFT JOIN declarant_entries AS entries
    ON (entries.id, entries.stream, entries.version, entries.digest)
    = (streams.id, streams.stream, streams.version, streams.digest)"""
READ = f"{ENTRY} WHERE stream = %s AND version BETWEEN %s AND %s ORDER BY version LIMIT {CHUNK}"
CUTS = f"{ENTRY} WHERE stream = %s AND version BETWEEN %s AND %s AND type = 'Cut' ORDER BY version"
FEED = f"{ENTRY} WHERE id > %s ORDER BY id LIMIT %s"
INSERT = "COPY declarant_entries (id, stream, version, recorded, type, schema, body, digest) FROM STDIN"
SET_HEAD = """INSERT INTO declarant_streams VALUES (%s, %s, %s, %s)
    ON CONFLICT (stream) DO UPDATE SET version = excluded.version, digest = excluded.digest, id = excluded.id"""
VERSION_AT = "SELECT version FROM declarant_entries WHERE stream = %s AND recorded <= %s ORDER BY version DESC LIMIT 1"
UTC = """to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')"""
SUBSCRIBED = f"""SELECT name, checkpoint, {UTC.format("updated")}, holder, {UTC.format("held_until")}
    FROM declarant_subscriptions ORDER BY name"""
CLAIM = """INSERT INTO declarant_subscriptions AS held (name, checkpoint, updated, holder, held_until)
    VALUES (%(name)s, 0, clock_timestamp(), %(holder)s, clock_timestamp() + make_interval(secs => %(seconds)s))
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
    WHERE held.holder IS NULL OR held.holder = excluded.holder OR held.held_until <= clock_timestamp() RETURNING checkpoint"""
RELEASE = """UPDATE declarant_subscriptions SET checkpoint = %s, updated = clock_timestamp(), holder = NULL, held_until = NULL
    WHERE name = %s AND holder = %s RETURNING name"""
RESET = """INSERT INTO declarant_subscriptions (name, checkpoint, updated) VALUES (%s, %s, clock_timestamp())
    ON CONFLICT (name) DO UPDATE
    SET checkpoint = excluded.checkpoint, updated = excluded.updated, holder = NULL, held_until = NULL"""
COUNTED = "SELECT count(*), coalesce(max(id), 0) FROM declarant_entries"


class PostgresqlStore:
    """Keeps entries in tables whose names begin with `declarant_`, in the schema that the connection names first.

    Any number of processes on any machines may read and write it at a time. Durability is PostgreSQL's `synchronous_commit`: on
    for `FULL`, off for `NORMAL` and `OFF`, with which a crash of the server may take the last appends, and damages nothing; but
    readers may have seen them, and their ids are given again.

    A connection that is lost is made again by the next call. If it is lost while something is appended, whether it was is
    unknown, and the error says so. A store belongs to the thread that opened it.
    """

    appendable = True
    shared = True

    def __init__(self, url: str, durability: Durability = "FULL", read_only: bool = False) -> None:
        """Connect, and make the tables if there are none.

        Raises:
            InvalidInput: the URL doesn't fit, nobody answers, or the database holds no journal that can be read here.
            MissingExtra: psycopg isn't installed.
        """
        if durability not in get_args(Durability):
            raise InvalidInput("durability", repr(durability), ", ".join(get_args(Durability)))
        self._psycopg = required("psycopg", "postgresql")
        self._url = url
        self._name = self.source(url)
        self._settings = {
            "synchronous_commit": "on" if durability == "FULL" else "off",
            "lock_timeout": WAIT,
            "client_encoding": "UTF8",
            "default_transaction_read_only": "on" if read_only else "off",
        }
        self._listening = False
        self._inserting: list[tuple[Any, ...]] = []
        self._connected: psycopg.Connection[Any] | None = None
        with self._errors():
            self._prepare(read_only)

    @classmethod
    def open(cls, url: str, durability: Durability = "FULL", read_only: bool = False) -> Self:
        return cls(url, durability, read_only)

    @classmethod
    def source(cls, url: str) -> str:
        parts = _parts(url)
        host, port, options = parts.get("host", ""), parts.get("port", ""), parts.get("options", "")
        schema = options.partition("search_path=")[2].split()
        where = "" if host.startswith(("/", "@")) else host + (f":{port}" if port else "")
        query = [f"host={quote(host, safe='')}"] if host and not where else []
        query += [f"schema={quote(schema[0], safe='')}"] if schema else []
        return f"postgresql://{where}/{quote(parts.get('dbname', ''))}" + (f"?{'&'.join(query)}" if query else "")

    @classmethod
    def label(cls, url: str) -> str:
        parts = _parts(url)
        schema = parts.get("options", "").partition("search_path=")[2].split()
        return ".".join([parts.get("dbname") or "postgresql", *schema[:1]])

    @classmethod
    def is_file(cls, path: str, header: bytes) -> bool:
        return False

    # --- connecting ---------------------------------------------------------------------------------------------------

    @property
    def _connection(self) -> psycopg.Connection[Any]:
        if self._connected is None or self._connected.closed:
            self._listening = False
            connection = self._psycopg.connect(self._url, autocommit=True, connect_timeout=CONNECT)
            for name, value in self._settings.items():
                connection.execute("SELECT set_config(%s, %s, false)", (name, value))
            self._connected = connection
        assert self._connected is not None
        return self._connected

    def _prepare(self, read_only: bool) -> None:
        encoding = self._one("SHOW server_encoding")
        if encoding != "UTF8":
            raise InvalidInput(self._name, f"a database in {encoding}", "one in UTF8")
        if self._one(MISSING):
            if read_only:
                raise InvalidInput(self._name, "a database without a journal", "one with a journal")
            with self._connection.transaction():
                self._connection.execute("SELECT pg_advisory_xact_lock(1145389900)")
                if self._one(MISSING):  # else another made it meanwhile
                    self._connection.execute(TABLES)
        if (found := self._one("SELECT max(format) FROM declarant_format")) != FORMAT:
            raise InvalidInput(self._name, f"a journal of format {found}", f"format {FORMAT}")

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except self._psycopg.Error as error:
            raise self._translated(error) from None

    def _translated(self, error: psycopg.Error) -> DeclarantError:
        """What PostgreSQL says, as an error of ours, without the URL, which may have a password in it."""
        words = _without_password(str(error.diag.message_primary or error).partition("\n")[0].strip(), self._url)
        if error.sqlstate in ("XX001", "XX002"):
            return CorruptJournal(self._name, words)
        if self._connected is None:
            return InvalidInput(self._name, words, "a database that can be connected to")
        return DeclarantError(f"{self._name}: {words}")

    # --- appending ----------------------------------------------------------------------------------------------------

    def append(self, stream: str, items: Sequence[Encoded], recorded: str, expected_version: int | None) -> Appended:
        types, schemas, bodies = ([item[place] for item in items] for place in range(3))
        arguments = (stream, quoted(stream), expected_version, recorded, types, schemas, bodies)
        with self._errors():
            connection = self._connection
            try:
                last_version, last_id = connection.execute(APPEND, arguments, prepare=True).fetchone() or (0, 0)
            except self._psycopg.Error as error:
                if error.sqlstate == CONFLICT:
                    assert expected_version is not None, "else nothing conflicts"
                    raise JournalConflict(stream, expected_version, int(error.diag.message_detail or 0)) from None
                if error.sqlstate == "XX001" and error.diag.message_detail:
                    place = entry_name(stream, int(error.diag.message_detail))
                    raise CorruptJournal(place, "its last entry isn't the one that its head tells of") from None
                if connection.closed:
                    raise DeclarantError(
                        f"{self._name}: the connection was lost while entries were appended to stream {stream!r}: "
                        "whether they were isn't known; read its version before they are appended again"
                    ) from None
                raise
        return Appended(last_version, range(last_id - len(items) + 1, last_id + 1))

    @contextmanager
    def writing(self) -> Iterator[None]:
        with self._errors(), self._connection.transaction():
            try:
                self._connection.execute("SELECT declarant_lock()")
                yield
                if self._inserting:
                    self._insert()
            finally:
                self._inserting = []

    def insert(self, rows: Iterable[EntryRow]) -> None:
        first = self._inserting[-1][0] if self._inserting else self.last_id()
        self._inserting += [(id, *row) for id, row in enumerate(rows, first + 1)]

    def _insert(self) -> None:
        with self._connection.cursor() as cursor:
            with cursor.copy(INSERT) as copy:
                for row in self._inserting:
                    copy.write_row(row)
            heads = {row[1]: (row[1], row[2], row[7], row[0]) for row in self._inserting}
            cursor.executemany(SET_HEAD, list(heads.values()))
            cursor.execute("SELECT pg_notify(%s, '')", (CHANNEL,))

    # --- reading ------------------------------------------------------------------------------------------------------

    def head(self, stream: str) -> Head | None:
        rows = self._all(f"{HEAD} WHERE streams.stream = %s", stream)
        return _head(rows[0]) if rows else None

    def heads(self) -> list[tuple[str, Head]]:
        rows = self._all(f"{HEAD} ORDER BY streams.stream")
        heads = [(row[0], _head(row)) for row in rows]
        if (told := sum(head.version for _, head in heads)) != (last := rows[0][-1] if rows else self.last_id()):
            raise CorruptJournal(self._name, f"its streams have {told} entries, and {last} were appended")
        return heads

    def read(self, stream: str, first: int = 1, last: int = LATEST) -> Iterator[Entry]:
        for rows in self.chunks(stream, first, last):
            yield from map(Entry._make, rows)

    def chunks(self, stream: str, first: int, last: int) -> Iterator[Sequence[Stored]]:
        while first <= last:
            if rows := self._all(READ, stream, first, last):
                yield rows
                first = rows[-1][2] + 1
            if len(rows) < CHUNK:
                return

    def cuts(self, stream: str, last: int) -> list[Entry]:
        return [Entry._make(row) for row in self._all(CUTS, stream, 1, last)]

    def last_cut(self, stream: str, first: int, last: int) -> Entry | None:
        rows = self._all(f"{CUTS} DESC LIMIT 1", stream, first, last)
        return Entry._make(rows[0]) if rows else None

    def version_at(self, stream: str, recorded: str) -> int:
        rows = self._all(VERSION_AT, stream, recorded)
        return int(rows[0][0]) if rows else 0

    def feed(self, after_id: int, limit: int) -> Iterator[Entry]:
        while limit > 0:
            rows = self._all(FEED, after_id, min(limit, CHUNK))
            yield from map(Entry._make, rows)
            if len(rows) < CHUNK:
                return
            after_id = rows[-1][0]
            limit -= len(rows)

    def last_id(self) -> int:
        return int(self._all("SELECT coalesce(max(id), 0) FROM declarant_entries")[0][0])

    def streams(self, after_id: int = 0) -> list[str]:
        return [stream for stream, head in self.heads() if head.id > after_id]

    def wait(self, seconds: float) -> None:
        with self._errors():
            if not self._listening:  # what was appended before is read first
                self._connection.execute(f"LISTEN {CHANNEL}")
                self._listening = True
                return
            for _ in self._connection.notifies(timeout=seconds, stop_after=1):
                pass

    def check(self) -> None:
        ((count, last),) = self._all(COUNTED)
        if count != last:
            raise CorruptJournal(self._name, f"{last} entries were appended, and {count} are there")

    # --- subscriptions ------------------------------------------------------------------------------------------------

    def subscriptions(self) -> list[Subscription]:
        return [Subscription._make(row) for row in self._all(SUBSCRIBED)]

    def claim(self, name: str, holder: str, seconds: float) -> int | None:
        with self._errors():
            found = self._connection.execute(CLAIM, {"name": name, "holder": holder, "seconds": seconds}).fetchone()
        return int(found[0]) if found else None

    def release(self, name: str, holder: str, checkpoint: int) -> bool:
        return bool(self._all(RELEASE, checkpoint, name, holder))

    def reset(self, name: str, checkpoint: int) -> None:
        with self._errors():
            self._connection.execute(RESET, (name, checkpoint))

    def close(self) -> None:
        if self._connected is not None:
            self._connected.close()

    def __del__(self) -> None:
        if getattr(self, "_connected", None) is not None:  # it came so far
            self.close()

    def _one(self, sql: str) -> Any:
        return self._all(sql)[0][0]

    def _all(self, sql: str, *arguments: object) -> list[Any]:
        with self._errors():
            return self._connection.execute(sql, arguments).fetchall()


def _head(row: tuple[Any, ...]) -> Head:
    stream, version, recorded, digest, id, is_there, _ = row
    if not is_there:
        raise CorruptJournal(entry_name(stream, version), "its last entry isn't the one that its head tells of")
    return Head(version, recorded, digest, id)


def _parts(url: str) -> dict[str, str]:
    """What a URL says. Raises InvalidInput, which doesn't tell the URL: there may be a password anywhere in it."""
    required("psycopg", "postgresql")
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(url).items() if value is not None}
        # A password that isn't quoted is taken for a port and a part of the database's or the host's name.
        if "@" not in parts.get("dbname", "") + parts.get("host", "")[1:] and parts.get("port", "0").replace(",", "").isdecimal():
            return parts
    except ProgrammingError:
        pass
    raise InvalidInput("journal", "a URL that can't be read (it isn't shown)", ALLOWED)


def _without_password(words: str, url: str) -> str:
    for secret in ("password", "sslpassword"):
        if password := _parts(url).get(secret):
            words = words.replace(password, "…")
    return words
