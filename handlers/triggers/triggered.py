"""What every triggered ability has in common: intervening "if", limits, and the event that records it (603.2, 603.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from ...events import abilities as a
from ...events.declarations import AbilityTriggered
from ...projections.pending import PendingDeclaration
from ..rulebook.concepts import TRIGGERS_STACKED, Concept
from ..view.context import Context, Held, HeldTrigger
from ..view.view import View

OccasionsOf = Callable[[View, HeldTrigger, Any, list[str]], list[a.TriggerContext]]
"""What an ability triggered for, once for each time, given the creatures or players that it triggered for."""
Occurrences = Callable[[View, HeldTrigger, Any], list[str]]
"""The creatures or players for which a trigger event has happened. The ability triggers once for each of them."""


def triggered(
    view: View,
    occurrences: dict[type[Any], tuple[Concept, Occurrences]],
    happened_for: OccasionsOf | None = None,
    after: View | None = None,
    died: Collection[str] = (),
) -> Iterator[AbilityTriggered]:
    """The abilities that trigger. `occurrences`: kind of trigger event → the concept of its rule, and what recognises it.

    `happened_for`: what an ability triggered for, where that can't be read off the combat alone. `after`: the board after what
    happened, where `view` is the one before. `died`: what left the battlefield by dying.
    """
    for held in view.triggering:
        view.budget.keep_time()
        ability: a.Triggered = held.ability
        for event in ability.events:
            if type(event) not in occurrences:
                continue
            concept, happened = occurrences[type(event)]
            about = happened(view, held, event)
            contexts = (happened_for or occasions_of)(view, held, event, about)
            cases = [
                case
                for case in zip(about, contexts, strict=True)
                if _intervening_if_holds(view, after or view, held, event, *case)
            ]
            cases = _limited(view, held, event, cases)
            if cases:
                again = [1 + _again(view, held, event, *case, died) for case in cases]
                occasions: tuple[a.TriggerContext, ...] = ()
                if ability.does is not None:
                    occasions = tuple(each for (_, each), times in zip(cases, again, strict=True) for _ in range(times))
                yield AbilityTriggered(
                    source=held.source or held.context.you,
                    controller=held.context.you,
                    ability=held.text,
                    concept=concept,
                    times=sum(again),
                    about=tuple(each for each, _ in cases),
                    does=ability.does,
                    condition=ability.condition if ability.does is not None else None,
                    occasions=occasions,
                )


def occasions_of(view: View, held: HeldTrigger, event: a.TriggerEvent, about: list[str]) -> list[a.TriggerContext]:
    """What it triggered for, once for each time, read off the combat."""
    if isinstance(event, a.BlocksCreature | a.BecomesBlockedBy):
        # It triggers for the other one of the two (509.3b, d).
        return [_occasion(view, held, one, other) for one, other in _pairs(view, held, event, about)]
    return [_occasion(view, held, each, None) for each in about]


def _occasion(view: View, held: HeldTrigger, about: str | None, other: str | None) -> a.TriggerContext:
    # What has left is known by the board before, which it looks back at.
    subject = about if about in view.permanents or about in view.board.permanents else None
    player = about if about in view.board.seats else None
    return a.TriggerContext(subject=subject, other=other, player=player, defending=_defending(view, held, subject, player))


_Pairing = a.BlocksCreature | a.BecomesBlockedBy


def _pairs(view: View, held: HeldTrigger, event: _Pairing, about: list[str]) -> list[tuple[str | None, str]]:
    """Each creature that blocks, or is blocked, and the other of the two; None where it isn't known which of several it is."""
    one_of: dict[str, list[str | None]] = {}
    for other, times in Counter(about).items():
        opposite = {*view.combat.blockers_of(other), *view.combat.blockers.get(other, ())}
        meant: list[str | None] = [
            id
            for id in view.permanents
            if id in opposite and matches(view, event.creatures, id, held.context._replace(subject=id))
        ]
        if len(meant) != times and held.source in meant:
            meant = [held.source]
        one_of[other] = meant if len(meant) == times else [None] * times
    return [(one_of[other].pop(0), other) for other in about]


def _defending(view: View, held: HeldTrigger, subject: str | None, player: str | None) -> str | None:
    """508.5: the defending player of what it triggered for, of its source, or of all attackers alike."""
    attackers = view.combat.attackers
    for id in (subject, held.source):
        if id in attackers:
            return attackers[id].meant
    everybody = {attack.meant for attack in attackers.values()}
    if player in everybody:
        return player
    return everybody.pop() if len(everybody) == 1 else None


def tapped_for_costs(view: View, pending: PendingDeclaration) -> Iterator[AbilityTriggered]:
    """What triggers on permanents that became tapped for mana or as a cost while the declaration was made (508.2b, 509.2a)."""
    return triggered(view, {a.BecomesTapped: (TRIGGERS_STACKED[pending.action], becoming_tapped(pending.tapped_for_costs))})


def becoming_tapped(tapped: Collection[str]) -> Occurrences:
    """Whenever a permanent becomes tapped, of those that do now."""

    def becomes_tapped(view: View, held: HeldTrigger, event: a.BecomesTapped) -> list[str]:
        return [id for id in tapped if matches(view, event.permanents, id, held.context)]

    return becomes_tapped


def getting_counters(put: Mapping[str, int], counter: str) -> Occurrences:
    """Whenever counters are put on a permanent, so many of a name now: once for each permanent, or for each counter."""

    def counters_put(view: View, held: HeldTrigger, event: a.CountersPut) -> list[str]:
        if event.counter not in (None, counter):
            return []
        on = [id for id in put if matches(view, event.permanents, id, held.context)]
        return [id for id in on for _ in range(put[id] if event.each else 1)]

    return counters_put


def each_counts(targets: a.Targets | None) -> bool:
    """Whether each player, planeswalker and battle that is attacked counts by itself (603.2c)."""
    return targets is not None and not targets.together


def _intervening_if_holds(
    view: View, after: View, held: HeldTrigger, event: a.TriggerEvent, about: str, occasion: a.TriggerContext
) -> bool:
    """603.4: whether the ability's "if" holds, and what its trigger condition asks besides; where that mentions the defending
    player, that of the creature it triggers for."""
    condition, circumstances = held.ability.condition, held.ability.circumstances
    if condition is None and circumstances is None:
        return True
    subject = about if occasion.subject is None and occasion.other != about else occasion.subject
    attacker = next((each for each in (subject, occasion.other) if each in view.combat.attackers), None)
    # "Whenever a player attacks another, …": it triggers for the one who is attacked.
    defending = about if about in view.board.players and about not in view.board.active_side else None
    if isinstance(event, a.DealsDamage | a.SomeDealDamage):
        defending = occasion.player  # "that player" of whom its "if" asks
    context = held.context._replace(
        subject=subject, other=occasion.other, attacker=attacker, defending=defending, group=occasion.group
    )
    return view.holds(circumstances, context) and after.holds(condition, context)


_CAUSED_BY_ATTACKING = (a.Attacks, a.SomeAttack, a.IsAttacked, a.PlayerAttacksWith, a.PlayerAttacks)


def _again(
    view: View, held: HeldTrigger, event: a.TriggerEvent, about: str, occasion: a.TriggerContext, died: Collection[str]
) -> int:
    """603.2d: how many additional times it triggers; by an attack, or a death, if one of the creatures that cause it is meant."""
    source = view.permanents.get(held.source or "")
    return sum(
        source is not None
        and view.matches(again.ability.permanents, source, again.context)
        and _is_cause(view, again, event, about, [id for id in occasion.group or (about,) if id in died])
        and view.holds(again.ability.condition, again.context)
        for again in view.held(a.TriggersAgain)
    )


def _is_cause(view: View, again: Held[a.TriggersAgain], event: a.TriggerEvent, about: str, died: list[str]) -> bool:
    if again.ability.dying is not None:
        return any(matches(view, again.ability.dying, each, again.context) for each in died)
    if again.ability.attacking is None:
        return True
    if not isinstance(event, _CAUSED_BY_ATTACKING):
        return False
    causes = [about] if about in view.combat.attackers else list(view.combat.attacked)
    return any(matches(view, again.ability.attacking, each, again.context) for each in causes)


_Occurrence = tuple[str, a.TriggerContext]
"""For whom an ability triggers, and what it triggers for."""


def _limited(view: View, held: HeldTrigger, event: a.TriggerEvent, cases: list[_Occurrence]) -> list[_Occurrence]:
    limit, source = held.ability.limit, held.source or held.context.you
    if limit is None:
        return [] if (source, held.text, held.context.you) in view.combat.done_this_turn else cases
    if limit == "first time each turn":
        return _first(view, held, event, cases, source)
    if limit in _TIMES_BEFORE:
        return _attacking_again(view, held, event, cases, _TIMES_BEFORE[limit])
    already = any(each[:2] == (source, held.text) for each in view.combat.triggered_this_turn)
    return [] if already else cases[:1]


_EACH_FOR_ITSELF = (
    a.Blocks,
    a.BecomesBlocked,
    a.IsntBlocked,
    a.EntersAttacking,
    a.DealsDamage,
    a.IsDealtDamage,
    a.GainsLife,
    a.LosesLife,
    a.BecomesTapped,
    a.CountersPut,
)
"""What happens to somebody, who may be the first time for each of them; of others it is the first time that it happens at all."""


_TIMES_BEFORE = {"second time each turn": 1, "third time each turn": 2}


def _attacked_before(view: View, held: HeldTrigger, event: a.Attacks, attacker: str) -> int:
    """How often it attacked such a target before, this turn."""
    before = view.combat.attacked_this_turn.get(attacker, ())[:-1]
    return sum(view.is_among(event.targets, target, held.context) for target in before)


def _attacking_again(
    view: View, held: HeldTrigger, event: a.TriggerEvent, cases: list[_Occurrence], times: int
) -> list[_Occurrence]:
    """Those that attacked exactly so often before, this turn."""
    assert isinstance(event, a.Attacks), "only of attacking it is counted"
    return [case for case in cases if _attacked_before(view, held, event, case[0]) == times]


def _first(view: View, held: HeldTrigger, event: a.TriggerEvent, cases: list[_Occurrence], source: str) -> list[_Occurrence]:
    """Those of whom it happens for the first time this turn."""
    attacked = view.combat.attacked_this_turn
    if isinstance(event, a.Attacks):
        return _attacking_again(view, held, event, cases, 0)
    if isinstance(event, a.BlocksCreature | a.BecomesBlockedBy):
        before = _blocked_before(view, held, event)
        once = {case[1].subject: case for case in reversed(cases)}
        return [case for case in cases if case[1].subject not in (*before, None) and once[case[1].subject] is case]
    triggered = view.combat.triggered_this_turn
    if isinstance(event, _EACH_FOR_ITSELF):
        alone = {case[0]: case for case in reversed(cases)}
        return [case for case in cases if (source, held.text, case[0]) not in triggered and alone[case[0]] is case]
    if any(each[:2] == (source, held.text) for each in triggered):
        return []
    if isinstance(event, a.PlayerAttacks) and event.attacked is None and any(len(targets) > 1 for targets in attacked.values()):
        return []
    return cases[:1]


def _blocked_before(view: View, held: HeldTrigger, event: _Pairing) -> set[str]:
    """The creatures of which the event was true before in this turn."""
    others = event.attackers if isinstance(event, a.BlocksCreature) else event.blockers
    combat, found = view.combat, set[str]()
    for blocker, attackers in combat.blocked_this_turn.items():
        for attacker in attackers[: len(attackers) - len(combat.blockers.get(blocker, ()))]:
            one, other = (blocker, attacker) if isinstance(event, a.BlocksCreature) else (attacker, blocker)
            if other not in view.permanents or matches(view, others, other, held.context._replace(subject=one)):
                found.add(one)
    return found


def matches(view: View, filter: a.Filter, id: str, context: Context) -> bool:
    """Whether the permanent with that id is on the battlefield and matches."""
    permanent = view.permanents.get(id)
    return permanent is not None and view.matches(filter, permanent, context)
