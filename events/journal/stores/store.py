"""What a journal asks of the place where it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol, Self

from ...errors import JournalConflict
from ..chain import chained
from ..entry import LATEST, Appended, Encoded, Entry, EntryRow, Head, Snapshot, Stored, Subscription
from ..identity import Generation
from ..people import Named, NamedRows

Durability = Literal["FULL", "NORMAL", "OFF"]
"""What a loss of power takes: nothing that was acknowledged; perhaps the last appends; or it may damage the store."""


class Store(Protocol):
    """Keeps entries, gives each an id, and keeps the head of every stream. It doesn't look into bodies.

    Ids count from 1, and no one else gives any while an append gives some and until it can be seen: so whoever has read up to
    an id has missed none before it, and one that isn't there was lost. Ranges of versions are inclusive. Reading raises
    `CorruptJournal` where the store can't be read, after what can be. `declarant.events.journal.conformance` tests a store.
    """

    def append(self, stream: str, items: Sequence[Encoded], recorded: str, expected_version: int | None) -> Appended:
        """Append to a stream, chained to its head (see `chain.chained`).

        Raises:
            JournalConflict: the stream isn't at the expected version.
        """
        ...

    def writing(self) -> AbstractContextManager[None]:
        """While it is open no one else writes; what is inserted is there at its end, or on an error never."""
        ...

    def insert(self, rows: Iterable[EntryRow]) -> None:
        """Keep these rows as they are, streams in any mixture; only within `writing`."""
        ...

    def head(self, stream: str) -> Head | None:
        """The head of a stream, None if it has no entry."""
        ...

    def heads(self) -> list[tuple[str, Head]]:
        """Every stream with its head, by their names.

        Raises:
            CorruptJournal: the heads don't name as many entries as there are.
        """
        ...

    def read(self, stream: str, first: int = 1, last: int = LATEST) -> Iterator[Entry]:
        """The entries of a stream, by version."""
        ...

    def chunks(self, stream: str, first: int, last: int) -> Iterator[Sequence[Stored]]:
        """As `read`, many at once, at least one; of what types values are, only whoever checks digests knows."""
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

    def wait(self, seconds: float) -> None:
        """Come back when something may have been appended, and after so many seconds at the latest."""
        ...

    def check(self) -> None:
        """Look for damage that neither single entries nor heads state.

        Raises:
            CorruptJournal: entries are missing, or the store itself is damaged.
        """
        ...

    def generations(self) -> list[Generation]:
        """Those of the journal, the first one first: at least one, made with the store."""
        ...

    def set_generations(self, generations: Sequence[Generation]) -> None:
        """Put these in their place; also within `writing`."""
        ...

    def subscriptions(self) -> list[Subscription]:
        """Those that there are, by their names."""
        ...

    def claim(self, name: str, holder: str, seconds: float) -> int | None:
        """Let no one else read under that name for so many seconds; make the subscription if there is none.

        Returns its checkpoint, or None while another holds it.
        """
        ...

    def release(self, name: str, holder: str, checkpoint: int) -> bool:
        """Set the checkpoint and let others read under that name; False, and nothing is done, if the holder lost it meanwhile."""
        ...

    def reset(self, name: str, checkpoint: int, generation: str | None = None) -> None:
        """Set the checkpoint whoever holds it, who loses it; make the subscription if there is none.

        `generation`: in which it was read; None: the present one.
        """
        ...

    def keep(self, name: str, holder: str, checkpoint: int, states: Mapping[str, Snapshot]) -> bool:
        """As `release`, and in the same transaction keep the states of games that the build of that name made."""
        ...

    def states(self, build: str, streams: Sequence[str] | None = None) -> dict[str, Snapshot]:
        """The states that a build keeps of these games, or of all."""
        ...

    def served(self, projection: str) -> str | None:
        """The build whose states are read of a projection; None if there is none."""
        ...

    def serve(self, projection: str, build: str, gone: Sequence[str]) -> None:
        """Let the states of a build be read; those of other builds, and the subscriptions of these, are gone."""
        ...

    def named(self, after: int = 0) -> NamedRows:
        """What signs in bodies stand for, in the order in which they were added or erased.

        `after`: only what was added or erased since that number was given as the last. Whoever has read up to a number has missed
        none before it.
        """
        ...

    def add_named(self, rows: Iterable[Named]) -> None:
        """Add what signs stand for, but for signs that are there; also within `writing`."""
        ...

    def erase(self, person: str, pseudonym: str) -> None:
        """Put a pseudonym in the place of a person's names, and take away the states of projections."""
        ...

    def scrub(self) -> None:
        """Leave no byte of what was erased or taken away where the store keeps entries.

        Raises:
            DeclarantError: some may be left, since somebody else reads just now, say.
        """
        ...

    def close(self) -> None:
        """Let go of files and connections."""
        ...


class OpenedByUrl(Store, Protocol):
    """A store that the registry opens. What is particular about its URLs, it says itself."""

    appendable: bool
    """Whether anything can be appended to it."""
    shared: bool
    """Whether several processes may open it at a time, and see what each appends."""

    @classmethod
    def open(cls, url: str, durability: Durability, read_only: bool) -> Self:
        """Open it, and make it if there is none and it isn't only read.

        Raises:
            InvalidInput: the URL doesn't fit, or it can't be opened.
            CorruptJournal: it is damaged from its beginning.
        """
        ...

    @classmethod
    def source(cls, url: str) -> str:
        """The URI by which others know the journal, without passwords: the source of the messages of its feed."""
        ...

    @classmethod
    def label(cls, url: str) -> str:
        """The name of the journal among others, without passwords."""
        ...

    @classmethod
    def is_file(cls, path: str, header: bytes) -> bool:
        """Whether a file that begins so is a journal of this kind."""
        ...


def append_locked(store: Store, stream: str, items: Sequence[Encoded], recorded: str, expected_version: int | None) -> Appended:
    """`Store.append` for a store that is locked while one writes."""
    with store.writing():
        return append_within(store, stream, items, recorded, expected_version)


def append_within(store: Store, stream: str, items: Sequence[Encoded], recorded: str, expected_version: int | None) -> Appended:
    """`Store.append` within `Store.writing`: the head is read, and entries are chained to it, here."""
    head = store.head(stream)
    version = head.version if head else 0
    if expected_version is not None and expected_version != version:
        raise JournalConflict(stream, expected_version, version)
    first = store.last_id() + 1
    store.insert(chained(stream, head, recorded, items))
    return Appended(version + len(items), range(first, first + len(items)))
