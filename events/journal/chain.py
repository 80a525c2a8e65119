"""The digest chain of a stream, and the check of entries against it.

A digest shows damage and edits of single entries. Whoever rewrites the whole rest of a stream can compute digests too:
to rule that out as well, keep the last digest somewhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256
from json.encoder import encode_basestring_ascii as quoted
from typing import NamedTuple

from ..errors import CorruptJournal
from . import encoding
from .cuts import Cut, CutAt, check_cut, last_of, standing
from .entry import Content, Encoded, Entry, EntryRow, Head, Stored, entry_name, timestamp


def digest(previous: str, content: Content) -> str:
    """The digest of an entry's content after the entry whose digest is `previous` (empty for the first).

    It is the SHA-256, in hexadecimal, of the previous digest, the JSON array `[stream,version,time,type,schema]` (in
    ASCII, without blanks) and the body, one right after the other.
    """
    stream, version, time, tag, schema, body = content
    header = f"[{quoted(stream)},{version},{quoted(time)},{quoted(tag)},{schema}]"
    return sha256(f"{previous}{header}{body}".encode()).hexdigest()


ALTERED = "the digest doesn't match: this entry was altered, or the one before it"
MISSING = "the entry is missing"


def chained(stream: str, head: Head | None, recorded: str, items: Sequence[Encoded]) -> list[EntryRow]:
    """What is appended after the head of a stream, with versions, times (none before the head's) and digests."""
    last, earliest, previous = (head.version, head.recorded, head.digest) if head else (0, "", "")
    at = max(earliest, recorded)
    rows: list[EntryRow] = []
    name, time = quoted(stream), quoted(at)
    for version, (tag, schema, body) in enumerate(items, last + 1):  # the digest of each, as `digest` has it
        header = f"{previous}[{name},{version},{time},{quoted(tag)},{schema}]{body}"
        previous = sha256(header.encode()).hexdigest()
        rows.append((stream, version, at, tag, schema, body, previous))
    return rows


def intact(entries: Iterable[Entry], version: int = 0, previous: str = "") -> Iterator[Entry]:
    """The entries of one stream after that version, whose digest is `previous`, each after its digest was checked.

    `Chain` checks more, at a higher cost.

    Raises:
        CorruptJournal: one was altered or is missing; after those before it.
    """
    for expected, entry in enumerate(entries, version + 1):
        if entry.version != expected:
            raise CorruptJournal(entry_name(entry.stream, expected), MISSING)
        if digest(previous, entry[1:7]) != entry.digest:
            raise CorruptJournal(entry.name, ALTERED)
        previous = entry.digest
        yield entry


class Links(NamedTuple):
    """How many entries follow one another, the digest of the last of these, and what is wrong with the next; None if nothing."""

    number: int
    digest: str
    wrong: str | None


def links(stream: str, version: int, previous: str, entries: Sequence[Stored]) -> Links:
    """As `intact`, for many entries at once and in half the time; doesn't raise, but returns what is wrong."""
    name, recorded, time = quoted(stream), "", ""
    try:
        for number, (_, _, expected, at, tag, schema, body, stated) in enumerate(entries):
            version += 1
            if expected != version:
                return Links(number, previous, MISSING)
            if at != recorded:
                recorded, time = at, quoted(at)
            header = f"{previous}[{name},{version},{time},{quoted(tag)},{schema}]{body}"
            if sha256(header.encode()).hexdigest() != stated:
                return Links(number, previous, ALTERED)
            previous = stated
    except TypeError:  # no text where text should be
        return Links(number, previous, ALTERED)
    return Links(len(entries), previous, None)


class Chain:
    """Checks that entries follow one another: every stream from its first entry on, streams in any mixture."""

    def __init__(self) -> None:
        self._heads: dict[str, Entry] = {}
        self._cuts: dict[str, list[CutAt]] = {}

    def check(self, entry: Entry) -> None:
        """Take `entry` as the next one of its stream.

        Raises:
            ValueError: it isn't: what is wrong with it, or with what should be before it.
        """
        if tuple(map(type, entry)) != (int, str, int, str, str, int, str, str):
            raise ValueError("values of other types than were stored")
        head = self._heads.get(entry.stream)
        version = head.version + 1 if head else 1
        if entry.version != version:
            raise ValueError(f"expected version {version} of stream {entry.stream!r}, found {entry.version}")
        if digest(head.digest if head else "", entry[1:7]) != entry.digest:
            raise ValueError(ALTERED)
        if timestamp(datetime.fromisoformat(entry.recorded)) != entry.recorded:
            raise ValueError(f"{entry.recorded!r} isn't a time as it is recorded")
        if head and entry.recorded < head.recorded:
            raise ValueError(f"recorded at {entry.recorded}, before the entry before it ({head.recorded})")
        try:
            item = encoding.ENCODING.decode(entry.type, entry.schema, entry.body)
        except ValueError as error:
            raise ValueError(encoding.reason(error)) from None
        if isinstance(item, Cut):
            cuts = self._cuts.setdefault(entry.stream, [])
            check_cut(item.to, entry.version, standing(partial(last_of, cuts), item.to + 1, entry.version))
            cuts.append((entry.version, item.to))
        self._heads[entry.stream] = entry
