"""A journal in memory: for scratch work and tests."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import attrgetter
from threading import Lock
from time import sleep
from typing import Self

from ...errors import InvalidInput
from ..entry import LATEST, Appended, Encoded, Entry, EntryRow, Head, Snapshot, Stored, Subscription, timestamp
from ..identity import Generation, new_generation
from ..people import Named, NamedRows
from .store import Durability, append_locked


class MemoryStore:
    """Keeps entries in lists; gone when it is. Threads may share it."""

    appendable = True
    shared = False

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._streams: dict[str, list[Entry]] = {}
        self._cuts: dict[str, list[Entry]] = {}
        self._inserted: list[EntryRow] = []
        self._subscriptions: dict[str, Subscription] = {}
        self._states: dict[str, dict[str, Snapshot]] = {}
        self._named: dict[str, tuple[int, Named]] = {}
        self._names_given = 0
        self._served: dict[str, str] = {}
        self._generations = [new_generation(0)]
        self._lock = Lock()

    @classmethod
    def open(cls, url: str, durability: Durability = "FULL", read_only: bool = False) -> Self:
        if url != "memory://":
            raise InvalidInput("journal", "memory:// and more (it isn't shown)", "memory://")
        return cls()

    @classmethod
    def source(cls, url: str) -> str:
        return url

    @classmethod
    def label(cls, url: str) -> str:
        return "memory"

    @classmethod
    def is_file(cls, path: str, header: bytes) -> bool:
        return False

    def append(self, stream: str, items: Sequence[Encoded], recorded: str, expected_version: int | None) -> Appended:
        return append_locked(self, stream, items, recorded, expected_version)

    @contextmanager
    def writing(self) -> Iterator[None]:
        with self._lock:
            try:
                yield
                inserted = [Entry(number, *row) for number, row in enumerate(self._inserted, len(self._entries) + 1)]
                self._entries += inserted
                for stream, entries in groupby(inserted, attrgetter("stream")):
                    together = list(entries)
                    self._streams.setdefault(stream, []).extend(together)
                    if cuts := [entry for entry in together if entry.is_cut]:
                        self._cuts.setdefault(stream, []).extend(cuts)
            finally:
                self._inserted.clear()

    def insert(self, rows: Iterable[EntryRow]) -> None:
        self._inserted.extend(rows)

    def head(self, stream: str) -> Head | None:
        entries = self._streams.get(stream)
        return _head(entries[-1]) if entries else None

    def heads(self) -> list[tuple[str, Head]]:
        return [(stream, _head(entries[-1])) for stream, entries in sorted(self._streams.items())]

    def read(self, stream: str, first: int = 1, last: int = LATEST) -> Iterator[Entry]:
        return iter(self._streams.get(stream, [])[first - 1 : last])

    def chunks(self, stream: str, first: int, last: int) -> Iterator[Sequence[Stored]]:
        if entries := self._streams.get(stream, [])[first - 1 : last]:
            yield entries

    def cuts(self, stream: str, last: int) -> list[Entry]:
        cuts = self._cuts.get(stream, [])
        return cuts[: bisect_right(cuts, last, key=attrgetter("version"))]

    def last_cut(self, stream: str, first: int, last: int) -> Entry | None:
        cuts = self._cuts.get(stream, [])
        position = bisect_right(cuts, last, key=attrgetter("version"))
        return cuts[position - 1] if position and cuts[position - 1].version >= first else None

    def version_at(self, stream: str, recorded: str) -> int:
        return bisect_right(self._streams.get(stream, ()), recorded, key=attrgetter("recorded"))

    def feed(self, after_id: int, limit: int) -> Iterator[Entry]:
        return iter(self._entries[after_id : after_id + limit])

    def last_id(self) -> int:
        return len(self._entries)

    def streams(self, after_id: int = 0) -> list[str]:
        return sorted(stream for stream, entries in self._streams.items() if entries[-1].id > after_id)

    def wait(self, seconds: float) -> None:
        sleep(seconds)

    def check(self) -> None:
        pass

    def generations(self) -> list[Generation]:
        return list(self._generations)

    def set_generations(self, generations: Sequence[Generation]) -> None:
        self._generations = list(generations)

    def subscriptions(self) -> list[Subscription]:
        return [self._subscriptions[name] for name in sorted(self._subscriptions)]

    def claim(self, name: str, holder: str, seconds: float) -> int | None:
        now = datetime.now(UTC)
        with self._lock:
            found = self._subscriptions.get(name) or self._subscription(name, 0)
            if found.holder not in (None, holder) and (found.held_until or "") > timestamp(now):
                return None
            until = timestamp(now + timedelta(seconds=seconds))
            self._subscriptions[name] = found._replace(holder=holder, held_until=until)
        return found.checkpoint

    def release(self, name: str, holder: str, checkpoint: int) -> bool:
        with self._lock:
            if name not in self._subscriptions or self._subscriptions[name].holder != holder:
                return False
            self._subscriptions[name] = self._subscription(name, checkpoint)
        return True

    def reset(self, name: str, checkpoint: int, generation: str | None = None) -> None:
        with self._lock:
            subscription = self._subscription(name, checkpoint)
            self._subscriptions[name] = subscription._replace(generation=generation or subscription.generation)

    def keep(self, name: str, holder: str, checkpoint: int, states: Mapping[str, Snapshot]) -> bool:
        if not self.release(name, holder, checkpoint):
            return False
        self._states.setdefault(name, {}).update(states)
        return True

    def states(self, build: str, streams: Sequence[str] | None = None) -> dict[str, Snapshot]:
        kept = self._states.get(build, {})
        return dict(kept) if streams is None else {stream: kept[stream] for stream in streams if stream in kept}

    def served(self, projection: str) -> str | None:
        return self._served.get(projection)

    def serve(self, projection: str, build: str, gone: Sequence[str]) -> None:
        with self._lock:
            self._served[projection] = build
            for each in gone:
                self._states.pop(each, None)
                self._subscriptions.pop(each, None)

    def named(self, after: int = 0) -> NamedRows:
        rows = [(number, row) for number, row in self._named.values() if number > after] if self._names_given > after else []
        return NamedRows(self._names_given, [row for _, row in sorted(rows)])

    def add_named(self, rows: Iterable[Named]) -> None:
        for row in rows:
            if row.sign not in self._named:
                self._name(row)

    def _name(self, row: Named) -> None:
        self._names_given += 1
        self._named[row.sign] = (self._names_given, row)

    def erase(self, person: str, pseudonym: str) -> None:
        for row in self.named().rows:
            if row.person == person:
                self._name(row._replace(salt="", text=pseudonym))
        for build in self._served.values():
            self._subscriptions.pop(build, None)
        self._states.clear()
        self._served.clear()

    def scrub(self) -> None:
        pass

    def _subscription(self, name: str, checkpoint: int) -> Subscription:
        return Subscription(name, checkpoint, timestamp(datetime.now(UTC)), generation=self._generations[-1].id)

    def close(self) -> None:
        pass


def _head(entry: Entry) -> Head:
    return Head(entry.version, entry.recorded, entry.digest, entry.id)
