"""The frame of a `Player.log`: which of its lines are blocks of messages.

A block begins with a line `[UnityCrossThreadLogger]…` that names its kind. What the server says is one line of JSON after it;
what the client says is JSON over many lines, up to one that is just `}`. A message of too many objects is left out by Arena,
with a line that says so. The owner's rank is one line of JSON after one that names it. All other lines are of no interest.
"""

from __future__ import annotations

import gzip
import re
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, cast

from ...events.errors import InvalidInput

LINE_LIMIT = 64 << 20
"""Bytes of the longest line, and of the longest block over several lines: what is longer is passed over as broken."""

_AT_ONCE = 1 << 17
"""Bytes that are unpacked at once."""

_MARK = b"[UnityCrossThreadLogger]"
_SUMMARIZED = b"[Message summarized"
_DETAILED = b"DETAILED LOGS: "
_DRAFT = (b"DraftPick", b"DraftMakePick", b"Draft.Notify")
_RANK = b"<== RankGetCombinedRankInfo("
_FIRST = frozenset(mark[:1] for mark in (_MARK, _SUMMARIZED, _DETAILED, _RANK))
"""What a line begins with that may say that a block begins."""

BlockKind = Literal["server", "client", "room", "rank", "draft", "left out", "too long", "detailed logs", "unread", "no log"]
_KINDS: tuple[tuple[bytes, BlockKind], ...] = (
    (b"GreToClientEvent", "server"),
    (b"ClientToGremessage", "client"),
    (b"MatchGameRoomStateChangedEvent", "room"),
)
_WITH_MATCH = re.compile(rb"(?:\bMatch to [^:]{0,200}|\bto Match): *(\w{1,80})")
"""What the client and the match say to each other begins so, and names its kind."""


class LogBlock(NamedTuple):
    """A block of a log: the number of the line that its body begins on, and the body.

    A `left out` block is what Arena didn't write down, a `too long` one what isn't read; the body of `detailed logs` is
    `ENABLED` or `DISABLED`, and that of a `draft`, in which a card was picked, is empty. That of an `unread` block, of another
    kind between client and match, is the name of its kind. `no log` comes last, of lines none of which Arena writes.
    """

    kind: BlockKind
    line: int
    body: bytes


def blocks(lines: Iterable[bytes]) -> Iterator[LogBlock]:
    """The blocks in the lines of a log. A block that is cut off by the end of the log, or by another one, is passed over."""
    kind: BlockKind | None = None
    parts: list[bytes] = []
    size = started = number = 0
    of_arena = False
    for number, line in enumerate(lines, 1):
        marked = line[:1] in _FIRST
        if marked and line.startswith(_MARK):
            kind, parts, of_arena = _kind(line), [], True
            if any(word in line[:200] for word in _DRAFT):
                yield LogBlock("draft", number, b"")
            elif kind is None and (named := _WITH_MATCH.search(line[:400])):
                yield LogBlock("unread", number, named[1])
        elif marked and line.startswith(_DETAILED):
            of_arena = True
            yield LogBlock("detailed logs", number, line[len(_DETAILED) :].strip())
        elif marked and line.startswith(_RANK):
            kind, parts = "rank", []
        elif marked and line.startswith(_SUMMARIZED):
            yield LogBlock("left out", number, b"")
            kind = None
        elif kind is None:
            continue
        elif len(line) > LINE_LIMIT:
            yield LogBlock("too long", number, b"")
            kind = None
        elif parts:
            parts.append(line)
            size += len(line)
            if size > LINE_LIMIT:
                yield LogBlock("too long", started, b"")
                kind = None
            elif line.rstrip() == b"}":
                yield LogBlock(kind, started, b"".join(parts))
                kind = None
        elif (text := line.strip()) == b"{":
            parts, size, started = [line], len(line), number
        elif text:
            yield LogBlock(kind, number, text)
            kind = None
    if not of_arena:
        yield LogBlock("no log", number, b"")


def _kind(header: bytes) -> BlockKind | None:
    return next((kind for word, kind in _KINDS if word in header), None)


@contextmanager
def opened(path: Path) -> Iterator[tuple[Iterator[bytes], Callable[[], int]]]:
    """The lines of a log, which may be packed (gzip), and how many bytes of the file were read so far.

    Raises InvalidInput, while lines are read too, for a file that can't be opened or unpacked.
    """
    try:
        with path.open("rb") as file, gzip.GzipFile(fileobj=file) as unpacked:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            # `GzipFile` reads lines in Python.
            content: BufferedReader[Any] = BufferedReader(cast(RawIOBase, unpacked), _AT_ONCE) if packed else file
            with _in_utf_8(content) as recoded:
                yield lines(recoded), file.tell
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidInput(str(path), getattr(error, "strerror", None) or str(error), "a log that can be read") from None


class _Lines(Protocol):
    """What lines are read from."""

    def readline(self, limit: int, /) -> bytes: ...


class _InUtf8(NamedTuple):
    """The lines of a file in UTF-16, in UTF-8."""

    text: TextIOWrapper

    def readline(self, limit: int, /) -> bytes:
        return self.text.readline(limit).encode()


@contextmanager
def _in_utf_8(file: BufferedReader[Any]) -> Iterator[_Lines]:
    """A file that Windows copied as "Unicode" is in UTF-16, and says so at its beginning."""
    if file.peek(2)[:2] not in (BOM_UTF16_LE, BOM_UTF16_BE):
        yield file
        return
    text = TextIOWrapper(file, "utf-16", errors="replace", newline="\n")
    try:
        yield _InUtf8(text)
    finally:
        text.detach()


def followed(path: Path, wait: Callable[[], bool]) -> Iterator[bytes]:
    """The lines of a log while it is being written: `wait` is called when there is no more, and says whether to go on.

    A log that is begun anew, as Arena does when it starts, is read from its beginning. A line is passed on when it is complete.
    Raises InvalidInput for a file that can't be read.
    """
    try:
        while True:
            with path.open("rb") as file:
                begun, position, part = path.stat().st_ino, 0, b""
                while True:
                    line = file.readline(LINE_LIMIT + 1)
                    position += len(line)
                    part = part + line if len(part) <= LINE_LIMIT else part
                    if line.endswith(b"\n"):
                        yield part
                        part = b""
                    elif not line:
                        if not wait():
                            return
                        now = path.stat()
                        if now.st_ino != begun or now.st_size < position:
                            break
    except OSError as error:
        raise InvalidInput(str(path), error.strerror or str(error), "a log that can be read") from None


def lines(file: _Lines) -> Iterator[bytes]:
    """The lines of a file; of one that is longer than `LINE_LIMIT` only a beginning, which is longer, too."""
    while line := file.readline(LINE_LIMIT + 1):
        yield line
        while len(line) > LINE_LIMIT and not line.endswith(b"\n"):
            line = file.readline(LINE_LIMIT + 1)
