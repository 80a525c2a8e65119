"""Puts signs in the places of names where these are kept apart from entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import InvalidInput
from ..facts import GameStarted
from . import encoding
from .entry import Encoded
from .names import folded
from .people import Named, Sealer, people_of
from .stores.store import Store
from .words import words


def sealer_of_game(stream: str, first: Encoded, named: Iterable[Named]) -> Sealer | None:
    """What seals a game that begins with this. None where that begins no game.

    A player who is called by a word of the game or of the format can't be told from it: that name stays in the entries.

    Raises:
        InvalidInput: a player's name is in the name of the game, from which it couldn't be erased.
    """
    started = encoding.ENCODING.decode(*first)
    if not isinstance(started, GameStarted):
        return None
    people = [names for names in people_of(started) if not any(folded(name) in words() for name in names)]
    sealer = Sealer(people, named)
    if sealer.finds(stream):
        raise InvalidInput("stream", repr(stream), "a name without that of a player: names are kept apart in this journal")
    return sealer


def seal(store: Store, sealer: Sealer, encoded: Sequence[Encoded]) -> list[Encoded]:
    """What is appended, with signs; what they stand for is kept first."""
    sealed = [(tag, schema, sealer.sealed(body)) for tag, schema, body in encoded]
    if sealer.new:
        store.add_named(sealer.new)
        sealer.new = []
    return sealed
