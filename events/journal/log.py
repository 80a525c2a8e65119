"""The log of one stream: its history as it is, that is without what cuts took back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from types import NoneType
from typing import Any, NamedTuple, cast

from ..catalogue import Event
from ..errors import CorruptJournal, InvalidInput, JournalConflict
from ..misuse import explains_misuse, must_be
from ..ruling import Ruling
from ..telemetry import log_event, span
from . import encoding
from .chain import MISSING, links
from .cuts import Cut, CutAt, check_cut, standing, surviving
from .encoding import CUT, Item
from .entry import LATEST, Appended, Encoded, Entry, Stored, entry_name, timestamp
from .origin import BEGINNING, NOWHERE, Origin
from .people import Sealer
from .sealing import Sealing, seal
from .stores.store import Store, append_within

Append = Callable[[str, Sequence[Encoded], str, int | None], Appended]
"""Appends to a stream, as `Store.append` does."""


class Rewound(NamedTuple):
    """What one cut took back: the entries from `first` to `last` (which is less than `first` if that was nothing).

    `events` are those that still stood then, with their versions. `cut` is the version of the cut.
    """

    first: int
    last: int
    ruling: Ruling | None
    events: tuple[tuple[int, Event], ...]
    cut: int


@explains_misuse
class Log:
    """The history of one stream. `Journal.log` gives it; it holds nothing of it, and reads the journal each time.

    What it reads for the first time is checked against the digests and the head of the stream, unless the journal is trusted.
    """

    def __init__(self, store: Store, stream: str, trust: bool = False, sealing: Sealing | None = None) -> None:
        self._sealing = sealing or Sealing(store)
        self._sealer: Sealer | None = None
        self._store = store
        self.stream = stream
        self._trust = trust
        self._checked = (0, "")
        """Up to which version entries were checked, and the digest of that one."""
        self._searched = 0
        """Up to which version commands were looked for."""
        self._commanded: dict[str, list[int]] = {}
        """The key of each command that was found → the versions of its entries."""

    def __repr__(self) -> str:
        return f"Log({self.stream!r})"

    @property
    def version(self) -> int:
        """The version of the last entry, 0 if there is none: what to come back to, and to expect when appending."""
        head = self._store.head(self.stream)
        return head.version if head else 0

    def append(
        self,
        items: Sequence[Item],
        expected_version: int | None = None,
        time: datetime | None = None,
        origin: Origin = NOWHERE,
    ) -> Appended:
        """Append events and cuts, all of them or none; returns the version afterwards, and the ids of the entries.

        A cut may go back to any version that still stands, also within these items. `time`: when they were recorded, if that
        was elsewhere and before. If the clock was set back, entries get the time of the entry before. `origin`: the command that
        they come from, which is kept in each.

        Raises:
            JournalConflict: the log isn't at the expected version.
            InvalidInput: something is no event, or a cut goes where it can't.
        """
        must_be((int, NoneType), expected_version)
        with span("declarant.append", stream=self.stream, entries=len(items), **origin.ids):
            appended = self._append(items, expected_version, time, origin)
        log_event("appended", stream=self.stream, entries=len(items), version=appended.version)
        return appended

    def _append(self, items: Sequence[Item], expected_version: int | None, time: datetime | None, origin: Origin) -> Appended:
        encoded = [encoding.ENCODING.encode(item) for item in items]
        if any(origin):
            encoded = [(tag, schema, origin.within(body)) for tag, schema, body in encoded]
        recorded = timestamp(time or datetime.now(UTC))
        if self._sealing.in_clear:
            return self._kept(self._store.append, items, encoded, recorded, expected_version)
        if self._sealing.settled:
            return self._kept(self._store.append, items, self._sealed(encoded), recorded, expected_version)
        try:
            with self._sealing.writing():
                apart, append = self._sealing.apart, partial(append_within, self._store)
                appended = self._kept(append, items, self._sealed(encoded), recorded, expected_version)
            self._sealing.in_clear = bool(items) and not apart
            return appended
        except BaseException:
            self._sealer = None  # nothing is kept of what it has drawn
            raise

    def _kept(
        self, append: Append, items: Sequence[Item], encoded: list[Encoded], recorded: str, expected_version: int | None
    ) -> Appended:
        if not any(isinstance(item, Cut) for item in items):
            return append(self.stream, encoded, recorded, expected_version)
        while True:
            # Where a cut may go depends on what is there, so nothing may be appended between the look and the append.
            version = self.version if expected_version is None else expected_version
            self._check_cuts(items, version)
            try:
                return append(self.stream, encoded, recorded, version)
            except JournalConflict:
                if expected_version is not None:
                    raise

    def _sealed(self, encoded: list[Encoded]) -> list[Encoded]:
        """With signs in the places of names, where these are kept apart; the first entry of the game says whose."""
        if not self._sealing.apart or not encoded:
            return encoded
        if self._sealer is None:
            self._sealer = self._sealing.sealer(self.stream, encoded[0])
        return encoded if self._sealer is None else seal(self._sealing, self._sealer, encoded)

    def truncate(self, to: int, ruling: Ruling | None = None) -> Appended:
        """Go back to what the log was at version `to`, by appending a cut; returns what `append` does.

        Raises:
            InvalidInput: that version is later, or was itself taken back.
        """
        return self.append([Cut(to=to, ruling=ruling)])

    def events(self, version: int | None = None, time: datetime | None = None) -> Iterator[tuple[int, Event]]:
        """The events of the history with their versions, as it is, or as it was at a version or a time.

        What was appended later, cuts too, doesn't count then. Events are decoded as they are asked for.

        Raises:
            InvalidInput: the version isn't there (yet), the time has no zone, or both are given.
            CorruptJournal: an entry can't be read, was altered or is missing; after the events before it.
        """
        must_be((int, NoneType), version)
        last = self._last(version, time)
        cuts = [entry.cut for entry in self._store.cuts(self.stream, last)]
        ranges = surviving(cuts, 1, last)
        if self._trust or last <= self._checked[0]:
            return self._decoded(ranges)
        return self._checked_events(ranges, [version for version, _ in cuts], last)

    def rewound(self) -> list[Rewound]:
        """What each cut took back, in the order of the cuts, and the rulings why."""
        entries = self._store.cuts(self.stream, self.version)
        cuts = [(entry.version, cast(Cut, entry.item)) for entry in entries]
        points = [(version, cut.to) for version, cut in cuts]
        return [
            Rewound(
                first=cut.to + 1,
                last=version - 1,
                ruling=cut.ruling,
                events=tuple(self._decoded(surviving(points, cut.to + 1, version - 1))),
                cut=version,
            )
            for version, cut in cuts
        ]

    def commanded(self, key: str) -> list[Entry]:
        """The entries that the command with that idempotency key made, its cut included; none if there was no such command.

        Raises:
            CorruptJournal: an entry can't be read.
        """
        must_be(str, key)
        for entries in self._store.chunks(self.stream, self._searched + 1, LATEST):
            for entry in map(Entry._make, entries):
                if entry.body.startswith(BEGINNING) and (found := entry.origin.key) is not None:
                    self._commanded.setdefault(found, []).append(entry.version)
            self._searched = entries[-1][2]
        versions = self._commanded.get(key)
        return list(self._store.read(self.stream, versions[0], versions[-1])) if versions else []

    def _check_cuts(self, items: Sequence[Item], version: int) -> None:
        appended: list[CutAt] = []
        for at, item in enumerate(items, version + 1):
            if not isinstance(item, Cut):
                continue
            before = standing(self._last_cut, item.to + 1, version)
            try:
                check_cut(item.to, at, chain(before, appended))
            except ValueError as error:
                raise InvalidInput(entry_name(self.stream, at), f"Cut(to={item.to})", str(error)) from None
            appended.append((at, item.to))

    def _last_cut(self, first: int, last: int) -> CutAt | None:
        entry = self._store.last_cut(self.stream, first, last)
        return entry.cut if entry else None

    def _last(self, version: int | None, time: datetime | None) -> int:
        current = self.version
        if version is not None and time is not None:
            raise InvalidInput("events", "a version and a time", "one of them")
        if version is not None and not 0 <= version <= current:
            raise InvalidInput("version", str(version), f"0 to {current}, the versions of stream {self.stream!r}")
        if time is None:
            return current if version is None else version
        if time.utcoffset() is None:
            raise InvalidInput("time", str(time), "a time with its zone")
        return self._store.version_at(self.stream, timestamp(time))

    def _checked_events(self, ranges: list[tuple[int, int]], cuts: list[int], last: int) -> Iterator[tuple[int, Event]]:
        """The events of ranges without cuts up to `last`. All that wasn't checked before is checked, also between the ranges."""
        first, previous = self._checked
        head = self._store.head(self.stream)
        yield from self._decoded([(start, min(end, first)) for start, end in ranges if start <= first])
        standing = [(start, end) for start, end in reversed(ranges) if end > first]
        found: list[int] = []
        version = first
        for entries in self._store.chunks(self.stream, first + 1, last):
            number, previous, wrong = links(self.stream, version, previous, entries)
            if head and version < head.version <= version + number and entries[head.version - version - 1][7] != head.digest:
                number, wrong = head.version - version - 1, HEAD_DIFFERS
            found += [entry[2] for entry in entries[:number] if entry[4] == CUT]
            while standing and standing[-1][0] <= version + number:
                start, end = standing[-1]
                yield from self._items(entries[max(start - version - 1, 0) : min(end - version, number)])
                if end > version + number:
                    break
                standing.pop()
            version += number
            if wrong:
                id = None if wrong == MISSING else entries[number][0]
                raise CorruptJournal(entry_name(self.stream, version + 1, id), wrong)
        if version < last:
            raise CorruptJournal(entry_name(self.stream, version + 1), MISSING)
        if found != (theirs := [cut for cut in cuts if cut > first]):
            raise CorruptJournal(entry_name(self.stream, min(set(found) ^ set(theirs))), UNNAMED_CUT)
        self._checked = (version, previous)

    def _decoded(self, ranges: list[tuple[int, int]]) -> Iterator[tuple[int, Event]]:
        """The events of ranges without cuts."""
        for first, last in ranges:
            expected = first
            for entries in self._store.chunks(self.stream, first, last):
                for version, event in self._items(entries):
                    if version != expected:
                        break
                    if isinstance(event, Cut):
                        raise CorruptJournal(entry_name(self.stream, version), UNNAMED_CUT)
                    yield version, event
                    expected += 1
            if expected <= last:
                raise CorruptJournal(entry_name(self.stream, expected), MISSING)

    def _items(self, entries: Sequence[Stored]) -> Iterator[tuple[int, Event]]:
        decode: Callable[[str, int, str], Any] = encoding.ENCODING.decode  # of cuts there are none here
        version = 0
        try:
            for _, _, version, _, tag, schema, body, _ in entries:
                yield version, decode(tag, schema, body)
        except ValueError as error:
            raise CorruptJournal(entry_name(self.stream, version), encoding.reason(error)) from None


UNNAMED_CUT = "a cut that the list of cuts doesn't say"
HEAD_DIFFERS = "it isn't the entry that the head of the stream names"
