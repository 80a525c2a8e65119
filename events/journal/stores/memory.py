"""A journal in memory: for scratch work and tests."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from threading import Lock

from ..entry import LATEST, Entry, Row
from .store import Body


class MemoryStore:
    """Keeps entries in lists; gone when it is. Threads may share it."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._streams: dict[str, list[Entry]] = {}
        self._cuts: dict[str, list[Entry]] = {}
        self._inserted: list[Row] = []
        self._lock = Lock()

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

    def insert(self, rows: Iterable[Row]) -> None:
        self._inserted.extend(rows)

    def head(self, stream: str) -> Entry | None:
        entries = self._streams.get(stream)
        return entries[-1] if entries else None

    def read(self, stream: str, first: int = 1, last: int = LATEST) -> Iterator[Entry]:
        return iter(self._streams.get(stream, [])[first - 1 : last])

    def bodies(self, stream: str, first: int, last: int) -> Iterator[Sequence[Body]]:
        if entries := self._streams.get(stream, [])[first - 1 : last]:
            yield [(entry.version, entry.type, entry.schema, entry.body) for entry in entries]

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

    def check(self) -> None:
        pass

    def close(self) -> None:
        pass
