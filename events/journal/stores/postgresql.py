"""A journal in a PostgreSQL database, by psycopg 3: for many writers and readers on several machines.

An append is one call of a function in the database. It takes an advisory lock that it keeps until its transaction is over and
can be seen, and only then gives ids: they follow one another without gaps, in the order of the commits, and a reader who has read
up to an id has missed none before it. What a transaction that rolls back was given, nobody has seen, and the next one gets.

Measured with 8 writers of single events on 2 cores: identifiers of transactions instead of the lock let writers commit together,
at twice the rate (2,100 a second beside 1,080); but then a feed stands still while anybody's transaction is open in that
database (that of a backup, say), and ids have gaps, by which no loss can be found. A row that counts is as fast as the lock
(940) until such a transaction is open (860 beside 1,430), since its old versions have to stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from json.encoder import encode_basestring_ascii as quoted
from typing import TYPE_CHECKING, Any, Self, get_args
from urllib.parse import quote

from ...errors import CorruptJournal, DeclarantError, InvalidInput, JournalConflict
from ...optional import required
from ..entry import LATEST, Appended, Encoded, Entry, EntryRow, Head, Snapshot, Stored, Subscription, entry_name
from ..identity import ID_DIGITS, Generation
from ..people import Named, NamedRows
from .store import Durability

if TYPE_CHECKING:
    import psycopg

FORMAT = 4
"""Counts the changes of the tables. Format 1 had no generations, format 2 no states of projections, format 3 no names apart."""

CHUNK = 1000
"""Rows fetched at once."""

WAIT = "30s"
"""How long to wait for other writers."""

CONNECT = 10
"""Seconds to wait for a server to answer."""

CHANNEL = "declarant_entries"
"""Where appends are announced, to whoever waits for them."""

CONFLICT = "DC409"
"""The state of the error that the function raises for another version than the expected one."""

ONLY_GROWS = "DC405"
"""The state of the error for changes of entries."""

ALLOWED = "postgresql://USER@HOST:PORT/DATABASE, where @, : and / of a password are written %40, %3A and %2F"

AUTHORITY = re.compile(r"[a-z]+://([^@/?#]*@)?[^@]*")
"""A URL with one `@` at most, which ends who connects: in all other places it is written %40."""

CONNECTING = {
    "password authentication failed": "the password isn't the right one",
    "no password supplied": "it asks for a password",
    "Connection refused": "nobody answers at that address (connection refused)",
    "timeout": f"nobody answers within {CONNECT} seconds",
    "failed to resolve host": "a host of that name isn't known",
    "could not translate host name": "a host of that name isn't known",
    "No such file or directory": "nobody answers at that socket",
    "does not exist": "no such database or role",
    "no pg_hba.conf entry": "the server lets nobody in from here by that name",
    "too many clients": "too many others are connected",
    "too many connections": "too many others are connected",
    "starting up": "the server is starting up",
    "shutting down": "the server is shutting down",
    "SSL": "the encryption asked for isn't to be had (SSL)",
    "closed the connection": "the connection was lost",
    "connection is closed": "the connection was lost",
    "connection is lost": "the connection was lost",
}
"""What the driver says where there is no code, and what it means. The first that fits counts."""

UNKNOWN = "an error of the driver (its message isn't shown: a password may be in it)"

MISSING = """SELECT NOT EXISTS (SELECT FROM pg_class WHERE relname = 'declarant_format' AND pg_table_is_visible(oid))"""
"""Whether there is no journal. Asked of the catalogue, which is read anew each time."""

FOUND_FORMAT = "SELECT max(format) FROM declarant_format"
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
INSERT INTO declarant_format VALUES (1);

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

GENERATION = "(SELECT id FROM declarant_generations ORDER BY number DESC LIMIT 1)"
STEPS = {
    1: f"""
CREATE TABLE declarant_generations (
    number integer PRIMARY KEY,
    id text COLLATE "C" NOT NULL,
    after bigint NOT NULL
);
-- That of a journal with entries is as `identity.derived_generation` says: the same in each copy.
INSERT INTO declarant_generations SELECT 1, coalesce((SELECT left(digest, {ID_DIGITS}) FROM declarant_entries WHERE id = 1),
    replace(gen_random_uuid()::text, '-', '')), 0;
ALTER TABLE declarant_subscriptions ADD COLUMN generation text COLLATE "C";
UPDATE declarant_subscriptions SET generation = {GENERATION};
ALTER TABLE declarant_subscriptions ALTER COLUMN generation SET NOT NULL;
UPDATE declarant_format SET format = 2;
""",
    2: """
CREATE TABLE declarant_states (
    build text COLLATE "C" NOT NULL,
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    state text COLLATE "C" NOT NULL,
    PRIMARY KEY (build, stream)
);
CREATE TABLE declarant_projections (
    name text COLLATE "C" PRIMARY KEY,
    build text COLLATE "C" NOT NULL
);
UPDATE declarant_format SET format = 3;
""",
    3: """
CREATE TABLE declarant_names (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sign text COLLATE "C" NOT NULL UNIQUE,
    person text COLLATE "C" NOT NULL,
    salt text COLLATE "C" NOT NULL,
    text text COLLATE "C" NOT NULL
);
UPDATE declarant_format SET format = 4;
""",
}
"""What makes the next format of each."""

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
SUBSCRIBED = f"""SELECT name, checkpoint, {UTC.format("updated")}, holder, {UTC.format("held_until")}, generation
    FROM declarant_subscriptions ORDER BY name"""
CLAIM = f"""INSERT INTO declarant_subscriptions AS held (name, checkpoint, updated, holder, held_until, generation)
    VALUES (%(name)s, 0, clock_timestamp(), %(holder)s, clock_timestamp() + make_interval(secs => %(seconds)s), {GENERATION})
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, held_until = excluded.held_until
    WHERE held.holder IS NULL OR held.holder = excluded.holder OR held.held_until <= clock_timestamp() RETURNING checkpoint"""
RELEASE = f"""UPDATE declarant_subscriptions SET checkpoint = %s, updated = clock_timestamp(), holder = NULL,
    held_until = NULL, generation = {GENERATION} WHERE name = %s AND holder = %s RETURNING name"""
RESET = f"""INSERT INTO declarant_subscriptions (name, checkpoint, updated, generation)
    VALUES (%s, %s, clock_timestamp(), coalesce(%s, {GENERATION}))
    ON CONFLICT (name) DO UPDATE SET checkpoint = excluded.checkpoint, updated = excluded.updated, holder = NULL,
    held_until = NULL, generation = excluded.generation"""
KEEP = """INSERT INTO declarant_states SELECT %s, * FROM unnest(%s::text[], %s::bigint[], %s::text[])
    ON CONFLICT (build, stream) DO UPDATE SET version = excluded.version, state = excluded.state"""
KEPT = "SELECT stream, version, state FROM declarant_states WHERE build = %s"
SERVE = "INSERT INTO declarant_projections VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET build = excluded.build"
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
                    self._bring_up_to_date(1)
        found = self._one(FOUND_FORMAT)
        if found in STEPS and not read_only:
            with self._connection.transaction():
                self._connection.execute("SELECT pg_advisory_xact_lock(1145389900)")
                found = self._bring_up_to_date(self._one(FOUND_FORMAT))
        if found in STEPS:
            raise InvalidInput(self._name, f"a journal of format {found}", f"format {FORMAT}: whatever writes into it makes that")
        if found != FORMAT:
            raise InvalidInput(self._name, f"a journal of format {found}", f"format {FORMAT}")

    def _bring_up_to_date(self, found: int) -> int:
        for format in range(found, FORMAT):
            self._connection.execute(STEPS[format])
        return FORMAT

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except self._psycopg.Error as error:
            raise self._translated(error) from None

    def _translated(self, error: psycopg.Error) -> DeclarantError:
        """What PostgreSQL says, as an error of ours and in our words: its own may have any part of the URL in them."""
        words = self._words(error)
        if error.sqlstate in ("XX001", "XX002"):
            return CorruptJournal(self._name, words)
        if self._connected is None:
            return InvalidInput(self._name, words, "a database that can be connected to")
        return DeclarantError(f"{self._name}: {words}")

    def _words(self, error: psycopg.Error) -> str:
        if error.sqlstate == ONLY_GROWS:
            return "a journal only grows"
        if error.sqlstate:
            name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(error).__name__)
            return f"{name.strip()} ({error.sqlstate})"
        return next((words for said, words in CONNECTING.items() if said in str(error)), UNKNOWN)

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
                    raise CorruptJournal(place, "its last entry isn't the one that its head names") from None
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
        if (stated := sum(head.version for _, head in heads)) != (last := rows[0][-1] if rows else self.last_id()):
            raise CorruptJournal(self._name, f"its streams have {stated} entries, and {last} were appended")
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

    # --- generations and subscriptions --------------------------------------------------------------------------------

    def generations(self) -> list[Generation]:
        return [Generation._make(row) for row in self._all("SELECT id, after FROM declarant_generations ORDER BY number")]

    def set_generations(self, generations: Sequence[Generation]) -> None:
        with self._errors(), self._connection.transaction(), self._connection.cursor() as cursor:
            cursor.execute("DELETE FROM declarant_generations")
            rows = [(number, *generation) for number, generation in enumerate(generations, 1)]
            cursor.executemany("INSERT INTO declarant_generations VALUES (%s, %s, %s)", rows)

    def subscriptions(self) -> list[Subscription]:
        return [Subscription._make(row) for row in self._all(SUBSCRIBED)]

    def claim(self, name: str, holder: str, seconds: float) -> int | None:
        with self._errors():
            found = self._connection.execute(CLAIM, {"name": name, "holder": holder, "seconds": seconds}).fetchone()
        return int(found[0]) if found else None

    def release(self, name: str, holder: str, checkpoint: int) -> bool:
        return bool(self._all(RELEASE, checkpoint, name, holder))

    def reset(self, name: str, checkpoint: int, generation: str | None = None) -> None:
        with self._errors():
            self._connection.execute(RESET, (name, checkpoint, generation))

    def keep(self, name: str, holder: str, checkpoint: int, states: Mapping[str, Snapshot]) -> bool:
        with self._errors(), self._connection.transaction():
            released = self._connection.execute(RELEASE, (checkpoint, name, holder)).fetchone()
            if released and states:
                versions, documents = zip(*states.values(), strict=True)
                self._connection.execute(KEEP, (name, list(states), list(versions), list(documents)))
        return released is not None

    def states(self, build: str, streams: Sequence[str] | None = None) -> dict[str, Snapshot]:
        some = () if streams is None else (list(streams),)
        rows = self._all(KEPT + (" AND stream = ANY(%s)" if some else ""), build, *some)
        return {stream: Snapshot(*kept) for stream, *kept in rows}

    def served(self, projection: str) -> str | None:
        rows = self._all("SELECT build FROM declarant_projections WHERE name = %s", projection)
        return str(rows[0][0]) if rows else None

    def serve(self, projection: str, build: str, gone: Sequence[str]) -> None:
        with self._errors(), self._connection.transaction():
            self._connection.execute(SERVE, (projection, build))
            self._connection.execute("DELETE FROM declarant_states WHERE build = ANY(%s)", (list(gone),))
            self._connection.execute("DELETE FROM declarant_subscriptions WHERE name = ANY(%s)", (list(gone),))

    def named(self, after: int = 0) -> NamedRows:
        statement = "SELECT number, sign, person, salt, text FROM declarant_names WHERE number > %s ORDER BY number"
        rows = self._all(statement, after)
        return NamedRows(rows[-1][0] if rows else after, [Named._make(row[1:]) for row in rows])

    def add_named(self, rows: Iterable[Named]) -> None:
        with self._errors(), self._connection.transaction(), self._connection.cursor() as cursor:
            cursor.execute("SELECT declarant_lock()")  # numbers are in the order of the commits
            statement = "INSERT INTO declarant_names (sign, person, salt, text) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
            cursor.executemany(statement, list(rows))

    def erase(self, person: str, pseudonym: str) -> None:
        with self._errors(), self._connection.transaction():
            self._connection.execute("SELECT declarant_lock()")
            statement = "UPDATE declarant_names SET number = DEFAULT, salt = '', text = %s WHERE person = %s"
            self._connection.execute(statement, (pseudonym, person))
            builds = "SELECT DISTINCT build FROM declarant_states"
            self._connection.execute(f"DELETE FROM declarant_subscriptions WHERE name IN ({builds})")
            self._connection.execute("TRUNCATE declarant_states, declarant_projections")

    def scrub(self) -> None:
        with self._errors():
            self._connection.execute("VACUUM FULL declarant_names")
            self._connection.execute("ANALYZE declarant_names")

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
        raise CorruptJournal(entry_name(stream, version), "its last entry isn't the one that its head names")
    return Head(version, recorded, digest, id)


def _parts(url: str) -> dict[str, str]:
    """What a URL says. Raises InvalidInput, which doesn't state the URL: there may be a password anywhere in it."""
    required("psycopg", "postgresql")
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    # In a password that isn't quoted, anything may be taken for the end of it, and the rest for a host, a port or a database.
    if AUTHORITY.fullmatch(url):
        with suppress(ProgrammingError):
            parts = {name: str(value) for name, value in conninfo_to_dict(url).items() if value is not None}
            if parts.get("port", "0").replace(",", "").isdecimal():
                return parts
    raise InvalidInput("journal", "a URL that can't be read (it isn't shown)", ALLOWED)
