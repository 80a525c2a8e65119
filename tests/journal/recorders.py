"""Our stores as recorders of `eventsourcing`, so that its own tests of recorders can be run over them.

What it calls an aggregate is a stream, whose versions count from 1 here; a notification is an entry, its id that of the entry.
Tracking, how far something upstream was processed, is a stream as well, so that it is written together with events.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from threading import local
from typing import Any
from uuid import UUID

from declarant.events.errors import JournalConflict
from declarant.events.journal.chain import chained
from declarant.events.journal.entry import LATEST, Encoded, Entry
from declarant.events.journal.stores.store import Store
from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    IntegrityError,
    Notification,
    ProcessRecorder,
    StoredEvent,
    Subscription,
    Tracking,
    TrackingRecorder,
)

TIME = "2026-01-02T03:04:05.000000+00:00"
TRACKED = "tracking "
"""How the names of streams begin that hold no events."""


class _Kept:
    """Sequences of events. A store belongs to a thread, so each thread has its own."""

    def __init__(self, open_store: Callable[[], Store]) -> None:
        self._open = open_store
        self._local = local()
        self.store  # noqa: B018  (a file is made by one)

    @property
    def store(self) -> Store:
        if not hasattr(self._local, "store"):
            self._local.store = self._open()
        store: Store = self._local.store
        return store

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        events = [
            event
            for event in map(_event, self.store.read(str(originator_id)))
            if (gt is None or event.originator_version > gt) and (lte is None or event.originator_version <= lte)
        ]
        return (events[::-1] if desc else events)[:limit]

    def _insert(self, events: Sequence[StoredEvent], tracking: Tracking | None = None) -> Sequence[int]:
        sequences = [(id, list(group)) for id, group in groupby(events, attrgetter("originator_id"))]
        if tracking is None and len(sequences) == 1:
            ((id, only),) = sequences
            return self._append(str(id), only)
        with self.store.writing():
            first = self.store.last_id() + 1
            for id, group in sequences:
                self._check(str(id), group)
                self._chain(str(id), map(_encoded, group))
            if tracking is not None:
                self._track(tracking)
        return range(first, first + len(events))

    def _append(self, stream: str, events: list[StoredEvent]) -> Sequence[int]:
        """In one round trip, which the store itself refuses if another came first."""
        try:
            at = self._check(stream, events)
            return self.store.append(stream, list(map(_encoded, events)), TIME, at).ids
        except JournalConflict as conflict:
            raise IntegrityError(str(conflict)) from None

    def _check(self, stream: str, events: list[StoredEvent]) -> int:
        """The version of a stream that these events follow."""
        head = self.store.head(stream)
        first = next(map(_event, self.store.read(stream, 1, 1)), events[0]).originator_version
        expected = first + (head.version if head else 0)
        if [event.originator_version for event in events] != list(range(expected, expected + len(events))):
            raise IntegrityError(f"{stream} isn't there")
        return head.version if head else 0

    def _chain(self, stream: str, items: Iterable[Encoded]) -> None:
        self.store.insert(chained(stream, self.store.head(stream), TIME, list(items)))

    def _track(self, tracking: Tracking) -> None:
        before = self._tracked(tracking.application_name)
        if before is not None and before >= tracking.notification_id:
            raise IntegrityError(f"{tracking} isn't after {before}")
        self._chain(TRACKED + tracking.application_name, [("Tracking", 1, str(tracking.notification_id))])

    def _tracked(self, name: str) -> int | None:
        head = self.store.head(TRACKED + name)
        return int(next(self.store.read(TRACKED + name, head.version)).body) if head else None


class _Numbered(_Kept):
    """All events in the order of their ids."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        return list(self._insert(stored_events, kwargs.get("tracking")))

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        after = (start or 0) - (inclusive_of_start and start is not None)
        found = (
            entry
            for entry in self.store.feed(after, LATEST if topics else limit)
            if (stop is None or entry.id <= stop)
            and (not topics or entry.type in topics)
            and not entry.stream.startswith(TRACKED)
        )
        return [_notification(entry) for entry, _ in zip(found, range(limit), strict=False)]

    def max_notification_id(self) -> int | None:
        return self.store.last_id() or None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription[Any]:
        return _Following(self, gt, topics)


class _Following(Subscription[Any]):
    def __next__(self) -> Notification:
        while not self._has_been_stopped:
            found = self._recorder.select_notifications(
                self._last_notification_id, 1, None, self._topics, inclusive_of_start=False
            )
            if found:
                self._last_notification_id = found[0].id
                return found[0]
            self._recorder.store.wait(0.1)
        raise StopIteration


class _Tracking(_Kept):
    """How far other applications were processed."""

    def insert_tracking(self, tracking: Tracking) -> None:
        self._insert((), tracking)

    def max_tracking_id(self, application_name: str) -> int | None:
        return self._tracked(application_name)


class Recorder(_Kept, AggregateRecorder):
    """Of aggregates."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None:
        self._insert(stored_events)
        return None


class NumberedRecorder(_Numbered, ApplicationRecorder):
    """Of an application."""


class Tracker(_Tracking, TrackingRecorder):
    """Of tracking alone."""


class Processor(_Tracking, _Numbered, ProcessRecorder):
    """Of events together with how far what they follow from was processed: both, or neither."""


def _encoded(event: StoredEvent) -> Encoded:
    body = {"id": str(event.originator_id), "version": event.originator_version, "state": b64encode(event.state).decode()}
    return event.topic, 1, json.dumps(body, separators=(",", ":"))


def _event(entry: Entry) -> StoredEvent:
    body = json.loads(entry.body)
    return StoredEvent(UUID(body["id"]), body["version"], entry.type, b64decode(body["state"]))


def _notification(entry: Entry) -> Notification:
    event = _event(entry)
    return Notification(event.originator_id, event.originator_version, event.topic, event.state, id=entry.id)
