"""Copies of journals: as they are, or with other names for the players."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from pydantic_core import from_json, to_json

from ...events.errors import CorruptJournal, InvalidInput
from ...events.facts import GameStarted
from ...events.journal.chain import digest
from ...events.journal.encoding import ENCODING, reason
from ...events.journal.entry import Entry, EntryRow
from ...events.journal.journal import ROWS, Journal
from ...events.journal.names import PlayerNames, folded
from ...events.journal.people import APART, Persons, Sealer, opened, people_of, without_number
from ...events.journal.stores.registry import shown, store_of
from ...events.journal.words import check_parts
from ...events.journal.words import words as words_of_the_game
from ..running.places import beside


@contextmanager
def new_journal(url: str) -> Iterator[Journal]:
    """A journal that isn't there yet: a file is in its place when the context ends without an error, and otherwise never was."""
    if not store_of(url).appendable:
        raise InvalidInput("--to", repr(shown(url)), "a SQLite file or a PostgreSQL database to write into")
    if "://" in url:
        with Journal.open(url) as journal:
            yield journal
        return
    path = Path(url)
    if path.exists():
        raise InvalidInput("--to", f"{url}, which is there already", "a file that isn't there yet")
    folder = beside(path)
    try:
        folder.mkdir()
        made = folder / path.name
        with Journal.open(made) as journal:
            yield journal
        # A link, for a rename would take the place of a file that another made meanwhile.
        os.link(made, path)
    except OSError as error:
        raise InvalidInput("--to", f"{url}: {error.strerror or error}", "a file that can be made") from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Pseudonymised(NamedTuple):
    """What was written: how many entries, and name → pseudonym."""

    entries: int
    names: dict[str, str]


def pseudonymise(journal: Journal, other: Journal, leave: Collection[str] = ()) -> Pseudonymised:
    """Copy a journal into an empty one, with `Player 1` and so on in place of players' names wherever they stand.

    That is in events, cuts and what they took back, rulings and the names of games; case and form of letters don't matter.
    What commands said of themselves (keys, correlation, causation) isn't copied, for names may be in it. `leave`: the words that
    may stay though a name is a part of them. Ids, versions and times stay; digests are made anew.

    Raises:
        InvalidInput: a name would be left within another word, a player is called by a word of the game or of the format, or two
            games would have one name; nothing is written.
        CorruptJournal: an entry can't be read, was altered or is missing.
    """
    names = _pseudonyms(_people(journal))
    players = PlayerNames(names)
    words: Counter[str] = Counter()

    def written(stream: str, entry: Entry) -> tuple[str, int, str]:
        try:
            encoded = ENCODING.encode(ENCODING.decode(entry.type, entry.schema, entry.body))
            document = to_json(players.replaced_in(from_json(encoded[2]))).decode()
            encoded = ENCODING.encode(ENCODING.decode(*encoded[:2], document))
        except ValueError as error:
            raise CorruptJournal(f"stream {entry.stream!r}, version {entry.version}", reason(error)) from None
        words.update(players.within(stream))
        words.update(players.within_in(from_json(encoded[2])))
        return encoded

    with other._store.writing():
        count = _copy(journal, other, players, written)
        check_parts(words, leave)
    return Pseudonymised(count, names)


def _copy(journal: Journal, other: Journal, players: PlayerNames, written: Callable[[str, Entry], tuple[str, int, str]]) -> int:
    """Copy entries, with pseudonyms in the names of games and digests made anew; returns how many.

    `written`: type, schema and body of an entry in the stream that is named so. Raises InvalidInput for a journal that isn't
    empty, and for games that would have one name.
    """
    if other._store.last_id():
        raise InvalidInput("--to", "a journal with entries", "an empty one")
    streams: dict[str, str] = {}
    digests: dict[str, str] = {}

    def row(entry: Entry) -> EntryRow:
        stream = streams.setdefault(entry.stream, players.replaced(entry.stream))
        content = (stream, entry.version, entry.recorded, *written(stream, entry))
        digests[stream] = digest(digests.get(stream, ""), content)
        return (*content, digests[stream])

    count, entries = 0, journal.feed()
    while rows := [row(entry) for entry in islice(entries, ROWS)]:
        other._store.insert(rows)
        count += len(rows)
    if len(set(streams.values())) < len(streams):
        ((twice, _),) = Counter(streams.values()).most_common(1)
        raise InvalidInput("stream", f"several games that would be called {twice!r}", "games whose names differ in other words")
    return count


def _people(journal: Journal) -> list[list[str]]:
    """The players of all games, each with all names that are one's own, in the order in which they come.

    Raises InvalidInput where two players of a game can't be distinguished by their names.
    """
    found: list[list[str]] = []
    whose: dict[str, list[str]] = {}
    for entry in journal.feed():
        if entry.type == GameStarted.__name__ and isinstance(started := entry.item, GameStarted):
            playing: list[list[str]] = []
            for names in people_of(started):
                known = next((whose[name.casefold()] for name in names if name.casefold() in whose), None)
                if known is None:
                    found.append(known := [])
                elif any(known is other for other in playing):
                    other = f"{names[0]!r}, as another player of {entry.stream!r} is called"
                    raise InvalidInput("players", other, "names that differ in more than case")
                playing.append(known)
                for name in names:
                    if whose.setdefault(name.casefold(), known) is known and name not in known:
                        known.append(name)
    return found


def _pseudonyms(people: list[list[str]]) -> dict[str, str]:
    """Each name of a player, without case, and what takes its place.

    Raises InvalidInput where a player is called by a word of the game.
    """
    called = [folded(name) for names in people for name in names]
    title = next(
        title for title in ("Player", "Person", "Somebody", uuid4().hex) if not any(folded(title) in name for name in called)
    )
    found: dict[str, str] = {}
    for form in (str, without_number):  # whoever has a number after the name is called so without it where no other player is
        for number, names in enumerate(people, 1):
            for name in names:
                found.setdefault(form(name).casefold(), f"{title} {number}")
    for word in sorted(name for name in found if folded(name) in words_of_the_game()):
        raise InvalidInput("players", f"a player called {word!r}, which is a word of the game or of the format", "another name")
    return found


def separate(journal: Journal, other: Journal) -> int:
    """Copy a journal into an empty one in which names are kept apart from entries (see `people`); returns how many entries.

    Names of players are in the other journal's table of names, and signs for them in its entries; names of games get pseudonyms
    in their places. Ids, versions and times stay; digests are made anew, and checkpoints of subscriptions don't come with it.

    Raises:
        InvalidInput: a player is called by a word of the game or of the format, or two games would have one name; nothing is
            written.
        CorruptJournal: an entry can't be read, was altered or is missing.
    """
    people = _people(journal)
    players, sealer = PlayerNames(_pseudonyms(people)), Sealer(people, Persons())

    def written(stream: str, entry: Entry) -> tuple[str, int, str]:
        return entry.type, entry.schema, sealer.sealed(opened(entry.body))

    with other._store.writing():
        count = _copy(journal, other, players, written)
        other._store.add_named([APART, *sealer.new])
    return count
