"""What of an imported game its record says, and what is known of its cards: two recordings of one differ in the latter only."""

from __future__ import annotations

from collections.abc import Iterable

from ...events import declarations as d
from ...events import facts as t
from ...events import records as r
from ...events.catalogue import Event
from ...events.journal.journal import Journal

UNKNOWN = "grp "
"""What the name of a card that isn't known begins with; Arena's number of it follows."""


def recorded_facts(journal: Journal, stream: str) -> list[tuple[object, ...]]:
    """What the record reported a game, whatever is known of its cards: who entered and left, turns, steps, damage and life.

    Steps are those of combat: main phases weren't distinguished from what else is outside of it in journals of before 2026-11-24.
    """
    found: list[tuple[object, ...]] = []
    for _, event in journal.log(stream).events():
        match event:
            case t.GameStarted():
                found.append((event.players, event.life, event.played, event.source))
            case t.PermanentEntered():
                found.append((event.id, event.controller, event.power, event.toughness))
            case t.PermanentLeft():
                found.append((event.id, event.to, event.why))
            case t.SpellCast():
                found.append((event.id, event.player))
            case d.AttackTargetsAnnounced():
                found.append((event.targets,))
            case d.BlockersDeclared():
                found.append((event.player, event.blocks))
            case t.StepBegan(step="precombat main" | "postcombat main" | "other"):
                pass
            case t.TurnBegan() | t.StepBegan() | t.DamageDealt() | t.LifeChanged() | t.PlayerTotalsChanged() | t.GameEnded():
                found.append((event,))
    return found


def cards_unknown(journal: Journal, stream: str) -> int:
    """How many names of a game are of cards that nobody knows: of permanents, spells, decks and opening hands."""
    return sum(name.startswith(UNKNOWN) for _, event in journal.log(stream).events() for name in _names(event))


def _names(event: Event) -> Iterable[str]:
    match event:
        case t.PermanentEntered() | t.SpellCast():
            return (event.name,)
        case r.GameDescribed():
            return (*event.deck, *event.sideboard, *event.commanders)
        case r.OpeningHandKept():
            return event.cards or ()
    return ()
