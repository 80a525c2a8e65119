"""A journal in memory: for scratch work and tests."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from threading import Lock
from time import sleep
from typing import Self

from ...errors import InvalidInput
from ..entry import LATEST, Appended, Encoded, Entry, EntryRow, Head, Stored, Subscription, timestamp
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
                for row in self._inserted:
                    entry = Entry(len(self._entries) + 1, *row)
                    self._entries.append(entry)
                    self._streams.setdefault(entry.stream, []).append(entry)
                    if entry.is_cut:
                        self._cuts.setdefault(entry.stream, []).append(entry)
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

    def subscriptions(self) -> list[Subscription]:
        return [self._subscriptions[name] for name in sorted(self._subscriptions)]

    def claim(self, name: str, holder: str, seconds: float) -> int | None:
        now = datetime.now(UTC)
        with self._lock:
            found = self._subscriptions.get(name) or Subscription(name, 0, timestamp(now))
            if found.holder not in (None, holder) and (found.held_until or "") > timestamp(now):
                return None
            until = timestamp(now + timedelta(seconds=seconds))
            self._subscriptions[name] = found._replace(holder=holder, held_until=until)
        return found.checkpoint

    def release(self, name: str, holder: str, checkpoint: int) -> bool:
        with self._lock:
            if name not in self._subscriptions or self._subscriptions[name].holder != holder:
                return False
            self._subscriptions[name] = Subscription(name, checkpoint, timestamp(datetime.now(UTC)))
        return True

    def reset(self, name: str, checkpoint: int) -> None:
        with self._lock:
            self._subscriptions[name] = Subscription(name, checkpoint, timestamp(datetime.now(UTC)))

    def close(self) -> None:
        pass


def _head(entry: Entry) -> Head:
    return Head(entry.version, entry.recorded, entry.digest, entry.id)
