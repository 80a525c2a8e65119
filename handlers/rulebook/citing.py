"""Which rule an event follows from: its concept, and that rule's number in an edition."""

from __future__ import annotations

from ...events import damage as g
from ...events import declarations as d
from ...events import stack as s
from ...events.catalogue import Event
from ...projections.state import State
from .editions import Edition

CONCEPTS: dict[type[Event], str] = {
    d.AttackersDeclared: "attack.choose",
    d.AttackTargetsAnnounced: "attack.targets",
    d.BlockersDeclared: "block.choose",
    d.BandsAnnounced: "attack.bands",
    d.AttackersTapped: "attack.tap",
    d.OptionalCostsChosen: "attack.optional_costs",
    d.BecameAttacking: "attack.becomes",
    d.BecameBlocking: "block.becomes_blocking",
    d.BecameBlocked: "block.becomes_blocked",
    d.BecameUnblocked: "block.becomes_blocked",
    d.BlockCaused: "block.caused",
    d.PutOntoBattlefieldAttacking: "attack.entering",
    d.StatedAttacking: "attack.entering",
    d.PutOntoBattlefieldBlocking: "block.entering",
    d.AttackReselected: "attack.reselect",
    d.StepsSkipped: "attack.none_skip",
    g.CombatDamageStepBegan: "damage.two_steps",
    g.CombatDamageAnnounced: "damage.assign",
    g.CombatDamageAssigned: "damage.power",
    g.CombatDamagePutOnStack: "damage.on_the_stack",
    g.CombatDamageDealt: "damage.dealt",
    g.DamageWoreOff: "damage.wears_off",
    s.TargetsChosen: "stack.targets",
    s.AbilityResolved: "stack.resolve",
    s.AbilityDidntResolve: "stack.resolve",
    s.AbilityNotCarriedOut: "stack.resolve",
}
"""Events that always follow from the same concept. Others name theirs themselves, or follow from a step of the declaration."""

_STEPS: dict[type[Event], str] = {
    d.RestrictionsChecked: "restrictions",
    d.RequirementsChecked: "requirements",
    d.CostsLocked: "costs_locked",
    d.ManaAbilityActivated: "mana",
    d.CostsPaid: "pay",
}
_NAMED = (d.AbilityTriggered, d.DamageOrderAnnounced, d.NeverEnteredCombat, g.PlayerLost)


def cite(edition: Edition, event: Event, before: State) -> str | None:
    """The number, in that edition, of the rule that the event follows from; None for a fact of the table.

    `before`: the state just before the event, which tells what is being declared.
    """
    kind = type(event)
    if isinstance(event, d.BecameUnblocked) and event.entering:
        return edition.number("attack.entering_late")
    if isinstance(event, _NAMED):
        return edition.number(event.concept)
    if kind in CONCEPTS:
        return edition.number(CONCEPTS[kind])
    if kind in _STEPS and before.declarations.pending is not None:
        return edition.number(f"{before.declarations.pending.action}.{_STEPS[kind]}")
    if isinstance(event, g.StateBasedActionsPerformed) and event.actions:
        return edition.number(event.actions[0].concept)
    if isinstance(event, d.TriggersPutOnStack) and before.combat.damage is not None:
        return edition.number("damage.triggers_stacked")
    if isinstance(event, d.TriggersPutOnStack):
        action = "block" if before.combat.blocks_declared_by else "attack"
        return edition.number(f"{action}.triggers_stacked")
    return None
