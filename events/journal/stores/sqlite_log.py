"""Damage of a -wal file, which holds the last entries of a SQLite file until they are copied there.

SQLite reads it up to the first frame whose checksum doesn't match, and passes over the rest in silence: so are ended processes
and failed power taken back. Whether more than that was lost is found out here, before SQLite opens the file: by what follows the
first frame that can't be read, and by the number of frames in the -shm file, the index of the log.

    https://www.sqlite.org/fileformat2.html#the_write_ahead_log
    https://www.sqlite.org/walformat.html#the_wal_index_file_format
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from struct import unpack
from time import sleep

HEADER, FRAME = 32, 24
"""Bytes before the frames, and before the page in each."""

INDEX_HEADER = 48
"""Bytes that describe the whole log in its index, where they stand twice."""

PAGE = 4096
"""Bytes in a page of a journal."""

MAGIC = b"\x37\x7f\x06"
"""How the file begins; a fourth byte states the order of bytes in checksums."""

TRIES = 3
"""How often damage is looked at: others may write or close the file in this moment."""

GO_ON = "restore a backup or, to go on with what can be read, delete its -wal and -shm files"


def damage_of_log(path: str) -> str | None:
    """What is wrong with the -wal file of that SQLite file, if anything.

    One transaction may be damaged where the power failed while it was written. Two can't be, for the first was on the disk before
    the second was begun. What is lost of a file that was cut short is stated by its index, and by nothing where that is lost too.
    """
    damage = None
    for _ in range(TRIES):
        damage = _damage(Path(f"{path}-wal"), Path(f"{path}-shm"))
        if damage is None:
            return None
        sleep(0.01)
    return f"its -wal file {damage}; {GO_ON}"


def _damage(log: Path, index: Path) -> str | None:
    indexed = _indexed(index)  # before the log, which grows
    try:
        content = log.read_bytes()
    except FileNotFoundError:
        return "is gone, with the last entries" if index.exists() else None  # SQLite deletes that one first
    except OSError:
        return None
    if not any(content[:HEADER]):
        return None
    if content[:3] != MAGIC:
        return "is damaged from its beginning"
    frames = list(_frames(content))
    whole = sum(1 for _ in takewhile(lambda frame: frame[0], frames))
    lost = sum(ends for _, ends in frames[whole:])
    if lost > 1:
        return f"is damaged: {lost} appends can't be read"
    if indexed is not None and indexed[0] == content[16:24] and whole < indexed[1]:
        return f"was cut short or damaged: {whole} of the {indexed[1]} pages in it can be read"
    return None


def _indexed(index: Path) -> tuple[bytes, int] | None:
    """Which log an index belongs to, by its salts, and how many frames of it were completed; None where it doesn't say."""
    content = _read_by_another(index, 2 * INDEX_HEADER)
    one, other = content[:INDEX_HEADER], content[INDEX_HEADER:]
    if len(other) < INDEX_HEADER or one != other or not one[12]:  # being written, or never was
        return None
    frames: int = unpack("=I", one[16:20])[0]
    return one[32:40], frames


def _read_by_another(path: Path, length: int) -> bytes:
    """The beginning of a file, read by another process: closing it here would let go of the locks that this process has on it."""
    if not path.exists():
        return b""
    if not hasattr(os, "fork"):  # where locks belong to what was opened, not to the process
        return path.read_bytes()[:length]
    source, target = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads that hold locks: the child takes none
        child = os.fork()
    if not child:
        try:
            os.write(target, os.read(os.open(path, os.O_RDONLY), length))
        finally:
            os._exit(0)
    os.close(target)
    try:
        return os.read(source, length)
    finally:
        os.close(source)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)


def _frames(content: bytes) -> Iterator[tuple[bool, bool]]:
    """For each frame of the log, whether it and all before it can be read, and whether it ends a transaction."""
    order = ">" if content[3] & 1 else "<"
    if len(content) < HEADER:
        return
    sums = _summed(content[:24], (0, 0), order)
    fits = sums == unpack(">2I", content[24:HEADER])
    size = int.from_bytes(content[8:12], "big") if fits else PAGE
    salts = content[16:24] if fits else content[HEADER + 8 : HEADER + 16]
    for start in range(HEADER, len(content) - FRAME - size + 1, FRAME + size):
        header = content[start : start + FRAME]
        if header[8:16] != salts:  # what is left of an older log
            return
        if fits:
            sums = _summed(content[start + FRAME : start + FRAME + size], _summed(header[:8], sums, order), order)
            fits = sums == unpack(">2I", header[16:])
        yield fits, any(header[4:8])


def _summed(content: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = iter(unpack(f"{order}{len(content) // 4}I", content))
    for one, other in zip(words, words, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
