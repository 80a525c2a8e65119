"""What a path on the command line stands for: journals are recognised by how they begin, logs of MTG Arena by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ...events.errors import InvalidInput
from ...events.journal.journal import Journal
from ...events.journal.stores.registry import is_journal, shown, store_of

LOGS = (".log", ".log.gz")
"""What the names of logs end with."""


class GamesInput(NamedTuple):
    """Games to read: the name of a journal or a log among those that were given, and its path or URL."""

    name: str
    url: str

    @property
    def is_log(self) -> bool:
        """Whether it is a log of MTG Arena, which is imported to be read."""
        return self.url.endswith(LOGS)


def holds_games(path: Path) -> bool:
    """Whether a file is a journal or a log."""
    return path.name.endswith(LOGS) or is_journal(path)


def games_in(folder: Path) -> list[Path]:
    """The journals and logs in a directory, at any depth, sorted."""
    return sorted(path for path in folder.rglob("*") if path.is_file() and holds_games(path))


def games_inputs(paths: Iterable[str]) -> list[GamesInput]:
    """The journals and logs that files, URLs and directories stand for, in that order; those of a directory by their paths in it.

    Raises:
        InvalidInput: a directory has none, or two have the same name.
    """
    found = [input for path in paths for input in _inputs(path)]
    names: dict[str, str] = {}
    for name, url in found:
        if name in names:
            raise InvalidInput(
                "JOURNAL", f"{shown(names[name])} and {shown(url)}", "journals of different names, or the directory they are in"
            )
        names[name] = url
    return found


def _inputs(path: str) -> Iterator[GamesInput]:
    if "://" in path or not Path(path).is_dir():
        yield GamesInput(store_of(path).label(path) if "://" in path else path.rpartition("/")[2], path)
        return
    files = games_in(Path(path))
    if not files:
        allowed = "a directory with SQLite journals, JSON Lines exports, or logs of MTG Arena"
        raise InvalidInput(path, "a directory without journals", allowed)
    for file in files:
        yield GamesInput(file.relative_to(path).as_posix(), str(file))


@contextmanager
def opened_games(
    input: GamesInput, problems: list[InvalidInput] | None = None, cards: Path | None = None, imported: str = "memory://"
) -> Iterator[Journal]:
    """The journal to read the games from; of a log, the one that it is `imported` into: in memory, if no URL is given.

    `problems`: what of a log couldn't be read is added there; it costs a message and marks a gap in the game. `cards`: the index
    of cards to read a log with, if not the one in the user's cache.

    Raises:
        InvalidInput: it can't be opened, or the log has no detailed logs.
        CorruptJournal: the journal is damaged from its beginning.
    """
    if not input.is_log:
        with Journal.open(input.url, read_only=True) as journal:
            yield journal
        return
    from ..cards import arena_cards
    from ..records.keeping import Problem
    from .framing import opened
    from .importing import Importer

    with Journal.open(imported) as journal, opened(Path(input.url)) as (lines, _):
        importer = Importer(kept=journal, cards=arena_cards(cards))
        for each in importer.read(lines, input.url):
            if isinstance(each, Problem) and problems is not None:
                problems.append(InvalidInput(f"{input.url}, line {each.line}", each.reason, "a message as Arena writes it"))
        importer.finish()
        yield journal
