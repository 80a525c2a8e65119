"""Abilities that trigger on what is done as another one resolves (603.2): permanents tapped, counters put, life gained and lost,
and delayed triggered abilities (603.7). What triggers on damage and on what leaves is stated in `damage_510_3`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from ...events import abilities as a
from ...events.declarations import AbilityTriggered
from ...projections.board import Permanent
from ...projections.stack import Stack, is_due
from ..rulebook.concepts import Concept
from ..view.context import HeldTrigger
from ..view.view import View
from .triggered import becoming_tapped, getting_counters, triggered

CONCEPT = Concept.STACK_TRIGGERS


def tap_triggers(view: View, tapped: Collection[str]) -> Iterator[AbilityTriggered]:
    """What triggers on permanents that became tapped."""
    return triggered(view, {a.BecomesTapped: (CONCEPT, becoming_tapped(tapped))})


def change_triggers(view: View, before: Permanent, now: Permanent) -> list[AbilityTriggered]:
    """What triggers as it is stated that a permanent became tapped, or has more counters."""
    found = list(tap_triggers(view, (now.id,))) if now.tapped and not before.tapped else []
    for counter, number in now.counters.items():
        if (put := number - before.counters.get(counter, 0)) > 0:
            found += counter_triggers(view, {now.id: put}, counter)
    return found


def counter_triggers(view: View, put: Mapping[str, int], counter: str) -> Iterator[AbilityTriggered]:
    """What triggers on so many counters of a name put on permanents."""

    def happened(view: View, held: HeldTrigger, event: a.TriggerEvent, about: list[str]) -> list[a.TriggerContext]:
        return [a.TriggerContext(subject=id, amount=put[id]) for id in about]

    return triggered(view, {a.CountersPut: (CONCEPT, getting_counters(put, counter))}, happened)


def life_triggers(view: View, changes: Mapping[str, int]) -> Iterator[AbilityTriggered]:
    """What triggers on players gaining life, or (below 0) losing it."""

    def gains(view: View, held: HeldTrigger, event: a.GainsLife) -> list[str]:
        return [player for player, change in changes.items() if change > 0 and view.includes(event.players, player, held.context)]

    def loses(view: View, held: HeldTrigger, event: a.LosesLife) -> list[str]:
        return [player for player, change in changes.items() if change < 0 and view.includes(event.players, player, held.context)]

    def happened(view: View, held: HeldTrigger, event: a.TriggerEvent, about: list[str]) -> list[a.TriggerContext]:
        return [a.TriggerContext(player=player, amount=abs(changes[player])) for player in about]

    return triggered(view, {a.GainsLife: (CONCEPT, gains), a.LosesLife: (CONCEPT, loses)}, happened)


def delayed_triggers(stack: Stack, when: str, side: Collection[str]) -> Iterator[AbilityTriggered]:
    """603.7: the delayed abilities that trigger as that begins in the turn of these players."""
    for each in stack.delayed:
        if is_due(each, when, side):
            yield AbilityTriggered(
                source=each.source,
                controller=each.controller,
                ability=each.ability,
                concept=CONCEPT,
                does=a.Instructions(instructions=each.delayed.do),
                occasions=(each.occasion,),
            )
