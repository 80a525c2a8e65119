"""The more general concept of each concept that has no rule of its own in some edition; numbers are in `editions.py`."""

GENERAL: dict[str, str] = {
    "attack.targets": "attack.choose",
    "attack.bands": "attack.declaration",
    "attack.optional_costs": "attack.declaration",
    "attack.costs_locked": "attack.pay",
    "attack.trigger.attacks": "attack.trigger_point",
    "attack.trigger.attacks_with": "attack.trigger_point",
    "attack.trigger.is_attacked": "attack.trigger_point",
    "attack.trigger.player_attacks": "attack.trigger_point",
    "attack.trigger.player_attacks_player": "attack.trigger_point",
    "attack.trigger_point": "attack.triggers_stacked",
    "attack.triggers": "attack.triggers_stacked",
    "attack.stated_no_target": "attack.entering_no_target",
    "attack.entering_no_target": "attack.entering",
    "attack.entering_late": "block.becomes_blocked",
    "damage.trample_planeswalker": "damage.blocked",
    "damage.trample_over_planeswalkers": "damage.trample",
    "combat.end_removes": "combat.end_triggers",
    "block.costs_locked": "block.pay",
    "block.trigger.number": "block.trigger.blocks",
    "block.trigger.unblocked": "block.becomes_blocked",
    "block.triggers": "block.triggers_stacked",
    "block.entering_no_target": "block.entering",
}
"""Concept → the more general concept whose rule is cited where this one has no rule of its own."""
