"""The journal: everything that was ever appended, in all streams; it only grows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from ..errors import CorruptJournal, InvalidInput, JournalConflict
from ..misuse import explains_misuse, must_be
from . import encoding
from .chain import ALTERED, MISSING, Chain, digest, intact
from .encoding import Item
from .entry import LATEST, Entry, EntryRow, Head, Subscription, entry_name, timestamp
from .log import HEAD_DIFFERS, Log
from .recordings import game_of, newest
from .stores.jsonlines import read_lines, write_lines
from .stores.memory import MemoryStore
from .stores.registry import store_of
from .stores.store import Durability, Store

BeginsBranch = Callable[[Item, str], Item]
"""The first event of a branch, made from that of its origin and the digest of the origin's entry where it begins."""

STREAM_LIMIT = 200
"""The length of the longest name of a stream."""

ROWS = 1000
"""How many entries are copied at once."""

STREAMS_REMEMBERED = 10_000
"""For how many streams a feed keeps the last digest; beyond that, digests are read again."""


@explains_misuse
class Journal:
    """Entries, which are events and cuts, in streams: one for each game. A stream is made by appending to its log.

    It belongs to the thread that opened it, and is a context manager that closes itself.
    """

    def __init__(self, store: Store, trust: bool = False) -> None:
        self._store = store
        self._trust = trust

    @classmethod
    def open(cls, url: str | Path, durability: Durability = "FULL", read_only: bool = False, trust: bool = False) -> Self:
        """Open a journal, or make one where there is none.

        `url` is `memory://`, `sqlite:///` and a path (so that an absolute one has four slashes), `postgresql://`, or just a
        path; see `stores.registry`. A path that ends in `.jsonl` is a JSON Lines file, which is only read. `durability`: see
        `stores.store.Durability`.
        `trust`: don't check digests when entries are read, because nobody else can have altered them.

        Raises:
            InvalidInput: the url is of another kind, or there is no journal that can be opened.
            CorruptJournal: it is damaged from its beginning.
        """
        store = store_of(url).open(str(url), durability, read_only)
        # Nobody else can have written into the memory of this process.
        return cls(store, trust or str(url) == "memory://")

    def close(self) -> None:
        """Close the store. A closed journal may be closed again."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def in_memory(self) -> bool:
        """Whether it is only in the memory of this process."""
        return isinstance(self._store, MemoryStore)

    def log(self, stream: str) -> Log:
        """The log of a stream, which may be empty yet.

        Raises:
            InvalidInput: the name is empty, longer than 200 characters, or has unprintable ones.
        """
        check_stream(stream)
        return Log(self._store, stream, self._trust)

    def last_id(self) -> int:
        """The id of the last entry, 0 if there is none: a checkpoint for `feed`, and for exports."""
        return self._store.last_id()

    def streams(self, after_id: int = 0) -> list[str]:
        """The streams that have an entry (of those after a checkpoint), sorted."""
        return self._store.streams(after_id)

    def games(self, after_id: int = 0) -> list[str]:
        """The streams that games are read from, sorted: of a game that was recorded anew (see `recordings`) the newest."""
        standing = newest(self.streams())
        changed = set(self.streams(after_id)) if after_id else set(standing)
        return [stream for stream in standing if stream in changed]

    def newest(self, game: str) -> str:
        """The newest recording of a game: a stream, which may be empty yet."""
        return next((stream for stream in newest(self.streams()) if game_of(stream) == game), game)

    def head(self, stream: str) -> Head | None:
        """The head of a stream: its last version, which is the number of its entries, and its digest. None if it is empty."""
        must_be(str, stream)
        return self._store.head(stream)

    def heads(self) -> list[tuple[str, Head]]:
        """Every stream with its head, by their names."""
        return self._store.heads()

    def entries(self, stream: str, after_version: int = 0) -> Iterator[Entry]:
        """The entries of a stream by version, cuts and what they took back included.

        Raises:
            CorruptJournal: one can't be read, was altered or is missing; after those before it.
        """
        must_be(str, stream)
        must_be(int, after_version)
        return self._store.read(stream, after_version + 1) if self._trust else self._entries(stream, after_version)

    def _entries(self, stream: str, after_version: int) -> Iterator[Entry]:
        head: Head | None = None
        damage: CorruptJournal | None = None
        try:
            head = self._store.head(stream)
        except CorruptJournal as error:  # what can be read comes first
            damage = error
        version, previous = after_version, self._digest_at(stream, after_version)
        for entry in intact(self._store.read(stream, after_version + 1), after_version, previous):
            version = entry.version
            if head and version == head.version and entry.digest != head.digest:
                raise CorruptJournal(entry.name, HEAD_DIFFERS)
            yield entry
        if damage:
            raise damage
        if head and version < head.version:
            raise CorruptJournal(entry_name(stream, version + 1), MISSING)

    def _digest_at(self, stream: str, version: int) -> str:
        """The digest of that entry, empty before the first one."""
        if not version:
            return ""
        for entry in self._store.read(stream, version, version):
            return entry.digest
        raise CorruptJournal(entry_name(stream, version), MISSING)

    def cuts(self, stream: str) -> list[Entry]:
        """The cuts of a stream, by version."""
        must_be(str, stream)
        return self._store.cuts(stream, LATEST)

    def feed(self, after_id: int = 0, limit: int | None = None) -> Iterator[Entry]:
        """The entries of all streams by id, cuts included: all after a checkpoint, or the next `limit` of them.

        Ids are given while no one else gives any, so that whoever has read up to an id has missed none before it.

        Raises:
            CorruptJournal: an entry can't be read, was altered or is missing; after those before it.
        """
        last = LATEST if limit is None else limit
        must_be(int, after_id, last)
        entries = self._store.feed(after_id, last)
        return entries if self._trust else self._fed(entries, after_id, limit)

    def _fed(self, entries: Iterator[Entry], after_id: int, limit: int | None) -> Iterator[Entry]:
        digests: dict[str, str] = {}
        last = self._store.last_id()
        for id, entry in enumerate(entries, after_id + 1):
            if entry.id != id:
                raise CorruptJournal(f"entry {id}", "is missing")
            previous = digests.get(entry.stream)
            if previous is None:
                previous = self._digest_at(entry.stream, entry.version - 1)
            if digest(previous, entry[1:7]) != entry.digest:
                raise CorruptJournal(entry.name, ALTERED)
            if len(digests) >= STREAMS_REMEMBERED:
                digests.clear()
            digests[entry.stream] = entry.digest
            after_id = id
            yield entry
        if after_id < last and limit is None:
            raise CorruptJournal(f"entry {after_id + 1}", f"is missing: {last} were appended")

    def wait(self, seconds: float) -> None:
        """Return when something may have been appended, and after that many seconds at the latest."""
        must_be((int, float), seconds)
        self._store.wait(max(0, seconds))

    def subscriptions(self) -> list[Subscription]:
        """Who reads this journal by name (see `subscription`), by their names."""
        return self._store.subscriptions()

    def claim(self, name: str, holder: str, seconds: float) -> int | None:
        """Let only this holder read under a name, for so many seconds; returns the checkpoint, None while another holds it."""
        must_be(str, name, holder)
        must_be((int, float), seconds)
        return self._store.claim(name, holder, seconds)

    def release(self, name: str, holder: str, checkpoint: int) -> bool:
        """Set the checkpoint and let others read under the name; False if the holder lost it meanwhile."""
        must_be(str, name, holder)
        must_be(int, checkpoint)
        return self._store.release(name, holder, checkpoint)

    def reset(self, name: str, checkpoint: int = 0) -> None:
        """Set the checkpoint of a subscription, whoever reads it now: 0 to begin anew. Makes it if there is none.

        Raises:
            InvalidInput: the name can't be used (see `check_name`), or the journal hasn't come to that checkpoint.
        """
        check_name("subscription", name)
        last = self.last_id()
        if not 0 <= checkpoint <= last:
            raise InvalidInput("checkpoint", str(checkpoint), f"0 to {last}, the ids of this journal")
        self._store.reset(name, checkpoint)

    def digest(self) -> str:
        """`ID:DIGEST`: the last id, and the SHA-256 of all digests in hexadecimal. Kept elsewhere, it shows losses (`verify`)."""
        last, total = 0, sha256()
        for entry in self.feed():
            last = entry.id
            total.update(entry.digest.encode())
        return f"{last}:{total.hexdigest()}"

    def verify(self, stream: str | None = None, expected: str | None = None) -> None:
        """Check versions, times, digests, bodies and cuts of every entry of a stream, or of all and the store itself.

        Entries and heads are compared. What was taken out of both (a loss of the last writes, say) is told only by whoever
        keeps a digest elsewhere: `expected` is what `digest` told of the whole journal once; it may have grown since.

        Raises:
            InvalidInput: `expected` isn't such a digest.
            CorruptJournal: names the first entry at fault.
        """
        if expected is not None:
            self._expect(expected)
        if stream is not None:
            head = self._store.head(stream)
            heads = {stream: head} if head else {}
            entries = self._store.read(stream)
        else:
            heads = dict(self._store.heads())
            entries = self._store.feed(0, LATEST)
        for entry in self._checked(entries):
            told = heads.get(entry.stream)
            if told and entry.version == told.version:
                if entry.digest != told.digest:
                    raise CorruptJournal(entry.name, HEAD_DIFFERS)
                del heads[entry.stream]
        for name, told in heads.items():
            raise CorruptJournal(entry_name(name, told.version), MISSING)
        if stream is None:
            self._store.check()

    def _expect(self, expected: str) -> None:
        id, separator, digits = expected.partition(":")
        if not separator or not (id.isascii() and id.isdecimal()) or len(digits) != len(sha256().hexdigest()):
            raise InvalidInput("expected", repr(expected), "a digest of the whole journal, as `declarant journal head` prints it")
        last, total = 0, sha256()
        for entry in self._store.feed(0, int(id)):
            last = entry.id
            total.update(entry.digest.encode())
        if last < int(id):
            raise CorruptJournal(f"entry {last + 1}", f"is missing: {id} were there when the digest was told")
        if total.hexdigest() != digits:
            raise CorruptJournal(f"an entry up to {id}", "isn't the one that was there when the digest was told")

    def copy_to(self, other: Journal) -> int:
        """Append all entries to an empty journal, as they are and with their ids, and the checkpoints of subscriptions.

        Returns how many. Entries are checked on the way; all are appended, or none.

        Raises:
            InvalidInput: the other journal isn't empty.
            CorruptJournal: an entry can't be read, was altered or is missing.
        """
        count = 0
        with other._store.writing():
            if other._store.last_id():
                raise InvalidInput("journal", "a journal with entries", "an empty one to copy into")
            entries = self._fed(self._store.feed(0, LATEST), 0, None)
            while rows := [entry[1:] for entry in islice(entries, ROWS)]:
                other._store.insert(rows)
                count += len(rows)
        for told in self.subscriptions():
            other._store.reset(told.name, told.checkpoint)
        return count

    def valid_prefix(self, stream: str) -> tuple[list[Entry], CorruptJournal | None]:
        """The entries of a stream up to the first at fault, and what is wrong there (None if nothing is)."""
        entries: list[Entry] = []
        try:
            entries.extend(self._checked(self._store.read(stream)))
        except CorruptJournal as error:
            return entries, error
        return entries, None

    def adopt(self, entries: Iterable[Entry]) -> int:
        """Append entries of one stream of another journal as they are, those that aren't there yet; returns how many.

        Versions, times and digests stay. Entries follow one another, and the first follows one that is there, or is the first.

        Raises:
            InvalidInput: something isn't an entry; nothing is appended.
            JournalConflict: the stream goes on, or went on before, with other entries; nothing is appended.
        """
        rows: list[EntryRow] = []
        with self._store.writing():
            for entry in entries:
                if not isinstance(entry, Entry):
                    raise InvalidInput("Journal.adopt: entries", f"{entry!r:.200}", "entries of a journal")
                head = None if rows else self._store.head(entry.stream)
                version = rows[-1][1] if rows else head.version if head else 0
                if entry.version <= version:
                    [there] = self._store.read(entry.stream, entry.version, entry.version)
                    if there.digest != entry.digest:
                        raise JournalConflict(entry.stream, entry.version - 1, version)
                elif entry.version > version + 1:
                    raise JournalConflict(entry.stream, entry.version - 1, version)
                else:
                    rows.append(entry[1:])
            self._store.insert(rows)
        return len(rows)

    def branch(self, origin: Journal, of: str, at: int, stream: str, begins: BeginsBranch, time: datetime | None = None) -> None:
        """Begin a stream with the entries of a stream of another journal, or of this one, up to a version.

        `begins` makes the first event of the branch from that of the origin; it is told the digest of the last entry. `time`:
        when all of them count as recorded; None: when they were. Versions stay; digests follow from what the branch holds.

        Raises:
            JournalConflict: there is a stream of that name; nothing is appended.
            InvalidInput: the name can't be used (see `check_name`), or the origin hasn't that version.
            CorruptJournal: an entry of the origin can't be read, was altered or is missing.
        """
        check_stream(stream)
        entries = list(islice(origin.entries(of), at))
        if not 1 <= at == len(entries):
            raise InvalidInput("at", str(at), f"1 to {origin.log(of).version}, the versions of stream {of!r}")
        tag, schema, body = encoding.ENCODING.encode(begins(entries[0].item, entries[-1].digest))
        recorded = timestamp(time) if time is not None else None
        rows: list[EntryRow] = []
        previous = ""
        for entry in entries:
            held = (tag, schema, body) if entry.version == 1 else (entry.type, entry.schema, entry.body)
            content = (stream, entry.version, recorded or entry.recorded, *held)
            previous = digest(previous, content)
            rows.append((*content, previous))
        with self._store.writing():
            if (head := self._store.head(stream)) is not None:
                raise JournalConflict(stream, 0, head.version)
            self._store.insert(rows)

    def export_jsonl(self, file: BinaryIO, stream: str | None = None) -> int:
        """Write the entries of a stream, or of all, as JSON Lines (see `stores.jsonlines`); returns how many.

        Raises:
            CorruptJournal: an entry can't be read. What is altered but readable is written, and importing refuses it.
        """
        return write_lines(self._store.feed(0, LATEST) if stream is None else self._store.read(stream), file)

    def import_jsonl(self, path: str | Path) -> int:
        """Append the entries of a JSON Lines file, all or none, with their versions and times; returns how many.

        Raises:
            InvalidInput: the file can't be opened.
            CorruptJournal: it isn't as it was exported; names the line.
            JournalConflict: this journal already has a stream of that name.
        """
        chain = Chain()
        count = 0
        with self._store.writing():
            for entry in read_lines(path):
                try:
                    check_stream(entry.stream)
                    chain.check(entry)
                except (ValueError, InvalidInput) as error:
                    raise CorruptJournal(f"{path}, line {entry.id}", str(error)) from None
                if entry.version == 1 and (head := self._store.head(entry.stream)):
                    raise JournalConflict(entry.stream, 0, head.version)
                self._store.insert([entry[1:]])
                count += 1
        return count

    def _checked(self, entries: Iterator[Entry]) -> Iterator[Entry]:
        chain = Chain()
        for entry in entries:
            try:
                chain.check(entry)
            except ValueError as error:
                raise CorruptJournal(entry.name, str(error)) from None
            yield entry


def check_stream(stream: str) -> None:
    """Check that a stream may have that name.

    Raises:
        InvalidInput: it is no text, empty, longer than 200 characters, or has unprintable ones.
    """
    check_name("stream", stream)


def check_name(what: str, name: object) -> None:
    """Check that a stream, or whatever `what` says, may have that name. Raises as `check_stream` says."""
    if not isinstance(name, str) or not name or not name.isprintable() or len(name) > STREAM_LIMIT:
        found = repr(name[:STREAM_LIMIT] if isinstance(name, str) else name)
        raise InvalidInput(what, found, f"1 to {STREAM_LIMIT} printable characters")
