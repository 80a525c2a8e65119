"""Copies of journals: as they are, or with other names for the players."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from pydantic_core import from_json, to_json

from ...events.errors import CorruptJournal, InvalidInput
from ...events.facts import GameStarted
from ...events.journal.chain import digest
from ...events.journal.encoding import ENCODING, reason
from ...events.journal.entry import EntryRow
from ...events.journal.journal import ROWS, Journal
from ...events.journal.stores.registry import shown, store_of
from ...events.types import CARD_TYPES, CREATURE_TYPES, NONCREATURE_SUBTYPES, SUPERTYPES
from ..running.places import beside
from .names import PlayerNames, folded


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
    """What was written: how many entries, name → pseudonym, and words of which a name is still a part → how often."""

    entries: int
    names: dict[str, str]
    left: dict[str, int]


def pseudonymise(journal: Journal, other: Journal) -> Pseudonymised:
    """Copy a journal into an empty one, with `Player 1` and so on in place of players' names wherever they stand.

    That is in events, cuts and what they took back, rulings and the names of games; case and form of letters don't matter. A name
    within another word stays, and is named. Ids, versions and times stay; digests are made anew.

    Raises:
        InvalidInput: a player is called by a word of the game or of the format, or two games would have one name.
        CorruptJournal: an entry can't be read, was altered or is missing.
    """
    names = _names(journal)
    players = PlayerNames(names)
    words: Counter[str] = Counter()
    streams: dict[str, str] = {}
    digests: dict[str, str] = {}
    count = 0

    def row(stream: str, version: int, recorded: str, tag: str, schema: int, body: str) -> EntryRow:
        new = streams.setdefault(stream, players.replaced(stream))
        try:
            encoded = ENCODING.encode(ENCODING.decode(tag, schema, body))
            document = to_json(players.replaced_in(from_json(encoded[2]))).decode()
            encoded = ENCODING.encode(ENCODING.decode(*encoded[:2], document))
        except ValueError as error:
            raise CorruptJournal(f"stream {stream!r}, version {version}", reason(error)) from None
        content = (new, version, recorded, *encoded)
        digests[stream] = digest(digests.get(stream, ""), content)
        words.update(players.within(new))
        words.update(players.within(json.dumps(from_json(encoded[2]), ensure_ascii=False)))
        return (*content, digests[stream])

    entries = journal.feed()
    with other._store.writing():
        if other._store.last_id():
            raise InvalidInput("--to", "a journal with entries", "an empty one")
        while rows := [row(*entry[1:7]) for _, entry in zip(range(ROWS), entries, strict=False)]:
            other._store.insert(rows)
            count += len(rows)
        if len(set(streams.values())) < len(streams):
            ((twice, _),) = Counter(streams.values()).most_common(1)
            raise InvalidInput(
                "stream", f"several games that would be called {twice!r}", "games whose names differ in other words"
            )
    return Pseudonymised(count, names, dict(words))


def _names(journal: Journal) -> dict[str, str]:
    """Each name of a player, and what takes its place, in the order in which they come."""
    people: list[tuple[str, ...]] = []
    for entry in journal.feed():
        if entry.type == GameStarted.__name__ and isinstance(started := entry.item, GameStarted):
            people += [(player, started.names.get(player, player)) for player in started.players]
    called = [folded(name) for person in people for name in person]
    title = next(
        title for title in ("Player", "Person", "Somebody", uuid4().hex) if not any(folded(title) in name for name in called)
    )
    found: dict[str, str] = {}
    for number, person in enumerate(dict.fromkeys(people), 1):
        known = next((found[name.casefold()] for name in person if name.casefold() in found), f"{title} {number}")
        for name in person:
            # Arena writes a number after the name by which people know the player.
            for part in (name, name.partition("#")[0]):
                if part:
                    found.setdefault(part.casefold(), known)
    words = _words()
    for word in sorted(name for name in found if folded(name) in words):
        raise InvalidInput("players", f"a player called {word!r}, which is a word of the game or of the format", "another name")
    return found


def _words() -> set[str]:
    """What can't be replaced, for it means something wherever it stands."""
    words = {*CARD_TYPES, *SUPERTYPES, *CREATURE_TYPES, *NONCREATURE_SUBTYPES}
    for tag in ENCODING.tags:
        words |= set(_literals(ENCODING.model(tag).model_json_schema()))
    return {folded(word) for word in words}


def _literals(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from (value for value in (*schema.get("enum", ()), schema.get("const")) if isinstance(value, str))
        yield from schema.get("properties", ())
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from _literals(each)
