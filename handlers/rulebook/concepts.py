"""The concepts of the rules: all that a ruling, a trigger or an event can follow from, and nothing else.

A concept has the same name in all editions; in each edition its rule has a number (`numbers.py`). Where a concept has no
rule of its own, that of a more general concept is cited.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Self

from ...events.abilities import CombatAction
from ...events.ruling import Wrong


class Concept(StrEnum):
    """What a rule is about: `attack.…` 508, `block.…` 509, `damage.…` 510 and what goes with it, `combat.…` 511.

    `words`: what the rule says, in a phrase. `step`: the step of a procedure that is wrong where this rule isn't complied with;
    None for a concept that forbids nothing.
    """

    words: str
    step: Wrong | None

    def __new__(cls, name: str, words: str = "", step: Wrong | None = None) -> Self:
        concept = str.__new__(cls, name)
        concept._value_ = name
        concept.words = words
        concept.step = step
        return concept

    ATTACK_ALTERNATING_SEATS = (
        "attack.alternating_seats",
        "in alternating teams, only who is seated immediately next is attacked",
        Wrong.TARGETS,
    )
    ATTACK_BANDS = "attack.bands", "which attackers are banded with which", Wrong.BANDS
    ATTACK_BECOMES = "attack.becomes", "the chosen creatures become attacking creatures"
    ATTACK_CHOOSE = "attack.choose", "which creatures can be chosen to attack", Wrong.CHOICE
    ATTACK_COSTS_LOCKED = "attack.costs_locked", "the total cost to attack is determined and locked in"
    ATTACK_DECLARATION = "attack.declaration", "the active player declares attackers", Wrong.MOMENT
    ATTACK_DEFENDING_PLAYER = "attack.defending_player", "which player “the defending player” is"
    ATTACK_DEFENDING_CHOSEN = "attack.defending_chosen", "the active player chooses whom to attack", Wrong.TARGETS
    ATTACK_EMPEROR_SEATS = (
        "attack.emperor_seats",
        "in emperor games, only who is seated immediately next is attacked",
        Wrong.TARGETS,
    )
    ATTACK_ENTERING = "attack.entering", "a creature enters the battlefield attacking"
    ATTACK_ENTERING_LATE = "attack.entering_late", "a creature that enters attacking after blocks is unblocked"
    ATTACK_ENTERING_NO_TARGET = "attack.entering_no_target", "what a creature would enter attacking can't be attacked any more"
    ATTACK_ENTERING_UNRESTRICTED = (
        "attack.entering_unrestricted",
        "restrictions and requirements don't affect a creature that enters attacking",
    )
    ATTACK_LEFT = "attack.left", "only the opponent to the left is attacked", Wrong.TARGETS
    ATTACK_MANA = "attack.mana", "mana abilities are activated to pay costs to attack", Wrong.MANA_ABILITIES
    ATTACK_NONE_SKIP = "attack.none_skip", "steps are skipped if no creature attacks"
    ATTACK_OPTIONAL_COSTS = "attack.optional_costs", "which optional costs to attack are paid", Wrong.OPTIONAL_COSTS
    ATTACK_PAY = "attack.pay", "the costs to attack are paid", Wrong.PAYMENT
    ATTACK_RANGE = "attack.range", "only who is within the range of influence is attacked", Wrong.TARGETS
    ATTACK_REQUIREMENTS = "attack.requirements", "as many requirements to attack are obeyed as can be", Wrong.REQUIREMENTS
    ATTACK_RESELECT = "attack.reselect", "what a creature attacks is reselected", Wrong.TARGETS
    ATTACK_RESELECT_TARGET = (
        "attack.reselect_target",
        "what can be chosen as what a creature attacks is reselected",
        Wrong.TARGETS,
    )
    ATTACK_RESTRICTIONS = "attack.restrictions", "no restriction on attacking is disobeyed", Wrong.RESTRICTIONS
    ATTACK_RESELECT_CHOSEN = "attack.reselect_chosen", "only who was chosen to be attacked can be reselected", Wrong.TARGETS
    ATTACK_RESELECT_RANGE = "attack.reselect_range", "only what is within range can be reselected", Wrong.TARGETS
    ATTACK_RIGHT = "attack.right", "only the opponent to the right is attacked", Wrong.TARGETS
    ATTACK_STATED_NO_TARGET = "attack.stated_no_target", "what a creature is stated to be attacking can't be attacked any more"
    ATTACK_TAP = "attack.tap", "attacking creatures become tapped"
    ATTACK_TARGETS = "attack.targets", "which player, planeswalker or battle each creature attacks", Wrong.TARGETS
    ATTACK_TRIGGER_ATTACKS = "attack.trigger.attacks", "“whenever a creature attacks”"
    ATTACK_TRIGGER_ATTACKS_WITH = "attack.trigger.attacks_with", "“whenever a player attacks with a creature”"
    ATTACK_TRIGGER_IS_ATTACKED = "attack.trigger.is_attacked", "“whenever a player, planeswalker or battle is attacked”"
    ATTACK_TRIGGER_PLAYER_ATTACKS = "attack.trigger.player_attacks", "“whenever a player attacks”"
    ATTACK_TRIGGER_PLAYER_ATTACKS_PLAYER = "attack.trigger.player_attacks_player", "“whenever a player attacks another player”"
    ATTACK_TRIGGER_POINT = "attack.trigger_point", "abilities look at the moment at which attackers are declared"
    ATTACK_TRIGGERS = "attack.triggers", "abilities trigger on attackers being declared"
    ATTACK_TRIGGERS_STACKED = "attack.triggers_stacked", "what triggered on attackers being declared is put on the stack"
    BLOCK_BECOMES_BLOCKED = "block.becomes_blocked", "attacking creatures become blocked or unblocked"
    BLOCK_BECOMES_BLOCKING = "block.becomes_blocking", "the chosen creatures become blocking creatures"
    BLOCK_CAUSED = "block.caused", "the place in damage assignment orders of a creature that an effect makes block", Wrong.ORDER
    BLOCK_CHOOSE = "block.choose", "which creatures can be chosen to block, and what each blocks", Wrong.CHOICE
    BLOCK_COSTS_LOCKED = "block.costs_locked", "the total cost to block is determined and locked in"
    BLOCK_DECLARATION = "block.declaration", "the defending player declares blockers", Wrong.MOMENT
    BLOCK_ENTERING = "block.entering", "a creature enters the battlefield blocking", Wrong.ORDER
    BLOCK_ENTERING_NO_TARGET = "block.entering_no_target", "what a creature would enter blocking isn't attacking any more"
    BLOCK_ENTERING_UNRESTRICTED = (
        "block.entering_unrestricted",
        "restrictions and requirements don't affect a creature that enters blocking",
    )
    BLOCK_EVASION = "block.evasion", "evasion abilities restrict what can block a creature"
    BLOCK_MANA = "block.mana", "mana abilities are activated to pay costs to block", Wrong.MANA_ABILITIES
    BLOCK_NO_ATTACKERS = "block.no_attackers", "no blockers are declared if no creature attacks", Wrong.MOMENT
    BLOCK_ORDER_ATTACKER = "block.order_attacker", "the damage assignment order of an attacker's blockers", Wrong.ORDER
    BLOCK_ORDER_ATTACKER_REMOVED = "block.order_attacker_removed", "that order once a blocker has been removed"
    BLOCK_ORDER_BLOCKER = (
        "block.order_blocker",
        "the damage assignment order of the attackers that a creature blocks",
        Wrong.ORDER,
    )
    BLOCK_ORDER_BLOCKER_REMOVED = "block.order_blocker_removed", "that order once an attacker has been removed"
    BLOCK_PAY = "block.pay", "the costs to block are paid", Wrong.PAYMENT
    BLOCK_REQUIREMENTS = "block.requirements", "as many requirements to block are obeyed as can be", Wrong.REQUIREMENTS
    BLOCK_RESTRICTIONS = "block.restrictions", "no restriction on blocking is disobeyed", Wrong.RESTRICTIONS
    BLOCK_TRIGGER_BECOMES_BLOCKED = "block.trigger.becomes_blocked", "“whenever a creature becomes blocked”"
    BLOCK_TRIGGER_BECOMES_BLOCKED_BY = "block.trigger.becomes_blocked_by", "“whenever a creature becomes blocked by a creature”"
    BLOCK_TRIGGER_BLOCKS = "block.trigger.blocks", "“whenever a creature blocks”"
    BLOCK_TRIGGER_BLOCKS_A_CREATURE = "block.trigger.blocks_a_creature", "“whenever a creature blocks a creature”"
    BLOCK_TRIGGER_CHARACTERISTICS = "block.trigger.characteristics", "abilities look at characteristics as blockers are declared"
    BLOCK_TRIGGER_NUMBER = "block.trigger.number", "“whenever a creature blocks or becomes blocked by so many creatures”"
    BLOCK_TRIGGER_UNBLOCKED = "block.trigger.unblocked", "“whenever a creature attacks and isn't blocked”"
    BLOCK_TRIGGERS = "block.triggers", "abilities trigger on blockers being declared"
    BLOCK_TRIGGERS_STACKED = "block.triggers_stacked", "what triggered on blockers being declared is put on the stack"
    DAMAGE_APNAP = "damage.apnap", "combat damage is assigned in turn order", Wrong.ASSIGNMENT
    DAMAGE_ASSIGN = "damage.assign", "each player announces how creatures assign combat damage", Wrong.ASSIGNMENT
    DAMAGE_BANDING_ATTACKER = (
        "damage.banding_attacker",
        "a banding blocker lets the defending player divide an attacker's damage",
        Wrong.ASSIGNMENT,
    )
    DAMAGE_BANDING_BLOCKER = (
        "damage.banding_blocker",
        "a banding attacker lets the active player divide a blocker's damage",
        Wrong.ASSIGNMENT,
    )
    DAMAGE_BLOCKED = "damage.blocked", "how a blocked creature assigns its damage", Wrong.ASSIGNMENT
    DAMAGE_BLOCKER = "damage.blocker", "how a blocking creature assigns its damage", Wrong.ASSIGNMENT
    DAMAGE_DEALT = "damage.dealt", "all combat damage that was assigned is dealt at one time", Wrong.ASSIGNMENT
    DAMAGE_DEATHTOUCH = "damage.deathtouch", "any damage of a source with deathtouch is lethal"
    DAMAGE_LIFELINK = "damage.lifelink", "damage of a source with lifelink gains life"
    DAMAGE_MIXTURE = "damage.mixture", "damage can't be assigned in two different manners at once", Wrong.ASSIGNMENT
    DAMAGE_NO_STEP = "damage.no_step", "there is no combat damage step now", Wrong.ASSIGNMENT
    DAMAGE_NOT_IN_COMBAT = "damage.not_in_combat", "only attacking and blocking creatures assign combat damage", Wrong.ASSIGNMENT
    DAMAGE_ON_THE_STACK = "damage.on_the_stack", "assigned combat damage goes on the stack"
    DAMAGE_PLAYER_LEFT = "damage.player_left", "no combat damage is assigned to a player who left the game", Wrong.ASSIGNMENT
    DAMAGE_POISONOUS = "damage.poisonous", "poisonous triggers on combat damage to a player"
    DAMAGE_POWER = "damage.power", "a creature assigns combat damage equal to its power", Wrong.ASSIGNMENT
    DAMAGE_REDIRECTED = (
        "damage.redirected_to_planeswalkers",
        "noncombat damage may be dealt to an opponent's planeswalker",
    )
    DAMAGE_TRAMPLE = "damage.trample", "trample: lethal damage to all blockers, the rest to what is attacked", Wrong.ASSIGNMENT
    DAMAGE_TRAMPLE_OVER_PLANESWALKERS = (
        "damage.trample_over_planeswalkers",
        "trample over planeswalkers: damage equal to loyalty, the rest to its controller",
        Wrong.ASSIGNMENT,
    )
    DAMAGE_TRAMPLE_PLANESWALKER = (
        "damage.trample_planeswalker",
        "trample alone doesn't reach the player behind a planeswalker",
        Wrong.ASSIGNMENT,
    )
    DAMAGE_TRIGGERS_STACKED = "damage.triggers_stacked", "what triggered on damage is put on the stack"
    DAMAGE_TWO_STEPS = "damage.two_steps", "first strike and double strike make two combat damage steps", Wrong.ASSIGNMENT
    DAMAGE_UNBLOCKED = "damage.unblocked", "how an unblocked creature assigns its damage", Wrong.ASSIGNMENT
    DAMAGE_WEARS_OFF = "damage.wears_off", "marked damage is removed in the cleanup step"
    COMBAT_END_REMOVES = "combat.end_removes", "everything is removed from combat as the end of combat step ends"
    COMBAT_END_TRIGGERS = "combat.end_triggers", "abilities trigger at end of combat"
    SBA_AURA = "sba.aura", "an Aura that is attached to nothing is put into a graveyard"
    SBA_COMMANDER = "sba.commander", "a player dealt 21 or more combat damage by the same commander loses"
    SBA_COUNTERS = "sba.counters", "+1/+1 and -1/-1 counters cancel"
    SBA_DEATHTOUCH = "sba.deathtouch", "a creature dealt damage by a source with deathtouch is destroyed"
    SBA_DEFENSE = "sba.defense", "a battle with defense 0 is put into a graveyard"
    SBA_LETHAL = "sba.lethal", "a creature with lethal damage is destroyed"
    SBA_LIBRARY = "sba.library", "a player who attempted to draw from a library with no cards in it loses"
    SBA_LIFE = "sba.life", "a player with 0 or less life loses"
    SBA_LOYALTY = "sba.loyalty", "a planeswalker with loyalty 0 is put into a graveyard"
    SBA_POISON = "sba.poison", "a player with ten or more poison counters loses"
    SBA_TEAM_LIFE = "sba.team_life", "a team that shares 0 or less life loses"
    SBA_TEAM_POISON = "sba.team_poison", "a team that shares too many poison counters loses"
    SBA_TOUGHNESS = "sba.toughness", "a creature with toughness 0 or less is put into a graveyard"
    SBA_UNATTACHED = "sba.unattached", "an Equipment or Fortification becomes unattached"
    STACK_ORDER = "stack.order", "a player orders triggered abilities that go on the stack together"
    STACK_RESOLVE = "stack.resolve", "the topmost ability of the stack resolves"
    STACK_TARGETS = "stack.targets", "targets are chosen as an ability is put on the stack", Wrong.TARGETS
    STACK_TRIGGERS = "stack.triggers", "an ability triggers on an event"
    ILLEGAL_ACTION = "illegal_action", "an action that can't be completed legally is reversed"
    LOSES_BY_CONCEDING = "loses.conceding", "a player who concedes loses"
    LOSES_BY_EFFECT = "loses.effect", "an effect says that a player loses"
    LOSES_WITH_EMPEROR = "loses.emperor", "a team loses with its emperor"
    LOSES_WITH_TEAM = "loses.team", "a team that shares its life loses with any of its players"
    INITIATIVE_DAMAGE = "initiative.damage", "combat damage to the player who has the initiative makes another player take it"
    MONARCH_DAMAGE = "monarch.damage", "combat damage to the monarch makes another player the monarch"
    REGENERATE = "regenerate", "a permanent regenerates instead of being destroyed"

    @property
    def wrong(self) -> Wrong:
        """The step that is wrong. Raises LookupError for a concept that forbids nothing."""
        if self.step is None:
            raise LookupError(f"{self.value} forbids nothing")
        return self.step


# --- concepts that attackers and blockers share, by what is declared -------------------------------------------------------

RESTRICTIONS: Mapping[CombatAction, Concept] = {"attack": Concept.ATTACK_RESTRICTIONS, "block": Concept.BLOCK_RESTRICTIONS}
REQUIREMENTS: Mapping[CombatAction, Concept] = {"attack": Concept.ATTACK_REQUIREMENTS, "block": Concept.BLOCK_REQUIREMENTS}
COSTS_LOCKED: Mapping[CombatAction, Concept] = {"attack": Concept.ATTACK_COSTS_LOCKED, "block": Concept.BLOCK_COSTS_LOCKED}
MANA: Mapping[CombatAction, Concept] = {"attack": Concept.ATTACK_MANA, "block": Concept.BLOCK_MANA}
PAY: Mapping[CombatAction, Concept] = {"attack": Concept.ATTACK_PAY, "block": Concept.BLOCK_PAY}
TRIGGERS_STACKED: Mapping[CombatAction, Concept] = {
    "attack": Concept.ATTACK_TRIGGERS_STACKED,
    "block": Concept.BLOCK_TRIGGERS_STACKED,
}
