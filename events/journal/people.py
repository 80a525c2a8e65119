"""Names of people, kept apart from the entries that say them, so that one can be erased and every digest still verifies.

In the bodies of entries a sign stands for a name as it was written: `~p`, 24 digits of the SHA-256 of a salt and that text, `~`.
What each stands for is beside the entries, in the store, and is put in its place when a body is read. Whoever is erased has a
pseudonym there instead, and no salt: then nothing tells whether a sign stood for a name.

What is known is known to the whole process: signs are drawn at random, and mean the same in every copy of a journal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, Protocol
from uuid import uuid4
from weakref import WeakSet

from pydantic_core import from_json, to_json

from ..errors import DeclarantError
from .names import PlayerNames

if TYPE_CHECKING:
    from ..facts import GameStarted


class Named(NamedTuple):
    """What a sign in the bodies of entries stands for : of which person, the text as it was written, and its salt.

    Of a person who was erased there is no salt, and the text is a pseudonym.
    """

    sign: str
    person: str
    salt: str
    text: str


MARK = "~p"
APART = Named("~p~", "", "", "")
"""Stands beside the entries for nobody: names are kept apart here from the first entry on."""
SIGN = re.compile(r"~p[0-9a-f]{24}~")

IN_JSON = re.compile(r'(?!(?:true|false|null|nan|infinity)$)[^\W\d_][^"\\{}\[\]:,]*')
"""Names that are found in JSON as it is written, without being taken for a part of its syntax."""

_KNOWN: dict[str, Named] = {}
"""Sign → what it stands for."""


def sign_of(salt: str, text: str) -> str:
    """The sign that stands for a text."""
    return f"{MARK}{sha256(f'{salt}{text}'.encode()).hexdigest()[:24]}~"


_SOURCES: WeakSet[NamesSource] = WeakSet()
"""The stores of this process to ask for signs that aren't known yet."""


class NamesSource(Protocol):
    """Knows what signs stand for: a store."""

    def named(self) -> list[Named]:
        """What they stand for."""
        ...


def ask(source: NamesSource) -> None:
    """Ask this one from now on, for what isn't known."""
    _SOURCES.add(source)
    learn(source.named())


def learn(rows: Iterable[Named]) -> None:
    """Know from now on what these signs stand for."""
    for row in rows:
        _KNOWN[row.sign] = row


def learn_from_outside(rows: Iterable[Named]) -> None:
    """The same of what a file says: names that their signs are made of, and pseudonyms for what isn't known."""
    learn(row for row in rows if (row.salt and sign_of(row.salt, row.text) == row.sign) or row.sign not in _KNOWN)


def signs_in(bodies: Iterable[str]) -> list[str]:
    """The signs in bodies, each once."""
    return list(dict.fromkeys(sign for body in bodies if MARK in body for sign in SIGN.findall(body)))


def known_in(bodies: Iterable[str]) -> list[Named]:
    """What the signs in bodies stand for, as far as that is known."""
    return [row for sign in signs_in(bodies) if (row := _KNOWN.get(sign)) is not None and row.person]


def opened(body: str) -> str:
    """A body in JSON with what its signs stand for in their places. One that isn't known stays."""
    return SIGN.sub(_opened, body)


def _opened(found: re.Match[str]) -> str:
    if (row := _KNOWN.get(found.group())) is None:
        for source in list(_SOURCES):
            with suppress(DeclarantError):  # it is closed, damaged, or another thread's
                learn(source.named())
        # What nobody knows is asked for once.
        row = _KNOWN.setdefault(found.group(), Named(found.group(), "", "", found.group()))
    return _in_json(row.text)


@cache
def _in_json(text: str) -> str:
    return to_json(text).decode()[1:-1]


def spellings(player: str, called: str) -> list[str]:
    """What a player is called: the id, the name, and that without the number that Arena writes after it."""
    return [part for name in dict.fromkeys((player, called)) for part in dict.fromkeys((name, name.partition("#")[0])) if part]


def people_of(started: GameStarted) -> list[list[str]]:
    """The players of a game, each with what that one is called."""
    return [spellings(player, started.names.get(player, player)) for player in started.players]


class Sealer(PlayerNames):
    """Puts signs in the places of names. `new`: what was drawn for it and isn't kept yet."""

    def __init__(self, people: Iterable[Iterable[str]], rows: Iterable[Named]) -> None:
        """`people`: each with the names that are one's own; `rows`: the signs that there are already."""
        self._signs = {row.text: row for row in rows if row.salt}
        whose = {row.text.casefold(): row.person for row in self._signs.values()}
        persons: dict[str, str] = {}
        for names in people:
            known = [name.casefold() for name in names]
            person = next((whose[name] for name in known if name in whose), None) or uuid4().hex
            for name in known:
                persons.setdefault(name, person)
        super().__init__(persons)
        self._in_json = all(map(IN_JSON.fullmatch, persons))
        self.new: list[Named] = []

    def sealed(self, body: str) -> str:
        """A body in JSON with signs in the places of names."""
        if self._in_json and "\\" not in body:
            return self.replaced(body)
        return to_json(self.replaced_in(from_json(body)), inf_nan_mode="constants").decode()

    def _instead(self, written: str, letters: str) -> str:
        if written not in self._signs:
            persons = self._by_letters[letters]
            salt = uuid4().hex
            person = persons.get(written.casefold()) or next(iter(persons.values()))
            row = Named(sign_of(salt, written), person, salt, written)
            self._signs[written] = row
            self.new.append(row)
            learn([row])
        return self._signs[written].sign


def sealer_of(first: str, rows: Iterable[Named]) -> Sealer | None:
    """What seals a game whose first entry has that body, with the signs of its people; None where it has none."""
    held = list(rows)
    whose = {row.person for row in held} & {row.person for row in known_in([first])}
    people: Mapping[str, list[str]] = {person: [] for person in whose}
    for row in held:
        if row.person in people and row.salt:
            people[row.person].append(row.text)
    return Sealer(people.values(), held) if any(people.values()) else None
