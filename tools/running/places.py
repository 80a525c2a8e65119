"""Files and directories that are made whole by one rename, or not at all."""

from __future__ import annotations

import ctypes
import errno
import glob
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Literal

from ...events.errors import InvalidInput

PARTIAL = ".partial"
"""How the names end of what isn't complete."""

_HERE = -100
_EXCHANGE = 2


def user_directory(kind: Literal["cache", "data"]) -> Path:
    """The user's directory of that kind for this program, by the habits of the system; XDG_CACHE_HOME and XDG_DATA_HOME win."""
    home, roaming = Path.home(), Path.home() / "AppData"
    here = "linux" if sys.platform not in ("darwin", "win32") else sys.platform
    habits = {
        ("darwin", "cache"): home / "Library" / "Caches",
        ("darwin", "data"): home / "Library" / "Application Support",
        ("win32", "cache"): Path(os.environ.get("LOCALAPPDATA", roaming / "Local")),
        ("win32", "data"): Path(os.environ.get("APPDATA", roaming / "Roaming")),
        ("linux", "cache"): home / ".cache",
        ("linux", "data"): home / ".local" / "share",
    }
    named = os.environ.get(f"XDG_{kind.upper()}_HOME")
    return (Path(named) if named else habits[here, kind]) / "declarant"


def put_in_place(made: Path, place: Path) -> None:
    """A directory in the place of another, which is taken away. Both are on one file system.

    Where the system can't exchange two directories by one rename, as Linux can, a moment passes in which neither is in its place.
    """
    if not place.exists():
        made.rename(place)
        return
    if _exchanged(made, place):
        shutil.rmtree(made)
        return
    old = place.with_name(f".{place.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    place.rename(old)
    made.rename(place)
    shutil.rmtree(old)


def _exchanged(one: Path, other: Path) -> bool:
    try:
        rename = ctypes.CDLL(None).renameat2
    except (OSError, AttributeError):
        return False
    return int(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE)) == 0


@contextmanager
def file_made(path: Path) -> Iterator[BinaryIO]:
    """A file to write whole, as `written_whole` does. Raises InvalidInput where it can't be made."""
    try:
        with written_whole(path) as file:
            yield file
    except OSError as error:
        raise InvalidInput(str(path), error.strerror or str(error), "a file that can be made, with enough space") from None


def beside(path: Path) -> Path:
    """The path at which this process makes a file or a directory for that place. What killed processes left is removed."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*{PARTIAL}*"):
        process = left.name[len(path.name) + 2 :].partition(".")[0]
        if process.isdecimal() and not _runs(int(process)):
            with suppress(OSError):
                shutil.rmtree(left) if left.is_dir() else left.unlink()
    return path.with_name(f".{path.name}.{os.getpid()}{PARTIAL}")


def _runs(process: int) -> bool:
    if os.name != "posix":  # where asking would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write, that is in its place when the context ends without an error, in place of what was there."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    made = beside(path)
    try:
        with made.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        made.replace(path)
    finally:
        with suppress(OSError):
            made.unlink()
