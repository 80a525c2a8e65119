"""Puts signs in the places of names where these are kept apart from entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import count

from pydantic_core import from_json

from ..errors import InvalidInput
from ..facts import GameStarted
from . import encoding, people
from .chain import digest
from .entry import LATEST, Encoded, Entry
from .names import PlayerNames, folded
from .people import Persons, Sealer
from .stores.store import Store
from .words import check_parts, words


class Sealing:
    """Whether names are kept apart from the entries of a journal, and by what signs. A journal and its logs share one.

    That is settled by the first entry: as long as there is none, whoever writes looks again, while nobody else may write.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._persons = Persons()
        self._last = 0
        self.in_clear = False
        """Whether it is known that names stand in entries, and always will."""

    @property
    def apart(self) -> bool:
        """Whether names are kept apart."""
        return not self.in_clear and (bool(self._persons.signs) or self._look())

    @property
    def settled(self) -> bool:
        """Whether that can change no more."""
        return self.apart or self.in_clear

    def _look(self) -> bool:
        begun = self._store.last_id() > 0
        self.refresh()
        self.in_clear = begun and not self._persons.signs
        return bool(self._persons.signs)

    def refresh(self) -> None:
        """Know what was added or erased since."""
        found = self._store.named(self._last)
        self._last = found.last
        self._persons.take(found.rows)
        people.learn(found.rows)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """As that of the store. What is read meanwhile doesn't count if nothing is written in the end."""
        try:
            with self._store.writing():
                yield
        except BaseException:
            self._persons.clear()
            self._last, self.in_clear = 0, False
            raise

    def begin(self) -> None:
        """Keep names apart from now on. Raises InvalidInput where there are entries with names in them."""
        if self.apart:
            return
        with self.writing():
            if self._store.last_id():
                raise InvalidInput(
                    "names_apart",
                    "a journal with names in its entries",
                    "a new one (`declarant journal separate` makes one of it)",
                )
            self._store.add_named([people.APART])

    def sealer(self, stream: str, first: Encoded | None = None) -> Sealer | None:
        """What seals a game: one that begins with `first`, unless it has begun before. None where it begins with no game.

        A player who is called by a word of the game or of the format can't be distinguished from it: that name stays in the
        entries.

        Raises:
            InvalidInput: a player's name is in the name of the game, from which it couldn't be erased.
        """
        self.refresh()
        begun = next(self._store.read(stream, 1, 1), None)
        if begun is not None:
            first = (begun.type, begun.schema, begun.body)
        if first is None or first[0] != GameStarted.__name__:
            return None
        started = encoding.ENCODING.decode(*first)
        assert isinstance(started, GameStarted)
        before = [row for sign in people.signs_in([first[2]]) if (row := self._persons.signs.get(sign)) is not None]
        erased = {row.text for row in before if not row.salt}
        sealed = {row.text for row in before if row.salt}
        players = [[name for name in names if name not in erased] for names in people.people_of(started)]
        unsealed = [names for names in players if names and (sealed & {*names} or not _has_words(names))]
        sealer = Sealer(unsealed, self._persons, {row.person for row in before})
        if begun is None and sealer.finds(stream):
            raise InvalidInput("stream", repr(stream), "a name without that of a player: names are kept apart in this journal")
        return sealer

    def sealed(self, sealer: Sealer, body: str) -> str:
        """A body with signs; what they stand for is kept first."""
        body = sealer.sealed(body)
        if sealer.new:
            self._store.add_named(sealer.new)
            self.refresh()
            sealer.new = []
        return body

    def erase(self, player: str, leave: Collection[str]) -> str:
        """Erase a player: see `Journal.erase`."""
        self.refresh()
        persons = self._meant(player)
        rows = [row for row in self._persons.signs.values() if row.person]
        texts = {player, *(row.text for row in rows if row.person in persons and row.salt)}
        names = PlayerNames({form: "" for text in texts for form in people.forms(text)})
        parts = Counter(word for row in rows if row.salt and row.person not in persons for word in names.within(row.text))
        for entry in self._store.feed(0, LATEST):
            body = from_json(people.SIGN.sub(" ", entry.body))
            parts.update(found := list(names.within_in([entry.stream, body])))
            if found and (names.finds_in(body) or names.finds(entry.stream)):
                raise InvalidInput(
                    "PLAYER", f"the name in {entry.name} itself", "a name that stands nowhere but apart; nothing is erased"
                )
        for each in self._store.subscriptions():
            if names.finds(each.name):
                raise InvalidInput("PLAYER", f"the name in that of subscription {each.name!r}", "another; nothing is erased")
            parts.update(names.within(each.name))
        check_parts(parts, leave)
        taken = {row.text for row in rows}
        pseudonym = next(name for number in count(1) if (name := f"Player {number}") not in taken)
        for person in sorted(persons, key=lambda person: people.JOINT not in person):  # by the others one is found again
            self._store.erase(person, pseudonym)
        self._store.scrub()
        self.refresh()
        return pseudonym

    def _meant(self, player: str) -> set[str]:
        """The people to erase: one, with all by whose signs that one is meant."""
        known = self._persons
        found = known.by_own_name(player, exact=True) or known.by_own_name(player, exact=False) or known.called(player)
        if not found:
            self._store.scrub()  # erasing may have been cut short
            raise InvalidInput(
                "PLAYER", repr(player), "a player whose names are kept apart here (see `declarant journal separate`)"
            )
        persons = known.sharing(found[0])
        if not {*found} <= persons:
            names = ", ".join(sorted({repr(name) for person in found for name in known.own(person)}))
            raise InvalidInput("PLAYER", f"{player!r}, as several players are called", f"one of {names}")
        return known.joint(persons)


class KeptHere:
    """Entries of another journal as this one keeps them: with signs for names, and digests made anew, where names are apart.

    Signs that are there already stay as they are. It is called within `Sealing.writing`.
    """

    def __init__(self, sealing: Sealing, store: Store, apart: bool = False) -> None:
        """`apart`: they come from a journal that keeps names apart, and so does this one then, if it has no entry."""
        self._sealing, self._store = sealing, store
        self._sealers: dict[str, Sealer | None] = {}
        self._previous: dict[str, str] = {}
        if apart and not store.last_id():
            store.add_named([people.APART])

    def __call__(self, entry: Entry) -> Entry:
        """The next entry of its stream.

        Raises:
            InvalidInput: names are kept apart there, and not here.
        """
        if known := people.known_in([entry.body]):
            if not self._sealing.apart and self._store.last_id():
                raise InvalidInput("journal", "names in its entries", "one that keeps names apart, as the entries to append do")
            self._store.add_named(known)
        if not self._sealing.apart:
            return entry
        if entry.stream not in self._sealers:
            self._sealers[entry.stream] = self._sealing.sealer(entry.stream, (entry.type, entry.schema, entry.body))
        sealer = self._sealers[entry.stream]
        if sealer is None or (previous := self._before(entry)) is None:
            return entry
        entry = entry._replace(body=self._sealing.sealed(sealer, entry.body))
        self._previous[entry.stream] = made = digest(previous, entry[1:7])
        return entry._replace(digest=made)

    def _before(self, entry: Entry) -> str | None:
        """The digest of the entry before; None where that isn't here."""
        if entry.version == 1:
            return ""
        if entry.stream in self._previous:
            return self._previous[entry.stream]
        before = next(self._store.read(entry.stream, entry.version - 1, entry.version - 1), None)
        return None if before is None else before.digest


def seal(sealing: Sealing, sealer: Sealer, encoded: Sequence[Encoded]) -> list[Encoded]:
    """What is appended, with signs; what they stand for is kept first."""
    return [(tag, schema, sealing.sealed(sealer, body)) for tag, schema, body in encoded]


def _has_words(names: Collection[str]) -> bool:
    return any(folded(form) in words() for name in names for form in people.forms(name))
