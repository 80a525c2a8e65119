"""Which rule an event follows from: its concept, and that rule's number in an edition."""

from __future__ import annotations

from collections.abc import Mapping

from ...events import damage as g
from ...events import declarations as d
from ...events import facts as t
from ...events import stack as s
from ...events.abilities import CombatAction
from ...events.catalogue import Event
from ...projections.state import State
from .concepts import COSTS_LOCKED, MANA, PAY, REQUIREMENTS, RESTRICTIONS, TRIGGERS_STACKED, Concept
from .editions import Edition

CONCEPTS: dict[type[Event], Concept] = {
    t.DefendingPlayerChosen: Concept.ATTACK_DEFENDING_CHOSEN,
    d.AttackersDeclared: Concept.ATTACK_CHOOSE,
    d.AttackTargetsAnnounced: Concept.ATTACK_TARGETS,
    d.BlockersDeclared: Concept.BLOCK_CHOOSE,
    d.BandsAnnounced: Concept.ATTACK_BANDS,
    d.AttackersTapped: Concept.ATTACK_TAP,
    d.OptionalCostsChosen: Concept.ATTACK_OPTIONAL_COSTS,
    d.BecameAttacking: Concept.ATTACK_BECOMES,
    d.BecameBlocking: Concept.BLOCK_BECOMES_BLOCKING,
    d.BecameBlocked: Concept.BLOCK_BECOMES_BLOCKED,
    d.BecameUnblocked: Concept.BLOCK_BECOMES_BLOCKED,
    d.BlockCaused: Concept.BLOCK_CAUSED,
    d.PutOntoBattlefieldAttacking: Concept.ATTACK_ENTERING,
    d.StatedAttacking: Concept.ATTACK_ENTERING,
    d.PutOntoBattlefieldBlocking: Concept.BLOCK_ENTERING,
    d.AttackReselected: Concept.ATTACK_RESELECT,
    d.StepsSkipped: Concept.ATTACK_NONE_SKIP,
    g.CombatDamageStepBegan: Concept.DAMAGE_TWO_STEPS,
    g.CombatDamageAnnounced: Concept.DAMAGE_ASSIGN,
    g.CombatDamageAssigned: Concept.DAMAGE_POWER,
    g.CombatDamagePutOnStack: Concept.DAMAGE_ON_THE_STACK,
    g.CombatDamageDealt: Concept.DAMAGE_DEALT,
    g.DamageWoreOff: Concept.DAMAGE_WEARS_OFF,
    g.PermanentRegenerated: Concept.REGENERATE,
    s.TriggersOrdered: Concept.STACK_ORDER,
    s.TargetsChosen: Concept.STACK_TARGETS,
    s.AbilityResolved: Concept.STACK_RESOLVE,
    s.AbilityDidntResolve: Concept.STACK_RESOLVE,
    s.AbilityNotCarriedOut: Concept.STACK_RESOLVE,
}
"""Events that always follow from the same concept. Other events name their concept, or follow from a step of the declaration."""

_STEPS: dict[type[Event], Mapping[CombatAction, Concept]] = {
    d.RestrictionsChecked: RESTRICTIONS,
    d.RequirementsChecked: REQUIREMENTS,
    d.CostsLocked: COSTS_LOCKED,
    d.ManaAbilityActivated: MANA,
    d.CostsPaid: PAY,
}
"""Events of steps that attackers and blockers share."""
_NAMED = (d.AbilityTriggered, d.DamageOrderAnnounced, d.NeverEnteredCombat, g.PlayerLost, t.PlayerLeft)


def cite(edition: Edition, event: Event, before: State) -> str | None:
    """The number, in that edition, of the rule that the event follows from; None for a fact that follows from no rule.

    `before`: the state just before the event, which says what is being declared.
    """
    kind = type(event)
    if isinstance(event, d.BecameUnblocked) and event.entering:
        return edition.number(Concept.ATTACK_ENTERING_LATE)
    if isinstance(event, _NAMED):
        return edition.number(event.concept)
    if kind in CONCEPTS:
        return edition.number(CONCEPTS[kind])
    if kind in _STEPS and before.declarations.pending is not None:
        return edition.number(_STEPS[kind][before.declarations.pending.action])
    if isinstance(event, g.StateBasedActionsPerformed) and event.actions:
        return edition.number(event.actions[0].concept)
    if isinstance(event, d.TriggersPutOnStack) and before.combat.damage is not None:
        return edition.number(Concept.DAMAGE_TRIGGERS_STACKED)
    if isinstance(event, d.TriggersPutOnStack):
        return edition.number(TRIGGERS_STACKED["block" if before.combat.blocks_declared_by else "attack"])
    return None
