"""The journal: everything that was ever appended, in all streams; it only grows."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, NoReturn, Self

from ..errors import CorruptJournal, DeclarantError, EntriesReplaced, InvalidInput, JournalConflict
from ..misuse import explains_misuse, must_be
from . import encoding, people
from .chain import ALTERED, MISSING, Chain, digest, intact
from .encoding import Item
from .entry import LATEST, Entry, EntryRow, Head, Subscription, entry_name, timestamp
from .identity import FeedCursor, Generation, generation_of, last_of_generation, new_generation
from .log import HEAD_DIFFERS, Log
from .recordings import game_of, newest
from .sealing import KeptHere, Sealing
from .stores.memory import MemoryStore
from .stores.registry import store_of
from .stores.store import Durability, Store

BeginsBranch = Callable[[Item, str], Item]
"""The first event of a branch, made from that of its origin and the digest of the origin's entry where it begins."""

STREAM_LIMIT = 200
"""The length of the longest name of a stream."""

LONGEST = 10.0**8
"""The most seconds that are waited, or that a name is claimed for: about three years."""

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
        self._sealing = Sealing(store)

    @classmethod
    def open(
        cls,
        url: str | Path,
        durability: Durability = "FULL",
        read_only: bool = False,
        trust: bool = False,
        names_apart: bool = False,
    ) -> Self:
        """Open a journal, or make one where there is none.

        `url` is `memory://`, `sqlite:///` and a path (so that an absolute one has four slashes), `postgresql://`, or just a
        path; see `stores.registry`. A path that ends in `.jsonl` is a JSON Lines file, which is only read. `durability`: see
        `stores.store.Durability`.
        `trust`: don't check digests when entries are read, because nobody else can have altered them.
        `names_apart`: keep names of players apart from entries, from the first entry on, so that one can be erased. A journal
        that was made so stays so.

        Raises:
            InvalidInput: the url is of another kind, there is no journal that can be opened, or names are to be kept apart where
                there are entries with names in them.
            CorruptJournal: it is damaged from its beginning.
        """
        store = store_of(url).open(str(url), durability, read_only)
        with suppress(DeclarantError):  # where it is damaged, what is left can be read all the same
            people.ask(store)
        # Nobody else can have written into the memory of this process.
        journal = cls(store, trust or str(url) == "memory://")
        if names_apart:
            try:
                journal._sealing.begin()
            except BaseException:
                journal.close()
                raise
        return journal

    @classmethod
    def existing(cls, url: str | Path, durability: Durability = "FULL", trust: bool = False) -> Self:
        """Open a journal that is there, to append to it: none is made. Raises as `open`, and InvalidInput where there is none."""
        cls.open(url, read_only=True).close()
        return cls.open(url, durability, trust=trust)

    def __reduce__(self) -> NoReturn:
        raise DeclarantError("a journal can't be pickled or copied: pass on its URL, and open it where it is needed")

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

    @property
    def names_apart(self) -> bool:
        """Whether names of players are kept apart from entries, so that one can be erased (see `people`)."""
        try:
            return self._sealing.apart
        except DeclarantError:  # damaged: what is left is read all the same
            return False

    def erase(self, player: str, leave: Collection[str] = ()) -> str:
        """Erase a player's names, in every form in which they were written; returns the pseudonym that stands for them now.

        Digests, heads and proofs stay as they are. States of projections are gone, to be made anew. Copies and exports that were
        made before keep the names, and other processes may remember them until they end. `leave`: the words that may stay though
        a name is a part of them.

        Raises:
            InvalidInput: nobody of that name is kept apart here, or several are called so, or the name stands elsewhere, too, by
                itself or within another word, which is named: nothing is erased.
            DeclarantError: the name is erased, but a byte of it may be left: what to do.
        """
        must_be(str, player)
        return self._sealing.erase(player, leave)

    @property
    def id(self) -> str:
        """Its id, the same in every copy: that of its first generation."""
        return self._store.generations()[0].id

    def generations(self) -> list[Generation]:
        """The generations that it went through, the present one last (see `identity`)."""
        return self._store.generations()

    def begin_generation(self) -> Generation:
        """Say that this is another copy from here on: one that was put back by other means than `copy_to`, say."""
        with self._store.writing():
            begun = new_generation(self._store.last_id())
            self._store.set_generations([*self._store.generations(), begun])
        return begun

    def cursor(self, id: int) -> FeedCursor:
        """How far a consumer has read that is done with the entry of that id.

        Raises:
            InvalidInput: there is no such entry.
        """
        must_be(int, id)
        for entry in self._store.feed(id - 1, 1) if id > 0 else ():
            return cursor_of(entry, self._store.generations())
        raise InvalidInput("id", str(id), f"1 to {self.last_id()}, the ids of this journal")

    def after(self, cursor: FeedCursor) -> int:
        """The id to read on after: that of the cursor, if the journal still has what was read up to there.

        Raises:
            EntriesReplaced: an older copy took its place, or it is another journal; `kept` says up to where both are the same.
        """
        generations = self._store.generations()
        kept = min(last_of_generation(generations, cursor.generation), self.last_id())
        if kept < cursor.id:
            raise EntriesReplaced(
                kept, f"entry {cursor.id} was read, but an older copy with {kept} of these entries took its place"
            )
        if cursor.id and self.cursor(cursor.id).digest != cursor.digest:
            raise EntriesReplaced(0, f"entry {cursor.id} isn't the one that was read")
        return cursor.id

    def log(self, stream: str) -> Log:
        """The log of a stream, which may be empty yet.

        Raises:
            InvalidInput: the name is empty, longer than 200 characters, or has unprintable ones.
        """
        check_stream(stream)
        return Log(self._store, stream, self._trust, self._sealing)

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
        check_stream(stream)
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
        check_stream(stream)
        must_be(int, after_version)
        after = bounded(after_version)
        return self._store.read(stream, after + 1) if self._trust else self._entries(stream, after)

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
        check_stream(stream)
        return self._store.cuts(stream, LATEST)

    def feed(self, after_id: int = 0, limit: int | None = None) -> Iterator[Entry]:
        """The entries of all streams by id, cuts included: all after a checkpoint, or the next `limit` of them.

        Ids are given while no one else gives any, so that whoever has read up to an id has missed none before it.

        Raises:
            CorruptJournal: an entry can't be read, was altered or is missing; after those before it.
        """
        last = LATEST if limit is None else limit
        must_be(int, after_id, last)
        after_id, last = bounded(after_id), bounded(last)
        if self.names_apart:  # somebody may have been erased
            self._sealing.refresh()
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
        self._store.wait(min(max(0, seconds), LONGEST))

    def subscriptions(self) -> list[Subscription]:
        """Who reads this journal by name (see `subscription`), by their names."""
        return self._store.subscriptions()

    def served(self, projection: str) -> str | None:
        """The name of the build whose states are read of a projection (see `projection`), None if there is none."""
        must_be(str, projection)
        return self._store.served(projection)

    def claim(self, name: str, holder: str, seconds: float) -> int | None:
        """Let only this holder read under a name, for so many seconds; returns the checkpoint, None while another holds it.

        Raises:
            EntriesReplaced: it was read in an earlier generation, and perhaps further than this copy knows. `reset` goes on.
        """
        check_name("subscription", name)
        check_name("holder", holder)
        must_be((int, float), seconds)
        generations = self._store.generations()
        for each in self._store.subscriptions():
            if each.name == name and each.generation != generations[-1].id:
                kept = last_of_generation(generations, each.generation)
                raise EntriesReplaced(
                    kept, f"subscription {name!r}: a copy of {kept} entries took the place of the journal it read"
                )
        return self._store.claim(name, holder, min(max(0, seconds), LONGEST))

    def release(self, name: str, holder: str, checkpoint: int) -> bool:
        """Set the checkpoint and let others read under the name; False if the holder lost it meanwhile."""
        must_be(str, name, holder)
        must_be(int, checkpoint)
        return self._store.release(name, holder, bounded(checkpoint))

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
        """`ID:DIGEST@GENERATION`: the last id, the SHA-256 of all digests in hexadecimal, and the generation of that entry.

        Kept elsewhere, it shows losses (`verify`).
        """
        last, total = 0, sha256()
        for entry in self.feed():
            last = entry.id
            total.update(entry.digest.encode())
        return f"{last}:{total.hexdigest()}@{generation_of(self.generations(), last).id}"

    def verify(self, stream: str | None = None, expected: str | None = None) -> None:
        """Check versions, times, digests, bodies and cuts of every entry of a stream, or of all and the store itself.

        Entries and heads are compared. What was taken out of both (a loss of the last writes, say) is stated only by whoever
        keeps a digest elsewhere: `expected` is what `digest` said of the whole journal once; it may have grown since.

        Raises:
            InvalidInput: `expected` isn't such a digest.
            EntriesReplaced: the digest is that of a generation whose last entries this copy hasn't.
            CorruptJournal: names the first entry at fault.
        """
        if expected is not None:
            self._expect(expected)
        if stream is not None:
            check_stream(stream)
            head = self._store.head(stream)
            heads = {stream: head} if head else {}
            entries = self._store.read(stream)
        else:
            heads = dict(self._store.heads())
            entries = self._store.feed(0, LATEST)
        for entry in self._checked(entries):
            head = heads.get(entry.stream)
            if head and entry.version == head.version:
                if entry.digest != head.digest:
                    raise CorruptJournal(entry.name, HEAD_DIFFERS)
                del heads[entry.stream]
        for name, head in heads.items():
            raise CorruptJournal(entry_name(name, head.version), MISSING)
        if stream is None:
            self._store.check()
            for row in self._store.named().rows:
                if row.salt and people.sign_of(row.salt, row.text) != row.sign:
                    raise CorruptJournal(f"the name for {row.sign}", "it was altered")

    def _expect(self, expected: str) -> None:
        found = DIGEST.fullmatch(expected)
        if found is None:
            raise InvalidInput("expected", repr(expected), "a digest of the whole journal, as `declarant journal head` prints it")
        id, digits, generation = found.groups()
        if generation and (kept := last_of_generation(self._store.generations(), generation)) < int(id):
            raise EntriesReplaced(
                kept, f"{id} entries were there when the digest was stated, and a copy of {kept} took their place"
            )
        last, total = 0, sha256()
        for entry in self._store.feed(0, int(id)):
            last = entry.id
            total.update(entry.digest.encode())
        if last < int(id):
            raise CorruptJournal(f"entry {last + 1}", f"is missing: {id} were there when the digest was stated")
        if total.hexdigest() != digits:
            raise CorruptJournal(f"an entry up to {id}", "isn't the one that was there when the digest was stated")

    def copy_to(self, other: Journal) -> int:
        """Append all entries to an empty journal, as they are and with their ids, and the checkpoints of subscriptions.

        Returns how many. Entries are checked on the way; all are appended, or none. The other is the same journal, in another
        generation: who read further here, or under a name that it knows, learns so there (`after`, `claim`).

        Raises:
            InvalidInput: the other journal isn't empty.
            CorruptJournal: an entry can't be read, was altered or is missing.
        """
        count = 0
        generations, subscriptions = self._store.generations(), self._store.subscriptions()
        with other._store.writing():
            if other._store.last_id():
                raise InvalidInput("journal", "a journal with entries", "an empty one to copy into")
            if other.names_apart and not self.names_apart:
                found = "names in entries, to copy into one that keeps them apart"
                raise InvalidInput("journal", found, "one that keeps names in entries, or `declarant journal separate`")
            entries = self._fed(self._store.feed(0, LATEST), 0, None)
            while rows := [entry[1:] for entry in islice(entries, ROWS)]:
                other._store.insert(rows)
                count += len(rows)
            other._store.set_generations([*generations, new_generation(count)])
            other._store.add_named(self._store.named().rows)
        for each in subscriptions:
            other._store.reset(each.name, each.checkpoint, each.generation)
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
        with self._sealing.writing():
            kept_here = KeptHere(self._sealing, self._store)
            for given in entries:
                if not isinstance(given, Entry):
                    raise InvalidInput("Journal.adopt: entries", f"{given!r:.200}", "entries of a journal")
                entry = kept_here(given)
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

        `begins` makes the first event of the branch from that of the origin; it is given the digest of the last entry. `time`:
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
        began = encoding.ENCODING.encode(begins(entries[0].item, entries[-1].digest))
        recorded = timestamp(time) if time is not None else None
        with self._sealing.writing():
            if (head := self._store.head(stream)) is not None:
                raise JournalConflict(stream, 0, head.version)
            sealer = self._sealing.sealer(stream, began) if self._sealing.apart else None
            rows: list[EntryRow] = []
            previous = ""
            for entry in entries:
                tag, schema, body = began if entry.version == 1 else (entry.type, entry.schema, people.opened(entry.body))
                body = body if sealer is None else self._sealing.sealed(sealer, body)
                content = (stream, entry.version, recorded or entry.recorded, tag, schema, body)
                previous = digest(previous, content)
                rows.append((*content, previous))
            self._store.insert(rows)

    def export_jsonl(self, file: BinaryIO, stream: str | None = None) -> int:
        """Write the entries of a stream, or of all, as JSON Lines (see `stores.jsonlines`); returns how many.

        Raises:
            CorruptJournal: an entry can't be read. What is altered but readable is written, and importing refuses it.
        """
        from .stores.jsonlines import write_lines, write_names

        if not self.names_apart:
            return write_lines(self._store.feed(0, LATEST) if stream is None else self._store.read(stream), file)
        # What is appended meanwhile may have signs that aren't written.
        last = self._store.last_id() if stream is None else self.log(stream).version
        if stream is None:
            write_names(self._store.named().rows, file)
            return write_lines(self._store.feed(0, last), file)
        write_names([people.APART, *people.known_in(entry.body for entry in self._store.read(stream, 1, last))], file)
        return write_lines(self._store.read(stream, 1, last), file)

    def import_jsonl(self, path: str | Path) -> int:
        """Append the entries of a JSON Lines file, all or none, with their versions and times; returns how many.

        Names in them are put apart where this journal does so; digests are made anew then.

        Raises:
            InvalidInput: the file can't be opened.
            CorruptJournal: it isn't as it was exported; names the line.
            JournalConflict: this journal already has a stream of that name.
            InvalidInput: names are kept apart in the file, and in the entries of this journal they aren't.
        """
        from .stores.jsonlines import begins_with_names, read_lines

        chain = Chain()
        count = 0
        with self._sealing.writing():
            kept_here = KeptHere(self._sealing, self._store, apart=begins_with_names(path))
            for entry in read_lines(path):
                try:
                    check_stream(entry.stream)
                    chain.check(entry)
                except (ValueError, InvalidInput) as error:
                    raise CorruptJournal(f"{path}, line {entry.id}", str(error)) from None
                if entry.version == 1 and (head := self._store.head(entry.stream)):
                    raise JournalConflict(entry.stream, 0, head.version)
                self._store.insert([kept_here(entry)[1:]])
                count += 1
        return count

    def _checked(self, entries: Iterator[Entry]) -> Iterator[Entry]:
        chain = Chain()
        for entry in entries:
            try:
                chain.check(entry)
            except (ValueError, InvalidInput) as error:
                raise CorruptJournal(entry.name, str(error)) from None
            yield entry


DIGEST = re.compile(r"([0-9]{1,18}):([0-9a-f]{64})(?:@([0-9a-f]{32}))?")


def cursor_of(entry: Entry, generations: Sequence[Generation]) -> FeedCursor:
    """How far a consumer has read that is done with this entry."""
    return FeedCursor(entry.id, generation_of(generations, entry.id).id, entry.digest[:16])


def bounded(number: int) -> int:
    """A version or an id as stores can ask for it: before the first and after the last there is nothing anyway."""
    return min(max(number, 0), LATEST - 1)


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
