"""The rulings of a game: every declaration that was tried, legal or not, in the order of the journal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from ..events import damage as g
from ..events import declarations as d
from ..events.journal.cuts import Cut
from ..events.journal.entry import Entry
from ..events.ruling import Ruling

Action = Literal["attack", "block", "damage"]


class Judged(NamedTuple):
    """One declaration, or one player's assignment of combat damage: where its events stand in the journal, and the ruling that
    took it back (None: legal, it stands).

    `last` is the version at which it was complete, or of the cut.
    """

    action: Action
    player: str
    first: int
    last: int
    ruling: Ruling | None


def rulings(entries: Iterable[Entry]) -> list[Judged]:
    """Fold the journal of a game, cuts included. A declaration that waits for payment isn't among them yet.

    Raises CorruptJournal where an entry can't be read.
    """
    judged: list[Judged] = []
    begun: tuple[Action, str, int] | None = None
    for entry in entries:
        item = entry.item
        if isinstance(item, d.AttackersDeclared):
            begun = ("attack", item.player, entry.version)
        elif isinstance(item, d.BlockersDeclared):
            begun = ("block", item.player, entry.version)
        elif isinstance(item, g.CombatDamageAnnounced):
            begun = ("damage", item.player, entry.version)
        elif begun is not None and isinstance(item, d.BecameAttacking | d.BecameBlocking | g.CombatDamageAssigned | Cut):
            ruling = item.ruling if isinstance(item, Cut) else None
            judged.append(Judged(*begun, entry.version, ruling))
            begun = None
    return judged
