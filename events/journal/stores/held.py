"""Files that this process has open as journals.

POSIX lets go of all locks that a process has on a file when it closes any descriptor of it, SQLite's too. So who wants to know
what kind of file it is asks here first, and leaves one that is held alone.

    https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol
from weakref import WeakSet

FileIdentity = tuple[int, int]
"""Device and inode."""


class Holder(Protocol):
    """A store that has a file open."""

    file: FileIdentity | None


HOLDERS: WeakSet[Holder] = WeakSet()


def identity(path: str | Path) -> FileIdentity | None:
    """Which file it is, whatever it is called; None where there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def is_held(path: str | Path) -> bool:
    """Whether a store of this process has the file open."""
    file = identity(path)
    return file is not None and any(holder.file == file for holder in list(HOLDERS))
