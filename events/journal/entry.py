"""One entry of a journal, as it is stored."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple, cast

from ..errors import CorruptJournal, InvalidInput
from . import encoding
from .cuts import Cut, CutAt
from .encoding import CUT, Item
from .origin import Origin, parted
from .people import opened

Content = tuple[str, int, str, str, int, str]
"""Stream, version, time, type, schema and body: what the digest covers."""

EntryRow = tuple[str, int, str, str, int, str, str]
"""A content and its digest: an entry that has no id yet."""

Encoded = tuple[str, int, str]
"""Type, schema and body: what is appended."""

Stored = tuple[int, str, int, str, str, int, str, str]
"""The values of an entry, in its order: a tuple is read in half the time that an `Entry` takes."""

LATEST = 2**63 - 1
"""Later than every version and id."""


class Entry(NamedTuple):
    """An event or a cut as it is stored, in its journal and in its stream.

    `id` counts the entries of the journal, `version` those of the stream, both from 1; neither is ever used again.
    `recorded` is the time in ISO 8601, in UTC and with microseconds: when it was appended or, of a game that is imported, when
    the record that it is imported from was written. `body` is JSON, in the shape whose number is `schema`. `digest` is made of
    the digest of the stream's entry before and of all else but the id (`chain.digest`).
    """

    id: int
    stream: str
    version: int
    recorded: str
    type: str
    schema: int
    body: str
    digest: str

    @property
    def time(self) -> datetime:
        """When it was recorded, in UTC."""
        return datetime.fromisoformat(self.recorded)

    @property
    def is_cut(self) -> bool:
        """Whether it is a cut and no event."""
        return self.type == CUT

    @property
    def cut(self) -> CutAt:
        """Of a cut, its version and the version that it goes back to. Raises CorruptJournal where that can't be read."""
        return self.version, cast(Cut, self.item).to

    @property
    def item(self) -> Item:
        """The event or the cut, decoded anew each time.

        Raises:
            CorruptJournal: its type is unknown, its schema newer than this package, or its body doesn't fit.
        """
        try:
            return encoding.ENCODING.decode(self.type, self.schema, self.body)
        except ValueError as error:
            raise CorruptJournal(self.name, encoding.reason(error)) from None

    @property
    def origin(self) -> Origin:
        """The command that it comes from, as far as that was stated. Raises CorruptJournal where that can't be read."""
        return self.parts[0]

    @property
    def parts(self) -> tuple[Origin, str]:
        """Its origin, and its body without that and with names in their places. Raises CorruptJournal as `origin` does."""
        try:
            return parted(opened(self.body))
        except ValueError as error:
            raise CorruptJournal(self.name, str(error)) from None

    def cannot_follow(self, error: LookupError) -> CorruptJournal:
        """The error for an entry that is about something that isn't there."""
        return CorruptJournal(self.name, f"it can't follow the entries before it: there is no {error}")

    @property
    def name(self) -> str:
        """Its name in error messages."""
        return entry_name(self.stream, self.version, self.id)


class Head(NamedTuple):
    """What is kept of a stream beside its entries: version (which is their number), time, digest and id of the last one."""

    version: int
    recorded: str
    digest: str
    id: int


class Appended(NamedTuple):
    """What an append did: the version of the stream afterwards, and the ids in the journal that its entries got."""

    version: int
    ids: range


class Subscription(NamedTuple):
    """A consumer that a journal knows by name: `checkpoint` is the id of the last entry that it is done with.

    `holder` says which process reads under that name now, until `held_until`; None if none does. `updated` is when the
    checkpoint was last set, `generation` that of the journal then. Times are in ISO 8601.
    """

    name: str
    checkpoint: int
    updated: str
    holder: str | None = None
    held_until: str | None = None
    generation: str = ""


class Snapshot(NamedTuple):
    """The state of a game that a projection keeps: up to which version of the game it is folded, and its JSON."""

    version: int
    state: str


def cuts_among(entries: Iterable[Entry]) -> list[CutAt]:
    """The cuts among entries. Raises CorruptJournal where one can't be read."""
    return [entry.cut for entry in entries if entry.is_cut]


def entry_name(stream: str, version: int, id: int | None = None) -> str:
    """The name of an entry in error messages."""
    return f"stream {stream!r}, version {version}" + (f" (entry {id})" if id else "")


def timestamp(time: datetime) -> str:
    """An aware time as it is recorded: later ones compare greater. Raises InvalidInput outside the years 1 to 9999."""
    try:
        return time.astimezone(UTC).isoformat(timespec="microseconds")
    except OverflowError:
        raise InvalidInput("time", str(time), "a time that is in the years 1 to 9999 in UTC, too") from None
