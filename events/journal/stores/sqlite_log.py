"""Damage of a -wal file, which holds the last entries of a SQLite file until they are copied there.

SQLite reads it up to the first frame whose checksum doesn't match, and passes over the rest in silence: so are ended processes
and failed power taken back. Whether more than that was lost is found out here, before SQLite opens the file.

    https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from struct import unpack
from time import sleep

HEADER, FRAME = 32, 24
"""Bytes before the frames, and before the page in each."""

PAGE = 4096
"""Bytes in a page of a journal."""

MAGIC = b"\x37\x7f\x06"
"""How the file begins; a fourth byte tells the order of bytes in checksums."""

TRIES = 3
"""How often damage is looked at: others may write or close the file in this moment."""

GO_ON = "restore a backup or, to go on with what can be read, delete its -wal and -shm files"


def damage_of_log(path: str) -> str | None:
    """What is wrong with the -wal file of that SQLite file, if anything.

    One transaction may be damaged where the power failed while it was written. Two can't be, for the first was on the disk before
    the second was begun. What is lost of a file that was cut short isn't told by what is left.
    """
    damage = None
    for _ in range(TRIES):
        damage = _damage(Path(f"{path}-wal"), Path(f"{path}-shm"))
        if damage is None:
            return None
        sleep(0.01)
    return f"its -wal file {damage}; {GO_ON}"


def _damage(log: Path, index: Path) -> str | None:
    # The -shm file mustn't be opened: closing it would let go of the locks that this process has on it.
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
    lost = sum(_lost_commits(content))
    return f"is damaged: {lost} appends can't be read" if lost > 1 else None


def _lost_commits(content: bytes) -> Iterator[bool]:
    """For each frame after the first that doesn't fit, whether it ends a transaction."""
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
        if not fits:
            yield any(header[4:8])


def _summed(content: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = iter(unpack(f"{order}{len(content) // 4}I", content))
    for one, other in zip(words, words, strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
