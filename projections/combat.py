"""The combat: who attacks what, bands, blockers, blocked and unblocked, damage orders, and what happened before.

A creature removed from combat leaves every list it is in; the relative order of the others stays (509.2a and 509.3a until
2024-11-07), and what it blocked stays blocked (509.1h).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from ..events import damage as g
from ..events import declarations as d
from ..events import facts as t
from ..events import stack as s
from .changing import copied, dictionaries, without
from .frozen import NOTHING, FrozenDict, StatePart

DeclaredT = TypeVar("DeclaredT")


class Attack(NamedTuple):
    """An attacking creature: what it attacks now (None: nothing any more, or the record doesn't say), its defending player, now
    or last (506.2), and whom abilities mean by "the defending player" (508.5), which isn't the same one in every edition."""

    target: str | None
    defending: str
    meant: str


class CombatDamageStep(NamedTuple):
    """A combat damage step: who assigns damage in it, and what has been assigned so far."""

    first_strike: bool
    """A second step follows (510.4)."""
    assigning: tuple[str, ...]
    assigned_by: tuple[str, ...] = ()
    """The players whose announcement stands, in the order in which they assigned."""
    assignment: FrozenDict[str, FrozenDict[str, int]] = NOTHING
    """Creature → recipient → amount."""
    on_stack: bool = False
    dealt: bool = False


@dataclass(init=False, eq=False, repr=False, slots=True)
class Combat(StatePart):
    """The combat phase, and what was declared this turn. All but the `…_this_turn` parts begin anew with each combat.

    Forks share all dictionaries: folds put others in their place.
    """

    phase: bool = False
    phases_this_turn: int = 0
    attackers_declared: bool = False
    had_attackers: bool = False
    """Some creature was declared as an attacker or put onto the battlefield attacking (508.8)."""
    priority_due: bool = False
    """A turn-based action is over, and the active player is yet to get priority."""
    triggers_waiting: int = 0
    """Abilities that triggered and are yet to be put onto the stack."""
    chosen: str | None = None
    """Whom alone the active player has chosen to attack, where one opponent is chosen (507.1)."""
    attackers: dict[str, Attack] = field(default_factory=dict)
    meant: dict[str, str] = field(default_factory=dict)
    """Creature → whom abilities mean by "the defending player" of its attack, now or last, this turn (508.5)."""
    bands: tuple[tuple[str, ...], ...] = ()
    blockers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Blocker → the attackers it is blocking, perhaps none any more."""
    blocks_declared_by: tuple[str, ...] = ()
    blocks_complete: bool = False
    """Every defending player has declared blockers, and the active player got priority: nobody declares any more."""
    blocked: frozenset[str] = frozenset()
    unblocked: frozenset[str] = frozenset()
    been_blocked: frozenset[str] = frozenset()
    """Attackers that were blocked creatures at some point of this combat."""
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Damage assignment orders as announced."""
    newcomers: dict[str, str] = field(default_factory=dict)
    """Creatures whose place in orders is still to be announced, and the rule concept that asks for it."""
    damage: CombatDamageStep | None = None
    """The combat damage step that began last."""
    struck_first: tuple[str, ...] = ()
    """The creatures that had first or double strike as the first of two combat damage steps began."""
    have_assigned: frozenset[str] = frozenset()
    """The creatures that have assigned combat damage in this combat."""
    attacked: dict[str, str] = field(default_factory=dict)
    """Creatures declared as attackers this combat, and what each attacked when it was declared."""
    attacked_this_turn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Creature → what it was declared as attacking, one for each time."""
    blocked_this_turn: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Creature → the attackers it was declared as blocking or made to block, one for each time."""
    have_blocked: frozenset[str] = frozenset()
    """The creatures that were declared as blockers this combat, or made to block."""
    been_blocked_this_turn: frozenset[str] = frozenset()
    exerted_this_turn: frozenset[str] = frozenset()
    """The creatures that were exerted as they attacked this turn."""
    have_enlisted: frozenset[str] = frozenset()
    """The creatures that enlisted another as they attacked this combat."""
    declared_by: dict[str, str] = field(default_factory=dict)
    """Creature → who controlled it as it was declared as an attacker this turn, the last time."""
    turn_of: str | None = None
    """Whose turn it is, if it is on record from its beginning."""
    active_team: tuple[str, ...] = ()
    """The team whose turn it is, where turns are shared."""
    attackers_of_last_turn: dict[str, frozenset[str]] = field(default_factory=dict)
    """Player → the creatures declared as attackers in that player's last turn, not counting this one."""
    targets_of_last_turn: dict[str, frozenset[str]] = field(default_factory=dict)
    """Player → what creatures were declared as attacking in that player's last turn, not counting this one."""
    damage_this_turn: frozenset[tuple[str | None, str, bool]] = frozenset()
    """(source, to whom it was dealt, combat damage): this turn's damage on record. What left and came back is a new object."""
    lost_life_this_turn: frozenset[str] = frozenset()
    """The players who lost life this turn, as far as it is on record."""
    changed_control_this_turn: frozenset[str] = frozenset()
    """The permanents that came under another player's control."""
    triggered_this_turn: frozenset[tuple[str, str, str]] = frozenset()
    """(source, ability, about whom) of what triggered this turn."""
    done_this_turn: frozenset[tuple[str, str, str]] = frozenset()
    """(source, ability, controller) of what was done that is done only once each turn."""

    def copy(self) -> Combat:
        """A combat that can be changed without changing this one."""
        return copied(self, Combat, _DICTIONARIES)

    def fork(self) -> Combat:
        """As `copy`, for folds, which change no dictionary."""
        return copied(self, Combat)

    @property
    def damage_step(self) -> CombatDamageStep:
        """The combat damage step that began last, where one began."""
        assert self.damage is not None, "no combat damage step has begun"
        return self.damage

    def blockers_of(self, attacker: str) -> tuple[str, ...]:
        """The creatures blocking it, in the order in which they began to."""
        return tuple(blocker for blocker, attackers in self.blockers.items() if attacker in attackers)

    def band_of(self, attacker: str) -> tuple[str, ...]:
        """The band that the attacker is in: itself alone if in none."""
        return next((band for band in self.bands if attacker in band), (attacker,))


_NONE: frozenset[Any] = frozenset()
"""Most sets of a combat are empty, and all of those are this one."""
_DICTIONARIES = dictionaries(Combat)


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
    combat.chosen = None
    combat.attackers = {}
    combat.bands = ()
    combat.blockers = {}
    combat.blocks_declared_by = ()
    combat.blocks_complete = False
    combat.blocked = _NONE
    combat.unblocked = _NONE
    combat.been_blocked = _NONE
    combat.orders = {}
    combat.newcomers = {}
    combat.damage = None
    combat.struck_first = ()
    combat.have_assigned = _NONE
    combat.attacked = {}
    combat.have_blocked = _NONE
    combat.have_enlisted = _NONE


def _turn_began(combat: Combat, event: t.TurnBegan) -> None:
    if combat.turn_of is not None:
        attackers, targets = (
            frozenset(combat.attacked_this_turn),
            frozenset(chain.from_iterable(combat.attacked_this_turn.values())),
        )
        whose = combat.active_team or (combat.turn_of,)
        combat.attackers_of_last_turn = {**combat.attackers_of_last_turn, **dict.fromkeys(whose, attackers)}
        combat.targets_of_last_turn = {**combat.targets_of_last_turn, **dict.fromkeys(whose, targets)}
    combat.turn_of, combat.active_team = event.player, event.team or ()
    combat.phases_this_turn = 0
    combat.attacked_this_turn = {}
    combat.blocked_this_turn = {}
    combat.been_blocked_this_turn = _NONE
    combat.exerted_this_turn = _NONE
    combat.declared_by = {}
    combat.meant = {}
    combat.damage_this_turn = _NONE
    combat.lost_life_this_turn = _NONE
    combat.changed_control_this_turn = _NONE
    combat.triggered_this_turn = _NONE
    combat.done_this_turn = _NONE


def _permanent_entered(combat: Combat, event: t.PermanentEntered) -> None:
    # It is a new object, whatever had its id before (400.7).
    combat.attackers_of_last_turn = {
        player: attackers - {event.id} for player, attackers in combat.attackers_of_last_turn.items()
    }
    combat.have_blocked = _less(combat.have_blocked, event.id)
    combat.been_blocked = _less(combat.been_blocked, event.id)
    combat.been_blocked_this_turn = _less(combat.been_blocked_this_turn, event.id)
    combat.changed_control_this_turn = _less(combat.changed_control_this_turn, event.id)
    if event.id in combat.exerted_this_turn:
        combat.exerted_this_turn = frozenset(_another(each, event.id) for each in combat.exerted_this_turn)
    if any(event.id in (source, target) for source, target, _ in combat.damage_this_turn):
        combat.damage_this_turn = frozenset(
            (_another(source, event.id), _another(target, event.id), in_combat)
            for source, target, in_combat in combat.damage_this_turn
        )
    combat.blocked_this_turn = without(combat.blocked_this_turn, event.id)
    combat.attacked = _kept_of_another(combat.attacked, event.id)
    combat.attacked_this_turn = _kept_of_another(combat.attacked_this_turn, event.id)
    combat.meant = _kept_of_another(combat.meant, event.id)
    combat.declared_by = _kept_of_another(combat.declared_by, event.id)


def _less(ids: frozenset[str], id: str) -> frozenset[str]:
    return ids - {id} if id in ids else ids


def _another(each: Any, id: str) -> Any:
    """The same id; where a new object has it, one that only the old object has (400.7)."""
    return id + "\0" if each == id else each


def _kept_of_another(declared: dict[str, DeclaredT], id: str) -> dict[str, DeclaredT]:
    """What was declared, with the old object of that id under an id of its own: it was an attacker still (400.7)."""
    if id not in declared:
        return declared
    other = id
    while other in declared:
        other += "\0"
    return {**without(declared, id), other: declared[id]}


def _record_interrupted(combat: Combat, event: t.RecordInterrupted) -> None:
    combat.turn_of = None
    combat.attackers_of_last_turn = {}
    combat.targets_of_last_turn = {}


def _defending_player_chosen(combat: Combat, event: t.DefendingPlayerChosen) -> None:
    combat.chosen = event.defending


def _bands_announced(combat: Combat, event: d.BandsAnnounced) -> None:
    combat.bands = event.bands


def _became_attacking(combat: Combat, event: d.BecameAttacking) -> None:
    combat.attackers_declared = True
    attacking = {
        creature: Attack(target, event.defending[creature], event.defending[creature])
        for creature, target in event.attackers.items()
    }
    attacked = {creature: target for creature, target in event.attackers.items() if target is not None}
    this_turn = {creature: (*combat.attacked_this_turn.get(creature, ()), target) for creature, target in attacked.items()}
    combat.attackers = {**combat.attackers, **attacking}
    combat.meant = {**combat.meant, **event.defending}
    combat.attacked = {**combat.attacked, **attacked}
    combat.attacked_this_turn = {**combat.attacked_this_turn, **this_turn}
    combat.priority_due = True
    if event.attackers:
        combat.had_attackers = True
        declared = event.controllers or dict.fromkeys(event.attackers, event.player)
        combat.declared_by = {**combat.declared_by, **declared}
    combat.bands = tuple(
        band
        for band in (tuple(member for member in band if member in combat.attackers) for band in combat.bands)
        if len(band) > 1
    )


def _blockers_declared(combat: Combat, event: d.BlockersDeclared) -> None:
    combat.blocks_declared_by = (*combat.blocks_declared_by, event.player)


def _became_blocking(combat: Combat, event: d.BecameBlocking) -> None:
    combat.priority_due = True
    combat.have_blocked = combat.have_blocked.union(event.blockers)
    _block(combat, event.blockers)
    _blocked_this_turn(combat, event.blockers)


def _optional_costs_chosen(combat: Combat, event: d.OptionalCostsChosen) -> None:
    combat.exerted_this_turn = combat.exerted_this_turn.union(event.exerted)
    combat.have_enlisted = combat.have_enlisted.union(event.enlisted)


def _block(combat: Combat, blocks: Mapping[str, tuple[str, ...]]) -> None:
    blocking = {
        blocker: tuple(dict.fromkeys((*combat.blockers.get(blocker, ()), *attackers))) for blocker, attackers in blocks.items()
    }
    combat.blockers = {**combat.blockers, **blocking}


def _blocked_this_turn(combat: Combat, blocks: Mapping[str, tuple[str, ...]]) -> None:
    blocked = {blocker: (*combat.blocked_this_turn.get(blocker, ()), *attackers) for blocker, attackers in blocks.items()}
    combat.blocked_this_turn = {**combat.blocked_this_turn, **blocked}


def _became_blocked(combat: Combat, event: d.BecameBlocked) -> None:
    combat.unblocked = combat.unblocked.difference(event.attackers)
    combat.blocked = combat.blocked.union(event.attackers)
    combat.been_blocked = combat.been_blocked.union(event.attackers)
    combat.been_blocked_this_turn = combat.been_blocked_this_turn.union(event.attackers)


def _became_unblocked(combat: Combat, event: d.BecameUnblocked) -> None:
    combat.blocked = combat.blocked.difference(event.attackers)
    combat.unblocked = combat.unblocked.union(event.attackers)


def _ability_triggered(combat: Combat, event: d.AbilityTriggered) -> None:
    combat.triggered_this_turn |= {(event.source, event.ability, about) for about in event.about or ("",)}
    combat.triggers_waiting += event.times


def _done_once(combat: Combat, event: s.DoneOnceThisTurn) -> None:
    combat.done_this_turn |= {(event.source, event.ability, event.controller)}


def _triggers_put_on_stack(combat: Combat, event: d.TriggersPutOnStack) -> None:
    combat.triggers_waiting = 0


def _priority_received(combat: Combat, event: d.PriorityReceived) -> None:
    combat.priority_due = False
    combat.blocks_complete = bool(combat.blocks_declared_by)


def _damage_order_announced(combat: Combat, event: d.DamageOrderAnnounced) -> None:
    combat.orders = {**combat.orders, **event.orders}
    combat.newcomers = {
        newcomer: concept
        for newcomer, concept in combat.newcomers.items()
        if not all(newcomer in combat.orders.get(attacker, ()) for attacker in combat.blockers[newcomer])
    }


def _removed(combat: Combat, event: d.RemovedFromCombat) -> None:
    if event.role != "attacked":
        _removed_creature(combat, event.id)
    if event.role != "creature":
        combat.attackers = {
            attacker: attack._replace(target=None) if attack.target == event.id else attack
            for attacker, attack in combat.attackers.items()
        }


def _removed_creature(combat: Combat, id: str) -> None:
    combat.attackers = without(combat.attackers, id)
    combat.blockers = without(combat.blockers, id)
    combat.blocked = _less(combat.blocked, id)
    combat.unblocked = _less(combat.unblocked, id)
    combat.orders = without(combat.orders, id)
    combat.newcomers = without(combat.newcomers, id)
    combat.bands = tuple(band for band in (tuple(m for m in band if m != id) for band in combat.bands) if len(band) > 1)
    combat.blockers = {blocker: _but(id, attackers) for blocker, attackers in combat.blockers.items()}
    combat.orders = {creature: _but(id, order) for creature, order in combat.orders.items()}


def _but(id: str, ids: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each for each in ids if each != id) if id in ids else ids


def _stopped_blocking(combat: Combat, event: d.StoppedBlocking) -> None:
    combat.blockers = {**combat.blockers, event.blocker: _but(event.attacker, combat.blockers[event.blocker])}
    for creature, other in ((event.attacker, event.blocker), (event.blocker, event.attacker)):
        if creature in combat.orders:
            combat.orders = {**combat.orders, creature: _but(other, combat.orders[creature])}


def _block_caused(combat: Combat, event: d.BlockCaused) -> None:
    _block(combat, {event.blocker: (event.attacker,)})
    combat.have_blocked |= {event.blocker}
    _blocked_this_turn(combat, {event.blocker: (event.attacker,)})
    if event.placement is not None:
        combat.newcomers = {**combat.newcomers, event.blocker: event.placement}


def _entered_attacking(combat: Combat, event: d.PutOntoBattlefieldAttacking | d.StatedAttacking) -> None:
    combat.attackers = {**combat.attackers, event.creature: Attack(event.target, event.defending, event.defending)}
    combat.meant = {**combat.meant, event.creature: event.defending}
    combat.had_attackers = True


def _entered_blocking(combat: Combat, event: d.PutOntoBattlefieldBlocking) -> None:
    _block(combat, {event.creature: (event.attacker,) if event.attacker is not None else ()})
    if event.placement is not None:
        combat.newcomers = {**combat.newcomers, event.creature: event.placement}


def _reselected(combat: Combat, event: d.AttackReselected) -> None:
    meant = event.meant or event.defending
    combat.attackers = {**combat.attackers, event.creature: Attack(event.target, event.defending, meant)}
    combat.meant = {**combat.meant, event.creature: meant}


def _protector_changed(combat: Combat, event: t.ProtectorChanged) -> None:
    combat.attackers = {
        creature: Attack(event.id, event.protector, event.protector) if attack.target == event.id else attack
        for creature, attack in combat.attackers.items()
    }
    combat.meant = {**combat.meant, **{creature: attack.meant for creature, attack in combat.attackers.items()}}


def _damage_step_began(combat: Combat, event: g.CombatDamageStepBegan) -> None:
    combat.damage = CombatDamageStep(event.first_strike, event.assigning)
    if event.first_strike:
        combat.struck_first = event.assigning


def _damage_assigned(combat: Combat, event: g.CombatDamageAssigned) -> None:
    step = combat.damage_step
    assigned = {creature: FrozenDict(amounts) for creature, amounts in event.assignment.items()}
    assignment = FrozenDict(step.assignment | assigned)
    combat.damage = step._replace(assigned_by=(*step.assigned_by, event.player), assignment=assignment)
    combat.have_assigned = combat.have_assigned.union(event.assignment)


def _damage_put_on_stack(combat: Combat, event: g.CombatDamagePutOnStack) -> None:
    combat.damage = combat.damage_step._replace(on_stack=True)
    combat.priority_due = True


def _damage_dealt(combat: Combat, event: g.CombatDamageDealt) -> None:
    combat.damage = combat.damage_step._replace(on_stack=False, dealt=True)
    combat.priority_due = True
    _damage_recorded(combat, event)


def _damage_recorded(combat: Combat, event: g.CombatDamageDealt | s.AbilityDamageDealt) -> None:
    in_combat = isinstance(event, g.CombatDamageDealt)
    combat.damage_this_turn |= {(each.source, each.recipient, in_combat) for each in event.damage if each.dealt}
    combat.lost_life_this_turn |= {each for each, lost in event.life.items() if lost}


def _damage_of_the_record(combat: Combat, event: t.DamageDealt) -> None:
    combat.damage_this_turn |= {(event.source, event.target, event.combat)}


def _life_changed(combat: Combat, event: t.LifeChanged) -> None:
    if event.change < 0:
        combat.lost_life_this_turn |= {event.player}


def _controller_changed(combat: Combat, event: t.ControllerChanged) -> None:
    combat.changed_control_this_turn |= {event.id}


COMBAT_FOLD: dict[type[Any], Callable[[Combat, Any], None]] = {
    t.CombatBegan: _combat_began,
    t.CombatEnded: _combat_ended,
    t.TurnBegan: _turn_began,
    t.PermanentEntered: _permanent_entered,
    t.RecordInterrupted: _record_interrupted,
    t.DefendingPlayerChosen: _defending_player_chosen,
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
    s.DoneOnceThisTurn: _done_once,
    t.DamageDealt: _damage_of_the_record,
    t.LifeChanged: _life_changed,
    t.ControllerChanged: _controller_changed,
}
