"""Files that are dropped on the page: logs and records are imported into one journal, journals and cases opened, card data
loaded."""

from __future__ import annotations

import gzip
import shutil
import zlib
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...events.errors import DeclarantError, InvalidInput
from ...events.journal.journal import Journal
from .. import cards
from ..arena.framing import opened
from ..arena.importing import Importer
from ..cards.index import cache_file
from ..records.importers import IMPORTERS, RecordFile
from ..records.keeping import Problem
from ..records.unread import Unknown
from .inside import SERVER

JOURNAL = Path("/games.db")
HELD = (str(JOURNAL), str(cache_file()))
"""The files that say all that was taken: the journal, and the index of cards."""
HEAD = 1 << 16
"""How many bytes say what a file is."""
OPENED = (
    f"a Player.log of MTG Arena, a record that can be imported ({', '.join(IMPORTERS)}), a journal, card data, "
    "or a case (.yaml, .json, .lines)"
)
OF_ARENA = b"UnityCrossThreadLogger", b"reToClientEvent", b"DETAILED LOGS"
OF_CARDS = b'"oracle_id"', b'"data"', b'"meta"'
"""Words by which a file is known; those of records stand with their importers."""
REPORTED_EACH = 5_000
"""After so many lines it is said how far an import is."""

WITHOUT_CARDS = (
    "; what their cards say isn’t known, so that most plays can’t be reviewed:"
    " open card data (Scryfall’s, MTGJSON’s or Arena’s own), then this once more"
)


def taken(paths: Sequence[str], progress: Callable[[str], object], journal: Path = JOURNAL) -> dict[str, Any]:
    """Take what was dropped. `games`: how many games there are then; `said`: what became of each file, in words; `opens`: the
    page of a case that was among them, or nothing."""
    said, opens = [], ""
    for path in map(Path, paths):
        try:
            head = _head(path)
            if _is_case(path, head):
                words, opens = _case(path)
            else:
                words = _take(path, head, progress, journal)
            said.append(f"{path.name}: {words}.")
        except InvalidInput as error:
            said.append(f"{path.name} wasn’t taken: found {error.found}; allowed: {error.allowed}.")
        except DeclarantError as error:
            said.append(f"{path.name} wasn’t taken: {error}.")
    games = 0
    if journal.exists():
        SERVER.journal = str(journal)
        with Journal.open(str(journal), read_only=True) as kept:
            games = len(kept.streams())
    return {"games": games, "said": " ".join(said), "opens": opens}


def _take(path: Path, head: bytes, progress: Callable[[str], object], journal: Path) -> str:
    if not head:
        raise InvalidInput(path.name, "a file with nothing in it", OPENED)
    if head.startswith(b"SQLite format 3\0"):
        return _database(path, journal)
    if _has(head, OF_ARENA):
        return _arena(path, progress, journal)
    if head.lstrip()[:1] in (b"{", b"[") and _has(head, OF_CARDS):
        return _cards(path)
    for scheme, importer in IMPORTERS.items():
        if _has(head, importer.known_by):
            return _records(scheme, path, progress, journal)
    raise InvalidInput(path.name, "a file of another kind", OPENED)


def _has(head: bytes, words: tuple[bytes, ...]) -> bool:
    return any(word in head for word in words)


def _is_case(path: Path, head: bytes) -> bool:
    of_json = path.suffix in (".json", ".jsonl") and b'"battlefield"' in head and not _has(head, IMPORTERS["xmage"].known_by)
    return of_json or (path.suffix in (".yaml", ".yml", ".lines") and bool(head))


def _case(path: Path) -> tuple[str, str]:
    """What became of a file of cases, in words, and the page of the first."""
    from ..cases.reading import read_cases
    from ..serve.permalink import encode

    first, *others = [*read_cases(path)] or [InvalidInput(path.name, "no case", OPENED)]
    if isinstance(first, InvalidInput):
        raise InvalidInput(path.name, f"{first.found} at {first.where.replace(str(path), path.name)}", first.allowed)
    return f"the first of {1 + len(others):,} cases" if others else "a case", f"#/c/{encode(first)}"


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        head = file.read(HEAD)
    if head.startswith(b"\x1f\x8b"):
        try:
            with path.open("rb") as file, gzip.GzipFile(fileobj=file) as unpacked:
                head = unpacked.read(HEAD)
        except (OSError, EOFError, zlib.error) as error:
            raise InvalidInput(path.name, str(error), "a file that can be unpacked") from None
    return head.decode("utf-16", "replace").encode() if head[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else head


def _cards(path: Path) -> str:
    return f"{cards.load(path):,} names of cards are known"


def _database(path: Path, journal: Path) -> str:
    made = journal.with_name(".opened.db")
    shutil.copyfile(path, made)
    try:
        with Journal.open(str(made), read_only=True) as kept:
            count = len(kept.streams())
    except DeclarantError:
        made.unlink()
        return _cards(path)
    made.replace(journal)
    return f"a journal of {_number(count, 'game')}"


def _arena(path: Path, progress: Callable[[str], object], journal: Path) -> str:
    size, problems = path.stat().st_size, 0
    with Journal.open(str(journal)) as kept, opened(path) as (lines, position):
        importer = Importer(kept=kept, cards=cards.arena_cards(None))
        for each in importer.read(_counted(lines, position, size, path.name, progress), path.name):
            problems += isinstance(each, Problem)
        importer.finish()
    missed = f", {_number(problems, 'message')} couldn’t be read" if problems else ""
    return f"{_number(len(importer.games), 'game')}{missed}{_unless_known() if importer.games else ''}"


def _counted(
    lines: Iterator[bytes], position: Callable[[], int], size: int, name: str, progress: Callable[[str], object]
) -> Iterator[bytes]:
    for number, line in enumerate(lines):
        if number % REPORTED_EACH == 0:
            progress(f"Reading {name}: {100 * position() // max(1, size)} % …")
        yield line


@contextmanager
def _lines(path: Path) -> Iterator[Iterator[bytes]]:
    with opened(path) as (lines, _):
        yield lines


def _records(scheme: str, path: Path, progress: Callable[[str], object], journal: Path) -> str:
    games = problems = 0
    file = RecordFile(path, lambda: _lines(path), Unknown(), cards=cards.arena_cards(None))
    with Journal.open(str(journal)) as kept:
        for each in IMPORTERS[scheme].games(file):
            if isinstance(each, Problem):
                problems += 1
                continue
            each.keep(kept)
            games += 1
            progress(f"Reading {path.name}: {_number(games, 'game')} …")
    missed = f", {_number(problems, 'row or line', 'rows or lines')} couldn’t be read" if problems else ""
    return f"{_number(games, 'game')}{missed}{_unless_known() if games else ''}"


def _number(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or f'{one}s'}"


def _unless_known() -> str:
    return "" if cache_file().is_file() else WITHOUT_CARDS
