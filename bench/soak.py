"""Many writers and readers at a time: does every reader see every entry once, in order? `python -m bench.soak`.

Writers append to streams of their own and to one that all share, now and then with a cut, now and then beside a transaction
that takes its time and is rolled back. With `--kills`, writers are killed and begun again so many times, and everything that
was confirmed to them as appended must be there; with `--restarts`, so is PostgreSQL's server. A line of JSON for each store.

Aim: nothing is missed, repeated or lost, of a million events and through a thousand kills. The exit status is 1 where something
is.
"""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from itertools import count
from multiprocessing import get_context
from multiprocessing.synchronize import Event as EventType
from pathlib import Path
from time import perf_counter, sleep
from typing import Annotated, Any

import typer
from declarant.events.errors import DeclarantError, JournalConflict
from declarant.events.facts import TurnBegan
from declarant.events.journal.cuts import Cut
from declarant.events.journal.encoding import Item
from declarant.events.journal.journal import Journal
from declarant.events.journal.stores.store import Durability

from .measuring import command
from .postgresql import PostgresqlServer


class StoreKind(StrEnum):
    """Where the journal is kept."""

    SQLITE = "sqlite"
    POSTGRESQL = "postgresql"


BATCH = 20
"""The largest number of events that are appended at once."""


class _RolledBack(Exception):
    pass


def write(url: str, number: int, events: int, seed: int, acknowledged: str, durability: Durability) -> None:
    """Append so many events; each append that was acknowledged is noted in a file, at once."""
    rng = random.Random(seed)
    with Path(acknowledged).open("ab", buffering=0) as notes:
        written = 0
        journal = _opened(url, durability)
        for turn in count():
            if written >= events:
                break
            stream = "all" if rng.random() < 0.02 else f"writer {number}"
            batch: list[Item] = [TurnBegan(player=f"{seed}/{turn}", number=n) for n in range(rng.randrange(1, BATCH + 1))]
            try:
                log = journal.log(stream)
                chance = rng.random()
                if chance < 0.01:
                    _rolled_back(journal, stream, rng)
                elif chance < 0.05:
                    batch.append(Cut(to=0))
                done = log.append(batch)
            except JournalConflict:
                raise
            except DeclarantError:
                # The server is gone: what became of the append, nobody knows, and nobody got an answer.
                sleep(0.05)
                journal.close()
                journal = _opened(url, durability)
                continue
            notes.write(f"{done.ids.start} {len(done.ids)} {stream}\n".encode())
            written += len(done.ids)
            if rng.random() < 0.01:
                sleep(rng.random() / 100)
        journal.close()


def _opened(url: str, durability: Durability = "NORMAL") -> Journal:
    for _ in range(600):
        try:
            return Journal.open(url, durability)
        except DeclarantError:
            sleep(0.05)
    raise DeclarantError("the store didn't come back")


def _rolled_back(journal: Journal, stream: str, rng: random.Random) -> None:
    """Something is inserted, takes its time, and never was."""
    store = journal._store
    try:
        with store.writing():
            now = "2026-01-02T03:04:05.000000+00:00"
            store.insert([(f"never {rng.random()}", 1, now, "TurnBegan", 1, "{}", "0" * 64)])
            sleep(rng.random() / 200)
            raise _RolledBack
    except _RolledBack:
        pass


def read(url: str, done: EventType, seed: int, results: Any) -> None:
    """Follow the feed from the beginning in batches of any size, coming back after each; return what was seen."""
    rng = random.Random(seed)
    last, seen, wrong = 0, 0, 0
    journal = _opened(url)
    while True:
        finished = done.is_set()
        before = last
        try:
            for entry in journal.feed(last, rng.choice((7, 100, 5000))):
                wrong += entry.id != last + 1
                last = entry.id
                seen += 1
            if finished and last == before:
                break
            if last == before:
                sleep(0.01)
        except DeclarantError as error:
            if "missing" in str(error) or "altered" in str(error):
                wrong += 1
                break
            journal.close()
            journal = _opened(url)
    results.put((seen, last, wrong))


@contextmanager
def places(store: str) -> Iterator[tuple[str, PostgresqlServer | None]]:
    """A new journal in that store, and its server, if it has one."""
    if store == "postgresql":
        with PostgresqlServer() as server:
            yield server.url(), server
        return
    with tempfile.TemporaryDirectory() as folder:
        yield str(Path(folder) / "journal.db"), None


def soak(store: str, writers: int, readers: int, events: int, kills: int, restarts: int) -> dict[str, Any]:
    """Run it; returns what was seen."""
    context = get_context("fork")
    rng = random.Random(18)
    with places(store) as (url, server), tempfile.TemporaryDirectory() as folder:
        Journal.open(url).close()
        done, results = context.Event(), context.Queue()
        reading = [context.Process(target=read, args=(url, done, seed, results)) for seed in range(readers)]
        for each in reading:
            each.start()
        notes = [str(Path(folder) / str(number)) for number in range(writers)]
        seeds = count(100)
        start = perf_counter()
        durability = "FULL" if restarts else "NORMAL"

        def begin(number: int) -> Any:
            size = events // writers if not kills else 10**9
            process = context.Process(target=write, args=(url, number, size, next(seeds), notes[number], durability))
            process.start()
            return process

        writing = [begin(number) for number in range(writers)]
        for _ in range(kills):
            sleep(rng.random() / 20)
            victim = rng.randrange(writers)
            writing[victim].kill()
            writing[victim].join()
            writing[victim] = begin(victim)
        for _ in range(restarts if server else 0):
            assert server is not None
            sleep(1 + rng.random())
            server.stop(immediately=rng.random() < 0.5)
            server.start()
        if kills:
            for each in writing:
                each.kill()
        for each in writing:
            each.join()
        seconds = perf_counter() - start
        done.set()
        stated = [results.get() for _ in reading]
        with Journal.open(url) as journal:
            journal.verify()
            last = journal.last_id()
            there = {entry.id: entry.stream for entry in journal.feed()}
        lines = [line.split(" ", 2) for path in notes if os.path.exists(path) for line in Path(path).read_text().splitlines()]
        acknowledged = [(id, stream) for first, number, stream in lines for id in range(int(first), int(first) + int(number))]
        lost = sum(there.get(id) != stream for id, stream in acknowledged)
        twice = len(acknowledged) - len({id for id, _ in acknowledged})
    missed = sum(last - seen for seen, _, _ in stated)
    return {
        "store": store,
        "writers": writers,
        "readers": readers,
        "kills": kills,
        "restarts": restarts,
        "entries": last,
        "acknowledged": len(acknowledged),
        "lost": lost,
        "twice": twice,
        "missed": missed,
        "repeated or out of order": sum(wrong for *_, wrong in stated),
        "seconds": round(seconds, 1),
    }


def main(
    events: Annotated[int, typer.Option(min=1, help="How many events are appended in all.")] = 100_000,
    writers: Annotated[int, typer.Option(min=1, help="How many processes write.")] = 8,
    readers: Annotated[int, typer.Option(min=1, help="How many processes read.")] = 4,
    kills: Annotated[int, typer.Option(min=0, help="How often a writer is killed; they write until then.")] = 0,
    restarts: Annotated[int, typer.Option(min=0, help="How often the server of PostgreSQL is begun again.")] = 0,
    store: Annotated[list[StoreKind] | None, typer.Option(help="Which stores; by default both.")] = None,
) -> None:
    """Run it on both stores, or on one."""
    failed = False
    for each in store or list(StoreKind):
        stated = soak(each.value, writers, readers, events, kills, restarts)
        print(json.dumps(stated), flush=True)
        failed |= any(stated[name] for name in ("lost", "twice", "missed", "repeated or out of order"))
    raise typer.Exit(failed)


if __name__ == "__main__":
    command(main, __doc__)
