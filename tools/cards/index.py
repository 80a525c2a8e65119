"""The index of cards in the user's cache: made anew by `load`, asked by `find`."""

from __future__ import annotations

import gzip
import os
import sqlite3
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from difflib import get_close_matches
from functools import cache, lru_cache
from pathlib import Path
from typing import BinaryIO, TypeVar

from ...events.errors import InvalidInput
from ..running.places import user_directory
from ..suggestions import did_you_mean, wrong_letters
from .arena import Numbered, is_database, read_database
from .formats import CardFace, NamedFace, read_arena_names, read_cards

_VERSION = 3
_LOAD = "`declarant cards load FILE` with Scryfall's oracle_cards, MTGJSON's AtomicCards.json, or Arena's own database"


def cache_file() -> Path:
    """Where the index is: in the user's cache directory, which XDG_CACHE_HOME may name."""
    return user_directory("cache") / "cards.sqlite"


def _key(name: str) -> str:
    return " ".join(name.replace("’", "'").casefold().split())


def load(
    path: Path,
    progress: Callable[[], None] = lambda: None,
    *,
    arena: Path | None = None,
    index: Path | None = None,
    unknown: Callable[[str], None] = lambda field: None,
) -> int:
    """Makes the index anew from a file, whole or not at all; how many names it holds. `progress` is called for each.

    The file is a bulk file of Scryfall or MTGJSON, or Arena's own database (see `arena`). `arena`: a file of names by their
    numbers in MTG Arena, as `read_arena_names` reads it. `index`: where it is made, if not in the user's cache. `unknown` is
    given each field of a card, or column of Arena's, that is passed over without being known to be without bearing. Raises
    InvalidInput for a file that is in none of these formats or can't be read.
    """
    target = index or cache_file()
    target.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix="cards-", suffix=".sqlite")
    os.close(descriptor)
    try:
        numbers = _read(arena, read_arena_names, _NAMES) if arena is not None else iter(())
        if is_database(path):
            count = _write(Path(temporary), iter(()), _numbered(path, unknown), numbers, progress)
        else:
            cards = _read(path, lambda file: read_cards(file, unknown), _BULK)
            count = _write(Path(temporary), cards, iter(()), numbers, progress)
        if not count:
            raise InvalidInput(str(path), "no card", "cards of Scryfall, MTGJSON or Arena")
        os.replace(temporary, target)
    finally:
        Path(temporary).unlink(missing_ok=True)
    return count


_BULK = "Scryfall's oracle_cards or MTGJSON's AtomicCards.json"
_NAMES = 'numbers of MTG Arena and names, as in {"75522": "Grim Ox"}'

_Item = TypeVar("_Item")


def _read(path: Path, reader: Callable[[BinaryIO], Iterator[_Item]], allowed: str) -> Iterator[_Item]:
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
            yield from reader(file)  # type: ignore[arg-type]
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error.where}", error.found, error.allowed) from None
    except (ValueError, RecursionError) as error:
        raise InvalidInput(str(path), str(error)[:200], allowed) from None
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidInput(str(path), getattr(error, "strerror", None) or str(error), "a file that can be read") from None


def _numbered(path: Path, unknown: Callable[[str], None]) -> Iterator[Numbered]:
    try:
        yield from read_database(path, unknown)
    except ValueError as error:
        raise InvalidInput(str(path), str(error), "Arena's Raw_CardDatabase_….mtga, or " + _BULK) from None


def _write(
    path: Path,
    cards: Iterator[NamedFace],
    numbered: Iterator[Numbered],
    numbers: Iterator[tuple[int, str]],
    progress: Callable[[], None],
) -> int:
    count = 0
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE card (key TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (key, body))")
        database.execute("CREATE TABLE arena (number INTEGER PRIMARY KEY, key TEXT NOT NULL, body TEXT)")
        database.execute(f"PRAGMA user_version = {_VERSION}")
        for name, card, arena in cards:
            database.execute("INSERT OR IGNORE INTO card VALUES (?, ?)", (_key(name), card.model_dump_json()))
            if arena is not None:
                database.execute("INSERT OR IGNORE INTO arena VALUES (?, ?, NULL)", (arena, _key(name)))
            count += 1
            progress()
        for number, card, named in numbered:
            body = card.model_dump_json()
            if named:
                database.execute("INSERT OR IGNORE INTO card VALUES (?, ?)", (_key(card.name), body))
                count += 1
            database.execute("INSERT OR REPLACE INTO arena VALUES (?, ?, ?)", (number, _key(card.name), body))
            progress()
        for number, name in numbers:
            database.execute("INSERT OR REPLACE INTO arena VALUES (?, ?, NULL)", (number, _key(name)))
    return count


def find(name: str) -> CardFace:
    """The card with that name. Raises InvalidInput: no cards are loaded, none has that name, or several have."""
    path = cache_file()
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        raise InvalidInput("name", f"{name!r} alone, and no cards are loaded", f"types and text, or first {_LOAD}") from None
    found = _bodies(path, changed, _key(name))
    if not found:
        allowed = "the name of a card, or types and text" + did_you_mean(name, _names_like(path, changed, _key(name)))
        raise InvalidInput("name", f"{name!r}, which no loaded card has", allowed)
    if len(found) > 1:
        raise InvalidInput("name", f"{name!r}, which {len(found)} different cards have", "types and text, too")
    return CardFace.model_validate_json(found[0])


def suggested(text: str, most: int) -> list[str]:
    """Names of loaded cards that are near to what somebody typed, the nearest first: letters may be missing or wrong.

    Raises InvalidInput where no cards are loaded.
    """
    path, wanted = cache_file(), _key(text)
    try:
        names = _names(path, path.stat().st_mtime_ns)
    except OSError:
        raise InvalidInput("name", "no cards loaded", f"first {_LOAD}") from None
    if not wanted:
        return []
    found = [key for key in names if key.startswith(wanted)] + [key for key in names if f" {wanted}" in key]
    if len(found) < most:
        alike = (key for key in names if abs(len(key) - len(wanted)) <= 4 and (key[0] == wanted[0] or key[-2:] == wanted[-2:]))
        found += get_close_matches(wanted, list(alike), n=most, cutoff=0.7)
    return [names[key] for key in dict.fromkeys(found)][:most]


MISTYPED = 5
"""How many letters a name has at least for each wrong one that is forgiven: one in five, at most two."""


def meant(text: str) -> list[str]:
    """The names of loaded cards that somebody may have meant: those with the fewest wrong letters, else those it begins.

    Raises InvalidInput where no cards are loaded.
    """
    path, wanted = cache_file(), _key(text)[:200]
    try:
        names = _names(path, path.stat().st_mtime_ns)
    except OSError:
        raise InvalidInput("name", "no cards loaded", f"first {_LOAD}") from None
    near: dict[int, list[str]] = {}
    most = min(2, len(wanted) // MISTYPED)
    for key in names:
        wrong = wrong_letters(wanted, key, most)
        if wrong is not None:
            near.setdefault(wrong, []).append(names[key])
    if near:
        return list(dict.fromkeys(near[min(near)]))
    return list(dict.fromkeys(names[key] for key in names if len(wanted) >= MISTYPED and key.startswith(wanted)))


@lru_cache(maxsize=1)
def _names(path: Path, changed: int) -> dict[str, str]:
    """Every name in the index by its key; `changed` distinguishes an index from the one before it."""
    try:
        with closing(_opened(path)) as database:
            rows = database.execute("SELECT key, json_extract(body, '$.name') FROM card ORDER BY key").fetchall()
    except sqlite3.Error as error:
        raise InvalidInput(str(path), str(error), _LOAD) from None
    return {key: name or key for key, name in rows}


@lru_cache(maxsize=4096)
def _bodies(path: Path, changed: int, key: str) -> tuple[str, ...]:
    """What the index has under that key; `changed` distinguishes an index from the one before it."""
    try:
        with closing(_opened(path)) as database:
            return tuple(body for (body,) in database.execute("SELECT body FROM card WHERE key = ? LIMIT 5", (key,)))
    except sqlite3.Error as error:
        raise InvalidInput(str(path), str(error), _LOAD) from None


@lru_cache(maxsize=256)
def _names_like(path: Path, changed: int, key: str) -> tuple[str, ...]:
    """The names that are about as long and begin or end alike: among all names the nearest would take seconds to find."""
    alike = "SELECT body FROM card WHERE length(key) BETWEEN ? AND ? AND (substr(key, 1, 2) = ? OR substr(key, -2) = ?)"
    with closing(_opened(path)) as database:
        bodies = database.execute(alike, (len(key) - 3, len(key) + 3, key[:2], key[-2:])).fetchall()
    return tuple(dict.fromkeys(CardFace.model_validate_json(body).name for (body,) in bodies))


def arena_cards(index: Path | None = None) -> Callable[[int], CardFace | None]:
    """Finds cards by their numbers in MTG Arena, in the user's cache or in that index; None for what isn't known.

    Without an index, and none in the cache, nothing is known. Raises InvalidInput where the index isn't there, or is none.
    """
    path = index or cache_file()
    if index is None and not path.is_file():
        return lambda number: None
    database = _opened(path)

    @cache
    def find_by_number(number: int) -> CardFace | None:
        named = "SELECT card.body FROM card JOIN arena USING (key) WHERE number = ? LIMIT 2"
        try:
            bodies = database.execute("SELECT body FROM arena WHERE number = ? AND body IS NOT NULL", (number,)).fetchall()
            bodies = bodies or database.execute(named, (number,)).fetchall()
        except sqlite3.Error as error:
            raise InvalidInput(str(path), str(error), _LOAD) from None
        return CardFace.model_validate_json(bodies[0][0]) if len(bodies) == 1 else None

    return find_by_number


def _opened(path: Path) -> sqlite3.Connection:
    try:
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        if database.execute("PRAGMA user_version").fetchone() != (_VERSION,):
            raise InvalidInput(str(path), "an index that another version made", _LOAD)
        return database
    except sqlite3.Error as error:
        raise InvalidInput(str(path), str(error), _LOAD) from None
