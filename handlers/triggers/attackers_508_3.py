"""Abilities that trigger on attackers being declared: 508.3a–e, one function a case (508.3f is 509.3g).

They look at the moment of declaration (508.2a), and at what was declared only: a creature that enters attacking never attacked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...events import abilities as a
from ...events.declarations import AbilityTriggered
from ...projections.pending import PendingDeclaration
from ..rulebook.concepts import Concept
from ..view.context import HeldTrigger
from ..view.view import View
from .triggered import Occurrences, becoming_tapped, each_counts, matches, occasions_of, tapped_for_costs, triggered


def attack_triggers(view: View, pending: PendingDeclaration) -> Iterator[AbilityTriggered]:
    """What triggers on the declaration that was just completed (508.1m)."""
    if not view.triggering:
        return
    completed = _Completed(pending)
    occurrences: dict[type[Any], tuple[Concept, Occurrences]] = {
        a.Exerts: (Concept.ATTACK_OPTIONAL_COSTS, completed.exerts),
        a.Enlists: (Concept.ATTACK_OPTIONAL_COSTS, completed.enlists),
        a.BecomesTapped: (Concept.ATTACK_TAP, becoming_tapped(pending.tapped)),
        a.Attacks: (Concept.ATTACK_TRIGGER_ATTACKS, attacks),
        a.SomeAttack: (Concept.ATTACK_TRIGGER_ATTACKS, some_attack),
        a.IsAttacked: (Concept.ATTACK_TRIGGER_IS_ATTACKED, is_attacked),
        a.PlayerAttacksWith: (Concept.ATTACK_TRIGGER_ATTACKS_WITH, player_attacks_with),
    }
    yield from triggered(view, occurrences, completed.occasions)
    yield from tapped_for_costs(view, pending)
    yield from triggered(view, {a.PlayerAttacks: (Concept.ATTACK_TRIGGER_PLAYER_ATTACKS, player_attacks)})
    yield from triggered(view, {a.PlayerAttacks: (Concept.ATTACK_TRIGGER_PLAYER_ATTACKS_PLAYER, player_attacks_player)})


@dataclass(frozen=True, slots=True)
class _Completed:
    """A completed declaration: the creatures that its optional costs exert, enlist and tap (508.1f–g)."""

    pending: PendingDeclaration
    linked: dict[str, int] = field(default_factory=dict)
    """Creature → for how many of those that it enlists an instance of enlist has triggered."""
    exerting: dict[str, int] = field(default_factory=dict)
    """Creature → for how many of the times that it is exerted an ability that is linked to the cost has triggered."""

    @property
    def _enlisted(self) -> Mapping[str, Sequence[str]]:
        """Attacking creature → the creatures that it enlists."""
        chosen = self.pending.optional_costs
        return {} if chosen is None else {creature: chosen.enlisted_by(creature) for creature in chosen.enlisted}

    def exerts(self, view: View, held: HeldTrigger, event: a.Exerts) -> list[str]:
        """Whenever a creature is exerted as it attacks: for each time; one that is linked to a cost, for that one."""
        exerted = self.pending.optional_costs.exerted if self.pending.optional_costs is not None else ()
        about = [creature for creature in exerted if matches(view, event.creatures, creature, held.context)]
        if not event.linked:
            return about
        found = [creature for creature in dict.fromkeys(about) if self.exerting.get(creature, 0) < exerted.count(creature)]
        self.exerting.update({creature: self.exerting.get(creature, 0) + 1 for creature in found})
        return found

    def enlists(self, view: View, held: HeldTrigger, event: a.Enlists) -> list[str]:
        """Whenever a creature enlists a creature."""
        attacking = self._enlisted.items()
        about = {creature: by for creature, by in attacking if matches(view, event.creatures, creature, held.context)}
        if held.keyword != "enlist":
            return [creature for creature, by in about.items() for _ in by]
        # Each instance triggers for its own cost only (702.154d).
        found = [creature for creature, by in about.items() if self.linked.get(creature, 0) < len(by)]
        self.linked.update({creature: self.linked.get(creature, 0) + 1 for creature in found})
        return found

    def occasions(self, view: View, held: HeldTrigger, event: a.TriggerEvent, about: list[str]) -> list[a.TriggerContext]:
        """What an ability triggered for: also the creatures that attack together, and the enlisted creature."""
        known = occasions_of(view, held, event, about)
        if isinstance(event, a.SomeAttack) or (isinstance(event, a.PlayerAttacksWith) and event.minimum is not None):
            return [
                _of_group(view, event, each, one, _group(view, held, event, one)) for each, one in zip(known, about, strict=True)
            ]
        if isinstance(event, a.Enlists):
            helpers = {creature: iter(by) for creature, by in self._enlisted.items()}
            if held.keyword == "enlist":
                helpers = {creature: iter(self._enlisted[creature][number - 1 :]) for creature, number in self.linked.items()}
            return [each.model_copy(update={"other": next(helpers[each.subject or ""])}) for each in known]
        return known


def _declared(view: View, held: HeldTrigger, creatures: a.Filter, targets: a.Targets | None) -> list[str]:
    """The declared attackers that match, attacking what is meant."""
    return [
        creature
        for creature, target in view.combat.attacked.items()
        if matches(view, creatures, creature, held.context._replace(subject=creature, attacker=creature))
        and view.is_among(targets, target, held.context._replace(subject=creature))
    ]


def _of_group(
    view: View, event: a.SomeAttack | a.PlayerAttacksWith, occasion: a.TriggerContext, about: str, group: list[str]
) -> a.TriggerContext:
    """The occasion with the creatures that attack together; "that player" is the one whose side they attack, if they attack
    one thing."""
    defending = view.defender_of(about) if each_counts(event.targets) else None
    whose = {} if defending is None else {"player": defending, "defending": defending}
    return occasion.model_copy(update={"group": tuple(group), "amount": len(group), **whose})


def _group(view: View, held: HeldTrigger, event: a.SomeAttack | a.PlayerAttacksWith, about: str) -> list[str]:
    """The creatures that triggered it together: of a band those in it, with targets those that attack the same one."""
    declared = _declared(view, held, event.creatures, event.targets)
    if isinstance(event, a.SomeAttack) and event.banded:
        return [each for each in declared if each in view.combat.band_of(about)]
    if each_counts(event.targets):
        return [each for each in declared if view.combat.attacked[each] == about]
    if isinstance(event, a.PlayerAttacksWith):
        return [each for each in declared if view.combat.declared_by[each] == about]
    return declared


def attacks(view: View, held: HeldTrigger, event: a.Attacks) -> list[str]:
    """508.3a: [a creature] attacks [a player, planeswalker or battle]: if it is declared as an attacker (there).

    "Attacks alone": it is the only creature declared (506.5). With company: as many others as it says were declared too.
    """
    if event.alone and len(view.combat.attacked) > 1:
        return []
    about = _declared(view, held, event.creatures, event.targets)
    if not event.minimum_others:
        return about
    return [creature for creature in about if _in_company(view, held, event, creature)]


def _in_company(view: View, held: HeldTrigger, event: a.Attacks, creature: str) -> bool:
    number = sum(
        other != creature
        and matches(view, event.others, other, held.context._replace(subject=creature))
        and not (event.apart and _attack_one_player(view, creature, other))
        for other in view.combat.attacked
    )
    return event.minimum_others <= number and (event.maximum_others is None or number <= event.maximum_others)


def _attack_one_player(view: View, creature: str, other: str) -> bool:
    """Whether the two don't attack different players: planeswalkers and battles are no players."""
    first, second = (view.combat.attacked[each] for each in (creature, other))
    return first == second or not {first, second} <= {*view.board.players}


def some_attack(view: View, held: HeldTrigger, event: a.SomeAttack) -> list[str]:
    """508.3a for "one or more creatures attack": once for all of them; with targets, once for each of those that is attacked."""
    about = _declared(view, held, event.creatures, event.targets)
    if event.every and any(each.id not in about for each in view.matching(event.creatures, held.context)):
        return []
    if event.banded:
        bands = [[creature for creature in band if creature in about] for band in view.combat.bands]
        return [band[0] for band in bands if band and len(band) >= event.minimum]
    if each_counts(event.targets):
        return _by_attacked(view, about, event.minimum, None)
    return about[:1] if len(about) >= event.minimum else []


def _by_attacked(view: View, about: list[str], minimum: int, maximum: int | None) -> list[str]:
    """The players, planeswalkers and battles that so many of these creatures attack."""
    attacked = Counter(view.combat.attacked[creature] for creature in about)
    return [target for target, number in attacked.items() if minimum <= number and (maximum is None or number <= maximum)]


def _by_player(view: View, attackers: Iterable[str]) -> dict[str, list[str]]:
    """The declared attackers of each attacking player."""
    by_player: dict[str, list[str]] = {}
    for creature in attackers:
        by_player.setdefault(view.combat.declared_by[creature], []).append(creature)
    return by_player


def is_attacked(view: View, held: HeldTrigger, event: a.IsAttacked) -> list[str]:
    """508.3b: [a player, planeswalker or battle] is attacked: if one or more creatures are declared as attacking it."""
    attacked = [
        target for target in dict.fromkeys(view.combat.attacked.values()) if view.is_among(event.targets, target, held.context)
    ]
    return attacked[:1] if event.targets.together else attacked


def player_attacks_with(view: View, held: HeldTrigger, event: a.PlayerAttacksWith) -> list[str]:
    """508.3c: [a player] attacks with [a creature]: if a creature that player controls is declared as an attacker."""
    found: list[str] = []
    declared = _by_player(view, _declared(view, held, event.creatures, event.targets))
    for player, about in declared.items():
        if not view.includes(event.players, player, held.context):
            continue
        if event.minimum is None:
            found += about
        elif each_counts(event.targets):
            found += _by_attacked(view, about, event.minimum, event.maximum)
        elif event.minimum <= len(about) and (event.maximum is None or len(about) <= event.maximum):
            found.append(player)
    return found


def player_attacks(view: View, held: HeldTrigger, event: a.PlayerAttacks) -> list[str]:
    """508.3d: [a player] attacks: if one or more creatures that player controls are declared as attackers."""
    if event.attacked is not None:
        return []
    return [player for player in _by_player(view, view.combat.attacked) if view.includes(event.players, player, held.context)]


def player_attacks_player(view: View, held: HeldTrigger, event: a.PlayerAttacks) -> list[str]:
    """508.3e: [a player] attacks [another player]: once for each such player attacked; not for planeswalkers or battles."""
    if event.attacked is None:
        return []
    return [
        target
        for player, attackers in _by_player(view, view.combat.attacked).items()
        if view.includes(event.players, player, held.context)
        for target in dict.fromkeys(view.combat.attacked[creature] for creature in attackers)
        if target in view.board.players and view.includes(event.attacked, target, held.context)
    ]
