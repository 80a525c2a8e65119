"""How fast the journal appends, cuts and reads: `python -m bench.journal`.

Events per second on the clock, medians of several rounds, beside the least that the parts of each take and beside
`eventsourcing`. What counts are the ratios, for machines differ.

Aims: appends as fast as plain SQL without digests and cuts; a cut in twice the time of an append; decoding at 80% of pydantic's
union; reading 200,000 events a second, and 5 × as fast as `eventsourcing`.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import find_spec
from itertools import count, cycle, islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from uuid import uuid4

from declarant.events.catalogue import EVENT_ADAPTER, Event
from declarant.events.declarations import (
    AbilityTriggered,
    AttackersDeclared,
    AttackTargetsAnnounced,
    BecameAttacking,
    PriorityReceived,
    RequirementsChecked,
    RestrictionsChecked,
)
from declarant.events.facts import PermanentTapped, StepBegan, TurnBegan
from declarant.events.journal.cuts import Cut
from declarant.events.journal.encoding import ENCODING
from declarant.events.journal.journal import Journal
from declarant.events.journal.log import Log
from declarant.events.ruling import Ruling
from declarant.handlers.rulebook.concepts import Concept

from .measuring import JsonFile, Measured, command, report
from .postgresql import PACKAGE, PostgresqlServer

ROUNDS = 7
LOG_SIZE = 100_000
ATTEMPT = 10
"""Events of an attempt that is taken back: one after each so many that stay."""

RULING = Ruling(action="attack", player="Ann", verdict="illegal", concept=Concept.ATTACK_CHOOSE, why="the elf is tapped")

SAMPLE: tuple[Event, ...] = (
    TurnBegan(player="Ann", number=3),
    StepBegan(step="declare attackers"),
    AttackersDeclared(player="Ann", attackers=("elf", "ogre")),
    AttackTargetsAnnounced(targets={"elf": "Bob", "ogre": "Bob"}),
    RestrictionsChecked(in_force=1),
    RequirementsChecked(obeyed=1, in_force=1),
    PermanentTapped(id="elf"),
    PermanentTapped(id="ogre"),
    BecameAttacking(player="Ann", attackers={"elf": "Bob"}, defending={"elf": "Bob"}),
    AbilityTriggered(source="ogre", controller="Ann", ability="exalted", concept=Concept.ATTACK_TRIGGERS),
    PriorityReceived(player="Ann"),
)


@dataclass(frozen=True)
class MeasuredRate:
    """One measured rate, in events per second, beside that of a peer if it has one."""

    what: str
    rate: float
    peer: str = ""
    peer_rate: float | None = None
    aim: str = ""
    met: bool | None = None


def events(number: int) -> list[Event]:
    """So many events, the sample over and over."""
    return list(islice(cycle(SAMPLE), number))


def rates(number: int, *runs: Callable[[], object]) -> list[float]:
    """How many of `number` things each run does in a second: medians of several rounds, in which the runs take turns."""
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(ROUNDS):
        for run, taken in zip(runs, times, strict=True):
            start = perf_counter()
            run()
            taken.append(perf_counter() - start)
    return [number / median(taken) for taken in times]


def repeat(times: int, call: Callable[..., object], *arguments: object) -> Callable[[], None]:
    """Something that calls it so many times."""

    def run() -> None:
        for _ in range(times):
            call(*arguments)

    return run


def consume(iterator: Iterator[object]) -> int:
    """The number of its items, all of them asked for."""
    return sum(1 for _ in iterator)


def floor(path: Path, batch: list[Event]) -> Callable[[], None]:
    """The least that an event store takes: what pydantic's union dumps, in a table of streams, without digests and cuts."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in (
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "CREATE TABLE entries (id INTEGER PRIMARY KEY AUTOINCREMENT, stream TEXT, version INTEGER, recorded TEXT, type TEXT, "
        "body TEXT, UNIQUE (stream, version))",
    ):
        connection.execute(statement)

    def append() -> None:
        connection.execute("BEGIN IMMEDIATE")
        ((version,),) = connection.execute("SELECT coalesce(max(version), 0) FROM entries WHERE stream = 'game'")
        now = datetime.now(UTC).isoformat()
        connection.executemany(
            "INSERT INTO entries (stream, version, recorded, type, body) VALUES ('game', ?, ?, ?, ?)",
            [
                (number, now, event.type, EVENT_ADAPTER.dump_json(event).decode())
                for number, event in enumerate(batch, version + 1)
            ],
        )
        connection.execute("COMMIT")

    return append


def cut_back(log: Log) -> None:
    """Append a cut to where the log is."""
    log.truncate(log.version, RULING)


def appending(folder: Path) -> Iterator[MeasuredRate]:
    """Appends of one and more events, durable and in memory."""
    for size, times in ((1, 200), (10, 100), (100, 50)):
        batch = events(size)
        with Journal.open(folder / f"append-{size}.db") as journal:
            append = journal.log("game").append
            own, peer = rates(
                size * times, repeat(times, append, batch), repeat(times, floor(folder / f"floor-{size}.db", batch))
            )
        yield MeasuredRate(f"append {size}, SQLite, FULL", own, "stdlib + pydantic", peer, "≥ the floor", own >= peer)
    for size, times in ((1, 3000), (100, 100)):
        append = Journal.open("memory://").log("game").append
        (own,) = rates(size * times, repeat(times, append, events(size)))
        yield MeasuredRate(f"append {size}, memory", own)


def on_postgresql() -> Iterator[MeasuredRate]:
    """Appends to PostgreSQL, beside SQL without digests, heads and order on the same server, and beside `eventsourcing` there."""
    if find_spec("psycopg") is None or find_spec(PACKAGE) is None:
        return
    with PostgresqlServer() as server:
        for size, times in ((1, 200), (10, 100), (100, 50)):
            batch = events(size)
            with Journal.open(server.url()) as journal:
                runs = [repeat(times, journal.log("game").append, batch), repeat(times, floor_of_postgresql(server, batch))]
                if peer := recording(server, size):
                    runs.append(repeat(times, peer))
                own, least, *recorded = rates(size * times, *runs)
            yield MeasuredRate(f"append {size}, PostgreSQL", own, "psycopg + pydantic", least, "≥ the floor", own >= least)
            for rate in recorded:
                yield MeasuredRate(f"append {size}, PostgreSQL", own, "eventsourcing, encoded", rate, "≥ its rate", own >= rate)


def floor_of_postgresql(server: PostgresqlServer, batch: list[Event]) -> Callable[[], None]:
    """The least: a version that is read, rows that are inserted, in one transaction."""
    psycopg: Any = import_module("psycopg")
    connection = psycopg.connect(server.url())
    connection.execute("""CREATE TABLE IF NOT EXISTS floor (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text,
        version bigint, recorded text, type text, body text, UNIQUE (stream, version))""")
    connection.commit()

    def append() -> None:
        ((version,),) = connection.execute("SELECT coalesce(max(version), 0) FROM floor WHERE stream = 'game'")
        now = datetime.now(UTC).isoformat()
        with connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO floor (stream, version, recorded, type, body) VALUES ('game', %s, %s, %s, %s)",
                [(at, now, each.type, EVENT_ADAPTER.dump_json(each).decode()) for at, each in enumerate(batch, version + 1)],
            )
        connection.commit()

    return append


def recording(server: PostgresqlServer, size: int) -> Callable[[], None] | None:
    """Appends of `eventsourcing`'s recorder, of events that are encoded already; None if it or its pool isn't installed."""
    if find_spec("eventsourcing") is None or find_spec("psycopg_pool") is None:
        return None
    postgres: Any = import_module("eventsourcing.postgres")
    persistence: Any = import_module("eventsourcing.persistence")
    datastore = postgres.PostgresDatastore(
        dbname="postgres", host=str(server.folder), port="5432", user="postgres", password="unused"
    )
    recorder = postgres.PostgresApplicationRecorder(datastore, events_table_name=f"recorded_{size}")
    recorder.create_table()
    game, versions = uuid4(), count()
    body = ENCODING.encode(SAMPLE[2])[2].encode()

    def append() -> None:
        recorder.insert_events([persistence.StoredEvent(game, next(versions), "BecameAttacking", body) for _ in range(size)])

    return append


def cutting(folder: Path) -> Iterator[MeasuredRate]:
    """A cut beside the append of one event."""
    for store, url, times in (("memory", "memory://", 2000), ("SQLite, FULL", str(folder / "cut.db"), 200)):
        with Journal.open(url) as journal:
            log = journal.log("game")
            log.append(events(1000))
            cut, append = rates(
                times,
                repeat(times, cut_back, log),
                repeat(times, log.append, events(1)),
            )
        yield MeasuredRate(f"cut, {store}", cut, "append 1", append, "≤ 2 × its time", 2 * cut >= append)


def decoding() -> Iterator[MeasuredRate]:
    """Decoding by the concrete model beside pydantic's discriminated union, on the same text."""
    stored = [ENCODING.encode(event) for event in events(20_000)]
    bodies = [body for _, _, body in stored]

    def own() -> None:
        for tag, schema, body in stored:
            ENCODING.decode(tag, schema, body)

    def union() -> None:
        for body in bodies:
            EVENT_ADAPTER.validate_json(body)

    own_rate, union_rate = rates(len(stored), own, union)
    yield MeasuredRate("decode", own_rate, "pydantic union", union_rate, "≥ 80% of it", own_rate >= 0.8 * union_rate)


def fill(log: Log, cuts: bool) -> None:
    """Append `LOG_SIZE` events that stay, and with `cuts` an attempt that is taken back after each so many of them."""
    batch = events(ATTEMPT)
    point = log.version
    for _ in range(LOG_SIZE // ATTEMPT):
        point = log.append([*batch, *batch, Cut(to=point + ATTEMPT, ruling=RULING)] if cuts else batch).version


def reading(folder: Path) -> Iterator[MeasuredRate]:
    """Reading a long log, with and without cuts, and beside `eventsourcing` if it is there."""
    with (
        Journal.open(folder / "plain.db", durability="OFF") as plain,
        Journal.open(folder / "attempts.db", durability="OFF") as cut,
    ):
        fill(plain.log("game"), cuts=False)
        fill(cut.log("game"), cuts=True)
        uncut_rate, cut_rate = rates(
            LOG_SIZE, lambda: consume(plain.log("game").events()), lambda: consume(cut.log("game").events())
        )
        (verify_rate,) = rates(LOG_SIZE, plain.verify)
        with Journal.open(folder / "plain.db", read_only=True, trust=True) as trusting:
            trusted_rate, fed_rate, trusted_feed = rates(
                LOG_SIZE,
                lambda: consume(trusting.log("game").events()),
                lambda: consume(plain.feed()),
                lambda: consume(trusting.feed()),
            )
    peer = rebuilding(folder)
    yield MeasuredRate(
        "read and decode, SQLite",
        uncut_rate,
        "eventsourcing, rebuild" if peer else "(eventsourcing isn't installed)",
        peer,
        "≥ 200 000/s, ≥ 5 × it",
        uncut_rate >= max(200_000, 5 * (peer or 0)),
    )
    yield MeasuredRate(f"live read, {LOG_SIZE // ATTEMPT:,} cuts", cut_rate, "uncut", uncut_rate)
    yield MeasuredRate("the same, digests not checked", trusted_rate, "checked", uncut_rate)
    yield MeasuredRate("feed, digests checked", fed_rate, "not checked", trusted_feed)
    yield MeasuredRate("verify, SQLite", verify_rate)


def rebuilding(folder: Path) -> float | None:
    """The rate at which `eventsourcing` rebuilds an aggregate from SQLite; None if it isn't installed."""
    if find_spec("eventsourcing") is None:
        return None
    domain: Any = import_module("eventsourcing.domain")
    application: Any = import_module("eventsourcing.application")

    class Tapper(domain.Aggregate):  # type: ignore[misc]
        """Counts how often what was tapped."""

        @domain.event("Created")  # type: ignore[untyped-decorator]
        def __init__(self) -> None:
            self.tapped: dict[str, int] = {}

        @domain.event("Tapped")  # type: ignore[untyped-decorator]
        def tap(self, name: str) -> None:
            self.tapped[name] = self.tapped.get(name, 0) + 1

    number = 10_000
    app = application.Application(
        env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(folder / "eventsourcing.db")}
    )
    tapper = Tapper()
    for _ in range(number):
        tapper.tap("elf")
    app.save(tapper)
    (rebuilt,) = rates(number, lambda: app.repository.get(tapper.id))
    return rebuilt


def row_of(figure: MeasuredRate) -> Measured:
    """A figure as a row of the table."""
    row: Measured = {"what": figure.what, "events/s": figure.rate, "peer": figure.peer}
    if figure.peer_rate:
        row |= {"its events/s": figure.peer_rate, "ratio": figure.rate / figure.peer_rate}
    return row if figure.met is None else row | {"aim": figure.aim, "met": figure.met}


def main(json_file: JsonFile = None) -> None:
    """Measure appends, cuts, decoding and reads."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        figures = [*appending(folder), *on_postgresql(), *cutting(folder), *decoding(), *reading(folder)]
    on = f"Python {sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}, {platform.machine()}, {os.cpu_count()} cores"
    report(f"the journal ({on})", list(map(row_of, figures)), json_file)


if __name__ == "__main__":
    command(main, __doc__)
