"""What every triggered ability has in common: intervening "if", limits, and the event that records it (603.2, 603.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ...events import abilities as a
from ...events.declarations import AbilityTriggered
from ...projections.pending import PendingDeclaration
from ..view.context import Context, Held, HeldTrigger
from ..view.view import View

Occurrences = Callable[[View, HeldTrigger, Any], list[str]]
"""For which creatures or players a trigger event has happened: it triggers once for each of them."""


def triggered(view: View, occurrences: dict[type[Any], tuple[str, Occurrences]]) -> Iterator[AbilityTriggered]:
    """The abilities that trigger, given how each kind of trigger event is recognised and which rule concept says so."""
    for held in view.held(a.Triggered):
        ability: a.Triggered = held.ability
        for event in ability.events:
            if type(event) not in occurrences:
                continue
            concept, happened = occurrences[type(event)]
            about = happened(view, held, event)
            about = _limited(view, held, [each for each in about if _intervening_if_holds(view, held, each)])
            if about:
                yield AbilityTriggered(
                    source=held.source or held.context.you,
                    controller=held.context.you,
                    ability=held.text,
                    concept=concept,
                    times=sum(1 + _again(view, held, event, each) for each in about),
                    about=tuple(about),
                )


def tapped_for_costs(view: View, pending: PendingDeclaration) -> Iterator[AbilityTriggered]:
    """What triggers on permanents that became tapped for mana or as a cost while the declaration was made (508.2b, 509.2a)."""

    def becomes_tapped(view: View, held: HeldTrigger, event: a.BecomesTapped) -> list[str]:
        return [id for id in pending.tapped_for_costs if matches(view, event.permanents, id, held.context)]

    return triggered(view, {a.BecomesTapped: (f"{pending.action}.triggers_stacked", becomes_tapped)})


def _intervening_if_holds(view: View, held: HeldTrigger, about: str) -> bool:
    """603.4: whether the ability's "if" holds; where it mentions the defending player, that of the creature it triggers for."""
    condition = held.ability.condition
    if condition is None:
        return True
    attacker = about if about in view.combat.attackers else None
    # "Whenever a player attacks another, …": it triggers for the one who is attacked.
    defending = about if about in view.board.players and about != view.board.active else None
    return view.holds(condition, replace(held.context, subject=about, attacker=attacker, defending=defending))


_CAUSED_BY_ATTACKING = (a.Attacks, a.SomeAttack, a.IsAttacked, a.PlayerAttacksWith, a.PlayerAttacks)


def _again(view: View, held: HeldTrigger, event: a.TriggerEvent, about: str) -> int:
    """603.2d: how many additional times it triggers; by an attack, if one of the creatures whose attack causes it is meant."""
    source = view.permanents.get(held.source or "")
    return sum(
        source is not None
        and view.matches(again.ability.permanents, source, again.context)
        and _is_cause(view, again, event, about)
        and view.holds(again.ability.condition, again.context)
        for again in view.held(a.TriggersAgain)
    )


def _is_cause(view: View, again: Held[a.TriggersAgain], event: a.TriggerEvent, about: str) -> bool:
    if again.ability.attacking is None:
        return True
    if not isinstance(event, _CAUSED_BY_ATTACKING):
        return False
    causes = [about] if about in view.combat.attackers else list(view.combat.attacked)
    return any(matches(view, again.ability.attacking, each, again.context) for each in causes)


def _limited(view: View, held: HeldTrigger, about: list[str]) -> list[str]:
    limit = held.ability.limit
    if limit is None:
        return about
    if limit == "first time each turn":
        return [creature for creature in about if len(view.combat.attacked_this_turn.get(creature, ())) <= 1]
    already = (held.source or held.context.you, held.text) in view.combat.triggered_this_turn
    return [] if already else about[:1]


def matches(view: View, filter: a.Filter, id: str, context: Context) -> bool:
    """Whether the permanent with that id is on the battlefield and matches."""
    permanent = view.permanents.get(id)
    return permanent is not None and view.matches(filter, permanent, context)
