"""The rulings of a game: every declaration that was tried, legal or not, in the order of the journal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ..events import damage as g
from ..events import declarations as d
from ..events.catalogue import Event
from ..events.journal.cuts import Cut
from ..events.journal.entry import Entry
from ..events.ruling import Ruling
from .timeline import Timeline

RuledAction = Literal["attack", "block", "damage"]


class Judged(NamedTuple):
    """One declaration, or one player's assignment of combat damage: where its events stand in the journal, and the ruling that
    took it back (None: legal, it stands).

    `last` is the version at which it was complete, or of the cut.
    """

    action: RuledAction
    player: str
    first: int
    last: int
    ruling: Ruling | None


@dataclass(slots=True)
class _Open:
    """The declaration or announcement that isn't over: what, whose, and where its events begin."""

    begun: tuple[RuledAction, str, int] | None = None

    def copy(self) -> _Open:
        return _Open(self.begun)

    def apply(self, event: Event, version: int) -> None:
        match event:
            case d.AttackersDeclared():
                self.begun = ("attack", event.player, version)
            case d.BlockersDeclared():
                self.begun = ("block", event.player, version)
            case g.CombatDamageAnnounced():
                self.begun = ("damage", event.player, version)
            case d.BecameAttacking() | d.BecameBlocking() | g.CombatDamageAssigned():
                self.begun = None


def rulings(entries: Iterable[Entry]) -> list[Judged]:
    """Fold the journal of a game, cuts included. What waits for payment, or was taken back without a ruling, isn't among them.

    Raises CorruptJournal where an entry can't be read.
    """
    judged: list[Judged] = []
    going = Timeline(_Open())
    for entry in entries:
        begun = going.now.begun
        item = going.read(entry)
        if begun is not None and going.now.begun is None:
            ruling = item.ruling if isinstance(item, Cut) else None
            if ruling is not None or not isinstance(item, Cut):
                judged.append(Judged(*begun, entry.version, ruling))
    return judged
