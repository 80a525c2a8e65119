"""JSON Lines: journals as text, to hand over, to keep, to compare.

One line for each entry in the order of the journal, then one that counts them, so that a file cut short at the end of a
line is named as well:

    {"stream":"final","version":1,"time":"2026-01-02T03:04:05.000000+00:00","type":…,"schema":1,"digest":…,"body":{…}}
    {"entries":1}

The body is kept to the letter, for the digest is made of it. Ids aren't written: they are a journal's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from json.encoder import encode_basestring_ascii as quoted
from pathlib import Path
from typing import BinaryIO, NoReturn, Self

from pydantic_core import from_json, to_json

from ...errors import CorruptJournal, InvalidInput
from ..encoding import BODY_LIMIT
from ..entry import LATEST, Encoded, Entry, Head, Snapshot
from ..identity import Generation, derived_generation
from ..people import APART, Named, known_in, learn_from_outside
from .memory import MemoryStore
from .registry import path_of
from .store import Durability

LINE_LIMIT = 4 * BODY_LIMIT + 4096
"""The longest line, in bytes: a character takes up to four, a header much less than the rest."""

SCHEME = "jsonl"

NAME = b'{"sign":'
BEGINNINGS = (b'{"stream":', b'{"entries":', NAME)
"""How a file of entries begins, and one without any."""

HEADER = ("stream", "version", "time", "type", "schema", "digest")


def format_line(entry: Entry) -> bytes:
    """The line of an entry."""
    return (
        f'{{"stream":{quoted(entry.stream)},"version":{entry.version},"time":{quoted(entry.recorded)},'
        f'"type":{quoted(entry.type)},"schema":{entry.schema},"digest":{quoted(entry.digest)},"body":{entry.body}}}\n'
    ).encode()


def parse_line(line: bytes, number: int) -> Entry:
    """The entry of a line, with the line's number as id.

    Raises:
        ValueError: it isn't exactly as `format_line` writes an entry. The body isn't looked into.
    """
    head, mark, body = line.partition(b',"body":')
    if not mark or not body.endswith(b"}\n"):
        raise ValueError("the line is cut short, or isn't one of an entry")
    header = from_json(head + b"}")
    try:
        stream, version, time, tag, schema, digest = (header[name] for name in HEADER)
        entry = Entry(number, stream, version, time, tag, schema, body[:-2].decode(), digest)
        if format_line(entry) == line:
            return entry
    except (KeyError, TypeError):
        pass
    raise ValueError(f"the line isn't written as entries are: {', '.join(HEADER)}, body, without blanks")


def write_lines(entries: Iterable[Entry], file: BinaryIO) -> int:
    """Write entries and the line that counts them; returns how many."""
    count = 0
    for entry in entries:
        file.write(format_line(entry))
        count += 1
    file.write(_last_line(count))
    return count


def write_names(rows: Iterable[Named], file: BinaryIO) -> None:
    """Write what signs in bodies stand for, before entries: a line each."""
    for row in rows:
        file.write(to_json(row._asdict()) + b"\n")


def _learn(line: bytes) -> None:
    """Know what a line says a sign stands for. Raises ValueError where it says something else."""
    named = from_json(line)
    if (
        not isinstance(named, dict)
        or named.keys() != {*Named._fields}
        or not all(isinstance(each, str) for each in named.values())
    ):
        raise ValueError("the line isn't written as names are: sign, person, salt, text")
    learn_from_outside([Named(**named)])


def begins_with_names(path: str | Path) -> bool:
    """Whether a file is of a journal that keeps names apart. One that can't be read isn't."""
    try:
        with open(path, "rb") as file:
            return file.read(len(NAME)) == NAME
    except (OSError, ValueError):
        return False


def read_lines(path: str | Path) -> Iterator[Entry]:
    """The entries of a file, one after the other.

    Raises:
        InvalidInput: it can't be opened.
        CorruptJournal: a line isn't as it was written, or lines are missing; after the entries before it.
    """
    try:
        with open(path, "rb") as file:
            yield from _entries(file, str(path))
    except (OSError, ValueError) as error:  # ValueError: no path can be that
        raise InvalidInput(repr(str(path)), getattr(error, "strerror", None) or "no path", "a file that can be read") from None


def _entries(file: BinaryIO, path: str) -> Iterator[Entry]:
    number = 0
    while True:
        line = file.readline(LINE_LIMIT + 1)
        place = f"{path}, line {number + 1}"
        if line == _last_line(number) and not file.read(1):
            return
        if not line:
            raise CorruptJournal(place, "the line that counts the entries is missing: the file was cut short")
        if len(line) > LINE_LIMIT:
            raise CorruptJournal(place, f"longer than {LINE_LIMIT} bytes")
        try:
            if not number and line.startswith(NAME):
                _learn(line)
                continue
            number += 1
            entry = parse_line(line, number)
        except ValueError as error:
            raise CorruptJournal(place, str(error)) from None
        yield entry


def _last_line(entries: int) -> bytes:
    return b'{"entries":%d}\n' % entries


class JsonLinesStore(MemoryStore):
    """A JSON Lines file opened for reading; it is held in memory. An entry's id is the number of its line.

    What stands before a damaged line can be read. What comes after can't, so that the head of a stream isn't known, and asking
    for it raises the `CorruptJournal` that says so.
    """

    appendable = False

    def __init__(self, path: str | Path) -> None:
        super().__init__()
        self._path = path
        self._failure: CorruptJournal | None = None
        with super().writing():
            try:
                for entry in read_lines(path):
                    self.insert([entry[1:]])
            except CorruptJournal as error:
                self._failure = error
        if begins_with_names(path):
            super().add_named([APART, *known_in(entry.body for entry in super().feed(0, LATEST))])
        super().set_generations([derived_generation(next(super().feed(0, 1)).digest if super().last_id() else "")])

    @classmethod
    def open(cls, url: str, durability: Durability = "FULL", read_only: bool = True) -> Self:
        return cls(path_of(url, SCHEME))

    @classmethod
    def source(cls, url: str) -> str:
        return Path(path_of(url, SCHEME)).absolute().as_uri()

    @classmethod
    def label(cls, url: str) -> str:
        return Path(path_of(url, SCHEME)).name

    @classmethod
    def is_file(cls, path: str, header: bytes) -> bool:
        return header.startswith(BEGINNINGS)

    def append(self, stream: str, items: Sequence[Encoded], recorded: str, expected_version: int | None) -> NoReturn:
        self._refuse("append to")

    def writing(self) -> NoReturn:
        self._refuse("append to")

    def head(self, stream: str) -> Head | None:
        self.check()
        return super().head(stream)

    def heads(self) -> list[tuple[str, Head]]:
        self.check()
        return super().heads()

    def read(self, stream: str, first: int = 1, last: int = LATEST) -> Iterator[Entry]:
        yield from super().read(stream, first, last)
        self.check()

    def feed(self, after_id: int, limit: int) -> Iterator[Entry]:
        yield from super().feed(after_id, limit)
        self.check()

    def last_id(self) -> int:
        self.check()
        return super().last_id()

    def wait(self, seconds: float) -> NoReturn:
        self._refuse("follow")

    def check(self) -> None:
        if self._failure:
            raise self._failure

    def set_generations(self, generations: Sequence[Generation]) -> NoReturn:
        self._refuse("append to")

    def claim(self, name: str, holder: str, seconds: float) -> NoReturn:
        self._refuse("keep a checkpoint in")

    def release(self, name: str, holder: str, checkpoint: int) -> NoReturn:
        self._refuse("keep a checkpoint in")

    def reset(self, name: str, checkpoint: int, generation: str | None = None) -> NoReturn:
        self._refuse("keep a checkpoint in")

    def keep(self, name: str, holder: str, checkpoint: int, states: Mapping[str, Snapshot]) -> NoReturn:
        self._refuse("keep states in")

    def serve(self, projection: str, build: str, gone: Sequence[str]) -> NoReturn:
        self._refuse("keep states in")

    def add_named(self, rows: Iterable[Named]) -> NoReturn:
        self._refuse("append to")

    def erase(self, person: str, pseudonym: str) -> NoReturn:
        self._refuse("erase from")

    def scrub(self) -> NoReturn:
        self._refuse("erase from")

    def _refuse(self, purpose: str) -> NoReturn:
        raise InvalidInput(str(self._path), "a JSON Lines file, which is only read, once", f"a journal to {purpose}")
