"""Names of people, kept apart from the entries that say them, so that one can be erased and every digest still verifies.

In the bodies of entries a sign stands for a name as it was written: `~p`, 24 digits of the SHA-256 of a salt and that text, `~`.
What each stands for is beside the entries, in the store, and is put in its place when a body is read. Whoever is erased has a
pseudonym there instead, and no salt: then nothing says whether a sign stood for a name.

What is known is known to the whole process: signs are drawn at random, and mean the same in every copy of a journal.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, Protocol
from uuid import uuid4
from weakref import WeakSet

from pydantic_core import from_json, to_json

from ..errors import DeclarantError
from .names import PlayerNames, folded

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


class NamedRows(NamedTuple):
    """What signs stand for, of which something was added or erased after a number, and the number to ask with next."""

    last: int
    rows: list[Named]


class NamesSource(Protocol):
    """Knows what signs stand for: a store."""

    def named(self, after: int = 0) -> NamedRows:
        """What they stand for."""
        ...


def ask(source: NamesSource) -> None:
    """Ask this one from now on, for what isn't known."""
    _SOURCES.add(source)
    learn(source.named().rows)


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
                learn(source.named().rows)
        # What nobody knows is asked for once.
        row = _KNOWN.setdefault(found.group(), Named(found.group(), "", "", found.group()))
    return _in_json(row.text)


@cache
def _in_json(text: str) -> str:
    return to_json(text).decode()[1:-1]


def without_number(name: str) -> str:
    """A name without the number that Arena writes after it: `Ann#12345` is called Ann."""
    return name.partition("#")[0] or name


def forms(name: str) -> set[str]:
    """How whoever has that name may be called."""
    return {name, without_number(name)}


def people_of(started: GameStarted) -> list[list[str]]:
    """The players of a game, each with the names that are one's own: the id, and what the player is called."""
    return [list(dict.fromkeys((player, started.names.get(player) or player))) for player in started.players]


class Persons:
    """The people whose names are kept apart in a journal, by their names. Of those who were erased, nothing is known."""

    def __init__(self) -> None:
        self.signs: dict[str, Named] = {}
        """Sign → what it stands for, of all."""
        self._of: dict[str, dict[str, Named]] = {}
        """Person → the texts that signs stand for."""
        self._called: dict[str, set[str]] = {}
        """Form of a name, without case → the people who are called so."""

    def clear(self) -> None:
        """Know nobody, to learn all anew."""
        for each in (self.signs, self._of, self._called):
            each.clear()

    def take(self, rows: Iterable[Named]) -> None:
        """Know these from now on: what was added, and what was erased."""
        for row in rows:
            before = self.signs.get(row.sign)
            self.signs[row.sign] = row
            if row.salt:
                self._of.setdefault(row.person, {})[row.text] = row
                for form in forms(row.text):
                    self._called.setdefault(form.casefold(), set()).add(row.person)
            elif before is not None and self._of.get(row.person, {}).pop(before.text, None) is not None:
                for form in forms(before.text):
                    self._called[form.casefold()].discard(row.person)

    def texts(self, person: str) -> dict[str, Named]:
        """What signs stand for of one, by the texts."""
        return self._of.get(person, {})

    def own(self, person: str) -> set[str]:
        """The texts that are one's own names: those that aren't just another one of them without its number."""
        texts = self.texts(person).keys()
        return {*texts} - {without_number(text) for text in texts if without_number(text) != text}

    def by_own_name(self, name: str, exact: bool) -> list[str]:
        """Who has that name as one's own: to the letter, or whatever the case."""
        found = (each for each in self._called.get(name.casefold(), ()) if JOINT not in each)
        return sorted(each for each in found if name in (own := self.own(each)) or (not exact and _has(own, name)))

    def called(self, name: str) -> list[str]:
        """Who is called so, by whatever name."""
        return sorted(each for each in self._called.get(name.casefold(), ()) if JOINT not in each)

    def sharing(self, person: str) -> set[str]:
        """That one, and all who have one of its own names: writers at the same time may draw several for one."""
        found, left = {person}, [person]
        while left:
            for name in self.own(left.pop()):
                new = {*self.by_own_name(name, exact=True)} - found
                found |= new
                left += new
        return found

    def joint(self, persons: Iterable[str]) -> set[str]:
        """These, and the names that each of them has in common with others (see `Sealer`)."""
        among = {*persons}
        return among | {person for person in self._of if JOINT in person and among & {*person.split(JOINT)}}


JOINT = " "
"""Stands between the people whom a name in a game may mean."""


def _has(names: Iterable[str], name: str) -> bool:
    return name.casefold() in map(str.casefold, names)


class Sealer(PlayerNames):
    """Puts signs in the places of the names of a game's players. `new`: what was drawn for it and isn't kept yet.

    A name is taken for that of the player to whom it belongs to the letter, or else in other case, or else in other letters; who
    has a number after the name is called so without it where no other player is. Where several players may be meant, the sign is
    that of all of them: it is erased with the first.
    """

    def __init__(self, people: Iterable[Iterable[str]], known: Persons, playing: Collection[str] = ()) -> None:
        """`people`: each player with the names that are one's own; `known`: the signs that there are already; `playing`: the
        people by whose signs the game begins."""
        self._known = known
        self.new: list[Named] = []
        self._drawn: dict[tuple[str, str], str] = {}
        players = [list(names) for names in people]
        persons: dict[int, str] = {}
        for exact in (True, False):
            for number, names in enumerate(players):
                found = [each for name in names for each in known.by_own_name(name, exact) if each not in persons.values()]
                if number not in persons and found:
                    persons[number] = min(found, key=lambda each: each not in playing)
        self._whose: dict[str, set[str]] = {}
        for number, names in enumerate(players):
            person = persons.setdefault(number, uuid4().hex)
            for name in names:
                self._whose.setdefault(name, set()).add(person)
        for number, names in enumerate(players):
            for name in map(without_number, names):
                if not _has((each for own in players for each in own), name):
                    self._whose.setdefault(name, set()).add(persons[number])
        super().__init__({name.casefold(): "" for name in self._whose})
        self._in_json = all(map(IN_JSON.fullmatch, self._whose))

    def sealed(self, body: str) -> str:
        """A body in JSON with signs in the places of names."""
        if self._in_json and "\\" not in body:
            return self.replaced(body)
        return to_json(self.replaced_in(from_json(body)), inf_nan_mode="constants").decode()

    def _instead(self, written: str, letters: str) -> str:
        person = JOINT.join(sorted(self._meant(written, letters)))
        sign = self._drawn.get((person, written))
        if sign is None:
            row = self._known.texts(person).get(written)
            if row is None:
                salt = uuid4().hex
                row = Named(sign_of(salt, written), person, salt, written)
                self.new.append(row)
                learn([row])
            sign = self._drawn[person, written] = row.sign
        return sign

    def _meant(self, written: str, letters: str) -> set[str]:
        if written in self._whose:
            return self._whose[written]
        for alike in (lambda name: name.casefold() == written.casefold(), lambda name: folded(name) == letters):
            if found := {person for name, persons in self._whose.items() if alike(name) for person in persons}:
                return found
        raise AssertionError("a name that is found is one of those to find")
