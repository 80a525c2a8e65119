"""What a journal asks of the place where it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from ..entry import LATEST, Entry, Row

Body = tuple[int, str, int, str]
"""Version, type, schema and body of an entry: what it takes to decode one."""


class Store(Protocol):
    """Keeps rows and gives each an id; neither looks into bodies nor computes digests.

    Ranges of versions are inclusive. Reading raises `CorruptJournal` where the store can't be read, after what can be.
    `declarant.events.journal.conformance` tests a store.
    """

    def writing(self) -> AbstractContextManager[None]:
        """While it is open no one else writes; what is inserted is there at its end, or on an error never."""
        ...

    def insert(self, rows: Iterable[Row]) -> None:
        """Keep these rows, with ids that rise in their order and were never used before; only within `writing`."""
        ...

    def head(self, stream: str) -> Entry | None:
        """The last entry of a stream, None if it has none."""
        ...

    def read(self, stream: str, first: int = 1, last: int = LATEST) -> Iterator[Entry]:
        """The entries of a stream, by version."""
        ...

    def bodies(self, stream: str, first: int, last: int) -> Iterator[Sequence[Body]]:
        """As `read`, only what decoding needs, in chunks of at least one: the way on which every event is read."""
        ...

    def cuts(self, stream: str, last: int) -> list[Entry]:
        """The cuts of a stream up to a version; must be quick, however many events there are."""
        ...

    def last_cut(self, stream: str, first: int, last: int) -> Entry | None:
        """The last cut in a range of versions; must be quick, however many events and cuts there are."""
        ...

    def version_at(self, stream: str, recorded: str) -> int:
        """The version of the last entry of a stream that was recorded then or before, 0 if there is none."""
        ...

    def feed(self, after_id: int, limit: int) -> Iterator[Entry]:
        """The entries of all streams whose id is greater, by id, at most `limit`."""
        ...

    def last_id(self) -> int:
        """The id of the last entry of all streams, 0 if there is none."""
        ...

    def streams(self, after_id: int = 0) -> list[str]:
        """The streams that have an entry whose id is greater, sorted."""
        ...

    def check(self) -> None:
        """Look for damage that single entries don't tell.

        Raises:
            CorruptJournal: entries are missing at the end, or the store itself is damaged.
        """
        ...

    def close(self) -> None:
        """Let go of files."""
        ...
