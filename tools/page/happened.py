"""What came of a step besides its ruling: costs, triggers, damage, deaths, life; read off the events that stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...events import damage as g
from ...events import declarations as d
from ...events import facts as t
from ...events import stack as s
from ...events.catalogue import Event
from ...events.journal.cuts import Cut
from ...events.journal.entry import Entry
from ...events.prose import Parts, Reference
from ...handlers.rulebook.editions import Edition
from .words import listed, with_permanents


@dataclass(frozen=True)
class Fact:
    """One thing that happened: of what kind, and what; `rule`: the number it follows from."""

    kind: str
    parts: Parts
    rule: str | None = None


@dataclass
class Happened:
    """What happened, to be stated and to be drawn."""

    facts: list[Fact] = field(default_factory=list)
    damage: Counter[str] = field(default_factory=Counter)
    gone: list[str] = field(default_factory=list)


def standing(entries: Iterable[Entry]) -> list[Event]:
    """The events of entries that follow each other, without what a cut among them took back."""
    kept: list[tuple[int, Event]] = []
    for entry in entries:
        item = entry.item
        if isinstance(item, Cut):
            kept = [(version, event) for version, event in kept if version <= item.to]
        else:
            kept.append((entry.version, item))
    return [event for _, event in kept]


def _candidates(cost: d.LockedCost) -> set[str]:
    """The permanents that a cost may be paid with."""
    return {each for part in cost.permanents for each in part.candidates}


def happened(events: Iterable[Event], edition: Edition) -> Happened:
    """What these events state, in their order."""
    found, ref, named = Happened(), Reference, set[str]()
    for event in events:
        match event:
            case d.CostsLocked(player=player, total=total):
                found.facts.append(
                    Fact("cost", ("It costs ", ref(ref=player), " ", *with_permanents(total.text, _candidates(total))), None)
                )
            case d.AbilityTriggered(source=source, ability=ability, times=times, concept=concept):
                often = f" {times} times" if times > 1 else ""
                parts = (ref(ref=source), f" triggers{often}: {ability}")
                found.facts.append(Fact("trigger", parts, edition.number(concept)))
            case s.AbilityNotCarriedOut(source=source, ability=ability, why=why):
                found.facts.append(Fact("not carried out", ("Not carried out, of ", ref(ref=source), f": {ability} ({why})")))
            case d.DamageOrderAnnounced():
                pass
            case g.CombatDamageDealt():
                _dealt(found, event)
            case t.DamageDealt(combat=True):
                found.damage[event.target] += event.amount
                dealt = (f" deals {event.amount} to ", ref(ref=event.target))
                in_all = (ref(ref=event.target), f" is dealt {event.amount} in all")
                _add(found, "damage", in_all if event.source is None else (ref(ref=event.source), *dealt))
            case g.StateBasedActionsPerformed(actions=actions):
                dying: dict[str, list[str]] = {}
                for action in actions:
                    if action.to is not None:
                        dying.setdefault(action.concept, []).append(action.id)
                    what = " regenerates" if action.regenerates is not None else None
                    if action.destroys is not None:
                        _add(found, "state", (ref(ref=action.destroys), " is destroyed instead of ", ref(ref=action.id)))
                    if action.counters:
                        what = f" loses {action.counters} pair{'s' if action.counters > 1 else ''} of +1/+1 and −1/−1 counters"
                    if what is not None:
                        _add(found, "state", (ref(ref=action.id), what))
                for cause, ids in dying.items():
                    dies = " dies" if len(ids) == 1 else " die"
                    found.facts.append(Fact("gone", (*listed(ids), dies), edition.number(cause)))
                    named.update(ids)
            case g.PermanentRegenerated(id=id):
                _add(found, "state", (ref(ref=id), " regenerates"))
            case t.PermanentLeft(id=id):
                found.gone.append(id)
            case g.PlayerLost(player=player, concept=concept):
                found.facts.append(Fact("lost", (ref(ref=player), " loses the game"), edition.number(concept)))
            case d.NeverEnteredCombat(creature=creature, concept=concept):
                never = (ref(ref=creature), " doesn’t take part in combat: ", *(event.parts or (event.reason,)))
                found.facts.append(Fact("combat", never, edition.number(concept)))
            case d.RemovedFromCombat(id=id, reason=reason) if reason != "left the battlefield":
                found.facts.append(Fact("combat", (ref(ref=id), f" is removed from combat: {reason}")))
    left = [id for id in dict.fromkeys(found.gone) if id not in named]
    if left:
        leave = " leaves the battlefield" if len(left) == 1 else " leave the battlefield"
        found.facts.append(Fact("gone", (*listed(left), leave)))
    return found


def _dealt(found: Happened, event: g.CombatDamageDealt) -> None:
    ref = Reference
    for damage in event.damage:
        prevented = f" ({damage.prevented} prevented)" if damage.prevented else ""
        found.damage[damage.recipient] += damage.dealt
        if damage.dealt or damage.prevented:
            _add(found, "damage", (ref(ref=damage.source), f" deals {damage.dealt}{prevented} to ", ref(ref=damage.recipient)))
    for gained in event.gained:
        _add(found, "life", (ref(ref=gained.player), f" gains {gained.amount} life from ", ref(ref=gained.source)))
    for player, number in event.poison.items():
        _add(found, "life", (ref(ref=player), f" gets {number} poison counter{'s' if number > 1 else ''}"))


def _add(found: Happened, kind: str, parts: Parts) -> None:
    """State a fact, in one sentence with others of its kind just before it."""
    if found.facts and found.facts[-1].kind == kind:
        found.facts[-1] = Fact(kind, (*found.facts[-1].parts, "; ", *parts))
    else:
        found.facts.append(Fact(kind, parts))
