"""What a path on the command line stands for: journals among other files are told by how they begin, not by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..events.errors import InvalidInput
from ..events.stores.sqlite import APPLICATION_ID

_SQLITE = b"SQLite format 3\0"
_HEADER_BYTES = 100
_LINES = (b'{"stream":', b'{"entries":')


class JournalInput(NamedTuple):
    """A journal to read: its name among those that were given, and its path or URL."""

    name: str
    url: str


def is_journal(path: Path) -> bool:
    """Whether a file is a journal, in SQLite or as JSON Lines. What can't be read isn't."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except (OSError, ValueError):
        return False
    if header.startswith(_LINES):
        return True
    if not header.startswith(_SQLITE):
        return False
    kind = int.from_bytes(header[68:72], "big")
    # What a writer appended lately may be in the log beside the file only, what kind of file it is too.
    return kind == APPLICATION_ID or (kind == 0 and Path(f"{path}-wal").exists())


def journals_in(folder: Path) -> list[Path]:
    """The journals in a directory, at any depth, sorted."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and is_journal(path))


def journal_inputs(paths: Iterable[str]) -> list[JournalInput]:
    """The journals that files, URLs and directories stand for, in that order; those of a directory by their paths in it.

    Raises:
        InvalidInput: a directory has none, or two have the same name.
    """
    found = [input for path in paths for input in _inputs(path)]
    names: dict[str, str] = {}
    for name, url in found:
        if name in names:
            raise InvalidInput("JOURNAL", f"{names[name]} and {url}", "journals of different names, or the directory they are in")
        names[name] = url
    return found


def _inputs(path: str) -> Iterator[JournalInput]:
    if "://" in path or not Path(path).is_dir():
        yield JournalInput(path.rpartition("/")[2], path)
        return
    journals = journals_in(Path(path))
    if not journals:
        raise InvalidInput(path, "a directory without journals", "a directory with SQLite journals or JSON Lines exports")
    for journal in journals:
        yield JournalInput(journal.relative_to(path).as_posix(), str(journal))
