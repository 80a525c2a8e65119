"""The concepts of the rules that a ruling, a trigger or an event can follow from: all of them, and no other.

Editions give them numbers (`editions.py`); where a concept has no rule of its own, a more general one tells of it
(`citations.py`). A choice that can't be complied with names the concept at fault, and with it the step of the procedure.
"""

from __future__ import annotations

from enum import StrEnum

from ...events.ruling import Wrong


class Concept(StrEnum):
    """What a rule is about: `attack.…` 508, `block.…` 509, `damage.…` 510 and what goes with it, `combat.…` 511."""

    ATTACK_BANDS = "attack.bands"
    ATTACK_BECOMES = "attack.becomes"
    ATTACK_CHOOSE = "attack.choose"
    ATTACK_COSTS_LOCKED = "attack.costs_locked"
    ATTACK_DECLARATION = "attack.declaration"
    ATTACK_DEFENDING_PLAYER = "attack.defending_player"
    ATTACK_ENTERING = "attack.entering"
    ATTACK_ENTERING_LATE = "attack.entering_late"
    ATTACK_ENTERING_NO_TARGET = "attack.entering_no_target"
    ATTACK_ENTERING_UNRESTRICTED = "attack.entering_unrestricted"
    ATTACK_MANA = "attack.mana"
    ATTACK_NONE_SKIP = "attack.none_skip"
    ATTACK_OPTIONAL_COSTS = "attack.optional_costs"
    ATTACK_PAY = "attack.pay"
    ATTACK_REQUIREMENTS = "attack.requirements"
    ATTACK_RESELECT = "attack.reselect"
    ATTACK_RESELECT_TARGET = "attack.reselect_target"
    ATTACK_RESTRICTIONS = "attack.restrictions"
    ATTACK_STATED_NO_TARGET = "attack.stated_no_target"
    ATTACK_TAP = "attack.tap"
    ATTACK_TARGETS = "attack.targets"
    ATTACK_TRIGGER_ATTACKS = "attack.trigger.attacks"
    ATTACK_TRIGGER_ATTACKS_WITH = "attack.trigger.attacks_with"
    ATTACK_TRIGGER_IS_ATTACKED = "attack.trigger.is_attacked"
    ATTACK_TRIGGER_PLAYER_ATTACKS = "attack.trigger.player_attacks"
    ATTACK_TRIGGER_PLAYER_ATTACKS_PLAYER = "attack.trigger.player_attacks_player"
    ATTACK_TRIGGER_POINT = "attack.trigger_point"
    ATTACK_TRIGGERS = "attack.triggers"
    ATTACK_TRIGGERS_STACKED = "attack.triggers_stacked"
    BLOCK_BECOMES_BLOCKED = "block.becomes_blocked"
    BLOCK_BECOMES_BLOCKING = "block.becomes_blocking"
    BLOCK_CAUSED = "block.caused"
    BLOCK_CHOOSE = "block.choose"
    BLOCK_COSTS_LOCKED = "block.costs_locked"
    BLOCK_DECLARATION = "block.declaration"
    BLOCK_ENTERING = "block.entering"
    BLOCK_ENTERING_NO_TARGET = "block.entering_no_target"
    BLOCK_ENTERING_UNRESTRICTED = "block.entering_unrestricted"
    BLOCK_EVASION = "block.evasion"
    BLOCK_MANA = "block.mana"
    BLOCK_NO_ATTACKERS = "block.no_attackers"
    BLOCK_ORDER_ATTACKER = "block.order_attacker"
    BLOCK_ORDER_ATTACKER_REMOVED = "block.order_attacker_removed"
    BLOCK_ORDER_BLOCKER = "block.order_blocker"
    BLOCK_ORDER_BLOCKER_REMOVED = "block.order_blocker_removed"
    BLOCK_PAY = "block.pay"
    BLOCK_REQUIREMENTS = "block.requirements"
    BLOCK_RESTRICTIONS = "block.restrictions"
    BLOCK_TRIGGER_BECOMES_BLOCKED = "block.trigger.becomes_blocked"
    BLOCK_TRIGGER_BECOMES_BLOCKED_BY = "block.trigger.becomes_blocked_by"
    BLOCK_TRIGGER_BLOCKS = "block.trigger.blocks"
    BLOCK_TRIGGER_BLOCKS_A_CREATURE = "block.trigger.blocks_a_creature"
    BLOCK_TRIGGER_CHARACTERISTICS = "block.trigger.characteristics"
    BLOCK_TRIGGER_NUMBER = "block.trigger.number"
    BLOCK_TRIGGER_UNBLOCKED = "block.trigger.unblocked"
    BLOCK_TRIGGERS = "block.triggers"
    BLOCK_TRIGGERS_STACKED = "block.triggers_stacked"
    DAMAGE_APNAP = "damage.apnap"
    DAMAGE_ASSIGN = "damage.assign"
    DAMAGE_BANDING_ATTACKER = "damage.banding_attacker"
    DAMAGE_BANDING_BLOCKER = "damage.banding_blocker"
    DAMAGE_BLOCKED = "damage.blocked"
    DAMAGE_BLOCKER = "damage.blocker"
    DAMAGE_DEALT = "damage.dealt"
    DAMAGE_DEATHTOUCH = "damage.deathtouch"
    DAMAGE_LIFELINK = "damage.lifelink"
    DAMAGE_MIXTURE = "damage.mixture"
    DAMAGE_NO_STEP = "damage.no_step"
    DAMAGE_NOT_IN_COMBAT = "damage.not_in_combat"
    DAMAGE_ON_THE_STACK = "damage.on_the_stack"
    DAMAGE_PLAYER_LEFT = "damage.player_left"
    DAMAGE_POISONOUS = "damage.poisonous"
    DAMAGE_POWER = "damage.power"
    DAMAGE_TRAMPLE = "damage.trample"
    DAMAGE_TRAMPLE_OVER_PLANESWALKERS = "damage.trample_over_planeswalkers"
    DAMAGE_TRAMPLE_PLANESWALKER = "damage.trample_planeswalker"
    DAMAGE_TRIGGERS_STACKED = "damage.triggers_stacked"
    DAMAGE_TWO_STEPS = "damage.two_steps"
    DAMAGE_UNBLOCKED = "damage.unblocked"
    DAMAGE_WEARS_OFF = "damage.wears_off"
    COMBAT_END_REMOVES = "combat.end_removes"
    COMBAT_END_TRIGGERS = "combat.end_triggers"
    SBA_COUNTERS = "sba.counters"
    SBA_DEATHTOUCH = "sba.deathtouch"
    SBA_DEFENSE = "sba.defense"
    SBA_LETHAL = "sba.lethal"
    SBA_LIFE = "sba.life"
    SBA_LOYALTY = "sba.loyalty"
    SBA_POISON = "sba.poison"
    SBA_TOUGHNESS = "sba.toughness"
    STACK_ORDER = "stack.order"
    STACK_RESOLVE = "stack.resolve"
    STACK_TARGETS = "stack.targets"
    STACK_TRIGGERS = "stack.triggers"
    ILLEGAL_ACTION = "illegal_action"
    REGENERATE = "regenerate"

    @property
    def wrong(self) -> Wrong:
        """Where a choice is wrong that this concept is at fault with. Raises KeyError for a concept that forbids nothing."""
        about, _, step = self.partition(".")
        return Wrong.ASSIGNMENT if about == "damage" else _STEPS[step]


_STEPS = {
    "declaration": Wrong.MOMENT,
    "no_attackers": Wrong.MOMENT,
    "choose": Wrong.CHOICE,
    "targets": Wrong.TARGETS,
    "reselect": Wrong.TARGETS,
    "reselect_target": Wrong.TARGETS,
    "restrictions": Wrong.RESTRICTIONS,
    "requirements": Wrong.REQUIREMENTS,
    "bands": Wrong.BANDS,
    "optional_costs": Wrong.OPTIONAL_COSTS,
    "mana": Wrong.MANA_ABILITIES,
    "pay": Wrong.PAYMENT,
    "order_attacker": Wrong.ORDER,
    "order_blocker": Wrong.ORDER,
    "caused": Wrong.ORDER,
    "entering": Wrong.ORDER,
}
"""The steps of declaring attackers and blockers, of announcing orders, and of reselecting."""
