"""The combat: who attacks what, bands, blockers, blocked and unblocked, damage orders, and what happened before.

A creature removed from combat leaves every list it is in; the relative order of the others stays (509.2a, 509.3a), and what it
blocked stays blocked (509.1h).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ..events import damage as g
from ..events import declarations as d
from ..events import facts as t
from ..events import stack as s
from .changing import changing, copying
from .frozen import FrozenDict


@dataclass(frozen=True, slots=True)
class Attack:
    """An attacking creature: what it attacks now (None: nothing any more, or the record doesn't tell), its defending player, now
    or last (506.2), and whom abilities mean by "the defending player" (508.5), which isn't the same one in every edition."""

    target: str | None
    defending: str
    meant: str


@dataclass(frozen=True, slots=True)
class CombatDamageStep:
    """A combat damage step: who assigns damage in it, and what has been assigned so far."""

    first_strike: bool
    """A second step follows (510.4)."""
    assigning: tuple[str, ...]
    assigned_by: tuple[str, ...] = ()
    """The players whose announcement stands, in the order in which they assigned."""
    assignment: FrozenDict[str, FrozenDict[str, int]] = field(default_factory=FrozenDict)
    """Creature → recipient → amount."""
    on_stack: bool = False
    dealt: bool = False


@dataclass(slots=True)
class Combat:
    """The combat phase, and what was declared this turn. All but the `…_this_turn` parts begin anew with each combat."""

    phase: bool = False
    phases_this_turn: int = 0
    attackers_declared: bool = False
    had_attackers: bool = False
    """Some creature was declared as an attacker or put onto the battlefield attacking (508.8)."""
    priority_due: bool = False
    """A turn-based action is over, and the active player is yet to get priority."""
    triggers_waiting: int = 0
    """Abilities that triggered and are yet to be put onto the stack."""
    attackers: dict[str, Attack] = field(default_factory=dict)
    bands: tuple[tuple[str, ...], ...] = ()
    blockers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Blocker → the attackers it is blocking, perhaps none any more."""
    blocks_declared_by: tuple[str, ...] = ()
    blocks_complete: bool = False
    """Every defending player has declared blockers, and the active player got priority: nobody declares any more."""
    blocked: set[str] = field(default_factory=set)
    unblocked: set[str] = field(default_factory=set)
    been_blocked: set[str] = field(default_factory=set)
    """Attackers that were blocked creatures at some point of this combat."""
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Damage assignment orders as announced."""
    newcomers: dict[str, str] = field(default_factory=dict)
    """Creatures whose place in orders is still to be announced, and the rule concept that asks for it."""
    damage: CombatDamageStep | None = None
    """The combat damage step that began last."""
    struck_first: tuple[str, ...] = ()
    """The creatures that had first or double strike as the first of two combat damage steps began."""
    have_assigned: set[str] = field(default_factory=set)
    """The creatures that have assigned combat damage in this combat."""
    attacked: dict[str, str] = field(default_factory=dict)
    """Creatures declared as attackers this combat, and what each attacked when it was declared."""
    attacked_this_turn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Creature → what it was declared as attacking, one for each time."""
    blocked_this_turn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Creature → the attackers it was declared as blocking or made to block, one for each time."""
    have_blocked: set[str] = field(default_factory=set)
    """The creatures that were declared as blockers this combat, or made to block."""
    been_blocked_this_turn: set[str] = field(default_factory=set)
    exerted_this_turn: set[str] = field(default_factory=set)
    """The creatures that were exerted as they attacked this turn."""
    players_attacking_this_turn: set[str] = field(default_factory=set)
    turn_of: str | None = None
    """Whose turn it is, if it is on record from its beginning."""
    attackers_of_last_turn: dict[str, frozenset[str]] = field(default_factory=dict)
    """Player → the creatures declared as attackers in that player's last turn, not counting this one."""
    targets_of_last_turn: dict[str, frozenset[str]] = field(default_factory=dict)
    """Player → what creatures were declared as attacking in that player's last turn, not counting this one."""
    damage_this_turn: set[tuple[str | None, str, bool]] = field(default_factory=set)
    """(source, to whom it was dealt, combat damage): the damage of this turn that is on record. Who came back is another one."""
    lost_life_this_turn: set[str] = field(default_factory=set)
    """The players of whom it is on record."""
    changed_control_this_turn: set[str] = field(default_factory=set)
    """The permanents that came under another player's control."""
    triggered_this_turn: set[tuple[str, str]] = field(default_factory=set)
    """(source, ability) of what triggered this turn."""

    def copy(self) -> Combat:
        """A combat that can be changed without changing this one."""
        return _combat_copied(self)

    def blockers_of(self, attacker: str) -> tuple[str, ...]:
        """The creatures blocking it, in the order in which they began to."""
        return tuple(blocker for blocker, attackers in self.blockers.items() if attacker in attackers)

    def band_of(self, attacker: str) -> tuple[str, ...]:
        """The band that the attacker is in: itself alone if in none."""
        return next((band for band in self.bands if attacker in band), (attacker,))


_combat_copied = copying(Combat)
_attack_changed, _step_changed = changing(Attack), changing(CombatDamageStep)


def _combat_began(combat: Combat, event: t.CombatBegan) -> None:
    _clear(combat)
    combat.phase = True
    combat.phases_this_turn += 1


def _combat_ended(combat: Combat, event: t.CombatEnded) -> None:
    _clear(combat)


def _clear(combat: Combat) -> None:
    combat.phase = False
    combat.attackers_declared = False
    combat.had_attackers = False
    combat.priority_due = False
    combat.triggers_waiting = 0
    combat.attackers.clear()
    combat.bands = ()
    combat.blockers.clear()
    combat.blocks_declared_by = ()
    combat.blocks_complete = False
    combat.blocked.clear()
    combat.unblocked.clear()
    combat.been_blocked.clear()
    combat.orders.clear()
    combat.newcomers.clear()
    combat.damage = None
    combat.struck_first = ()
    combat.have_assigned.clear()
    combat.attacked.clear()
    combat.have_blocked.clear()


def _turn_began(combat: Combat, event: t.TurnBegan) -> None:
    if combat.turn_of is not None:
        combat.attackers_of_last_turn[combat.turn_of] = frozenset(combat.attacked_this_turn)
        combat.targets_of_last_turn[combat.turn_of] = frozenset(chain.from_iterable(combat.attacked_this_turn.values()))
    combat.turn_of = event.player
    combat.phases_this_turn = 0
    combat.attacked_this_turn.clear()
    combat.blocked_this_turn.clear()
    combat.been_blocked_this_turn.clear()
    combat.exerted_this_turn.clear()
    combat.players_attacking_this_turn.clear()
    combat.damage_this_turn.clear()
    combat.lost_life_this_turn.clear()
    combat.changed_control_this_turn.clear()
    combat.triggered_this_turn.clear()


def _permanent_entered(combat: Combat, event: t.PermanentEntered) -> None:
    # It is a new object, whatever had its id before (400.7).
    for player, attackers in combat.attackers_of_last_turn.items():
        combat.attackers_of_last_turn[player] = attackers - {event.id}
    for happened in (
        combat.have_blocked,
        combat.been_blocked,
        combat.been_blocked_this_turn,
        combat.changed_control_this_turn,
    ):
        happened.discard(event.id)
    if event.id in combat.exerted_this_turn:
        combat.exerted_this_turn.remove(event.id)
        combat.exerted_this_turn.add(event.id + "\0")
    if any(event.id in (source, target) for source, target, _ in combat.damage_this_turn):
        combat.damage_this_turn = {
            (_another(source, event.id), _another(target, event.id), in_combat)
            for source, target, in_combat in combat.damage_this_turn
        }
    combat.blocked_this_turn.pop(event.id, None)
    for declared in (combat.attacked, combat.attacked_this_turn):
        if event.id in declared:
            _keep_of_another(declared, event.id)


def _another(each: Any, id: str) -> Any:
    """What did it, where another object has its id now."""
    return id + "\0" if each == id else each


def _keep_of_another(declared: dict[str, Any], id: str) -> None:
    """What was declared counts as an attacker still, though no creature is it any more."""
    other = id
    while other in declared:
        other += "\0"
    declared[other] = declared.pop(id)


def _record_interrupted(combat: Combat, event: t.RecordInterrupted) -> None:
    combat.turn_of = None
    combat.attackers_of_last_turn.clear()
    combat.targets_of_last_turn.clear()


def _bands_announced(combat: Combat, event: d.BandsAnnounced) -> None:
    combat.bands = event.bands


def _became_attacking(combat: Combat, event: d.BecameAttacking) -> None:
    combat.attackers_declared = True
    for creature, target in event.attackers.items():
        combat.attackers[creature] = Attack(target, event.defending[creature], event.defending[creature])
        if target is not None:
            combat.attacked[creature] = target
            combat.attacked_this_turn[creature] = (*combat.attacked_this_turn.get(creature, ()), target)
    combat.priority_due = True
    if event.attackers:
        combat.had_attackers = True
        combat.players_attacking_this_turn.add(event.player)
    combat.bands = tuple(
        band
        for band in (tuple(member for member in band if member in combat.attackers) for band in combat.bands)
        if len(band) > 1
    )


def _blockers_declared(combat: Combat, event: d.BlockersDeclared) -> None:
    combat.blocks_declared_by = (*combat.blocks_declared_by, event.player)


def _became_blocking(combat: Combat, event: d.BecameBlocking) -> None:
    combat.priority_due = True
    for blocker, attackers in event.blockers.items():
        _block(combat, blocker, attackers)
        combat.have_blocked.add(blocker)
        combat.blocked_this_turn[blocker] = (*combat.blocked_this_turn.get(blocker, ()), *attackers)


def _optional_costs_chosen(combat: Combat, event: d.OptionalCostsChosen) -> None:
    combat.exerted_this_turn.update(event.exerted)


def _block(combat: Combat, blocker: str, attackers: tuple[str, ...]) -> None:
    already = combat.blockers.get(blocker, ())
    combat.blockers[blocker] = already + tuple(attacker for attacker in attackers if attacker not in already)


def _became_blocked(combat: Combat, event: d.BecameBlocked) -> None:
    combat.unblocked.difference_update(event.attackers)
    combat.blocked.update(event.attackers)
    combat.been_blocked.update(event.attackers)
    combat.been_blocked_this_turn.update(event.attackers)


def _became_unblocked(combat: Combat, event: d.BecameUnblocked) -> None:
    combat.blocked.difference_update(event.attackers)
    combat.unblocked.update(event.attackers)


def _ability_triggered(combat: Combat, event: d.AbilityTriggered) -> None:
    combat.triggered_this_turn.add((event.source, event.ability))
    combat.triggers_waiting += event.times


def _triggers_put_on_stack(combat: Combat, event: d.TriggersPutOnStack) -> None:
    combat.triggers_waiting = 0


def _priority_received(combat: Combat, event: d.PriorityReceived) -> None:
    combat.priority_due = False
    combat.blocks_complete = bool(combat.blocks_declared_by)


def _damage_order_announced(combat: Combat, event: d.DamageOrderAnnounced) -> None:
    combat.orders.update(event.orders)
    for newcomer in list(combat.newcomers):
        places = [attacker in combat.orders and newcomer in combat.orders[attacker] for attacker in combat.blockers[newcomer]]
        if all(places):
            del combat.newcomers[newcomer]


def _removed(combat: Combat, event: d.RemovedFromCombat) -> None:
    if event.role != "attacked":
        _removed_creature(combat, event.id)
    if event.role != "creature":
        for attacker, attack in combat.attackers.items():
            if attack.target == event.id:
                combat.attackers[attacker] = _attack_changed(attack, target=None)


def _removed_creature(combat: Combat, id: str) -> None:
    combat.attackers.pop(id, None)
    combat.blockers.pop(id, None)
    combat.blocked.discard(id)
    combat.unblocked.discard(id)
    combat.orders.pop(id, None)
    combat.newcomers.pop(id, None)
    combat.bands = tuple(band for band in (tuple(m for m in band if m != id) for band in combat.bands) if len(band) > 1)
    for blocker, attackers in combat.blockers.items():
        if id in attackers:
            combat.blockers[blocker] = tuple(attacker for attacker in attackers if attacker != id)
    for creature, order in combat.orders.items():
        if id in order:
            combat.orders[creature] = tuple(other for other in order if other != id)


def _stopped_blocking(combat: Combat, event: d.StoppedBlocking) -> None:
    combat.blockers[event.blocker] = tuple(a for a in combat.blockers[event.blocker] if a != event.attacker)
    for creature, other in ((event.attacker, event.blocker), (event.blocker, event.attacker)):
        if creature in combat.orders:
            combat.orders[creature] = tuple(ordered for ordered in combat.orders[creature] if ordered != other)


def _block_caused(combat: Combat, event: d.BlockCaused) -> None:
    _block(combat, event.blocker, (event.attacker,))
    combat.have_blocked.add(event.blocker)
    combat.blocked_this_turn[event.blocker] = (*combat.blocked_this_turn.get(event.blocker, ()), event.attacker)
    if event.placement is not None:
        combat.newcomers[event.blocker] = event.placement


def _entered_attacking(combat: Combat, event: d.PutOntoBattlefieldAttacking | d.StatedAttacking) -> None:
    combat.attackers[event.creature] = Attack(event.target, event.defending, event.defending)
    combat.had_attackers = True


def _entered_blocking(combat: Combat, event: d.PutOntoBattlefieldBlocking) -> None:
    _block(combat, event.creature, (event.attacker,) if event.attacker is not None else ())
    if event.placement is not None:
        combat.newcomers[event.creature] = event.placement


def _reselected(combat: Combat, event: d.AttackReselected) -> None:
    combat.attackers[event.creature] = Attack(event.target, event.defending, event.meant or event.defending)


def _protector_changed(combat: Combat, event: t.ProtectorChanged) -> None:
    for creature, attack in combat.attackers.items():
        if attack.target == event.id:
            combat.attackers[creature] = Attack(event.id, event.protector, event.protector)


def _damage_step_began(combat: Combat, event: g.CombatDamageStepBegan) -> None:
    combat.damage = CombatDamageStep(event.first_strike, event.assigning)
    if event.first_strike:
        combat.struck_first = event.assigning


def _damage_assigned(combat: Combat, event: g.CombatDamageAssigned) -> None:
    step = combat.damage
    assert step is not None, "no combat damage step has begun"
    assigned = {creature: FrozenDict(amounts) for creature, amounts in event.assignment.items()}
    assignment = FrozenDict(step.assignment | assigned)
    combat.damage = _step_changed(step, assigned_by=(*step.assigned_by, event.player), assignment=assignment)
    combat.have_assigned.update(event.assignment)


def _damage_put_on_stack(combat: Combat, event: g.CombatDamagePutOnStack) -> None:
    assert combat.damage is not None, "no combat damage step has begun"
    combat.damage = _step_changed(combat.damage, on_stack=True)
    combat.priority_due = True


def _damage_dealt(combat: Combat, event: g.CombatDamageDealt) -> None:
    assert combat.damage is not None, "no combat damage step has begun"
    combat.damage = _step_changed(combat.damage, on_stack=False, dealt=True)
    combat.priority_due = True
    _damage_recorded(combat, event)


def _damage_recorded(combat: Combat, event: g.CombatDamageDealt | s.AbilityDamageDealt) -> None:
    in_combat = isinstance(event, g.CombatDamageDealt)
    combat.damage_this_turn.update((each.source, each.recipient, in_combat) for each in event.damage if each.dealt)
    combat.lost_life_this_turn.update(each for each, lost in event.life.items() if lost)


def _damage_told(combat: Combat, event: t.DamageDealt) -> None:
    combat.damage_this_turn.add((event.source, event.target, event.combat))


def _life_changed(combat: Combat, event: t.LifeChanged) -> None:
    if event.change < 0:
        combat.lost_life_this_turn.add(event.player)


def _controller_changed(combat: Combat, event: t.ControllerChanged) -> None:
    combat.changed_control_this_turn.add(event.id)


COMBAT_FOLD: dict[type[Any], Callable[[Combat, Any], None]] = {
    t.CombatBegan: _combat_began,
    t.CombatEnded: _combat_ended,
    t.TurnBegan: _turn_began,
    t.PermanentEntered: _permanent_entered,
    t.RecordInterrupted: _record_interrupted,
    d.BandsAnnounced: _bands_announced,
    d.BecameAttacking: _became_attacking,
    d.BlockersDeclared: _blockers_declared,
    d.OptionalCostsChosen: _optional_costs_chosen,
    d.BecameBlocking: _became_blocking,
    d.BecameBlocked: _became_blocked,
    d.BecameUnblocked: _became_unblocked,
    d.AbilityTriggered: _ability_triggered,
    d.TriggersPutOnStack: _triggers_put_on_stack,
    d.PriorityReceived: _priority_received,
    d.DamageOrderAnnounced: _damage_order_announced,
    d.RemovedFromCombat: _removed,
    d.StoppedBlocking: _stopped_blocking,
    d.BlockCaused: _block_caused,
    d.PutOntoBattlefieldAttacking: _entered_attacking,
    d.StatedAttacking: _entered_attacking,
    d.PutOntoBattlefieldBlocking: _entered_blocking,
    d.AttackReselected: _reselected,
    t.ProtectorChanged: _protector_changed,
    g.CombatDamageStepBegan: _damage_step_began,
    g.CombatDamageAssigned: _damage_assigned,
    g.CombatDamagePutOnStack: _damage_put_on_stack,
    g.CombatDamageDealt: _damage_dealt,
    s.AbilityDamageDealt: _damage_recorded,
    t.DamageDealt: _damage_told,
    t.LifeChanged: _life_changed,
    t.ControllerChanged: _controller_changed,
}
